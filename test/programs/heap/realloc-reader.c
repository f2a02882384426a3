// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 13
// Another thread has kept a pointer into the block that is made larger: right only where it was not moved.
#include <pthread.h>
#include <stdlib.h>

static int *block;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *arg) {
    int *mine = arg;
    pthread_mutex_lock(&m);
    *mine = 1;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t;
    block = calloc(2, sizeof *block);
    pthread_create(&t, NULL, reader, block);
    pthread_mutex_lock(&m);
    block = realloc(block, 8 * sizeof *block);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    free(block);
    return 0;
}
