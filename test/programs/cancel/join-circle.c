// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Two threads join each other, and a third one cancels one of them: no deadlock.
#include <pthread.h>

static pthread_t first, second;

static void *joins(void *arg) {
    pthread_join(first, NULL);
    return arg;
}

static void *cancels(void *arg) {
    pthread_cancel(second);
    return arg;
}

int main(void) {
    pthread_t t;
    first = pthread_self();
    pthread_create(&second, NULL, joins, NULL);
    pthread_create(&t, NULL, cancels, NULL);
    pthread_join(second, NULL);
    pthread_join(t, NULL);
    return 0;
}
