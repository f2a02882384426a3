// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 25
// args: --flush
// The same with the option: one of its threads is wrong.
//
//
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int dirty, beats;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *watchdog(void *arg) {
    pthread_mutex_lock(&lock);
    int before = beats;
    pthread_mutex_unlock(&lock);
    assert(beats >= before);
    return arg;
}

static void *flusher(void *arg) {
    dirty = 0;
    assert(!dirty);
    return arg;
}

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    dirty = 1;
    beats++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(int argc, char **argv) {
    pthread_t t[3];
    int n = 0;
    pthread_create(&t[n++], NULL, work, NULL);
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--watch") == 0)
            pthread_create(&t[n++], NULL, watchdog, NULL);
        else
            pthread_create(&t[n++], NULL, flusher, NULL);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    assert(beats == 1);
    return 0;
}
