// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// options: --prp parts/assert.prp
// message: also seen, not asked for: mutex-misuse
// A stranger gives the mutex back, and two threads are inside: it protects nothing any more, and no reduction may count on it.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *adds(void *arg) {
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *meddles(void *arg) {
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, adds, NULL);
    pthread_create(&t[1], NULL, adds, NULL);
    pthread_create(&t[2], NULL, meddles, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(count == 2);
    return 0;
}
