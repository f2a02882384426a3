// SPDX-License-Identifier: Apache-2.0
// Reading lines of commands.
#ifndef HEDDLE_CLI_LINES_H
#define HEDDLE_CLI_LINES_H

#include "base/base.h"

// The i-th word that begins like this; NULL: there are no more.
typedef const char *LineCompletion(const char *beginning, u32 i);

typedef struct Lines Lines;
Lines *lines_new(const char *prompt, LineCompletion *complete);
void lines_free(Lines *l);
bool lines_read(Lines *l, Text *out); // without its end; false: there are no more
bool lines_are_typed(const Lines *l); // somebody sits there

// Lines that can be edited; terminal.c has them, or, where libedit is missing, terminal_plain.c,
// where there are none.
typedef struct Terminal Terminal;
Terminal *terminal_new(const char *prompt, LineCompletion *complete); // NULL: they cannot
void terminal_free(Terminal *t);
bool terminal_read(Terminal *t, Text *out);

#endif
