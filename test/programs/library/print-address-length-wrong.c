// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 11
// No address has so few digits.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *work(void *arg) {
    int written = printf("%lu\n", (unsigned long)pthread_self());
    assert(written < 8);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
