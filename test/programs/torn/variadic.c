// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 34
// A structure that is handed to a variadic function is read in pieces.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>

static struct four {
    long a, b, c, d;
} g;

static long difference(int n, ...) {
    va_list list;
    va_start(list, n);
    struct four x = va_arg(list, struct four);
    va_end(list);
    return x.a - x.d;
}

static void *writes_up(void *arg) {
    atomic_store((_Atomic long *)&g.a, 1);
    atomic_store((_Atomic long *)&g.d, 1);
    return arg;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < 3; i++)
        assert(difference(i, g) == 0);
    pthread_create(&t, NULL, writes_up, NULL);
    long seen = difference(0, g);
    pthread_join(t, NULL);
    assert(seen != -1);         // a before both stores, d after
    return 0;
}
