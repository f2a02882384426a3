// SPDX-License-Identifier: Apache-2.0
// Descriptors, the status of files, mappings of memory, and what is refused.
// words.txt is "alpha 1\nbeta 22\ngamma 333\n".
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wnonnull"
#pragma clang diagnostic ignored "-Wfortify-source"
#pragma clang diagnostic ignored "-Wunused-result"

#define WORDS "test/libc/data/words.txt"
#define NEW "/tmp/heddle-test-fd"

static char unterminated[3] = {'a', 'b', 'c'};

static void *nothing(void) {
    void *volatile p = NULL;
    return p;
}

static int is(const char *got, const char *want) { return strcmp(got, want) == 0; }

// A new file with this text, for reading and writing, at its start. It has no name any more.
static int with(const char *text) {
    int fd = open(NEW, O_RDWR | O_CREAT | O_TRUNC, 0600);
    write(fd, text, strlen(text));
    lseek(fd, 0, SEEK_SET);
    unlink(NEW);
    return fd;
}

// ---- open, close --------------------------------------------------------------------------------

// checks: given, missing and new files; the lowest free descriptor
// options: --file test/libc/data/words.txt
void pass_open(void) {
    char b[6] = "";
    int fd = open(WORDS, O_RDONLY);
    assert(fd >= 3 && read(fd, b, 5) == 5 && is(b, "alpha") && write(fd, "x", 1) == -1 && errno == EBADF);
    assert(open("/no/such/file", O_RDWR) == -1 && errno == ENOENT);
    int other = open(NEW, O_CREAT | O_WRONLY | O_TRUNC, 0600);
    assert(other > fd && close(fd) == 0 && open(WORDS, O_RDONLY) == fd);
    assert(open(NEW, O_CREAT | O_EXCL | O_WRONLY, 0600) == -1 && errno == EEXIST);
    assert(read(other, b, 1) == -1 && errno == EBADF && unlink(NEW) == 0);
}

// violates: assertion: a missing file cannot be opened
void fail_open(void) { assert(open("/no/such/file", O_RDONLY) >= 0); }

// checks: the current directory; an absolute name with any
// options: --file test/libc/data/words.txt
void pass_openat(void) {
    assert(openat(AT_FDCWD, WORDS, O_RDONLY) >= 3);
    assert(openat(77, "/no/such/file", O_RDONLY) == -1 && errno == ENOENT);
}

// violates: assertion: a missing file cannot be opened
void fail_openat(void) { assert(openat(AT_FDCWD, "/no/such/file", O_RDONLY) >= 0); }

// unknown: openat with a directory
void refuse_openat(void) { openat(5, "name", O_RDONLY); }

// checks: an empty file for writing only
void pass_creat(void) {
    char c;
    int fd = creat(NEW, 0600);
    assert(fd >= 3 && write(fd, "ab", 2) == 2 && read(fd, &c, 1) == -1 && errno == EBADF && close(fd) == 0);
    fd = creat(NEW, 0600);
    assert(lseek(fd, 0, SEEK_END) == 0 && unlink(NEW) == 0);
}

// violates: null-dereference: no name
void fail_creat(void) { creat(nothing(), 0600); }

// checks: EBADF for what is not open
void pass_close(void) {
    int fd = with("");
    assert(close(fd) == 0 && close(fd) == -1 && errno == EBADF && close(-1) == -1 && errno == EBADF);
    assert(close(0) == 0 && read(0, &fd, 1) == -1 && errno == EBADF);
}

// violates: assertion: a second close fails
void fail_close(void) {
    int fd = with("");
    close(fd);
    assert(close(fd) == 0);
}

// ---- read, write --------------------------------------------------------------------------------

// checks: standard input
// options: --stdin test/libc/data/input.txt
void pass_read(void) {
    char b[40] = "";
    assert(read(0, b, 2) == 2 && is(b, "12") && read(0, b, 40) == 28 && read(0, b, 40) == 0);
    assert(read(77, b, 1) == -1 && errno == EBADF && read(-1, b, 1) == -1 && errno == EBADF);
}

