// SPDX-License-Identifier: Apache-2.0
// What the machine does for runtime/: see runtime/heddle_trap.h for what each trap means. The traps
// that may stop the thread (choose, wait) and the scheduling points are handled in loop.c.
#include "vm/vm_int.h"

#include <stdio.h>
#include <string.h>

// HEDDLE_ALLOC_* of heddle_trap.h
enum {
    ALLOC_ZERO = 1,
    ALLOC_INTERNAL = 2,
    ALLOC_LAYOUT = 4,
    ALLOC_HUGE = 8,
    ALLOC_ALIGN_SHIFT = 8,
    ALLOC_REUSE_SHIFT = 16
};

// Reads a string of the program; stops at its end, at the end of the object, or after max bytes.
static void read_string(Vm *vm, Cell ptr, u32 max, Text *out) {
    Cell c;
    for (u32 i = 0; i < max && vm_peek(vm, ptr.tag, ptr.v + i, 1, &c) && cell_is_number(c) && c.v;
         i++)
        text_bytes(out, &(u8){(u8)c.v}, 1);
    ENSURE(out->len <= max);
}

static RunEnd fail(Vm *vm, const Cell *args) {
    Text s = {0};
    read_string(vm, args[1], 400, &s);
    FaultKind kind =
        args[0].v > FAULT_NONE && args[0].v < FAULT_COUNT ? (FaultKind)args[0].v : FAULT_ASSERTION;
    RunEnd end = kind == FAULT_UNINITIALIZED ? fault_unwritten(vm, text_str(&s), NULL)
                                             : fault_set(vm, kind, 0, "%s", text_str(&s));
    text_done(&s);
    ENSURE(end == RUN_FAULT || (end == RUN_CUT && kind == FAULT_UNINITIALIZED));
    return end;
}

static RunEnd unsupported(Vm *vm, const Cell *args) {
    Text s = {0};
    read_string(vm, args[0], 400, &s);
    RunEnd end = fault_cut(vm, CUT_UNSUPPORTED, "%s", text_str(&s));
    text_done(&s);
    ENSURE(end == RUN_CUT && vm->fault.cut == CUT_UNSUPPORTED);
    return end;
}

static bool is_size(Vm *vm, u64 size, RunEnd *end) {
    if (size <= MAX_OBJECT_BYTES)
        return true;
    *end = fault_cut(vm, CUT_OBJECTS, "a block of %llu bytes is more than the machine holds",
                     (unsigned long long)size);
    return false;
}

static bool is_memory(Vm *vm, Cell p, u64 n) {
    u32 base, size;
    const Place *place = p.part ? NULL : vm_place(vm, p.tag, &base, &size);
    return place && obj_kind(vm, p.tag) != OBJ_CONST && p.v <= size && n <= size - p.v;
}

static bool is_plain_function(const Vm *vm, Cell p) {
    bool is_function = !p.part && !p.v && obj_kind(vm, p.tag) == OBJ_FUNC;
    const Function *f = is_function ? &vm->program->funcs[p.tag - vm->program->nglobals - 1] : NULL;
    CHECK(!f || program_func_obj(vm->program, (FuncId)(f - vm->program->funcs)) == p.tag);
    return f && f->nparams == 0 && !f->is_variadic;
}

// What the program says of its memory, by a function of heddle.h, must make sense.
static bool told(Vm *vm, const Cell *args, RunEnd *end) {
    bool is_good = args[2].v == 0 || is_memory(vm, args[1], args[2].v);
    if (is_good && (!args[4].v || is_plain_function(vm, args[3])))
        return true;
    Text who = {0}, why = {0};
    read_string(vm, args[0], 400, &who);
    if (!is_good)
        fault_access(vm, args[1], args[1].v, args[2].v, true);
    text_add(&why, "%s",
             is_good ? "what shall compute it is no function without parameters"
                     : text_str(&vm->fault.text));
    *end = fault_cut(vm, CUT_TOLD, "%s: %s%s", text_str(&who),
                     is_good ? "" : "not memory that can change: a ", text_str(&why));
    text_done(&who);
    text_done(&why);
    return false;
}

