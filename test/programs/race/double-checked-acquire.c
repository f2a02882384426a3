// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// Double-checked locking, right.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *_Atomic instance;

static int *get(void) {
    int *p = atomic_load_explicit(&instance, memory_order_acquire);
    if (p)
        return p;
    pthread_mutex_lock(&lock);
    p = atomic_load_explicit(&instance, memory_order_relaxed);
    if (!p) {
        p = malloc(sizeof *p);
        *p = 7;
        atomic_store_explicit(&instance, p, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
    return p;
}

static void *work(void *arg) {
    assert(*get() == 7);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
