// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 12|17
// options: --property race
// A structure is copied while another thread writes a member of it.
#include <pthread.h>

static struct point {
    long x, y, z;
} shared, copy;

static void *first(void *arg) {
    copy = shared;
    return arg;
}

static void *second(void *arg) {
    shared.z = 2;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
