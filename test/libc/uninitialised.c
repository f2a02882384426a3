// SPDX-License-Identifier: Apache-2.0
// Objects that nobody has initialised: in memory that was never written, zeros where no static initialiser is zeros, and memory
// full of something else.
// pthread.h, semaphore.h, stdio.h, threads.h.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>
#include <time.h>

static int number;
static pthread_t thread;
static pthread_mutex_t mutex;

static void nothing(void) {}
static void *task(void *arg) { return arg; }

// ---- zeros --------------------------------------------------------------------------------------

static int calls;
static void count(void) { calls++; }

// checks: zeros are what the static initialisers make, so people use them
void pass_pthread_mutex_lock__zeros(void) {
    static pthread_mutex_t m;
    static pthread_cond_t c;
    static pthread_rwlock_t l;
    static pthread_once_t o;
    static mtx_t own;
    assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_unlock(&m) == 0 && pthread_mutex_destroy(&m) == 0);
    assert(pthread_cond_signal(&c) == 0 && pthread_cond_destroy(&c) == 0);
    assert(pthread_rwlock_wrlock(&l) == 0 && pthread_rwlock_unlock(&l) == 0 && pthread_rwlock_destroy(&l) == 0);
    assert(pthread_once(&o, count) == 0 && pthread_once(&o, count) == 0 && calls == 1);
    assert(mtx_lock(&own) == thrd_success && mtx_unlock(&own) == thrd_success);
}

// violates: mutex-misuse: zeros are no free spin lock with glibc on x86
void fail_pthread_spin_lock__zeros(void) {
    static pthread_spinlock_t l;
    pthread_spin_lock(&l);
}

// violates: mutex-misuse: zeros are no free spin lock with glibc on x86
void fail_pthread_spin_trylock__zeros(void) {
    static pthread_spinlock_t l;
    pthread_spin_trylock(&l);
}

// ---- never written ------------------------------------------------------------------------------

// violates: mutex-misuse: a mutex in memory that was never written
void fail_pthread_mutex_lock__unwritten(void) {
    pthread_mutex_t o;
    pthread_mutex_lock(&o);
}

// violates: mutex-misuse: a mutex in memory that was never written
void fail_pthread_mutex_unlock__unwritten(void) {
    pthread_mutex_t o;
    pthread_mutex_unlock(&o);
}

// violates: mutex-misuse: a mutex in memory that was never written
void fail_pthread_mutex_trylock__unwritten(void) {
    pthread_mutex_t o;
    pthread_mutex_trylock(&o);
}

// violates: mutex-misuse: a mutex in memory that was never written
void fail_pthread_mutex_destroy__unwritten(void) {
    pthread_mutex_t o;
    pthread_mutex_destroy(&o);
}

// violates: mutex-misuse: a condition variable in memory that was never written
void fail_pthread_cond_broadcast__unwritten(void) {
    pthread_cond_t o;
    pthread_cond_broadcast(&o);
}

// violates: mutex-misuse: a condition variable in memory that was never written
void fail_pthread_cond_destroy__unwritten(void) {
    pthread_cond_t o;
    pthread_cond_destroy(&o);
}

// violates: mutex-misuse: a read-write lock in memory that was never written
void fail_pthread_rwlock_trywrlock__unwritten(void) {
    pthread_rwlock_t o;
    pthread_rwlock_trywrlock(&o);
}

// violates: mutex-misuse: a read-write lock in memory that was never written
void fail_pthread_rwlock_destroy__unwritten(void) {
    pthread_rwlock_t o;
    pthread_rwlock_destroy(&o);
}

// violates: mutex-misuse: a spin lock in memory that was never written
void fail_pthread_spin_lock__unwritten(void) {
    pthread_spinlock_t o;
    pthread_spin_lock(&o);
}

// violates: mutex-misuse: a spin lock in memory that was never written
void fail_pthread_spin_trylock__unwritten(void) {
    pthread_spinlock_t o;
    pthread_spin_trylock(&o);
}

// violates: mutex-misuse: a spin lock in memory that was never written
void fail_pthread_spin_unlock__unwritten(void) {
    pthread_spinlock_t o;
    pthread_spin_unlock(&o);
}