static ObjKind kind_of(u64 flags) { return flags & ALLOC_INTERNAL ? OBJ_INTERNAL : OBJ_HEAP; }

bool trap_takes_unknown(Vm *vm, i32 trap, u32 i, Cell c) {
    switch (trap) {
    case TRAP_ALLOC: return i == 0 && sized_can_be(vm, c);
    case TRAP_LAYS_OUT: return !vm->options.addressed && cell_kind(vm, c) == CELL_UNKNOWN;
    case TRAP_WROTE: // counts for data races only
    case TRAP_READ: return !vm->options.check_races && cell_kind(vm, c) == CELL_UNKNOWN;
    default: return false;
    }
}

// Whether a trap needs to know how large the block is that argument i points to.
static bool needs_size(i32 trap, u32 i) {
    const TrapInfo *info = &ir_trap_info[trap];
    if (trap == TRAP_WROTE || trap == TRAP_READ) // see above
        return false;
    return trap == TRAP_RESIZE || ((info->reads | info->writes) & ~TRAP_DYNAMIC) >> i & 1;
}

Slow trap_sized(Vm *vm, i32 trap, u32 i, Cell c) {
    const Place *p = tag_names_object(c.tag) ? obj_dyn(vm, c.tag) : NULL;
    return p && place_is_sized(p) && needs_size(trap, i) ? sized_look(vm, c.tag) : SLOW_OK;
}

static bool alloc(Vm *vm, const Cell *args, Cell *dst, RunEnd *end) {
    bool is_sized = !cell_is_number(args[0]); // see trap_takes_unknown
    u64 size = is_sized ? 0 : args[0].v, flags = args[1].v;
    if (!is_size(vm, size, end))
        return false;
    ObjKind kind = kind_of(flags);
    u32 align_log = (u32)(flags >> ALLOC_ALIGN_SHIFT) & 31;
    align_log = align_log > 4 ? align_log : 4;
    u32 reused = (u32)flags >> ALLOC_REUSE_SHIFT;
    ObjId id;
    if (reused) {
        id = reuse_take(vm, (u32)size, kind, reused - 1);
        u32 rank = address_is_laid(vm, id) ? 0 : obj_dyn(vm, id)->rank;
        obj_begin(vm, id, kind, (u32)size, align_log, flags & ALLOC_ZERO);
        obj_dyn(vm, id)->rank = rank;
        obj_escape(vm, id); // whoever remembers the old block reaches the new one
    } else {
        id = obj_new(vm, kind, (u32)size, align_log, flags & ALLOC_ZERO);
        if (id && (flags & ALLOC_LAYOUT))
            obj_dyn(vm, id)->flags |= BLOCK_LAYOUT;
    }
    if (!id) {
        *end = fault_no_room(vm);
        return false;
    }
    CHECK(obj_look(vm, id)->kind == kind && obj_look(vm, id)->size == size);
    if (flags & ALLOC_HUGE)
        obj_dyn(vm, id)->flags |= BLOCK_HUGE;
    if (is_sized)
        sized_make(vm, id, args[0], flags & ALLOC_ZERO);
    *dst = cell_pointer(id, 0);
    return true;
}

// Why what a pointer points to cannot be given back; NULL if it is a block that was.
static const char *why_no_block(const Vm *vm, Cell p) {
    ENSURE(tag_names_object(p.tag));
    switch (obj_kind(vm, p.tag)) {
    case OBJ_FREED: return NULL;
    case OBJ_HEAP: return "free of a pointer into the middle of a block";
    case OBJ_LOCAL:
    case OBJ_RETURNED: return "free of a local variable";
    case OBJ_GLOBAL:
    case OBJ_CONST: return "free of a global variable";
    default: return "free of something that malloc did not return";
    }
}

