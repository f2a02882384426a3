// SPDX-License-Identifier: Apache-2.0
// <string.h>: blocks of memory.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// checks: copies exactly n bytes and gives the destination
void pass_memcpy(void) {
    char d[4] = "xyz";
    assert(memcpy(d, "abc", 2) == d && d[0] == 'a' && d[1] == 'b' && d[2] == 'z');
    assert(memcpy(d, "abc", 0) == d && d[0] == 'a');
}

// checks: a call through a pointer is the same function
void pass_memcpy__pointer(void) {
    void *(*copy)(void *, const void *, size_t) = memcpy;
    char d[3];
    copy(d, "hi", 3);
    assert(strcmp(d, "hi") == 0);
}

// violates: out-of-bounds: the destination is too small
void fail_memcpy(void) {
    char s[8] = "abcdefg", *d = malloc(4);
    memcpy(d, s, 8);
}

// violates: invalid-pointer: source and destination overlap
void fail_memcpy__overlap(void) {
    char d[16] = "abcdef";
    memcpy(d + 2, d, 7);
}

// checks: equal addresses, which clang itself uses to copy structures, and areas that only touch
void pass_memcpy__apart(void) {
    struct block { int a[4]; } one = {{1, 2, 3, 4}}, *volatile p = &one, *volatile q = &one;
    *p = *q;
    memcpy(p, q, sizeof *p);
    memcpy(&p->a[2], &p->a[0], 2 * sizeof(int));
    memcpy(&p->a[1], &p->a[0], 0);
    assert(p->a[2] == 1 && p->a[3] == 2);
}

static int word[2];

static void *write_words(void *arg) {
    int both[2] = {1, 1};
    memcpy(word, both, sizeof both);
    return arg;
}

// violates: assertion: another thread sees the copy half done
void fail_memcpy__torn(void) {
    pthread_t t;
    pthread_create(&t, NULL, write_words, NULL);
    int a = __atomic_load_n(&word[0], __ATOMIC_SEQ_CST), b = __atomic_load_n(&word[1], __ATOMIC_SEQ_CST);
    assert(a == b);
    pthread_join(t, NULL);
}

// checks: overlapping blocks, both ways
void pass_memmove(void) {
    char b[] = "abcdef";
    assert(memmove(b + 1, b, 4) == b + 1 && strcmp(b, "aabcdf") == 0);
    memmove(b, b + 1, 4);
    assert(strcmp(b, "abcddf") == 0);
}

// violates: out-of-bounds: the source is too small
void fail_memmove(void) {
    char d[8], *s = calloc(4, 1);
    memmove(d, s, 8);
}

// checks: sets n bytes to the low byte of c
void pass_memset(void) {
    unsigned char b[4] = {1, 2, 3, 4};
    assert(memset(b, 0x1ff, 3) == b && b[0] == 0xff && b[2] == 0xff && b[3] == 4);
}

// violates: null-dereference: no memory
void fail_memset(void) {
    char *volatile p = NULL;
    memset(p, 0, 4);
}

// checks: gives the end of the copy
void pass_mempcpy(void) {
    char d[8] = "";
    char *end = mempcpy(mempcpy(d, "ab", 2), "cd", 3);
    assert(end == d + 5 && strcmp(d, "abcd") == 0);
}

// violates: use-after-free: the destination was freed
void fail_mempcpy(void) {
    char *d = malloc(4);
    free(d);
    mempcpy(d, "abc", 4);
}

// violates: invalid-pointer: source and destination overlap
void fail_mempcpy__overlap(void) {
    char d[16] = "abcdef";
    mempcpy(d, d + 2, 4);
}

// checks: up to and with the character, or all and NULL
void pass_memccpy(void) {
    char d[8] = "-------";
    assert(memccpy(d, "ab:cd", ':', 5) == d + 3 && memcmp(d, "ab:-", 4) == 0);
    assert(memccpy(d, "xyz", ':', 3) == NULL && memcmp(d, "xyz-", 4) == 0);
}

