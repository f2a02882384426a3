// SPDX-License-Identifier: Apache-2.0
// The library models lie in an `ar` archive of LLVM modules, with ar's own table of symbols, so that a program pays only
// for the models it needs. The format: a magic line; then members with a head of 60 bytes each, at even offsets. The
// first one, named "/", is the table: a count, that many offsets of members, and the names; numbers are big-endian.
#include "front/front_int.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC_LEN = 8, HEAD_LEN = 60, SIZE_AT = 48, SIZE_LEN = 10 };

static u32 big_endian(const u8 *p) { return (u32)p[0] << 24 | (u32)p[1] << 16 | (u32)p[2] << 8 | p[3]; }

static size_t member_size(const u8 *head) {
    char digits[SIZE_LEN + 1] = {0};
    memcpy(digits, head + SIZE_AT, SIZE_LEN);
    return strtoul(digits, NULL, 10);
}

static int compare_symbols(const void *a, const void *b) {
    return strcmp(((const Symbol *)a)->name, ((const Symbol *)b)->name);
}

void archive_open(Archive *a, const u8 *bytes, size_t size, Arena *arena) {
    // The build made it, so it is not input that could be damaged.
    ENSURE(size > MAGIC_LEN + HEAD_LEN && memcmp(bytes, "!<arch>\n/ ", 10) == 0);
    const u8 *table = bytes + MAGIC_LEN + HEAD_LEN;
    a->bytes = bytes;
    a->nsymbols = big_endian(table);
    a->symbols = arena_alloc(arena, a->nsymbols * sizeof *a->symbols);
    const char *name = (const char *)table + 4 + 4 * (size_t)a->nsymbols;
    for (u32 i = 0; i < a->nsymbols; i++, name += strlen(name) + 1) {
        a->symbols[i] = (Symbol){name, big_endian(table + 4 + 4 * i)};
    }
    qsort(a->symbols, a->nsymbols, sizeof *a->symbols, compare_symbols);
}

u32 archive_find(const Archive *a, const char *name) {
    const Symbol *s = bsearch(&(Symbol){name, 0}, a->symbols, a->nsymbols, sizeof *s, compare_symbols);
    return s ? s->member : 0;
}

const u8 *archive_member(const Archive *a, u32 member, size_t *size) {
    *size = member_size(a->bytes + member);
    return a->bytes + member + HEAD_LEN;
}
