// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --file notes.txt=real/line-count.txt --property leak
// args: -l 8 notes.txt
// no-none: too many states
// A command that counts the lines of a file, and those that are longer than the argument of -l. Two threads read
// from one stream; a thread locks it while it reads the pieces of a line.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READERS = 2, PIECE = 8 };

typedef struct {
    FILE *file;
    size_t limit; // a longer line is long
    pthread_mutex_t lock;
    int lines, long_lines;
} Count;

// Reads a line, whatever its length is; false at the end.
static bool read_line(FILE *file, size_t *length) {
    char piece[PIECE];
    bool has_line = false, is_whole = false;
    *length = 0;
    flockfile(file);
    while (!is_whole && fgets(piece, sizeof piece, file)) {
        size_t n = strcspn(piece, "\n");
        *length += n;
        has_line = true;
        is_whole = piece[n] == '\n';
    }
    funlockfile(file);
    return has_line;
}

static void *count_lines(void *arg) {
    Count *count = arg;
    size_t length;
    while (read_line(count->file, &length)) {
        pthread_mutex_lock(&count->lock);
        count->lines++;
        if (length > count->limit)
            count->long_lines++;
        pthread_mutex_unlock(&count->lock);
    }
    return NULL;
}

static bool count_file(const char *name, Count *count) {
    pthread_t readers[READERS];
    int started = 0;
    count->file = fopen(name, "r");
    if (!count->file) {
        fprintf(stderr, "%s: %s\n", name, strerror(errno));
        return false;
    }
    while (started < READERS && pthread_create(&readers[started], NULL, count_lines, count) == 0)
        started++;
    for (int i = 0; i < started; i++)
        pthread_join(readers[i], NULL);
    bool is_read = started > 0 && !ferror(count->file);
    fclose(count->file);
    return is_read;
}

static int usage(const char *command) {
    fprintf(stderr, "usage: %s [-q] [-l LENGTH] FILE...\n", command);
    return 2;
}

int main(int argc, char **argv) {
    Count count = {.limit = 80, .lock = PTHREAD_MUTEX_INITIALIZER};
    bool is_quiet = false;
    int status = EXIT_SUCCESS;
    char *end;
    for (int option; (option = getopt(argc, argv, "ql:")) != -1;) {
        switch (option) {
        case 'q':
            is_quiet = true;
            break;
        case 'l':
            count.limit = strtoul(optarg, &end, 10);
            if (end == optarg || *end)
                return usage(argv[0]);
            break;
        default:
            return usage(argv[0]);
        }
    }
    if (optind == argc)
        return usage(argv[0]);
    for (int i = optind; i < argc; i++)
        if (!count_file(argv[i], &count))
            status = EXIT_FAILURE;
    if (!is_quiet)
        printf("%d lines, %d of them longer than %zu\n", count.lines, count.long_lines, count.limit);
    assert(status == EXIT_SUCCESS);
    assert(count.lines == 3);
    assert(count.long_lines == 1);
    return status;
}