// violates: out-of-bounds: the character comes too late for the destination
void fail_memccpy(void) {
    char d[2];
    memccpy(d, "abc:", ':', 5);
}

// violates: invalid-pointer: source and destination overlap
void fail_memccpy__overlap(void) {
    char d[16] = "abcdef";
    memccpy(d + 1, d, 'd', 8);
}

// checks: sign of the first difference, bytes are unsigned
void pass_memcmp(void) {
    assert(memcmp("abc", "abd", 2) == 0);
    assert(memcmp("abc", "abd", 3) < 0 && memcmp("abd", "abc", 3) > 0);
    assert(memcmp("\xff", "\x01", 1) > 0 && memcmp("a\0b", "a\0c", 3) < 0);
    assert(memcmp("a", "b", 0) == 0);
}

// violates: out-of-bounds: n is larger than one of the blocks
void fail_memcmp(void) {
    char a[4] = "abc", *b = calloc(2, 1);
    memcpy(b, "ab", 2);
    volatile int r = memcmp(a, b, 4);
    (void)r;
}

// checks: the first such byte among n
void pass_memchr(void) {
    const char s[] = "abcb";
    assert(memchr(s, 'b', 4) == s + 1 && memchr(s, 'c', 2) == NULL && memchr(s, 0, 5) == s + 4);
    assert(memchr(s, 'b' + 256, 4) == s + 1);
}

// violates: out-of-bounds: not found within the block
void fail_memchr(void) {
    char *s = calloc(2, 1);
    volatile char *p = memchr(s, 'x', 3);
    (void)p;
}

// checks: the last such byte among n
void pass_memrchr(void) {
    const char s[] = "abcb";
    assert(memrchr(s, 'b', 4) == s + 3 && memrchr(s, 'b', 3) == s + 1 && memrchr(s, 'x', 4) == NULL);
}

// violates: out-of-bounds: the block is smaller than n
void fail_memrchr(void) {
    char s[2] = "a";
    assert(memrchr(s, 'a', 3) == s);
}

// checks: looks for a byte that is there
void pass_rawmemchr(void) {
    const char s[] = "abc";
    assert(rawmemchr(s, 'c') == s + 2 && rawmemchr(s, 0) == s + 3);
}

// violates: out-of-bounds: the byte is not there
void fail_rawmemchr(void) {
    char s[2] = "a";
    assert(rawmemchr(s, 'x') == NULL);
}

// checks: blocks in blocks, with zeros, empty ones
void pass_memmem(void) {
    const char h[] = "a\0bab";
    assert(memmem(h, 5, "ab", 2) == h + 3 && memmem(h, 5, "\0b", 2) == h + 1);
    assert(memmem(h, 5, "abc", 3) == NULL && memmem(h, 2, "abc", 3) == NULL && memmem(h, 5, "", 0) == h);
}

// violates: out-of-bounds: the size of the needle is wrong
void fail_memmem(void) {
    char h[4] = "aaa", n[1] = {'a'};
    assert(memmem(h, 4, n, 2) == h);
}

// checks: the block is zero afterwards
void pass_explicit_bzero(void) {
    char b[3] = "ab";
    explicit_bzero(b, 2);
    assert(b[0] == 0 && b[1] == 0 && b[2] == 0);
}

// violates: out-of-bounds: more than there is
void fail_explicit_bzero(void) {
    char *b = malloc(2);
    explicit_bzero(b, 3);
}

// checks: twice is the identity
void pass_memfrob(void) {
    char b[] = "ab";
    assert(memfrob(b, 2) == b && b[0] == ('a' ^ 42) && b[2] == 0);
    memfrob(b, 2);
    assert(strcmp(b, "ab") == 0);
}

// violates: out-of-bounds: more than there is
void fail_memfrob(void) {
    char b[2] = "a";
    memfrob(b, 3);
}
