// SPDX-License-Identifier: Apache-2.0
// FILE streams: opening, reading, positions. Streams have no buffer: what is written is in the file
// at once, and reading takes from the file what is asked for. Output is in stdio.c. A call on a
// stream is one step, as POSIX demands. The user's memory that it reads or writes is part of that
// step. Where others can tell that a call has begun, it takes and releases the stream's lock in
// steps of their own.
#include "stream.h"
#include "sync.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

// The header declares the pointers as variables; hence the assembler names. A program may assign to
// them, as with glibc; if it does not, src/front/config.c makes them constant. So are the streams
// for output, so that naming or using them is no access to shared memory.
const FILE __rt_outputs[2] = {{._flags = RT_NO_READS, ._fileno = 1},
                              {._flags = RT_NO_READS, ._fileno = 2}};
static struct rt_stream input = {.file = {._flags = RT_NO_WRITES, ._fileno = 0}};
MODEL FILE *__rt_stdin __asm__("stdin") = &input.file;
MODEL FILE *__rt_stdout __asm__("stdout") = RT_STDOUT;
MODEL FILE *__rt_stderr __asm__("stderr") = RT_STDERR;

static int fails(int error) {
    errno = error;
    return -1;
}

// ---- locks --------------------------------------------------------------------------------------
// flockfile keeps others from the stream. In a program that never calls it, output on stdout and
// stderr does not ask for the lock: its order is not observed by the program, and asking would make
// every printf an access to shared memory.

MODEL const int __rt_uses_flockfile = 1;

static struct rt_stream_lock output_locks[2];
static int others_locked; // streams that the program has opened

static struct rt_stream_lock *lock_of(FILE *f) {
    return rt_is_std_output(f) ? &output_locks[f->_fileno - 1] : &((struct rt_stream *)f)->lock;
}

static bool is_opened(const FILE *f) { return !rt_is_std_output(f) && f != &input.file; }

static void wait_for(FILE *f, struct rt_stream_lock *lock) {
    if (lock->depth < 0)
        rt_misuse("use of something that is not an open stream");
    if (lock->owner != __heddle_self())
        rt_block(&lock->depth, 0, HEDDLE_WAIT_STREAM, f, &lock->owner);
}

static void take(FILE *f, struct rt_stream_lock *lock) {
    if (lock->depth++ > 0)
        return;
    lock->owner = __heddle_self();
    if (is_opened(f))
        others_locked++;
}

static void release(FILE *f, struct rt_stream_lock *lock) {
    if (--lock->depth > 0)
        return;
    lock->owner = NULL;
    if (is_opened(f))
        others_locked--;
}

static NOINLINE void lock_stream(FILE *f) {
    __heddle_mask();
    struct rt_stream_lock *lock = lock_of(f);
    wait_for(f, lock);
    take(f, lock);
}

static NOINLINE void unlock_stream(FILE *f) {
    __heddle_mask();
    struct rt_stream_lock *lock = lock_of(f);
    if (lock->depth == 0 || lock->owner != __heddle_self())
        rt_misuse("funlockfile of a stream that this thread has not locked");
    release(f, lock);
}

void __rt_output_begin(FILE *f) {
    if (__rt_uses_flockfile)
        lock_stream(f);
}

void __rt_output_end(FILE *f) {
    if (__rt_uses_flockfile)
        unlock_stream(f);
}

void __rt_output_wait(FILE *f) {
    if (__rt_uses_flockfile)
        wait_for(f, lock_of(f));
}

static NOINLINE void wait_masked(FILE *f) {
    __heddle_mask();
    __rt_output_wait(f);
}

MODEL const int __rt_calls_lock = 1;

static bool is_locked_by_calls(FILE *f, enum rt_locking locking) {
    return __rt_calls_lock && locking == RT_LOCKED && (__rt_uses_flockfile || !rt_is_std_output(f));
}

void __rt_call_begin(FILE *f, enum rt_locking locking) {
    if (is_locked_by_calls(f, locking))
        lock_stream(f);
}

void __rt_call_end(FILE *f, enum rt_locking locking) {
    if (is_locked_by_calls(f, locking))
        unlock_stream(f);
}

// What a function on stdout or stderr that does nothing else does.
static void pass_output(FILE *f, enum rt_locking locking) {
    if (!__rt_uses_flockfile || locking == RT_UNLOCKED)
        return;
    __rt_call_begin(f, locking);
    wait_masked(f);
    __rt_call_end(f, locking);
}

MODEL void flockfile(FILE *f) { lock_stream(f); }
MODEL void funlockfile(FILE *f) { unlock_stream(f); }

