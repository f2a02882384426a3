// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// message: POSIX lets readers wait for a writer that waits
// A reader waits for another reader, which may have to wait for a writer that waits for the first.
#include <pthread.h>
#include <semaphore.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t news;

static void *waits(void *arg) {
    pthread_rwlock_rdlock(&lock);
    sem_wait(&news);
    pthread_rwlock_unlock(&lock);
    return arg;
}
static void *tells(void *arg) {
    pthread_rwlock_rdlock(&lock);
    sem_post(&news);
    pthread_rwlock_unlock(&lock);
    return arg;
}
static void *writes(void *arg) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b, c;
    sem_init(&news, 0, 0);
    pthread_create(&a, NULL, waits, NULL);
    pthread_create(&b, NULL, tells, NULL);
    pthread_create(&c, NULL, writes, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
