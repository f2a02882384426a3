// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 19
// Two threads write neighbouring bit-fields: they share a word, and one write is lost.
#include <assert.h>
#include <pthread.h>

static struct { unsigned a : 4, b : 4; } flags;

static void *set_b(void *arg) {
    flags.b = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, set_b, NULL);
    flags.a = 1;
    pthread_join(t, NULL);
    assert(flags.a == 1 && flags.b == 1);
    return 0;
}