MODEL int ftrylockfile(FILE *f) {
    __heddle_mask();
    struct rt_stream_lock *lock = lock_of(f);
    if (RT_LOOK(lock->depth) > 0 && RT_LOOK(lock->owner) != __heddle_self())
        return EBUSY; // which orders nothing
    take(f, lock);
    return 0;
}

struct rt_stream *__rt_stream_enter(FILE *f, enum rt_locking locking) {
    struct rt_stream *s = (struct rt_stream *)f;
    if (locking == RT_LOCKED)
        wait_for(f, &s->lock);
    if (__heddle_number(f->_flags) & RT_CLOSED)
        __heddle_fail(HEDDLE_USE_AFTER_FREE, "use of a stream that was closed");
    return s;
}

// The calls of the unlocked forms are one step too, but the program has to keep others away
// meanwhile. All of them look at the FILE. stdout and stderr have nothing that is written;
// something stands for it.
static char outputs_used[2];

void __rt_stream_unlocked(FILE *f) {
    if (rt_is_std_output(f))
        __heddle_wrote(&outputs_used[f->_fileno - 1], 1);
    else
        __heddle_wrote(f, sizeof *f);
}

// ---- bytes --------------------------------------------------------------------------------------

static int stream_fails(struct rt_stream *s, int error) {
    s->file._flags |= RT_ERROR;
    errno = error;
    return EOF;
}

bool __rt_stream_can_write(struct rt_stream *s) {
    if (!(s->file._flags & RT_NO_WRITES))
        return true;
    stream_fails(s, EBADF);
    return false;
}

// Bytes from the file, as many as there are; end of file and errors are noted. The end of a file is
// remembered: who wants to read on has to clear it.
static size_t take_bytes(struct rt_stream *s, unsigned char *p, size_t n) {
    size_t done = 0;
    if (s->file._flags & RT_NO_READS) {
        stream_fails(s, EBADF);
        return 0;
    }
    while (done < n && !(s->file._flags & RT_EOF)) {
        ssize_t count = rt_refuse_signal(__rt_fd_read(s->file._fileno, p + done, n - done));
        if (count == RT_CANCELLED)
            __heddle_unsupported("pthread_cancel of a thread that waits in a function of a stream");
        if (count < 0) {
            s->file._flags |= RT_ERROR;
            break;
        }
        if (count == 0)
            s->file._flags |= RT_EOF;
        done += (size_t)count;
    }
    return done;
}

int __rt_stream_get(struct rt_stream *s) {
    if (s->npushed > 0)
        return s->pushed[--s->npushed];
    unsigned char c;
    return take_bytes(s, &c, 1) == 1 ? c : EOF;
}

void __rt_stream_unget(struct rt_stream *s, int c) {
    if (s->npushed == RT_MAX_PUSHED)
        __heddle_unsupported("more than 4 characters pushed back with ungetc");
    s->pushed[s->npushed++] = (unsigned char)c;
    s->file._flags &= ~RT_EOF;
}

// Reading from stdout and stderr, which have no state.
static bool is_unreadable(FILE *f) {
    if (!rt_is_std_output(f))
        return false;
    __rt_output_wait(f);
    errno = EBADF;
    return true;
}

// Who does not look at the result need not care whether there was any input.
static NOINLINE int get_masked(FILE *f, enum rt_locking locking) {
    __heddle_mask();
    if (is_unreadable(f))
        return EOF;
    struct rt_stream *s = __rt_stream_enter(f, locking);
    int flags = (int)__heddle_number(s->file._flags);
    if (s->npushed > 0 || (flags & RT_NO_READS) || !__rt_is_empty_input(s->file._fileno))
        return __rt_stream_get(s);
    s->file._flags = RT_GIVEN(int, flags | RT_EOF, STDIN);
    return RT_GIVEN(int, EOF, STDIN);
}

static int get_char(FILE *f, enum rt_locking locking) {
    __rt_cancel_maybe();
    __rt_call_begin(f, locking);
    int c = get_masked(f, locking);
    __rt_call_end(f, locking);
    return c;
}

#undef getc
#undef getchar
#undef getc_unlocked
#undef getchar_unlocked
MODEL int fgetc(FILE *f) { return get_char(f, RT_LOCKED); }
MODEL int getc(FILE *f) { return get_char(f, RT_LOCKED); }
MODEL int getchar(void) { return get_char(__rt_stdin, RT_LOCKED); }

static int get_char_unlocked(FILE *f) {
    int c = get_char(f, RT_UNLOCKED);
    __rt_stream_unlocked(f);
    return c;
}

