// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 21
// The same through a pointer that pretends to be aligned.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char *block;

static void *writer(void *arg) {
    *(volatile long *)(block + 12) = -1;
    return arg;
}

int main(void) {
    pthread_t t;
    block = calloc(1, 32);      // aligned to 16: a line may end in its middle
    pthread_create(&t, NULL, writer, NULL);
    long seen = *(volatile long *)(block + 12);
    pthread_join(t, NULL);
    assert(seen == 0 || seen == -1);
    free(block);
    return 0;
}
