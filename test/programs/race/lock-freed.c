// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// Who comes last frees what the locks are in: they order all that was done to them.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    pthread_mutex_t mutex;
    int users;
};

static atomic_int relaxed;

static void drop(struct shared *s) {
    pthread_mutex_lock(&s->mutex);
    int left = --s->users;
    pthread_mutex_unlock(&s->mutex);
    if (left == 0) {
        pthread_mutex_destroy(&s->mutex);
        free(s);
    }
}

static void *use(void *arg) {
    atomic_fetch_add_explicit(&relaxed, 1, memory_order_relaxed);
    drop(arg);
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct shared *s = calloc(1, sizeof *s);
    pthread_mutex_init(&s->mutex, NULL);
    s->users = 2;
    pthread_create(&thread, NULL, use, s);
    drop(s);
    pthread_join(thread, NULL);
    return 0;
}
