// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -m32
// Each thread opens the semaphore by its name; it excludes them from each other.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static int counter;

static void *worker(void *arg) {
    sem_t *sem = sem_open("/counter", O_CREAT, 0600, 1);
    assert(sem != SEM_FAILED);
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
    assert(sem_unlink("/counter") == 0);
    return 0;
}
