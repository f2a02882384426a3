// SPDX-License-Identifier: Apache-2.0
// What the checking build looks at: threads between two steps, and their packed form. What is
// promised of memory, memory.c checks itself. Nothing here changes anything, and no step depends on
// what is looked at here.
#include "vm/vm_int.h"

#include <string.h>

// ---- what is promised of a live thread ----------------------------------------------------------
static void check_frame(const Vm *vm, const Thread *t, u32 i) {
    const Program *p = vm->program;
    const Frame *f = &t->frames[i];
    ENSURE(f->func < p->nfuncs);
    const Function *fn = &p->funcs[f->func];
    bool is_top = i + 1 == t->nframes, has_varargs = f->varargs == 0;
    u32 cells = is_top ? t->ncells : f[1].base, locals = is_top ? t->nlocals : f[1].first_local;
    ENSURE(f->pc >= fn->start + !is_top && f->pc < fn->end);
    ENSURE(f->base + fn->ncells == cells && cells <= t->ncells);
    ENSURE(f->first_local <= locals && locals <= t->nlocals);
    for (u32 k = f->first_local; k < locals; k++) {
        const Place *local = obj_look(vm, t->locals[k]);
        ENSURE(local && (local->kind == OBJ_LOCAL ||
                         (local->kind == OBJ_RETURNED && (local->flags & BLOCK_SCOPE))));
        has_varargs = has_varargs || t->locals[k] == f->varargs;
    }
    ENSURE(has_varargs && "variadic arguments that are no local");
    const u32 *live = p->live_cells + p->live_start[f->pc];
    for (u32 k = 0; k < p->live_count[f->pc]; k++)
        ENSURE(live[k] < fn->ncells && (!is_top || cell_is_formed(t->cells[f->base + live[k]])));
}

static void check_pending(const Vm *vm, const Thread *t) {
    const Pending *w = &t->pend;
    const Insn *in = &vm->program->code[t->frames[t->nframes - 1].pc];
    const Place *word = obj_look(vm, w->word.tag);
    ENSURE(w->kind <= PEND_PIECES && w->ninterrupts <= MOST_INTERRUPTS);
    ENSURE(w->kind == PEND_WAIT || (!w->owner.tag && !w->resource.tag && !w->ninterrupts));
    bool is_trap = in->op == OP_TRAP;
    ENSURE(w->kind != PEND_WAIT || (is_trap && ir_trap_info[in->a].effect == TRAP_IS_WAIT));
    ENSURE(w->kind != PEND_CHOOSE || (is_trap && in->a == TRAP_CHOOSE && w->n >= 1));
    // another thread may have settled it meanwhile
    bool asks = w->kind == PEND_LOOK || w->kind == PEND_TRUTH;
    ENSURE(!asks || !w->word.tag || (word && place_is_unknown(word)));
    ENSURE(w->kind != PEND_TRUTH || !w->word.tag || !(word->flags & BLOCK_NONZERO));
    ENSURE(w->kind != PEND_ORDER || word);
}

void check_thread(const Vm *vm, const Thread *t) {
    ENSURE(t->form == THREAD_LIVE && t->nframes > 0 && t->frames[0].base == 0);
    ENSURE(t->frames[0].first_local == 0 && t->ntls == vm->ntls);
    u32 masks = t->sections;
    for (u32 i = 0; i < t->nframes; i++) {
        check_frame(vm, t, i);
        masks += (u32)t->frames[i].is_masked + t->frames[i].is_atomic;
    }
    ENSURE(t->masks == masks && (!t->in_atomic || t->masks));
    check_pending(vm, t);
    ENSURE(!t->has_bulk_value || (t->bulk_len >= 1 && t->bulk_len <= 8));
    const Place *self = obj_look(vm, t->self);
    ENSURE(!t->self || (self && (self->flags & BLOCK_CONTROL)));
    for (u32 i = 0; i < t->nheld; i++)
        ENSURE(t->held[i].part <= HOLD_COUNTED && tag_names_object(t->held[i].tag));
    for (u32 i = 0; i < t->ntls; i++)
        ENSURE(!t->tls[i] || (obj_look(vm, t->tls[i]) && obj_look(vm, t->tls[i])->kind == OBJ_TLS));
}

