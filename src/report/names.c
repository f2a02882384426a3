// SPDX-License-Identifier: Apache-2.0
// Names of objects and their parts, as the user would write them.
#include "report/report_int.h"

#include <ctype.h>
#include <string.h>

void names_reset(Names *n, Vm *vm) {
    n->vm = vm;
    n->program = vm_program(vm);
    n->ninfos = 0;
    n->nby_obj = 0;
    n->nblocks = 0;
}

void names_done(Names *n) {
    VEC_FREE(n->infos, n->infos_cap);
    VEC_FREE(n->by_obj, n->by_obj_cap);
    VEC_FREE(n->learned, n->learned_cap);
}

ObjInfo *names_info(const Names *n, ObjId obj) {
    u32 i = obj - vm_first_dynamic(n->vm);
    bool is_known = tag_is_dynamic(obj, vm_first_dynamic(n->vm)) && i < n->nby_obj && n->by_obj[i];
    return is_known ? &n->infos[n->by_obj[i] - 1] : NULL;
}

ObjInfo *names_made(Names *n, ObjId obj) {
    ENSURE(tag_is_dynamic(obj, vm_first_dynamic(n->vm)));
    u32 i = obj - vm_first_dynamic(n->vm);
    while (n->nby_obj <= i)
        VEC_PUSH(n->by_obj, n->nby_obj, n->by_obj_cap) = 0;
    u32 ordinal = n->ninfos;
    if (ordinal == n->nlearned)
        VEC_PUSH(n->learned, n->nlearned, n->learned_cap) = 0;
    u32 off, size = 0;
    const Place *place = vm_place(n->vm, obj, &off, &size);
    ObjInfo info = {
        .obj = obj, .kind = place ? place->kind : OBJ_FREE_SLOT, .ordinal = ordinal, .size = size};
    if (info.kind == OBJ_HEAP) {
        info.number = ++n->nblocks;
        info.size = vm_chosen_size(n->vm, place);
        info.type = n->learned[ordinal];
    }
    VEC_PUSH(n->infos, n->ninfos, n->infos_cap) = info;
    n->by_obj[i] = n->ninfos;
    return &n->infos[n->ninfos - 1];
}

// A pointer to characters may just be a view of something else; any other type is better.
void names_learn(Names *n, Cell c, TypeId pointer) {
    const Program *p = n->program;
    ObjInfo *info = c.part == 0 && c.v == 0 ? names_info(n, c.tag) : NULL;
    if (!info || info->kind != OBJ_HEAP || p->types[pointer].kind != TYPE_POINTER)
        return;
    TypeId type = p->types[pointer].elem;
    const Type *t = &p->types[type];
    bool is_usable =
        t->size > 0 && t->size <= info->size && t->kind != TYPE_VOID && t->kind != TYPE_FUNCTION;
    TypeId *old = &n->learned[info->ordinal];
    if (type && is_usable && (*old == 0 || (p->types[*old].size == 1 && t->size > 1)))
        *old = type;
    if (n->learns_at_once)
        info->type = *old;
}

void names_learn_leaf(Names *n, const Leaf *l) {
    Cell c;
    if (l->size == n->program->ptr_bytes && !l->bits && vm_peek(n->vm, l->obj, l->off, l->size, &c))
        names_learn(n, c, l->type);
}

// ---- objects ------------------------------------------------------------------------------------

static bool is_func(const Names *n, ObjId obj) {
    return obj > n->program->nglobals && obj < vm_first_dynamic(n->vm);
}

static void add_block(const Names *n, const ObjInfo *info, Text *out) {
    const char *name = info->type ? n->program->types[info->type].name : "";
    const char *space = strrchr(name, ' '); // "struct node" → "node"
    bool is_plain = *name && !strpbrk(name, "*([");
    text_add(out, "%s#%u", is_plain ? (space ? space + 1 : name) : "block", info->number);
}

