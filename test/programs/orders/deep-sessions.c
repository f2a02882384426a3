// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// orders: mixed dfs
// options: --reduction global
// A server loop numbers its sessions and has no answer to number 120; three others go round beside it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int session, state, seen[3];

static void *server(void *arg) {
    for (;;) {
        pthread_mutex_lock(&lock);
        state = 1;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        state = 0;
        session++;
        assert(session < 120);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *watcher(void *arg) {
    int *mine = arg;
    for (;;) {
        pthread_mutex_lock(&lock);
        *mine = (*mine + 1 + state) % 16;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, server, NULL);
    for (int i = 0; i < 3; i++)
        pthread_create(&t, NULL, watcher, &seen[i]);
    pthread_join(t, NULL);
}
