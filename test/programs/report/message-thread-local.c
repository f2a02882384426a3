// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 19
// message: read of a thread-local variable whose thread has ended
// A thread-local variable ends with its thread, not with a function.
#include <pthread.h>

static _Thread_local int own;
static int *shown;

static void *shows(void *arg) {
    shown = &own;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, shows, 0);
    pthread_join(t, 0);
    return *shown;
}
