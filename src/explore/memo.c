// SPDX-License-Identifier: Apache-2.0
// Steps that were taken before, as a decision tree: the root is chosen by the thread's block and
// the alternative; each node names the next block that the step looks at, each edge stands for an
// id of that block; a node without a next block has the result.
//
// SOUND: the machine is deterministic, and a step notes every place that it depends on
// (step_depends_on in src/vm/vm_int.h) in the order in which it first does. So the sequence of
// places is a function of the ids met on the way, and equal ids are equal contents. Steps that
// depend on anything else (depends_on_more), that make threads or objects, or after which objects
// could have other numbers (view_kept_shape), are not learnt.
//
// SOUND: a step that is taken right after another one of the same thread is known from that one
// alone if all that it looks at was looked at, or changed, by that one: then those blocks, and the
// thread's, are the same whenever the first is taken.
#include "explore/explore_int.h"
#include "base/table.h"

#include <string.h>

enum {
    MOST_NODES = IS_TINY ? 1 << 8 : 1 << 19,
    MOST_ITEMS = IS_TINY ? 1 << 8 : 1 << 22, // of each list that nodes refer to
    MOST_STARTS = IS_TINY ? 1 << 5 : 1 << 22,
    MOST_ALTERNATIVES = 1 << 16,
    FEW = IS_TINY ? 1 : 64
};

// Of a result of a step, leaves are in sets of bits; those from MANY_LEAVES on have none.
enum { OWN_CHANGES = 2, MANY_LEAVES = 31, MOST_CHANGES = 1 << 24 };
typedef struct Node {
    // 1 + the next block or object to look at; 0: not known yet; NO_LEAF: the result is known
    u32 leaf;
    union {
        struct {
            // the edge that was learnt first, mostly the only one; first_node 0: none yet
            u32 first_id, first_node;
        };
        u32 stand; // result of a stance: its number
        struct {
            u32 value;              // of a function; of a will: whether the thread wants to go on
            u32 first_read, nreads; // of a function: in Memo.accesses
        };
        struct { // result of a step
            u32 thread, length;
            u32 list; // of its accesses
            u32 nchanges : 24;
            u32 at_choice : 1; // the thread stands at one afterwards
            u32 is_inside : 1; // of an atomic section
            u32 is_end : 1;    // of the thread
            union {
                // of few changes; a look into another array would be a cache miss
                Change own[OWN_CHANGES];
                u32 first_change;
            };
            u32 next;  // the result of the thread's next step, if this one tells it; 0: not known
            u32 reads; // leaves that it has looked at; bit MANY_LEAVES: and others
            u32 fixed; // leaves of which it is known what is in them afterwards
        };
    };
} Node;

// What steps access; the same list serves for all that access the same.
typedef struct List {
    u32 first, n; // in Memo.accesses
} List;

// How a node is found. All but inner edges lead to roots. The words of their keys: node << 32 | id;
// thread << 32 | alternative << 16 | knowledge; thread << 32, twice; function << 32 | what.
typedef enum EdgeKind { EDGE_INNER = 1, EDGE_STEP, EDGE_STANCE, EDGE_WILL, EDGE_VALUE } EdgeKind;

// Where to begin for a thread's block; the usual case, which needs no hashing.
typedef struct Start {
    u32 knowledge; // + 1, of `step`; 0: none
    u32 step;      // root for the first alternative
    // root; or, if the stance depends on the block alone, DIRECT | number of the stand
    u32 stance;
} Start;
#define DIRECT 0x80000000u

typedef struct Stand {
    Stance stance;
    StepAccess words[MOST_WAIT_WORDS];
} Stand;

struct Memo {
    const Program *program;
    Node *nodes; // from 1
    u32 nnodes, nodes_cap;
    List *lists; // from 1
    u32 nlists, lists_cap;
    Table listed; // by hash
    Table edges;  // to nodes
    Change *changes;
    u32 nchanges, changes_cap;
    StepAccess *accesses;
    u32 naccesses, accesses_cap;
    Start *starts; // by id of a block, up to MOST_STARTS
    u32 nstarts, starts_cap;
    Stand *stands;
    u32 nstands, stands_cap;
    u32 nclears;        // how often it was cleared
    u64 cleared_stands; // that there were before
};

