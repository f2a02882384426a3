// SPDX-License-Identifier: Apache-2.0
// Tree compression: the leaves of a state are folded pairwise, each pair replaced by its id in a
// map of pairs, until four numbers are left: the root. Most inner nodes are shared between states,
// so a state costs little more than its root. (Laarman, van de Pol, Weber: Parallel recursive state
// compression for free, SPIN 2011.)
//
// Leaves that lie side by side tend to change together with others (threads, blocks of the user's
// globals), and a node above two of them has as many values as the two together. So the leaves are
// dealt out to the four trees below the root like cards, leaf i to tree i mod 4, which keeps the
// trees small. Row k+1 has half the lines of row k, rounded up; a line has four entries, one for
// each tree; a line without a partner moves up unchanged.
#include "state/state_int.h"

enum { ROOT = TREE_ROOT };

static u64 pair_of(u32 left, u32 right) { return (u64)right << 32 | left; }

static u32 lines_of(u32 nleaves) {
    CHECK(nleaves > 0 && nleaves <= UINT32_MAX - ROOT);
    return (nleaves + ROOT - 1) / ROOT;
}

// For the checking build: behind the leaves there are zeros.
static bool is_filled_up(const u32 *rows, u32 nleaves) {
    u32 i = nleaves;
    while (i % ROOT != 0 && rows[i] == 0)
        i++;
    return i % ROOT == 0;
}

u32 tree_words(u32 nleaves) {
    ENSURE(nleaves > 0);
    u32 lines = lines_of(nleaves), words = ROOT * lines;
    while (lines > 1) {
        lines = (lines + 1) / 2;
        words += ROOT * lines;
    }
    CHECK(words % ROOT == 0 && words >= nleaves);
    return words;
}

// The entries of row[] that the entry `i` of the next row stands for.
static u64 pair_below(const u32 *row, u32 i) {
    const u32 *left = row + i / ROOT * 2 * ROOT + i % ROOT;
    CHECK((u32)(left + ROOT - row) / (2 * ROOT) == i / ROOT); // both are in the two lines below it
    return pair_of(left[0], left[ROOT]);
}

static u32 id_of(Folder *f, u64 pair) {
    u32 at = (u32)(pair * 0x9e3779b97f4a7c15u >> (64 - FOLDER_SLOTS_LOG));
    if (f->recent[at].pair != pair || !f->recent[at].id) {
        f->recent[at].pair = pair;
        f->recent[at].id = pairmap_id(f->inner, pair);
    }
    CHECK(pairmap_get(f->inner, f->recent[at].id) == pair);
    return f->recent[at].id;
}

static u32 fold_entry(Folder *f, const u32 *row, u32 lines, u32 i) {
    CHECK(lines > 1 && i < (lines + 1) / 2 * ROOT);
    bool is_alone = (i / ROOT * 2) + 1 == lines;
    return is_alone ? row[(lines - 1) * ROOT + i % ROOT] : id_of(f, pair_below(row, i));
}

void tree_fold(Folder *f, u32 *row, u32 nleaves) {
    CHECK(is_filled_up(row, nleaves));
    for (u32 lines = lines_of(nleaves); lines > 1; lines = (lines + 1) / 2) {
        u32 *up = row + lines * ROOT, n = (lines + 1) / 2 * ROOT;
        for (u32 i = 0; i < n; i++)
            up[i] = fold_entry(f, row, lines, i);
        row = up;
    }
}

// For the checking build: the nodes of a row are those of the pairs below, which are there.
static bool is_row_above(const PairMap *inner, const u32 *row, u32 lines) {
    const u32 *up = row + lines * ROOT;
    u32 i = 0;
    while (i < lines / 2 * ROOT && pairmap_get(inner, up[i]) == pair_below(row, i))
        i++;
    return i == lines / 2 * ROOT;
}

// For the checking build: every node stands for the pair below it.
static void check_folded(Folder *f, const u32 *row, u32 nleaves) {
    for (u32 lines = lines_of(nleaves); lines > 1; lines = (lines + 1) / 2) {
        const u32 *up = row + lines * ROOT;
        for (u32 i = 0; i < (lines + 1) / 2 * ROOT; i++)
            ENSURE(up[i] == fold_entry(f, row, lines, i) && "a tree that was not folded anew");
        row = up;
    }
}

static void check_changed(const u32 *changed, u32 n, u32 nleaves) {
    for (u32 i = 0; i < n; i++)
        ENSURE(changed[i] < lines_of(nleaves) * ROOT && (i == 0 || changed[i - 1] < changed[i]));
}

static bool is_among(const u32 *list, u32 n, u32 x) {
    while (n > 0 && list[n - 1] != x)
        n--;
    return n > 0;
}

void tree_refold(Folder *f, u32 *rows, u32 nleaves, u32 *changed, u32 nchanged) {
    u32 *row = rows;
    CHECK(is_filled_up(rows, nleaves));
    if (IS_CHECKING)
        check_changed(changed, nchanged, nleaves);
    for (u32 lines = lines_of(nleaves); lines > 1; lines = (lines + 1) / 2) {
        u32 *up = row + lines * ROOT, kept = 0;
        for (u32 k = 0; k < nchanged; k++) {
            u32 i = changed[k] / (2 * ROOT) * ROOT + changed[k] % ROOT;
            if (is_among(changed, kept, i))
                continue;
            up[i] = fold_entry(f, row, lines, i);
            changed[kept++] = i;
        }
        nchanged = kept;
        row = up;
    }
    if (IS_CHECKING)
        check_folded(f, rows, nleaves);
}

bool tree_find(const PairMap *inner, u32 *row, u32 nleaves) {
    CHECK(is_filled_up(row, nleaves));
    for (u32 lines = lines_of(nleaves); lines > 1; lines = (lines + 1) / 2) {
        u32 *up = row + lines * ROOT, n = (lines + 1) / 2 * ROOT;
        for (u32 i = 0; i < n; i++) {
            bool is_alone = (i / ROOT * 2) + 1 == lines;
            up[i] = is_alone ? row[(lines - 1) * ROOT + i % ROOT]
                             : pairmap_find(inner, pair_below(row, i));
            if (!up[i] && !is_alone)
                return false;
        }
        CHECK(is_row_above(inner, row, lines));
        row = up;
    }
    return true;
}
