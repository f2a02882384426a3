// SPDX-License-Identifier: Apache-2.0
// Objects: making and ending them, who can reach them, where they are. Their contents are
// memory.c's. Invariant: what other threads can reach is visible (Place.is_visible): globals, what
// the runtime has for itself, and what has escaped; and all that a visible object points to has
// escaped.
#include "vm/vm_int.h"

#include <string.h>

// ---- what others can reach ----------------------------------------------------------------------

static bool can_escape(u8 kind) { return kind == OBJ_LOCAL || kind == OBJ_TLS || kind == OBJ_HEAP; }

static void update_visible(Place *p) {
    ENSURE(p->kind < OBJ_KIND_COUNT);
    p->is_visible = p->kind == OBJ_GLOBAL || p->kind == OBJ_INTERNAL ||
                    (can_escape(p->kind) && (p->flags & BLOCK_ESCAPED));
}

// Of an object that was not there before, what is known of its being found by others.
static u8 first_flags(const Vm *vm, ObjKind kind) {
    ENSURE(kind != OBJ_FREE_SLOT && kind < OBJ_KIND_COUNT);
    bool is_shared = vm->options.is_witness ? can_escape((u8)kind)
                                            : kind == OBJ_HEAP && !vm->options.private_memory;
    return is_shared ? BLOCK_ESCAPED : 0;
}

void vm_set_private(Vm *vm, Place *p, bool is_private) {
    bool stays = is_private && (p->flags & BLOCK_LAID_OUT); // others may have the number
    bool is_spot = p->kind == OBJ_SPOT;
    if ((!can_escape(p->kind) && !is_spot) || stays || is_private == !(p->flags & BLOCK_ESCAPED))
        return;
    place_own(vm, p);
    p->flags ^= BLOCK_ESCAPED;
    update_visible(p);
    ENSURE(is_spot || p->is_visible == !is_private);
}

static TagSpan tags_of(void *vm, ReachPart part, u32 index) {
    return reach_vm_tags(vm, part, index);
}

static bool escapes(void *arg, Edge e) {
    Vm *vm = arg;
    Place *p = obj_dyn(vm, vm->first_dynamic + e.to);
    ENSURE(p != NULL);
    bool is_spot = p->kind == OBJ_SPOT && !(p->flags & BLOCK_ESCAPED);
    if (!is_spot && (p->is_visible || !can_escape(p->kind)))
        return false;
    place_own(vm, p);
    p->flags |= BLOCK_ESCAPED;
    update_visible(p);
    ENSURE(p->is_visible || is_spot); // others find what it points into
    return true;
}

// Whether others can find the object, or it is one that nobody need find.
static bool is_found(const Vm *vm, ObjId id) {
    const Place *p = obj_look(vm, id);
    return !p || p->is_visible || !can_escape(p->kind);
}

void obj_escape(Vm *vm, ObjId id) {
    const Place *p = obj_dyn(vm, id);
    bool is_spot = p && p->kind == OBJ_SPOT && !(p->flags & BLOCK_ESCAPED);
    if (!is_spot && (!p || p->is_visible || !can_escape(p->kind)))
        return;
    Reach *r = &vm->scratch->reach;
    ReachVisitor v = {.arg = vm, .tags = tags_of, .meets = escapes};
    reach_begin(r, vm->first_dynamic, vm->ndyn, 1);
    reach_object(r, v, REACH_OBJECT, id - vm->first_dynamic, id);
    reach_rest(r, v);
    CHECK((p->is_visible || is_spot) && r->nmet <= vm->ndyn);
    CHECK(!is_spot || is_found(vm, spot_read(vm, id).base));
}

// ---- places -------------------------------------------------------------------------------------

static bool has_place(const Vm *vm, const Place *p) {
    return (p >= vm->places && p < vm->places + vm->nplaces) ||
           (p >= vm->dyn && p < vm->dyn + vm->dyn_high);
}