Memo *memo_new(const Program *p) {
    Memo *m = mem_zalloc_apart(sizeof *m);
    m->program = p;
    VEC_PUSH(m->nodes, m->nnodes, m->nodes_cap) = (Node){0};
    VEC_PUSH(m->lists, m->nlists, m->lists_cap) = (List){0};
    ENSURE(m->nnodes == 1 && m->nlists == 1); // the first is none
    return m;
}

void memo_free(Memo *m) {
    if (!m)
        return;
    ENSURE(m->nnodes > 0 && m->nstands <= m->stands_cap);
    VEC_FREE(m->nodes, m->nodes_cap);
    VEC_FREE(m->lists, m->lists_cap);
    table_done(&m->listed);
    VEC_FREE(m->changes, m->changes_cap);
    VEC_FREE(m->accesses, m->accesses_cap);
    VEC_FREE(m->stands, m->stands_cap);
    VEC_FREE(m->starts, m->starts_cap);
    table_done(&m->edges);
    mem_free(m, sizeof *m);
}

void memo_clear(Memo *m) {
    ENSURE(m->nnodes > 0); // the first is none
    ENSURE(m->nstarts <= m->starts_cap && m->nnodes <= m->nodes_cap);
    table_clear(&m->edges);
    m->cleared_stands += m->nstands;
    m->nclears++;
    m->nchanges = m->naccesses = m->nstands = m->nstarts = 0;
    table_clear(&m->listed);
    m->nnodes = m->nlists = 1;
}

// The node that an edge leads to; 0 if there is none.
static u32 end_of(const Memo *m, u64 key, EdgeKind kind) {
    u32 to;
    table_find(&m->edges, key, kind, &to);
    CHECK(to < m->nnodes);
    return to;
}

static bool is_small(u32 alternative, u32 knowledge) {
    return alternative < MOST_ALTERNATIVES && knowledge < MOST_ALTERNATIVES;
}

static u64 root_key(u32 thread, u32 alternative, u32 knowledge) {
    CHECK(is_small(alternative, knowledge));
    return (u64)thread << 32 | alternative << 16 | knowledge;
}

static u64 edge_key(u32 node, u32 id) {
    CHECK(node);
    return (u64)node << 32 | id;
}

void memo_prefetch(const Memo *m, u32 thread) {
    if (thread < m->nstarts)
        __builtin_prefetch(&m->starts[thread]);
}

static u32 root_of_step(const Memo *m, u32 thread, u32 alternative, u32 knowledge) {
    if (thread < m->nstarts && alternative == 0 && m->starts[thread].knowledge == knowledge + 1) {
        CHECK(m->starts[thread].step);
        return m->starts[thread].step;
    }
    return end_of(m, root_key(thread, alternative, knowledge), EDGE_STEP);
}

static u32 root_of_stance(const Memo *m, u32 thread) {
    CHECK(m->nstarts <= MOST_STARTS);
    if (thread < MOST_STARTS)
        return thread < m->nstarts ? m->starts[thread].stance : 0;
    return end_of(m, root_key(thread, 0, 0), EDGE_STANCE);
}

// The node that this id of the block leads to; 0 if there is none.
static u32 next_node(const Memo *m, u32 at, u32 id) {
    const Node *n = &m->nodes[at];
    return n->first_id == id && n->first_node ? n->first_node
                                              : end_of(m, edge_key(at, id), EDGE_INNER);
}

// From a root to the node with the result; NULL if it is not known.
static const Node *descend(const Memo *m, const StateWord *from, u32 at) {
    u32 limit = vector_memory_leaves(m->program, from);
    CHECK(at < m->nnodes);
    while (at && m->nodes[at].leaf != NO_LEAF) {
        u32 leaf = m->nodes[at].leaf;
        CHECK(at < m->nnodes);
        if (leaf == 0 || leaf > limit)
            return NULL;
        at = next_node(m, at, vector_id(from, leaf - 1));
    }
    CHECK(!at || (at < m->nnodes && m->nodes[at].leaf == NO_LEAF));
    return at ? &m->nodes[at] : NULL;
}

