// SPDX-License-Identifier: Apache-2.0
// Two threads increment a shared variable without protection: an increment gets lost and the assertion fails.
#include <assert.h>
#include <pthread.h>

static volatile int counter;

static void *increment(void *unused) {
    counter++;
    return unused;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, increment, NULL);
    increment(NULL);
    pthread_join(other, NULL);
    assert(counter == 2);
    return 0;
}