void step_depends_first(Vm *vm, Place *p) {
    ENSURE(p->epoch != vm->epoch);
    CHECK(has_place(vm, p));
    p->epoch = vm->epoch;
    VEC_PUSH(vm->step.depends, vm->step.ndepends, vm->depends_cap) = p;
}

void shape_changes(Vm *vm, const Place *p) {
    bool is_new = p >= vm->dyn + vm->numbering.old_objects && p < vm->dyn + MAX_OBJECTS;
    CHECK(vm->numbering.old_objects <= vm->dyn_high);
    vm->numbering.shape_changed = true;
    vm->numbering.links_changed = vm->numbering.links_changed || !is_new;
}

void vm_share(Vm *vm, const Place *place, const Block *b, u32 id) {
    Place *p = (Place *)place;
    CHECK(has_place(vm, p));
    p->data = (u8 *)block_data(b);
    p->tags = (Tag *)block_tags(b);
    p->holes = (Hole *)block_holes(b);
    p->size = b->size;
    p->ntags = b->ntags;
    p->nholes = b->nholes;
    p->kind = b->kind;
    p->flags = b->flags;
    p->align_log = b->align_log;
    p->site = b->site;
    p->rank = b->rank;
    p->id = id;
    p->is_own = false;
    update_visible(p);
    if (IS_CHECKING)
        memory_check(p);
}

// ---- objects ------------------------------------------------------------------------------------

void obj_begin(Vm *vm, ObjId id, ObjKind kind, u32 size, u32 align_log, bool is_zeroed) {
    Place *p = obj_dyn(vm, id);
    ENSURE(p && align_log <= 31 && kind >= OBJ_HEAP);
    if (vm->before)
        before_object_ends(vm, id); // the one that had its number
    memory_begin(vm, p, size, is_zeroed);
    p->kind = (u8)kind;
    p->flags = first_flags(vm, kind);
    if (vm->options.is_witness)
        witness_object_begins(vm, p);
    p->align_log = (u16)align_log;
    p->site = p->rank = 0;
    if (kind == OBJ_LOCAL || kind == OBJ_TLS)
        address_local_begins(vm, p);
    update_visible(p);
    shape_changes(vm, p);
}

void obj_drop(Vm *vm, u32 index) {
    ENSURE(index < vm->ndyn);
    Place *p = &vm->dyn[index];
    if (p->kind == OBJ_FREE_SLOT)
        return;
    memory_end(vm, p);
    p->kind = OBJ_FREE_SLOT;
    p->flags = 0;
    p->align_log = 0;
    p->site = p->rank = 0;
    update_visible(p);
}

static ObjId lowest_free(const Vm *vm) {
    for (u32 i = 0; i < vm->ndyn; i++)
        if (vm->dyn[i].kind == OBJ_FREE_SLOT)
            return vm->first_dynamic + i;
    return 0;
}

enum { OBJECT_COST = 256 }; // bytes that an object takes beside its contents, or a little more

// The id of an object that is about to begin; 0 if there is no room for another.
static ObjId slot_new(Vm *vm) {
    CHECK(vm->ndyn <= vm->dyn_high && vm->nfree_slots <= vm->ndyn);
    // Who is asked about a state leaves what is there alone.
    bool reuses = !vm->supposed.is_on;
    ObjId lowest = reuses && vm->options.keeps_addresses ? lowest_free(vm) : 0;
    if (lowest)
        return lowest;
    if (reuses && vm->nfree_slots)
        return vm->free_slots[--vm->nfree_slots];
    if (vm->ndyn == MAX_OBJECTS)
        return 0;
    vm->dyn[vm->ndyn++].is_own = false;
    if (vm->ndyn > vm->dyn_high)
        vm->dyn_high = vm->ndyn;
    return vm->first_dynamic + vm->ndyn - 1;
}

