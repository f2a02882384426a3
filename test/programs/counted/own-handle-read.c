// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 48
// no-none: too many states
// A thread reads its own handle from a global that main clears before it joins: it knows itself without pthread_self.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>

enum { THREADS = 4 };
static pthread_t handle, left;
static sem_t has_read, goes, others_go;

static void *work(void *is_first) {
    if (!is_first) {
        sem_wait(&others_go);
        sem_post(&others_go);
        return NULL;
    }
    pthread_t me = handle;
    sem_post(&has_read);
    sem_wait(&goes);
    left = me;
    sem_post(&others_go);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    sem_init(&has_read, 0, 0);
    sem_init(&goes, 0, 0);
    sem_init(&others_go, 0, 0);
    pthread_create(&handle, NULL, work, &left);
    for (int i = 1; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    sem_wait(&has_read);
    threads[0] = handle;
    handle = 0;
    if (heddle_choose(2)) {
        pthread_t other = threads[0];
        threads[0] = threads[1];
        threads[1] = other;
    }
    sem_post(&goes);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    // It may have been the second one.
    assert(pthread_equal(left, threads[0]));
    return 0;
}
