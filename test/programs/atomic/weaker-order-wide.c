// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// levels: -O0 -O2
// Atomic objects that are larger than every instruction are functions of libatomic, with an order each.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
typedef struct {
    long a, b, c, d;
} Wide;
static _Atomic Wide shared;
static void *writes(void *arg) {
    Wide w = {1, 1, 1, 1};
    atomic_store_explicit(&shared, w, memory_order_release);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writes, NULL);
    Wide w = atomic_load(&shared);
    assert(w.a == w.d);
    return pthread_join(t, NULL);
}