// violates: mutex-misuse: a spin lock in memory that was never written
void fail_pthread_spin_destroy__unwritten(void) {
    pthread_spinlock_t o;
    pthread_spin_destroy(&o);
}

// violates: mutex-misuse: a barrier in memory that was never written
void fail_pthread_barrier_wait__unwritten(void) {
    pthread_barrier_t o;
    pthread_barrier_wait(&o);
}

// violates: mutex-misuse: a barrier in memory that was never written
void fail_pthread_barrier_destroy__unwritten(void) {
    pthread_barrier_t o;
    pthread_barrier_destroy(&o);
}

// violates: mutex-misuse: a semaphore in memory that was never written
void fail_sem_post__unwritten(void) {
    sem_t o;
    sem_post(&o);
}

// violates: mutex-misuse: a semaphore in memory that was never written
void fail_sem_getvalue__unwritten(void) {
    sem_t o;
    sem_getvalue(&o, &number);
}

// violates: mutex-misuse: a semaphore in memory that was never written
void fail_sem_destroy__unwritten(void) {
    sem_t o;
    sem_destroy(&o);
}

// violates: mutex-misuse: a once flag in memory that was never written
void fail_pthread_once__unwritten(void) {
    pthread_once_t o;
    pthread_once(&o, nothing);
}

// violates: mutex-misuse: a once flag in memory that was never written
void fail_call_once__unwritten(void) {
    once_flag o;
    call_once(&o, nothing);
}

// violates: mutex-misuse: thread attributes in memory that was never written
void fail_pthread_attr_setdetachstate__unwritten(void) {
    pthread_attr_t o;
    pthread_attr_setdetachstate(&o, PTHREAD_CREATE_DETACHED);
}

// violates: mutex-misuse: thread attributes in memory that was never written
void fail_pthread_create__unwritten(void) {
    pthread_attr_t o;
    pthread_create(&thread, &o, task, NULL);
}

// violates: mutex-misuse: mutex attributes in memory that was never written
void fail_pthread_mutexattr_settype__unwritten(void) {
    pthread_mutexattr_t o;
    pthread_mutexattr_settype(&o, PTHREAD_MUTEX_RECURSIVE);
}

// violates: mutex-misuse: mutex attributes in memory that was never written
void fail_pthread_mutex_init__unwritten(void) {
    pthread_mutexattr_t o;
    pthread_mutex_init(&mutex, &o);
}

// violates: mutex-misuse: attributes in memory that was never written
void fail_pthread_condattr_getpshared__unwritten(void) {
    pthread_condattr_t o;
    pthread_condattr_getpshared(&o, &number);
}

// violates: mutex-misuse: attributes in memory that was never written
void fail_pthread_rwlockattr_getpshared__unwritten(void) {
    pthread_rwlockattr_t o;
    pthread_rwlockattr_getpshared(&o, &number);
}

// violates: mutex-misuse: attributes in memory that was never written
void fail_pthread_barrierattr_getpshared__unwritten(void) {
    pthread_barrierattr_t o;
    pthread_barrierattr_getpshared(&o, &number);
}

// violates: mutex-misuse: a key in memory that was never written
void fail_pthread_setspecific__unwritten(void) {
    pthread_key_t o;
    pthread_setspecific(o, &number);
}

// violates: mutex-misuse: a key in memory that was never written
void fail_pthread_key_delete__unwritten(void) {
    pthread_key_t o;
    pthread_key_delete(o);
}

// violates: mutex-misuse: a mutex in memory that was never written
void fail_mtx_unlock__unwritten(void) {
    mtx_t o;
    mtx_unlock(&o);
}

// violates: mutex-misuse: a condition variable in memory that was never written
void fail_cnd_signal__unwritten(void) {
    cnd_t o;
    cnd_signal(&o);
}

// violates: mutex-misuse: a key in memory that was never written
void fail_tss_set__unwritten(void) {
    tss_t o;
    tss_set(o, &number);
}

// ---- full of something else ---------------------------------------------------------------------

static const struct timespec soon = {1, 0};

