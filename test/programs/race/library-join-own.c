// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// Each join has a variable of its own, and what is joined may be read.
#include <assert.h>
#include <pthread.h>

static pthread_t first, second;
static void *results[2];

static void *answer(void *arg) { return arg; }

static void *joiner(void *arg) {
    pthread_join(second, &results[1]);
    return arg;
}

int main(void) {
    pthread_t c;
    pthread_create(&first, NULL, answer, &first);
    pthread_create(&second, NULL, answer, &second);
    pthread_create(&c, NULL, joiner, NULL);
    pthread_join(first, &results[0]);
    assert(results[0] == &first);
    pthread_join(c, NULL);
    assert(results[1] == &second);
    return 0;
}
