// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 29
// A heap object becomes shared because something shared points to what points to it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct inner { int v; };
struct outer { struct inner *in; };
static struct outer *volatile shared;

static void *write(void *arg) {
    struct outer *o = shared;
    if (o)
        o->in->v = 2;
    return arg;
}

int main(void) {
    pthread_t a;
    struct inner *in = malloc(sizeof *in);
    struct outer *o = malloc(sizeof *o);
    in->v = 1;
    o->in = in;
    pthread_create(&a, NULL, write, NULL);
    shared = o;
    int first = in->v, second = in->v;
    pthread_join(a, NULL);
    assert(first == second);
    free(in);
    free(o);
    return 0;
}
