// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 28
// options: --property race
// Who only looks at the relaxed count has not synchronised by the mutex.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static atomic_int calls;

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    sum += 5;
    pthread_mutex_unlock(&lock);
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    while (atomic_load_explicit(&calls, memory_order_relaxed) < 2)
        ;
    // all is done, as far as this thread
    // can see
    sum = 0;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
