// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A routine is left by the end of its thread, with others that wait: one of them runs it again, and none runs it a third time.
#include <assert.h>
#include <pthread.h>

static pthread_once_t flag = PTHREAD_ONCE_INIT;
static int times;

static void routine(void) {
    if (++times == 1)
        pthread_exit(NULL);
}
static void *start(void *arg) {
    pthread_once(&flag, routine);
    assert(times == 2);
    return arg;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, start, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    pthread_once(&flag, routine);
    assert(times == 2);
    return 0;
}
