// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// Both write 1; the first of them writes it, the second writes what is there. In between, somebody resets it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, seen;

static void *set(void *arg) {
    flag = 1;
    if (flag == 0)
        seen++;
    return arg;
}

static void *reset(void *arg) {
    flag = 0;
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, set, NULL);
    pthread_create(&t[1], NULL, set, NULL);
    pthread_create(&t[2], NULL, reset, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(seen != 2);
}
