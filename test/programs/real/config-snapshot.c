// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property leak
// no-none: too many states
// A configuration that is replaced while it is in use: readers take a snapshot without a lock, the writer publishes
// a new one by changing a pointer, and old ones are freed when nobody reads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOST = 8 };

typedef struct Config {
    struct Config *next_old;
    int version;
    int port;
    char host[HOST];
} Config;

typedef struct {
    _Atomic(Config *) current;
    atomic_int readers; // between begin and end of reading
    Config *old;        // replaced, perhaps still read; only the writer uses it
} Store;

static Config *config_new(int version, const char *host, int port) {
    Config *config = calloc(1, sizeof *config);
    if (!config) {
        fprintf(stderr, "no memory for a configuration\n");
        exit(EXIT_FAILURE);
    }
    config->version = version;
    config->port = port;
    strncpy(config->host, host, HOST - 1);
    return config;
}

static void store_init(Store *store, Config *first) {
    atomic_init(&store->current, first);
    atomic_init(&store->readers, 0);
    store->old = NULL;
}

// The snapshot is valid until store_end_read.
static const Config *store_begin_read(Store *store) {
    atomic_fetch_add(&store->readers, 1);
    return atomic_load(&store->current);
}

static void store_end_read(Store *store) {
    int before = atomic_fetch_sub(&store->readers, 1);
    assert(before > 0);
}

static void free_old(Store *store) {
    while (store->old) {
        Config *config = store->old;
        store->old = config->next_old;
        free(config);
    }
}

// Readers that come after the exchange see the new one. If there is no reader after it, none has an old one.
static void store_publish(Store *store, Config *config) {
    Config *replaced = atomic_exchange(&store->current, config);
    replaced->next_old = store->old;
    store->old = replaced;
    if (atomic_load(&store->readers) == 0)
        free_old(store);
}

// Nobody reads any more.
static void store_done(Store *store) {
    assert(atomic_load(&store->readers) == 0);
    free_old(store);
    free(atomic_load(&store->current));
}

// The test: a server looks twice while the operator publishes two new versions.

static Store store;

static int look(int oldest) {
    const Config *config = store_begin_read(&store);
    int version = config->version;
    assert(version >= oldest);
    assert(config->port == 8000 + version);
    assert(config->host[0] == 'a' + version);
    store_end_read(&store);
    return version;
}

static void *server(void *arg) {
    (void)arg;
    int version = look(0);
    look(version);
    return NULL;
}

int main(void) {
    pthread_t thread;
    store_init(&store, config_new(0, "alpha", 8000));
    if (pthread_create(&thread, NULL, server, NULL) != 0) {
        fprintf(stderr, "cannot start the server\n");
        return EXIT_FAILURE;
    }
    store_publish(&store, config_new(1, "beta", 8001));
    store_publish(&store, config_new(2, "charly", 8002));
    pthread_join(thread, NULL);
    assert(look(0) == 2);
    store_done(&store);
    return 0;
}
