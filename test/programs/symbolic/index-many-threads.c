// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Two threads count at unknown places of one table, which a lock protects; one hands its place on.
#include <assert.h>
#include <pthread.h>

enum { N = 40 };
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char counts[N], *place;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *arg) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n >= N)
        return arg;
    unsigned char *p = &counts[n];
    pthread_mutex_lock(&lock);
    ++*p;
    place = p;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, count, NULL);
    count(NULL);
    pthread_join(t, NULL);
    if (place)
        assert(*place == 1 || *place == 2);
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n < N)
        assert(counts[n] <= 2);
    return 0;
}
