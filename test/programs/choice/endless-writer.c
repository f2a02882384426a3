// SPDX-License-Identifier: Apache-2.0
// no-none: too many states
// expect: holds
// A thread that writes for ever what nobody else touches, beside three that come to an end.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int slots[4];

static void *write_for_ever(void *arg) {
    for (;;) {
        slots[3] = 1;
        slots[3] = 0;
    }
    return arg;
}

static void *count(void *arg) {
    for (int i = 0; i < 3; i++)
        slots[(long)arg]++;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, write_for_ever, NULL);
    for (long i = 0; i < 3; i++)
        pthread_create(&thread, NULL, count, (void *)i);
    pthread_exit(NULL);
}
