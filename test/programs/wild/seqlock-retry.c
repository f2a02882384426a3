// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --context-bound 2
// A sequence lock as in kernels: the reader spins while the counter is odd and compares it afterwards.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
    atomic_uint sequence;
    atomic_int x, y;
} seqdata;

static seqdata data;

static inline unsigned read_seqbegin(seqdata *d) {
    unsigned s;
    while ((s = atomic_load(&d->sequence)) & 1)
        ;
    return s;
}

static void *writer(void *arg) {
    atomic_fetch_add(&data.sequence, 1);
    data.x = 1;
    data.y = 1;
    atomic_fetch_add(&data.sequence, 1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    unsigned s;
    int x, y;
    do {
        s = read_seqbegin(&data);
        x = data.x;
        y = data.y;
    } while (atomic_load(&data.sequence) != s);
    assert(x == y);
    pthread_join(t, NULL);
    return 0;
}
