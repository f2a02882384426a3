// SPDX-License-Identifier: Apache-2.0
// Unit tests of formulas: what is read, how it is written for SPIN, and its value on runs.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "prop/prop.h"

static Ltl *parse(Arena *arena, const char *text) {
    Diag d = {0};
    Ltl *f = ltl_parse(text, arena, &d);
    if (!f)
        fail_msg("%s: %s", text, diag_text(&d));
    diag_done(&d);
    return f;
}

static void expect_printed(const char *text, const char *printed) {
    Arena *arena = arena_new();
    Text out = {0};
    ltl_print(parse(arena, text), &out);
    assert_string_equal(text_str(&out), printed);
    text_done(&out);
    arena_free(arena);
}

static void how_operators_bind(void **state) {
    (void)state;
    expect_printed("[] a -> <> b", "(([] p0) -> (<> p1))");
    expect_printed("a -> b -> c", "(p0 -> (p1 -> p2))");
    expect_printed("a U b U a", "(p0 U (p1 U p0))");
    expect_printed("!a U b && c || d <-> e", "(((((! p0) U p1) && p2) || p3) <-> p4)");
}

static void what_is_a_proposition(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Ltl *f = parse(arena, "[](x>0 -> (a[i + 1] == f(1, '&') && (y + 1) < 3)) W {p->q && r}");
    assert_int_equal(f->npropositions, 4);
    assert_string_equal(f->propositions[0], "x>0");
    assert_string_equal(f->propositions[1], "a[i + 1] == f(1, '&')");
    assert_string_equal(f->propositions[2], "(y + 1) < 3");
    assert_string_equal(f->propositions[3], "p->q && r");
    f = parse(arena, "G ready -> F ready U 10U == x");
    assert_int_equal(f->npropositions, 2);
    assert_string_equal(f->propositions[1], "10U == x");
    f = parse(arena, "always (true implies eventually (a != b))");
    assert_int_equal(f->npropositions, 1);
    assert_string_equal(f->propositions[0], "a != b");
    arena_free(arena);
}

static void how_operators_are_spelt(void **state) {
    (void)state;
    expect_printed("always eventually a", "([] (<> p0))");
    expect_printed("a stronguntil b until a", "(p0 U (p1 U p0))");
    expect_printed("a weakuntil b release a V b R b", "(p0 W (p1 V (p0 V (p1 V p1))))");
    expect_printed("a implies b equivalent a => b <=> a", "(((p0 -> p1) <-> (p0 -> p1)) <-> p0)");
    expect_printed("a /\\ b \\/ !a", "((p0 && p1) || (! p0))");
    expect_printed("1 U 0 || true && false", "((true U false) || (true && false))");
    expect_printed("X a -> next (b U X b)", "((X p0) -> (X (p1 U (X p1))))");
    expect_printed("1 < x && 0 + y > 1 && x <= y && y >= x", "(((p0 && p1) && p2) && p3)");
    Arena *arena = arena_new();
    assert_true(ltl_has_next(parse(arena, "[] (a -> <> X b)")));
    assert_false(ltl_has_next(parse(arena, "[] (a -> <> {X})")));
    Ltl *f = parse(arena, "true == x");
    assert_string_equal(f->propositions[0], "true == x");
    arena_free(arena);
}

static void expect_asked(const Ltl *f, u32 i, LtlKind kind, const char *text) {
    assert_int_equal(f->asked[i].kind, kind);
    assert_string_equal(f->propositions[i], text);
}

static void what_is_no_code(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Ltl *f = parse(arena, "[] (!ap(go) -> ap ( \"go on\" ) U {ap(go)}) || ap(go) || ap(go) == 1");
    assert_int_equal(f->npropositions, 4);
    expect_asked(f, 0, LTL_EVENT, "ap(go)");
    expect_asked(f, 1, LTL_EVENT, "ap(go on)");
    expect_asked(f, 2, LTL_CODE, "ap(go)");
    expect_asked(f, 3, LTL_CODE, "ap(go) == 1");
    assert_string_equal(f->asked[1].name, "go on");
    f = parse(arena,
              "ended(f) U waiting( 2 ) U at(f,g) U at(f , g:l) U at(l) U at(A::g:l) U at(A::g)");
    assert_int_equal(f->npropositions, 7);
    expect_asked(f, 0, LTL_ENDED, "ended(f)");
    expect_asked(f, 1, LTL_WAITING, "waiting(2)");
    expect_asked(f, 2, LTL_AT, "at(f, g)");
    expect_asked(f, 3, LTL_AT, "at(f, g:l)");
    expect_asked(f, 4, LTL_AT, "at(l)");
    expect_asked(f, 5, LTL_AT, "at(A::g:l)");
    assert_string_equal(f->asked[3].thread, "f");
    assert_string_equal(f->asked[3].name, "g");
    assert_string_equal(f->asked[3].label, "l");
    assert_string_equal(f->asked[5].name, "A::g");
    assert_string_equal(f->asked[6].name, "A::g");
    assert_null(f->asked[6].label);
    arena_free(arena);
}

