// SPDX-License-Identifier: Apache-2.0
// Deadlock: no thread can go on, or some never will though others run.
//
// Of a waiting thread it is known who must act before its wait can end, if that is known at all:
//   - one thread, the owner that the wait names (who holds the mutex, whom join waits for);
//   - or every thread that holds the word it waits for (readers and writers of a read-write lock,
//     the holder of a spin lock, who runs a routine of pthread_once, a writer that readers let go
//     first); the word counts the holds, so a holder that has ended without letting go is missed
//     in the count;
//   - or nobody in particular: semaphores, condition variables, barriers. Such a thread is idle,
//     not stuck, however little the others seem to care: it counts only when nobody can run at
//     all. That a condition variable's waiter may wake up without a signal is nothing to rely on:
//     it may as well never do so, and then the program stands still.
//
// SOUND: let H be a set of threads such that each of them waits, that one of those who must act
// before its wait can end is in H or has ended, and that no thread outside of H may ever interrupt
// a wait if the wait of one in H can be interrupted. Then no thread of H runs again, whatever the
// others do: take the one that is the first to go on in some run. Nobody has interrupted it, since
// those in H have not run. So its wait has ended, and whoever had to act first has acted; but that
// one is in H and has not run, or is gone. Only a thread itself lets go of what it holds: of
// mutexes, what strangers do to them (unlock, destroy, initialise again) is a violation of its own;
// of the others, a word that does not fit the holds decides nothing (has_reason). The largest such
// set is what is left when threads without a reason to stay are taken out, again and again; a
// circle is a reason, a holder that has ended is one, timed waits never are, and a robust mutex is
// given back when its owner ends. Nothing is missed among waits with owners: from outside H a run
// leads to every thread that is taken out, as far as owners can tell, by letting those run that it
// waits for. Whether a thread may still interrupt is decided from its code (program_may_interrupt),
// not from whom: one that may cancel somebody may cancel anybody, one that may send a signal may
// send it to anybody who does not block it. A timer that runs is nobody's doing: a thread whose
// wait its handler may end can run.
#include "prop/prop.h"

#include <string.h>

// The threads of a state and who of them is stuck.
typedef struct Graph {
    const Stance *s;
    u32 n;
    Vm *vm;         // NULL: only what the stances say is known, so more may seem stuck than are
    bool *is_stuck; // by thread
    const PlaceNames *names; // NULL: those of the program
} Graph;

static ThreadId thread_with(const Graph *g, ObjId self) {
    for (ThreadId k = 0; k < g->n; k++)
        if (g->s[k].self == self)
            return k;
    return THREAD_NONE;
}

// How often thread `other` holds the word that k waits for.
static u32 holds(const Graph *g, ThreadId other, ThreadId k) {
    const Stance *s = &g->s[other];
    u32 n = 0;
    if (g->vm && s->nholds > MOST_HOLDS)
        return vm_holds(g->vm, other, (ObjId)(g->s[k].word >> 32), (u32)g->s[k].word);
    for (u32 i = 0; i < s->nholds && i < MOST_HOLDS; i++)
        n += s->holds[i] == g->s[k].word;
    return n;
}

static bool is_all_known(const Graph *g) {
    bool is_known = true;
    for (ThreadId k = 0; k < g->n && !g->vm; k++)
        is_known = is_known && g->s[k].nholds <= MOST_HOLDS;
    return is_known;
}

static u32 all_holds(const Graph *g, ThreadId k) {
    u32 found = 0;
    for (ThreadId other = 0; other < g->n; other++)
        found += holds(g, other, k);
    return found;
}

// A thread that had to act before k can go on has ended.
static bool waits_for_ended(const Graph *g, ThreadId k) {
    if (!g->s[k].awaited)
        return thread_with(g, g->s[k].owner) == THREAD_NONE;
    return all_holds(g, k) < g->s[k].awaited;
}

// `other` must act before k can go on.
static bool waits_for(const Graph *g, ThreadId k, ThreadId other) {
    return g->s[k].awaited ? holds(g, other, k) > 0 : g->s[other].self == g->s[k].owner;
}

