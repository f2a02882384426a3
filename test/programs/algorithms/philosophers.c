// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// message: (?i)deadlock
// Three philosophers who all take the left fork first.
#include <pthread.h>

enum { N = 3 };
static pthread_mutex_t fork_[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int meals[N];

static void *dine(void *arg) {
    int me = *(int *)arg;
    pthread_mutex_lock(&fork_[me]);
    pthread_mutex_lock(&fork_[(me + 1) % N]);
    meals[me]++;
    pthread_mutex_unlock(&fork_[(me + 1) % N]);
    pthread_mutex_unlock(&fork_[me]);
    return NULL;
}

int main(void) {
    static int id[N] = {0, 1, 2};
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, dine, &id[i]);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
