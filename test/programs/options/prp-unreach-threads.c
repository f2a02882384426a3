// SPDX-License-Identifier: Apache-2.0
// expect: violated reach-error line 22
// options: --prp parts/unreach-call.prp
// A race decides whether the error function is reached; a deadlock elsewhere does not decide.
#include <pthread.h>
extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int x;

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    x = 1;
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    if (x == 0)
        reach_error();
    return 0;
}
