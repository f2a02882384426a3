// SPDX-License-Identifier: Apache-2.0
// expect: holds
// An atomic structure larger than any instruction handles goes through the library, and is not torn.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct triple { long a, b, c; };
static _Atomic struct triple shared;

static void *writer(void *arg) {
    struct triple t = {1, 1, 1};
    atomic_store(&shared, t);
    return arg;
}

int main(void) {
    pthread_t w;
    pthread_create(&w, NULL, writer, NULL);
    struct triple t = atomic_load(&shared);
    assert(t.a == t.b && t.b == t.c);
    pthread_join(w, NULL);
    struct triple want = {1, 1, 1}, next = {2, 3, 4};
    assert(atomic_compare_exchange_strong(&shared, &want, next));
    assert(!atomic_compare_exchange_strong(&shared, &want, next) && want.c == 4);
    struct triple old = atomic_exchange(&shared, want);
    assert(old.b == 3);
    return 0;
}
