// SPDX-License-Identifier: Apache-2.0
// Where blocks lie that have addresses (src/vm/address.c), if a program looks at some. Each thread
// has an arena, with a region for each class of blocks; a region is a list of the blocks that lie
// in it, from low to high. A new one gets the lowest range that is free.
//
// The lists are data like any other: who allocates reads and writes those of its own arena, who
// frees a block those of the arena where it lies. So the search knows what depends on what; and
// since they point to the blocks, a block lives as long as somebody may still have its number.
//
// Functions whose names begin with __rt_layout_ are called only if something has an address, when
// nobody asks what a thread may still touch (src/analysis/future.c leaves them out).
#include "rt.h"

enum { ARENAS = 64, CLASSES = 32, CONTROL = CLASSES - 1, UNIT = 16 };
// Units of a region, as in src/vm/address.c.
#define REGION (sizeof(void *) == 8 ? (size_t)1 << 21 : (size_t)49152)

struct laid {
    struct laid *next;
    void *block;
    size_t from, to; // units of the region
};
struct arena {
    struct laid *regions[CLASSES];
};
struct layout {
    struct rt_thread *owners[ARENAS]; // the last one; NULL: none, or it has been freed
    struct arena *arenas[ARENAS];     // made with the first owner
    bool is_free[ARENAS];             // nothing may name the owner any more, so it may be replaced
};
static struct layout *layout; // NULL: nothing has an address

static void *make(size_t size) {
    return __heddle_alloc(size, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL | HEDDLE_ALLOC_LAYOUT);
}

// ---- threads ------------------------------------------------------------------------------------

void __rt_layout_begin(void) { layout = make(sizeof *layout); }

void __rt_layout_thread(struct rt_thread *t) {
    size_t i = 0;
    while (i < ARENAS && layout->arenas[i] && !layout->is_free[i])
        i++;
    if (i == ARENAS)
        return;
    layout->owners[i] = t;
    layout->is_free[i] = false;
    if (!layout->arenas[i])
        layout->arenas[i] = make(sizeof *layout->arenas[i]);
    __heddle_lay_out(t, (i * CLASSES + CONTROL) * REGION);
}

// The control block stays until another thread gets its address, so that the number means something
// in the meantime whether or not the program has a pointer to it: a second join is told from a
// first.
void __rt_layout_thread_ends(struct rt_thread *t, bool is_freed) {
    size_t unit = __heddle_laid_out(t), i = unit ? (unit - 1) / REGION / CLASSES : 0;
    if (!unit)
        return;
    layout->is_free[i] = true;
    if (is_freed)
        layout->owners[i] = NULL;
}

// The regions of the calling thread; NULL: it has none.
static struct laid **own_regions(void) {
    size_t unit = __heddle_laid_out(__heddle_self());
    return unit ? layout->arenas[(unit - 1) / REGION / CLASSES]->regions : NULL;
}

// ---- blocks -------------------------------------------------------------------------------------

// The first unit from this one on where such a block may begin. Regions begin anywhere, so it is
// not enough that the unit is a multiple.
static size_t aligned(size_t first, size_t unit, int flags) {
    size_t align = ((size_t)1 << (flags >> 8 & 31)) / UNIT;
    return align <= 1 ? unit : (first + unit + align - 1) / align * align - first;
}

// Where the lowest free range of a region begins; *at is then the link where its entry goes.
static size_t find_free(struct laid ***at, size_t first, size_t units, int flags) {
    size_t from = aligned(first, 0, flags);
    while (**at && (**at)->from < from + units) {
        from = aligned(first, (**at)->to, flags);
        *at = &(**at)->next;
    }
    return from;
}

NOINLINE void *__rt_layout_obtain(size_t size, int flags, unsigned class) {
    __heddle_mask();
    struct laid **regions = own_regions(), **at = regions ? &regions[class] : NULL;
    size_t units = size / UNIT + 1, unit = __heddle_laid_out(__heddle_self());
    size_t first = unit ? ((unit - 1) / REGION / CLASSES * CLASSES + class) * REGION : 0;
    size_t from = at ? find_free(&at, first, units, flags) : REGION;
    void *block = __heddle_alloc(size, flags);
    if (from + units > REGION)
        return block; // there is no room: it has no address
    struct laid *l = make(sizeof *l);
    *l = (struct laid){*at, block, from, from + units};
    *at = l;
    __heddle_lay_out(block, first + from);
    return block;
}

void *__rt_obtain(size_t size, int flags) {
    unsigned class = __heddle_lays_out(size);
    return class ? __rt_layout_obtain(size, flags, class - 1) : __heddle_alloc(size, flags);
}

// The machine says first whether this is a block.
NOINLINE void __rt_layout_release(void *p) {
    __heddle_mask();
    size_t unit = __heddle_laid_out(p);
    __heddle_free(p);
    if (!unit)
        return;
    size_t region = (unit - 1) / REGION, from = (unit - 1) % REGION;
    struct laid **at = &layout->arenas[region / CLASSES]->regions[region % CLASSES];
    while ((*at)->from != from)
        at = &(*at)->next;
    *at = (*at)->next;
}

void __rt_release(void *p) {
    if (rt_has_layout())
        __rt_layout_release(p);
    else
        __heddle_free(p);
}

bool __rt_is_laid_out(const void *p) { return __heddle_laid_out(p) != 0; }
bool __rt_lays_out(size_t size) { return __heddle_lays_out(size) != 0; }
