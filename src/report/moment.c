// SPDX-License-Identifier: Apache-2.0
// How things stand after each event of a run: shared memory, who holds which lock, who waits, the
// stack of the thread. Each moment has what differs from the one before, so that a long run is not
// told a thousand times.
//
// Shared memory is followed in pieces that have one value, from the first time the user's code
// touches one. What may have changed a piece only marks its object; values are taken when an event
// is told.
#include "base/table.h"
#include "report/report_int.h"

#include <string.h>

enum { MOST_PIECES = 2000 };

typedef struct Piece {
    Leaf leaf;
    bool is_whole; // several leaves with one value: an array of characters, a struct
    const char *now;
    bool is_written; // since the last event, perhaps with what it held
    u32 next;        // of the same object: index + 1
} Piece;

typedef struct Object {
    ObjId obj;
    u32 first; // piece, index + 1
    bool is_dirty;
} Object;

typedef struct Recorder {
    Links *links;
    Table by_place; // pieces, index + 1
    Piece *pieces;  // by index into Recorded.shared
    u32 npieces, pieces_cap;
    Table by_obj; // index + 1
    Object *objects;
    u32 nobjects, objects_cap;
    u32 *dirty; // indices of objects
    u32 ndirty, dirty_cap;
    Table by_lock; // where a lock lies → its index in Recorded.locks + 1; UINT32_MAX: no name
    TraceHold *holds, *next_holds;
    u32 nholds, holds_cap, nnext, next_cap;
    const char **waits; // by thread number
    u32 nwaits, waits_cap;
    const Moment **last; // by thread number
    u32 nlast, last_cap;
    TraceChange *changes; // of the moment that is being told
    u32 nchanges, changes_cap;
    TraceWait *new_waits;
    u32 nnew_waits, new_waits_cap;
} Recorder;

void moment_begin(Replay *r) {
    if (!r->options->records)
        return;
    Trace *t = r->trace;
    t->recorded = arena_alloc(t->arena, sizeof *t->recorded);
    r->recorder = mem_zalloc(sizeof *r->recorder);
    r->recorder->links = links_new(t->arena);
}

void moment_end(Replay *r) {
    Recorder *rec = r->recorder;
    if (!rec)
        return;
    links_finish(rec->links, r->trace);
    links_free(rec->links);
    table_done(&rec->by_place);
    table_done(&rec->by_obj);
    table_done(&rec->by_lock);
    VEC_FREE(rec->pieces, rec->pieces_cap);
    VEC_FREE(rec->objects, rec->objects_cap);
    VEC_FREE(rec->dirty, rec->dirty_cap);
    VEC_FREE(rec->holds, rec->holds_cap);
    VEC_FREE(rec->next_holds, rec->next_cap);
    VEC_FREE(rec->waits, rec->waits_cap);
    VEC_FREE(rec->last, rec->last_cap);
    VEC_FREE(rec->changes, rec->changes_cap);
    VEC_FREE(rec->new_waits, rec->new_waits_cap);
    mem_free(rec, sizeof *rec);
    r->recorder = NULL;
}

// Names that mean the same whoever asks: nobody's own locals lose their function.
typedef struct Asker {
    u32 thread, depth;
} Asker;
static Asker ask_as_nobody(Replay *r) {
    Asker old = {r->names.thread, r->names.depth};
    r->names.thread = r->names.depth = 0;
    return old;
}
static void ask_as(Replay *r, Asker a) {
    r->names.thread = a.thread;
    r->names.depth = a.depth;
}

// ---- shared memory ------------------------------------------------------------------------------

static bool is_there(Vm *vm, ObjId obj) {
    u32 off, size;
    const Place *p = vm_place(vm, obj, &off, &size);
    return p && (obj < vm_first_dynamic(vm) || (p->kind != OBJ_FREED && p->kind != OBJ_RETURNED));
}

// NULL if it is gone.
static const char *value_now(Replay *r, const Piece *p) {
    if (!is_there(r->vm, p->leaf.obj))
        return NULL;
    Text value = {0};
    if (p->is_whole)
        value_memory(&r->names, p->leaf.obj, p->leaf.off, p->leaf.type, &value);
    else
        value_leaf(&r->names, &p->leaf, &value);
    const char *kept = arena_text(r->trace->arena, text_str(&value));
    text_done(&value);
    return kept;
}

