// SPDX-License-Identifier: Apache-2.0
// expect: holds
// The same copies under a mutex are never torn.
#include <assert.h>
#include <pthread.h>

struct pair { long a, b, c; };
static struct pair shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *arg) {
    struct pair next = {1, 1, 1};
    pthread_mutex_lock(&lock);
    shared = next;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_mutex_lock(&lock);
    struct pair seen = shared;
    pthread_mutex_unlock(&lock);
    assert(seen.a == seen.b && seen.b == seen.c);
    pthread_join(t, NULL);
    return 0;
}
