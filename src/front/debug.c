// SPDX-License-Identifier: Apache-2.0
// Source positions and variables from debug information. Where there is none, or it is not understood, positions and
// names are simply absent.
#include "front/front_int.h"

#include <string.h>
#include <unistd.h>

// ---- nodes --------------------------------------------------------------------------------------

void md_open(Front *f, MdNode *node, LLVMMetadataRef md) {
    node->n = 0;
    if (!md || LLVMGetMetadataKind(md) == LLVMMDStringMetadataKind ||
        LLVMGetMetadataKind(md) == LLVMDIArgListMetadataKind) {
        return;
    }
    LLVMValueRef v = LLVMMetadataAsValue(f->ctx, md);
    u32 n = LLVMGetMDNodeNumOperands(v);
    VEC_RESERVE(node->at, 0, node->cap, n);
    LLVMGetMDNodeOperands(v, node->at);
    node->n = n;
}

LLVMMetadataRef md_child(const MdNode *node, u32 i) {
    return i < node->n && node->at[i] ? LLVMValueAsMetadata(node->at[i]) : NULL;
}

const char *md_string(Front *f, const MdNode *node, u32 i) {
    unsigned n = 0;
    if (i >= node->n || !node->at[i] || !LLVMIsAMDString(node->at[i])) {
        return "";
    }
    const char *s = LLVMGetMDString(node->at[i], &n);
    return s ? arena_printf(f->p->arena, "%.*s", (int)n, s) : "";
}

void md_close(MdNode *node) { VEC_FREE(node->at, node->cap); }

char *md_print(Front *f, LLVMMetadataRef md) { return LLVMPrintValueToString(LLVMMetadataAsValue(f->ctx, md)); }

// ---- files --------------------------------------------------------------------------------------

void debug_begin(Front *f) {
    f->cwd_size = 4096;
    f->cwd = mem_zalloc(f->cwd_size);
    if (!getcwd(f->cwd, f->cwd_size)) {
        f->cwd[0] = '\0';
    }
    VEC_PUSH(f->files, f->nfiles, f->files_cap) = "";
    VEC_PUSH(f->types, f->ntypes, f->types_cap) = (Type){.kind = TYPE_VOID, .name = ""};
}

static const char *joined(Front *f, const char *dir, const char *file) {
    while (strncmp(file, "./", 2) == 0) {
        file += 2;
    }
    return file[0] == '/' || !dir[0] || strcmp(dir, ".") == 0 ? file : arena_printf(f->p->arena, "%s/%s", dir, file);
}

// As the user gave the file, else relative to the working directory, else in full.
static const char *shown_path(Front *f, const char *dir, const char *file) {
    const char *full = joined(f, dir, file);
    for (u32 i = 0; i < f->o->nfiles; i++) {
        if (strcmp(joined(f, f->cwd, f->o->files[i]), full) == 0) {
            return f->o->files[i];
        }
    }
    size_t n = strlen(f->cwd);
    return n && strncmp(full, f->cwd, n) == 0 && full[n] == '/' ? full + n + 1 : full;
}

static u32 file_id(Front *f, LLVMMetadataRef file) {
    u32 known;
    if (!file || LLVMGetMetadataKind(file) != LLVMDIFileMetadataKind) {
        return 0;
    }
    if (ptrmap_get(&f->file_ids, file, &known)) {
        return known;
    }
    unsigned nd = 0, nf = 0;
    const char *dir = LLVMDIFileGetDirectory(file, &nd), *name = LLVMDIFileGetFilename(file, &nf);
    dir = arena_printf(f->p->arena, "%.*s", (int)nd, dir ? dir : "");
    name = arena_printf(f->p->arena, "%.*s", (int)nf, name ? name : "");
    const char *path = arena_text(f->p->arena, shown_path(f, dir, name));
    u32 id = 0;
    while (id < f->nfiles && strcmp(f->files[id], path) != 0) {
        id++;
    }
    if (id == f->nfiles) {
        VEC_PUSH(f->files, f->nfiles, f->files_cap) = path;
    }
    ptrmap_put(&f->file_ids, file, id);
    return id;
}

// ---- functions and positions --------------------------------------------------------------------

// Functions of classes and namespaces with the innermost of them before the name.
static const char *subprogram_name(Front *f, LLVMMetadataRef subprogram) {
    MdNode node = {0}, scope = {0};
    md_open(f, &node, subprogram);
    const char *name = md_string(f, &node, 2), *outer = "";
    LLVMMetadataRef in = md_child(&node, 1);
    LLVMMetadataKind kind = in ? LLVMGetMetadataKind(in) : LLVMMDStringMetadataKind;
    if (kind == LLVMDICompositeTypeMetadataKind || kind == LLVMDINamespaceMetadataKind) {
        md_open(f, &scope, in);
        outer = md_string(f, &scope, 2);
    }
    if (outer[0] && name[0]) {
        name = arena_printf(f->p->arena, "%s::%s", outer, name);
    }
    md_close(&node);
    md_close(&scope);
    return name;
}

void debug_function(Front *f, FuncId id, LLVMValueRef fn) {
    LLVMMetadataRef subprogram = LLVMGetSubprogram(fn);
    if (!subprogram) {
        return;
    }
    const char *name = subprogram_name(f, subprogram);
    if (name[0]) {
        f->funcs[id].name = name;
    }
    f->funcs[id].file = file_id(f, LLVMDIScopeGetFile(subprogram));
    f->funcs[id].line = LLVMDISubprogramGetLine(subprogram);
    ptrmap_put(&f->scope_ids, subprogram, id + 1);
}

