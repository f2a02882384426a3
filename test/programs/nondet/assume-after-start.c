// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A run that ends just after it has started a thread.
#include <heddle.h>
#include <pthread.h>

static int x;

static void *worker(void *arg) {
    x++;
    return arg;
}

int main(void) {
    pthread_t t;
    int c = heddle_choose(2);
    pthread_create(&t, NULL, worker, NULL);
    heddle_assume(c == 0);
    pthread_join(t, NULL);
    return 0;
}
