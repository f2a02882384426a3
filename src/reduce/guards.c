// SPDX-License-Identifier: Apache-2.0
// Locks that protect data (Lipton: Reduction, 1975; Stoller, Cohen: Optimistic
// synchronization-based state-space reduction, 2003). A step begins with any visible operation and
// goes on through operations that move left: those that can as well happen right after what the
// thread did before, whatever other threads do in between. These are
//   - accesses to a location by a thread that holds the lock that protects it: nobody else can
//     access it meanwhile;
//   - the release of a lock that the thread holds: it enables others and disables nobody;
//   - the end of the thread, if nobody looks whether it has ended but by waiting for that: the
//     same.
// It disables what others do in the first half of an atomic section that waits for it in its
// middle: once there is nothing to wait for, nobody comes between its halves. So somebody who waits
// there looks.
// Taking a lock is always a scheduling point, so deadlocks are found.
//
// Which lock protects a location is not declared but assumed: the locks that were held at its first
// access, then those of them that were held at every other access, in all runs of the search. When
// none is left, the location is open: its accesses are scheduling points, and if the search has let
// one of them pass before, it must start again.
//
// That somebody holds a lock says nothing if its memory was written over by other means than the
// functions for mutexes. When that happens to a lock that somebody held at an access, at any time,
// nothing passes any more.
//
// SOUND: take the first access of a run, in the program without reduction, that breaks an
// assumption. Up to there everything that passed did move left, so there is a reduced run to the
// same state, but for threads that have finished their current step in it; what they did more
// cannot keep the access from happening. So the search meets it as well. The same holds for looks
// at a lock without waiting: trylock, or any access to its memory that is not made by the functions
// for mutexes. They count when they happen, whatever they see; and for waits in the middle of a
// section, whether or not there is anything to wait for.
//
// Locations are granules of four bytes of a global; of dynamic objects, granules of all objects of
// one size, protected by a global lock or by one at a fixed place in the same object. Operations
// while there is only one thread do not count: a thread that has not finished its current step is
// still there when it has, since its end does not pass in a step in which something else did. For
// the same reason memory that was shared once must not become private again while guards are used:
// the thread that still needs it might be done with it in the reduced run.
#include "reduce/reduce.h"
#include "vm/look.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    SLOTS = IS_TINY ? 1 << 6 : 1 << 16,
    GRANULE = 4,
    LARGEST = 4096,      // larger objects are open: too many granules
    MOST_LOCKS = 250,    // lock ids fit a byte, see Slot.locks
    MOST_HELD = 4,       // of the locks that a thread holds, so many are looked at
    PATIENCE = 24,       // searches that may start again for single locations
    OBJECT_PATIENCE = 4, // of one object
};
#define UNCLAIMED 0u
#define OPEN 0xffffffffu
#define ALL_GRANULES 0xfffffffu // stands for every granule of an object

// A table of its own, and not base/table.h: all workers add to it and look locations up at every
// visible operation, without a lock, and what is known of one changes while they do.
typedef struct Slot {       // a location
    _Atomic u64 key;        // 0: empty
    _Atomic u32 locks;      // UNCLAIMED, OPEN, or up to four lock ids, a byte each
    atomic_bool has_passed; // the search has relied on it
    // not only by the functions for locks, so a lock there is not only their affair
    atomic_bool is_looked_at;
    atomic_bool has_released;   // a lock that begins here was released in passing
    atomic_bool is_lock;        // a lock that somebody held at an access begins here
    atomic_bool is_overwritten; // not by the functions for locks
    _Atomic u32
        nbroken; // of the slot for all of an object: its locations that were relied on in vain
} Slot;

struct Guards {
    const Program *program;
    ObjId first_dynamic;
    Slot *slots;
    _Atomic u32 nslots;
    pthread_mutex_t lock;  // guards the end of the list
    u64 locks[MOST_LOCKS]; // how the locks that protect something are found, by id - 1
    _Atomic u32 nlocks;
    // no slot for a location that was looked at: no release passes any more
    atomic_bool is_full;
    atomic_bool has_unrecorded; // no slot for a location that was written
    // a lock was released by a thread that does not hold it, or its memory written over
    atomic_bool is_distrusted;
    // somebody waits in the middle of a section for the end of a thread; one has ended in passing
    atomic_bool are_ends_seen, has_ended;
    atomic_bool is_broken;
    _Atomic u64 learnt;
    u32 nbroken; // how often, so far
};