// Whether this is a block that may be given back, or have another size.
static bool is_block(Vm *vm, Cell p, RunEnd *end) {
    const char *why = "free of something that malloc did not return";
    switch (cell_kind(vm, p)) {
    case CELL_POINTER:
        if (obj_kind(vm, p.tag) == OBJ_HEAP && p.v == 0 && !p.part)
            return true;
        why = why_no_block(vm, p);
        break;
    case CELL_UNWRITTEN:
        *end = fault_unwritten(vm, "free of a pointer that was never set", NULL);
        return false;
    case CELL_NUMBER:
    case CELL_GIVEN:
    case CELL_ADDRESS:
    case CELL_SPOT:
    case CELL_UNKNOWN: break;
    }
    *end = why ? fault_set(vm, FAULT_INVALID_FREE, p.tag, "%s", why)
               : fault_set(vm, FAULT_DOUBLE_FREE, p.tag, "free of memory that was freed already");
    return false;
}

static bool release(Vm *vm, Cell p, RunEnd *end) {
    ENSURE(tag_names_object(p.tag));
    if (!reuse_has_room(vm)) {
        *end = fault_cut(vm, CUT_OBJECTS, "more than %u freed blocks with --reuse-addresses",
                         UINT16_MAX);
        return false;
    }
    obj_end(vm, p.tag, OBJ_FREED);
    CHECK(!obj_look(vm, p.tag)->is_visible && obj_look(vm, p.tag)->size == 0);
    return true;
}

static bool resize(Vm *vm, Cell p, u64 size, RunEnd *end) {
    if (!is_block(vm, p, end) || !is_size(vm, size, end))
        return false;
    obj_resize(vm, p.tag, (u32)size);
    CHECK(obj_look(vm, p.tag)->kind == OBJ_HEAP && obj_look(vm, p.tag)->size == size);
    return true;
}

static bool spawn(Vm *vm, const Cell *args, RunEnd *end) {
    ENSURE(vm->nthreads <= MAX_THREADS);
    const Program *p = vm->program;
    if (cell_is_unwritten(args[2])) {
        *end = fault_unwritten(vm, "a thread is started with a function pointer that was never set",
                               NULL);
        return false;
    }
    if (obj_kind(vm, args[0].tag) != OBJ_FUNC) {
        *end = fault_set(vm, FAULT_INVALID_POINTER, 0,
                         "a thread is started with something that is no function");
        return false;
    }
    ThreadId t = thread_new(vm, args[0].tag - p->nglobals - 1, args[1].tag, args + 1, 3);
    if (t == THREAD_NONE) {
        *end = fault_cut(vm, CUT_THREADS, "more than %u threads at a time", vm->nthreads);
        return false;
    }
    ENSURE(t + 1 == vm->nthreads && vm->threads[t].is_new && vm->running < t);
    if (obj_kind(vm, args[2].tag) == OBJ_FUNC)
        vm->reached[p->nasserts + args[2].tag - p->nglobals - 1] = true;
    for (u32 i = 1; i <= 3; i++)
        obj_escape(vm, args[i].tag);
    return true;
}

static bool is_address(const Vm *vm, Cell c) {
    CellKind kind = cell_kind(vm, c);
    return kind == CELL_POINTER || kind == CELL_ADDRESS;
}

// An unknown value that is printed is not looked at; unless its values are tried anyway.
static bool is_printed_unknown(const Vm *vm, Cell c) {
    return !vm->options.has_nondet_range && cell_kind(vm, c) == CELL_UNKNOWN;
}

// 1: as an address, 2: as something unknown.
static u8 how_printed(Vm *vm, Cell c) {
    u8 answer = is_printed_unknown(vm, c) ? 2 : is_address(vm, c);
    if (vm->supposed.is_on) // no part of the run
        return answer;
    if (vm->options.values && vm->answers_taken < vm->options.nanswers)
        answer = vm->options.answers[vm->answers_taken++];
    if (vm->condition && vm->options.logs_stretches)
        VEC_PUSH(vm->answers, vm->nanswers, vm->answers_cap) = answer;
    return answer;
}

