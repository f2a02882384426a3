// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 24
// A local becomes visible to another thread only half-way through its life.
#include <assert.h>
#include <pthread.h>

static int *volatile window;

static void *meddle(void *arg) {
    if (window)
        *window = 9;
    return arg;
}

int main(void) {
    pthread_t a;
    int local = 1;
    pthread_create(&a, NULL, meddle, NULL);
    local++;
    window = &local;
    int seen = local;
    pthread_join(a, NULL);
    assert(seen == 2 || seen == 9);
    assert(seen == local);
    return 0;
}