// violates: mutex-misuse: a mutex in memory full of 0xff
void fail_pthread_mutex_lock__ones(void) {
    static pthread_mutex_t o;
    memset(&o, 0xff, sizeof o);
    pthread_mutex_lock(&o);
}

// violates: mutex-misuse: a mutex in memory full of 0xa5
void fail_pthread_mutex_lock__pattern(void) {
    static pthread_mutex_t o;
    memset(&o, 0xa5, sizeof o);
    pthread_mutex_lock(&o);
}

// violates: mutex-misuse: a mutex in memory full of 0xff
void fail_pthread_mutex_trylock__ones(void) {
    static pthread_mutex_t o;
    memset(&o, 0xff, sizeof o);
    pthread_mutex_trylock(&o);
}

// violates: mutex-misuse: a mutex in memory full of 0xa5
void fail_pthread_mutex_trylock__pattern(void) {
    static pthread_mutex_t o;
    memset(&o, 0xa5, sizeof o);
    pthread_mutex_trylock(&o);
}

// violates: mutex-misuse: a mutex in memory full of 0xff
void fail_pthread_mutex_unlock__ones(void) {
    static pthread_mutex_t o;
    memset(&o, 0xff, sizeof o);
    pthread_mutex_unlock(&o);
}

// violates: mutex-misuse: a mutex in memory full of 0xa5
void fail_pthread_mutex_unlock__pattern(void) {
    static pthread_mutex_t o;
    memset(&o, 0xa5, sizeof o);
    pthread_mutex_unlock(&o);
}

// violates: mutex-misuse: a mutex in memory full of 0xff
void fail_pthread_mutex_timedlock__ones(void) {
    static pthread_mutex_t o;
    memset(&o, 0xff, sizeof o);
    pthread_mutex_timedlock(&o, &soon);
}

// violates: mutex-misuse: a mutex in memory full of 0xff
void fail_pthread_mutex_destroy__ones(void) {
    static pthread_mutex_t o;
    memset(&o, 0xff, sizeof o);
    pthread_mutex_destroy(&o);
}

// violates: mutex-misuse: a mutex in memory full of 0xff
void fail_pthread_cond_wait__mutex__ones(void) {
    static pthread_mutex_t o;
    memset(&o, 0xff, sizeof o);
    static pthread_cond_t c;
    pthread_cond_wait(&c, &o);
}

// violates: mutex-misuse: a condition variable in memory full of 0xff
void fail_pthread_cond_signal__ones(void) {
    static pthread_cond_t o;
    memset(&o, 0xff, sizeof o);
    pthread_cond_signal(&o);
}

// violates: mutex-misuse: a condition variable in memory full of 0xa5
void fail_pthread_cond_signal__pattern(void) {
    static pthread_cond_t o;
    memset(&o, 0xa5, sizeof o);
    pthread_cond_signal(&o);
}

// violates: mutex-misuse: a condition variable in memory full of 0xff
void fail_pthread_cond_wait__ones(void) {
    static pthread_cond_t o;
    memset(&o, 0xff, sizeof o);
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&o, &mutex);
}

// violates: mutex-misuse: a condition variable in memory full of 0xa5
void fail_pthread_cond_timedwait__pattern(void) {
    static pthread_cond_t o;
    memset(&o, 0xa5, sizeof o);
    pthread_mutex_lock(&mutex);
    pthread_cond_timedwait(&o, &mutex, &soon);
}

// violates: mutex-misuse: a condition variable in memory full of 0xff
void fail_pthread_cond_broadcast__ones(void) {
    static pthread_cond_t o;
    memset(&o, 0xff, sizeof o);
    pthread_cond_broadcast(&o);
}

// violates: mutex-misuse: a condition variable in memory full of 0xff
void fail_pthread_cond_destroy__ones(void) {
    static pthread_cond_t o;
    memset(&o, 0xff, sizeof o);
    pthread_cond_destroy(&o);
}

// violates: mutex-misuse: a read-write lock in memory full of 0xff
void fail_pthread_rwlock_rdlock__ones(void) {
    static pthread_rwlock_t o;
    memset(&o, 0xff, sizeof o);
    pthread_rwlock_rdlock(&o);
}

