// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Thread-locals known only through private memory: a context block, a chain of blocks, a block that a local points to, an
// element of an array, a pointer that goes away and comes back.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct link {
    struct link *next;
    int *count;
};

static _Thread_local int calls, table[3];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void add(int n) {
    pthread_mutex_lock(&lock);
    total += n;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
    struct link *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    struct link **local = &first;
    *second = (struct link){NULL, &calls};
    *first = (struct link){second, &table[1]};
    second = NULL;
    add(1);
    ++*(*local)->next->count;
    ++*first->count;
    assert(calls == 1 && table[1] == 1 && table[0] == 0);
    *first->count = 0;
    first->count = NULL;
    add(1);
    assert(table[1] == 0);
    first->count = &table[2];
    add(1);
    *first->count = 7;
    assert(table[2] == 7);
    free(first->next);
    free(first);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    worker(NULL);
    pthread_join(thread, NULL);
    assert(total == 6);
    return 0;
}
