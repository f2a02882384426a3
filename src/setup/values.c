// SPDX-License-Identifier: Apache-2.0
// The values that fields of Setup and Options may have, as their rows of options.def say: from the
// text of a word, or from who fills in a Setup itself.
#include "setup/setup_int.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BYTES 9e18 // of a SIZE

// ---- from text ----------------------------------------------------------------------------------

// One with too many digits is the last number that there is, and errno is ERANGE.
static bool read_number(const char *text, const char **end, i64 *out) {
    errno = 0;
    char *stop;
    *out = strtoll(text, &stop, 10);
    *end = stop;
    return stop != text && (errno == 0 || errno == ERANGE) && !isspace((unsigned char)*text);
}

static bool check_number(const OptionRow *row, i64 value, const char *text, Diag *d) {
    double low = row->low, high = row->high;
    if ((double)value >= low && (double)value <= high)
        return true;
    if (high >= 1e18 && value > 0)
        return diag_fail(d, "--%s: %s is too large; at most %.0f", row->name, text, high);
    if (high >= 1e18)
        return diag_fail(d, "--%s: %s is too small; at least %.0f", row->name, text, low);
    return diag_fail(d, "--%s: %s is not between %.0f and %.0f", row->name, text, low, high);
}

static bool set_number(const OptionRow *row, i64 *field, const char *text, bool is_given, Diag *d) {
    const char *end;
    i64 value;
    if (!read_number(text, &end, &value) || *end)
        return diag_fail(d, "--%s: '%s' is not a number", row->name, text);
    if (is_given && !check_number(row, value, text, d))
        return false;
    *field = value;
    return true;
}

static bool set_seconds(const OptionRow *row, double *field, const char *text, Diag *d) {
    errno = 0;
    char *end;
    double value = strtod(text, &end);
    if (end == text || (*end && strcmp(end, "s") != 0) || errno || !isfinite(value) || value < 0 ||
        value > row->high) {
        return diag_fail(d, "--%s: '%s' is not a number of seconds", row->name, text);
    }
    *field = value;
    return true;
}

// A number of bytes; K, M, G, T multiply by powers of 1024 ("KiB" and "KB" are read as "K").
bool options_read_size(const char *name, const char *text, u64 *out, Diag *d) {
    static const char units[] = "KMGT";
    errno = 0;
    char *end;
    double value = strtod(text, &end);
    bool is_bad = end == text || errno || !isfinite(value) || value < 0;
    const char *unit = *end ? strchr(units, toupper((unsigned char)*end)) : NULL;
    if (unit && *unit) {
        for (const char *u = units; u <= unit; u++)
            value *= 1024;
        end++;
        end += strcasecmp(end, "iB") == 0 ? 2 : 0;
    }
    end += strcasecmp(end, "B") == 0 ? 1 : 0;
    if (is_bad || *end || value >= MOST_BYTES) {
        return diag_fail(d, "--%s: '%s' is not a size; give bytes, or a number with K, M or G",
                         name, text);
    }
    *out = (u64)value;
    return true;
}

// For a RANGE, the number of values must be countable as alternatives of one choice.
static bool check_range(const OptionRow *row, const Range *r, const char *text, Diag *d) {
    if (r->low > r->high)
        return diag_fail(d, "--%s: the range %s is empty", row->name, text);
    if (row->kind == OPT_RANGE && (u64)r->high - (u64)r->low >= (u64)1 << 31)
        return diag_fail(d, "--%s: the range %s has too many values", row->name, text);
    if (row->kind == OPT_BOUND && (r->low < (i64)row->low || r->high > (i64)row->high)) {
        return diag_fail(d, "--%s: %s is not between %.0f and %.0f", row->name, text, row->low,
                         row->high);
    }
    return true;
}

static bool set_range(const OptionRow *row, Range *field, const char *text, Diag *d) {
    const char *end;
    Range r = {.is_set = true};
    bool is_good = read_number(text, &end, &r.low), is_far = errno == ERANGE;
    is_good = is_good && strncmp(end, "..", 2) == 0 && read_number(end + 2, &end, &r.high);
    if (is_good && !*end && (is_far || errno == ERANGE))
        return diag_fail(d, "--%s: %s goes beyond the numbers of 64 bits", row->name, text);
    if (!is_good || *end) {
        return diag_fail(d, "--%s: '%s' is not a range; write it as LO..HI, like 0..3", row->name,
                         text);
    }
    *field = r;
    return check_range(row, &r, text, d);
}

