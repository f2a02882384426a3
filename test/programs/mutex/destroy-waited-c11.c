// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 31
// message: destroy of a mutex with which a thread waits
// The main thread takes the signal for the end of the other one's work.
#include <stddef.h>
#include <threads.h>

static mtx_t lock;
static cnd_t asked;
static int is_asked, is_waiting;

static int server(void *arg) {
    (void)arg;
    mtx_lock(&lock);
    is_waiting = 1;
    while (!is_asked)
        cnd_wait(&asked, &lock);
    mtx_unlock(&lock);
    return 0;
}

int main(void) {
    thrd_t t;
    mtx_init(&lock, mtx_plain);
    cnd_init(&asked);
    thrd_create(&t, server, NULL);
    mtx_lock(&lock);
    int is_there = is_waiting;
    mtx_unlock(&lock);
    if (is_there) {
        mtx_destroy(&lock);
    }
    thrd_detach(t);
    return 0;
}
