// SPDX-License-Identifier: Apache-2.0
// States of the machine, taken apart and put together: what all threads share, and what each has
// for itself. In a machine that was loaded, the shared objects come first, then the thread's own,
// first its control block, then what stands for other threads: one control block without bytes, so
// that nobody can look into it, for each pointer to one. (Object 0 is not used.)
//
// SOUND: what a thread does depends on what it has for itself and on what is shared, and changes
// only these. Of other threads it knows at most that they are not itself: in what is kept, pointers
// to control blocks that are shared are all the same (object 0), and the marks say which are its
// own. Nobody but a thread itself may write a pointer to its control block there; nobody else may
// take it away, copy it or keep it for himself: then pieces_take refuses; nor compare it with
// another (vm_mistook_others).
#include "many/many_int.h"

#include <string.h>

#define OWN_NAMES 0x40000000u          // + number: an own object, in blocks that are kept
enum { OTHER = 0 };                    // what is any other thread, in blocks that are kept
#define ENDED_NAME (2 * OWN_NAMES - 1) // any thread that has ended, in blocks that are kept
enum { MOST_SHARED = 256 };            // objects

#define COPIED                                                                                     \
    "a pointer to another thread (who holds a mutex, what pthread_self has given) is copied or "   \
    "overwritten where all threads can see it"
#define ORDERED                                                                                    \
    "objects that a thread has for itself are ordered by their addresses, as far as that goes"
#define KEPT "a thread keeps a pointer to another one (what pthread_self has given)"

// A pointer to another thread, alive or not.
typedef struct Other {
    Mark at;
    bool has_ended;
} Other;

struct Pieces {
    Vm *vm;
    const Program *p;
    ObjId first; // dynamic object
    // Blocks, each once.
    Block **blocks; // by id - 1
    u32 nblocks, blocks_cap;
    Table table;
    Block *copy; // scratch
    u32 copy_cap;
    // What was loaded last.
    bool is_loaded;
    u32 nshared;   // objects
    u32 nown_then; // objects of the thread
    Other *others; // pointers to other threads, in order, each with an object
    u32 nothers, others_cap, nliving;
    const Block **seen; // what is shared, as the thread sees it
    u32 seen_cap;
    Block **loaded; // blocks that were made for it
    u32 nloaded, loaded_cap;
    // Taking apart.
    u32 *shared; // indices of objects, in the order of their numbers
    u32 nnow, shared_cap;
    const char *refusal; // NULL: none yet
    u32 *number;         // by index: 1 + number among the shared ones; 0: none
    u32 number_cap;
    u32 *owner; // by index: 1 + the thread that reaches it; 0: none
    u32 owner_cap;
    u32 *own; // of one thread: indices, in order
    u32 nown, own_cap;
    u32 *own_number; // by index: 1 + number among them
    u32 own_number_cap;
    u32 nfound; // pointers to other threads, now
};

void shared_done(Shared *s) { mem_free(s->ids, s->n * sizeof *s->ids); }

void own_done(Own *o) {
    mem_free(o->ids, o->nids * sizeof *o->ids);
    mem_free(o->marks, o->nmarks * sizeof *o->marks);
}

void parts_done(Parts *p) {
    shared_done(&p->shared);
    for (u32 i = 0; i < p->nthreads; i++)
        own_done(&p->threads[i]);
    mem_free(p->threads, p->nthreads * sizeof *p->threads);
}

Pieces *pieces_new(Vm *vm) {
    Pieces *s = mem_zalloc(sizeof *s);
    s->vm = vm;
    s->p = vm_program(vm);
    s->first = vm_first_dynamic(vm);
    return s;
}

static void forget_loaded(Pieces *s) {
    for (u32 i = 0; i < s->nloaded; i++)
        mem_free(s->loaded[i], block_bytes(s->loaded[i]));
    s->nloaded = 0;
}

