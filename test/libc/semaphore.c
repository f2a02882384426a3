// SPDX-License-Identifier: Apache-2.0
// Semaphores. semaphore.h.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static sem_t s;
static int x;
static const struct timespec soon = {1, 0}, broken = {1, -1};

static void *posts(void *arg) {
    x = 1;
    sem_post(&s);
    return arg;
}

static void *waits(void *arg) {
    sem_wait(&s);
    return arg;
}

static pthread_t start(void *(*task)(void *)) {
    pthread_t t;
    pthread_create(&t, NULL, task, NULL);
    return t;
}

// checks: any value up to SEM_VALUE_MAX; EINVAL above
void pass_sem_init(void) {
    int value;
    assert(sem_init(&s, 0, 3) == 0);
    assert(sem_getvalue(&s, &value) == 0 && value == 3);
    assert(sem_init(&s, 0, (unsigned)SEM_VALUE_MAX + 1) == -1 && errno == EINVAL);
}

// violates: mutex-misuse: a semaphore is used that was never initialised
void fail_sem_init(void) {
    sem_t local;
    sem_wait(&local);
}

// checks: a semaphore of zeros has the value 0, as in glibc
void pass_sem_init__zeros(void) {
    static sem_t zeros;
    int value = 1;
    assert(sem_getvalue(&zeros, &value) == 0 && value == 0);
    assert(sem_trywait(&zeros) == -1 && errno == EAGAIN);
    assert(sem_post(&zeros) == 0 && sem_wait(&zeros) == 0);
}

// violates: deadlock: nobody posts a semaphore of zeros
void fail_sem_init__zeros(void) {
    static sem_t zeros;
    sem_wait(&zeros);
}

// checks: an object can be initialised again
void pass_sem_destroy(void) {
    sem_init(&s, 0, 1);
    assert(sem_destroy(&s) == 0);
    assert(sem_init(&s, 0, 1) == 0);
    assert(sem_wait(&s) == 0);
}

// violates: mutex-misuse: a semaphore is used after its end
void fail_sem_destroy(void) {
    sem_init(&s, 0, 1);
    sem_destroy(&s);
    sem_wait(&s);
}

// violates: mutex-misuse: another thread may wait
void fail_sem_destroy__waited(void) {
    sem_init(&s, 0, 0);
    start(waits);
    sem_destroy(&s);
}

// violates: mutex-misuse: a named semaphore is closed, not destroyed
void fail_sem_destroy__named(void) { sem_destroy(sem_open("/heddle-a", O_CREAT, 0600, 1)); }

// checks: waits for a post, and sees what came before it
void pass_sem_wait(void) {
    sem_init(&s, 0, 0);
    start(posts);
    assert(sem_wait(&s) == 0);
    assert(x == 1);
}

// violates: deadlock: nobody posts
void fail_sem_wait(void) {
    sem_init(&s, 0, 0);
    sem_wait(&s);
}

static void ignore(int sig) { (void)sig; }

static void alarm_soon(void) {
    struct sigaction action = {.sa_handler = ignore};
    sigaction(SIGALRM, &action, NULL);
    alarm(1);
}

// violates: assertion: a handler without SA_RESTART ends it with EINTR
void fail_sem_wait__interrupted(void) {
    sem_init(&s, 0, 0);
    alarm_soon();
    assert(sem_wait(&s) == 0 || errno != EINTR);
}

// violates: deadlock: with SA_RESTART it begins again
void fail_sem_wait__restarted(void) {
    sem_init(&s, 0, 0);
    signal(SIGALRM, ignore);
    alarm(1);
    sem_wait(&s);
}

// checks: EAGAIN instead of waiting
void pass_sem_trywait(void) {
    sem_init(&s, 0, 1);
    assert(sem_trywait(&s) == 0);
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
}

// violates: assertion: the post may come later
void fail_sem_trywait(void) {
    sem_init(&s, 0, 0);
    start(posts);
    assert(sem_trywait(&s) == 0);
}

// checks: ETIMEDOUT if nobody posts; EINVAL for a time that is none
void pass_sem_timedwait(void) {
    sem_init(&s, 0, 1);
    assert(sem_timedwait(&s, &soon) == 0);
    assert(sem_timedwait(&s, &soon) == -1 && errno == ETIMEDOUT);
    assert(sem_timedwait(&s, &broken) == -1 && errno == EINVAL);
}

// violates: assertion: the post may come in time
void fail_sem_timedwait(void) {
    sem_init(&s, 0, 0);
    start(posts);
    assert(sem_timedwait(&s, &soon) == -1);
}

// violates: assertion: the value may be taken although the time is none
void fail_sem_timedwait__free(void) {
    sem_init(&s, 0, 1);
    assert(sem_timedwait(&s, &broken) == -1);
}

// violates: assertion: a time that is none may be refused although the value can be taken
void fail_sem_timedwait__refused(void) {
    sem_init(&s, 0, 1);
    assert(sem_timedwait(&s, &broken) == 0);
}

// violates: uninitialized: the seconds of the time were never written
// options: --property uninitialized
void fail_sem_timedwait__seconds(void) {
    struct timespec t;
    t.tv_nsec = 0;
    sem_init(&s, 0, 1);
    sem_timedwait(&s, &t);
}

