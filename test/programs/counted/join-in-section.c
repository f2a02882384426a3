// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 11
// An atomic section that begins with a join goes on after it: main does something that others can see between its joins.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int y;
static atomic_int n;
static void *sees(void *arg) {
    n++, n--, assert(!y);
    return arg;
}
int main(void) {
    pthread_t t[5];
    for (int i = 0; i < 5; i++)
        pthread_create(&t[i], NULL, sees, NULL);
    pthread_join(t[4], NULL);
    pthread_join(t[3], NULL);
    __VERIFIER_atomic_begin();
    pthread_join(t[2], NULL);
    y = 1;
    __VERIFIER_atomic_end();
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
}
