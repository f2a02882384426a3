// SPDX-License-Identifier: Apache-2.0
// Names of parts of global objects, from their types.
#include "ir/ir.h"

#include <string.h>

// Descends one level towards offset; false at a leaf.
static bool descend(const Program *p, TypeId *type, u64 *off, Text *out) {
    const Type *t = &p->types[*type];
    if (t->kind == TYPE_ARRAY && t->elem && p->types[t->elem].size) {
        u32 size = p->types[t->elem].size;
        text_add(out, "[%llu]", (unsigned long long)(*off / size));
        *off %= size;
        *type = t->elem;
        return true;
    }
    // Members of the library's own structures mean nothing to users.
    if (t->kind != TYPE_STRUCT)
        return false;
    for (u32 i = 0; i < t->nmembers; i++) {
        const Member *m = &t->members[i];
        u64 from = m->bit_offset / 8;
        if (*off < from || *off >= from + p->types[m->type].size || !m->name || m->name[0] == '_')
            continue;
        text_add(out, ".%s", m->name);
        *off -= from;
        *type = m->type;
        return true;
    }
    return false;
}

void ir_path(const Program *p, Cell pointer, Text *out) {
    if (cell_is_number(pointer) || pointer.tag > p->nglobals ||
        p->globals[pointer.tag].is_private) {
        text_add(out, pointer.tag >= program_first_dynamic(p) ? "in a heap block or local variable"
                                                              : "?");
        return;
    }
    const Global *g = &p->globals[pointer.tag];
    TypeId type = g->type;
    u64 off = pointer.v;
    if (g->is_runtime && strcmp(g->name, "__rt_outputs") == 0) {
        text_add(out, off < g->size / 2 ? "'stdout'" : "'stderr'");
        return;
    }
    text_add(out, "'%s", g->name);
    while (type && descend(p, &type, &off, out))
        continue;
    text_add(out, "'");
}