void pieces_free(Pieces *s) {
    forget_loaded(s);
    for (u32 i = 0; i < s->nblocks; i++)
        mem_free(s->blocks[i], block_bytes(s->blocks[i]));
    VEC_FREE(s->blocks, s->blocks_cap);
    table_done(&s->table);
    mem_free(s->copy, s->copy_cap);
    VEC_FREE(s->others, s->others_cap);
    VEC_FREE(s->seen, s->seen_cap);
    VEC_FREE(s->loaded, s->loaded_cap);
    VEC_FREE(s->shared, s->shared_cap);
    VEC_FREE(s->number, s->number_cap);
    VEC_FREE(s->owner, s->owner_cap);
    VEC_FREE(s->own, s->own_cap);
    VEC_FREE(s->own_number, s->own_number_cap);
    mem_free(s, sizeof *s);
}

// ---- blocks -------------------------------------------------------------------------------------

static Block *duplicate(const Block *b) {
    return memcpy(mem_alloc(block_bytes(b)), b, block_bytes(b));
}

static u32 intern(Pieces *s, const Block *b) {
    size_t n = block_bytes(b);
    ENSURE(n < UINT32_MAX);
    for (u64 hash = hash_bytes(b, n, 0);; hash++) {
        u32 *id = table_add(&s->table, hash, (u32)n);
        if (!*id) {
            VEC_PUSH(s->blocks, s->nblocks, s->blocks_cap) = duplicate(b);
            *id = s->nblocks;
            return *id;
        }
        if (memcmp(s->blocks[*id - 1], b, n) == 0)
            return *id;
    }
}

static const Block *block_of(const Pieces *s, u32 id) {
    ENSURE(id && id <= s->nblocks);
    return s->blocks[id - 1];
}

static Block *copy_of(Pieces *s, const Block *b) {
    size_t n = block_bytes(b);
    if (n > s->copy_cap)
        s->copy = vec_grow(s->copy, &s->copy_cap, n, 1);
    return memcpy(s->copy, b, n);
}

static bool is_dynamic(const Pieces *s, ObjId obj, u32 *index) {
    *index = obj - s->first;
    return tag_is_dynamic(obj, s->first) && *index < vm_nobjects(s->vm);
}

// ---- loading ------------------------------------------------------------------------------------

static bool is_mark(const Own *own, u32 leaf, u32 off) {
    for (u32 i = 0; i < own->nmarks; i++)
        if (own->marks[i].leaf == leaf && own->marks[i].off == off)
            return true;
    return false;
}

// A block of what is shared, as the thread sees it; notes which pointers are to other threads.
static const Block *seen_by(Pieces *s, const Own *own, u32 leaf, u32 id) {
    const Block *b = block_of(s, id);
    Block *c = NULL;
    for (u32 i = 0; i < b->ntags; i++) {
        const Tag *t = &block_tags(b)[i];
        if (t->obj != s->first + OTHER && t->obj != ENDED_NAME)
            continue;
        if (!c)
            VEC_PUSH(s->loaded, s->nloaded, s->loaded_cap) = c = duplicate(b);
        u32 index = 1 + s->nshared; // its own control block
        if (t->obj == ENDED_NAME || !is_mark(own, leaf, t->off)) {
            index += own->nids + s->nothers;
            VEC_PUSH(s->others, s->nothers, s->others_cap) =
                (Other){{leaf, t->off}, t->obj == ENDED_NAME};
            s->nliving += t->obj != ENDED_NAME;
        }
        ((Tag *)block_tags(c))[i].obj = s->first + index;
    }
    return c ? c : b;
}

static u32 first_other(const Pieces *s) { return 1 + s->nshared + s->nown_then; }

// A block of the thread's own, with the numbers that its objects have in the machine.
static const Block *named(Pieces *s, u32 id) {
    Block *c = duplicate(block_of(s, id));
    VEC_PUSH(s->loaded, s->nloaded, s->loaded_cap) = c;
    for (u32 i = 0; i < c->ntags; i++) {
        Tag *t = &((Tag *)block_tags(c))[i];
        if (t->obj >= OWN_NAMES && t->obj < 2 * OWN_NAMES)
            t->obj = s->first + 1 + s->nshared + (t->obj - OWN_NAMES);
    }
    return c;
}

