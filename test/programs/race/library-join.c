// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 13|22
// options: --property race
// Two joins put their results into the same variable.
#include <pthread.h>

static pthread_t first, second;
static void *result;

static void *answer(void *arg) { return arg; }

static void *joiner(void *arg) {
    pthread_join(second, &result);
    return arg;
}

int main(void) {
    pthread_t c;
    pthread_create(&first, NULL, answer, &first);
    pthread_create(&second, NULL, answer, &second);
    pthread_create(&c, NULL, joiner, NULL);
    pthread_join(first, &result);
    pthread_join(c, NULL);
    return 0;
}
