// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// The bakery without the doorway: two threads may draw the same number and miss each other.
#include <assert.h>
#include <pthread.h>

enum { N = 2 };
static volatile int number[N], inside;

static void *enter(void *arg) {
    int me = *(int *)arg, other = 1 - me;
    int mine = number[other] + 1;
    number[me] = mine;
    for (;;) {
        int n = number[other];
        if (n == 0 || n > mine || (n == mine && other > me))
            break;
    }
    inside++;
    assert(inside == 1);
    inside--;
    number[me] = 0;
    return NULL;
}

int main(void) {
    static int id[N] = {0, 1};
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, enter, &id[i]);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