// Who is asked about a state shall see the same text whether or not the value is unknown.
static bool tell_how_printed(Vm *vm, Thread *t, Cell c, Cell *dst, RunEnd *end) {
    if (vm->supposed.is_on && vm->condition && cell_kind(vm, c) == CELL_UNKNOWN) {
        *end = arith_stop(vm, t, arith_plain(vm, &c, 1));
        return false;
    }
    *dst = cell_number(how_printed(vm, c));
    return true;
}

// a - b; the smallest number if they do not point into the same object.
static u64 distance(const Vm *vm, Cell a, Cell b) {
    CHECK(cell_is_formed(a) && cell_is_formed(b));
    bool is_same = a.tag == b.tag && !a.part && !b.part;
    switch (cell_kind(vm, a)) {
    case CELL_POINTER: break;
    case CELL_NUMBER:
    case CELL_GIVEN:
    case CELL_ADDRESS:
    case CELL_UNWRITTEN:
    case CELL_SPOT:
    case CELL_UNKNOWN: is_same = false; break;
    }
    return is_same ? (a.v - b.v) & ptr_mask(vm) : (ptr_mask(vm) >> 1) + 1;
}

static void output(Vm *vm, const Cell *args) {
    if (!vm->output)
        return;
    ENSURE(vm->running < vm->nthreads);
    Text s = {0};
    Cell c;
    for (u64 i = 0; i < args[2].v && vm_peek(vm, args[1].tag, args[1].v + i, 1, &c); i++) {
        c = vm_as_chosen(vm, c);
        text_bytes(&s, &(u8){cell_has_number(c) ? (u8)c.v : '?'}, 1);
    }
    vm->output(vm->watch_arg, vm, vm->running, (int)args[0].v, (const u8 *)text_str(&s), s.len);
    text_done(&s);
}

static long double read_long_double(const Cell *c) {
    CHECK(cells_are_numbers(c[0], c[1]));
    long double x = 0;
    memcpy(&x, &c[0].v, 8);
    memcpy((u8 *)&x + 8, &c[1].v, 2);
    return x;
}

// args: buf, size, spec, value (two cells). spec comes from runtime/format.c, which has checked its
// form.
static bool format_float(Vm *vm, const Cell *args, Cell *dst, RunEnd *end) {
    Text spec = {0};
    read_string(vm, args[2], 60, &spec);
    long double x = read_long_double(args + 3);
    char text[512];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    int n = snprintf(text, sizeof text, text_str(&spec), x);
    ENSURE(n >= 0);
    char *all = text;
    if (n >= (int)sizeof text) {
        all = mem_alloc((size_t)n + 1);
        snprintf(all, (size_t)n + 1, text_str(&spec), x);
    }
#pragma GCC diagnostic pop
    text_done(&spec);
    u32 base, size;
    Place *p = obj_place(vm, args[0].tag, &base, &size);
    u64 room = args[1].v, want = (u64)n + 1 < room ? (u64)n + 1 : room;
    bool ok = want == 0 || (p && args[0].v <= size && want <= size - args[0].v);
    for (u64 i = 0; ok && i < want; i++)
        memory_store(vm, p, base + (u32)(args[0].v + i), 1,
                     (Cell[]){cell_number(i + 1 == want ? 0 : (u8)all[i])});
    if (all != text)
        mem_free(all, (size_t)n + 1);
    *dst = cell_number((u32)n);
    if (!ok)
        *end = fault_access(vm, args[0], args[0].v, want, true);
    return ok;
}

