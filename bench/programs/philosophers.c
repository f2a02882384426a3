// SPDX-License-Identifier: Apache-2.0
// Dining philosophers who take the lower fork first, so that nobody starves in a cycle; N meals each, P of them.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 1
#endif
#ifndef P
#define P 4
#endif

static pthread_mutex_t fork_of[P];
static int meals[P];

static void *dine(void *arg) {
    int me = (int)(long)arg, next = (me + 1) % P;
    int low = me < next ? me : next, high = me < next ? next : me;
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&fork_of[low]);
        pthread_mutex_lock(&fork_of[high]);
        meals[me]++;
        pthread_mutex_unlock(&fork_of[high]);
        pthread_mutex_unlock(&fork_of[low]);
    }
    return NULL;
}

int main(void) {
    pthread_t philosopher[P];
    for (int i = 0; i < P; i++)
        pthread_mutex_init(&fork_of[i], NULL);
    for (int i = 0; i < P; i++)
        pthread_create(&philosopher[i], NULL, dine, (void *)(long)i);
    for (int i = 0; i < P; i++)
        pthread_join(philosopher[i], NULL);
    for (int i = 0; i < P; i++)
        assert(meals[i] == N);
    return 0;
}