// SOUND: stands never change, and have numbers of their own also after those before were forgotten.
StanceFound memo_find_stance(const Memo *m, const StateWord *from, u32 thread, u64 *number,
                             Stance *out, StepAccess words[MOST_WAIT_WORDS]) {
    u32 root = root_of_stance(m, thread);
    const Node *n = root & DIRECT ? NULL : descend(m, from, root);
    if (!n && !(root & DIRECT))
        return STANCE_UNKNOWN;
    u32 at = n ? n->stand : root & ~DIRECT;
    const Stand *s = &m->stands[at];
    CHECK(s < m->stands + m->nstands && s->stance.nwords <= MOST_WAIT_WORDS);
    u64 before = *number;
    *number = m->cleared_stands + at + 1;
    if (*number == before)
        return STANCE_SAME;
    *out = s->stance;
    for (u32 i = 0; i < s->stance.nwords; i++)
        words[i] = s->words[i];
    return STANCE_OTHER;
}

bool memo_find_will(const Memo *m, const StateWord *from, u32 thread, bool *out) {
    const Node *n = descend(m, from, end_of(m, root_key(thread, 0, 0), EDGE_WILL));
    CHECK(!n || n->value <= 1);
    if (n)
        *out = n->value;
    return n != NULL;
}

static u64 value_key(MemoValue v) {
    CHECK(v.function != FUNC_NONE);
    return (u64)v.function << 32 | v.what;
}

bool memo_find_value(const Memo *m, const StateWord *from, MemoValue v, u32 *out) {
    const Node *n = descend(m, from, end_of(m, value_key(v), EDGE_VALUE));
    if (n)
        *out = n->value;
    return n != NULL;
}

// What was recorded of reads in a leaf; all of it if nothing was.
static void add_reads(const Memo *m, const Node *result, u32 leaf, Reads *out) {
    u32 n = out->n;
    CHECK(result->leaf == NO_LEAF && result->first_read + result->nreads <= m->naccesses);
    for (u32 i = 0; i < result->nreads; i++)
        if (m->accesses[result->first_read + i].place == leaf)
            VEC_PUSH(out->items, out->n, out->cap) = m->accesses[result->first_read + i];
    if (out->n == n)
        VEC_PUSH(out->items, out->n, out->cap) = (StepAccess){.place = leaf, .size = UINT32_MAX};
}

bool memo_value_reads(const Memo *m, const StateWord *from, MemoValue v, Reads *out) {
    u32 root = end_of(m, value_key(v), EDGE_VALUE), at = root;
    const Node *result = descend(m, from, root);
    if (!result)
        return false;
    while (m->nodes[at].leaf != NO_LEAF) {
        const Node *node = &m->nodes[at];
        CHECK(node->leaf <= vector_memory_leaves(m->program, from));
        add_reads(m, result, node->leaf - 1, out);
        at = next_node(m, at, vector_id(from, node->leaf - 1));
    }
    CHECK(&m->nodes[at] == result);
    return true;
}

// Whether these are changes of the memory of a state with so many leaves of memory, ascending.
static bool are_changes(const Change *changes, u32 n, u32 nleaves) {
    bool is_good = true;
    for (u32 i = 0; i < n && is_good; i++)
        is_good = changes[i].leaf < nleaves && (i == 0 || changes[i - 1].leaf < changes[i].leaf);
    return is_good;
}

// Numbers are not given again when the memory was cleared.
static u64 number_of(const Memo *m, u32 index) { return (u64)m->nclears << 32 | index; }

static void get(const Memo *m, u32 result, MemoStep *out) {
    const Node *r = &m->nodes[result];
    const List *l = &m->lists[r->list];
    CHECK(r->leaf == NO_LEAF && result < m->nnodes && r->list && l->first + l->n <= m->naccesses);
    *out = (MemoStep){r->nchanges <= OWN_CHANGES ? r->own : m->changes + r->first_change,
                      r->nchanges,
                      m->accesses + l->first,
                      l->n,
                      r->thread,
                      r->length,
                      r->at_choice,
                      r->is_inside,
                      r->is_end,
                      number_of(m, result),
                      number_of(m, r->list)};
    CHECK(r->is_end || r->thread);
}

bool memo_find(const Memo *m, const StateWord *from, u32 thread, u32 alternative, u32 knowledge,
               MemoStep *out) {
    if (!is_small(alternative, knowledge))
        return false;
    const Node *n = descend(m, from, root_of_step(m, thread, alternative, knowledge));
    if (!n)
        return false;
    get(m, (u32)(n - m->nodes), out);
    CHECK(are_changes(out->changes, out->nchanges, vector_memory_leaves(m->program, from)));
    return true;
}

bool memo_get(const Memo *m, u64 number, MemoStep *out) {
    if (!number || number >> 32 != m->nclears)
        return false;
    get(m, (u32)number, out);
    return true;
}

