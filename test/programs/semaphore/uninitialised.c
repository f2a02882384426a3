// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 8
// A semaphore on the stack that was never initialised.
#include <semaphore.h>

int main(void) {
    sem_t s;
    sem_wait(&s);
    return 0;
}
