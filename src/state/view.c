// SPDX-License-Identifier: Apache-2.0
// One worker's view of the store: from the machine's state to its vector and back, and "was it seen
// before?".
#include "state/state_int.h"

#include <string.h>

enum { SHAPE_CACHE = IS_TINY ? 1 : 64, MET_LOG2 = IS_TINY ? 1 : 14 };

// A state by its own root, in whatever form it is compared.
typedef struct Met {
    Root root; // 0: none yet
    u32 ndyn, nthreads;
} Met;

struct StateView {
    StateStore *store;
    bool has_marks; // the store's
    Canon canon;
    Folder folder;
    Matcher matcher;
    StateWord *vector; // the one handed out
    u32 vector_cap;
    u32 *changed; // leaves that differ from the vector before
    u32 changed_cap;
    u32 *rows; // scratch of look-ups
    u32 rows_cap;
    u32 holder;                 // the leaf that kept a control block last
    Shape *shapes[SHAPE_CACHE]; // found before, by hash
    Met *met;                   // 1 << MET_LOG2 by hash, those that came last; NULL: none was
};

StateView *view_new(StateStore *s) {
    StateView *v = mem_zalloc_apart(sizeof *v);
    v->store = s;
    v->folder.inner = store_inner(s);
    v->matcher.blocks = store_blocks(s);
    v->has_marks = store_options(s)->has_marks;
    v->canon.keeps_addresses = store_options(s)->keeps_addresses;
    v->canon.first_dynamic = program_first_dynamic(store_program(s));
    v->canon.is_thorough = store_options(s)->is_thorough;
    ENSURE(!v->has_marks || store_options(s)->kind != STORE_BITSTATE);
    store_worker_comes(s);
    return v;
}

void view_free(StateView *v) {
    if (!v)
        return;
    store_worker_goes(v->store);
    canon_done(&v->canon);
    matcher_done(&v->matcher);
    VEC_FREE(v->vector, v->vector_cap);
    VEC_FREE(v->changed, v->changed_cap);
    VEC_FREE(v->rows, v->rows_cap);
    if (v->met)
        mem_free(v->met, sizeof *v->met << MET_LOG2);
    mem_free(v, sizeof *v);
}

void view_pause(StateView *v) { store_worker_goes(v->store); }
void view_resume(StateView *v) { store_worker_comes(v->store); }

void view_rest(StateView *v) {
    StateStore *s = v->store;
    if (blocks_want_growth(store_blocks(s)) || pairmap_wants_growth(store_inner(s)))
        store_want_rest(s);
    else
        store_rest_if_wanted(s);
}

u32 leaf_of_place(const Vm *vm, const Place *p) {
    const Program *program = vm_program(vm);
    const Place *objects = vm_objects(vm);
    if (vm_is_object(vm, p))
        return p < objects + vm_numbering(vm)->old_objects
                   ? leaf_of_object(program, (u32)(p - objects))
                   : NO_LEAF;
    u32 block = (u32)(p - vm_globals(vm));
    CHECK(p >= vm_globals(vm));
    return block < program->nblocks ? block : NO_LEAF;
}

// ---- from the machine ---------------------------------------------------------------------------

ObjId view_canonicalize(StateView *v, Vm *vm, bool stop_at_leak) {
    CHECK(vm_program(vm) == store_program(v->store));
    return canon_run(&v->canon, vm, stop_at_leak);
}

bool view_kept_shape(const StateView *v) { return v->canon.kept_shape; }

bool view_keeps_shape(StateView *v, Vm *vm) {
    CHECK(vm_program(vm) == store_program(v->store));
    return canon_keeps_shape(&v->canon, vm);
}

static void share_place(StateView *v, Vm *vm, const Place *p) {
    Blocks *blocks = store_blocks(v->store);
    u32 id = blocks_id(blocks, vm_block_of(vm, p));
    CHECK(p->is_own && !p->id);
    vm_share(vm, p, blocks_get(blocks, id), id);
}

