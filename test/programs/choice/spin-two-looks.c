// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// A thread spins on two variables. That it has looked at the first and not yet at the second matters: it is not the same as if it
// had not begun to look.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, other;

static void *look(void *arg) {
    for (;;) {
        int first = x, second = y;
        assert(first || !second);
        if (first)
            return arg;
    }
}

static void *set(void *arg) {
    x = 1;
    y = 1;
    return arg;
}

static void *elsewhere(void *arg) {
    other = 1;
    other = 2;
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, look, NULL);
    pthread_create(&t[1], NULL, set, NULL);
    pthread_create(&t[2], NULL, elsewhere, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
}
