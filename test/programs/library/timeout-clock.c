// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --clock-ticks 4
// options: --no-spurious-wakeups
// After a time-out the clock shows that the time is over.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

int main(void) {
    struct timespec deadline, now;
    sem_t empty;
    sem_init(&empty, 0, 0);
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 50;
    pthread_mutex_lock(&lock);
    assert(pthread_cond_timedwait(&never, &lock, &deadline) == ETIMEDOUT);
    clock_gettime(CLOCK_REALTIME, &now);
    assert(now.tv_sec >= deadline.tv_sec);
    deadline.tv_sec += 10;
    assert(sem_timedwait(&empty, &deadline) == -1 && errno == ETIMEDOUT);
    clock_gettime(CLOCK_REALTIME, &now);
    assert(now.tv_sec >= deadline.tv_sec);
    return 0;
}
