// SPDX-License-Identifier: Apache-2.0
// Unit tests of configurations, of the searches over systems that are made as they go, and of the
// readers.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "count/count_int.h"

// ---- configurations -----------------------------------------------------------------------------

// "1:2 4:*" in global state g
static CountConfig config(u32 g, const char *text) {
    CountConfig c = {.global = g};
    for (const char *s = text; *s; s++) {
        u32 local = 0, count = 0;
        for (; *s != ':'; s++)
            local = local * 10 + (u32)(*s - '0');
        for (s++; *s && *s != ' '; s++)
            count = *s == '*' ? COUNT_ANY : count * 10 + (u32)(*s - '0');
        config_add(&c, local, count);
        if (!*s)
            break;
    }
    return c;
}

static bool covers(const char *b, const char *a) {
    CountConfig x = config(1, b), y = config(1, a);
    bool is_it = config_covers(&x, &y);
    config_done(&x);
    config_done(&y);
    return is_it;
}

static void configurations_are_sorted(void **state) {
    (void)state;
    u64 before = mem_used();
    CountConfig c = config(7, "9:1 2:3 70:2"), d = config(7, "70:2 2:2 9:1");
    assert_int_equal(c.n, 3);
    for (u32 i = 1; i < c.n; i++)
        assert_true(c.parts[i - 1].local < c.parts[i].local);
    assert_int_equal(config_count(&c, 2), 3);
    assert_int_equal(config_count(&c, 3), 0);
    assert_false(config_equal(&c, &d));
    config_add(&d, 2, 1);
    assert_true(config_equal(&c, &d));
    assert_int_equal(config_hash(&c), config_hash(&d));
    d.global = 8;
    assert_false(config_equal(&c, &d));
    config_done(&c);
    config_done(&d);
    assert_int_equal(mem_used(), before);
}

static void threads_come_and_go(void **state) {
    (void)state;
    CountConfig c = config(0, "1:2 5:*");
    assert_false(config_remove(&c, 3));
    assert_true(config_remove(&c, 1));
    assert_int_equal(config_count(&c, 1), 1);
    assert_true(config_remove(&c, 1));
    assert_int_equal(c.n, 1);
    assert_false(config_remove(&c, 1));
    for (u32 i = 0; i < 3; i++)
        assert_true(config_remove(&c, 5));
    assert_int_equal(config_count(&c, 5), COUNT_ANY);
    config_add(&c, 5, 4);
    assert_int_equal(config_count(&c, 5), COUNT_ANY);
    config_add(&c, 6, 0);
    assert_int_equal(c.n, 1);
    // what is left out is not there, whatever the bits say
    config_add(&c, 69, 1);
    config_remove(&c, 69);
    assert_int_equal(c.locals, (u64)1 << 5);
    config_done(&c);
}

static void covering_is_an_order(void **state) {
    (void)state;
    static const char *const texts[] = {"",    "1:1",     "1:2",     "1:*",
                                        "2:1", "1:1 2:1", "1:* 2:1", "66:1"};
    assert_true(covers("1:2", "1:1"));
    assert_true(covers("1:*", "1:4000000"));
    assert_false(covers("1:4000000", "1:*"));
    assert_true(covers("1:1 2:1", "2:1"));
    assert_false(covers("2:1", "66:1")); // the same bit
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        assert_true(covers(texts[i], texts[i]));
        for (size_t k = 0; k < ARRAY_LEN(texts); k++) {
            if (i != k && covers(texts[i], texts[k]))
                assert_false(covers(texts[k], texts[i]));
            for (size_t m = 0; m < ARRAY_LEN(texts); m++)
                if (covers(texts[i], texts[k]) && covers(texts[k], texts[m]))
                    assert_true(covers(texts[i], texts[m]));
        }
    }
    CountConfig x = config(1, ""), y = config(2, "");
    assert_false(config_covers(&x, &y));
}

