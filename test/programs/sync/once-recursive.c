// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock line 9
// The routine waits for itself.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void init(void) {
    pthread_once(&once, init);
}

int main(void) {
    pthread_once(&once, init);
    return 0;
}
