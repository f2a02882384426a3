// SPDX-License-Identifier: Apache-2.0
// expect: violated reach-error
// options: --no-property mutex-misuse
// Two threads join the same one. Either may be the first, and what it does then counts.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

void reach_error(void);
static sem_t goes, ended;
static pthread_t first;

static void *work(void *arg) {
    sem_wait(&goes);
    sem_post(&ended);
    return arg;
}

static void *join(void *thread) {
    sem_wait(&ended);
    pthread_join(*(pthread_t *)thread, NULL);
    reach_error();
    return NULL;
}

int main(void) {
    pthread_t second;
    sem_init(&goes, 0, 0);
    sem_init(&ended, 0, 0);
    pthread_create(&first, NULL, work, NULL);
    pthread_create(&second, NULL, join, &first);
    sem_post(&goes);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
