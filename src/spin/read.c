// SPDX-License-Identifier: Apache-2.0
// What the verifier and the library have written.
#include "spin/spin_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the verifier's summary ---------------------------------------------------------------------

// The number at the beginning of the line that has these words behind it.
static bool number_before(const char *text, const char *words, double *out) {
    for (const char *at = strstr(text, words); at; at = strstr(at + 1, words)) {
        const char *line = at;
        while (line > text && line[-1] != '\n')
            line--;
        char *end;
        double value = strtod(line, &end);
        while (*end == ' ' || *end == '\t')
            end++;
        if (end == at) {
            *out = value;
            return true;
        }
    }
    return false;
}

static u64 number_after(const char *text, const char *words) {
    const char *at = strstr(text, words);
    return at ? strtoull(at + strlen(words), NULL, 10) : 0;
}

// "pan:1: message (at depth 7)"
static void read_error(const char *text, SpinSummary *out) {
    const char *at = strstr(text, "pan:1: ");
    const char *from = at ? at + strlen("pan:1: ") : "";
    snprintf(out->first_error, sizeof out->first_error, "%.*s", (int)strcspn(from, "\n"), from);
}

void spin_read_summary(const char *text, SpinSummary *out) {
    double states = 0, transitions = 0, megabytes = 0;
    *out = (SpinSummary){0};
    out->has_figures = number_before(text, "states, stored", &states);
    number_before(text, "transitions (=", &transitions);
    if (!number_before(text, "total actual memory usage", &megabytes))
        number_before(text, "memory usage (Mbyte)",
                      &megabytes); // where states are stored as they are
    out->states = (u64)states;
    out->transitions = (u64)transitions;
    out->memory = megabytes * 1024 * 1024;
    out->depth = number_after(text, "depth reached ");
    out->errors = number_after(text, "errors: ");
    out->is_too_deep = strstr(text, "max search depth too small") != NULL;
    out->is_out_of_memory = strstr(text, "out of memory") || strstr(text, "reached -DMEMLIM bound");
    out->is_incomplete =
        !out->has_figures || strstr(text, "Search not completed") || strstr(text, "not all states");
    read_error(text, out);
}

bool spin_read_progress(const char *text, SpinSummary *out) {
    const char *last = NULL;
    double states, transitions, megabytes;
    long depth;
    for (const char *at = strstr(text, "Depth="); at; at = strstr(at + 1, "Depth="))
        last = strchr(at, '\n') ? at : last;
    if (!last || sscanf(last, "Depth= %ld States= %lf Transitions= %lf Memory= %lf", &depth,
                        &states, &transitions, &megabytes) != 4)
        return false;
    *out = (SpinSummary){.states = (u64)states,
                         .transitions = (u64)transitions,
                         .depth = (u64)depth,
                         .memory = megabytes * 1024 * 1024};
    return true;
}

char spin_read_unknown_option(const char *text) {
    static const char words[] = "saw option -";
    const char *at = strstr(text, words);
    return at ? at[sizeof words - 1] : '\0';
}

// ---- the library's notes ------------------------------------------------------------------------

static void keep_first(Text *to, const char *text, size_t len) {
    if (!to->len)
        text_bytes(to, text, len);
}

// "KIND TEXT"; the text begins at *rest.
static FaultKind read_kind(const char *line, size_t len, const char **rest) {
    size_t n = 0;
    while (n < len && line[n] != ' ')
        n++;
    *rest = line + n + (n < len);
    return ir_kind_of_name(line, n);
}

static bool has_line(const Text *lines, const char *text, size_t len) {
    for (const char *line = text_str(lines); *line; line += strcspn(line, "\n") + 1)
        if (strcspn(line, "\n") == len && memcmp(line, text, len) == 0)
            return true;
    return false;
}

// Several processes may note the same.
static void keep_line(Text *to, const char *text, size_t len) {
    if (has_line(to, text, len))
        return;
    text_bytes(to, text, len);
    text_add(to, "\n");
}