// violates: assertion: a handler without SA_RESTART ends it with EINTR
void fail_sem_timedwait__interrupted(void) {
    sem_init(&s, 0, 0);
    alarm_soon();
    assert(sem_timedwait(&s, &soon) == 0 || errno != EINTR);
}

// violates: null-dereference: there is no time
void fail_sem_timedwait__no_time(void) {
    const struct timespec *none = NULL;
    sem_init(&s, 0, 0);
    sem_timedwait(&s, none);
}

// checks: as sem_timedwait; EINVAL for an unknown clock
void pass_sem_clockwait(void) {
    sem_init(&s, 0, 1);
    assert(sem_clockwait(&s, CLOCK_MONOTONIC, &soon) == 0);
    assert(sem_clockwait(&s, CLOCK_MONOTONIC, &soon) == -1 && errno == ETIMEDOUT);
    assert(sem_clockwait(&s, 99, &soon) == -1 && errno == EINVAL);
}

// violates: assertion: the time may be over before the post
void fail_sem_clockwait(void) {
    sem_init(&s, 0, 0);
    start(posts);
    assert(sem_clockwait(&s, CLOCK_REALTIME, &soon) == 0);
}

// violates: uninitialized: the seconds of the time were never written
// options: --property uninitialized
void fail_sem_clockwait__seconds(void) {
    struct timespec t;
    t.tv_nsec = 0;
    sem_init(&s, 0, 1);
    sem_clockwait(&s, CLOCK_MONOTONIC, &t);
}

// checks: adds one; EOVERFLOW at the limit
void pass_sem_post(void) {
    int value;
    sem_init(&s, 0, 0);
    assert(sem_post(&s) == 0);
    assert(sem_getvalue(&s, &value) == 0 && value == 1);
    sem_init(&s, 0, SEM_VALUE_MAX);
    assert(sem_post(&s) == -1 && errno == EOVERFLOW);
}

// violates: mutex-misuse: a semaphore is used after its end
void fail_sem_post(void) {
    sem_init(&s, 0, 1);
    sem_destroy(&s);
    sem_post(&s);
}

// checks: the value at some time
void pass_sem_getvalue(void) {
    int value;
    sem_init(&s, 0, 0);
    start(posts);
    assert(sem_getvalue(&s, &value) == 0 && (value == 0 || value == 1));
}

// violates: assertion: the value may have changed
void fail_sem_getvalue(void) {
    int value;
    sem_init(&s, 0, 0);
    start(posts);
    sem_getvalue(&s, &value);
    assert(value == 0);
}

// ---- named --------------------------------------------------------------------------------------

static const char name[] = "/heddle-libc-test";

// checks: the same name is the same semaphore; EEXIST, ENOENT and EINVAL
void pass_sem_open(void) {
    sem_unlink(name);
    assert(sem_open(name, 0) == SEM_FAILED && errno == ENOENT);
    assert(sem_open("/a/b", 0) == SEM_FAILED && errno == EINVAL);
    assert(sem_open(name, O_CREAT, 0600, (unsigned)SEM_VALUE_MAX + 1) == SEM_FAILED && errno == EINVAL);
    sem_t *a = sem_open(name, O_CREAT | O_EXCL, 0600, 2);
    assert(a != SEM_FAILED);
    assert(sem_open(name, O_CREAT | O_EXCL, 0600, 2) == SEM_FAILED && errno == EEXIST);
    assert(sem_open(name, O_CREAT, 0600, 7) == a && sem_open(name, 0) == a);
    assert(sem_wait(a) == 0 && sem_wait(a) == 0 && sem_trywait(a) == -1);
    sem_unlink(name);
}

// violates: assertion: the value of a semaphore that exists is not set again
void fail_sem_open(void) {
    int value;
    sem_open(name, O_CREAT, 0600, 2);
    sem_getvalue(sem_open(name, O_CREAT, 0600, 7), &value);
    assert(value == 7);
}

// checks: the name keeps the value; EINVAL for something else
void pass_sem_close(void) {
    int value;
    sem_init(&s, 0, 0);
    assert(sem_close(&s) == -1 && errno == EINVAL);
    sem_t *a = sem_open(name, O_CREAT, 0600, 2);
    sem_wait(a);
    assert(sem_close(a) == 0);
    a = sem_open(name, 0);
    assert(a != SEM_FAILED && sem_getvalue(a, &value) == 0 && value == 1);
    sem_unlink(name);
}

// violates: mutex-misuse: a semaphore is used after it was closed
void fail_sem_close(void) {
    sem_t *a = sem_open(name, O_CREAT, 0600, 2);
    sem_close(a);
    sem_wait(a);
}

// checks: the name goes, the semaphore stays while it is open; ENOENT without the name
void pass_sem_unlink(void) {
    sem_t *a = sem_open(name, O_CREAT, 0600, 1);
    assert(sem_unlink(name) == 0);
    assert(sem_unlink(name) == -1 && errno == ENOENT);
    sem_t *b = sem_open(name, O_CREAT | O_EXCL, 0600, 1);
    assert(a != b && sem_wait(a) == 0 && sem_wait(b) == 0);
    sem_unlink(name);
}

// violates: null-dereference: the name is not there any more
void fail_sem_unlink(void) {
    sem_open(name, O_CREAT, 0600, 1);
    sem_unlink(name);
    sem_wait(sem_open(name, 0));
}
