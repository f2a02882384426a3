// SPDX-License-Identifier: Apache-2.0
// Nested depth-first search for cycles through accepting states, by several workers.
//
// Each worker searches depth-first from the initial state (blue); when it leaves an accepting
// state, it searches from there for a state that is on its path (red). A state that one worker has
// left need not be entered by others, and one whose red search is over need not be searched from
// again. Cycles that are closed by the first search alone are found there: a step back to the path,
// from or to an accepting state.
//
// S. Evangelista, A. Laarman, L. Petrucci, J. van de Pol: Improved Multi-Core Nested Depth-First
// Search, 2012 (CNDFS). SOUND for several workers because a worker waits, before what its red
// search has met becomes red, until the other accepting states among them are: whoever left them
// has searched from them. With one worker it is the search of Courcoubetis, Vardi, Wolper and
// Yannakakis with the improvements of Schwoon and Esparza.
//
// A weak automaton needs no red search. SOUND, whoever searches: of the states of a component that
// are all accepting, one is the first to become blue; its successors there were not blue when its
// worker looked at them, nor are they now, so they were on its path.
#include "search/search_int.h"

#include <sched.h>
#include <string.h>

// The colour of a state, by bits. A state on the path of worker i is cyan for i; one that its red
// search has met is pink for i.
enum { BLUE = 1, RED = 2, MOST_WORKERS = 15 };
static u32 cyan(u32 worker) { return 4u << 2 * worker; }
static u32 pink(u32 worker) { return 8u << 2 * worker; }

typedef struct Level {
    u32 first, end; // its children in Nested.children
    u32 done;       // so many of them were looked at
    Choice how;     // the step that led to it
    _Atomic u32 *colour;
    u32 letter;
    bool is_accepting;
    bool is_red_below; // all states that it leads to are red
} Level;

// A state that the red search has come to.
typedef struct Visited {
    _Atomic u32 *colour;
    bool is_accepting;
} Visited;

typedef struct Hunt Hunt;
typedef struct Nested {
    _Alignas(APART) const Seam *seam;
    Hunt *hunt;
    u32 number;
    Product product;
    Level *levels; // the path: first of the blue search, from `red` on of the red one
    u32 nlevels, levels_cap;
    u32 red; // levels of the blue search; 0: no red search
    Children children;
    Unpacked state;
    Visited *met;
    u32 nmet, met_cap;
} Nested;

struct Hunt {
    pthread_mutex_t lock;
    atomic_bool is_over;
    const Buchi *automaton;
    bool is_weak; // no cycle needs a second search
    bool is_terminal;
    Letters *letters;
    bool is_found;
    LassoFound *found;
    Nested *workers;
    u32 nworkers;
};

// ---- what was found -----------------------------------------------------------------------------

static LassoFound *collect_path(const Nested *n) {
    LassoFound *f = n->hunt->found;
    f->schedule.len = 0;
    for (u32 i = 1; i < n->nlevels; i++)
        lasso_step(f, n->levels[i].how);
    return f;
}

static void end_hunt(Hunt *h) { atomic_store(&h->is_over, true); }

// Whether this worker is the one whose find counts; then the lock is held.
static bool begin_report(Nested *n) {
    pthread_mutex_lock(&n->hunt->lock);
    bool is_first = !n->hunt->is_found;
    n->hunt->is_found = true;
    end_hunt(n->hunt);
    if (!is_first)
        pthread_mutex_unlock(&n->hunt->lock);
    return is_first;
}

static void end_report(Nested *n) { pthread_mutex_unlock(&n->hunt->lock); }

static void report_violation(Nested *n) {
    if (!begin_report(n))
        return;
    lasso_fault(collect_path(n), n->seam, &n->children);
    end_report(n);
}

static void report_end(Nested *n, const Here *here) {
    if (!begin_report(n))
        return;
    lasso_end(collect_path(n), here->last, ENDLESS_FORMULA);
    end_report(n);
}

// The step from the last level leads to a state on the path of the blue search.
static void report_cycle(Nested *n, Choice how, const _Atomic u32 *to) {
    if (!begin_report(n))
        return;
    LassoFound *f = collect_path(n);
    lasso_step(f, how);
    u32 from = 0;
    while (n->levels[from].colour != to) {
        from++;
        ENSURE(from < n->nlevels);
    }
    f->schedule.is_endless = true;
    f->schedule.cycle = from;
    for (u32 i = from; i < n->nlevels; i++)
        VEC_PUSH(f->targets, f->ntargets, f->targets_cap) = n->levels[i].colour;
    end_report(n);
}

// ---- one state ----------------------------------------------------------------------------------

