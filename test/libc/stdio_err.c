// SPDX-License-Identifier: Apache-2.0
// err.h and error.h.
#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdlib.h>

static char unterminated[3] = {'a', 'b', 'c'};
static int exit_was_reached;

static void expect_exit(void) { assert(exit_was_reached); }
static void expect_no_exit(void) { assert(!exit_was_reached); }

static void call_vwarn(const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    vwarn(fmt, args);
    va_end(args);
}

static void call_vwarnx(const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    vwarnx(fmt, args);
    va_end(args);
}

static void call_verr(int code, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    verr(code, fmt, args);
}

static void call_verrx(int code, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    verrx(code, fmt, args);
}

// checks: the program goes on
void pass_warn(void) {
    errno = ENOENT;
    warn("file %d", 5);
    warn(NULL);
}

// violates: out-of-bounds: the string has no end
void fail_warn(void) { warn("%s", unterminated); }

// checks: the program goes on
void pass_warnx(void) { warnx("%s", "text"); }

// violates: out-of-bounds: the string has no end
void fail_warnx(void) { warnx("%s", unterminated); }

// checks: the program goes on
void pass_vwarn(void) { call_vwarn("%d", 1); }

// violates: out-of-bounds: the string has no end
void fail_vwarn(void) { call_vwarn("%s", unterminated); }

// checks: the program goes on
void pass_vwarnx(void) { call_vwarnx("%d", 1); }

// violates: out-of-bounds: the string has no end
void fail_vwarnx(void) { call_vwarnx("%s", unterminated); }

// checks: exit, with its handlers; nothing after it
void pass_err(void) {
    atexit(expect_exit);
    exit_was_reached = 1;
    err(0, "%d", 1);
    assert(0);
}

// violates: assertion: handlers of exit run
void fail_err(void) {
    atexit(expect_no_exit);
    exit_was_reached = 1;
    err(1, "%d", 1);
}

// checks: exit, with its handlers; nothing after it
void pass_errx(void) {
    atexit(expect_exit);
    exit_was_reached = 1;
    errx(0, "%d", 1);
    assert(0);
}

// violates: assertion: handlers of exit run
void fail_errx(void) {
    atexit(expect_no_exit);
    exit_was_reached = 1;
    errx(1, "%d", 1);
}

// checks: exit; nothing after it
void pass_verr(void) {
    call_verr(0, "%d", 1);
    assert(0);
}

// violates: out-of-bounds: the string has no end
void fail_verr(void) { call_verr(0, "%s", unterminated); }

// checks: exit; nothing after it
void pass_verrx(void) {
    call_verrx(0, "%d", 1);
    assert(0);
}

// violates: out-of-bounds: the string has no end
void fail_verrx(void) { call_verrx(0, "%s", unterminated); }

// checks: the messages are counted; code 0 goes on
void pass_error(void) {
    error(0, 0, "text %d", 1);
    error(0, ENOENT, "text");
    assert(error_message_count == 2);
}

// violates: assertion: another code ends the program, with its handlers
void fail_error(void) {
    atexit(expect_no_exit);
    exit_was_reached = 1;
    error(3, 0, "text");
    exit_was_reached = 0;
}

// checks: the messages are counted; code 0 goes on
void pass_error_at_line(void) {
    error_at_line(0, 0, "file.c", 5, "text %d", 1);
    error_at_line(0, EINVAL, "file.c", 5, "text");
    assert(error_message_count == 2);
}

// violates: out-of-bounds: the string has no end
void fail_error_at_line(void) { error_at_line(0, 0, unterminated, 5, "text"); }
