// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 22
// options: --any-number work
// An object that its thread has only by a key is another one's, too.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void *change(void *number) {
    *(int *)number = 1;
    return NULL;
}

void *work(void *arg) {
    pthread_t other;
    pthread_setspecific(key, calloc(1, sizeof(int)));
    if (!pthread_getspecific(key))
        return arg;
    pthread_create(&other, NULL, change, pthread_getspecific(key));
    assert(*(int *)pthread_getspecific(key) == 0);
    return arg;
}

int main(void) { return pthread_key_create(&key, NULL); }
