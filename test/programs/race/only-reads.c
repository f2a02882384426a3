// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// Threads that only read do not race.
#include <pthread.h>

static int table[2] = {1, 2};

static void *first(void *arg) {
    return table[0] + table[1] == 3 ? NULL : arg;
}

static void *second(void *arg) {
    return table[1] == 2 ? NULL : arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
