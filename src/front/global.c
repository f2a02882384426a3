// SPDX-License-Identifier: Apache-2.0
// Global variables: their object ids, initial contents, and the blocks in which the mutable ones
// live. Small ones share a block so that a state names few of them; the runtime's are kept apart
// from the user's, which change at other times.
#include "front/front_int.h"

#include <string.h>

#define SMALL_GLOBAL 64 // bytes: larger ones get a block of their own
#define SMALL_BLOCK 256 // bytes of small globals in one block
#define LARGEST_GLOBAL ((u64)1 << 28)

LLVMValueRef strip_alias(LLVMValueRef v) {
    for (u32 depth = 0; depth < 64 && LLVMIsAGlobalAlias(v); depth++)
        v = LLVMAliasGetAliasee(v);
    return v;
}

static bool is_special(LLVMValueRef var) {
    const char *section = LLVMGetSection(var);
    return strncmp(LLVMGetValueName(var), "llvm.", 5) == 0 ||
           (section && strcmp(section, "llvm.metadata") == 0);
}

// The type information of C++ classes points at tables of the C++ library; only their addresses
// matter.
static bool is_opaque_table(LLVMValueRef var) {
    return strncmp(LLVMGetValueName(var), "_ZTVN10__cxxabiv1", 17) == 0;
}

ObjId global_add(Front *f, const Global *g) {
    VEC_PUSH(f->globals, f->nglobals, f->globals_cap) = *g;
    VEC_PUSH(f->images, f->nimages, f->images_cap) = (Image){.size = g->size};
    ENSURE(f->nglobals == f->nimages);
    VEC_RESERVE(f->global_values, f->nglobals, f->global_values_cap, 1);
    f->global_values[f->nglobals - 1] = NULL;
    return f->nglobals - 1;
}

static bool add_variable(Front *f, LLVMValueRef var) {
    LLVMTypeRef type = LLVMGlobalGetValueType(var);
    bool is_table = is_opaque_table(var), is_undefined = !is_table && LLVMIsDeclaration(var);
    u64 size = is_table ? 64 : is_undefined ? 0 : LLVMABISizeOfType(f->td, type);
    size_t len;
    const char *name = LLVMGetValueName2(var, &len);
    LLVMLinkage linkage = LLVMGetLinkage(var);
    if (size > LARGEST_GLOBAL) {
        return front_fail(f, "the variable %s is too large (%llu bytes)", name,
                          (unsigned long long)size);
    }
    u32 align = LLVMGetAlignment(var);
    Global g = {.name = arena_text(f->p->arena, name),
                .size = (u32)size,
                .align = align                   ? align
                         : LLVMTypeIsSized(type) ? LLVMABIAlignmentOfType(f->td, type)
                                                 : 1};
    g.is_undefined = is_undefined;
    if (is_undefined) {
        g.qualified = demangled_name(f->p->arena, g.name);
        g.stubs = stub_contents(f, var);
    }
    g.is_const = is_table || is_undefined || LLVMIsGlobalConstant(var);
    g.is_tls = LLVMIsThreadLocal(var);
    g.is_runtime = is_table || module_is_runtime(f, var);
    g.is_private = g.is_const && !is_undefined && (linkage == LLVMPrivateLinkage || len == 0);
    if (!g.is_runtime)
        debug_global(f, &g, var);
    ObjId id = global_add(f, &g);
    f->global_values[id] = var;
    ptrmap_put(&f->global_ids, var, id);
    return true;
}

// The address of a thread-local one is not known where nothing defines it.
static bool is_wanted(const Front *f, LLVMValueRef var) {
    if (!LLVMIsDeclaration(var) || is_opaque_table(var))
        return !LLVMIsDeclaration(var) || LLVMGetFirstUse(var);
    return module_is_undefined(f, var) && !LLVMIsThreadLocal(var);
}

bool globals_collect(Front *f) {
    global_add(f, &(Global){.name = ""});
    for (LLVMValueRef var = LLVMGetFirstGlobal(f->mod); var; var = LLVMGetNextGlobal(var))
        if (is_wanted(f, var) && !is_special(var) && !add_variable(f, var))
            return false;
    if (LLVMGetNamedFunction(f->mod, "llvm.trap") ||
        LLVMGetNamedFunction(f->mod, "llvm.debugtrap") ||
        LLVMGetNamedFunction(f->mod, "llvm.ubsantrap")) {
        f->trap_text = global_add(f, &(Global){.name = "trap",
                                               .size = 5,
                                               .align = 1,
                                               .is_const = true,
                                               .is_runtime = true,
                                               .is_private = true});
        Image *img = &f->images[f->trap_text];
        img->bytes = mem_zalloc(5);
        memcpy(img->bytes, "trap", 5);
    }
    return true;
}

// ---- contents -----------------------------------------------------------------------------------

