// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// orders: mixed bfs
// A server counts the requests of a client for ever. Somebody closes it between a look and what relies on it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long served;
static int is_open = 1, pending;

static void *server(void *arg) {
    for (;;) {
        pthread_mutex_lock(&lock);
        if (pending) {
            pending--;
            served++;
        }
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *client(void *arg) {
    for (;;) {
        pthread_mutex_lock(&lock);
        if (pending < 2)
            pending++;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *closer(void *arg) {
    is_open = 0;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, server, NULL);
    pthread_create(&t, NULL, client, NULL);
    pthread_create(&t, NULL, closer, NULL);
    if (is_open) {
        pthread_mutex_lock(&lock);
        assert(is_open);
        pthread_mutex_unlock(&lock);
    }
    pthread_exit(NULL);
}
