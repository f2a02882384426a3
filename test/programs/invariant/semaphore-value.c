// SPDX-License-Identifier: Apache-2.0
// expect: violated invariant
// options: --invariant is_taken
// An invariant that calls a function of the library, which writes to memory of the invariant's own.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

int is_taken(void) {
    int value = 0;
    sem_getvalue(&s, &value);
    return value != 1;
}

static void *post(void *arg) {
    sem_post(&s);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, post, 0);
    sem_wait(&s);
    pthread_join(t, 0);
    return 0;
}
