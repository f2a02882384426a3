// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// A thread that starts another like itself and ends, and so on for ever; nobody else has to do with them. The two that count must
// not be left out because of them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *pass_on(void *before) {
    pthread_t next;
    if (before)
        pthread_join((pthread_t)before, NULL);
    pthread_create(&next, NULL, pass_on, (void *)pthread_self());
    return NULL;
}

static void *count(void *arg) {
    for (int i = 0; i < 3; i++)
        x++;
    assert(x < 6);
    return arg;
}

int main(void) {
    pthread_t first, other;
    pthread_create(&first, NULL, pass_on, NULL);
    pthread_create(&other, NULL, count, NULL);
    count(NULL);
    pthread_join(other, NULL);
    return 0;
}
