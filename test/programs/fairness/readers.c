// SPDX-License-Identifier: Apache-2.0
// check: violated liveness: --ltl '[] (wants -> <> inside)' --rwlock prefer-readers --strong-fairness
//     Two readers, one of whom is always there, shut the writer out: it can never go on, so no fairness
//     helps.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int wants, inside;

static void *read_it(void *arg) {
    for (;;) {
        pthread_rwlock_rdlock(&lock);
        pthread_rwlock_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, read_it, NULL);
    pthread_create(&b, NULL, read_it, NULL);
    wants = 1;
    pthread_rwlock_wrlock(&lock);
    inside = 1;
    pthread_rwlock_unlock(&lock);
    return 0;
}
