// SPDX-License-Identifier: Apache-2.0
// What of a run matters to the violation at its end: a backward slice over the graph of flow.c.
//
// It begins with what the violation reads: the operands of the faulty instruction and the condition
// that led there, the waits of a deadlock, the two accesses of a race, the variables of an
// invariant or of the propositions of a formula. From there it goes back over values and over the
// branches that had to be taken, and those where another way would have changed what is read
// (omitted.c). Three things are added, because a story without them is not understood:
//   - writes to places that the slice reads, also those that were overwritten: a lost update is
//     one of them; and what a thread had read before it wrote over what it did not know;
//   - locks around what matters, and waiting and waking that what matters had to wait for;
//   - the starting and joining of threads that do something that matters.
// Steps of which only the thread itself could know (a copy in a local variable) are marked as such.
#include "report/report_int.h"

#include <string.h>

// How a node belongs to the slice: its value is used, or only what it decided.
enum { IS_WEAK = 1, IS_STRONG = 2 };

typedef struct Extent {
    u32 first, last;
} Extent;

typedef struct Slice {
    Replay *replay;
    Flow *flow;
    Trace *trace;
    const Fault *fault;
    u8 *marks;       // by node
    bool *wanted;    // global variables that a formula or an invariant reads, by object
    Extent *extents; // by number of thread
    u32 nextents;
} Slice;

// ---- calls that are about others ----------------------------------------------------------------

typedef enum SyncClass { SYNC_OTHER, SYNC_LOCK, SYNC_JOIN, SYNC_SETTING } SyncClass;

static bool has_word(const char *name, const char *const *words, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strstr(name, words[i]))
            return true;
    return false;
}

static SyncClass sync_class(const char *name) {
    static const char *const locks[] = {"mutex", "rwlock", "spin_", "mtx_"};
    static const char *const settings[] = {
        "_init",  "_destroy", "attr",   "_self",    "_equal",
        "key",    "specific", "create", "::thread", "::condition_variable()",
        "_yield", "_exit",    "_detach"};
    if (has_word(name, settings, ARRAY_LEN(settings)))
        return SYNC_SETTING;
    if (has_word(name, (const char *const[]){"join"}, 1))
        return SYNC_JOIN;
    return has_word(name, locks, ARRAY_LEN(locks)) ? SYNC_LOCK : SYNC_OTHER;
}

// ---- going back ---------------------------------------------------------------------------------

// Sources have smaller numbers than what is made of them, so one sweep down is enough.
static void sweep(Slice *s) {
    const Flow *f = s->flow;
    for (u32 i = f->nnodes; i-- > 1;) {
        const FlowNode *n = &f->nodes[i];
        for (u32 k = 0; s->marks[i] && k < n->count; k++)
            s->marks[f->sources[n->first + k]] |= s->marks[i];
        if (s->marks[i])
            s->marks[n->control] |= IS_WEAK;
    }
}

static void want(Slice *s, ObjId obj, u64 from, u64 to) {
    if (!tag_names_object(obj))
        return;
    FlowObject *o = flow_object(s->flow, obj, (u32)(to > UINT32_MAX ? UINT32_MAX : to));
    for (u64 i = from; i < to && i < o->size; i++)
        o->is_wanted[i] = true;
}

static bool is_wanted(const Slice *s, const FlowAccess *a) {
    const FlowObject *o = a->obj < s->flow->nobjects ? &s->flow->objects[a->obj] : NULL;
    for (u64 i = a->from; o && i < a->to && i < o->size; i++)
        if (o->is_wanted[i])
            return true;
    return false;
}

// Others wrote to what the slice reads. While there was one thread, only the last write counts, and
// that one is in the slice.
static void add_writes(Slice *s) {
    const Flow *f = s->flow;
    for (u32 i = 0; i < f->naccesses; i++) {
        const FlowAccess *a = &f->accesses[i];
        if (a->kind == ACCESS_READ && s->marks[a->node])
            want(s, a->obj, a->from, a->to);
    }
    for (u32 i = 0; i < f->naccesses; i++) {
        const FlowAccess *a = &f->accesses[i];
        if (a->kind == ACCESS_WRITE && !a->is_alone && is_wanted(s, a))
            s->marks[a->node] |= IS_WEAK;
    }
}

static bool overlaps(const FlowAccess *a, const FlowAccess *b) {
    return a->obj == b->obj && a->from < b->to && b->from < a->to;
}

