// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 23
// A destructor is code like any other: another thread can run in the middle of it.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int counter;

static void destroy(void *value) { ++*(int *)value; }
static void *work(void *arg) {
    pthread_setspecific(key, &counter);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_key_create(&key, destroy);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
