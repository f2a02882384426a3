// SPDX-License-Identifier: Apache-2.0
// What both kinds of files have in common.
#include "count/count_int.h"

#include <math.h>
#include <string.h>

static bool is_program(const char *path) {
    size_t len = strlen(path);
    return len >= 3 && strcmp(path + len - 3, ".bp") == 0;
}

CountModel *count_read(const CountInput *in, Diag *d) {
    Text text = {0};
    CountModel *m = NULL;
    if (file_read(in->path, &text, d))
        m = is_program(in->path) ? program_read(in, &text, d) : machine_read(in, &text, d);
    text_done(&text);
    return m;
}

void count_model_free(CountModel *m) {
    if (m)
        m->free(m);
}

const CountSystem *count_system(const CountModel *m) { return &m->system; }

bool count_can_start(const CountModel *m) { return m->can_start; }

bool count_has_bad(const CountModel *m) { return m->has_bad; }

void count_tell_bad(const CountModel *m, u32 global, Text *out) { m->tell_bad(m, global, out); }

void count_size(const CountModel *m, const CountResult *r, u64 *nglobals, u64 *nlocals) {
    *nglobals = m->nglobals ? m->nglobals : r->globals;
    *nlocals = m->nlocals ? m->nlocals : r->locals;
}

// Digits, or * for any number.
bool count_read_number(const char *s, size_t len, u32 *out) {
    u64 value = 0;
    *out = COUNT_ANY;
    if (len == 1 && *s == '*')
        return true;
    for (size_t i = 0; i < len; i++) {
        if (s[i] < '0' || s[i] > '9')
            return false;
        value = value * 10 + (u64)(s[i] - '0');
        if (value > MOST_THREADS)
            return false;
    }
    *out = (u32)value;
    return len > 0;
}

bool count_read_threads(const char *word, size_t *len, u32 *count, Diag *d) {
    *len = strcspn(word, "=");
    *count = COUNT_ANY;
    bool is_good = *len > 0 && (!word[*len] ||
                                count_read_number(word + *len + 1, strlen(word + *len + 1), count));
    return is_good ||
           diag_fail(d, "--threads: '%s' is neither a number nor NAME=N or NAME=*; at most %u",
                     word, MOST_THREADS);
}

#define MOST_DIGITS 15 // of a number that is written out

// The number of threads is 2 * m^(n!), which mostly is far beyond all numbers: its logarithm may
// be, too.
void count_bound(u64 nglobals, u64 nlocals, Text *out) {
    text_add(out, "2 * %llu^(%llu!)", (unsigned long long)nglobals, (unsigned long long)nlocals);
    if (nglobals < 2) {
        text_add(out, " = 2");
        return;
    }
    // lg(n!), and of that and lg(m) the number of digits
    double factorial = lgamma((double)nlocals + 1) / log(10);
    double base = log10((double)nglobals);
    double tower = factorial + log10(base);
    if (tower > MOST_DIGITS) {
        text_add(out, ", about 10^(10^%.1f)", tower);
        return;
    }
    double digits = log10(2) + base * pow(10, factorial);
    if (digits < MOST_DIGITS)
        text_add(out, " = %.0f", 2 * pow((double)nglobals, round(pow(10, factorial))));
    else
        text_add(out, ", about 10^%.0f", digits);
}
