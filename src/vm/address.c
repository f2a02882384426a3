// SPDX-License-Identifier: Apache-2.0
// Addresses as numbers. An object is laid out if it has an address from its beginning to its end,
// and as long as anything remembers it; then whatever needs the number of a pointer to it is
// computed. Which objects are laid out follows from their class (kind and size) and from the bits
// of VmOptions.addressed: a search begins with none, so that a pointer is nothing but an object and
// an offset, and begins again with those classes whose addresses somebody has looked at
// (explore/exploration.c).
//
// Memory, from low to high: globals and functions in the order of their numbers; the heap; the
// stacks. The heap and the stacks have a region for each thread and class, where an object lies in
// the lowest free range. So where it lies depends on what the same thread has laid out there before
// and what of it was given back, on nothing else: not on the numbers of objects, not on which other
// classes have addresses. The ranges of the heap are managed by runtime/layout.c, as ordinary data
// that other threads can see; those of the stacks follow from the thread's own locals.
//
// Between two objects of a region there is at least one byte, so that one past the end of an object
// is in no other. Flags and rank of a place hold the address (BLOCK_LAID_OUT): the ranks of order.c
// are for objects without one. A tombstone keeps its address, which a new object may have too: then
// pointers to both are the same number, as on a real machine.
//
// SOUND: an address that does not change, a multiple of the object's alignment and in a range of
// its own while it lives, is what a real memory gives out. What was computed without it before
// (low bits, the order of regions) is true of it. It is one layout of many: BOUND_LAYOUT. Objects
// without an address lie where nothing looks: no number that the program has is one of theirs.
#include "vm/vm_int.h"

enum {
    UNIT = 16, // bytes; an address of a region is a number of them
    FIRST_LOCAL_CLASS = 2,
    LOCAL_CLASSES = 30,
    FIRST_HEAP_CLASS = 32,
    HEAP_CLASSES = 31,
    CLASSES = 32 // regions of a thread in the heap (the last is its control block's), in the stacks
};
#define CLASS_FIXED 1ull    // globals, constants, functions
#define CLASS_INTERNAL 2ull // control blocks of threads
#define ALL_LOCALS (((1ull << LOCAL_CLASSES) - 1) << FIRST_LOCAL_CLASS)
#define ALL_HEAP (((1ull << HEAP_CLASSES) - 1) << FIRST_HEAP_CLASS)
_Static_assert(FIRST_LOCAL_CLASS + LOCAL_CLASSES <= FIRST_HEAP_CLASS &&
                   FIRST_HEAP_CLASS + HEAP_CLASSES <= 64,
               "there is a bit for each class");
_Static_assert(!(ALL_LOCALS & ALL_HEAP) &&
                   !((ALL_LOCALS | ALL_HEAP) & (CLASS_FIXED | CLASS_INTERNAL)),
               "no bit is that of two classes");
_Static_assert(LOCAL_CLASSES <= CLASSES && HEAP_CLASSES < CLASSES,
               "there is a region for each class, and one for the control block");

// ---- where memory lies --------------------------------------------------------------------------

typedef struct Zones {
    u64 fixed, heap, stacks, end; // where each begins
    u32 region;                   // units
} Zones;

static Zones zones_of(const Vm *vm) {
    ENSURE(vm->program->ptr_bytes == 8 || vm->program->ptr_bytes == 4);
    return vm->program->ptr_bytes == 8
               ? (Zones){0x555555554000, 0x555600000000, 0x7fe000000000, 0x7ff000000000, 1u << 21}
               : (Zones){0x08048000, 0x20000000, 0x90000000, 0xf0000000, 49152};
}

static u64 first_unit(const Vm *vm, u32 arena, u32 class) {
    ENSURE(arena < MOST_ARENAS && class < CLASSES);
    return ((u64)arena * CLASSES + class) * zones_of(vm).region;
}

// Whether the regions of all arenas have room between where the zones begin.
static bool have_room(Zones z) {
    u64 units = (u64)MOST_ARENAS * CLASSES * z.region;
    return units - 1 <= UINT32_MAX && z.fixed < z.heap && z.heap + units * UNIT <= z.stacks &&
           z.stacks + units * UNIT <= z.end;
}

