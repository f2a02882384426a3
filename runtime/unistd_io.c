// SPDX-License-Identifier: Apache-2.0
// Descriptors: open, read, write and their relatives, on the files of file.c; status of files;
// mappings of memory; and the calls that would reach outside the checked program, which are
// refused. Each call is one step. The user's memory that it reads or writes is part of that step,
// where a real call could be overtaken in the middle: a torn buffer is not found, an access out of
// bounds or to freed memory is.
#include "stream.h"
#include "sync.h"

#include <fcntl.h>
#include <poll.h>
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

static int fails(int error) {
    errno = error;
    return -1;
}

static void check_room(size_t need, size_t room) {
    if (need > room)
        __heddle_fail(HEDDLE_OUT_OF_BOUNDS, "buffer overflow detected by _FORTIFY_SOURCE");
}

// A symbol for files of more than 2 GiB: the same function, with 64-bit offsets where they differ.
#define ALSO(type, name, params, call)                                                             \
    type name params;                                                                              \
    MODEL type name params { return call; }

// ---- open and close -----------------------------------------------------------------------------

static NOINLINE int open_at(int dir, const char *name, int flags) {
    __heddle_mask();
    if (dir != AT_FDCWD && name[0] != '/')
        __heddle_unsupported("openat with a directory");
    struct rt_open *o = __rt_open_name(name, flags);
    if (!o)
        return -1;
    int fd = __rt_fd_add(o, 0);
    if (fd >= 0 && (flags & O_CLOEXEC))
        *__rt_fd_flags(fd) = FD_CLOEXEC;
    return fd;
}

// The mode of a new file is ignored: everything may be read and written.
static int open_file(int dir, const char *name, int flags) {
    __rt_cancel_point();
    return open_at(dir, name, flags);
}

MODEL int open(const char *name, int flags, ...) { return open_file(AT_FDCWD, name, flags); }
MODEL int openat(int dir, const char *name, int flags, ...) { return open_file(dir, name, flags); }

#undef creat
MODEL int creat(const char *name, mode_t mode) {
    (void)mode;
    return open_file(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC);
}

ALSO(int, open64, (const char *name, int flags, ...), open_file(AT_FDCWD, name, flags))
ALSO(int, openat64, (int dir, const char *name, int flags, ...), open_file(dir, name, flags))
ALSO(int, creat64, (const char *name, mode_t mode), creat(name, mode))
ALSO(int, __open_2, (const char *name, int flags), open_file(AT_FDCWD, name, flags))
ALSO(int, __open64_2, (const char *name, int flags), open_file(AT_FDCWD, name, flags))
ALSO(int, __openat_2, (int dir, const char *name, int flags), open_file(dir, name, flags))
ALSO(int, __openat64_2, (int dir, const char *name, int flags), open_file(dir, name, flags))

static NOINLINE int close_file(int fd) {
    __heddle_mask();
    return fd < 0 ? fails(EBADF) : __rt_fd_close(fd);
}

MODEL int close(int fd) {
    __rt_cancel_point();
    return rt_is_output(fd) ? 0 : close_file(fd);
}

// ---- read and write -----------------------------------------------------------------------------

// These are cancellation points, also while they wait for a pipe. Nothing is masked when that is
// acted on.
static ssize_t or_cancel(ssize_t n) {
    if (n == RT_CANCELLED)
        __rt_cancel_act();
    return n;
}

// For races: what a reading function has put into the program's memory.
static ssize_t wrote(const void *p, ssize_t n) {
    if (n > 0)
        __heddle_wrote(p, (size_t)n);
    return n;
}

static NOINLINE ssize_t read_file(int fd, void *p, size_t n) {
    __heddle_mask();
    return fd < 0 || rt_is_output(fd) ? fails(EBADF) : __rt_fd_read(fd, p, n);
}

MODEL ssize_t read(int fd, void *p, size_t n) {
    __rt_cancel_point();
    ssize_t done;
    do {
        done = or_cancel(read_file(fd, p, n));
        if (rt_fails_interrupted(done))
            return fails(EINTR);
    } while (done == RT_INTERRUPTED);
    return wrote(p, done);
}

static NOINLINE ssize_t write_file(int fd, const void *p, size_t n) {
    __heddle_mask();
    return fd < 0 ? fails(EBADF) : __rt_fd_write(fd, p, n);
}

