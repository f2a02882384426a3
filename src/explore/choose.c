// SPDX-License-Identifier: Apache-2.0
// Which threads are tried from a state. Some of them are enough if no other thread can ever do
// anything that conflicts with their supersteps, before one of them moves. What threads can do is
// what they were seen to do from where they stand (reduce/prospects.c).
//
// SOUND: doc/reductions.md, "Which threads?".
#include "base/table.h"
#include "explore/explore_int.h"

#include <string.h>

enum { GRANULE_LOG = 2, EDGES = IS_TINY ? 2 : 1 << 10 };
enum { CONTROL_BITS = 63, BEGINS_BIT = 63 }; // of the words for control blocks
#define CONTROL_MASK (((u64)1 << CONTROL_BITS) - 1)
// starts from which a choice is looked for in a state
enum { MOST_STARTS = 8 };
// steps in which a thread that spins comes round
enum { MOST_ROUND = 4 };
// writes of a step that the next one may hide
enum { MOST_LEFT = 4 };

// What a thread touches next.
typedef struct Next {
    Touched what;
    ThreadId other; // whose control block, if it is another's; THREAD_NONE: of none that is alive
    bool is_any;    // it may conflict with anything
    // what it touches is a function of this StepInfo.list; 0: of several lists, or of more
    u64 list;
    u32 nsteps; // that were joined
} Next;
#define SEVERAL (THREAD_NONE - 1)

// What the steps with a list touch, if that is the same for all threads and in all states.
typedef struct Set {
    u64 list; // 0: none
    bool is_fixed;
    Touched what;
} Set;
enum { SETS = IS_TINY ? 1 : 1 << 8 };

// Whether that conflicts with what threads that stand at a node were seen to do.
typedef struct Meeting {
    u64 list; // 0: none
    u64 age;  // of what was seen
    u32 node;
    bool conflicts;
} Meeting;
enum { MEETINGS_LOG = IS_TINY ? 1 : 10 };

// A list that was seen at a node.
typedef struct Seen {
    u64 list; // 0: none
    u32 node;
} Seen;

// What is known of what a thread may do later, in the state.
typedef enum Asked {
    ASKED_NOT,
    ASKED,     // it is what its node has
    ASKED_COPY // it is in Chooser.later: the node has got more since
} Asked;

struct Chooser {
    Prospects *prospects;
    const u32 *bases;                    // by block of globals: the number of its first granule
    bool has_resizes;                    // what an object is known by must not change
    u32 control_bytes;                   // of a thread's control block; 0: not known yet
    Table nodes;                         // by id of a thread's block: its node + 1
    u64 edges[EDGES];                    // those that were added last
    u32 standing[MAX_THREADS];           // by thread: its node in the state
    Next next[MAX_THREADS];              // by thread: of all its next steps, or what it waits for
    Touched later[MAX_THREADS];          // what it was seen to do from there
    u8 asked[MAX_THREADS];               // Asked
    Set sets[SETS];                      // by list
    Meeting meetings[1 << MEETINGS_LOG]; // by hash, and these
    Seen seen[1 << MEETINGS_LOG];
    bool is_chosen[MAX_THREADS], is_mobile[MAX_THREADS], best[MAX_THREADS];
    bool is_spinning[MAX_THREADS];
    // Who joins threads one after the other in the state, and does nothing else that others can see
    // in between: whom. Looked up when it is asked for.
    ThreadId joiner;
    bool is_joiner_known, is_joined[MAX_THREADS];
    // by the last step of the superstep that is not free: writes to globals, and all else
    StepAccess left[MOST_LEFT];
    u32 nleft;
    Next rest;
    bool is_split;   // some are chosen, and some are not
    bool is_reduced; // those are not tried so far
    bool is_opening; // the first steps of all threads are taken
};

Chooser *chooser_new(Prospects *p, const u32 *bases, bool has_resizes) {
    Chooser *c = mem_zalloc(sizeof *c);
    c->prospects = p;
    c->bases = bases;
    c->has_resizes = has_resizes;
    return c;
}

