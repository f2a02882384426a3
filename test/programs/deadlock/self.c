// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock line 9
// A thread locks a normal mutex twice.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void update(void) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
}
static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    update();
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    return 0;
}
