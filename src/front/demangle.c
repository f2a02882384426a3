// SPDX-License-Identifier: Apache-2.0
// The name in a mangled C++ name: "_ZNSt5mutex4lockEv" → "std::mutex::lock". Template arguments and
// parameters are left out; a name that is not understood stays as it is.
#include "front/front_int.h"

#include <ctype.h>
#include <string.h>

typedef struct Word {
    const char *code, *text;
} Word;

static const Word operators[] = {
    {"nw", "new"}, {"na", "new[]"}, {"dl", "delete"}, {"da", "delete[]"}, {"aS", "="},
    {"pL", "+="},  {"mI", "-="},    {"eq", "=="},     {"ne", "!="},       {"lt", "<"},
    {"gt", ">"},   {"le", "<="},    {"ge", ">="},     {"ss", "<=>"},      {"ls", "<<"},
    {"rs", ">>"},  {"ix", "[]"},    {"cl", "()"},     {"pt", "->"},       {"de", "*"},
    {"ml", "*"},   {"dv", "/"},     {"rm", "%"},      {"pl", "+"},        {"mi", "-"},
    {"pp", "++"},  {"mm", "--"},    {"nt", "!"},      {"co", "~"},        {"an", "&"},
    {"or", "|"},   {"eo", "^"},     {"aa", "&&"},     {"oo", "||"},       {"cm", ","}};
static const Word known[] = {{"St", "std"},
                             {"Sa", "std::allocator"},
                             {"Ss", "std::string"},
                             {"So", "std::ostream"},
                             {"Si", "std::istream"},
                             {"Sd", "std::iostream"},
                             {"Sb", "std::basic_string"}};

static const char *find(const Word *words, size_t n, const char *code) {
    for (size_t i = 0; i < n; i++)
        if (strncmp(words[i].code, code, 2) == 0)
            return words[i].text;
    return NULL;
}

// "5mutex": sets *at behind it; NULL if there is none.
static const char *source_name(const char **at, size_t *len) {
    const char *c = *at;
    size_t n = 0;
    while (isdigit((unsigned char)*c) && n < 10000)
        n = n * 10 + (size_t)(*c++ - '0');
    if (n == 0 || strlen(c) < n)
        return NULL;
    *len = n;
    *at = c + n;
    return c;
}

// Behind the end of template arguments that begin at c; NULL if they are not understood.
static const char *skip_arguments(const char *c) {
    u32 depth = 0;
    do {
        size_t len;
        if (isdigit((unsigned char)*c)) {
            if (!source_name(&c, &len))
                return NULL;
            continue;
        }
        if (*c == 'L') { // a number: "Lb1E", "Li10E"
            c += 1 + strcspn(c + 1, "E");
            if (!isdigit((unsigned char)c[-1]))
                return NULL;
        } else if (*c == 'S' || *c == 'T') {
            bool is_short = *c == 'S' && islower((unsigned char)c[1]);
            c += is_short ? 1 : strcspn(c, "_");
        } else if (strchr("INXJF", *c)) {
            depth += *c != '\0';
        } else if (*c == 'E') {
            depth--;
        }
        c += *c != '\0';
    } while (depth && *c);
    return depth ? NULL : c;
}

static void add_component(Text *out, const char *name, size_t len) {
    text_add(out, out->len ? "::" : "");
    text_bytes(out, name, len);
}

// One component of a name; *last is what a destructor is named after. False if it is not
// understood.
static bool add_next(const char **at, bool is_nested, Text *out, u32 *last) {
    const char *c = *at, *word;
    size_t len = 2;
    if (isdigit((unsigned char)*c)) {
        const char *name = source_name(&c, &len);
        // inline namespaces
        bool is_hidden = name && name[0] == '_' && is_nested && *c != 'E' && *c != 'I';
        if (name && !is_hidden) {
            add_component(out, name, len);
            *last = out->len - (u32)len;
        }
        *at = c;
        return name != NULL;
    }
    *at = c + 2;
    if ((word = find(known, ARRAY_LEN(known), c))) {
        add_component(out, word, strlen(word));
        const char *colon = strrchr(text_str(out), ':');
        *last = colon ? (u32)(colon + 1 - text_str(out)) : 0;
        return true;
    }
    if ((word = find(operators, ARRAY_LEN(operators), c))) {
        add_component(out, "operator", 8);
        text_add(out, isalpha((unsigned char)*word) ? " %s" : "%s", word);
        return true;
    }
    if (c[0] == 'D' && isdigit((unsigned char)c[1])) {
        Text class = {0};
        text_add(&class, "::~%s", text_str(out) + *last);
        text_add(out, "%s", text_str(&class));
        text_done(&class);
        return true;
    }
    // a constructor has the name of its class
    return c[0] == 'C' && isdigit((unsigned char)c[1]);
}

static bool add_name(const char *c, Text *out) {
    u32 last = 0;
    bool is_nested = *c == 'N';
    if (is_nested)
        c += 1 + strspn(c + 1, "rVKRO");
    while (*c && *c != 'E') {
        if (*c == 'I') {
            c = skip_arguments(c);
            if (!c)
                return false;
            continue;
        }
        c += *c == 'L'; // local to its file
        bool is_prefix = strncmp(c, "St", 2) == 0;
        if (!add_next(&c, is_nested, out, &last))
            return false;
        if (!is_nested && !is_prefix) // the rest are parameters
            return true;
    }
    return is_nested && *c == 'E';
}

const char *demangled_name(Arena *arena, const char *name) {
    Text text = {0};
    bool is_mangled = strncmp(name, "_Z", 2) == 0;
    if (is_mangled && add_name(name + 2, &text) && text.len)
        name = arena_text(arena, text_str(&text));
    text_done(&text);
    return name;
}
