// SPDX-License-Identifier: Apache-2.0
// The same without the lock: one of them may draw the second number.
// expect: violated assertion line 21
// options: --unknown rand
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *draw(void *out) {
    srand(7);
    *(int *)out = rand();
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