void address_place_fixed(Vm *vm) {
    const Program *p = vm->program;
    Zones z = zones_of(vm);
    ENSURE(have_room(z));
    u64 at = z.fixed;
    for (ObjId id = 1; id < vm->first_dynamic; id++) {
        ObjRef *r = &vm->fixed[id];
        bool is_function = r->kind == OBJ_FUNC;
        const Function *f = is_function ? &p->funcs[id - p->nglobals - 1] : NULL;
        u64 align = is_function ? f->align : p->globals[id].align;
        align = align < 1 || (is_function && align < UNIT) ? UNIT : align;
        ENSURE((align & (align - 1)) == 0);
        u64 size = f ? f->end - f->start + 1 : r->size; // a label is an offset into its function
        at = (at + align - 1) / align * align;
        // Where a variable lies that nothing defines, only a linker knows.
        bool has_room = at + size < z.heap && (is_function || !p->globals[id].is_undefined);
        r->address = has_room ? at : 0;
        at += has_room ? size + 1 : 0;
    }
}

// ---- classes ------------------------------------------------------------------------------------

static u64 class_of(ObjKind kind, u32 size) {
    switch (kind) {
    case OBJ_GLOBAL:
    case OBJ_CONST:
    case OBJ_FUNC: return CLASS_FIXED;
    case OBJ_INTERNAL: return CLASS_INTERNAL;
    case OBJ_LOCAL:
    case OBJ_TLS: return 1ull << (FIRST_LOCAL_CLASS + size % LOCAL_CLASSES);
    case OBJ_HEAP: return 1ull << (FIRST_HEAP_CLASS + size % HEAP_CLASSES);
    case OBJ_FREED: return ALL_HEAP; // nobody knows its size any more
    case OBJ_RETURNED: return ALL_LOCALS;
    case OBJ_UNKNOWN:
    case OBJ_SPOT:
    case OBJ_FREE_SLOT:
    case OBJ_KIND_COUNT: break;
    }
    return 0;
}

static u64 class_of_object(const Vm *vm, ObjId tag) {
    const Place *p = tag_names_object(tag) ? obj_dyn(vm, tag) : NULL;
    return tag_names_object(tag) ? class_of(obj_kind(vm, tag), p ? p->size : 0) : 0;
}

// Why an object has no number though those of its class have.
static Lack lack_of(const Vm *vm, ObjId tag) {
    const Place *p = obj_dyn(vm, tag);
    bool is_there = p ? p->flags & BLOCK_LAID_OUT : vm->fixed[tag].address != 0;
    if (is_there)
        return LACK_WHOLE;
    if (!p)
        return LACK_DEFINITION;
    return p->kind == OBJ_INTERNAL && !(p->flags & BLOCK_CONTROL) ? LACK_PROGRAM : LACK_ROOM;
}

void address_looked_at(Vm *vm, ObjId tag) {
    u64 class = class_of_object(vm, tag);
    vm->looked_at |= class;
    if (class & vm->options.addressed)
        vm->lack = lack_of(vm, tag);
}

void address_shown(Vm *vm, ObjId tag) { vm->shown |= class_of_object(vm, tag); }

void address_add_lack(const Vm *vm, Text *out) {
    ENSURE(vm->lack < LACK_COUNT);
    if (!vm->options.addressed) {
        text_add(out, " (--addresses fixed gives it one)");
        return;
    }
    switch (vm->lack) {
    case LACK_ROOM:
        text_add(out,
                 ", but there was no room to give it one: each thread has %u KiB for the blocks of "
                 "a size, and at most %u threads have that; fewer or smaller blocks, or a smaller "
                 "alignment, would do",
                 zones_of(vm).region / (1024 / UNIT), MOST_ARENAS);
        break;
    case LACK_DEFINITION: text_add(out, ", but nothing defines the variable"); break;
    case LACK_PROGRAM: text_add(out, ", but the object is the library's own"); break;
    case LACK_WHOLE: text_add(out, ", but has only a part of it"); break;
    case LACK_NOTHING:
    case LACK_COUNT: break;
    }
}

u64 vm_looked_at(const Vm *vm) { return vm->looked_at; }
u64 vm_shown(const Vm *vm) { return vm->shown; }

bool address_lays_out(const Vm *vm) { return vm->options.addressed & ~CLASS_FIXED; }

u32 address_heap_class(const Vm *vm, u64 size) {
    u32 class = (u32)(size % HEAP_CLASSES);
    bool is = size <= MAX_OBJECT_BYTES && (vm->options.addressed & class_of(OBJ_HEAP, (u32)size));
    return is ? class + 1 : 0;
}

// ---- laying out ---------------------------------------------------------------------------------

bool address_is_laid(const Vm *vm, ObjId id) {
    const Place *p = obj_dyn(vm, id);
    CHECK(!p || !(p->flags & BLOCK_LAID_OUT) || !place_is_value(p));
    return p && (p->flags & BLOCK_LAID_OUT);
}

static u64 units_of(u64 size) { return size / UNIT + 1; } // one byte more at least

