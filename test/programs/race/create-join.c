// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// Creating and joining order everything: no lock is needed.
#include <pthread.h>

static int value;

static void *first(void *arg) {
    value++;
    return arg;
}

int main(void) {
    pthread_t a;
    for (int i = 0; i < 2; i++) {
        value++;
        pthread_create(&a, NULL, first, NULL);
        pthread_join(a, NULL);
        value++;
    }
    return value == 6 ? 0 : 1;
}
