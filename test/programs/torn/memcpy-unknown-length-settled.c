// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 32
// options: --nondet-range 15..16
// levels: -O0
// The same, but it is another thread that looks at the length.
#include <assert.h>
#include <pthread.h>
#include <string.h>

unsigned long __VERIFIER_nondet_ulong(void);

static unsigned long length;
static int is_long;
static char shared[16], source[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

static void *writer(void *arg) {
    memcpy(shared, source, length);
    return arg;
}

static void *looker(void *arg) {
    is_long = length > 15;
    return arg;
}

int main(void) {
    pthread_t t, u;
    length = __VERIFIER_nondet_ulong();
    pthread_create(&t, NULL, writer, NULL);
    pthread_create(&u, NULL, looker, NULL);
    int was_long = is_long, last = *(volatile char *)&shared[15], first = *(volatile char *)&shared[0];
    assert(!was_long || last == 0 || first == 1);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