bool memo_find_next(Memo *m, u64 number, const StateWord *from, u32 knowledge, MemoStep *out) {
    if (!number || number >> 32 != m->nclears)
        return false;
    Node *first = &m->nodes[(u32)number];
    if (first->next) {
        get(m, first->next, out);
        return true;
    }
    if (!memo_find(m, from, first->thread, 0, knowledge, out))
        return false;
    u32 next = (u32)out->number;
    if (!(m->nodes[next].reads & ~first->fixed))
        first->next = next;
    return true;
}

// ---- several steps at a time --------------------------------------------------------------------

void memo_ahead_begin(const Memo *m, MemoAhead *a) {
    a->n = 0;
    a->nclears = m->nclears;
}

void memo_ahead_add(const Memo *m, MemoAhead *a, u32 thread, u32 knowledge) {
    ENSURE(a->n < MOST_AHEAD);
    u32 root = thread && is_small(0, knowledge) ? root_of_step(m, thread, 0, knowledge) : 0;
    __builtin_prefetch(&m->nodes[root]);
    a->nodes[a->n++] = root;
}

// One look further on the way to the results; false: this one is there, or not known. `key`: of the
// edge that is to be followed, which is on its way; 0: the next node is.
static ALWAYS_INLINE bool go_ahead(const Memo *m, const StateWord *from, u32 limit, u32 *at,
                                   u64 *key) {
    const Node *n = &m->nodes[*at];
    if (!*at || n->leaf == NO_LEAF)
        return false;
    *key = 0;
    if (n->leaf == 0 || n->leaf > limit) {
        *at = 0;
        return false;
    }
    u32 id = vector_id(from, n->leaf - 1);
    if (n->first_id == id && n->first_node) {
        *at = n->first_node;
        __builtin_prefetch(&m->nodes[*at]);
    } else {
        *key = edge_key(*at, id);
        table_prefetch(&m->edges, *key, EDGE_INNER);
    }
    return true;
}

void memo_ahead_find(const Memo *m, const StateWord *from, MemoAhead *a) {
    u32 limit = vector_memory_leaves(m->program, from), n = a->n, active[MOST_AHEAD];
    u64 keys[MOST_AHEAD];
    for (u32 i = 0; i < n; i++)
        active[i] = i;
    while (n > 0) {
        u32 left = 0;
        for (u32 i = 0; i < n; i++)
            if (go_ahead(m, from, limit, &a->nodes[active[i]], &keys[left]))
                active[left++] = active[i];
        n = left;
        for (u32 i = 0; i < n; i++) {
            if (!keys[i])
                continue;
            u32 to = end_of(m, keys[i], EDGE_INNER);
            __builtin_prefetch(&m->nodes[to]);
            a->nodes[active[i]] = to;
        }
    }
}

AheadFound memo_ahead_step(const Memo *m, const MemoAhead *a, u32 i, MemoStep *out) {
    if (i >= a->n || a->nclears != m->nclears)
        return AHEAD_NOT_ASKED;
    const Node *n = &m->nodes[a->nodes[i]];
    if (!a->nodes[i])
        return AHEAD_UNKNOWN;
    ENSURE(n->leaf == NO_LEAF);
    get(m, (u32)(n - m->nodes), out);
    return AHEAD_FOUND;
}

// ---- learning -----------------------------------------------------------------------------------

// For a result with so many nodes on the way to it, and so many accesses. What one result adds may
// be more than is allowed; then it is all that is there.
static void make_room(Memo *m, u32 nodes, u32 accesses) {
    if ((u64)m->nnodes + nodes + 1 >= MOST_NODES || (u64)m->naccesses + accesses > MOST_ITEMS ||
        m->nchanges > MOST_ITEMS || m->nstands > MOST_ITEMS) {
        memo_clear(m);
    }
}

static u32 add_node(Memo *m) {
    ENSURE(m->nnodes < DIRECT);
    VEC_PUSH(m->nodes, m->nnodes, m->nodes_cap) = (Node){0};
    return m->nnodes - 1;
}

// The node that an edge leads to; a new one if there is none.
static u32 follow(Memo *m, u64 key, EdgeKind kind) {
    u32 *to = table_add(&m->edges, key, kind);
    if (!*to)
        *to = add_node(m);
    return *to;
}

