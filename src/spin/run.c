// SPDX-License-Identifier: Apache-2.0
// Running SPIN, the compiler and the verifier, each in a process group of its own, so that all of
// it can be ended.
#define _GNU_SOURCE
#include "spin/spin_int.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE 0.3                                  // seconds
enum { FIRST_NAP = 1000000, LONGEST_NAP = 50000000 }; // nanoseconds

extern char **environ;

static int start(const SpinRun *r, pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, r->directory);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, r->output,
                                     O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    int error =
        posix_spawnp(child, r->argv[0], &actions, &attributes, (char *const *)r->argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

static SpinEnd why_end(const SpinRun *r, double started) {
    if (r->interrupted && *r->interrupted)
        return SPIN_INTERRUPTED;
    if (r->seconds > 0 && clock_seconds() - started > r->seconds)
        return SPIN_LATE;
    return r->should_stop && r->should_stop(r->arg) ? SPIN_STOPPED : SPIN_ENDED;
}

// A verifier that is asked to stop still tells its figures; what does not stop is stopped.
static void stop(pid_t child, int *status) {
    double asked = clock_seconds();
    struct timespec nap = {0, FIRST_NAP};
    kill(-child, SIGINT);
    while (clock_seconds() - asked < PATIENCE) {
        if (waitpid(child, status, WNOHANG) == child)
            return;
        nanosleep(&nap, NULL);
    }
    kill(-child, SIGKILL);
    while (waitpid(child, status, 0) < 0 && errno == EINTR)
        ;
}

// Waits for the child, or for a reason to end it.
static SpinEnd watch(const SpinRun *r, pid_t child, int *status) {
    double started = clock_seconds();
    struct timespec nap = {0, FIRST_NAP};
    for (;;) {
        pid_t done = waitpid(child, status, WNOHANG);
        if (done == child || (done < 0 && errno != EINTR))
            return SPIN_ENDED;
        SpinEnd end = why_end(r, started);
        if (end != SPIN_ENDED) {
            stop(child, status);
            return end;
        }
        nanosleep(&nap, NULL);
        nap.tv_nsec = nap.tv_nsec < LONGEST_NAP ? 2 * nap.tv_nsec : LONGEST_NAP;
    }
}

SpinEnd spin_run(SpinRun *r) {
    pid_t child;
    int status = 0;
    if (start(r, &child) != 0)
        return SPIN_MISSING;
    spin_tidy_child(child);
    SpinEnd end = watch(r, child, &status);
    kill(-child, SIGKILL); // processes of its own that it has left behind
    spin_tidy_child(0);
    r->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return end;
}

bool spin_is_installed(const char *tool) {
    const char *path = getenv("PATH");
    bool is_there = false;
    for (size_t len; path && *path && !is_there; path += len + (path[len] == ':')) {
        Text full = {0};
        len = strcspn(path, ":");
        text_add(&full, "%.*s/%s", (int)len, path, tool);
        is_there = access(text_str(&full), X_OK) == 0;
        text_done(&full);
    }
    return is_there;
}
