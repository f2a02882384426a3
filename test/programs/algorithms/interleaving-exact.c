// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 26
// Only one strict alternation of the two threads fails.
#include <assert.h>
#include <pthread.h>

static volatile int log_;

static void *odd(void *arg) {
    log_ = log_ * 10 + 1;
    log_ = log_ * 10 + 3;
    return arg;
}
static void *even(void *arg) {
    log_ = log_ * 10 + 2;
    log_ = log_ * 10 + 4;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, odd, NULL);
    pthread_create(&b, NULL, even, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(log_ != 2143);
    return 0;
}
