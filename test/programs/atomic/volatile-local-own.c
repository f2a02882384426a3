// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// Volatile locals whose address nobody else has are no reason for a condition.
#include <pthread.h>
struct pair {
    int a, b[3];
};
static void *counts(void *arg) {
    volatile int i;
    volatile struct pair p, q;
    for (i = 0; i < 2; i++)
        p.b[i] = i;
    p.a = p.b[2] = 0;
    q = p;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, counts, NULL);
    counts(NULL);
    return pthread_join(t, NULL);
}
