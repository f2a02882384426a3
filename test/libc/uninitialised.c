// SPDX-License-Identifier: Apache-2.0
// Objects that nobody has initialised: in memory that was never written, and zeros where no static initialiser is zeros.
// pthread.h, semaphore.h, threads.h.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

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
