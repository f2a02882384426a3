// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 16
// orders: mixed dfs
// options: --reduction global
// Four workers count what they have done. The last one of 200 is one too many: every run gets there, after as many steps.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *worker(void *arg) {
    for (int i = 0; i < 50; i++) {
        pthread_mutex_lock(&lock);
        total++;
        assert(total < 200);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
}