void chooser_free(Chooser *c) {
    if (!c)
        return;
    table_done(&c->nodes);
    mem_free(c, sizeof *c);
}

// ---- what steps touch ---------------------------------------------------------------------------

static bool overlaps(const Touched *a, u32 i, const Touched *b, u32 k) {
    return (a->writes[i] & (b->reads[k] | b->writes[k])) | (a->reads[i] & b->writes[k]);
}

// SOUND: what is joined has ended, so no step of its own comes before that. (Not so in an atomic
// section: the end of the thread that it waits for decides who comes into its middle.)
static bool conflicts(const Next *a, ThreadId by, const Touched *b) {
    bool is =
        overlaps(&a->what, TOUCH_OWN, b, TOUCH_OTHERS) ||
        overlaps(&a->what, TOUCH_OTHERS, b, TOUCH_OTHERS) ||
        overlaps(&a->what, TOUCH_OTHERS, b, TOUCH_JOINED) ||
        overlaps(&a->what, TOUCH_JOINED, b, TOUCH_OTHERS) ||
        overlaps(&a->what, TOUCH_JOINED, b, TOUCH_JOINED) ||
        ((a->other == by || a->other == SEVERAL) && overlaps(&a->what, TOUCH_OTHERS, b, TOUCH_OWN));
    for (u32 i = 0; i < TOUCH_MEMORY && !is; i++)
        is = overlaps(&a->what, i, b, i);
    return is;
}

static void join(Next *a, const Next *b) {
    for (u32 i = 0; i < TOUCHED_WORDS; i++)
        a->what.all[i] |= b->what.all[i];
    if (b->other != THREAD_NONE)
        a->other = a->other == THREAD_NONE || a->other == b->other ? b->other : SEVERAL;
    a->list = a->nsteps ? 0 : b->list;
    a->nsteps += b->nsteps;
    a->is_any = a->is_any || b->is_any;
}

// NO_LEAF: it is a global, or there is none.
static u32 leaf_of_control(const Explorer *e, ThreadId t) {
    const Program *p = e->shared->program;
    ObjId self = e->stances[t].self;
    bool is_dynamic = tag_is_dynamic(self, program_first_dynamic(p));
    return is_dynamic ? leaf_of_object(p, self - program_first_dynamic(p)) : NO_LEAF;
}

static ThreadId owner_of(const Explorer *e, u32 leaf) {
    for (ThreadId t = 0; t < vector_threads(e->state); t++)
        if (leaf_of_control(e, t) == leaf)
            return t;
    return THREAD_NONE;
}

static void touch(const StepAccess *a, u64 *words, u32 nbits, u32 base) {
    u32 first = a->off >> GRANULE_LOG;
    u32 last = (a->off + (a->size ? a->size - 1 : 0)) >> GRANULE_LOG;
    CHECK(a->off <= UINT32_MAX - a->size && first <= last);
    last = last - first >= nbits ? first + nbits - 1 : last;
    for (u32 i = first; i <= last; i++)
        words[(base + i) % nbits / 64] |= (u64)1 << (base + i) % nbits % 64;
}

// The control block of the thread that the step has joined last, when it has come to the access;
// who is alone joins one after the other. NO_LEAF: none.
static u32 joined_at(const StepAccess *a, u32 before) { return a->is_join ? a->place : before; }

// Dynamic objects are known by their size: their numbers are other ones in other states. SOUND: one
// that gets another size is accessed with the old one then; so of what others do the first thing
// that conflicts with an access finds the size that this finds, that of a control block as well.
static void touch_one(const Explorer *e, ThreadId t, const StepAccess *a, u32 joined, Next *out) {
    const Chooser *c = e->chooser;
    // SOUND: how long a step is depends on who else is there, so what it leaves as it was a shorter
    // one, elsewhere, may not.
    u64 *words = a->has_written ? out->what.writes : out->what.reads;
    if (a->place < e->shared->program->nblocks) {
        touch(a, words, TOUCH_BITS, c->bases[a->place]);
        if (!a->is_blind)
            touch(a, out->what.looks, LOOK_BITS, c->bases[a->place]);
    } else if (a->whole != c->control_bytes) {
        touch(a, words, TOUCH_BITS, c->has_resizes ? 0 : (u32)hash_mix(a->whole));
    } else if (a->place == leaf_of_control(e, t)) {
        touch(a, words + TOUCH_OWN, CONTROL_BITS, 0);
    } else if (a->place == joined) {
        touch(a, words + TOUCH_JOINED, CONTROL_BITS, 0);
    } else {
        touch(a, words + TOUCH_OTHERS, CONTROL_BITS, 0);
        Next whose = {.other = owner_of(e, a->place)};
        join(out, &whose);
    }
}

