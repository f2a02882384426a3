// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Two threads fill a block of an unknown size from both ends of what is known of it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

unsigned short __VERIFIER_nondet_ushort(void);
static char *block;
static unsigned short n;

static void *fill(void *arg) {
    block[3] = 3;
    if (n > 7)
        block[7] = 7;
    return arg;
}

int main(void) {
    pthread_t t;
    n = __VERIFIER_nondet_ushort();
    if (n < 4)
        return 0;
    block = malloc(n);
    if (!block)
        return 0;
    pthread_create(&t, NULL, fill, NULL);
    block[0] = 1;
    if (n > 8)
        block[8] = 8;
    pthread_join(t, NULL);
    assert(block[0] == 1 && block[3] == 3);
    if (n > 8)
        assert(block[7] == 7 && block[8] == 8);
    free(block);
    return 0;
}