// What the thread had read last before it wrote there, if another one has written in between: it
// did not know what it was writing over.
static NodeId stale_read(const Flow *f, u32 write) {
    enum { MOST_BETWEEN = 10000 };
    const FlowAccess *a = &f->accesses[write];
    bool is_stale = false;
    for (u32 i = write; i-- > 0 && write - i < MOST_BETWEEN;) {
        const FlowAccess *b = &f->accesses[i];
        if (!overlaps(a, b) || b->node == a->node)
            continue;
        if (b->thread == a->thread)
            return is_stale && b->kind == ACCESS_READ ? b->node : 0;
        is_stale |= b->kind == ACCESS_WRITE;
    }
    return 0;
}

static void add_stale(Slice *s) {
    for (u32 i = 0; i < s->flow->naccesses; i++) {
        const FlowAccess *a = &s->flow->accesses[i];
        if (a->kind == ACCESS_WRITE && !a->is_alone && s->marks[a->node])
            s->marks[stale_read(s->flow, i)] |= IS_WEAK;
    }
}

// ---- what was not done --------------------------------------------------------------------------

static bool has_wanted(const Slice *s, ObjId obj, u64 from, u64 to) {
    return is_wanted(s, &(FlowAccess){.obj = obj, .from = from, .to = to});
}

// Whether the node, or something that it was made of, has read from an object that is wanted: who
// writes by a pointer after that is likely to mean the same object.
static bool asks_wanted(const Slice *s, const ObjId *read, NodeId node, u32 depth) {
    enum { MOST_DEPTH = 5 };
    const FlowNode *n = &s->flow->nodes[node];
    if (read[node] && has_wanted(s, read[node], 0, UINT64_MAX))
        return true;
    for (u32 k = 0; k < n->count && depth < MOST_DEPTH; k++)
        if (asks_wanted(s, read, s->flow->sources[n->first + k], depth + 1))
            return true;
    return false;
}

static bool is_missed(const Slice *s, const OmittedWay *way, const ObjId *read, NodeId node) {
    for (u32 i = 0; i < way->n; i++)
        if (has_wanted(s, way->writes[i].obj, way->writes[i].from, way->writes[i].to))
            return true;
    return way->writes_by_pointer && asks_wanted(s, read, node, 0);
}

// Branches at which another way would have led to what matters; true if there are new ones.
static bool add_forks(Slice *s, Omitted *omitted) {
    Flow *f = s->flow;
    bool is_new = false;
    ObjId *read = mem_zalloc(f->nnodes * sizeof *read);
    for (u32 i = 0; i < f->naccesses; i++)
        if (f->accesses[i].kind == ACCESS_READ)
            read[f->accesses[i].node] = f->accesses[i].obj;
    for (u32 i = 0; i < f->nforks; i++) {
        const FlowFork *fork = &f->forks[i];
        if (s->marks[fork->node] ||
            !is_missed(s, omitted_at(omitted, &f->joins, fork->pc, fork->taken), read, fork->node))
            continue;
        s->marks[fork->node] |= IS_WEAK;
        is_new = true;
    }
    mem_free(read, f->nnodes * sizeof *read);
    return is_new;
}

static void add_omitted(Slice *s) {
    enum { MOST_ROUNDS = 4 };
    Omitted omitted = {0};
    for (u32 i = 0; i < MOST_ROUNDS && add_forks(s, &omitted); i++) {
        sweep(s);
        add_writes(s);
        sweep(s);
    }
    omitted_done(&omitted, s->replay->program);
}

// ---- where it begins ----------------------------------------------------------------------------

static void mark(Slice *s, NodeId node, u8 how) {
    if (node < s->flow->nnodes)
        s->marks[node] |= how;
}

static u32 user_depth(const Slice *s, const Thread *t) {
    u32 depth = t->nframes;
    while (depth && s->replay->program->funcs[t->frames[depth - 1].func].is_runtime)
        depth--;
    return depth;
}