static void share_changes(StateView *v, Vm *vm) {
    ENSURE(vm_program(vm) == store_program(v->store) && v->canon.npacks == vm_nthreads(vm));
    Blocks *blocks = store_blocks(v->store);
    for (u32 i = 0, n = vm_nchanged(vm); i < n; i++)
        share_place(v, vm, vm_changed(vm, i));
    for (ThreadId k = 0; k < vm_nthreads(vm); k++) {
        if (!v->canon.packs[k].is_set)
            continue;
        u32 id = blocks_id(blocks, v->canon.packs[k].block);
        vm_thread_saved(vm, k, blocks_get(blocks, id), id);
    }
    vm_saved(vm);
    CHECK(vm_nchanged(vm) == 0 && vm_numbering(vm)->old_objects == vm_nobjects(vm));
}

static u32 leaves_of(const Vm *vm) {
    CHECK(vm_nthreads(vm) <= MAX_THREADS);
    return vector_count_leaves(vm_program(vm), vm_nobjects(vm), vm_nthreads(vm));
}

static u32 words_of(const StateStore *s, u32 nleaves) {
    CHECK(nleaves > 0);
    return vector_plain_words(store_is_folding(s) ? tree_words(nleaves) : nleaves);
}

// Writes the leaf; notes whether it differs from the one that was there.
static void put_leaf(StateView *v, u32 *leaves, u32 at, u32 id, u32 *nchanged) {
    if (IS_CHECKING)
        ENSURE(!*nchanged || v->changed[*nchanged - 1] < at);
    if (leaves[at] == id)
        return;
    leaves[at] = id;
    v->changed[(*nchanged)++] = at;
}

static u32 put_leaves(StateView *v, const Vm *vm, u32 *leaves, u32 extra) {
    const Place *globals = vm_globals(vm), *objects = vm_objects(vm);
    u32 nblocks = vm_program(vm)->nblocks, nobjects = vm_nobjects(vm), nthreads = vm_nthreads(vm);
    u32 at = 0, nchanged = 0;
    for (u32 i = 0; IS_CHECKING && i < nblocks + nobjects; i++)
        ENSURE((i < nblocks ? &globals[i] : &objects[i - nblocks])->id &&
               "a place without a block");
    for (u32 i = 0; i < nblocks; i++)
        put_leaf(v, leaves, at++, globals[i].id, &nchanged);
    for (u32 i = 0; i < nobjects; i++)
        put_leaf(v, leaves, at++, objects[i].id, &nchanged);
    for (ThreadId k = 0; k < nthreads; k++)
        put_leaf(v, leaves, at++, vm_thread(vm, k)->id, &nchanged);
    CHECK(at + 1 == leaves_of(vm) && nchanged <= at);
    put_leaf(v, leaves, at, extra, &nchanged);
    return nchanged;
}

void view_leaves(StateView *v, Vm *vm, u32 extra, StateWord *out) {
    share_changes(v, vm);
    u32 n = leaves_of(vm);
    VEC_RESERVE(v->changed, 0, v->changed_cap, n);
    vector_set_head(out, vm_nobjects(vm), vm_nthreads(vm), vector_plain_words(n),
                    vm_numbering(vm)->is_anchored);
    put_leaves(v, vm, vector_rows(out), extra);
    CHECK(vector_leaves(vm_program(vm), out) == n && vector_extra(vm_program(vm), out) == extra);
}

StateWord *view_take(StateView *v, Vm *vm, const StateWord *from, u32 extra) {
    share_changes(v, vm);
    u32 n = leaves_of(vm), words = words_of(v->store, n);
    VEC_RESERVE(v->vector, 0, v->vector_cap, words);
    VEC_RESERVE(v->changed, 0, v->changed_cap, n);
    bool is_alike = from && vector_objects(from) == vm_nobjects(vm) &&
                    vector_threads(from) == vm_nthreads(vm) && vector_words(from) == words;
    if (is_alike)
        memcpy(v->vector, from, words * sizeof *from);
    else
        memset(v->vector, 0, words * sizeof *v->vector);
    vector_set_head(v->vector, vm_nobjects(vm), vm_nthreads(vm), words,
                    vm_numbering(vm)->is_anchored);
    u32 *leaves = vector_rows(v->vector);
    u32 nchanged = put_leaves(v, vm, leaves, extra);
    CHECK(vector_leaves(vm_program(vm), v->vector) == n && nchanged <= n);
    if (!store_is_folding(v->store))
        return v->vector;
    if (is_alike)
        tree_refold(&v->folder, leaves, n, v->changed, nchanged);
    else
        tree_fold(&v->folder, leaves, n);
    return v->vector;
}

