// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Readers and writers of a lock that prefers writers, each of them once at a time: nothing is wrong with that.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int x, y;

static void *reads(void *arg) {
    for (int i = 0; i < 2; i++) {
        pthread_rwlock_rdlock(&lock);
        assert(x == y);
        pthread_rwlock_unlock(&lock);
    }
    return arg;
}
static void *writes(void *arg) {
    pthread_rwlock_wrlock(&lock);
    x++;
    y++;
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, reads, NULL);
    pthread_create(&b, NULL, writes, NULL);
    pthread_create(&c, NULL, writes, NULL);
    reads(NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(x == 2);
    return 0;
}
