// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 15
// A place in a block is shown to others, taken back, and shown again: then they see the block again, too.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { N = 40 };
unsigned char __VERIFIER_nondet_uchar(void);
static char *volatile shown;

static void *look(void *arg) {
    char *q = shown;
    if (q)
        assert(*q == 0);
    return arg;
}

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    char *block = calloc(N, 1);
    if (n >= N || !block)
        return 0;
    char *p = &block[n];
    shown = p;
    shown = NULL;
    pthread_t t;
    pthread_create(&t, NULL, look, NULL);
    shown = p;
    *(volatile char *)block = 1;
    *(volatile char *)block = 0;
    pthread_join(t, NULL);
    return 0;
}