void pieces_load(Pieces *s, const Shared *shared, const Own *own) {
    static const Block other = {.kind = OBJ_INTERNAL, .flags = BLOCK_CONTROL};
    const u32 nglobals = s->p->nblocks;
    forget_loaded(s);
    s->is_loaded = true;
    s->nothers = s->nliving = 0;
    ENSURE(shared->n >= nglobals && (own->nids || !own->nmarks));
    s->nshared = shared->n - nglobals;
    s->nown_then = own->nids;
    VEC_RESERVE(s->seen, 0, s->seen_cap, shared->n);
    for (u32 i = 0; i < shared->n; i++)
        s->seen[i] = seen_by(s, own, i, shared->ids[i]);
    vm_set_counts(s->vm, first_other(s) + s->nothers, 1);
    vm_set_anchored(s->vm, false);
    for (u32 i = 0; i < nglobals; i++)
        vm_share(s->vm, &vm_globals(s->vm)[i], s->seen[i], 0);
    vm_share(s->vm, &vm_objects(s->vm)[0], &other, 0); // nothing points there
    for (u32 i = 0; i < s->nshared; i++)
        vm_share(s->vm, &vm_objects(s->vm)[1 + i], s->seen[nglobals + i], 0);
    for (u32 i = 0; i < s->nothers; i++)
        vm_share(s->vm, &vm_objects(s->vm)[first_other(s) + i], &other, 0);
    for (u32 i = 0; i < own->nids; i++)
        vm_share(s->vm, &vm_objects(s->vm)[1 + s->nshared + i], named(s, own->ids[i]), 0);
    vm_share_thread(s->vm, 0, named(s, own->thread), 0);
    vm_loaded(s->vm);
}

bool pieces_ended(const Pieces *s, ObjId control) {
    u32 index = control - s->first;
    return s->is_loaded && index >= first_other(s) && index - first_other(s) < s->nothers &&
           s->others[index - first_other(s)].has_ended;
}

bool pieces_leaf(const Pieces *s, const Place *p, u32 *leaf) {
    ENSURE(s->is_loaded);
    if (!vm_is_object(s->vm, p)) {
        *leaf = (u32)(p - vm_globals(s->vm));
        return *leaf < s->p->nblocks;
    }
    u32 index = (u32)(p - vm_objects(s->vm));
    *leaf = s->p->nblocks + index - 1;
    return index >= 1 && index <= s->nshared;
}

// ---- taking apart -------------------------------------------------------------------------------

static bool is_control(const Pieces *s, u32 index) {
    return vm_objects(s->vm)[index].flags & BLOCK_CONTROL;
}

static void share(Pieces *s, u32 index) {
    VEC_PUSH(s->shared, s->nnow, s->shared_cap) = index;
    s->number[index] = s->nnow;
}

// Which of the pointers to other threads that were there it is; false: none.
static bool is_other(const Pieces *s, u32 index, u32 *which) {
    *which = index - first_other(s);
    return s->is_loaded && index >= first_other(s) && *which < s->nothers;
}

// Follows the pointers of one block of what is shared.
static void share_from(Pieces *s, const Place *p, u32 leaf) {
    for (u32 i = 0; i < p->ntags; i++) {
        u32 index, which;
        if (!is_dynamic(s, p->tags[i].obj, &index))
            continue;
        if (!is_control(s, index)) {
            if (!s->number[index])
                share(s, index);
        } else if (is_other(s, index, &which)) {
            Other was = s->others[which];
            if (was.has_ended)
                continue;
            s->nfound++;
            if (was.at.leaf != leaf || was.at.off != p->tags[i].off)
                s->refusal = COPIED;
        }
    }
}

