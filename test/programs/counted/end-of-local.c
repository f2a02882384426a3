// SPDX-License-Identifier: Apache-2.0
// expect: violated reach-error
// options: --no-property use-after-return
// A thread ends right after it has let others see a local: they may still find it there.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void reach_error(void);

static _Atomic(int *) shown;

static void *work(void *arg) {
    int own = 5;
    shown = &own;
    pthread_exit(arg);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    int *seen = shown;
    if (seen && *(volatile int *)seen == 5)
        reach_error();
    return 0;
}
