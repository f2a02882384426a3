// SPDX-License-Identifier: Apache-2.0
// The table of source types, from debug information. Types may be recursive, so an id is given
// before the contents are read; a typedef of a type that is still in work is completed at the end.
#include "front/front_int.h"

#include <stdlib.h>
#include <string.h>

// DWARF tags.
enum {
    TAG_ARRAY = 0x01,
    TAG_CLASS = 0x02,
    TAG_ENUM = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_REFERENCE = 0x10,
    TAG_STRUCT = 0x13,
    TAG_TYPEDEF = 0x16,
    TAG_UNION = 0x17,
    TAG_INHERITANCE = 0x1c,
    TAG_CONST = 0x26,
    TAG_VOLATILE = 0x35,
    TAG_RESTRICT = 0x37,
    TAG_RVALUE_REFERENCE = 0x42,
    TAG_ATOMIC = 0x47
};
// Operands of type nodes.
enum { NODE_NAME = 2, NODE_BASE = 3, NODE_ELEMENTS = 4, NODE_IDENTIFIER = 7 };

static TypeId new_type(Front *f, Type type) {
    if (!type.name)
        type.name = "";
    VEC_PUSH(f->types, f->ntypes, f->types_cap) = type;
    return f->ntypes - 1;
}

static u32 byte_size(LLVMMetadataRef md) {
    u64 bits = LLVMDITypeGetSizeInBits(md);
    return bits / 8 > UINT32_MAX ? 0 : (u32)(bits / 8);
}

static const char *type_name(const Front *f, TypeId id) { return f->types[id].name; }

static TypeId void_type(Front *f) {
    if (!f->void_type)
        f->void_type = new_type(f, (Type){.kind = TYPE_VOID, .name = "void"});
    return f->void_type;
}

static TypeKind basic_kind(const char *printed, const char *name, u32 size) {
    const char *encoding = strstr(printed, "encoding: DW_ATE_");
    encoding = encoding ? encoding + 17 : "";
    if (strncmp(encoding, "boolean", 7) == 0)
        return TYPE_BOOL;
    if (strcmp(name, "char") == 0 && size == 1)
        return TYPE_CHAR;
    if (strncmp(encoding, "signed", 6) == 0)
        return TYPE_INT;
    if (strncmp(encoding, "float", 5) == 0)
        return TYPE_FLOAT;
    return strncmp(encoding, "complex", 7) == 0 ? TYPE_STRUCT : TYPE_UINT;
}

static void fill_basic(Front *f, TypeId id, LLVMMetadataRef md, const MdNode *node) {
    Type t = {.name = md_string(f, node, NODE_NAME), .size = byte_size(md)};
    char *printed = md_print(f, md);
    t.kind = basic_kind(printed, t.name, t.size);
    LLVMDisposeMessage(printed);
    f->types[id] = t;
}

static const char *pointer_name(Front *f, TypeId elem, const char *mark) {
    const char *name = type_name(f, elem);
    size_t n = strlen(name);
    const char *open = f->types[elem].kind == TYPE_FUNCTION ? strchr(name, '(') : NULL;
    if (open) // "int (char)" → "int (*)(char)"
        return arena_printf(f->p->arena, "%.*s(%s)%s", (int)(open - name), name, mark, open);
    bool is_joined = n && name[n - 1] == '*';
    return n ? arena_printf(f->p->arena, "%s%s%s", name, is_joined ? "" : " ", mark) : "";
}

static void fill_pointer(Front *f, TypeId id, LLVMMetadataRef md, const MdNode *node,
                         const char *mark) {
    TypeId elem = ditype_id(f, md_child(node, NODE_BASE));
    f->types[id] = (Type){.kind = TYPE_POINTER,
                          .size = byte_size(md),
                          .elem = elem,
                          .name = pointer_name(f, elem, mark)};
    if (!f->types[id].size)
        f->types[id].size = f->ptr_bits / 8;
}

static void fill_alias(Front *f, TypeId id, const MdNode *node, const char *prefix) {
    const char *name = md_string(f, node, NODE_NAME);
    f->types[id].name = name; // a typedef's name is known before what it stands for
    TypeId of = ditype_id(f, md_child(node, NODE_BASE));
    if (prefix) {
        const char *base = type_name(f, of);
        bool is_pointer = f->types[of].kind == TYPE_POINTER;
        name = !base[0]     ? ""
               : is_pointer ? arena_printf(f->p->arena, "%s%s", base, prefix)
                            : arena_printf(f->p->arena, "%s %s", prefix, base);
    }
    f->types[id] = f->types[of];
    f->types[id].name = name;
    VEC_PUSH(f->type_aliases, f->ntype_aliases, f->type_aliases_cap) =
        (TypeAlias){.id = id, .of = of};
}

