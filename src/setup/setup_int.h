// SPDX-License-Identifier: Apache-2.0
// The inside of setup. options.c: reading words. values.c: what each field may hold. setup.c: what
// they mean.
#ifndef HEDDLE_SETUP_INT_H
#define HEDDLE_SETUP_INT_H

#include "setup/setup.h"

// A number of bytes, as options have it; false with a message that names the option.
bool options_read_size(const char *name, const char *text, u64 *out, Diag *d);
// Sets the row's field in Options, or in their Setup alone if it is a row of that. Limits count for
// values that are given, not for defaults.
bool options_set(Setup *s, const OptionRow *row, const char *text, bool is_given, Diag *d);

#endif