// For the checking build: whether a new block or local lies in a region, aligned, and in a range of
// its own. (Control blocks of threads that have ended stay, and others may get their ranges.)
static bool lies_apart(const Vm *vm, const Place *p) {
    u64 region = zones_of(vm).region, from = p->rank, to = from + units_of(p->size);
    bool is_good = from / region == (to - 1) / region &&
                   from / region < (u64)MOST_ARENAS * CLASSES &&
                   from * UNIT % (1ull << p->align_log) == 0;
    for (u32 i = 0; i < vm->ndyn && is_good; i++) {
        const Place *q = &vm->dyn[i];
        bool is_same_zone =
            p->kind == OBJ_HEAP ? q->kind == OBJ_HEAP : q->kind == OBJ_LOCAL || q->kind == OBJ_TLS;
        if (q != p && is_same_zone && (q->flags & BLOCK_LAID_OUT))
            is_good = to <= q->rank || q->rank + units_of(q->size) <= from;
    }
    return is_good;
}

static bool is_past_owner(const Place *p, u32 unit) {
    return p->kind == OBJ_INTERNAL && (p->flags & BLOCK_LAID_OUT) && p->rank == unit &&
           !(p->flags & BLOCK_PASSED_ON);
}

// A control block is there as long as something points to it, also when the thread was joined and a
// new one has its id. SOUND: which one has the number does not depend on what else points to them:
// it is the last that got it, which runtime/layout.c keeps.
static void pass_on(Vm *vm, u32 unit) {
    for (u32 i = 0; i < vm->ndyn; i++)
        if (is_past_owner(&vm->dyn[i], unit)) {
            place_own(vm, &vm->dyn[i]);
            vm->dyn[i].flags |= BLOCK_PASSED_ON;
        }
    vm->step.depends_on_more = true;
}

void address_lay_out(Vm *vm, ObjId id, u32 unit) {
    Place *p = obj_dyn(vm, id);
    ENSURE(p && (p->kind == OBJ_HEAP || p->kind == OBJ_INTERNAL) && !(p->flags & BLOCK_LAID_OUT));
    if (p->kind == OBJ_INTERNAL)
        pass_on(vm, unit);
    place_own(vm, p);
    p->flags |= BLOCK_LAID_OUT;
    p->rank = unit;
    ENSURE(address_lays_out(vm));
    CHECK(p->kind == OBJ_INTERNAL || lies_apart(vm, p));
}

// The arena of the running thread: that of its control block. False: it has none.
static bool own_arena(const Vm *vm, u32 *arena) {
    const Thread *t = vm->running < vm->nthreads ? &vm->threads[vm->running] : NULL;
    if (!t || vm->running == vm->called || !t->self || !address_is_laid(vm, t->self))
        return false;
    *arena = obj_dyn(vm, t->self)->rank / (CLASSES * zones_of(vm).region);
    ENSURE(*arena < MOST_ARENAS);
    return true;
}

// The first unit above all objects that the running thread has in the region.
static u64 above_own(const Vm *vm, u64 first, u64 end) {
    const Thread *t = &vm->threads[vm->running];
    ENSURE(first < end && vm->running < vm->nthreads);
    u64 at = first;
    for (u32 i = 0; i < t->nlocals + t->ntls; i++) {
        const Place *p = obj_dyn(vm, i < t->nlocals ? t->locals[i] : t->tls[i - t->nlocals]);
        bool is_there = p && (p->kind == OBJ_LOCAL || p->kind == OBJ_TLS) &&
                        (p->flags & BLOCK_LAID_OUT) && p->rank >= first && p->rank < end;
        if (is_there && p->rank + units_of(p->size) > at)
            at = p->rank + units_of(p->size);
    }
    return at;
}

void address_local_begins(Vm *vm, Place *p) {
    ENSURE((p->kind == OBJ_LOCAL || p->kind == OBJ_TLS) && !(p->flags & BLOCK_LAID_OUT));
    u32 arena;
    if (!(vm->options.addressed & class_of(p->kind, p->size)) || !own_arena(vm, &arena))
        return;
    u64 first = first_unit(vm, arena, p->size % LOCAL_CLASSES);
    u64 end = first + zones_of(vm).region, align = (1ull << p->align_log) / UNIT;
    u64 at = above_own(vm, first, end);
    at = align > 1 ? (at + align - 1) / align * align : at;
    if (at + units_of(p->size) > end)
        return;
    p->rank = (u32)at;
    // Whoever has the number can reach it.
    p->flags |= BLOCK_LAID_OUT | BLOCK_ESCAPED;
    CHECK(lies_apart(vm, p));
}

// ---- numbers ------------------------------------------------------------------------------------

