// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 10
// options: --property race --stdin race/library-unlocked.c
// getchar_unlocked is for those that have locked the stream.
#include <pthread.h>
#include <stdio.h>

static void *worker(void *arg) {
    int c =
        getchar_unlocked();
    return c == EOF ? arg : NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