StateWord *view_fold(StateView *v, const StateWord *plain) {
    u32 nleaves = vector_leaves(store_program(v->store), plain);
    u32 words = words_of(v->store, nleaves);
    ENSURE(vector_words(plain) == vector_plain_words(nleaves) && plain != v->vector);
    VEC_RESERVE(v->vector, 0, v->vector_cap, words);
    memset(v->vector, 0, words * sizeof *v->vector);
    memcpy(v->vector, plain, vector_words(plain) * sizeof *plain);
    v->vector[VECTOR_WORDS] = words;
    if (store_is_folding(v->store))
        tree_fold(&v->folder, vector_rows(v->vector), nleaves);
    return v->vector;
}

StateWord *view_change(StateView *v, const StateWord *from, const Change *changes, u32 n) {
    const Program *p = store_program(v->store);
    u32 nleaves = vector_leaves(p, from), nchanged = 0;
    ENSURE(n == 0 || changes[n - 1].leaf < nleaves);
    CHECK(!store_is_folding(v->store) || vector_words(from) == words_of(v->store, nleaves));
    VEC_RESERVE(v->changed, 0, v->changed_cap, n);
    if (from != v->vector) {
        VEC_RESERVE(v->vector, 0, v->vector_cap, vector_words(from));
        memcpy(v->vector, from, vector_words(from) * sizeof *from);
    }
    u32 *leaves = vector_rows(v->vector);
    for (u32 i = 0; i < n; i++)
        put_leaf(v, leaves, changes[i].leaf, changes[i].id, &nchanged);
    if (!store_is_folding(v->store))
        v->vector[VECTOR_WORDS] = vector_plain_words(nleaves);
    else
        tree_refold(&v->folder, leaves, nleaves, v->changed, nchanged);
    return v->vector;
}

StateWord *view_end_thread(StateView *v, const StateWord *from, const Change *changes, u32 n,
                           ThreadId t, u32 extra) {
    const Program *p = store_program(v->store);
    u32 nleaves = vector_leaves(p, from) - 1, words = words_of(v->store, nleaves), nchanged = 0;
    VEC_RESERVE(v->vector, 0, v->vector_cap, words + 1);
    VEC_RESERVE(v->changed, 0, v->changed_cap, nleaves + 1);
    ENSURE(t < vector_threads(from) &&
           (n == 0 || changes[n - 1].leaf < leaf_of_thread(p, from, t)));
    bool is_alike = store_is_folding(v->store) && words == vector_words(from);
    memcpy(v->vector, from, (is_alike ? words : vector_plain_words(nleaves)) * sizeof *from);
    vector_set_head(v->vector, vector_objects(from), vector_threads(from) - 1, words,
                    vector_is_anchored(from));
    u32 *leaves = vector_rows(v->vector);
    CHECK(vector_leaves(p, v->vector) == nleaves);
    if (!is_alike)
        memset(leaves + nleaves, 0, (words - vector_plain_words(nleaves)) * sizeof *leaves);
    for (u32 i = 0; i < n; i++)
        put_leaf(v, leaves, changes[i].leaf, changes[i].id, &nchanged);
    for (u32 i = leaf_of_thread(p, from, t); i + 1 < nleaves; i++)
        put_leaf(v, leaves, i, vector_id(from, i + 1), &nchanged);
    put_leaf(v, leaves, nleaves - 1, extra, &nchanged);
    if (is_alike) {
        put_leaf(v, leaves, nleaves, 0, &nchanged);
        tree_refold(&v->folder, leaves, nleaves, v->changed, nchanged);
    } else if (store_is_folding(v->store)) {
        tree_fold(&v->folder, leaves, nleaves);
    }
    return v->vector;
}