static Start *start_of(Memo *m, u32 thread) {
    if (thread >= MOST_STARTS)
        return NULL;
    if (thread >= m->nstarts) {
        VEC_RESERVE(m->starts, m->nstarts, m->starts_cap, thread + 1 - m->nstarts);
        memset(m->starts + m->nstarts, 0, (thread + 1 - m->nstarts) * sizeof *m->starts);
        m->nstarts = thread + 1;
    }
    ENSURE(m->nstarts <= m->starts_cap && thread < m->nstarts);
    return &m->starts[thread];
}

static u32 begin_step(Memo *m, u32 thread, u32 alternative, u32 knowledge) {
    Start *s = alternative == 0 ? start_of(m, thread) : NULL;
    if (!s || (s->knowledge && s->knowledge != knowledge + 1))
        return follow(m, root_key(thread, alternative, knowledge), EDGE_STEP);
    s->knowledge = knowledge + 1;
    s->step = s->step ? s->step : add_node(m);
    ENSURE(s->step < m->nnodes);
    return s->step;
}

static u32 begin_stance(Memo *m, u32 thread) {
    Start *s = start_of(m, thread);
    if (!s)
        return follow(m, root_key(thread, 0, 0), EDGE_STANCE);
    s->stance = s->stance ? s->stance : add_node(m);
    ENSURE(s->stance < m->nnodes); // and not DIRECT: what it depends on does not change
    return s->stance;
}

static u32 follow_id(Memo *m, u32 at, u32 id) {
    ENSURE(at && at < m->nnodes);
    if (!m->nodes[at].first_node) {
        u32 to = add_node(m);
        m->nodes[at].first_id = id;
        m->nodes[at].first_node = to;
    }
    return m->nodes[at].first_id == id ? m->nodes[at].first_node
                                       : follow(m, edge_key(at, id), EDGE_INNER);
}

// The node after looking at a leaf; 0 if the memory had to be cleared.
static u32 learn_leaf(Memo *m, const StateWord *from, u32 at, u32 leaf) {
    // The reduction has learnt something since this node was made.
    if (m->nodes[at].leaf != 0 && m->nodes[at].leaf != leaf + 1) {
        memo_clear(m);
        return 0;
    }
    ENSURE(leaf < vector_memory_leaves(m->program, from));
    m->nodes[at].leaf = leaf + 1;
    return follow_id(m, at, vector_id(from, leaf));
}

static Node *make_result(Memo *m, u32 at) {
    CHECK(at && at < m->nnodes);
    m->nodes[at] = (Node){.leaf = NO_LEAF};
    return &m->nodes[at];
}

// The node after looking at these places, beginning at a root; NULL if the memory had to be
// cleared.
static Node *learn_places(Memo *m, const Vm *vm, const StateWord *from, u32 at,
                          const Place *const *places, u32 n) {
    for (u32 i = 0; i < n && at; i++) {
        u32 leaf = leaf_of_place(vm, places[i]);
        if (leaf != NO_LEAF)
            at = learn_leaf(m, from, at, leaf);
    }
    return at ? make_result(m, at) : NULL;
}

static bool has_ended(const StateWord *from, const StateWord *to) {
    CHECK(vector_threads(from) > 0);
    return vector_threads(to) + 1 == vector_threads(from);
}

// Whether nothing but blocks, objects and the thread itself has changed. If it has ended, those
// after it have moved up.
static bool is_local(const Memo *m, const StateWord *from, const StateWord *to, ThreadId t) {
    bool is_end = has_ended(from, to);
    CHECK(t < vector_threads(from));
    if (vector_objects(from) != vector_objects(to) ||
        (vector_threads(from) != vector_threads(to) && !is_end))
        return false;
    for (ThreadId k = 0; k < vector_threads(from); k++) {
        ThreadId now = is_end && k > t ? k - 1 : k;
        if (k != t && vector_thread(m->program, from, k) != vector_thread(m->program, to, now))
            return false;
    }
    return true;
}

static void add_changes(Memo *m, Node *n, const StateWord *from, const StateWord *to) {
    ENSURE(vector_objects(from) == vector_objects(to));
    u32 limit = vector_memory_leaves(m->program, from);
    u32 first = m->nchanges;
    for (u32 i = 0; i < limit; i++)
        if (vector_id(from, i) != vector_id(to, i))
            VEC_PUSH(m->changes, m->nchanges, m->changes_cap) = (Change){i, vector_id(to, i)};
    ENSURE(m->nchanges - first < MOST_CHANGES);
    n->nchanges = m->nchanges - first;
    CHECK(are_changes(m->changes + first, n->nchanges, limit));
    if (n->nchanges > OWN_CHANGES) {
        n->first_change = first;
        return;
    }
    for (u32 i = 0; i < n->nchanges; i++)
        n->own[i] = m->changes[first + i];
    m->nchanges = first;
}