// violates: mutex-misuse: a read-write lock in memory full of 0xa5
void fail_pthread_rwlock_rdlock__pattern(void) {
    static pthread_rwlock_t o;
    memset(&o, 0xa5, sizeof o);
    pthread_rwlock_rdlock(&o);
}

// violates: mutex-misuse: a read-write lock in memory full of 0xff
void fail_pthread_rwlock_wrlock__ones(void) {
    static pthread_rwlock_t o;
    memset(&o, 0xff, sizeof o);
    pthread_rwlock_wrlock(&o);
}

// violates: mutex-misuse: a read-write lock in memory full of 0xa5
void fail_pthread_rwlock_wrlock__pattern(void) {
    static pthread_rwlock_t o;
    memset(&o, 0xa5, sizeof o);
    pthread_rwlock_wrlock(&o);
}

// violates: mutex-misuse: a read-write lock in memory full of 0xff
void fail_pthread_rwlock_tryrdlock__ones(void) {
    static pthread_rwlock_t o;
    memset(&o, 0xff, sizeof o);
    pthread_rwlock_tryrdlock(&o);
}

// violates: mutex-misuse: a read-write lock in memory full of 0xff
void fail_pthread_rwlock_timedwrlock__ones(void) {
    static pthread_rwlock_t o;
    memset(&o, 0xff, sizeof o);
    pthread_rwlock_timedwrlock(&o, &soon);
}

// violates: mutex-misuse: a read-write lock in memory full of 0xa5
void fail_pthread_rwlock_unlock__pattern(void) {
    static pthread_rwlock_t o;
    memset(&o, 0xa5, sizeof o);
    pthread_rwlock_unlock(&o);
}

// violates: mutex-misuse: a read-write lock in memory full of 0xff
void fail_pthread_rwlock_destroy__ones(void) {
    static pthread_rwlock_t o;
    memset(&o, 0xff, sizeof o);
    pthread_rwlock_destroy(&o);
}

// violates: mutex-misuse: a spin lock in memory full of 0xff
void fail_pthread_spin_lock__ones(void) {
    static pthread_spinlock_t o;
    memset((void *)&o, 0xff, sizeof o);
    pthread_spin_lock(&o);
}

// violates: mutex-misuse: a spin lock in memory full of 0xa5
void fail_pthread_spin_lock__pattern(void) {
    static pthread_spinlock_t o;
    memset((void *)&o, 0xa5, sizeof o);
    pthread_spin_lock(&o);
}

// violates: mutex-misuse: a spin lock in memory full of 0xff
void fail_pthread_spin_trylock__ones(void) {
    static pthread_spinlock_t o;
    memset((void *)&o, 0xff, sizeof o);
    pthread_spin_trylock(&o);
}

// violates: mutex-misuse: a spin lock in memory full of 0xa5
void fail_pthread_spin_unlock__pattern(void) {
    static pthread_spinlock_t o;
    memset((void *)&o, 0xa5, sizeof o);
    pthread_spin_unlock(&o);
}

// violates: mutex-misuse: a barrier in memory full of 0xff
void fail_pthread_barrier_wait__ones(void) {
    static pthread_barrier_t o;
    memset(&o, 0xff, sizeof o);
    pthread_barrier_wait(&o);
}

// violates: mutex-misuse: a barrier in memory full of 0xa5
void fail_pthread_barrier_wait__pattern(void) {
    static pthread_barrier_t o;
    memset(&o, 0xa5, sizeof o);
    pthread_barrier_wait(&o);
}

// violates: mutex-misuse: a barrier in memory full of 0xff
void fail_pthread_barrier_destroy__ones(void) {
    static pthread_barrier_t o;
    memset(&o, 0xff, sizeof o);
    pthread_barrier_destroy(&o);
}

// violates: mutex-misuse: a semaphore in memory full of 0xff
void fail_sem_wait__ones(void) {
    static sem_t o;
    memset(&o, 0xff, sizeof o);
    sem_wait(&o);
}

// violates: mutex-misuse: a semaphore in memory full of 0xa5
void fail_sem_wait__pattern(void) {
    static sem_t o;
    memset(&o, 0xa5, sizeof o);
    sem_wait(&o);
}

