// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse
// Two threads join the same one: whoever comes second does so too late.
#include <pthread.h>

static pthread_t first;

static void *work(void *arg) { return arg; }

static void *join(void *arg) {
    pthread_join(first, NULL);
    return arg;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&first, NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, join, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
