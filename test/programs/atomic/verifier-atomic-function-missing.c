// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 23
// The same with one function that is not atomic.
#include <assert.h>
#include <pthread.h>

static int x, y;

void both(void) {
    x++;
    y++;
}
int __VERIFIER_atomic_equal(void) { return x == y; }

static void *work(void *arg) {
    both();
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    assert(__VERIFIER_atomic_equal());
    pthread_join(a, NULL);
    return 0;
}
