// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: too many states
// More locations than the lock reduction keeps in mind: the search still comes to an end.
#include <pthread.h>

enum { ARRAYS = 64, LENGTH = 1024 };

#define FOUR(n) static int array##n##0[LENGTH], array##n##1[LENGTH], array##n##2[LENGTH], array##n##3[LENGTH];
#define NAMES(n) array##n##0, array##n##1, array##n##2, array##n##3
FOUR(a) FOUR(b) FOUR(c) FOUR(d) FOUR(e) FOUR(f) FOUR(g) FOUR(h)
FOUR(i) FOUR(j) FOUR(k) FOUR(l) FOUR(m) FOUR(n) FOUR(o) FOUR(p)
static int *const arrays[ARRAYS] = {NAMES(a), NAMES(b), NAMES(c), NAMES(d), NAMES(e), NAMES(f), NAMES(g), NAMES(h),
                                    NAMES(i), NAMES(j), NAMES(k), NAMES(l), NAMES(m), NAMES(n), NAMES(o), NAMES(p)};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < ARRAYS; i++)
        __builtin_memset(arrays[i], 1, sizeof(int[LENGTH]));
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