// args: fn, x, y; of type long double, two cells each.
static void math(TrapId trap, const Cell *args, Cell *dst) {
    ENSURE(trap == TRAP_MATHF || trap == TRAP_MATH || trap == TRAP_MATHL);
    CHECK(cells_are_numbers(dst[0], dst[1]) && !dst[0].v && !dst[1].v);
    u32 fn = (u32)args[0].v;
    if (trap == TRAP_MATHF) {
        float x, y;
        memcpy(&x, &args[1].v, sizeof x);
        memcpy(&y, &args[2].v, sizeof y);
        x = math_f32(fn, x, y);
        memcpy(&dst->v, &x, sizeof x);
    } else if (trap == TRAP_MATH) {
        double x, y;
        memcpy(&x, &args[1].v, sizeof x);
        memcpy(&y, &args[2].v, sizeof y);
        x = math_f64(fn, x, y);
        memcpy(&dst->v, &x, sizeof x);
    } else {
        long double x = read_long_double(args + 1), y = read_long_double(args + 3);
        x = math_f80(fn, x, y);
        memcpy(&dst[0].v, &x, 8);
        memcpy(&dst[1].v, (u8 *)&x + 8, 2);
    }
}

// The pc of the call in the innermost frame of user code: where an unknown value comes from.
static Pc user_call(const Vm *vm, const Thread *t) {
    ENSURE(t->nframes > 0);
    for (u32 i = t->nframes; i-- > 0;)
        if (!vm->program->funcs[t->frames[i].func].is_runtime)
            return i + 1 == t->nframes ? t->frames[i].pc : t->frames[i].pc - 1;
    return t->frames[t->nframes - 1].pc;
}

static bool unknown(Vm *vm, Thread *t, const Insn *in, Cell *dst, RunEnd *end) {
    ENSURE(in->c >= 1 && (in->a == TRAP_UNKNOWN || in->a == TRAP_UNKNOWN_FLOAT));
    if (in->c > 64) {
        *end = fault_cut(vm, CUT_UNSUPPORTED, "unknown values of %d bits", in->c);
        return false;
    }
    if (vm->options.values) {
        u32 k = vm->values_taken++;
        u64 value = k < vm->options.nvalues ? vm->options.values[k] : 0;
        *dst = cell_number(value & term_mask((u32)in->c));
        return true;
    }
    ObjId id = obj_new_unknown(vm, (u32)in->c, in->a == TRAP_UNKNOWN_FLOAT, user_call(vm, t));
    if (!id) {
        *end = fault_no_room(vm);
        return false;
    }
    condition_log(vm, id);
    *dst = cell_pointer(id, 0);
    return true;
}

static bool atomic_end(Vm *vm, Thread *t, RunEnd *end) {
    ENSURE(t->masks >= t->sections);
    if (t->sections == 0) {
        *end =
            fault_set(vm, FAULT_MUTEX_MISUSE, 0, "the end of an atomic section that was not begun");
        return false;
    }
    t->sections--;
    t->masks--;
    if (t->masks == 0)
        witness_section_ends(t);
    if (t->masks == 0 && t->in_atomic) {
        CHECK(vm->atomic_thread == vm->running);
        t->in_atomic = false;
        vm->atomic_thread = THREAD_NONE;
    }
    return true;
}

static bool size_of(Vm *vm, Cell p, Cell *dst, RunEnd *end) {
    u32 base, size = 0;
    bool has_size = false;
    switch (cell_kind(vm, p)) {
    case CELL_POINTER:
        has_size = vm_place(vm, p.tag, &base, &size) && obj_kind(vm, p.tag) != OBJ_FREED &&
                   !fault_is_huge(vm, p.tag);
        break;
    case CELL_SPOT:
    case CELL_UNKNOWN: has_size = true; break;
    case CELL_NUMBER:
    case CELL_GIVEN:
    case CELL_ADDRESS:
    case CELL_UNWRITTEN: break;
    }
    if (!has_size)
        *end = fault_access(vm, p, p.v, 1, false);
    CHECK(size <= MAX_OBJECT_BYTES);
    *dst = cell_number(size);
    return has_size;
}

