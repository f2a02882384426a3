// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// A detached thread may have ended or not when the next one starts, which then has its id or another. Whoever joins by a number that was
// computed from the new id means the new thread.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t logger;
static int results[2];

static void *log_once(void *arg) { return arg; }
static void *work(void *arg) { return arg; }

int main(void) {
    pthread_create(&logger, NULL, log_once, NULL);
    pthread_detach(logger);
    for (int i = 0; i < 2; i++) {
        pthread_t t;
        void *result;
        pthread_create(&t, NULL, work, &results[i]);
        unsigned long hidden = t ^ 0x5a5aul << 32;
        assert(pthread_join(hidden ^ 0x5a5aul << 32, &result) == 0);
        assert(result == &results[i]);
    }
    return 0;
}
