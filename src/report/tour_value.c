// SPDX-License-Identifier: Apache-2.0
// What names mean at a place of a run that is steered, and the values there.
#include "report/tour_int.h"

#include <string.h>

static Datum datum_place(ObjId obj, TypeId type) {
    return (Datum){.type = {.type = type}, .is_place = true, .obj = obj};
}

// ---- locals -------------------------------------------------------------------------------------

static bool find_register(const Shadow *s, u32 depth, const char *name, Datum *out) {
    for (u32 i = s->nvars; i-- > 0;) {
        const Var *v = &s->vars[i];
        if (v->depth == depth && strcmp(v->name, name) == 0) {
            *out = (Datum){.type = {.type = v->type}, .cell = v->raw, .high = v->high};
            return true;
        }
    }
    return false;
}

// Of several, that of the innermost scope: it was made last.
static bool find_local(const Tour *t, ThreadId id, u32 depth, const char *name, Datum *out) {
    const Replay *r = &t->replay;
    const Shadow *s = tour_shadow(t, id);
    for (u32 i = r->names.ninfos; i-- > 0;) {
        const ObjInfo *info = &r->names.infos[i];
        u32 off, size;
        if (info->kind != OBJ_LOCAL || !info->name || strcmp(info->name, name) != 0 ||
            info->thread != s->number || info->depth != depth ||
            names_info(&r->names, info->obj) != info)
            continue;
        const Place *place = vm_place(r->vm, info->obj, &off, &size);
        if (place && place->kind == OBJ_LOCAL) {
            *out = datum_place(info->obj, info->type);
            out->type.stars = info->is_vla; // as its elements are found
            out->is_place = !info->is_vla;
            out->cell = cell_pointer(info->obj, 0);
            return true;
        }
    }
    return find_register(s, depth, name, out);
}

// A member of the object that the function is called for.
static bool find_in_this(Tour *t, TourFrame f, const char *name, Datum *out) {
    const Program *p = t->replay.program;
    Datum self;
    Diag why = {0};
    bool is_there = find_local(t, f.thread, f.depth, "this", &self) && tour_load(t, &self, &why);
    diag_done(&why);
    const Type *pointer = is_there ? &p->types[self.type.type] : NULL;
    if (!pointer || pointer->kind != TYPE_POINTER || !tag_names_object(self.cell.tag))
        return false;
    const Type *class = &p->types[pointer->elem];
    for (u32 i = 0; i < class->nmembers && class->kind == TYPE_STRUCT; i++) {
        const Member *m = &class->members[i];
        if (m->name && strcmp(m->name, name) == 0 && m->bit_size == p->types[m->type].size * 8) {
            *out = datum_place(self.cell.tag, m->type);
            out->off = self.cell.v + m->bit_offset / 8;
            return true;
        }
    }
    return false;
}

// ---- what is not of a frame ---------------------------------------------------------------------

static bool find_thread_local(const Tour *t, ThreadId id, const char *name, Datum *out) {
    const Thread *thread = vm_live(t->replay.vm, id);
    for (u32 slot = 0; slot < thread->ntls; slot++) {
        const Global *g = vm_tls_variable(t->replay.vm, slot);
        if (thread->tls[slot] && !g->is_runtime && strcmp(g->name, name) == 0) {
            *out = datum_place(thread->tls[slot], g->type);
            return true;
        }
    }
    return false;
}

// A static variable of the function.
static bool find_static(const Tour *t, TourFrame f, const char *name, Datum *out) {
    const Program *p = t->replay.program;
    const Thread *thread = vm_live(t->replay.vm, f.thread);
    if (!f.depth || f.depth > thread->nframes)
        return false;
    Text qualified = {0};
    text_add(&qualified, "%s::%s", p->funcs[thread->frames[f.depth - 1].func].name, name);
    bool is_found = false;
    for (ObjId i = 1; i <= p->nglobals && !is_found; i++) {
        const char *whole = p->globals[i].qualified;
        is_found = whole && strcmp(whole, text_str(&qualified)) == 0;
        if (is_found)
            *out = datum_place(i, p->globals[i].type);
    }
    text_done(&qualified);
    return is_found;
}