// All that globals and what is shared lead to.
static void find_shared(Pieces *s) {
    const u32 nglobals = s->p->nblocks;
    s->nfound = 0;
    for (u32 i = 0; i < nglobals; i++)
        share_from(s, &vm_globals(s->vm)[i], i);
    for (u32 i = 0; i < s->nnow; i++)
        share_from(s, &vm_objects(s->vm)[s->shared[i]], nglobals + i);
}

// Adds an object that the thread reaches; false if another one does, too.
static bool reach(Pieces *s, ObjId obj, u32 thread) {
    u32 index;
    if (!is_dynamic(s, obj, &index))
        return true;
    if (is_control(s, index) && obj != vm_thread(s->vm, thread)->self)
        s->refusal = KEPT;
    if (s->number[index] || is_control(s, index) || s->owner[index] == thread + 1)
        return true;
    if (s->owner[index])
        return false;
    const Place *p = &vm_objects(s->vm)[index];
    if (p->rank && !(p->flags & BLOCK_LAID_OUT))
        s->refusal = ORDERED;
    s->owner[index] = thread + 1;
    VEC_PUSH(s->own, s->nown, s->own_cap) = index;
    return true;
}

// The first object that two threads reach and that is not shared yet; NO_OBJECT: there is none.
#define NO_OBJECT 0xffffffffu
static u32 reached_twice(Pieces *s) {
    memset(s->owner, 0, vm_nobjects(s->vm) * sizeof *s->owner);
    for (ThreadId k = 0; k < vm_nthreads(s->vm); k++) {
        const Block *b = vm_pack(s->vm, k);
        ObjId self = vm_thread(s->vm, k)->self;
        u32 index, from = 0;
        s->nown = 0;
        if (self)
            VEC_PUSH(s->own, s->nown, s->own_cap) = self - s->first;
        for (u32 i = 0; i < b->ntags; i++)
            if (!reach(s, block_tags(b)[i].obj, k))
                return is_dynamic(s, block_tags(b)[i].obj, &index) ? index : NO_OBJECT;
        for (; from < s->nown; from++) {
            const Place *p = &vm_objects(s->vm)[s->own[from]];
            for (u32 i = 0; i < p->ntags; i++)
                if (!reach(s, p->tags[i].obj, k))
                    return is_dynamic(s, p->tags[i].obj, &index) ? index : NO_OBJECT;
        }
    }
    return NO_OBJECT;
}

// Whether the control block is that of a thread that is no more; of those in the machine, only the
// one that has moved can have come to its end.
static bool has_ended(const Pieces *s, u32 index) {
    u32 which;
    if (is_other(s, index, &which))
        return s->others[which].has_ended;
    return vm_thread_of_self(s->vm, s->first + index) == THREAD_NONE;
}

// What a pointer is called in a block that is kept: of what is shared, or of a thread.
static ObjId name_of(const Pieces *s, ObjId obj, bool is_shared) {
    u32 index;
    if (!is_dynamic(s, obj, &index))
        return obj;
    if (s->number[index])
        return s->first + s->number[index];
    if (!is_shared && s->own_number[index])
        return OWN_NAMES + s->own_number[index] - 1;
    ENSURE(is_control(s, index)); // all else was found
    return has_ended(s, index) ? ENDED_NAME : s->first + OTHER;
}

static u32 keep(Pieces *s, const Block *b, bool is_shared) {
    Block *c = copy_of(s, b);
    for (u32 i = 0; i < c->ntags; i++) {
        Tag *t = &((Tag *)block_tags(c))[i];
        t->obj = name_of(s, t->obj, is_shared);
    }
    return intern(s, c);
}

static void take_shared(Pieces *s, Shared *out) {
    const u32 nglobals = s->p->nblocks;
    *out = (Shared){mem_alloc((nglobals + s->nnow) * sizeof(u32)), nglobals + s->nnow};
    for (u32 i = 0; i < nglobals; i++)
        out->ids[i] = keep(s, vm_block_of(s->vm, &vm_globals(s->vm)[i]), true);
    for (u32 i = 0; i < s->nnow; i++)
        out->ids[nglobals + i] =
            keep(s, vm_block_of(s->vm, &vm_objects(s->vm)[s->shared[i]]), true);
}

