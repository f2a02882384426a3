// SPDX-License-Identifier: Apache-2.0
// Threads: frames, their packed form, waiting.
//
// The packed form of a thread is a Block (kind 0). Its contents, in this order, each item 8 bytes
// unless noted:
//   u32 frames, u32 pend kind | what << 8 | in_atomic << 16 | has_bulk_value << 17 |
//     is_downward << 18 | interrupts << 19 | rest of what << 21;
//   u32 masks, u32 thread-locals;
//   u32 user sections, u32 locks held;
//   self;
//   the locks held;
//   the pending operation: of a wait its word, owner, resource, value, interrupts; of a choice n;
//     of a look and an order n, word;
//   bytes done of a bulk operation; its value and length if it has one;
//   each frame, outermost first:
//     u32 function, u32 pc;
//     u32 locals | lock model << 29 | masked << 30 | atomic << 31, u32 varargs index + 1;
//     the locals; the cells that are live at pc, in order;
//   at the end each thread-local in use: slot, address.
// Addresses and other tagged cells have a Tag at their offset (first and len hold Cell.part).
// Dead cells are not stored, so they cannot make states differ.
#include "vm/vm_int.h"

#include <string.h>

enum { FRAME_LOCK_MODEL = 1 << 29, FRAME_MASKED = 1 << 30 };
#define FRAME_ATOMIC (1u << 31)

// ---- frames -------------------------------------------------------------------------------------

bool frame_push(Vm *vm, Thread *t, FuncId id, const Cell *args, u32 nargs) {
    CHECK(id < vm->program->nfuncs && cells_are_formed(args, nargs));
    const Function *fn = &vm->program->funcs[id];
    u32 limit = vm->options.max_frames ? vm->options.max_frames : DEFAULT_MAX_FRAMES;
    if (t->nframes >= limit || t->ncells + fn->ncells > MAX_STACK_CELLS) {
        fault_cut(vm, CUT_STACK,
                  "the call stack is deeper than %u frames in '%s': recursion without end? "
                  "(--stack-limit N allows more)",
                  t->nframes, fn->name);
        return false;
    }
    VEC_RESERVE(t->cells, t->ncells, t->cells_cap, fn->ncells + 1);
    Frame *f = &VEC_PUSH(t->frames, t->nframes, t->frames_cap);
    *f = (Frame){.func = id, .pc = fn->start, .base = t->ncells, .first_local = t->nlocals};
    CHECK(fn->nparams <= fn->ncells && fn->start < fn->end);
    if (vm->options.record_turns)
        VEC_PUSH(vm->step.turns, vm->step.nturns, vm->turns_cap) =
            (Turn){true, fn->start, fn->start, (ThreadId)(t - vm->threads), t->nframes};
    Cell *cells = t->cells + t->ncells;
    t->ncells += fn->ncells;
    // Where control flow is not known exactly (computed goto), a cell may count as live before it
    // is written.
    memset(cells, 0, fn->ncells * sizeof *cells);
    u32 n = nargs < fn->nparams ? nargs : fn->nparams;
    if (n)
        memcpy(cells, args, n * sizeof(Cell));
    for (u32 i = n; i < fn->nparams; i++)
        cells[i] = cell_unwritten();
    if (fn->is_atomic) {
        f->is_atomic = true;
        t->masks++;
    }
    return true;
}

// Locals from index `keep` on end.
static void locals_end(Vm *vm, Thread *t, u32 keep) {
    ENSURE(keep <= t->nlocals);
    while (t->nlocals > keep)
        obj_end(vm, t->locals[--t->nlocals], OBJ_RETURNED);
}

bool frame_pop(Vm *vm, Thread *t) {
    Frame *f = &t->frames[t->nframes - 1];
    ENSURE(t->nframes > 0 && t->masks >= (u32)f->is_masked + f->is_atomic);
    locals_end(vm, t, f->first_local);
    t->ncells = f->base;
    t->masks -= (u32)f->is_masked + f->is_atomic;
    t->nframes--;
    if (t->masks == 0)
        witness_section_ends(t);
    if (t->masks == 0 && t->in_atomic) {
        t->in_atomic = false;
        vm->atomic_thread = THREAD_NONE;
    }
    return t->nframes > 0;
}

// ---- making and ending threads ------------------------------------------------------------------

static void thread_clear(Thread *t) {
    t->nframes = t->ncells = t->nlocals = 0;
    t->masks = t->sections = t->nheld = t->nsection = 0;
    t->in_atomic = t->has_bulk_value = t->is_downward = t->is_new = false;
    t->bulk_done = 0;
    t->pend = (Pending){0};
    t->self = 0;
    t->packed = NULL;
    t->id = 0;
    if (t->tls)
        memset(t->tls, 0, t->ntls * sizeof *t->tls);
}

void thread_free(Thread *t) {
    VEC_FREE(t->frames, t->frames_cap);
    VEC_FREE(t->cells, t->cells_cap);
    VEC_FREE(t->locals, t->locals_cap);
    mem_free(t->tls, t->ntls * sizeof *t->tls);
    VEC_FREE(t->held, t->held_cap);
    VEC_FREE(t->section, t->section_cap);
}

