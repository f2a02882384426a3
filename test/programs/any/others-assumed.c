// SPDX-License-Identifier: Apache-2.0
// expect: unknown "two pointers to other threads"
// options: --any-number work
// A run that ends at an assumption about two handles is not simply gone: they may be those of one thread.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_t a, b;
static int is_set;
static sem_t never;

void *work(void *arg) {
    heddle_atomic_begin();
    if (!is_set) {
        a = b = pthread_self();
        is_set = 1;
        heddle_atomic_end();
        sem_wait(&never);
        return arg;
    }
    heddle_assume(a == b);
    assert(is_set == 0);
    heddle_atomic_end();
    return arg;
}

int main(void) { return sem_init(&never, 0, 0); }
