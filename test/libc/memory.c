// SPDX-License-Identifier: Apache-2.0
// Conformance tests: the memory of stdlib.h and malloc.h
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const size_t too_much = (size_t)1 << (sizeof(size_t) * 8 - 1);
static char *volatile kept;

// checks: memory of the size, at an aligned address; ENOMEM for what is too large
void pass_malloc(void) {
    kept = malloc(16);
    assert(kept && (uintptr_t)kept % 8 == 0);
    memset(kept, 1, 16);
    free(kept);
    errno = 0;
    assert(!malloc(too_much) && errno == ENOMEM);
}

// checks: with --malloc-may-fail NULL comes with ENOMEM
// options: --malloc-may-fail
void pass_malloc__may_fail(void) {
    errno = 0;
    kept = malloc(4);
    assert(kept || errno == ENOMEM);
    free(kept);
}

// violates: out-of-bounds: one byte more than asked for
void fail_malloc(void) {
    kept = malloc(4);
    kept[4] = 1;
}

// violates: null-dereference: the result is used without a look
// options: --malloc-may-fail
void fail_malloc__may_fail(void) {
    kept = malloc(4);
    kept[0] = 1;
}

// violates: uninitialized: the memory has no value yet
// options: --property uninitialized
void fail_malloc__uninitialized(void) {
    kept = malloc(4);
    assert(kept[0] == 0);
}

// violates: leak: nothing points to the block any more
// options: --property leak
void fail_malloc__leak(void) {
    kept = malloc(4);
    kept = NULL;
}

// checks: NULL is nothing to free; errno stays
void pass_free(void) {
    errno = 7;
    free(NULL);
    free(malloc(1));
    assert(errno == 7);
}

// violates: double-free: the block is free already
void fail_free(void) {
    kept = malloc(1);
    free(kept);
    free(kept);
}

// violates: invalid-free: not the beginning of a block
void fail_free__middle(void) {
    kept = malloc(4);
    free(kept + 1);
}

// violates: invalid-free: a local variable
void fail_free__local(void) {
    char local[4];
    kept = local;
    free(kept);
}

// violates: use-after-free: the block is free
void fail_free__use(void) {
    kept = malloc(1);
    *kept = 1;
    free(kept);
    assert(*kept == 1);
}

// checks: all bytes are 0; ENOMEM when the product overflows
void pass_calloc(void) {
    kept = calloc(2, 3);
    for (int i = 0; i < 6; i++)
        assert(kept[i] == 0);
    free(kept);
    errno = 0;
    assert(!calloc(too_much, 2) && errno == ENOMEM);
}

// violates: null-dereference: the result is used without a look
// options: --malloc-may-fail
void fail_calloc(void) {
    kept = calloc(1, 1);
    assert(*kept == 0);
}

// violates: out-of-bounds: the size is the product
void fail_calloc__size(void) {
    kept = calloc(2, 3);
    kept[6] = 1;
}

// checks: the contents move; NULL is malloc; size 0 frees
void pass_realloc(void) {
    kept = realloc(NULL, 2);
    memcpy(kept, "a", 2);
    kept = realloc(kept, 10);
    assert(kept[0] == 'a' && kept[1] == 0);
    kept[9] = 1;
    kept = realloc(kept, 1);
    assert(kept[0] == 'a');
    assert(!realloc(kept, 0));
}

// checks: when it fails, the old block stays
// options: --malloc-may-fail
void pass_realloc__may_fail(void) {
    kept = calloc(1, 4);
    if (!kept)
        return;
    errno = 0;
    char *larger = realloc(kept, 8);
    if (larger)
        kept = larger;
    else
        assert(errno == ENOMEM);
    assert(kept[3] == 0);
    free(kept);
}

// violates: use-after-free: the old block is gone
void fail_realloc(void) {
    kept = calloc(1, 4);
    char *moved = realloc(kept, 8);
    assert(moved && kept[0] == 0);
}

// violates: out-of-bounds: a smaller block
void fail_realloc__smaller(void) {
    kept = realloc(calloc(1, 4), 2);
    kept[2] = 1;
}

