// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// As lock-freed.c, with a spin lock.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    pthread_spinlock_t lock;
    int is_over;
};

static atomic_int relaxed;

static void *use(void *arg) {
    struct shared *s = arg;
    atomic_fetch_add_explicit(&relaxed, 1, memory_order_relaxed);
    pthread_spin_lock(&s->lock);
    s->is_over = 1;
    pthread_spin_unlock(&s->lock);
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct shared *s = calloc(1, sizeof *s);
    pthread_spin_init(&s->lock, 0);
    pthread_create(&thread, NULL, use, s);
    pthread_spin_lock(&s->lock);
    int is_over = s->is_over;
    pthread_spin_unlock(&s->lock);
    if (is_over) {
        pthread_spin_destroy(&s->lock);
        free((void *)s);
    }
    pthread_join(thread, NULL);
    return 0;
}