// The thread-local variable that the object is a copy of, and whose copy; NULL if it is none of the
// user's.
static const Global *tls_variable(const Names *n, ObjId obj, ThreadId *owner) {
    const Vm *vm = n->vm;
    for (ThreadId t = 0; t < vm_nthreads(vm); t++) {
        const Thread *thread = vm_thread(vm, t);
        for (u32 slot = 0; thread->form == THREAD_LIVE && slot < thread->ntls; slot++) {
            if (thread->tls[slot] != obj || vm_tls_variable(vm, slot)->is_runtime)
                continue;
            if (owner)
                *owner = t;
            return vm_tls_variable(vm, slot);
        }
    }
    return NULL;
}

static bool add_thread_local(const Names *n, ObjId obj, Text *out) {
    ThreadId owner = 0;
    const Global *global = tls_variable(n, obj, &owner);
    if (global && thread_number(n->vm, owner) != n->thread)
        text_add(out, "thread%u::", thread_number(n->vm, owner));
    if (global)
        text_add(out, "%s", global->name);
    return global != NULL;
}

bool names_object(const Names *n, ObjId obj, Text *out) {
    const Program *p = n->program;
    if (!tag_names_object(obj))
        return false;
    if (obj <= p->nglobals) {
        const Global *g = &p->globals[obj];
        // of virtual functions and the like
        bool is_table = g->name && strncmp(g->name, "_ZT", 3) == 0;
        bool is_shown = g->name && *g->name && !g->is_runtime && !g->is_private && !is_table;
        if (is_shown)
            text_add(out, "%s", g->name);
        return is_shown;
    }
    if (is_func(n, obj)) {
        text_add(out, "%s", p->funcs[obj - p->nglobals - 1].name);
        return true;
    }
    const ObjInfo *info = names_info(n, obj);
    if (!info)
        return add_thread_local(n, obj, out);
    if (info->self_of) {
        text_add(out, "thread %u", info->self_of);
        return true;
    }
    if (info->kind == OBJ_HEAP) {
        add_block(n, info, out);
        return true;
    }
    if (!info->name) {
        // After the optimiser variables may have lost their names; others than this thread may see
        // this one.
        u32 off, size;
        const Place *place = vm_place(n->vm, obj, &off, &size);
        bool is_shared = place && info->kind == OBJ_LOCAL && (place->flags & BLOCK_ESCAPED);
        if (is_shared && !p->funcs[info->func].is_runtime) {
            text_add(out, "(a local of %s)", p->funcs[info->func].name);
            return true;
        }
        return false;
    }
    // There is one main, but several threads may be in the same function.
    if (info->thread != n->thread && strcmp(p->funcs[info->func].name, "main") != 0)
        text_add(out, "thread%u::", info->thread);
    if (info->thread != n->thread || info->depth != n->depth)
        text_add(out, "%s::", p->funcs[info->func].name);
    text_add(out, "%s", info->name);
    return true;
}

// The array without a size at the end of a struct; NULL if it has none.
static const Member *flexible_member(const Program *p, TypeId type) {
    const Type *t = &p->types[type];
    const Member *last =
        t->kind == TYPE_STRUCT && t->nmembers ? &t->members[t->nmembers - 1] : NULL;
    const Type *array = last ? &p->types[last->type] : NULL;
    bool is_flexible =
        array && array->kind == TYPE_ARRAY && array->size == 0 && p->types[array->elem].size;
    return is_flexible ? last : NULL;
}

TypeId names_type(const Names *n, ObjId obj, u32 *count) {
    const Program *p = n->program;
    *count = 1;
    if (!tag_names_object(obj) || is_func(n, obj))
        return 0;
    if (obj <= p->nglobals)
        return p->globals[obj].type;
    const ObjInfo *info = names_info(n, obj);
    if (!info) {
        const Global *global = tls_variable(n, obj, NULL);
        return global ? global->type : 0;
    }
    u32 size = info->type ? p->types[info->type].size : 0;
    if (size && (info->kind == OBJ_HEAP || info->is_vla) && !flexible_member(p, info->type))
        *count = info->size / size;
    return info->type;
}

static bool is_name_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

bool names_mentions(const char *source, const char *name) {
    size_t len = strlen(name);
    for (const char *at = source; len && (at = strstr(at, name)); at += len)
        if ((at == source || !is_name_char(at[-1])) && !is_name_char(at[len]))
            return true;
    return false;
}