// violates: mutex-misuse: a semaphore in memory full of 0xff
void fail_sem_post__ones(void) {
    static sem_t o;
    memset(&o, 0xff, sizeof o);
    sem_post(&o);
}

// violates: mutex-misuse: a semaphore in memory full of 0xa5
void fail_sem_post__pattern(void) {
    static sem_t o;
    memset(&o, 0xa5, sizeof o);
    sem_post(&o);
}

// violates: mutex-misuse: a semaphore in memory full of 0xff
void fail_sem_trywait__ones(void) {
    static sem_t o;
    memset(&o, 0xff, sizeof o);
    sem_trywait(&o);
}

// violates: mutex-misuse: a semaphore in memory full of 0xa5
void fail_sem_timedwait__pattern(void) {
    static sem_t o;
    memset(&o, 0xa5, sizeof o);
    sem_timedwait(&o, &soon);
}

// violates: mutex-misuse: a semaphore in memory full of 0xff
void fail_sem_getvalue__ones(void) {
    static sem_t o;
    memset(&o, 0xff, sizeof o);
    sem_getvalue(&o, &number);
}

// violates: mutex-misuse: a semaphore in memory full of 0xff
void fail_sem_destroy__ones(void) {
    static sem_t o;
    memset(&o, 0xff, sizeof o);
    sem_destroy(&o);
}

// violates: mutex-misuse: a once flag in memory full of 0xff
void fail_pthread_once__ones(void) {
    static pthread_once_t o;
    memset(&o, 0xff, sizeof o);
    pthread_once(&o, nothing);
}

// violates: mutex-misuse: a once flag in memory full of 0xa5
void fail_pthread_once__pattern(void) {
    static pthread_once_t o;
    memset(&o, 0xa5, sizeof o);
    pthread_once(&o, nothing);
}

// violates: mutex-misuse: a once flag in memory full of 0xff
void fail_call_once__ones(void) {
    static once_flag o;
    memset(&o, 0xff, sizeof o);
    call_once(&o, nothing);
}

// violates: mutex-misuse: a once flag in memory full of 0xa5
void fail_call_once__pattern(void) {
    static once_flag o;
    memset(&o, 0xa5, sizeof o);
    call_once(&o, nothing);
}

// violates: mutex-misuse: a mutex in memory full of 0xff
void fail_mtx_lock__ones(void) {
    static mtx_t o;
    memset(&o, 0xff, sizeof o);
    mtx_lock(&o);
}

// violates: mutex-misuse: a mutex in memory full of 0xa5
void fail_mtx_lock__pattern(void) {
    static mtx_t o;
    memset(&o, 0xa5, sizeof o);
    mtx_lock(&o);
}

// violates: mutex-misuse: a mutex in memory full of 0xff
void fail_mtx_trylock__ones(void) {
    static mtx_t o;
    memset(&o, 0xff, sizeof o);
    mtx_trylock(&o);
}

// violates: mutex-misuse: a condition variable in memory full of 0xff
void fail_cnd_signal__ones(void) {
    static cnd_t o;
    memset(&o, 0xff, sizeof o);
    cnd_signal(&o);
}

// violates: mutex-misuse: a condition variable in memory full of 0xa5
void fail_cnd_signal__pattern(void) {
    static cnd_t o;
    memset(&o, 0xa5, sizeof o);
    cnd_signal(&o);
}

// violates: mutex-misuse: a condition variable in memory full of 0xff
void fail_cnd_wait__ones(void) {
    static cnd_t o;
    memset(&o, 0xff, sizeof o);
    mtx_lock((mtx_t *)&mutex);
    cnd_wait(&o, (mtx_t *)&mutex);
}

// violates: mutex-misuse: thread attributes in memory full of 0xff
void fail_pthread_attr_setdetachstate__ones(void) {
    static pthread_attr_t o;
    memset(&o, 0xff, sizeof o);
    pthread_attr_setdetachstate(&o, PTHREAD_CREATE_DETACHED);
}

