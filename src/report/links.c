// SPDX-License-Identifier: Apache-2.0
// Which event of another thread an event needs: who wrote what it reads, released the lock that it
// takes, woke it up, started it or ended before it.
//
// Of every byte it is known which line wrote it last; a wait is a read of the word that ended it.
// Of a lock it is known which line released it last. A line has an id as soon as something refers
// to it, and is an event only later, or never: then its links go.
#include "base/table.h"
#include "report/report_int.h"

#include <string.h>

// A piece of memory of so many bytes, and how many of them one write is followed for.
enum { GRAIN = 8, MOST_BYTES = 4096 };
typedef struct Grain8 {
    u32 writer[GRAIN]; // line ids
} Grain8;

#define NO_EVENT UINT32_MAX
typedef struct LineId {
    u32 thread;
    u32 event; // NO_EVENT until it has become one
} LineId;

typedef struct Needed {
    LinkKind kind;
    u32 from, to; // line ids
    const char *name;
} Needed;

typedef struct Life {   // of a thread, by its number
    u32 started, ended; // by which line, as which line; 0: not seen
    bool has_begun;
    u32 first; // event
} Life;

enum { RELEASED_KEY = PLAIN_KEY + 1, HELD_KEY };
struct Links {
    Arena *names;
    // object and offset / GRAIN → index + 1; of kind RELEASED_KEY, object and offset of a lock →
    // the line
    Table by_place;
    Grain8 *grains;
    u32 ngrains, grains_cap;
    LineId *lines; // by id - 1
    u32 nlines, lines_cap;
    Needed *needed;
    u32 nneeded, needed_cap;
    Life *lives;
    u32 nlives, lives_cap;
};

Links *links_new(Arena *names) {
    Links *l = mem_zalloc(sizeof *l);
    l->names = names;
    return l;
}

void links_free(Links *l) {
    table_done(&l->by_place);
    VEC_FREE(l->grains, l->grains_cap);
    VEC_FREE(l->lines, l->lines_cap);
    VEC_FREE(l->needed, l->needed_cap);
    VEC_FREE(l->lives, l->lives_cap);
    mem_free(l, sizeof *l);
}

u32 links_id(Links *l, Shadow *s) {
    if (!s->line.id) {
        VEC_PUSH(l->lines, l->nlines, l->lines_cap) = (LineId){s->number, NO_EVENT};
        s->line.id = l->nlines;
    }
    return s->line.id;
}

static Life *life_of(Links *l, u32 thread) {
    while (l->nlives <= thread)
        VEC_PUSH(l->lives, l->nlives, l->lives_cap) = (Life){0};
    return &l->lives[thread];
}

// ---- bytes --------------------------------------------------------------------------------------

static u32 *writer_of(Links *l, ObjId obj, u64 off) {
    u32 *at = table_add(&l->by_place, (u64)obj << 32 | (u32)(off / GRAIN), PLAIN_KEY);
    if (!*at) {
        VEC_PUSH(l->grains, l->ngrains, l->grains_cap) = (Grain8){0};
        *at = l->ngrains;
    }
    return &l->grains[*at - 1].writer[off % GRAIN];
}

void links_wrote(Links *l, Shadow *s, const Pended *e) {
    u32 id = links_id(l, s);
    for (u64 i = 0; i < e->size && i < MOST_BYTES; i++)
        *writer_of(l, e->obj, e->off + i) = id;
}

static bool is_known(const Links *l, const Needed *n) {
    enum { LOOK_BACK = 16 };
    for (u32 i = l->nneeded; i-- > 0 && l->nneeded - i <= LOOK_BACK;) {
        const Needed *other = &l->needed[i];
        if (other->kind == n->kind && other->from == n->from && other->to == n->to &&
            strcmp(other->name, n->name) == 0) {
            return true;
        }
    }
    return false;
}

static void need(Links *l, Shadow *s, LinkKind kind, u32 from, const char *name) {
    Needed n = {.kind = kind, .from = from, .to = links_id(l, s), .name = name};
    if (is_known(l, &n))
        return;
    n.name = arena_text(l->names, name);
    VEC_PUSH(l->needed, l->nneeded, l->needed_cap) = n;
}

void links_read(Links *l, Shadow *s, LinkKind kind, ObjId obj, u64 off, u64 size,
                const char *name) {
    u32 last = 0;
    for (u64 i = 0; i < size && i < MOST_BYTES; i++) {
        u32 writer = *writer_of(l, obj, off + i);
        last = writer > last ? writer : last;
    }
    if (last && l->lines[last - 1].thread != s->number)
        need(l, s, kind, last, name);
}

// ---- locks --------------------------------------------------------------------------------------

static u32 *of_lock(Links *l, Cell lock, u32 kind) {
    return table_add(&l->by_place, (u64)lock.tag << 32 | (u32)lock.v, kind);
}

// Models say this also of locks that are only made.
void links_released(Links *l, Shadow *s, Cell lock) {
    u32 *holds = of_lock(l, lock, HELD_KEY);
    if (!*holds)
        return;
    --*holds;
    u32 id = links_id(l, s);
    *of_lock(l, lock, RELEASED_KEY) = id;
}

void links_acquired(Links *l, Shadow *s, Cell lock, const char *name) {
    ++*of_lock(l, lock, HELD_KEY);
    u32 id = *of_lock(l, lock, RELEASED_KEY);
    if (id && l->lines[id - 1].thread != s->number)
        need(l, s, LINK_LOCK, id, name);
}

// ---- threads ------------------------------------------------------------------------------------

void links_starts(Links *l, Shadow *s, u32 thread) {
    u32 id = links_id(l, s);
    life_of(l, thread)->started = id;
}

void links_ends(Links *l, Shadow *s) {
    u32 id = links_id(l, s);
    life_of(l, s->number)->ended = id;
}

void links_joins(Links *l, Shadow *s, u32 thread) {
    u32 ended = life_of(l, thread)->ended;
    if (ended)
        need(l, s, LINK_JOINS, ended, "");
}

// ---- events -------------------------------------------------------------------------------------

void links_told(Links *l, u32 id, u32 thread, u32 event) {
    Life *life = life_of(l, thread);
    if (id)
        l->lines[id - 1].event = event;
    if (!life->has_begun)
        life->first = event;
    life->has_begun = true;
}

static void add_link(Trace *t, LinkKind kind, u32 from, u32 to, const char *name) {
    Recorded *rec = t->recorded;
    if (from != NO_EVENT && to != NO_EVENT && from < to)
        VEC_PUSH(rec->links, rec->nlinks, rec->links_cap) = (TraceLink){kind, from, to, name};
}

void links_finish(Links *l, Trace *t) {
    for (u32 i = 0; i < l->nlives; i++) {
        const Life *life = &l->lives[i];
        if (life->started && life->has_begun)
            add_link(t, LINK_STARTS, l->lines[life->started - 1].event, life->first, "");
    }
    for (u32 i = 0; i < l->nneeded; i++) {
        const Needed *n = &l->needed[i];
        add_link(t, n->kind, l->lines[n->from - 1].event, l->lines[n->to - 1].event, n->name);
    }
}