// violates: out-of-bounds: the buffer is smaller than said
void fail_read(void) {
    char b[3];
    read(with("hello"), b, 5);
}

static void ignore(int sig) { (void)sig; }

// violates: assertion: a handler without SA_RESTART ends it with EINTR while it waits for a pipe
void fail_read__interrupted(void) {
    struct sigaction action = {.sa_handler = ignore};
    int fds[2];
    char c;
    pipe(fds);
    sigaction(SIGALRM, &action, NULL);
    alarm(1);
    assert(read(fds[0], &c, 1) == 1 || errno != EINTR);
}

// checks: output, files, O_APPEND; EBADF for what is not open
void pass_write(void) {
    char b[10] = "";
    assert(write(1, "abc\n", 4) == 4 && write(2, "x", 1) == 1 && write(1, "", 0) == 0);
    assert(write(77, "x", 1) == -1 && errno == EBADF);
    int fd = open(NEW, O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600);
    assert(write(fd, "ab", 2) == 2 && lseek(fd, 0, SEEK_SET) == 0 && write(fd, "cd", 2) == 2);
    assert(lseek(fd, 0, SEEK_SET) == 0 && read(fd, b, 9) == 4 && is(b, "abcd") && unlink(NEW) == 0);
}

// violates: out-of-bounds: fewer bytes than said
void fail_write(void) { write(1, unterminated, 4); }

// violates: out-of-bounds: fewer bytes than said, to a file
void fail_write__file(void) { write(with(""), unterminated, 4); }

// checks: the position stays; ESPIPE for a pipe
void pass_pread(void) {
    char b[10] = "";
    int fd = with("abcdef"), fds[2];
    assert(pread(fd, b, 2, 3) == 2 && is(b, "de") && lseek(fd, 0, SEEK_CUR) == 0 && pread(fd, b, 2, 9) == 0);
    assert(pread(fd, b, 2, -1) == -1 && errno == EINVAL && pread(77, b, 1, 0) == -1 && errno == EBADF);
    assert(pipe(fds) == 0 && pread(fds[0], b, 1, 0) == -1 && errno == ESPIPE);
}

// violates: out-of-bounds: the buffer is smaller than said
void fail_pread(void) {
    char b[2];
    pread(with("hello"), b, 4, 1);
}

// checks: the position stays
void pass_pwrite(void) {
    char b[10] = "";
    int fd = with("abcdef");
    assert(pwrite(fd, "XY", 2, 2) == 2 && lseek(fd, 0, SEEK_CUR) == 0 && read(fd, b, 9) == 6 && is(b, "abXYef"));
}

// violates: out-of-bounds: fewer bytes than said
void fail_pwrite(void) { pwrite(with(""), unterminated, 4, 0); }

// checks: several buffers, filled one after the other
void pass_readv(void) {
    char a[3] = "", b[5] = "";
    struct iovec v[2] = {{a, 2}, {b, 4}};
    assert(readv(with("abcde"), v, 2) == 5 && is(a, "ab") && is(b, "cde"));
    assert(readv(0, v, -1) == -1 && errno == EINVAL);
}

// violates: out-of-bounds: the second buffer is smaller than said
void fail_readv(void) {
    char a[2], b[2];
    struct iovec v[2] = {{a, 2}, {b, 3}};
    readv(with("abcde"), v, 2);
}

// checks: several buffers, one after the other
void pass_writev(void) {
    char b[10] = "";
    struct iovec v[2] = {{"abc", 3}, {"de", 2}};
    int fd = with("");
    assert(writev(fd, v, 2) == 5 && lseek(fd, 0, SEEK_SET) == 0 && read(fd, b, 9) == 5 && is(b, "abcde"));
    assert(writev(1, v, 2) == 5 && writev(fd, v, -1) == -1 && errno == EINVAL);
}

