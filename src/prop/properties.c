// SPDX-License-Identifier: Apache-2.0
// Which kinds of fault decide the verdict: the default set, the LIST of --property, and SV-COMP's
// property files.
#include "prop/prop.h"

#include <ctype.h>
#include <string.h>

// ---- the kinds ----------------------------------------------------------------------------------

static void add_standing(PropertySet *s, KindStanding least) {
    for (u32 k = 0; k < FAULT_COUNT; k++)
        s->checked[k] |= ir_kind_standing[k] <= least;
}

void prop_default(PropertySet *s) {
    *s = (PropertySet){0};
    add_standing(s, KIND_BY_DEFAULT);
}

// ---- --property ---------------------------------------------------------------------------------

static bool is_word(const char *word, size_t len, const char *name) {
    return strlen(name) == len && memcmp(word, name, len) == 0;
}

// Kinds have one name more than that of reports: "race".
static FaultKind kind_of_word(const char *word, size_t len) {
    return is_word(word, len, "race") ? FAULT_DATA_RACE : ir_kind_of_name(word, len);
}

static void list_names(Text *out) {
    text_add(out, "default, all");
    for (u32 k = 0; k < FAULT_COUNT; k++)
        if (ir_kind_standing[k] != KIND_NOT_CHECKED)
            text_add(out, ", %s", ir_kind_name[k]);
    text_add(out, ", termination, livelock, starvation");
}

static bool fail_unknown(const char *word, size_t len, Diag *d) {
    Text names = {0};
    list_names(&names);
    diag_fail(d, "no property is called '%.*s'; there are: %s", (int)len, word, text_str(&names));
    text_done(&names);
    return false;
}

// A property of endless runs; NULL: it is none.
static bool *endless_of_word(PropertySet *s, const char *word, size_t len) {
    if (is_word(word, len, "termination"))
        return &s->termination;
    if (is_word(word, len, "livelock"))
        return &s->livelock;
    return is_word(word, len, "starvation") ? &s->starvation : NULL;
}

static bool add_word(PropertySet *s, const char *word, size_t len, Diag *d) {
    if (is_word(word, len, "default")) {
        add_standing(s, KIND_BY_DEFAULT);
        return true;
    }
    if (is_word(word, len, "all")) {
        add_standing(s, KIND_ON_REQUEST);
        return true;
    }
    bool *endless = endless_of_word(s, word, len);
    if (endless) {
        *endless = s->checked[FAULT_LIVENESS] = true;
        return true;
    }
    FaultKind kind = kind_of_word(word, len);
    if (kind == FAULT_NONE)
        return fail_unknown(word, len, d);
    if (ir_kind_standing[kind] == KIND_NOT_CHECKED) {
        return diag_fail(d, "the property '%.*s' cannot be checked by this version of heddle",
                         (int)len, word);
    }
    s->checked[kind] = true;
    return true;
}

bool prop_is_temporal(const PropertySet *s) {
    return s->formula || s->termination || s->livelock || s->starvation;
}

bool prop_parse(PropertySet *s, const char *list, Diag *d) {
    for (const char *word = list;;) {
        size_t len = strcspn(word, ",");
        if (!add_word(s, word, len, d))
            return false;
        if (!word[len])
            return true;
        word += len + 1;
    }
}

// ---- --no-property ------------------------------------------------------------------------------

// Whether a list of --property names the kind itself, not only among all others.
static bool names_kind(const char *list, FaultKind kind) {
    bool is_named = false;
    for (size_t len; list && *list && !is_named; list += len + (list[len] == ',')) {
        len = strcspn(list, ",");
        is_named = kind_of_word(list, len) == kind;
    }
    return is_named;
}

static bool drop_word(PropertySet *s, const char *word, size_t len, const char *asked, Diag *d) {
    FaultKind kind = kind_of_word(word, len);
    if (is_word(word, len, "all") || is_word(word, len, "default"))
        return diag_fail(d,
                         "--no-property %.*s would leave nothing to check; name kinds of violation",
                         (int)len, word);
    if (kind == FAULT_NONE)
        return fail_unknown(word, len, d);
    if (ir_kind_standing[kind] == KIND_NOT_CHECKED)
        return diag_fail(d, "--no-property %s: it is checked only where another option asks for it",
                         ir_kind_name[kind]);
    if (names_kind(asked, kind))
        return diag_fail(d, "--property and --no-property both name '%.*s'", (int)len, word);
    s->checked[kind] = false;
    s->dropped[kind] = true;
    return true;
}

bool prop_drop(PropertySet *s, const char *list, const char *asked, Diag *d) {
    for (const char *word = list;;) {
        size_t len = strcspn(word, ",");
        if (!drop_word(s, word, len, asked, d))
            return false;
        if (!word[len])
            break;
        word += len + 1;
    }
    bool is_any = false;
    for (u32 k = 0; k < FAULT_COUNT; k++)
        is_any = is_any || s->checked[k];
    return is_any || diag_fail(d, "--no-property leaves nothing to check");
}

// ---- property files -----------------------------------------------------------------------------

// The formulas of SV-COMP, without white space, and the kinds they speak of.
typedef struct PrpRow {
    const char *formula;
    FaultKind kinds[6];
    bool cleanup;
} PrpRow;