// Good until the next one is added.
static Object *object_of(Recorder *rec, ObjId obj) {
    u32 *at = table_add(&rec->by_obj, obj, PLAIN_KEY);
    if (!*at) {
        VEC_PUSH(rec->objects, rec->nobjects, rec->objects_cap) = (Object){.obj = obj};
        *at = rec->nobjects;
    }
    return &rec->objects[*at - 1];
}

static void mark_dirty(Recorder *rec, ObjId obj) {
    u32 at;
    if (!table_find(&rec->by_obj, obj, PLAIN_KEY, &at) || rec->objects[at - 1].is_dirty)
        return;
    rec->objects[at - 1].is_dirty = true;
    VEC_PUSH(rec->dirty, rec->ndirty, rec->dirty_cap) = at - 1;
}

// The piece of this leaf, its index + 1; a new one held `before` until now. 0: there are too many.
static u32 piece_of(Replay *r, const Leaf *leaf, bool is_whole, const char *before) {
    Recorder *rec = r->recorder;
    Recorded *out = r->trace->recorded;
    Arena *arena = r->trace->arena;
    u32 kind = 1 + leaf->bit + 64 * is_whole + 128 * leaf->type;
    u32 *at = table_add(&rec->by_place, (u64)leaf->obj << 32 | (u32)leaf->off, kind ? kind : 1);
    if (*at || rec->npieces == MOST_PIECES)
        return *at;
    bool is_global = leaf->obj <= r->program->nglobals;
    Object *object = object_of(rec, leaf->obj);
    Piece p = {.leaf = *leaf, .is_whole = is_whole, .next = object->first};
    p.leaf.name = arena_text(arena, leaf->name);
    p.now = is_global && before ? arena_text(arena, before) : NULL;
    VEC_PUSH(rec->pieces, rec->npieces, rec->pieces_cap) = p;
    VEC_PUSH(out->shared, out->nshared, out->shared_cap) = (TraceShared){p.leaf.name, p.now};
    return object->first = *at = rec->npieces;
}

static void touch(Replay *r, Shadow *s, const Leaf *leaf, bool is_whole, const char *before,
                  bool is_write) {
    u32 at = piece_of(r, leaf, is_whole, before);
    Line *l = &s->line;
    if (!at)
        return;
    mark_dirty(r->recorder, leaf->obj);
    r->recorder->pieces[at - 1].is_written |= is_write;
    for (u32 i = 0; i < l->ntouched; i++)
        if (l->touched[i] == at - 1)
            return;
    VEC_PUSH(l->touched, l->ntouched, l->touched_cap) = at - 1;
}

// Locals have other names for those who do not own them.
static void touch_leaf(Replay *r, Shadow *s, const Leaf *leaf, const char *before, bool is_write) {
    Leaf again[MAX_LEAVES];
    u32 n = leaf->obj > r->program->nglobals
                ? names_leaves(&r->names, r->scratch, leaf->obj, leaf->off, leaf->size, again)
                : 0;
    bool is_same = n == 1 && again[0].off == leaf->off && again[0].type == leaf->type;
    touch(r, s, is_same ? again : leaf, false, before, is_write);
}

static void touch_bytes(Replay *r, Shadow *s, const Pended *e) {
    Text name = {0};
    TypeId type;
    u64 start;
    if (is_there(r->vm, e->obj) &&
        names_part(&r->names, e->obj, e->off, e->size, &name, &type, &start) && type &&
        !value_is_opaque(r->program, type)) {
        Leaf whole = {.obj = e->obj,
                      .off = start,
                      .size = r->program->types[type].size,
                      .type = type,
                      .name = text_str(&name)};
        touch(r, s, &whole, true, NULL, e->is_write);
    }
    text_done(&name);
}

static void touch_all(Replay *r, Shadow *s, const Pended *e) {
    bool is_read = !e->is_write || ir_op_info[r->program->code[e->pc].op].effect == EFFECT_RMW;
    if (e->is_bulk || e->nleaves > MAX_LEAVES) {
        touch_bytes(r, s, e);
        return;
    }
    for (u32 i = 0; i < e->nleaves; i++) {
        const Leaf *leaf = &e->leaves[i];
        if (is_read)
            links_read(r->recorder->links, s, LINK_VALUE, leaf->obj, leaf->off, leaf->size,
                       leaf->name);
        touch_leaf(r, s, leaf, e->before[i], e->is_write);
    }
}

// ---- locks and waits ----------------------------------------------------------------------------

