// SPDX-License-Identifier: Apache-2.0
// What a program can ask about itself and its system, options of the command line, and small requests.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <execinfo.h>
#include <getopt.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <syslog.h>
#include <unistd.h>

// ---- the process ----------------------------------------------------------------------------------

// checks: always the same
void pass_getpid(void) {
    assert(getpid() > 0 && getpid() == getpid());
}

// violates: assertion: the program is not the first process
void fail_getpid(void) {
    assert(getpid() == 1);
}

// checks: another process
void pass_getppid(void) {
    assert(getppid() != getpid());
}

// violates: assertion: the parent is another process
void fail_getppid(void) {
    assert(getppid() == getpid());
}

// checks: a group
void pass_getpgrp(void) {
    assert(getpgrp() > 0);
}

// violates: assertion: a group has a number above 0
void fail_getpgrp(void) {
    assert(getpgrp() == 0);
}

// checks: 0 stands for the calling process
void pass_getpgid(void) {
    assert(getpgid(0) == getpgrp() && getpgid(getpid()) == getpgrp());
}

// violates: assertion: not every number is a process
void fail_getpgid(void) {
    assert(getpgid(-5) >= 0);
}

// checks: 0 stands for the calling process
void pass_getsid(void) {
    assert(getsid(0) == getsid(getpid()));
}

// violates: assertion: not every number is a process
void fail_getsid(void) {
    assert(getsid(-5) >= 0);
}

// checks: EINVAL for a group that cannot be
void pass_setpgid(void) {
    assert(setpgid(0, -1) == -1 && errno == EINVAL);
}

// violates: assertion: a group that does not exist cannot be joined (EPERM)
void fail_setpgid(void) {
    assert(setpgid(0, 7) == 0);
}

// checks: EPERM if the program leads its group
void pass_setsid(void) {
    pid_t session = setsid();
    assert(session == getpid() || errno == EPERM);
}

// violates: assertion: the program leads its group already
void fail_setsid(void) {
    assert(setsid() != -1);
}

// checks: success
void pass_setpgrp(void) {
    assert(setpgrp() == 0 || errno == EPERM);
}

// violates: assertion: the result is not the group
void fail_setpgrp(void) {
    assert(setpgrp() == getpgrp());
}

static pid_t numbers[2];

static void *keep_number(void *arg) {
    *(pid_t *)arg = gettid();
    assert(*(pid_t *)arg == gettid());
    return NULL;
}

// checks: each thread has its own number, and the first that of the process
void pass_gettid(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, keep_number, &numbers[0]);
    pthread_create(&u, NULL, keep_number, &numbers[1]);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(numbers[0] != numbers[1] && numbers[0] != gettid() && numbers[1] != getpid());
    assert(gettid() == getpid());
}

// violates: assertion: the number of a thread is not that of the process
void fail_gettid(void) {
    pthread_t t;
    pthread_create(&t, NULL, keep_number, &numbers[0]);
    pthread_join(t, NULL);
    assert(numbers[0] == getpid());
}

// ---- users ----------------------------------------------------------------------------------------

// checks: the user does not change
void pass_getuid(void) {
    assert(getuid() == getuid() && getuid() == geteuid());
}

// violates: assertion: the program is not run by the administrator
void fail_getuid(void) {
    assert(getuid() == 0);
}

// checks: the same as the real user
void pass_geteuid(void) {
    assert(geteuid() == getuid());
}

// violates: assertion: the program is not run by the administrator
void fail_geteuid(void) {
    assert(geteuid() == 0);
}

// checks: the group does not change
void pass_getgid(void) {
    assert(getgid() == getegid());
}

// violates: assertion: the program is not run by the administrator
void fail_getgid(void) {
    assert(getgid() == 0);
}

// checks: the same as the real group
void pass_getegid(void) {
    assert(getegid() == getgid());
}

