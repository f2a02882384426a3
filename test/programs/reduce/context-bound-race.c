// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 21
// options: --context-bound 1
// A lost update needs one preemption only.
#include <assert.h>
#include <pthread.h>

static int x;

static void *add(void *arg) {
    x++;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}