// Whether only the contents of globals and of objects that are no control blocks are accessed,
// which are known by the same bits everywhere.
static bool is_fixed(const Explorer *e, const StepInfo *step) {
    const Chooser *c = e->chooser;
    bool is = c->control_bytes > 0;
    for (u32 i = 0; i < step->naccesses && is; i++)
        is = step->accesses[i].place < e->shared->program->nblocks ||
             step->accesses[i].whole != c->control_bytes;
    return is;
}

// What the step touches, if that is a function of its list. (Steps with lists went on.)
static const Set *set_of(const Explorer *e, ThreadId t, const StepInfo *step) {
    Set *s = &e->chooser->sets[(u32)step->list % SETS];
    if (!step->list || !e->chooser->control_bytes)
        return NULL;
    CHECK(step->end == RUN_POINT && !step->depends_on_more);
    if (s->list != step->list) {
        Next next = {.other = THREAD_NONE};
        *s = (Set){.list = step->list, .is_fixed = is_fixed(e, step)};
        for (u32 i = 0; i < step->naccesses && s->is_fixed; i++)
            touch_one(e, t, &step->accesses[i], NO_LEAF, &next);
        s->what = next.what;
    }
    return s->is_fixed ? s : NULL;
}

// SOUND: the guards are not told of what a thread does that is alone. What they have let pass may
// be wrong for what it does while the other one is there: so that one's end must not come first.
static bool leaves_one_alone(const Explorer *e, const StepInfo *step) {
    return step->end == RUN_DONE && vector_threads(e->state) == 2 && e->shared->guards;
}

// Steps that begin threads conflict with each other: the order of threads is that of their
// beginnings. (One that ends its own thread as well is not noticed: then only that order is
// different, which tells nobody anything.)
static void find_next(const Explorer *e, ThreadId t, const StepInfo *step, Next *out) {
    const Set *set = set_of(e, t, step);
    out->other = THREAD_NONE;
    out->is_any = step->depends_on_all || leaves_one_alone(e, step);
    out->list = set ? step->list : 0;
    out->nsteps = 1;
    if (set) {
        out->what = set->what;
        return;
    }
    memset(&out->what, 0, sizeof out->what);
    u32 joined = NO_LEAF;
    for (u32 i = 0; i < step->naccesses; i++) {
        joined = joined_at(&step->accesses[i], joined);
        touch_one(e, t, &step->accesses[i], joined, out);
    }
    // What a step that fails would have accessed is not known.
    if (step->depends_on_more || step->end == RUN_FAULT || step->end == RUN_CUT)
        memset(&out->what, 0xff, sizeof out->what);
    if (step->end == RUN_EXIT) // what is left in memory then is what the program has come to
        memset(&out->what.looks, 0xff, sizeof out->what.looks);
    if (!step->list && e->walk.by_machine && vm_nthreads(e->vm) > vector_threads(e->state))
        out->what.writes[TOUCH_JOINED] |= (u64)1 << BEGINS_BIT;
}

// What was asked of nodes in the state stays what it was then, before one of them gets more.
static void keep_asked(Explorer *e) {
    Chooser *c = e->chooser;
    for (ThreadId t = 0; t < vector_threads(e->state); t++)
        if (c->asked[t] == ASKED) {
            prospects_ask(c->prospects, c->standing[t], &c->later[t]);
            c->asked[t] = ASKED_COPY;
        }
}

