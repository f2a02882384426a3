// SPDX-License-Identifier: Apache-2.0
// expect: violated null-dereference
// options: --property uninitialized
// The last pointer to the control block of a thread is overwritten, sometimes while that thread lives, sometimes after its end.
#define _GNU_SOURCE
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

struct cell {
    int v;
    struct cell *next;
};
struct box {
    int before;
    pthread_mutex_t m;
    int v;
};
volatile int program_number = 1;

static pthread_t h0;
static int count;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *t0(void *arg);
static void *t1(void *arg);
static void *t2(void *arg);
static void started(void) {
    count = (count + 1) & 7;
}
static void *t2(void *arg) {
    struct cell *p1 = NULL;
    p1 = malloc(9); pthread_exit(p1);
    return NULL;
}
static void *t1(void *arg) {
    pthread_once(&once, started);
    return NULL;
}
static void *t0(void *arg) {
    pthread_t child;
    pthread_create(&child, NULL, t2, (void *)3L);
        child = h0;
    pthread_join(child, NULL);
    return NULL;
}
static void run(void *arg) {
    pthread_t id[4];
    pthread_create(&id[0], NULL, t0, (void *)0L);
        pthread_create(&h0, NULL, t1, (void *)1L);
    pthread_join(id[0], NULL);
}

int main(void) {
    if (program_number >= 0)
        run((void *)3L);
    return 0;
}
