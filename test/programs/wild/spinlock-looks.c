// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 30
// options: --context-bound 2
// A test-and-test-and-set lock whose second look takes nothing: two threads may leave their loops together.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

typedef struct { atomic_int held; } spinlock_t;

static spinlock_t l = {0};
static int counter, owners;

static void spin_lock(spinlock_t *s) {
    int tries = 0;
    while (s->held)
        if (++tries == 2) {
            tries = 0;
            sched_yield();
        }
    s->held = 1;
}

static void spin_unlock(spinlock_t *s) { s->held = 0; }

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