// A block while it is filled.
typedef struct Filling {
    u32 block, size; // block is UINT32_MAX when none is open
} Filling;

static void place(Front *f, Global *g, Filling *open) {
    bool is_small = g->size <= SMALL_GLOBAL && (g->is_runtime || f->nblocks >= 24);
    u32 align = g->align ? g->align : 1;
    u32 at = (open->size + align - 1) / align * align;
    if (!is_small || open->block == UINT32_MAX || at + g->size > SMALL_BLOCK) {
        VEC_PUSH(f->blocks, f->nblocks, f->blocks_cap) = (GlobalBlock){.size = g->size};
        g->block = f->nblocks - 1;
        g->offset = 0;
        if (is_small)
            *open = (Filling){.block = g->block, .size = g->size};
        return;
    }
    g->block = open->block;
    g->offset = at;
    open->size = f->blocks[open->block].size = at + g->size;
}

static void *arena_or_null(Arena *a, const void *p, size_t size) {
    return size ? arena_copy(a, p, size) : NULL;
}

// Bytes and tags of all mutable globals of a block, which follow each other in the order of their
// ids.
static void fill_block(Front *f, u32 index, const ObjId *ids, u32 n) {
    GlobalBlock *block = &f->blocks[index];
    u8 *bytes = arena_alloc(f->p->arena, block->size ? block->size : 1);
    Tag *tags = NULL;
    u32 ntags = 0, tags_cap = 0;
    for (u32 i = 0; i < n; i++) {
        const Image *img = &f->images[ids[i]];
        u32 base = f->globals[ids[i]].offset;
        if (img->bytes)
            memcpy(bytes + base, img->bytes, img->size);
        for (u32 k = 0; k < img->ntags; k++) {
            Tag tag = img->tags[k];
            tag.off += base;
            VEC_PUSH(tags, ntags, tags_cap) = tag;
        }
    }
    block->init = bytes;
    block->tags = arena_or_null(f->p->arena, tags, ntags * sizeof *tags);
    block->ntags = ntags;
    VEC_FREE(tags, tags_cap);
}

static void fill_blocks(Front *f) {
    ObjId *ids = mem_alloc((f->nglobals + 1) * sizeof *ids);
    for (u32 block = 0; block < f->nblocks; block++) {
        u32 n = 0;
        for (ObjId id = 1; id < f->nglobals; id++) {
            const Global *g = &f->globals[id];
            if (!g->is_const && !g->is_tls && g->block == block)
                ids[n++] = id;
        }
        fill_block(f, block, ids, n);
    }
    mem_free(ids, (f->nglobals + 1) * sizeof *ids);
}

void image_give(Front *f, ObjId global, WorldKind world) {
    Image *img = &f->images[global];
    ENSURE(img->ntags == 0);
    VEC_PUSH(img->tags, img->ntags, img->tags_cap) =
        (Tag){.off = 0, .obj = cell_given(0, 1u << world).tag, .len = (u16)(f->ptr_bits / 8)};
}

static bool is_used_by_program(Front *f, LLVMValueRef value) {
    bool is = false;
    for (LLVMUseRef u = value ? LLVMGetFirstUse(value) : NULL; u && !is; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_code = LLVMIsAInstruction(user) != NULL;
        LLVMBasicBlockRef block = is_code ? LLVMGetInstructionParent(user) : NULL;
        is = block ? !module_is_runtime(f, LLVMGetBasicBlockParent(block))
                   : !LLVMIsAGlobalAlias(user);
    }
    return is;
}

// The models ask for the environment in their own way; a program that looks at the list itself
// finds none.
static bool is_looked_at_environ(Front *f, LLVMValueRef var) {
    return var && var == LLVMGetNamedGlobal(f->mod, "environ") && module_is_runtime(f, var) &&
           (is_used_by_program(f, var) ||
            is_used_by_program(f, LLVMGetNamedGlobalAlias(f->mod, "__environ", 9)));
}

bool globals_fill(Front *f) {
    Filling open[2] = {{.block = UINT32_MAX}, {.block = UINT32_MAX}};
    for (ObjId id = 1; id < f->nglobals; id++) {
        Global *g = &f->globals[id];
        Image *img = &f->images[id];
        LLVMValueRef var = f->global_values[id], init = var ? LLVMGetInitializer(var) : NULL;
        if (init && !image_write(f, img, 0, init))
            return false;
        if (is_looked_at_environ(f, var) && img->ntags == 0)
            image_give(f, id, WORLD_ENVIRONMENT);
        if (g->is_const || g->is_tls) {
            g->init = img->bytes ? arena_or_null(f->p->arena, img->bytes, img->size) : NULL;
            g->tags = arena_or_null(f->p->arena, img->tags, img->ntags * sizeof *img->tags);
            g->ntags = img->ntags;
        } else {
            place(f, g, &open[g->is_runtime]);
        }
    }
    fill_blocks(f);
    return true;
}
