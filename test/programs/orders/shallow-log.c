// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free|null-dereference
// orders: mixed bfs
// options: --reduction global
// A log grows for ever; beside it, somebody uses what its owner gives back.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct entry {
    struct entry *next;
};
static struct entry *_Atomic lines;
static int *_Atomic shared;

static void *logger(void *arg) {
    for (;;) {
        struct entry *e = malloc(sizeof *e);
        e->next = lines;
        lines = e;
    }
    return arg;
}

static void *user(void *arg) {
    if (shared)
        *shared = 1;
    return arg;
}

static void *owner(void *arg) {
    int *mine = shared;
    shared = NULL;
    free(mine);
    return arg;
}

int main(void) {
    pthread_t t;
    shared = malloc(sizeof *shared);
    pthread_create(&t, NULL, logger, NULL);
    pthread_create(&t, NULL, user, NULL);
    pthread_create(&t, NULL, owner, NULL);
    pthread_exit(NULL);
}
