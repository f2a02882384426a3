// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 24
// The order of destructors is open: here two, then one.
#include <assert.h>
#include <pthread.h>

static pthread_key_t one, two;
static int order;

static void destroy(void *value) { order = order * 10 + *(int *)value; }
static void *work(void *arg) {
    static int values[2] = {1, 2};
    pthread_setspecific(one, &values[0]);
    pthread_setspecific(two, &values[1]);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_key_create(&one, destroy);
    pthread_key_create(&two, destroy);
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    assert(order != 21);
    return 0;
}
