// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// no-none: too many states
// Double-checked locking as C11 has it: the configuration is read when it is first needed, by one thread; the pointer
// is published with release when the object is complete, and looked at with acquire.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 12, THREADS = 3 };

typedef struct {
    char host[NAME];
    int port;
    int timeout_ms;
} Config;

static pthread_mutex_t config_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(Config *) the_config;
static int loads; // under the lock

static const char config_text[] = "host=loom\nport=8080\ntimeout_ms=250\n";

// Sets what one line says. Returns 0, or -1 if the line makes no sense.
static int parse_line(Config *config, const char *line, size_t length) {
    const char *equals = memchr(line, '=', length);
    if (!equals)
        return -1;
    size_t key = (size_t)(equals - line);
    const char *value = equals + 1;
    size_t size = length - key - 1;
    if (key == 4 && memcmp(line, "host", key) == 0 && size < NAME) {
        memcpy(config->host, value, size);
        config->host[size] = '\0';
    } else if (key == 4 && memcmp(line, "port", key) == 0) {
        config->port = atoi(value);
    } else if (key == 10 && memcmp(line, "timeout_ms", key) == 0) {
        config->timeout_ms = atoi(value);
    } else {
        return -1;
    }
    return 0;
}

static Config *load_config(const char *text) {
    Config *config = calloc(1, sizeof *config);
    if (!config)
        return NULL;
    for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
        if (parse_line(config, text, (size_t)(end - text)) != 0) {
            fprintf(stderr, "bad line: %.*s\n", (int)(end - text), text);
            free(config);
            return NULL;
        }
    }
    loads++;
    return config;
}

static const Config *config_get(void) {
    Config *config = atomic_load_explicit(&the_config, memory_order_acquire);
    if (config)
        return config;
    pthread_mutex_lock(&config_lock);
    config = atomic_load_explicit(&the_config, memory_order_relaxed);
    if (!config) {
        config = load_config(config_text);
        atomic_store_explicit(&the_config, config, memory_order_release);
    }
    pthread_mutex_unlock(&config_lock);
    return config;
}

static void *client(void *arg) {
    const Config *config = config_get();
    if (!config)
        abort();
    assert(config->port == 8080);
    assert(config->timeout_ms == 250);
    assert(strcmp(config->host, "loom") == 0);
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, client, NULL) != 0)
            return 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(loads == 1);
    free(atomic_load(&the_config));
    return 0;
}
