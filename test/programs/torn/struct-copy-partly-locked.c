// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 27
// levels: -O0
// The lock protects the first member alone: that the copy of it moves with the lock says nothing of the order of the others.
#include <assert.h>
#include <pthread.h>

struct triple { long a, b, c; };
static struct triple shared, source = {1, 1, 1};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
    pthread_mutex_lock(&lock);
    shared = source;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_mutex_lock(&lock);
    long first = shared.a;
    pthread_mutex_unlock(&lock);
    long last = *(volatile long *)&shared.c;
    long middle = *(volatile long *)&shared.b;
    assert(last == 0 || middle == 1 || first == 1);
    pthread_join(t, NULL);
    return 0;
}