static bool has_reason(const Graph *g, ThreadId k) {
    bool has = waits_for_ended(g, k) || (g->s[k].awaited && !is_all_known(g));
    if (!has && g->s[k].awaited && all_holds(g, k) > g->s[k].awaited)
        return false; // the lock's memory was written over: who holds it is anybody's guess
    for (ThreadId other = 0; other < g->n && !has; other++)
        has = g->is_stuck[other] && waits_for(g, k, other);
    return has;
}

// Somebody who is not stuck may interrupt waits.
static bool may_be_interrupted(const Graph *g) {
    bool may = false;
    for (ThreadId k = 0; k < g->n && !may; k++)
        may = !g->is_stuck[k] && g->s[k].may_interrupt;
    return may;
}

// Takes out those without a reason to stay. True if there were any.
static bool take_out(Graph *g) {
    bool may = may_be_interrupted(g), has_changed = false;
    for (ThreadId k = 0; k < g->n; k++) {
        if (!g->is_stuck[k] || ((!may || !g->s[k].can_be_interrupted) && has_reason(g, k)))
            continue;
        g->is_stuck[k] = false;
        has_changed = true;
    }
    return has_changed;
}

// Of the threads marked in is_stuck leaves those that will never run again. True if there are any.
static bool find_stuck(Graph *g) {
    while (take_out(g))
        continue;
    return g->n && memchr(g->is_stuck, true, g->n);
}

static bool is_candidate(const Stance *s) { return !s->alternatives && (s->owner || s->awaited); }

// Others may rely on it.
static bool can_run(const Stance *s) { return s->alternatives && !s->is_spurious; }

// Who is in an atomic section runs alone.
static bool nobody_can_run(const Stance *s, u32 n) {
    bool can_any = false;
    for (ThreadId k = 0; k < n; k++) {
        if (s[k].in_atomic)
            return !can_run(&s[k]);
        can_any = can_any || can_run(&s[k]);
    }
    return n > 0 && !can_any;
}

// Thread k waits for one that can go on: what find_stuck would find out first, at a tenth of its
// cost. Nearly all waits are such.
static bool waits_for_runner(const Stance *s, u32 n, ThreadId k) {
    for (ThreadId other = 0; other < n && !s[k].awaited; other++)
        if (s[other].self == s[k].owner)
            return can_run(&s[other]);
    return false;
}

Stuck prop_stuck(const Stance *s, u32 n) {
    bool is_stuck[MAX_THREADS], is_any = false;
    for (ThreadId k = 0; k < n; k++) {
        is_stuck[k] = is_candidate(&s[k]) && !waits_for_runner(s, n, k);
        is_any = is_any || is_stuck[k];
    }
    if (is_any && find_stuck(&(Graph){s, n, NULL, is_stuck, NULL}))
        return STUCK_SOME;
    return nobody_can_run(s, n) ? STUCK_ALL : STUCK_NONE;
}

// ---- in words -----------------------------------------------------------------------------------

// It holds what readers wait for only because it waits to write itself.
static bool waits_to_write(const Vm *vm, ThreadId k, ThreadId reader) {
    const Pending *w = &vm_thread(vm, k)->pend, *r = &vm_thread(vm, reader)->pend;
    return (r->what & WAIT_BEHIND_WRITERS) && w->kind == PEND_WAIT &&
           !(w->what & WAIT_BEHIND_WRITERS) && w->resource.tag == r->resource.tag &&
           w->resource.v == r->resource.v;
}

static void add_holder(const Graph *g, ThreadId k, ThreadId holder, Text *out) {
    bool is_join = vm_wait_kind(&vm_thread(g->vm, k)->pend) == WAIT_JOIN;
    u32 number = vm_thread(g->vm, holder)->serial + 1;
    if (waits_to_write(g->vm, holder, k))
        text_add(out, ", which thread %u waits to write", number);
    else
        text_add(out, is_join ? " %u" : " held by thread %u", number);
}

static void add_place(const Graph *g, const Pending *w, Text *out) {
    bool is_named =
        g->names && w->kind == PEND_WAIT && g->names->add(g->names->arg, w->resource, out);
    if (!is_named)
        ir_path(vm_program(g->vm), w->resource, out);
}

