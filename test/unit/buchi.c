// SPDX-License-Identifier: Apache-2.0
// Unit tests of automata: how large they get, what they accept, how they are classified, and the
// Hanoi format.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "buchi/buchi.h"

static Buchi *translate(const char *text, bool is_negated) {
    Arena *arena = arena_new();
    Diag d = {0};
    const Ltl *f = ltl_parse_names(text, arena, &d);
    Buchi *b = f ? buchi_translate(f, is_negated, NULL, &d) : NULL;
    if (!b)
        fail_msg("%s: %s", text, diag_text(&d));
    diag_done(&d);
    arena_free(arena);
    return b;
}

static Buchi *read_hoa(const char *text, Diag *d) {
    Text all = {0};
    text_add(&all, "%s", text);
    Buchi *b = buchi_read_hoa("file", &all, NULL, d);
    text_done(&all);
    return b;
}

// ---- sizes --------------------------------------------------------------------------------------

static void small_formulas(void **state) {
    (void)state;
    static const struct {
        const char *text;
        u32 nstates;
        bool is_weak, is_terminal;
    } rows[] = {{"true", 1, true, true},
                {"false", 1, true, true},
                {"p", 2, true, true},
                {"[] p", 1, true, false},
                {"<> p", 2, true, true},
                {"[]<> p", 2, false, false},
                {"<>[] p", 2, true, false},
                {"p U q", 2, true, true},
                {"p R q", 2, true, false},
                {"p W q", 2, true, false},
                {"[](p -> <> q)", 2, false, false},
                {"[]<> p && []<> q", 3, false, false},
                {"X p", 3, true, true},
                {"[](p -> X q)", 2, true, false},
                {"<>(p && X p)", 3, true, true},
                {"[]<> p -> []<> q", 5, false, false},
                {"p && !p", 1, true, true},
                {"<> p || [] !p", 1, true, true},
                {"(p U q) && !(p U q)", 1, true, true}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        Buchi *b = translate(rows[i].text, false);
        if (b->nstates != rows[i].nstates || buchi_is_weak(b) != rows[i].is_weak ||
            buchi_is_terminal(b) != rows[i].is_terminal)
            fail_msg("%s: %u states, weak: %d, terminal: %d", rows[i].text, b->nstates,
                     buchi_is_weak(b), buchi_is_terminal(b));
        buchi_free(b);
    }
}

static void limits(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Diag d = {0};
    const Ltl *f = ltl_parse_names("(a U b) && (c U d) && (e U f)", arena, &d);
    assert_null(buchi_translate(f, false, &(BuchiLimits){.states = 3}, &d));
    assert_non_null(strstr(diag_text(&d), "more than 3 states"));
    Text text = {0};
    for (u32 i = 0; i < 6000; i++)
        text_add(&text, "%sp%u", i ? " && " : "", i % 8);
    f = ltl_parse_names(text_str(&text), arena, &d);
    assert_non_null(f);
    assert_null(buchi_translate(f, false, NULL, &d));
    assert_non_null(strstr(diag_text(&d), "too large"));
    text_done(&text);
    diag_done(&d);
    arena_free(arena);
}

// ---- words --------------------------------------------------------------------------------------

// Every word of `n` letters over two propositions, with each cycle.
static void expect_agreement(const char *text, u32 n) {
    Arena *arena = arena_new();
    const Ltl *f = ltl_parse_names(text, arena, NULL);
    Buchi *yes = translate(text, false), *no = translate(text, true);
    u32 letters[8], all = 1u << (2 * n);
    for (u32 word = 0; word < all; word++)
        for (u32 cycle = 0; cycle < n; cycle++) {
            for (u32 i = 0; i < n; i++)
                letters[i] = word >> (2 * i) & 3;
            bool holds = ltl_holds(f, letters, n, cycle);
            if (buchi_accepts_lasso(yes, letters, n, cycle) != holds ||
                buchi_accepts_lasso(no, letters, n, cycle) == holds)
                fail_msg("%s: word %x, cycle %u: it %s", text, word, cycle,
                         holds ? "holds" : "does not hold");
        }
    buchi_free(yes);
    buchi_free(no);
    arena_free(arena);
}

static void all_short_words(void **state) {
    (void)state;
    static const char *const rows[] = {"a U b",           "a R b",
                                       "a W b",           "[](a -> <> b)",
                                       "[]<> a",          "<>[] a && []<> b",
                                       "X a U X b",       "[]<> a -> []<> b",
                                       "a <-> X <> b",    "(<> a) U ([] b)",
                                       "[](a || X [] b)", "<>(a && X (b U a))",
                                       "[](a -> X X b)"};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        for (u32 n = 1; n <= 4; n++)
            expect_agreement(rows[i], n);
}

static void value_of_next(void **state) {
    (void)state;
    Arena *arena = arena_new();
    const Ltl *f = ltl_parse_names("X X a", arena, NULL);
    assert_true(ltl_holds(f, (u32[]){0, 0, 1}, 3, 0));
    assert_false(ltl_holds(f, (u32[]){0, 0, 0}, 3, 0));
    assert_true(ltl_holds(f, (u32[]){1, 0}, 2, 0));
    assert_true(ltl_is_lost(f, (u32[]){1, 1, 0}, 3));
    assert_false(ltl_is_lost(f, (u32[]){0, 0}, 2));
    arena_free(arena);
}

// ---- the Hanoi format ---------------------------------------------------------------------------

#define HEAD "HOA: v1\nStates: 2\nStart: 0\nAP: 2 \"a\" \"b\"\n"

