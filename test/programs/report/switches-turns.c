// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 19
// switches: 6
// Two threads take turns, three each, so main is followed by a, b, a, b, a, b: the running thread changes six times. Whether
// the bystander runs in between does not matter.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t turns[2];
static int taken;

static void *player(void *arg) {
    int me = *(const int *)arg;
    for (int round = 0; round < 3; round++) {
        sem_wait(&turns[me]);
        taken++;
        sem_post(&turns[1 - me]);
        assert(taken < 6); // fails
    }
    return NULL;
}

static void *bystander(void *arg) {
    sem_t own;
    sem_init(&own, 0, 1);
    sem_wait(&own);
    sem_post(&own);
    return arg;
}

int main(void) {
    int numbers[2] = {0, 1};
    pthread_t t[3];
    sem_init(&turns[0], 0, 1);
    sem_init(&turns[1], 0, 0);
    pthread_create(&t[0], NULL, player, &numbers[0]);
    pthread_create(&t[1], NULL, bystander, NULL);
    pthread_create(&t[2], NULL, player, &numbers[1]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
