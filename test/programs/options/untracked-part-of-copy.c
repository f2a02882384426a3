// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 24
// A copy of which a part is untracked may store the rest from the end on.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static struct counted {
    long count, a, b;
} g;
static int x;

static void *copies(void *arg) {
    struct counted s = {0, 1, 1};
    x++;
    g = s;
    return arg;
}

int main(void) {
    pthread_t t;
    heddle_untracked(&g.count, sizeof g.count);
    pthread_create(&t, NULL, copies, NULL);
    int y = x; long b = g.b, a = g.a; assert(!(b == 1 && a == 0));
    pthread_join(t, NULL);
    return y - y;
}
