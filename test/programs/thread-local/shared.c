// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 21
// A thread-local variable reached by its address from another thread is shared after all.
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine;

static void *work(void *arg) {
    *(int *)arg = 5;
    assert(mine == 0);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, &mine);
    int before = mine;
    pthread_join(t, NULL);
    assert(mine == 5);
    assert(before == 0);
    return 0;
}
