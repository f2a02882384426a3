// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// The same with a mutex in a heap block of the thread's own.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
/* heap mutex private at first */
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *t(void *a) {
    pthread_mutex_t *l = malloc(sizeof *l);
    pthread_mutex_init(l, 0);
    pthread_mutex_lock(l);
    int p = x;
    pthread_mutex_unlock(l);
    int q = x;
    assert(p == q);
    free(l);
    return 0;
}
int main() {
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    x = 1;
    x = 2;
    pthread_join(h, 0);
}