// violates: out-of-bounds: fewer bytes than said
void fail_writev(void) {
    struct iovec v[1] = {{unterminated, 4}};
    writev(1, v, 1);
}

// checks: from the start, the position and the end
void pass_lseek(void) {
    int fd = with("abcdef"), fds[2];
    assert(lseek(fd, 2, SEEK_SET) == 2 && lseek(fd, 1, SEEK_CUR) == 3 && lseek(fd, -2, SEEK_END) == 4);
    assert(lseek(fd, -1, SEEK_SET) == -1 && errno == EINVAL && lseek(fd, 0, 99) == -1 && errno == EINVAL);
    assert(lseek(77, 0, SEEK_SET) == -1 && errno == EBADF && lseek64(fd, 0, SEEK_END) == 6);
    assert(pipe(fds) == 0 && lseek(fds[0], 0, SEEK_SET) == -1 && errno == ESPIPE);
}

// violates: assertion: reading moves the position
void fail_lseek(void) {
    char c;
    int fd = with("abc");
    read(fd, &c, 1);
    assert(lseek(fd, 0, SEEK_CUR) == 0);
}

// checks: shorter, and longer with zeros
void pass_ftruncate(void) {
    char b[10] = "zzzzzzzzz";
    int fd = with("abcdef");
    assert(ftruncate(fd, 2) == 0 && ftruncate(fd, 4) == 0 && read(fd, b, 9) == 4 && !memcmp(b, "ab\0\0", 4));
    assert(ftruncate(fd, -1) == -1 && errno == EINVAL && ftruncate(77, 0) == -1 && errno == EBADF);
}

// violates: assertion: what was cut is gone
void fail_ftruncate(void) {
    int fd = with("abcdef");
    ftruncate(fd, 2);
    assert(lseek(fd, 0, SEEK_END) == 6);
}

// checks: by name
void pass_truncate(void) {
    int fd = open(NEW, O_RDWR | O_CREAT | O_TRUNC, 0600);
    write(fd, "abc", 3);
    assert(truncate(NEW, 1) == 0 && lseek(fd, 0, SEEK_END) == 1 && unlink(NEW) == 0);
    assert(truncate("/no/such/file", 1) == -1 && errno == ENOENT);
}

// violates: assertion: a missing file cannot be cut
void fail_truncate(void) { assert(truncate("/no/such/file", 1) == 0); }

// checks: may be called
void pass_fsync(void) { assert(fsync(with("")) == 0 && fsync(77) == -1 && errno == EBADF); }

// violates: assertion: EBADF for what is not open
void fail_fsync(void) { assert(fsync(77) == 0); }

// checks: may be called
void pass_fdatasync(void) { assert(fdatasync(with("")) == 0 && fdatasync(77) == -1 && errno == EBADF); }

// violates: assertion: EBADF for what is not open
void fail_fdatasync(void) { assert(fdatasync(77) == 0); }

// checks: may be called
void pass_sync(void) { sync(); }

// violates: assertion: it changes no file
void fail_sync(void) {
    int fd = with("abc");
    sync();
    assert(lseek(fd, 0, SEEK_END) != 3);
}

// checks: nothing is a terminal
void pass_isatty(void) {
    errno = 0;
    assert(!isatty(with("")) && errno == ENOTTY && !isatty(77) && errno == EBADF);
}

// violates: assertion: nothing is a terminal
void fail_isatty(void) { assert(isatty(1)); }

// ---- more descriptors ---------------------------------------------------------------------------

// checks: both share the position, and each is closed alone
void pass_dup(void) {
    char c = 0;
    int fd = with("abc"), copy = dup(fd);
    assert(copy > fd && read(fd, &c, 1) == 1 && read(copy, &c, 1) == 1 && c == 'b');
    assert(close(fd) == 0 && read(copy, &c, 1) == 1 && c == 'c' && dup(77) == -1 && errno == EBADF);
    int out = dup(1);
    assert(out >= 0 && write(out, "x\n", 2) == 2 && close(out) == 0);
}

