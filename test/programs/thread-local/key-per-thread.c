// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Each thread has its own value.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;

static void *work(void *arg) {
    int mine;
    assert(pthread_getspecific(key) == NULL);
    pthread_setspecific(key, &mine);
    assert(pthread_getspecific(key) == &mine);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_key_create(&key, NULL);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    assert(pthread_getspecific(key) == NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
