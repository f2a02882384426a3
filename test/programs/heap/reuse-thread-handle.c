// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 18
// options: --reuse-addresses
// The pthread_t of a thread that was joined may be that of the next one.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t known;

static void *task(void *arg) { return arg; }

int main(void) {
    pthread_t t;
    pthread_create(&known, NULL, task, NULL);
    pthread_join(known, NULL);
    pthread_create(&t, NULL, task, NULL);
    assert(!pthread_equal(known, t));
    pthread_join(t, NULL);
    return 0;
}
