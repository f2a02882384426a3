// SPDX-License-Identifier: Apache-2.0
// What a replay does, as a graph: which value was computed from which, and which branch led there.
// Every cell of a thread and every byte of memory has the node that it got its value from. An
// instruction makes a node if it touches memory, chooses, or brings several nodes together; all
// others hand on the node that they read. Models of the library are followed like code of the
// user's, so what goes through them is not lost.
//
// A branch stands on the stack of its thread until the ways that part there come together again
// (joins.c): what is done meanwhile depends on it. (Xin and Zhang: Efficient online detection of
// dynamic control dependence.)
#include "report/report_int.h"

#include <string.h>

// A run that makes more nodes is not followed any more: what has happened in it nobody would read.
enum { MOST_NODES = 500000, MOST_BYTES = 1 << 20 };

void flow_init(Flow *f, const Program *p) {
    *f = (Flow){.program = p, .arena = arena_new(), .last = THREAD_NONE};
    joins_init(&f->joins, p, f->arena);
    VEC_PUSH(f->nodes, f->nnodes, f->nodes_cap) = (FlowNode){0};
}

void flow_done(Flow *f) {
    if (!f->arena)
        return;
    for (u32 i = 0; i < f->nthreads; i++) {
        VEC_FREE(f->threads[i].cells, f->threads[i].cells_cap);
        VEC_FREE(f->threads[i].branches, f->threads[i].branches_cap);
    }
    for (u32 i = 0; i < f->nobjects; i++) {
        mem_free(f->objects[i].nodes, f->objects[i].size * sizeof(NodeId));
        mem_free(f->objects[i].is_wanted, f->objects[i].size);
    }
    VEC_FREE(f->nodes, f->nodes_cap);
    VEC_FREE(f->sources, f->sources_cap);
    VEC_FREE(f->threads, f->threads_cap);
    VEC_FREE(f->objects, f->objects_cap);
    VEC_FREE(f->accesses, f->accesses_cap);
    VEC_FREE(f->forks, f->forks_cap);
    VEC_FREE(f->holds, f->holds_cap);
    VEC_FREE(f->syncs, f->syncs_cap);
    VEC_FREE(f->gathered, f->gathered_cap);
    arena_free(f->arena);
    f->arena = NULL;
}

// ---- cells, memory, branches --------------------------------------------------------------------

static FlowThread *thread_at(Flow *f, u32 serial) {
    while (f->nthreads <= serial)
        VEC_PUSH(f->threads, f->nthreads, f->threads_cap) = (FlowThread){0};
    return &f->threads[serial];
}

static NodeId *cell_at(FlowThread *t, u32 index) {
    while (t->ncells <= index)
        VEC_PUSH(t->cells, t->ncells, t->cells_cap) = 0;
    return &t->cells[index];
}

FlowObject *flow_object(Flow *f, ObjId obj, u32 size) {
    while (f->nobjects <= obj)
        VEC_PUSH(f->objects, f->nobjects, f->objects_cap) = (FlowObject){0};
    FlowObject *o = &f->objects[obj];
    size = size > MOST_BYTES ? MOST_BYTES : size;
    if (o->size < size) {
        u32 twice = o->size < MOST_BYTES / 2 ? 2 * o->size : MOST_BYTES;
        size = size > twice ? size : twice; // or an array that is filled would be copied each time
        NodeId *nodes = mem_zalloc(size * sizeof *nodes);
        bool *is_wanted = mem_zalloc(size);
        if (o->size) {
            memcpy(nodes, o->nodes, o->size * sizeof *nodes);
            memcpy(is_wanted, o->is_wanted, o->size);
        }
        mem_free(o->nodes, o->size * sizeof *nodes);
        mem_free(o->is_wanted, o->size);
        *o = (FlowObject){nodes, is_wanted, size};
    }
    return o;
}

const FlowBranch *flow_branch(const Flow *f, u32 serial, u32 most_depth) {
    const FlowThread *t = serial < f->nthreads ? &f->threads[serial] : NULL;
    for (u32 i = t ? t->nbranches : 0; i-- > 0;)
        if (t->branches[i].depth <= most_depth)
            return &t->branches[i];
    return NULL;
}

static NodeId control_of(const FlowThread *t) {
    return t->nbranches ? t->branches[t->nbranches - 1].node : t->root;
}

