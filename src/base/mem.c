// SPDX-License-Identifier: Apache-2.0
// Accounted allocation. Owns the count of bytes held by all rooms and what happens when there are
// no more.
//
// The count is process-wide because the memory limit is. It is only compared with that limit, so
// relaxed atomics are enough: no other data is published through it. For tests, the environment
// variable HEDDLE_FAIL_ALLOC=N makes the N-th allocation (counted from 1) fail, N+ that one and all
// after it. It is read in every build, so that what is tested is what is used; one comparison with
// a constant is its price.
#include "base/base.h"

#include <stdatomic.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static _Atomic u64 used_bytes;
static void (*exhausted_handler)(void *, const char *);
static void *exhausted_arg;
static int (*last_handler)(void);
static atomic_flag is_exhausted = ATOMIC_FLAG_INIT;
static _Thread_local bool in_handler;

// Allocations left until the one that fails on request; negative: none will.
static _Atomic i64 fail_countdown = -1;
static bool fails_for_good; // all after that one as well

__attribute__((constructor)) static void read_fail_request(void) {
    const char *text = getenv("HEDDLE_FAIL_ALLOC");
    if (!text || !*text)
        return;
    char *end;
    atomic_store_explicit(&fail_countdown, strtoll(text, &end, 10), memory_order_relaxed);
    fails_for_good = *end == '+';
}

// ---- what is really used ------------------------------------------------------------------------
// The count above knows neither what the allocator loses between blocks nor other libraries, nor
// address space that has become memory. The system knows all of it, but only now and then is it
// asked.

#define BETWEEN_SAMPLES 0.005 // seconds

static _Atomic u64 base_bytes; // of the process when counting began, without what was held then
static _Atomic u64 base_high;  // the most it had had by then
static _Atomic u64 base_resident;
static _Atomic u64 hidden_bytes; // used now beyond what is held, at the last sample
static _Atomic u64 peak_bytes;
static _Atomic i64 next_sample; // clock, in microseconds

// Memory of its own, not that of files which it has mapped; 0 if the system does not tell.
static u64 anonymous_bytes(u64 *resident) {
    char text[128];
    unsigned long long pages[3] = {0};
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    if (sscanf(text, "%llu %llu %llu", &pages[0], &pages[1], &pages[2]) != 3 ||
        pages[1] < pages[2]) {
        *resident = 0;
        return 0;
    }
    u64 page = (u64)sysconf(_SC_PAGESIZE);
    *resident = pages[1] * page;
    return (pages[1] - pages[2]) * page;
}

// The most that was resident at a time, files included.
static u64 high_bytes(void) {
    char text[4096];
    unsigned long long kilobytes = 0;
    int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    const char *line = strstr(text, "VmHWM:");
    return line && sscanf(line, "VmHWM: %llu", &kilobytes) == 1 ? kilobytes * 1024 : 0;
}

static void raise_peak(u64 bytes) {
    u64 seen = atomic_load_explicit(&peak_bytes, memory_order_relaxed);
    while (bytes > seen &&
           !atomic_compare_exchange_weak_explicit(&peak_bytes, &seen, bytes, memory_order_relaxed,
                                                  memory_order_relaxed)) {
    }
}

static void sample(void) {
    u64 resident, now = anonymous_bytes(&resident),
                  base = atomic_load_explicit(&base_bytes, memory_order_relaxed);
    u64 real = now > base ? now - base : 0, held = mem_used();
    atomic_store_explicit(&hidden_bytes, real > held ? real - held : 0, memory_order_relaxed);
    raise_peak(real);
}

void mem_begin_count(void) {
    malloc_trim(0);
    u64 resident, now = anonymous_bytes(&resident), held = mem_used();
    atomic_store_explicit(&base_bytes, now > held ? now - held : 0, memory_order_relaxed);
    atomic_store_explicit(&base_high, high_bytes(), memory_order_relaxed);
    atomic_store_explicit(&base_resident, resident > held ? resident - held : 0,
                          memory_order_relaxed);
    atomic_store_explicit(&peak_bytes, 0, memory_order_relaxed);
    sample();
}

u64 mem_real(void) {
    i64 now = (i64)(clock_seconds() * 1e6),
        due = atomic_load_explicit(&next_sample, memory_order_relaxed);
    if (now >= due && atomic_compare_exchange_strong_explicit(
                          &next_sample, &due, now + (i64)(BETWEEN_SAMPLES * 1e6),
                          memory_order_relaxed, memory_order_relaxed)) {
        sample();
    }
    return mem_used() + atomic_load_explicit(&hidden_bytes, memory_order_relaxed);
}

u64 mem_peak(void) {
    sample();
    // What was used between two samples shows if it was more than ever before.
    u64 high = high_bytes(), base = atomic_load_explicit(&base_resident, memory_order_relaxed);
    if (high > atomic_load_explicit(&base_high, memory_order_relaxed) && high > base)
        raise_peak(high - base);
    return atomic_load_explicit(&peak_bytes, memory_order_relaxed);
}

// Bytes that may be used; 0: as many as there are.
static _Atomic u64 most_bytes;

static atomic_bool has_met_limit;

