// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// What a pipe hands over is no race, whether it was written before or is written into by the reader.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static char shared[2] = "a";

static void *worker(void *arg) {
    write(ends[1], shared, 1);
    return arg;
}

int main(void) {
    pthread_t a;
    pipe(ends);
    pthread_create(&a, NULL, worker, NULL);
    char c;
    read(ends[0], &c, 1);
    shared[0] = 'b';
    assert(c == 'a');
    pthread_join(a, NULL);
    return 0;
}
