// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// The mutex orders; a relaxed counter beside it does no harm, and is read after the join.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static atomic_int calls;

static void *work(void *arg) {
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    pthread_mutex_lock(&lock);
    sum += 5;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sum == 10 && atomic_load_explicit(&calls, memory_order_relaxed) == 2);
    return 0;
}