static bool set_bound(const OptionRow *row, Range *field, const char *text, Diag *d) {
    const char *end;
    Range r = {.is_set = true};
    bool is_good = read_number(text, &end, &r.low);
    r.high = r.low;
    if (is_good && *end)
        is_good = strncmp(end, "..", 2) == 0 && read_number(end + 2, &end, &r.high) && !*end;
    if (!is_good) {
        return diag_fail(d, "--%s: '%s' is not a number or a range; write 2 or 0..4", row->name,
                         text);
    }
    *field = r;
    return check_range(row, &r, text, d);
}

static bool set_choice(const OptionRow *row, u32 *field, const char *text, Diag *d) {
    u32 index = 0;
    for (const char *word = row->argument;; index++) {
        size_t len = strcspn(word, "|");
        if (strlen(text) == len && memcmp(text, word, len) == 0) {
            *field = index;
            return true;
        }
        if (!word[len]) {
            return diag_fail(d, "--%s: there is no '%s'; the choices are %s", row->name, text,
                             row->argument);
        }
        word += len + 1;
    }
}

static bool check_text(const OptionRow *row, const char *text, Diag *d) {
    return *text || diag_fail(d, "--%s needs %s, but it is empty", row->name, row->argument);
}

static void add_to_list(Setup *s, const char **field, const char *text) {
    *field = *field ? arena_printf(s->arena, "%s,%s", *field, text) : text;
}

bool options_set(Setup *s, const OptionRow *row, const char *text, bool is_given, Diag *d) {
    void *field = (char *)s + row->offset;
    switch (row->kind) {
    case OPT_FLAG: *(bool *)field = true; return true;
    case OPT_NUMBER: return set_number(row, field, text, is_given, d);
    case OPT_SECONDS: return set_seconds(row, field, text, d);
    case OPT_SIZE: return options_read_size(row->name, text, field, d);
    case OPT_RANGE: return set_range(row, field, text, d);
    case OPT_BOUND: return set_bound(row, field, text, d);
    case OPT_ENUM: return set_choice(row, field, text, d);
    case OPT_TEXT: *(const char **)field = text; return check_text(row, text, d);
    case OPT_LIST: add_to_list(s, field, text); return true;
    case OPT_WORDS: words_push(field, text); return check_text(row, text, d);
    }
    return false;
}

// ---- from numbers and names ---------------------------------------------------------------------

static const OptionRow *row_of(const Setup *s, const void *field, OptionKind kind) {
    size_t offset = (size_t)((const char *)field - (const char *)s);
    size_t i = 0;
    while (i < option_count && (!option_rows[i].is_setup || option_rows[i].offset != offset))
        i++;
    ENSURE(i < option_count && option_rows[i].kind == kind);
    return &option_rows[i];
}

bool setup_set_number(Setup *s, i64 *field, i64 value, Diag *d) {
    const OptionRow *row = row_of(s, field, OPT_NUMBER);
    *field = value;
    return check_number(row, value, arena_printf(s->arena, "%" PRId64, value), d);
}

bool setup_set_size(Setup *s, u64 *field, u64 value, Diag *d) {
    const OptionRow *row = row_of(s, field, OPT_SIZE);
    *field = value;
    return (double)value < MOST_BYTES ||
           diag_fail(d, "--%s: %" PRIu64 " bytes are too many", row->name, value);
}

bool setup_set_range(Setup *s, Range *field, i64 low, i64 high, Diag *d) {
    const OptionRow *row = row_of(s, field, OPT_RANGE);
    *field = (Range){.is_set = true, .low = low, .high = high};
    return check_range(row, field, arena_printf(s->arena, "%" PRId64 "..%" PRId64, low, high), d);
}

bool setup_set_bound(Setup *s, Range *field, i64 value, Diag *d) {
    const OptionRow *row = row_of(s, field, OPT_BOUND);
    *field = (Range){.is_set = true, .low = value, .high = value};
    return check_range(row, field, arena_printf(s->arena, "%" PRId64, value), d);
}

bool setup_set_text(Setup *s, const char **field, const char *text, Diag *d) {
    *field = arena_text(s->arena, text);
    return check_text(row_of(s, field, OPT_TEXT), text, d);
}

bool setup_add_word(Setup *s, Words *field, const char *word, Diag *d) {
    const OptionRow *row = row_of(s, field, OPT_WORDS);
    words_push(field, arena_text(s->arena, word));
    return check_text(row, word, d);
}

bool setup_add_name(Setup *s, const char **field, const char *name, Diag *d) {
    const OptionRow *row = row_of(s, field, OPT_LIST);
    if (!check_text(row, name, d))
        return false;
    if (strchr(name, ','))
        return diag_fail(d, "--%s: '%s' is not one name", row->name, name);
    add_to_list(s, field, arena_text(s->arena, name));
    return true;
}