// ---- what a vector points to --------------------------------------------------------------------

static bool has_tag(const Block *b, ObjId obj) {
    CHECK(tag_names_object(obj));
    for (u32 i = 0; i < b->ntags; i++)
        if (block_tags(b)[i].obj == obj)
            return true;
    return false;
}

// Whether the leaf is a block of globals or a local, stays as it is, and points to the object.
static bool holds(const StateView *v, const StateWord *state, u32 leaf, ObjId obj,
                  const Change *changes, u32 n) {
    u32 nblocks = store_program(v->store)->nblocks;
    CHECK(leaf < vector_memory_leaves(store_program(v->store), state));
    for (u32 i = 0; i < n; i++)
        if (changes[i].leaf == leaf)
            return false;
    const Block *b = blocks_get(store_blocks(v->store), vector_id(state, leaf));
    return (leaf < nblocks || b->kind == OBJ_LOCAL) && has_tag(b, obj);
}

bool view_keeps_control(StateView *v, const StateWord *state, ThreadId t, const Change *changes,
                        u32 n) {
    const Program *p = store_program(v->store);
    u32 nleaves = vector_memory_leaves(p, state);
    ENSURE(t < vector_threads(state));
    ObjId self = vm_packed_self(blocks_get(store_blocks(v->store), vector_thread(p, state, t)));
    if (!self)
        return false;
    if (v->holder < nleaves && holds(v, state, v->holder, self, changes, n))
        return true;
    for (v->holder = 0; v->holder < nleaves; v->holder++)
        if (holds(v, state, v->holder, self, changes, n))
            return true;
    return false;
}

// ---- to the machine -----------------------------------------------------------------------------

// Makes n places share what the leaves say.
static void load_places(const Blocks *blocks, Vm *vm, const Place *places, const u32 *ids, u32 n) {
    for (u32 i = 0; IS_CHECKING && i < n; i++)
        ENSURE(ids[i] && (!places[i].is_own || !places[i].id));
    for (u32 i = 0; i < n; i++)
        if (places[i].id != ids[i])
            vm_share(vm, &places[i], blocks_get(blocks, ids[i]), ids[i]);
}

void view_load(StateView *v, Vm *vm, const StateWord *state) {
    const Blocks *blocks = store_blocks(v->store);
    const Program *p = store_program(v->store);
    const u32 *ids = vector_ids(state);
    u32 nobjects = vector_objects(state), nthreads = vector_threads(state);
    ENSURE(vm_program(vm) == p);
    vm_set_counts(vm, nobjects, nthreads);
    vm_set_anchored(vm, vector_is_anchored(state));
    load_places(blocks, vm, vm_globals(vm), ids, p->nblocks);
    load_places(blocks, vm, vm_objects(vm), ids + leaf_of_object(p, 0), nobjects);
    for (ThreadId k = 0; k < nthreads; k++) {
        const Thread *t = vm_thread(vm, k);
        u32 id = vector_thread(p, state, k);
        if (t->form == THREAD_EMPTY || t->is_changed || t->id != id)
            vm_share_thread(vm, k, blocks_get(blocks, id), id);
    }
    CHECK(vm_nobjects(vm) == nobjects && vm_nthreads(vm) == nthreads);
    vm_loaded(vm);
}

u64 view_digest(const StateView *v, u32 id) {
    ENSURE(id != 0);
    const Block *b = blocks_get(store_blocks(v->store), id);
    return hash_bytes(b, block_bytes(b), 0);
}

// ---- seen before? -------------------------------------------------------------------------------

static ALWAYS_INLINE Shape *shape_of(StateView *v, u32 ndyn, u32 nthreads) {
    Shape **slot = &v->shapes[(ndyn * 31 + nthreads) % SHAPE_CACHE];
    if (UNLIKELY(!*slot || (*slot)->ndyn != ndyn || (*slot)->nthreads != nthreads))
        *slot = store_shape(v->store, ndyn, nthreads);
    CHECK((*slot)->ndyn == ndyn && (*slot)->nthreads == nthreads);
    return *slot;
}

