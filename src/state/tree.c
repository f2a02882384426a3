// SPDX-License-Identifier: Apache-2.0
// Tree compression: a tuple of ids is folded pairwise, (x0,x1) (x2,x3) ..., each pair replaced by its id in a map of
// pairs, until two numbers are left: the root. Most inner nodes are shared between states, so a state costs little more
// than its root pair. (Laarman, van de Pol, Weber: Parallel recursive state compression for free, SPIN 2011.)
#include "state/state_int.h"

static u64 pair_of(u32 left, u32 right) { return (u64)right << 32 | left; }

u32 tree_words(u32 n) {
    u32 words = n;
    while (n > 2) {
        n = n / 2 + (n & 1);
        words += n;
    }
    return words;
}

void tree_fold(PairMap *inner, u32 *row, u32 n) {
    while (n > 2) {
        u32 *up = row + n, half = n / 2;
        for (u32 i = 0; i < half; i++)
            up[i] = pairmap_id(inner, pair_of(row[2 * i], row[2 * i + 1]));
        if (n & 1)
            up[half] = row[n - 1];
        row = up;
        n = half + (n & 1);
    }
}

void tree_refold(PairMap *inner, u32 *row, u32 n, u32 *changed, u32 nchanged) {
    while (n > 2) {
        u32 *up = row + n, half = n / 2, kept = 0;
        for (u32 k = 0; k < nchanged; k++) {
            u32 i = changed[k] / 2;
            if (kept && changed[kept - 1] == i)
                continue;
            up[i] = i < half ? pairmap_id(inner, pair_of(row[2 * i], row[2 * i + 1])) : row[n - 1];
            changed[kept++] = i;
        }
        nchanged = kept;
        row = up;
        n = half + (n & 1);
    }
}

u64 tree_find_root(const PairMap *inner, u32 *row, u32 n) {
    while (n > 2) {
        u32 *up = row + n, half = n / 2;
        for (u32 i = 0; i < half; i++) {
            up[i] = pairmap_find(inner, pair_of(row[2 * i], row[2 * i + 1]));
            if (!up[i])
                return 0;
        }
        if (n & 1)
            up[half] = row[n - 1];
        row = up;
        n = half + (n & 1);
    }
    return pair_of(row[0], row[1]);
}

u64 tree_root(const u32 *rows, u32 n) {
    const u32 *last = rows + tree_words(n) - 2;
    return pair_of(last[0], last[1]);
}
