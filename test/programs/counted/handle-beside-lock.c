// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 48
// no-none: too many states
// A handle that all can see lies right beside a lock: it is not who holds the lock.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };
static struct {
    pthread_spinlock_t lock;
    pthread_t chosen;
} shared;
static atomic_int goes, asked, answered;
static int entered, was_first;

static void *work(void *is_chosen) {
    heddle_assume(goes);
    pthread_spin_lock(&shared.lock);
    if (entered++ == 0 && is_chosen)
        was_first = 1;
    asked = 1;
    heddle_assume(answered);
    pthread_spin_unlock(&shared.lock);
    return NULL;
}

static void *help(void *arg) {
    heddle_assume(asked);
    answered = 1;
    return arg;
}

int main(void) {
    pthread_t threads[THREADS], helper;
    pthread_spin_init(&shared.lock, 0);
    pthread_create(&helper, NULL, help, NULL);
    int chosen = heddle_choose(2);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, i == chosen ? &goes : NULL);
    shared.chosen = threads[chosen];
    goes = 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    // The second one may be it.
    if (was_first)
        assert(!pthread_equal(shared.chosen, threads[1]));
    return 0;
}
