// SPDX-License-Identifier: Apache-2.0
// Verifiers that were compiled before: what makes two of them the same.
#include "spin/spin_int.h"

#include <string.h>

// What spin -a writes.
static const char *const names[] = {"pan.b", "pan.c", "pan.h", "pan.m", "pan.p", "pan.t"};

// With its length, so that nothing moves from one part to the next.
static void add_part(Text *all, const char *bytes, size_t n) {
    text_add(all, "%zu:", n);
    text_bytes(all, bytes, n);
}

static bool add_file(Text *all, const char *path, Diag *d) {
    Text text = {0};
    bool is_ok = file_read(path, &text, d);
    if (is_ok)
        add_part(all, text_str(&text), text.len);
    text_done(&text);
    return is_ok;
}

bool spin_key(const char *directory, const char *header, const char *const *argv, u32 nargv,
              u64 out[2], Diag *d) {
    Text all = {0}, path = {0};
    bool is_ok = add_file(&all, header, d);
    for (size_t i = 0; i < ARRAY_LEN(names) && is_ok; i++) {
        text_clear(&path);
        text_add(&path, "%s/%s", directory, names[i]);
        is_ok = add_file(&all, text_str(&path), d);
    }
    for (u32 i = 0; i < nargv; i++)
        add_part(&all, argv[i], strlen(argv[i]));
    for (u64 i = 0; i < 2; i++)
        out[i] = hash_bytes(text_str(&all), all.len, i + 1);
    text_done(&all);
    text_done(&path);
    return is_ok;
}
