// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock line 13
// Only a wake-up without a signal could help these two; nobody may rely on one.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
static int whose;

static void *play(void *arg) {
    pthread_mutex_lock(&lock);
    while (whose != *(int *)arg)
        pthread_cond_wait(&turn, &lock);
    whose = -1; // and nobody is told
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t other;
    int me = 0, him = 1;
    pthread_create(&other, NULL, play, &him);
    play(&me);
    play(&me);
    return 0;
}
