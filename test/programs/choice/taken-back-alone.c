// SPDX-License-Identifier: Apache-2.0
// check: violated assertion: -DFUTURE
// check: violated assertion: -DALONE
// check: violated assertion: -DATOMIC
// check: violated deadlock: -DDEADLOCK
// A thread sets a flag and takes it back. Where nobody else can look any more, it does both in one step, which changes nothing; where
// somebody can, it does not: what was seen of it in the first place must not be taken for all that it does in the second.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef ATOMIC
static atomic_int flag, other;
#else
static int flag, other;
#endif

static void *look(void *arg) {
    int seen = flag;
#ifdef DEADLOCK
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    for (int i = 0; i <= seen; i++)
        pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
#else
    assert(seen == 0);
#endif
    return arg;
}

static void *set(void *arg) {
    other = 1;
#ifdef ALONE
    return arg;
#endif
    flag++;
    flag--;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, look, NULL);
    pthread_create(&b, NULL, set, NULL);
#ifdef ALONE
    pthread_join(b, NULL);
    flag = 1;
    flag = 0;
    pthread_join(a, NULL);
#else
    pthread_join(a, NULL);
    pthread_join(b, NULL);
#endif
}