bool mem_has_met_limit(void) { return atomic_load_explicit(&has_met_limit, memory_order_relaxed); }

static bool exceeds(u64 most, size_t size) {
    bool is_counting = atomic_load_explicit(&base_bytes, memory_order_relaxed) > 0;
    u64 hidden = is_counting ? atomic_load_explicit(&hidden_bytes, memory_order_relaxed) : 0;
    return mem_used() + hidden + size > most;
}

// What was hidden may have been freed blocks that are in use again by now, or can be given back.
static bool is_too_much(size_t size) {
    u64 most = atomic_load_explicit(&most_bytes, memory_order_relaxed);
    if (LIKELY(!most || !exceeds(most, size)))
        return false;
    sample();
    if (exceeds(most, size) && mem_used() + size <= most) {
        malloc_trim(0);
        sample();
    }
    return exceeds(most, size);
}

static bool must_fail(size_t more) {
    if (UNLIKELY(is_too_much(more))) {
        atomic_store_explicit(&has_met_limit, true, memory_order_relaxed);
        return true;
    }
    i64 left = atomic_load_explicit(&fail_countdown, memory_order_relaxed);
    if (LIKELY(left < 0))
        return false;
    if (left <= 1 && fails_for_good)
        return true;
    return atomic_fetch_sub_explicit(&fail_countdown, 1, memory_order_relaxed) == 1;
}

// The handler runs once. When it needs memory itself and there is none, it is cut short; other
// threads that run out meanwhile wait for it to end the process.
_Noreturn void mem_exhausted(const char *why) {
    if (!atomic_flag_test_and_set(&is_exhausted)) {
        in_handler = true;
        mem_set_most(0);
        if (exhausted_handler)
            exhausted_handler(exhausted_arg, why);
    } else {
        while (!in_handler)
            pause();
    }
    static const char message[] = "heddle: out of memory\n";
    ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
    (void)ignored;
    _exit(last_handler ? last_handler() : EXIT_UNDECIDED);
}

void mem_account(i64 delta) {
    atomic_fetch_add_explicit(&used_bytes, (u64)delta, memory_order_relaxed);
}

u64 mem_used(void) { return atomic_load_explicit(&used_bytes, memory_order_relaxed); }

void mem_set_most(u64 bytes) { atomic_store_explicit(&most_bytes, bytes, memory_order_relaxed); }

void mem_on_exhausted(void (*handler)(void *, const char *), void *arg) {
    exhausted_handler = handler;
    exhausted_arg = arg;
}

void mem_on_cut_short(int (*handler)(void)) { last_handler = handler; }

void mem_recover(void) {
    ENSURE(in_handler);
    in_handler = false;
    atomic_store_explicit(&has_met_limit, false, memory_order_relaxed);
    atomic_flag_clear(&is_exhausted);
}

void *mem_alloc(size_t size) {
    void *p = must_fail(size) ? NULL : malloc(size ? size : 1);
    if (UNLIKELY(!p))
        mem_exhausted(NULL);
    mem_account((i64)size);
    return p;
}

void *mem_zalloc(size_t size) {
    void *p = must_fail(size) ? NULL : calloc(1, size ? size : 1);
    if (UNLIKELY(!p))
        mem_exhausted(NULL);
    mem_account((i64)size);
    return p;
}

void *mem_zalloc_apart(size_t size) {
    size_t rounded = (size + APART - 1) / APART * APART;
    void *p = must_fail(size) ? NULL : aligned_alloc(APART, rounded);
    if (UNLIKELY(!p))
        mem_exhausted(NULL);
    mem_account((i64)size);
    return memset(p, 0, rounded);
}

void *mem_grow(void *old, size_t old_size, size_t new_size) {
    ENSURE(old || old_size == 0);
    void *p = must_fail(new_size > old_size ? new_size - old_size : 0)
                  ? NULL
                  : realloc(old, new_size ? new_size : 1);
    if (UNLIKELY(!p))
        mem_exhausted(NULL);
    mem_account((i64)new_size - (i64)old_size);
    return p;
}

void mem_free(void *p, size_t size) {
    if (!p)
        return;
    free(p);
    mem_account(-(i64)size);
}

void *mem_map(size_t size) {
    void *p = must_fail(0) ? MAP_FAILED
                           : mmap(NULL, size, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        mem_exhausted(NULL);
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

void *mem_zalloc_large(size_t size) {
    return size >= LARGE_BYTES ? mem_table(size) : mem_zalloc(size);
}

void mem_free_large(void *p, size_t size) {
    if (size >= LARGE_BYTES)
        mem_table_free(p, size);
    else
        mem_free(p, size);
}

void *vec_grow(void *p, u32 *cap, size_t want, size_t elem) {
    if (want > UINT32_MAX)
        mem_exhausted("a table of more than 4294967295 entries would be needed");
    size_t bigger = IS_TINY ? (size_t)*cap + *cap / 8 : *cap < 4 ? 8 : (size_t)*cap + *cap / 2;
    if (bigger < want)
        bigger = want;
    if (bigger > UINT32_MAX)
        bigger = UINT32_MAX;
    p = mem_grow(p, *cap * elem, bigger * elem);
    *cap = (u32)bigger;
    return p;
}
