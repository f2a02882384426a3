// SPDX-License-Identifier: Apache-2.0
// expect: violated reach-error line 19
// options: --prp parts/unreach-call.prp
// A fault that is not asked for ends its run, but not before others could see what happened until then.
#include <pthread.h>

extern void reach_error(void);
static int x;

static void *writer(void *arg) {
    x = 1;
    *(volatile int *)arg = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    if (x == 1)
        reach_error();
    return 0;
}