// violates: assertion: the program is not run by the administrator
void fail_getegid(void) {
    assert(getegid() == 0);
}

// checks: to become oneself is allowed
void pass_setuid(void) {
    assert(setuid(getuid()) == 0);
}

// violates: assertion: a program may not become another user (EPERM)
void fail_setuid(void) {
    assert(setuid(0) == 0);
}

// checks: to become oneself is allowed
void pass_seteuid(void) {
    assert(seteuid(getuid()) == 0);
}

// violates: assertion: a program may not become another user (EPERM)
void fail_seteuid(void) {
    assert(seteuid(0) == 0);
}

// checks: to become oneself is allowed
void pass_setgid(void) {
    assert(setgid(getgid()) == 0);
}

// violates: assertion: a program may not join another group (EPERM)
void fail_setgid(void) {
    assert(setgid(0) == 0);
}

// checks: to become oneself is allowed
void pass_setegid(void) {
    assert(setegid(getgid()) == 0);
}

// violates: assertion: a program may not join another group (EPERM)
void fail_setegid(void) {
    assert(setegid(0) == 0);
}

// checks: to become oneself is allowed; -1 changes nothing
void pass_setreuid(void) {
    assert(setreuid(getuid(), -1) == 0 && setreuid(-1, -1) == 0);
}

// violates: assertion: a program may not become another user (EPERM)
void fail_setreuid(void) {
    assert(setreuid(-1, 0) == 0);
}

// checks: to become oneself is allowed; -1 changes nothing
void pass_setregid(void) {
    assert(setregid(getgid(), -1) == 0 && setregid(-1, -1) == 0);
}

// violates: assertion: a program may not join another group (EPERM)
void fail_setregid(void) {
    assert(setregid(0, -1) == 0);
}

// checks: all three
void pass_getresuid(void) {
    uid_t a, b, c;
    assert(getresuid(&a, &b, &c) == 0 && a == getuid() && b == geteuid() && c == a);
}

// violates: null-dereference: there is nowhere to put them
void fail_getresuid(void) {
    uid_t *nowhere = NULL;
    getresuid(nowhere, nowhere, nowhere);
}

// checks: all three
void pass_getresgid(void) {
    gid_t a, b, c;
    assert(getresgid(&a, &b, &c) == 0 && a == getgid() && b == getegid() && c == a);
}

// violates: null-dereference: there is nowhere to put them
void fail_getresgid(void) {
    gid_t *nowhere = NULL;
    getresgid(nowhere, nowhere, nowhere);
}

// checks: the number of groups; EINVAL
void pass_getgroups(void) {
    gid_t groups[64];
    assert(getgroups(0, NULL) >= 0 && getgroups(64, groups) >= 0);
    assert(getgroups(-1, NULL) == -1 && errno == EINVAL);
}

// violates: null-dereference: there is nowhere to put them
void fail_getgroups(void) {
    gid_t *nowhere = NULL;
    getgroups(5, nowhere);
}

// checks: a name, or NULL with errno set
void pass_getlogin(void) {
    errno = 0;
    assert(getlogin() || errno);
}

// violates: null-dereference: without a terminal there is no name
void fail_getlogin(void) {
    assert(*getlogin());
}

// checks: the error is the result
void pass_getlogin_r(void) {
    char name[256];
    assert(getlogin_r(name, sizeof name) >= 0);
}

// violates: assertion: without a terminal there is no name
void fail_getlogin_r(void) {
    char name[256];
    assert(getlogin_r(name, sizeof name) == 0);
}

// ---- the system -----------------------------------------------------------------------------------

// checks: common limits; EINVAL for what does not exist
void pass_sysconf(void) {
    assert(sysconf(_SC_NPROCESSORS_ONLN) >= 1 && sysconf(_SC_PAGESIZE) == getpagesize());
    assert(sysconf(_SC_CLK_TCK) == 100 && sysconf(_SC_OPEN_MAX) >= 16 && sysconf(_SC_THREADS) > 0);
    assert(sysconf(_SC_THREAD_KEYS_MAX) == 1024 && sysconf(_SC_THREAD_DESTRUCTOR_ITERATIONS) == 4);
    assert(sysconf(100000) == -1 && errno == EINVAL);
}

