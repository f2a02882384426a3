// SPDX-License-Identifier: Apache-2.0
// Two threads that add to each other's numbers.
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
#ifndef NUM
#define NUM 6
#endif
static atomic_int i = 1, j = 1;
static void *t1(void *arg) {
    for (int k = 0; k < NUM; k++)
        i = i + j;
    return arg;
}
static void *t2(void *arg) {
    for (int k = 0; k < NUM; k++)
        j = j + i;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t1, 0);
    pthread_create(&b, 0, t2, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(i <= 377);
    assert(j <= 377);
    return 0;
}
