// SPDX-License-Identifier: Apache-2.0
// The checked names that _FORTIFY_SOURCE puts in place of string functions. `room` is the size of
// the destination as far as the compiler knew it: it may be a member of a larger object, which the
// machine alone would not notice.
#include "rt.h"

#include <string.h>

static void check(size_t need, size_t room) {
    if (need > room)
        __heddle_fail(HEDDLE_OUT_OF_BOUNDS, "buffer overflow detected by _FORTIFY_SOURCE");
}

void *__memcpy_chk(void *dst, const void *src, size_t n, size_t room);
MODEL void *__memcpy_chk(void *dst, const void *src, size_t n, size_t room) {
    check(n, room);
    return __builtin_memcpy(dst, src, n);
}

void *__memmove_chk(void *dst, const void *src, size_t n, size_t room);
MODEL void *__memmove_chk(void *dst, const void *src, size_t n, size_t room) {
    check(n, room);
    return __builtin_memmove(dst, src, n);
}

void *__mempcpy_chk(void *dst, const void *src, size_t n, size_t room);
MODEL void *__mempcpy_chk(void *dst, const void *src, size_t n, size_t room) {
    check(n, room);
    return (char *)__builtin_memcpy(dst, src, n) + n;
}

void *__memset_chk(void *dst, int c, size_t n, size_t room);
MODEL void *__memset_chk(void *dst, int c, size_t n, size_t room) {
    check(n, room);
    return __builtin_memset(dst, c, n);
}

void __explicit_bzero_chk(void *dst, size_t n, size_t room);
MODEL void __explicit_bzero_chk(void *dst, size_t n, size_t room) {
    check(n, room);
    __builtin_memset(dst, 0, n);
}

char *__strcpy_chk(char *dst, const char *src, size_t room);
MODEL char *__strcpy_chk(char *dst, const char *src, size_t room) {
    check(rt_length(src) + 1, room);
    return strcpy(dst, src);
}

char *__stpcpy_chk(char *dst, const char *src, size_t room);
MODEL char *__stpcpy_chk(char *dst, const char *src, size_t room) {
    check(rt_length(src) + 1, room);
    return stpcpy(dst, src);
}

char *__strncpy_chk(char *dst, const char *src, size_t n, size_t room);
MODEL char *__strncpy_chk(char *dst, const char *src, size_t n, size_t room) {
    check(n, room);
    return strncpy(dst, src, n);
}

char *__stpncpy_chk(char *dst, const char *src, size_t n, size_t room);
MODEL char *__stpncpy_chk(char *dst, const char *src, size_t n, size_t room) {
    check(n, room);
    return stpncpy(dst, src, n);
}

char *__strcat_chk(char *dst, const char *src, size_t room);
MODEL char *__strcat_chk(char *dst, const char *src, size_t room) {
    check(rt_length(dst) + rt_length(src) + 1, room);
    return strcat(dst, src);
}

char *__strncat_chk(char *dst, const char *src, size_t n, size_t room);
MODEL char *__strncat_chk(char *dst, const char *src, size_t n, size_t room) {
    check(rt_length(dst) + rt_length_max(src, n) + 1, room);
    return strncat(dst, src, n);
}
