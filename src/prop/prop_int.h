// SPDX-License-Identifier: Apache-2.0
// The inside of prop.
#ifndef HEDDLE_PROP_INT_H
#define HEDDLE_PROP_INT_H

#include "prop/prop.h"

// ---- asked.c: propositions that are no functions of the program ---------------------------------

// Finds what proposition i of s->formula, which is none of C, is about.
void asked_set(PropertySet *s, const Program *p, u32 i);
// Whether it is the name of an event of the program: then it is that.
bool asked_set_event(PropertySet *s, const Program *p, u32 i, const char *name);
// As prop_value.
bool asked_value(const PropertySet *s, Vm *vm, u32 i, bool *out, Text *why);

#endif
