// SPDX-License-Identifier: Apache-2.0
// N equal threads: -DADDS, -DSECTIONS or -DCOUNTS says what each does; with -DJOINED main joins them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside, counter;
static atomic_int next;

static void *work(void *arg) {
#if defined ADDS
    int mine = atomic_fetch_add(&next, 1);
    assert(mine < N);
#elif defined SECTIONS
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        assert(inside++ == 0);
        inside--;
        pthread_mutex_unlock(&lock);
    }
#else
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
#endif
    return arg;
}

int main(void) {
#ifdef JOINED
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
#else
    pthread_t thread;
    for (int i = 0; i < N; i++)
        pthread_create(&thread, NULL, work, NULL);
    pthread_exit(NULL);
#endif
}
