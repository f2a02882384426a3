// SPDX-License-Identifier: Apache-2.0
// <string.h>: looking for characters, texts and tokens; GNU's basename.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>

// checks: the first one; the zero counts
void pass_strchr(void) {
    const char s[] = "abcb";
    assert(strchr(s, 'b') == s + 1 && strchr(s, 0) == s + 4 && strchr(s, 'x') == NULL);
}

// violates: out-of-bounds: not in the string, which has no end
void fail_strchr(void) {
    char b[2] = {'a', 'b'};
    assert(strchr(b, 'x') == NULL);
}

// checks: the last one; the zero counts
void pass_strrchr(void) {
    const char s[] = "abcb";
    assert(strrchr(s, 'b') == s + 3 && strrchr(s, 0) == s + 4 && strrchr(s, 'x') == NULL);
}

// violates: out-of-bounds: the string has no end
void fail_strrchr(void) {
    char b[2] = {'a', 'b'};
    assert(strrchr(b, 'a') == b);
}

// checks: the end when it is not found
void pass_strchrnul(void) {
    const char s[] = "abcb";
    assert(strchrnul(s, 'b') == s + 1 && strchrnul(s, 'x') == s + 4);
}

// violates: null-dereference: no string
void fail_strchrnul(void) {
    const char *volatile s = NULL;
    assert(strchrnul(s, 'x') == s);
}

// checks: the first place; the empty text is everywhere
void pass_strstr(void) {
    const char s[] = "aab aac";
    assert(strstr(s, "aac") == s + 4 && strstr(s, "") == s && strstr(s, "aad") == NULL);
    assert(strstr("", "a") == NULL && strstr("ab", "abc") == NULL);
}

// violates: out-of-bounds: the needle has no end
void fail_strstr(void) {
    char b[2] = {'a', 'b'};
    assert(strstr("xab", b) != NULL);
}

// checks: upper and lower case are the same
void pass_strcasestr(void) {
    const char s[] = "xAbC";
    assert(strcasestr(s, "aBc") == s + 1 && strcasestr(s, "ac") == NULL && strcasestr(s, "") == s);
}

// violates: null-dereference: nothing to be found
void fail_strcasestr(void) {
    assert(*strcasestr("abc", "d") == 0);
}

// checks: length of the start that is in the set
void pass_strspn(void) { assert(strspn("aabca", "ab") == 3 && strspn("x", "ab") == 0 && strspn("ab", "ba") == 2); }

// violates: out-of-bounds: the set has no end
void fail_strspn(void) {
    char set[2] = {'a', 'b'};
    assert(strspn("abc", set) == 2);
}

// checks: length of the start that is not in the set
void pass_strcspn(void) { assert(strcspn("xyab", "ab") == 2 && strcspn("xy", "ab") == 2 && strcspn("ab", "") == 2); }

// violates: out-of-bounds: the string has no end
void fail_strcspn(void) {
    char s[2] = {'x', 'y'};
    assert(strcspn(s, "ab") == 2);
}

// checks: the first character of the set
void pass_strpbrk(void) {
    const char s[] = "xyba";
    assert(strpbrk(s, "ab") == s + 2 && strpbrk(s, "z") == NULL && strpbrk(s, "") == NULL);
}

// violates: null-dereference: nothing to be found
void fail_strpbrk(void) {
    char s[] = "xy";
    *strpbrk(s, "ab") = 0;
}

// ---- tokens -------------------------------------------------------------------------------------

// checks: tokens in turn, runs of delimiters, NULL at the end and after it
void pass_strtok(void) {
    char s[] = ",,a,,b;c,";
    assert(strtok(s, ",") == s + 2 && strcmp(s + 2, "a") == 0);
    assert(strcmp(strtok(NULL, ",;"), "b") == 0 && strcmp(strtok(NULL, ",;"), "c") == 0);
    assert(strtok(NULL, ",") == NULL && strtok(NULL, ",") == NULL);
}

// violates: null-dereference: no string was ever given
void fail_strtok(void) { assert(strtok(NULL, ",") == NULL); }

static void *tokens(void *text) {
    strtok(text, ",");
    return strtok(NULL, ",");
}

// violates: assertion: two threads share the place where strtok goes on
void fail_strtok__threads(void) {
    char a[] = "1,2", b[] = "x,y";
    pthread_t t;
    pthread_create(&t, NULL, tokens, b);
    char *second = tokens(a);
    assert(second == a + 2);
    pthread_join(t, NULL);
}

// checks: two strings at the same time
void pass_strtok_r(void) {
    char s[] = "a b", t[] = "x,y", *s_rest, *t_rest;
    assert(strcmp(strtok_r(s, " ", &s_rest), "a") == 0 && strcmp(strtok_r(t, ",", &t_rest), "x") == 0);
    assert(strcmp(strtok_r(NULL, " ", &s_rest), "b") == 0 && strcmp(strtok_r(NULL, ",", &t_rest), "y") == 0);
    assert(strtok_r(NULL, " ", &s_rest) == NULL && strtok_r(NULL, " ", &s_rest) == NULL);
    assert(strcmp(t, "x") == 0);
}

static void *tokens_r(void *text) {
    char *rest;
    strtok_r(text, ",", &rest);
    return strtok_r(NULL, ",", &rest);
}

// checks: two threads do not disturb each other
void pass_strtok_r__threads(void) {
    char a[] = "1,2", b[] = "x,y";
    pthread_t t;
    pthread_create(&t, NULL, tokens_r, b);
    assert(tokens_r(a) == a + 2);
    pthread_join(t, NULL);
}

// violates: null-dereference: the rest is a null pointer
void fail_strtok_r(void) {
    char *rest = NULL;
    assert(strtok_r(NULL, ",", &rest) == NULL);
}

// checks: empty tokens count; NULL at the end
void pass_strsep(void) {
    char s[] = "a,,b", *rest = s;
    assert(strsep(&rest, ",") == s && *strsep(&rest, ",") == 0 && strsep(&rest, ",") == s + 3);
    assert(rest == NULL && strsep(&rest, ",") == NULL && strcmp(s, "a") == 0);
}

// violates: assertion: it does not skip runs of delimiters as strtok does
void fail_strsep(void) {
    char s[] = ",a", *rest = s;
    assert(strcmp(strsep(&rest, ","), "a") == 0);
}

// checks: GNU's form does not change the path
void pass_basename(void) {
    const char p[] = "/usr/lib";
    assert(basename(p) == p + 5 && *basename("usr/") == 0 && strcmp(basename("lib"), "lib") == 0);
    assert(*basename("/") == 0 && *basename("") == 0);
}

// violates: null-dereference: GNU's form wants a path
void fail_basename(void) {
    const char *volatile none = NULL;
    assert(strcmp(basename(none), ".") == 0);
}
