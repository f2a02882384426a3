// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 10
// A signal to a destroyed condition variable.
#include <pthread.h>

static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

int main(void) {
    pthread_cond_destroy(&cond);
    pthread_cond_signal(&cond);
    return 0;
}
