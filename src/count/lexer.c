// SPDX-License-Identifier: Apache-2.0
// The words of a boolean program.
#include "count/program.h"

#include <ctype.h>
#include <string.h>

bool lexer_fail(const Lexer *l, u32 line, const char *fmt, ...) {
    Text text = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&text, fmt, args);
    va_end(args);
    if (line)
        diag_fail(l->d, "%s:%u: %s", l->path, line, text_str(&text));
    else
        diag_fail(l->d, "%s: %s", l->path, text_str(&text));
    text_done(&text);
    return false;
}

bool lexer_fail_expected(const Lexer *l, const char *what) {
    const Token *t = &l->token;
    if (t->kind == TOKEN_END)
        return lexer_fail(l, t->line, "the text ends where %s should be", what);
    return lexer_fail(l, t->line, "'%.*s' stands where %s should be", (int)t->len, t->s, what);
}

static bool is_name_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

// Blanks and comments, // ... and /* ... */.
static bool skip_blanks(Lexer *l) {
    while (l->s < l->end) {
        size_t left = (size_t)(l->end - l->s);
        if (isspace((unsigned char)*l->s)) {
            l->line += *l->s++ == '\n';
        } else if (left >= 2 && memcmp(l->s, "//", 2) == 0) {
            const char *stop = memchr(l->s, '\n', left);
            l->s = stop ? stop : l->end;
        } else if (left >= 2 && memcmp(l->s, "/*", 2) == 0) {
            u32 line = l->line;
            for (l->s += 2; l->end - l->s >= 2 && memcmp(l->s, "*/", 2) != 0; l->s++)
                l->line += *l->s == '\n';
            if (l->end - l->s < 2)
                return lexer_fail(l, line, "this comment has no end");
            l->s += 2;
        } else {
            return true;
        }
    }
    return true;
}

// How long the mark is that begins here; 0: there is none.
static u32 mark_length(const Lexer *l) {
    static const char *const marks[] = {":=", "=>", "->", "==", "!=", "&&", "||", "<->"};
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        size_t len = strlen(marks[i]);
        if ((size_t)(l->end - l->s) >= len && memcmp(l->s, marks[i], len) == 0)
            return (u32)len;
    }
    return *l->s && strchr("(){}[],;:?=!~&|^<>*", *l->s) ? 1 : 0;
}

bool lexer_next(Lexer *l) {
    if (!skip_blanks(l))
        return false;
    Token *t = &l->token;
    *t = (Token){.s = l->s, .line = l->line, .kind = TOKEN_END};
    if (l->s == l->end)
        return true;
    if (is_name_char(*l->s)) {
        while (l->s + t->len < l->end && is_name_char(l->s[t->len]))
            t->len++;
        t->kind = isdigit((unsigned char)*l->s) ? TOKEN_NUMBER : TOKEN_NAME;
        if (t->len > MOST_NAME)
            return lexer_fail(l, l->line, "a word of more than %d characters", MOST_NAME);
    } else {
        t->kind = TOKEN_MARK;
        t->len = mark_length(l);
        if (!t->len)
            return lexer_fail(l, l->line,
                              isgraph((unsigned char)*l->s)
                                  ? "'%c' is no part of a boolean program"
                                  : "a byte 0x%02x is no part of a boolean program",
                              (unsigned char)*l->s);
    }
    l->s += t->len;
    return true;
}

bool lexer_is(const Lexer *l, const char *word) {
    const Token *t = &l->token;
    return t->kind != TOKEN_END && strlen(word) == t->len && memcmp(word, t->s, t->len) == 0;
}

bool lexer_init(Lexer *l, const char *path, const char *s, size_t len, u32 line, Diag *d) {
    *l = (Lexer){.path = path, .s = s, .end = s + len, .line = line, .d = d};
    return lexer_next(l);
}
