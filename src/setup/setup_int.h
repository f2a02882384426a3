// SPDX-License-Identifier: Apache-2.0
// The inside of setup. options.c: reading words. response.c: words in files. values.c: what each
// field may hold. task.c: files that say what is checked. database.c: compile_commands.json.
// project.c: files with named checks. yml.c: what files in YAML have in common. setup.c: what they
// mean.
#ifndef HEDDLE_SETUP_INT_H
#define HEDDLE_SETUP_INT_H

#include "setup/setup.h"

// A number of bytes, as options have it; false with a message that names the option.
bool options_read_size(const char *name, const char *text, u64 *out, Diag *d);
// Sets the row's field in Options, or in their Setup alone if it is a row of that. Limits count for
// values that are given, not for defaults.
bool options_set(Setup *s, const OptionRow *row, const char *text, bool is_given, Diag *d);
// The next word of a text, which moves on; false if there is none. White space separates words;
// quotes, and a backslash before a character, keep it from doing so: everywhere, as in files of
// options, or as a shell has it.
bool response_word(const char **at, bool is_shell, Text *word);
bool response_is_closed(const char *text); // all quotes, as a shell has them
// The words, with those of the file in place of @FILE, up to --; texts go to the arena. A file that
// is not there stays a word.
bool response_expand(const char *const *words, int n, Arena *arena, Words *out, Diag *d);

// What a compiler was told of one file, as words for clang: without what is about output, linking
// and other tools, and without optimisation, warnings and details of the processor, which are the
// user's to choose. The word that names the file, and the compiler, do not count. Words that are
// unknown go to `ignored`. False with a message.
bool options_of_build(const char *const *words, int n, Words *out, Words *ignored, Arena *arena,
                      Diag *d);

// The first files of the compile_commands.json that -p names, in words; nothing if it cannot be
// read.
void setup_tell_files(const Setup *s, Text *out);

// What the properties of a task say together; false if none of them is checked, or there is no
// task.
bool task_properties(const Task *t, PropertySet *p);

#endif
