// SPDX-License-Identifier: Apache-2.0
// expect: violated null-dereference line 8
// A null pointer is no mutex.
#include <pthread.h>

int main(void) {
    pthread_mutex_t *volatile m = 0;
    pthread_mutex_lock(m);
    return 0;
}
