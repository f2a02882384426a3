// SPDX-License-Identifier: Apache-2.0
// Unit tests of the model and the store that an order of a search asks, on real programs and with
// orders that are not part of heddle: one that looks at everything, and a search for cycles.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "front/front.h"
#include "search/search.h"

enum { ROOM = 1 << 16, NUMBER = 7 };

static const char counting[] = "#include <pthread.h>\n"
                               "int n, *p;\n"
                               "static void *work(void *arg) {\n"
                               "    for (int i = 0; i < 2; i++) n++;\n"
                               "    p = &n;\n"
                               "    return arg;\n"
                               "}\n"
                               "int main(void) {\n"
                               "    pthread_t a, b;\n"
                               "    pthread_create(&a, 0, work, 0);\n"
                               "    pthread_create(&b, 0, work, 0);\n"
                               "    pthread_join(a, 0);\n"
                               "    pthread_join(b, 0);\n"
                               "    return n;\n"
                               "}\n";
static const char spinning[] = "#include <pthread.h>\n"
                               "#include <stdatomic.h>\n"
                               "atomic_int flag;\n"
                               "static void *work(void *arg) {\n"
                               "    while (!flag) ;\n"
                               "    return arg;\n"
                               "}\n"
                               "int main(void) {\n"
                               "    pthread_t a;\n"
                               "    pthread_create(&a, 0, work, 0);\n"
                               "    flag = 1;\n"
                               "    return pthread_join(a, 0);\n"
                               "}\n";
// One run of each kind that is not a violation, and one that leads on.
static const char ending[] = "#include <stdlib.h>\n"
                             "extern int __VERIFIER_nondet_int(void);\n"
                             "extern void __VERIFIER_assume(int);\n"
                             "volatile int n;\n"
                             "int main(void) {\n"
                             "    switch (__VERIFIER_nondet_int()) {\n"
                             "    case 0: exit(0);\n"
                             "    case 1: __VERIFIER_assume(0); break;\n"
                             "    case 2: return 1 / n;\n"
                             "    case 3: abort();\n"
                             "    default: break;\n"
                             "    }\n"
                             "    return 0;\n"
                             "}\n";

// ---- a program as a model -----------------------------------------------------------------------

typedef struct World {
    Program *program;
    ExploreOptions options;
    Verdict verdict;
    u64 unasked[FAULT_COUNT];
    u32 gone_on;
    Fault first_unasked;
    Exploration *exploration;
    Model model;
    Store store;
} World;

static Program *load_program(const char *source) {
    Diag d = {0};
    char path[] = "/tmp/heddle-seam-XXXXXX.c";
    int fd = mkstemps(path, 2);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, source, strlen(source)), strlen(source));
    close(fd);
    const char *files[] = {path};
    Program *p = front_load(&(FrontOptions){.files = files, .nfiles = 1}, &d);
    unlink(path);
    assert_non_null(p);
    return p;
}

static World *world_new(const char *source, Reduction reduction, StoreKind kind) {
    World *w = calloc(1, sizeof *w);
    w->program = load_program(source);
    w->options = (ExploreOptions){.reduction = reduction, .context_bound = -1};
    w->options.vm.has_nondet_range = true;
    w->options.vm.nondet_high = 4;
    prop_default(&w->options.properties);
    w->options.properties.checked[FAULT_DIVISION_BY_ZERO] = false;
    w->options.properties.checked[FAULT_ASSERTION] = false;
    verdict_init(&w->verdict);
    Findings f = {&w->verdict, w->unasked, &w->gone_on, &w->first_unasked};
    ExploreUse use = {.is_marked = true};
    assert_null(explore_refusal(&w->options, use, kind));
    w->exploration = exploration_new(w->program, &w->options, use, &f, &(ExploreHooks){0});
    exploration_begin(w->exploration, &(StoreOptions){.kind = kind}, 1);
    w->model = exploration_model(w->exploration, 0);
    w->store = exploration_seen(w->exploration, 0);
    return w;
}

static void world_free(World *w) {
    exploration_end(w->exploration);
    exploration_free(w->exploration);
    text_done(&w->first_unasked.text);
    verdict_done(&w->verdict);
    program_free(w->program);
    free(w);
}

static void expand(const World *w, const StateWord *state, Children *out) {
    out->nends = 0;
    children_cut(out, 0);
    w->model.go(w->model.self, state, false);
    assert_int_equal(w->model.judge(w->model.self), STEP_ON);
    assert_int_equal(w->model.successors(w->model.self, out), STEP_ON);
}

static bool is_same(const Children *a, u32 i, const Children *b, u32 k) {
    const StateWord *x = child_state(a, i), *y = child_state(b, k);
    return a->items[i].how.thread == b->items[k].how.thread &&
           a->items[i].how.alternative == b->items[k].how.alternative &&
           a->items[i].how.length == b->items[k].how.length && vector_words(x) == vector_words(y) &&
           memcmp(x, y, vector_words(x) * sizeof *x) == 0;
}