void ditype_finish(Front *f) {
    // In order of creation the alias of an alias comes after it or was complete when it was made;
    // twice is enough for the cycles that go through a struct.
    for (u32 round = 0; round < 2; round++) {
        for (u32 i = 0; i < f->ntype_aliases; i++) {
            TypeAlias a = f->type_aliases[i];
            const char *name = f->types[a.id].name;
            f->types[a.id] = f->types[a.of];
            f->types[a.id].name = name;
        }
    }
}

// ---- arrays -------------------------------------------------------------------------------------

static u32 subrange_count(Front *f, LLVMMetadataRef subrange) {
    MdNode node = {0};
    u64 count = 0;
    md_open(f, &node, subrange);
    if (node.n && node.at[0] && LLVMIsAConstantInt(node.at[0])) {
        i64 n = LLVMConstIntGetSExtValue(node.at[0]);
        count = n > 0 && n <= UINT32_MAX ? (u64)n : 0;
    }
    md_close(&node);
    return (u32)count;
}

// int[2][3]: the new dimension goes before those of the element.
static const char *array_name(Front *f, TypeId elem, u32 count) {
    const char *name = type_name(f, elem);
    const char *dims = f->types[elem].kind == TYPE_ARRAY ? strchr(name, '[') : NULL;
    int n = dims ? (int)(dims - name) : (int)strlen(name);
    return name[0] ? arena_printf(f->p->arena, "%.*s[%u]%s", n, name, count, dims ? dims : "") : "";
}

static void fill_array(Front *f, TypeId id, const MdNode *node) {
    MdNode dims = {0};
    TypeId elem = ditype_id(f, md_child(node, NODE_BASE));
    md_open(f, &dims, md_child(node, NODE_ELEMENTS));
    for (u32 i = dims.n; i > 0; i--) {
        u32 count = subrange_count(f, md_child(&dims, i - 1));
        u64 size = (u64)count * f->types[elem].size;
        Type t = {.kind = TYPE_ARRAY,
                  .size = size > UINT32_MAX ? 0 : (u32)size,
                  .elem = elem,
                  .count = count,
                  .name = array_name(f, elem, count)};
        if (i == 1)
            f->types[id] = t;
        else
            elem = new_type(f, t);
    }
    md_close(&dims);
}

// ---- structures and enumerations ----------------------------------------------------------------

static bool read_member(Front *f, LLVMMetadataRef md, Member *m) {
    if (!md || LLVMGetMetadataKind(md) != LLVMDIDerivedTypeMetadataKind)
        return false;
    u16 tag = LLVMGetDINodeTag(md);
    bool is_static = LLVMDITypeGetFlags(md) & LLVMDIFlagStaticMember;
    if ((tag != TAG_MEMBER && tag != TAG_INHERITANCE) || is_static)
        return false;
    MdNode node = {0};
    md_open(f, &node, md);
    m->name = md_string(f, &node, NODE_NAME);
    m->type = ditype_id(f, md_child(&node, NODE_BASE));
    m->bit_offset = (u32)LLVMDITypeGetOffsetInBits(md);
    m->bit_size = (u32)LLVMDITypeGetSizeInBits(md);
    if (tag == TAG_INHERITANCE) {
        m->name = type_name(f, m->type);
        m->bit_size = f->types[m->type].size * 8;
    }
    md_close(&node);
    return true;
}

static bool read_enumerator(Front *f, LLVMMetadataRef md, Member *m) {
    if (!md || LLVMGetMetadataKind(md) != LLVMDIEnumeratorMetadataKind)
        return false;
    MdNode node = {0};
    md_open(f, &node, md);
    m->name = md_string(f, &node, 0);
    md_close(&node);
    char *printed = md_print(f, md);
    const char *value = strstr(printed, "value: ");
    m->bit_offset = value ? (u32)strtoll(value + 7, NULL, 10) : 0;
    LLVMDisposeMessage(printed);
    return true;
}