MODEL int fgetc_unlocked(FILE *f) { return get_char_unlocked(f); }
MODEL int getc_unlocked(FILE *f) { return get_char_unlocked(f); }
MODEL int getchar_unlocked(void) { return get_char_unlocked(__rt_stdin); }
int _IO_getc(FILE *f);
MODEL int _IO_getc(FILE *f) { return get_char(f, RT_LOCKED); }
MODEL int __uflow(FILE *f) { return get_char_unlocked(f); }

MODEL int getw(FILE *f) {
    int w;
    return fread(&w, sizeof w, 1, f) == 1 ? w : EOF;
}

static NOINLINE int unget(int c, FILE *f) {
    __heddle_mask();
    if (is_unreadable(f))
        return EOF;
    __rt_stream_unget(__rt_stream_enter(f, RT_LOCKED), c);
    return (unsigned char)c;
}

MODEL int ungetc(int c, FILE *f) {
    __rt_cancel_maybe();
    if (c == EOF)
        return EOF;
    __rt_call_begin(f, RT_LOCKED);
    int result = unget(c, f);
    __rt_call_end(f, RT_LOCKED);
    return result;
}

// ---- lines and items ----------------------------------------------------------------------------

// How many bytes were written, with the zero; 0 if there was nothing.
static NOINLINE size_t get_line(char *dst, size_t size, bool keeps_newline, FILE *f,
                                enum rt_locking locking) {
    __heddle_mask();
    if (is_unreadable(f))
        return 0;
    struct rt_stream *s = __rt_stream_enter(f, locking);
    int old = s->file._flags & RT_ERROR;
    s->file._flags &= ~RT_ERROR;
    size_t n = 0;
    bool is_any = size == 1;
    for (int c = 0; n + 1 < size && c != '\n' && (c = __rt_stream_get(s)) != EOF;) {
        is_any = true;
        if (c != '\n' || keeps_newline)
            dst[n++] = (char)c;
    }
    bool failed = s->file._flags & RT_ERROR;
    s->file._flags |= old;
    if (!is_any || failed)
        return 0;
    dst[n] = '\0';
    return n + 1;
}

static char *read_line(char *dst, size_t size, bool keeps_newline, FILE *f,
                       enum rt_locking locking) {
    __rt_cancel_maybe();
    if (size == 0)
        return NULL;
    __rt_call_begin(f, locking);
    size_t n = get_line(dst, size, keeps_newline, f, locking);
    __rt_call_end(f, locking);
    __heddle_wrote(dst, n);
    return n > 0 ? dst : NULL;
}

static char *get_string(char *dst, int size, FILE *f, enum rt_locking locking) {
    return read_line(dst, size > 0 ? (size_t)size : 0, true, f, locking);
}

MODEL char *fgets(char *restrict dst, int size, FILE *restrict f) {
    return get_string(dst, size, f, RT_LOCKED);
}

MODEL char *fgets_unlocked(char *restrict dst, int size, FILE *restrict f) {
    char *line = get_string(dst, size, f, RT_UNLOCKED);
    __rt_stream_unlocked(f);
    return line;
}

// Without a bound, as it was: the machine sees where it writes.
char *gets(char *dst);
MODEL char *gets(char *dst) { return read_line(dst, SIZE_MAX, false, __rt_stdin, RT_LOCKED); }

// Room for n bytes in a line that getline owns; false if there is no memory.
static bool line_reserve(char **line, size_t *room, size_t n) {
    if (*line && *room >= n)
        return true;
    size_t size = *room < 60 ? 120 : *room * 2;
    char *p = realloc(*line, size < n ? n : size);
    if (!p)
        return false;
    *line = p;
    *room = size < n ? n : size;
    return true;
}

// What getdelim has written.
struct delimited {
    char *text;
    size_t size;
    bool is_moved; // the caller's pointer and size are new
};

static NOINLINE ssize_t get_delimited(char **line, size_t *room, int delimiter, FILE *f,
                                      struct delimited *out) {
    __heddle_mask();
    if (is_unreadable(f))
        return -1;
    struct rt_stream *s = __rt_stream_enter(f, RT_LOCKED);
    if (!line || !room)
        return fails(EINVAL);
    char *old = *line;
    if (!old)
        *room = 0;
    if (!line_reserve(line, room, 1))
        return stream_fails(s, ENOMEM);
    size_t n = 0;
    for (int c; (n == 0 || (unsigned char)(*line)[n - 1] != delimiter) &&
                (c = __rt_stream_get(s)) != EOF;) {
        if (!line_reserve(line, room, n + 2))
            return stream_fails(s, ENOMEM);
        (*line)[n++] = (char)c;
    }
    *out = (struct delimited){*line, n > 0 ? n + 1 : 0, *line != old};
    if (n == 0)
        return -1;
    (*line)[n] = '\0';
    return (ssize_t)n;
}

