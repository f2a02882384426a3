// SPDX-License-Identifier: Apache-2.0
// expect: unknown "let main return"
// options: --any-number work
// The threads begin when main has returned. It never does.
#include <assert.h>
#include <pthread.h>

void *work(void *arg) {
    assert(0);
    return arg;
}

int main(void) { pthread_exit(NULL); }
