// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property leak
// Two threads drop their reference; the last one frees.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object { atomic_int refs; int v; };

static void *drop(void *arg) {
    struct object *o = arg;
    assert(o->v == 3);
    if (atomic_fetch_sub(&o->refs, 1) == 1)
        free(o);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct object *o = malloc(sizeof *o);
    atomic_init(&o->refs, 2);
    o->v = 3;
    pthread_create(&t, NULL, drop, o);
    drop(o);
    pthread_join(t, NULL);
    return 0;
}
