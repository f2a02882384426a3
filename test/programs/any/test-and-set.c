// SPDX-License-Identifier: Apache-2.0
// expect: holds for any number of threads, but for deadlocks that are no circles of waits for locks
// options: --any-number work
// A test-and-set lock.
#include <assert.h>
#include <stdatomic.h>

static atomic_flag held = ATOMIC_FLAG_INIT;
static atomic_int inside;

void *work(void *arg) {
    while (atomic_flag_test_and_set(&held))
        ;
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_flag_clear(&held);
    return arg;
}

int main(void) { return 0; }
