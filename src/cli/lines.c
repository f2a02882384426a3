// SPDX-License-Identifier: Apache-2.0
// Lines of commands: from a terminal with a prompt, editing and history, from anything else as they
// are.
#include "cli/lines.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct Lines {
    Terminal *terminal; // NULL: standard input is read as it is
    bool has_prompt;
    const char *prompt;
};

Lines *lines_new(const char *prompt, LineCompletion *complete) {
    Lines *l = mem_zalloc(sizeof *l);
    l->prompt = prompt;
    l->has_prompt = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    l->terminal = l->has_prompt ? terminal_new(prompt, complete) : NULL;
    return l;
}

void lines_free(Lines *l) {
    if (l->terminal)
        terminal_free(l->terminal);
    mem_free(l, sizeof *l);
}

bool lines_are_typed(const Lines *l) { return l->has_prompt; }

static bool read_plain(Text *out) {
    int c;
    while ((c = getchar()) != '\n') {
        if (c == EOF && ferror(stdin) && errno == EINTR) {
            clearerr(stdin);
            continue;
        }
        if (c == EOF)
            return out->len > 0;
        char byte = c ? (char)c : '?'; // nothing is behind the end of a text
        text_bytes(out, &byte, 1);
    }
    return true;
}

bool lines_read(Lines *l, Text *out) {
    text_clear(out);
    if (l->terminal)
        return terminal_read(l->terminal, out);
    if (l->has_prompt) {
        fputs(l->prompt, stdout);
        fflush(stdout);
    }
    return read_plain(out);
}
