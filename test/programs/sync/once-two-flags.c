// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 22
// Each thread has its own flag, so the routine runs twice.
#include <assert.h>
#include <pthread.h>

static pthread_once_t flags[2] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT};
static int runs;

static void init(void) { runs++; }
static void *work(void *arg) {
    pthread_once(arg, init);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, &flags[0]);
    pthread_create(&b, NULL, work, &flags[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(runs == 1);
    return 0;
}
