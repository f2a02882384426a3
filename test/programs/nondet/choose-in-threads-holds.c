// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Choices in two threads stay in their ranges.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int sum;

static void *pick(void *arg) {
    __atomic_fetch_add(&sum, heddle_choose(3), __ATOMIC_SEQ_CST);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, pick, NULL);
    pthread_create(&u, NULL, pick, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(sum >= 0 && sum <= 4);
    return 0;
}
