// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 20
// message: pthread_join of a thread that was joined already
// A later thread has the id of the one that was joined; the stale handle is no handle of it, though both are the same number.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t first, second;

static void *work(void *arg) { return arg; }

int main(void) {
    pthread_create(&first, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, work, NULL);
    unsigned long hash = second * 31;
    assert(hash / 31 == second);
    assert(first * 31 == hash);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
