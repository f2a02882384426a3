// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A timed wait takes what was posted, or leaves it there.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static const struct timespec soon = {1, 0};
static sem_t sem;
static int missed;

static void *give(void *arg) {
    sem_post(&sem);
    return arg;
}
static void *take(void *arg) {
    if (sem_timedwait(&sem, &soon) != 0) {
        assert(errno == ETIMEDOUT);
        missed = 1;
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    sem_init(&sem, 0, 0);
    pthread_create(&a, NULL, give, NULL);
    pthread_create(&b, NULL, take, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int value;
    sem_getvalue(&sem, &value);
    assert(value == missed);
    return 0;
}