static void tls_reserve(Vm *vm, Thread *t) {
    if (t->ntls == vm->ntls)
        return;
    ENSURE(t->ntls == 0 && "the number of thread-locals has changed");
    t->tls = mem_zalloc(vm->ntls * sizeof *t->tls);
    t->ntls = vm->ntls;
}

void thread_set_self(Vm *vm, Thread *t, ObjId self) {
    t->self = self;
    Place *p = obj_dyn(vm, self);
    if (!p || (p->flags & BLOCK_CONTROL))
        return;
    ENSURE(p->kind == OBJ_INTERNAL && "a control block that is not the runtime's");
    place_own(vm, p);
    p->flags |= BLOCK_CONTROL;
}

ThreadId thread_new(Vm *vm, FuncId f, ObjId self, const Cell *args, u32 nargs) {
    u32 most = vm->options.max_threads ? vm->options.max_threads : MAX_THREADS;
    if (vm->nthreads >= most)
        return THREAD_NONE;
    ThreadId k = vm->nthreads++;
    Thread *t = &vm->threads[k];
    ENSURE(t->form == THREAD_EMPTY);
    thread_clear(t);
    tls_reserve(vm, t);
    t->form = THREAD_LIVE;
    t->is_changed = t->is_new = true;
    thread_set_self(vm, t, self);
    t->serial = vm->threads_made++;
    if (vm->before)
        before_thread_begins(vm, vm->running);
    bool ok = frame_push(vm, t, f, args, nargs);
    ENSURE(ok);
    all_changes(vm);
    return k;
}

void thread_end(Vm *vm, ThreadId k) {
    Thread *t = &vm->threads[k];
    ENSURE(k < vm->nthreads && t->form == THREAD_LIVE);
    for (u32 i = 0; i < t->nheld && k == vm->called; i++)
        vm->has_left_holding = vm->has_left_holding || t->held[i].part == HOLD_COUNTED;
    while (t->nframes)
        frame_pop(vm, t);
    ENSURE(t->nlocals == 0 && t->ncells == 0);
    for (u32 i = 0; i < t->ntls; i++)
        if (t->tls[i]) {
            obj_end(vm, t->tls[i], OBJ_RETURNED);
            obj_dyn(vm, t->tls[i])->flags |= BLOCK_THREAD;
        }
    if (vm->atomic_thread == k)
        vm->atomic_thread = THREAD_NONE;
    thread_clear(t);
    t->form = THREAD_EMPTY;
    // The others move up, so that it does not matter for a state when a thread ended. The buffers
    // serve again.
    Thread gone = *t;
    ENSURE(vm->atomic_thread == THREAD_NONE || vm->atomic_thread < k);
    if (vm->before)
        before_thread_ends(vm, k);
    vm->nthreads--;
    memmove(t, t + 1, (vm->nthreads - k) * sizeof *t);
    vm->threads[vm->nthreads] = gone;
    vm->numbering.shape_changed = vm->numbering.thread_ended = true;
}

void vm_drop_threads(Vm *vm) {
    ENSURE(vm->running == THREAD_NONE && "threads are dropped inside a step");
    for (ThreadId k = 0; k < vm->nthreads; k++) {
        thread_clear(&vm->threads[k]);
        vm->threads[k].form = THREAD_EMPTY;
    }
    vm->nthreads = 0;
    vm->atomic_thread = THREAD_NONE;
    all_changes(vm);
    vm->numbering.thread_ended = true;
}

bool vm_is_alive(const Vm *vm, ThreadId t) {
    return t < vm->nthreads && vm->threads[t].form != THREAD_EMPTY;
}

ThreadId vm_thread_of_self(const Vm *vm, ObjId self) {
    for (ThreadId k = 0; self && k < vm->nthreads; k++)
        if (vm->threads[k].form != THREAD_EMPTY && vm->threads[k].self == self)
            return k;
    return THREAD_NONE;
}

_Static_assert(WAIT_COUNT <= WAIT_KIND + 1, "a kind of wait fits in Pending.what");

static bool is_interrupted(Vm *vm, const Pending *w) {
    CHECK(w->ninterrupts <= MOST_INTERRUPTS);
    Cell c;
    for (u32 i = 0; i < w->ninterrupts; i++)
        if (vm_peek(vm, w->interrupts[i].tag, w->interrupts[i].v, 4, &c) && cell_is_number(c) &&
            c.v)
            return true;
    return false;
}

WaitState wait_state(Vm *vm, const Pending *w) {
    CHECK(w->kind == PEND_WAIT);
    Cell c;
    if (!vm_peek(vm, w->word.tag, w->word.v, 4, &c))
        return WAIT_INVALID;
    switch (cell_kind(vm, c)) {
    case CELL_NUMBER: break;
    case CELL_POINTER:
    case CELL_ADDRESS:
    case CELL_UNWRITTEN:
    case CELL_GIVEN: // it was looked at: a number
    case CELL_SPOT:
    case CELL_UNKNOWN: return WAIT_UNDEF;
    }
    if ((i32)c.v == w->value)
        return WAIT_HOLDS;
    if ((w->what & WAIT_FOR_FLAG) && c.v > 1)
        return WAIT_FOREIGN;
    return is_interrupted(vm, w) ? WAIT_HOLDS : WAIT_NOT_YET;
}

