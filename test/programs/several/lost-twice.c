// SPDX-License-Identifier: Apache-2.0
// expect: holds but for 2 suppressed violations and other places where the same is lost
// options: --property leak --suppress several/lost-twice.rules
// A block is known to a variable and to a register of another thread, and both forget it, one after the other: where it is lost depends
// on that. The state in which it was lost, and which the search goes on from, is one without it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic known;
static atomic_int x;

static void *writer(void *arg) {
    known = malloc(4);
    known = NULL;
    return arg;
}

static void *reader(void *arg) {
    x = known == known;
    x = 2;
    return arg;
}

static void *other(void *arg) {
    x = 3;
    x = 4;
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, writer, NULL);
    pthread_create(&t[1], NULL, reader, NULL);
    pthread_create(&t[2], NULL, other, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
}
