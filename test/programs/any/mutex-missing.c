// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 12
// options: --any-number work
// No critical section.
#include <assert.h>
#include <pthread.h>

static int inside;

void *work(void *arg) {
    inside++;
    assert(inside == 1);
    inside--;
    return arg;
}

int main(void) { return 0; }
