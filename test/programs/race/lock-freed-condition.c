// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// As lock-freed.c, with a condition variable.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    int is_over;
};

static atomic_int relaxed;

static void *use(void *arg) {
    struct shared *s = arg;
    atomic_fetch_add_explicit(&relaxed, 1, memory_order_relaxed);
    pthread_mutex_lock(&s->mutex);
    s->is_over = 1;
    pthread_cond_signal(&s->cond);
    pthread_mutex_unlock(&s->mutex);
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct shared *s = calloc(1, sizeof *s);
    pthread_mutex_init(&s->mutex, NULL);
    pthread_cond_init(&s->cond, NULL);
    pthread_create(&thread, NULL, use, s);
    pthread_mutex_lock(&s->mutex);
    while (!s->is_over)
        pthread_cond_wait(&s->cond, &s->mutex);
    pthread_mutex_unlock(&s->mutex);
    pthread_cond_destroy(&s->cond);
    pthread_mutex_destroy(&s->mutex);
    free(s);
    pthread_join(thread, NULL);
    return 0;
}
