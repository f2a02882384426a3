// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Kernel-style completions on top of a condition variable (complete, wait_for_completion), as ports of
// driver code to user space have them; `done` counts, and the wait is a loop.
#include <assert.h>
#include <pthread.h>

struct completion {
    unsigned int done;
    pthread_mutex_t wait_lock;
    pthread_cond_t wait;
};

#define DECLARE_COMPLETION(name) \
    struct completion name = {0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER}

static inline void complete(struct completion *x) {
    pthread_mutex_lock(&x->wait_lock);
    if (x->done != ~0u)
        x->done++;
    pthread_cond_signal(&x->wait);
    pthread_mutex_unlock(&x->wait_lock);
}

static inline void wait_for_completion(struct completion *x) {
    pthread_mutex_lock(&x->wait_lock);
    while (!x->done)
        pthread_cond_wait(&x->wait, &x->wait_lock);
    if (x->done != ~0u)
        x->done--;
    pthread_mutex_unlock(&x->wait_lock);
}

static DECLARE_COMPLETION(request);
static DECLARE_COMPLETION(reply);
static int command, answer;

static void *kthread(void *data) {
    (void)data;
    for (int i = 0; i < 2; i++) {
        wait_for_completion(&request);
        answer = command + 1;
        complete(&reply);
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, kthread, 0);
    for (int i = 0; i < 2; i++) {
        command = 10 * i;
        complete(&request);
        wait_for_completion(&reply);
        assert(answer == 10 * i + 1);
    }
    pthread_join(t, 0);
    return 0;
}