// What thread id stands at, and the condition that has led it there. An assertion may have several
// in its line.
static void begin_at(Slice *s, ThreadId id) {
    Flow *f = s->flow;
    const Thread *t = vm_live(s->replay->vm, id);
    flow_gather_next(s->replay, id);
    for (u32 i = 0; i < f->ngathered; i++)
        mark(s, f->gathered[i], IS_STRONG);
    const FlowBranch *any = flow_branch(f, t->serial, UINT32_MAX);
    if (any)
        mark(s, any->node, IS_WEAK);
    else if (t->serial < f->nthreads)
        mark(s, f->threads[t->serial].root, IS_WEAK);
    const FlowBranch *own = flow_branch(f, t->serial, user_depth(s, t));
    bool is_told = s->fault->kind == FAULT_ASSERTION || s->fault->kind == FAULT_REACH_ERROR;
    if (!own || !is_told)
        return;
    u32 moment = f->nodes[own->node].moment;
    for (NodeId n = own->node; n && f->nodes[n].moment == moment; n = f->nodes[n].control)
        mark(s, n, IS_STRONG);
}

// Variables of the program that the function reads, or may read.
static void want_globals(Slice *s, FuncId func, u32 depth) {
    const Program *p = s->replay->program;
    enum { MOST_DEPTH = 4 };
    for (Pc pc = p->funcs[func].start; pc < p->funcs[func].end && depth < MOST_DEPTH; pc++) {
        const Insn *in = &p->code[pc];
        for (u32 field = 0; field < FIELDS; field++) {
            i32 operand = insn_field(in, field);
            Cell c =
                role_reads(insn_role(in, field)) && operand < 0 ? p->consts[~operand] : (Cell){0};
            bool is_global = tag_names_object(c.tag) && c.tag <= p->nglobals;
            if (is_global && !p->globals[c.tag].is_const && !p->globals[c.tag].is_runtime)
                s->wanted[c.tag] = true;
        }
        if (in->op == OP_CALL && (FuncId)in->a != func)
            want_globals(s, (FuncId)in->a, depth + 1);
    }
}

static void begin_with_globals(Slice *s) {
    const Program *p = s->replay->program;
    if (s->fault->kind == FAULT_INVARIANT && s->fault->func < p->nfuncs)
        want_globals(s, s->fault->func, 0);
    for (FuncId i = 0; i < p->nfuncs && s->fault->kind == FAULT_LIVENESS; i++)
        if (strncmp(p->funcs[i].name, PROPOSITION_NAME, strlen(PROPOSITION_NAME)) == 0)
            want_globals(s, i, 0);
    for (u32 i = 1; i <= p->nglobals; i++) {
        if (!s->wanted[i])
            continue;
        const FlowObject *o = flow_object(s->flow, i, p->globals[i].size);
        want(s, i, 0, p->globals[i].size);
        for (u32 k = 0; k < o->size; k++)
            mark(s, o->nodes[k], IS_STRONG);
    }
}

// The block that the violation is about: where it was made and freed; if it was lost, what pointed
// to it, and what became of that.
static void begin_with_block(Slice *s) {
    Flow *f = s->flow;
    ObjId obj = s->fault->obj;
    if (!tag_names_object(obj))
        return;
    for (u32 i = 0; i < f->naccesses; i++) {
        const FlowAccess *a = &f->accesses[i];
        bool is_about = a->obj == obj && (a->kind == ACCESS_MAKE || a->kind == ACCESS_END);
        bool is_pointer = s->fault->kind == FAULT_LEAK && a->value == obj;
        if (is_about || is_pointer)
            mark(s, a->node, IS_STRONG);
        if (is_pointer)
            want(s, a->obj, a->from, a->to);
    }
    if (s->fault->kind == FAULT_DATA_RACE)
        want(s, obj, s->fault->offset, s->fault->offset + s->fault->size);
}

// Runs that go on for ever: what is read on the way round.
static void begin_in_cycle(Slice *s) {
    const Trace *t = s->trace;
    const Replay *r = s->replay;
    for (u32 i = 1; i < s->flow->nnodes; i++) {
        u32 moment = s->flow->nodes[i].moment;
        u32 event = moment < r->nevent_of ? r->event_of[moment] : 0;
        if (event && t->events[event - 1].step >= t->cycle && s->flow->nodes[i].is_seen)
            mark(s, i, IS_WEAK);
    }
}

// What a thread waits for at the end: others might have woken it up.
static void begin_with_wait(Slice *s, u32 serial) {
    for (u32 i = s->flow->nsyncs; i-- > 0;) {
        const FlowSync *sync = &s->flow->syncs[i];
        if (sync->thread != serial + 1)
            continue;
        SyncClass class = sync_class(s->replay->program->funcs[sync->func].name);
        if (!sync->ended && class == SYNC_OTHER)
            want(s, sync->object.tag, sync->object.v, sync->object.v + WAIT_BYTES);
        return;
    }
}

