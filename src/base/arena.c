// SPDX-License-Identifier: Apache-2.0
// Pools by lifetime. An arena is a list of cleared chunks; the newest ordinary chunk is filled from
// its start. What does not fit well gets a chunk of its own, so that little is wasted.
#include "base/base.h"

#include <stdio.h>
#include <string.h>

enum { ARENA_ALIGN = 16, CHUNK_SIZE = 64 * 1024, LARGE = CHUNK_SIZE / 4 };

typedef struct Chunk Chunk;
struct Chunk {
    Chunk *next;
    size_t size; // of the whole chunk, for mem_free
    _Alignas(ARENA_ALIGN) u8 bytes[];
};

struct Arena {
    Chunk *chunks;
    u8 *free, *end; // what is left of the newest ordinary chunk
};

static u8 *add_chunk(Arena *a, size_t bytes) {
    Chunk *chunk = mem_zalloc(sizeof *chunk + bytes);
    chunk->size = sizeof *chunk + bytes;
    chunk->next = a->chunks;
    a->chunks = chunk;
    return chunk->bytes;
}

Arena *arena_new(void) { return mem_zalloc(sizeof(Arena)); }

void arena_free(Arena *a) {
    if (!a)
        return;
    for (Chunk *chunk = a->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        mem_free(chunk, chunk->size);
    }
    mem_free(a, sizeof *a);
}

void *arena_alloc(Arena *a, size_t size) {
    ENSURE(size <= SIZE_MAX / 2);
    size = size ? (size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1) : ARENA_ALIGN;
    if (size > (size_t)(a->end - a->free)) {
        if (size >= LARGE)
            return add_chunk(a, size);
        a->free = add_chunk(a, CHUNK_SIZE);
        a->end = a->free + CHUNK_SIZE;
    }
    void *p = a->free;
    a->free += size;
    return p;
}

void *arena_copy(Arena *a, const void *p, size_t size) {
    void *copy = arena_alloc(a, size);
    if (size)
        memcpy(copy, p, size);
    return copy;
}

char *arena_text(Arena *a, const char *s) { return arena_copy(a, s, strlen(s) + 1); }

char *arena_printf(Arena *a, const char *fmt, ...) {
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    ENSURE(len >= 0);
    char *s = arena_alloc(a, (size_t)len + 1);
    vsnprintf(s, (size_t)len + 1, fmt, again);
    va_end(again);
    return s;
}
