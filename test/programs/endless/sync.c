// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Synchronisation for ever in finitely many states: nothing that a model allocates accumulates.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static int turn;

static void *work(void *arg) {
    for (;;) {
        pthread_mutex_lock(&mutex);
        while (turn != (int)(long)arg)
            pthread_cond_wait(&cond, &mutex);
        turn = !turn;
        pthread_cond_signal(&cond);
        pthread_mutex_unlock(&mutex);
        pthread_barrier_wait(&barrier);
        pthread_rwlock_rdlock(&lock);
        pthread_rwlock_unlock(&lock);
        pthread_key_t key;
        pthread_key_create(&key, NULL);
        pthread_setspecific(key, &mutex);
        pthread_key_delete(key);
    }
    return NULL;
}

int main(void) {
    pthread_t a;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&a, NULL, work, (void *)1);
    work((void *)0);
    return 0;
}