// Branches that the thread has left behind, now that it stands before pc.
static void leave_branches(FlowThread *t, u32 depth, Pc pc) {
    while (t->nbranches) {
        const FlowBranch *b = &t->branches[t->nbranches - 1];
        if (b->depth < depth || (b->depth == depth && b->until != pc))
            return;
        FlowBranch left = *b;
        t->nbranches--;
        // The one around it depends on it now, and what is around that will when it ends.
        if (left.is_gate && t->nbranches) {
            t->branches[t->nbranches - 1].node = left.node;
            t->branches[t->nbranches - 1].is_gate = true;
        } else if (left.is_gate) {
            t->root = left.node;
        }
    }
}

// ---- nodes --------------------------------------------------------------------------------------

enum { FEW = 16 }; // of so many it is looked whether they are there already

static void gather(Flow *f, NodeId node) {
    u32 from = f->ngathered > FEW ? f->ngathered - FEW : 0;
    for (u32 i = from; i < f->ngathered; i++)
        if (f->gathered[i] == node)
            return;
    if (node)
        VEC_PUSH(f->gathered, f->ngathered, f->gathered_cap) = node;
}

// A node of what was gathered.
static NodeId make_node(Flow *f, u32 moment, NodeId control, bool is_seen) {
    f->is_full |= f->nnodes >= MOST_NODES || f->nsources >= MOST_NODES * 4;
    if (f->is_full)
        return 0;
    FlowNode node = {.moment = moment,
                     .control = control,
                     .first = f->nsources,
                     .count = f->ngathered,
                     .is_seen = is_seen};
    for (u32 i = 0; i < f->ngathered; i++)
        VEC_PUSH(f->sources, f->nsources, f->sources_cap) = f->gathered[i];
    VEC_PUSH(f->nodes, f->nnodes, f->nodes_cap) = node;
    return f->nnodes - 1;
}

// What was gathered as one node: none, the only one, or a new one.
static NodeId join(Flow *f, u32 moment) {
    return f->ngathered == 0   ? 0
           : f->ngathered == 1 ? f->gathered[0]
                               : make_node(f, moment, 0, false);
}

static void gather_operand(Flow *f, FlowThread *t, u32 base, i32 operand) {
    if (operand >= 0)
        gather(f, *cell_at(t, base + (u32)operand));
}

static void gather_operands(Flow *f, FlowThread *t, const Insn *in, u32 base) {
    for (u32 field = 0; field < FIELDS; field++) {
        Role role = insn_role(in, field);
        i32 first = insn_field(in, field);
        u32 n = role_reads(role) ? insn_cells(f->program, in, field) : 0;
        for (u32 i = 0; i < n && first >= 0; i++)
            gather_operand(f, t, base, first + (i32)i);
        for (u32 i = 0; role == ROLE_PL && i < in->aux; i++)
            gather_operand(f, t, base, f->program->pool[first + (i32)i]);
    }
}

// Of an object as far as it is followed.
static void gather_memory(Flow *f, ObjId obj, u64 from, u64 size) {
    const FlowObject *o = obj < f->nobjects ? &f->objects[obj] : NULL;
    for (u64 i = from; o && i < from + size && i < o->size; i++)
        gather(f, o->nodes[i]);
}

static void set_memory(Flow *f, ObjId obj, u64 from, u64 size, NodeId node) {
    FlowObject *o = flow_object(f, obj, (u32)(from + size));
    for (u64 i = from; i < from + size && i < o->size; i++)
        o->nodes[i] = node;
}

static void set_results(Flow *f, FlowThread *t, const Insn *in, u32 base, NodeId node) {
    Role role = insn_role(in, 0);
    u32 n = role_writes(role) ? insn_cells(f->program, in, 0) : 0;
    for (u32 i = 0; i < n && in->dst >= 0; i++)
        *cell_at(t, base + (u32)in->dst + i) = node;
}

// ---- instructions that have run -----------------------------------------------------------------

typedef struct Step {
    Replay *replay;
    Flow *flow;
    ThreadId id;
    u32 serial, moment;
    FlowThread *thread;
    const FlowNext *next;
    const Insn *in;
} Step;

static void log_access(const Step *s, AccessKind kind, NodeId node, ObjId obj, u64 from, u64 to) {
    FlowAccess a = {.kind = kind,
                    .node = node,
                    .moment = s->moment,
                    .thread = s->serial + 1,
                    .obj = obj,
                    .from = from,
                    .to = to,
                    .is_alone = vm_threads_made(s->replay->vm) <= 1};
    Cell value;
    u32 size = s->flow->program->ptr_bytes;
    if (kind == ACCESS_WRITE && to - from == size &&
        vm_peek(s->replay->vm, obj, from, size, &value) && tag_names_object(value.tag)) {
        a.value = value.tag;
    }
    VEC_PUSH(s->flow->accesses, s->flow->naccesses, s->flow->accesses_cap) = a;
}

