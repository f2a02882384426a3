// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// levels: -O0
// memset may begin at the end.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char shared[16];

static void *writer(void *arg) {
    memset(shared, 1, sizeof shared);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int last = *(volatile char *)&shared[15], first = *(volatile char *)&shared[0];
    assert(last == 0 || first == 1);
    pthread_join(t, NULL);
    return 0;
}
