// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 102|103|104|105
// no-none: too many states
// A list of settings that is read without locks. The writer waits for the readers before it takes the old entry out,
// not after: a reader that comes in between finds the entry and is still there when it is freed.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { READERS = 2 };

// One for each reader; odd while the reader is inside.
typedef struct {
    atomic_uint passes;
} ReaderState;

typedef struct Setting {
    int key;
    int value, twice; // twice = 2 * value
    _Atomic(struct Setting *) next;
} Setting;

static ReaderState readers[READERS];
static _Atomic(Setting *) settings;
static pthread_mutex_t writers = PTHREAD_MUTEX_INITIALIZER;

static void read_enter(ReaderState *self) { atomic_fetch_add(&self->passes, 1); }
static void read_leave(ReaderState *self) { atomic_fetch_add(&self->passes, 1); }

// Returns when every reader that was inside has left at least once.
static void wait_for_readers(void) {
    for (int i = 0; i < READERS; i++) {
        unsigned before = atomic_load(&readers[i].passes);
        if (before % 2 == 0)
            continue;
        while (atomic_load(&readers[i].passes) == before)
            sched_yield();
    }
}

static Setting *new_setting(int key, int value, Setting *next) {
    Setting *s = malloc(sizeof *s);
    if (!s)
        abort();
    s->key = key;
    s->value = value;
    s->twice = 2 * value;
    atomic_init(&s->next, next);
    return s;
}

static void add_setting(int key, int value) {
    pthread_mutex_lock(&writers);
    atomic_store(&settings, new_setting(key, value, atomic_load(&settings)));
    pthread_mutex_unlock(&writers);
}

// The link to the entry with this key. The caller is a writer and holds the lock.
static _Atomic(Setting *) *find_link(int key) {
    _Atomic(Setting *) *link = &settings;
    Setting *s;
    while ((s = atomic_load(link)) && s->key != key)
        link = &s->next;
    return link;
}

static bool change_setting(int key, int value) {
    pthread_mutex_lock(&writers);
    wait_for_readers();
    _Atomic(Setting *) *link = find_link(key);
    Setting *old = atomic_load(link);
    if (old)
        atomic_store(link, new_setting(key, value, atomic_load(&old->next)));
    pthread_mutex_unlock(&writers);
    if (!old)
        return false;
    free(old);
    return true;
}

static bool remove_setting(int key) {
    pthread_mutex_lock(&writers);
    _Atomic(Setting *) *link = find_link(key);
    Setting *old = atomic_load(link);
    if (old)
        atomic_store(link, atomic_load(&old->next));
    pthread_mutex_unlock(&writers);
    if (!old)
        return false;
    wait_for_readers();
    free(old);
    return true;
}

// The value of a key, or -1.
static int read_setting(ReaderState *self, int key) {
    int value = -1;
    read_enter(self);
    for (Setting *s = atomic_load(&settings); s; s = atomic_load(&s->next)) {
        if (s->key == key) {
            value = s->value;
            assert(s->twice == 2 * value);
            break;
        }
    }
    read_leave(self);
    return value;
}

static void *reader(void *arg) {
    int value = read_setting(arg, 1);
    assert(value == 10 || value == 11 || value == -1);
    return NULL;
}

int main(void) {
    pthread_t threads[READERS];
    add_setting(1, 10);
    add_setting(2, 20);
    for (int i = 0; i < READERS; i++)
        if (pthread_create(&threads[i], NULL, reader, &readers[i]) != 0)
            return 1;
    bool is_changed = change_setting(1, 11);
    bool is_removed = remove_setting(2);
    assert(is_changed && is_removed);
    for (int i = 0; i < READERS; i++)
        pthread_join(threads[i], NULL);
    assert(read_setting(&readers[0], 1) == 11);
    assert(read_setting(&readers[0], 2) == -1);
    assert(remove_setting(1));
    assert(!atomic_load(&settings));
    return 0;
}
