// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Results of the semaphore functions in one thread.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

static const struct timespec soon = {1, 0}, never = {1, 1000000000};

int main(void) {
    sem_t s;
    int value;
    assert(sem_init(&s, 0, (unsigned)SEM_VALUE_MAX + 1) == -1 && errno == EINVAL);
    assert(sem_init(&s, 0, 1) == 0);
    assert(sem_getvalue(&s, &value) == 0 && value == 1);
    assert(sem_wait(&s) == 0);
    assert(sem_getvalue(&s, &value) == 0 && value == 0);
    errno = 0;
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    assert(sem_timedwait(&s, &soon) == -1 && errno == ETIMEDOUT);
    assert(sem_timedwait(&s, &never) == -1 && errno == EINVAL);
    assert(sem_clockwait(&s, CLOCK_MONOTONIC, &soon) == -1 && errno == ETIMEDOUT);
    assert(sem_clockwait(&s, CLOCK_PROCESS_CPUTIME_ID, &soon) == -1 && errno == EINVAL);
    assert(sem_post(&s) == 0 && sem_post(&s) == 0);
    assert(sem_trywait(&s) == 0 && sem_timedwait(&s, &soon) == 0);
    assert(sem_post(&s) == 0 && sem_clockwait(&s, CLOCK_REALTIME, &soon) == 0);
    assert(sem_destroy(&s) == 0);
    assert(sem_init(&s, 1, SEM_VALUE_MAX) == 0);
    assert(sem_post(&s) == -1 && errno == EOVERFLOW);
    assert(sem_destroy(&s) == 0);
    return 0;
}