MODEL ssize_t getdelim(char **restrict line, size_t *restrict room, int delimiter,
                       FILE *restrict f) {
    struct delimited out = {0};
    __rt_cancel_maybe();
    __rt_call_begin(f, RT_LOCKED);
    ssize_t n = get_delimited(line, room, delimiter, f, &out);
    __rt_call_end(f, RT_LOCKED);
    if (out.is_moved) {
        __heddle_wrote(line, sizeof *line);
        __heddle_wrote(room, sizeof *room);
    }
    __heddle_wrote(out.text, out.size);
    return n;
}

MODEL ssize_t __getdelim(char **restrict line, size_t *restrict room, int delimiter,
                         FILE *restrict f) {
    return getdelim(line, room, delimiter, f);
}

#undef getline
MODEL ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict f) {
    return getdelim(line, room, '\n', f);
}

static NOINLINE size_t get_items(void *dst, size_t size, size_t count, FILE *f,
                                 enum rt_locking locking) {
    __heddle_mask();
    size_t bytes = size * count, done = 0;
    if (is_unreadable(f))
        return 0;
    struct rt_stream *s = __rt_stream_enter(f, locking);
    unsigned char *p = dst;
    while (done < bytes && s->npushed > 0)
        p[done++] = (unsigned char)__rt_stream_get(s);
    if (done < bytes)
        done += take_bytes(s, p + done, bytes - done);
    return done / size;
}

#undef fread_unlocked
static size_t read_items(void *p, size_t size, size_t count, FILE *f, enum rt_locking locking) {
    __rt_cancel_maybe();
    if (size * count == 0)
        return 0;
    __rt_call_begin(f, locking);
    size_t n = get_items(p, size, count, f, locking);
    __rt_call_end(f, locking);
    __heddle_wrote(p, n * size);
    return n;
}

MODEL size_t fread(void *restrict p, size_t size, size_t count, FILE *restrict f) {
    return read_items(p, size, count, f, RT_LOCKED);
}

MODEL size_t fread_unlocked(void *restrict p, size_t size, size_t count, FILE *restrict f) {
    size_t n = read_items(p, size, count, f, RT_UNLOCKED);
    __rt_stream_unlocked(f);
    return n;
}

// The checked forms know the size of the destination.
static void check_room(bool fits) {
    if (!fits)
        __heddle_fail(HEDDLE_OUT_OF_BOUNDS, "buffer overflow detected by _FORTIFY_SOURCE");
}

char *__fgets_chk(char *dst, size_t room, int size, FILE *f);
MODEL char *__fgets_chk(char *dst, size_t room, int size, FILE *f) {
    check_room(size <= 0 || (size_t)size <= room);
    return get_string(dst, size, f, RT_LOCKED);
}

char *__fgets_unlocked_chk(char *dst, size_t room, int size, FILE *f);
MODEL char *__fgets_unlocked_chk(char *dst, size_t room, int size, FILE *f) {
    check_room(size <= 0 || (size_t)size <= room);
    return fgets_unlocked(dst, size, f);
}

size_t __fread_chk(void *p, size_t room, size_t size, size_t count, FILE *f);
MODEL size_t __fread_chk(void *p, size_t room, size_t size, size_t count, FILE *f) {
    check_room(size == 0 || count <= room / size);
    return read_items(p, size, count, f, RT_LOCKED);
}

size_t __fread_unlocked_chk(void *p, size_t room, size_t size, size_t count, FILE *f);
MODEL size_t __fread_unlocked_chk(void *p, size_t room, size_t size, size_t count, FILE *f) {
    check_room(size == 0 || count <= room / size);
    return fread_unlocked(p, size, count, f);
}

// ---- opening and closing ------------------------------------------------------------------------

// The flags of open for a mode like "r+"; -1 if it is none.
static int open_flags(const char *mode) {
    int flags;
    switch (*mode) {
    case 'r': flags = O_RDONLY; break;
    case 'w': flags = O_WRONLY | O_CREAT | O_TRUNC; break;
    case 'a': flags = O_WRONLY | O_CREAT | O_APPEND; break;
    default: return fails(EINVAL);
    }
    while (*++mode && *mode != ',')
        if (*mode == '+')
            flags = (flags & ~O_ACCMODE) | O_RDWR;
        else if (*mode == 'x')
            flags |= O_EXCL;
        else if (*mode == 'e')
            flags |= O_CLOEXEC;
    if (*mode == ',')
        __heddle_unsupported("fopen with a coded character set");
    return flags;
}

