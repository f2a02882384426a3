// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Forty threads, one after the other; ended threads cost nothing.
#include <assert.h>
#include <pthread.h>

static int sum;

static void *add(void *arg) {
    sum += *(int *)arg;
    return NULL;
}

int main(void) {
    for (int i = 0; i < 40; i++) {
        pthread_t t;
        pthread_create(&t, NULL, add, &i);
        pthread_join(t, NULL);
    }
    assert(sum == 780);
    return 0;
}
