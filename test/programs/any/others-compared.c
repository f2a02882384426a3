// SPDX-License-Identifier: Apache-2.0
// expect: unknown "two pointers to other threads"
// options: --any-number work
// Whether two handles are those of one thread: threads that are counted have none.
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
    assert(a != pthread_self() && a != b);
    heddle_atomic_end();
    return arg;
}

int main(void) { return sem_init(&never, 0, 0); }
