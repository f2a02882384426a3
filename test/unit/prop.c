// SPDX-License-Identifier: Apache-2.0
// Unit tests of prop: which kinds are checked, property files, what a verdict may claim.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "prop/prop.h"

// ---- properties ---------------------------------------------------------------------------------

static void default_set(void **state) {
    (void)state;
    PropertySet s;
    prop_default(&s);
    assert_true(s.checked[FAULT_ASSERTION] && s.checked[FAULT_DEADLOCK] &&
                s.checked[FAULT_MUTEX_MISUSE]);
    assert_true(s.checked[FAULT_NULL_DEREF] && s.checked[FAULT_DIVISION_BY_ZERO] &&
                s.checked[FAULT_UNREACHABLE]);
    assert_false(s.checked[FAULT_LEAK] || s.checked[FAULT_UNINITIALIZED] ||
                 s.checked[FAULT_OVERFLOW]);
    assert_false(s.checked[FAULT_NONE] || s.cleanup);
}

static void property_lists(void **state) {
    (void)state;
    PropertySet s;
    Diag d = {0};
    prop_default(&s);
    assert_true(prop_parse(&s, "leak,uninitialized", &d));
    assert_true(s.checked[FAULT_LEAK] && s.checked[FAULT_UNINITIALIZED] &&
                !s.checked[FAULT_OVERFLOW]);
    s = (PropertySet){0};
    assert_true(prop_parse(&s, "assertion", &d));
    assert_true(s.checked[FAULT_ASSERTION] && !s.checked[FAULT_DEADLOCK]);
    assert_true(prop_parse(&s, "all", &d));
    assert_true(s.checked[FAULT_OVERFLOW] && s.checked[FAULT_DEADLOCK] &&
                s.checked[FAULT_DATA_RACE]);
    assert_false(prop_parse(&s, "leak,beauty", &d));
    assert_non_null(strstr(diag_text(&d), "'beauty'"));
    assert_false(prop_parse(&s, "", &d));
    prop_default(&s);
    assert_false(s.checked[FAULT_DATA_RACE]);
    assert_true(prop_parse(&s, "race", &d));
    assert_true(s.checked[FAULT_DATA_RACE]);
    // Nothing looks for this: to accept it would promise what is not checked.
    assert_false(prop_parse(&s, "liveness", &d));
    diag_done(&d);
}

static bool read_text(PropertySet *s, const char *text, Diag *d) {
    char path[] = "/tmp/heddle-unit-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    bool is_ok = prop_read_prp(s, path, d);
    unlink(path);
    return is_ok;
}

static void property_files(void **state) {
    (void)state;
    PropertySet s;
    Diag d = {0};
    assert_true(read_text(&s, "CHECK( init(main()), LTL(G ! call(reach_error())) )\n", &d));
    assert_true(s.checked[FAULT_REACH_ERROR] && !s.checked[FAULT_ASSERTION] &&
                !s.checked[FAULT_DEADLOCK]);
    assert_true(read_text(
        &s,
        "CHECK( init(main()), LTL(G valid-free) )\n\nCHECK( init(main()), LTL(G valid-deref) )\n"
        "CHECK( init(main()), LTL(G valid-memtrack) )",
        &d));
    assert_true(s.checked[FAULT_DOUBLE_FREE] && s.checked[FAULT_OUT_OF_BOUNDS] &&
                s.checked[FAULT_LEAK]);
    assert_false(s.cleanup || s.checked[FAULT_REACH_ERROR]);
    assert_true(read_text(&s, "CHECK( init(main()), LTL(G valid-memcleanup) )", &d));
    assert_true(s.cleanup && s.checked[FAULT_LEAK]);
    assert_true(read_text(&s, "CHECK( init(main()), LTL(G ! overflow) )", &d));
    assert_true(s.checked[FAULT_OVERFLOW]);
    assert_true(read_text(&s, "CHECK( init(main()), LTL(G ! data-race) )", &d));
    assert_true(s.checked[FAULT_DATA_RACE] && !s.checked[FAULT_ASSERTION]);
    assert_true(read_text(&s, "CHECK( init(main()), LTL(F end) )", &d));
    assert_true(s.termination && s.checked[FAULT_LIVENESS] && !s.checked[FAULT_ASSERTION]);
    static const char *const bad[] = {"",
                                      "\n \n",
                                      "hello\n",
                                      "CHECK( init(start()), LTL(G ! overflow) )",
                                      "CHECK( init(main()), LTL(G x",
                                      "CHECK( init(main()), LTL(G ! call(other())) )"};
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        assert_false(read_text(&s, bad[i], &d));
        assert_non_null(strstr(diag_text(&d), "heddle-unit-"));
    }
    assert_false(prop_read_prp(&s, "/nonexistent/x.prp", &d));
    diag_done(&d);
}

// ---- verdicts -----------------------------------------------------------------------------------

static void holds_without_cuts(void **state) {
    (void)state;
    Verdict v;
    verdict_init(&v);
    verdict_bound(&v, "%d context switches", 3);
    verdict_bound(&v, "%d context switches", 3);
    verdict_conclude(&v, NULL);
    assert_int_equal(v.kind, VERDICT_HOLDS);
    assert_int_equal(v.nbounds, 1);
    assert_string_equal(v.bounds[0].text, "3 context switches");
    assert_int_equal(verdict_exit_code(&v), 0);
    verdict_done(&v);
}

