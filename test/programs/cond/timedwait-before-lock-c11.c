// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 16
// The same with the functions of threads.h, and a loop around the wait.
#include <assert.h>
#include <threads.h>
#include <time.h>
static mtx_t m;
static cnd_t c;
static int turn;
static int waits(void *arg) {
    struct timespec t = {0, 0};
    int r = thrd_success;
    mtx_lock(&m);
    while (turn == 0 && r == thrd_success)
        r = cnd_timedwait(&c, &m, &t);
    assert(r == thrd_success || turn < 2);
    mtx_unlock(&m);
    return 0;
}
static int sets(void *arg) {
    mtx_lock(&m);
    turn = 1;
    mtx_unlock(&m);
    cnd_signal(&c);
    mtx_lock(&m);
    turn = 2;
    mtx_unlock(&m);
    return 0;
}
int main(void) {
    thrd_t a, b;
    mtx_init(&m, mtx_timed);
    cnd_init(&c);
    thrd_create(&a, waits, 0);
    thrd_create(&b, sets, 0);
    thrd_join(a, 0);
    thrd_join(b, 0);
}
