// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --prp parts/assert.prp
// message: also seen, not asked for: mutex-misuse
// Two mutexes as binary semaphores: each thread takes what the other gives back, again and again. The states are finite.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t ping = PTHREAD_MUTEX_INITIALIZER, pong = PTHREAD_MUTEX_INITIALIZER;
static int ball;
static void *plays(void *arg) {
    for (;;) {
        pthread_mutex_lock(&ping);
        assert(ball == 0);
        ball = 1;
        pthread_mutex_unlock(&pong);
    }
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_mutex_lock(&pong);
    pthread_create(&t, NULL, plays, NULL);
    for (;;) {
        pthread_mutex_lock(&pong);
        assert(ball == 1);
        ball = 0;
        pthread_mutex_unlock(&ping);
    }
}
