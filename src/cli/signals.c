// SPDX-License-Identifier: Apache-2.0
// Interrupts. The only mutable globals of this room: a signal handler can reach nothing else.
#include "cli/cli.h"

#include <signal.h>
#include <unistd.h>

static volatile int interrupted;
static volatile sig_atomic_t is_front_busy, is_watched, is_asked, is_prompting, must_end;
static void (*volatile tidy)(void);

void signals_tidy(void) {
    setup_cleanup();
    if (tidy)
        tidy();
}

static _Noreturn void end_at_once(void) {
    static const char message[] = "heddle: interrupted\n";
    signals_tidy();
    ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
    (void)ignored;
    _exit(EXIT_UNDECIDED);
}

static void on_signal(int number) {
    must_end |= number != SIGINT;
    if (is_prompting && number == SIGINT)
        return;
    if ((is_front_busy && !is_watched) || interrupted || is_prompting)
        end_at_once();
    interrupted = 1;
}

static void on_asked(int number) {
    (void)number;
    is_asked = 1;
}

bool signals_take_asked(void) {
    bool was = is_asked;
    if (was)
        is_asked = 0;
    return was;
}

void signals_install(void) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, old;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    // The terminal is gone, unless nohup says that it does not matter.
    if (sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
    // Somebody wants to know how far it is.
    struct sigaction ask = {.sa_handler = on_asked, .sa_flags = SA_RESTART};
    sigemptyset(&ask.sa_mask);
    sigaction(SIGUSR1, &ask, NULL);
    // A closed pipe and a file that must not grow are then ordinary errors of write(), with a
    // message and an exit code.
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

void signals_loading(bool is_loading) { is_front_busy = is_loading; }

bool signals_is_loading(void) { return is_front_busy; }

void signals_watched(bool is_it) { is_watched = is_it; }

void signals_tidy_with(void (*function)(void)) { tidy = function; }

void signals_prompting(bool is_it) { is_prompting = is_it; }

void signals_forget(void) { interrupted = 0; }

bool signals_must_end(void) { return must_end; }

const volatile int *signals_flag(void) { return &interrupted; }
