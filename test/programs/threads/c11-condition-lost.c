// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// The signal can come before the wait.
// (With thrd_create, which runs what pthread_create does.)
#include <threads.h>

static mtx_t lock;
static cnd_t cond;
static int ready;

static int waiter(void *arg) {
    (void)arg;
    mtx_lock(&lock);
    while (!ready)
        cnd_wait(&cond, &lock);
    mtx_unlock(&lock);
    return 0;
}

int main(void) {
    thrd_t a;
    mtx_init(&lock, mtx_plain);
    cnd_init(&cond);
    thrd_create(&a, waiter, NULL);
    cnd_signal(&cond);
    mtx_lock(&lock);
    ready = 1;
    mtx_unlock(&lock);
    thrd_join(a, NULL);
    return 0;
}