static const PrpRow prp_rows[] = {
    {"G!call(reach_error())", {FAULT_REACH_ERROR}, false},
    {"G!call(__VERIFIER_error())", {FAULT_REACH_ERROR}, false},
    {"Gassert", {FAULT_ASSERTION}, false},
    {"Gvalid-deref",
     {FAULT_NULL_DEREF, FAULT_OUT_OF_BOUNDS, FAULT_USE_AFTER_FREE, FAULT_USE_AFTER_RETURN,
      FAULT_INVALID_POINTER},
     false},
    {"Gvalid-free", {FAULT_DOUBLE_FREE, FAULT_INVALID_FREE}, false},
    {"Gvalid-memtrack", {FAULT_LEAK}, false},
    {"Gvalid-memcleanup", {FAULT_LEAK}, true},
    {"G!overflow", {FAULT_OVERFLOW}, false},
    {"G!deadlock", {FAULT_DEADLOCK}, false},
    {"G!data-race", {FAULT_DATA_RACE}, false},
    {"Fend", {FAULT_LIVENESS}, false},
};

// The formula between "LTL(" and "))" of a line from which white space was removed; NULL if it does
// not look so.
static const char *formula_of(char *line) {
    static const char head[] = "CHECK(init(main()),LTL(";
    static const char tail[] = "))";
    size_t len = strlen(line), nhead = sizeof head - 1, ntail = sizeof tail - 1;
    if (len < nhead + ntail || memcmp(line, head, nhead) != 0 ||
        strcmp(line + len - ntail, tail) != 0) {
        return NULL;
    }
    line[len - ntail] = '\0';
    return line + nhead;
}

static bool add_formula(PropertySet *s, const char *formula, const char *path, u32 number,
                        Diag *d) {
    if (strcmp(formula, "Fend") == 0) {
        s->termination = s->checked[FAULT_LIVENESS] = true;
        return true;
    }
    for (size_t i = 0; i < ARRAY_LEN(prp_rows); i++) {
        const PrpRow *row = &prp_rows[i];
        if (strcmp(row->formula, formula) != 0)
            continue;
        for (size_t k = 0; k < ARRAY_LEN(row->kinds) && row->kinds[k] != FAULT_NONE; k++) {
            if (ir_kind_standing[row->kinds[k]] == KIND_NOT_CHECKED)
                break;
            s->checked[row->kinds[k]] = true;
        }
        if (ir_kind_standing[row->kinds[0]] == KIND_NOT_CHECKED)
            break;
        s->cleanup |= row->cleanup;
        return true;
    }
    return diag_fail(d, "%s:%u: the property '%s' cannot be checked by this version of heddle",
                     path, number, formula);
}

static bool add_line(PropertySet *s, char *line, const char *path, u32 number, Diag *d) {
    char *to = line;
    for (const char *from = line; *from; from++)
        if (!isspace((unsigned char)*from))
            *to++ = *from;
    *to = '\0';
    if (!*line || *line == '#' || strncmp(line, "//", 2) == 0)
        return true;
    const char *formula = formula_of(line);
    if (!formula) {
        return diag_fail(d,
                         "%s:%u: not a property that heddle knows; expected a line like "
                         "CHECK( init(main()), LTL(G ! call(reach_error())) )",
                         path, number);
    }
    return add_formula(s, formula, path, number, d);
}

// Spaces as they are usually written: "G ! call(...)".
static void add_spaced(const char *formula, Text *out) {
    text_add(out, "%c ", formula[0]);
    text_add(out, formula[1] == '!' ? "! %s" : "%s", formula + 1 + (formula[1] == '!'));
}

void prop_specification(FaultKind kind, bool cleanup, Text *out) {
    const PrpRow *found = NULL;
    for (size_t i = 0; i < ARRAY_LEN(prp_rows) && !found; i++)
        for (size_t k = 0; k < ARRAY_LEN(prp_rows[i].kinds); k++)
            if (prp_rows[i].kinds[k] == kind && prp_rows[i].cleanup == cleanup)
                found = &prp_rows[i];
    text_add(out, "CHECK( init(main()), LTL(");
    if (found)
        add_spaced(found->formula, out);
    else
        text_add(out, "G ! %s", ir_kind_name[kind]);
    text_add(out, ") )");
}

bool prop_is_part(const char *name, FaultKind kind) {
    for (size_t i = 0; i < ARRAY_LEN(prp_rows); i++) {
        const PrpRow *row = &prp_rows[i];
        for (size_t k = 0; k < ARRAY_LEN(row->kinds) && strcmp(row->formula + 1, name) == 0; k++)
            if (row->kinds[k] == kind)
                return true;
    }
    return false;
}

bool prop_read_prp(PropertySet *s, const char *path, Diag *d) {
    Text text = {0};
    *s = (PropertySet){0};
    bool is_ok = file_read(path, &text, d);
    char *rest = text.s;
    for (u32 number = 1; is_ok && rest; number++) {
        char *line = rest;
        char *end = strchr(line, '\n');
        rest = end ? end + 1 : NULL;
        if (end)
            *end = '\0';
        is_ok = add_line(s, line, path, number, d);
    }
    bool is_any = false;
    for (u32 k = 0; k < FAULT_COUNT; k++)
        is_any |= s->checked[k];
    if (is_ok && !is_any)
        is_ok = diag_fail(d, "%s: names no property", path);
    text_done(&text);
    return is_ok;
}