// violates: assertion: there is more than one processor
void fail_sysconf(void) {
    assert(sysconf(_SC_NPROCESSORS_ONLN) == 1);
}

// checks: a power of two
void pass_getpagesize(void) {
    assert(getpagesize() > 0 && (getpagesize() & (getpagesize() - 1)) == 0);
}

// violates: assertion: pages have 4096 bytes
void fail_getpagesize(void) {
    assert(getpagesize() == 65536);
}

// checks: as sysconf tells
void pass_getdtablesize(void) {
    assert(getdtablesize() == sysconf(_SC_OPEN_MAX));
}

// violates: assertion: a limit exists
void fail_getdtablesize(void) {
    assert(getdtablesize() > 10000000);
}

// checks: a name; ENAMETOOLONG
void pass_gethostname(void) {
    char name[65];
    assert(gethostname(name, sizeof name) == 0 && strlen(name) > 0);
    assert(gethostname(name, 1) == -1 && errno == ENAMETOOLONG);
}

// violates: out-of-bounds: the buffer is smaller than the caller says
void fail_gethostname(void) {
    char name[4];
    gethostname(name, 65);
}

// checks: fails with EPERM
void pass_sethostname(void) {
    assert(sethostname("x", 1) == -1 || geteuid() == 0);
}

// violates: assertion: a program may not change the name of the machine
void fail_sethostname(void) {
    assert(sethostname("x", 1) == 0);
}

// checks: always the same
void pass_gethostid(void) {
    assert(gethostid() == gethostid());
}

// violates: assertion: nobody knows the number
void fail_gethostid(void) {
    assert(gethostid() != 0);
}

// checks: the system is Linux
void pass_uname(void) {
    struct utsname u;
    assert(uname(&u) == 0 && strcmp(u.sysname, "Linux") == 0 && u.machine[0]);
}

// violates: null-dereference: there is nowhere to put the names
void fail_uname(void) {
    uname(NULL);
}

// checks: a limit and what it may be raised to; EINVAL
void pass_getrlimit(void) {
    struct rlimit l;
    assert(getrlimit(RLIMIT_NOFILE, &l) == 0 && l.rlim_cur <= l.rlim_max && l.rlim_cur >= 16);
    assert(getrlimit(77, &l) == -1 && errno == EINVAL);
}

// violates: assertion: not everything is unlimited
void fail_getrlimit(void) {
    struct rlimit l;
    getrlimit(RLIMIT_STACK, &l);
    assert(l.rlim_cur == RLIM_INFINITY);
}

// checks: success; EINVAL if the limit is above what it may be
void pass_setrlimit(void) {
    struct rlimit l;
    getrlimit(RLIMIT_CORE, &l);
    l.rlim_cur = 0;
    assert(setrlimit(RLIMIT_CORE, &l) == 0);
    l = (struct rlimit){2, 1};
    assert(setrlimit(RLIMIT_CORE, &l) == -1 && errno == EINVAL);
}

// violates: assertion: the limit is above what it may be
void fail_setrlimit(void) {
    struct rlimit l = {2, 1};
    assert(setrlimit(RLIMIT_CORE, &l) == 0);
}

// ---- children -------------------------------------------------------------------------------------

// checks: ECHILD: there are no children
void pass_wait(void) {
    assert(wait(NULL) == -1 && errno == ECHILD);
}

// violates: assertion: there are no children
void fail_wait(void) {
    assert(wait(NULL) > 0);
}

// checks: ECHILD: there are no children
void pass_waitpid(void) {
    int status;
    assert(waitpid(-1, &status, WNOHANG) == -1 && errno == ECHILD);
}