static void saw(Explorer *e, u32 node, const Next *next) {
    Chooser *c = e->chooser;
    Seen *s = &c->seen[hash_mix(next->list * 31 + node) >> (64 - MEETINGS_LOG)];
    if (next->list && s->list == next->list && s->node == node)
        return;
    if (!prospects_have(c->prospects, node, &next->what)) {
        keep_asked(e);
        prospects_saw(c->prospects, node, &next->what);
    }
    if (next->list)
        *s = (Seen){next->list, node};
}

static bool is_blind(const Explorer *e, const StepAccess *a) {
    return a->is_blind && a->place < e->shared->program->nblocks;
}

// What others can tell of a step that they come after: its writes that the next step may hide, and
// the rest.
static void note_left(Explorer *e, ThreadId t, const StepInfo *step) {
    Chooser *c = e->chooser;
    c->nleft = 0;
    c->rest =
        (Next){.other = THREAD_NONE, .is_any = step->depends_on_all || step->end != RUN_POINT};
    u32 joined = NO_LEAF;
    for (u32 i = 0; i < step->naccesses; i++) {
        const StepAccess *a = &step->accesses[i];
        joined = joined_at(a, joined);
        if (c->nleft < MOST_LEFT && is_blind(e, a))
            c->left[c->nleft++] = *a;
        else
            touch_one(e, t, a, joined, &c->rest);
    }
}

void chooser_first(Explorer *e, ThreadId t, const StepInfo *step) {
    Chooser *c = e->chooser;
    Next more, *next = c->is_opening && !c->next[t].nsteps ? &c->next[t] : &more;
    find_next(e, t, step, next);
    if (!c->is_opening)
        note_left(e, t, step);
    saw(e, c->standing[t], next);
    // SOUND: nobody can rely on a wake-up for no reason, so one that is put before what others do
    // may hide that they wait for ever.
    next->is_any = next->is_any || e->stances[t].is_spurious;
    if (c->is_opening && next == &more)
        join(&c->next[t], next);
}

void chooser_waits(Explorer *e, ThreadId t, const StepAccess *words, u32 n) {
    Chooser *c = e->chooser;
    c->next[t] = (Next){.other = THREAD_NONE};
    for (u32 i = 0; i < n; i++)
        touch_one(e, t, &words[i], joined_at(&words[0], NO_LEAF), &c->next[t]);
    saw(e, c->standing[t], &c->next[t]);
}

// ---- where threads stand ------------------------------------------------------------------------

static u64 place_of(const Program *p, const Block *thread) {
    VmStanding at = {0};
    vm_packed_stands(p, thread, &at);
    return hash_mix((u64)thread->site << 32 | at.pc);
}

static u32 node_of(Explorer *e, const StateWord *state, ThreadId t) {
    Chooser *c = e->chooser;
    const Program *p = e->shared->program;
    u32 *node = table_add(&c->nodes, vector_thread(p, state, t), PLAIN_KEY);
    if (!*node) {
        const Block *b = view_leaf(e->view, state, leaf_of_thread(p, state, t));
        *node = prospects_node(c->prospects, vm_packed_outline(p, b), place_of(p, b)) + 1;
    }
    return *node - 1;
}

void chooser_foresees(Explorer *e, const StateWord *state, ThreadId t, const StepAccess *a) {
    Next next = {.other = THREAD_NONE};
    CHECK(a->place < e->shared->program->nblocks);
    touch_one(e, t, a, NO_LEAF, &next);
    saw(e, node_of(e, state, t), &next);
}

void chooser_open(Explorer *e) {
    Chooser *c = e->chooser;
    u32 n = vector_threads(e->state);
    prospects_count_expanded(c->prospects);
    c->is_reduced = c->is_split = c->is_joiner_known = false;
    c->is_opening = true;
    c->joiner = THREAD_NONE;
    u32 control = leaf_of_control(e, 0);
    if (!c->control_bytes && control != NO_LEAF)
        c->control_bytes = view_leaf(e->view, e->state, control)->size;
    for (ThreadId t = 0; t < n; t++) {
        c->standing[t] = node_of(e, e->state, t);
        c->next[t] = (Next){.other = THREAD_NONE};
        c->asked[t] = ASKED_NOT;
    }
}

