// SPDX-License-Identifier: Apache-2.0
// The parts of a path: GNU's basename of <string.h>, and the POSIX functions of <libgen.h>.
#include "rt.h"

#include <string.h>

// What follows the last slash; the path is not changed.
MODEL char *basename(const char *path) {
    char *slash = strrchr(path, '/');
    return slash ? slash + 1 : (char *)path;
}

static const char dot[] = ".";

// The length of the first n characters without the slashes at their end.
static size_t trimmed(const char *path, size_t n) {
    while (n > 0 && path[n - 1] == '/')
        n--;
    return n;
}

// Where the last part of the first n characters begins; they do not end with a slash.
static size_t last_part(const char *path, size_t n) {
    while (n > 0 && path[n - 1] != '/')
        n--;
    return n;
}

// The POSIX form cuts slashes at the end off, in place.
char *__xpg_basename(char *path);
MODEL char *__xpg_basename(char *path) {
    if (!path || !*path)
        return (char *)dot;
    size_t length = rt_length(path), n = trimmed(path, length);
    if (n == 0)
        return path + length - 1;
    if (n < length)
        path[n] = '\0';
    return path + last_part(path, n);
}

// Cuts a path that begins with so many slashes down to the root. Two of them are a root of their
// own, as POSIX allows.
static char *root(char *path, size_t slashes) {
    size_t n = slashes == 2 ? 2 : 1;
    if (path[n])
        path[n] = '\0';
    return path;
}

char *dirname(char *path);
MODEL char *dirname(char *path) {
    if (!path || !*path)
        return (char *)dot;
    size_t length = rt_length(path), n = trimmed(path, length);
    if (n == 0)
        return root(path, length);
    size_t start = last_part(path, n);
    if (start == 0)
        return (char *)dot;
    n = trimmed(path, start);
    if (n == 0)
        return root(path, start);
    path[n] = '\0';
    return path;
}
