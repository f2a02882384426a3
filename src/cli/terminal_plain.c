// SPDX-License-Identifier: Apache-2.0
// Without libedit, lines are what the terminal itself makes of them.
#include "cli/lines.h"

Terminal *terminal_new(const char *prompt, LineCompletion *complete) {
    (void)prompt, (void)complete;
    return NULL;
}

void terminal_free(Terminal *t) { (void)t; }

bool terminal_read(Terminal *t, Text *out) {
    (void)t, (void)out;
    return false;
}
