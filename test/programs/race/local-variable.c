// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 8|16
// options: --property race
// The variable is a local one, known to the thread by its address.
#include <pthread.h>

static void *first(void *arg) {
    *(int *)arg = 1;
    return NULL;
}

int main(void) {
    pthread_t a;
    int local = 0;
    pthread_create(&a, NULL, first, &local);
    local++;
    pthread_join(a, NULL);
    return 0;
}