static void push_accesses(Memo *m, const Vm *vm, const StepRecord *step) {
    for (u32 i = 0; i < step->naccesses; i++) {
        const Access *a = &step->accesses[i];
        VEC_PUSH(m->accesses, m->naccesses, m->accesses_cap) = step_access(vm, a);
    }
}

static bool is_same_list(const Memo *m, const List *l, Accesses a) {
    bool is_same = l->n == a.n;
    for (u32 i = 0; i < a.n && is_same; i++) {
        const StepAccess *x = &m->accesses[l->first + i], *y = &a.items[i];
        is_same = access_is_same(x, y) && x->whole == y->whole && x->is_join == y->is_join &&
                  x->has_written == y->has_written && x->is_blind == y->is_blind;
    }
    return is_same;
}

static u64 hash_of(Accesses a) {
    u64 h = a.n;
    for (u32 i = 0; i < a.n; i++) {
        const StepAccess *x = &a.items[i];
        h = hash_mix(h + ((u64)x->place << 32 | x->off));
        h = hash_mix(h + ((u64)x->size << 3 | x->is_write << 2 | x->has_written << 1 | x->is_join));
    }
    return h;
}

// The list with these accesses.
static u32 list_of(Memo *m, Accesses a) {
    u64 hash = hash_of(a);
    u32 *number = table_add(&m->listed, hash, PLAIN_KEY);
    for (; *number; number = table_add(&m->listed, ++hash, PLAIN_KEY))
        if (is_same_list(m, &m->lists[*number], a))
            return *number;
    *number = m->nlists;
    VEC_PUSH(m->lists, m->nlists, m->lists_cap) = (List){m->naccesses, a.n};
    for (u32 i = 0; i < a.n; i++)
        VEC_PUSH(m->accesses, m->naccesses, m->accesses_cap) = a.items[i];
    return m->nlists - 1;
}

// Whether what was just learnt is known.
static bool knows(const Memo *m, const StateWord *from, u32 thread, u32 alternative, u32 knowledge,
                  const StepRecord *step, Accesses accesses) {
    MemoStep known;
    return memo_find(m, from, thread, alternative, knowledge, &known) &&
           known.length == step->length && known.naccesses == accesses.n;
}

static u32 bit_of(u32 leaf) { return 1u << (leaf < MANY_LEAVES ? leaf : MANY_LEAVES); }

static void add_leaves(Node *r, const Vm *vm, const StepRecord *step, const MemoStep *known) {
    for (u32 i = 0; i < step->ndepends; i++) {
        u32 leaf = leaf_of_place(vm, step->depends[i]);
        r->reads |= leaf == NO_LEAF ? 0 : bit_of(leaf);
    }
    r->fixed = r->reads;
    for (u32 i = 0; i < known->nchanges; i++)
        r->fixed |= bit_of(known->changes[i].leaf);
    r->fixed &= ~bit_of(MANY_LEAVES);
}

MemoStep memo_learn(Memo *m, const Vm *vm, const StepRecord *step, Accesses accesses,
                    const StateWord *from, const StateWord *to, ThreadId t, u32 alternative,
                    u32 knowledge) {
    if (step->depends_on_more || !is_small(alternative, knowledge) || step->length > UINT32_MAX ||
        !is_local(m, from, to, t))
        return (MemoStep){0};
    ENSURE(step->end == RUN_POINT || step->end == RUN_DONE);
    make_room(m, step->ndepends, accesses.n);
    u32 root = begin_step(m, vector_thread(m->program, from, t), alternative, knowledge);
    Node *n = learn_places(m, vm, from, root, (const Place *const *)step->depends, step->ndepends);
    if (!n)
        return (MemoStep){0};
    n->length = (u32)step->length;
    n->is_end = has_ended(from, to);
    if (!n->is_end) {
        n->thread = vector_thread(m->program, to, t);
        n->at_choice = pend_is_choice(&vm_thread(vm, t)->pend);
        n->is_inside = vm_thread(vm, t)->in_atomic;
    }
    add_changes(m, n, from, to);
    n->list = list_of(m, accesses);
    MemoStep known;
    get(m, (u32)(n - m->nodes), &known);
    add_leaves(n, vm, step, &known);
    CHECK(
        knows(m, from, vector_thread(m->program, from, t), alternative, knowledge, step, accesses));
    return known;
}

