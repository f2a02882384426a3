// SPDX-License-Identifier: Apache-2.0
// A stack of SIZE places: one thread pushes, the other pops, each time under the lock. With -DWRONG the second does not
// look whether something is there.
#include <assert.h>
#include <pthread.h>

#ifndef SIZE
#define SIZE 5
#endif

static int places[SIZE], top;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *push_all(void *arg) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&lock);
        assert(top < SIZE);
        places[top++] = i;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *pop_all(void *arg) {
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&lock);
#ifndef WRONG
        if (top > 0)
#endif
        {
            assert(top > 0);
            top--;
        }
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, push_all, 0);
    pthread_create(&second, 0, pop_all, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
