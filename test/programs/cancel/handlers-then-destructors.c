// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Handlers from the innermost on, then destructors, all before join returns; no request interrupts them.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int order;

static void note(void *arg) {
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    pthread_testcancel();
    order = order * 10 + *(int *)arg;
}

static void inner(int *numbers) {
    pthread_cleanup_push(note, &numbers[1]);
    for (;;)
        pthread_testcancel();
    pthread_cleanup_pop(0);
}

static void *worker(void *arg) {
    int numbers[] = {2, 1};
    pthread_setspecific(key, arg);
    pthread_cleanup_push(note, &numbers[0]);
    inner(numbers);
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void) {
    pthread_t t;
    void *result;
    int three = 3;
    pthread_key_create(&key, note);
    pthread_create(&t, NULL, worker, &three);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    assert(order == 123);
    return 0;
}