static void note_edge(Explorer *e, u32 from, u32 to) {
    Chooser *c = e->chooser;
    u64 edge = (u64)from << 32 | to;
    u64 *known = &c->edges[hash_mix(edge) % EDGES];
    if (*known == edge)
        return;
    keep_asked(e);
    prospects_led(c->prospects, from, to);
    *known = edge;
}

// SOUND: such a step replaces the rank of t by larger ones, of t and of the threads that it has
// begun, or by none; so there is no circle of such steps. The others stand as before, or this is
// not such a step.
bool chooser_arrives(Explorer *e, ThreadId t, const StateWord *to) {
    Chooser *c = e->chooser;
    const Program *p = e->shared->program;
    u32 n = vector_threads(e->state), now = vector_threads(to), at = 0;
    bool ends = e->traits & STEP_ENDS_THREAD, is_forward = ends, others_grow = true;
    for (ThreadId k = 0; k < n; k++) {
        if (k == t && ends)
            continue;
        bool is_same = vector_thread(p, to, at) == vector_thread(p, e->state, k);
        u32 node = is_same ? c->standing[k] : node_of(e, to, at);
        at++;
        if (node == c->standing[k])
            continue;
        note_edge(e, c->standing[k], node);
        bool grows = prospects_grow(c->prospects, c->standing[k], node);
        if (k == t)
            is_forward = grows;
        else
            others_grow = others_grow && grows;
    }
    for (; at < now; at++) {
        u32 node = node_of(e, to, at);
        note_edge(e, c->standing[t], node);
        is_forward = is_forward && prospects_grow(c->prospects, c->standing[t], node);
    }
    return is_forward && others_grow;
}

// ---- threads that spin --------------------------------------------------------------------------

static bool writes(const Touched *t) {
    u64 all = 0;
    for (u32 i = 0; i < TOUCH_WORDS; i++)
        all |= t->writes[i];
    return all;
}

// Whether the walk has come back to the state, with all that is in it.
static bool is_back(const Explorer *e) {
    const Walk *w = &e->walk;
    bool is = true;
    for (u32 i = 0; i < w->nundo && is; i++)
        is = vector_id(w->at, w->undo[i].leaf) == vector_id(e->state, w->undo[i].leaf);
    return is;
}

// SOUND: t looks at memory in one step, which is its next, changes nothing, and stands there again:
// left out of a run, its rounds are not missed, and neither is the rest of one, since what it has
// looked at before that is forgotten when it stands where it looks. So it waits for somebody to
// write what it looks at; and that is in its table, so that the superstep of whoever writes it ends
// there. (Elsewhere in the round it is not: then it goes on, to where it looks.)
static bool goes_round(Explorer *e, ThreadId t) {
    Chooser *c = e->chooser;
    StepInfo step;
    Next next[MOST_ROUND];
    u32 nodes[MOST_ROUND], n = 0, nlooks = 0;
    if (explorer_alternatives(e, t) != 1 || e->stances[t].is_spurious || c->next[t].is_any ||
        writes(&c->next[t].what))
        return false;
    walk_first(e, t, 0, &step);
    do {
        find_next(e, t, &step, &next[n]);
        nlooks += step.naccesses > 0;
        if (step.end != RUN_POINT || !nlooks || e->walk.by_machine || step.depends_on_all ||
            nlooks > 1 || writes(&next[n].what))
            return false;
        nodes[n++] = node_of(e, e->walk.at, t);
    } while (!is_back(e) && n < MOST_ROUND && walk_next(e, &step));
    if (!is_back(e))
        return false;
    for (u32 i = 0; i < n; i++) {
        saw(e, c->standing[t], &next[i]);
        join(&c->next[t], &next[i]);
        note_edge(e, c->standing[t], nodes[i]);
        note_edge(e, nodes[i], c->standing[t]);
    }
    return true;
}

// ---- the choice ---------------------------------------------------------------------------------

static const Touched *later_of(Chooser *c, ThreadId t) {
    if (c->asked[t] != ASKED_COPY)
        prospects_ask(c->prospects, c->standing[t], &c->later[t]);
    c->asked[t] = ASKED_COPY;
    return &c->later[t];
}

