// SPDX-License-Identifier: Apache-2.0
// Expressions of C over the variables of a run: a parser that computes as it goes, by precedence.
// Nothing is changed and nothing is called. What operators compute: arithmetic.c.
#include "simulate/expression.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NESTING = 64, NAME_MOST = 256 };

static bool parse(Parser *p, int level, Datum *out);
static bool parse_unary(Parser *p, Datum *out);

// ---- words --------------------------------------------------------------------------------------

static void skip_space(Parser *p) {
    while (isspace((unsigned char)*p->at))
        p->at++;
}

static bool accept(Parser *p, const char *sign) {
    skip_space(p);
    size_t len = strlen(sign);
    if (strncmp(p->at, sign, len) != 0)
        return false;
    p->at += len;
    return true;
}

static bool expect(Parser *p, const char *sign) {
    return accept(p, sign) || diag_fail(p->d, "'%s' is missing before '%s'", sign, p->at);
}

static bool is_name_start(char c) { return isalpha((unsigned char)c) || c == '_' || c & 0x80; }
static bool is_name(char c) { return is_name_start(c) || isdigit((unsigned char)c) || c == '$'; }

// A name, with what it is in: ns::x, file.c:x is not one.
static bool read_name(Parser *p, char out[NAME_MOST]) {
    skip_space(p);
    size_t n = 0;
    const char *c = p->at;
    while (is_name(*c) || (c[0] == ':' && c[1] == ':') || (n && *c == ':' && c[-1] == ':')) {
        if (n + 1 == NAME_MOST)
            return diag_fail(p->d, "this name is too long");
        out[n++] = *c++;
    }
    out[n] = '\0';
    p->at = c;
    return n > 0;
}

// ---- types --------------------------------------------------------------------------------------

static TypeId type_named(const Program *p, const char *name) {
    for (TypeId i = 1; i < p->ntypes; i++)
        if (p->types[i].name && strcmp(p->types[i].name, name) == 0)
            return i;
    return 0;
}

typedef struct Specifiers {
    u32 n, longs;
    bool is_unsigned, is_signed, is_char, is_short, is_float, is_double, is_void, is_bool;
} Specifiers;

static bool take_specifier(Specifiers *s, const char *word) {
    bool is_plain =
        strcmp(word, "int") == 0 || strcmp(word, "const") == 0 || strcmp(word, "volatile") == 0;
    if (strcmp(word, "unsigned") == 0)
        s->is_unsigned = true;
    else if (strcmp(word, "signed") == 0)
        s->is_signed = true;
    else if (strcmp(word, "char") == 0)
        s->is_char = true;
    else if (strcmp(word, "short") == 0)
        s->is_short = true;
    else if (strcmp(word, "long") == 0)
        s->longs++;
    else if (strcmp(word, "float") == 0)
        s->is_float = true;
    else if (strcmp(word, "double") == 0)
        s->is_double = true;
    else if (strcmp(word, "void") == 0)
        s->is_void = true;
    else if (strcmp(word, "_Bool") == 0 || strcmp(word, "bool") == 0)
        s->is_bool = true;
    else if (!is_plain)
        return false;
    s->n++;
    return true;
}

static DatumType specified(const Program *p, const Specifiers *s) {
    TypeKind kind = s->is_unsigned ? TYPE_UINT : TYPE_INT;
    u32 size_of_long = s->longs > 1 ? 8 : p->ptr_bytes;
    return s->is_void     ? type_basic(TYPE_VOID, 0)
           : s->is_bool   ? type_basic(TYPE_BOOL, 1)
           : s->is_double ? type_basic(TYPE_FLOAT, 8)
           : s->is_float  ? type_basic(TYPE_FLOAT, 4)
           : s->is_char   ? type_basic(kind, 1)
           : s->is_short  ? type_basic(kind, 2)
           : s->longs     ? type_basic(kind, size_of_long)
                          : type_basic(kind, 4);
}

// struct NAME, or the name of a type; types that only have their name may have it in either way.
static bool named_type(const Program *p, const char *first, const char *second, DatumType *out) {
    char whole[2 * NAME_MOST + 2];
    size_t n = strlen(first), k = second ? strlen(second) : 0;
    memcpy(whole, first, n + 1);
    if (second) {
        whole[n] = ' ';
        memcpy(whole + n + 1, second, k + 1);
    }
    TypeId id = type_named(p, whole);
    if (!id && second)
        id = type_named(p, second);
    *out = (DatumType){.type = id};
    return id != 0;
}

