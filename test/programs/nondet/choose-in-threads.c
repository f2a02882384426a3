// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 21
// Choices in two threads; only one combination fails.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int a, b;

static void *pick(void *arg) {
    *(int *)arg = heddle_choose(3);
    return NULL;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, pick, &a);
    pthread_create(&u, NULL, pick, &b);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(a * 3 + b != 7);
    return 0;
}
