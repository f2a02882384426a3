// SPDX-License-Identifier: Apache-2.0
// expect: violated leak|deadlock
// options: --property leak
// levels: -O0
// Both at once: one of them is reported, and replayed as that one.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *volatile block;

int main(void) {
    pthread_mutex_lock(&m);
    block = malloc(4);
    block = NULL;
    pthread_mutex_lock(&m);
    return 0;
}
