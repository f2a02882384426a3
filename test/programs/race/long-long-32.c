// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race
// options: -m32 --property race
// The second half of a write is still the same write.
#include <pthread.h>

static long long x;

static void *writer(void *arg) {
    x = -1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    long long seen = x;
    pthread_join(t, NULL);
    return seen == 5;
}
