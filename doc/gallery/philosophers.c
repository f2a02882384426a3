// SPDX-License-Identifier: Apache-2.0
// Three philosophers, each with a fork to the left and one to the right, which both neighbours need.
#include <pthread.h>

enum { PHILOSOPHERS = 3 };
static pthread_mutex_t forks[PHILOSOPHERS];
static int meals;

static void *dine(void *arg) {
    int seat = *(int *)arg;
    pthread_mutex_lock(&forks[seat]);
    pthread_mutex_lock(&forks[(seat + 1) % PHILOSOPHERS]);
    meals++;
    pthread_mutex_unlock(&forks[(seat + 1) % PHILOSOPHERS]);
    pthread_mutex_unlock(&forks[seat]);
    return NULL;
}

int main(void) {
    pthread_t threads[PHILOSOPHERS];
    int seats[PHILOSOPHERS];
    for (int i = 0; i < PHILOSOPHERS; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (int i = 0; i < PHILOSOPHERS; i++) {
        seats[i] = i;
        pthread_create(&threads[i], NULL, dine, &seats[i]);
    }
    for (int i = 0; i < PHILOSOPHERS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