// violates: assertion: the position is shared
void fail_dup(void) {
    char c;
    int fd = with("abc"), copy = dup(fd);
    read(fd, &c, 1);
    assert(lseek(copy, 0, SEEK_CUR) == 0);
}

// checks: a descriptor of one's choice, also 0
void pass_dup2(void) {
    char c = 0;
    int fd = with("abc");
    assert(dup2(fd, 20) == 20 && read(20, &c, 1) == 1 && c == 'a' && dup2(fd, 0) == 0 && getchar() == 'b');
    assert(dup2(fd, fd) == fd && dup2(77, 5) == -1 && errno == EBADF && dup2(fd, -1) == -1 && errno == EBADF);
}

// violates: assertion: the old file of the number is closed
void fail_dup2(void) {
    char c = 0;
    int fd = with("abc"), other = with("xyz");
    dup2(fd, other);
    assert(read(other, &c, 1) == 1 && c == 'x');
}

// unknown: dup2 onto standard output
void refuse_dup2(void) { dup2(with(""), 1); }

// checks: as dup2, but the two must differ
void pass_dup3(void) {
    int fd = with("");
    assert(dup3(fd, 20, O_CLOEXEC) == 20 && fcntl(20, F_GETFD) == FD_CLOEXEC);
    assert(dup3(fd, fd, 0) == -1 && errno == EINVAL);
}

// violates: assertion: EBADF for what is not open
void fail_dup3(void) { assert(dup3(77, 20, 0) == 20); }