// It concerns all threads, and what each of them cannot do.
static bool is_global(const Fault *f) {
    return f->kind == FAULT_DEADLOCK || f->kind == FAULT_LIVENESS;
}

static void begin(Slice *s) {
    Vm *vm = s->replay->vm;
    const Fault *f = s->fault;
    for (ThreadId id = 0; id < vm_nthreads(vm); id++) {
        if (!vm_is_alive(vm, id))
            continue;
        bool waits = vm_thread(vm, id)->pend.kind == PEND_WAIT;
        bool is_rival = f->kind == FAULT_DATA_RACE && thread_number(vm, id) == f->rival_number;
        if (id == f->thread || is_rival || (is_global(f) && waits))
            begin_at(s, id);
        if (f->kind == FAULT_DEADLOCK && waits)
            begin_with_wait(s, vm_thread(vm, id)->serial);
    }
    begin_with_globals(s);
    begin_with_block(s);
    if (s->trace->is_endless)
        begin_in_cycle(s);
}

// ---- events -------------------------------------------------------------------------------------

static TraceEvent *event_at(const Slice *s, u32 moment) {
    const Replay *r = s->replay;
    u32 i = moment < r->nevent_of ? r->event_of[moment] : 0;
    return i ? &s->trace->events[i - 1] : NULL;
}

static void raise(TraceEvent *e, Matters how) {
    if (e && e->matters < how)
        e->matters = how;
}

static bool tells_choice(const TraceEvent *e) {
    bool is = false;
    for (u32 i = 0; i < e->nnotes; i++)
        is |= e->notes[i].kind == NOTE_RETURNS;
    return is;
}

static void mark_nodes(Slice *s) {
    for (u32 i = 1; i < s->flow->nnodes; i++) {
        const FlowNode *n = &s->flow->nodes[i];
        TraceEvent *e = s->marks[i] ? event_at(s, n->moment) : NULL;
        if (e && (n->is_seen || ((s->marks[i] & IS_STRONG) && tells_choice(e))))
            raise(e, MATTERS);
        else if (e && (s->marks[i] & IS_STRONG))
            raise(e, MATTERS_LOCALLY);
    }
}

// Whether the thread does something that matters in the events [from, to]; NULL: to the end.
static bool does_matter(const Slice *s, u32 thread, const TraceEvent *from, const TraceEvent *to) {
    const TraceEvent *end = s->trace->events + s->trace->nevents;
    for (const TraceEvent *e = from; e < end && (!to || e <= to); e++)
        if (e->thread == thread && (e->matters == MATTERS || e->is_fault))
            return true;
    return false;
}

// Of each thread the first and the last event that matters: indices + 1, 0 if there is none.
static void find_extents(Slice *s) {
    const Trace *t = s->trace;
    for (u32 i = 0; i < s->nextents; i++)
        s->extents[i] = (Extent){0};
    for (u32 i = 0; i < t->nevents; i++) {
        const TraceEvent *e = &t->events[i];
        Extent *own = &s->extents[e->thread];
        if (e->thread < s->nextents && (e->matters == MATTERS || e->is_fault)) {
            own->first = own->first ? own->first : i + 1;
            own->last = i + 1;
        }
    }
}

static bool matters_after(const Slice *s, u32 thread, const TraceEvent *e) {
    return thread < s->nextents && s->extents[thread].last > (u32)(e - s->trace->events);
}

static bool matters_before(const Slice *s, u32 thread, const TraceEvent *e) {
    u32 first = thread < s->nextents ? s->extents[thread].first : 0;
    return first && first <= (u32)(e - s->trace->events) + 1;
}

static void mark_hold(Slice *s, const FlowHold *h) {
    const Flow *f = s->flow;
    raise(event_at(s, h->taken), MATTERS);
    if (h->released)
        raise(event_at(s, h->released), MATTERS);
    if (h->sync) // where the thread had to wait for it
        raise(event_at(s, f->syncs[h->sync - 1].began), MATTERS);
}

static bool is_waiting_at_end(const Slice *s, u32 thread) {
    Vm *vm = s->replay->vm;
    for (ThreadId id = 0; id < vm_nthreads(vm); id++)
        if (vm_is_alive(vm, id) && thread_number(vm, id) == thread)
            return vm_thread(vm, id)->pend.kind == PEND_WAIT;
    return false;
}