// ---- what can be asked of a state ---------------------------------------------------------------

// The steps one by one, with a look at where each leads to in between, are the same as all at once.
static void check_steps(const World *w, const StateWord *state, const Children *all) {
    Children c = {0};
    w->model.go(w->model.self, state, false);
    for (ThreadId t = 0; t < vector_threads(state); t++) {
        u32 n = w->model.ways(w->model.self, t);
        assert_int_equal(n, w->model.alternatives(w->model.self, t));
        for (u32 a = 0; a < n; a++) {
            if (w->model.step(w->model.self, (Choice){t, a, 0}, &c) != STEP_ON)
                continue;
            w->model.go(w->model.self, child_state(&c, c.n - 1), false);
            assert_int_equal(w->model.judge(w->model.self), STEP_ON);
            w->model.go(w->model.self, state, true);
        }
    }
    assert_int_equal(c.n, all->n);
    assert_int_equal(c.nends, all->nends);
    for (u32 i = 0; i < c.n; i++)
        assert_true(is_same(&c, i, all, i));
    for (u32 i = 0; i < c.nends; i++)
        assert_int_equal(c.ends[i].end, all->ends[i].end);
    children_done(&c);
}

// As bytes and back, a state leads to the same states.
static void check_bytes(const World *w, const StateWord *state, const Children *all) {
    static u8 bytes[ROOM], again[ROOM];
    Children c = {0};
    size_t n = w->model.save(w->model.self, state, bytes, ROOM);
    assert_in_range(n, 1, ROOM);
    const StateWord *loaded = w->model.load(w->model.self, bytes);
    assert_int_equal(w->model.save(w->model.self, loaded, again, ROOM), n);
    assert_memory_equal(bytes, again, n);
    expand(w, loaded, &c);
    assert_int_equal(c.n, all->n);
    for (u32 i = 0; i < c.n; i++)
        assert_int_equal(c.items[i].how.length, all->items[i].how.length);
    children_done(&c);
}

// A state with a number is another one, leads to the same unmarked states, and has a colour of its
// own.
static void check_number(const World *w, const StateWord *state, const Children *all) {
    _Atomic u32 *colour, *same;
    Children c = {0}, kept = {0};
    assert_int_equal(w->model.number(w->model.self, state), 0);
    children_add(&kept, (Choice){0}, w->model.mark(w->model.self, state, NUMBER));
    const StateWord *marked = child_state(&kept, 0);
    assert_int_equal(w->model.number(w->model.self, marked), NUMBER);
    assert_true(w->store.add(w->store.self, marked, &colour));
    assert_int_equal(atomic_load(colour), 0);
    atomic_store(colour, NUMBER);
    expand(w, marked, &c);
    assert_int_equal(c.n, all->n);
    for (u32 i = 0; i < c.n; i++)
        assert_true(is_same(&c, i, all, i));
    assert_false(w->store.add(w->store.self, marked, &same));
    assert_ptr_equal(colour, same);
    children_done(&c);
    children_done(&kept);
}

// ---- an order that looks at everything ----------------------------------------------------------

typedef struct Sums {
    u64 states, steps;
    u64 ends[STEP_VIOLATION + 1];
} Sums;

// The colour of a state is its number from 1 on.
static void look_at_all(const World *w, bool checks, Sums *out) {
    Children queue = {0}, c = {0};
    _Atomic u32 *colour;
    assert_int_equal(w->model.initial(w->model.self, &queue), STEP_ON);
    assert_true(w->store.add(w->store.self, child_state(&queue, 0), &colour));
    atomic_store(colour, 1);
    for (u32 i = 0; i < queue.n; i++) {
        StateWord *state = malloc(vector_words(child_state(&queue, i)) * sizeof *state);
        memcpy(state, child_state(&queue, i), vector_words(child_state(&queue, i)) * sizeof *state);
        expand(w, state, &c);
        out->steps += c.n + c.nends;
        for (u32 k = 0; k < c.nends; k++)
            out->ends[c.ends[k].end]++;
        if (checks) {
            check_steps(w, state, &c);
            check_bytes(w, state, &c);
            check_number(w, state, &c);
        }
        for (u32 k = 0; k < c.n; k++) {
            bool is_new = w->store.add(w->store.self, child_state(&c, k), &colour);
            assert_int_equal(is_new, atomic_load(colour) == 0);
            if (!is_new)
                continue;
            children_add(&queue, c.items[k].how, child_state(&c, k));
            atomic_store(colour, queue.n);
        }
        assert_false(w->store.add(w->store.self, state, &colour));
        assert_int_equal(atomic_load(colour), i + 1);
        free(state);
    }
    out->states = queue.n;
    children_done(&queue);
    children_done(&c);
}

