// SPDX-License-Identifier: Apache-2.0
// Shared by the models of files: their contents (file.c), descriptors (unistd_io.c) and streams
// (stream.c, stdio.c, scan.c).
#ifndef HEDDLE_STREAM_H
#define HEDDLE_STREAM_H

#include "rt.h"

#include <stdio.h>
#include <sys/types.h>

// ---- for races ----------------------------------------------------------------------------------

// What a masked part has written to the program's memory, to be told when nothing is masked any
// more. The blocks are in nobody's way: no other thread ever sees them.
struct rt_written {
    struct rt_written *next;
    const void *p;
    size_t n;
};

static inline void rt_written_add(struct rt_written **list, const void *p, size_t n) {
    struct rt_written *w = __heddle_alloc(sizeof *w, HEDDLE_ALLOC_INTERNAL);
    *w = (struct rt_written){*list, p, n};
    *list = w;
}

static inline void rt_written_tell(const struct rt_written *w) {
    for (; w; w = w->next)
        __heddle_wrote(w->p, w->n);
}

// ---- files --------------------------------------------------------------------------------------
// Nothing outside the checked program is read or written: a file is bytes in memory. Those that the
// user gave with
// --file are there at the start; opening for writing makes new ones, which live as long as the
// program.

struct rt_node {
    // with a greater name; files without a name (any more) are not in the list
    struct rt_node *next;
    const char *name;
    unsigned char *bytes;
    size_t size;
    size_t room;    // 0: the bytes are those of the user's file, which must not be changed
    int is_removed; // only for names of the user's files: there is no such file any more
};

struct rt_pipe {
    int is_readable; // what a reader waits for: there are bytes, or no writers
    int is_writable; // what a writer waits for: there is room, or no readers
    int readers, writers;
    unsigned char *bytes;
    size_t size;
};

// The buffer of fmemopen or, if out is set, of open_memstream.
struct rt_memory {
    char *base;
    size_t room; // of fmemopen
    size_t size;
    char **out;
    size_t *out_size;
    size_t low, high; // what was written since it was last told; the same if nothing was
};

enum rt_open_kind { RT_OPEN_FILE, RT_OPEN_NULL, RT_OPEN_OUTPUT, RT_OPEN_PIPE, RT_OPEN_MEMORY };

// An open file description: what dup shares.
struct rt_open {
    int kind;   // enum rt_open_kind
    int flags;  // O_RDONLY, O_WRONLY or O_RDWR; O_APPEND, O_NONBLOCK
    int refs;   // descriptors
    int output; // RT_OPEN_OUTPUT: 1 or 2
    size_t offset;
    struct rt_node *node; // NULL with RT_OPEN_FILE: standard input before its first use
    struct rt_pipe *pipe;
    struct rt_memory *memory;
};

// Descriptors 1 and 2 are the recorded output, always open and not in the table, so that output is
// no access to shared memory. Negative ones are hidden: they belong to streams that have no
// descriptor in the eyes of the program.
static inline bool rt_is_output(int fd) { return fd == 1 || fd == 2; }

// All of these expect a masked caller; on failure they give NULL or -1 and set errno. Reading and
// writing give RT_CANCELLED or RT_INTERRUPTED (sync.h) if the thread was cancelled or a signal came
// while it waited for a pipe.
struct rt_open *__rt_fd_find(int fd);
int *__rt_fd_flags(int fd);                     // FD_CLOEXEC
int __rt_fd_add(struct rt_open *o, int lowest); // the lowest free descriptor from there
int __rt_fd_add_hidden(struct rt_open *o);
void __rt_fd_place(struct rt_open *o, int fd); // at a free descriptor
int __rt_fd_close(int fd);
ssize_t __rt_fd_read(int fd, void *p, size_t n);
ssize_t __rt_fd_write(int fd, const void *p, size_t n);
bool __rt_fd_put(int fd, const void *p, size_t n); // all of it; for functions of streams
long long __rt_fd_seek(int fd, long long offset, int whence);
int __rt_fd_truncate(int fd, long long size);
// what writing has changed of the program's memory
void __rt_fd_written(int fd, struct rt_written **list);
struct rt_open *__rt_open_new(int kind, int flags);
struct rt_open *__rt_open_name(const char *name, int flags);
struct rt_open *__rt_open_nameless(void);
struct rt_node *__rt_node_find(const char *name); // NULL without errno
struct rt_node *__rt_node_of(struct rt_open *o);
// Said before a call fails because there is no file of this name.
void __rt_node_missing(const char *name);
bool __rt_is_input(int fd);       // it is standard input
bool __rt_is_empty_input(int fd); // and known to be empty
int __rt_node_truncate(struct rt_node *n, long long size);
int __rt_node_remove(const char *name);
int __rt_node_rename(const char *from, const char *to);
bool __rt_is_null_device(const char *name);

// ---- streams ------------------------------------------------------------------------------------

// The lock of flockfile, which a thread may take several times. POSIX: all functions on a stream
// but the unlocked ones wait for it.
struct rt_stream_lock {
    int depth;   // 0: free
    void *owner; // the self pointer of the thread that has it
};

#define RT_MAX_PUSHED 4
enum {
    RT_NO_READS = 4,
    RT_NO_WRITES = 8,
    RT_EOF = _IO_EOF_SEEN,
    RT_ERROR = _IO_ERR_SEEN,
    RT_CLOSED = 0x100000
};

// The header's macros look at the first members: no bytes are ever in the buffers, and _flags has
// RT_EOF and RT_ERROR where they expect it. stdout and stderr are constant and only a FILE.
struct rt_stream {
    FILE file;
    struct rt_stream_lock lock;
    int npushed;
    unsigned char pushed[RT_MAX_PUSHED];
};

#define RT_STDOUT ((FILE *)&__rt_outputs[0])
#define RT_STDERR ((FILE *)&__rt_outputs[1])
extern const FILE __rt_outputs[2];
extern FILE *__rt_stdin __asm__("stdin");
extern FILE *__rt_stdout __asm__("stdout");
extern FILE *__rt_stderr __asm__("stderr");
static inline bool rt_is_std_output(const FILE *f) { return f == RT_STDOUT || f == RT_STDERR; }

// 0 if the program calls neither flockfile nor ftrylockfile: output on stdout and stderr then asks
// for no lock.
extern const int __rt_uses_flockfile;
// Output on stdout or stderr that is more than one step has the stream's lock meanwhile.
void __rt_output_begin(FILE *f);
void __rt_output_end(FILE *f);
// What is one step, and masked, only waits for the lock.
void __rt_output_wait(FILE *f);

enum rt_locking { RT_LOCKED, RT_UNLOCKED };
// A call is one step, so others need not know that it has the lock meanwhile. But ftrylockfile can
// tell, and so can whoever finds it waiting for a pipe. 0 if the program has neither: these two
// then do nothing. What is between them is masked.
extern const int __rt_calls_lock;
void __rt_call_begin(FILE *f, enum rt_locking locking);
void __rt_call_end(FILE *f, enum rt_locking locking);

// The first thing a masked function does with a stream that is not stdout or stderr: waits for
// flockfile's lock, unless it is one of the functions that do not ask for it.
struct rt_stream *__rt_stream_enter(FILE *f, enum rt_locking locking);
bool __rt_stream_can_write(struct rt_stream *s);
int __rt_stream_get(struct rt_stream *s); // a byte or EOF
void __rt_stream_unget(struct rt_stream *s, int c);
// For races: a function that does not ask for the stream's lock has used the stream.
void __rt_stream_unlocked(FILE *f);

#endif
