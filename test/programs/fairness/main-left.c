// SPDX-License-Identifier: Apache-2.0
// check: holds: --ltl '<> [] x == 2'
//     main leaves, the others go on; the run ends with the last one and stays as it is.
#include <pthread.h>

static int x;

static void *set(void *arg) {
    x = 1;
    x = 2;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    pthread_exit(NULL);
}
