// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: three threads with some forty instructions each
// The last philosopher takes the forks in the other order: nobody starves in a deadlock.
#include <assert.h>
#include <pthread.h>

enum { N = 3 };
static pthread_mutex_t fork_[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int meals;

static void *dine(void *arg) {
    int me = *(int *)arg, next = (me + 1) % N;
    int first = me < next ? me : next, second = me < next ? next : me;
    pthread_mutex_lock(&fork_[first]);
    pthread_mutex_lock(&fork_[second]);
    pthread_mutex_unlock(&fork_[second]);
    pthread_mutex_unlock(&fork_[first]);
    __atomic_fetch_add(&meals, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void) {
    static int id[N] = {0, 1, 2};
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, dine, &id[i]);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(meals == N);
    return 0;
}
