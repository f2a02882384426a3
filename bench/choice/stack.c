// SPDX-License-Identifier: Apache-2.0
// A lock-free stack: each thread pushes two nodes of its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 3
#endif
struct node {
    struct node *next;
};
static struct node nodes[N][2];
static struct node *_Atomic top;
static void *work(void *arg) {
    int me = (int)(long)arg;
    for (int i = 0; i < 2; i++) {
        struct node *old = atomic_load(&top);
        do {
            nodes[me][i].next = old;
        } while (!atomic_compare_exchange_strong(&top, &old, &nodes[me][i]));
    }
    return NULL;
}
int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    int n = 0;
    for (struct node *x = top; x; x = x->next)
        n++;
    assert(n == 2 * N);
    return 0;
}
