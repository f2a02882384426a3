// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --prp parts/unreach-call.prp
// message: also seen, not asked for: mutex-misuse
// The same with the check where it belongs: a mutex is locked by one thread and unlocked by another, and nobody asks whether that is right.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__))
__attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "task-handed-over-right.c", 8, "reach_error"); }
#include <pthread.h>

void __VERIFIER_assert(int expression) { if (!expression) { ERROR: {reach_error(); abort();} } return; }

pthread_mutex_t full = PTHREAD_MUTEX_INITIALIZER, empty = PTHREAD_MUTEX_INITIALIZER;
int slot, taken;

void *producer(void *arg) {
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&empty);
        slot = i;
        pthread_mutex_unlock(&full);
    }
    return 0;
}

void *consumer(void *arg) {
    for (int i = 1; i <= 2; i++) {
        pthread_mutex_lock(&full);
        taken = slot;
        __VERIFIER_assert(taken == i);
        pthread_mutex_unlock(&empty);
    }
    return 0;
}

int main(void) {
    pthread_t p, c;
    pthread_mutex_lock(&full);
    pthread_create(&p, 0, producer, 0);
    pthread_create(&c, 0, consumer, 0);
    pthread_join(p, 0);
    pthread_join(c, 0);
    return 0;
}