// Enters a state whose colour is known. False: the search is over.
static bool enter(Nested *n, const StateWord *state, Choice how, _Atomic u32 *colour) {
    Here here;
    u32 first = n->children.n;
    VEC_PUSH(n->levels, n->nlevels, n->levels_cap) =
        (Level){.first = first, .how = how, .colour = colour, .is_red_below = true};
    StepEnd end = product_expand(&n->product, state, n->nlevels, &n->children, &here);
    Level *l = &n->levels[n->nlevels - 1];
    l->end = n->children.n;
    l->is_accepting = here.is_accepting;
    l->letter = here.letter;
    children_pack(&n->children, first);
    if (end == STEP_VIOLATION)
        report_violation(n);
    else if (end == STEP_STOPPED)
        end_hunt(n->hunt);
    else if (here.ends)
        report_end(n, &here);
    return end == STEP_ON && !here.ends;
}

static void leave(Nested *n) {
    ENSURE(n->nlevels > 0);
    children_cut(&n->children, n->levels[--n->nlevels].first);
}

// The next child of the last level, each worker in an order of its own; false: there is none.
static bool next_child(Nested *n, u32 *child) {
    Level *l = &n->levels[n->nlevels - 1];
    u32 count = l->end - l->first;
    if (l->done == count)
        return false;
    u32 shift = (u32)((u64)count * n->number / n->hunt->nworkers);
    *child = l->first + (l->done++ + shift) % count;
    return true;
}

static _Atomic u32 *colour_of(Nested *n, const StateWord *state) {
    _Atomic u32 *colour;
    n->seam->store.add(n->seam->store.self, state, &colour);
    return colour;
}

static bool is_over(const Nested *n) {
    return atomic_load_explicit(&n->hunt->is_over, memory_order_relaxed);
}

// ---- the red search -----------------------------------------------------------------------------

static bool visit_red(Nested *n, const StateWord *state, Choice how, _Atomic u32 *colour) {
    atomic_fetch_or(colour, pink(n->number));
    if (!enter(n, state, how, colour))
        return false;
    VEC_PUSH(n->met, n->nmet, n->met_cap) =
        (Visited){colour, n->levels[n->nlevels - 1].is_accepting};
    return true;
}

static bool advance_red(Nested *n) {
    u32 child;
    if (!next_child(n, &child)) {
        leave(n);
        return true;
    }
    Choice how = n->children.items[child].how;
    const StateWord *state = child_unpack(&n->children, child, &n->state);
    _Atomic u32 *colour = colour_of(n, state);
    u32 bits = atomic_load(colour);
    if (bits & cyan(n->number)) {
        report_cycle(n, how, colour);
        return false;
    }
    return bits & (RED | pink(n->number)) || visit_red(n, state, how, colour);
}

// Until all other accepting states that this search has met are red. The others may want all to
// stand still meanwhile.
static bool await_others(Nested *n) {
    const Seam *s = n->seam;
    bool has_paused = false;
    for (u32 i = 1; i < n->nmet && !is_over(n); i++)
        while (n->met[i].is_accepting && !(atomic_load(n->met[i].colour) & RED) && !is_over(n)) {
            if (!has_paused)
                s->store.pause(s->store.self);
            has_paused = true;
            sched_yield();
            if (s->driver.stops(s->driver.self, n->nlevels))
                end_hunt(n->hunt);
        }
    if (has_paused)
        s->store.resume(s->store.self);
    return !is_over(n);
}

// From the state of the last level, which the blue search is about to leave. It is expanded once
// more: its children are taken again.
static bool search_red(Nested *n) {
    n->red = n->nlevels;
    n->nmet = 0;
    Level *root = &n->levels[n->nlevels - 1];
    atomic_fetch_or(root->colour, pink(n->number));
    VEC_PUSH(n->met, n->nmet, n->met_cap) = (Visited){root->colour, true};
    root->done = 0;
    bool goes_on = true;
    while (goes_on && !is_over(n)) {
        if (n->nlevels == n->red && root->done == root->end - root->first)
            break;
        goes_on = advance_red(n);
        root = &n->levels[n->red - 1];
    }
    goes_on = goes_on && !is_over(n) && await_others(n);
    for (u32 i = 0; i < n->nmet && goes_on; i++) {
        atomic_fetch_or(n->met[i].colour, RED);
        atomic_fetch_and(n->met[i].colour, ~pink(n->number));
    }
    n->red = 0;
    return goes_on;
}

// ---- the blue search ----------------------------------------------------------------------------

// Whether the formula does not hold of any run that begins like the path.
static bool breaks_formula(const Nested *n) {
    u32 *letters = mem_alloc(n->nlevels * sizeof *letters);
    for (u32 i = 0; i < n->nlevels; i++)
        letters[i] = n->levels[i].letter;
    bool breaks = ltl_is_lost(n->hunt->found->formula, letters, n->nlevels);
    mem_free(letters, n->nlevels * sizeof *letters);
    return breaks;
}

