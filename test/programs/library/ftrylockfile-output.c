// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 19
// Also calls that do nothing on stdout have its lock.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *asks(void *arg) {
    ferror(stdout);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, asks, NULL);
    int error = ftrylockfile(stdout);
    if (!error)
        funlockfile(stdout);
    assert(!error);
    pthread_join(t, NULL);
    return 0;
}