static int stream_flags(int flags) {
    int access = flags & O_ACCMODE;
    return access == O_RDONLY ? RT_NO_WRITES : access == O_WRONLY ? RT_NO_READS : 0;
}

// A heap block, as in glibc: use after fclose is use of freed memory, and a stream that is
// forgotten is a leak.
static FILE *stream_new(int fd, int flags) {
    struct rt_stream *s = __rt_obtain(sizeof *s, HEDDLE_ALLOC_ZERO);
    s->file._fileno = fd;
    s->file._flags = stream_flags(flags);
    return &s->file;
}

// The end of a call that has made one, if it is not null: others have to learn of it from its
// thread.
static FILE *stream_made(FILE *f) {
    __heddle_wrote(f, sizeof(struct rt_stream));
    return f;
}

static bool is_out_of_memory(void) {
    if (!__rt_malloc_may_fail || !__heddle_choose(2))
        return false;
    errno = ENOMEM;
    return true;
}

// A stream that only appends stands at the end.
static FILE *stream_open(struct rt_open *o, int flags) {
    int fd = o ? __rt_fd_add(o, 0) : -1;
    if (fd < 0)
        return NULL;
    if (flags & O_CLOEXEC)
        *__rt_fd_flags(fd) = FD_CLOEXEC;
    if ((flags & O_APPEND) && (flags & O_ACCMODE) == O_WRONLY)
        __rt_fd_seek(fd, 0, SEEK_END);
    return stream_new(fd, flags);
}

static NOINLINE FILE *open_masked(const char *name, const char *mode) {
    __heddle_mask();
    int flags = open_flags(mode);
    if (flags < 0 || is_out_of_memory())
        return NULL;
    return stream_open(__rt_open_name(name, flags), flags);
}

static FILE *open_stream(const char *name, const char *mode) {
    __rt_cancel_maybe();
    return stream_made(open_masked(name, mode));
}

MODEL FILE *fopen(const char *restrict name, const char *restrict mode) {
    return open_stream(name, mode);
}
MODEL FILE *fopen64(const char *restrict name, const char *restrict mode) {
    return open_stream(name, mode);
}

static NOINLINE FILE *open_nameless(void) {
    __heddle_mask();
    return is_out_of_memory() ? NULL : stream_open(__rt_open_nameless(), O_RDWR);
}

static FILE *open_temporary(void) {
    __rt_cancel_maybe();
    return stream_made(open_nameless());
}

MODEL FILE *tmpfile(void) { return open_temporary(); }
MODEL FILE *tmpfile64(void) { return open_temporary(); }

// Whether a descriptor may be used as the flags say.
static bool allows(int fd, int flags) {
    int has = O_WRONLY, want = flags & O_ACCMODE;
    if (!rt_is_output(fd)) {
        struct rt_open *o = fd < 0 ? (fails(EBADF), NULL) : __rt_fd_find(fd);
        if (!o)
            return false;
        has = o->flags & O_ACCMODE;
        if (flags & O_APPEND)
            o->flags |= O_APPEND;
    }
    if (has == O_RDWR || has == want)
        return true;
    errno = EINVAL;
    return false;
}

static NOINLINE FILE *open_descriptor(int fd, const char *mode) {
    __heddle_mask();
    int flags = open_flags(mode);
    if (flags < 0 || !allows(fd, flags) || is_out_of_memory())
        return NULL;
    return stream_new(fd, flags);
}

MODEL FILE *fdopen(int fd, const char *mode) { return stream_made(open_descriptor(fd, mode)); }

// open_memstream tells where the bytes are when the stream is flushed or closed.
struct published {
    char **out; // NULL: nothing
    size_t *out_size;
};

static struct published memory_publish(int fd) {
    struct rt_open *o = fd < 0 ? __rt_fd_find(fd) : NULL;
    if (!o || !o->memory->out)
        return (struct published){0};
    *o->memory->out = o->memory->base;
    *o->memory->out_size = o->offset < o->memory->size ? o->offset : o->memory->size;
    return (struct published){o->memory->out, o->memory->out_size};
}

// For races; nothing is masked any more.
static void wrote_published(struct published p) {
    if (!p.out)
        return;
    __heddle_wrote(p.out, sizeof *p.out);
    __heddle_wrote(p.out_size, sizeof *p.out_size);
}