static void run_memory(const Step *s, bool reads, bool writes) {
    Flow *f = s->flow;
    const FlowNext *n = s->next;
    const NextAccess *a = &n->access;
    gather_operands(f, s->thread, s->in, n->base);
    if (reads && a->obj)
        gather_memory(f, a->obj, a->offset, a->size);
    bool is_seen = n->is_shared && n->is_known;
    NodeId node = make_node(f, s->moment, control_of(s->thread), is_seen);
    if (writes && a->obj)
        set_memory(f, a->obj, a->offset, a->size, node);
    set_results(f, s->thread, s->in, n->base, node);
    if (a->obj && n->is_known && (n->is_shared || writes)) {
        log_access(s, writes ? ACCESS_WRITE : ACCESS_READ, node, a->obj, a->offset,
                   a->offset + a->size);
        if (reads && writes)
            log_access(s, ACCESS_READ, node, a->obj, a->offset, a->offset + a->size);
    }
}

// What is copied depends on all that its source depends on.
static void run_copy(const Step *s) {
    Flow *f = s->flow;
    const FlowNext *n = s->next;
    const NextAccess *a = &n->access;
    if (!a->obj)
        return;
    bool is_copy = s->in->op == OP_MEMCPY && tag_names_object(n->from.tag);
    gather_operands(f, s->thread, s->in, n->base);
    if (is_copy)
        gather_memory(f, n->from.tag, n->from.v, a->size);
    bool reads_shared = is_copy && watch_is_shared(s->replay, n->from.tag) && !n->is_hidden;
    NodeId node = make_node(f, s->moment, control_of(s->thread),
                            reads_shared || (n->is_shared && n->is_known));
    set_memory(f, a->obj, a->offset, a->size, node);
    if (reads_shared)
        log_access(s, ACCESS_READ, node, n->from.tag, n->from.v, n->from.v + a->size);
    if (n->is_known)
        log_access(s, ACCESS_WRITE, node, a->obj, a->offset, a->offset + a->size);
}

// Whether one of the nodes, or what it was made of in the same line, is an access that others can
// notice.
static bool asks_others(const Flow *f, const NodeId *nodes, u32 n, u32 moment, u32 depth) {
    enum { MOST_DEPTH = 4 };
    for (u32 i = 0; i < n && depth < MOST_DEPTH; i++) {
        const FlowNode *node = &f->nodes[nodes[i]];
        if (node->is_seen ||
            (node->moment == moment &&
             asks_others(f, f->sources + node->first, node->count, moment, depth + 1)))
            return true;
    }
    return false;
}

static void run_branch(const Step *s) {
    Flow *f = s->flow;
    FlowThread *t = s->thread;
    gather_operands(f, t, s->in, s->next->base);
    NodeId node = make_node(f, s->moment, control_of(t), false);
    const JoinInfo *info =
        joins_at(&f->joins, program_func_at(f->program, s->next->pc), s->next->pc);
    FlowBranch b = {.depth = s->next->depth, .until = info->until, .node = node};
    b.is_gate = info->is_loop && !s->next->is_hidden &&
                asks_others(f, f->gathered, f->ngathered, s->moment, 0);
    FlowBranch *top = t->nbranches ? &t->branches[t->nbranches - 1] : NULL;
    if (top && top->depth == b.depth && top->until == b.until) {
        b.is_gate |= top->is_gate;
        *top = b; // the next turn of a loop, which depends on the one before
    } else {
        VEC_PUSH(t->branches, t->nbranches, t->branches_cap) = b;
    }
    const Thread *now = vm_thread(s->replay->vm, s->id);
    if (node && !s->next->is_hidden)
        VEC_PUSH(f->forks, f->nforks, f->forks_cap) =
            (FlowFork){node, s->next->pc, now->frames[now->nframes - 1].pc};
}