// ---- blocks -------------------------------------------------------------------------------------

// Tags and holes are in order and inside, and zeros are behind the bytes.
void check_block(const Block *b) {
    const Tag *tags = block_tags(b);
    const Hole *holes = block_holes(b);
    bool is_sized = b->kind == OBJ_HEAP && (b->flags & BLOCK_SIZED); // a tag names the size
    for (u32 i = 0; i < b->ntags; i++)
        ENSURE(tags[i].obj && tags[i].off < b->size + is_sized &&
               (!i || tags[i].off > tags[i - 1].off));
    for (u32 i = 0; i < b->nholes; i++)
        ENSURE(holes[i].from < holes[i].to && holes[i].to <= b->size &&
               (!i || holes[i].from > holes[i - 1].to));
    for (const u8 *c = block_data(b) + b->size; c < (const u8 *)tags; c++)
        ENSURE(*c == 0);
}

// ---- what is unpacked is what was packed --------------------------------------------------------
static bool are_equal(const Cell *a, const Cell *b, u32 n) {
    return n == 0 || memcmp(a, b, n * sizeof *a) == 0;
}

static void check_same_frame(const Program *p, const Thread *a, const Thread *b, u32 i) {
    const Frame *f = &a->frames[i], *g = &b->frames[i];
    ENSURE(f->func == g->func && f->pc == g->pc && f->varargs == g->varargs);
    ENSURE(f->base == g->base && f->first_local == g->first_local);
    ENSURE(f->is_masked == g->is_masked && f->is_atomic == g->is_atomic &&
           f->is_lock_model == g->is_lock_model);
    const u32 *live = p->live_cells + p->live_start[f->pc];
    for (u32 k = 0; k < p->live_count[f->pc]; k++) {
        u32 at = f->base + live[k];
        bool is_unwritten = i + 1 < a->nframes && thread_is_awaited(p, f, live[k]);
        ENSURE(is_unwritten || are_equal(&a->cells[at], &b->cells[at], 1));
    }
}

static void check_same_pending(const Pending *a, const Pending *b) {
    ENSURE(a->kind == b->kind && a->what == b->what && a->n == b->n && a->value == b->value);
    ENSURE(are_equal(&a->word, &b->word, 1) && are_equal(&a->owner, &b->owner, 1) &&
           are_equal(&a->resource, &b->resource, 1));
    ENSURE(a->ninterrupts == b->ninterrupts &&
           are_equal(a->interrupts, b->interrupts, a->ninterrupts));
}

void check_unpacked(Vm *vm, const Thread *t, const Block *b) {
    Thread u = {.form = THREAD_PACKED, .packed = b};
    thread_unpack(vm, &u);
    ENSURE(t->nframes == u.nframes && t->nlocals == u.nlocals && t->ncells == u.ncells);
    for (u32 i = 0; i < t->nframes; i++)
        check_same_frame(vm->program, t, &u, i);
    check_same_pending(&t->pend, &u.pend);
    ENSURE(t->self == u.self && t->masks == u.masks && t->sections == u.sections);
    ENSURE(t->nheld == u.nheld && are_equal(t->held, u.held, t->nheld));
    ENSURE(t->in_atomic == u.in_atomic && t->is_downward == u.is_downward);
    ENSURE(t->bulk_done == u.bulk_done && t->has_bulk_value == u.has_bulk_value);
    ENSURE(!t->has_bulk_value ||
           (t->bulk_len == u.bulk_len && are_equal(&t->bulk_value, &u.bulk_value, 1)));
    for (u32 i = 0; i < t->nlocals; i++)
        ENSURE(t->locals[i] == u.locals[i]);
    for (u32 i = 0; i < t->ntls; i++)
        ENSURE(t->tls[i] == u.tls[i]);
    thread_free(&u);
}
