// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 9
// main frees a block that the thread may still use.
#include <pthread.h>
#include <stdlib.h>

static void *use(void *arg) {
    int *p = arg;
    *p = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    int *p = malloc(sizeof *p);
    pthread_create(&t, NULL, use, p);
    free(p);
    pthread_join(t, NULL);
    return 0;
}
