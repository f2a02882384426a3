// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// Additions commute with each other, but not with who reads what they add to.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;

static void *add(void *arg) {
    n += 1;
    n += 2;
    return arg;
}

static void *look(void *arg) {
    assert(n != 4);
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, add, NULL);
    pthread_create(&t[1], NULL, add, NULL);
    pthread_create(&t[2], NULL, look, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
}