// violates: invalid-free: not a block of malloc's
void fail_realloc__global(void) {
    static char global[4];
    kept = global;
    realloc(kept, 8);
}

// checks: the size is the product; ENOMEM when it overflows, and the old block stays
void pass_reallocarray(void) {
    kept = reallocarray(NULL, 2, 3);
    kept[5] = 1;
    errno = 0;
    assert(!reallocarray(kept, too_much, 2) && errno == ENOMEM && kept[5] == 1);
    free(kept);
}

// violates: use-after-free: the old block is gone
void fail_reallocarray(void) {
    kept = calloc(2, 2);
    char *moved = reallocarray(kept, 4, 2);
    assert(moved && kept[0] == 0);
}

// checks: the address is a multiple; EINVAL for what is not a power of two
void pass_aligned_alloc(void) {
    kept = aligned_alloc(256, 512);
    assert(kept && (uintptr_t)kept % 256 == 0);
    kept[511] = 1;
    free(kept);
}

// violates: out-of-bounds: one byte more than asked for
void fail_aligned_alloc(void) {
    kept = aligned_alloc(64, 64);
    kept[64] = 1;
}

// checks: the address is a multiple; EINVAL for a bad alignment, ENOMEM for a size, as results
void pass_posix_memalign(void) {
    void *p = NULL;
    assert(posix_memalign(&p, 128, 10) == 0 && p && (uintptr_t)p % 128 == 0);
    free(p);
    errno = 0;
    assert(posix_memalign(&p, 3, 10) == EINVAL && posix_memalign(&p, 2, 10) == EINVAL);
    assert(posix_memalign(&p, 128, too_much) == ENOMEM && errno == 0);
}

// violates: assertion: it may fail
// options: --malloc-may-fail
void fail_posix_memalign(void) {
    void *p;
    assert(posix_memalign(&p, 16, 1) == 0);
}

// checks: the address is a multiple; the alignment is rounded up
void pass_memalign(void) {
    kept = memalign(64, 3);
    assert(kept && (uintptr_t)kept % 64 == 0);
    free(kept);
    kept = memalign(33, 3);
    assert((uintptr_t)kept % 64 == 0);
    free(kept);
}

// violates: out-of-bounds: one byte more than asked for
void fail_memalign(void) {
    kept = memalign(64, 3);
    kept[3] = 1;
}

// checks: the beginning of a page
void pass_valloc(void) {
    kept = valloc(3);
    assert(kept && (uintptr_t)kept % 4096 == 0);
    free(kept);
}

// violates: out-of-bounds: one byte more than asked for
void fail_valloc(void) {
    kept = valloc(3);
    kept[3] = 1;
}

// checks: whole pages
void pass_pvalloc(void) {
    kept = pvalloc(3);
    assert(kept && (uintptr_t)kept % 4096 == 0);
    kept[4095] = 1;
    free(kept);
}

// violates: out-of-bounds: behind the page
void fail_pvalloc(void) {
    kept = pvalloc(3);
    kept[4096] = 1;
}

// checks: at least what was asked for; 0 for NULL
void pass_malloc_usable_size(void) {
    kept = malloc(10);
    assert(malloc_usable_size(kept) >= 10 && malloc_usable_size(NULL) == 0);
    free(kept);
}

// violates: use-after-free: the block is free
void fail_malloc_usable_size(void) {
    kept = malloc(10);
    free(kept);
    malloc_usable_size(kept);
}

// checks: accepted
void pass_mallopt(void) { assert(mallopt(M_MMAP_THRESHOLD, 65536) == 1); }

// violates: assertion: success is 1
void fail_mallopt(void) { assert(mallopt(M_MMAP_THRESHOLD, 65536) == 0); }

// checks: accepted
void pass_malloc_trim(void) { assert(malloc_trim(0) <= 1); }

// violates: assertion: nothing was given back
void fail_malloc_trim(void) { assert(malloc_trim(0) == 1); }