// The name of a type; false, and nothing is read, if there is none.
static bool accept_type(Parser *p, DatumType *out) {
    const char *start = p->at;
    char word[NAME_MOST], second[NAME_MOST];
    Specifiers s = {0};
    bool is_type = false;
    for (const char *before = p->at; read_name(p, word); before = p->at) {
        if (!take_specifier(&s, word)) {
            p->at = before;
            break;
        }
    }
    if (s.n) {
        *out = specified(p->program, &s);
        is_type = true;
    } else if (read_name(p, word)) {
        bool is_tag = strcmp(word, "struct") == 0 || strcmp(word, "union") == 0 ||
                      strcmp(word, "enum") == 0 || strcmp(word, "class") == 0;
        is_type = (!is_tag || read_name(p, second)) &&
                  named_type(p->program, word, is_tag ? second : NULL, out);
    }
    for (; is_type && accept(p, "*"); out->stars++)
        ;
    if (!is_type)
        p->at = start;
    return is_type;
}

// ---- operands -----------------------------------------------------------------------------------

static bool read_number(Parser *p, Datum *out) {
    char *end, *fraction_end;
    u64 v = strtoull(p->at, &end, 0);
    double fraction = strtod(p->at, &fraction_end);
    if (fraction_end > end && strncmp(p->at, "0x", 2) != 0) {
        p->at = fraction_end;
        *out = datum_fraction(fraction, 8);
        return !is_name(*p->at) || diag_fail(p->d, "'%s' is no number", p->at);
    }
    bool is_unsigned = false, is_long = v > INT32_MAX;
    for (; *end && strchr("uUlL", *end); end++) {
        is_unsigned |= *end == 'u' || *end == 'U';
        is_long |= *end == 'l' || *end == 'L';
    }
    p->at = end;
    *out = datum_whole(v, is_unsigned || v > INT64_MAX, is_long ? 8 : 4);
    return !is_name(*end) || diag_fail(p->d, "'%s' is no number", end);
}

static bool read_character(Parser *p, Datum *out) {
    static const char names[] = "n\nt\tr\r0\0a\ab\bf\fv\v";
    const char *c = ++p->at;
    int v = (unsigned char)*c;
    if (*c == '\\') {
        v = (unsigned char)*++c;
        for (u32 i = 0; i + 1 < sizeof names - 1; i += 2)
            if (names[i] == *c) {
                v = names[i + 1];
                break;
            }
    }
    if (!*c || c[1] != '\'')
        return diag_fail(p->d, "a character ends with '");
    p->at = c + 2;
    *out = datum_whole((u64)v, false, 4);
    return true;
}

static bool read_variable(Parser *p, Datum *out) {
    char name[NAME_MOST];
    if (!read_name(p, name))
        return *diag_text(p->d) ? false
                                : diag_fail(p->d,
                                            *p->at ? "there is no expression before '%s'"
                                                   : "the expression is not complete%s",
                                            p->at);
    if (*p->at == '#') { // "node#3", as reports call it
        char *end;
        unsigned long n = strtoul(p->at + 1, &end, 10);
        p->at = end;
        return tour_find_block(p->tour, (u32)n, out) ||
               diag_fail(p->d, "there is no block '%s#%lu'", name, n);
    }
    skip_space(p);
    if (*p->at == '(')
        return diag_fail(p->d, "'%s(': functions are not called here", name);
    bool is_word = strcmp(name, "true") == 0 || strcmp(name, "false") == 0;
    if (is_word || strcmp(name, "NULL") == 0 || strcmp(name, "nullptr") == 0) {
        *out = datum_whole(strcmp(name, "true") == 0, false, 4);
        out->type.stars = !is_word;
        out->type.kind = is_word ? TYPE_INT : TYPE_VOID;
        return true;
    }
    return tour_find(p->tour, p->frame, name, out, p->d);
}

static bool read_sizeof(Parser *p, Datum *out) {
    const char *start = p->at;
    DatumType type;
    Datum d;
    bool is_type = accept(p, "(") && accept_type(p, &type) && accept(p, ")");
    if (!is_type) {
        p->at = start;
        if (!parse_unary(p, &d))
            return false;
        type = d.type;
    }
    *out = datum_whole(type_size(p, &type), true, p->program->ptr_bytes);
    return true;
}

