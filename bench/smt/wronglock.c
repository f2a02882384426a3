// SPDX-License-Identifier: Apache-2.0
// A counter that ONE threads protect with its lock, and OTHER threads with a lock of something else.
#include <assert.h>
#include <pthread.h>

#ifndef ONE
#define ONE 1
#endif
#ifndef OTHER
#define OTHER 3
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, wrong = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *add_one(void *arg) {
    pthread_mutex_lock(&lock);
    int before = value;
    value++;
    assert(value == before + 1);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *add_other(void *arg) {
    pthread_mutex_lock(&wrong);
    value++;
    pthread_mutex_unlock(&wrong);
    return arg;
}

int main(void) {
    pthread_t t[ONE + OTHER];
    for (int i = 0; i < ONE; i++)
        pthread_create(&t[i], 0, add_one, 0);
    for (int i = 0; i < OTHER; i++)
        pthread_create(&t[ONE + i], 0, add_other, 0);
    for (int i = 0; i < ONE + OTHER; i++)
        pthread_join(t[i], 0);
    return 0;
}