// Whether the lock was held when another thread that matters could not get it.
static bool is_refused(const Slice *s, const FlowHold *h) {
    const Flow *f = s->flow;
    const TraceEvent *from = event_at(s, h->taken), *to = event_at(s, h->released);
    for (u32 i = 0; i < f->nsyncs && from; i++) {
        const FlowSync *sync = &f->syncs[i];
        const TraceEvent *e = event_at(s, sync->ended);
        bool is_try = e && e->matters == MATTERS && flow_is_try(f->program, sync->func);
        if (is_try && sync->thread != h->thread && sync->object.tag == h->lock.tag &&
            sync->object.v == h->lock.v && from < e && (!h->released || to > e))
            return true;
    }
    return false;
}

// Locks that are held around what matters, and in a deadlock those that are never let go.
static void mark_holds(Slice *s) {
    const Flow *f = s->flow;
    bool *is_meant = mem_zalloc(f->nholds + 1);
    for (u32 i = 0; i < f->nholds; i++) {
        const FlowHold *h = &f->holds[i];
        const TraceEvent *from = event_at(s, h->taken);
        bool is_stuck = is_global(s->fault) && !h->released;
        is_meant[i] = is_stuck || is_refused(s, h) ||
                      (from && does_matter(s, h->thread, from,
                                           h->released ? event_at(s, h->released) : NULL));
    }
    for (u32 i = 0; i < f->nholds; i++)
        if (is_meant[i])
            mark_hold(s, &f->holds[i]);
    mem_free(is_meant, f->nholds + 1);
}

static bool is_same_object(const FlowSync *a, const FlowSync *b) {
    return tag_names_object(a->object.tag) && a->object.tag == b->object.tag &&
           a->object.v == b->object.v;
}

// All that was done to what the call is about.
static void mark_object(Slice *s, const FlowSync *about, bool with_settings) {
    const Flow *f = s->flow;
    for (u32 i = 0; i < f->nsyncs; i++) {
        const FlowSync *sync = &f->syncs[i];
        SyncClass class = sync_class(s->replay->program->funcs[sync->func].name);
        if (!is_same_object(sync, about) || (class != SYNC_OTHER && !with_settings))
            continue;
        raise(event_at(s, sync->began), MATTERS);
        raise(event_at(s, sync->ended), MATTERS);
    }
}

// Waiting and waking: if the thread goes on to something that matters, or waits there for ever.
static void mark_syncs(Slice *s) {
    const Flow *f = s->flow;
    const FlowSync *done = NULL; // often the same comes again
    for (u32 i = 0; i < f->nsyncs; i++) {
        const FlowSync *sync = &f->syncs[i];
        SyncClass class = sync_class(s->replay->program->funcs[sync->func].name);
        const TraceEvent *from = event_at(s, sync->ended);
        bool is_stuck =
            !sync->ended && s->trace->kind == FAULT_DEADLOCK && is_waiting_at_end(s, sync->thread);
        bool is_before = class == SYNC_OTHER && from && matters_after(s, sync->thread, from);
        bool is_faulty = !sync->ended && s->trace->kind == FAULT_MUTEX_MISUSE &&
                         sync->thread == s->trace->thread;
        if (is_stuck) {
            raise(event_at(s, sync->began), MATTERS);
            if (class == SYNC_OTHER)
                mark_object(s, sync, false);
        } else if (is_faulty || (is_before && !(done && is_same_object(done, sync)))) {
            mark_object(s, sync, is_faulty);
            done = sync;
        }
    }
}

// ---- blocks -------------------------------------------------------------------------------------

// What a thread does in a row.
static u32 end_of_block(const Trace *t, u32 from) {
    u32 to = from + 1;
    while (to < t->nevents && t->events[to].thread == t->events[from].thread)
        to++;
    return to;
}

// Nothing is told of the block, and it is not there to start others.
static bool is_silent(const Trace *t, u32 from, u32 to) {
    bool is = true;
    for (u32 i = from; i < to; i++) {
        is &= t->events[i].matters != MATTERS && !t->events[i].is_fault;
        for (u32 k = 0; k < t->events[i].nnotes; k++)
            is &= t->events[i].notes[k].kind != NOTE_STARTS;
    }
    return is;
}

