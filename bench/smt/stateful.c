// SPDX-License-Identifier: Apache-2.0
// Two threads change two numbers COUNT times, each change under the lock.
#include <assert.h>
#include <pthread.h>

#ifndef COUNT
#define COUNT 20
#endif

static int one, other;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *up(void *arg) {
    for (int i = 0; i < COUNT; i++) {
        pthread_mutex_lock(&lock);
        one++;
        other++;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *down(void *arg) {
    for (int i = 0; i < COUNT; i++) {
        pthread_mutex_lock(&lock);
        one += 5;
        other -= 6;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, up, 0);
    pthread_create(&second, 0, down, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(one == 6 * COUNT && other == -5 * COUNT);
    return 0;
}
