// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// As lock-freed.c, with a read-write lock whose last user reads, and with a semaphore.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    pthread_rwlock_t lock;
    sem_t sem;
    int is_over;
};

static atomic_int relaxed;

static void *use(void *arg) {
    struct shared *s = arg;
    atomic_fetch_add_explicit(&relaxed, 1, memory_order_relaxed);
    pthread_rwlock_wrlock(&s->lock);
    s->is_over = 1;
    pthread_rwlock_unlock(&s->lock);
    return NULL;
}

static void *post(void *arg) {
    sem_post(arg);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    struct shared *s = calloc(1, sizeof *s);
    pthread_rwlock_init(&s->lock, NULL);
    sem_init(&s->sem, 0, 0);
    pthread_create(&threads[0], NULL, use, s);
    pthread_create(&threads[1], NULL, post, &s->sem);
    sem_wait(&s->sem);
    pthread_rwlock_rdlock(&s->lock);
    int is_over = s->is_over;
    pthread_rwlock_unlock(&s->lock);
    if (is_over) {
        pthread_rwlock_destroy(&s->lock);
        sem_destroy(&s->sem);
        free(s);
    }
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
