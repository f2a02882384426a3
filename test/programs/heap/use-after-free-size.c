// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 22
// Asking for the size of a block is an access that others can disturb.
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>

static int go;

static void *other(void *arg) {
    if (go)
        free(arg);
    return NULL;
}

int main(void) {
    pthread_t t;
    char *p = malloc(8);
    pthread_create(&t, NULL, other, p);
    go = 1;
    // The other thread may have freed it by now.
    malloc_usable_size(p);
    return 0;
}
