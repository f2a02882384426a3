// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// A semaphore that nobody posts, with an unknown count that may be zero.
#include <semaphore.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    sem_t s;
    sem_init(&s, 0, __VERIFIER_nondet_uint() & 1);
    sem_wait(&s);
}
