// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free|double-free line 13|14
// The count is read again after it was lowered: by then the object may be gone.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object { atomic_int refs; int v; };

static void *drop(void *arg) {
    struct object *o = arg;
    atomic_fetch_sub(&o->refs, 1);
    if (atomic_load(&o->refs) == 0)
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
