// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// A reference count as many have it: decrements release, and only the last one acquires, by a fence.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
    atomic_int references;
    int values[2];
};

static struct shared *shared;

static void use_and_drop(int which) {
    struct shared *s = shared;
    s->values[which]++;
    if (atomic_fetch_sub_explicit(&s->references, 1, memory_order_release) == 1) {
        atomic_thread_fence(memory_order_acquire);
        free(s);
    }
}

static void *work(void *arg) {
    use_and_drop(1);
    return arg;
}

int main(void) {
    pthread_t thread;
    shared = calloc(1, sizeof *shared);
    atomic_init(&shared->references, 2);
    pthread_create(&thread, NULL, work, NULL);
    use_and_drop(0);
    pthread_join(thread, NULL);
    return 0;
}
