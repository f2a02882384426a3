// SPDX-License-Identifier: Apache-2.0
// The program beside an automaton that reads its runs. A state of the product is a state of the
// program that is marked with a state of the automaton: the one in which it has read all letters
// before. A run ends where the program ends, or where nobody has to go on; its last letter is then
// read for ever.
//
// In the middle of an atomic section nobody looks, but for events: the rest of the letter is that
// of the state before it, and the mark tells which one that is.
#include "search/search_int.h"

#include <string.h>

struct Letters {
    pthread_mutex_t lock;
    u32 *items; // that states inside of atomic sections have; a number is an index plus 1
    u32 n, cap;
};

Letters *letters_new(void) {
    Letters *l = mem_zalloc(sizeof *l);
    pthread_mutex_init(&l->lock, NULL);
    return l;
}

void letters_free(Letters *l) {
    ENSURE(l->n <= l->cap);
    VEC_FREE(l->items, l->cap);
    pthread_mutex_destroy(&l->lock);
    mem_free(l, sizeof *l);
}

static u32 number_of_letter(Letters *l, u32 letter) {
    u32 i = 0;
    pthread_mutex_lock(&l->lock);
    while (i < l->n && l->items[i] != letter)
        i++;
    if (i == l->n)
        VEC_PUSH(l->items, l->n, l->cap) = letter;
    ENSURE(i < l->n);
    pthread_mutex_unlock(&l->lock);
    return i + 1;
}

static u32 letter_of_number(Letters *l, u32 number) {
    if (!number)
        return 0; // the very first state is inside of a section
    pthread_mutex_lock(&l->lock);
    ENSURE(number <= l->n);
    u32 letter = l->items[number - 1];
    pthread_mutex_unlock(&l->lock);
    return letter;
}

void product_init(Product *p, const Seam *seam, const Buchi *automaton, Letters *letters) {
    *p = (Product){.seam = seam, .automaton = automaton, .letters = letters};
    p->scratch = mem_zalloc((2 * automaton->nstates + 1) * sizeof *p->scratch);
    p->todo = mem_zalloc((automaton->nstates + 1) * sizeof *p->todo);
}

void product_done(Product *p) {
    mem_free(p->scratch, (2 * p->automaton->nstates + 1) * sizeof *p->scratch);
    mem_free(p->todo, (p->automaton->nstates + 1) * sizeof *p->todo);
    children_done(&p->plain);
}

// ---- letters that are read for ever -------------------------------------------------------------

// The states that the automaton can come to, reading the same letter once or more often.
static void reach(Product *p, u32 from, u32 letter, bool *is_met) {
    const Buchi *b = p->automaton;
    u32 n = 0;
    memset(is_met, 0, b->nstates * sizeof *is_met);
    p->todo[n++] = from;
    while (n) {
        u32 q = p->todo[--n];
        for (u32 i = b->first[q]; i < b->first[q + 1]; i++) {
            u32 to = b->edges[i].to;
            if (is_met[to] || !buchi_reads(&b->edges[i], letter))
                continue;
            is_met[to] = true;
            p->todo[n++] = to;
        }
        ENSURE(n <= b->nstates);
    }
}

// Whether it accepts the letter, read for ever.
static bool accepts_for_ever(Product *p, u32 from, u32 letter) {
    const Buchi *b = p->automaton;
    bool *is_met = p->scratch, *is_next = p->scratch + b->nstates, is_accepted = false;
    reach(p, from, letter, is_met);
    for (u32 q = 0; q < b->nstates && !is_accepted; q++) {
        if (!b->is_accepting[q] || !is_met[q])
            continue;
        reach(p, q, letter, is_next);
        is_accepted = is_next[q];
    }
    return is_accepted;
}

// Whether a run that ends is accepted: the automaton reads the letter of the state, then the last
// one for ever.
static bool accepts_end(Product *p, const Here *here, u32 last) {
    const Buchi *b = p->automaton;
    bool is_accepted = false;
    for (u32 i = b->first[here->q]; i < b->first[here->q + 1] && !is_accepted; i++)
        is_accepted =
            buchi_reads(&b->edges[i], here->letter) && accepts_for_ever(p, b->edges[i].to, last);
    return is_accepted;
}

// ---- states -------------------------------------------------------------------------------------

static u32 mark_of(const Product *p, u32 q, u32 letter) {
    ENSURE(q < p->automaton->nstates && letter < UINT32_MAX / p->automaton->nstates - 1);
    return 1 + q + p->automaton->nstates * letter;
}

