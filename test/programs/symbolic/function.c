// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A function that an unknown number chooses.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
static int total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void add(int n) { total += n; }
static void subtract(int n) { total -= n; }
static void keep(int n) { (void)n; }

static void (*const actions[])(int) = {add, subtract, keep};

static void *act(void *arg) {
    unsigned which = __VERIFIER_nondet_uint();
    int n = __VERIFIER_nondet_int();
    if (which >= 3 || n < 0 || n > 1000)
        return arg;
    pthread_mutex_lock(&m);
    actions[which](n);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, act, NULL);
    act(NULL);
    pthread_join(t, NULL);
    assert(total >= -2000 && total <= 2000);
}
