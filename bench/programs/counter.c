// SPDX-License-Identifier: Apache-2.0
// Three threads add to a counter under a mutex, N times each.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 5
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *add(void *unused) {
    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&lock);
        counter++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_create(&c, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(counter == 3 * N);
    return 0;
}
