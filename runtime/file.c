// SPDX-License-Identifier: Apache-2.0
// Files in memory, pipes, and the table of descriptors. No function here masks: those that programs
// call have done it.
#include "stream.h"
#include "sync.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PIPE_SIZE 65536
#define MAX_FD 1024

static void *make(size_t size) {
    return __heddle_alloc(size, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
}

static void *no(int error) {
    errno = error;
    return NULL;
}

static int fails(int error) {
    errno = error;
    return -1;
}

static bool can_read(const struct rt_open *o) { return (o->flags & O_ACCMODE) != O_WRONLY; }
static bool can_write(const struct rt_open *o) { return (o->flags & O_ACCMODE) != O_RDONLY; }

// ---- contents -----------------------------------------------------------------------------------

// Room for `size` bytes of our own; what was there stays. The room depends on the largest size
// only, so that equal files are equal states.
static void node_reserve(struct rt_node *n, size_t size) {
    if (size <= n->room)
        return;
    size_t room = (size + 63) / 64 * 64;
    unsigned char *bytes = make(room);
    if (n->size)
        __builtin_memcpy(bytes, n->bytes, n->size);
    n->bytes = bytes;
    n->room = room;
}

int __rt_node_truncate(struct rt_node *n, long long size) {
    if (size < 0)
        return fails(EINVAL);
    if (size > (long long)RT_MAX_ALLOC)
        return fails(EFBIG);
    if ((size_t)size > n->size) {
        node_reserve(n, (size_t)size);
    } else if ((size_t)size < n->size) {
        n->size = (size_t)size; // a fresh copy: bytes behind the end are zero
        n->room = 0;
        node_reserve(n, n->size ? n->size : 1);
    }
    n->size = (size_t)size;
    return 0;
}

static ssize_t node_read(struct rt_node *n, size_t at, void *p, size_t count) {
    if (at >= n->size)
        return 0;
    if (count > n->size - at)
        count = n->size - at;
    __builtin_memcpy(p, n->bytes + at, count);
    return (ssize_t)count;
}

static ssize_t node_write(struct rt_node *n, size_t at, const void *p, size_t count) {
    if (count > RT_MAX_ALLOC || at > RT_MAX_ALLOC - count)
        return fails(EFBIG);
    if (count == 0)
        return 0;
    size_t end = at + count;
    node_reserve(n, end > n->size ? end : n->size);
    __builtin_memcpy(n->bytes + at, p, count);
    if (end > n->size)
        n->size = end;
    return (ssize_t)count;
}

// ---- names --------------------------------------------------------------------------------------

// sorted by name: the order in which they were made does not matter
static struct rt_node *nodes;

static const char *plain_name(const char *name) {
    while (name[0] == '.' && name[1] == '/')
        for (name += 2; *name == '/';)
            name++;
    return name;
}

bool __rt_is_null_device(const char *name) { return strcmp(name, "/dev/null") == 0; }

static struct rt_node **node_place(const char *name) {
    struct rt_node **at = &nodes;
    while (*at && strcmp((*at)->name, name) < 0)
        at = &(*at)->next;
    return at;
}

static const struct rt_file_data *given(const char *name) {
    for (size_t i = 1; i < __rt_nfiles; i++)
        if (strcmp(plain_name(__rt_files[i].name), name) == 0)
            return &__rt_files[i];
    return NULL;
}

// At its place in the list, which must be free.
static struct rt_node *node_add(struct rt_node **at, const char *name) {
    struct rt_node *n = make(sizeof *n);
    size_t size = rt_length(name) + 1;
    char *copy = make(size);
    __builtin_memcpy(copy, name, size);
    n->name = copy;
    n->next = *at;
    *at = n;
    return n;
}

// The node of the name, also one that was removed.
static struct rt_node *node_any(const char *name) {
    struct rt_node **at = node_place(name);
    if (*at && strcmp((*at)->name, name) == 0)
        return *at;
    const struct rt_file_data *data = given(name);
    if (!data)
        return NULL;
    struct rt_node *n = node_add(at, name);
    n->bytes = (unsigned char *)data->bytes;
    n->size = data->size;
    return n;
}

struct rt_node *__rt_node_find(const char *name) {
    struct rt_node *n = node_any(plain_name(name));
    return n && !n->is_removed ? n : NULL;
}

void __rt_node_missing(const char *name) {
    if (!*plain_name(name) || node_any(plain_name(name)))
        return;
    if (RT_IS_UNKNOWN(FILES) && __heddle_choose(2))
        __heddle_unsupported(
            "a file that nobody gave (--file), and that may be there all the same");
    if (!RT_IS_UNKNOWN(FILES))
        __heddle_bound(HEDDLE_BOUND_FILES);
}

// Takes the name away; who has the file open keeps it.
static void node_unlink(struct rt_node *n) {
    struct rt_node **at = node_place(n->name);
    *at = n->next;
    if (given(n->name))
        node_add(at, n->name)->is_removed = 1;
    n->next = NULL;
    n->name = NULL;
}

static struct rt_node *node_create(const char *name) {
    struct rt_node *n = node_any(name);
    if (n) // it was removed
        n->is_removed = 0;
    return n ? n : node_add(node_place(name), name);
}

int __rt_node_remove(const char *name) {
    struct rt_node *n = __rt_node_find(name);
    if (!n && !__rt_is_null_device(name))
        __rt_node_missing(name);
    if (!n)
        return fails(__rt_is_null_device(name) ? EACCES : ENOENT);
    node_unlink(n);
    return 0;
}

int __rt_node_rename(const char *from, const char *to) {
    struct rt_node *n = __rt_node_find(from), *old = __rt_node_find(to);
    if (!n)
        __rt_node_missing(from);
    if (!n || !*to)
        return fails(ENOENT);
    if (n == old)
        return 0;
    if (old)
        node_unlink(old);
    node_unlink(n);
    // What has the file open keeps n: the new name gets n itself, in the place of a fresh node.
    struct rt_node *fresh = node_create(plain_name(to));
    *node_place(fresh->name) = n;
    n->next = fresh->next;
    n->name = fresh->name;
    return 0;
}

// ---- opening ------------------------------------------------------------------------------------

struct rt_open *__rt_open_new(int kind, int flags) {
    struct rt_open *o = make(sizeof *o);
    o->kind = kind;
    o->flags = flags & (O_ACCMODE | O_APPEND | O_NONBLOCK);
    return o;
}

static struct rt_open *open_node(struct rt_node *n, int flags) {
    struct rt_open *o = __rt_open_new(RT_OPEN_FILE, flags);
    o->node = n;
    if ((flags & O_TRUNC) && can_write(o) && n->size > 0)
        __rt_node_truncate(n, 0);
    return o;
}

struct rt_open *__rt_open_name(const char *name, int flags) {
    if ((flags & O_TMPFILE) == O_TMPFILE)
        __heddle_unsupported("open with O_TMPFILE");
    if ((flags & O_ACCMODE) == O_ACCMODE)
        return no(EINVAL);
    if (__rt_is_null_device(name))
        return __rt_open_new(RT_OPEN_NULL, flags);
    struct rt_node *n = __rt_node_find(name);
    // Who makes it anew does not care whether it was there.
    if (!n && ((flags & O_EXCL) || !(flags & O_CREAT) || !(flags & O_TRUNC)))
        __rt_node_missing(name);
    if (n && (flags & O_CREAT) && (flags & O_EXCL))
        return no(EEXIST);
    if (n && (flags & O_DIRECTORY))
        return no(ENOTDIR);
    if (!n && (!(flags & O_CREAT) || !*plain_name(name)))
        return no(ENOENT);
    return open_node(n ? n : node_create(plain_name(name)), flags);
}

struct rt_open *__rt_open_nameless(void) { return open_node(make(sizeof(struct rt_node)), O_RDWR); }

struct rt_node *__rt_node_of(struct rt_open *o) {
    if (o->kind == RT_OPEN_FILE && !o->node) {
        o->node = make(sizeof *o->node);
        o->node->bytes = (unsigned char *)__rt_files[0].bytes;
        o->node->size = __rt_files[0].size;
    }
    return o->node;
}

// ---- descriptors --------------------------------------------------------------------------------

struct descriptor {
    struct descriptor *next; // with a higher number
    int fd;
    int flags;
    struct rt_open *open;
};

static struct rt_open standard_input = {.kind = RT_OPEN_FILE, .flags = O_RDONLY, .refs = 1};
static struct descriptor first = {.fd = 0, .open = &standard_input};
static struct descriptor *descriptors = &first;

static struct descriptor **descriptor_place(int fd) {
    struct descriptor **at = &descriptors;
    while (*at && (*at)->fd < fd)
        at = &(*at)->next;
    return at;
}

static struct descriptor *descriptor_find(int fd) {
    struct descriptor *d = *descriptor_place(fd);
    return d && d->fd == fd ? d : no(EBADF);
}

struct rt_open *__rt_fd_find(int fd) {
    struct descriptor *d = descriptor_find(fd);
    return d ? d->open : NULL;
}

int *__rt_fd_flags(int fd) {
    struct descriptor *d = descriptor_find(fd);
    return d ? &d->flags : NULL;
}

static void pipe_update(struct rt_pipe *p) {
    p->is_readable = p->size > 0 || p->writers == 0;
    p->is_writable = PIPE_SIZE - p->size >= PIPE_BUF || p->readers == 0;
}

// The description has as many more (or fewer) descriptors.
static void open_count(struct rt_open *o, int change) {
    bool was_open = o->refs > 0;
    o->refs += change;
    if (!o->pipe || was_open == (o->refs > 0))
        return;
    if (can_read(o))
        o->pipe->readers += change;
    else
        o->pipe->writers += change;
    pipe_update(o->pipe);
}

void __rt_fd_place(struct rt_open *o, int fd) {
    struct descriptor **at = descriptor_place(fd), *d = make(sizeof *d);
    d->fd = fd;
    d->open = o;
    d->next = *at;
    *at = d;
    open_count(o, 1);
}

int __rt_fd_add(struct rt_open *o, int lowest) {
    int fd = lowest;
    struct descriptor *d = *descriptor_place(fd);
    while (rt_is_output(fd) || (d && d->fd == fd)) {
        if (d && d->fd == fd)
            d = d->next;
        fd++;
    }
    if (fd >= MAX_FD)
        return fails(EMFILE);
    __rt_fd_place(o, fd);
    return fd;
}

int __rt_fd_add_hidden(struct rt_open *o) {
    int fd = -MAX_FD;
    for (struct descriptor *d = descriptors; d && d->fd == fd; d = d->next)
        fd++;
    __rt_fd_place(o, fd);
    return fd;
}

int __rt_fd_close(int fd) {
    if (rt_is_output(fd))
        return 0;
    struct descriptor **at = descriptor_place(fd), *d = *at;
    if (!d || d->fd != fd)
        return fails(EBADF);
    *at = d->next;
    open_count(d->open, -1);
    return 0;
}

// ---- pipes --------------------------------------------------------------------------------------

// What is left is copied, so that it begins where the bytes of an equal pipe begin.
static void pipe_set(struct rt_pipe *p, unsigned char *bytes, size_t size) {
    p->bytes = size ? make(size) : NULL;
    p->size = size;
    if (size)
        __builtin_memcpy(p->bytes, bytes, size);
    pipe_update(p);
}

static ssize_t pipe_read(struct rt_open *o, void *dst, size_t n) {
    struct rt_pipe *p = o->pipe;
    if (n == 0)
        return 0;
    if ((o->flags & O_NONBLOCK) && !p->is_readable)
        return fails(EAGAIN);
    int ended = rt_wait(&p->is_readable, 1, HEDDLE_WAIT_OTHER, p, NULL);
    if (ended)
        return ended;
    if (n > p->size)
        n = p->size;
    if (n > 0) {
        __builtin_memcpy(dst, p->bytes, n);
        pipe_set(p, p->bytes + n, p->size - n);
    }
    return (ssize_t)n;
}

static void pipe_append(struct rt_pipe *p, const unsigned char *src, size_t n) {
    unsigned char *bytes = make(p->size + n);
    if (p->size)
        __builtin_memcpy(bytes, p->bytes, p->size);
    __builtin_memcpy(bytes + p->size, src, n);
    p->bytes = bytes;
    p->size += n;
    pipe_update(p);
}

// Up to PIPE_BUF bytes go in as one; more may be mixed with those of others.
static ssize_t pipe_write(struct rt_open *o, const unsigned char *src, size_t n) {
    struct rt_pipe *p = o->pipe;
    size_t done = 0;
    while (done < n) {
        if ((o->flags & O_NONBLOCK) && !p->is_writable)
            return done ? (ssize_t)done : fails(EAGAIN);
        int ended = rt_wait(&p->is_writable, 1, HEDDLE_WAIT_OTHER, p, NULL);
        if (ended)
            return done ? rt_refuse_signal(ended) : ended;
        if (p->readers == 0)
            __heddle_unsupported("a write to a pipe that nobody can read (SIGPIPE)");
        size_t part = PIPE_SIZE - p->size;
        if (part > n - done)
            part = n - done;
        pipe_append(p, src + done, part);
        done += part;
    }
    return (ssize_t)done;
}

// ---- buffers of fmemopen and open_memstream -----------------------------------------------------

static ssize_t memory_read(struct rt_open *o, void *dst, size_t n) {
    struct rt_memory *m = o->memory;
    size_t left = o->offset < m->size ? m->size - o->offset : 0;
    if (n > left)
        n = left;
    if (n > 0)
        __builtin_memcpy(dst, m->base + o->offset, n);
    o->offset += n;
    return (ssize_t)n;
}

static void memory_note(struct rt_memory *m, size_t low, size_t high) {
    if (m->low == m->high)
        m->low = low, m->high = high;
    if (low < m->low)
        m->low = low;
    if (high > m->high)
        m->high = high;
}

void __rt_fd_written(int fd, struct rt_written **list) {
    struct rt_open *o = fd < 0 ? __rt_fd_find(fd) : NULL;
    if (!o || o->memory->low == o->memory->high)
        return;
    struct rt_memory *m = o->memory;
    rt_written_add(list, m->base + m->low, m->high - m->low);
    m->low = m->high = 0;
}

static ssize_t memory_grow(struct rt_open *o, const char *src, size_t n) {
    struct rt_memory *m = o->memory;
    size_t end = o->offset + n;
    if (end > m->size) {
        char *base = realloc(m->base, end + 1);
        if (!base)
            return -1;
        m->base = base;
        __builtin_memset(base + m->size, 0, end + 1 - m->size);
        m->size = end;
    }
    __builtin_memcpy(m->base + o->offset, src, n);
    memory_note(m, o->offset, end);
    o->offset = end;
    return (ssize_t)n;
}

// As glibc: the bytes are followed by a zero if it fits, and a stream that is not for appending
// always ends in one.
static ssize_t memory_write(struct rt_open *o, const char *src, size_t n) {
    struct rt_memory *m = o->memory;
    if (n == 0)
        return 0;
    if (m->out)
        return memory_grow(o, src, n);
    if (o->flags & O_APPEND)
        o->offset = m->size;
    bool add_zero = src[n - 1] != '\0';
    if (o->offset + n > m->room) {
        if (o->offset + add_zero >= m->room)
            return fails(ENOSPC);
        n = m->room - o->offset;
    }
    __builtin_memcpy(m->base + o->offset, src, n);
    memory_note(m, o->offset, o->offset + n);
    o->offset += n;
    if (o->offset > m->size) {
        m->size = o->offset;
        if (add_zero && m->size < m->room) {
            m->base[m->size] = '\0';
            memory_note(m, m->size, m->size + 1);
        } else if (add_zero && !(o->flags & O_APPEND)) {
            m->base[m->room - 1] = '\0';
        }
    }
    return (ssize_t)n;
}

// ---- standard input -----------------------------------------------------------------------------

bool __rt_is_input(int fd) { return __rt_fd_find(fd) == &standard_input; }

bool __rt_is_empty_input(int fd) {
    return !RT_IS_UNKNOWN(STDIN) && __rt_files[0].size == 0 && __rt_is_input(fd);
}

// Any bytes: none at the end, and fewer than were asked for where there are no more yet.
static ssize_t any_input(unsigned char *p, size_t n) {
    size_t done = 0;
    while (done < n && __heddle_choose(2))
        p[done++] = (unsigned char)__heddle_choose(256);
    return (ssize_t)done;
}

// ---- what all kinds of open files do ------------------------------------------------------------

ssize_t __rt_fd_read(int fd, void *p, size_t n) {
    struct rt_open *o = __rt_fd_find(fd);
    if (!o)
        return -1;
    if (!can_read(o))
        return fails(EBADF);
    if (__rt_is_input(fd) && n > 0) {
        if (RT_IS_UNKNOWN(STDIN))
            return any_input(p, n);
        __heddle_bound(HEDDLE_BOUND_STDIN);
    }
    switch (o->kind) {
    case RT_OPEN_FILE: {
        ssize_t count = node_read(__rt_node_of(o), o->offset, p, n);
        o->offset += (size_t)count;
        return count;
    }
    case RT_OPEN_PIPE: return pipe_read(o, p, n);
    case RT_OPEN_MEMORY: return memory_read(o, p, n);
    default: return 0;
    }
}

static ssize_t file_write(struct rt_open *o, const void *p, size_t n) {
    struct rt_node *node = __rt_node_of(o);
    if (o->flags & O_APPEND)
        o->offset = node->size;
    ssize_t count = node_write(node, o->offset, p, n);
    if (count > 0)
        o->offset += (size_t)count;
    return count;
}

ssize_t __rt_fd_write(int fd, const void *p, size_t n) {
    if (rt_is_output(fd)) {
        rt_output(fd, p, n);
        return (ssize_t)n;
    }
    struct rt_open *o = __rt_fd_find(fd);
    if (!o)
        return -1;
    if (!can_write(o))
        return fails(EBADF);
    switch (o->kind) {
    case RT_OPEN_FILE: return file_write(o, p, n);
    case RT_OPEN_OUTPUT: rt_output(o->output, p, n); return (ssize_t)n;
    case RT_OPEN_PIPE: return pipe_write(o, p, n);
    case RT_OPEN_MEMORY: return memory_write(o, p, n);
    default: return (ssize_t)n;
    }
}

bool __rt_fd_put(int fd, const void *p, size_t n) {
    ssize_t count = rt_refuse_signal(__rt_fd_write(fd, p, n));
    if (count == RT_CANCELLED)
        __heddle_unsupported("pthread_cancel of a thread that waits in a function of a stream");
    return count == (ssize_t)n;
}

static long long seek(int fd, long long offset, int whence) {
    struct rt_open *o = __rt_fd_find(fd);
    if (!o)
        return -1;
    if (o->kind == RT_OPEN_PIPE || o->kind == RT_OPEN_OUTPUT)
        return fails(ESPIPE);
    if (o->kind == RT_OPEN_NULL)
        return 0;
    if (whence != SEEK_SET && whence != SEEK_CUR && whence != SEEK_END)
        return fails(EINVAL);
    size_t size = o->memory ? o->memory->size : __rt_node_of(o)->size;
    long long base = whence == SEEK_SET   ? 0
                     : whence == SEEK_CUR ? (long long)o->offset
                                          : (long long)size;
    long long to;
    if (__builtin_add_overflow(base, offset, &to) || to < 0)
        return fails(EINVAL);
    if (to > (long long)RT_MAX_ALLOC)
        __heddle_unsupported("a position in a file beyond 1 GiB");
    if (o->memory && !o->memory->out && to > (long long)o->memory->room)
        return fails(EINVAL);
    o->offset = (size_t)to;
    return to;
}

static long long any_position(void) {
    return __heddle_choose(2) ? __heddle_unknown_64() : fails(ESPIPE);
}

// Standard input is a file here, and the standard outputs are pipes: who looks has a condition.
long long __rt_fd_seek(int fd, long long offset, int whence) {
    if (rt_is_output(fd))
        return RT_IS_UNKNOWN(TERMINAL) ? any_position()
                                       : RT_GIVEN(long long, fails(ESPIPE), TERMINAL);
    if (!__rt_is_input(fd))
        return seek(fd, offset, whence);
    return RT_IS_UNKNOWN(STDIN) ? any_position()
                                : RT_GIVEN(long long, seek(fd, offset, whence), STDIN);
}
int __rt_fd_truncate(int fd, long long size) {
    struct rt_open *o = __rt_fd_find(fd);
    if (!o)
        return -1;
    if (o->kind != RT_OPEN_FILE || !can_write(o))
        return fails(EINVAL);
    return __rt_node_truncate(__rt_node_of(o), size);
}
