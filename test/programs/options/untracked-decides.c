// SPDX-License-Identifier: Apache-2.0
// No run of the program comes to 50, all of them together do.
// expect: unknown "a violation was found that depends on untracked data: assertion"
// options: --untracked count
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int shared;
static int count;

static void *work(void *arg) {
    for (int i = 0; i < 3; i++) {
        shared++;
        heddle_atomic_begin();
        count++;
        assert(count < 50);
        heddle_atomic_end();
    }
    return arg;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, work, NULL);
    work(NULL);
    pthread_join(other, NULL);
    return 0;
}
