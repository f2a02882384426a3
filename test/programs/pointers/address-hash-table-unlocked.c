// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// Threads insert their nodes into a table that is hashed by address; without a lock one gets lost.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define BUCKETS 1
struct node {
    struct node *next;
    int value;
};
static struct node *table[BUCKETS];

static unsigned hash(const void *p) { return ((uintptr_t)p >> 4) % BUCKETS; }

static int has(const struct node *n) {
    for (const struct node *at = table[hash(n)]; at; at = at->next)
        if (at == n)
            return 1;
    return 0;
}

static void *insert(void *arg) {
    struct node *n = malloc(sizeof *n);
    n->value = (int)(intptr_t)arg;
    n->next = table[hash(n)];
    table[hash(n)] = n;
    return n;
}

int main(void) {
    pthread_t t[2];
    void *nodes[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, insert, (void *)(intptr_t)(i + 1));
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], &nodes[i]);
    assert(has(nodes[0]) && has(nodes[1]));
    for (int i = 0; i < 2; i++)
        free(nodes[i]);
    return 0;
}