static void what_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } rows[] = {{"", "a proposition is missing"},
                {"[]", "a proposition is missing"},
                {"a &&", "a proposition is missing"},
                {"(a", "not closed"},
                {"a[1 -> b", "not closed"},
                {"{a", "not closed"},
                {"a) b", "operator is missing"},
                {"a U", "a proposition is missing"},
                {"! x > 0", "write !(x > 0) or {!x > 0}"},
                {"<> X == 1", "at character 6"},
                {"<> X == 1", "in braces: {X == 1}"},
                {"a W\n )", "\n  a W? )\n       ^\n"},
                {"ap() -> a", "a name was expected at character 4"},
                {"waiting(-1)", "a name was expected at character 9"},
                {"ended(a, b)", "a closing bracket was expected at character 8"},
                {"at(a, b, c)", "a closing bracket was expected at character 8"},
                {"at(a, )", "at(worker, push:retry)"},
                {"ap(a, b)", "a closing bracket was expected at character 5"},
                {"{} -> a", "a proposition is missing"}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        Arena *arena = arena_new();
        Diag d = {0};
        assert_null(ltl_parse(rows[i].text, arena, &d));
        if (!strstr(diag_text(&d), rows[i].message))
            fail_msg("%s: %s", rows[i].text, diag_text(&d));
        diag_done(&d);
        arena_free(arena);
    }
}

static void deep_and_wide(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Diag d = {0};
    Text text = {0};
    for (u32 i = 0; i < 100000; i++)
        text_add(&text, "(!");
    assert_null(ltl_parse(text_str(&text), arena, &d));
    text_clear(&text);
    for (u32 i = 0; i < 1000; i++)
        text_add(&text, "! ");
    text_add(&text, "a");
    assert_null(ltl_parse(text_str(&text), arena, &d));
    assert_non_null(strstr(diag_text(&d), "too deeply"));
    text_clear(&text);
    for (u32 i = 0; i < 40; i++)
        text_add(&text, "%sx == %u", i ? " || " : "", i);
    assert_null(ltl_parse(text_str(&text), arena, &d));
    text_done(&text);
    diag_done(&d);
    arena_free(arena);
}

// ---- values -------------------------------------------------------------------------------------

typedef struct Run {
    u32 values[32], n;
} Run;

// "ab,a,-" are states in which a and b, a, nothing holds.
static Run run_of(const char *text) {
    Run r = {.n = 1};
    for (const char *c = text; *c; c++) {
        r.n += *c == ',';
        r.values[r.n - 1] |= *c == 'a' ? 1u : *c == 'b' ? 2u : 0;
    }
    return r;
}

// With a as number 0 and b as number 1.
static Ltl *parse_ab(Arena *arena, const char *formula) {
    return parse(arena, arena_printf(arena, "(a || !a) && (b || !b) && (%s)", formula));
}

static bool holds(const char *formula, const char *text, u32 cycle) {
    Arena *arena = arena_new();
    Run r = run_of(text);
    bool result = ltl_holds(parse_ab(arena, formula), r.values, r.n, cycle);
    arena_free(arena);
    return result;
}

static bool is_lost(const char *formula, const char *text) {
    Arena *arena = arena_new();
    Run r = run_of(text);
    bool result = ltl_is_lost(parse_ab(arena, formula), r.values, r.n);
    arena_free(arena);
    return result;
}

static void values_on_cycles(void **state) {
    (void)state;
    assert_true(holds("[] a", "a,ab,a", 0));
    assert_false(holds("[] a", "a,-,a", 0));
    assert_true(holds("X b && X X a", "a,b,a", 0));
    assert_false(holds("X X X b", "b,b,a", 2));
    assert_true(holds("<> b", "a,a,b", 2));
    assert_false(holds("[] <> b", "b,a,a", 1));
    assert_true(holds("[] <> b", "a,b,a", 0));
    assert_true(holds("<> [] a", "-,b,a,a", 2));
    assert_false(holds("<> [] a", "a,a,b", 1));
    assert_true(holds("a U b", "a,a,b", 0));
    assert_false(holds("a U b", "a,a,a", 0));
    assert_true(holds("a W b", "a,a,a", 0));
    assert_false(holds("a W b", "a,-,b", 0));
    assert_true(holds("b R a", "a,a,a", 1));
    assert_true(holds("b R a", "a,ab,-", 2));
    assert_false(holds("b R a", "a,b,a", 0));
    assert_true(holds("[](a -> <> b)", "a,-,b,-", 3));
    assert_false(holds("[](a -> <> b)", "a,b,a,-", 3));
    assert_true(holds("[](a -> <> b)", "a,b,a,-", 0));
    assert_true(holds("a <-> !b", "a", 0));
}

static void lost_on_prefixes(void **state) {
    (void)state;
    assert_true(is_lost("[] a", "a,a,-"));
    assert_false(is_lost("[] a", "a,a"));
    assert_false(is_lost("<> a", "-,-"));
    assert_true(is_lost("a U b", "a,-"));
    assert_false(is_lost("a U b", "a,a"));
    assert_true(is_lost("!<> a", "-,a"));
    assert_true(is_lost("a W b", "a,-,b"));
    assert_false(is_lost("[](a -> <> b)", "a,-"));
    assert_true(is_lost("b R a", "a,-"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(how_operators_bind),      cmocka_unit_test(what_is_a_proposition),
        cmocka_unit_test(how_operators_are_spelt), cmocka_unit_test(what_is_no_code),
        cmocka_unit_test(what_is_refused),         cmocka_unit_test(deep_and_wide),
        cmocka_unit_test(values_on_cycles),        cmocka_unit_test(lost_on_prefixes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
