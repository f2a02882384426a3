// SPDX-License-Identifier: Apache-2.0
// base: memory, text, diagnostics, hashing, time. The only room that calls malloc or reads a clock.
#ifndef HEDDLE_BASE_H
#define HEDDLE_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t i32;
typedef int64_t i64;

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))
#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

typedef enum ExitCode {
#define EXIT(id, code, meaning) EXIT_##id = code,
#include "base/exits.def"
#undef EXIT
} ExitCode;

// Check of our own invariants that stays in release builds: failing is an internal error (exit 4).
#define ENSURE(cond) (LIKELY(cond) ? (void)0 : base_bug(#cond, __FILE__, __LINE__))
_Noreturn void base_bug(const char *claim, const char *file, int line);
// Whether this is the build that also checks what costs too much to check always.
#ifdef HEDDLE_CHECK
enum { IS_CHECKING = 1 };
#else
enum { IS_CHECKING = 0 };
#endif
// A check that only that build makes: for what is hot, or takes long to find out.
#define CHECK(cond) (IS_CHECKING ? ENSURE(cond) : (void)0)
// Whether this is the build whose tables begin as small as they can be and hold as little as they
// may, so that growing, overflowing, forgetting and sharing happen all the time.
#ifdef HEDDLE_TINY_TABLES
enum { IS_TINY = 1 };
#else
enum { IS_TINY = 0 };
#endif

// ---- memory -------------------------------------------------------------------------------------
// Every allocation succeeds or the out-of-memory handler runs and does not return: it must report
// the figures reached so far and end the process with exit code 3, or leave by a jump.
void *mem_alloc(size_t size);        // not cleared
void *mem_zalloc(size_t size);       // cleared
void *mem_zalloc_apart(size_t size); // cleared; shares no cache line with anything else
enum { APART = 128 };                // bytes: processors fetch lines of 64 bytes in pairs
void *mem_grow(void *old, size_t old_size, size_t new_size);
void mem_free(void *p, size_t size);
u64 mem_used(void); // bytes now held through mem_* by all rooms
// What the process really uses, as the system counts it, beyond what it had for other purposes
// (code, compilers that have done their work) when mem_begin_count was called; never less than
// mem_used. Asks the system at most so often.
u64 mem_real(void);
u64 mem_peak(void);           // the most that was really used since then
void mem_begin_count(void);   // gives back what it can first
void mem_set_most(u64 bytes); // to hold more is to be out of memory; 0: no such limit
bool mem_has_met_limit(void); // more than mem_set_most allows was asked for
void mem_on_exhausted(void (*handler)(void *arg, const char *why),
                      void *arg);              // why: NULL if memory is all there is to say
_Noreturn void mem_exhausted(const char *why); // as an allocation that fails
// When that one needs memory itself: must take none, gives the exit code.
void mem_on_cut_short(int (*handler)(void));
// For a handler that leaves by a jump instead of ending the process, as late as it can: from now on
// memory may run out again. What was being done is lost with all that it held.
void mem_recover(void);
// Large tables: cleared address space that becomes memory when touched.
void *mem_map(size_t size);
void mem_unmap(void *p, size_t size);
// The same for hash tables: large pages where the kernel has them, and counted.
void *mem_table(size_t size);
void mem_table_free(void *p, size_t size);
// Cleared memory, from mem_table if it is large.
enum { LARGE_BYTES = IS_TINY ? 1 << 14 : 1 << 18 };
void *mem_zalloc_large(size_t size);
void mem_free_large(void *p, size_t size);
void mem_account(i64 delta); // memory counted though not from mem_alloc

// Makes room for one more element in a growable array (ptr, len, cap of any type).
#define VEC_RESERVE(ptr, len, cap, want)                                                           \
    do {                                                                                           \
        if ((size_t)(len) + (size_t)(want) > (size_t)(cap))                                        \
            (ptr) = vec_grow((ptr), &(cap), (size_t)(len) + (size_t)(want), sizeof *(ptr));        \
    } while (0)
#define VEC_PUSH(ptr, len, cap) (*(VEC_ROOM_(ptr, len, cap), &(ptr)[(len)++]))
#define VEC_ROOM_(ptr, len, cap)                                                                   \
    ((size_t)(len) == (size_t)(cap)                                                                \
         ? (void)((ptr) = vec_grow((ptr), &(cap), (size_t)(len) + 1, sizeof *(ptr)))               \
         : (void)0)
void *vec_grow(void *p, u32 *cap, size_t want, size_t elem);
#define VEC_FREE(ptr, cap) (mem_free((ptr), (size_t)(cap) * sizeof *(ptr)), (ptr) = NULL, (cap) = 0)

// Pool by lifetime: everything taken from an arena goes at once.
typedef struct Arena Arena;
Arena *arena_new(void);
void arena_free(Arena *a);
void *arena_alloc(Arena *a, size_t size);  // cleared, aligned to 16
char *arena_text(Arena *a, const char *s); // copy of s
char *arena_printf(Arena *a, const char *fmt, ...) PRINTF_LIKE(2, 3);
void *arena_copy(Arena *a, const void *p, size_t size);

// ---- text ---------------------------------------------------------------------------------------
typedef struct Text {
    char *s; // always terminated once anything was added
    u32 len, cap;
} Text;
void text_add(Text *t, const char *fmt, ...) PRINTF_LIKE(2, 3);
void text_addv(Text *t, const char *fmt, va_list args);
void text_bytes(Text *t, const void *p, size_t n);
const char *text_str(const Text *t); // "" when nothing was added
void text_clear(Text *t);
void text_done(Text *t);
// Bytes of the UTF-8 character at s (of at most n bytes); 0 if it is none.
size_t text_utf8(const u8 *s, size_t n);
// Texts of the checked program may hold anything. What was added from `from` on gets escapes
// instead of what is no UTF-8 or would do something to a terminal, line breaks included unless they
// are kept.
void text_tame(Text *t, u32 from, bool keeps_lines);
// As messages are shown: without line breaks at the end, and tame.
void text_tame_message(Text *t);

// Whether all of s is as the pattern says: * stands for any characters, ? for one.
bool text_matches(const char *pattern, const char *s);
// Distance for "did you mean": number of single-character edits.
u32 text_distance(const char *a, const char *b);

// ---- diagnostics --------------------------------------------------------------------------------
// The message of what went wrong with the input or the environment. Functions that may fail take
// one and return false after filling it.
typedef struct Diag {
    Text text;
} Diag;
bool diag_fail(Diag *d, const char *fmt, ...) PRINTF_LIKE(2, 3); // always false
const char *diag_text(const Diag *d);
void diag_done(Diag *d);

// ---- hashing, time ------------------------------------------------------------------------------
u64 hash_bytes(const void *p, size_t n, u64 seed);
static inline u64 hash_mix(u64 x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ (x >> 32);
}
double clock_seconds(void); // monotone
// Now, as "2026-11-18T05:08:21Z"; that of SOURCE_DATE_EPOCH, if it is set (seconds since 1970).
void clock_date(Text *out);

// ---- files --------------------------------------------------------------------------------------
bool file_read(const char *path, Text *out, Diag *d);
bool file_write(const char *path, const void *p, size_t n, Diag *d); // "-" is standard output

#endif