static bool find_constant(const Program *p, const char *name, Datum *out) {
    for (ObjId i = 1; i <= p->nglobals; i++) {
        const Global *g = &p->globals[i];
        if (g->is_const && !g->is_runtime && !g->is_private && strcmp(g->name, name) == 0) {
            *out = datum_place(i, g->type);
            return true;
        }
    }
    for (TypeId i = 1; i < p->ntypes; i++) {
        const Type *t = &p->types[i];
        for (u32 k = 0; k < t->nmembers && t->kind == TYPE_ENUM; k++) {
            if (strcmp(t->members[k].name, name) != 0)
                continue;
            *out = (Datum){.type = {.type = i},
                           .cell = cell_number((u32)(i32)t->members[k].bit_offset)};
            return true;
        }
    }
    return false;
}

static bool find_function(const Program *p, const char *name, Datum *out) {
    FuncId f;
    Diag why = {0};
    bool is_there = ir_find_function(p, name, strlen(name), false, &f, &why);
    diag_done(&why);
    if (is_there)
        *out = (Datum){.type = {.kind = TYPE_VOID, .stars = 1},
                       .cell = cell_pointer(program_func_obj(p, f), 0)};
    return is_there;
}

bool tour_find(Tour *t, TourFrame f, const char *name, Datum *out, Diag *d) {
    const Program *p = t->replay.program;
    ObjId global;
    if (f.thread != THREAD_NONE &&
        (find_local(t, f.thread, f.depth, name, out) || find_static(t, f, name, out) ||
         find_in_this(t, f, name, out) || find_thread_local(t, f.thread, name, out)))
        return true;
    Diag why = {0};
    bool is_global = ir_find_global(p, name, strlen(name), &global, &why);
    if (is_global)
        *out = datum_place(global, p->globals[global].type);
    bool is_found = is_global || find_constant(p, name, out) || find_function(p, name, out);
    bool is_several = strstr(diag_text(&why), "several") != NULL;
    if (!is_found)
        diag_fail(d, "%s%s%s", is_several ? diag_text(&why) : "there is no '",
                  is_several ? "" : name, is_several ? "" : "' here");
    diag_done(&why);
    return is_found;
}

bool tour_find_block(Tour *t, u32 number, Datum *out) {
    const Names *n = &t->replay.names;
    for (u32 i = n->ninfos; i-- > 0;) {
        const ObjInfo *info = &n->infos[i];
        u32 off, size;
        if (info->kind != OBJ_HEAP || info->number != number || names_info(n, info->obj) != info)
            continue;
        const Place *place = vm_place(t->replay.vm, info->obj, &off, &size);
        *out = datum_place(info->obj, info->type);
        return place && place->kind == OBJ_HEAP;
    }
    return false;
}

// ---- values -------------------------------------------------------------------------------------

static u32 datum_size(const Program *p, const DatumType *t) {
    return t->stars ? p->ptr_bytes : t->type ? p->types[t->type].size : t->size;
}

static TypeKind datum_kind(const Program *p, const DatumType *t) {
    return t->stars ? TYPE_POINTER : t->type ? p->types[t->type].kind : t->kind;
}

