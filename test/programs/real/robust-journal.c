// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: too many states
// A journal under a robust lock: a writer may end in the middle of an entry, with the lock. The next one to lock the
// journal throws the half entry away and makes the lock usable again.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { ENTRIES = 4 };

typedef struct {
    int key, check; // check is the complement of key
} Entry;

typedef struct {
    pthread_mutex_t lock;
    Entry entries[ENTRIES];
    int written;
    int repairs;
} Journal;

static Journal journal;

static int journal_init(Journal *j) {
    pthread_mutexattr_t attributes;
    int error = pthread_mutexattr_init(&attributes);
    if (error)
        return error;
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    error = pthread_mutex_init(&j->lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
    return error;
}

static bool is_whole(const Entry *entry) { return entry->check == ~entry->key; }

static void repair(Journal *j) {
    while (j->written > 0 && !is_whole(&j->entries[j->written - 1]))
        j->written--;
    j->repairs++;
}

// false if the journal cannot be used any more.
static bool journal_lock(Journal *j) {
    int error = pthread_mutex_lock(&j->lock);
    if (error == EOWNERDEAD) {
        repair(j);
        error = pthread_mutex_consistent(&j->lock);
    }
    if (error)
        fprintf(stderr, "journal: error %d\n", error);
    return error == 0;
}

static void journal_unlock(Journal *j) { pthread_mutex_unlock(&j->lock); }

// A key below zero cannot be written: the writer gives up on the spot.
static void write_entry(Journal *j, int key) {
    Entry *entry = &j->entries[j->written++];
    entry->key = key;
    entry->check = 0;
    if (key < 0)
        pthread_exit(NULL);
    entry->check = ~key;
}

static bool journal_append(Journal *j, int key) {
    if (!journal_lock(j))
        return false;
    write_entry(j, key);
    journal_unlock(j);
    return true;
}

static void journal_check(Journal *j) {
    bool is_locked = journal_lock(j);
    assert(is_locked);
    for (int i = 0; i < j->written; i++)
        assert(is_whole(&j->entries[i]));
    journal_unlock(j);
}

static void *writer(void *arg) {
    const int *keys = arg;
    for (int i = 0; keys[i] != 0; i++) {
        bool is_written = journal_append(&journal, keys[i]);
        assert(is_written);
    }
    return NULL;
}

int main(void) {
    static int good[] = {1, 2, 0}, bad[] = {3, -5, 4, 0};
    pthread_t threads[2];
    if (journal_init(&journal) != 0)
        return EXIT_FAILURE;
    if (pthread_create(&threads[0], NULL, writer, good) != 0 || pthread_create(&threads[1], NULL, writer, bad) != 0)
        abort();
    journal_check(&journal);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    journal_check(&journal);
    assert(journal.written == 3);
    assert(journal.repairs == 1);
    pthread_mutex_destroy(&journal.lock);
    return 0;
}
