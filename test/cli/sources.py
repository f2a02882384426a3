# SPDX-License-Identifier: Apache-2.0
"""C programs that several subjects use, and the words for reductions."""

GOOD = """\
#include <assert.h>
int main(void) {
    assert(1 + 1 == 2);
    return 0;
}
"""
BAD = """\
#include <assert.h>
static volatile int x = 1;
static int twice(int v) { return 2 * v; }
int main(void) {
    int y = twice(x);
    assert(y == 3);
    return 0;
}
"""
RACE = """\
#include <assert.h>
#include <pthread.h>
static int counter;
static void *add(void *arg) {
    counter++;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
"""
# More states than any machine explores in the time of a test.
HUGE = """\
#include <pthread.h>
static volatile unsigned long a, b;
static void *count(void *p) {
    volatile unsigned long *x = p;
    for (;;)
        ++*x;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, count, (void *)&a);
    count((void *)&b);
    return 0;
}
"""
# Two preemptions are needed for the assertion to fail.
TWO_PREEMPTIONS = """\
#include <assert.h>
#include <pthread.h>
static volatile int x;
static void *writer(void *arg) {
    x = 1;
    x = 2;
    return arg;
}
static void *reader(void *arg) {
    int first = x, second = x;
    assert(!(first == 1 && second == 2));
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
"""
# With 4 rounds 53,425 states under the default reduction, 10,532 with 3.
MANY = """\
#include <assert.h>
#include <pthread.h>
static volatile int x;
static void *add(void *arg) {
    for (int i = 0; i < ROUNDS; i++)
        x = x + 1;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    add(0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x <= 3 * ROUNDS - LESS);
    return 0;
}
"""
# Everything happens under the lock, so one step of the default reduction has several visible operations.
LOCKED = """\
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, calls;
static void *add(void *arg) {
    pthread_mutex_lock(&lock);
    sum += 2;
    calls++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    int seen = sum;
    pthread_mutex_unlock(&lock);
    assert(seen == WANTED || seen == 4);
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(calls == 2);
    return 0;
}
"""
REDUCTIONS = ("none", "global", "tau", "tau+", "superstep", "default")
SWITCHES = ("--no-heap-symmetry", "--no-store-visibility", "--no-lock-reduction", "--no-future", "--no-supersteps",
            "--no-value-reduction", "--no-thread-choice")