// ---- stance -------------------------------------------------------------------------------------

static void add_interrupt(Pending *w, Cell pointer) {
    ENSURE(w->ninterrupts < MOST_INTERRUPTS);
    if (!cell_is_number(pointer))
        w->interrupts[w->ninterrupts++] = pointer;
}

void thread_set_pending(Vm *vm, Thread *t) {
    ENSURE(t->nframes > 0);
    const Program *p = vm->program;
    const Frame *f = &t->frames[t->nframes - 1];
    const Insn *in = &p->code[f->pc];
    t->pend = (Pending){.kind = tear_has_ways(vm, t) ? PEND_PIECES : PEND_READY};
    if (in->op != OP_TRAP)
        return;
    const i32 *args = p->pool + in->b;
    if (thread_is_wait(in)) {
        t->pend.kind = PEND_WAIT;
        t->pend.word = vm_operand(vm, t, f, args[0]);
        t->pend.value = (i32)vm_operand(vm, t, f, args[1]).v;
        t->pend.what = (u16)vm_operand(vm, t, f, args[2]).v;
        t->pend.resource = vm_operand(vm, t, f, args[3]);
        t->pend.owner = vm_operand(vm, t, f, args[4]);
        for (u32 i = 0; in->a == TRAP_WAIT_OR && i < MOST_INTERRUPTS; i++)
            add_interrupt(&t->pend, vm_operand(vm, t, f, args[5 + i]));
    } else if (in->a == TRAP_YIELD) {
        t->pend.what = PEND_YIELDS;
    } else if (in->a == TRAP_CHOOSE) {
        i32 n = (i32)vm_operand(vm, t, f, args[0]).v;
        t->pend.kind = PEND_CHOOSE;
        t->pend.n = n > 0 ? (u32)n : 1;
    }
    CHECK(t->pend.kind != PEND_WAIT || in->aux >= 5u + (in->a == TRAP_WAIT_OR) * MOST_INTERRUPTS);
}

static void depends_on(Vm *vm, StanceSource *s, const Cell *pointer) {
    u32 base, size;
    const Place *p = vm_place(vm, pointer->tag, &base, &size);
    ENSURE(s->nplaces <= MOST_WAIT_WORDS);
    if (p)
        s->places[s->nplaces++] = p;
    else
        s->depends_on_more = s->depends_on_more || pointer->tag >= vm->first_dynamic;
}

static void waits_for(Vm *vm, Stance *out, StanceSource *s, const Cell *pointer) {
    u32 base, size;
    const Place *p = vm_place(vm, pointer->tag, &base, &size);
    depends_on(vm, s, pointer);
    if (!p)
        return;
    ENSURE(out->nwords < MOST_WAIT_WORDS);
    s->words[out->nwords].place = p;
    s->words[out->nwords++].off = base + (u32)pointer->v;
}

static void stand_waiting(Vm *vm, const Pending *w, Stance *out, StanceSource *source) {
    bool must_wait = wait_state(vm, w) == WAIT_NOT_YET;
    out->is_spurious = must_wait && (w->what & WAIT_SPURIOUS);
    out->alternatives = !must_wait || out->is_spurious;
    out->can_be_interrupted = w->ninterrupts > 0;
    WaitKind kind = vm_wait_kind(w);
    out->waits_for_end = kind == WAIT_JOIN || kind == WAIT_EXIT;
    waits_for(vm, out, source, &w->word);
    for (u32 i = 0; i < w->ninterrupts; i++)
        waits_for(vm, out, source, &w->interrupts[i]);
    Cell self, now;
    if ((w->what & WAIT_FOR_HOLDERS) && !out->alternatives &&
        vm_peek(vm, w->word.tag, w->word.v, 4, &now) && (i32)now.v > w->value) {
        out->awaited = (u32)((i32)now.v - w->value);
        out->word = vm_word(w->word);
    }
    if (cell_is_number(w->owner))
        return;
    depends_on(vm, source, &w->owner);
    if (!out->alternatives && vm_peek(vm, w->owner.tag, w->owner.v, vm->program->ptr_bytes, &self))
        out->owner = self.tag;
}

static void stand_holding(const Thread *t, Stance *out) {
    for (u32 i = 0; i < t->nheld; i++) {
        if (t->held[i].part != HOLD_COUNTED)
            continue;
        if (out->nholds < MOST_HOLDS)
            out->holds[out->nholds] = vm_word(t->held[i]);
        out->nholds++;
    }
}

static bool may_interrupt(Vm *vm, ThreadId k) {
    const Thread *t = vm_live(vm, k);
    bool may = false;
    for (u32 i = 0; i < t->nframes && !may; i++)
        may = program_may_interrupt(vm->program, t->frames[i].func, t->frames[i].pc);
    return may;
}

