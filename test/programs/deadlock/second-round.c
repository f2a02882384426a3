// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// The order of the locks is wrong only in the second round.
#include <pthread.h>

static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *straight(void *arg) {
    for (int round = 0; round < 2; round++) {
        pthread_mutex_lock(&lock[0]);
        pthread_mutex_lock(&lock[1]);
        pthread_mutex_unlock(&lock[1]);
        pthread_mutex_unlock(&lock[0]);
    }
    return arg;
}
static void *turning(void *arg) {
    for (int round = 0; round < 2; round++) {
        pthread_mutex_lock(&lock[round]);
        pthread_mutex_lock(&lock[1 - round]);
        pthread_mutex_unlock(&lock[1 - round]);
        pthread_mutex_unlock(&lock[round]);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, straight, NULL);
    pthread_create(&b, NULL, turning, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
