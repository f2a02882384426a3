// SPDX-License-Identifier: Apache-2.0
// malloc and its family, and errno.
#include "rt.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#define PAGE ((size_t)4096)

static _Thread_local int errno_value;

MODEL int *__errno_location(void) { return &errno_value; }

// An allocation was refused for its size. Who then follows a null pointer is told so
// (src/vm/fault.c).
int __rt_too_large;

static NOINLINE void note_too_large(void) {
    __heddle_mask();
    __rt_too_large = 1;
}

static bool is_too_large(size_t size) {
    if (size > RT_MAX_ALLOC)
        note_too_large();
    return size > RT_MAX_ALLOC;
}

// With --malloc-may-fail every allocation may.
static bool fails(size_t size) {
    return is_too_large(size) || (__rt_malloc_may_fail && __heddle_choose(2));
}

// A new block or any that was freed. What other threads have freed matters, so they may go first.
static void *allocate_again(size_t size, int flags) {
    __heddle_mask();
    __heddle_yield();
    int reusable = __heddle_reusable(size, flags);
    return __heddle_alloc(size,
                          flags | HEDDLE_ALLOC_REUSE(reusable ? __heddle_choose(reusable + 1) : 0));
}

static void *obtain(size_t size, int flags) {
    return __rt_reuse_addresses && !__rt_lays_out(size) ? allocate_again(size, flags)
                                                        : __rt_obtain(size, flags);
}

// Requests of more than PTRDIFF_MAX bytes fail everywhere, others because of our limit only.
static void *refused(size_t size) {
    errno = ENOMEM;
    return size > RT_MAX_ALLOC && size <= PTRDIFF_MAX && !RT_IS_UNKNOWN(MALLOC)
               ? (void *)RT_GIVEN(uintptr_t, 0, MALLOC)
               : NULL;
}

// Whether a machine with more memory gives so much: nobody knows.
static bool is_had_elsewhere(size_t size) {
    return RT_IS_UNKNOWN(MALLOC) && size > RT_MAX_ALLOC && size <= PTRDIFF_MAX &&
           __heddle_choose(2);
}

static void *allocate(size_t size, int flags) {
    if (is_had_elsewhere(size))
        return __rt_obtain(0, flags | HEDDLE_ALLOC_HUGE);
    return fails(size) ? refused(size) : obtain(size, flags);
}

// The size of an array; too large for any allocation if it overflows.
static size_t array_size(size_t count, size_t size) {
    size_t total;
    return __builtin_mul_overflow(count, size, &total) ? SIZE_MAX : total;
}

MODEL void *malloc(size_t size) { return allocate(size, 0); }

// The zeros are written by this thread, as far as data races go.
MODEL void *calloc(size_t count, size_t size) {
    size_t total = array_size(count, size);
    void *p = allocate(total, HEDDLE_ALLOC_ZERO);
    __heddle_wrote(p, total); // nothing if it is null, at which only the program may look
    return p;
}

MODEL void free(void *p) {
    if (p)
        __rt_release(p);
}

// A block may be moved or not, whatever its sizes are. That is a choice if anybody can notice.
// SOUND: masked, though a real realloc is not atomic: whoever touches the old block meanwhile may
// also do so after the call, which is a use after free where it was moved, and is found.
// *kept: how many bytes the new block has from the old one.
static NOINLINE void *resize_masked(void *p, size_t size, size_t *kept) {
    __heddle_mask();
    if (size == 0 && p) {
        __rt_release(p);
        return NULL;
    }
    if (!p)
        return allocate(size, 0);
    size_t old = __heddle_size(p);
    if (is_had_elsewhere(size))
        __heddle_unsupported("realloc to more than 1 GiB");
    if (fails(size))
        return refused(size);
    *kept = old < size ? old : size;
    // What has an address has a range of its own, or should get one: it is moved.
    bool stays = !__rt_is_laid_out(p) && !__rt_lays_out(size);
    if (stays && __heddle_remembered(p) && __heddle_choose(2)) {
        __heddle_resize(p, size);
        return p;
    }
    void *q = obtain(size, 0);
    __builtin_memcpy(q, p, *kept);
    __rt_release(p);
    return q;
}

// The new block is another object, whether or not it is moved, and what it has of the old one was
// written by this thread.
static void *resize(void *p, size_t size) {
    size_t kept = 0;
    void *q = resize_masked(p, size, &kept);
    __heddle_wrote(q, kept);
    return q;
}

MODEL void *realloc(void *p, size_t size) { return resize(p, size); }

MODEL void *reallocarray(void *p, size_t count, size_t size) {
    return resize(p, array_size(count, size));
}

static bool is_power_of_two(size_t n) { return n != 0 && (n & (n - 1)) == 0; }

// The alignment is a power of two; larger ones than any block cannot be had.
static void *allocate_aligned(size_t alignment, size_t size) {
    bool is_possible = alignment <= RT_MAX_ALLOC;
    return allocate(is_possible ? size : SIZE_MAX,
                    HEDDLE_ALLOC_ALIGN(is_possible ? __builtin_ctzl(alignment) : 0));
}

MODEL void *aligned_alloc(size_t alignment, size_t size) {
    if (!is_power_of_two(alignment)) {
        errno = EINVAL;
        return NULL;
    }
    return allocate_aligned(alignment, size);
}

// Rounds the alignment up.
MODEL void *memalign(size_t alignment, size_t size) {
    size_t power = 1;
    while (power < alignment && power <= RT_MAX_ALLOC)
        power *= 2;
    return allocate_aligned(power, size);
}

MODEL void *valloc(size_t size) { return allocate_aligned(PAGE, size); }

MODEL void *pvalloc(size_t size) {
    return allocate_aligned(PAGE, size > RT_MAX_ALLOC ? size : (size + PAGE - 1) / PAGE * PAGE);
}

// POSIX: the result is the error, errno is left alone.
MODEL int posix_memalign(void **out, size_t alignment, size_t size) {
    if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0)
        return EINVAL;
    if (is_had_elsewhere(size)) {
        *out = __rt_obtain(0, HEDDLE_ALLOC_HUGE);
        return 0;
    }
    if (alignment > RT_MAX_ALLOC || fails(size))
        return size > RT_MAX_ALLOC && !RT_IS_UNKNOWN(MALLOC) ? RT_GIVEN(int, ENOMEM, MALLOC)
                                                             : ENOMEM;
    *out = __rt_obtain(size, HEDDLE_ALLOC_ALIGN(__builtin_ctzl(alignment)));
    return 0;
}

MODEL size_t malloc_usable_size(void *p) { return p ? __heddle_size(p) : 0; }

// There is nothing to tune and nothing to give back.
MODEL int mallopt(int parameter, int value) {
    (void)parameter, (void)value;
    return 1;
}

MODEL int malloc_trim(size_t pad) {
    (void)pad;
    return 0;
}

static char *duplicate(const char *s, size_t length) {
    char *copy = allocate(length + 1, 0);
    if (copy) {
        __builtin_memcpy(copy, s, length);
        copy[length] = '\0';
    }
    return copy;
}

#undef strdup
#undef strndup
MODEL char *strdup(const char *s) { return duplicate(s, rt_length(s)); }
MODEL char *__strdup(const char *s) { return duplicate(s, rt_length(s)); }
MODEL char *strndup(const char *s, size_t max) { return duplicate(s, rt_length_max(s, max)); }
MODEL char *__strndup(const char *s, size_t max) { return duplicate(s, rt_length_max(s, max)); }
