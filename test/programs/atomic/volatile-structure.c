// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// levels: -O0 -O2
// A volatile structure is copied as a whole, and each of its parts is volatile.
#include <pthread.h>
struct point {
    int x, y, z, u, v;
};
static volatile struct point shared;
static void *writes(void *arg) {
    struct point p = {1, 2, 3, 4, 5};
    shared = p;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writes, NULL);
    return pthread_join(t, NULL);
}