static void take_marks(const Place *p, u32 leaf, ObjId self, Own *out, u32 *cap) {
    for (u32 i = 0; i < p->ntags; i++)
        if (p->tags[i].obj == self)
            VEC_PUSH(out->marks, out->nmarks, *cap) = (Mark){leaf, p->tags[i].off};
}

static void add_own(Pieces *s, u32 index) {
    VEC_PUSH(s->own, s->nown, s->own_cap) = index;
    s->own_number[index] = s->nown;
}

static void meet(Pieces *s, ObjId obj) {
    u32 index;
    if (is_dynamic(s, obj, &index) && !s->number[index] && !s->own_number[index] &&
        !is_control(s, index))
        add_own(s, index);
}

static void take_thread(Pieces *s, ThreadId k, Own *out) {
    const u32 nglobals = s->p->nblocks;
    ObjId self = vm_thread(s->vm, k)->self;
    *out = (Own){0};
    memset(s->own_number, 0, vm_nobjects(s->vm) * sizeof *s->own_number);
    s->nown = 0;
    if (self) // it has none before the program begins
        add_own(s, self - s->first);
    Block *b = duplicate(vm_pack(s->vm, k));
    for (u32 i = 0; i < b->ntags; i++)
        meet(s, block_tags(b)[i].obj);
    for (u32 from = 0; from < s->nown; from++) {
        const Place *p = &vm_objects(s->vm)[s->own[from]];
        for (u32 i = 0; i < p->ntags; i++)
            meet(s, p->tags[i].obj);
    }
    out->thread = keep(s, b, false);
    mem_free(b, block_bytes(b));
    out->nids = s->nown;
    out->ids = mem_alloc(s->nown * sizeof *out->ids);
    for (u32 i = 0; i < s->nown; i++)
        out->ids[i] = keep(s, vm_block_of(s->vm, &vm_objects(s->vm)[s->own[i]]), false);
    u32 cap = 0;
    for (u32 i = 0; self && i < nglobals; i++)
        take_marks(&vm_globals(s->vm)[i], i, self, out, &cap);
    for (u32 i = 0; self && i < s->nnow; i++)
        take_marks(&vm_objects(s->vm)[s->shared[i]], nglobals + i, self, out, &cap);
    if (out->marks) { // of its own size, as own_done expects
        Mark *exact = mem_alloc(out->nmarks * sizeof *exact);
        memcpy(exact, out->marks, out->nmarks * sizeof *exact);
        VEC_FREE(out->marks, cap);
        out->marks = exact;
    }
}

bool pieces_take(Pieces *s, Parts *out, Text *why) {
    u32 n = vm_nobjects(s->vm);
    *out = (Parts){0};
    s->refusal = NULL;
    VEC_RESERVE(s->number, 0, s->number_cap, n + 1);
    VEC_RESERVE(s->owner, 0, s->owner_cap, n + 1);
    VEC_RESERVE(s->own_number, 0, s->own_number_cap, n + 1);
    memset(s->number, 0, n * sizeof *s->number);
    s->nnow = 0;
    for (u32 i = 0; s->is_loaded && i < s->nshared; i++)
        share(s, 1 + i);
    find_shared(s);
    for (u32 twice; (twice = reached_twice(s)) != NO_OBJECT;) {
        share(s, twice);
        find_shared(s);
    }
    if (s->nnow > MOST_SHARED) {
        text_add(why, "threads make more and more objects that all of them can reach");
        return false;
    }
    if (s->is_loaded && s->nfound != s->nliving)
        s->refusal = COPIED;
    if (s->refusal) {
        text_add(why, "%s", s->refusal);
        return false;
    }
    out->nthreads = vm_nthreads(s->vm);
    out->threads = mem_zalloc(out->nthreads * sizeof *out->threads);
    for (ThreadId k = 0; k < out->nthreads; k++)
        take_thread(s, k, &out->threads[k]);
    take_shared(s, &out->shared);
    return true;
}