// ---- parts --------------------------------------------------------------------------------------

// The member that holds the bytes; with size 0 the one that begins at off or has the byte there,
// and only if there is none an array that ends there.
static const Member *member_at(const Program *p, const Type *t, u64 off, u64 size) {
    const Member *ending = NULL;
    for (u32 i = 0; i < t->nmembers; i++) {
        const Member *m = &t->members[i];
        u64 from = m->bit_offset / 8;
        u32 width = p->types[m->type].size ? p->types[m->type].size : m->bit_size / 8;
        bool is_whole = m->bit_offset % 8 == 0 && m->bit_size == width * 8;
        if (!is_whole || off < from || off + size > from + width)
            continue;
        if (size || off == from || off < from + width)
            return m;
        ending = p->types[m->type].kind == TYPE_ARRAY ? m : ending;
    }
    return ending;
}

static void add_member(const Member *m, Text *path) {
    if (m->name && *m->name && !value_is_reserved(m->name))
        text_add(path, ".%s", m->name);
}

// Goes down from a type to the smallest part that holds [off, off+size); adds its path. *off
// becomes the distance from the part's start. With size 0: to the largest part that begins at off
// and is no array.
static TypeId descend(const Program *p, TypeId type, u64 *off, u64 size, Text *path) {
    for (;;) {
        const Type *t = &p->types[type];
        bool is_fitting = *off == 0 && (size ? t->size <= size : t->kind != TYPE_ARRAY);
        if (type == 0 || is_fitting || value_is_opaque(p, type))
            return type;
        if (t->kind == TYPE_ARRAY && p->types[t->elem].size) {
            u64 each = p->types[t->elem].size;
            if (*off % each + size > each)
                return type;
            text_add(path, "[%llu]", (unsigned long long)(*off / each));
            *off %= each;
            type = t->elem;
        } else if (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) {
            const Member *m = member_at(p, t, *off, size);
            if (!m)
                return type;
            add_member(m, path);
            *off -= m->bit_offset / 8;
            type = m->type;
        } else {
            return type;
        }
    }
}

// Goes to the element of the array without a size; *off becomes the distance from its start.
static TypeId enter_flexible(const Program *p, const Member *m, u64 *off, Text *path) {
    TypeId elem = p->types[m->type].elem;
    *off -= m->bit_offset / 8;
    text_add(path, ".%s[%llu]", m->name, (unsigned long long)(*off / p->types[elem].size));
    *off %= p->types[elem].size;
    return elem;
}

bool names_part(const Names *n, ObjId obj, u64 off, u64 size, Text *out, TypeId *type, u64 *start) {
    u32 count;
    if (!names_object(n, obj, out))
        return false;
    u64 rest = off;
    *type = names_type(n, obj, &count);
    u64 each = n->program->types[*type].size;
    const ObjInfo *info = names_info(n, obj);
    if (*type && each && (count > 1 || (info && info->is_vla))) {
        if (off % each + size > each) {
            *type = 0;
        } else {
            text_add(out, "[%llu]", (unsigned long long)(off / each));
            rest = off % each;
        }
    }
    const Member *flexible = flexible_member(n->program, *type);
    if (flexible && rest >= flexible->bit_offset / 8)
        *type = enter_flexible(n->program, flexible, &rest, out);
    *type = *type ? descend(n->program, *type, &rest, size, out) : 0;
    *start = *type ? off - rest : off;
    if (!*type && off)
        text_add(out, "+%llu", (unsigned long long)off);
    return true;
}

// ---- leaves -------------------------------------------------------------------------------------

typedef struct Walk {
    const Names *names;
    Arena *arena;
    ObjId obj;
    u64 from, to;
    Leaf *out;
    u32 n;
} Walk;

static void add_leaf(Walk *w, Leaf leaf, const Text *path) {
    if (w->n < MAX_LEAVES) {
        leaf.obj = w->obj;
        leaf.name = arena_text(w->arena, text_str(path));
        w->out[w->n] = leaf;
    }
    w->n++;
}

static void cut_path(Text *path, u32 len) {
    path->len = len;
    if (path->s)
        path->s[len] = '\0';
}

