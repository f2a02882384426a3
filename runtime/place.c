// SPDX-License-Identifier: Apache-2.0
// Which threads there are and where they are, for propositions about that (src/prop/asked.c). Only
// where somebody asks. Proposition i is about the threads of group i, and has number i in all
// tables here.
#include "rt.h"

enum { MOST_GROUPS = 32, ANY_THREAD = -1 };

// The threads that are started with the task, or the one with the number, or any; filled in by
// src/front/place.c.
struct group {
    void *(*task)(void *);
    long number;
};
MODEL const struct group __rt_groups[MOST_GROUPS] = {{NULL, 0}};
MODEL const int __rt_last_number = 0; // the highest that a group has

// A thread that has not ended. The first three words are read by src/prop/asked.c.
struct asked {
    struct asked *next;
    struct rt_thread *thread;
    unsigned long groups;    // that it belongs to, a bit each
    int inside[MOST_GROUPS]; // how often it has come to place i and not left it
};
MODEL struct asked *__rt_asked; // in order of creation
// 1 + how many threads of the group have not ended; 0: none was started yet.
MODEL int __rt_living[MOST_GROUPS];
// How many threads of group i are at place i, with repetitions.
MODEL int __rt_places[MOST_GROUPS];
static int births; // how many threads were started; not counted beyond __rt_last_number

// Where the pointer to it is; to NULL, if it is none of them.
static struct asked **find(const struct rt_thread *t) {
    struct asked **at = &__rt_asked;
    while (*at && (*at)->thread != t)
        at = &(*at)->next;
    return at;
}

// ---- groups -------------------------------------------------------------------------------------

static bool is_in(const struct group *g, void *(*task)(void *), int number) {
    return g->number == ANY_THREAD || (g->number && g->number == number) ||
           (g->task && g->task == task);
}

void __rt_asked_begins(struct rt_thread *thread, void *(*task)(void *)) {
    struct asked *a = __heddle_alloc(sizeof *a, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    int number = births < __rt_last_number ? ++births : 0;
    for (int i = 0; i < MOST_GROUPS; i++)
        if (is_in(&__rt_groups[i], task, number)) {
            a->groups |= 1ul << i;
            __rt_living[i] += __rt_living[i] ? 1 : 2;
        }
    a->thread = thread;
    *find(thread) = a;
}

void __rt_asked_ends(struct rt_thread *thread) {
    struct asked **at = find(thread), *a = *at;
    if (!a) // main, which has returned
        return;
    for (int i = 0; i < MOST_GROUPS; i++)
        if (a->groups >> i & 1) {
            __rt_living[i]--;
            __rt_places[i] -= a->inside[i];
        }
    *at = a->next;
}

// It goes on, but only to end the program.
void __rt_main_returns(void) {
    __heddle_mask();
    __rt_asked_ends(__heddle_self());
}

// ---- places -------------------------------------------------------------------------------------

static NOINLINE void move(int i, int by) {
    __heddle_mask();
    struct asked *a = *find(__heddle_self());
    if (!a || !(a->groups >> i & 1))
        return;
    __rt_places[i] += by;
    a->inside[i] += by;
}

void __rt_arrive(int i) { move(i, 1); }
void __rt_leave(int i) { move(i, -1); }

// ---- jumps --------------------------------------------------------------------------------------

struct inside {
    int at[MOST_GROUPS];
};

static NOINLINE struct inside *save(void) {
    __heddle_mask();
    struct asked *a = *find(__heddle_self());
    struct inside *saved = __heddle_alloc(sizeof *saved, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    for (int i = 0; a && i < MOST_GROUPS; i++)
        saved->at[i] = a->inside[i];
    return saved;
}

// What was entered since then is left.
static NOINLINE void restore(const struct inside *saved) {
    __heddle_mask();
    struct asked *a = *find(__heddle_self());
    for (int i = 0; a && i < MOST_GROUPS; i++)
        if (a->groups >> i & 1) {
            __rt_places[i] += saved->at[i] - a->inside[i];
            a->inside[i] = saved->at[i];
        }
}

// The second word of a jmp_buf is ours.
void __rt_asked_save(void *env) { ((void **)env)[1] = save(); }
void __rt_asked_restore(const void *env) { restore(((void *const *)env)[1]); }

// ---- waits --------------------------------------------------------------------------------------

void __rt_comes_to_wait(void) { __heddle_show(); }