// violates: assertion: there are no children
void fail_waitpid(void) {
    assert(waitpid(-1, NULL, 0) > 0);
}

// checks: ECHILD: there are no children
void pass_wait3(void) {
    assert(wait3(NULL, 0, NULL) == -1 && errno == ECHILD);
}

// violates: assertion: there are no children
void fail_wait3(void) {
    assert(wait3(NULL, 0, NULL) > 0);
}

// checks: ECHILD: there are no children
void pass_wait4(void) {
    assert(wait4(-1, NULL, 0, NULL) == -1 && errno == ECHILD);
}

// violates: assertion: there are no children
void fail_wait4(void) {
    assert(wait4(-1, NULL, 0, NULL) > 0);
}

// checks: ECHILD: there are no children
void pass_waitid(void) {
    siginfo_t info;
    assert(waitid(P_ALL, 0, &info, WEXITED) == -1 && errno == ECHILD);
}

// violates: assertion: there are no children
void fail_waitid(void) {
    siginfo_t info;
    assert(waitid(P_ALL, 0, &info, WEXITED) == 0);
}

// ---- random bytes ---------------------------------------------------------------------------------

// checks: any value, which is only known when the program looks at it; EINVAL
void pass_getrandom(void) {
    long long a;
    short b;
    assert(getrandom(&a, sizeof a, 0) == sizeof a && getrandom(&b, sizeof b, GRND_NONBLOCK) == sizeof b);
    assert(getrandom(&b, sizeof b, 1u << 30) == -1 && errno == EINVAL);
}

// violates: assertion: it can be any value
// options: --nondet-range 0..3
void fail_getrandom(void) {
    unsigned v;
    getrandom(&v, sizeof v, 0);
    assert(v != 2);
}

// violates: out-of-bounds: the buffer is smaller than the caller says
void fail_getrandom__size(void) {
    char bytes[3];
    getrandom(bytes, 4, 0);
}

// checks: success; EIO for more than 256 bytes
void pass_getentropy(void) {
    char bytes[300];
    assert(getentropy(bytes, 16) == 0);
    assert(getentropy(bytes, 300) == -1 && errno == EIO);
}

// violates: assertion: it can be any byte
void fail_getentropy(void) {
    char byte;
    getentropy(&byte, 1);
    assert(byte != 77);
}

// ---- the command line -----------------------------------------------------------------------------

// checks: letters with and without arguments, joined or apart; operands come last
void pass_getopt(void) {
    char *argv[] = {"x", "file", "-ab", "-cone", "-c", "two", "-d", "--", "-e", NULL};
    int argc = 9;
    assert(getopt(argc, argv, "abc:d::") == 'a' && getopt(argc, argv, "abc:d::") == 'b');
    assert(getopt(argc, argv, "abc:d::") == 'c' && strcmp(optarg, "one") == 0);
    assert(getopt(argc, argv, "abc:d::") == 'c' && strcmp(optarg, "two") == 0);
    assert(getopt(argc, argv, "abc:d::") == 'd' && optarg == NULL);
    assert(getopt(argc, argv, "abc:d::") == -1 && optind == 7);
    assert(strcmp(argv[7], "file") == 0 && strcmp(argv[8], "-e") == 0);
}

// checks: '?' for what is wrong, ':' for a missing argument if asked, with the letter in optopt
void pass_getopt__errors(void) {
    char *argv[] = {"x", "-z", "-c", NULL};
    opterr = 0;
    assert(getopt(3, argv, "ac:") == '?' && optopt == 'z');
    assert(getopt(3, argv, "ac:") == '?' && optopt == 'c');
    optind = 2;
    assert(getopt(3, argv, ":ac:") == ':' && optopt == 'c');
    assert(getopt(3, argv, ":ac:") == -1);
}

