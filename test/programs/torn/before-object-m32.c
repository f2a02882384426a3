// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// options: -m32
// A pointer that begins before its object: the access in pieces lies in it.
#include <assert.h>
#include <pthread.h>

static union {
    long long whole[2];
    volatile unsigned half[4];
} g;

struct later {
    char before[8];
    long long x;
};

static void *writes(void *arg) {
    struct later *q = arg;
    q->x = 0x100000001LL;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writes, (char *)&g - 8);
    unsigned high = g.half[1], low = g.half[0];
    assert(!(high == 1 && low == 0));
    pthread_join(t, NULL);
    return 0;
}
