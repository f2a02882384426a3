// SPDX-License-Identifier: Apache-2.0
// Both threads seed the one generator with the same number: whoever draws first after a seed gets the first number.
// expect: holds
// options: --unknown rand
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *draw(void *out) {
    pthread_mutex_lock(&lock);
    srand(7);
    *(int *)out = rand();
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    int a, b;
    pthread_t t;
    pthread_create(&t, 0, draw, &a);
    draw(&b);
    pthread_join(t, 0);
    assert(a == b);
    return 0;
}