static Cell argument(const Replay *r, const Pended *e, u32 i) {
    const Thread *t = vm_thread(r->vm, e->thread);
    const Insn *in = &r->program->code[e->pc];
    return vm_operand(r->vm, t, &t->frames[t->nframes - 1], r->program->pool[in->b + (i32)i]);
}

// What users call the lock, or what is waited for; "" if they know none.
static void add_name(const Replay *r, Cell place, Text *out) {
    TypeId type;
    u64 start;
    names_part(&r->names, place.tag, place.v, WAIT_BYTES, out, &type, &start);
}

static bool is_lock(WaitKind what) {
    return what == WAIT_MUTEX || what == WAIT_RWLOCK || what == WAIT_SPIN;
}

// A wait is over: somebody has written its word. Locks are told when they are taken.
static void wait_over(Replay *r, Shadow *s, const Pended *e) {
    enum { ARG_WORD = 0, ARG_WHAT = 2, ARG_RESOURCE = 3 };
    Cell word = argument(r, e, ARG_WORD);
    Pending wait = {.what = (u16)argument(r, e, ARG_WHAT).v};
    WaitKind kind = vm_wait_kind(&wait);
    Links *links = r->recorder->links;
    const ObjInfo *joined = names_info(&r->names, word.tag);
    if (kind == WAIT_JOIN && joined && joined->self_of) {
        links_joins(links, s, joined->self_of);
    } else if (tag_names_object(word.tag) && !is_lock(kind) && kind != WAIT_JOIN &&
               kind != WAIT_EXIT) {
        Text name = {0};
        add_name(r, argument(r, e, ARG_RESOURCE), &name);
        links_read(links, s, LINK_WAKES, word.tag, word.v, WAIT_BYTES, text_str(&name));
        text_done(&name);
    }
}

static void lock_taken(Replay *r, Shadow *s, Cell lock) {
    Text name = {0};
    add_name(r, lock, &name);
    if (name.len) // not one of the library's own
        links_acquired(r->recorder->links, s, lock, text_str(&name));
    text_done(&name);
}

static void trap_over(Replay *r, Shadow *s, const Pended *e) {
    switch ((TrapId)r->program->code[e->pc].a) {
    case TRAP_WAIT:
    case TRAP_WAIT_OR: wait_over(r, s, e); break;
    case TRAP_ACQUIRED:
    case TRAP_HOLD: lock_taken(r, s, argument(r, e, 0)); break;
    case TRAP_RELEASED:
    case TRAP_LET_GO: links_released(r->recorder->links, s, argument(r, e, 0)); break;
    default: break;
    }
}

// ---- hooks --------------------------------------------------------------------------------------

void moment_effect(Replay *r, Shadow *s, const Pended *e) {
    Recorder *rec = r->recorder;
    const Insn *in = &r->program->code[e->pc];
    if (!rec || !s->line.is_open)
        return;
    Asker old = ask_as_nobody(r);
    if (in->op == OP_TRAP)
        trap_over(r, s, e);
    else if (e->obj && !e->is_hidden && e->is_shared)
        touch_all(r, s, e);
    if (e->obj && e->is_write)
        links_wrote(rec->links, s, e);
    if (e->obj)
        mark_dirty(rec, e->obj);
    ask_as(r, old);
}

void moment_starts(Replay *r, Shadow *s, u32 thread) {
    if (r->recorder && s->line.is_open)
        links_starts(r->recorder->links, s, thread);
}

void moment_ends(Replay *r, Shadow *s) {
    if (r->recorder)
        links_ends(r->recorder->links, s);
}

// ---- the stack of the thread --------------------------------------------------------------------

static const Moment **last_of(Recorder *rec, u32 thread) {
    while (rec->nlast <= thread)
        VEC_PUSH(rec->last, rec->nlast, rec->last_cap) = NULL;
    return &rec->last[thread];
}

static FuncId scope_of(const Program *p, const Frame *f, SrcLoc loc) {
    return loc.scope < p->nfuncs ? loc.scope : f->func;
}

// The frame in which the line was, which has returned: as it was seen last.
static MomentFrame lost_frame(Replay *r, const Shadow *s) {
    const Line *l = &s->line;
    const Moment *last = *last_of(r->recorder, s->number);
    const char *function = r->program->funcs[l->func].name;
    MomentFrame frame = {.function = function, .file = l->file, .line = l->line};
    if (last && last->nframes && strcmp(last->frames[0].function, function) == 0) {
        frame.values = last->frames[0].values;
        frame.nvalues = last->frames[0].nvalues;
    }
    return frame;
}

