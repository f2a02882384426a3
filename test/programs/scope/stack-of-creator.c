// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 19
// A thread works on an array in its creator's frame while the creator reads it.
#include <assert.h>
#include <pthread.h>

static void *fill(void *arg) {
    int *a = arg;
    a[0] = 1;
    a[1] = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    int a[2] = {0, 0};
    pthread_create(&t, NULL, fill, a);
    int first = a[0], second = a[1];
    assert(first == second);
    pthread_join(t, NULL);
    return 0;
}