// A run that has lost whatever follows need not come back: the automaton cannot but accept.
static bool is_lost(Nested *n) {
    const Level *last = &n->levels[n->nlevels - 1];
    if (!n->hunt->found->counts_at_once || !n->hunt->is_terminal || !last->is_accepting ||
        (n->nlevels > 1 && last[-1].is_accepting))
        return false;
    bool lost = !n->hunt->found->formula || breaks_formula(n);
    if (lost && begin_report(n)) {
        collect_path(n);
        end_report(n);
    }
    return lost;
}

static bool visit_blue(Nested *n, const StateWord *state, Choice how, _Atomic u32 *colour) {
    atomic_fetch_or(colour, cyan(n->number));
    return enter(n, state, how, colour) && !is_lost(n);
}

static bool leave_blue(Nested *n) {
    Level *l = &n->levels[n->nlevels - 1];
    _Atomic u32 *colour = l->colour;
    // SOUND: the first state of a cycle to become red has a successor there that is not.
    bool is_red = l->is_red_below && !l->is_accepting;
    if (l->is_accepting && !n->hunt->is_weak && !search_red(n))
        return false;
    atomic_fetch_or(colour, is_red ? BLUE | RED : BLUE);
    atomic_fetch_and(colour, ~cyan(n->number));
    leave(n);
    if (n->nlevels && !(atomic_load(colour) & RED))
        n->levels[n->nlevels - 1].is_red_below = false;
    return true;
}

static bool advance_blue(Nested *n) {
    u32 child;
    if (!next_child(n, &child))
        return leave_blue(n);
    Level *l = &n->levels[n->nlevels - 1];
    Choice how = n->children.items[child].how;
    const StateWord *state = child_unpack(&n->children, child, &n->state);
    _Atomic u32 *colour = colour_of(n, state);
    u32 bits = atomic_load(colour);
    Here next;
    product_decode(&n->product, state, &next);
    if (bits & cyan(n->number) && (l->is_accepting || next.is_accepting)) {
        report_cycle(n, how, colour);
        return false;
    }
    l->is_red_below =
        l->is_red_below && (bits & (RED | BLUE) ? bits & RED : !(bits & cyan(n->number)));
    return bits & (BLUE | cyan(n->number)) || visit_blue(n, state, how, colour);
}

static void search_blue(Nested *n) {
    Children initial = {0};
    StepEnd end = product_start(&n->product, &initial);
    if (end == STEP_VIOLATION && n->number == 0) {
        children_end(&n->children, initial.ends[0]);
        report_violation(n);
    }
    if (end != STEP_ON) {
        end_hunt(n->hunt);
    } else {
        const StateWord *state = child_state(&initial, 0);
        bool goes_on = visit_blue(n, state, (Choice){.thread = THREAD_NONE}, colour_of(n, state));
        while (goes_on && n->nlevels && !is_over(n))
            goes_on = advance_blue(n);
    }
    children_done(&initial);
}

// ---- all workers --------------------------------------------------------------------------------

static void *run_worker(void *arg) {
    Nested *n = arg;
    ENSURE(n->number > 0);
    n->seam->store.resume(n->seam->store.self);
    search_blue(n);
    n->seam->store.pause(n->seam->store.self);
    return NULL;
}

static void run_all(Hunt *h) {
    pthread_t threads[MOST_WORKERS];
    u32 nthreads = 0;
    for (u32 i = 1; i < h->nworkers; i++)
        if (pthread_create(&threads[nthreads], NULL, run_worker, &h->workers[i]) == 0)
            nthreads++;
    search_blue(&h->workers[0]);
    const Seam *first = h->workers[0].seam;
    first->store.pause(first->store.self);
    for (u32 i = 0; i < nthreads; i++)
        pthread_join(threads[i], NULL);
    first->store.resume(first->store.self);
}

bool search_nested(const Seam *seams, u32 nseams, const Buchi *automaton, Letters *letters,
                   LassoFound *found) {
    ENSURE(nseams > 0);
    Hunt h = {.automaton = automaton, .letters = letters, .found = found};
    h.nworkers = nseams < MOST_WORKERS ? nseams : MOST_WORKERS;
    h.is_weak = buchi_is_weak(automaton);
    h.is_terminal = buchi_is_terminal(automaton);
    pthread_mutex_init(&h.lock, NULL);
    h.workers = mem_zalloc_apart(h.nworkers * sizeof *h.workers);
    for (u32 i = 0; i < h.nworkers; i++) {
        h.workers[i] = (Nested){.seam = &seams[i], .hunt = &h, .number = i};
        product_init(&h.workers[i].product, &seams[i], automaton, letters);
    }
    run_all(&h);
    for (u32 i = 0; i < h.nworkers; i++) {
        Nested *n = &h.workers[i];
        VEC_FREE(n->levels, n->levels_cap);
        VEC_FREE(n->met, n->met_cap);
        VEC_FREE(n->state.words, n->state.cap);
        children_done(&n->children);
        product_done(&n->product);
    }
    mem_free(h.workers, h.nworkers * sizeof *h.workers);
    pthread_mutex_destroy(&h.lock);
    return h.is_found;
}
