// SPDX-License-Identifier: Apache-2.0
// The names and texts of signals, as glibc has them.
#include "rt.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#define SIGNALS(SIGNAL)                                                                            \
    SIGNAL(HUP, "Hangup")                                                                          \
    SIGNAL(INT, "Interrupt")                                                                       \
    SIGNAL(QUIT, "Quit")                                                                           \
    SIGNAL(ILL, "Illegal instruction")                                                             \
    SIGNAL(TRAP, "Trace/breakpoint trap")                                                          \
    SIGNAL(ABRT, "Aborted")                                                                        \
    SIGNAL(BUS, "Bus error")                                                                       \
    SIGNAL(FPE, "Floating point exception")                                                        \
    SIGNAL(KILL, "Killed")                                                                         \
    SIGNAL(USR1, "User defined signal 1")                                                          \
    SIGNAL(SEGV, "Segmentation fault")                                                             \
    SIGNAL(USR2, "User defined signal 2")                                                          \
    SIGNAL(PIPE, "Broken pipe")                                                                    \
    SIGNAL(ALRM, "Alarm clock")                                                                    \
    SIGNAL(TERM, "Terminated")                                                                     \
    SIGNAL(STKFLT, "Stack fault")                                                                  \
    SIGNAL(CHLD, "Child exited")                                                                   \
    SIGNAL(CONT, "Continued")                                                                      \
    SIGNAL(STOP, "Stopped (signal)")                                                               \
    SIGNAL(TSTP, "Stopped")                                                                        \
    SIGNAL(TTIN, "Stopped (tty input)")                                                            \
    SIGNAL(TTOU, "Stopped (tty output)")                                                           \
    SIGNAL(URG, "Urgent I/O condition")                                                            \
    SIGNAL(XCPU, "CPU time limit exceeded")                                                        \
    SIGNAL(XFSZ, "File size limit exceeded")                                                       \
    SIGNAL(VTALRM, "Virtual timer expired")                                                        \
    SIGNAL(PROF, "Profiling timer expired")                                                        \
    SIGNAL(WINCH, "Window changed")                                                                \
    SIGNAL(POLL, "I/O possible")                                                                   \
    SIGNAL(PWR, "Power failure")                                                                   \
    SIGNAL(SYS, "Bad system call")

#define NAME(name, text) [SIG##name] = #name,
#define TEXT(name, text) [SIG##name] = text,
static const char *const names[] = {SIGNALS(NAME)};
static const char *const texts[] = {SIGNALS(TEXT)};

// The first and the last that glibc leaves to programs.
enum { COUNT = sizeof texts / sizeof texts[0], FIRST_REAL_TIME = 34, LAST_REAL_TIME = 64 };

MODEL const char *sigabbrev_np(int signal) {
    return signal >= 0 && signal < COUNT ? names[signal] : NULL;
}
MODEL const char *sigdescr_np(int signal) {
    return signal >= 0 && signal < COUNT ? texts[signal] : NULL;
}

// One for each thread, and only used for signals that have no text of their own.
static _Thread_local char other_signal[32];

MODEL char *strsignal(int signal) {
    const char *text = sigdescr_np(signal);
    if (text)
        return (char *)text;
    if (signal >= FIRST_REAL_TIME && signal <= LAST_REAL_TIME)
        snprintf(other_signal, sizeof other_signal, "Real-time signal %d",
                 signal - FIRST_REAL_TIME);
    else
        snprintf(other_signal, sizeof other_signal, "Unknown signal %d", signal);
    return other_signal;
}
