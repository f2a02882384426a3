// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --property race
// What is known of accesses does not grow: a program that runs for ever has finitely many states.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn, looks;
static int data;

static void *play(void *arg) {
    int me = arg != NULL;
    for (;;) {
        while (atomic_load_explicit(&turn, memory_order_acquire) != me)
            atomic_fetch_xor_explicit(&looks, 1, memory_order_relaxed);
        data = !data;
        atomic_store_explicit(&turn, !me, memory_order_release);
    }
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, play, &data);
    play(NULL);
}