// violates: mutex-misuse: thread attributes in memory full of 0xa5
void fail_pthread_attr_setdetachstate__pattern(void) {
    static pthread_attr_t o;
    memset(&o, 0xa5, sizeof o);
    pthread_attr_setdetachstate(&o, PTHREAD_CREATE_DETACHED);
}

// violates: mutex-misuse: mutex attributes in memory full of 0xff
void fail_pthread_mutex_init__ones(void) {
    static pthread_mutexattr_t o;
    memset(&o, 0xff, sizeof o);
    pthread_mutex_init(&mutex, &o);
}

// violates: mutex-misuse: mutex attributes in memory full of 0xa5
void fail_pthread_mutex_init__pattern(void) {
    static pthread_mutexattr_t o;
    memset(&o, 0xa5, sizeof o);
    pthread_mutex_init(&mutex, &o);
}

// violates: mutex-misuse: attributes in memory full of 0xff
void fail_pthread_condattr_getpshared__ones(void) {
    static pthread_condattr_t o;
    memset(&o, 0xff, sizeof o);
    pthread_condattr_getpshared(&o, &number);
}

// violates: mutex-misuse: attributes in memory full of 0xa5
void fail_pthread_condattr_getpshared__pattern(void) {
    static pthread_condattr_t o;
    memset(&o, 0xa5, sizeof o);
    pthread_condattr_getpshared(&o, &number);
}

// violates: mutex-misuse: attributes in memory full of 0xff
void fail_pthread_rwlockattr_getpshared__ones(void) {
    static pthread_rwlockattr_t o;
    memset(&o, 0xff, sizeof o);
    pthread_rwlockattr_getpshared(&o, &number);
}

// violates: mutex-misuse: attributes in memory full of 0xa5
void fail_pthread_rwlockattr_getpshared__pattern(void) {
    static pthread_rwlockattr_t o;
    memset(&o, 0xa5, sizeof o);
    pthread_rwlockattr_getpshared(&o, &number);
}

// violates: mutex-misuse: attributes in memory full of 0xff
void fail_pthread_barrierattr_getpshared__ones(void) {
    static pthread_barrierattr_t o;
    memset(&o, 0xff, sizeof o);
    pthread_barrierattr_getpshared(&o, &number);
}

// violates: mutex-misuse: attributes in memory full of 0xa5
void fail_pthread_barrierattr_getpshared__pattern(void) {
    static pthread_barrierattr_t o;
    memset(&o, 0xa5, sizeof o);
    pthread_barrierattr_getpshared(&o, &number);
}

// violates: mutex-misuse: a stream in memory full of 0xff
void fail_flockfile__ones(void) {
    static FILE o[2];
    memset(o, 0xff, sizeof o);
    flockfile(o);
}

// violates: mutex-misuse: a stream in memory full of 0xa5
void fail_flockfile__pattern(void) {
    static FILE o[2];
    memset(o, 0xa5, sizeof o);
    flockfile(o);
}

// checks: whatever was there before, functions that initialise make an object of it
void pass_pthread_mutex_init__pattern(void) {
    static struct {
        pthread_mutex_t m;
        pthread_cond_t c;
        pthread_rwlock_t l;
        pthread_spinlock_t spin;
        pthread_barrier_t b;
        sem_t s;
    } o;
    memset((void *)&o, 0xa5, sizeof o);
    assert(pthread_mutex_init(&o.m, NULL) == 0 && pthread_mutex_lock(&o.m) == 0 && pthread_mutex_unlock(&o.m) == 0);
    assert(pthread_cond_init(&o.c, NULL) == 0 && pthread_cond_signal(&o.c) == 0);
    assert(pthread_rwlock_init(&o.l, NULL) == 0 && pthread_rwlock_wrlock(&o.l) == 0 && pthread_rwlock_unlock(&o.l) == 0);
    assert(pthread_spin_init(&o.spin, 0) == 0 && pthread_spin_lock(&o.spin) == 0 && pthread_spin_unlock(&o.spin) == 0);
    assert(pthread_barrier_init(&o.b, NULL, 1) == 0 && pthread_barrier_wait(&o.b) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(sem_init(&o.s, 0, 1) == 0 && sem_wait(&o.s) == 0);
}
