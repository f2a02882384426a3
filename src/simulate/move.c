// SPDX-License-Identifier: Apache-2.0
// Commands that move the run. Each says what has happened, why it stops, and where the threads are
// then.
#include "simulate/simulate_int.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    TURN = 1000,          // steps after which another thread gets its turn, as in 'heddle run'
    MOST_STEPS = 1000000, // that one command takes
    NEXT_STEPS = 10000,   // in one line: it may be a loop that nothing happens in
    CONTINUE_STEPS = 100000,
    RANDOM_STEPS = 100000,
    MOST_EVENTS_SHOWN = 200
};
// In one command that does not say how many steps: a second or two. A step in a loop that nothing
// happens in is thousands of them.
enum { MOST_INSTRUCTIONS = 1 << 25 };

bool words_number(const char *words, u64 absent, u64 most, u64 *out, Text *why) {
    char *end;
    *out = absent;
    if (!*words)
        return true;
    errno = 0;
    *out = strtoull(words, &end, 10);
    if (isdigit((unsigned char)*words) && !*end && !errno && *out <= most)
        return true;
    say(why, "'%s' is no number from 0 to %llu", words, (unsigned long long)most);
    return false;
}

// ---- the end of a command -----------------------------------------------------------------------

// Goes with the thread that has run, or with one that can.
static void follow_thread(Simulator *s) {
    Vm *vm = run_machine(s);
    s->frame = 0;
    s->listed_line = 0;
    if (s->hit.number && tour_thread(s->tour, s->hit.thread) != THREAD_NONE)
        s->chosen = s->hit.thread;
    if (run_chosen(s) != THREAD_NONE)
        return;
    for (ThreadId t = vm_nthreads(vm); t-- > 0;)
        if (vm_is_alive(vm, t))
            s->chosen = tour_number(s->tour, t);
}

static void show_moved(Simulator *s, const Text *why, Text *out) {
    u32 n = tour_trace(s->tour)->nevents;
    follow_thread(s);
    if (n > s->shown_events + MOST_EVENTS_SHOWN) {
        text_add(out, "  ... %u events; 'history' shows them ...\n",
                 n - s->shown_events - MOST_EVENTS_SHOWN);
        s->shown_events = n - MOST_EVENTS_SHOWN;
    }
    show_events(s, out);
    text_add(out, "%s", text_str(why));
    show_end(s, out);
    show_threads(s, out);
    s->hit = (Hit){0};
}

// Why the run stops after a step, whatever was asked for; false: it does not.
static bool must_stop(Simulator *s, FaultKind before, Text *why) {
    bool has_changed = breaks_changed(s, why);
    if (s->hit.number)
        breaks_tell_hit(s, why);
    bool is_interrupted = run_is_interrupted(s);
    if (is_interrupted)
        text_add(why, "interrupted\n");
    return s->hit.number || has_changed || is_interrupted || !run_goes_on(s) || s->trouble.len ||
           (s->fault.kind != FAULT_NONE && before == FAULT_NONE);
}

static void tell_values(const Simulator *s, Text *why) {
    Vm *vm = run_machine(s);
    u32 first = s->ntaken ? s->taken[s->ntaken - 1].nvalues : 0, n = vm_values_taken(vm);
    if (n == first || !s->values)
        return;
    text_add(why, n - first > 1 ? "unknown values:" : "unknown value:");
    for (u32 i = first; i < n && i < first + 8; i++)
        text_add(why, " %lld", i < MOST_VALUES ? (long long)s->values[i] : 0);
    text_add(why, "%s ('choose N' takes the step again with another one)\n",
             n > first + 8 ? " ..." : "");
}

static bool step(Simulator *s, ThreadId t, u32 way, Text *why) {
    FaultKind before = s->fault.kind;
    run_step(s, t, way);
    tell_values(s, why);
    return must_stop(s, before, why);
}

// Whether a command has run for long; `from` is what the machine had done before.
static bool is_long(const Simulator *s, const char *words, u64 from) {
    u64 now = vm_instructions(run_machine(s));
    return !*words && now > from && now - from > MOST_INSTRUCTIONS;
}

// ---- who can run --------------------------------------------------------------------------------

static void tell_who_can(Simulator *s, Text *out) {
    Vm *vm = run_machine(s);
    Text who = {0};
    for (ThreadId t = 0; t < vm_nthreads(vm); t++)
        if (run_ways(s, t))
            text_add(&who, "%s%u", who.len ? ", " : "", tour_number(s->tour, t));
    if (!run_goes_on(s))
        text_add(out, "; the run is over ('back' goes back)\n");
    else
        text_add(out,
                 who.len ? "; these can: %s\n" : "; no thread can go on%s ('back' goes back)\n",
                 text_str(&who));
    text_done(&who);
}

