// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 76|127|128
// no-none: too many states
// A pool of connections with a semaphore and a free list. The error path of a query releases the connection, and so
// does the common end: the pool hands it out to two clients.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { CONNECTIONS = 2, CLIENTS = 3 };

typedef struct Connection {
    struct Connection *next_free;
    int socket;
    int user; // 0: nobody
    int queries;
} Connection;

typedef struct {
    sem_t available;
    pthread_mutex_t lock;
    Connection *free;
    Connection connections[CONNECTIONS];
} Pool;

static void push_free(Pool *pool, Connection *connection) {
    pthread_mutex_lock(&pool->lock);
    connection->next_free = pool->free;
    pool->free = connection;
    pthread_mutex_unlock(&pool->lock);
}

static Connection *pop_free(Pool *pool) {
    pthread_mutex_lock(&pool->lock);
    Connection *connection = pool->free;
    assert(connection != NULL); // the semaphore said so
    pool->free = connection->next_free;
    pthread_mutex_unlock(&pool->lock);
    return connection;
}

static bool pool_init(Pool *pool) {
    if (sem_init(&pool->available, 0, CONNECTIONS) != 0)
        return false;
    pthread_mutex_init(&pool->lock, NULL);
    pool->free = NULL;
    for (int i = 0; i < CONNECTIONS; i++) {
        pool->connections[i] = (Connection){.socket = 10 + i};
        push_free(pool, &pool->connections[i]);
    }
    return true;
}

static void pool_done(Pool *pool) {
    pthread_mutex_destroy(&pool->lock);
    sem_destroy(&pool->available);
}

// Waits for a free connection.
static Connection *pool_acquire(Pool *pool) {
    while (sem_wait(&pool->available) != 0)
        continue; // interrupted
    return pop_free(pool);
}

static void pool_release(Pool *pool, Connection *connection) {
    push_free(pool, connection);
    sem_post(&pool->available);
}

// false if the server refuses the query.
static bool connection_query(Connection *connection, int user, const char *text) {
    assert(connection->user == 0); // nobody else may talk on this socket
    connection->user = user;
    connection->queries++;
    bool is_accepted = text[0] != '\0';
    connection->user = 0;
    return is_accepted;
}

static Pool pool;
static int failures[CLIENTS];

static bool run_query(int user, const char *text) {
    bool is_done = false;
    Connection *connection = pool_acquire(&pool);
    if (!connection_query(connection, user, text)) {
        fprintf(stderr, "user %d: refused\n", user);
        pool_release(&pool, connection);
        goto out;
    }
    is_done = true;
out:
    pool_release(&pool, connection);
    return is_done;
}

static void *client(void *arg) {
    int *failed = arg;
    int user = (int)(failed - failures) + 1;
    const char *text = user == 1 ? "" : "select";
    if (!run_query(user, text))
        (*failed)++;
    return NULL;
}

int main(void) {
    pthread_t clients[CLIENTS];
    if (!pool_init(&pool)) {
        fprintf(stderr, "cannot make the pool\n");
        return EXIT_FAILURE;
    }
    for (int i = 0; i < CLIENTS; i++)
        if (pthread_create(&clients[i], NULL, client, &failures[i]) != 0)
            abort();
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(clients[i], NULL);
    assert(failures[0] == 1 && failures[1] == 0 && failures[2] == 0);
    int queries = 0, is_free = 0;
    for (int i = 0; i < CONNECTIONS; i++)
        queries += pool.connections[i].queries;
    for (Connection *c = pool.free; c && is_free <= CONNECTIONS; c = c->next_free)
        is_free++;
    assert(queries == CLIENTS);
    assert(is_free == CONNECTIONS);
    pool_done(&pool);
    return 0;
}
