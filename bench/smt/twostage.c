// SPDX-License-Identifier: Apache-2.0
// Two values that belong together are written in two critical sections: whoever reads both in between sees the first
// without the second.
#include <assert.h>
#include <pthread.h>

#ifndef WRITERS
#define WRITERS 2
#endif
#ifndef READERS
#define READERS 1
#endif

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER, second_lock = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *write_both(void *arg) {
    pthread_mutex_lock(&first_lock);
    first = 1;
    pthread_mutex_unlock(&first_lock);
    pthread_mutex_lock(&second_lock);
    second = first + 1;
    pthread_mutex_unlock(&second_lock);
    return arg;
}

static void *read_both(void *arg) {
    pthread_mutex_lock(&first_lock);
    int one = first;
    pthread_mutex_unlock(&first_lock);
    if (one == 0)
        return arg;
    pthread_mutex_lock(&second_lock);
    int two = second;
    pthread_mutex_unlock(&second_lock);
    assert(two == one + 1);
    return arg;
}

int main(void) {
    pthread_t t[WRITERS + READERS];
    for (int i = 0; i < WRITERS; i++)
        pthread_create(&t[i], 0, write_both, 0);
    for (int i = 0; i < READERS; i++)
        pthread_create(&t[WRITERS + i], 0, read_both, 0);
    for (int i = 0; i < WRITERS + READERS; i++)
        pthread_join(t[i], 0);
    return 0;
}
