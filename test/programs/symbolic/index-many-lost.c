// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 30
// The same without the lock: one of two counts at the same place is lost.
#include <assert.h>
#include <pthread.h>

enum { N = 40 };
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char counts[N], *place, first, second, had;

static void *count(void *arg) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n >= N)
        return arg;
    unsigned char *p = &counts[n];
    ++*p;
    place = p;
    (arg ? &first : &second)[0] = n;
    return arg;
}

int main(void) {
    pthread_t t;
    first = second = N;
    pthread_create(&t, NULL, count, &t);
    count(NULL);
    pthread_join(t, NULL);
    had = (first < N) + (second < N);
    if (had == 2)
        assert(*place == (first == second ? 2 : 1));
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n < N)
        assert(counts[n] <= 2);
    return 0;
}
