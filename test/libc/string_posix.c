// SPDX-License-Identifier: Apache-2.0
// The POSIX forms of functions that _GNU_SOURCE replaces by others, and dirname.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <libgen.h>
#include <string.h>

// checks: slashes at the end do not count
void pass_basename__posix(void) {
    char a[] = "/usr/lib", b[] = "usr//", c[] = "///", d[] = "";
    assert(strcmp(basename(a), "lib") == 0 && strcmp(basename(b), "usr") == 0);
    assert(strcmp(basename(c), "/") == 0 && strcmp(basename(d), ".") == 0 && strcmp(basename(NULL), ".") == 0);
}

// violates: assertion: the path is changed
void fail_basename__posix(void) {
    char path[] = "usr/";
    basename(path);
    assert(strcmp(path, "usr/") == 0);
}

// checks: the part before the last slash
void pass_dirname(void) {
    char a[] = "/usr/lib", b[] = "/usr/", c[] = "usr", d[] = "/", e[] = "a//b//", f[] = "..";
    assert(strcmp(dirname(a), "/usr") == 0 && strcmp(dirname(b), "/") == 0 && strcmp(dirname(c), ".") == 0);
    assert(strcmp(dirname(d), "/") == 0 && strcmp(dirname(e), "a") == 0 && strcmp(dirname(f), ".") == 0);
    assert(strcmp(dirname(NULL), ".") == 0);
}

// violates: assertion: the path is changed
void fail_dirname(void) {
    char path[] = "a/b";
    dirname(path);
    assert(strcmp(path, "a/b") == 0);
}

// checks: fills the buffer; EINVAL for an unknown number, ERANGE for a small buffer
void pass_strerror_r__posix(void) {
    char b[32], small[8];
    assert(strerror_r(ENOENT, b, sizeof b) == 0 && strcmp(b, "No such file or directory") == 0);
    assert(strerror_r(9999, b, sizeof b) == EINVAL && strcmp(b, "Unknown error 9999") == 0);
    assert(strerror_r(ENOENT, small, sizeof small) == ERANGE && strcmp(small, "No such") == 0);
}

// violates: out-of-bounds: the buffer is smaller than its size says
void fail_strerror_r__posix(void) {
    char b[8];
    strerror_r(ENOENT, b, 32);
}
