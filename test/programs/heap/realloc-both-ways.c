// SPDX-License-Identifier: Apache-2.0
// expect: holds without reuse of addresses
// options: --property leak
// Larger and smaller, moved or not: what was in the block stays, and who adjusts a pointer into it is right either way. A
// pointer inside the block to the block itself has to be adjusted too.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct list { struct list *self; int n; int items[]; };
static struct list *shared;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void add(int item) {
    int *last = shared->n ? &shared->items[shared->n - 1] : NULL;
    ptrdiff_t at = last ? last - shared->items : -1;
    struct list *old = shared, *new = reallocarray(old, 1, sizeof *new + sizeof(int) * ((size_t)old->n + 1));
    assert(new->n == 0 || new->items[at] == at);
    new->self = new;
    new->items[new->n++] = item;
    shared = new;
}

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    add(shared->n);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    shared = calloc(1, sizeof *shared);
    shared->self = shared;
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    assert(shared->self == shared && shared->n == 2 && shared->items[0] == 0 && shared->items[1] == 1);
    struct list *smaller = realloc(shared, sizeof *smaller);
    assert(smaller->n == 2 && (smaller == shared) == (smaller->self == smaller));
    free(smaller);
    return 0;
}
