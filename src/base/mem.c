// SPDX-License-Identifier: Apache-2.0
// Accounted allocation. Owns the count of bytes held by all rooms and what happens when there are no more.
//
// The count is process-wide because the memory limit is. It is only compared with that limit, so relaxed atomics
// are enough: no other data is published through it.
// For tests, the environment variable HEDDLE_FAIL_ALLOC=N makes the N-th allocation (counted from 1) fail.
#include "base/base.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { EXIT_UNKNOWN = 3 };

static _Atomic u64 used_bytes;
static void (*exhausted_handler)(void *);
static void *exhausted_arg;
static atomic_flag is_exhausted = ATOMIC_FLAG_INIT;
static _Thread_local bool in_handler;

// Allocations left until the one that fails on request; negative: none will.
static _Atomic i64 fail_countdown = -1;

__attribute__((constructor)) static void read_fail_request(void) {
    const char *text = getenv("HEDDLE_FAIL_ALLOC");
    if (text && *text) {
        atomic_store_explicit(&fail_countdown, strtoll(text, NULL, 10), memory_order_relaxed);
    }
}

// Bytes that may be held; 0: as many as there are.
static _Atomic u64 most_bytes;

static bool is_too_much(size_t size) {
    u64 most = atomic_load_explicit(&most_bytes, memory_order_relaxed);
    return most && mem_used() + size > most;
}

static bool must_fail(size_t more) {
    if (UNLIKELY(is_too_much(more))) {
        return true;
    }
    if (LIKELY(atomic_load_explicit(&fail_countdown, memory_order_relaxed) < 0)) {
        return false;
    }
    return atomic_fetch_sub_explicit(&fail_countdown, 1, memory_order_relaxed) == 1;
}

// The handler runs once. When it needs memory itself and there is none, it is cut short; other threads that run
// out meanwhile wait for it to end the process.
static _Noreturn void exhausted(void) {
    if (!atomic_flag_test_and_set(&is_exhausted)) {
        in_handler = true;
        mem_set_most(0);
        if (exhausted_handler) {
            exhausted_handler(exhausted_arg);
        }
    } else {
        while (!in_handler) {
            pause();
        }
    }
    static const char message[] = "heddle: out of memory\n";
    ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
    (void)ignored;
    _exit(EXIT_UNKNOWN);
}

void mem_account(i64 delta) { atomic_fetch_add_explicit(&used_bytes, (u64)delta, memory_order_relaxed); }

u64 mem_used(void) { return atomic_load_explicit(&used_bytes, memory_order_relaxed); }

void mem_set_most(u64 bytes) { atomic_store_explicit(&most_bytes, bytes, memory_order_relaxed); }

void mem_on_exhausted(void (*handler)(void *), void *arg) {
    exhausted_handler = handler;
    exhausted_arg = arg;
}

void *mem_alloc(size_t size) {
    void *p = must_fail(size) ? NULL : malloc(size ? size : 1);
    if (UNLIKELY(!p)) {
        exhausted();
    }
    mem_account((i64)size);
    return p;
}

void *mem_zalloc(size_t size) {
    void *p = must_fail(size) ? NULL : calloc(1, size ? size : 1);
    if (UNLIKELY(!p)) {
        exhausted();
    }
    mem_account((i64)size);
    return p;
}

void *mem_zalloc_apart(size_t size) {
    size_t rounded = (size + APART - 1) / APART * APART;
    void *p = must_fail(size) ? NULL : aligned_alloc(APART, rounded);
    if (UNLIKELY(!p)) {
        exhausted();
    }
    mem_account((i64)size);
    return memset(p, 0, rounded);
}

void *mem_grow(void *old, size_t old_size, size_t new_size) {
    ENSURE(old || old_size == 0);
    void *p = must_fail(new_size > old_size ? new_size - old_size : 0) ? NULL : realloc(old, new_size ? new_size : 1);
    if (UNLIKELY(!p)) {
        exhausted();
    }
    mem_account((i64)new_size - (i64)old_size);
    return p;
}

void mem_free(void *p, size_t size) {
    if (!p) {
        return;
    }
    free(p);
    mem_account(-(i64)size);
}

void *mem_map(size_t size) {
    void *p = must_fail(0) ? MAP_FAILED
                          : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) {
        exhausted();
    }
    return p;
}

void mem_unmap(void *p, size_t size) {
    if (p) {
        int failed = munmap(p, size);
        ENSURE(!failed);
    }
}

void *mem_table(size_t size) {
    void *p = mem_map(size);
    // A hint: without large pages a look-up costs a TLB miss more.
    (void)madvise(p, size, MADV_HUGEPAGE);
    mem_account((i64)size);
    return p;
}

void mem_table_free(void *p, size_t size) {
    mem_unmap(p, size);
    mem_account(-(i64)size);
}

void *mem_zalloc_large(size_t size) { return size >= LARGE_BYTES ? mem_table(size) : mem_zalloc(size); }

void mem_free_large(void *p, size_t size) {
    if (size >= LARGE_BYTES) {
        mem_table_free(p, size);
    } else {
        mem_free(p, size);
    }
}

void *vec_grow(void *p, u32 *cap, size_t want, size_t elem) {
    ENSURE(want <= UINT32_MAX);
    size_t bigger = *cap < 4 ? 8 : (size_t)*cap + *cap / 2;
    if (bigger < want) {
        bigger = want;
    }
    if (bigger > UINT32_MAX) {
        bigger = UINT32_MAX;
    }
    p = mem_grow(p, *cap * elem, bigger * elem);
    *cap = (u32)bigger;
    return p;
}