// Output touches no shared memory but the bytes themselves, which other threads may write
// meanwhile.
static ssize_t write_output(int fd, const char *p, size_t n) {
    struct rt_sink s;
    __rt_sink_to_fd(&s, fd);
    for (size_t i = 0; i < n; i++)
        __rt_emit(&s, p[i]);
    __rt_sink_end(&s);
    return (ssize_t)n;
}

MODEL ssize_t write(int fd, const void *p, size_t n) {
    __rt_cancel_point();
    ssize_t done;
    do {
        done = or_cancel(rt_is_output(fd) ? write_output(fd, p, n) : write_file(fd, p, n));
        if (rt_fails_interrupted(done))
            return fails(EINTR);
    } while (done == RT_INTERRUPTED);
    return done;
}

// With the position moved there and back: nobody sees it in between.
static NOINLINE ssize_t transfer(int fd, void *in, const void *out, size_t n, long long offset) {
    __heddle_mask();
    struct rt_open *o = fd < 0 ? NULL : __rt_fd_find(fd);
    if (fd < 0 || !o)
        return fails(rt_is_output(fd) ? ESPIPE : EBADF);
    if (offset < 0)
        return fails(EINVAL);
    long long old = __rt_fd_seek(fd, 0, SEEK_CUR);
    if (old < 0 || __rt_fd_seek(fd, offset, SEEK_SET) < 0)
        return -1;
    ssize_t count = in ? __rt_fd_read(fd, in, n) : __rt_fd_write(fd, out, n);
    __rt_fd_seek(fd, old, SEEK_SET);
    return count;
}

static ssize_t transfer_at(int fd, void *in, const void *out, size_t n, long long offset) {
    __rt_cancel_point();
    ssize_t count = transfer(fd, in, out, n, offset);
    return in ? wrote(in, count) : count;
}

MODEL ssize_t pread(int fd, void *p, size_t n, off_t offset) {
    return transfer_at(fd, p, NULL, n, offset);
}
MODEL ssize_t pread64(int fd, void *p, size_t n, off64_t offset) {
    return transfer_at(fd, p, NULL, n, offset);
}
MODEL ssize_t pwrite(int fd, const void *p, size_t n, off_t offset) {
    return transfer_at(fd, NULL, p, n, offset);
}
MODEL ssize_t pwrite64(int fd, const void *p, size_t n, off64_t offset) {
    return transfer_at(fd, NULL, p, n, offset);
}

ssize_t __read_chk(int fd, void *p, size_t n, size_t room);
MODEL ssize_t __read_chk(int fd, void *p, size_t n, size_t room) {
    check_room(n, room);
    return read(fd, p, n);
}

ssize_t __pread_chk(int fd, void *p, size_t n, off_t offset, size_t room);
MODEL ssize_t __pread_chk(int fd, void *p, size_t n, off_t offset, size_t room) {
    check_room(n, room);
    return pread(fd, p, n, offset);
}

ssize_t __pread64_chk(int fd, void *p, size_t n, off64_t offset, size_t room);
MODEL ssize_t __pread64_chk(int fd, void *p, size_t n, off64_t offset, size_t room) {
    check_room(n, room);
    return pread64(fd, p, n, offset);
}

// Several buffers, one step.
static bool vector_ok(const struct iovec *v, int count) {
    return v && count >= 0 && count <= IOV_MAX;
}

static NOINLINE ssize_t read_vector(int fd, const struct iovec *v, int count) {
    __heddle_mask();
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        ssize_t n = rt_refuse_signal(read_file(fd, v[i].iov_base, v[i].iov_len));
        if (n < 0)
            return total ? total : n;
        total += n;
        if ((size_t)n < v[i].iov_len)
            break;
    }
    return total;
}

static NOINLINE ssize_t write_vector(int fd, const struct iovec *v, int count) {
    __heddle_mask();
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        ssize_t n = rt_is_output(fd)
                        ? write_output(fd, v[i].iov_base, v[i].iov_len)
                        : rt_refuse_signal(write_file(fd, v[i].iov_base, v[i].iov_len));
        if (n < 0)
            return total ? total : n;
        total += n;
    }
    return total;
}

