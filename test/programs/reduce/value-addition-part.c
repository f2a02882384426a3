// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// An addition to a byte of a number does not commute with one to the number: it does not carry.
#include <assert.h>
#include <pthread.h>

static union {
    unsigned short both;
    unsigned char low;
} n = {.both = 0xff};

static void *add_byte(void *arg) {
    __atomic_fetch_add(&n.low, 1, __ATOMIC_SEQ_CST);
    return arg;
}

static void *add_number(void *arg) {
    __atomic_fetch_or(&n.both, 0x100, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&n.both, 1, __ATOMIC_SEQ_CST);
    return arg;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, add_byte, NULL);
    pthread_create(&t[1], NULL, add_number, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(n.both != 0x101);
}
