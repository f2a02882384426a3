// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Two threads ask for the truth of one unknown value, maybe at the same time: they get the same answer.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int x, first, second;
static void *one(void *arg) {
    first = !x;
    return arg;
}
static void *two(void *arg) {
    second = x ? 0 : 1;
    return arg;
}
int main(void) {
    pthread_t t, u;
    x = __VERIFIER_nondet_int();
    pthread_create(&t, NULL, one, NULL);
    pthread_create(&u, NULL, two, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(first == second && first == !x);
    return 0;
}
