// SPDX-License-Identifier: Apache-2.0
// Addresses are named by the member that begins there, whatever lies before it.
// expect: violated assertion line 39
// options: --trace-full
// message: pthread_mutex_lock\(&pool\.lock\)
// message: pthread_cond_signal\(&pool\.wake\)
// message: starts thread 2: client\(&pool\.jobs\)
// message: sem_post\(&pool\.jobs\.free\)
// message: strncpy\(&pool\.jobs\.names\[1\]\[0\], "job", 3\)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static struct {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    struct {
        sem_t free;
        char is_used;
        char names[2][7];
    } jobs;
} pool = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {.is_used = 1}};

static void *client(void *arg) { return arg; }

int main(void) {
    pthread_t t;
    pthread_mutex_t *first = &pool.lock;
    pthread_cond_t *second = &pool.wake;
    char (*names)[7] = pool.jobs.names;
    sem_t *slots = &pool.jobs.free;
    pthread_create(&t, NULL, client, &pool.jobs);
    pthread_join(t, NULL);
    pthread_mutex_lock(first);
    pthread_cond_signal(second);
    sem_post(slots);
    strncpy(names[1], "job", 3);
    assert(pool.jobs.is_used == 0);
}
