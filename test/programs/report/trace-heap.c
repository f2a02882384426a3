// SPDX-License-Identifier: Apache-2.0
// What a wait depends on is told also when it is on the heap, and the deadlock names it.
// expect: violated deadlock line 29
// options: --trace-full
// message: violated: deadlock: .*thread 2 waits for condition variable 'Queue#1\.changed'
// message: while \(q->count == 0\) +reads Queue#1\.count = 0
// message: waits: Queue#1\.changed \(condition variable\)
// message: pthread_mutex_lock\(&q->lock\); +pthread_mutex_lock\(&Queue#1\.lock\)
#include <pthread.h>
#include <stdlib.h>

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int count;
} Queue;

static void *taker(void *arg) {
    Queue *q = arg;
    pthread_mutex_lock(&q->lock);
    while (q->count == 0)
        pthread_cond_wait(&q->changed, &q->lock);
    return NULL;
}
int main(void) {
    pthread_t t;
    Queue *q = calloc(1, sizeof *q);
    pthread_create(&t, NULL, taker, q);
    pthread_join(t, NULL);
}
