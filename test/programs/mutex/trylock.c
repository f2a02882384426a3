// SPDX-License-Identifier: Apache-2.0
// expect: holds
// trylock either takes the mutex or says EBUSY.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter, missed;

static void *add(void *arg) {
    int e = pthread_mutex_trylock(&lock);
    if (e == 0) {
        counter++;
        pthread_mutex_unlock(&lock);
    } else {
        assert(e == EBUSY);
        __atomic_fetch_add(&missed, 1, __ATOMIC_SEQ_CST);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter + missed == 2 && counter >= 1);
    return 0;
}