// Whether the next step conflicts with what k was seen to do later.
static bool meets(Explorer *e, const Next *next, ThreadId k) {
    Chooser *c = e->chooser;
    u32 node = c->standing[k];
    if (!next->list || c->asked[k] == ASKED_COPY)
        return conflicts(next, k, later_of(c, k));
    CHECK(next->other == THREAD_NONE);
    // SOUND: it was asked then, in this search, so whoever adds something to the node knows that
    // somebody relies on it.
    u64 age = prospects_age(c->prospects);
    Meeting *m = &c->meetings[hash_mix(next->list * 31 + node) >> (64 - MEETINGS_LOG)];
    if (m->list != next->list || m->node != node || m->age != age)
        *m = (Meeting){next->list, age, node, conflicts(next, k, later_of(c, k))};
    c->asked[k] = ASKED;
    CHECK(m->conflicts == conflicts(next, k, later_of(c, k)));
    return m->conflicts;
}

// The thread whose end t waits for, if it is known; THREAD_NONE: it is gone. (Who holds a mutex is
// not the only one who can end a wait for it: others may write over its memory.)
static ThreadId ender_of(const Explorer *e, ThreadId t, bool *is_known) {
    const Stance *s = &e->stances[t];
    *is_known = s->waits_for_end && s->owner && !s->awaited && !s->can_be_interrupted;
    for (ThreadId k = 0; k < vector_threads(e->state) && *is_known; k++)
        if (e->stances[k].self == s->owner)
            return k;
    return THREAD_NONE;
}

static ThreadId thread_of(const Explorer *e, ObjId control) {
    for (ThreadId t = 0; t < vector_threads(e->state); t++)
        if (e->stances[t].self == control)
            return t;
    return THREAD_NONE;
}

// Whether a thread but the joiner was seen to do something with the control block of another one,
// but beginning it.
static bool uses_handles(Explorer *e, ThreadId joiner) {
    u64 used = 0;
    for (ThreadId k = 0; k < vector_threads(e->state); k++) {
        const Touched *later = k == joiner ? NULL : later_of(e->chooser, k);
        if (later)
            used |= later->reads[TOUCH_OTHERS] | later->writes[TOUCH_OTHERS] |
                    ((later->reads[TOUCH_JOINED] | later->writes[TOUCH_JOINED]) & CONTROL_MASK);
    }
    return used;
}

// SOUND: who has the handle of a thread can see that it was joined, or join it, or detach it, after
// which the joiner does not wait for it. So nobody else may use a handle of any.
static void look_at_joiner(Explorer *e) {
    Chooser *c = e->chooser;
    c->is_joiner_known = true;
    c->joiner = e->joins ? view_joiner(e->view, e->state) : THREAD_NONE;
    if (c->joiner != THREAD_NONE && uses_handles(e, c->joiner))
        c->joiner = THREAD_NONE;
    if (c->joiner == THREAD_NONE)
        return;
    memset(c->is_joined, 0, vector_threads(e->state) * sizeof *c->is_joined);
    JoinList all = joins_of(e, e->state, c->joiner);
    for (u32 i = 0; i < all.n; i++) {
        ThreadId t = thread_of(e, all.items[i]);
        if (t != THREAD_NONE)
            c->is_joined[t] = true;
    }
}

// Whether k does nothing that others can see before t has ended, but joining other threads.
static bool awaits_end(Explorer *e, ThreadId k, ThreadId t) {
    Chooser *c = e->chooser;
    const Stance *s = &e->stances[k];
    if (!s->waits_for_end || s->can_be_interrupted)
        return false;
    if (s->owner && s->owner == e->stances[t].self)
        return true;
    if (!c->is_joiner_known)
        look_at_joiner(e);
    return k == c->joiner && c->is_joined[t];
}

// Whether somebody who may move can let t go on, which waits.
static bool can_be_let_go(Explorer *e, ThreadId t) {
    Chooser *c = e->chooser;
    bool is_known, can = false;
    ThreadId ender = ender_of(e, t, &is_known);
    if (is_known)
        return ender != THREAD_NONE && c->is_mobile[ender];
    for (ThreadId k = 0; k < vector_threads(e->state) && !can; k++)
        can = c->is_mobile[k] && meets(e, &c->next[t], k);
    return can;
}

