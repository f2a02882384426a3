// SPDX-License-Identifier: Apache-2.0
// What _FORTIFY_SOURCE makes of functions on strings: their last argument is the room that the compiler knows of. It
// may be that of a member, where the machine alone knows that of the whole object.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

void *__memcpy_chk(void *dst, const void *src, size_t n, size_t room);
void *__memmove_chk(void *dst, const void *src, size_t n, size_t room);
void *__mempcpy_chk(void *dst, const void *src, size_t n, size_t room);
void *__memset_chk(void *dst, int c, size_t n, size_t room);
void __explicit_bzero_chk(void *dst, size_t n, size_t room);
char *__strcpy_chk(char *dst, const char *src, size_t room);
char *__stpcpy_chk(char *dst, const char *src, size_t room);
char *__strncpy_chk(char *dst, const char *src, size_t n, size_t room);
char *__stpncpy_chk(char *dst, const char *src, size_t n, size_t room);
char *__strcat_chk(char *dst, const char *src, size_t room);
char *__strncat_chk(char *dst, const char *src, size_t n, size_t room);

static const char text[] = "abcd";
static struct { char first[5], second[5]; } bytes;

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_memcpy__fortified(void) {
    __memcpy_chk(bytes.first, text, 5, 5);
    assert(memcmp(bytes.first, "abcd", 5) == 0);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_memcpy__fortified(void) {
    __memcpy_chk(bytes.first, text, 6, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_memmove__fortified(void) {
    __memmove_chk(bytes.first, text, 5, 5);
    assert(memcmp(bytes.first, "abcd", 5) == 0);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_memmove__fortified(void) {
    __memmove_chk(bytes.first, text, 6, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_mempcpy__fortified(void) {
    char *end = __mempcpy_chk(bytes.first, text, 5, 5);
    assert(memcmp(bytes.first, "abcd", 5) == 0 && end == bytes.first + 5);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_mempcpy__fortified(void) {
    __mempcpy_chk(bytes.first, text, 6, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_memset__fortified(void) {
    __memset_chk(bytes.first, 1, 5, 5);
    assert(bytes.first[4] == 1 && bytes.second[0] == 0);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_memset__fortified(void) {
    __memset_chk(bytes.first, 1, 6, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_explicit_bzero__fortified(void) {
    __explicit_bzero_chk(bytes.first, 5, 5);
    assert(bytes.first[4] == 0);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_explicit_bzero__fortified(void) {
    __explicit_bzero_chk(bytes.first, 6, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_strcpy__fortified(void) {
    __strcpy_chk(bytes.first, text, 5);
    assert(memcmp(bytes.first, "abcd", 5) == 0);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_strcpy__fortified(void) {
    __strcpy_chk(bytes.first + 1, text, 4);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_stpcpy__fortified(void) {
    char *end = __stpcpy_chk(bytes.first, text, 5);
    assert(memcmp(bytes.first, "abcd", 5) == 0 && end == bytes.first + 4);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_stpcpy__fortified(void) {
    __stpcpy_chk(bytes.first + 1, text, 4);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_strncpy__fortified(void) {
    __strncpy_chk(bytes.first, text, 5, 5);
    assert(memcmp(bytes.first, "abcd", 5) == 0);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_strncpy__fortified(void) {
    __strncpy_chk(bytes.first, text, 6, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_stpncpy__fortified(void) {
    char *end = __stpncpy_chk(bytes.first, text, 5, 5);
    assert(memcmp(bytes.first, "abcd", 5) == 0 && end == bytes.first + 4);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_stpncpy__fortified(void) {
    __stpncpy_chk(bytes.first, text, 6, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_strcat__fortified(void) {
    __strcat_chk(bytes.first, text, 5);
    assert(memcmp(bytes.first, "abcd", 5) == 0);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_strcat__fortified(void) {
    bytes.first[0] = 'x';
    __strcat_chk(bytes.first, text, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_strncat__fortified(void) {
    __strncat_chk(bytes.first, text, 4, 5);
    assert(memcmp(bytes.first, "abcd", 5) == 0);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_strncat__fortified(void) {
    bytes.first[0] = 'x';
    __strncat_chk(bytes.first, text, 4, 5);
}