MODEL ssize_t readv(int fd, const struct iovec *v, int count) {
    __rt_cancel_point();
    if (!vector_ok(v, count))
        return fails(EINVAL);
    ssize_t total = or_cancel(read_vector(fd, v, count)), left = total;
    for (int i = 0; left > 0; left -= (ssize_t)v[i++].iov_len)
        wrote(v[i].iov_base, (size_t)left < v[i].iov_len ? left : (ssize_t)v[i].iov_len);
    return total;
}

MODEL ssize_t writev(int fd, const struct iovec *v, int count) {
    __rt_cancel_point();
    return vector_ok(v, count) ? or_cancel(write_vector(fd, v, count)) : fails(EINVAL);
}

// ---- position and size --------------------------------------------------------------------------

static NOINLINE long long seek(int fd, long long offset, int whence) {
    __heddle_mask();
    return fd < 0 ? fails(EBADF) : __rt_fd_seek(fd, offset, whence);
}

static long long seek_to(int fd, long long offset, int whence) {
    __rt_cancel_maybe();
    return seek(fd, offset, whence);
}

MODEL off_t lseek(int fd, off_t offset, int whence) { return (off_t)seek_to(fd, offset, whence); }
MODEL off64_t lseek64(int fd, off64_t offset, int whence) { return seek_to(fd, offset, whence); }

static NOINLINE int truncate_fd(int fd, long long size) {
    __heddle_mask();
    if (rt_is_output(fd))
        return fails(EINVAL);
    return fd < 0 ? fails(EBADF) : __rt_fd_truncate(fd, size);
}

static NOINLINE int truncate_name(const char *name, long long size) {
    __heddle_mask();
    struct rt_node *n = __rt_node_find(name);
    if (!n)
        __rt_node_missing(name);
    return n ? __rt_node_truncate(n, size) : fails(ENOENT);
}

MODEL int ftruncate(int fd, off_t size) { return truncate_fd(fd, size); }
MODEL int ftruncate64(int fd, off64_t size) { return truncate_fd(fd, size); }
MODEL int truncate(const char *name, off_t size) { return truncate_name(name, size); }
MODEL int truncate64(const char *name, off64_t size) { return truncate_name(name, size); }

static NOINLINE int check_fd(int fd) {
    if (rt_is_output(fd))
        return 0;
    __heddle_mask();
    return fd >= 0 && __rt_fd_find(fd) ? 0 : fails(EBADF);
}

static int synchronise(int fd) {
    __rt_cancel_point();
    return check_fd(fd);
}

MODEL int fsync(int fd) { return synchronise(fd); }
MODEL int fdatasync(int fd) { return synchronise(fd); }
MODEL void sync(void) { __rt_cancel_maybe(); }

MODEL int isatty(int fd) {
    if (check_fd(fd) != 0)
        return 0;
    if (RT_IS_UNKNOWN(TERMINAL) && __heddle_choose(2))
        return 1;
    errno = ENOTTY;
    return RT_IS_UNKNOWN(TERMINAL) ? 0 : RT_GIVEN(int, 0, TERMINAL);
}

// ---- more descriptors ---------------------------------------------------------------------------

// The description of a descriptor, also of 1 and 2.
static struct rt_open *description(int fd) {
    if (!rt_is_output(fd))
        return fd < 0 ? (fails(EBADF), NULL) : __rt_fd_find(fd);
    struct rt_open *o = __rt_open_new(RT_OPEN_OUTPUT, O_WRONLY);
    o->output = fd;
    return o;
}

static NOINLINE int duplicate(int fd, int lowest, int flags) {
    __heddle_mask();
    struct rt_open *o = description(fd);
    if (!o)
        return -1;
    if (lowest < 0)
        return fails(EINVAL);
    int copy = __rt_fd_add(o, lowest);
    if (copy >= 0)
        *__rt_fd_flags(copy) = flags;
    return copy;
}

static NOINLINE int duplicate_to(int fd, int to, int flags) {
    __heddle_mask();
    struct rt_open *o = description(fd);
    if (!o)
        return -1;
    if (to < 0)
        return fails(EBADF);
    if (fd == to)
        return to;
    if (rt_is_output(to))
        __heddle_unsupported("dup2 onto standard output or standard error");
    int error = errno;
    __rt_fd_close(to); // it need not be open
    errno = error;
    __rt_fd_place(o, to);
    *__rt_fd_flags(to) = flags;
    return to;
}

