// SPDX-License-Identifier: Apache-2.0
// expect: violated leak
// options: --property leak
// A routine is left by the end of its thread: the library does not keep the flag, whose block is lost.
#include <pthread.h>
#include <stdlib.h>

static void leave(void) { pthread_exit(NULL); }
static void *leaves(void *arg) {
    pthread_once(arg, leave);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_once_t *flag = calloc(1, sizeof *flag);
    pthread_create(&t, NULL, leaves, flag);
    pthread_join(t, NULL);
    flag = NULL;
    return 0;
}