static u32 scope_function(Front *f, LLVMMetadataRef scope, u32 depth) {
    u32 id = 0;
    if (!scope || depth == 0 || ptrmap_get(&f->scope_ids, scope, &id)) {
        return id;
    }
    LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
    if (kind == LLVMDILexicalBlockMetadataKind || kind == LLVMDILexicalBlockFileMetadataKind) {
        MdNode node = {0};
        md_open(f, &node, scope);
        id = scope_function(f, md_child(&node, 1), depth - 1);
        md_close(&node);
    }
    ptrmap_put(&f->scope_ids, scope, id);
    return id;
}

SrcLoc debug_loc(Front *f, LLVMValueRef insn, FuncId enclosing) {
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(insn);
    while (loc && LLVMDILocationGetLine(loc) == 0) {    // made by the optimiser: the call it was inlined at has a line
        loc = LLVMDILocationGetInlinedAt(loc);
    }
    if (!loc) {
        return (SrcLoc){.scope = enclosing};
    }
    LLVMMetadataRef scope = LLVMDILocationGetScope(loc);
    u32 func = scope_function(f, scope, 256);
    unsigned column = LLVMDILocationGetColumn(loc);
    return (SrcLoc){.file = scope ? file_id(f, LLVMDIScopeGetFile(scope)) : 0,
                    .line = LLVMDILocationGetLine(loc),
                    .scope = func ? func - 1 : enclosing,
                    .column = column > UINT16_MAX ? 0 : (u16)column};
}

// ---- variables ----------------------------------------------------------------------------------

static LLVMMetadataRef global_variable_node(const Front *f, LLVMValueRef var) {
    size_t n;
    LLVMMetadataRef found = NULL;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(var, &n);
    for (unsigned i = 0; i < n && !found; i++) {
        LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(entries, i);
        if (LLVMValueMetadataEntriesGetKind(entries, i) == f->kind_dbg &&
            LLVMGetMetadataKind(md) == LLVMDIGlobalVariableExpressionMetadataKind) {
            found = LLVMDIGlobalVariableExpressionGetVariable(md);
        }
    }
    LLVMDisposeValueMetadataEntries(entries);
    return found;
}

void debug_global(Front *f, Global *g, LLVMValueRef var) {
    LLVMMetadataRef md = global_variable_node(f, var);
    if (!md || LLVMGetMetadataKind(md) != LLVMDIGlobalVariableMetadataKind) {
        return;
    }
    MdNode node = {0};
    md_open(f, &node, md);
    const char *name = md_string(f, &node, 1);
    if (name[0]) {
        g->name = name;
        g->is_private = false;
    }
    g->type = ditype_id(f, md_child(&node, 3));
    g->file = file_id(f, LLVMDIVariableGetFile(md));
    g->line = LLVMDIVariableGetLine(md);
    md_close(&node);
}

static bool is_empty_expression(Front *f, LLVMMetadataRef expr) {
    u32 known;
    if (!expr || LLVMGetMetadataKind(expr) != LLVMDIExpressionMetadataKind) {
        return false;
    }
    if (!ptrmap_get(&f->empty_exprs, expr, &known)) {
        char *text = md_print(f, expr);
        known = strstr(text, "DIExpression()") != NULL;
        LLVMDisposeMessage(text);
        ptrmap_put(&f->empty_exprs, expr, known);
    }
    return known;
}

// The operand that holds a variable's value, or NO_CELL when no single one does.
static i32 variable_operand(Lower *l, LLVMValueRef where) {
    LLVMMetadataRef md = LLVMValueAsMetadata(where);
    LLVMMetadataKind kind = md ? LLVMGetMetadataKind(md) : LLVMMDStringMetadataKind;
    Cell cells[2] = {{0}};
    if (kind != LLVMLocalAsMetadataMetadataKind && kind != LLVMConstantAsMetadataMetadataKind) {
        return kind == LLVMMDTupleMetadataKind ? const_run(l->f, &(Cell){.tag = OBJ_UNDEF}, 1) : NO_CELL;
    }
    LLVMValueRef value;
    LLVMGetMDNodeOperands(where, &value);
    u32 n = type_cells(l->f, LLVMTypeOf(value));
    if (n == 0 || type_problem(l->f, LLVMTypeOf(value))) {
        return NO_CELL;
    }
    if (LLVMIsConstant(value)) {
        return n <= 2 && const_cells(l->f, value, cells) ? const_run(l->f, cells, n) : NO_CELL;
    }
    if (LLVMIsAGetElementPtrInst(value) && lower_gep_is_folded(l, value)) {
        return NO_CELL;
    }
    return operand_of(l, value);
}

void debug_variable(Lower *l, LLVMValueRef call, bool is_address) {
    Front *f = l->f;
    LLVMMetadataRef var = LLVMValueAsMetadata(LLVMGetOperand(call, 1));
    if (f->funcs[l->id].is_runtime || !var || LLVMGetMetadataKind(var) != LLVMDILocalVariableMetadataKind ||
        !is_empty_expression(f, LLVMValueAsMetadata(LLVMGetOperand(call, 2)))) {
        return;
    }
    i32 operand = variable_operand(l, LLVMGetOperand(call, 0));
    if (operand == NO_CELL) {
        return;
    }
    MdNode node = {0};
    md_open(f, &node, var);
    VarValue value = {.pc = f->ncode, .name = md_string(f, &node, 1), .operand = operand, .is_address = is_address};
    value.type = ditype_id(f, md_child(&node, 3));
    md_close(&node);
    if (value.name[0]) {
        VEC_PUSH(f->vars, f->nvars, f->vars_cap) = value;
    }
}
