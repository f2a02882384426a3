// SPDX-License-Identifier: Apache-2.0
// err.h and error.h: messages on stderr, some of which end the program.
#include "stream.h"

#include <err.h>
#include <error.h>
#include <stdlib.h>

// The machine does not know the name of the program.
#define NAME "program"

static void say(const char *fmt, va_list args) {
    struct rt_sink s;
    __rt_sink_to_fd(&s, 2);
    __rt_format(&s, fmt, args);
    __rt_sink_end(&s);
}

static void says(const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    say(fmt, args);
    va_end(args);
}

// "program: message: text of errno"; without a format, only the text.
static void complain(bool with_error, const char *fmt, va_list args) {
    int error = errno;
    __rt_cancel_maybe();
    __rt_output_begin(RT_STDERR);
    says(NAME ": ");
    if (fmt)
        say(fmt, args);
    errno = error;
    if (with_error)
        says(fmt ? ": %m" : "%m");
    says("\n");
    __rt_output_end(RT_STDERR);
    errno = error;
}

#define MESSAGE(name, vname, with_error)                                                           \
    MODEL void vname(const char *fmt, va_list args) { complain(with_error, fmt, args); }           \
    MODEL void name(const char *fmt, ...) {                                                        \
        va_list args;                                                                              \
        va_start(args, fmt);                                                                       \
        complain(with_error, fmt, args);                                                           \
        va_end(args);                                                                              \
    }
MESSAGE(warn, vwarn, true)
MESSAGE(warnx, vwarnx, false)

#define LAST_MESSAGE(name, vname, with_error)                                                      \
    MODEL void vname(int code, const char *fmt, va_list args) {                                    \
        complain(with_error, fmt, args);                                                           \
        exit(code);                                                                                \
    }                                                                                              \
    MODEL void name(int code, const char *fmt, ...) {                                              \
        va_list args;                                                                              \
        va_start(args, fmt);                                                                       \
        complain(with_error, fmt, args);                                                           \
        va_end(args);                                                                              \
        exit(code);                                                                                \
    }
LAST_MESSAGE(err, verr, true)
LAST_MESSAGE(errx, verrx, false)

// ---- error.h ------------------------------------------------------------------------------------

MODEL unsigned error_message_count;
MODEL int error_one_per_line;
MODEL void (*error_print_progname)(void);

// The whole is not one step. glibc calls it safe for threads, so the counter is no race; but an
// increment may be lost.
static void report(int error, const char *file, unsigned line, const char *fmt, va_list args) {
    int saved = errno;
    __rt_cancel_maybe();
    if (error_print_progname)
        error_print_progname();
    else
        says(NAME ":");
    __rt_output_begin(RT_STDERR);
    if (file)
        says("%s:%u: ", file, line);
    else
        says(" ");
    say(fmt, args);
    __atomic_store_n(&error_message_count,
                     __atomic_load_n(&error_message_count, __ATOMIC_SEQ_CST) + 1, __ATOMIC_SEQ_CST);
    errno = error;
    says(error ? ": %m\n" : "\n");
    __rt_output_end(RT_STDERR);
    errno = saved;
}

MODEL void error(int code, int number, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    report(number, NULL, 0, fmt, args);
    va_end(args);
    if (code)
        exit(code);
}

// With error_one_per_line, a second message for the same line is left out; which one was the last
// is not kept here.
MODEL void error_at_line(int code, int number, const char *file, unsigned line, const char *fmt,
                         ...) {
    if (error_one_per_line)
        __heddle_unsupported("error_at_line with error_one_per_line");
    va_list args;
    va_start(args, fmt);
    report(number, file, line, fmt, args);
    va_end(args);
    if (code)
        exit(code);
}