Guards *guards_new(const Program *p) {
    Guards *g = mem_zalloc(sizeof *g);
    g->program = p;
    g->first_dynamic = program_first_dynamic(p);
    ENSURE(g->first_dynamic > p->nglobals);
    g->slots = mem_zalloc(SLOTS * sizeof *g->slots);
    pthread_mutex_init(&g->lock, NULL);
    return g;
}

void guards_free(Guards *g) {
    if (!g)
        return;
    ENSURE(atomic_load(&g->nslots) < SLOTS && atomic_load(&g->nlocks) <= MOST_LOCKS);
    pthread_mutex_destroy(&g->lock);
    mem_free(g->slots, SLOTS * sizeof *g->slots);
    mem_free(g, sizeof *g);
}

bool guards_are_broken(const Guards *g) {
    return atomic_load_explicit(&g->is_broken, memory_order_relaxed);
}

u64 guards_learnt(const Guards *g) {
    return atomic_load_explicit(&g->learnt, memory_order_relaxed);
}

static void learn(Guards *g) { atomic_fetch_add_explicit(&g->learnt, 1, memory_order_relaxed); }

// Nothing has passed in the new search; what is known of locations stays.
void guards_start_again(Guards *g) {
    ENSURE(guards_learnt(g) >= atomic_load(&g->nslots)); // and that is kept
    for (u32 i = 0; i < SLOTS; i++) {
        atomic_store(&g->slots[i].has_passed, false);
        atomic_store(&g->slots[i].has_released, false);
    }
    g->nbroken++;
    atomic_store(&g->has_ended, false);
    atomic_store(&g->is_broken, false);
}

// ---- locations ----------------------------------------------------------------------------------

static u64 key_of(const Guards *g, const Access *a, u64 granule) {
    CHECK(a->obj < g->first_dynamic || a->place->size <= LARGEST);
    if (a->obj < g->first_dynamic)
        return (u64)a->obj << 28 | granule;
    return 1ull << 63 | (u64)(a->place->kind & 15) << 58 | (u64)a->place->size << 28 | granule;
}

// The slot of a key; NULL if it has none and cannot get one.
static Slot *slot_of(Guards *g, u64 key, bool may_add) {
    ENSURE(key != 0);
    CHECK(atomic_load(&g->nslots) < SLOTS); // an empty slot ends the loop
    u32 at = (u32)hash_mix(key) & (SLOTS - 1);
    for (;; at = (at + 1) & (SLOTS - 1)) {
        u64 have = atomic_load_explicit(&g->slots[at].key, memory_order_acquire);
        if (have == key)
            return &g->slots[at];
        if (have)
            continue;
        if (!may_add || atomic_load_explicit(&g->nslots, memory_order_relaxed) > SLOTS / 4 * 3)
            return NULL;
        if (atomic_compare_exchange_strong(&g->slots[at].key, &have, key)) {
            atomic_fetch_add(&g->nslots, 1);
            learn(g);
            return &g->slots[at];
        }
        if (have == key)
            return &g->slots[at];
    }
}

static void open_slot(Guards *g, Slot *s) {
    CHECK(atomic_load(&s->key));
    atomic_store(&s->locks, OPEN);
    if (atomic_load(&s->has_passed))
        atomic_store(&g->is_broken, true);
}

// The object has a location that is not protected: from now on none of its locations is. Otherwise
// an array would cost a search for each of its elements.
static void open_object(Guards *g, const Access *a) {
    Slot *all = slot_of(g, key_of(g, a, ALL_GRANULES), true);
    if (all)
        atomic_store(&all->locks, OPEN);
    CHECK(!all || !atomic_load(&all->has_passed)); // nothing relies on all of an object
    for (u64 i = 0; i <= LARGEST / GRANULE; i++) {
        u64 first = a->obj < g->first_dynamic ? a->off / GRANULE : 0;
        // Offsets are those in the place; look on both sides of this one.
        Slot *s = slot_of(g, key_of(g, a, first + i), false);
        if (s)
            open_slot(g, s);
        s = i && i <= first ? slot_of(g, key_of(g, a, first - i), false) : NULL;
        if (s)
            open_slot(g, s);
    }
}

