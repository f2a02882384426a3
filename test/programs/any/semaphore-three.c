// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 14
// options: --any-number work
// Three may enter, which nobody notices with two threads.
#include <assert.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t room;
static atomic_int inside;

void *work(void *arg) {
    sem_wait(&room);
    assert(atomic_fetch_add(&inside, 1) < 2);
    atomic_fetch_sub(&inside, 1);
    sem_post(&room);
    return arg;
}

int main(void) {
    sem_init(&room, 0, 3);
    return 0;
}
