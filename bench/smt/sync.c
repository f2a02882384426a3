// SPDX-License-Identifier: Apache-2.0
// One thread produces COUNT things, another consumes them, and both wait for each other with conditions. With -DWRONG
// the consumer does not look whether there is a thing when it goes on.
#include <assert.h>
#include <pthread.h>

#ifndef COUNT
#define COUNT 20
#endif

static int number;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_empty = PTHREAD_COND_INITIALIZER, is_full = PTHREAD_COND_INITIALIZER;

static void *produce(void *arg) {
    for (int i = 0; i < COUNT; i++) {
        pthread_mutex_lock(&lock);
        while (number > 0)
            pthread_cond_wait(&is_empty, &lock);
        number++;
        pthread_cond_signal(&is_full);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *consume(void *arg) {
    for (int i = 0; i < COUNT; i++) {
        pthread_mutex_lock(&lock);
#ifdef WRONG
        if (i % 2)
            while (number == 0)
                pthread_cond_wait(&is_full, &lock);
#else
        while (number == 0)
            pthread_cond_wait(&is_full, &lock);
#endif
        number--;
        assert(number >= 0);
        pthread_cond_signal(&is_empty);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, produce, 0);
    pthread_create(&second, 0, consume, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