// In the same order, however they were met; bounds that were asked for as they were given.
static void conditions_are_sorted(void **state) {
    (void)state;
    const Condition met[4] = {{PREP_WITHIN, "3 clock ticks"},
                              {PREP_WITHOUT, "spurious wake-ups"},
                              {PREP_WITH, "empty standard input"},
                              {PREP_UNDER, "sequential consistency"}};
    for (u32 from = 0; from < 4; from++) {
        Verdict v;
        verdict_init(&v);
        verdict_bound(&v, "%d context switches", 2);
        for (u32 i = 0; i < 8; i++)
            verdict_condition(&v, met[(from + i) % 4].preposition, met[(from + i) % 4].text);
        assert_int_equal(v.nbounds, 5);
        assert_int_equal(v.bounds[0].preposition, PREP_UNDER);
        assert_int_equal(v.bounds[1].preposition, PREP_WITH);
        assert_int_equal(v.bounds[2].preposition, PREP_WITHOUT);
        assert_string_equal(v.bounds[3].text, "2 context switches");
        assert_string_equal(v.bounds[4].text, "3 clock ticks");
        assert_true(verdict_is_bounded(&v));
        verdict_done(&v);
    }
}

static void cut_is_sticky(void **state) {
    (void)state;
    Verdict v;
    verdict_init(&v);
    verdict_cut(&v, "time limit of %d s reached", 5);
    verdict_cut(&v, "something later");
    verdict_conclude(&v, NULL);
    assert_int_equal(v.kind, VERDICT_UNKNOWN);
    assert_string_equal(text_str(&v.reason), "time limit of 5 s reached");
    assert_int_equal(verdict_exit_code(&v), 3);
    verdict_done(&v);
}

// The reason is the first among texts, whatever the order; what the input is to blame for goes
// before.
static void cut_runs_in_any_order(void **state) {
    (void)state;
    const char *order[2][2] = {{"a.c:7: b", "a.c:9: a"}, {"a.c:9: a", "a.c:7: b"}};
    for (int i = 0; i < 2; i++) {
        Verdict v;
        verdict_init(&v);
        verdict_cut_run(&v, false, order[i][0]);
        verdict_cut_run(&v, false, order[i][1]);
        assert_string_equal(text_str(&v.reason), "a.c:7: b");
        verdict_cut_run(&v, true, "z.c:1: assembly");
        verdict_cut_run(&v, false, "a.c:1: c");
        verdict_cut(&v, "a limit");
        verdict_conclude(&v, NULL);
        assert_string_equal(text_str(&v.reason), "z.c:1: assembly");
        assert_int_equal(verdict_exit_code(&v), 2);
        verdict_done(&v);
    }
    Verdict v;
    verdict_init(&v);
    verdict_cut(&v, "time limit");
    verdict_cut_run(&v, true, "a.c:1: assembly");
    verdict_conclude(&v, NULL);
    assert_string_equal(text_str(&v.reason), "time limit");
    assert_int_equal(verdict_exit_code(&v), 3);
    verdict_done(&v);
}

// What stops a search counts more than runs and limits; a limit makes the exit code 3.
static void stops_and_limits(void **state) {
    (void)state;
    Verdict v;
    verdict_init(&v);
    verdict_cut_run(&v, true, "a.c:1: assembly");
    verdict_cut_stop(&v, false, "the abstraction is not sound");
    verdict_cut_run(&v, true, "a.c:1: assembly");
    verdict_cut(&v, "time limit");
    verdict_conclude(&v, NULL);
    assert_string_equal(text_str(&v.reason), "the abstraction is not sound");
    assert_int_equal(verdict_exit_code(&v), 3);
    verdict_done(&v);
    verdict_init(&v);
    verdict_cut_run(&v, false, "a.c:2: too many threads");
    verdict_limit(&v);
    verdict_cut_run(&v, true, "a.c:1: assembly");
    verdict_conclude(&v, NULL);
    assert_string_equal(text_str(&v.reason), "a.c:1: assembly");
    assert_int_equal(verdict_exit_code(&v), 3);
    verdict_done(&v);
}

static void violation_counts_despite_cuts(void **state) {
    (void)state;
    Verdict v;
    verdict_init(&v);
    verdict_cut(&v, "unsupported");
    v.is_input_at_fault = true;
    verdict_conclude(&v, "assertion failed");
    assert_int_equal(v.kind, VERDICT_VIOLATED);
    assert_string_equal(text_str(&v.reason), "assertion failed");
    assert_int_equal(verdict_exit_code(&v), 1);
    verdict_done(&v);
}

static void bad_input_has_its_own_code(void **state) {
    (void)state;
    Verdict v;
    verdict_init(&v);
    verdict_cut(&v, "inline assembly");
    v.is_input_at_fault = true;
    verdict_conclude(&v, NULL);
    assert_int_equal(verdict_exit_code(&v), 2);
    assert_string_equal(verdict_name(v.kind), "unknown");
    verdict_done(&v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(default_set),
        cmocka_unit_test(property_lists),
        cmocka_unit_test(property_files),
        cmocka_unit_test(holds_without_cuts),
        cmocka_unit_test(conditions_are_sorted),
        cmocka_unit_test(cut_is_sticky),
        cmocka_unit_test(cut_runs_in_any_order),
        cmocka_unit_test(stops_and_limits),
        cmocka_unit_test(violation_counts_despite_cuts),
        cmocka_unit_test(bad_input_has_its_own_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
