// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: -m32
// Nobody sees half of an atomic long long, of one under a lock, of an int or of a pointer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic long long x;
static long long locked;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int number;
static int *volatile pointer;

static void *writer(void *arg) {
    x = -1;
    pthread_mutex_lock(&m);
    locked = -1;
    pthread_mutex_unlock(&m);
    *(volatile int *)&number = -1;
    pointer = &number;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    long long seen = x;
    assert(seen == 0 || seen == -1);
    pthread_mutex_lock(&m);
    assert(locked == 0 || locked == -1);
    pthread_mutex_unlock(&m);
    int *p = pointer, n = *(volatile int *)&number;
    assert(n == 0 || n == -1);
    assert(p == NULL || *p == -1);
    pthread_join(t, NULL);
    return 0;
}
