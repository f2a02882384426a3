// SPDX-License-Identifier: Apache-2.0
// Tree compression: a tuple of ids is folded pairwise, (x0,x1) (x2,x3) ..., each pair replaced by its index in a set of
// pairs, until two numbers are left: the root. Most inner nodes are shared between states, so a state costs little more
// than its root pair. (Laarman, van de Pol, Weber: Parallel recursive state compression for free, SPIN 2011.)
#include "state/state_int.h"

// Row k+1 has half the length of row k, rounded up; an odd number at the end moves up unchanged. Rows lie one after
// the other; the last one has two entries.
static void cursor_reserve(TreeCursor *c, u32 n) {
    u32 need = 2 * n + 40;
    if (need <= c->cap)
        return;
    u32 old = c->cap;
    c->rows = vec_grow(c->rows, &c->cap, need, sizeof *c->rows);
    c->changed = mem_grow(c->changed, old, c->cap);
}

void tree_cursor_done(TreeCursor *c) {
    mem_free(c->changed, c->cap);
    VEC_FREE(c->rows, c->cap);
}

u32 tree_fold(PairSet *inner, PairSet *roots, TreeCursor *c, const u32 *tuple, u32 n, bool *is_new) {
    ENSURE(n >= 2);
    cursor_reserve(c, n);
    bool knows = c->len == n, ignored;
    u32 *row = c->rows;
    u8 *changed = c->changed;
    c->len = n;
    for (u32 i = 0; i < n; i++) {
        changed[i] = !knows || row[i] != tuple[i];
        row[i] = tuple[i];
    }
    while (n > 2) {
        u32 *up = row + n, half = n / 2;
        u8 *up_changed = changed + n;
        for (u32 i = 0; i < half; i++) {
            up_changed[i] = changed[2 * i] | changed[2 * i + 1];
            if (up_changed[i])
                up[i] = pairs_add(inner, row[2 * i], row[2 * i + 1], &ignored);
        }
        if (n & 1) {
            up_changed[half] = changed[n - 1];
            up[half] = row[n - 1];
        }
        row = up;
        changed = up_changed;
        n = half + (n & 1);
    }
    return pairs_add(roots, row[0], row[1], is_new);
}

const u32 *tree_unfold(const PairSet *inner, const PairSet *roots, TreeCursor *c, u32 root, u32 n) {
    cursor_reserve(c, n);
    u32 lens[34], at[34], k = 0;
    lens[0] = n;
    at[0] = 0;
    while (lens[k] > 2) {
        at[k + 1] = at[k] + lens[k];
        lens[k + 1] = lens[k] / 2 + (lens[k] & 1);
        k++;
    }
    pairs_get(roots, root, &c->rows[at[k]], &c->rows[at[k] + 1]);
    while (k > 0) {
        k--;
        u32 *row = c->rows + at[k], *up = c->rows + at[k + 1], half = lens[k] / 2;
        for (u32 i = 0; i < half; i++)
            pairs_get(inner, up[i], &row[2 * i], &row[2 * i + 1]);
        if (lens[k] & 1)
            row[lens[k] - 1] = up[half];
    }
    c->len = n;
    return c->rows;
}
