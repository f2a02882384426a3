// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --no-spurious-wakeups
// Results of the functions of threads.h in one thread.
#include <assert.h>
#include <threads.h>
#include <time.h>

static const struct timespec soon = {1, 0}, never = {1, 1000000000};

static void mutexes(void) {
    mtx_t m;
    assert(mtx_init(&m, mtx_timed) == thrd_success);
    assert(mtx_lock(&m) == thrd_success);
    assert(mtx_trylock(&m) == thrd_busy);
    assert(mtx_timedlock(&m, &soon) == thrd_timedout);
    assert(mtx_timedlock(&m, &never) == thrd_error);
    assert(mtx_unlock(&m) == thrd_success);
    assert(mtx_timedlock(&m, &soon) == thrd_success);
    cnd_t c;
    assert(cnd_init(&c) == thrd_success);
    assert(cnd_signal(&c) == thrd_success && cnd_broadcast(&c) == thrd_success);
    assert(cnd_timedwait(&c, &m, &soon) == thrd_timedout);
    assert(cnd_timedwait(&c, &m, &never) == thrd_error);
    cnd_destroy(&c);
    assert(mtx_unlock(&m) == thrd_success);
    mtx_destroy(&m);
    assert(mtx_init(&m, mtx_plain | mtx_recursive) == thrd_success);
    assert(mtx_lock(&m) == thrd_success && mtx_trylock(&m) == thrd_success);
    assert(mtx_unlock(&m) == thrd_success && mtx_unlock(&m) == thrd_success);
    mtx_destroy(&m);
}

int main(void) {
    mutexes();
    tss_t key;
    assert(tss_create(&key, NULL) == thrd_success);
    assert(tss_get(key) == NULL);
    assert(tss_set(key, &key) == thrd_success && tss_get(key) == &key);
    tss_delete(key);
    assert(tss_set(key, &key) == thrd_error);
    assert(thrd_equal(thrd_current(), thrd_current()));
    thrd_yield();
    assert(thrd_sleep(&soon, NULL) == 0);
    assert(thrd_sleep(&never, NULL) < 0);
    return 0;
}
