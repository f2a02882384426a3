// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race,leak
// no-none: too many states
// Reads two logs in parallel, sorts the records of each by time and merges them into one. Records of the same time
// stay in the order of the logs.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOGS = 2, MESSAGE = 8 };

typedef struct {
    long time;
    char message[MESSAGE];
} Record;

typedef struct {
    const char *text; // lines "TIME MESSAGE"
    Record *records;
    size_t count, capacity;
    int bad_lines;
    pthread_t thread;
} Log;

static Record *add_record(Log *log) {
    if (log->count == log->capacity) {
        size_t capacity = log->capacity ? 2 * log->capacity : 2;
        Record *records = realloc(log->records, capacity * sizeof *records);
        if (!records)
            abort();
        log->records = records;
        log->capacity = capacity;
    }
    return &log->records[log->count++];
}

static bool parse_line(const char *line, size_t length, Record *record) {
    char *end;
    record->time = strtol(line, &end, 10);
    if (end == line || *end != ' ')
        return false;
    size_t rest = length - (size_t)(end + 1 - line);
    if (rest >= MESSAGE)
        rest = MESSAGE - 1;
    memcpy(record->message, end + 1, rest);
    record->message[rest] = '\0';
    return true;
}

static int by_time(const void *a, const void *b) {
    long first = ((const Record *)a)->time, second = ((const Record *)b)->time;
    return (first > second) - (first < second);
}

static void *read_log(void *arg) {
    Log *log = arg;
    const char *line = log->text;
    while (*line) {
        size_t length = strcspn(line, "\n");
        Record record;
        if (parse_line(line, length, &record))
            *add_record(log) = record;
        else
            log->bad_lines++;
        line += length + (line[length] == '\n');
    }
    qsort(log->records, log->count, sizeof *log->records, by_time);
    return NULL;
}

// The log that has the next record of the merge; -1 if all are at their ends.
static int next_log(const Log *logs, const size_t *done) {
    int next = -1;
    for (int i = 0; i < LOGS; i++) {
        if (done[i] == logs[i].count)
            continue;
        if (next < 0 || logs[i].records[done[i]].time < logs[next].records[done[next]].time)
            next = i;
    }
    return next;
}

static size_t merge(const Log *logs, Record *merged) {
    size_t done[LOGS] = {0}, count = 0;
    for (int i; (i = next_log(logs, done)) >= 0;)
        merged[count++] = logs[i].records[done[i]++];
    return count;
}

static size_t total_of(const Log *logs) {
    size_t total = 0;
    for (int i = 0; i < LOGS; i++)
        total += logs[i].count;
    return total;
}

int main(void) {
    Log logs[LOGS] = {{.text = "7 stop\n2 start\n"}, {.text = "2 open\n?\n"}};
    for (int i = 0; i < LOGS; i++)
        if (pthread_create(&logs[i].thread, NULL, read_log, &logs[i]) != 0)
            abort();
    for (int i = 0; i < LOGS; i++)
        pthread_join(logs[i].thread, NULL);
    size_t total = total_of(logs);
    Record *merged = calloc(total ? total : 1, sizeof *merged);
    if (!merged)
        abort();
    size_t count = merge(logs, merged);
    for (size_t i = 0; i < count; i++)
        printf("%ld %s\n", merged[i].time, merged[i].message);
    assert(count == 3);
    assert(strcmp(merged[0].message, "start") == 0);
    assert(strcmp(merged[1].message, "open") == 0);
    assert(merged[2].time == 7);
    assert(logs[0].bad_lines == 0 && logs[1].bad_lines == 1);
    free(merged);
    for (int i = 0; i < LOGS; i++)
        free(logs[i].records);
    return 0;
}