static void read_need(const char *line, SpinSize *needs) {
    char what[32];
    unsigned long long n;
    if (sscanf(line, "%31s %llu", what, &n) != 2)
        return;
    if (strcmp(what, "threads") == 0)
        needs->threads = (u32)n;
    else if (strcmp(what, "alternatives") == 0)
        needs->alternatives = (u32)n;
    else if (strcmp(what, "bytes") == 0)
        needs->bytes = n;
    else if (strcmp(what, "matched-bytes") == 0)
        needs->matched = n;
}

static void read_note(const char *line, size_t len, SpinNotes *out) {
    size_t word = strcspn(line, " \n");
    const char *text = line + word + (word < len), *rest;
    size_t n = (size_t)(line + len - text);
    if (strncmp(line, "cut ", 4) == 0) {
        keep_line(&out->cuts, text, n);
    } else if (strncmp(line, "fault ", 6) == 0) {
        keep_line(&out->faults, text, n);
    } else if (strncmp(line, "stopped ", 8) == 0) {
        keep_first(&out->stopped, text, n);
    } else if (strncmp(line, "abstraction\n", 12) == 0) {
        out->is_abstracted = true;
    } else if (strncmp(line, "bound ", 6) == 0) {
        keep_line(&out->bounds, text, n);
    } else if (strncmp(line, "failed ", 7) == 0) {
        keep_first(&out->failure, text, n);
    } else if (strncmp(line, "renumbers", 9) == 0) {
        out->renumbers = true;
    } else if (strncmp(line, "needs ", 6) == 0) {
        read_need(text, &out->needs);
    } else if (strncmp(line, "violation ", 10) == 0) {
        // The last one: when SPIN looks for shorter runs, that is the shortest.
        out->kind = read_kind(text, n, &rest);
        text_clear(&out->violation);
        text_bytes(&out->violation, rest, (size_t)(line + len - rest));
    } else if (strncmp(line, "unasked ", 8) == 0) {
        FaultKind kind = read_kind(text, n, &rest);
        out->unasked[kind] = true;
        out->first_unasked_kind = out->first_unasked_kind ? out->first_unasked_kind : kind;
        keep_first(&out->first_unasked, rest, (size_t)(line + len - rest));
    }
}

void spin_read_notes(const char *text, SpinNotes *out) {
    *out = (SpinNotes){0};
    for (const char *line = text; *line;) {
        size_t len = strcspn(line, "\n");
        read_note(line, len, out);
        line += len + (line[len] == '\n');
    }
}

void spin_notes_done(SpinNotes *n) {
    text_done(&n->cuts);
    text_done(&n->faults);
    text_done(&n->stopped);
    text_done(&n->bounds);
    text_done(&n->failure);
    text_done(&n->violation);
    text_done(&n->first_unasked);
}

bool spin_read_schedule(const char *text, Schedule *out) {
    for (const char *line = text; *line;) {
        Choice c;
        int n = 0;
        if (sscanf(line, "%u %u %u%n", &c.thread, &c.alternative, &c.length, &n) != 3 ||
            line[n] != '\n')
            return false;
        VEC_PUSH(out->steps, out->len, out->cap) = c;
        line += n + 1;
    }
    return true;
}

bool spin_read_cycle(const char *text, Schedule *out) {
    for (const char *line = text; *line;
         line += strcspn(line, "\n") + (line[strcspn(line, "\n")] != '\0')) {
        Choice c;
        if (strncmp(line, "<<<<<START OF CYCLE>>>>>", 24) == 0) {
            out->is_endless = true;
            out->cycle = out->len;
        } else if (sscanf(line, SPIN_STEP " %u %u %u", &c.thread, &c.alternative, &c.length) == 3) {
            VEC_PUSH(out->steps, out->len, out->cap) = c;
        }
    }
    return out->is_endless;
}
