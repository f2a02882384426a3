// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 8
// message: whose scope has ended
// The loop's variable is gone when a thread looks at it late.
#include <pthread.h>

static void *look(void *arg) {
    int *mine = arg, n = *mine;
    return n < 0 ? arg : 0;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, look, &i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
