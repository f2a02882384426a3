// SPDX-License-Identifier: Apache-2.0
// Each thread sets a slot from the one before; another scans all. (Abdulla, Aronis, Jonsson,
// Sagonas: Optimal dynamic partial order reduction, POPL 2014, "lastzero".)
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 8
#endif
static atomic_int array[N + 1];
static void *scan(void *arg) {
    for (int i = N; array[i] != 0; i--)
        ;
    return arg;
}
static void *work(void *arg) {
    int j = (int)(long)arg;
    array[j + 1] = array[j] + 1;
    return 0;
}
int main(void) {
    pthread_t t[N + 1];
    pthread_create(&t[N], 0, scan, 0);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i <= N; i++)
        pthread_join(t[i], 0);
    return 0;
}