static void fill_composite(Front *f, TypeId id, LLVMMetadataRef md, const MdNode *node, u16 tag) {
    const char *name = md_string(f, node, NODE_NAME);
    bool is_c = !md_string(f, node, NODE_IDENTIFIER)[0];
    const char *word = tag == TAG_ENUM ? "enum " : tag == TAG_UNION ? "union " : "struct ";
    Type t = {.kind = tag == TAG_ENUM    ? TYPE_ENUM
                      : tag == TAG_UNION ? TYPE_UNION
                                         : TYPE_STRUCT,
              .size = byte_size(md)};
    t.name = name[0] && is_c ? arena_printf(f->p->arena, "%s%s", word, name) : name;
    f->types[id] = t; // members may point back here
    MdNode elements = {0};
    Member *members = NULL;
    u32 n = 0, cap = 0;
    md_open(f, &elements, md_child(node, NODE_ELEMENTS));
    for (u32 i = 0; i < elements.n; i++) {
        Member m = {.name = ""};
        LLVMMetadataRef child = md_child(&elements, i);
        if (tag == TAG_ENUM ? read_enumerator(f, child, &m) : read_member(f, child, &m))
            VEC_PUSH(members, n, cap) = m;
    }
    f->types[id].members = n ? arena_copy(f->p->arena, members, n * sizeof *members) : NULL;
    f->types[id].nmembers = n;
    VEC_FREE(members, cap);
    md_close(&elements);
}

static void fill_function(Front *f, TypeId id, const MdNode *node) {
    MdNode types = {0};
    Text name = {0};
    f->types[id].kind = TYPE_FUNCTION;
    md_open(f, &types, md_child(node, NODE_BASE));
    for (u32 i = 0; i < types.n; i++) {
        bool is_dots = i > 0 && !md_child(&types, i);
        const char *part = is_dots ? "..." : type_name(f, ditype_id(f, md_child(&types, i)));
        text_add(&name, "%s%s%s", part, i == 0 ? " (" : "", i > 0 && i + 1 < types.n ? ", " : "");
    }
    if (types.n == 0) // LLVM takes a list of only "nothing" for an empty one
        text_add(&name, "void (");
    f->types[id].name =
        arena_printf(f->p->arena, "%s%s)", text_str(&name), types.n <= 1 ? "void" : "");
    text_done(&name);
    md_close(&types);
}

static void fill_derived(Front *f, TypeId id, LLVMMetadataRef md, const MdNode *node) {
    switch (LLVMGetDINodeTag(md)) {
    case TAG_POINTER: fill_pointer(f, id, md, node, "*"); break;
    case TAG_REFERENCE: fill_pointer(f, id, md, node, "&"); break;
    case TAG_RVALUE_REFERENCE: fill_pointer(f, id, md, node, "&&"); break;
    case TAG_TYPEDEF: fill_alias(f, id, node, NULL); break;
    case TAG_CONST: fill_alias(f, id, node, "const"); break;
    case TAG_VOLATILE: fill_alias(f, id, node, "volatile"); break;
    case TAG_RESTRICT: fill_alias(f, id, node, "restrict"); break;
    case TAG_ATOMIC: fill_alias(f, id, node, "_Atomic"); break;
    default: // pointers to members and the like: shown as a number
        f->types[id] =
            (Type){.kind = TYPE_UINT, .size = byte_size(md), .name = md_string(f, node, NODE_NAME)};
        break;
    }
}

TypeId ditype_id(Front *f, LLVMMetadataRef md) {
    u32 known;
    if (!md)
        return void_type(f);
    if (ptrmap_get(&f->type_ids, md, &known))
        return known;
    TypeId id = new_type(f, (Type){.kind = TYPE_VOID});
    ptrmap_put(&f->type_ids, md, id);
    MdNode node = {0};
    md_open(f, &node, md);
    switch (LLVMGetMetadataKind(md)) {
    case LLVMDIBasicTypeMetadataKind: fill_basic(f, id, md, &node); break;
    case LLVMDIDerivedTypeMetadataKind: fill_derived(f, id, md, &node); break;
    case LLVMDICompositeTypeMetadataKind: {
        u16 tag = LLVMGetDINodeTag(md);
        if (tag == TAG_ARRAY)
            fill_array(f, id, &node);
        else
            fill_composite(f, id, md, &node, tag);
        break;
    }
    case LLVMDISubroutineTypeMetadataKind: fill_function(f, id, &node); break;
    default: break;
    }
    md_close(&node);
    return id;
}
