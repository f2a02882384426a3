// SPDX-License-Identifier: Apache-2.0
// Sleeping lets others go first and takes at least as long as it says; it orders nothing else.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int flag;

static void *set_flag(void *arg) {
    __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
    return arg;
}

static pthread_t start(void) {
    pthread_t t;
    pthread_create(&t, NULL, set_flag, NULL);
    return t;
}

static int flag_is_set(void) { return __atomic_load_n(&flag, __ATOMIC_SEQ_CST); }

// checks: nothing interrupts it, and at least that time passes
void pass_sleep(void) {
    time_t before = time(NULL);
    assert(sleep(1) == 0);
    assert(time(NULL) - before >= 1);
}

// checks: the time passes for other threads too
void pass_sleep__long(void) {
    assert(sleep(0) == 0);
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    sleep(2);
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert(after.tv_sec - before.tv_sec >= 2);
}

// violates: assertion: a sleep waits for nobody
void fail_sleep(void) {
    start();
    sleep(1);
    assert(flag_is_set());
}

// violates: assertion: it may take longer
void fail_sleep__longer(void) {
    time_t before = time(NULL);
    sleep(1);
    assert(time(NULL) - before == 1);
}

// checks: success, and at least that time passes
void pass_usleep(void) {
    struct timeval a, b;
    gettimeofday(&a, NULL);
    assert(usleep(1500) == 0);
    gettimeofday(&b, NULL);
    assert((b.tv_sec - a.tv_sec) * 1000000 + b.tv_usec - a.tv_usec >= 1500);
}

// violates: assertion: a sleep waits for nobody
void fail_usleep(void) {
    start();
    usleep(1000);
    assert(flag_is_set());
}

// checks: success, and EINVAL for a time that is none
void pass_nanosleep(void) {
    struct timespec t = {0, 500}, bad = {0, 1000000000}, negative = {-1, 0}, rest;
    assert(nanosleep(&t, &rest) == 0 && nanosleep(&t, NULL) == 0);
    assert(nanosleep(&bad, NULL) == -1 && errno == EINVAL);
    errno = 0;
    assert(nanosleep(&negative, NULL) == -1 && errno == EINVAL);
}

// violates: assertion: a sleep waits for nobody
void fail_nanosleep(void) {
    struct timespec t = {1, 0};
    start();
    nanosleep(&t, NULL);
    assert(flag_is_set());
}

// violates: null-dereference: there is no time
void fail_nanosleep__null(void) {
    struct timespec *none = NULL;
    nanosleep(none, NULL);
}

// checks: a duration, a point in time, and EINVAL; the error is the result
void pass_clock_nanosleep(void) {
    struct timespec t = {0, 500}, bad = {0, -1}, now;
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL) == 0);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &bad, NULL) == EINVAL);
    assert(clock_nanosleep(77, 0, &t, NULL) == EINVAL);
    assert(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &t, NULL) == EINVAL);
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_sec++;
    assert(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == 0);
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_sec > t.tv_sec || (now.tv_sec == t.tv_sec && now.tv_nsec >= t.tv_nsec));
}

// checks: a point in the past takes no time
void pass_clock_nanosleep__past(void) {
    struct timespec t = {0, 0};
    assert(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &t, NULL) == 0);
}

// violates: assertion: without TIMER_ABSTIME the time is a duration
void fail_clock_nanosleep(void) {
    struct timespec t, now;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_sec++;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_sec > t.tv_sec);
}

// violates: assertion: a sleep waits for nobody
void fail_clock_nanosleep__order(void) {
    struct timespec t = {1, 0};
    start();
    clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL);
    assert(flag_is_set());
}