// The chosen thread, if it can take a step; THREAD_NONE after a message.
static ThreadId need_thread(Simulator *s, Text *out) {
    ThreadId t = run_chosen(s);
    if (t != THREAD_NONE && run_ways(s, t))
        return t;
    Text waits = {0};
    if (t == THREAD_NONE)
        text_add(out, "thread %u has ended", s->chosen);
    else if (run_goes_on(s) && tour_waits(s->tour, t, &waits))
        add_tame(out, "thread %u waits: %s", s->chosen, text_str(&waits));
    else
        text_add(out, "thread %u cannot go on", s->chosen);
    text_done(&waits);
    tell_who_can(s, out);
    return THREAD_NONE;
}

static bool is_unambiguous(Simulator *s, ThreadId t, Text *out) {
    Text ways = {0};
    if (run_ways(s, t) == 1)
        return true;
    tour_ways(s->tour, t, &ways);
    say(out, "thread %u can go on in several ways: %s; 'way N' takes one", s->chosen,
        text_str(&ways));
    text_done(&ways);
    return false;
}

// ---- commands -----------------------------------------------------------------------------------

void move_step(Simulator *s, const char *words, Text *out) {
    u64 n;
    Text why = {0};
    if (!words_number(words, 1, MOST_STEPS, &n, out))
        return;
    ThreadId t = need_thread(s, out);
    if (t == THREAD_NONE || !is_unambiguous(s, t, out))
        return;
    bool stops = false;
    for (u64 i = 0; i < n && !stops; i++) {
        stops = step(s, t, 0, &why);
        t = run_chosen(s);
        stops = stops || run_ways(s, t) != 1;
    }
    show_moved(s, &why, out);
    text_done(&why);
}

static void take_way(Simulator *s, u64 way, Text *out) {
    Text why = {0};
    ThreadId t = need_thread(s, out);
    if (t == THREAD_NONE)
        return;
    if (way >= run_ways(s, t)) {
        text_add(out, "thread %u has %u way%s to go on, from 0\n", s->chosen, run_ways(s, t),
                 run_ways(s, t) == 1 ? "" : "s");
        return;
    }
    step(s, t, (u32)way, &why);
    show_moved(s, &why, out);
    text_done(&why);
}

void move_way(Simulator *s, const char *words, Text *out) {
    u64 way;
    if (words_number(words, 0, UINT32_MAX, &way, out))
        take_way(s, way, out);
}

bool move_number(Simulator *s, const char *line, Text *out) {
    char *end;
    unsigned long number = strtoul(line, &end, 10), way = 0;
    bool has_way = *end == '.' && isdigit((unsigned char)end[1]);
    if (has_way)
        way = strtoul(end + 1, &end, 10);
    if (!isdigit((unsigned char)*line) || *end)
        return false;
    if (number > MAX_THREADS || tour_thread(s->tour, (u32)number) == THREAD_NONE) {
        text_add(out, "there is no thread %lu now; 'threads' lists them\n", number);
        return true;
    }
    s->chosen = (u32)number;
    s->frame = 0;
    if (has_way)
        take_way(s, way, out);
    else
        move_step(s, "", out);
    return true;
}

void move_line(Simulator *s, const char *words, Text *out) {
    Text why = {0};
    u64 n;
    if (!words_number(words, 1, MOST_STEPS, &n, out))
        return;
    ThreadId t = need_thread(s, out);
    if (t == THREAD_NONE || !is_unambiguous(s, t, out))
        return;
    bool stops = false;
    u64 from = vm_instructions(run_machine(s));
    s->wants_next_line = true;
    for (u64 i = 0, steps = 0; i < n && !stops && steps < NEXT_STEPS && !is_long(s, words, from);
         steps++) {
        bool must = step(s, t, 0, &why);
        bool is_there = s->hit.number == NEXT_LINE;
        i += is_there;
        t = run_chosen(s);
        stops = (must && (!is_there || i == n)) || run_ways(s, t) != 1;
    }
    if (!stops && !s->hit.number)
        text_add(&why, "still in the same line; 'next' goes on\n");
    s->wants_next_line = false;
    show_moved(s, &why, out);
    text_done(&why);
}

