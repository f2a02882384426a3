// SPDX-License-Identifier: Apache-2.0
// Hashing of bytes: XXH3, inlined so that short keys cost no call into a library.
#include "base/base.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

u64 hash_bytes(const void *p, size_t n, u64 seed) { return XXH3_64bits_withSeed(p, n, seed); }
