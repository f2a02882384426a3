// SPDX-License-Identifier: Apache-2.0
// What a proposition reads changes with the run: a second variable only while a first one has some value, or what a pointer
// points to. What another thread has written there before matters, although nobody has looked at it then.
//
// check: violated liveness: --ltl 'guard U {!guard && value}'
// check: holds: --ltl 'guard U {!guard}'
// check: violated liveness: --ltl '!({guard} U {!guard && !value})'
// check: violated liveness: --ltl '{p == &first} U {p == &second && *p == 1}'
// check: holds: --ltl '{p == &first} U {p == &second && *p < 2}'
// check: violated liveness: -DENDLESS --weak-fairness --ltl '[]<> all_are_zero'
#include <pthread.h>
#include <string.h>

static int guard = 1, value = 1, first = 1, second = 1, *p = &first;
static int big[4];

static int all_are_zero(void) {
    for (int i = 0; i < 4; i++)
        if (big[i])
            return 0;
    return 1;
}

static void *change(void *arg) {
    guard = 0;
    p = &second;
#ifdef ENDLESS
    for (;;) {
        big[1] = 1;
        memset(big, 0, sizeof big);
    }
#endif
    return arg;
}

static void *write_twice(void *arg) {
    value = 0;
    value = 1;
    second = 0;
    second = 1;
#ifdef ENDLESS
    for (;;) {
        big[2] = 1;
        big[2] = 0;
    }
#endif
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, change, NULL);
    pthread_create(&b, NULL, write_twice, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return all_are_zero() ? 0 : 1;
}
