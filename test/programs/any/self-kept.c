// SPDX-License-Identifier: Apache-2.0
// expect: unknown "a pointer to another thread"
// options: --any-number work
// Threads leave their handles where others can see them: they have names.
#include <pthread.h>

pthread_t last;

void *work(void *arg) {
    last = pthread_self();
    return arg;
}

int main(void) { return 0; }
