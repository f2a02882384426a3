// SPDX-License-Identifier: Apache-2.0
// expect: violated invariant
// options: --invariant is_sorted
// The invariant follows pointers: a list that another thread is just changing.
#include <pthread.h>
#include <stdlib.h>

struct cell {
    int value;
    struct cell *next;
};
static struct cell *first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int is_sorted(void) {
    for (struct cell *c = first; c && c->next; c = c->next)
        if (c->value > c->next->value)
            return 0;
    return 1;
}

// Puts the new cell in front and sorts afterwards.
static void *insert(void *arg) {
    struct cell *c = malloc(sizeof *c);
    c->value = (int)(long)arg;
    pthread_mutex_lock(&lock);
    c->next = first;
    first = c;
    if (c->next && c->value > c->next->value) {
        int smaller = c->next->value;
        c->next->value = c->value;
        c->value = smaller;
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, insert, (void *)1L);
    insert((void *)2L);
    pthread_join(t, NULL);
    return 0;
}
