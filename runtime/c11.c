// SPDX-License-Identifier: Apache-2.0
// <threads.h> over the pthread models: the same objects, other names for the errors. call_once is
// in once.c.
#include "clock.h"

#include <pthread.h>
#include <sched.h>
#include <threads.h>
#include <time.h>

static int answer(int error) {
    switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    default: return thrd_error;
    }
}

// ---- threads ------------------------------------------------------------------------------------

static void run(void *block, void *(*task)(void *), void *arg) {
    (void)block;
    int result = ((thrd_start_t)(void (*)(void))task)(arg);
    __rt_cleanup_check();
    __rt_thread_finish((void *)(intptr_t)result);
}

MODEL int thrd_create(thrd_t *thread, thrd_start_t task, void *arg) {
    __heddle_wrote(thread, sizeof *thread);
    return answer(
        __rt_thread_create(thread, false, run, (void *(*)(void *))(void (*)(void))task, arg));
}

MODEL void thrd_exit(int result) { __rt_thread_exit((void *)(intptr_t)result); }

MODEL int thrd_join(thrd_t thread, int *result) {
    void *r;
    int error = pthread_join(thread, &r);
    if (!error && result)
        *result = (int)(intptr_t)r;
    return answer(error);
}

MODEL int thrd_detach(thrd_t thread) { return answer(pthread_detach(thread)); }
MODEL int thrd_equal(thrd_t a, thrd_t b) { return pthread_equal(a, b); }
MODEL thrd_t thrd_current(void) { return pthread_self(); }
MODEL void thrd_yield(void) { sched_yield(); }

MODEL int thrd_sleep(const struct timespec *time, struct timespec *rest) {
    if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= 1000000000)
        return -2; // as glibc: any negative number but -1, which means a signal
    return nanosleep(time, rest);
}

// ---- mutexes ------------------------------------------------------------------------------------

static pthread_mutex_t *mutex(mtx_t *m) { return (pthread_mutex_t *)m; }

MODEL int mtx_init(mtx_t *m, int type) {
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE
                                                          : PTHREAD_MUTEX_NORMAL);
    return answer(pthread_mutex_init(mutex(m), &attr));
}

MODEL int mtx_lock(mtx_t *m) { return answer(pthread_mutex_lock(mutex(m))); }
MODEL int mtx_trylock(mtx_t *m) { return answer(pthread_mutex_trylock(mutex(m))); }
MODEL int mtx_unlock(mtx_t *m) { return answer(pthread_mutex_unlock(mutex(m))); }
MODEL void mtx_destroy(mtx_t *m) { pthread_mutex_destroy(mutex(m)); }

MODEL int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict time) {
    return answer(pthread_mutex_timedlock(mutex(m), time));
}

// ---- condition variables ------------------------------------------------------------------------

static pthread_cond_t *cond(cnd_t *c) { return (pthread_cond_t *)c; }

MODEL int cnd_init(cnd_t *c) { return answer(pthread_cond_init(cond(c), NULL)); }
MODEL int cnd_signal(cnd_t *c) { return answer(pthread_cond_signal(cond(c))); }
MODEL int cnd_broadcast(cnd_t *c) { return answer(pthread_cond_broadcast(cond(c))); }
MODEL int cnd_wait(cnd_t *c, mtx_t *m) { return answer(pthread_cond_wait(cond(c), mutex(m))); }
MODEL void cnd_destroy(cnd_t *c) { pthread_cond_destroy(cond(c)); }

MODEL int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m,
                        const struct timespec *restrict time) {
    return answer(pthread_cond_timedwait(cond(c), mutex(m), time));
}

// ---- thread-specific storage --------------------------------------------------------------------

MODEL int tss_create(tss_t *key, tss_dtor_t destructor) {
    return answer(pthread_key_create(key, destructor));
}
MODEL void *tss_get(tss_t key) { return pthread_getspecific(key); }
MODEL int tss_set(tss_t key, void *value) { return answer(pthread_setspecific(key, value)); }
MODEL void tss_delete(tss_t key) { pthread_key_delete(key); }