// checks: with + the first operand ends the options, with - it is given as option 1
void pass_getopt__order(void) {
    char *argv[] = {"x", "-a", "file", "-b", NULL};
    assert(getopt(4, argv, "+ab") == 'a' && getopt(4, argv, "+ab") == -1 && optind == 2);
    optind = 0;
    assert(getopt(4, argv, "-ab") == 'a' && getopt(4, argv, "-ab") == 1 && strcmp(optarg, "file") == 0);
    assert(getopt(4, argv, "-ab") == 'b' && getopt(4, argv, "-ab") == -1);
}

// violates: null-dereference: an optional argument may be missing
void fail_getopt(void) {
    char *argv[] = {"x", "-d", NULL};
    getopt(2, argv, "d::");
    assert(*optarg);
}

static int verbose;
static const struct option options[] = {{"all", no_argument, NULL, 'a'}, {"size", required_argument, NULL, 's'},
                                        {"verbose", no_argument, &verbose, 7}, {"color", optional_argument, NULL, 'c'},
                                        {"silent", no_argument, NULL, 'q'}, {NULL, 0, NULL, 0}};

// checks: long names, their beginnings, arguments and flags
void pass_getopt_long(void) {
    char *argv[] = {"x", "--all", "in", "--size=5", "--size", "6", "--ver", "-s", "7", "--color", "--color=red", NULL};
    int argc = 11, index = -1;
    assert(getopt_long(argc, argv, "as:", options, &index) == 'a' && index == 0);
    assert(getopt_long(argc, argv, "as:", options, NULL) == 's' && strcmp(optarg, "5") == 0);
    assert(getopt_long(argc, argv, "as:", options, NULL) == 's' && strcmp(optarg, "6") == 0);
    assert(getopt_long(argc, argv, "as:", options, NULL) == 0 && verbose == 7);
    assert(getopt_long(argc, argv, "as:", options, NULL) == 's' && strcmp(optarg, "7") == 0);
    assert(getopt_long(argc, argv, "as:", options, NULL) == 'c' && !optarg);
    assert(getopt_long(argc, argv, "as:", options, NULL) == 'c' && strcmp(optarg, "red") == 0);
    assert(getopt_long(argc, argv, "as:", options, NULL) == -1 && optind == 10 && strcmp(argv[10], "in") == 0);
}

// checks: unknown, ambiguous, an argument too much and one too few
void pass_getopt_long__errors(void) {
    char *argv[] = {"x", "--none", "--s", "--all=1", "--size", NULL};
    opterr = 0;
    assert(getopt_long(5, argv, "", options, NULL) == '?' && optopt == 0);
    assert(getopt_long(5, argv, "", options, NULL) == '?');
    assert(getopt_long(5, argv, "", options, NULL) == '?' && optopt == 'a');
    assert(getopt_long(5, argv, ":", options, NULL) == ':' && optopt == 's');
    assert(getopt_long(5, argv, "", options, NULL) == -1);
}

// violates: out-of-bounds: the list of options has no end
void fail_getopt_long(void) {
    char *argv[] = {"x", "--other", NULL};
    struct option open[] = {{"all", no_argument, NULL, 'a'}};
    getopt_long(2, argv, "", open, NULL);
}

// checks: long names after one dash
void pass_getopt_long_only(void) {
    char *argv[] = {"x", "-all", "-size", "5", "-a", "--silent", NULL};
    assert(getopt_long_only(6, argv, "a", options, NULL) == 'a');
    assert(getopt_long_only(6, argv, "a", options, NULL) == 's' && strcmp(optarg, "5") == 0);
    assert(getopt_long_only(6, argv, "a", options, NULL) == 'a');
    assert(getopt_long_only(6, argv, "a", options, NULL) == 'q');
    assert(getopt_long_only(6, argv, "a", options, NULL) == -1);
}