void vm_stance(Vm *vm, ThreadId k, Stance *out, StanceSource *source) {
    const Thread *t = &vm->threads[k];
    ENSURE(vm_is_alive(vm, k));
    StanceSource ignored;
    source = source ? source : &ignored;
    source->nplaces = 0;
    source->depends_on_more = false;
    *out = (Stance){.alternatives = 1,
                    .self = t->self,
                    .in_atomic = t->in_atomic,
                    .yields = t->pend.kind == PEND_READY && t->pend.what == PEND_YIELDS};
    if (t->nheld)
        stand_holding(t, out);
    if (vm->program->may_interrupt)
        out->may_interrupt = may_interrupt(vm, k);
    switch (t->pend.kind) {
    case PEND_WAIT: stand_waiting(vm, &t->pend, out, source); break;
    case PEND_CHOOSE:
    case PEND_LOOK:
    case PEND_TRUTH: out->alternatives = t->pend.n; break;
    case PEND_ORDER:
        out->alternatives = order_alternatives(vm, t->pend.word.tag);
        source->depends_on_more = true;
        break;
    case PEND_PIECES: out->alternatives = 2; break;
    default: break;
    }
    CHECK(out->nwords <= source->nplaces && (out->nwords == 0 || t->pend.kind == PEND_WAIT));
    CHECK(t->pend.kind == PEND_WAIT || (out->alternatives && !out->owner && !out->awaited));
}

u32 vm_alternatives(Vm *vm, ThreadId k) {
    if (vm->has_exited || !vm_is_alive(vm, k))
        return 0;
    if (vm->atomic_thread != THREAD_NONE && vm->atomic_thread != k)
        return 0;
    Stance s;
    vm_stance(vm, k, &s, NULL);
    return s.alternatives;
}

// ---- packing ------------------------------------------------------------------------------------

enum { SELF_AT = 24 }; // Thread.self in the packed form

static void put(Scratch *s, u64 v) {
    VEC_RESERVE(s->pack, s->pack_len, s->pack_cap, 8);
    memcpy(s->pack + s->pack_len, &v, 8);
    s->pack_len += 8;
}

static void put_pair(Scratch *s, u32 low, u32 high) { put(s, (u64)high << 32 | low); }

static void put_cell(Scratch *s, Cell c) {
    CHECK(cell_is_formed(c));
    if (!cell_is_number(c))
        VEC_PUSH(s->tags, s->ntags, s->tags_cap) = (Tag){s->pack_len - (u32)sizeof(Block), c.tag,
                                                         (u16)(c.part >> 8), (u16)(c.part & 0xff)};
    put(s, c.v);
}

// Objects that are the thread's own, whether or not it has pointers to them.
static void put_own(Scratch *s, ObjId id) {
    CHECK(tag_names_object(id));
    put_cell(s, (Cell){0, id, TAG_OWN});
}

static void pack_pending(Scratch *s, const Pending *p) {
    if (p->kind == PEND_WAIT) {
        put_cell(s, p->word);
        put_cell(s, p->owner);
        put_cell(s, p->resource);
        put(s, (u32)p->value);
        for (u32 i = 0; i < p->ninterrupts; i++)
            put_cell(s, p->interrupts[i]);
    } else if (p->kind == PEND_CHOOSE) {
        put(s, p->n);
    } else if (pend_has_value(p->kind)) {
        put(s, p->n);
        put_cell(s, p->word);
    }
}

static bool is_live_at(const Program *p, Pc pc, u32 cell) {
    const u32 *live = p->live_cells + p->live_start[pc];
    for (u32 i = 0; i < p->live_count[pc]; i++)
        if (live[i] == cell)
            return true;
    return false;
}

// The cells of a suspended caller that its pending call will write are not live. A longjmp can
// leave the call behind, which then writes nothing: what is read where it comes back to was live
// before.
bool thread_is_awaited(const Program *p, const Frame *f, u32 cell) {
    const Insn *call = &p->code[f->pc - 1];
    const Function *caller = &p->funcs[f->func];
    CHECK(f->pc > caller->start && ir_op_info[call->op].effect == EFFECT_CALL);
    i32 c = (i32)cell;
    return c >= call->dst && c < call->dst + (i32)p->calls[call->c].ret_cells &&
           !(caller->is_come_back_to && is_live_at(p, f->pc - 1, cell));
}

