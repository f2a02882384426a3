// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// A reference count with the orders that it needs.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    atomic_int references;
    int values[2];
};

static struct shared *shared;

static void use(int which) {
    shared->values[which]++;
}

static void drop(void) {
    struct shared *s = shared;
    if (atomic_fetch_sub_explicit(&s->references, 1, memory_order_acq_rel) == 1)
        free(s);
}

static void *work(void *arg) {
    use(1);
    drop();
    return arg;
}

int main(void) {
    pthread_t thread;
    shared = calloc(1, sizeof *shared);
    atomic_init(&shared->references, 2);
    pthread_create(&thread, NULL, work, NULL);
    use(0);
    drop();
    pthread_join(thread, NULL);
    return 0;
}