static bool is_same_stand(const Stand *a, const Stand *b) {
    CHECK(a->stance.nwords <= MOST_WAIT_WORDS);
    bool is_same = a->stance.alternatives == b->stance.alternatives &&
                   a->stance.is_spurious == b->stance.is_spurious &&
                   a->stance.yields == b->stance.yields && a->stance.self == b->stance.self &&
                   a->stance.owner == b->stance.owner && a->stance.nwords == b->stance.nwords &&
                   a->stance.can_be_interrupted == b->stance.can_be_interrupted &&
                   a->stance.in_atomic == b->stance.in_atomic &&
                   a->stance.may_interrupt == b->stance.may_interrupt &&
                   a->stance.awaited == b->stance.awaited && a->stance.word == b->stance.word &&
                   a->stance.waits_for_end == b->stance.waits_for_end &&
                   a->stance.nholds == b->stance.nholds;
    for (u32 i = 0; i < a->stance.nholds && i < MOST_HOLDS && is_same; i++)
        is_same = a->stance.holds[i] == b->stance.holds[i];
    for (u32 i = 0; i < a->stance.nwords && is_same; i++)
        is_same = a->words[i].place == b->words[i].place && a->words[i].off == b->words[i].off &&
                  a->words[i].size == b->words[i].size &&
                  a->words[i].is_join == b->words[i].is_join;
    return is_same;
}

// There are few different ones, so it is probably among the last.
static u32 number_of_stand(Memo *m, const Stance *stance, const StepAccess words[MOST_WAIT_WORDS]) {
    ENSURE(stance->nwords <= MOST_WAIT_WORDS);
    Stand stand = {.stance = *stance};
    memcpy(stand.words, words, stance->nwords * sizeof *words);
    for (u32 i = 1; i <= m->nstands && i <= FEW; i++)
        if (is_same_stand(&m->stands[m->nstands - i], &stand))
            return m->nstands - i;
    VEC_PUSH(m->stands, m->nstands, m->stands_cap) = stand;
    ENSURE(m->nstands <= DIRECT);
    return m->nstands - 1;
}

void memo_learn_stance(Memo *m, Vm *vm, const StateWord *from, ThreadId t, const Stance *s,
                       const StanceSource *source, const StepAccess words[MOST_WAIT_WORDS]) {
    if (source->depends_on_more)
        return;
    make_room(m, source->nplaces, 0);
    ENSURE(source->nplaces <= ARRAY_LEN(source->places) && t < vector_threads(from));
    u32 thread = vector_thread(m->program, from, t), stand = number_of_stand(m, s, words);
    Start *start = source->nplaces == 0 ? start_of(m, thread) : NULL;
    if (start) {
        start->stance = DIRECT | stand;
        return;
    }
    Node *n = learn_places(m, vm, from, begin_stance(m, thread), source->places, source->nplaces);
    if (n)
        n->stand = stand;
}

void memo_learn_will(Memo *m, const StateWord *from, u32 thread, const Leaves *reads, bool will) {
    make_room(m, reads->n, 0);
    u32 at = follow(m, root_key(thread, 0, 0), EDGE_WILL);
    for (u32 i = 0; i < reads->n && at; i++)
        at = learn_leaf(m, from, at, reads->items[i]);
    if (at)
        make_result(m, at)->value = will;
    bool known;
    CHECK(!at || (memo_find_will(m, from, thread, &known) && known == will));
}

void memo_learn_value(Memo *m, const Vm *vm, const StepRecord *call, const StateWord *from,
                      MemoValue v, u32 value) {
    if (call->depends_on_more)
        return;
    make_room(m, call->ndepends, call->naccesses);
    u32 root = follow(m, value_key(v), EDGE_VALUE);
    ENSURE(root < m->nnodes);
    Node *n = learn_places(m, vm, from, root, (const Place *const *)call->depends, call->ndepends);
    if (n) {
        n->value = value;
        n->first_read = m->naccesses;
        push_accesses(m, vm, call);
        n->nreads = m->naccesses - n->first_read;
    }
    u32 known;
    CHECK(!n || (memo_find_value(m, from, v, &known) && known == value));
}