ObjId obj_new(Vm *vm, ObjKind kind, u32 size, u32 align_log, bool is_zeroed) {
    vm->step.grown += size + OBJECT_COST;
    ObjId id = slot_new(vm);
    if (id)
        obj_begin(vm, id, kind, size, align_log, is_zeroed);
    return id;
}

ObjId obj_new_unknown(Vm *vm, u32 width, bool is_float, Pc site) {
    ENSURE(width >= 1 && width <= 64);
    ObjId id = obj_new(vm, OBJ_UNKNOWN, 0, 0, true);
    if (!id)
        return 0;
    Place *p = obj_dyn(vm, id);
    p->width = (u16)width;
    p->flags |= is_float ? BLOCK_FLOAT : 0;
    p->site = site;
    CHECK(place_is_unknown(p) && !p->is_visible);
    return id;
}

void obj_end(Vm *vm, ObjId id, ObjKind tombstone) {
    Place *p = obj_dyn(vm, id);
    ENSURE(p && (tombstone == OBJ_FREED || tombstone == OBJ_RETURNED));
    u32 size = p->size;
    ObjKind kind = p->kind;
    CHECK(kind >= OBJ_HEAP && kind != OBJ_FREED && !place_is_unknown(p)); // scopes end twice
    if (vm->before)
        before_object_ends(vm, id);
    memory_end(vm, p);
    p->kind = (u8)tombstone;
    p->flags &= BLOCK_LAID_OUT;
    p->align_log = 0;
    p->site = 0;
    if (vm->options.reuse_addresses && tombstone == OBJ_FREED)
        reuse_freed(vm, p, kind, size);
    else if (!p->flags)
        p->rank = 0;
    update_visible(p);
    shape_changes(vm, p);
}

void obj_resize(Vm *vm, ObjId id, u32 size) {
    Place *p = obj_dyn(vm, id);
    ENSURE(p && p->kind == OBJ_HEAP);
    ENSURE(!(p->flags & BLOCK_LAID_OUT)); // it would leave its range: realloc moves it
    if (size > p->size)
        vm->step.grown += size - p->size;
    memory_resize(vm, p, size);
    shape_changes(vm, p);
}

ObjKind obj_kind(const Vm *vm, ObjId id) {
    if (id < vm->first_dynamic)
        return id ? vm->fixed[id].kind : OBJ_FREE_SLOT;
    Place *p = obj_dyn(vm, id);
    return p ? p->kind : OBJ_FREE_SLOT;
}

u32 obj_align(const Vm *vm, ObjId id) {
    if (!tag_names_object(id))
        return 1;
    const Program *program = vm->program;
    if (id < vm->first_dynamic) {
        // No ABI aligns functions, and compilers differ.
        u32 align = id <= program->nglobals ? program->globals[id].align
                                            : program->funcs[id - program->nglobals - 1].align;
        return align ? align : 1;
    }
    Place *p = obj_dyn(vm, id);
    return p && p->align_log < 32 ? 1u << p->align_log : 1;
}

Place *obj_place(Vm *vm, ObjId id, u32 *offset, u32 *size) {
    if (!tag_names_object(id))
        return NULL;
    if (id < vm->first_dynamic) {
        ObjRef *r = &vm->fixed[id];
        CHECK(r->kind == OBJ_FUNC || r->place < vm->nplaces);
        *offset = r->offset;
        *size = r->size;
        if (r->kind != OBJ_GLOBAL && r->kind != OBJ_CONST)
            return NULL;
        step_depends_on(vm, &vm->places[r->place]);
        return &vm->places[r->place];
    }
    Place *p = obj_dyn(vm, id);
    if (!p || p->kind == OBJ_FREE_SLOT || place_is_value(p))
        return NULL;
    *offset = 0;
    *size = p->size;
    return p;
}

// ---- set-up -------------------------------------------------------------------------------------