static void search_finds(const World *w, const Sums *sums) {
    SearchOptions o = {.explore = w->options, .workers = 1};
    SearchResult r;
    o.explore.no_thread_symmetry = true; // who marks states tells threads apart,
    o.explore.no_thread_choice = true;   // and tries all of them
    search_run(w->program, &o, &r);
    assert_int_equal(r.verdict.kind, sums->ends[STEP_CUT] ? VERDICT_UNKNOWN : VERDICT_HOLDS);
    assert_int_equal(r.figures.states, sums->states);
    assert_int_equal(r.figures.transitions, sums->steps);
    assert_int_equal(r.figures.runs_assumed_away, sums->ends[STEP_ASSUMED]);
    search_result_done(&r);
}

static void everything_is_told(void **state) {
    (void)state;
    const char *const sources[] = {counting, spinning, ending};
    const StoreKind kinds[] = {STORE_EXACT, STORE_COMPACT};
    for (u32 i = 0; i < ARRAY_LEN(sources); i++)
        for (Reduction r = REDUCTION_NONE; r <= REDUCTION_DEFAULT; r++)
            for (u32 k = 0; k < ARRAY_LEN(kinds); k++) {
                World *w = world_new(sources[i], r, kinds[k]);
                Sums plain = {0}, checked = {0};
                look_at_all(w, false, &plain);
                exploration_end(w->exploration);
                exploration_begin(w->exploration, &(StoreOptions){.kind = kinds[k]}, 1);
                w->model = exploration_model(w->exploration, 0);
                w->store = exploration_seen(w->exploration, 0);
                look_at_all(w, true, &checked);
                assert_memory_equal(&plain, &checked, sizeof plain);
                assert_true(plain.ends[STEP_EXIT] > 0);
                search_finds(w, &plain);
                world_free(w);
            }
}

static void ends_have_kinds(void **state) {
    (void)state;
    Sums sums = {0};
    World *w = world_new(ending, REDUCTION_DEFAULT, STORE_EXACT);
    look_at_all(w, true, &sums);
    assert_int_equal(sums.ends[STEP_EXIT], 2);
    assert_true(sums.ends[STEP_ASSUMED] > 0);
    assert_true(sums.ends[STEP_UNASKED] > 0);
    assert_true(sums.ends[STEP_CUT] > 0);
    world_free(w);
}

// ---- a search for cycles ------------------------------------------------------------------------

enum { ON_PATH = 1, DONE };

// Depth-first; the colour of a state says whether it is on the path.
static bool has_cycle(const World *w, const StateWord *state) {
    _Atomic u32 *colour;
    Children c = {0};
    bool is_found = false;
    if (!w->store.add(w->store.self, state, &colour))
        return atomic_load(colour) == ON_PATH;
    atomic_store(colour, ON_PATH);
    expand(w, state, &c);
    for (u32 i = 0; i < c.n && !is_found; i++)
        is_found = has_cycle(w, child_state(&c, i));
    atomic_store(colour, DONE);
    children_done(&c);
    return is_found;
}

static void cycles_of_programs(void **state) {
    (void)state;
    const char *const sources[] = {counting, spinning, ending};
    const bool have[] = {false, true, false};
    for (u32 i = 0; i < ARRAY_LEN(sources); i++) {
        World *w = world_new(sources[i], REDUCTION_TAU_PLUS, STORE_EXACT);
        Children initial = {0};
        assert_int_equal(w->model.initial(w->model.self, &initial), STEP_ON);
        assert_int_equal(has_cycle(w, child_state(&initial, 0)), have[i]);
        children_done(&initial);
        world_free(w);
    }
}

// What cannot be combined is said before anything is made.
static void refusals(void **state) {
    (void)state;
    ExploreOptions o = {.reduction = REDUCTION_DEFAULT, .context_bound = 2};
    assert_non_null(explore_refusal(&o, (ExploreUse){.is_marked = true}, STORE_EXACT));
    assert_non_null(explore_refusal(&o, (ExploreUse){.is_driven = true}, STORE_EXACT));
    assert_null(explore_refusal(&o, (ExploreUse){0}, STORE_EXACT));
    o = (ExploreOptions){.reduction = REDUCTION_GLOBAL, .context_bound = -1};
    assert_null(
        explore_refusal(&o, (ExploreUse){.is_marked = true, .is_driven = true}, STORE_EXACT));
    assert_non_null(explore_refusal(&o, (ExploreUse){.is_marked = true}, STORE_BITSTATE));
    assert_null(explore_refusal(&o, (ExploreUse){0}, STORE_BITSTATE));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_told),
        cmocka_unit_test(ends_have_kinds),
        cmocka_unit_test(cycles_of_programs),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