// Those that are not chosen and may move before a chosen one has.
static void find_mobile(Explorer *e) {
    Chooser *c = e->chooser;
    u32 n = vector_threads(e->state);
    bool has_changed = true;
    for (ThreadId t = 0; t < n; t++)
        c->is_mobile[t] = !c->is_chosen[t] && !c->is_spinning[t] && explorer_alternatives(e, t);
    while (has_changed) {
        has_changed = false;
        for (ThreadId t = 0; t < n; t++)
            if (!c->is_chosen[t] && !c->is_mobile[t] && can_be_let_go(e, t))
                c->is_mobile[t] = has_changed = true;
    }
}

// Whether the next step of a chosen thread, or what it waits for, leaves the other one out.
static bool is_independent(Explorer *e, ThreadId chosen, ThreadId other) {
    Chooser *c = e->chooser;
    bool is_known;
    if (!explorer_alternatives(e, chosen)) {
        ThreadId ender = ender_of(e, chosen, &is_known);
        if (is_known)
            return ender != other;
    }
    return !meets(e, &c->next[chosen], other) || awaits_end(e, other, chosen);
}

// Chooses more threads until all others are independent. False if a step may conflict with
// anything.
static bool close(Explorer *e) {
    Chooser *c = e->chooser;
    u32 n = vector_threads(e->state);
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        find_mobile(e);
        for (ThreadId t = 0; t < n; t++) {
            if (!c->is_chosen[t])
                continue;
            if (c->next[t].is_any)
                return false;
            for (ThreadId k = 0; k < n; k++)
                if (c->is_mobile[k] && !is_independent(e, t, k)) {
                    c->is_chosen[k] = has_changed = true;
                    c->is_mobile[k] = false;
                }
        }
    }
    return true;
}

static u32 count_chosen(const Explorer *e) {
    u32 found = 0;
    for (ThreadId t = 0; t < vector_threads(e->state); t++)
        found += e->chooser->is_chosen[t] && explorer_alternatives(e, t);
    return found;
}

static bool begins_threads(const Next *next) {
    return next->what.writes[TOUCH_JOINED] >> BEGINS_BIT & 1;
}

// The smallest choice that some thread leads to; how many can run of it. Where it is not worth
// while to look for one, threads that begin others may still go first: it is known of fewer threads
// what they do while those that are to come are among what one may do.
static u32 find_smallest(Explorer *e, u32 nready) {
    Chooser *c = e->chooser;
    bool is_any = prospects_leave_out(c->prospects);
    u32 n = vector_threads(e->state), fewest = nready, starts = 0;
    for (ThreadId t = 0; t < n && fewest > 1 && starts < MOST_STARTS; t++) {
        if (!explorer_alternatives(e, t) || c->is_spinning[t] || c->next[t].is_any)
            continue;
        if (!is_any && !begins_threads(&c->next[t]))
            continue;
        memset(c->is_chosen, 0, n * sizeof *c->is_chosen);
        c->is_chosen[t] = true;
        starts++;
        u32 found = close(e) ? count_chosen(e) : nready;
        if (found < fewest) {
            fewest = found;
            memcpy(c->best, c->is_chosen, n * sizeof *c->best);
        }
    }
    return fewest;
}

// SOUND: who waits for the end of t does nothing before that.
static bool is_free(Explorer *e, ThreadId t, const Next *next) {
    bool is = !next->is_any;
    for (ThreadId k = 0; k < vector_threads(e->state) && is; k++)
        is = k == t || !meets(e, next, k) || awaits_end(e, k, t);
    return is;
}

// Whether the step only writes, so that it does the same wherever it happens.
static bool is_all_blind(const Explorer *e, const StepInfo *step) {
    bool is = step->end == RUN_POINT && !step->depends_on_all && !step->depends_on_more;
    for (u32 i = 0; i < step->naccesses && is; i++)
        is = is_blind(e, &step->accesses[i]);
    return is;
}

