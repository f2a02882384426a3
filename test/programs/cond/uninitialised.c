// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 8
// A condition variable on the stack that was never initialised.
#include <pthread.h>

int main(void) {
    pthread_cond_t cond;
    pthread_cond_signal(&cond);
    return 0;
}
