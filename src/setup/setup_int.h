// SPDX-License-Identifier: Apache-2.0
// The inside of setup. options.c: reading words. response.c: words in files. values.c: what each
// field may hold. task.c: files that say what is checked. setup.c: what they mean.
#ifndef HEDDLE_SETUP_INT_H
#define HEDDLE_SETUP_INT_H

#include "setup/setup.h"

// A number of bytes, as options have it; false with a message that names the option.
bool options_read_size(const char *name, const char *text, u64 *out, Diag *d);
// Sets the row's field in Options, or in their Setup alone if it is a row of that. Limits count for
// values that are given, not for defaults.
bool options_set(Setup *s, const OptionRow *row, const char *text, bool is_given, Diag *d);
// The words, with those of the file in place of @FILE, up to --; texts go to the arena. A file that
// is not there stays a word.
bool response_expand(const char *const *words, int n, Arena *arena, Words *out, Diag *d);

// What the properties of a task say together; false if none of them is checked, or there is no
// task.
bool task_properties(const Task *t, PropertySet *p);

#endif