// The root of a folded vector.
static ALWAYS_INLINE Root root_of(const StateView *v, const StateWord *state) {
    CHECK(vector_words(state) ==
          vector_plain_words(tree_words(vector_leaves(store_program(v->store), state))));
    (void)v;
    return tree_root_at(state + vector_words(state) - TREE_ROOT);
}

static u64 hash_of(const StateWord *state, u32 nleaves) {
    CHECK(vector_words(state) >= vector_plain_words(nleaves));
    u64 shape = (u64)vector_objects(state) << 32 | vector_threads(state);
    return hash_bytes(vector_ids(state), nleaves * sizeof *state, hash_mix(shape + 1));
}

// Were the leaves in v->rows seen before states were compacted?
static bool was_folded(StateView *v, u32 nleaves, u32 ndyn, u32 nthreads, StateHandle *handle) {
    ENSURE(!store_is_folding(v->store));
    if (store_options(v->store)->kind != STORE_AUTO ||
        !tree_find(store_inner(v->store), v->rows, nleaves))
        return false;
    const RootSet *roots = shape_of(v, ndyn, nthreads)->roots;
    Root root = tree_root(v->rows, nleaves);
    return handle ? rootset_find_marked(roots, root, handle) : rootset_has(roots, root);
}

static bool was_state_folded(StateView *v, const StateWord *state, u32 nleaves,
                             StateHandle *handle) {
    u32 words = tree_words(nleaves);
    VEC_RESERVE(v->rows, 0, v->rows_cap, words);
    memset(v->rows, 0, words * sizeof *v->rows);
    memcpy(v->rows, vector_ids(state), nleaves * sizeof *state);
    return was_folded(v, nleaves, vector_objects(state), vector_threads(state), handle);
}

bool view_has(StateView *v, const StateWord *state, u32 extra) {
    u32 nleaves = vector_leaves(store_program(v->store), state), changed = nleaves - 1;
    if (!store_is_folding(v->store) || vector_words(state) == vector_plain_words(nleaves))
        return false;
    u32 words = tree_words(nleaves);
    VEC_RESERVE(v->rows, 0, v->rows_cap, words);
    memcpy(v->rows, vector_ids(state), words * sizeof *state);
    v->rows[changed] = extra;
    CHECK(vector_words(state) == vector_plain_words(words));
    tree_refold(&v->folder, v->rows, nleaves, &changed, 1);
    Shape *shape = shape_of(v, vector_objects(state), vector_threads(state));
    return rootset_has(shape->roots, tree_root(v->rows, nleaves));
}

void view_prefetch(StateView *v, const StateWord *state) {
    if (!store_is_folding(v->store))
        return;
    rootset_prefetch(shape_of(v, vector_objects(state), vector_threads(state))->roots,
                     root_of(v, state));
}

static ALWAYS_INLINE bool add_root(StateView *v, Shape *shape, Root root, StateHandle *handle) {
    CHECK((shape->roots->marks != NULL) == v->has_marks);
    StateStore *s = v->store;
    bool is_new =
        handle ? rootset_add_marked(shape->roots, root, handle) : rootset_add(shape->roots, root);
    if (is_new && (rootset_wants_growth(shape->roots) || pairmap_wants_growth(store_inner(s)) ||
                   blocks_want_growth(store_blocks(s))))
        store_want_rest(s);
    return is_new;
}

// The handle is wanted if and only if the store has marks; most have none.
static ALWAYS_INLINE bool add_state(StateView *v, const StateWord *state, StateHandle *handle) {
    CHECK((handle != NULL) == v->has_marks);
    StateStore *s = v->store;
    store_rest_if_wanted(s);
    if (UNLIKELY(!store_is_folding(s))) {
        u32 nleaves = vector_leaves(store_program(s), state);
        bool was_seen =
            store_options(s)->kind == STORE_AUTO && was_state_folded(v, state, nleaves, handle);
        return !was_seen && store_add_hash(s, hash_of(state, nleaves), handle);
    }
    return add_root(v, shape_of(v, vector_objects(state), vector_threads(state)), root_of(v, state),
                    handle);
}

