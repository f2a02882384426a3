// SPDX-License-Identifier: Apache-2.0
// expect: unknown "ordered by their addresses"
// options: --any-number work
// Which of two blocks lies first: every thread has its own answer, and they must fit together.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char *first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *arg) {
    char *mine = malloc(1);
    if (!mine)
        return arg;
    int is_less = mine < first;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    assert((mine < first) == is_less);
    free(mine);
    return arg;
}

int main(void) {
    first = malloc(1);
    return 0;
}
