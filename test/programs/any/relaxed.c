// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency, for any number of threads, but for deadlocks that are no circles of waits for locks
// options: --any-number left --any-number right
// Each of two sees what the other has written, or is seen; with weaker orders it need not be so.
#include <assert.h>
#include <stdatomic.h>

static atomic_int x, y, has_left, has_right, neither;

void *left(void *arg) {
    if (atomic_exchange(&has_left, 1))
        return arg;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    if (!atomic_load_explicit(&y, memory_order_relaxed))
        assert(atomic_fetch_add(&neither, 1) == 0);
    return arg;
}

void *right(void *arg) {
    if (atomic_exchange(&has_right, 1))
        return arg;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    if (!atomic_load_explicit(&x, memory_order_relaxed))
        assert(atomic_fetch_add(&neither, 1) == 0);
    return arg;
}

int main(void) { return 0; }
