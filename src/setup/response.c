// SPDX-License-Identifier: Apache-2.0
// @FILE on a command line, as compilers have it: the file's words take its place. White space
// separates words; quotes, and a backslash before a character, keep it from doing so.
#include "setup/setup_int.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

enum { MOST_NESTED = 20 };

// Whether the backslash at s only lets the next character stand for itself.
static bool is_escape(const char *s, char quote, bool is_shell) {
    if (*s != '\\' || !s[1] || (is_shell && quote == '\''))
        return false;
    return !is_shell || !quote || strchr("$`\"\\\n", s[1]);
}

// Takes a word; the quote that is still open at its end, or 0.
static char take_word(const char **at, bool is_shell, Text *word) {
    const char *s = *at;
    char quote = 0;
    while (isspace((unsigned char)*s))
        s++;
    for (; *s && (quote || !isspace((unsigned char)*s)); s++) {
        if (*s == quote || (!quote && (*s == '"' || *s == '\''))) {
            quote = quote ? 0 : *s;
            continue;
        }
        if (is_escape(s, quote, is_shell))
            s++;
        text_bytes(word, s, 1);
    }
    *at = s;
    return quote;
}

bool response_word(const char **at, bool is_shell, Text *word) {
    bool is_found = (*at)[strspn(*at, " \t\n\v\f\r")];
    take_word(at, is_shell, word);
    return is_found;
}

bool response_is_closed(const char *text) {
    char quote = 0;
    while (*text) {
        Text word = {0};
        quote = take_word(&text, true, &word);
        text_done(&word);
    }
    return !quote;
}

static bool expand(const char *word, u32 depth, Arena *arena, Words *out, Diag *d);

static bool expand_file(const char *path, u32 depth, Arena *arena, Words *out, Diag *d) {
    Text text = {0};
    bool is_good = file_read(path, &text, d);
    if (is_good && depth == MOST_NESTED)
        is_good = diag_fail(d, "@%s: files of options name each other more than %d deep", path,
                            MOST_NESTED);
    for (const char *at = is_good ? text_str(&text) : ""; is_good && *at;) {
        Text word = {0};
        if (response_word(&at, false, &word))
            is_good = expand(arena_text(arena, text_str(&word)), depth + 1, arena, out, d);
        text_done(&word);
    }
    text_done(&text);
    return is_good;
}

static bool expand(const char *word, u32 depth, Arena *arena, Words *out, Diag *d) {
    if (word[0] == '@' && word[1] && access(word + 1, F_OK) == 0)
        return expand_file(word + 1, depth, arena, out, d);
    words_push(out, word);
    return true;
}

bool response_expand(const char *const *words, int n, Arena *arena, Words *out, Diag *d) {
    bool is_expanded = true, is_good = true;
    for (int i = 0; i < n && is_good; i++) {
        is_expanded = is_expanded && strcmp(words[i], "--") != 0;
        if (is_expanded)
            is_good = expand(words[i], 0, arena, out, d);
        else
            words_push(out, words[i]);
    }
    return is_good;
}