typedef struct Locals {
    Arena *arena;
    TraceValue *values;
    u32 n, cap;
} Locals;

static void add_local(void *locals, const char *name, const char *value) {
    Locals *l = locals;
    VEC_PUSH(l->values, l->n, l->cap) =
        (TraceValue){.name = arena_text(l->arena, name), .value = arena_text(l->arena, value)};
}

static const TraceValue *take_locals(Replay *r, const Shadow *s, u32 depth, u32 *n) {
    Locals l = {.arena = r->trace->arena};
    replay_each_local(r, s, depth, add_local, &l);
    const TraceValue *kept = arena_copy(l.arena, l.values, l.n * sizeof *l.values);
    VEC_FREE(l.values, l.cap);
    *n = l.n;
    return kept;
}

static MomentFrame frame_at(Replay *r, const Shadow *s, const Thread *t, u32 depth) {
    const Frame *f = &t->frames[depth - 1];
    const Line *l = &s->line;
    bool is_line = l->line && (depth == l->depth || (l->depth == 0 && depth == t->nframes));
    Pc pc = depth == t->nframes || f->pc == 0 ? f->pc : f->pc - 1;
    SrcLoc loc = watch_loc(r->program, f->func, pc);
    FuncId func = is_line ? l->func : scope_of(r->program, f, loc);
    MomentFrame frame = {.function = r->program->funcs[func].name,
                         .file = is_line ? l->file : loc.file,
                         .line = is_line ? l->line : loc.line};
    r->names.depth = depth;
    frame.values = take_locals(r, s, depth, &frame.nvalues);
    return frame;
}

static void take_frames(Replay *r, const Shadow *s, Moment *m) {
    ThreadId id = watch_thread(r, s);
    const Thread *t = id == THREAD_NONE ? NULL : vm_thread(r->vm, id);
    u32 depth = t && t->form == THREAD_LIVE ? t->nframes : 0;
    MomentFrame *frames = arena_alloc(r->trace->arena, (depth + 2) * sizeof *frames);
    const Line *l = &s->line;
    if (l->line && l->depth > depth)
        frames[m->nframes++] = lost_frame(r, s);
    Asker old = {r->names.thread, r->names.depth};
    r->names.thread = s->number;
    for (u32 i = l->depth && l->depth < depth ? l->depth : depth; i > 0; i--) {
        MomentFrame frame =
            watch_is_hidden(r, t->frames[i - 1].func) ? (MomentFrame){0} : frame_at(r, s, t, i);
        if (frame.line)
            frames[m->nframes++] = frame;
    }
    ask_as(r, old);
    m->frames = frames;
}

Moment *moment_of_line(Replay *r, const Shadow *s) {
    const Line *l = &s->line;
    if (!r->recorder)
        return NULL;
    Arena *arena = r->trace->arena;
    Moment *m = arena_alloc(arena, sizeof *m);
    m->id = l->id;
    m->ntouched = l->ntouched;
    m->touched =
        l->ntouched ? arena_copy(arena, l->touched, l->ntouched * sizeof *l->touched) : NULL;
    take_frames(r, s, m);
    *last_of(r->recorder, s->number) = m;
    return m;
}

// ---- what has changed ---------------------------------------------------------------------------

static bool is_same(const char *a, const char *b) { return a && b ? strcmp(a, b) == 0 : a == b; }

static void take_changes(Replay *r) {
    Recorder *rec = r->recorder;
    for (u32 i = 0; i < rec->ndirty; i++) {
        Object *o = &rec->objects[rec->dirty[i]];
        o->is_dirty = false;
        for (u32 k = o->first; k; k = rec->pieces[k - 1].next) {
            Piece *p = &rec->pieces[k - 1];
            const char *now = value_now(r, p);
            if (is_same(now, p->now) && !p->is_written)
                continue;
            p->now = now;
            p->is_written = false;
            VEC_PUSH(rec->changes, rec->nchanges, rec->changes_cap) = (TraceChange){k - 1, now};
        }
    }
    rec->ndirty = 0;
}