void move_finish(Simulator *s, const char *words, Text *out) {
    Text why = {0};
    u64 n;
    if (!words_number(words, CONTINUE_STEPS, MOST_STEPS, &n, out))
        return;
    ThreadId t = need_thread(s, out);
    if (t == THREAD_NONE || !is_unambiguous(s, t, out))
        return;
    bool stops = false;
    u64 i = 0, from = vm_instructions(run_machine(s));
    for (; i < n && !stops && !is_long(s, words, from); i++) {
        stops = step(s, t, 0, &why);
        t = run_chosen(s);
        stops = stops || run_ways(s, t) != 1 || run_is_spurious(s, t);
    }
    if (!stops)
        text_add(&why, "stopped after %llu steps; 'finish' goes on\n", (unsigned long long)i);
    show_moved(s, &why, out);
    text_done(&why);
}

// ---- runs of all threads ------------------------------------------------------------------------

// The thread to run next, as 'heddle run' chooses it: the current one unless its turn is over or it
// cannot. Wake-ups without a signal are left out.
static ThreadId next_thread(const Simulator *s, ThreadId current, bool is_turn_over) {
    u32 n = vm_nthreads(run_machine(s));
    for (u32 i = is_turn_over || current == THREAD_NONE; i <= n; i++) {
        ThreadId t = (i + (current == THREAD_NONE ? n - 1 : current)) % n;
        if (run_ways(s, t) && !run_is_spurious(s, t))
            return t;
    }
    return THREAD_NONE;
}

void move_continue(Simulator *s, const char *words, Text *out) {
    Text why = {0};
    u64 n, i = 0;
    bool stops = false;
    u32 turn = 0;
    if (!words_number(words, CONTINUE_STEPS, MOST_STEPS, &n, out))
        return;
    if (!run_goes_on(s)) {
        text_add(out, "the run is over; 'back' goes back\n");
        return;
    }
    u64 from = vm_instructions(run_machine(s));
    bool is_idle = false;
    for (; i < n && !stops && !is_long(s, words, from); i++) {
        ThreadId current = run_chosen(s), t = next_thread(s, current, turn >= TURN);
        if (t == THREAD_NONE) {
            text_add(&why, "no thread can go on%s\n",
                     s->fault.kind ? "" : ", but by a wake-up without a signal");
            is_idle = true;
            break;
        }
        turn = t == current && turn < TURN ? turn + 1 : 0;
        s->chosen = tour_number(s->tour, t);
        stops = step(s, t, 0, &why);
    }
    if (!stops && !is_idle)
        text_add(&why, "stopped after %llu steps; 'continue' goes on\n", (unsigned long long)i);
    show_moved(s, &why, out);
    text_done(&why);
}

static u64 next_random(Simulator *s, u64 below) {
    s->random += 0x9e3779b97f4a7c15u;
    return hash_mix(s->random) % below;
}

// What the next unknown values will be: small ones, and some that are not.
static void choose_randomly(Simulator *s) {
    u32 n = vm_values_taken(run_machine(s));
    u64 span = (u64)(s->options.high - s->options.low) + 1;
    for (u32 i = n; s->values && i < n + 8 && i < MOST_VALUES; i++)
        s->values[i] = (u64)s->options.low + next_random(s, span);
}

static bool random_step(Simulator *s, Text *why) {
    u32 n = vm_nthreads(run_machine(s)), can = 0;
    for (ThreadId t = 0; t < n; t++)
        can += run_ways(s, t) > 0;
    if (!can) {
        text_add(why, "no thread can go on\n");
        return true;
    }
    u64 which = next_random(s, can);
    ThreadId t = 0;
    while (!run_ways(s, t) || which-- > 0)
        t++;
    s->chosen = tour_number(s->tour, t);
    choose_randomly(s);
    return step(s, t, (u32)next_random(s, run_ways(s, t)), why);
}

// random [N] [SEED]
void move_random(Simulator *s, const char *words, Text *out) {
    Text why = {0}, first = {0};
    u64 n, seed, i = 0;
    size_t len = strcspn(words, " \t");
    const char *rest = words + len + strspn(words + len, " \t");
    text_add(&first, "%.*s", (int)len, words);
    bool is_read = words_number(text_str(&first), RANDOM_STEPS, MOST_STEPS, &n, out) &&
                   words_number(rest, s->random, UINT64_MAX, &seed, out);
    text_done(&first);
    if (!is_read)
        return;
    if (!run_goes_on(s)) {
        text_add(out, "the run is over; 'back' goes back\n");
        return;
    }
    s->random = seed;
    bool stops = false;
    u64 from = vm_instructions(run_machine(s));
    for (; i < n && !stops && !is_long(s, words, from); i++)
        stops = random_step(s, &why);
    if (!stops && !*words)
        text_add(&why, "stopped after %llu steps; 'random' goes on\n", (unsigned long long)i);
    show_moved(s, &why, out);
    text_done(&why);
}