static void pack_frame(Vm *vm, const Thread *t, u32 i) {
    const Program *p = vm->program;
    Scratch *s = vm->scratch;
    const Frame *f = &t->frames[i];
    bool is_top = i + 1 == t->nframes;
    u32 last = is_top ? t->nlocals : t->frames[i + 1].first_local;
    ENSURE(f->first_local <= last && last <= t->nlocals);
    u32 varargs = 0;
    for (u32 k = f->first_local; f->varargs && k < last; k++)
        if (t->locals[k] == f->varargs)
            varargs = k - f->first_local + 1;
    CHECK(last - f->first_local < FRAME_LOCK_MODEL && (varargs || !f->varargs));
    put_pair(s, f->func, f->pc);
    u32 flags = (f->is_lock_model ? (u32)FRAME_LOCK_MODEL : 0) |
                (f->is_masked ? (u32)FRAME_MASKED : 0) | (f->is_atomic ? FRAME_ATOMIC : 0);
    put_pair(s, (last - f->first_local) | flags, varargs);
    for (u32 k = f->first_local; k < last; k++)
        put_own(s, t->locals[k]);
    const u32 *live = p->live_cells + p->live_start[f->pc];
    const Cell *cells = t->cells + f->base;
    bool is_users = !p->funcs[f->func].is_runtime;
    for (u32 k = 0; k < p->live_count[f->pc]; k++) {
        if (!is_top && thread_is_awaited(p, f, live[k]))
            continue;
        put_cell(s, cells[live[k]]);
        s->knows_itself |= is_users && cells[live[k]].tag == t->self;
    }
}

static bool mentions(const Tag *tags, u32 n, ObjId id) {
    for (u32 i = 0; i < n; i++)
        if (tags[i].obj == id)
            return true;
    return false;
}

// Whether the thread's cells, which are in the scratch's tags, or any object points to it.
static bool is_mentioned(const Vm *vm, ObjId id) {
    if (mentions(vm->scratch->tags, vm->scratch->ntags, id))
        return true;
    for (u32 i = 0; i < vm->ndyn; i++)
        if (mentions(vm->dyn[i].tags, vm->dyn[i].ntags, id))
            return true;
    return false;
}

// A thread-local that has its initial value, and that nothing points to, is as good as one that was
// never touched; so it does not matter for a state whether it was. SOUND: a thread-local that has
// not escaped is known to its thread alone: to its cells, and to objects that the thread reaches,
// heap blocks that nobody else can reach among them. All objects are looked through, whoever
// reaches them. What a remembered step depends on stays what it has looked at: of a thread-local
// that the step itself has made, only what it has written can know; forgetting an older one changes
// links, and such steps are not remembered.
static bool is_pristine(const Vm *vm, const Thread *t, u32 slot) {
    ObjId id = t->tls[slot];
    const Place *p = obj_dyn(vm, id);
    const Global *g = &vm->program->globals[vm->tls_global[slot]];
    CHECK(g->is_tls && p->kind == OBJ_TLS);
    return !(p->flags & BLOCK_ESCAPED) && !p->rank &&
           memory_is_as(p, &(MemoryImage){g->size, g->init, g->tags, g->ntags}) &&
           !is_mentioned(vm, id);
}

// Forgets the pristine ones; returns how many are left.
static u32 pack_tls(Vm *vm, Thread *t) {
    Scratch *s = vm->scratch;
    u32 n = 0;
    for (u32 i = 0; i < t->ntls; i++) {
        if (t->tls[i] && is_pristine(vm, t, i)) {
            shape_changes(vm, obj_dyn(vm, t->tls[i]));
            t->tls[i] = 0;
        }
    }
    for (u32 i = 0; i < t->ntls; i++) {
        if (!t->tls[i])
            continue;
        put(s, i);
        put_own(s, t->tls[i]);
        n++;
    }
    return n;
}

static const Block *pack_finish(Scratch *s, Block head) {
    ENSURE(s->pack_len >= sizeof(Block));
    head.size = s->pack_len - (u32)sizeof(Block);
    head.ntags = s->ntags;
    while (s->pack_len & 7) {
        VEC_RESERVE(s->pack, s->pack_len, s->pack_cap, 1);
        s->pack[s->pack_len++] = 0;
    }
    u32 tag_bytes = s->ntags * (u32)sizeof(Tag), hole_bytes = s->nholes * (u32)sizeof(Hole);
    head.nholes = s->nholes;
    VEC_RESERVE(s->pack, s->pack_len, s->pack_cap, tag_bytes + hole_bytes);
    if (tag_bytes)
        memcpy(s->pack + s->pack_len, s->tags, tag_bytes);
    if (hole_bytes)
        memcpy(s->pack + s->pack_len + tag_bytes, s->holes, hole_bytes);
    memcpy(s->pack, &head, sizeof head);
    const Block *b = (const Block *)s->pack;
    CHECK(block_bytes(b) == s->pack_len + tag_bytes + hole_bytes);
    if (IS_CHECKING)
        check_block(b);
    return b;
}

static void pack_begin(Scratch *s) {
    s->ntags = s->nholes = 0;
    VEC_RESERVE(s->pack, 0, s->pack_cap, 256);
    s->pack_len = sizeof(Block);
}

// A model begins each thread, and calls the function that the program wants to run.
static Block head_of(const Scratch *s, const Thread *t) {
    FuncId start = t->frames[t->nframes > 1].func;
    return (Block){.site = start,
                   .turn = s->knows_itself,
                   .rank = t->pend.kind == PEND_WAIT && (t->pend.what & WAIT_UNSEEN)};
}