MODEL int dup(int fd) { return duplicate(fd, 0, 0); }
MODEL int dup2(int fd, int to) { return duplicate_to(fd, to, 0); }

MODEL int dup3(int fd, int to, int flags) {
    if (fd == to || (flags & ~O_CLOEXEC))
        return fails(EINVAL);
    return duplicate_to(fd, to, flags ? FD_CLOEXEC : 0);
}

static NOINLINE int make_pipe(int *fds, int flags) {
    __heddle_mask();
    if (flags & ~(O_CLOEXEC | O_NONBLOCK))
        return fails(EINVAL);
    struct rt_pipe *p = __heddle_alloc(sizeof *p, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    struct rt_open *in = __rt_open_new(RT_OPEN_PIPE, O_RDONLY | (flags & O_NONBLOCK));
    struct rt_open *out = __rt_open_new(RT_OPEN_PIPE, O_WRONLY | (flags & O_NONBLOCK));
    in->pipe = out->pipe = p;
    int fd = __rt_fd_add(in, 0);
    if (fd < 0)
        return -1;
    int to = __rt_fd_add(out, 0);
    if (to < 0) {
        __rt_fd_close(fd);
        return -1;
    }
    *__rt_fd_flags(fd) = *__rt_fd_flags(to) = flags & O_CLOEXEC ? FD_CLOEXEC : 0;
    fds[0] = fd;
    fds[1] = to;
    return 0;
}

static int new_pipe(int *fds, int flags) {
    int result = make_pipe(fds, flags);
    if (result == 0)
        __heddle_wrote(fds, 2 * sizeof *fds);
    return result;
}

MODEL int pipe(int fds[2]) { return new_pipe(fds, 0); }
MODEL int pipe2(int fds[2], int flags) { return new_pipe(fds, flags); }

static NOINLINE int control(int fd, int command, int arg) {
    __heddle_mask();
    struct rt_open *o = description(fd);
    int none = 0, *flags = !o || rt_is_output(fd) ? &none : __rt_fd_flags(fd);
    if (!o)
        return -1;
    switch (command) {
    case F_GETFD: return *flags;
    case F_SETFD: *flags = arg & FD_CLOEXEC; return 0;
    case F_GETFL: return o->flags;
    case F_SETFL: o->flags = (o->flags & O_ACCMODE) | (arg & (O_APPEND | O_NONBLOCK)); return 0;
    case F_DUPFD: return duplicate(fd, arg, 0);
    case F_DUPFD_CLOEXEC: return duplicate(fd, arg, FD_CLOEXEC);
    default:
        __heddle_unsupported(
            "fcntl with a command other than F_DUPFD, F_GETFD, F_SETFD, F_GETFL and F_SETFL");
    }
}

// The argument of a command that has none must not be looked at: it is not there.
static bool has_argument(int command) {
    return command == F_SETFD || command == F_SETFL || command == F_DUPFD ||
           command == F_DUPFD_CLOEXEC;
}

#define FCNTL(name)                                                                                \
    int name(int fd, int command, ...);                                                            \
    MODEL int name(int fd, int command, ...) {                                                     \
        int arg = 0;                                                                               \
        va_list args;                                                                              \
        va_start(args, command);                                                                   \
        if (has_argument(command))                                                                 \
            arg = va_arg(args, int);                                                               \
        va_end(args);                                                                              \
        __rt_cancel_maybe();                                                                       \
        return control(fd, command, arg);                                                          \
    }
FCNTL(fcntl)
FCNTL(fcntl64)

// ---- names and status ---------------------------------------------------------------------------

// All of these may be cancellation points.
static NOINLINE int remove_name(const char *name) {
    __heddle_mask();
    return __rt_node_remove(name);
}

MODEL int unlink(const char *name) {
    __rt_cancel_maybe();
    return remove_name(name);
}

MODEL int unlinkat(int dir, const char *name, int flags) {
    __rt_cancel_maybe();
    if ((dir != AT_FDCWD && name[0] != '/') || flags)
        __heddle_unsupported("unlinkat with a directory");
    return remove_name(name);
}

static NOINLINE int access_name(const char *name, int mode) {
    __heddle_mask();
    if (mode & ~(R_OK | W_OK | X_OK))
        return fails(EINVAL);
    if (!__rt_is_null_device(name) && !__rt_node_find(name)) {
        __rt_node_missing(name);
        return fails(ENOENT);
    }
    return mode & X_OK ? fails(EACCES) : 0;
}

MODEL int access(const char *name, int mode) {
    __rt_cancel_maybe();
    return access_name(name, mode);
}

MODEL int faccessat(int dir, const char *name, int mode, int flags) {
    __rt_cancel_maybe();
    if ((dir != AT_FDCWD && name[0] != '/') || (flags & ~AT_EACCESS))
        __heddle_unsupported("faccessat with a directory");
    return access_name(name, mode);
}

// What the status of a file says here; its times, owner and numbers are 0, with a condition.
struct status {
    mode_t mode;
    long long size, blocks;
};

static struct status status_of(mode_t mode, long long size) {
    return (struct status){mode, size, (size + 511) / 512};
}

// Of a file of any kind.
static struct status any_status(void) {
    switch (__heddle_choose(3)) {
    case 0: return status_of(S_IFIFO | 0600, 0);
    case 1: return status_of(S_IFCHR | 0620, 0);
    default: break;
    }
    return (struct status){S_IFREG | 0644, __heddle_unknown_64(), __heddle_unknown_64()};
}

// A standard output is a pipe, standard input is a file.
static struct status status_of_output(void) {
    return RT_IS_UNKNOWN(TERMINAL) ? any_status()
                                   : status_of(RT_GIVEN(mode_t, S_IFIFO | 0600, TERMINAL), 0);
}

static struct status status_of_input(long long size) {
    return RT_IS_UNKNOWN(STDIN) ? any_status()
                                : status_of(RT_GIVEN(mode_t, S_IFREG | 0644, STDIN),
                                            RT_GIVEN(long long, size, STDIN));
}

static NOINLINE int status_of_name(const char *name, struct status *out) {
    __heddle_mask();
    struct rt_node *n = __rt_node_find(name);
    bool is_null = __rt_is_null_device(name);
    if (!n && !is_null) {
        __rt_node_missing(name);
        return fails(ENOENT);
    }
    *out = is_null ? status_of(S_IFCHR | 0666, 0) : status_of(S_IFREG | 0644, (long long)n->size);
    return 0;
}

static NOINLINE int status_of_fd(int fd, struct status *out) {
    __heddle_mask();
    *out = status_of(S_IFIFO | 0600, 0);
    struct rt_open *o = fd < 0 || rt_is_output(fd) ? NULL : __rt_fd_find(fd);
    if (!o && !rt_is_output(fd))
        return fails(EBADF);
    if (!o || o->kind == RT_OPEN_OUTPUT)
        *out = status_of_output();
    else if (__rt_is_input(fd))
        *out = status_of_input((long long)__rt_node_of(o)->size);
    else if (o->kind == RT_OPEN_FILE)
        *out = status_of(S_IFREG | 0644, (long long)__rt_node_of(o)->size);
    else if (o->kind == RT_OPEN_NULL)
        *out = status_of(S_IFCHR | 0666, 0);
    return 0;
}

static int status_of_at(int dir, const char *name, int flags, struct status *out) {
    if ((flags & AT_EMPTY_PATH) && !*name)
        return status_of_fd(dir, out);
    if (dir != AT_FDCWD && name[0] != '/')
        __heddle_unsupported("fstatat with a directory");
    return status_of_name(name, out);
}

#define FILL(st, status)                                                                           \
    do {                                                                                           \
        __builtin_memset((st), 0, sizeof *(st));                                                   \
        (st)->st_dev = RT_WORLD(__typeof__((st)->st_dev), 0, FILES);                               \
        (st)->st_ino = RT_WORLD(__typeof__((st)->st_ino), 0, FILES);                               \
        (st)->st_uid = RT_WORLD(__typeof__((st)->st_uid), 0, FILES);                               \
        (st)->st_gid = RT_WORLD(__typeof__((st)->st_gid), 0, FILES);                               \
        (st)->st_atime = RT_WORLD(__typeof__((st)->st_atime), 0, FILES);                           \
        (st)->st_mtime = RT_WORLD(__typeof__((st)->st_mtime), 0, FILES);                           \
        (st)->st_ctime = RT_WORLD(__typeof__((st)->st_ctime), 0, FILES);                           \
        (st)->st_mode = (status).mode;                                                             \
        (st)->st_nlink = 1;                                                                        \
        (st)->st_size = (__typeof__((st)->st_size))(status).size;                                  \
        (st)->st_blksize = 4096;                                                                   \
        (st)->st_blocks = (__typeof__((st)->st_blocks))(status).blocks;                            \
    } while (0)
#define STAT(name, type, params, call)                                                             \
    MODEL int name params {                                                                        \
        struct status s;                                                                           \
        __rt_cancel_maybe();                                                                       \
        int result = call;                                                                         \
        if (result == 0)                                                                           \
            FILL(st, s);                                                                           \
        return result;                                                                             \
    }
STAT(stat, stat, (const char *restrict name, struct stat *restrict st), status_of_name(name, &s))
STAT(lstat, stat, (const char *restrict name, struct stat *restrict st), status_of_name(name, &s))
STAT(fstat, stat, (int fd, struct stat *st), status_of_fd(fd, &s))
STAT(fstatat, stat, (int dir, const char *restrict name, struct stat *restrict st, int flags),
     status_of_at(dir, name, flags, &s))
STAT(stat64, stat64, (const char *restrict name, struct stat64 *restrict st),
     status_of_name(name, &s))
STAT(lstat64, stat64, (const char *restrict name, struct stat64 *restrict st),
     status_of_name(name, &s))
STAT(fstat64, stat64, (int fd, struct stat64 *st), status_of_fd(fd, &s))
STAT(fstatat64, stat64, (int dir, const char *restrict name, struct stat64 *restrict st, int flags),
     status_of_at(dir, name, flags, &s))

// ---- memory -------------------------------------------------------------------------------------

// A mapping without a file is a block of zeros. After munmap it is freed memory to the machine.
static void *map(void *where, size_t size, int protection, int flags) {
    int kind = flags & (MAP_PRIVATE | MAP_SHARED);
    if (size == 0 || (kind != MAP_PRIVATE && kind != MAP_SHARED)) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    if (!(flags & MAP_ANONYMOUS) || (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_GROWSDOWN)))
        __heddle_unsupported("mmap of a file or at a fixed address");
    if ((protection & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
        __heddle_unsupported("mmap of memory that may not be read and written");
    (void)where;
    if (size > RT_MAX_ALLOC || (__rt_malloc_may_fail && __heddle_choose(2))) {
        errno = ENOMEM;
        return MAP_FAILED;
    }
    return __rt_obtain((size + 4095) / 4096 * 4096, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_ALIGN(12));
}

MODEL void *mmap(void *where, size_t size, int protection, int flags, int fd, off_t offset) {
    (void)fd, (void)offset;
    return map(where, size, protection, flags);
}

MODEL void *mmap64(void *where, size_t size, int protection, int flags, int fd, off64_t offset) {
    (void)fd, (void)offset;
    return map(where, size, protection, flags);
}

MODEL int munmap(void *p, size_t size) {
    __heddle_mask();
    if (size == 0)
        return fails(EINVAL);
    if (__heddle_size(p) != (size + 4095) / 4096 * 4096)
        __heddle_unsupported("munmap of a part of a mapping");
    __rt_release(p);
    return 0;
}

MODEL int madvise(void *p, size_t size, int advice) {
    (void)p, (void)size;
    if (advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE)
        __heddle_unsupported("madvise that gives memory back");
    return 0;
}

MODEL int posix_madvise(void *p, size_t size, int advice) {
    (void)p, (void)size, (void)advice;
    return 0;
}

MODEL int mlock(const void *p, size_t size) {
    (void)p, (void)size;
    return 0;
}

MODEL int munlock(const void *p, size_t size) {
    (void)p, (void)size;
    return 0;
}

MODEL int mlockall(int flags) {
    (void)flags;
    return 0;
}

MODEL int munlockall(void) { return 0; }

// ---- refused: what lies outside the program -----------------------------------------------------

#pragma clang diagnostic ignored "-Wunused-parameter"

REFUSED(int, mprotect, (void *p, size_t size, int protection),
        "access rights and sizes of mappings cannot change")
REFUSED(void *, mremap, (void *p, size_t size, size_t new_size, int flags, ...),
        "access rights and sizes of mappings cannot change")
REFUSED(int, msync, (void *p, size_t size, int flags),
        "access rights and sizes of mappings cannot change")
REFUSED(int, shm_open, (const char *name, int flags, mode_t mode), "there are no other processes")
REFUSED(int, shm_unlink, (const char *name), "there are no other processes")
REFUSED(int, ioctl, (int fd, unsigned long request, ...), "there are no devices")
REFUSED(int, poll, (struct pollfd * fds, nfds_t n, int timeout),
        "waiting for descriptors is not modelled")
REFUSED(int, ppoll,
        (struct pollfd * fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask),
        "waiting for descriptors is not modelled")
REFUSED(int, select,
        (int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
         struct timeval *restrict timeout),
        "waiting for descriptors is not modelled")
REFUSED(int, pselect,
        (int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict other,
         const struct timespec *restrict timeout, const sigset_t *restrict mask),
        "waiting for descriptors is not modelled")
REFUSED(int, epoll_create, (int size), "waiting for descriptors is not modelled")
REFUSED(int, epoll_create1, (int flags), "waiting for descriptors is not modelled")
REFUSED(int, epoll_ctl, (int ep, int op, int fd, struct epoll_event *event),
        "waiting for descriptors is not modelled")
REFUSED(int, epoll_wait, (int ep, struct epoll_event *events, int max, int timeout),
        "waiting for descriptors is not modelled")
REFUSED(int, eventfd, (unsigned count, int flags), "waiting for descriptors is not modelled")
REFUSED(int, flock, (int fd, int op), "file locks are not modelled")
REFUSED(int, lockf, (int fd, int command, off_t size), "file locks are not modelled")
REFUSED(int, socket, (int domain, int type, int protocol), "there is no network")
REFUSED(int, socketpair, (int domain, int type, int protocol, int fds[2]), "there is no network")
REFUSED(int, bind, (int fd, const struct sockaddr *address, socklen_t size), "there is no network")
REFUSED(int, listen, (int fd, int backlog), "there is no network")
REFUSED(int, accept, (int fd, struct sockaddr *restrict address, socklen_t *restrict size),
        "there is no network")
REFUSED(int, accept4,
        (int fd, struct sockaddr *restrict address, socklen_t *restrict size, int flags),
        "there is no network")
REFUSED(int, connect, (int fd, const struct sockaddr *address, socklen_t size),
        "there is no network")
REFUSED(int, shutdown, (int fd, int how), "there is no network")
REFUSED(ssize_t, send, (int fd, const void *p, size_t n, int flags), "there is no network")
REFUSED(ssize_t, sendto,
        (int fd, const void *p, size_t n, int flags, const struct sockaddr *to, socklen_t size),
        "there is no network")
REFUSED(ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags), "there is no network")
REFUSED(ssize_t, recv, (int fd, void *p, size_t n, int flags), "there is no network")
REFUSED(ssize_t, recvfrom,
        (int fd, void *restrict p, size_t n, int flags, struct sockaddr *restrict from,
         socklen_t *restrict size),
        "there is no network")
REFUSED(ssize_t, recvmsg, (int fd, struct msghdr *message, int flags), "there is no network")
REFUSED(int, getsockopt,
        (int fd, int level, int option, void *restrict value, socklen_t *restrict size),
        "there is no network")
REFUSED(int, setsockopt, (int fd, int level, int option, const void *value, socklen_t size),
        "there is no network")
REFUSED(int, getsockname, (int fd, struct sockaddr *restrict address, socklen_t *restrict size),
        "there is no network")
REFUSED(int, getpeername, (int fd, struct sockaddr *restrict address, socklen_t *restrict size),
        "there is no network")
REFUSED(int, mkdir, (const char *name, mode_t mode), "directories and modes are not modelled")
REFUSED(int, rmdir, (const char *name), "links and directories are not modelled")
REFUSED(int, chmod, (const char *name, mode_t mode), "directories and modes are not modelled")
REFUSED(int, fchmod, (int fd, mode_t mode), "directories and modes are not modelled")
REFUSED(int, link, (const char *from, const char *to), "links and directories are not modelled")
REFUSED(int, symlink, (const char *from, const char *to), "links and directories are not modelled")
REFUSED(ssize_t, readlink, (const char *restrict name, char *restrict p, size_t n),
        "links and directories are not modelled")
REFUSED(int, chdir, (const char *name), "links and directories are not modelled")