static void walk(Walk *w, TypeId type, u64 off, Text *path);

static void walk_array(Walk *w, const Type *t, u64 off, Text *path) {
    u64 each = w->names->program->types[t->elem].size;
    if (!each)
        return;
    u64 first = w->from > off ? (w->from - off) / each : 0;
    u32 len = path->len;
    for (u64 i = first; i < t->count && off + i * each < w->to && w->n <= MAX_LEAVES; i++) {
        text_add(path, "[%llu]", (unsigned long long)i);
        walk(w, t->elem, off + i * each, path);
        cut_path(path, len);
    }
}

static void walk_member(Walk *w, const Member *m, u64 off, Text *path) {
    const Type *t = &w->names->program->types[m->type];
    u64 first = off + m->bit_offset / 8;
    u64 end = off + (m->bit_offset + m->bit_size + 7) / 8;
    u32 len = path->len;
    if (end <= w->from || first >= w->to || value_is_hidden(m))
        return;
    add_member(m, path);
    if (m->bit_size && m->bit_size != t->size * 8) {
        add_leaf(w,
                 (Leaf){.off = first,
                        .size = (u32)(end - first),
                        .type = m->type,
                        .bit = m->bit_offset % 8,
                        .bits = m->bit_size},
                 path);
    } else {
        walk(w, m->type, first, path);
    }
    cut_path(path, len);
}

// The member of a union that was most likely meant: one of just this size, best one that the source
// line speaks of; else the first.
static const Member *union_member(const Walk *w, const Type *t, u64 off) {
    const Member *best = NULL;
    for (u32 i = 0; i < t->nmembers; i++) {
        const Member *m = &t->members[i];
        bool is_fitting =
            w->from == off && w->names->program->types[m->type].size == w->to - w->from;
        bool is_meant = w->names->source && m->name && names_mentions(w->names->source, m->name);
        if (is_fitting && (!best || is_meant))
            best = m;
    }
    return best ? best : t->nmembers ? &t->members[0] : NULL;
}

static void walk(Walk *w, TypeId type, u64 off, Text *path) {
    const Type *t = &w->names->program->types[type];
    if (off >= w->to || off + t->size <= w->from || w->n > MAX_LEAVES ||
        value_is_opaque(w->names->program, type)) {
        return;
    }
    switch (t->kind) {
    case TYPE_ARRAY: walk_array(w, t, off, path); break;
    case TYPE_STRUCT:
        for (u32 i = 0; i < t->nmembers; i++)
            walk_member(w, &t->members[i], off, path);
        break;
    case TYPE_UNION: {
        const Member *m = union_member(w, t, off);
        if (m)
            walk_member(w, m, off, path);
        break;
    }
    default: add_leaf(w, (Leaf){.off = off, .size = t->size, .type = type}, path); break;
    }
}

u32 names_leaves(const Names *n, Arena *a, ObjId obj, u64 off, u64 size, Leaf out[MAX_LEAVES]) {
    Walk w = {.names = n, .arena = a, .obj = obj, .from = off, .to = off + size, .out = out};
    Text path = {0};
    u32 count = 1;
    if (names_object(n, obj, &path)) {
        TypeId type = names_type(n, obj, &count);
        u64 each = n->program->types[type].size;
        u32 len = path.len;
        if (type == 0 || each == 0) {
            if (off)
                text_add(&path, "+%llu", (unsigned long long)off);
            add_leaf(&w, (Leaf){.off = off, .size = (u32)size}, &path);
        }
        const Member *flexible = flexible_member(n->program, type);
        u64 rest = off;
        if (flexible && off >= flexible->bit_offset / 8) {
            TypeId elem = enter_flexible(n->program, flexible, &rest, &path);
            walk(&w, elem, off - rest, &path);
            each = 0;
        }
        for (u64 i = each ? off / each : 0;
             each && i < count && i * each < w.to && w.n <= MAX_LEAVES; i++) {
            if (count > 1)
                text_add(&path, "[%llu]", (unsigned long long)i);
            walk(&w, type, i * each, &path);
            cut_path(&path, len);
        }
    }
    text_done(&path);
    return w.n;
}