bool view_add(StateView *v, const StateWord *state) {
    CHECK(v->has_marks == store_options(v->store)->has_marks);
    StateHandle unwanted;
    return UNLIKELY(v->has_marks) ? add_state(v, state, &unwanted) : add_state(v, state, NULL);
}

bool view_add_marked(StateView *v, const StateWord *state, StateHandle *handle) {
    ENSURE(v->has_marks);
    return add_state(v, state, handle);
}

// ---- comparing a part ---------------------------------------------------------------------------

const Block *view_leaf(const StateView *v, const StateWord *state, u32 leaf) {
    ENSURE(leaf < leaf_of_extra(store_program(v->store), state));
    return blocks_get(store_blocks(v->store), vector_id(state, leaf));
}

u32 view_pair(StateView *v, u32 left, u32 right) {
    u64 pair = (u64)right << 32 | left;
    u32 id = pairmap_id(store_inner(v->store), pair);
    CHECK(pairmap_get(store_inner(v->store), id) == pair);
    return id;
}

u32 view_intern(StateView *v, Vm *vm, const Piece *pieces, u32 n) {
    ENSURE(!v->matcher.njoined && !v->matcher.ntags && !v->matcher.nholes);
    for (u32 i = 0; i < n; i++)
        matcher_add_piece(&v->matcher, vm_block_of(vm, pieces[i].place), &pieces[i]);
    return matcher_join(&v->matcher);
}

// SOUND: states may be compared in either way at any time, since what is compared always is a state
// that is the same but for names.
bool view_has_equal_threads(StateView *v, const StateWord *state) {
    const Program *p = store_program(v->store);
    Alike a = order_look(&v->matcher, p, state);
    if (!a.is_about)
        return false;
    if (a.has_twins && !store_has_twins(v->store))
        store_set_twins(v->store);
    return store_has_twins(v->store);
}

bool view_is_met_again(StateView *v, const StateWord *state) {
    store_rest_if_wanted(v->store);
    if (!store_is_folding(v->store))
        return false;
    if (!v->met)
        v->met = mem_zalloc(sizeof *v->met << MET_LOG2);
    Root root = root_of(v, state);
    Met *met = &v->met[root_hash(root) >> (64 - MET_LOG2)];
    u32 ndyn = vector_objects(state), nthreads = vector_threads(state);
    bool is = met->root.low == root.low && met->root.high == root.high && met->ndyn == ndyn &&
              met->nthreads == nthreads;
    *met = (Met){root, ndyn, nthreads};
    return is;
}

ThreadId view_joiner(const StateView *v, const StateWord *state) {
    const Program *p = store_program(v->store);
    ThreadId t = 0, n = vector_threads(state);
    while (t < n && !blocks_get(store_blocks(v->store), vector_thread(p, state, t))->rank)
        t++;
    return t < n ? t : THREAD_NONE;
}

Ids view_own_ids(StateView *v, const StateWord *state, ThreadId t, const Keep *keeps) {
    v->matcher.keeps = keeps;
    matcher_own_ids(&v->matcher, store_program(v->store), state, t);
    return (Ids){v->matcher.ids, v->matcher.nids};
}

Matched view_take_matched(StateView *v, const StateWord *state, const MatchSpec *terms) {
    v->matcher.sorts_threads = terms->sorts_threads;
    v->matcher.joiner = terms->njoined ? terms->joiner : THREAD_NONE;
    v->matcher.keeps = terms->njoined ? terms->keeps : NULL;
    v->matcher.awaited = terms->joined;
    v->matcher.nawaited = terms->njoined;
    u32 n = matcher_run(&v->matcher, store_program(v->store), state, terms->ranges, terms->nranges);
    u32 all = n + terms->nvalues, words = tree_words(all);
    ENSURE(n == vector_count_leaves(store_program(v->store), v->matcher.reach.nmet,
                                    vector_threads(state)));
    VEC_RESERVE(v->rows, 0, v->rows_cap, words);
    memset(v->rows, 0, words * sizeof *v->rows);
    memcpy(v->rows, v->matcher.leaves, n * sizeof *v->rows);
    if (terms->nvalues) // else there may be no memory to copy from
        memcpy(v->rows + n, terms->values, terms->nvalues * sizeof *terms->values);
    return (Matched){v->rows, all, v->matcher.reach.nmet, store_blocks(v->store)};
}