static void what_is_read(void **state) {
    (void)state;
    // each accepts the words with infinitely many a
    static const char *const rows[] = {
        HEAD "Acceptance: 1 Inf(0)\n--BODY--\nState: 0\n[!0] 0\n[0] 1\nState: 1 {0}\n[0] 1\n[!0] "
             "0\n--END--\n",
        HEAD "Acceptance: 1 Inf(0)\n--BODY--\nState: 0\n[!0] 0 [0] 0 {0}\nState: 1\n--END--",
        HEAD "Acceptance: 1 Inf(0)\nAlias: @x !0&1 | !0&!1\n--BODY--\nState: 0 \"zero\" [@x] 0 "
             "[!@x] 0 {0} State: 1 --END--",
        HEAD "Acceptance: 2 (Inf(0) & Inf(1))\n--BODY--\nState: 0 {1}\n[!0] 0 [0] 0 {0}\nState: "
             "1\n--END--",
        HEAD
        "Acceptance: 2 Inf(0) & Inf(1)\n--BODY--\nState: 0 {0}\n[!0] 0 [0] 1\nState: 1 {1}\n[t] "
        "0\n--END--",
        "HOA: v1 Start: 0 AP: 1 \"a\" Acceptance: 1 Inf(0) --BODY-- State: 0 0 0 {0} --END--",
        "HOA: v1 Start: 0 Start: 1 AP: 1 \"a\" Acceptance: 1 Inf(0) tool: \"x\" --BODY--\n"
        "State: [!0] 0 0 1 /* not /* a */ */ State: [0] 1 {0} 0 1 --END--"};
    Buchi *wanted = translate("[]<> a", false);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        Diag d = {0};
        Buchi *b = read_hoa(rows[i], &d);
        if (!b)
            fail_msg("%s: %s", rows[i], diag_text(&d));
        for (u32 word = 0; word < 64; word++) {
            u32 letters[3] = {word & 1, word >> 1 & 1, word >> 2 & 1}, cycle = (word >> 3) % 3;
            assert_int_equal(buchi_accepts_lasso(b, letters, 3, cycle),
                             buchi_accepts_lasso(wanted, letters, 3, cycle));
        }
        buchi_free(b);
        diag_done(&d);
    }
    buchi_free(wanted);
}

static void what_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"", "no automaton"},
        {"HOA: v2", "v1"},
        {HEAD "--BODY-- --END--", "Acceptance: is missing"},
        {HEAD "Acceptance: 1 Fin(0) --BODY-- --END--", "generalised"},
        {HEAD "Acceptance: 2 Inf(0)|Inf(1) --BODY-- --END--", "generalised"},
        {HEAD "Acceptance: 1 Inf(!0) --BODY-- --END--", "generalised"},
        {HEAD "Acceptance: 65 Inf(0) --BODY-- --END--", "below 65"},
        {HEAD "Acceptance: 1 Inf(0)\nSomething: 1 --BODY-- --END--", "not known"},
        {HEAD "Acceptance: 1 Inf(0) --BODY-- State: 0 [t] 0&1 --END--", "universal"},
        {HEAD "Acceptance: 1 Inf(0) --BODY-- State: 0 [2] 0 --END--", "names proposition 2"},
        {HEAD "Acceptance: 1 Inf(0) --BODY-- State: 0 [@y] 0 --END--", "no alias @y"},
        {HEAD "Acceptance: 1 Inf(0) --BODY-- State: 0 [t] 5 --END--", "not one of the 2 states"},
        {HEAD "Acceptance: 1 Inf(0) --BODY-- State: 0 [t] 1 {1} --END--", "acceptance set"},
        {HEAD "Acceptance: 1 Inf(0) --BODY-- State: 0 State: 0 --END--", "twice"},
        {HEAD "Acceptance: 1 Inf(0) --BODY-- State: 0 0 1 --END--", "one for each letter"},
        {HEAD "Acceptance: 1 Inf(0) --BODY-- State: 0 [0", "the file ends"},
        {HEAD "Acceptance: 1 Inf(0) --BODY-- --ABORT--", "--ABORT--"},
        {HEAD "Acceptance: 1 Inf(0) --BODY-- --END-- HOA: v1", "more than one"},
        {"HOA: v1 name: \"x", "not closed"},
        {"HOA: v1 States: 99999999999999999999999", "must be below"},
        {"HOA: v1 AP: 33", "more than 32"}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        Diag d = {0};
        assert_null(read_hoa(rows[i].text, &d));
        if (!strstr(diag_text(&d), rows[i].message))
            fail_msg("%s: %s", rows[i].text, diag_text(&d));
        diag_done(&d);
    }
}

static void how_it_is_written(void **state) {
    (void)state;
    Buchi *b = translate("p U \"x \\\" y\"", false);
    Text out = {0};
    buchi_write_hoa(b, "an \"until\"", &out);
    assert_string_equal(
        text_str(&out),
        "HOA: v1\nname: \"an \\\"until\\\"\"\nStates: 2\nStart: 0\nAP: 2 \"p\" \"x \\\" y\"\n"
        "acc-name: Buchi\nAcceptance: 1 Inf(0)\nproperties: trans-labels explicit-labels state-acc "
        "no-univ-branch terminal stutter-invariant\n--BODY--\nState: 0\n  [0] 0\n  [1] 1\nState: 1 "
        "{0}\n  [t] 1\n"
        "--END--\n");
    text_done(&out);
    buchi_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_formulas),   cmocka_unit_test(limits),
        cmocka_unit_test(all_short_words),  cmocka_unit_test(value_of_next),
        cmocka_unit_test(what_is_read),     cmocka_unit_test(what_is_refused),
        cmocka_unit_test(how_it_is_written)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
