// SPDX-License-Identifier: Apache-2.0
// The environment: empty at first, then what the program puts there. The strings that setenv makes
// are never freed, so that results of getenv stay good, as in glibc.
#include "rt.h"

#include <stdlib.h>
#include <unistd.h>

// A list that ends with NULL, or NULL. Programs may read it and replace it.
MODEL char **environ;
extern char **__environ __attribute__((weak, alias("environ")));

static void *internal(size_t size) {
    return __heddle_alloc(size, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
}

// The length of the name; 0 if it is none.
static size_t name_length(const char *name) {
    size_t n = 0;
    for (; name[n]; n++)
        if (name[n] == '=')
            return 0;
    return n;
}

static bool is_entry_of(const char *entry, const char *name, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (entry[i] != name[i])
            return false;
    return entry[length] == '=';
}

// The entry for the name; NULL if there is none.
static char **find(const char *name, size_t length) {
    for (char **e = environ; e && *e; e++)
        if (is_entry_of(*e, name, length))
            return e;
    return NULL;
}

static size_t count(void) {
    size_t n = 0;
    while (environ && environ[n])
        n++;
    return n;
}

// Every list is made for what it holds: the old one may be the program's own.
static void append(char *entry) {
    size_t n = count();
    char **list = internal((n + 2) * sizeof *list);
    for (size_t i = 0; i < n; i++)
        list[i] = environ[i];
    list[n] = entry;
    environ = list;
}

static void put(const char *name, size_t length, char *entry) {
    char **old = find(name, length);
    if (old)
        *old = entry;
    else
        append(entry);
}

static void drop(const char *name, size_t length) {
    char **e;
    while ((e = find(name, length)) != NULL)
        do
            e[0] = e[1];
        while (*e++);
}

static char *value_of(const char *name) {
    size_t length = name_length(name);
    char **e = length ? find(name, length) : NULL;
    return e ? *e + length + 1 : NULL;
}

// For races: POSIX lets nobody change the environment while others use it.
static int changed(int result) {
    if (result == 0)
        __heddle_wrote(&environ, sizeof environ);
    return result;
}

MODEL char *getenv(const char *name) {
    __heddle_mask();
    return value_of(name);
}

MODEL char *secure_getenv(const char *name) {
    __heddle_mask();
    return value_of(name);
}

static NOINLINE int set(const char *name, const char *value, int replace) {
    __heddle_mask();
    size_t length = name ? name_length(name) : 0;
    if (length == 0) {
        errno = EINVAL;
        return -1;
    }
    if (!replace && find(name, length))
        return 0;
    size_t size = rt_length(value) + 1;
    if (__rt_malloc_may_fail && __heddle_choose(2)) {
        errno = ENOMEM;
        return -1;
    }
    char *entry = internal(length + 1 + size);
    __builtin_memcpy(entry, name, length);
    entry[length] = '=';
    __builtin_memcpy(entry + length + 1, value, size);
    put(name, length, entry);
    return 0;
}

MODEL int setenv(const char *name, const char *value, int replace) {
    return changed(set(name, value, replace));
}

static NOINLINE int unset(const char *name) {
    __heddle_mask();
    size_t length = name_length(name);
    if (length == 0) {
        errno = EINVAL;
        return -1;
    }
    drop(name, length);
    return 0;
}

MODEL int unsetenv(const char *name) { return changed(unset(name)); }

// The string itself becomes part of the environment. Without a '=' it names what is to go.
static NOINLINE int put_entry(char *entry) {
    __heddle_mask();
    size_t length = 0;
    while (entry[length] && entry[length] != '=')
        length++;
    if (entry[length])
        put(entry, length, entry);
    else
        drop(entry, length);
    return 0;
}

MODEL int putenv(char *entry) { return changed(put_entry(entry)); }

static NOINLINE int clear(void) {
    __heddle_mask();
    environ = NULL;
    return 0;
}

MODEL int clearenv(void) { return changed(clear()); }
