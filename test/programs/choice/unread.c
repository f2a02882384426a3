// SPDX-License-Identifier: Apache-2.0
// check: holds: -DRIGHT
// check: violated assertion: -DLOOKS
// check: violated assertion: -DADDS
// check: violated assertion: -DHALF
// check: violated assertion: -DJOINS_ONE
// check: violated assertion: -DSTARTS
// check: violated assertion: -DMEMORY
// check: violated assertion: -DAT_EXIT
// Two threads write the same variable again and again. If nobody reads it before both have ended, only the last write counts; here
// somebody does, in various ways, and needs one of those that are written over.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static union {
    int whole;
    struct {
        short low, high;
    };
} x;
static int done;

static void *write_often(void *arg) {
    x.whole = 1;
    x.whole = 2;
#ifdef HALF
    x.high = 1;
#else
    x.whole = 3;
#endif
    return arg;
}

static void *write_too(void *arg) {
#ifdef ADDS
    x.whole += 4;
#else
    x.whole = 3;
#endif
#ifdef LOOKS
    assert(x.whole != 2);
#endif
    return arg;
}

static void *look(void *arg) {
    assert(x.whole != 2);
    return arg;
}

#ifdef AT_EXIT
static void at_exit(void) { assert(x.whole != 2); }
#endif

int main(void) {
    pthread_t a, b, c;
    (void)c;
#ifdef AT_EXIT
    atexit(at_exit);
#endif
    pthread_create(&a, NULL, write_often, NULL);
    pthread_create(&b, NULL, write_too, NULL);
#ifdef AT_EXIT
    pthread_join(b, NULL);
    exit(0);
#endif
#ifdef MEMORY
    int copy;
    memcpy(&copy, &x, sizeof copy);
    assert(copy != 2);
#endif
#ifdef JOINS_ONE
    pthread_join(b, NULL);
    assert(x.whole != 2);
#endif
#ifdef STARTS
    pthread_create(&c, NULL, look, NULL);
    pthread_join(c, NULL);
#else
    (void)look;
#endif
    pthread_join(a, NULL);
#ifndef JOINS_ONE
    pthread_join(b, NULL);
#endif
    done = x.whole;
#ifdef ADDS
    assert(done != 6); // 2 + 4, and then 3 is not written: it is read before and written after
    assert(done != 5);
#elif defined HALF
    assert(done != (3 | 1 << 16)); // all of it was written between 2 and the high half
#else
    assert(done == 3);
#endif
}
