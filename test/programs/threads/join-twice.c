// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse|invalid-pointer|use-after-free line 12
// A thread is joined twice.
#include <pthread.h>

static void *work(void *arg) { return arg; }

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(a, NULL);
    return 0;
}