// What thread k waits for, and who keeps it: `next`, or all if that is THREAD_NONE.
static void add_wait(const Graph *g, ThreadId k, ThreadId next, Text *out) {
    const Thread *t = vm_thread(g->vm, k);
    WaitKind what = vm_wait_kind(&t->pend);
    text_add(out, "thread %u waits for ", t->serial + 1);
    if (what == WAIT_JOIN) {
        text_add(out, "the end of thread");
    } else {
        text_add(out, "%s ", ir_wait_name[what]);
        add_place(g, &t->pend, out);
    }
    if (!is_candidate(&g->s[k]))
        return;
    bool has_ended = waits_for_ended(g, k);
    if (has_ended)
        text_add(out, " held by a thread that has ended");
    for (ThreadId other = 0; other < g->n && !has_ended; other++)
        if (waits_for(g, k, other) && (next == THREAD_NONE || next == other))
            add_holder(g, k, other, out);
}

void prop_add_wait(Vm *vm, ThreadId t, Text *out) {
    Stance stances[MAX_THREADS];
    bool is_stuck[MAX_THREADS] = {0};
    for (ThreadId k = 0; k < vm_nthreads(vm); k++) {
        vm_stance(vm, k, &stances[k], NULL);
        if (vm_wait_kind(&vm_thread(vm, k)->pend) != WAIT_JOIN)
            stances[k].owner = stances[k].awaited = 0; // who keeps it may change
    }
    if (vm_thread(vm, t)->pend.kind != PEND_WAIT)
        text_add(out, "thread %u cannot go on because of an atomic section",
                 vm_thread(vm, t)->serial + 1);
    else
        add_wait(&(Graph){stances, vm_nthreads(vm), vm, is_stuck, NULL}, t, THREAD_NONE, out);
}

// The threads from k along stuck threads back to k; alone if it waits for one that has ended. 0: it
// is on no circle.
static u32 circle_of(const Graph *g, ThreadId k, ThreadId *path) {
    ThreadId came_from[MAX_THREADS], todo[MAX_THREADS];
    u32 n = 0, done = 0;
    path[0] = k;
    if (waits_for_ended(g, k))
        return 1;
    for (ThreadId t = 0; t < g->n; t++)
        came_from[t] = THREAD_NONE;
    for (todo[n++] = k; done < n && came_from[k] == THREAD_NONE; done++)
        for (ThreadId t = 0; t < g->n; t++)
            if (g->is_stuck[t] && came_from[t] == THREAD_NONE && waits_for(g, todo[done], t)) {
                came_from[t] = todo[done];
                if (t != k)
                    todo[n++] = t;
            }
    if (came_from[k] == THREAD_NONE)
        return 0;
    u32 length = 1;
    for (ThreadId t = came_from[k]; t != k; t = came_from[t])
        length++;
    u32 at = length;
    for (ThreadId t = came_from[k]; t != k; t = came_from[t])
        path[--at] = t;
    return length;
}

// Where the deadlock is: its first thread, another one, and a number for the set of all places. Two
// threads in one place are two, since the order does not matter but how many there are does.
static void locate(const Graph *g, const ThreadId *who, u32 n, Fault *out) {
    u64 sum = 0;
    vm_locate(g->vm, who[0], out);
    out->rival = out->thread;
    out->rival_func = out->func;
    out->rival_pc = out->pc;
    for (u32 i = 0; i < n; i++) {
        Fault at = {0};
        vm_locate(g->vm, who[i], &at);
        SrcLoc loc = program_loc(vm_program(g->vm), at.func, at.pc);
        sum += hash_mix((u64)loc.file << 32 | loc.line);
        if (i == 1) {
            out->rival = who[i];
            out->rival_func = at.func;
            out->rival_pc = at.pc;
        }
    }
    out->places = (u32)hash_mix(sum) | 1;
}

// The first circle of stuck threads that is not excused. False: all are.
static bool describe_circle(const Graph *g, Fault *out) {
    ThreadId path[MAX_THREADS];
    u32 found = 0, n = 0;
    for (ThreadId k = 0; k < g->n && !n; k++) {
        n = g->is_stuck[k] ? circle_of(g, k, path) : 0;
        found += n > 0;
        if (n)
            locate(g, path, n, out);
        n = n && vm_excuses(g->vm, out) ? 0 : n;
    }
    ENSURE(found > 0);
    for (u32 i = 0; i < n; i++) {
        text_add(&out->text, i ? ", " : "");
        add_wait(g, path[i], path[(i + 1) % n], &out->text);
    }
    return n > 0;
}