void objects_init(Vm *vm) {
    const Program *p = vm->program;
    vm->first_dynamic = program_first_dynamic(p);
    u32 nconst = 0;
    for (u32 i = 1; i <= p->nglobals; i++)
        nconst += p->globals[i].is_const && !p->globals[i].is_tls;
    vm->nplaces = p->nblocks + nconst;
    vm->places = mem_zalloc((vm->nplaces + 1) * sizeof(Place));
    vm->fixed = mem_zalloc(vm->first_dynamic * sizeof(ObjRef));
    vm->tls_slot = mem_zalloc((p->nglobals + 1) * sizeof(u32));
    vm->tls_global = mem_zalloc((p->nglobals + 1) * sizeof(u32));
    vm->dyn = mem_map(MAX_OBJECTS * sizeof(Place));
    u32 next = p->nblocks;
    for (u32 i = 1; i <= p->nglobals; i++) {
        const Global *g = &p->globals[i];
        if (g->is_tls) {
            vm->tls_global[vm->ntls] = i;
            vm->tls_slot[i] = ++vm->ntls;
        } else if (g->is_const) {
            vm->fixed[i] = (ObjRef){next++, 0, g->size, OBJ_CONST, 0};
        } else {
            vm->fixed[i] = (ObjRef){g->block, g->offset, g->size, OBJ_GLOBAL, 0};
            ENSURE(g->block < p->nblocks && g->offset + g->size <= p->blocks[g->block].size);
        }
    }
    for (u32 f = 0; f < p->nfuncs; f++)
        vm->fixed[program_func_obj(p, f)] = (ObjRef){.kind = OBJ_FUNC};
    address_place_fixed(vm);
    ENSURE(next == vm->nplaces && tags_are_objects(vm->first_dynamic, MAX_OBJECTS));
}

static void place_begin_as(Vm *vm, Place *p, ObjKind kind, const MemoryImage *image) {
    ENSURE((kind == OBJ_GLOBAL) == (p < vm->places + vm->program->nblocks));
    p->is_own = false;
    memory_begin_as(vm, p, image);
    p->kind = (u8)kind;
    p->flags = 0;
    p->align_log = 0;
    p->site = p->rank = 0;
    update_visible(p);
}

void objects_reset(Vm *vm) {
    const Program *p = vm->program;
    vm->ndirty = 0;
    vm->ndyn = 0;
    for (u32 i = 0; i < p->nblocks; i++)
        place_begin_as(vm, &vm->places[i], OBJ_GLOBAL,
                       &(MemoryImage){p->blocks[i].size, p->blocks[i].init, p->blocks[i].tags,
                                      p->blocks[i].ntags});
    u32 dirty = vm->ndirty;
    ENSURE(dirty == p->nblocks);
    for (u32 i = 1; i <= p->nglobals; i++) {
        const Global *g = &p->globals[i];
        if (vm->fixed[i].kind == OBJ_CONST)
            place_begin_as(vm, &vm->places[vm->fixed[i].place], OBJ_CONST,
                           &(MemoryImage){g->size, g->init, g->tags, g->ntags});
    }
    vm->ndirty = dirty; // constants are never saved
    all_changes(vm);
}

void objects_done(Vm *vm) {
    ENSURE(vm->ndyn <= vm->dyn_high && vm->dyn_high <= MAX_OBJECTS);
    for (u32 i = 0; i < vm->nplaces; i++)
        place_free(&vm->places[i]);
    for (u32 i = 0; i < MAX_OBJECTS && i < vm->dyn_high; i++)
        place_free(&vm->dyn[i]);
    mem_free(vm->places, (vm->nplaces + 1) * sizeof(Place));
    mem_free(vm->fixed, vm->first_dynamic * sizeof(ObjRef));
    mem_free(vm->tls_slot, (vm->program->nglobals + 1) * sizeof(u32));
    mem_free(vm->tls_global, (vm->program->nglobals + 1) * sizeof(u32));
    mem_unmap(vm->dyn, MAX_OBJECTS * sizeof(Place));
    VEC_FREE(vm->dirty, vm->dirty_cap);
}
