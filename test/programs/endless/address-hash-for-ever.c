// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency, for one layout of memory
// A block that is hashed by its address and freed, again and again: its address serves again.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static volatile unsigned last[2];

static void *work(void *arg) {
    volatile unsigned *mine = arg;
    for (;;) {
        int *p = malloc(sizeof *p);
        *mine = ((uintptr_t)p >> 4) % 13 > 6 ? 1 : 2;
        free(p);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, (void *)&last[0]);
    work((void *)&last[1]);
    return 0;
}
