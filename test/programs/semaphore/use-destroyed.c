// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 11
// A wait for a destroyed semaphore.
#include <semaphore.h>

static sem_t sem;

int main(void) {
    sem_init(&sem, 0, 1);
    sem_destroy(&sem);
    sem_wait(&sem);
    return 0;
}
