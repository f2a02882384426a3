// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 16
// no-none: too many states
// Main counts in a global which threads it has joined. No thread reads it; but who ends the program does.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS = 4 };
static pthread_t threads[THREADS];
static atomic_int arrived;
static int joined;

__attribute__((destructor)) static void look(void) {
    assert(joined != 1);
}

static void *work(void *arg) {
    if (atomic_fetch_add(&arrived, 1) > 0)
        exit(0);
    return arg;
}

int main(void) {
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = THREADS; i-- > 0; joined++)
        pthread_join(threads[i], NULL);
    return 0;
}