StepEnd product_start(Product *p, Children *out) {
    const Model *m = &p->seam->model;
    children_cut(&p->plain, 0);
    p->plain.nends = 0;
    StepEnd end = m->initial(m->self, &p->plain);
    u32 mark = mark_of(p, p->automaton->initial, 0);
    if (end == STEP_ON)
        children_add(out, (Choice){.thread = THREAD_NONE},
                     m->mark(m->self, child_state(&p->plain, 0), mark));
    if (end == STEP_VIOLATION)
        children_end(out, (Ending){{.thread = THREAD_NONE}, end, 0});
    return end;
}

// What is true in the state that the model is in.
static bool read_letter(Product *p, u32 number, Here *here) {
    const Seam *s = p->seam;
    Text why = {0};
    ValuesSeen seen = s->model.values(s->model.self, &here->letter, &why);
    here->is_hidden = seen == VALUES_HIDDEN;
    if (here->is_hidden) // but for events
        here->letter = (letter_of_number(p->letters, number) & ~s->model.events) |
                       (here->letter & s->model.events);
    if (seen == VALUES_UNUSABLE)
        s->driver.refuse(s->driver.self, text_str(&why));
    text_done(&why);
    return seen != VALUES_UNUSABLE;
}

// Whether the run may stay in the state for ever: nobody must go on.
static bool may_stay(const Product *p, const Here *here) {
    const Model *m = &p->seam->model;
    bool is_ready = false;
    for (ThreadId t = 0; t < here->nthreads && !is_ready; t++)
        is_ready = m->standing(m->self, t) & THREAD_READY;
    return !is_ready;
}

// Looks for a run that ends in or right after the state, and is accepted.
static void look_at_ends(Product *p, Here *here) {
    here->may_stay = may_stay(p, here);
    if (here->may_stay && accepts_end(p, here, here->letter)) {
        here->ends = true;
        here->last = (Choice){.thread = THREAD_NONE};
    }
    for (u32 i = 0; i < p->plain.nends && !here->ends; i++) {
        const Ending *e = &p->plain.ends[i];
        bool is_end = e->end == STEP_EXIT || e->end == STEP_UNASKED;
        here->ends = is_end && accepts_end(p, here, e->end == STEP_EXIT ? e->values : here->letter);
        here->last = e->how;
    }
}

// The states of the product that a state of the program leads to with a step.
static void add_marked(Product *p, const Here *here, const Child *child, const StateWord *state,
                       Children *out) {
    const Model *m = &p->seam->model;
    const Buchi *b = p->automaton;
    bool is_inside = child->traits & STEP_STAYS_INSIDE;
    u32 letter = is_inside ? number_of_letter(p->letters, here->letter & ~m->events) : 0;
    // What may be accepted is tried first: the program may never come back.
    for (u32 is_last = 0; is_last < 2; is_last++)
        for (u32 i = b->first[here->q]; i < b->first[here->q + 1]; i++) {
            u32 to = b->edges[i].to;
            if (b->is_accepting[to] == is_last || !buchi_reads(&b->edges[i], here->letter))
                continue;
            children_add(out, child->how, m->mark(m->self, state, mark_of(p, to, letter)));
            out->items[out->n - 1].traits = child->traits;
        }
}

void product_decode(const Product *p, const StateWord *state, Here *here) {
    const Model *m = &p->seam->model;
    u32 mark = m->number(m->self, state);
    ENSURE(mark > 0);
    *here = (Here){.nthreads = vector_threads(state)};
    here->q = (mark - 1) % p->automaton->nstates;
    here->letter_number = (mark - 1) / p->automaton->nstates;
    here->is_accepting = p->automaton->is_accepting[here->q];
}

StepEnd product_expand(Product *p, const StateWord *state, u64 depth, Children *out, Here *here) {
    const Seam *s = p->seam;
    product_decode(p, state, here);
    if (s->driver.stops(s->driver.self, depth + 1))
        return STEP_STOPPED;
    StepEnd end = seam_judge(s, state, out);
    if (end != STEP_ON)
        return end;
    if (!read_letter(p, here->letter_number, here))
        return STEP_STOPPED;
    children_cut(&p->plain, 0);
    p->plain.nends = 0;
    end = s->model.successors(s->model.self, &p->plain);
    if (end == STEP_VIOLATION)
        children_end(out, p->plain.ends[p->plain.nends - 1]);
    if (end != STEP_ON)
        return end;
    look_at_ends(p, here);
    for (u32 i = 0; i < p->plain.n; i++)
        add_marked(p, here, &p->plain.items[i], child_state(&p->plain, i), out);
    return STEP_ON;
}