Skeleton view_skeleton(StateView *v, const StateWord *state, const MatchRange *hidden) {
    Matcher *m = &v->matcher;
    m->skips_unknown = true;
    m->sorts_threads = false;
    m->nawaited = 0;
    u32 n = matcher_run(m, store_program(v->store), state, hidden, 1);
    m->skips_unknown = false;
    return (Skeleton){m->leaves, n, vector_threads(state), m->slots, m->nslots};
}

// Shapes that differ in what is compared must not meet.
static u32 matched_threads(const StateWord *state, const MatchSpec *terms) {
    ENSURE(vector_threads(state) < 1u << 16 && terms->nvalues < 1u << 16);
    return vector_threads(state) | terms->nvalues << 16;
}

static u64 hash_of_matched(const Matched *m, u32 nthreads) {
    CHECK(m->n > m->nobjects);
    return hash_bytes(m->leaves, m->n * sizeof *m->leaves,
                      hash_mix(((u64)m->nobjects << 32 | nthreads) + 1));
}

u64 view_matched_key(StateView *v, const StateWord *state, const MatchSpec *terms) {
    Matched m = view_take_matched(v, state, terms);
    CHECK(m.n >= terms->nvalues + 1);
    return hash_of_matched(&m, matched_threads(state, terms));
}

static bool add_matched(StateView *v, const StateWord *state, const MatchSpec *terms,
                        StateHandle *handle) {
    CHECK((handle != NULL) == v->has_marks);
    StateStore *s = v->store;
    store_rest_if_wanted(s);
    Matched m = view_take_matched(v, state, terms);
    u32 nthreads = matched_threads(state, terms);
    if (!store_is_folding(s))
        return !was_folded(v, m.n, m.nobjects, nthreads, handle) &&
               store_add_hash(s, hash_of_matched(&m, nthreads), handle);
    tree_fold(&v->folder, v->rows, m.n);
    return add_root(v, shape_of(v, m.nobjects, nthreads), tree_root(v->rows, m.n), handle);
}

bool view_add_matched(StateView *v, const StateWord *state, const MatchSpec *terms) {
    CHECK(v->has_marks == store_options(v->store)->has_marks);
    StateHandle unwanted;
    return add_matched(v, state, terms, v->has_marks ? &unwanted : NULL);
}

bool view_add_matched_marked(StateView *v, const StateWord *state, const MatchSpec *terms,
                             StateHandle *handle) {
    ENSURE(v->has_marks);
    return add_matched(v, state, terms, handle);
}

// ---- the checking build -------------------------------------------------------------------------

// The vector says what the machine holds.
static void check_vector(const StateView *v, const Vm *vm) {
    const StateWord *s = v->vector;
    u32 nblocks = vm_program(vm)->nblocks;
    ENSURE(vector_objects(s) == vm_nobjects(vm) && vector_threads(s) == vm_nthreads(vm));
    ENSURE(vector_is_anchored(s) == vm_numbering(vm)->is_anchored);
    for (u32 i = 0; i < nblocks; i++)
        ENSURE(vector_id(s, i) == vm_globals(vm)[i].id);
    for (u32 i = 0; i < vm_nobjects(vm); i++)
        ENSURE(vector_id(s, leaf_of_object(vm_program(vm), i)) == vm_objects(vm)[i].id);
    for (ThreadId k = 0; k < vm_nthreads(vm); k++)
        ENSURE(vector_thread(vm_program(vm), s, k) == vm_thread(vm, k)->id);
}

void view_check(StateView *v, Vm *vm) {
    vm_check_memory(vm);
    vm_check_reach(vm);
    check_vector(v, vm);
    canon_check(&v->canon, vm);
    Matched m = view_take_matched(v, v->vector, &(MatchSpec){0});
    ENSURE((v->canon.keeps_addresses || m.nobjects == vm_nobjects(vm)) &&
           "two ways to find what can be reached disagree");
}
