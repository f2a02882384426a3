// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// A queue that takes one number more than it has room for.
#include <assert.h>
#include <pthread.h>

enum { SLOTS = 2, N = 4 };

int __VERIFIER_nondet_int(void);
static int slots[SLOTS], sent[N];
static unsigned head, tail;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void put(int v) {
    pthread_mutex_lock(&m);
    while (tail - head == SLOTS + 1)
        pthread_cond_wait(&changed, &m);
    slots[tail++ % SLOTS] = v;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
}

static int take(void) {
    pthread_mutex_lock(&m);
    while (tail == head)
        pthread_cond_wait(&changed, &m);
    int v = slots[head++ % SLOTS];
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
    return v;
}

static void *producer(void *arg) {
    for (int i = 0; i < N; i++)
        put(sent[i]);
    return arg;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < N; i++)
        sent[i] = __VERIFIER_nondet_int();
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 0; i < N; i++) {
        int got = take();
        assert(got == sent[i]);
    }
    pthread_join(t, NULL);
}
