// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 10
// One thread waits for a mutex that the other frees while holding it.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *m;

static void *waiter(void *arg) {
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
    return arg;
}

int main(void) {
    pthread_t t;
    m = malloc(sizeof *m);
    pthread_mutex_init(m, NULL);
    pthread_mutex_lock(m);
    pthread_create(&t, NULL, waiter, NULL);
    free(m);
    pthread_join(t, NULL);
    return 0;
}