// ---- locks --------------------------------------------------------------------------------------

static bool is_same_lock(Cell a, Cell b) {
    CHECK(a.part <= HOLD_COUNTED && b.part <= HOLD_COUNTED);
    return a.tag == b.tag && a.v == b.v && a.part == b.part;
}

static Cell counted(Cell word) {
    CHECK(tag_names_object(word.tag));
    return (Cell){word.v, word.tag, HOLD_COUNTED};
}

// Next to those of the same word, so that it does not matter for a state when it was taken again.
static void add_hold(Thread *t, Cell word) {
    ENSURE(word.part == HOLD_COUNTED);
    u32 at = t->nheld;
    for (u32 i = 0; i < t->nheld; i++)
        at = is_same_lock(t->held[i], word) ? i : at;
    VEC_RESERVE(t->held, t->nheld, t->held_cap, 1);
    memmove(t->held + at + 1, t->held + at, (t->nheld - at) * sizeof *t->held);
    t->held[at] = word;
    t->nheld++;
}

u32 vm_holds(const Vm *vm, ThreadId k, ObjId obj, u64 offset) {
    ENSURE(k < vm->nthreads);
    const Thread *t = &vm->threads[k];
    u32 n = 0;
    for (u32 i = 0; i < t->nheld; i++)
        n += is_same_lock(t->held[i], (Cell){offset, obj, HOLD_COUNTED});
    return n;
}

static void drop_lock(Thread *t, Cell lock) {
    for (u32 i = t->nheld; i-- > 0;) {
        if (!is_same_lock(t->held[i], lock))
            continue;
        t->nheld--;
        memmove(t->held + i, t->held + i + 1, (t->nheld - i) * sizeof *t->held);
        return;
    }
}

static bool is_held_by_other(Vm *vm, Cell lock) {
    ENSURE(vm->running < vm->nthreads);
    vm->step.depends_on_more = true;
    bool found = false;
    for (ThreadId k = 0; k < vm->nthreads && !found; k++) {
        const Thread *t = vm_live(vm, k);
        for (u32 i = 0; i < t->nheld && k != vm->running; i++)
            found = found || is_same_lock(t->held[i], lock);
    }
    return found;
}

// Nobody holds the lock any more, whoever thought to. Those threads change too, which is more than
// the running one.
static void lose_lock(Vm *vm, Cell lock) {
    ENSURE(tag_names_object(lock.tag) && vm->running < vm->nthreads);
    vm->step.depends_on_more = true;
    for (ThreadId k = 0; k < vm->nthreads; k++) {
        Thread *t = thread_live(vm, k);
        u32 before = t->nheld;
        drop_lock(t, lock);
        t->is_changed = t->is_changed || t->nheld < before;
    }
    all_changes(vm);
    if (vm->options.misused)
        vm->options.misused(vm->options.passes_arg);
}

static bool misused(Vm *vm, const Cell *args, RunEnd *end) {
    Text s = {0};
    read_string(vm, args[0], 400, &s);
    bool goes_on = fault_goes_on(vm, FAULT_MUTEX_MISUSE, text_str(&s));
    if (!goes_on)
        *end = fault_set(vm, FAULT_MUTEX_MISUSE, 0, "%s", text_str(&s));
    else if (tag_names_object(args[1].tag))
        lose_lock(vm, args[1]);
    text_done(&s);
    return goes_on;
}

// SOUND: control blocks are numbered in the order of their making, so their numbers tell as much as
// the order of the threads does, unless they keep the number of one that is gone.
static bool is_older(Vm *vm, ObjId self, ObjId other) {
    ThreadId a = vm_thread_of_self(vm, self), b = vm_thread_of_self(vm, other);
    if (a == THREAD_NONE || b == THREAD_NONE || vm->options.keeps_addresses)
        vm->step.depends_on_more = true;
    return a < b;
}