static bool is_open_object(Guards *g, const Access *a) {
    const Slot *all = slot_of(g, key_of(g, a, ALL_GRANULES), false);
    CHECK(!all || atomic_load(&all->locks) == OPEN || atomic_load(&all->locks) == UNCLAIMED);
    return all && atomic_load_explicit(&all->locks, memory_order_relaxed) == OPEN;
}

// ---- locks --------------------------------------------------------------------------------------

// The id of a lock as seen from an object: a global one, or one in the same object. 0: it has none.
// Of large objects it is not known which bytes are written.
static u32 lock_id(Guards *g, const Access *a, Cell lock) {
    u64 key;
    if (lock.tag <= g->program->nglobals && g->program->globals[lock.tag].size > LARGEST)
        return 0;
    if (lock.tag < g->first_dynamic)
        key = (u64)lock.tag << 32 | (u32)lock.v;
    else if (lock.tag == a->obj)
        key = 1ull << 63 | (u32)lock.v;
    else
        return 0;
    u32 n = atomic_load_explicit(&g->nlocks, memory_order_acquire);
    for (u32 i = 0; i < n; i++)
        if (g->locks[i] == key)
            return i + 1;
    u32 id = 0;
    pthread_mutex_lock(&g->lock);
    n = atomic_load(&g->nlocks);
    for (u32 i = 0; i < n && !id; i++)
        id = g->locks[i] == key ? i + 1 : 0;
    if (!id && n < MOST_LOCKS) {
        g->locks[n] = key;
        atomic_store_explicit(&g->nlocks, n + 1, memory_order_release);
        id = n + 1;
    }
    ENSURE(id ? g->locks[id - 1] == key : n == MOST_LOCKS);
    pthread_mutex_unlock(&g->lock);
    return id;
}

// What Slot.locks may be: a byte that is not 0 is the id of a lock, and none follows one that is.
static bool is_lock_set(u32 locks) {
    bool is_good = true;
    for (u32 rest = locks; rest && locks != OPEN && is_good; rest >>= 8)
        is_good = (rest & 0xff) > 0 && (rest & 0xff) <= MOST_LOCKS;
    return is_good;
}

static bool has_lock(u32 locks, u32 id) {
    bool found = false;
    for (u32 rest = locks; rest && !found; rest >>= 8)
        found = (rest & 0xff) == id;
    return found;
}

static bool is_subset(u32 small, u32 large) {
    bool is_inside = true;
    for (u32 rest = small; rest && is_inside; rest >>= 8)
        is_inside = has_lock(large, rest & 0xff);
    return is_inside;
}
static u64 lock_granules(const Guards *g) {
    CHECK(g->program->ptr_bytes == 8 || g->program->ptr_bytes == 4);
    return g->program->ptr_bytes == 8 ? 10 : 6;
}

// Notes that a lock which protects something begins there: a global one, or one in the object of
// the access. Nobody may write over it.
static void note_lock(Guards *g, const Access *a, Cell lock) {
    bool is_global = lock.tag < g->first_dynamic;
    u32 base = is_global ? g->program->globals[lock.tag].offset : 0;
    Access at = {.place = a->place, .obj = lock.tag, .off = base + lock.v};
    u64 first = at.off / GRANULE;
    Slot *s = slot_of(g, key_of(g, &at, first), true);
    if (s && atomic_load_explicit(&s->is_lock, memory_order_relaxed))
        return;
    if (s) {
        learn(g);
        atomic_store(&s->is_lock, true);
    }
    bool is_overwritten = !s || atomic_load(&g->has_unrecorded);
    for (u64 i = first; i < first + lock_granules(g) && !is_overwritten; i++) {
        const Slot *other = slot_of(g, key_of(g, &at, i), false);
        is_overwritten = other && atomic_load(&other->is_overwritten);
    }
    if (is_overwritten)
        guards_distrust(g);
}

