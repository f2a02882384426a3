// SPDX-License-Identifier: Apache-2.0
// expect: holds for any number of threads, but for deadlocks that are no circles of waits for locks
// levels: -O0
// options: --any-number use
// Initialisation that is looked for twice, on the heap.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(int *) value;

void *use(void *arg) {
    if (!value) {
        pthread_mutex_lock(&lock);
        if (!value) {
            int *made = malloc(sizeof *made);
            if (!made)
                abort();
            *made = 42;
            value = made;
        }
        pthread_mutex_unlock(&lock);
    }
    assert(*value == 42);
    return arg;
}

int main(void) { return 0; }
