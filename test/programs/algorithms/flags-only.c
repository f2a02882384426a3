// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 15
// Looking first and raising the flag afterwards does not exclude anyone.
#include <assert.h>
#include <pthread.h>

static volatile int wants[2], inside;

static void *enter(void *arg) {
    int me = *(int *)arg;
    while (wants[1 - me])
        ;
    wants[me] = 1;
    inside++;
    assert(inside == 1);
    inside--;
    wants[me] = 0;
    return NULL;
}

int main(void) {
    static int id[2] = {0, 1};
    pthread_t a, b;
    pthread_create(&a, NULL, enter, &id[0]);
    pthread_create(&b, NULL, enter, &id[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