bool tour_load(Tour *t, Datum *datum, Diag *d) {
    const Program *p = t->replay.program;
    Vm *vm = t->replay.vm;
    TypeKind kind = datum_kind(p, &datum->type);
    u32 size = datum->bits ? (datum->bit + datum->bits + 7) / 8 : datum_size(p, &datum->type);
    if (!datum->is_place) {
        datum->cell = vm_as_chosen(vm, datum->cell);
        return true;
    }
    if (kind == TYPE_ARRAY || kind == TYPE_STRUCT || kind == TYPE_UNION || !size || size > 16)
        return diag_fail(d, "this is no single value");
    u32 off, whole, place_kind = OBJ_FREE_SLOT;
    const Place *place = vm_place(vm, datum->obj, &off, &whole);
    place_kind = place ? place->kind : place_kind;
    if (place_kind == OBJ_FREED || place_kind == OBJ_RETURNED)
        return diag_fail(d, "this memory is gone");
    if (!vm_peek(vm, datum->obj, datum->off, size < 8 ? size : 8, &datum->cell) ||
        (size > 8 && !vm_peek(vm, datum->obj, datum->off + 8, size - 8, &datum->high)))
        return diag_fail(d, "there is no memory at this place");
    datum->cell = vm_as_chosen(vm, datum->cell);
    if (datum->bits && cell_is_number(datum->cell)) {
        u64 v = datum->cell.v >> datum->bit;
        datum->cell.v = datum->bits < 64 ? v & ((1ull << datum->bits) - 1) : v;
        if (kind == TYPE_INT && datum->bits < 64 && v >> (datum->bits - 1) & 1)
            datum->cell.v |= ~0ull << datum->bits;
    }
    datum->is_place = false;
    datum->bits = 0;
    return true;
}

static void add_basic(const Datum *datum, Text *out) {
    u64 v = datum->cell.v;
    u32 bits = datum->type.size * 8;
    double number;
    float narrow;
    switch (datum->type.kind) {
    case TYPE_FLOAT:
        memcpy(&number, &v, sizeof number);
        memcpy(&narrow, &v, sizeof narrow);
        text_add(out, "%.*g", bits == 32 ? 9 : 17, bits == 32 ? (double)narrow : number);
        break;
    case TYPE_UINT: text_add(out, "%llu", (unsigned long long)v); break;
    case TYPE_VOID: text_add(out, "(void)"); break;
    default:
        v <<= 64 - bits;
        text_add(out, "%lld", (long long)v >> (64 - bits));
        break;
    }
}

// The text that a pointer to characters points to.
static void add_string(Tour *t, const Datum *datum, Text *out) {
    const Program *p = t->replay.program;
    const DatumType *type = &datum->type;
    TypeId elem = type->stars == 1 ? type->type : type->stars ? 0 : p->types[type->type].elem;
    Cell c = datum->cell, first;
    if (!elem || p->types[elem].kind != TYPE_CHAR || !tag_names_object(c.tag) || c.part ||
        !vm_peek(t->replay.vm, c.tag, c.v, 1, &first) || !cell_has_number(first))
        return;
    u32 before = out->len;
    if (before && out->s[before - 1] == '"') // it is shown as a text already
        return;
    text_add(out, " ");
    value_string(&t->replay.names, c.tag, c.v, 40, out);
}

void tour_value(Tour *t, TourFrame f, const Datum *datum, Text *out) {
    const Names *n = &t->replay.names;
    const DatumType *type = &datum->type;
    TypeKind kind = datum_kind(t->replay.program, type);
    Datum loaded = *datum;
    Diag why = {0};
    tour_asks(t, f);
    bool is_whole = kind == TYPE_ARRAY || kind == TYPE_STRUCT || kind == TYPE_UNION;
    if (datum->is_place && is_whole && !type->stars) {
        value_memory(n, datum->obj, datum->off, type->type, out);
    } else if (datum->is_place && datum->bits) {
        Leaf leaf = {datum->obj, datum->off, (datum->bit + datum->bits + 7) / 8,
                     type->type, datum->bit, datum->bits,
                     ""};
        value_leaf(n, &leaf, out);
    } else if (!tour_load(t, &loaded, &why)) {
        text_add(out, "(%s)", diag_text(&why));
    } else if (kind == TYPE_POINTER) {
        if (type->stars)
            names_pointer(n, loaded.cell, 0, out);
        else
            value_cell(n, loaded.cell, loaded.high, type->type, out);
        add_string(t, &loaded, out);
    } else if (type->type || !cell_has_number(loaded.cell)) {
        value_cell(n, loaded.cell, loaded.high, type->type, out);
    } else {
        add_basic(&loaded, out);
    }
    diag_done(&why);
}
