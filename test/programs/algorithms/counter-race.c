// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// Two threads increment without a lock: an update is lost.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *add(void *arg) {
    counter++;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
