// SPDX-License-Identifier: Apache-2.0
// no-none: too many states
// expect: violated assertion
// A thread writes over a mutex that main holds: who waits for it goes on before main does.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int value, other[2];

static void *look(void *arg) {
    pthread_mutex_lock(&mutex);
    int seen = value;
    assert(seen != 1);
    return arg;
}

static void *overwrite(void *arg) {
    other[0] = 1;
    other[1] = 1;
    memset(&mutex, 0, sizeof mutex);
    return arg;
}

static void *clear(void *arg) {
    value = 0;
    return arg;
}

int main(void) {
    pthread_t looker, writer, first;
    pthread_mutex_lock(&mutex);
    pthread_create(&first, NULL, clear, NULL);
    pthread_join(first, NULL);
    pthread_create(&looker, NULL, look, NULL);
    pthread_create(&writer, NULL, overwrite, NULL);
    value = 1;
    value = 2;
    pthread_join(writer, NULL);
    return 0;
}
