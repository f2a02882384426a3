// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock line 83
// no-none: too many states
// A logger with a thread of its own whose sink logs as well. That works as long as there is room in the ring; when it
// is full, the logger's thread waits for itself.
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 16, RING = 2, CLIENTS = 2 };

typedef void LogSink(const char *line);

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t not_empty;
    pthread_cond_t not_full;
    bool is_stopping;
    unsigned written, logged; // lines since the start; the ring has those in between
    char ring[RING][LINE];
    LogSink *sink;
    pthread_t thread;
} Logger;

static bool is_empty(const Logger *log) { return log->written == log->logged; }
static bool is_full(const Logger *log) { return log->logged - log->written == RING; }

static void *logger_thread(void *arg) {
    Logger *log = arg;
    char line[LINE];
    pthread_mutex_lock(&log->lock);
    for (;;) {
        while (is_empty(log) && !log->is_stopping)
            pthread_cond_wait(&log->not_empty, &log->lock);
        if (is_empty(log))
            break;
        memcpy(line, log->ring[log->written % RING], LINE);
        log->written++;
        pthread_cond_signal(&log->not_full);
        // The sink may be slow: clients must not wait for it.
        pthread_mutex_unlock(&log->lock);
        log->sink(line);
        pthread_mutex_lock(&log->lock);
    }
    pthread_mutex_unlock(&log->lock);
    return NULL;
}

static bool logger_start(Logger *log, LogSink *sink) {
    memset(log, 0, sizeof *log);
    pthread_mutex_init(&log->lock, NULL);
    pthread_cond_init(&log->not_empty, NULL);
    pthread_cond_init(&log->not_full, NULL);
    log->sink = sink;
    return pthread_create(&log->thread, NULL, logger_thread, log) == 0;
}

__attribute__((format(printf, 2, 3))) static void logger_write(Logger *log, const char *format, ...) {
    char line[LINE] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args); // long lines are cut
    va_end(args);
    pthread_mutex_lock(&log->lock);
    while (is_full(log))
        pthread_cond_wait(&log->not_full, &log->lock);
    memcpy(log->ring[log->logged % RING], line, LINE);
    log->logged++;
    pthread_cond_signal(&log->not_empty);
    pthread_mutex_unlock(&log->lock);
}

// Clients must be done. Returns when the last line is written.
static void logger_stop(Logger *log) {
    pthread_mutex_lock(&log->lock);
    log->is_stopping = true;
    pthread_cond_signal(&log->not_empty);
    pthread_mutex_unlock(&log->lock);
    pthread_join(log->thread, NULL);
    pthread_cond_destroy(&log->not_full);
    pthread_cond_destroy(&log->not_empty);
    pthread_mutex_destroy(&log->lock);
}

// The test: the sink counts the lines of each client.

static Logger logger;
static int lines[CLIENTS];

static void counting_sink(const char *line) {
    char *end;
    long client = strtol(line, &end, 10);
    assert(*end == ':');
    long number = strtol(end + 1, &end, 10);
    assert(*end == '\0');
    assert(client >= 0 && client < CLIENTS);
    lines[client]++;
    if (client == 0 && number == 0)
        logger_write(&logger, "1:0"); // "client 0 is there"
}

static void log_twice(int client) {
    for (int i = 0; i < 2; i++)
        logger_write(&logger, "%d:%d", client, i);
}

static void *client_thread(void *arg) {
    (void)arg;
    logger_write(&logger, "1:1");
    return NULL;
}

int main(void) {
    pthread_t client;
    if (!logger_start(&logger, counting_sink)) {
        fprintf(stderr, "cannot start the logger\n");
        return EXIT_FAILURE;
    }
    if (pthread_create(&client, NULL, client_thread, NULL) != 0)
        abort();
    log_twice(0);
    pthread_join(client, NULL);
    logger_stop(&logger);
    for (int i = 0; i < CLIENTS; i++)
        assert(lines[i] == 2);
    return 0;
}