static int close_file(struct rt_stream *s, struct published *p) {
    *p = memory_publish(s->file._fileno);
    return __rt_fd_close(s->file._fileno) < 0 ? EOF : 0;
}

static void discard(struct rt_stream *s) {
    if (s == &input) {
        s->file._flags |= RT_CLOSED;
        return;
    }
    if (s->lock.depth > 0)
        others_locked--;
    __rt_release(s);
}

static NOINLINE int close_masked(FILE *f, struct published *p) {
    __heddle_mask();
    struct rt_stream *s = __rt_stream_enter(f, RT_LOCKED);
    int result = close_file(s, p);
    discard(s);
    return result;
}

// stdout and stderr stay usable: whether they are closed would be shared memory that each output
// looks at.
MODEL int fclose(FILE *f) {
    __rt_cancel_maybe();
    if (rt_is_std_output(f)) {
        pass_output(f, RT_LOCKED);
        return 0;
    }
    struct published p;
    bool ends = is_opened(f);
    __rt_call_begin(f, RT_LOCKED);
    int result = close_masked(f, &p);
    if (!ends)
        __rt_call_end(f, RT_LOCKED);
    wrote_published(p);
    return result;
}

// On failure the stream is closed, as C says.
static NOINLINE FILE *reopen_masked(const char *name, const char *mode, FILE *f,
                                    struct published *p) {
    __heddle_mask();
    if (rt_is_std_output(f)) {
        __rt_output_wait(f);
        if (name && __rt_is_null_device(name) && (*mode == 'w' || *mode == 'a'))
            return f;
        __heddle_unsupported("freopen of stdout or stderr");
    }
    struct rt_stream *s = __rt_stream_enter(f, RT_LOCKED);
    if (!name)
        __heddle_unsupported("freopen without a name");
    int fd = s->file._fileno, flags = open_flags(mode);
    close_file(s, p);
    struct rt_open *o = flags < 0 ? NULL : __rt_open_name(name, flags);
    if (!o) {
        discard(s);
        return NULL;
    }
    if (fd < 0)
        s->file._fileno = __rt_fd_add(o, 0);
    else
        __rt_fd_place(o, fd);
    s->file._flags = stream_flags(flags);
    s->npushed = 0;
    return f;
}

static FILE *reopen(const char *name, const char *mode, FILE *f) {
    struct published p = {0};
    __rt_cancel_maybe();
    bool can_end = is_opened(f);
    __rt_call_begin(f, RT_LOCKED);
    FILE *result = reopen_masked(name, mode, f, &p);
    if (result || !can_end)
        __rt_call_end(f, RT_LOCKED);
    wrote_published(p);
    return result;
}

MODEL FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict f) {
    return reopen(name, mode, f);
}

MODEL FILE *freopen64(const char *restrict name, const char *restrict mode, FILE *restrict f) {
    return freopen(name, mode, f);
}

// ---- streams in memory --------------------------------------------------------------------------

