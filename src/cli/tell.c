// SPDX-License-Identifier: Apache-2.0
// What all commands say, and how.
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
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

// https://no-color.org: set and not empty
static bool is_color_wanted(void) {
    const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return !(none && *none) && !(terminal && strcmp(terminal, "dumb") == 0);
}

static bool use_color(const Options *o) {
    return o->color == CHOICE_COLOR_ALWAYS ||
           (o->color == CHOICE_COLOR_AUTO && isatty(STDOUT_FILENO) && is_color_wanted());
}

// Columns of the terminal; 0 if there is none.
static u32 terminal_width(void) {
    struct winsize size;
    return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

ReportOptions cli_report_options(const Options *o) {
    return (ReportOptions){.use_color = use_color(o),
                           .show_runtime = o->trace_runtime,
                           .is_full = o->trace_full || o->trace_runtime,
                           .max_lines = (u32)o->max_trace_lines,
                           .width = terminal_width(),
                           .records = o->html != NULL};
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

enum { FEW_COLUMNS = 40 };

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

// A line that is too long for the terminal cannot be erased. It has no control characters, and few
// others than ASCII.
void live_draw(Live *live, const char *text) {
    struct winsize size;
    bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > FEW_COLUMNS;
    if (live->is_on) {
        fprintf(stderr, "\r\033[K%.*s", is_known ? size.ws_col - 1 : FEW_COLUMNS * 2 - 1, text);
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
        progress_figures(f, &text);
        live_draw(live, text_str(&text));
    }
    text_done(&text);
}