static void what_grows_is_any_number(void **state) {
    (void)state;
    CountConfig from = config(3, "1:1 2:2 4:*"), c = config(3, "1:1 2:3 3:1 4:*");
    assert_true(config_accelerate(&c, &from));
    assert_int_equal(config_count(&c, 1), 1);
    assert_int_equal(config_count(&c, 2), COUNT_ANY);
    assert_int_equal(config_count(&c, 3), COUNT_ANY);
    assert_int_equal(config_count(&c, 4), COUNT_ANY);
    assert_true(config_covers(&c, &from));
    assert_false(config_accelerate(&c, &from));
    config_done(&from);
    config_done(&c);
}

// ---- systems that are made as they go -----------------------------------------------------------

// A tower: a thread in local state n goes to n + 1 if the global state is n, up to `height`; the
// global state goes up when a thread is there. Who starts it adds nothing but the first thread.
typedef struct Tower {
    u32 height, asked;
} Tower;

static void tower_moves(void *self, u32 global, u32 local, CountMoves *out) {
    Tower *t = self;
    t->asked++;
    if (local == global && global < t->height)
        VEC_PUSH(out->items, out->len, out->cap) = (CountMove){global + 1, 0, 0, {0}};
    if (local < global)
        VEC_PUSH(out->items, out->len, out->cap) = (CountMove){global, local + 1, 0, {0}};
}

static bool tower_is_bad(void *self, u32 global) { return global == ((Tower *)self)->height; }

static void tower_name(void *self, u32 n, Text *out) {
    (void)self;
    text_add(out, "n%u", n);
}

static void system_is_asked_as_it_goes(void **state) {
    (void)state;
    u64 before = mem_used();
    Tower tower = {.height = 12};
    CountConfig first = config(0, "0:*");
    CountSystem s = {.self = &tower,
                     .moves = tower_moves,
                     .is_bad = tower_is_bad,
                     .name_global = tower_name,
                     .name_local = tower_name,
                     .initial = &first,
                     .ninitial = 1};
    CountOptions o = {.wants_dot = true};
    CountResult r;
    count_forward(&s, &o, &r);
    assert_int_equal(r.answer, COUNT_REACHABLE);
    assert_int_equal(r.bad, 12);
    assert_non_null(strstr(text_str(&r.dot), "digraph"));
    count_result_done(&r);
    count_backward(&s, &o, &r);
    assert_int_equal(r.answer, COUNT_REACHABLE);
    count_result_done(&r);
    count_plain(&s, 0, &o, &r);
    assert_int_equal(r.answer, COUNT_REACHABLE);
    assert_int_equal(r.threads, 1); // who has gone up begins at the bottom again
    assert_true(r.nsteps >= 12);
    count_result_done(&r);
    // A pair is asked about once.
    tower = (Tower){.height = UINT32_MAX};
    volatile int interrupted = 0;
    o.limits.interrupted = &interrupted;
    interrupted = 1;
    count_forward(&s, &o, &r);
    assert_int_equal(r.answer, COUNT_STOPPED);
    assert_string_equal(text_str(&r.reason), "interrupted");
    assert_true(tower.asked < 1000);
    count_result_done(&r);
    config_done(&first);
    assert_int_equal(mem_used(), before);
}

static void moves_are_remembered(void **state) {
    (void)state;
    Tower tower = {.height = 3};
    CountConfig first = config(0, "0:1");
    CountSystem s = {.self = &tower, .moves = tower_moves, .initial = &first, .ninitial = 1};
    Mover m;
    u32 n;
    mover_init(&m, &s);
    for (u32 i = 0; i < 3; i++) {
        assert_int_equal(mover_moves(&m, 0, 0, &n)->global, 1);
        assert_int_equal(n, 1);
        mover_moves(&m, 1, 1, &n);
        mover_moves(&m, 0, 1, &n);
        assert_int_equal(n, 0);
    }
    assert_int_equal(tower.asked, 3);
    assert_int_equal(m.nglobals, 2);
    assert_int_equal(m.nlocals, 2);
    mover_done(&m);
    config_done(&first);
}

// ---- readers ------------------------------------------------------------------------------------