// The ids of the locks that t holds, a byte each; the innermost ones, if there are too many.
static u32 locks_of(Guards *g, const Thread *t, const Access *a) {
    CHECK(t->form == THREAD_LIVE);
    u32 ids = 0, n = 0;
    for (u32 i = t->nheld; i-- > 0 && n < MOST_HELD;) {
        u32 id = t->held[i].part == HOLD_LOCK ? lock_id(g, a, t->held[i]) : 0;
        // A program that writes to the memory of a mutex can take it a second time.
        if (!id || has_lock(ids, id))
            continue;
        note_lock(g, a, t->held[i]);
        ids |= id << (8 * n++);
    }
    CHECK(is_lock_set(ids) && ids != OPEN);
    return ids;
}

static u32 intersection(u32 a, u32 b) {
    u32 both = 0, n = 0;
    for (u32 i = 0; i < 32; i += 8)
        for (u32 k = 0; k < 32; k += 8)
            if ((a >> i & 0xff) && (a >> i & 0xff) == (b >> k & 0xff))
                both |= (a >> i & 0xff) << (8 * n++);
    ENSURE(n <= MOST_HELD);
    CHECK(is_subset(both, a) && is_subset(both, b));
    return both;
}

// An access to a location by a thread that holds these locks: true if it is protected.
static bool meet(Guards *g, Slot *s, u32 held) {
    u32 have = atomic_load_explicit(&s->locks, memory_order_relaxed);
    CHECK(atomic_load(&s->key) && is_lock_set(have) && is_lock_set(held));
    for (;;) {
        if (have == OPEN)
            return false;
        u32 left = have == UNCLAIMED ? held : intersection(have, held);
        u32 next = left ? left : OPEN;
        // Guards only shrink: that is why there is an end to starting again.
        CHECK(have == UNCLAIMED || next == OPEN || is_subset(next, have));
        if (next == have)
            return true;
        if (atomic_compare_exchange_weak(&s->locks, &have, next)) {
            learn(g);
            if (next != OPEN)
                return true;
            if (atomic_load(&s->has_passed))
                atomic_store(&g->is_broken, true);
            return false;
        }
    }
}

// ---- accesses -----------------------------------------------------------------------------------

// Objects of which nothing is assumed.
static bool is_out_of_scope(const Guards *g, const Access *a) {
    CHECK(a->obj && !a->is_release);
    u32 size = a->obj <= g->program->nglobals ? g->program->globals[a->obj].size : a->place->size;
    return a->place->kind == OBJ_INTERNAL || size > LARGEST;
}

// A location that is not protected says nothing of its neighbours, but a search for each would take
// too long.
static bool wears_out(Guards *g, const Access *a) {
    Slot *all = slot_of(g, key_of(g, a, ALL_GRANULES), true);
    return !all || atomic_fetch_add(&all->nbroken, 1) + 1 >= OBJECT_PATIENCE;
}

static bool access_passes(Guards *g, const Thread *t, const Access *a) {
    if (is_out_of_scope(g, a) || is_open_object(g, a))
        return false;
    u32 held = locks_of(g, t, a);
    u64 first = a->off / GRANULE, last = (a->off + (a->size ? a->size - 1 : 0)) / GRANULE;
    CHECK(!a->is_release && last < ALL_GRANULES);
    bool passes = true, was_broken = guards_are_broken(g);
    CHECK(last - first <= LARGEST / GRANULE);
    for (u64 i = first; i <= last; i++) {
        Slot *s = slot_of(g, key_of(g, a, i), true);
        passes = s && meet(g, s, held) && passes;
        if (!s) {
            open_object(g, a);
            return false;
        }
    }
    if (!passes) {
        if (guards_are_broken(g) && (g->nbroken > PATIENCE || (!was_broken && wears_out(g, a))))
            open_object(g, a);
        return false;
    }
    for (u64 i = first; i <= last; i++) {
        Slot *s = slot_of(g, key_of(g, a, i), true);
        CHECK(s && atomic_load(&s->locks) != UNCLAIMED); // since it has met the thread's locks
        if (atomic_load_explicit(&s->has_passed, memory_order_relaxed))
            continue;
        learn(g);
        atomic_store(&s->has_passed, true);
        // Another worker may have opened it since it was looked at above.
        if (atomic_load(&s->locks) == OPEN)
            atomic_store(&g->is_broken, true);
    }
    return true;
}

