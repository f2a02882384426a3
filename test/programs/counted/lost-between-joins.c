// SPDX-License-Identifier: Apache-2.0
// expect: violated leak
// options: --property leak
// no-none: too many states
// Between two joins main loses a block. The first thread to come ends, any other one ends the program: so it matters
// whether main waits for the first.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS = 4 };
static atomic_int arrived;

static void *work(void *arg) {
    if (atomic_fetch_add(&arrived, 1) > 0)
        exit(0);
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    char *block = malloc(1);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    pthread_join(threads[THREADS - 1], NULL);
    block = NULL;
    for (int i = 0; i < THREADS - 1; i++)
        pthread_join(threads[i], NULL);
    return block != NULL;
}