// ---- pointers -----------------------------------------------------------------------------------

// Size of the library's own type (pthread_mutex_t and the like) that begins at off in an object of
// this type, 0 if none does.
static u64 opaque_size(const Program *p, TypeId type, u64 off) {
    while (type && !value_is_opaque(p, type)) {
        const Type *t = &p->types[type];
        const Member *m = t->kind == TYPE_STRUCT ? member_at(p, t, off, 1) : NULL;
        if (t->kind == TYPE_ARRAY && p->types[t->elem].size) {
            off %= p->types[t->elem].size;
            type = t->elem;
        } else {
            off -= m ? m->bit_offset / 8 : 0;
            type = m ? m->type : 0;
        }
    }
    return off == 0 ? p->types[type].size : 0;
}

static u64 pointed_size(const Names *n, Cell c, TypeId pointer) {
    const Program *p = n->program;
    const Type *t = &p->types[pointer];
    u32 count;
    if (t->kind == TYPE_POINTER && t->elem)
        return p->types[t->elem].size;
    TypeId whole = n->wants_opaque ? names_type(n, c.tag, &count) : 0;
    u64 each = p->types[whole].size;
    return each ? opaque_size(p, whole, c.v % each) : 0;
}

static void add_place(const Names *n, Cell c, TypeId pointer, Text *out) {
    u64 size = pointed_size(n, c, pointer);
    u32 object_off, object_size = 0;
    vm_place(n->vm, c.tag, &object_off, &object_size);
    const ObjInfo *info = names_info(n, c.tag);
    object_size = info ? info->size : object_size; // a freed block has none any more
    TypeId type;
    u64 start;
    u32 count;
    if ((i64)c.v < 0 || c.v > object_size) {
        text_add(out, "&");
        names_object(n, c.tag, out);
        text_add(out, (i64)c.v < 0 ? " - %llu bytes" : " + %llu bytes",
                 (unsigned long long)((i64)c.v < 0 ? -c.v : c.v));
        return;
    }
    text_add(out, "&");
    if (c.v == 0 && names_type(n, c.tag, &count) == 0) {
        names_object(n, c.tag, out);
        return;
    }
    names_part(n, c.tag, c.v, c.v + size <= object_size ? size : 0, out, &type, &start);
    if (start != c.v)
        text_add(out, "+%llu", (unsigned long long)(c.v - start));
}

void names_pointer(const Names *n, Cell c, TypeId pointer, Text *out) {
    const Program *p = n->program;
    if (cell_has_number(c)) {
        text_add(out, c.v ? "0x%llx" : "NULL", (unsigned long long)c.v);
        return;
    }
    if (cell_spreads(c)) {
        text_add(out, cell_is_unwritten(c) ? "uninitialised" : "an address");
        return;
    }
    if (c.tag <= p->nglobals && p->globals[c.tag].is_private) {
        value_string(n, c.tag, c.v, 40, out);
        return;
    }
    if (is_func(n, c.tag)) {
        names_object(n, c.tag, out);
        return;
    }
    const ObjInfo *info = names_info(n, c.tag);
    if (info && info->self_of) {
        names_object(n, c.tag, out);
        return;
    }
    u32 off, size;
    const Place *place = vm_place(n->vm, c.tag, &off, &size);
    if (vm_cell_kind(n->vm, c) == CELL_UNKNOWN || vm_cell_kind(n->vm, c) == CELL_SPOT) {
        text_add(out, "unknown");
        return;
    }
    Text name = {0};
    if (names_object(n, c.tag, &name))
        add_place(n, c, pointer, out);
    else if (info && info->kind == OBJ_LOCAL)
        text_add(out, "&(a local of %s)", p->funcs[info->func].name);
    else
        text_add(out, UNNAMED_POINTER);
    text_done(&name);
    if (place && place->kind == OBJ_FREED && c.tag >= vm_first_dynamic(n->vm))
        text_add(out, " (freed)");
    else if (place && place->kind == OBJ_RETURNED && c.tag >= vm_first_dynamic(n->vm))
        text_add(out, " (gone)");
}
