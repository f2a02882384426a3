// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// The second thread has the id of the first, which was joined and whose handle is still there. A number that was computed
// from the id is that of the thread that has it now.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t first, second;
static int done;

static void *work(void *arg) {
    done++;
    return arg;
}

int main(void) {
    int one, two;
    void *result;
    pthread_create(&first, NULL, work, &one);
    unsigned long hidden = first * 31;
    pthread_join(hidden / 31, &result);
    assert(result == &one);
    pthread_create(&second, NULL, work, &two);
    hidden = second * 31;
    pthread_join(hidden / 31, &result);
    assert(result == &two && done == 2);
    return 0;
}
