// SPDX-License-Identifier: Apache-2.0
// What witnesses of both formats need: values of a trace as expressions of C, and places in source
// lines. A witness that says too much is wrong, one that says less only makes its reader search
// longer: so whatever is in doubt is left out.
#include "report/report_int.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// "42", "120 'x'", "42 (chosen)", "120 'x' (chosen)"
static bool is_number(const char *value, size_t *len) {
    size_t sign = value[0] == '-', digits = strspn(value + sign, "0123456789");
    const char *rest = value + sign + digits;
    *len = sign + digits;
    return digits && (!*rest || strncmp(rest, " '", 2) == 0 || strcmp(rest, " (chosen)") == 0);
}

bool witness_number(const char *value, Text *out) {
    size_t len;
    if (!is_number(value, &len))
        return false;
    errno = 0;
    long long number = strtoll(value, NULL, 10);
    bool is_wide = errno == ERANGE && value[0] != '-';
    if (errno == ERANGE && !is_wide)
        return false;
    errno = 0;
    if (is_wide && (strtoull(value, NULL, 10), errno == ERANGE))
        return false;
    if (number == INT64_MIN)
        text_add(out, "(-9223372036854775807LL - 1)"); // its digits alone are no long long
    else
        text_add(out, "%.*s%s", (int)len, value, is_wide ? "ULL" : "");
    return true;
}

// A variable, or a part of one, as C writes it: "x", "queue.items[2]".
static bool is_expression(const char *name) {
    const char *s = name;
    for (;;) {
        if (!isalpha((unsigned char)*s) && *s != '_')
            return false;
        while (isalnum((unsigned char)*s) || *s == '_')
            s++;
        while (*s == '[') {
            size_t digits = strspn(s + 1, "0123456789");
            if (!digits || s[1 + digits] != ']')
                return false;
            s += digits + 2;
        }
        if (*s != '.')
            return !*s;
        s++;
    }
}

bool witness_equation(const TraceValue *v, Text *out) {
    Text number = {0};
    bool is_usable = is_expression(v->name) && witness_number(v->value, &number);
    if (is_usable)
        text_add(out, "%s == %s", v->name, text_str(&number));
    text_done(&number);
    return is_usable;
}

// ---- values from outside ------------------------------------------------------------------------

#define INPUT "__VERIFIER_nondet_"

const char *witness_input(const TraceEvent *e, Text *function) {
    if (strncmp(e->call, INPUT, strlen(INPUT)) != 0)
        return NULL;
    for (u32 i = 0; i < e->nnotes; i++) {
        if (e->notes[i].kind == NOTE_RETURNS) {
            text_add(function, "%.*s", (int)strcspn(e->call, "("), e->call);
            return e->notes[i].value;
        }
    }
    return NULL;
}

// The only call of the function in the line; NULL: there are several, or none.
static const char *only_call(const char *source, const char *function) {
    const char *found = NULL;
    size_t len = strlen(function);
    for (const char *at = source; (at = strstr(at, function)); at += len) {
        if (found)
            return NULL;
        found = at + len;
    }
    found = found ? found + strspn(found, " \t") : NULL;
    return found && *found == '(' ? found : NULL;
}

u32 witness_call_end(Sources *s, const TraceEvent *e, const char *function) {
    const char *source = sources_line(s, e->file, e->line), *at = only_call(source, function);
    int depth = 0;
    for (; at && *at; at++) {
        depth += (*at == '(') - (*at == ')');
        if (depth == 0)
            return sources_column(s, e->file, e->line, (u32)(at - source));
    }
    return 0;
}

// ---- statements ---------------------------------------------------------------------------------

static bool begins_with_word(const char *source, const char *word) {
    size_t len = strlen(word);
    return strncmp(source, word, len) == 0 && !isalnum((unsigned char)source[len]) &&
           source[len] != '_';
}

// The line before ends a statement or begins a block.
static bool is_after_end(Sources *s, u32 file, u32 line) {
    const char *before = "";
    while (line > 1 && !*before)
        before = sources_line(s, file, --line);
    size_t len = strlen(before);
    return len && strchr(";{}", before[len - 1]);
}

bool witness_is_statement(Sources *s, u32 file, u32 line) {
    static const char *const others[] = {"for", "while",  "if",   "else",
                                         "do",  "switch", "case", "default"};
    const char *source = sources_line(s, file, line);
    size_t len = strlen(source);
    bool is_whole = len && strchr(source, ';') == source + len - 1 &&
                    !strpbrk(source, "{}\"'?:&|") && !strstr(source, "//") && !strstr(source, "/*");
    int depth = 0;
    for (const char *c = source; *c && is_whole; c++) {
        depth += (*c == '(') - (*c == ')');
        is_whole = depth >= 0;
    }
    for (u32 i = 0; i < ARRAY_LEN(others); i++)
        is_whole = is_whole && !begins_with_word(source, others[i]);
    return is_whole && depth == 0 && is_after_end(s, file, line);
}
