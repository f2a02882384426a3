// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds line 16
// orders: mixed dfs
// options: --reduction global
// A writer that is too far ahead of its readers writes behind the end of the buffer.
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 60, READERS = 3 };
static int buffer[SIZE];
static atomic_int used;

static void *writer(void *arg) {
    for (;;) {
        int at = used;
        buffer[at] = 1;
        used++;
    }
    return arg;
}

static void *reader(void *arg) {
    for (;;) {
        int n = used;
        if (n > 0)
            atomic_compare_exchange_strong(&used, &n, n - 1);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_create(&t, NULL, reader, NULL);
    pthread_join(t, NULL);
}
