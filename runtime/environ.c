// SPDX-License-Identifier: Apache-2.0
// The environment: empty at first, or unknown, then what the program puts there. The strings that
// setenv makes are never freed, so that results of getenv stay good, as in glibc.
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

// A variable that somebody has asked for while the environment is unknown.
struct seen {
    struct seen *next;
    char *name;
    char *value; // NULL: it is not there
};
static struct seen *seen;

static bool is_same_name(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static char *copy_of(const char *name, size_t length) {
    char *copy = internal(length + 1);
    __builtin_memcpy(copy, name, length);
    return copy;
}

static struct seen *seen_as(const char *name) {
    struct seen *s = seen;
    while (s && !is_same_name(s->name, name))
        s = s->next;
    return s;
}

static struct seen *see(const char *name, size_t length, char *value) {
    struct seen *s = internal(sizeof *s);
    *s = (struct seen){seen, copy_of(name, length), value};
    seen = s;
    return s;
}

static int is_cleared; // by clearenv: nothing is there that the program has not put there

// A text of which nothing is known but how long it is at most.
static char *unknown_text(void) {
    enum { WORDS = 4 };
    long long *text = internal((WORDS + 1) * sizeof *text);
    __heddle_bound(HEDDLE_BOUND_TEXT);
    for (int i = 0; i < WORDS; i++)
        text[i] = __heddle_unknown_64();
    return (char *)text;
}

// What the program has not set may be there or not; in one run it is always the same.
static char *value_outside(const char *name, size_t length) {
    if (is_cleared || length == 0)
        return NULL;
    if (!RT_IS_UNKNOWN(ENVIRONMENT))
        return (char *)RT_GIVEN(uintptr_t, 0, ENVIRONMENT);
    struct seen *s = seen_as(name);
    if (!s)
        s = see(name, length, __heddle_choose(2) ? unknown_text() : NULL);
    return s->value;
}

// The program has taken it away, if it was there.
static void forget(const char *name, size_t length) {
    struct seen *s = seen_as(name);
    if (s)
        s->value = NULL;
    else if (RT_IS_UNKNOWN(ENVIRONMENT) && !is_cleared)
        see(name, length, NULL);
}

static char *value_of(const char *name) {
    size_t length = name_length(name);
    char **e = length ? find(name, length) : NULL;
    return e ? *e + length + 1 : value_outside(name, length);
}

NOINLINE const char *__rt_setting(const char *name) {
    __heddle_mask();
    size_t length = name_length(name);
    char **e = find(name, length);
    if (e)
        return *e + length + 1;
    if (!is_cleared && !RT_IS_UNKNOWN(ENVIRONMENT))
        __heddle_bound(HEDDLE_BOUND_ENVIRONMENT);
    else if (value_outside(name, length))
        __heddle_unsupported("a time zone or a locale of an unknown environment");
    return NULL;
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
    if (!replace && (find(name, length) || value_outside(name, length)))
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
    forget(name, length);
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
    else {
        drop(entry, length);
        forget(entry, length);
    }
    return 0;
}

MODEL int putenv(char *entry) { return changed(put_entry(entry)); }

static NOINLINE int clear(void) {
    __heddle_mask();
    environ = NULL;
    is_cleared = 1;
    return 0;
}

MODEL int clearenv(void) { return changed(clear()); }
