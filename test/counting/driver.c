// SPDX-License-Identifier: Apache-2.0
// Random machines: searches from the beginning, from the end and with fixed numbers of threads
// agree, also with one that knows nothing of counting. Prints "N passed, M failed" at the end.
//
//   counting [-n COUNT] [-s SEED] [-v]    -v prints each machine
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "count/count_int.h"

enum { MOST_STATES = 8, MOST_TRANSITIONS = 20, MOST_PLAIN = 6, MOST_LISTED = 3 };
enum { MOST_THREADS_OF_RUN = 64 };

// ---- a machine ----------------------------------------------------------------------------------

typedef struct Random {
    u64 state;
} Random;

static u32 below(Random *r, u32 n) {
    r->state += 0x9e3779b97f4a7c15u;
    return (u32)(hash_mix(r->state) >> 16) % n;
}

typedef struct Sample {
    u32 nglobals, nlocals;
    bool starts; // some moves start threads
    Text text;
} Sample;

static void add_target(Sample *s, Random *r) {
    if (below(r, 12) == 0)
        text_add(&s->text, "-");
    else
        text_add(&s->text, "l%u", below(r, s->nlocals));
    if (below(r, 16) == 0) {
        text_add(&s->text, " + l%u", below(r, s->nlocals));
        s->starts = true;
    }
}

static void make(Sample *s, Random *r) {
    u32 ntransitions = 1 + below(r, MOST_TRANSITIONS);
    *s = (Sample){.nglobals = 1 + below(r, MOST_STATES), .nlocals = 1 + below(r, MOST_STATES)};
    for (u32 i = 0; i < s->nglobals; i++)
        text_add(&s->text, "%s g%u", i ? "" : "global", i);
    for (u32 i = 0; i < s->nlocals; i++)
        text_add(&s->text, "%s l%u", i ? "" : "\nlocal", i);
    text_add(&s->text, "\ninit g0\nthreads l0 *\n");
    if (s->nlocals > 1 && below(r, 4) == 0)
        text_add(&s->text, "threads l1 %s\n", below(r, 2) ? "1" : "*");
    for (u32 i = 0; i < ntransitions; i++) {
        text_add(&s->text, "(g%u, l%u) -> (g%u, ", below(r, s->nglobals), below(r, s->nlocals),
                 below(r, s->nglobals));
        add_target(s, r);
        text_add(&s->text, ")\n");
    }
}

static CountModel *read_sample(const Sample *s, u32 bad) {
    Diag d = {0};
    char reach[16];
    snprintf(reach, sizeof reach, "g%u", bad);
    CountModel *m = machine_read(&(CountInput){.path = "random", .reach = reach}, &s->text, &d);
    if (!m)
        fprintf(stderr, "%s\n", diag_text(&d));
    diag_done(&d);
    return m;
}

// ---- a search that does not count ---------------------------------------------------------------

// Each of n threads has a place of its own: which global states are reached.
typedef struct Listed {
    const CountSystem *system;
    u32 n;
    u64 *todo;
    u32 ntodo, cap;
    Table seen;
    bool is_reached[MOST_STATES];
} Listed;

enum { BITS = 4, ENDED = 15 };

static void visit(Listed *l, u64 state) {
    u32 *is_seen = table_add(&l->seen, state, PLAIN_KEY);
    if (!*is_seen)
        VEC_PUSH(l->todo, l->ntodo, l->cap) = state;
    *is_seen = 1;
    l->is_reached[state >> 32] = true;
}

static void move_one(Listed *l, u64 state, u32 thread) {
    u32 shift = BITS * thread, local = (u32)(state >> shift) & ENDED;
    CountMoves moves = {0};
    if (local != ENDED)
        l->system->moves(l->system->self, (u32)(state >> 32), local, &moves);
    for (u32 i = 0; i < moves.len; i++) {
        const CountMove *m = &moves.items[i];
        u64 to = m->local == LOCAL_NONE ? ENDED : m->local;
        u64 others = (u32)state & ~((u64)ENDED << shift);
        visit(l, (u64)m->global << 32 | others | to << shift);
    }
    VEC_FREE(moves.items, moves.cap);
}

// All ways to choose in which local states the threads begin.
static void begin(Listed *l, const CountConfig *c, u32 part, u32 thread, u64 state) {
    if (part == c->n) {
        if (thread == l->n)
            visit(l, state);
        return;
    }
    u32 low = c->parts[part].count == COUNT_ANY ? 0 : c->parts[part].count;
    u32 high = c->parts[part].count == COUNT_ANY ? l->n : low;
    for (u32 count = 0; count <= high && thread + count <= l->n; count++) {
        if (count >= low)
            begin(l, c, part + 1, thread + count, state);
        state |= (u64)c->parts[part].local << (BITS * (thread + count));
    }
}

static void search_listed(Listed *l, const CountSystem *s, u32 n) {
    *l = (Listed){.system = s, .n = n};
    begin(l, &s->initial[0], 0, 0, 0);
    while (l->ntodo) {
        u64 state = l->todo[--l->ntodo];
        for (u32 i = 0; i < n; i++)
            move_one(l, state, i);
    }
    VEC_FREE(l->todo, l->cap);
    table_done(&l->seen);
}

// ---- comparing ----------------------------------------------------------------------------------

static const CountOptions options;