static bool describe_all(const Graph *g, Fault *out) {
    ThreadId all[MAX_THREADS] = {0};
    const char *sep = "";
    for (ThreadId k = 0; k < g->n; k++)
        all[k] = k;
    locate(g, all, g->n, out);
    if (vm_excuses(g->vm, out))
        return false;
    text_add(&out->text, "no thread can go on: ");
    for (ThreadId k = 0; k < g->n; k++) {
        text_add(&out->text, "%s", sep);
        add_wait(g, k, THREAD_NONE, &out->text);
        sep = ", ";
    }
    return true;
}

// A reader that waits only because POSIX lets it: nobody writes, and this kind of lock would let it
// in.
static bool waits_by_choice(const Graph *g, ThreadId k) {
    bool is_choice = vm_thread(g->vm, k)->pend.kind == PEND_WAIT &&
                     (vm_thread(g->vm, k)->pend.what & WAIT_CHOSEN) != 0;
    for (ThreadId other = 0; other < g->n && is_choice; other++)
        is_choice = !waits_for(g, k, other) || waits_to_write(g->vm, other, k);
    return is_choice;
}

// Marks who is stuck; those that wait by choice only if they count.
static bool find_stuck_with(Graph *g, bool choices_count, bool *has_choice) {
    *has_choice = false;
    for (ThreadId k = 0; k < g->n; k++)
        g->is_stuck[k] = is_candidate(&g->s[k]) && (choices_count || !waits_by_choice(g, k));
    bool is_any = find_stuck(g);
    for (ThreadId k = 0; k < g->n; k++)
        *has_choice = *has_choice || (g->is_stuck[k] && waits_by_choice(g, k));
    return is_any;
}

static bool anybody_chose(const Graph *g) {
    bool has = false;
    for (ThreadId k = 0; k < g->n; k++)
        has = has || (is_candidate(&g->s[k]) && waits_by_choice(g, k));
    return has;
}

// Whether there is a circle that counts; *is_any: or one that is excused. One that every
// implementation has is the better one to tell.
static bool find_circle(Graph *g, bool *is_any, bool *has_choice, Fault *out) {
    *is_any = false;
    for (u32 choices_count = 0; choices_count <= 1; choices_count++) {
        bool is_some = find_stuck_with(g, choices_count, has_choice);
        *is_any = *is_any || is_some;
        if (is_some && describe_circle(g, out))
            return true;
    }
    return false;
}

// Somebody is in an atomic section: whoever else may come cannot run.
static bool anybody_is_alone(const Stance *s, u32 n) {
    bool is = false;
    for (ThreadId k = 0; k < n; k++)
        is = is || s[k].in_atomic;
    return is;
}

static bool find_deadlock(Vm *vm, const Stance *stances, const PlaceNames *names, bool only_circles,
                          Fault *out) {
    bool is_stuck[MAX_THREADS], has_choice = false, is_any;
    Graph g = {stances, vm_nthreads(vm), vm, is_stuck, names};
    if (vm_has_exited(vm))
        return false;
    out->kind = FAULT_DEADLOCK;
    out->obj = 0;
    text_clear(&out->text);
    bool is_found = find_circle(&g, &is_any, &has_choice, out);
    // Where threads stand still because of a circle, that is all there is to say.
    bool counts = !only_circles || anybody_is_alone(stances, vm_nthreads(vm));
    if (!is_any && counts && nobody_can_run(stances, vm_nthreads(vm))) {
        is_found = describe_all(&g, out);
        has_choice = anybody_chose(&g);
    }
    if (is_found && has_choice)
        text_add(&out->text, "; POSIX lets readers wait for a writer that waits, glibc's default "
                             "kind of lock does not "
                             "(--rwlock prefer-readers)");
    if (!is_found)
        fault_forget(out);
    return is_found;
}

bool prop_deadlock_of(const PropertySet *s, Vm *vm, const Stance *stances, Fault *out) {
    return find_deadlock(vm, stances, NULL, s->only_circles, out);
}

bool prop_deadlock_named(Vm *vm, const PlaceNames *names, Fault *out) {
    Stance stances[MAX_THREADS];
    for (ThreadId k = 0; k < vm_nthreads(vm); k++)
        vm_stance(vm, k, &stances[k], NULL);
    return find_deadlock(vm, stances, names, false, out);
}

bool prop_deadlock(Vm *vm, Fault *out) { return prop_deadlock_named(vm, NULL, out); }
