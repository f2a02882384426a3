// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// orders: mixed dfs
// options: --reduction global
// Where the long way to the bug begins is near the beginning as well: the mode that it needs is one of the first
// things that can be set, and is left and set again for ever.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int mode, way, noise[2];

static void *setter(void *arg) {
    for (;;) {
        pthread_mutex_lock(&lock);
        mode = (mode + 1) % 5;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *walker(void *arg) {
    for (;;) {
        pthread_mutex_lock(&lock);
        way = mode == 3 ? way + 1 : way;
        assert(way < 100);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *other(void *arg) {
    int *mine = arg;
    for (;;) {
        pthread_mutex_lock(&lock);
        *mine = (*mine + mode) % 12;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, setter, NULL);
    pthread_create(&t, NULL, walker, NULL);
    pthread_create(&t, NULL, other, &noise[0]);
    pthread_create(&t, NULL, other, &noise[1]);
    pthread_join(t, NULL);
}
