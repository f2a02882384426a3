// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// And with and, or with or: the same in both orders; and with or is not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint n = 1;

static void *set(void *arg) {
    atomic_fetch_or(&n, 2);
    return arg;
}

static void *clear(void *arg) {
    atomic_fetch_and(&n, 1);
    return arg;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, set, NULL);
    pthread_create(&t[1], NULL, clear, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(n == 1);
}