static CountModel *read_text(bool is_program, const char *text, size_t len, const CountInput *in,
                             Diag *d) {
    Text t = {0};
    text_bytes(&t, text, len);
    CountModel *m = is_program ? program_read(in, &t, d) : machine_read(in, &t, d);
    text_done(&t);
    return m;
}

static const char MACHINE[] = "global free held error # names\n"
                              "local out in\n\n"
                              "init free\n"
                              "threads out *\n"
                              "error error\n"
                              "(free, out) -> (held, in)\n"
                              "(held,in)->(free,-)\n"
                              "(held, in) -> (held, in + out + out)\n";
static const char PROGRAM[] =
    "decl a, b := true, *; /* two\nlines */ lock m;\n"
    "void main() begin\n"
    "  decl x, y := *, false;\n"
    "  L: if (x & !a | (b => y)) then y := f(x, true); else goto L, M; fi\n"
    "  while (*) do lock(m); a, b := b, a; unlock(m); od\n"
    "  M: atomic { assume(a != b); assert(a ^ b); }\n"
    "end\n"
    "bool f(p, q) { atomic_begin; q := p ? a : q; atomic_end; return q; }\n";

static u32 answer_of(bool is_program, const char *text, const CountInput *in) {
    Diag d = {0};
    CountResult r;
    CountModel *m = read_text(is_program, text, strlen(text), in, &d);
    assert_string_equal(diag_text(&d), "");
    assert_non_null(m);
    count_forward(count_system(m), &(CountOptions){0}, &r);
    u32 answer = r.answer;
    count_result_done(&r);
    count_model_free(m);
    diag_done(&d);
    return answer;
}

static void files_are_read(void **state) {
    (void)state;
    u64 before = mem_used();
    const CountInput plain = {.path = "x"}, reach = {.path = "x", .reach = "held"},
                     expr = {.path = "x", .reach = "a & b"};
    assert_int_equal(answer_of(false, MACHINE, &plain), COUNT_UNREACHABLE);
    assert_int_equal(answer_of(false, MACHINE, &reach), COUNT_REACHABLE);
    assert_int_equal(answer_of(true, PROGRAM, &plain), COUNT_UNREACHABLE);
    assert_int_equal(answer_of(true, PROGRAM, &expr), COUNT_REACHABLE);
    assert_int_equal(mem_used(), before);
}

// Whatever is read, it is a model or a message, and no memory is lost.
static void try_text(bool is_program, const char *text, size_t len) {
    u64 before = mem_used();
    Diag d = {0};
    CountModel *m = read_text(is_program, text, len, &(CountInput){.path = "x"}, &d);
    assert_true(m ? !*diag_text(&d) : *diag_text(&d));
    count_model_free(m);
    diag_done(&d);
    assert_int_equal(mem_used(), before);
}

static void damaged_files_have_messages(void **state) {
    (void)state;
    for (u32 which = 0; which < 2; which++) {
        const char *text = which ? PROGRAM : MACHINE;
        size_t len = strlen(text);
        char copy[sizeof PROGRAM + sizeof MACHINE];
        for (size_t i = 0; i <= len; i++)
            try_text(which, text, i);
        for (u64 i = 0; i < 4000; i++) {
            memcpy(copy, text, len);
            for (u64 k = 0; k <= i % 3; k++) {
                u64 word = hash_mix(i * 4 + k + 1);
                copy[word % len] = word >> 32 & 1 ? (char)(word >> 40) : text[(word >> 40) % len];
            }
            try_text(which, copy, len);
        }
    }
}

