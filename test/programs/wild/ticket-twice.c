// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 41
// options: --context-bound 2
// A ticket lock whose waiting threads call cpu_relax. One path gives the lock back twice, and then two threads are
// inside. Two preemptions are enough, since spinning costs none.
#include <assert.h>
#include <pthread.h>

typedef struct {
    volatile unsigned next, serving;
} ticket_t;

static inline void cpu_relax(void) { __asm__ volatile("pause" ::: "memory"); }

static void ticket_lock(ticket_t *t) {
    unsigned me = __sync_fetch_and_add(&t->next, 1);
    while (t->serving != me)
        cpu_relax();
}

static void ticket_unlock(ticket_t *t) { __sync_fetch_and_add(&t->serving, 1); }

static ticket_t lock;
static int inside, skipped;

static void *worker(void *arg) {
    ticket_lock(&lock);
    int me = ++inside;
    if (!arg && !skipped) {
        skipped = 1;
        inside--;
        ticket_unlock(&lock);
        goto out;
    }
    inside--;
out:
    ticket_unlock(&lock);
    ticket_lock(&lock);
    me = ++inside;
    me = inside;
    assert(me == 1);
    inside--;
    ticket_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, &lock);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
