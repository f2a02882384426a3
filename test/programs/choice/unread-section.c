// SPDX-License-Identifier: Apache-2.0
// check: violated assertion: -DLOOKS
// check: violated assertion: -DELSEWHERE
// check: violated assertion: -DNOT
// A thread writes x, and then again in a section which first looks at what another thread changes: where that one comes in between, the
// section writes somewhere else, or nothing, and the first write counts, or that of the other thread.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int x[2], y = 1, seen;

static void *write_twice(void *arg) {
    x[0] = 1;
    __VERIFIER_atomic_begin();
#ifdef LOOKS
    if (y)
        x[0] = 2;
    else
        assert(x[0] == 1);
#elif defined ELSEWHERE
    seen = 1 - y;
    x[seen] = 2;
#else
    if (y)
        x[0] = 2;
    else
        seen = 1;
#endif
    __VERIFIER_atomic_end();
    return arg;
}

static void *write_too(void *arg) {
    x[0] = 5;
    y = 0;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, write_twice, NULL);
    pthread_create(&b, NULL, write_too, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!(seen && x[0] == 5));
}