// Threads of a run: where they are, and where those are that have not moved yet.
typedef struct Party {
    u32 global;
    u32 locals[MOST_THREADS_OF_RUN];
    bool is_known[MOST_THREADS_OF_RUN];
    u32 waiting[MOST_STATES]; // COUNT_ANY: any number
} Party;

static bool take(Party *c, u32 thread, u32 local) {
    if (c->is_known[thread])
        return c->locals[thread] == local;
    bool is_there = c->waiting[local] > 0;
    c->waiting[local] -= is_there && c->waiting[local] != COUNT_ANY;
    c->is_known[thread] = true;
    return is_there;
}

static bool is_move(const CountSystem *s, const CountStep *step) {
    CountMoves moves = {0};
    s->moves(s->self, step->global, step->local, &moves);
    bool is_there = step->move < moves.len &&
                    memcmp(&moves.items[step->move], &step->did, sizeof step->did) == 0;
    VEC_FREE(moves.items, moves.cap);
    return is_there;
}

// Takes the steps again, thread by thread; what is wrong.
static const char *replay(const CountSystem *s, const CountResult *run, u32 bad) {
    Party c = {.global = s->initial[0].global};
    if (run->threads > MOST_THREADS_OF_RUN)
        return NULL;
    for (u32 i = 0; i < s->initial[0].n; i++)
        c.waiting[s->initial[0].parts[i].local] = s->initial[0].parts[i].count;
    for (u32 i = 0; i < run->nsteps; i++) {
        const CountStep *step = &run->steps[i];
        if (step->thread > run->threads || step->global != c.global || !is_move(s, step))
            return "a step is no move";
        if (!take(&c, step->thread - 1, step->local))
            return "a thread is elsewhere";
        c.global = step->did.global;
        c.locals[step->thread - 1] = step->did.local;
        for (u32 k = 0; k < step->did.nstarted; k++)
            if (c.waiting[step->did.started[k]] != COUNT_ANY)
                c.waiting[step->did.started[k]]++;
    }
    return c.global != bad ? "the run ends elsewhere" : NULL;
}

static const char *compare_fixed(const CountSystem *s, u32 bad, bool is_reachable, u32 fewest,
                                 const bool reached[][MOST_STATES], bool has_listed) {
    for (u32 n = 1; n <= MOST_PLAIN; n++) {
        CountResult r;
        count_plain(s, n, &options, &r);
        bool is_it = r.answer == COUNT_REACHABLE;
        count_result_done(&r);
        if (is_it != (is_reachable && n >= fewest))
            return "with a fixed number of threads there is another answer";
        if (has_listed && n <= MOST_LISTED && is_it != reached[n][bad])
            return "counting and listing threads have different answers";
    }
    return NULL;
}

// All questions about one machine; what is wrong.
static const char *compare(const CountSystem *s, u32 bad, const bool reached[][MOST_STATES],
                           bool has_listed) {
    CountResult f, b, run = {0};
    count_forward(s, &options, &f);
    count_backward(s, &options, &b);
    bool is_reachable = f.answer == COUNT_REACHABLE;
    const char *why = f.answer != b.answer ? "forward and backward differ" : NULL;
    if (is_reachable && !why) {
        count_plain(s, 0, &options, &run);
        why = run.answer != COUNT_REACHABLE ? "there is no run" : replay(s, &run, bad);
        if (!why)
            why = !f.has_run ? "the tree has no run" : replay(s, &f, bad);
        if (!why && f.threads < run.threads)
            why = "the run of the tree needs fewer threads than the fewest";
    }
    if (!why)
        why = compare_fixed(s, bad, is_reachable, run.threads, reached, has_listed);
    count_result_done(&f);
    count_result_done(&b);
    count_result_done(&run);
    return why;
}

static bool test(u64 seed, bool is_verbose) {
    Random r = {seed * 7919};
    Sample s;
    const char *why = NULL;
    make(&s, &r);
    bool reached[MOST_LISTED + 1][MOST_STATES] = {{0}};
    if (is_verbose)
        printf("# %llu\n%s\n", (unsigned long long)seed, text_str(&s.text));
    for (u32 bad = 0; bad < s.nglobals && !why; bad++) {
        CountModel *m = read_sample(&s, bad);
        why = m ? NULL : "it cannot be read";
        for (u32 n = 1; m && bad == 0 && !s.starts && n <= MOST_LISTED; n++) {
            Listed l;
            search_listed(&l, count_system(m), n);
            memcpy(reached[n], l.is_reached, sizeof l.is_reached);
        }
        if (m)
            why = compare(count_system(m), bad, reached, !s.starts);
        if (why)
            printf("FAIL seed %llu, state g%u: %s\n%s", (unsigned long long)seed, bad, why,
                   text_str(&s.text));
        count_model_free(m);
    }
    text_done(&s.text);
    return !why;
}

int main(int argc, char **argv) {
    u64 count = 2000, seed = 1, passed = 0;
    bool is_verbose = false;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)
            count = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "-s") == 0 && i + 1 < argc)
            seed = strtoull(argv[++i], NULL, 10);
        else
            is_verbose = true;
    for (u64 i = 0; i < count; i++)
        passed += test(seed + i, is_verbose);
    printf("%llu passed, %llu failed\n", (unsigned long long)passed,
           (unsigned long long)(count - passed));
    return passed == count ? 0 : 1;
}
