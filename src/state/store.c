// SPDX-License-Identifier: Apache-2.0
// The exact store: saving the machine's state and loading it back.
#include "state/state_int.h"

struct StateStore {
    const Program *program;
    Intern *blocks;
    PairSet inner;
    TreeShape *shapes;
    u32 nshapes, shapes_cap;
    TreeCursor cursor;              // folding of the last state saved or loaded
    u32 cursor_shape;
    Canon canon;
    u32 *tuple;
    u32 tuple_cap;
    u64 count;
};

StateStore *state_new(const Program *p) {
    StateStore *s = mem_zalloc(sizeof *s);
    s->program = p;
    s->blocks = intern_new();
    pairs_init(&s->inner);
    return s;
}

void state_free(StateStore *s) {
    if (!s)
        return;
    intern_free(s->blocks);
    pairs_done(&s->inner);
    for (u32 i = 0; i < s->nshapes; i++)
        pairs_done(&s->shapes[i].roots);
    VEC_FREE(s->shapes, s->shapes_cap);
    tree_cursor_done(&s->cursor);
    canon_done(&s->canon);
    VEC_FREE(s->tuple, s->tuple_cap);
    mem_free(s, sizeof *s);
}

u64 state_count(const StateStore *s) { return s->count; }

u64 state_bytes(const StateStore *s) {
    u64 n = intern_bytes(s->blocks) + pairs_bytes(&s->inner);
    for (u32 i = 0; i < s->nshapes; i++)
        n += pairs_bytes(&s->shapes[i].roots);
    return n;
}

ObjId state_canonicalize(StateStore *s, Vm *vm, bool stop_at_leak) { return canon_run(&s->canon, vm, stop_at_leak); }

// A StateRef is shape << 40 | index of the root.
static u32 shape_of(StateStore *s, u32 ndyn, u32 nthreads) {
    for (u32 i = s->nshapes; i-- > 0;)
        if (s->shapes[i].ndyn == ndyn && s->shapes[i].nthreads == nthreads)
            return i;
    TreeShape *t = &VEC_PUSH(s->shapes, s->nshapes, s->shapes_cap);
    *t = (TreeShape){.ndyn = ndyn, .nthreads = nthreads};
    pairs_init(&t->roots);
    return s->nshapes - 1;
}

static void share_place(StateStore *s, Vm *vm, Place *p) {
    u32 id = intern_block(s->blocks, vm_block_of(vm, p));
    vm_share(p, intern_get(s->blocks, id), id);
}

static void share_changes(StateStore *s, Vm *vm) {
    for (u32 i = 0; i < vm->ndirty; i++)
        share_place(s, vm, vm->dirty[i]);
    vm->ndirty = 0;
    for (ThreadId k = 0; k < vm->nthreads; k++) {
        Thread *t = &vm->threads[k];
        if (t->form == THREAD_EMPTY || !s->canon.packs[k].is_set)
            continue;
        u32 id = intern_block(s->blocks, s->canon.packs[k].block);
        t->packed = intern_get(s->blocks, id);
        t->id = id;
        t->is_changed = false;
    }
    vm->shape_changed = false;
}

bool state_save(StateStore *s, Vm *vm, u32 extra, StateRef *ref) {
    share_changes(s, vm);
    u32 nblocks = s->program->nblocks, n = nblocks + vm->ndyn + vm->nthreads + 2, at = 0;
    VEC_RESERVE(s->tuple, 0, s->tuple_cap, n);
    for (u32 i = 0; i < nblocks; i++)
        s->tuple[at++] = vm->places[i].id;
    for (u32 i = 0; i < vm->ndyn; i++)
        s->tuple[at++] = vm->dyn[i].id;
    for (ThreadId k = 0; k < vm->nthreads; k++)
        s->tuple[at++] = vm->threads[k].form == THREAD_EMPTY ? 0 : vm->threads[k].id;
    s->tuple[at++] = extra;
    if (at == 1)
        s->tuple[at++] = 0;
    u32 shape = shape_of(s, vm->ndyn, vm->nthreads);
    if (shape != s->cursor_shape)
        s->cursor.len = 0;
    s->cursor_shape = shape;
    bool is_new;
    u32 root = tree_fold(&s->inner, &s->shapes[shape].roots, &s->cursor, s->tuple, at, &is_new);
    *ref = (u64)shape << 40 | root;
    s->count += is_new;
    return is_new;
}

u32 state_load(StateStore *s, Vm *vm, StateRef ref) {
    u32 shape = (u32)(ref >> 40), nblocks = s->program->nblocks;
    const TreeShape *t = &s->shapes[shape];
    u32 n = nblocks + t->ndyn + t->nthreads + 1, at = 0;
    const u32 *tuple = tree_unfold(&s->inner, &t->roots, &s->cursor, (u32)ref, n < 2 ? 2 : n);
    s->cursor_shape = shape;
    vm_set_counts(vm, t->ndyn, t->nthreads);
    for (u32 i = 0; i < nblocks; i++, at++)
        if (vm->places[i].id != tuple[at])
            vm_share(&vm->places[i], intern_get(s->blocks, tuple[at]), tuple[at]);
    for (u32 i = 0; i < t->ndyn; i++, at++)
        if (vm->dyn[i].id != tuple[at])
            vm_share(&vm->dyn[i], intern_get(s->blocks, tuple[at]), tuple[at]);
    for (ThreadId k = 0; k < t->nthreads; k++, at++) {
        Thread *th = &vm->threads[k];
        if (th->form == THREAD_EMPTY || th->is_changed || th->id != tuple[at])
            vm_share_thread(vm, k, tuple[at] ? intern_get(s->blocks, tuple[at]) : NULL, tuple[at]);
    }
    vm_loaded(vm);
    return tuple[at];
}
