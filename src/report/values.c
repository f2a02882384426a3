// SPDX-License-Identifier: Apache-2.0
// Values as text, by their type.
#include "report/report_int.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { MOST_ELEMENTS = 8, MOST_MEMBERS = 8, MOST_NESTING = 3, MOST_CHARS = 40 };

bool value_is_reserved(const char *name) {
    return name && name[0] == '_' && (name[1] == '_' || isupper((unsigned char)name[1]));
}

bool value_is_hidden(const Member *m) { return m->name && strncmp(m->name, "_vptr$", 6) == 0; }

// What users need not see the inside of: types of the library, known by their name or by the
// reserved names of their members. Atomic variables and std::array are as good as what they hold.
bool value_is_opaque(const Program *p, TypeId type) {
    static const char *const prefixes[] = {"pthread_", "sem_t",         "mtx_t",
                                           "cnd_t",    "once_flag",     "tss_t",
                                           "va_list",  "__va_list_tag", "struct __va_list_tag",
                                           "FILE"};
    const Type *t = &p->types[type];
    if (!t->name || (t->kind != TYPE_STRUCT && t->kind != TYPE_UNION))
        return false;
    for (size_t i = 0; i < ARRAY_LEN(prefixes); i++)
        if (strncmp(t->name, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    bool is_plain = strncmp(t->name, "atomic", 6) == 0 || strncmp(t->name, "__atomic", 8) == 0 ||
                    strncmp(t->name, "array<", 6) == 0;
    u32 reserved = 0;
    for (u32 i = 0; i < t->nmembers && !is_plain; i++) {
        const char *name = t->members[i].name;
        if (name && *name && !value_is_reserved(name))
            return false;
        reserved += name && *name;
    }
    // none: only declared, or empty
    return reserved > 0 || (t->kind == TYPE_STRUCT && t->nmembers == 0);
}

void value_quoted(const u8 *bytes, size_t n, u32 most, Text *out) {
    text_add(out, "\"");
    for (size_t i = 0; i < n && i < most; i++) {
        u8 c = bytes[i];
        switch (c) {
        case '\n': text_add(out, "\\n"); break;
        case '\t': text_add(out, "\\t"); break;
        case '"':
        case '\\': text_add(out, "\\%c", c); break;
        default: text_add(out, c >= 32 && c != 127 ? "%c" : "\\%03o", c);
        }
    }
    text_add(out, n > most ? "...\"" : "\"");
}

void value_string(const Names *n, ObjId obj, u64 off, u32 most, Text *out) {
    u8 bytes[256];
    u32 len = 0;
    Cell c;
    ENSURE(most < sizeof bytes);
    while (len <= most && vm_peek(n->vm, obj, off + len, 1, &c) && cell_is_number(c) && c.v)
        bytes[len++] = (u8)c.v;
    value_quoted(bytes, len, most, out);
}

// ---- scalars ------------------------------------------------------------------------------------

static i64 sign_extend(u64 v, u32 bits) {
    return bits == 0 || bits >= 64 ? (i64)v : (i64)(v << (64 - bits)) >> (64 - bits);
}

static Whole add_whole(i64 v, Text *out) {
    text_add(out, "%lld", (long long)v);
    return (Whole){true, v};
}

static Whole add_unsigned(u64 v, Text *out) {
    text_add(out, "%llu", (unsigned long long)v);
    return (Whole){v <= INT64_MAX, (i64)v};
}

// Those that are shown without point and exponent are whole.
static Whole add_float(u64 v, u64 high, u32 size, Text *out) {
    long double f = 0;
    if (size == 4) {
        u32 bits = (u32)v;
        float narrow;
        memcpy(&narrow, &bits, sizeof narrow);
        f = narrow;
        text_add(out, "%.9g", (double)narrow);
    } else if (size == 8) {
        double plain;
        memcpy(&plain, &v, sizeof plain);
        f = plain;
        text_add(out, "%.17g", plain);
    } else {
        memcpy(&f, &v, 8);
        memcpy((u8 *)&f + 8, &high, 2);
        text_add(out, "%.18Lg", f);
    }
    bool is_small = fabsl(f) < (size == 4 ? 1e9L : size == 8 ? 1e17L : 1e18L);
    return is_small && truncl(f) == f ? (Whole){true, (i64)f} : (Whole){0};
}

static Whole add_char(i64 v, Text *out) {
    Whole w = add_whole(v, out);
    if (v > 0 && v < 128 && isprint((int)v))
        text_add(out, " '%c'", (char)v);
    return w;
}

static Whole add_enum(const Type *t, i64 v, Text *out) {
    for (u32 i = 0; i < t->nmembers; i++) {
        if ((i32)t->members[i].bit_offset == (i32)v) {
            text_add(out, "%s", t->members[i].name);
            return (Whole){0};
        }
    }
    return add_whole(v, out);
}

static Whole add_number(const Type *t, u32 bits, u64 v, u64 high, Text *out) {
    i64 s = sign_extend(v, bits);
    switch (t->kind) {
    case TYPE_BOOL: text_add(out, v ? "true" : "false"); return (Whole){0};
    case TYPE_CHAR: return add_char(s, out);
    case TYPE_FLOAT: return add_float(v, high, t->size, out);
    case TYPE_ENUM: return add_enum(t, s, out);
    case TYPE_UINT: return add_unsigned(v, out);
    default: return add_whole(s, out);
    }
}

static Whole add_cell(const Names *n, Cell c, Cell high, TypeId type, const Type *t, Text *out);

// A value that was unknown is shown as the number that it is in this run.
static Whole add_chosen(const Names *n, Cell c, Cell high, TypeId type, const Type *t, Text *out) {
    Cell shown = vm_as_chosen(n->vm, c);
    if (vm_cell_kind(n->vm, shown) == vm_cell_kind(n->vm, c)) {
        text_add(out, "unknown");
        return (Whole){0};
    }
    Whole whole = add_cell(n, shown, high, type, t, out);
    if (vm_is_chosen(n->vm, c))
        text_add(out, " (chosen)");
    return whole;
}

// The type is that of the program, if it has one; NULL: it is not known.
static Whole add_cell(const Names *n, Cell c, Cell high, TypeId type, const Type *t, Text *out) {
    if (vm_cell_kind(n->vm, c) == CELL_UNKNOWN || vm_cell_kind(n->vm, c) == CELL_SPOT)
        return add_chosen(n, c, vm_as_chosen(n->vm, high), type, t, out);
    if (cell_is_unwritten(c)) {
        text_add(out, "uninitialised");
    } else if (!cell_has_number(c) || (t && t->kind == TYPE_POINTER)) {
        names_pointer(n, c, type, out);
    } else if (!t) {
        return add_whole(c.v < 1u << 31 || c.v >> 32 ? (i64)c.v : (i64)(i32)c.v, out);
    } else if (t->size == 16 && t->kind != TYPE_FLOAT &&
               high.v != (t->kind == TYPE_INT && (i64)c.v < 0 ? ~0ull : 0)) {
        text_add(out, "0x%llx%016llx", (unsigned long long)high.v, (unsigned long long)c.v);
    } else {
        return add_number(t, t->size * 8, c.v, high.v, out);
    }
    return (Whole){0};
}

Whole value_cell(const Names *n, Cell c, Cell high, TypeId type, Text *out) {
    return add_cell(n, c, high, type, type ? &n->program->types[type] : NULL, out);
}

void value_as(const Names *n, Cell c, const Type *t, Text *out) {
    add_cell(n, c, (Cell){0}, 0, t, out);
}

void value_guess(const Names *n, Cell c, Text *out) { value_cell(n, c, (Cell){0}, 0, out); }

// ---- memory -------------------------------------------------------------------------------------

static Whole add_scalar(const Names *n, ObjId obj, u64 off, u32 size, TypeId type, Text *out) {
    Cell c, high = {0};
    u32 start, whole;
    // The optimiser makes an int that is only 0 or 1 into a single byte.
    if (vm_place(n->vm, obj, &start, &whole) && off < whole && whole < off + size)
        size = (u32)(whole - off);
    bool is_ok = size > 0 && vm_peek(n->vm, obj, off, size < 8 ? size : 8, &c);
    if (is_ok && size > 8) {
        is_ok = vm_peek(n->vm, obj, off + 8, size - 8 < 8 ? size - 8 : 8, &high);
        if (cell_is_unwritten(high) && n->program->types[type].kind != TYPE_FLOAT)
            c = cell_unwritten();
    }
    if (!is_ok) {
        text_add(out, "?");
        return (Whole){0};
    }
    if (type == 0 && cell_has_number(c))
        return add_whole(sign_extend(c.v, size * 8), out);
    return value_cell(n, c, high, type, out);
}

static bool is_text_array(const Names *n, ObjId obj, u64 off, const Type *t) {
    Cell c;
    if (n->program->types[t->elem].kind != TYPE_CHAR)
        return false;
    for (u32 i = 0; i < t->count && i <= MOST_CHARS; i++) {
        if (!vm_peek(n->vm, obj, off + i, 1, &c) || !cell_is_number(c))
            return false;
        if (c.v == 0)
            return true;
    }
    return t->count > MOST_CHARS;
}

static void add_memory(const Names *n, ObjId obj, u64 off, TypeId type, u32 nesting, Text *out);

static void add_array(const Names *n, ObjId obj, u64 off, const Type *t, u32 nesting, Text *out) {
    u32 each = n->program->types[t->elem].size;
    if (is_text_array(n, obj, off, t)) {
        value_string(n, obj, off, MOST_CHARS, out);
        return;
    }
    text_add(out, "{");
    for (u32 i = 0; i < t->count && i < MOST_ELEMENTS; i++) {
        text_add(out, i ? ", " : "");
        add_memory(n, obj, off + (u64)i * each, t->elem, nesting + 1, out);
    }
    text_add(out, t->count > MOST_ELEMENTS ? ", ...}" : "}");
}

static Whole add_bits(const Names *n, ObjId obj, u64 off, u32 bit, u32 bits, TypeId type,
                      Text *out) {
    Cell c;
    u32 bytes = (bit + bits + 7) / 8;
    bool is_there = bytes <= 8 && vm_peek(n->vm, obj, off, bytes, &c);
    c = is_there ? vm_as_chosen(n->vm, c) : c;
    if (!is_there || !cell_is_number(c)) {
        text_add(out, "?");
        return (Whole){0};
    }
    u64 v = c.v >> bit & (bits >= 64 ? ~0ull : (1ull << bits) - 1);
    return add_number(&n->program->types[type], bits, v, 0, out);
}

static void add_struct(const Names *n, ObjId obj, u64 off, const Type *t, u32 nesting, Text *out) {
    u32 most = t->kind == TYPE_UNION ? 1 : MOST_MEMBERS;
    // std::atomic is what it holds
    if (t->nmembers == 1 && value_is_reserved(t->members[0].name)) {
        add_memory(n, obj, off + t->members[0].bit_offset / 8, t->members[0].type, nesting, out);
        return;
    }
    bool is_first = true;
    text_add(out, "{");
    for (u32 i = 0; i < t->nmembers && i < most; i++) {
        const Member *m = &t->members[i];
        if (value_is_hidden(m))
            continue;
        text_add(out, is_first ? "" : ", ");
        is_first = false;
        if (m->name && *m->name && !value_is_reserved(m->name))
            text_add(out, "%s = ", m->name);
        if (m->bit_size && m->bit_size != n->program->types[m->type].size * 8)
            add_bits(n, obj, off + m->bit_offset / 8, m->bit_offset % 8, m->bit_size, m->type, out);
        else
            add_memory(n, obj, off + m->bit_offset / 8, m->type, nesting + 1, out);
    }
    text_add(out, t->kind == TYPE_STRUCT && t->nmembers > most ? ", ...}" : "}");
}

static void add_memory(const Names *n, ObjId obj, u64 off, TypeId type, u32 nesting, Text *out) {
    const Type *t = &n->program->types[type];
    bool is_aggregate = t->kind == TYPE_ARRAY || t->kind == TYPE_STRUCT || t->kind == TYPE_UNION;
    if (value_is_opaque(n->program, type) || (is_aggregate && nesting >= MOST_NESTING))
        text_add(out, "...");
    else if (t->kind == TYPE_ARRAY)
        add_array(n, obj, off, t, nesting, out);
    else if (is_aggregate)
        add_struct(n, obj, off, t, nesting, out);
    else
        add_scalar(n, obj, off, t->size, type, out);
}

void value_memory(const Names *n, ObjId obj, u64 off, TypeId type, Text *out) {
    add_memory(n, obj, off, type, 0, out);
}

void value_elements(const Names *n, ObjId obj, u64 off, TypeId elem, u32 count, Text *out) {
    Type array = {.kind = TYPE_ARRAY, .elem = elem, .count = count};
    add_array(n, obj, off, &array, 0, out);
}

Whole value_leaf(const Names *n, const Leaf *l, Text *out) {
    return l->bits ? add_bits(n, l->obj, l->off, l->bit, l->bits, l->type, out)
                   : add_scalar(n, l->obj, l->off, l->size, l->type, out);
}