// In a run with few switches each block is there for something. If it did nothing that matters, it
// is what it decided not to do. True if there is such a decision.
static bool add_silent(Slice *s) {
    enum { MOST_BLOCKS = 16 };
    const Trace *t = s->trace;
    const Flow *f = s->flow;
    bool *is_in = mem_zalloc(t->nevents + 1), is_new = false; // a silent block, by event
    u32 nblocks = 0;
    for (u32 i = 0, to; i < t->nevents; i = to, nblocks++) {
        to = end_of_block(t, i);
        for (u32 k = i, is = is_silent(t, i, to); is && k < to; k++)
            is_in[k] = true;
    }
    for (u32 i = 0; i < f->nforks && nblocks <= MOST_BLOCKS; i++) {
        const TraceEvent *e = event_at(s, f->nodes[f->forks[i].node].moment);
        if (e && is_in[e - t->events] && !s->marks[f->forks[i].node]) {
            s->marks[f->forks[i].node] |= IS_WEAK;
            is_new = true;
        }
    }
    mem_free(is_in, t->nevents + 1);
    return is_new;
}

static void mark_starts(Slice *s) {
    for (u32 i = 0; i < s->trace->nevents; i++) {
        TraceEvent *e = &s->trace->events[i];
        for (u32 k = 0; k < e->nnotes; k++)
            if (e->notes[k].kind == NOTE_STARTS && matters_after(s, e->notes[k].thread, e))
                raise(e, MATTERS);
    }
}

// The number of the thread that the call has joined; 0: none.
static u32 joined_thread(const TraceEvent *e) {
    const char *at = strstr(e->call, "(thread ");
    u32 number = 0;
    for (at = at ? at + strlen("(thread ") : ""; *at >= '0' && *at <= '9'; at++)
        number = number * 10 + (u32)(*at - '0');
    return number;
}

static void mark_joins(Slice *s) {
    const Flow *f = s->flow;
    for (u32 i = 0; i < f->nsyncs; i++) {
        const FlowSync *sync = &f->syncs[i];
        TraceEvent *e = event_at(s, sync->ended);
        if (e && sync_class(s->replay->program->funcs[sync->func].name) == SYNC_JOIN &&
            matters_before(s, joined_thread(e), e) && matters_after(s, sync->thread, e))
            raise(e, MATTERS);
    }
}

// All from event `from` on that others could notice: of what is repeated for ever, and of a run
// that was too long to be followed.
static void mark_plainly(Trace *t, u32 from) {
    for (u32 i = from; i < t->nevents; i++) {
        TraceEvent *e = &t->events[i];
        bool is_seen = *e->call || e->nnotes || e->is_fault;
        for (u32 k = 0; k < e->nvalues; k++)
            is_seen |= e->values[k].is_shared;
        raise(e, is_seen ? MATTERS : MATTERS_NOT);
    }
}

void slice_mark(Replay *r, const Fault *fault) {
    Slice s = {.replay = r, .flow = &r->flow, .trace = r->trace, .fault = fault};
    // Who steers a run has no graph of it; inside the library there are no calls of it.
    if (!r->flow.arena || r->flow.is_full || r->options->show_runtime) {
        mark_plainly(r->trace, 0);
        return;
    }
    u32 nnodes = r->flow.nnodes, nglobals = r->program->nglobals + 1;
    s.marks = mem_zalloc(nnodes);
    s.wanted = mem_zalloc(nglobals);
    begin(&s);
    sweep(&s);
    add_writes(&s);
    sweep(&s);
    add_omitted(&s);
    add_stale(&s);
    sweep(&s);
    mark_nodes(&s);
    if (!r->trace->is_endless && add_silent(&s)) {
        sweep(&s);
        add_writes(&s);
        sweep(&s);
        mark_nodes(&s);
    }
    if (r->trace->is_endless)
        mark_plainly(r->trace, words_first_in_cycle(r->trace));
    for (u32 i = 0; i < r->trace->nevents; i++)
        if (r->trace->events[i].is_fault)
            raise(&r->trace->events[i], MATTERS);
    s.nextents = vm_threads_made(r->vm) + 2;
    s.extents = mem_zalloc(s.nextents * sizeof *s.extents);
    find_extents(&s);
    mark_syncs(&s);
    mark_holds(&s);
    find_extents(&s);
    mark_joins(&s);
    find_extents(&s);
    mark_starts(&s);
    mem_free(s.extents, s.nextents * sizeof *s.extents);
    mem_free(s.marks, nnodes);
    mem_free(s.wanted, nglobals);
}