// Its index + 1; UINT32_MAX if users know nothing of it.
static u32 lock_named(Replay *r, Cell lock) {
    Recorded *out = r->trace->recorded;
    u32 *at = table_add(&r->recorder->by_lock, (u64)lock.tag << 32 | (u32)lock.v, PLAIN_KEY);
    if (*at)
        return *at;
    Text name = {0};
    *at = UINT32_MAX;
    add_name(r, lock, &name);
    if (name.len) {
        u32 i = 0;
        while (i < out->nlocks && strcmp(out->locks[i], text_str(&name)) != 0)
            i++;
        if (i == out->nlocks)
            VEC_PUSH(out->locks, out->nlocks, out->locks_cap) =
                arena_text(r->trace->arena, text_str(&name));
        *at = i + 1;
    }
    text_done(&name);
    return *at;
}

static void add_hold(Recorder *rec, TraceHold hold) {
    for (u32 i = 0; i < rec->nnext; i++)
        if (memcmp(&rec->next_holds[i], &hold, sizeof hold) == 0)
            return;
    VEC_PUSH(rec->next_holds, rec->nnext, rec->next_cap) = hold;
}

static void take_holds(Replay *r, Moment *m) {
    Recorder *rec = r->recorder;
    rec->nnext = 0;
    for (ThreadId id = 0; id < vm_nthreads(r->vm); id++) {
        const Thread *t = vm_thread(r->vm, id);
        for (u32 i = 0; t->form == THREAD_LIVE && i < t->nheld; i++) {
            u32 lock = lock_named(r, t->held[i]);
            if (lock != UINT32_MAX)
                add_hold(rec, (TraceHold){lock - 1, t->serial + 1});
        }
    }
    u32 n = rec->nnext;
    if (n == rec->nholds &&
        (!n || memcmp(rec->holds, rec->next_holds, n * sizeof *rec->holds) == 0))
        return;
    rec->nholds = 0;
    for (u32 i = 0; i < n; i++)
        VEC_PUSH(rec->holds, rec->nholds, rec->holds_cap) = rec->next_holds[i];
    m->are_holds_new = true;
    m->nholds = n;
    m->holds = n ? arena_copy(r->trace->arena, rec->holds, n * sizeof *rec->holds) : NULL;
}

static void take_wait(Replay *r, u32 thread, const char *text) {
    Recorder *rec = r->recorder;
    while (rec->nwaits <= thread)
        VEC_PUSH(rec->waits, rec->nwaits, rec->waits_cap) = "";
    if (strcmp(rec->waits[thread], text) == 0)
        return;
    rec->waits[thread] = arena_text(r->trace->arena, text);
    VEC_PUSH(rec->new_waits, rec->nnew_waits, rec->new_waits_cap) =
        (TraceWait){thread, rec->waits[thread]};
}

static void take_waits(Replay *r) {
    for (ThreadId id = 0; id < vm_nthreads(r->vm); id++) {
        Text text = {0};
        if (!vm_is_alive(r->vm, id))
            continue;
        wait_text(&r->names, id, &text);
        take_wait(r, thread_number(r->vm, id), text_str(&text));
        text_done(&text);
    }
}

// Both lists, in the arena.
static void *join(Arena *a, const void *x, u32 nx, const void *y, u32 ny, size_t each) {
    char *out = arena_alloc(a, (nx + ny + 1) * each);
    if (nx)
        memcpy(out, x, nx * each);
    if (ny)
        memcpy(out + nx * each, y, ny * each);
    return out;
}

void moment_told(Replay *r, Moment *m, bool again, bool late) {
    Recorder *rec = r->recorder;
    Trace *t = r->trace;
    if (!rec)
        return;
    TraceEvent *e = &t->events[t->nevents - 1];
    Moment *to = e->after;
    links_told(rec->links, m->id, e->thread, t->nevents - 1);
    if (again) {
        to->frames = m->frames;
        to->nframes = m->nframes;
    }
    if (late)
        return;
    Asker old = ask_as_nobody(r);
    rec->nchanges = rec->nnew_waits = 0;
    take_changes(r);
    take_holds(r, to);
    take_waits(r);
    ask_as(r, old);
    to->changes = join(t->arena, to->changes, to->nchanges, rec->changes, rec->nchanges,
                       sizeof *rec->changes);
    to->nchanges += rec->nchanges;
    to->waits = join(t->arena, to->waits, to->nwaits, rec->new_waits, rec->nnew_waits,
                     sizeof *rec->new_waits);
    to->nwaits += rec->nnew_waits;
}