const Block *vm_pack(Vm *vm, ThreadId k) {
    Thread *t = &vm->threads[k];
    ENSURE(t->form == THREAD_LIVE);
    Scratch *s = vm->scratch;
    pack_begin(s);
    s->knows_itself = false;
    put_pair(s, t->nframes,
             t->pend.kind | (t->pend.what & 0xffu) << 8 | (u32)t->in_atomic << 16 |
                 (u32)t->has_bulk_value << 17 | (u32)t->is_downward << 18 |
                 (u32)t->pend.ninterrupts << 19 | (u32)(t->pend.what >> 8) << 21);
    u32 counts = s->pack_len;
    put_pair(s, t->masks, 0);
    put_pair(s, t->sections, t->nheld);
    ENSURE(s->pack_len - sizeof(Block) == SELF_AT);
    put_cell(s, cell_pointer(t->self, 0));
    for (u32 i = 0; i < t->nheld; i++)
        put_cell(s, t->held[i]);
    pack_pending(s, &t->pend);
    put(s, t->bulk_done);
    if (t->has_bulk_value) {
        put_cell(s, t->bulk_value);
        put(s, t->bulk_len);
    }
    for (u32 i = 0; i < t->nframes; i++)
        pack_frame(vm, t, i);
    u32 ntls = pack_tls(vm, t);
    memcpy(s->pack + counts + 4, &ntls, sizeof ntls);
    const Block *b = pack_finish(s, head_of(s, t));
    if (IS_CHECKING)
        check_unpacked(vm, t, b);
    return b;
}

const Block *vm_block_of(Vm *vm, const Place *p) {
    ENSURE(p->kind != OBJ_CONST && "constants are never saved");
    Scratch *s = vm->scratch;
    pack_begin(s);
    VEC_RESERVE(s->pack, s->pack_len, s->pack_cap, p->size);
    if (p->size)
        memcpy(s->pack + s->pack_len, p->data, p->size);
    s->pack_len += p->size;
    for (u32 i = 0; i < p->ntags; i++)
        VEC_PUSH(s->tags, s->ntags, s->tags_cap) = p->tags[i];
    for (u32 i = 0; i < p->nholes; i++)
        VEC_PUSH(s->holes, s->nholes, s->holes_cap) = p->holes[i];
    Block head = {.kind = p->kind,
                  .flags = p->flags,
                  .align_log = p->align_log,
                  .site = p->site,
                  .rank = p->rank};
    return pack_finish(s, head);
}

// ---- looking at a live thread -------------------------------------------------------------------

static void visit_pending(const Pending *p, VmVisit *visit, void *arg) {
    visit(arg, p->word.tag);
    visit(arg, p->owner.tag);
    visit(arg, p->resource.tag);
    for (u32 i = 0; i < p->ninterrupts; i++)
        visit(arg, p->interrupts[i].tag);
}

void thread_visit_frame(const Vm *vm, const Thread *t, u32 i, VmVisit *visit, void *arg) {
    const Program *p = vm->program;
    CHECK(t->form == THREAD_LIVE && i < t->nframes);
    const Frame *f = &t->frames[i];
    bool is_top = i + 1 == t->nframes;
    const u32 *live = p->live_cells + p->live_start[f->pc];
    for (u32 k = 0; k < p->live_count[f->pc]; k++)
        if (is_top || !thread_is_awaited(p, f, live[k]))
            visit(arg, t->cells[f->base + live[k]].tag);
}

u32 thread_user_frames(const Vm *vm, const Thread *t) {
    u32 n = t->nframes;
    CHECK(t->form == THREAD_LIVE);
    while (n > 0 && vm->program->funcs[t->frames[n - 1].func].is_runtime)
        n--;
    return n;
}

void vm_visit_thread(const Vm *vm, const Thread *t, VmVisit *visit, void *arg) {
    ENSURE(t->form == THREAD_LIVE);
    visit(arg, t->self);
    visit_pending(&t->pend, visit, arg);
    for (u32 i = 0; i < t->nheld; i++)
        visit(arg, t->held[i].tag);
    if (t->has_bulk_value)
        visit(arg, t->bulk_value.tag);
    for (u32 i = 0; i < t->nframes; i++)
        thread_visit_frame(vm, t, i, visit, arg);
    for (u32 i = 0; i < t->nlocals; i++)
        visit(arg, t->locals[i]);
    for (u32 i = 0; i < t->ntls; i++)
        visit(arg, t->tls[i]);
}

// ---- unpacking ----------------------------------------------------------------------------------

// Where in a packed thread the reading has come to. Invariant: `tag` is the first tag that is not
// before `at`.
typedef struct Reader {
    const u8 *data;
    u32 at, size;
    const Tag *tag, *end;
} Reader;

static u64 take(Reader *r) {
    u64 v;
    CHECK(r->at + 8 <= r->size && (r->tag == r->end || r->tag->off > r->at));
    memcpy(&v, r->data + r->at, 8);
    r->at += 8;
    return v;
}