// checks: flags of descriptors and files
void pass_fcntl(void) {
    int fd = with("abc");
    assert((fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDWR && fcntl(fd, F_SETFL, O_APPEND) == 0);
    assert(fcntl(fd, F_GETFL) & O_APPEND);
    assert(fcntl(fd, F_GETFD) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 && fcntl(fd, F_GETFD) == FD_CLOEXEC);
    assert(fcntl(fd, F_DUPFD, 10) >= 10 && fcntl(77, F_GETFL) == -1 && errno == EBADF);
}

// violates: assertion: O_APPEND moves writes to the end
void fail_fcntl(void) {
    int fd = with("abc");
    fcntl(fd, F_SETFL, O_APPEND);
    write(fd, "X", 1);
    assert(lseek(fd, 0, SEEK_END) == 3);
}

// unknown: fcntl with a command
void refuse_fcntl(void) { fcntl(0, F_GETPIPE_SZ); }

static int ends[2];

static void *sends(void *text) {
    write(ends[1], text, 2);
    return NULL;
}

// checks: a reader waits for bytes; after the last writer, the end
void pass_pipe(void) {
    char b[10] = "";
    pthread_t t;
    assert(pipe(ends) == 0);
    pthread_create(&t, NULL, sends, "ab");
    assert(read(ends[0], b, 9) == 2 && is(b, "ab"));
    pthread_join(t, NULL);
    assert(write(ends[1], "cd", 2) == 2 && close(ends[1]) == 0 && read(ends[0], b, 1) == 1 && read(ends[0], b, 9) == 1);
    assert(read(ends[0], b, 1) == 0 && read(ends[1], b, 1) == -1 && errno == EBADF);
    assert(write(ends[0], b, 1) == -1 && errno == EBADF);
}

static void *waits(void *x) {
    char c;
    read(ends[0], &c, 1);
    return x;
}

// checks: a thread that waits for a pipe can be cancelled
void pass_read__cancel(void) {
    pthread_t t;
    void *result;
    assert(pipe(ends) == 0);
    pthread_create(&t, NULL, waits, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
}

// violates: deadlock: nobody writes
void fail_pipe(void) {
    char c;
    pipe(ends);
    read(ends[0], &c, 1);
}

// violates: assertion: either thread may be first
void fail_pipe__order(void) {
    char b[4];
    pthread_t t;
    pipe(ends);
    pthread_create(&t, NULL, sends, "ab");
    sends("cd");
    pthread_join(t, NULL);
    assert(read(ends[0], b, 4) == 4 && b[0] == 'c');
}

// unknown: SIGPIPE
void refuse_pipe(void) {
    pipe(ends);
    close(ends[0]);
    sends("ab");
}

// checks: EAGAIN instead of waiting
void pass_pipe2(void) {
    char c;
    assert(pipe2(ends, O_NONBLOCK) == 0 && read(ends[0], &c, 1) == -1 && errno == EAGAIN);
    assert(write(ends[1], "x", 1) == 1 && read(ends[0], &c, 1) == 1 && c == 'x');
    assert(pipe2(ends, -1) == -1 && errno == EINVAL);
}

// violates: deadlock: without O_NONBLOCK, nobody writes
void fail_pipe2(void) {
    char c;
    pipe2(ends, O_CLOEXEC);
    read(ends[0], &c, 1);
}

// ---- names and status ---------------------------------------------------------------------------

// checks: the name is gone
void pass_unlink(void) {
    close(creat(NEW, 0600));
    assert(unlink(NEW) == 0 && access(NEW, F_OK) == -1 && errno == ENOENT && unlink(NEW) == -1 && errno == ENOENT);
}

// violates: assertion: the name is gone
void fail_unlink(void) {
    close(creat(NEW, 0600));
    unlink(NEW);
    assert(access(NEW, F_OK) == 0);
}

// checks: in the current directory
void pass_unlinkat(void) {
    close(creat(NEW, 0600));
    assert(unlinkat(AT_FDCWD, NEW, 0) == 0 && unlinkat(AT_FDCWD, NEW, 0) == -1 && errno == ENOENT);
}

// violates: assertion: the name is gone
void fail_unlinkat(void) {
    close(creat(NEW, 0600));
    unlinkat(AT_FDCWD, NEW, 0);
    assert(access(NEW, F_OK) == 0);
}

// checks: files may be read and written, not executed
// options: --file test/libc/data/words.txt
void pass_access(void) {
    assert(access(WORDS, F_OK) == 0 && access(WORDS, R_OK) == 0);
    assert(access("/no/such/file", F_OK) == -1 && errno == ENOENT);
    assert(access(WORDS, X_OK) == -1 && errno == EACCES);
}

// violates: assertion: without --file, the file is missing
void fail_access(void) { assert(access(WORDS, F_OK) == 0); }

// checks: in the current directory
// options: --file test/libc/data/words.txt
void pass_faccessat(void) {
    assert(faccessat(AT_FDCWD, WORDS, R_OK, 0) == 0);
    assert(faccessat(AT_FDCWD, "/no/such/file", F_OK, 0) == -1 && errno == ENOENT);
}

// violates: assertion: without --file, the file is missing
void fail_faccessat(void) { assert(faccessat(AT_FDCWD, WORDS, F_OK, 0) == 0); }

// checks: kind and size
// options: --file test/libc/data/words.txt
void pass_stat(void) {
    struct stat s;
    struct stat64 s64;
    assert(stat(WORDS, &s) == 0 && S_ISREG(s.st_mode) && s.st_size == 26);
    assert(stat64(WORDS, &s64) == 0 && s64.st_size == 26);
    assert(stat("/no/such/file", &s) == -1 && errno == ENOENT);
}

// violates: null-dereference: no place for the status
// options: --file test/libc/data/words.txt
void fail_stat(void) { stat(WORDS, nothing()); }

// checks: as stat: there are no links
// options: --file test/libc/data/words.txt
void pass_lstat(void) {
    struct stat s;
    assert(lstat(WORDS, &s) == 0 && S_ISREG(s.st_mode) && s.st_size == 26);
}

// violates: assertion: without --file, the file is missing
void fail_lstat(void) {
    struct stat s;
    assert(lstat(WORDS, &s) == 0);
}

// checks: files and pipes
void pass_fstat(void) {
    struct stat s;
    int fds[2];
    assert(fstat(with("abc"), &s) == 0 && S_ISREG(s.st_mode) && s.st_size == 3);
    assert(pipe(fds) == 0 && fstat(fds[0], &s) == 0 && S_ISFIFO(s.st_mode));
    assert(fstat(77, &s) == -1 && errno == EBADF);
}

// violates: assertion: the size is that of what was written
void fail_fstat(void) {
    struct stat s;
    fstat(with("abc"), &s);
    assert(s.st_size == 0);
}

// checks: in the current directory, and of a descriptor
// options: --file test/libc/data/words.txt
void pass_fstatat(void) {
    struct stat s;
    assert(fstatat(AT_FDCWD, WORDS, &s, 0) == 0 && s.st_size == 26);
    assert(fstatat(with("abc"), "", &s, AT_EMPTY_PATH) == 0 && s.st_size == 3);
}

// violates: assertion: without --file, the file is missing
void fail_fstatat(void) {
    struct stat s;
    assert(fstatat(AT_FDCWD, WORDS, &s, 0) == 0);
}

// ---- memory -------------------------------------------------------------------------------------

static char *map(size_t size) {
    return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

// checks: zeros, in whole pages
void pass_mmap(void) {
    char *p = map(5000);
    assert(p != MAP_FAILED && p[0] == 0 && p[8191] == 0);
    p[8191] = 'x';
    assert(p[8191] == 'x' && munmap(p, 5000) == 0);
    assert(map(0) == MAP_FAILED && errno == EINVAL);
}

// violates: out-of-bounds: behind the last page
void fail_mmap(void) {
    char *p = map(4096);
    p[4096] = 1;
}

// unknown: mmap of a file
void refuse_mmap(void) { mmap(NULL, 3, PROT_READ, MAP_PRIVATE, with("abc"), 0); }

// checks: the whole mapping
void pass_munmap(void) { assert(munmap(map(100), 100) == 0 && munmap(map(100), 0) == -1 && errno == EINVAL); }

// violates: use-after-free: it is gone
void fail_munmap(void) {
    char *p = map(100);
    munmap(p, 100);
    p[0] = 1;
}

// unknown: munmap of a part
void refuse_munmap(void) { munmap(map(8192), 4096); }

// checks: may be called
void pass_madvise(void) { assert(madvise(map(4096), 4096, MADV_SEQUENTIAL) == 0); }

// violates: assertion: it succeeds
void fail_madvise(void) { assert(madvise(map(4096), 4096, MADV_RANDOM) != 0); }

// checks: may be called
void pass_posix_madvise(void) { assert(posix_madvise(map(4096), 4096, POSIX_MADV_SEQUENTIAL) == 0); }

// violates: assertion: it succeeds
void fail_posix_madvise(void) { assert(posix_madvise(map(4096), 4096, POSIX_MADV_RANDOM) != 0); }

// checks: may be called
void pass_mlock(void) { assert(mlock(map(4096), 4096) == 0); }

// violates: assertion: it succeeds
void fail_mlock(void) { assert(mlock(map(4096), 4096) != 0); }

// checks: may be called
void pass_munlock(void) { assert(munlock(map(4096), 4096) == 0); }

// violates: assertion: it succeeds
void fail_munlock(void) { assert(munlock(map(4096), 4096) != 0); }

// checks: may be called
void pass_mlockall(void) { assert(mlockall(MCL_CURRENT) == 0 || errno); }

// violates: assertion: it succeeds
void fail_mlockall(void) { assert(mlockall(MCL_CURRENT) != 0); }

// checks: may be called
void pass_munlockall(void) { assert(munlockall() == 0); }

// violates: assertion: it succeeds
void fail_munlockall(void) { assert(munlockall() != 0); }

// ---- refused ------------------------------------------------------------------------------------

static struct sockaddr address;
static socklen_t size;
static char buf[4];

// unknown: mprotect
void refuse_mprotect(void) { mprotect(buf, 4, PROT_READ); }

// unknown: mremap
void refuse_mremap(void) { mremap(buf, 4, 8, 0); }

// unknown: msync
void refuse_msync(void) { msync(buf, 4, MS_SYNC); }

// unknown: shm_open
void refuse_shm_open(void) { shm_open("/x", O_RDWR, 0); }

// unknown: shm_unlink
void refuse_shm_unlink(void) { shm_unlink("/x"); }

// unknown: ioctl
void refuse_ioctl(void) { ioctl(0, 0); }

// unknown: poll
void refuse_poll(void) { poll(NULL, 0, 0); }

// unknown: ppoll
void refuse_ppoll(void) { ppoll(NULL, 0, NULL, NULL); }

// unknown: select
void refuse_select(void) { select(0, NULL, NULL, NULL, NULL); }

// unknown: pselect
void refuse_pselect(void) { pselect(0, NULL, NULL, NULL, NULL, NULL); }

// unknown: epoll_create
void refuse_epoll_create(void) { epoll_create(1); }

// unknown: epoll_create1
void refuse_epoll_create1(void) { epoll_create1(0); }

// unknown: epoll_ctl
void refuse_epoll_ctl(void) { epoll_ctl(0, EPOLL_CTL_ADD, 0, NULL); }

// unknown: epoll_wait
void refuse_epoll_wait(void) { epoll_wait(0, NULL, 1, 0); }

// unknown: eventfd
void refuse_eventfd(void) { eventfd(0, 0); }

// unknown: flock
void refuse_flock(void) { flock(0, LOCK_EX); }

// unknown: lockf
void refuse_lockf(void) { lockf(0, F_LOCK, 0); }

// unknown: socket
void refuse_socket(void) { socket(AF_INET, SOCK_STREAM, 0); }

// unknown: socketpair
void refuse_socketpair(void) { socketpair(AF_UNIX, SOCK_STREAM, 0, ends); }

// unknown: bind
void refuse_bind(void) { bind(0, &address, 0); }

// unknown: listen
void refuse_listen(void) { listen(0, 1); }

// unknown: accept
void refuse_accept(void) { accept(0, &address, &size); }

// unknown: accept4
void refuse_accept4(void) { accept4(0, &address, &size, 0); }

// unknown: connect
void refuse_connect(void) { connect(0, &address, 0); }

// unknown: shutdown
void refuse_shutdown(void) { shutdown(0, SHUT_RD); }

// unknown: send
void refuse_send(void) { send(0, buf, 1, 0); }

// unknown: sendto
void refuse_sendto(void) { sendto(0, buf, 1, 0, &address, 0); }

// unknown: sendmsg
void refuse_sendmsg(void) { sendmsg(0, NULL, 0); }

// unknown: recv
void refuse_recv(void) { recv(0, buf, 1, 0); }

// unknown: recvfrom
void refuse_recvfrom(void) { recvfrom(0, buf, 1, 0, &address, &size); }

// unknown: recvmsg
void refuse_recvmsg(void) { recvmsg(0, NULL, 0); }

// unknown: getsockopt
void refuse_getsockopt(void) { getsockopt(0, 0, 0, buf, &size); }

// unknown: setsockopt
void refuse_setsockopt(void) { setsockopt(0, 0, 0, buf, 0); }

// unknown: getsockname
void refuse_getsockname(void) { getsockname(0, &address, &size); }

// unknown: getpeername
void refuse_getpeername(void) { getpeername(0, &address, &size); }

// unknown: mkdir
void refuse_mkdir(void) { mkdir("x", 0700); }

// unknown: rmdir
void refuse_rmdir(void) { rmdir("x"); }

// unknown: chmod
void refuse_chmod(void) { chmod("x", 0600); }

// unknown: fchmod
void refuse_fchmod(void) { fchmod(0, 0600); }

// unknown: link
void refuse_link(void) { link("x", "y"); }

// unknown: symlink
void refuse_symlink(void) { symlink("x", "y"); }

// unknown: readlink
void refuse_readlink(void) { readlink("x", buf, 4); }

// unknown: chdir
void refuse_chdir(void) { chdir("/"); }
