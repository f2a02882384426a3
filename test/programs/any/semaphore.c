// SPDX-License-Identifier: Apache-2.0
// expect: holds for any number of threads, but for deadlocks that are no circles of waits for locks
// options: --any-number work
// Two may enter; the program sets that up.
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
    sem_init(&room, 0, 2);
    return 0;
}
