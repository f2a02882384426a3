// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 28
// A name that is removed too early: the second thread makes a semaphore of its own.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static int counter;

static void *worker(void *arg) {
    sem_t *sem = sem_open("/counter", O_CREAT, 0600, 1);
    assert(sem != SEM_FAILED);
    sem_unlink("/counter");
    sem_wait(sem);
    counter++;
    sem_post(sem);
    assert(sem_close(sem) == 0);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
