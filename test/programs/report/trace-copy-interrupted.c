// SPDX-License-Identifier: Apache-2.0
// A struct assignment that another thread interrupts is told in two parts.
// expect: violated assertion line 22
// options: --trace-full
// message: shared = \(Pair\)\{1, 2\}; +shared\.a = 1\n(.*\n)*.*\.\.\. shared = \(Pair\)\{1, 2\}; +shared\.b = 2
#include <assert.h>
#include <pthread.h>

typedef struct { long a, b; } Pair;
static Pair shared;
static int seen;

static void *reader(void *arg) {
    seen = shared.a == 1 && shared.b == 0;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    shared = (Pair){1, 2};
    pthread_join(t, NULL);
    assert(!seen);
}
