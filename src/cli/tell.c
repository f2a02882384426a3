// SPDX-License-Identifier: Apache-2.0
// What all commands say, and how.
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void cli_error(const char *fmt, ...) {
    Text text = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&text, fmt, args);
    va_end(args);
    text_tame_message(&text); // those of the front end may end with a line break of their own
    fprintf(stderr, "heddle: %s\n", text_str(&text));
    text_done(&text);
}

bool cli_told(bool is_ok, Diag *d) {
    if (!is_ok)
        cli_error("%s", diag_text(d));
    diag_done(d);
    return is_ok;
}

bool cli_print(const Text *t) {
    Diag d = {0};
    return cli_told(file_write("-", text_str(t), t->len, &d), &d);
}

bool cli_use_color(const Options *o) {
    return o->color == CHOICE_COLOR_ALWAYS ||
           (o->color == CHOICE_COLOR_AUTO && isatty(STDOUT_FILENO));
}

void cli_explain_level(const char *opt_level, Text *out) {
    if (strcmp(opt_level, "-O0") != 0) {
        text_add(out,
                 "\nThis is the code after clang's optimiser (%s): source lines may be missing or "
                 "in another order.\n",
                 opt_level);
    }
}

// ---- the live line ------------------------------------------------------------------------------

void live_init(Live *live, const Options *o) {
    *live =
        (Live){.is_on = o->progress == CHOICE_PROGRESS_AUTO && !o->quiet && isatty(STDERR_FILENO)};
}

bool live_is_due(Live *live) {
    double now = clock_seconds();
    if (!live->is_on || now - live->last < 0.2)
        return false;
    live->last = now;
    return true;
}

void live_draw(Live *live, const char *text) {
    if (live->is_on) {
        fprintf(stderr, "\r\033[K%s", text);
        fflush(stderr);
        live->is_shown = true;
    }
}

void live_erase(Live *live) {
    if (live->is_shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        live->is_shown = false;
    }
}

void live_figures(void *live, const Figures *f) {
    Text text = {0};
    if (live_is_due(live)) {
        result_figures(f, &text);
        live_draw(live, text_str(&text));
    }
    text_done(&text);
}
