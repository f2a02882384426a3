// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 16
// message: mine = -?\d+ \(chosen\)
// levels: -O0
// Both cases are tried, in every order of the threads.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int x, is_ready, checked;
static void *reader(void *arg) {
    int mine = __VERIFIER_nondet_int();
    checked = is_ready && x && mine;
    return arg;
}
static void check(void) {
    assert(!checked);
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    x = __VERIFIER_nondet_int();
    is_ready = 1;
    pthread_join(t, NULL);
    check();
    return 0;
}
