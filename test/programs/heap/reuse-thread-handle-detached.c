// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 24
// options: --reuse-addresses
// A detached thread leaves its pthread_t when it ends: here the table of owners takes the second one for the first.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t owner;

static void *first(void *arg) {
    owner = pthread_self();
    return arg;
}

static void *second(void *arg) { return arg; }

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_detach(t);
    pthread_create(&u, NULL, second, NULL);
    pthread_t o = owner;
    assert(!o || !pthread_equal(o, u));
    pthread_join(u, NULL);
    return 0;
}
