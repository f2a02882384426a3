// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Threads, results, a mutex, once, and storage with destructors.
// (With thrd_create, which runs what pthread_create does.)
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int counter, destroyed;

static void init(void) { mtx_init(&lock, mtx_plain); }
static void destroy(void *value) {
    mtx_lock(&lock);
    destroyed += *(int *)value;
    mtx_unlock(&lock);
}
static int work(void *arg) {
    call_once(&once, init);
    mtx_lock(&lock);
    counter++;
    mtx_unlock(&lock);
    tss_set(key, arg);
    if (*(int *)arg < 0)
        thrd_exit(*(int *)arg);
    return *(int *)arg;
}

int main(void) {
    thrd_t a, b;
    int x = -5, y = 7, r;
    assert(tss_create(&key, destroy) == thrd_success);
    assert(thrd_create(&a, work, &x) == thrd_success);
    assert(thrd_create(&b, work, &y) == thrd_success);
    assert(!thrd_equal(a, b));
    assert(thrd_join(a, &r) == thrd_success && r == -5);
    assert(thrd_join(b, &r) == thrd_success && r == 7);
    assert(counter == 2 && destroyed == 2);
    return 0;
}