// In which order others see accesses matters only if there are others. (Whether a thread is alone
// is among what a remembered step depends on.)
static void meet_bound(Vm *vm, u32 bound) {
    ENSURE(bound < BOUND_COUNT);
    if ((bound != BOUND_ORDER && bound != BOUND_VOLATILE) || vm->nthreads > 1 ||
        vm->options.has_others)
        vm->bounds_met |= 1u << bound;
}

// The conditions that numbers stand on.
static u32 conditions_of(const Cell *args, u32 n) {
    u32 conditions = 0;
    for (u32 i = 0; i < n; i++)
        conditions |= tag_conditions(args[i].tag);
    return conditions;
}

// What depends on how the second argument looks when it is printed.
static Cell given_as(Vm *vm, const Cell *args) {
    u64 n;
    u32 conditions = conditions_of(args, 2);
    if (is_address(vm, args[1]) && !address_peek(vm, args[1], &n)) {
        address_shown(vm, args[1].tag);
        return cell_address();
    }
    if (is_printed_unknown(vm, args[1]))
        return cell_address(); // nobody knows how long it is
    if (is_address(vm, args[1]))
        conditions |= CONDITION_LAYOUT;
    return cell_has_number(args[0]) ? cell_given(args[0].v, conditions) : args[0];
}

static Cell bare_number(const Vm *vm, Cell c) {
    u64 n;
    if (is_address(vm, c))
        return address_peek(vm, c, &n) ? cell_number(n) : c;
    return cell_is_given(c) ? cell_number(c.v) : c;
}

static void give_number(const Cell *args, Cell *dst) {
    u32 world = (u32)args[1].v;
    ENSURE(world < WORLD_COUNT && cell_has_number(args[0]));
    *dst = cell_given(args[0].v, conditions_of(args, 1) | 1u << world);
}