// The extra arguments of a variadic call lie in memory.
static void set_varargs(const Step *s, const Frame *callee) {
    const Program *p = s->flow->program;
    const CallInfo *ci = &p->calls[s->in->c];
    const VarArg *va = p->varargs + ci->first_vararg;
    u32 at = 0;
    for (u32 i = 0; callee->varargs && i < ci->nvarargs; i++) {
        at = (at + va[i].align - 1) & ~(va[i].align - 1);
        i32 operand = p->pool[s->in->b + (i32)va[i].arg];
        NodeId node = operand >= 0 ? *cell_at(s->thread, s->next->base + (u32)operand) : 0;
        set_memory(s->flow, callee->varargs, at, va[i].size, node);
        at += va[i].size;
    }
}

static void run_call(const Step *s) {
    const Program *p = s->flow->program;
    const Thread *t = vm_thread(s->replay->vm, s->id);
    if (t->nframes != s->next->depth + 1)
        return; // it has not been entered
    const Frame *callee = &t->frames[t->nframes - 1];
    const Function *fn = &p->funcs[callee->func];
    for (u32 i = 0; i < fn->ncells; i++) {
        i32 operand = i < fn->nparams && i < s->in->aux ? p->pool[s->in->b + (i32)i] : -1;
        NodeId node = operand >= 0 ? *cell_at(s->thread, s->next->base + (u32)operand) : 0;
        *cell_at(s->thread, callee->base + i) = node;
    }
    set_varargs(s, callee);
}

// Whether a lock was to be had is what others tell, as much as what memory holds.
static bool is_answer(const Step *s, const Frame *caller) {
    const Program *p = s->flow->program;
    FuncId func = program_func_at(p, s->next->pc);
    return flow_is_try(p, func) && !watch_is_hidden(s->replay, caller->func);
}

// Which of several values is returned depends on the branches of the function.
static void run_return(const Step *s) {
    Flow *f = s->flow;
    const Thread *t = vm_thread(s->replay->vm, s->id);
    if (t->nframes + 1 != s->next->depth)
        return;
    const Frame *caller = &t->frames[t->nframes - 1];
    const Insn *call = &f->program->code[caller->pc - 1];
    if (ir_op_info[call->op].effect != EFFECT_CALL)
        return;
    const FlowBranch *b = flow_branch(f, s->serial, s->next->depth);
    NodeId control = b && b->depth == s->next->depth ? b->node : 0;
    bool is_told = is_answer(s, caller);
    for (u32 i = 0; i < f->program->calls[call->c].ret_cells; i++) {
        f->ngathered = 0;
        if (i < s->in->aux && s->in->a >= 0)
            gather_operand(f, s->thread, s->next->base, s->in->a + (i32)i);
        NodeId node =
            control || is_told ? make_node(f, s->moment, control, is_told) : join(f, s->moment);
        *cell_at(s->thread, caller->base + (u32)call->dst + i) = node;
    }
}

static void run_spawn(const Step *s, NodeId node) {
    Flow *f = s->flow;
    u32 serial = vm_threads_made(s->replay->vm) - 1;
    FlowThread *fresh = thread_at(f, serial);
    FlowThread *parent = thread_at(f, s->serial);
    fresh->root = node;
    for (u32 i = 1; i < s->in->aux; i++) {
        i32 operand = f->program->pool[s->in->b + (i32)i];
        NodeId argument = operand >= 0 ? *cell_at(parent, s->next->base + (u32)operand) : 0;
        *cell_at(fresh, i - 1) = argument;
    }
}

// The call that the thread is in, if it is one that is about others; its index + 1.
static u32 sync_of(const Step *s) {
    for (u32 i = s->flow->nsyncs; i-- > 0;)
        if (s->flow->syncs[i].thread == s->serial + 1)
            return s->flow->syncs[i].ended ? 0 : i + 1;
    return 0;
}

static void take_lock(const Step *s) {
    VEC_PUSH(s->flow->holds, s->flow->nholds, s->flow->holds_cap) =
        (FlowHold){.thread = s->serial + 1,
                   .lock = s->next->argument,
                   .taken = s->moment,
                   .sync = sync_of(s),
                   .at = watch_position(s->replay, s->id)};
}

static bool is_same_place(Cell a, Cell b) { return a.tag == b.tag && a.v == b.v; }

static void let_go(const Step *s) {
    for (u32 i = s->flow->nholds; i-- > 0;) {
        FlowHold *h = &s->flow->holds[i];
        if (h->thread == s->serial + 1 && !h->released &&
            is_same_place(h->lock, s->next->argument)) {
            h->released = s->moment;
            return;
        }
    }
}

