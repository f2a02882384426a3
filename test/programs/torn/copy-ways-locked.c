// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// states: 5
// Which way a copy goes makes no difference under a lock, and no states.
#include <assert.h>
#include <pthread.h>

struct triple { long a, b, c; };
static struct triple shared;
static __int128 wide;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    struct triple mine;
    pthread_mutex_lock(&lock);
    mine = shared;
    mine.a++;
    mine.c++;
    shared = mine;
    wide += (__int128)1 << 64 | 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    assert(shared.a == 2 && shared.c == 2 && wide == ((__int128)2 << 64 | 2));
    return 0;
}
