// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A semaphore with an unknown count of at least one.
#include <semaphore.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    sem_t s;
    sem_init(&s, 0, (__VERIFIER_nondet_uint() & 1) + 1);
    sem_wait(&s);
}