static struct rt_open *memory_open(int flags) {
    struct rt_open *o = __rt_open_new(RT_OPEN_MEMORY, flags);
    o->memory = __heddle_alloc(sizeof *o->memory, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    return o;
}

static NOINLINE FILE *open_buffer(void *buf, size_t size, const char *mode, bool *is_cut) {
    __heddle_mask();
    int flags = open_flags(mode);
    if (flags < 0 || is_out_of_memory())
        return NULL;
    if (size > RT_MAX_ALLOC) {
        errno = ENOMEM;
        return NULL;
    }
    struct rt_open *o = memory_open(flags);
    struct rt_memory *m = o->memory;
    m->base = buf ? buf : __heddle_alloc(size, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    m->room = size;
    *is_cut = buf && *mode == 'w' && (flags & O_ACCMODE) == O_RDWR && size > 0;
    if (*is_cut)
        m->base[0] = '\0';
    m->size = *mode == 'r' ? size : *mode == 'a' ? rt_length_max(m->base, size) : 0;
    if (*mode == 'a')
        o->offset = m->size;
    return stream_new(__rt_fd_add_hidden(o), flags);
}

MODEL FILE *fmemopen(void *buf, size_t size, const char *mode) {
    bool is_cut = false;
    FILE *f = open_buffer(buf, size, mode, &is_cut);
    if (is_cut)
        __heddle_wrote(buf, 1);
    return stream_made(f);
}

static NOINLINE FILE *open_growing(char **out, size_t *out_size) {
    __heddle_mask();
    if (is_out_of_memory())
        return NULL;
    struct rt_open *o = memory_open(O_WRONLY);
    char *base = calloc(1, 1);
    if (!base)
        return NULL;
    *o->memory = (struct rt_memory){.base = base, .out = out, .out_size = out_size};
    return stream_new(__rt_fd_add_hidden(o), O_WRONLY);
}

MODEL FILE *open_memstream(char **out, size_t *out_size) {
    return stream_made(open_growing(out, out_size));
}

static NOINLINE struct published flush_masked(FILE *f, enum rt_locking locking) {
    __heddle_mask();
    return memory_publish(__rt_stream_enter(f, locking)->file._fileno);
}

// One stream after the other, as their locks are free. Which ones there are besides the first three
// is not known.
static NOINLINE void flush_all(void) {
    __heddle_mask();
    wait_for(&input.file, &input.lock);
    __rt_output_wait(RT_STDOUT);
    __rt_output_wait(RT_STDERR);
    if (others_locked)
        __heddle_unsupported("fflush(NULL) while a stream is locked");
}

static struct published flush_file(FILE *f, enum rt_locking locking) {
    __rt_call_begin(f, locking);
    struct published p = flush_masked(f, locking);
    __rt_call_end(f, locking);
    return p;
}

static int flush(FILE *f, enum rt_locking locking) {
    __rt_cancel_maybe();
    if (!f && (__rt_uses_flockfile || __rt_calls_lock))
        flush_all();
    else if (f && !rt_is_std_output(f))
        wrote_published(flush_file(f, locking));
    else if (f)
        pass_output(f, locking);
    return 0;
}

MODEL int fflush(FILE *f) { return flush(f, RT_LOCKED); }

MODEL int fflush_unlocked(FILE *f) {
    flush(f, RT_UNLOCKED);
    if (f)
        __rt_stream_unlocked(f);
    return 0;
}

// ---- positions ----------------------------------------------------------------------------------

static NOINLINE int seek_masked(FILE *f, long long offset, int whence) {
    __heddle_mask();
    if (rt_is_std_output(f)) {
        __rt_output_wait(f);
        return fails(ESPIPE);
    }
    struct rt_stream *s = __rt_stream_enter(f, RT_LOCKED);
    if (whence == SEEK_CUR)
        offset -= s->npushed;
    if (__rt_fd_seek(f->_fileno, offset, whence) < 0)
        return -1;
    s->npushed = 0;
    f->_flags &= ~RT_EOF;
    return 0;
}

static NOINLINE long long tell_masked(FILE *f) {
    __heddle_mask();
    if (rt_is_std_output(f)) {
        __rt_output_wait(f);
        return fails(ESPIPE);
    }
    struct rt_stream *s = __rt_stream_enter(f, RT_LOCKED);
    long long at = __rt_fd_seek(f->_fileno, 0, SEEK_CUR);
    return at < 0 ? -1 : at - s->npushed;
}

static int seek(FILE *f, long long offset, int whence) {
    __rt_cancel_maybe();
    __rt_call_begin(f, RT_LOCKED);
    int result = seek_masked(f, offset, whence);
    __rt_call_end(f, RT_LOCKED);
    return result;
}

static long long tell(FILE *f) {
    __rt_cancel_maybe();
    __rt_call_begin(f, RT_LOCKED);
    long long at = tell_masked(f);
    __rt_call_end(f, RT_LOCKED);
    return at;
}

MODEL int fseek(FILE *f, long offset, int whence) { return seek(f, offset, whence); }
MODEL int fseeko(FILE *f, off_t offset, int whence) { return seek(f, offset, whence); }
MODEL int fseeko64(FILE *f, off64_t offset, int whence) { return seek(f, offset, whence); }
MODEL long ftell(FILE *f) { return (long)tell(f); }
MODEL off_t ftello(FILE *f) { return (off_t)tell(f); }
MODEL off64_t ftello64(FILE *f) { return tell(f); }

static NOINLINE void rewind_masked(FILE *f) {
    __heddle_mask();
    seek_masked(f, 0, SEEK_SET);
    if (!rt_is_std_output(f))
        f->_flags &= ~(RT_EOF | RT_ERROR);
}

MODEL void rewind(FILE *f) {
    __rt_cancel_maybe();
    __rt_call_begin(f, RT_LOCKED);
    rewind_masked(f);
    __rt_call_end(f, RT_LOCKED);
}

#define POSITION(get, set, type)                                                                   \
    MODEL int get(FILE *restrict f, type *restrict at) {                                           \
        long long offset = tell(f);                                                                \
        if (offset < 0)                                                                            \
            return -1;                                                                             \
        __builtin_memset(at, 0, sizeof *at);                                                       \
        at->__pos = (__typeof__(at->__pos))offset;                                                 \
        return 0;                                                                                  \
    }                                                                                              \
    MODEL int set(FILE *f, const type *at) { return seek(f, at->__pos, SEEK_SET); }
POSITION(fgetpos, fsetpos, fpos_t)
POSITION(fgetpos64, fsetpos64, fpos64_t)

// ---- state --------------------------------------------------------------------------------------

static NOINLINE int has_masked(FILE *f, int flag, enum rt_locking locking) {
    __heddle_mask();
    return (__rt_stream_enter(f, locking)->file._flags & flag) != 0;
}

static int has_flag(FILE *f, int flag, enum rt_locking locking) {
    if (rt_is_std_output(f)) {
        pass_output(f, locking);
        return 0;
    }
    __rt_call_begin(f, locking);
    int has = has_masked(f, flag, locking);
    __rt_call_end(f, locking);
    return has;
}

static NOINLINE void clear_masked(FILE *f, enum rt_locking locking) {
    __heddle_mask();
    __rt_stream_enter(f, locking)->file._flags &= ~(RT_EOF | RT_ERROR);
}

static void clear(FILE *f, enum rt_locking locking) {
    if (rt_is_std_output(f)) {
        pass_output(f, locking);
        return;
    }
    __rt_call_begin(f, locking);
    clear_masked(f, locking);
    __rt_call_end(f, locking);
}

// As in glibc, the number is there for whoever asks, also while somebody has the lock.
static NOINLINE int descriptor(FILE *f) {
    if (rt_is_std_output(f))
        return f->_fileno;
    __heddle_mask();
    int fd = __rt_stream_enter(f, RT_UNLOCKED)->file._fileno;
    return fd < 0 ? fails(EBADF) : fd;
}

#undef feof_unlocked
#undef ferror_unlocked
MODEL int feof(FILE *f) { return has_flag(f, RT_EOF, RT_LOCKED); }
MODEL int feof_unlocked(FILE *f) { return has_flag(f, RT_EOF, RT_UNLOCKED); }
MODEL int ferror(FILE *f) { return has_flag(f, RT_ERROR, RT_LOCKED); }
MODEL int ferror_unlocked(FILE *f) { return has_flag(f, RT_ERROR, RT_UNLOCKED); }
MODEL void clearerr(FILE *f) { clear(f, RT_LOCKED); }
MODEL void clearerr_unlocked(FILE *f) {
    clear(f, RT_UNLOCKED);
    __rt_stream_unlocked(f);
}

MODEL int fileno(FILE *f) { return descriptor(f); }
MODEL int fileno_unlocked(FILE *f) { return descriptor(f); }

// There are no buffers; but a closed stream is noticed.
static void check(FILE *f) { has_flag(f, 0, RT_LOCKED); }

MODEL void setbuf(FILE *restrict f, char *restrict buf) {
    (void)buf;
    check(f);
}

MODEL void setbuffer(FILE *restrict f, char *restrict buf, size_t size) {
    (void)buf, (void)size;
    check(f);
}

MODEL void setlinebuf(FILE *f) { check(f); }

MODEL int setvbuf(FILE *restrict f, char *restrict buf, int mode, size_t size) {
    (void)buf, (void)size;
    check(f);
    return mode == _IOFBF || mode == _IOLBF || mode == _IONBF ? 0 : EOF;
}

// ---- names --------------------------------------------------------------------------------------

static NOINLINE int remove_masked(const char *name) {
    __heddle_mask();
    return __rt_node_remove(name);
}

static NOINLINE int rename_masked(const char *from, const char *to) {
    __heddle_mask();
    return __rt_node_rename(from, to);
}

MODEL int remove(const char *name) {
    __rt_cancel_maybe();
    return remove_masked(name);
}

MODEL int rename(const char *from, const char *to) {
    __rt_cancel_maybe();
    return rename_masked(from, to);
}

#pragma clang diagnostic ignored "-Wunused-parameter"
REFUSED(char *, tmpnam, (char *buf), "names of temporary files are not modelled")
REFUSED(char *, tempnam, (const char *dir, const char *prefix),
        "names of temporary files are not modelled")
REFUSED(FILE *, popen, (const char *command, const char *mode), "commands are not run")
REFUSED(int, pclose, (FILE * f), "commands are not run")
REFUSED(FILE *, fopencookie,
        (void *restrict cookie, const char *restrict mode, cookie_io_functions_t functions),
        "streams of the user's own are not modelled")
