// SPDX-License-Identifier: Apache-2.0
// SET threads write two variables that belong together, CHECK threads look at both without a lock and can see one of
// them only.
#include <assert.h>
#include <pthread.h>

#ifndef SET
#define SET 2
#endif
#ifndef CHECK
#define CHECK 1
#endif

static int a, b;

static void *set(void *arg) {
    a = 1;
    b = -1;
    return arg;
}

static void *check(void *arg) {
    assert((a == 0 && b == 0) || (a == 1 && b == -1));
    return arg;
}

int main(void) {
    pthread_t t[SET + CHECK];
    for (int i = 0; i < SET; i++)
        pthread_create(&t[i], 0, set, 0);
    for (int i = 0; i < CHECK; i++)
        pthread_create(&t[SET + i], 0, check, 0);
    for (int i = 0; i < SET + CHECK; i++)
        pthread_join(t[i], 0);
    return 0;
}