static void messages_name_the_line(void **state) {
    (void)state;
    static const struct {
        bool is_program;
        const char *text, *message;
    } rows[] = {
        {false, "", "x: no line 'init NAME' says in which global state it begins"},
        {false, "global a\ninit a\n", "x: no line 'threads NAME *' says where threads begin"},
        {false, "global a\n\nglobal b a\n", "x:3: there is a global state 'a' already"},
        {false, "global red\ninit rod\n",
         "x:2: there is no global state 'rod'; did you mean 'red'?"},
        {false, "local l\nthreads l 12345678901234567890\n",
         "x:2: '12345678901234567890' is not a number of threads; at most 1000000"},
        {false, "local l\nthreads l *\nthreads l 2\n",
         "x:3: the threads in 'l' have been counted already"},
        {false, "global g\nlocal l\n(g, l) (g, l)\n", "x:3: '(' stands where '->' should be"},
        {false, "global g\nlocal l\n(g, l) -> (g, l\n", "x:3: the line ends where ')' should be"},
        {false, "global g\nlocal l\n(g, l) -> (g, l) x\n",
         "x:3: 'x' stands where the end of the line should be"},
        {false, "gobal g\n",
         "x:1: a line begins with 'global', 'local', 'init', 'threads', 'error' or '(', not with "
         "'gobal'"},
        {true, "", "x: there is no procedure 'main'; --threads NAME says what threads run"},
        {true, "void main() {\n a := 1; }", "x:2: there is no variable 'a'"},
        {true, "decl a, a;", "x:1: there is a variable 'a' already"},
        {true, "void main() { } void main() { }", "x:1: there is a procedure 'main' already"},
        {true, "void main() { f(); }\nvoid f() { g(); } void g() {\n f(); }",
         "x:3: calls go round: f -> g -> f; a procedure must not call itself"},
        {true, "void main() { f(1); } void f() { }", "x:1: 'f' takes 0 arguments, not 1"},
        {true, "decl a; void main() { a := f(); } void f() { }",
         "x:1: 'f' returns 0 values, not 1"},
        {true, "void main() { goto L; }", "x:1: there is no label 'L'"},
        {true, "void main() { L: L: goto L; }", "x:1: there is a label 'L' already"},
        {true, "void main() { atomic_end; }", "x:1: no atomic section ends here"},
        {true, "void main() {\nif (*) { atomic_begin; }\nskip; L: assume(1); }",
         "x:3: this can be reached inside and outside of an atomic section"},
        {true, "void main() { decl x; lock(x); }",
         "x:1: 'x' is local, so no other thread could wait for it"},
        {true, "decl a; void main() { a, a := 1, 0; }", "x:1: a variable gets two values at once"},
        {true, "decl a; void main() { a := 1, 0; }", "x:1: 1 variables get 2 values"},
        {true, "/* \n", "x:1: this comment has no end"},
        {true, "decl a; void main() { a := (a; }", "x:1: ';' stands where ')' should be"},
        {true, "decl a; void main() { a := a", "x:1: the text ends where ';' should be"},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        Diag d = {0};
        CountModel *m = read_text(rows[i].is_program, rows[i].text, strlen(rows[i].text),
                                  &(CountInput){.path = "x"}, &d);
        assert_null(m);
        assert_string_equal(diag_text(&d), rows[i].message);
        diag_done(&d);
    }
}

static void bound_of(u64 nglobals, u64 nlocals, const char *wanted) {
    Text t = {0};
    count_bound(nglobals, nlocals, &t);
    assert_string_equal(text_str(&t), wanted);
    text_done(&t);
}

static void bounds_of_the_theorem(void **state) {
    (void)state;
    bound_of(1, 5, "2 * 1^(5!) = 2");
    bound_of(3, 2, "2 * 3^(2!) = 18");
    bound_of(2, 3, "2 * 2^(3!) = 128");
    bound_of(10, 4, "2 * 10^(4!), about 10^24");
    bound_of(2048, 256, "2 * 2048^(256!), about 10^(10^507.5)");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(configurations_are_sorted),
        cmocka_unit_test(threads_come_and_go),
        cmocka_unit_test(covering_is_an_order),
        cmocka_unit_test(what_grows_is_any_number),
        cmocka_unit_test(system_is_asked_as_it_goes),
        cmocka_unit_test(moves_are_remembered),
        cmocka_unit_test(files_are_read),
        cmocka_unit_test(damaged_files_have_messages),
        cmocka_unit_test(messages_name_the_line),
        cmocka_unit_test(bounds_of_the_theorem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