// Whether such a step writes over the bytes.
static bool writes_over(const StepInfo *step, const StepAccess *left) {
    bool is = false;
    for (u32 i = 0; i < step->naccesses && !is; i++) {
        const StepAccess *a = &step->accesses[i];
        is = a->place == left->place && a->off <= left->off &&
             a->off + a->size >= left->off + left->size;
    }
    return is;
}

// Whether some other thread may look at what the last step has left, before t ends.
static bool is_looked_at(Explorer *e, ThreadId t) {
    Chooser *c = e->chooser;
    Touched left = {.all = {0}};
    bool is = false;
    for (u32 i = 0; i < c->nleft; i++)
        touch(&c->left[i], left.looks, LOOK_BITS, c->bases[c->left[i].place]);
    for (ThreadId k = 0; k < vector_threads(e->state) && !is; k++) {
        u64 common = 0;
        for (u32 i = 0; i < LOOK_WORDS; i++)
            common |= left.looks[i] & later_of(c, k)->looks[i];
        is = k != t && common && !awaits_end(e, k, t);
    }
    return is;
}

// SOUND: the last step can as well happen right before this one: what others do in between it does
// not change, since they do not look at what it writes, and nothing of what they write there is
// left when this one has been done; for this one looks at nothing, so it writes the same after what
// they do. If the run does not come so far, the last step may as well not happen.
static bool hides_last(Explorer *e, ThreadId t, const StepInfo *step) {
    Chooser *c = e->chooser;
    bool is = c->nleft > 0 && is_all_blind(e, step);
    for (u32 i = 0; i < c->nleft && is; i++)
        is = writes_over(step, &c->left[i]);
    return is && !is_looked_at(e, t) && is_free(e, t, &c->rest);
}

void chooser_next(Explorer *e, ThreadId t, StepInfo *step) {
    Chooser *c = e->chooser;
    Next next;
    find_next(e, t, step, &next);
    saw(e, c->standing[t], &next);
    bool stops = c->is_reduced && next.is_any;
    for (ThreadId k = 0; k < vector_threads(e->state) && c->is_reduced && !stops; k++)
        stops = c->is_mobile[k] && meets(e, &next, k) && !awaits_end(e, k, t);
    step->depends_on_all = step->depends_on_all || stops;
    if (stops || !prospects_find_free(c->prospects))
        return;
    // What other supersteps from the state have done counts, so that everybody is asked anew.
    memset(c->asked, ASKED_NOT, vector_threads(e->state) * sizeof *c->asked);
    step->is_free = is_free(e, t, &next);
    step->hides_last = e->shared->minds_values && !step->is_free && hides_last(e, t, step);
    if (!step->is_free)
        note_left(e, t, step);
}

void chooser_choose(Explorer *e) {
    Chooser *c = e->chooser;
    u32 n = vector_threads(e->state), nready = 0;
    c->is_opening = false;
    for (ThreadId t = 0; t < n; t++) {
        bool can = explorer_alternatives(e, t) > 0;
        c->is_spinning[t] = can && goes_round(e, t);
        c->is_chosen[t] = can && !c->is_spinning[t];
        nready += c->is_chosen[t];
    }
    // Those that spin are left out, unless nobody else is there.
    c->is_split = nready > 0;
    if (nready < 2)
        return;
    memcpy(c->best, c->is_chosen, n * sizeof *c->best);
    u32 fewest = find_smallest(e, nready);
    if (prospects_leave_out(c->prospects))
        prospects_count_state(c->prospects, nready, nready - fewest);
    memcpy(c->is_chosen, c->best, n * sizeof *c->best);
    if (fewest == nready)
        return;
    find_mobile(e);
    c->is_reduced = c->is_split = true;
}

bool chooser_takes(const Explorer *e, ThreadId t) {
    return !e->chooser || !e->chooser->is_split || e->chooser->is_chosen[t];
}
bool chooser_leaves_out(const Explorer *e) { return e->chooser && e->chooser->is_reduced; }
void chooser_take_all(Explorer *e) { e->chooser->is_reduced = false; }