// The end of an object is a write of all of it.
static void object_ends(Guards *g, const Thread *t, const Access *a) {
    ENSURE(a->is_end && a->is_write);
    if (is_out_of_scope(g, a) || is_open_object(g, a))
        return;
    if (locks_of(g, t, a) == 0)
        open_object(g, a);
    else
        access_passes(g, t, a);
}

// ---- releases -----------------------------------------------------------------------------------
// A release passes as long as nobody can tell whether the lock is held but by trying to take it:
// all accesses to its memory are made by the functions for mutexes, and nobody uses those that do
// not wait.

// Whether the thread is inside a function that works on locks in the way that is expected.
static bool is_in_lock_model(const Thread *t) {
    CHECK(t->form == THREAD_LIVE && t->nframes > 0);
    for (u32 i = t->nframes; i-- > 0;)
        if (t->frames[i].is_lock_model)
            return true;
    return false;
}

static void break_releases(Guards *g, const Access *a, u64 first, u64 last) {
    CHECK(first <= last);
    for (u64 i = first; i <= last; i++) {
        const Slot *s = slot_of(g, key_of(g, a, i), false);
        if (s && atomic_load(&s->has_released))
            atomic_store(&g->is_broken, true);
    }
}

// Somebody looks at a location (ALL_GRANULES: at the end of the object). [first, last]: where locks
// may begin that it is part of.
static void look_at(Guards *g, const Access *a, u64 granule, u64 first, u64 last) {
    ENSURE(first <= last && (granule == ALL_GRANULES ? a->is_end : granule == last));
    Slot *s = slot_of(g, key_of(g, a, granule), true);
    if (!s) {
        // Once is enough: from then on no release passes.
        if (!atomic_exchange(&g->is_full, true))
            atomic_store(&g->is_broken, true);
        return;
    }
    if (atomic_load_explicit(&s->is_looked_at, memory_order_relaxed))
        return;
    learn(g);
    atomic_store(&s->is_looked_at, true);
    break_releases(g, a, first, last);
}

// Somebody writes there who is no function for locks.
static void overwrite(Guards *g, const Access *a, u64 granule) {
    Slot *s = slot_of(g, key_of(g, a, granule), true);
    if (s && atomic_load_explicit(&s->is_overwritten, memory_order_relaxed))
        return;
    if (s) {
        learn(g);
        atomic_store(&s->is_overwritten, true);
    } else {
        atomic_store(&g->has_unrecorded, true);
    }
    bool is_lock = false;
    for (u64 i = 0; i < lock_granules(g) && i <= granule && !is_lock; i++) {
        const Slot *begin = slot_of(g, key_of(g, a, granule - i), false);
        is_lock = begin && atomic_load(&begin->is_lock);
    }
    if (is_lock)
        guards_distrust(g);
}

static void look_at_all(Guards *g, const Access *a) {
    CHECK(!a->is_release);
    u64 last = (a->off + (a->size ? a->size - 1 : 0)) / GRANULE;
    if (a->is_end) {
        look_at(g, a, ALL_GRANULES, a->off / GRANULE, last);
        return;
    }
    for (u64 i = a->off / GRANULE; i <= last; i++) {
        look_at(g, a, i, i < lock_granules(g) ? 0 : i - lock_granules(g) + 1, i);
        if (a->is_write)
            overwrite(g, a, i);
    }
}

static bool is_looked_at(Guards *g, const Access *lock) {
    CHECK(lock->size == GRANULE && !lock->is_end); // it is one of lock_access
    u64 first = lock->off / GRANULE;
    const Slot *all = slot_of(g, key_of(g, lock, ALL_GRANULES), false);
    bool is_seen = atomic_load(&g->is_full) || (all && atomic_load(&all->is_looked_at));
    for (u64 i = first; i < first + lock_granules(g) && !is_seen; i++) {
        const Slot *s = slot_of(g, key_of(g, lock, i), false);
        is_seen = s && atomic_load(&s->is_looked_at);
    }
    return is_seen;
}