// ---- there and back -----------------------------------------------------------------------------

static void go(Simulator *s, u32 at, Text *out) {
    u32 before = s->at;
    Text why = {0};
    run_go(s, at);
    s->shown_events = s->at > before && before < s->ntaken ? s->taken[before].nevents
                                                           : tour_trace(s->tour)->nevents;
    if (s->at < at)
        text_add(&why, "step %u is not possible here\n", s->at + 1);
    if (s->ntaken && tour_thread(s->tour, s->taken[s->ntaken - 1].thread) != THREAD_NONE)
        s->chosen = s->taken[s->ntaken - 1].thread;
    breaks_renew(s);
    show_moved(s, &why, out);
    text_done(&why);
}

void move_back(Simulator *s, const char *words, Text *out) {
    u64 n;
    if (!words_number(words, 1, UINT32_MAX, &n, out))
        return;
    if (!s->at)
        text_add(out, "this is the beginning of the run\n");
    else
        go(s, n < s->at ? s->at - (u32)n : 0, out);
}

void move_forward(Simulator *s, const char *words, Text *out) {
    u64 n;
    if (!words_number(words, 1, UINT32_MAX, &n, out))
        return;
    if (s->at == s->run.len)
        text_add(out, "nothing is known of what comes next: 'step' makes it\n");
    else
        go(s, n < s->run.len - s->at ? s->at + (u32)n : s->run.len, out);
}

void move_goto(Simulator *s, const char *words, Text *out) {
    u64 n;
    if (!*words) {
        text_add(out, "go where? 'goto N' goes to the state after N steps\n");
        return;
    }
    if (!words_number(words, 0, UINT32_MAX, &n, out))
        return;
    if (n > s->run.len)
        text_add(out, "the run has %u steps so far\n", s->run.len);
    else
        go(s, (u32)n, out);
}

// ---- values -------------------------------------------------------------------------------------

// Numbers for the unknown values from `first` on; false after a message.
static bool set_values(Simulator *s, u32 first, const char *words, Text *out) {
    for (u32 i = first; *words; i++) {
        char *end;
        errno = 0;
        long long v = strtoll(words, &end, 0);
        if (end == words || (*end && !isspace((unsigned char)*end)) || errno || i >= MOST_VALUES) {
            say(out, "'%s' is no whole number of 64 bits", words);
            return false;
        }
        s->values[i] = (u64)v;
        words = end + strspn(end, " \t");
    }
    return true;
}

// The step that has made the last unknown values is taken again.
static void take_again(Simulator *s, const char *words, Text *out) {
    Text why = {0};
    Taken last = s->taken[s->ntaken - 1];
    Choice c = s->run.steps[s->at - 1];
    if (!set_values(s, last.nvalues, words, out))
        return;
    run_go(s, s->at - 1);
    s->shown_events = last.nevents;
    breaks_renew(s);
    s->chosen = last.thread;
    step(s, c.thread, c.alternative, &why);
    show_moved(s, &why, out);
    text_done(&why);
}

void move_choose(Simulator *s, const char *words, Text *out) {
    ThreadId t = run_chosen(s);
    u32 kind = t == THREAD_NONE ? PEND_READY : vm_thread(run_machine(s), t)->pend.kind;
    char *end;
    long long v = strtoll(words, &end, 0);
    u32 taken = vm_values_taken(run_machine(s));
    if (!*words || end == words) {
        text_add(out, "choose what? 'choose N', for a choice or an unknown value\n");
    } else if ((kind == PEND_CHOOSE || kind == PEND_LOOK) && run_ways(s, t)) {
        i64 low = kind == PEND_LOOK ? s->options.vm.nondet_low : 0;
        take_way(s, v < low ? UINT32_MAX : (u64)(v - low), out);
    } else if (!s->values) {
        text_add(out, "in this run unknown values are not given: where it depends on them, 'way N' "
                      "takes a way\n");
    } else if (s->ntaken && s->taken[s->ntaken - 1].nvalues < taken) {
        take_again(s, words, out);
    } else if (set_values(s, taken, words, out)) {
        text_add(out, "the next unknown value will be %lld\n", v);
    }
}