static bool read_primary(Parser *p, Datum *out) {
    skip_space(p);
    if (isdigit((unsigned char)*p->at) || (*p->at == '.' && isdigit((unsigned char)p->at[1])))
        return read_number(p, out);
    if (*p->at == '\'')
        return read_character(p, out);
    if (accept(p, "("))
        return parse(p, 0, out) && expect(p, ")");
    return read_variable(p, out);
}

// ---- places -------------------------------------------------------------------------------------

static bool dereference(Parser *p, Datum *d) {
    if (!datum_load(p, d))
        return false;
    if (p->is_skipped)
        return true;
    if (!datum_is_pointer(p, d))
        return diag_fail(p->d, "this is no pointer");
    DatumType elem = type_elem(p, &d->type);
    if (cell_has_number(d->cell))
        return diag_fail(p->d, d->cell.v ? "this points to no object" : "this pointer is NULL");
    if (!tag_names_object(d->cell.tag) || d->cell.part)
        return fail_value(p, d->cell);
    if (type_kind(p, &elem) == TYPE_VOID || type_kind(p, &elem) == TYPE_FUNCTION)
        return diag_fail(p->d, "what it points to has no type; a cast gives it one");
    *d = (Datum){.type = elem, .is_place = true, .obj = d->cell.tag, .off = d->cell.v};
    return true;
}

// Also of structs and unions without a name that are in it.
static const Member *member_named(const Program *p, TypeId type, const char *name, u64 *off) {
    const Type *t = &p->types[type];
    if (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION)
        return NULL;
    for (u32 i = 0; i < t->nmembers; i++)
        if (t->members[i].name && strcmp(t->members[i].name, name) == 0)
            return &t->members[i];
    for (u32 i = 0; i < t->nmembers; i++) {
        const Member *m = &t->members[i];
        bool is_nameless = !m->name || !*m->name;
        const Member *inner = is_nameless ? member_named(p, m->type, name, off) : NULL;
        if (inner) {
            *off += m->bit_offset / 8;
            return inner;
        }
    }
    return NULL;
}

static bool take_member(Parser *p, Datum *d) {
    char name[NAME_MOST];
    u64 off = 0;
    if (!read_name(p, name))
        return diag_fail(p->d, "the name of a member is missing");
    if (p->is_skipped)
        return true;
    const Member *m = d->type.stars ? NULL : member_named(p->program, d->type.type, name, &off);
    if (!m || !d->is_place)
        return diag_fail(p->d, "there is no member '%s' in it", name);
    d->off += off + m->bit_offset / 8;
    d->type = (DatumType){.type = m->type};
    bool is_field = m->bit_size && m->bit_size != p->program->types[m->type].size * 8;
    d->bit = is_field ? m->bit_offset % 8 : 0;
    d->bits = is_field ? m->bit_size : 0;
    return true;
}

static bool take_index(Parser *p, Datum *d) {
    Datum index, sum;
    if (!datum_load(p, d) || !parse(p, 0, &index) || !expect(p, "]") || !datum_load(p, &index))
        return false;
    if (p->is_skipped)
        return true;
    if (!datum_is_pointer(p, d))
        return diag_fail(p->d, "this is neither an array nor a pointer");
    if (!compute_step(p, SIGN_ADD, d, &index, &sum))
        return false;
    *d = sum;
    return dereference(p, d);
}

static bool parse_postfix(Parser *p, Datum *out) {
    if (!read_primary(p, out))
        return false;
    for (;;) {
        skip_space(p);
        if (strncmp(p->at, "++", 2) == 0 || strncmp(p->at, "--", 2) == 0)
            return diag_fail(p->d, "variables are not changed here");
        if (accept(p, "->")) {
            if (!dereference(p, out) || !take_member(p, out))
                return false;
        } else if (accept(p, "[")) {
            if (!take_index(p, out))
                return false;
        } else if (accept(p, ".")) {
            if (!take_member(p, out))
                return false;
        } else {
            return true;
        }
    }
}

