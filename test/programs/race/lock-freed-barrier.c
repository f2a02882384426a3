// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// As lock-freed.c, with a barrier: POSIX lets any thread destroy it that has passed it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    pthread_barrier_t barrier;
};

static atomic_int relaxed;

static void *use(void *arg) {
    struct shared *s = arg;
    atomic_fetch_add_explicit(&relaxed, 1, memory_order_relaxed);
    pthread_barrier_wait(&s->barrier);
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct shared *s = calloc(1, sizeof *s);
    pthread_barrier_init(&s->barrier, NULL, 2);
    pthread_create(&thread, NULL, use, s);
    pthread_barrier_wait(&s->barrier);
    pthread_barrier_destroy(&s->barrier);
    free(s);
    pthread_join(thread, NULL);
    return 0;
}
