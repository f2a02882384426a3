// SPDX-License-Identifier: Apache-2.0
// expect: holds
// The destructor of a deleted key is not called.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;

static void destroy(void *value) { assert(!value); }
static void *work(void *arg) {
    pthread_setspecific(key, &key);
    pthread_key_delete(key);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_key_create(&key, destroy);
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    return 0;
}
