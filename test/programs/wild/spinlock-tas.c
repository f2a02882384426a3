// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --context-bound 2
// A test-and-set lock with a back-off that yields, as lock libraries have it; the bound leaves every thread its turn.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

typedef struct { atomic_flag held; } spinlock_t;

static spinlock_t l = {ATOMIC_FLAG_INIT};
static int counter, owners;

static void spin_lock(spinlock_t *s) {
    int tries = 0;
    while (atomic_flag_test_and_set_explicit(&s->held, memory_order_acquire))
        if (++tries == 2) {
            tries = 0;
            sched_yield();
        }
}

static void spin_unlock(spinlock_t *s) { atomic_flag_clear_explicit(&s->held, memory_order_release); }

static void *add(void *arg) {
    for (int i = 0; i < 2; i++) {
        spin_lock(&l);
        assert(++owners == 1);
        counter++;
        owners--;
        spin_unlock(&l);
    }
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(counter == 4);
    return 0;
}
