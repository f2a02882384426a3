// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -march=x86-64-v2
// levels: -O0 -O2
// A 16-byte compare-and-swap is one step.
#include <assert.h>
#include <pthread.h>

static _Alignas(16) unsigned __int128 pair;

static void *bump(void *arg) {
    unsigned __int128 old, both = ((unsigned __int128)1 << 64) + 1;
    do
        old = __atomic_load_n(&pair, __ATOMIC_SEQ_CST);
    while (!__sync_bool_compare_and_swap(&pair, old, old + both));
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, bump, NULL);
    pthread_create(&b, NULL, bump, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert((unsigned long)pair == 2 && (unsigned long)(pair >> 64) == 2);
    return 0;
}