bool flow_is_try(const Program *p, FuncId func) {
    const char *name = p->funcs[func].name;
    return p->funcs[func].is_runtime && (strstr(name, "try") || strstr(name, "timed"));
}

u32 flow_last_access(const Flow *f, u32 thread, ObjId obj, u64 offset, u64 size) {
    for (u32 i = f->naccesses; i-- > 0;) {
        const FlowAccess *a = &f->accesses[i];
        if (a->thread == thread && a->obj == obj && a->from < offset + size && a->to > offset)
            return a->moment;
    }
    return 0;
}

SrcLoc flow_taken_at(const Flow *f, u32 serial, Cell lock) {
    for (u32 i = f->nholds; i-- > 0;) {
        const FlowHold *h = &f->holds[i];
        if (h->thread == serial + 1 && !h->released && is_same_place(h->lock, lock))
            return h->at;
    }
    return (SrcLoc){0};
}

static void run_trap(const Step *s) {
    Flow *f = s->flow;
    const FlowNext *n = s->next;
    TrapId trap = (TrapId)s->in->a;
    gather_operands(f, s->thread, s->in, n->base);
    bool is_choice = trap == TRAP_CHOOSE || trap == TRAP_UNKNOWN || trap == TRAP_UNKNOWN_FLOAT;
    bool is_seen = is_choice || trap == TRAP_ALLOC || trap == TRAP_SPAWN || trap == TRAP_FREE;
    if (trap == TRAP_ACQUIRED || trap == TRAP_HOLD)
        take_lock(s);
    else if (trap == TRAP_RELEASED || trap == TRAP_LET_GO)
        let_go(s);
    if (!is_seen && !s->in->c && trap != TRAP_FREE && trap != TRAP_RETIRE)
        return;
    NodeId node = make_node(f, s->moment, control_of(s->thread), is_seen);
    if (s->in->c)
        set_results(f, s->thread, s->in, n->base, node);
    if (trap == TRAP_SPAWN)
        run_spawn(s, node);
    const Thread *t = vm_thread(s->replay->vm, s->id);
    if (trap == TRAP_ALLOC && t->nframes == n->depth) {
        Cell made = vm_operand(s->replay->vm, t, &t->frames[t->nframes - 1], s->in->dst);
        if (tag_names_object(made.tag)) {
            FlowObject *o = flow_object(f, made.tag, 0);
            if (o->size) // it may be one that was freed
                memset(o->nodes, 0, o->size * sizeof *o->nodes);
            log_access(s, ACCESS_MAKE, node, made.tag, 0, 0);
        }
    } else if (trap == TRAP_FREE) {
        log_access(s, ACCESS_END, node, n->argument.tag, 0, 0);
    }
}

// Moves of numbers are how the ways of a branch give a variable its value.
static void run_plain(const Step *s) {
    Flow *f = s->flow;
    gather_operands(f, s->thread, s->in, s->next->base);
    bool is_move = s->in->op == OP_MOV || s->in->op == OP_MOVN;
    const FlowBranch *b =
        is_move && s->thread->nbranches ? &s->thread->branches[s->thread->nbranches - 1] : NULL;
    NodeId node = b && b->depth == s->next->depth ? make_node(f, s->moment, b->node, false)
                                                  : join(f, s->moment);
    set_results(f, s->thread, s->in, s->next->base, node);
}

static void run(const Step *s) {
    s->flow->ngathered = 0;
    switch ((Effect)ir_op_info[s->in->op].effect) {
    case EFFECT_PURE: run_plain(s); break;
    case EFFECT_LOAD: run_memory(s, true, false); break;
    case EFFECT_STORE: run_memory(s, false, true); break;
    case EFFECT_RMW: run_memory(s, true, true); break;
    case EFFECT_BULK: run_copy(s); break;
    case EFFECT_JUMP:
        if (s->in->op != OP_JMP)
            run_branch(s);
        break;
    case EFFECT_CALL: run_call(s); break;
    case EFFECT_RET: run_return(s); break;
    case EFFECT_TRAP: run_trap(s); break;
    case EFFECT_ALLOC: set_results(s->flow, s->thread, s->in, s->next->base, 0); break;
    case EFFECT_STOP: break;
    }
}

// ---- the hooks ----------------------------------------------------------------------------------

static bool is_off(const Replay *r) { return !r->is_telling || r->flow.is_full || !r->flow.arena; }

