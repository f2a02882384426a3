// SPDX-License-Identifier: Apache-2.0
// expect: unknown "use of a destroyed mutex"
// options: --prp parts/assert.prp
// levels: -O0
// message: --property mutex-misuse asks for it
// What follows the use of a destroyed mutex is not known.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    pthread_mutex_destroy(&m);
    pthread_mutex_lock(&m);
    return 0;
}