TrapEnd trap_run(Vm *vm, Thread *t, const Insn *in, const Cell *args, Cell *dst, RunEnd *end) {
    ENSURE(t == &vm->threads[vm->running] && t->nframes > 0);
    CHECK(in->op == OP_TRAP && ir_trap_info[in->a].nargs <= in->aux);
    CHECK(cells_are_formed(args, ir_trap_info[in->a].nargs));
    Frame *f = &t->frames[t->nframes - 1];
    bool go = true;
    switch ((TrapId)in->a) {
    case TRAP_ASSUME:
        go = (args[0].v & 0xffffffff) != 0;
        coverage_assumed(vm, t, go);
        *end = go ? *end : RUN_ASSUME;
        break;
    case TRAP_FAIL: *end = fail(vm, args); return TRAP_STOP;
    case TRAP_MISUSED: go = misused(vm, args, end); break;
    case TRAP_UNSUPPORTED: *end = unsupported(vm, args); return TRAP_STOP;
    case TRAP_ATOMIC_BEGIN:
        t->masks++;
        t->sections++;
        break;
    case TRAP_ATOMIC_END: go = atomic_end(vm, t, end); break;
    case TRAP_MASK:
    case TRAP_MASK_RELEASE:
        t->masks += !f->is_masked;
        f->is_masked = true;
        break;
    case TRAP_LOCK_MODEL: f->is_lock_model = true; break;
    case TRAP_ACQUIRED:
        VEC_PUSH(t->held, t->nheld, t->held_cap) = (Cell){args[0].v, args[0].tag, 0};
        break;
    case TRAP_RELEASED: drop_lock(t, args[0]); break;
    case TRAP_HOLD: add_hold(t, counted(args[0])); break;
    case TRAP_LET_GO: drop_lock(t, counted(args[0])); break;
    case TRAP_HOLDS: *dst = cell_number(vm_holds(vm, vm->running, args[0].tag, args[0].v)); break;
    case TRAP_OBSERVED:
        if (vm->options.observed)
            vm->options.observed(vm->options.passes_arg, vm, args[0]);
        break;
    case TRAP_IS_HELD: *dst = cell_number(is_held_by_other(vm, args[0])); break;
    case TRAP_SPAWN: go = spawn(vm, args, end); break;
    case TRAP_SELF:
        vm->step.depends_on_more = vm->step.depends_on_more || vm->running == vm->called;
        *dst = cell_pointer(t->self, 0);
        break;
    case TRAP_IS_OLDER: *dst = cell_number(is_older(vm, args[0].tag, args[1].tag)); break;
    case TRAP_SET_SELF: thread_set_self(vm, t, args[0].tag); break;
    case TRAP_ALLOC: go = alloc(vm, args, dst, end); break;
    case TRAP_REUSABLE: *dst = cell_number(reuse_count(vm, args[0].v, kind_of(args[1].v))); break;
    case TRAP_FREE: go = is_block(vm, args[0], end) && release(vm, args[0], end); break;
    case TRAP_RETIRE:
        ENSURE(obj_kind(vm, args[0].tag) == OBJ_INTERNAL);
        go = release(vm, args[0], end);
        break;
    case TRAP_RESIZE: go = resize(vm, args[0], args[1].v, end); break;
    case TRAP_REMEMBERED: *dst = cell_number(collect_is_remembered(vm, t, args[0].tag)); break;
    case TRAP_LAYS_OUT:
        *dst = cell_number(args[0].v == ptr_mask(vm) ? address_lays_out(vm)
                                                     : address_heap_class(vm, args[0].v));
        break;
    case TRAP_LAY_OUT: address_lay_out(vm, args[0].tag, (u32)args[1].v); break;
    case TRAP_LAID_OUT:
        *dst = cell_number(address_is_laid(vm, args[0].tag) ? obj_dyn(vm, args[0].tag)->rank + 1ull
                                                            : 0);
        break;
    case TRAP_SIZE: go = size_of(vm, args[0], dst, end); break;
    case TRAP_TOLD: go = told(vm, args, end); break;
    case TRAP_UNWRITTEN: *dst = cell_number(cell_is_unwritten(args[0])); break;
    case TRAP_IS_ADDRESS: go = tell_how_printed(vm, t, args[0], dst, end); break;
    case TRAP_GIVEN: give_number(args, dst); break;
    case TRAP_GIVEN_AS: *dst = given_as(vm, args); break;
    case TRAP_NUMBER: *dst = bare_number(vm, args[0]); break;
    case TRAP_DISTANCE: *dst = cell_number(distance(vm, args[0], args[1])); break;
    case TRAP_OUTPUT: output(vm, args); break;
    case TRAP_FORMAT_FLOAT: go = format_float(vm, args, dst, end); break;
    case TRAP_MARK:
        *dst = jump_mark(vm, t);
        if (!dst->tag) {
            *end = fault_no_room(vm);
            return TRAP_STOP;
        }
        break;
    case TRAP_JUMP: return jump_to(vm, t, args[0], (u32)args[1].v, end) ? TRAP_MOVED : TRAP_STOP;
    case TRAP_BOUND: meet_bound(vm, (u32)args[0].v); break;
    case TRAP_MATHF:
    case TRAP_MATH:
    case TRAP_MATHL: math((TrapId)in->a, args, dst); break;
    case TRAP_UNKNOWN:
    case TRAP_UNKNOWN_FLOAT: go = unknown(vm, t, in, dst, end); break;
    case TRAP_EXIT:
        if (cell_is_unwritten(args[0]) && vm->options.check_uninitialized) {
            *end = fault_unwritten(
                vm, "the program ends with an exit status that was never written", NULL);
            return TRAP_STOP;
        }
        vm->has_exited = true;
        vm->exit_code = (int)args[0].v;
        *end = RUN_EXIT;
        return TRAP_STOP;
    case TRAP_THREAD_EXIT:
        thread_end(vm, vm->running);
        *end = RUN_DONE;
        return TRAP_STOP;
    default: break;
    }
    return go ? TRAP_GO : TRAP_STOP;
}
