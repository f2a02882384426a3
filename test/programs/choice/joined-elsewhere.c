// SPDX-License-Identifier: Apache-2.0
// check: violated mutex-misuse: -DLOOKS
// check: violated mutex-misuse: -DDETACHES
// check: violated mutex-misuse: -DJOINS
// Main joins two threads, one after the other. It will look at what the second one does only when that has ended; but a third one has
// its handle, and can see that it was joined, or see to it that main need not wait.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int x, y;

static void *one(void *arg) {
    x = 1;
    x = 2;
    return arg;
}

static void *two(void *arg) {
    y = 1;
    y = 2;
    return arg;
}

static void *three(void *arg) {
#ifdef LOOKS
    clockid_t clock;
    pthread_getcpuclockid((pthread_t)arg, &clock);
#elif defined DETACHES
    pthread_detach((pthread_t)arg);
#else
    pthread_join((pthread_t)arg, NULL);
#endif
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_create(&c, NULL, three, (void *)b);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(y == 2);
    pthread_join(c, NULL);
}
