// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 11|16
// options: --property race
// A library function writes what the other thread reads.
#include <pthread.h>
#include <string.h>

static char name[8];

static void *first(void *arg) {
    strcpy(name, "abc");
    return arg;
}

static void *second(void *arg) {
    return name[1] ? NULL : arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
