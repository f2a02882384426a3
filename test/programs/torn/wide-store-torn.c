// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// Two halves written one after the other: a 64-bit read may see one of them.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union { volatile uint64_t whole; volatile uint32_t half[2]; } u;

static void *writer(void *arg) {
    u.half[0] = 1;
    u.half[1] = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    uint64_t w = u.whole;
    assert(w == 0 || w == 0x100000001);
    pthread_join(t, NULL);
    return 0;
}
