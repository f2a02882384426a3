// SPDX-License-Identifier: Apache-2.0
// Barriers and their attributes. pthread.h.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_barrier_t b;
static int arrived, serial;

static pthread_t start(void *(*task)(void *)) {
    pthread_t t;
    pthread_create(&t, NULL, task, NULL);
    return t;
}

static void *waits(void *arg) {
    __atomic_add_fetch(&arrived, 1, __ATOMIC_SEQ_CST);
    int result = pthread_barrier_wait(&b);
    assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    if (result)
        __atomic_add_fetch(&serial, 1, __ATOMIC_SEQ_CST);
    assert(__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) >= 2);
    return arg;
}

// checks: EINVAL for no threads
void pass_pthread_barrier_init(void) {
    assert(pthread_barrier_init(&b, NULL, 0) == EINVAL);
    assert(pthread_barrier_init(&b, NULL, 1) == 0);
    assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
}

// violates: mutex-misuse: a barrier is used that was never initialised
void fail_pthread_barrier_init(void) {
    pthread_barrier_t local;
    pthread_barrier_wait(&local);
}

// violates: mutex-misuse: zeros are no barrier
void fail_pthread_barrier_init__zeros(void) {
    static pthread_barrier_t zeros;
    pthread_barrier_wait(&zeros);
}

// violates: mutex-misuse: zeros are no barrier, not even for destroying it
void fail_pthread_barrier_destroy__zeros(void) {
    static pthread_barrier_t zeros;
    pthread_barrier_destroy(&zeros);
}

// checks: an object can be initialised again
void pass_pthread_barrier_destroy(void) {
    pthread_barrier_init(&b, NULL, 2);
    assert(pthread_barrier_destroy(&b) == 0 && pthread_barrier_init(&b, NULL, 1) == 0);
    pthread_barrier_wait(&b);
}

// violates: mutex-misuse: a thread waits
void fail_pthread_barrier_destroy(void) {
    pthread_barrier_init(&b, NULL, 2);
    start(waits);
    pthread_barrier_destroy(&b);
}

// violates: mutex-misuse: a barrier is used after its end
void fail_pthread_barrier_destroy__used(void) {
    pthread_barrier_init(&b, NULL, 1);
    pthread_barrier_destroy(&b);
    pthread_barrier_wait(&b);
}

// checks: nobody leaves before all are there; one thread of each round is the serial one
void pass_pthread_barrier_wait(void) {
    pthread_barrier_init(&b, NULL, 2);
    pthread_t t = start(waits);
    waits(NULL);
    pthread_join(t, NULL);
    assert(serial == 1);
}

// violates: assertion: any thread may be the serial one
void fail_pthread_barrier_wait(void) {
    pthread_barrier_init(&b, NULL, 2);
    start(waits);
    assert(pthread_barrier_wait(&b) == 0);
}

// violates: deadlock: too few threads come
void fail_pthread_barrier_wait__too_few(void) {
    pthread_barrier_init(&b, NULL, 2);
    pthread_barrier_wait(&b);
}

// ---- attributes ---------------------------------------------------------------------------------

static pthread_barrierattr_t fresh(void) {
    pthread_barrierattr_t a;
    pthread_barrierattr_init(&a);
    return a;
}

static pthread_barrierattr_t destroyed(void) {
    pthread_barrierattr_t a;
    pthread_barrierattr_init(&a);
    pthread_barrierattr_destroy(&a);
    return a;
}

// checks: private by default
void pass_pthread_barrierattr_init(void) {
    pthread_barrierattr_t a;
    int shared;
    assert(pthread_barrierattr_init(&a) == 0);
    assert(pthread_barrierattr_getpshared(&a, &shared) == 0 && shared == PTHREAD_PROCESS_PRIVATE);
}

// violates: null-dereference: there is no object
void fail_pthread_barrierattr_init(void) {
    pthread_barrierattr_t *volatile none = NULL;
    pthread_barrierattr_init(none);
}

// checks: an object can be initialised again
void pass_pthread_barrierattr_destroy(void) {
    pthread_barrierattr_t a = fresh();
    assert(pthread_barrierattr_destroy(&a) == 0 && pthread_barrierattr_init(&a) == 0);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_barrierattr_destroy(void) {
    pthread_barrierattr_t a = destroyed();
    pthread_barrier_init(&b, &a, 1);
}

// checks: both values; EINVAL for others
void pass_pthread_barrierattr_setpshared(void) {
    pthread_barrierattr_t a = fresh();
    assert(pthread_barrierattr_setpshared(&a, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_barrierattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_barrierattr_setpshared(&a, 9) == EINVAL);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_barrierattr_setpshared(void) {
    pthread_barrierattr_t a = destroyed();
    pthread_barrierattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
}

// checks: what was set
void pass_pthread_barrierattr_getpshared(void) {
    pthread_barrierattr_t a = fresh();
    int shared;
    pthread_barrierattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
    assert(pthread_barrierattr_getpshared(&a, &shared) == 0 && shared == PTHREAD_PROCESS_SHARED);
}

// violates: assertion: the default is private
void fail_pthread_barrierattr_getpshared(void) {
    pthread_barrierattr_t a = fresh();
    int shared;
    pthread_barrierattr_getpshared(&a, &shared);
    assert(shared == PTHREAD_PROCESS_SHARED);
}
