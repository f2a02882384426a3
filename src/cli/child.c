// SPDX-License-Identifier: Apache-2.0
// Running heddle itself in a process of its own, and listening to it. It is in a process group of
// its own, so that an interrupt from the terminal reaches it through us, and once.
#define _GNU_SOURCE
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK_MS = 100 }; // how often we look whether there was an interrupt

// A signal handler must find it: 0 when there is none.
static volatile pid_t child;

static void end_child(void) {
    if (child > 0)
        kill(-child, SIGTERM);
}

// In the new process; the error if it cannot begin.
static int become(const ChildProcess *c, pid_t parent, int out, int err) {
    // Nobody waits for an answer when we are gone; it tidies up and ends.
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        return ESRCH;
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (setpgid(0, 0) != 0 || nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 ||
        dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0 || chdir(c->directory) != 0)
        return errno;
    execv("/proc/self/exe", (char *const *)c->words);
    return errno;
}

// 0, or the error. It is told through a pipe that closes when the new process has begun.
static int start(const ChildProcess *c, int out, int err, pid_t *pid) {
    int told[2], error = 0;
    pid_t self = getpid();
    if (pipe2(told, O_CLOEXEC) != 0)
        return errno;
    *pid = fork();
    if (*pid == 0) {
        error = become(c, self, out, err);
        ssize_t n = write(told[1], &error, sizeof error);
        _exit(n == sizeof error ? EXIT_INTERNAL : EXIT_USAGE);
    }
    int failed = errno;
    close(told[1]);
    ssize_t n = 0;
    while (*pid > 0 && (n = read(told[0], &error, sizeof error)) < 0 && errno == EINTR) {
    }
    close(told[0]);
    if (*pid < 0)
        return failed;
    if (n != sizeof error)
        return 0;
    while (waitpid(*pid, NULL, 0) < 0 && errno == EINTR) {
    }
    return error;
}

// Takes what there is; false at the end.
static bool take(int fd, Text *text) {
    char buf[4096];
    ssize_t n = read(fd, buf, sizeof buf);
    if (n > 0)
        text_bytes(text, buf, (size_t)n);
    return n > 0 || (n < 0 && errno == EINTR);
}

static void listen_to(ChildProcess *c, int out, int err) {
    struct pollfd fds[2] = {{.fd = out, .events = POLLIN}, {.fd = err, .events = POLLIN}};
    Text *texts[2] = {&c->out, &c->err};
    bool is_passed_on = false;
    while (fds[0].fd >= 0 || fds[1].fd >= 0) {
        if (*signals_flag() && !is_passed_on) {
            kill(child, SIGINT);
            is_passed_on = true;
        }
        if (poll(fds, 2, LOOK_MS) <= 0)
            continue;
        for (u32 i = 0; i < 2; i++)
            if (fds[i].fd >= 0 && fds[i].revents && !take(fds[i].fd, texts[i]))
                fds[i].fd = -1;
    }
}

static void close_both(const int *fds) {
    close(fds[0]);
    close(fds[1]);
}

bool child_run(ChildProcess *c, Diag *d) {
    int out[2], err[2], status = 0;
    pid_t pid = 0;
    if (pipe2(out, O_CLOEXEC) != 0)
        return diag_fail(d, "cannot make a pipe: %s", strerror(errno));
    if (pipe2(err, O_CLOEXEC) != 0) {
        close_both(out);
        return diag_fail(d, "cannot make a pipe: %s", strerror(errno));
    }
    int error = start(c, out[1], err[1], &pid);
    close(out[1]);
    close(err[1]);
    if (!error) {
        child = pid;
        signals_tidy_with(end_child);
        listen_to(c, out[0], err[0]);
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
        child = 0;
    }
    close(out[0]);
    close(err[0]);
    c->code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return !error || diag_fail(d, "cannot run heddle in %s: %s", c->directory, strerror(error));
}

void child_done(ChildProcess *c) {
    text_done(&c->out);
    text_done(&c->err);
}
