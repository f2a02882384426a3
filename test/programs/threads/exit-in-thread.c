// SPDX-License-Identifier: Apache-2.0
// expect: holds
// exit in a thread ends the program; main never gets past its join.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
    exit(arg == NULL);
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    assert(0);
    return 0;
}
