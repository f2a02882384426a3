// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 13
// Two readers can be inside together.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static volatile int inside;

static void *reader(void *arg) {
    pthread_rwlock_rdlock(&lock);
    __atomic_fetch_add(&inside, 1, __ATOMIC_SEQ_CST);
    assert(inside == 1);
    __atomic_fetch_sub(&inside, 1, __ATOMIC_SEQ_CST);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
