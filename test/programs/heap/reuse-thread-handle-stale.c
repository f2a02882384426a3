// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 16
// options: --reuse-addresses
// levels: -O0
// A second join of the same thread finds no thread, or a wrong one.
#include <pthread.h>
#include <stddef.h>

static void *task(void *arg) { return arg; }

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, task, NULL);
    pthread_join(t, NULL);
    pthread_create(&u, NULL, task, NULL);
    pthread_join(t, NULL);
    return 0;
}
