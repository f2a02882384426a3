// SPDX-License-Identifier: Apache-2.0
// What operations on terms mean, inside: term.c has the integers, term_wide.c those in two
// halves, term_float.c the floats.
#ifndef HEDDLE_TERM_INT_H
#define HEDDLE_TERM_INT_H

#include "solve/term.h"

// As term_is_formed and term_compute, for rows of floats.
bool term_float_is_formed(TermOp op, u32 bits, u32 width, u32 param);
u64 term_float_compute(TermOp op, u32 bits, u32 width, u32 param, const u64 *args);

// As term_compute, for rows of numbers in two halves.
u64 term_wide_compute(TermOp op, u32 bits, u32 param, const u64 *args);

#endif