static bool take_address(Parser *p, Datum *d) {
    if (p->is_skipped)
        return true;
    if (!d->is_place && tag_names_object(d->cell.tag) && d->type.kind == TYPE_VOID)
        return true; // a function
    if (!d->is_place)
        return diag_fail(p->d, "this has no address: it is a value, or a variable in a register");
    if (d->bits)
        return diag_fail(p->d, "a bit-field has no address");
    d->type.stars++;
    *d = (Datum){.type = d->type, .cell = cell_pointer(d->obj, d->off)};
    return true;
}

static bool cast(Parser *p, DatumType to, Datum *d) {
    Number n;
    TypeKind kind = type_kind(p, &to);
    if (!datum_load(p, d) || p->is_skipped)
        return p->is_skipped;
    if (kind == TYPE_POINTER || (datum_is_pointer(p, d) && !cell_has_number(d->cell))) {
        d->type = to;
        return kind == TYPE_POINTER ||
               diag_fail(p->d, "nobody knows the number of an address here");
    }
    if (datum_is_pointer(p, d))
        d->type = type_basic(TYPE_UINT, p->program->ptr_bytes);
    if (!type_is_number(kind) || type_size(p, &to) > 8)
        return diag_fail(p->d, "casts are to numbers and pointers");
    if (!datum_number(p, d, &n))
        return false;
    bool truth = n.is_float ? n.fraction != 0 : n.whole != 0;
    if (kind == TYPE_FLOAT) {
        *d = datum_fraction(n.fraction, type_size(p, &to));
        return true;
    }
    bool fits = n.fraction > -9.2e18 && n.fraction < 9.2e18;
    u64 v = n.is_float ? (fits ? (u64)(i64)n.fraction : 0) : n.whole;
    bool is_signed = kind != TYPE_UINT && kind != TYPE_BOOL;
    *d = datum_whole(kind == TYPE_BOOL ? truth : v, !is_signed, type_size(p, &to));
    d->type = to.type ? to : d->type;
    return true;
}

static bool parse_cast(Parser *p, Datum *out, bool *is_cast) {
    const char *start = p->at;
    DatumType type;
    *is_cast = accept(p, "(") && accept_type(p, &type) && accept(p, ")");
    if (!*is_cast) {
        p->at = start;
        return true;
    }
    return parse_unary(p, out) && cast(p, type, out);
}

static bool negate(Parser *p, char sign, Datum *out) {
    Number n;
    Datum zero = datum_whole(0, false, 4), ones = datum_whole(~0ull, false, 4), value;
    if (!parse_unary(p, &value) || !datum_load(p, &value))
        return false;
    if (sign == '!') {
        bool truth;
        if (!datum_is_true(p, &value, &truth))
            return false;
        *out = datum_truth(!truth);
        return true;
    }
    if (!datum_number(p, &value, &n))
        return false;
    if (n.is_float && sign == '-') {
        *out = datum_fraction(-n.fraction, n.size);
        return true;
    }
    return compute(p,
                   sign == '~'   ? SIGN_BIT_XOR
                   : sign == '-' ? SIGN_SUB
                                 : SIGN_ADD,
                   sign == '~' ? &ones : &zero, &value, out);
}

static bool parse_unary(Parser *p, Datum *out) {
    bool is_cast;
    skip_space(p);
    if (p->nesting == MOST_NESTING)
        return diag_fail(p->d, "the expression is too deep");
    if (strncmp(p->at, "++", 2) == 0 || strncmp(p->at, "--", 2) == 0)
        return diag_fail(p->d, "variables are not changed here");
    p->nesting++;
    bool is_ok;
    if (*p->at && strchr("!~-+", *p->at)) {
        is_ok = negate(p, *p->at++, out);
    } else if (*p->at == '&' && p->at[1] != '&') {
        p->at++;
        is_ok = parse_unary(p, out) && take_address(p, out);
    } else if (accept(p, "*")) {
        is_ok = parse_unary(p, out) && dereference(p, out);
    } else if (strncmp(p->at, "sizeof", 6) == 0 && !is_name(p->at[6])) {
        p->at += 6;
        is_ok = read_sizeof(p, out);
    } else {
        is_ok = parse_cast(p, out, &is_cast) && (is_cast || parse_postfix(p, out));
    }
    p->nesting--;
    return is_ok;
}

// ---- binary operators ---------------------------------------------------------------------------

