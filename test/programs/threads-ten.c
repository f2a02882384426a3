// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: ten threads at once
// Ten trivial threads at once.
#include <assert.h>
#include <pthread.h>

enum { N = 10 };
static int ran[N];

static void *work(void *arg) {
    *(int *)arg = 1;
    return NULL;
}

int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, work, &ran[i]);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += ran[i];
    assert(sum == N);
    return 0;
}
