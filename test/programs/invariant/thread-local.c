// SPDX-License-Identifier: Apache-2.0
// expect: error "the invariant 'is_unset' reads the thread-local variable 'mine'"
// options: --invariant is_unset
// Every thread has one of its own: nobody has said whose the invariant is about, not even where a function that it calls asks.
#include <pthread.h>

static _Thread_local int mine;

static int get(void) { return mine; }
int is_unset(void) { return get() == 0; }

static void *set(void *arg) {
    mine = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    pthread_join(t, 0);
    return get();
}
