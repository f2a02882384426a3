// SPDX-License-Identifier: Apache-2.0
// no-none: too many states
// expect: holds under sequential consistency
// Two readers see two independent writes in the same order.
#include <assert.h>
#include <pthread.h>

static volatile int x, y;
static int a1, a2, b1, b2;

static void *write_x(void *arg) { x = 1; return arg; }
static void *write_y(void *arg) { y = 1; return arg; }
static void *read_xy(void *arg) { a1 = x; a2 = y; return arg; }

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, write_x, NULL);
    pthread_create(&t[1], NULL, write_y, NULL);
    pthread_create(&t[2], NULL, read_xy, NULL);
    b1 = y;
    b2 = x;
    pthread_join(t[2], NULL);
    assert(!(a1 == 1 && a2 == 0 && b1 == 1 && b2 == 0));
    return 0;
}
