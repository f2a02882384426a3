// SPDX-License-Identifier: Apache-2.0
// What the caller does not restore. Who searches with this library goes back to an earlier state by
// restoring the buffer. A model for SPIN may restore a part of it only (c_track). If something else
// changes, runs that go back go on with what other runs have left behind, and states that differ in
// it count as the same: the verdict must say so.
#define _GNU_SOURCE
#include "lib/lib_int.h"

#include <string.h>
#include <sys/mman.h>

enum { OTHER = 0xff }; // any byte that is not 0
#define ROOM                                                                                       \
    ((size_t)64 << 20) // what a model may track beside the buffer, in bytes; pages that are not
                       // touched cost nothing

struct Restored {
    const u8 *buffer;
    size_t size;
    u8 *is_restored;        // for each byte
    u8 *first;              // the contents after setting up
    const Program *program; // NULL: not set up yet
    bool *is_told;          // by global; [0] is for other memory
};

// Everything that is tracked becomes 0, and then what it was before; between both the buffer shows
// which part of it that is.
static bool find_restored(Restored *r, u8 *buffer, const Tracker *trackers, size_t n) {
    size_t room = 2 * r->size + ROOM;
    u8 *zeros = mmap(NULL, room, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    u8 *saved = mmap(NULL, n * room, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    bool is_possible = zeros != MAP_FAILED && saved != MAP_FAILED;
    for (size_t i = 0; i < n && is_possible; i++)
        trackers[i].save(saved + i * room);
    memset(buffer, OTHER, r->size);
    for (size_t i = 0; i < n && is_possible; i++)
        trackers[i].restore(zeros);
    for (size_t i = 0; i < r->size; i++)
        r->is_restored[i] = buffer[i] == 0;
    memset(buffer, 0, r->size);
    for (size_t i = 0; i < n && is_possible; i++)
        trackers[i].restore(saved + i * room);
    if (zeros != MAP_FAILED)
        munmap(zeros, room);
    if (saved != MAP_FAILED)
        munmap(saved, n * room);
    return is_possible;
}

Restored *restored_new(void *buffer, size_t size, const Tracker *trackers, size_t n) {
    Restored *r = mem_zalloc(sizeof *r);
    *r = (Restored){
        .buffer = buffer, .size = size, .is_restored = mem_zalloc(size), .first = mem_zalloc(size)};
    // What cannot be found out is taken for not restored.
    if (n > 0 && !find_restored(r, buffer, trackers, n))
        memset(r->is_restored, 0, size);
    return r;
}

void restored_free(Restored *r) {
    if (!r)
        return;
    mem_free(r->is_restored, r->size);
    mem_free(r->first, r->size);
    if (r->program)
        mem_free(r->is_told, (r->program->nglobals + 1) * sizeof *r->is_told);
    mem_free(r, sizeof *r);
}

void restored_begin(Restored *r, const Program *p) {
    r->program = p;
    r->is_told = mem_zalloc((p->nglobals + 1) * sizeof *r->is_told);
    memcpy(r->first, r->buffer, r->size);
}

static bool has_changed(const Restored *r, size_t from, size_t to) {
    for (size_t i = from; i < to; i++)
        if (r->buffer[i] != r->first[i] && !r->is_restored[i])
            return true;
    return false;
}

static void look_at(Restored *r, ObjId id, size_t from, size_t to, const char *name,
                    void (*tell)(const char *what)) {
    if (r->is_told[id] || !has_changed(r, from, to))
        return;
    r->is_told[id] = true;
    tell(name);
}

void restored_look(Restored *r, void (*tell)(const char *what)) {
    const Program *p = r->program;
    if (!p || memcmp(r->buffer, r->first, r->size) == 0)
        return;
    for (ObjId i = 1; i <= p->nglobals; i++) {
        const Global *g = &p->globals[i];
        if (!g->is_const && !g->is_tls)
            look_at(r, g->is_runtime ? 0 : i, flat_global(p, i), flat_global(p, i) + g->size,
                    g->is_runtime ? "data of the C library" : g->name, tell);
    }
    look_at(r, 0, flat_globals_end(p), r->size, "threads, pointers or allocated memory", tell);
}
