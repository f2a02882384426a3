// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 24
// options: --context-bound 0
// A timed wait gives up the processor as one without a time does.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t sem;

static void *poster(void *arg) {
    sem_post(&sem);
    return arg;
}

int main(void) {
    pthread_t t;
    struct timespec soon = {0, 0};
    sem_init(&sem, 0, 0);
    soon.tv_sec = 1;
    pthread_create(&t, NULL, poster, NULL);
    int error = sem_timedwait(&sem, &soon);
    assert(error != 0);
    pthread_join(t, NULL);
    return 0;
}