static bool is_on_stack(ObjKind kind) {
    return kind == OBJ_LOCAL || kind == OBJ_TLS || kind == OBJ_RETURNED;
}

static u64 address_of_place(const Vm *vm, const Place *p) {
    CHECK(p->flags & BLOCK_LAID_OUT);
    Zones z = zones_of(vm);
    CHECK(p->rank < (u64)MOST_ARENAS * CLASSES * z.region);
    return (is_on_stack(p->kind) ? z.stacks : z.heap) + (u64)p->rank * UNIT;
}

// 0: it has none.
static u64 address_of(const Vm *vm, ObjId id) {
    CHECK(tag_names_object(id));
    if (id < vm->first_dynamic)
        return vm->options.addressed & CLASS_FIXED ? vm->fixed[id].address : 0;
    return address_is_laid(vm, id) ? address_of_place(vm, obj_dyn(vm, id)) : 0;
}

bool address_peek(const Vm *vm, Cell c, u64 *out) {
    if (cell_is_number(c)) {
        *out = c.v;
        return true;
    }
    u32 first = c.part >> 8, len = c.part ? c.part & 0xff : vm->program->ptr_bytes;
    CHECK(len >= 1 && len <= 8);
    // The upper bytes alone do not say what is carried from the lower ones.
    if (!vm->options.addressed || !tag_names_object(c.tag) || first || obj_is_value(vm, c.tag))
        return false;
    u64 base = address_of(vm, c.tag);
    *out = (base + c.v) & (len >= 8 ? ~0ull : (1ull << 8 * len) - 1);
    return base != 0;
}

bool address_number(Vm *vm, Cell c, u64 *out) {
    if (!address_peek(vm, c, out))
        return false;
    if (!cell_is_number(c))
        vm->bounds_met |= 1u << BOUND_LAYOUT;
    return true;
}

bool address_make_plain(Vm *vm, Cell *c) {
    u64 n;
    if (!address_number(vm, *c, &n))
        return false;
    *c = cell_number(n);
    return true;
}

// ---- and back -----------------------------------------------------------------------------------

typedef enum Fit { FIT_NOT, FIT_END, FIT_INSIDE } Fit;
_Static_assert(FIT_NOT == 0 && FIT_NOT < FIT_END && FIT_END < FIT_INSIDE, "the best is the last");

static Fit fit_of(u64 n, u64 address, u64 size) {
    if (n < address || n > address + size)
        return FIT_NOT;
    return n < address + size ? FIT_INSIDE : FIT_END;
}

typedef struct Found {
    Fit fit;
    Cell pointer;
} Found;

static void offer(Found *f, Fit fit, ObjId id, u64 offset) {
    if (fit > f->fit)
        *f = (Found){fit, cell_pointer(id, offset)};
}

static void find_fixed(const Vm *vm, u64 n, Found *out) {
    const Program *p = vm->program;
    for (ObjId id = 1; id < vm->first_dynamic; id++) {
        const ObjRef *r = &vm->fixed[id];
        const Function *f = r->kind == OBJ_FUNC ? &p->funcs[id - p->nglobals - 1] : NULL;
        if (r->address)
            offer(out, fit_of(n, r->address, f ? f->end - f->start : r->size), id, n - r->address);
    }
}

// Tombstones are not looked for: how long one is kept is no matter of the program's. Nor are
// control blocks whose address a later thread has got.
static void find_dynamic(const Vm *vm, u64 n, Found *out) {
    for (u32 i = 0; i < vm->ndyn; i++) {
        const Place *p = &vm->dyn[i];
        bool is_gone = p->kind == OBJ_FREED || p->kind == OBJ_RETURNED ||
                       (p->kind == OBJ_INTERNAL && (p->flags & BLOCK_PASSED_ON));
        if (is_gone || !(p->flags & BLOCK_LAID_OUT))
            continue;
        u64 address = address_of_place(vm, p);
        offer(out, fit_of(n, address, p->size), vm->first_dynamic + i, n - address);
    }
}

bool address_find(Vm *vm, u64 n, Cell *out) {
    Found found = {0};
    Zones z = zones_of(vm);
    if (!vm->options.addressed || n < z.fixed || n >= z.end)
        return false;
    if (vm->options.addressed & CLASS_FIXED)
        find_fixed(vm, n, &found);
    find_dynamic(vm, n, &found);
    vm->step.depends_on_more = true;
    if (found.fit == FIT_NOT)
        return false; // *out stays: it may be the number itself
    ENSURE(tag_names_object(found.pointer.tag));
    *out = found.pointer;
    return true;
}

bool address_make_pointer(Vm *vm, Cell *c) {
    return cell_is_number(*c) && address_find(vm, c->v, c);
}
