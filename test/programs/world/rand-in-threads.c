// SPDX-License-Identifier: Apache-2.0
// Two threads draw; what one of them does depends on its number. All reductions must name it.
// expect: holds with rand's own sequence
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int drawn[2];

static void *work(void *arg) {
    *(int *)arg = rand();
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, &drawn[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(drawn[0] != drawn[1]);
    return 0;
}