// The memory of a lock; false if it has none.
static bool lock_access(Vm *vm, Cell lock, Access *out) {
    u32 base, size;
    const Place *p = vm_place(vm, lock.tag, &base, &size);
    *out = (Access){.place = p, .obj = lock.tag, .off = base + lock.v, .size = GRANULE};
    return p && p->is_visible;
}

static bool end_passes(Guards *g) {
    if (atomic_load(&g->are_ends_seen))
        return false;
    if (!atomic_exchange(&g->has_ended, true))
        learn(g);
    // Somebody may have come to such a wait between the lines above.
    if (atomic_load(&g->are_ends_seen))
        atomic_store(&g->is_broken, true);
    return true;
}

// The end of a thread is one, too, if the model says so: of its own control block. So is what
// happens to memory that nobody else can reach, and to what others cannot see yet.
static bool release_passes(Guards *g, Vm *vm, const Thread *t, Cell lock) {
    CHECK(t->form == THREAD_LIVE);
    u32 base, size;
    const Place *p = vm_place(vm, lock.tag, &base, &size);
    if (lock.tag == t->self)
        return end_passes(g);
    if (p && place_is_private(p))
        return true;
    bool is_held = false;
    for (u32 i = 0; i < t->nheld; i++)
        is_held = is_held || (t->held[i].tag == lock.tag && t->held[i].v == lock.v &&
                              t->held[i].part == HOLD_LOCK);
    Access a;
    if (!is_held || !lock_access(vm, lock, &a) || is_out_of_scope(g, &a) || is_looked_at(g, &a))
        return false;
    Slot *s = slot_of(g, key_of(g, &a, a.off / GRANULE), true);
    if (!s)
        return false;
    if (!atomic_exchange(&s->has_released, true))
        learn(g);
    // Somebody may have looked at it between the lines above.
    if (is_looked_at(g, &a))
        atomic_store(&g->is_broken, true);
    return true;
}

// ---- what the machine asks ----------------------------------------------------------------------

// SOUND: the unlock of a lock that the thread does not hold is met as a first access that breaks an
// assumption is. It does not pass, and what others have done more in the reduced run cannot make
// its thread the holder: whether they hold the lock then or not, it is a misuse, and the machine
// says so.
void guards_distrust(Guards *g) {
    if (atomic_exchange(&g->is_distrusted, true))
        return;
    learn(g);
    atomic_store(&g->is_broken, true);
}

bool guards_passes(Guards *g, Vm *vm, const Thread *t, const Access *a) {
    ENSURE(vm_nthreads(vm) > 1); // what happens while there is one thread does not count
    CHECK(!(a->is_end && a->is_release));
    if (atomic_load_explicit(&g->is_distrusted, memory_order_relaxed))
        return false;
    if (a->is_release)
        return release_passes(g, vm, t, (Cell){a->off, a->obj, 0});
    if (!is_out_of_scope(g, a) && !is_in_lock_model(t))
        look_at_all(g, a);
    if (!a->is_end)
        return access_passes(g, t, a);
    object_ends(g, t, a);
    return false;
}

void guards_observed(Guards *g, Vm *vm, Cell lock) {
    CHECK(vm_program(vm) == g->program);
    Access a;
    if (vm_nthreads(vm) > 1 && lock_access(vm, lock, &a) && !is_out_of_scope(g, &a))
        look_at_all(g, &a);
}

// Whether the section is that of a function for locks: all that it has done before is to look at
// the lock that it waits for.
static bool is_locking(const Thread *t) {
    u32 i = 0;
    while (i < t->nframes && !t->frames[i].is_masked && !t->frames[i].is_atomic)
        i++;
    return i < t->nframes && t->frames[i].is_lock_model && !t->sections;
}

void guards_waits_inside(Guards *g, Vm *vm, const Thread *t) {
    const Pending *w = &t->pend;
    WaitKind kind = vm_wait_kind(w);
    if (vm_nthreads(vm) == 1 || is_locking(t))
        return;
    if (kind == WAIT_JOIN || kind == WAIT_EXIT) {
        if (!atomic_exchange(&g->are_ends_seen, true))
            learn(g);
        if (atomic_load(&g->has_ended))
            atomic_store(&g->is_broken, true);
    }
    guards_observed(g, vm, w->word);
}
