// SPDX-License-Identifier: Apache-2.0
// Added and exchanged atomically, and looked at by nobody.
// expect: holds
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_int sum, last;

static void *work(void *arg) {
    int mine = rand();
    atomic_fetch_add(&sum, mine);
    atomic_exchange(&last, mine);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    printf("%d %d\n", sum, last);
    return 0;
}
