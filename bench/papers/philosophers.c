// SPDX-License-Identifier: Apache-2.0
// N dining philosophers, one meal each. All but the last take the left fork first, the last the right one, so nobody
// waits in a circle.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t fork_of[N];
static int meals[N];

static void *dine(void *arg) {
    int me = (int)(long)arg;
    int left = me, right = (me + 1) % N;
    int first = left < right ? left : right, second = left < right ? right : left;

    pthread_mutex_lock(&fork_of[first]);
    pthread_mutex_lock(&fork_of[second]);
    meals[me]++;
    pthread_mutex_unlock(&fork_of[second]);
    pthread_mutex_unlock(&fork_of[first]);
    return NULL;
}

int main(void) {
    pthread_t philosopher[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&fork_of[i], NULL);
    for (long i = 0; i < N; i++)
        pthread_create(&philosopher[i], NULL, dine, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(philosopher[i], NULL);
    for (int i = 0; i < N; i++)
        assert(meals[i] == 1);
    return 0;
}
