// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 21
// While a block is copied, the other thread forgets both blocks: nobody else can reach them any more, and one piece has been
// loaded and not stored. With an invariant, memory becomes private again.
// options: --invariant is_small
#include "../../../include/heddle.h"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static long *from, *to;
static int is_midway;
int is_small(void) { return is_midway < 2; }

static void *copies(void *arg) {
    long *s = from, *d = to;
    if (!s || !d)
        return arg;
    memcpy(d, s, 4 * sizeof *d);
    assert(!is_midway || d[1] != 2 || d[3] != 4);
    return arg;
}

static void *forgets(void *arg) {
    heddle_atomic_begin();
    from[1] = 77;
    is_midway = to[1] == 0;
    from = to = NULL;
    heddle_atomic_end();
    return arg;
}

int main(void) {
    from = malloc(4 * sizeof *from);
    to = calloc(4, sizeof *to);
    for (int i = 0; i < 4; i++)
        from[i] = i + 1;
    pthread_t a, b;
    pthread_create(&a, NULL, copies, NULL);
    pthread_create(&b, NULL, forgets, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