static Cell take_cell(Reader *r) {
    Cell c = {0};
    if (r->tag < r->end && r->tag->off == r->at) {
        c.tag = r->tag->obj;
        c.part = (u32)r->tag->first << 8 | r->tag->len;
        r->tag++;
    }
    c.v = take(r);
    return c;
}

// Reads the head of a packed thread: what is known of a thread without unpacking it.
static u32 take_head(Reader *r, Thread *t, u32 *ntls) {
    u64 w = take(r);
    u32 bits = (u32)(w >> 32);
    t->pend = (Pending){.kind = bits & 0xff,
                        .what = (u16)((bits >> 8 & 0xff) | (bits >> 21 & 0xff) << 8),
                        .ninterrupts = bits >> 19 & 3};
    t->in_atomic = bits >> 16 & 1;
    t->has_bulk_value = bits >> 17 & 1;
    t->is_downward = bits >> 18 & 1;
    u64 m = take(r);
    t->masks = (u32)m;
    *ntls = (u32)(m >> 32);
    u64 n = take(r);
    t->sections = (u32)n;
    CHECK(r->at == SELF_AT && t->sections <= t->masks && t->pend.kind <= PEND_PIECES);
    t->nheld = 0;
    VEC_RESERVE(t->held, 0, t->held_cap, n >> 32);
    t->self = take_cell(r).tag;
    while (t->nheld < n >> 32)
        t->held[t->nheld++] = take_cell(r);
    if (t->pend.kind == PEND_WAIT) {
        t->pend.word = take_cell(r);
        t->pend.owner = take_cell(r);
        t->pend.resource = take_cell(r);
        t->pend.value = (i32)take(r);
        for (u32 i = 0; i < t->pend.ninterrupts; i++)
            t->pend.interrupts[i] = take_cell(r);
    } else if (t->pend.kind == PEND_CHOOSE) {
        t->pend.n = (u32)take(r);
    } else if (pend_has_value(t->pend.kind)) {
        t->pend.n = (u32)take(r);
        t->pend.word = take_cell(r);
    }
    return (u32)w;
}

static Reader reader_of(const Block *b) {
    ENSURE(b->size > SELF_AT && b->size % 8 == 0 && "a packed thread is words");
    return (Reader){block_data(b), 0, b->size, block_tags(b), block_tags(b) + b->ntags};
}

// It is the first thing in a packed thread that can be a pointer.
ObjId vm_packed_self(const Block *b) {
    const Tag *first = block_tags(b);
    CHECK(b->ntags == 0 || first->off >= SELF_AT);
    return b->ntags && first->off == SELF_AT ? first->obj : 0;
}

u32 vm_packed_held(const Block *b) {
    u64 pair;
    memcpy(&pair, block_data(b) + SELF_AT - sizeof pair, sizeof pair);
    return (u32)(pair >> 32);
}

Cell vm_packed_hold(const Block *b, u32 i) {
    u32 at = SELF_AT + 8 * (i + 1);
    const Tag *t = block_tags(b), *end = t + b->ntags;
    ENSURE(i < vm_packed_held(b));
    Cell held = {0};
    memcpy(&held.v, block_data(b) + at, 8);
    while (t < end && t->off < at)
        t++;
    ENSURE(t < end && t->off == at); // a lock is an object
    held.tag = t->obj;
    held.part = (u32)t->first << 8 | t->len;
    return held;
}

bool vm_fulfil(Vm *vm, ThreadId k) {
    const Pending *w = &vm_live(vm, k)->pend;
    u32 base, size;
    Place *p = (Place *)vm_place(vm, w->word.tag, &base, &size);
    ENSURE(w->kind == PEND_WAIT);
    if (!p || size < sizeof(i32) || w->word.v > size - sizeof(i32))
        return false;
    Cell value = cell_number((u32)w->value);
    place_own(vm, p);
    memory_store(vm, p, base + (u32)w->word.v, sizeof(i32), &value);
    return true;
}

void vm_share_thread(Vm *vm, ThreadId k, const Block *b, u32 id) {
    Thread *t = &vm->threads[k];
    if (!b) {
        thread_clear(t);
        t->form = THREAD_EMPTY;
        return;
    }
    ENSURE(b->kind == OBJ_FREE_SLOT && b->nholes == 0 && "a block that is no thread");
    Reader r = reader_of(b);
    u32 ntls;
    take_head(&r, t, &ntls);
    t->form = THREAD_PACKED;
    t->packed = b;
    t->id = id;
    t->is_changed = t->is_new = false;
}