// A jump to itself counts as not having moved, which does not matter.
static bool has_moved(const Thread *t, const FlowNext *n) {
    return t->nframes != n->depth || t->frames[t->nframes - 1].pc != n->pc;
}

void flow_settle(Replay *r, ThreadId id) {
    const Thread *t = vm_thread(r->vm, id);
    if (is_off(r) || t->serial >= r->flow.nthreads || t->serial >= r->nshadows)
        return;
    FlowNext next = r->flow.threads[t->serial].next;
    if (!next.is_pending || !t->nframes || !has_moved(t, &next))
        return;
    thread_at(&r->flow, t->serial)->next.is_pending = false;
    Step s = {.replay = r,
              .flow = &r->flow,
              .id = id,
              .serial = t->serial,
              .moment = r->shadows[t->serial].line.moment,
              .thread = thread_at(&r->flow, t->serial),
              .next = &next,
              .in = &r->program->code[next.pc]};
    run(&s);
}

// The access of the instruction, if it is to memory that is there.
static void expect_access(Replay *r, ThreadId id, FlowNext *n) {
    NextAccess a;
    u32 off, size;
    if (!vm_next_access(r->vm, id, &a) || !tag_names_object(a.obj))
        return;
    const Place *place = vm_place(r->vm, a.obj, &off, &size);
    if (!place || a.offset > size || a.size > size - a.offset)
        return;
    Text name = {0};
    n->access = a;
    n->is_shared = watch_is_shared(r, a.obj);
    // how locks and the like work inside is nobody's business
    n->is_known = !(n->is_hidden && call_is_sync(r, &r->shadows[vm_thread(r->vm, id)->serial])) &&
                  names_object(&r->names, a.obj, &name);
    text_done(&name);
}

static void expect_operands(Replay *r, const Thread *t, const Insn *in, FlowNext *n) {
    const Frame *f = &t->frames[t->nframes - 1];
    if (in->op == OP_MEMCPY)
        n->from = vm_operand(r->vm, t, f, in->b);
    if (in->op == OP_TRAP && in->aux)
        n->argument = vm_operand(r->vm, t, f, r->program->pool[in->b]);
}

void flow_expect(Replay *r, ThreadId id, Pc pc, bool is_hidden) {
    Flow *f = &r->flow;
    const Thread *t = vm_thread(r->vm, id);
    if (is_off(r))
        return;
    // A new thread runs before the one that starts it goes on.
    if (f->last != THREAD_NONE && f->last != t->serial)
        for (ThreadId k = 0; k < vm_nthreads(r->vm); k++)
            if (vm_thread(r->vm, k)->serial == f->last && vm_thread(r->vm, k)->form == THREAD_LIVE)
                flow_settle(r, k);
    f->last = t->serial;
    FlowThread *own = thread_at(f, t->serial);
    const Insn *in = &r->program->code[pc];
    leave_branches(own, t->nframes, pc);
    FlowNext n = {.is_pending = true,
                  .pc = pc,
                  .depth = t->nframes,
                  .base = t->frames[t->nframes - 1].base,
                  .is_hidden = is_hidden};
    expect_access(r, id, &n);
    expect_operands(r, t, in, &n);
    own->next = n;
}

void flow_variable(Replay *r, ThreadId id, i32 operand) {
    const Thread *t = vm_thread(r->vm, id);
    if (is_off(r) || t->serial >= r->flow.nthreads)
        return;
    Flow *f = &r->flow;
    FlowThread *own = thread_at(f, t->serial);
    f->ngathered = 0;
    gather_operand(f, own, t->frames[t->nframes - 1].base, operand);
    if (operand >= 0 && f->ngathered) {
        NodeId node = make_node(f, r->shadows[t->serial].line.moment, 0, false);
        *cell_at(own, t->frames[t->nframes - 1].base + (u32)operand) = node;
    }
}

void flow_gather_next(Replay *r, ThreadId id) {
    Flow *f = &r->flow;
    const Thread *t = vm_thread(r->vm, id);
    f->ngathered = 0;
    if (is_off(r) || t->serial >= f->nthreads || !t->nframes)
        return;
    const Frame *frame = &t->frames[t->nframes - 1];
    const Insn *in = &r->program->code[frame->pc];
    NextAccess a;
    gather_operands(f, thread_at(f, t->serial), in, frame->base);
    if (vm_next_access(r->vm, id, &a) && tag_names_object(a.obj))
        gather_memory(f, a.obj, a.offset, a.size);
}
