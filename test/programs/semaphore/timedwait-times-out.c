// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 33
// A timed wait can time out.
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
    assert(!missed);
    return 0;
}
