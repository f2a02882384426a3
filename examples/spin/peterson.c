// SPDX-License-Identifier: Apache-2.0
// Peterson's algorithm, stepwise: peterson.pml starts the threads and runs them step by step; see doc/spin.md.
// With -DPLAIN -O2 the optimiser reads the flags too early, and mutual exclusion is gone.
#include <stddef.h>

#ifdef PLAIN
#define SHARED
#else
#define SHARED volatile
#endif

struct desc {
    SHARED int *mine, *other;
    int id;
};
SHARED int flag0, flag1, last;
volatile int count;             // threads in the critical section

static void lock(struct desc *d) {
    for (*d->mine = 1, last = d->id; *d->other == 1 && last == d->id;)
        ;
}

static void unlock(struct desc *d) { *d->mine = 0; }

static void critical(void) {
    count++;
    count--;
}

void *thread0_main(void *arg) {
    struct desc d = {&flag0, &flag1, 0};
    for (;;) {
        lock(&d);
        critical();
        unlock(&d);
    }
    return arg;
}

void *thread1_main(void *arg) {
    struct desc d = {&flag1, &flag0, 1};
    for (;;) {
        lock(&d);
        critical();
        unlock(&d);
    }
    return arg;
}

// For the model.
void init(void) { flag0 = flag1 = last = 0; }
_Bool check_exclusion(void) { return count <= 1; }
