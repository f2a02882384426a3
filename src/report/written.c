// SPDX-License-Identifier: Apache-2.0
// Many bytes that were written at once, as the variables they belong to: a struct assignment,
// memcpy, what a library function fills in.
#include "report/report_int.h"

// Bytes [from, to) of an object, told into the line of a thread.
typedef struct Written {
    Replay *replay;
    Shadow *shadow;
    ObjId obj;
    u64 from, to;
    bool is_shared;
} Written;

static void tell(const Written *w, const Text *name, const Text *value) {
    line_value(
        w->replay, &w->shadow->line,
        &(Value){.name = text_str(name), .value = text_str(value), .is_shared = w->is_shared});
}

// Elements of an array that begins at start. A text that was written from its beginning is told in
// full.
static void tell_elements(const Written *w, Text *name, u64 start, TypeId elem, u64 count) {
    const Names *n = &w->replay->names;
    u64 each = n->program->types[elem].size;
    u64 first = (w->from - start) / each, end = (w->to - 1 - start) / each + 1;
    Text value = {0};
    end = end > count ? count : end;
    bool is_text = n->program->types[elem].kind == TYPE_CHAR && first == 0;
    if (is_text || (first == 0 && end == count)) {
        first = 0;
        end = count;
    } else {
        text_add(name, "[%llu..%llu]", (unsigned long long)first, (unsigned long long)end - 1);
    }
    value_elements(n, w->obj, start + first * each, elem, (u32)(end - first), &value);
    tell(w, name, &value);
    text_done(&value);
}

static void tell_part(const Written *w, Text *name, TypeId type, u64 start);

static void tell_member(const Written *w, const Member *m, Text *name, u64 start) {
    const Names *n = &w->replay->names;
    const Type *t = &n->program->types[m->type];
    u64 off = start + m->bit_offset / 8, end = start + (m->bit_offset + m->bit_size + 7) / 8;
    bool is_named = m->name && *m->name && !value_is_reserved(m->name);
    if (end <= w->from || off >= w->to || value_is_opaque(n->program, m->type) ||
        value_is_hidden(m)) {
        return;
    }
    Text path = {0}, value = {0};
    text_add(&path, is_named ? "%s.%s" : "%s", text_str(name), m->name);
    if (!is_named) {
        tell_part(w, &path, m->type, off);
    } else if (m->bit_size && m->bit_size != t->size * 8) {
        Leaf field = {.obj = w->obj,
                      .off = off,
                      .size = (u32)(end - off),
                      .type = m->type,
                      .bit = m->bit_offset % 8,
                      .bits = m->bit_size};
        value_leaf(n, &field, &value);
        tell(w, &path, &value);
    } else {
        value_memory(n, w->obj, off, m->type, &value);
        tell(w, &path, &value);
    }
    text_done(&path);
    text_done(&value);
}

static void tell_part(const Written *w, Text *name, TypeId type, u64 start) {
    const Names *n = &w->replay->names;
    const Type *t = &n->program->types[type];
    if (value_is_opaque(n->program, type))
        return;
    if (t->kind == TYPE_ARRAY && n->program->types[t->elem].size) {
        tell_elements(w, name, start, t->elem, t->count);
    } else if (t->kind == TYPE_STRUCT) {
        for (u32 i = 0; i < t->nmembers; i++)
            tell_member(w, &t->members[i], name, start);
    } else {
        Text value = {0};
        value_memory(n, w->obj, start, type, &value);
        tell(w, name, &value);
        text_done(&value);
    }
}

static void learn(Replay *r, ObjId obj, u64 from, u64 to) {
    Leaf leaves[MAX_LEAVES];
    u32 n = names_leaves(&r->names, r->scratch, obj, from, to - from, leaves);
    for (u32 i = 0; i < n && n <= MAX_LEAVES; i++)
        names_learn_leaf(&r->names, &leaves[i]);
}

static bool is_there(Vm *vm, ObjId obj) {
    u32 off, size;
    const Place *place = vm_place(vm, obj, &off, &size);
    return place && (obj < vm_first_dynamic(vm) ||
                     (place->kind != OBJ_FREED && place->kind != OBJ_RETURNED));
}

void written_tell(Replay *r, Shadow *s, ObjId obj, u64 from, u64 to, bool is_shared) {
    Names *n = &r->names;
    Written w = {
        .replay = r, .shadow = s, .obj = obj, .from = from, .to = to, .is_shared = is_shared};
    Text name = {0};
    TypeId type;
    u64 start;
    u32 count;
    if (from == to || !s->line.is_open || !is_there(r->vm, obj))
        return;
    learn(r, obj, from, to);
    if (names_part(n, obj, from, to - from, &name, &type, &start) && type) {
        tell_part(&w, &name, type, start);
    } else if (name.len && (type = names_type(n, obj, &count)) != 0 &&
               n->program->types[type].size) {
        text_clear(&name);
        names_object(n, obj, &name); // several elements of a block
        tell_elements(&w, &name, 0, type, count);
    }
    text_done(&name);
}

// ---- copies that go in pieces -------------------------------------------------------------------

void written_piece(Shadow *s, ObjId obj, u64 from, u64 to, bool is_shared) {
    Copy *c = &s->copy;
    if (!c->is_active)
        *c = (Copy){.is_active = true, .obj = obj, .from = from, .to = to, .is_shared = is_shared};
    c->from = from < c->from ? from : c->from;
    c->to = to > c->to ? to : c->to;
}

void written_flush(Replay *r, Shadow *s) {
    Copy *c = &s->copy;
    if (c->is_active) {
        c->is_active = false;
        r->names.thread = s->number;
        r->names.depth = s->nframes; // copies are seen only in user code
        written_tell(r, s, c->obj, c->from, c->to, c->is_shared);
    }
}