// violates: assertion: a long name may also be shortened after one dash
void fail_getopt_long_only(void) {
    char *argv[] = {"x", "-verb", NULL};
    opterr = 0;
    assert(getopt_long_only(2, argv, "", options, NULL) == '?');
}

// ---- requests -------------------------------------------------------------------------------------

// checks: the number of the thread and of the process
void pass_syscall(void) {
    assert(syscall(SYS_gettid) == gettid() && syscall(SYS_getpid) == getpid() && syscall(SYS_sched_yield) == 0);
}

// violates: assertion: the first thread has the number of the process
void fail_syscall(void) {
    assert(syscall(SYS_gettid) != getpid());
}

// unknown: syscall() of anything but gettid
void refuse_syscall__futex(void) {
    int word = 0;
    syscall(SYS_futex, &word, 0, 1, NULL, NULL, 0);
}

// checks: the name of a thread, cut at 15 letters
void pass_prctl(void) {
    char name[16];
    assert(prctl(PR_SET_NAME, "a name of more than 15 letters") == 0);
    assert(prctl(PR_GET_NAME, name) == 0 && strcmp(name, "a name of more ") == 0);
    assert(prctl(PR_SET_DUMPABLE, 0) == 0);
}

// violates: null-dereference: there is no name
void fail_prctl(void) {
    prctl(PR_SET_NAME, NULL);
}

// unknown: prctl with this option
void refuse_prctl__other(void) {
    prctl(PR_GET_SECCOMP);
}

// ---- debugging and logging ------------------------------------------------------------------------

// checks: at most as many addresses as asked for
void pass_backtrace(void) {
    void *addresses[4];
    int n = backtrace(addresses, 4);
    assert(n >= 0 && n <= 4);
}

// violates: assertion: no addresses are given
void fail_backtrace(void) {
    void *addresses[4];
    assert(backtrace(addresses, 4) > 0);
}

// checks: a block that the caller frees
// options: --property leak
void pass_backtrace_symbols(void) {
    void *addresses[1];
    char **names = backtrace_symbols(addresses, 0);
    assert(names);
    free(names);
}

// violates: double-free: the names are one block
void fail_backtrace_symbols(void) {
    void *addresses[1];
    char **names = backtrace_symbols(addresses, 0);
    free(names);
    free(names);
}

// checks: may be called
void pass_backtrace_symbols_fd(void) {
    void *addresses[1];
    backtrace_symbols_fd(addresses, 0, 2);
}

// violates: assertion: it does not end the program
void fail_backtrace_symbols_fd(void) {
    void *addresses[1];
    backtrace_symbols_fd(addresses, 0, 2);
    assert(0);
}

// checks: may be called
void pass_openlog(void) {
    openlog("x", LOG_PID, LOG_USER);
}

// violates: use-after-free: the name was freed
void fail_openlog(void) {
    char *name = strdup("x");
    free(name);
    openlog(name, LOG_PID, LOG_USER);
}

// checks: may be called
void pass_closelog(void) {
    closelog();
}

// violates: assertion: the program goes on
void fail_closelog(void) {
    closelog();
    assert(0);
}

// checks: everything is logged before
void pass_setlogmask(void) {
    assert(setlogmask(0) == 0xff);
}

// violates: assertion: everything is logged before
void fail_setlogmask(void) {
    assert(setlogmask(LOG_MASK(LOG_ERR)) == 0);
}

// checks: may be called
void pass_syslog(void) {
    syslog(LOG_INFO, "%d", 5);
}

// violates: use-after-free: a text to be logged was freed
void fail_syslog(void) {
    char *text = strdup("x");
    free(text);
    syslog(LOG_EMERG, "%s", text);
}

static void log_list(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsyslog(LOG_INFO, format, args);
    va_end(args);
}

// checks: may be called
void pass_vsyslog(void) {
    log_list("%d", 5);
}

// violates: null-dereference: there is no format
void fail_vsyslog(void) {
    log_list(NULL, 5);
}