static const struct {
    const char *text;
    Sign sign;
    int level;
} signs[] = {{"||", SIGN_OR, 1},     {"&&", SIGN_AND, 2},    {"==", SIGN_EQ, 6},
             {"!=", SIGN_NE, 6},     {"<<", SIGN_SHL, 8},    {">>", SIGN_SHR, 8},
             {"<=", SIGN_LE, 7},     {">=", SIGN_GE, 7},     {"|", SIGN_BIT_OR, 3},
             {"^", SIGN_BIT_XOR, 4}, {"&", SIGN_BIT_AND, 5}, {"<", SIGN_LT, 7},
             {">", SIGN_GT, 7},      {"+", SIGN_ADD, 9},     {"-", SIGN_SUB, 9},
             {"*", SIGN_MUL, 10},    {"/", SIGN_DIV, 10},    {"%", SIGN_REM, 10}};

static Sign peek_sign(Parser *p, int level, size_t *len, int *found) {
    skip_space(p);
    for (size_t i = 0; i < ARRAY_LEN(signs); i++) {
        *len = strlen(signs[i].text);
        if (strncmp(p->at, signs[i].text, *len) == 0) {
            *found = signs[i].level;
            return signs[i].level >= level ? signs[i].sign : SIGN_NONE;
        }
    }
    return SIGN_NONE;
}

static bool is_assignment(const char *at, size_t len) {
    return at[len] == '=' && at[len + 1] != '=' && !strchr("=!<>", *at);
}

// The second part of && and || counts only if the first does not decide.
static bool decide(Parser *p, Sign s, int level, Datum *out) {
    bool first, second, was_skipped = p->is_skipped;
    Datum right;
    if (!datum_is_true(p, out, &first))
        return false;
    bool is_decided = first == (s == SIGN_OR);
    p->is_skipped |= is_decided;
    bool is_ok = parse(p, level + 1, &right) && datum_is_true(p, &right, &second);
    p->is_skipped = was_skipped;
    if (is_ok)
        *out = datum_truth(is_decided ? first : second);
    return is_ok;
}

static bool parse_binary(Parser *p, int level, Datum *out) {
    size_t len;
    int found = 0;
    if (!parse_unary(p, out))
        return false;
    for (Sign s; (s = peek_sign(p, level, &len, &found)) != SIGN_NONE;) {
        Datum right, left = *out;
        if (is_assignment(p->at, len) || strncmp(p->at, "<<=", 3) == 0 ||
            strncmp(p->at, ">>=", 3) == 0)
            return diag_fail(p->d, "variables are not changed here");
        p->at += len;
        if (s == SIGN_OR || s == SIGN_AND) {
            if (!decide(p, s, found, out))
                return false;
        } else if (!parse(p, found + 1, &right) || !compute(p, s, &left, &right, out)) {
            return false;
        }
    }
    return true;
}

static bool parse_branches(Parser *p, Datum *out) {
    bool truth, was_skipped = p->is_skipped;
    Datum yes, no;
    if (!datum_is_true(p, out, &truth))
        return false;
    p->is_skipped = was_skipped || !truth;
    bool is_ok = parse(p, 0, &yes) && expect(p, ":");
    p->is_skipped = was_skipped || truth;
    is_ok = is_ok && parse(p, 0, &no);
    p->is_skipped = was_skipped;
    *out = truth ? yes : no;
    return is_ok;
}

static bool parse(Parser *p, int level, Datum *out) {
    if (p->nesting == MOST_NESTING)
        return diag_fail(p->d, "the expression is too deep");
    p->nesting++;
    bool is_ok = parse_binary(p, level, out);
    if (is_ok && level == 0 && accept(p, "?"))
        is_ok = parse_branches(p, out);
    p->nesting--;
    return is_ok;
}

bool expression_value(Tour *t, TourFrame f, const char *text, Datum *out, Diag *d) {
    Parser p = {.tour = t, .program = vm_program(tour_machine(t)), .frame = f, .at = text, .d = d};
    if (!parse(&p, 0, out))
        return false;
    skip_space(&p);
    if (*p.at == '=' || strncmp(p.at, "++", 2) == 0 || strncmp(p.at, "--", 2) == 0)
        return diag_fail(d, "variables are not changed here");
    return !*p.at || diag_fail(d, "'%s' does not belong to an expression", p.at);
}
