// SPDX-License-Identifier: Apache-2.0
// <string.h>: names and texts of errors and signals.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

// checks: glibc's texts, a made up one for other numbers; errno is kept
void pass_strerror(void) {
    errno = EINTR;
    assert(strcmp(strerror(0), "Success") == 0 && strcmp(strerror(EINVAL), "Invalid argument") == 0);
    assert(strcmp(strerror(EHWPOISON), "Memory page has hardware error") == 0);
    assert(strcmp(strerror(9999), "Unknown error 9999") == 0 && strcmp(strerror(-1), "Unknown error -1") == 0);
    assert(errno == EINTR);
}

static void *unknown_error(void *arg) {
    strerror(8888);
    return arg;
}

// checks: what another thread asks for does not change the text
void pass_strerror__threads(void) {
    pthread_t t;
    pthread_create(&t, NULL, unknown_error, NULL);
    assert(strcmp(strerror(9999), "Unknown error 9999") == 0);
    pthread_join(t, NULL);
}

// violates: assertion: the next call overwrites the text
void fail_strerror(void) {
    char *first = strerror(9998);
    strerror(9999);
    assert(strcmp(first, "Unknown error 9998") == 0);
}

// checks: the same with a locale
void pass_strerror_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(strcmp(strerror_l(EAGAIN, c), "Resource temporarily unavailable") == 0);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_strerror_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(*strerror_l(EAGAIN, c) == 'R');
}

// checks: GNU's form gives a constant, or the buffer for an unknown number
void pass_strerror_r(void) {
    char b[32] = "old";
    assert(strcmp(strerror_r(EPERM, b, sizeof b), "Operation not permitted") == 0);
    assert(strerror_r(9999, b, sizeof b) == b && strcmp(b, "Unknown error 9999") == 0);
    assert(strcmp(strerror_r(9999, b, 8), "Unknown") == 0);
}

// violates: assertion: GNU's form does not fill the buffer for a known number
void fail_strerror_r(void) {
    char b[32] = "";
    strerror_r(EPERM, b, sizeof b);
    assert(strcmp(b, "Operation not permitted") == 0);
}

// checks: the name, of two the one that glibc prefers; NULL for an unknown number
void pass_strerrorname_np(void) {
    assert(strcmp(strerrorname_np(EINVAL), "EINVAL") == 0 && strcmp(strerrorname_np(0), "0") == 0);
    assert(strcmp(strerrorname_np(ENOTSUP), "EOPNOTSUPP") == 0 && strcmp(strerrorname_np(EWOULDBLOCK), "EAGAIN") == 0);
    assert(strcmp(strerrorname_np(EDEADLOCK), "EDEADLK") == 0);
    assert(!strerrorname_np(9999) && !strerrorname_np(-1) && !strerrorname_np(41));
}

// violates: null-dereference: an unknown number has no name
void fail_strerrorname_np(void) { assert(strlen(strerrorname_np(9999)) > 0); }

// checks: the text, NULL for an unknown number
void pass_strerrordesc_np(void) {
    assert(strcmp(strerrordesc_np(ENOMEM), "Cannot allocate memory") == 0);
    assert(!strerrordesc_np(9999) && !strerrordesc_np(-1) && !strerrordesc_np(58));
}

// violates: null-dereference: an unknown number has no text
void fail_strerrordesc_np(void) { assert(strlen(strerrordesc_np(-5)) > 0); }

// checks: glibc's texts, numbers for real-time signals and unknown ones
void pass_strsignal(void) {
    assert(strcmp(strsignal(SIGSEGV), "Segmentation fault") == 0 && strcmp(strsignal(SIGHUP), "Hangup") == 0);
    assert(strcmp(strsignal(36), "Real-time signal 2") == 0 && strcmp(strsignal(0), "Unknown signal 0") == 0);
    assert(strcmp(strsignal(65), "Unknown signal 65") == 0 && strcmp(strsignal(-1), "Unknown signal -1") == 0);
}

// violates: assertion: the next call overwrites the text
void fail_strsignal(void) {
    char *first = strsignal(70);
    strsignal(71);
    assert(strcmp(first, "Unknown signal 70") == 0);
}

// checks: the name without SIG, NULL for an unknown number
void pass_sigabbrev_np(void) {
    assert(strcmp(sigabbrev_np(SIGTERM), "TERM") == 0 && strcmp(sigabbrev_np(SIGSYS), "SYS") == 0);
    assert(strcmp(sigabbrev_np(SIGIO), "POLL") == 0 && !sigabbrev_np(0) && !sigabbrev_np(34) && !sigabbrev_np(-1));
}

// violates: null-dereference: a real-time signal has no name
void fail_sigabbrev_np(void) { assert(strlen(sigabbrev_np(40)) > 0); }

// checks: the text, NULL for an unknown number
void pass_sigdescr_np(void) {
    assert(strcmp(sigdescr_np(SIGKILL), "Killed") == 0 && !sigdescr_np(0) && !sigdescr_np(64) && !sigdescr_np(-1));
}

// violates: null-dereference: 0 is no signal
void fail_sigdescr_np(void) { assert(strlen(sigdescr_np(0)) > 0); }
