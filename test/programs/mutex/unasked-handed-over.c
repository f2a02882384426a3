// SPDX-License-Identifier: Apache-2.0
// expect: violated reach-error line 17
// options: --prp parts/unreach-call.prp
// glibc gives a normal mutex back whoever unlocks it: where misuse is not asked for, the run goes on as it really does.
#include <pthread.h>
extern void reach_error(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *gives_back(void *arg) {
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, gives_back, NULL);
    pthread_mutex_lock(&m);
    reach_error();
    return pthread_join(t, NULL);
}
