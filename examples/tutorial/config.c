// SPDX-License-Identifier: Apache-2.0
// Double-checked initialisation: the first look at the pointer is outside of the lock, so nothing
// orders it after what was written before the pointer.
#include <assert.h>
#include <pthread.h>

typedef struct Config {
    int limit;
} Config;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Config storage;
#ifdef FIXED
static Config *_Atomic config;
#else
static Config *config;
#endif

static int limit(void) {
    if (!config) {
        pthread_mutex_lock(&lock);
        if (!config) {
            storage.limit = 3;
            config = &storage;
        }
        pthread_mutex_unlock(&lock);
    }
    return config->limit;
}

static void *user(void *arg) {
    assert(limit() == 3);
    return arg;
}

int main(void) {
    pthread_t users[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&users[i], NULL, user, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(users[i], NULL);
    return 0;
}
