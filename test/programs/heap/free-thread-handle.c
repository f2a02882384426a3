// SPDX-License-Identifier: Apache-2.0
// expect: violated invalid-free line 12
// A thread handle is not a heap block.
#include <pthread.h>
#include <stdlib.h>

static void *nothing(void *arg) { return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, nothing, NULL);
    pthread_join(t, NULL);
    free((void *)t);
    return 0;
}
