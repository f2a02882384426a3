// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 10
// levels: -O0
// Each turn of a loop has its own compound literal; a thread still uses that of the turn before.
#include <pthread.h>

static int *_Atomic shown;

static void *add(void *arg) {
    ++*shown;
    return arg;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        shown = &(int){i};
        if (i == 0)
            pthread_create(&t, 0, add, 0);
        else
            pthread_join(t, 0);
    }
    return 0;
}
