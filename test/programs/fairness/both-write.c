// SPDX-License-Identifier: Apache-2.0
// check: holds under weak fairness: --property starvation
//     Both threads change something again and again.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *write_it(void *arg) {
    for (;;)
        x ^= 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, write_it, NULL);
    for (;;)
        y ^= 1;
}