static void unpack_frame(Vm *vm, Thread *t, Reader *r, bool is_top) {
    const Program *p = vm->program;
    u64 a = take(r), b = take(r);
    CHECK((u32)a < p->nfuncs && a >> 32 >= p->funcs[(u32)a].start &&
          a >> 32 < p->funcs[(u32)a].end);
    Frame *f = &VEC_PUSH(t->frames, t->nframes, t->frames_cap);
    *f =
        (Frame){.func = (u32)a, .pc = (u32)(a >> 32), .base = t->ncells, .first_local = t->nlocals};
    u32 word = (u32)b, nlocals = word & (FRAME_LOCK_MODEL - 1), varargs = (u32)(b >> 32);
    f->is_masked = (word & FRAME_MASKED) != 0;
    f->is_atomic = (word & FRAME_ATOMIC) != 0;
    f->is_lock_model = (word & FRAME_LOCK_MODEL) != 0;
    for (u32 i = 0; i < nlocals; i++)
        VEC_PUSH(t->locals, t->nlocals, t->locals_cap) = take_cell(r).tag;
    ENSURE(varargs <= nlocals);
    f->varargs = varargs ? t->locals[f->first_local + varargs - 1] : 0;
    u32 ncells = p->funcs[f->func].ncells;
    VEC_RESERVE(t->cells, t->ncells, t->cells_cap, ncells + 1);
    Cell *cells = t->cells + t->ncells;
    t->ncells += ncells;
    const u32 *live = p->live_cells + p->live_start[f->pc];
    for (u32 i = 0; i < p->live_count[f->pc]; i++)
        if (is_top || !thread_is_awaited(p, f, live[i]))
            cells[live[i]] = take_cell(r);
}

void thread_unpack(Vm *vm, Thread *t) {
    ENSURE(t->form == THREAD_PACKED);
    Reader r = reader_of(t->packed);
    t->nframes = t->ncells = t->nlocals = 0;
    u32 ntls, nframes = take_head(&r, t, &ntls);
    tls_reserve(vm, t);
    t->bulk_done = take(&r);
    if (t->has_bulk_value) {
        t->bulk_value = take_cell(&r);
        t->bulk_len = (u32)take(&r);
    }
    if (t->ntls)
        memset(t->tls, 0, t->ntls * sizeof *t->tls);
    for (u32 i = 0; i < nframes; i++)
        unpack_frame(vm, t, &r, i + 1 == nframes);
    for (u32 i = 0; i < ntls; i++) {
        u64 slot = take(&r);
        ENSURE(slot < t->ntls);
        t->tls[slot] = take_cell(&r).tag;
    }
    ENSURE(r.at == t->packed->size && r.tag == r.end && "not all of a thread was unpacked");
    t->form = THREAD_LIVE;
    t->is_changed = false;
}

Thread *thread_live(Vm *vm, ThreadId k) {
    Thread *t = &vm->threads[k];
    ENSURE(t->form != THREAD_EMPTY);
    if (t->form == THREAD_PACKED)
        thread_unpack(vm, t);
    return t;
}

// ---- looking at a packed thread -----------------------------------------------------------------

static u64 mix(u64 a, u64 b) { return hash_mix(a * 31 + b); }

// Up to the first frame; how many there are.
static u32 take_to_frames(Reader *r) {
    Thread t = {0};
    u32 ntls, nframes = take_head(r, &t, &ntls);
    VEC_FREE(t.held, t.held_cap);
    take(r);
    if (t.has_bulk_value) {
        take_cell(r);
        take(r);
    }
    return nframes;
}

// A frame; what steers in it, and what is no cell of it, is mixed into the outline.
static Frame take_frame(const Program *p, Reader *r, bool is_top, u64 *outline) {
    u64 a = take(r), c = take(r);
    Frame f = {.func = (u32)a, .pc = (u32)(a >> 32)};
    ENSURE(f.func < p->nfuncs && f.pc < p->ncode);
    *outline = mix(mix(*outline, a), c);
    for (u32 k = 0; k < ((u32)c & (FRAME_LOCK_MODEL - 1)); k++)
        take_cell(r);
    const u32 *live = p->live_cells + p->live_start[f.pc];
    for (u32 k = 0; k < p->live_count[f.pc]; k++) {
        if (!is_top && thread_is_awaited(p, &f, live[k]))
            continue;
        Cell cell = take_cell(r);
        if (k < STEERING_CELLS && !(p->steering[f.pc] >> k & 1))
            continue;
        bool is_dynamic = tag_is_dynamic(cell.tag, program_first_dynamic(p));
        *outline = mix(mix(*outline, cell.v), (u64)cell.part << 32 | (is_dynamic ? 0 : cell.tag));
    }
    return f;
}

bool vm_packed_stands(const Program *p, const Block *b, VmStanding *out) {
    Reader r = reader_of(b);
    u32 nframes = take_to_frames(&r);
    u64 outline = 0;
    bool is_known = false;
    for (u32 i = 0; i < nframes; i++) {
        bool is_top = i + 1 == nframes;
        Frame f = take_frame(p, &r, is_top, &outline);
        if (p->funcs[f.func].is_runtime)
            continue;
        // a frame that has called another stands behind the call
        *out = (VmStanding){f.func, is_top ? f.pc : f.pc - 1};
        is_known = true;
    }
    return is_known;
}

u64 vm_packed_outline(const Program *p, const Block *b) {
    Reader r = reader_of(b);
    u32 nframes = take_to_frames(&r);
    u64 outline = hash_bytes(block_data(b), r.at, (u64)b->site << 32 | b->rank);
    for (u32 i = 0; i < nframes; i++)
        take_frame(p, &r, i + 1 == nframes, &outline);
    return outline;
}
