// SPDX-License-Identifier: Apache-2.0
// Peterson's algorithm after pancam's figure 1: two threads enter their critical sections again and again. With -DPLAIN
// the algorithm's variables are not volatile; at -O2 each thread then reads the other's flag once, before it raises its
// own, and mutual exclusion is gone.
//
// abstract.pml takes the line for the position of a thread, so each access to memory has a line of its own.
#include <assert.h>
#include <pthread.h>
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
static volatile int count; // threads in the critical section

static void lock(struct desc *d) {
    *d->mine = 1;
    last = d->id;
    while (*d->other == 1 &&
           last == d->id) {
    }
}

static void unlock(struct desc *d) { *d->mine = 0; }

static void critical(void) {
    int n = count;
    count = n + 1;
    if (count != 1)
        assert(!"alone in the critical section");
    n = count;
    count = n - 1;
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

// For heddle check; the models start the threads themselves.
int main(void) {
    pthread_t thread[2];
    pthread_create(&thread[0], NULL, thread0_main, NULL);
    pthread_create(&thread[1], NULL, thread1_main, NULL);
    pthread_join(thread[0], NULL);
    pthread_join(thread[1], NULL);
    return 0;
}
