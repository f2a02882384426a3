// SPDX-License-Identifier: Apache-2.0
// Source positions and variables from debug information. Where there is none, or it is not
// understood, positions and names are simply absent.
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
    if (i >= node->n || !node->at[i] || !LLVMIsAMDString(node->at[i]))
        return "";
    const char *s = LLVMGetMDString(node->at[i], &n);
    return s ? arena_printf(f->p->arena, "%.*s", (int)n, s) : "";
}

void md_close(MdNode *node) { VEC_FREE(node->at, node->cap); }

char *md_print(Front *f, LLVMMetadataRef md) {
    return LLVMPrintValueToString(LLVMMetadataAsValue(f->ctx, md));
}

// ---- files --------------------------------------------------------------------------------------

void debug_begin(Front *f) {
    f->cwd_size = 4096;
    f->cwd = mem_zalloc(f->cwd_size);
    if (!getcwd(f->cwd, f->cwd_size))
        f->cwd[0] = '\0';
    VEC_PUSH(f->files, f->nfiles, f->files_cap) = "";
    VEC_PUSH(f->types, f->ntypes, f->types_cap) = (Type){.kind = TYPE_VOID, .name = ""};
}

static const char *joined(Front *f, const char *dir, const char *file) {
    while (strncmp(file, "./", 2) == 0)
        file += 2;
    return file[0] == '/' || !dir[0] || strcmp(dir, ".") == 0
               ? file
               : arena_printf(f->p->arena, "%s/%s", dir, file);
}

// As the user gave the file, else relative to the working directory, else in full.
static const char *shown_path(Front *f, const char *full) {
    for (u32 i = 0; i < f->o->nfiles; i++)
        if (strcmp(joined(f, f->cwd, f->o->files[i]), full) == 0)
            return f->o->files[i];
    size_t n = strlen(f->cwd);
    return n && strncmp(full, f->cwd, n) == 0 && full[n] == '/' ? full + n + 1 : full;
}

static const char *full_path(Front *f, LLVMMetadataRef file) {
    unsigned nd = 0, nf = 0;
    const char *dir = LLVMDIFileGetDirectory(file, &nd), *name = LLVMDIFileGetFilename(file, &nf);
    dir = arena_printf(f->p->arena, "%.*s", (int)nd, dir ? dir : "");
    name = arena_printf(f->p->arena, "%.*s", (int)nf, name ? name : "");
    return joined(f, dir, name);
}

// Headers of the libraries, ours among them: what they define is told like our own models.
static bool is_library_path(Front *f, const char *path) {
    static const char *const folders[] = {"/usr/include/", "/usr/lib/", "/usr/lib32/",
                                          "/usr/local/include/"};
    for (u32 i = 0; i < f->o->nfiles; i++)
        if (strcmp(joined(f, f->cwd, f->o->files[i]), path) == 0)
            return false;
    bool is_library = strstr(path, "/include/cxx/bits/") != NULL;
    for (u32 i = 0; i < ARRAY_LEN(folders); i++)
        is_library |= strncmp(path, folders[i], strlen(folders[i])) == 0;
    return is_library;
}

// The file's number, times two, plus one if it belongs to a library.
static u32 file_entry(Front *f, LLVMMetadataRef file) {
    u32 known;
    if (!file || LLVMGetMetadataKind(file) != LLVMDIFileMetadataKind)
        return 0;
    if (ptrmap_get(&f->file_ids, file, &known))
        return known;
    const char *full = full_path(f, file), *path = arena_text(f->p->arena, shown_path(f, full));
    u32 id = 0;
    while (id < f->nfiles && strcmp(f->files[id], path) != 0)
        id++;
    if (id == f->nfiles)
        VEC_PUSH(f->files, f->nfiles, f->files_cap) = path;
    u32 entry = id * 2 + is_library_path(f, full);
    ptrmap_put(&f->file_ids, file, entry);
    return entry;
}

static u32 file_id(Front *f, LLVMMetadataRef file) { return file_entry(f, file) / 2; }
static bool is_library_file(Front *f, LLVMMetadataRef file) { return file_entry(f, file) % 2; }

// Headers whose functions do what their callers ask for: the order of an access is an argument.
static bool is_atomics_file(Front *f, LLVMMetadataRef file) {
    static const char *const ends[] = {"/atomic", "/bits/atomic_base.h", "/bits/atomic_wait.h",
                                       "/bits/shared_ptr_atomic.h"};
    if (!is_library_file(f, file))
        return false;
    const char *path = f->files[file_id(f, file)];
    size_t n = strlen(path);
    bool is_one = false;
    for (u32 i = 0; i < ARRAY_LEN(ends); i++) {
        size_t len = strlen(ends[i]);
        is_one |= n > len && strcmp(path + n - len, ends[i]) == 0;
    }
    return is_one;
}

// ---- functions and positions --------------------------------------------------------------------

// Adds "std::mutex::" for the classes and namespaces around; those without a name, and the
// library's own that users do not write (std::__cxx11), are left out.
static void add_scopes(Front *f, LLVMMetadataRef scope, u32 depth, Text *out) {
    LLVMMetadataKind kind = scope && depth ? LLVMGetMetadataKind(scope) : LLVMMDStringMetadataKind;
    bool is_function = kind == LLVMDISubprogramMetadataKind;
    if (kind != LLVMDICompositeTypeMetadataKind && kind != LLVMDINamespaceMetadataKind &&
        !is_function) {
        return;
    }
    MdNode node = {0};
    md_open(f, &node, scope);
    const char *name = md_string(f, &node, 2);
    add_scopes(f, md_child(&node, 1), depth - 1, out);
    if (name[0] && (name[0] != '_' || kind == LLVMDICompositeTypeMetadataKind))
        text_add(out, "%s::", name);
    md_close(&node);
}

// A class without a name: that of a lambda.
static bool is_unnamed(Front *f, LLVMMetadataRef scope) {
    MdNode node = {0};
    md_open(f, &node, scope);
    bool has_name = md_string(f, &node, 2)[0];
    md_close(&node);
    return !has_name;
}

// Functions of classes and namespaces with these before the name.
static const char *subprogram_name(Front *f, LLVMMetadataRef subprogram) {
    MdNode node = {0};
    Text text = {0};
    md_open(f, &node, subprogram);
    const char *name = md_string(f, &node, 2);
    add_scopes(f, md_child(&node, 1), 16, &text);
    bool is_lambda =
        strcmp(name, "operator()") == 0 && text.len && is_unnamed(f, md_child(&node, 1));
    if (name[0] && text.len)
        name = arena_printf(f->p->arena, "%s%s", text_str(&text), is_lambda ? "(lambda)" : name);
    text_done(&text);
    md_close(&node);
    return name;
}

// "std::vector<int, std::allocator<int> >::push_back" → "std::vector::push_back",
// "std::thread::thread" → "std::thread"
static const char *without_arguments(Front *f, const char *name) {
    Text text = {0};
    u32 depth = 0;
    for (const char *c = name; *c; c++) {
        if (strncmp(c, "operator", 8) == 0 && depth == 0) {
            text_add(&text, "operator");
            for (c += 8; *c && strchr("<>=-", *c); c++)
                text_bytes(&text, c, 1);
            c--;
            continue;
        }
        depth += *c == '<';
        if (depth == 0)
            text_bytes(&text, c, 1);
        depth -= *c == '>' && depth;
    }
    const char *whole = text_str(&text), *end = strrchr(whole, ':');
    size_t len = end ? strlen(end + 1) : 0;
    bool is_constructor = end && (size_t)(end - whole) >= len + 1 &&
                          strncmp(end - 1 - len, end + 1, len) == 0 &&
                          (end - 1 - len == whole || end[-2 - (ptrdiff_t)len] == ':');
    const char *kept = arena_printf(f->p->arena, "%.*s",
                                    (int)(is_constructor ? end - 1 - whole : text.len), whole);
    text_done(&text);
    return kept;
}

// LLVM's type of a small structure is that of a number.
static bool returns_structure(Front *f, LLVMMetadataRef subprogram) {
    MdNode node = {0}, type = {0}, types = {0};
    md_open(f, &node, subprogram);
    LLVMMetadataRef signature = md_child(&node, 4), result = NULL;
    if (signature && LLVMGetMetadataKind(signature) == LLVMDISubroutineTypeMetadataKind) {
        md_open(f, &type, signature);
        md_open(f, &types, md_child(&type, 3));
        result = types.n > 0 ? md_child(&types, 0) : NULL;
        md_close(&types);
        md_close(&type);
    }
    md_close(&node);
    TypeId id = result ? ditype_id(f, result) : 0; // it may move the types
    TypeKind kind = result ? f->types[id].kind : TYPE_VOID;
    return kind == TYPE_STRUCT || kind == TYPE_UNION;
}

void debug_function(Front *f, FuncId id, LLVMValueRef fn) {
    LLVMMetadataRef subprogram = LLVMGetSubprogram(fn);
    if (!subprogram)
        return;
    const char *name = subprogram_name(f, subprogram);
    if (is_library_file(f, LLVMDIScopeGetFile(subprogram))) {
        f->funcs[id].is_runtime = true;
        name = without_arguments(f, name);
    }
    if (name[0])
        f->funcs[id].name = name;
    if (!f->funcs[id].is_runtime && LLVMCountParams(fn) == 0 &&
        strchr("bhwdp", f->funcs[id].signature[0])) {
        f->funcs[id].returns_structure = returns_structure(f, subprogram);
    }
    f->funcs[id].file = file_id(f, LLVMDIScopeGetFile(subprogram));
    f->funcs[id].line = LLVMDISubprogramGetLine(subprogram);
    ptrmap_put(&f->scope_ids, subprogram, id + 1);
}

static u32 scope_function(Front *f, LLVMMetadataRef scope, u32 depth) {
    u32 id = 0;
    if (!scope || depth == 0 || ptrmap_get(&f->scope_ids, scope, &id))
        return id;
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
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(insn), at;
    // made by the optimiser: the call it was inlined at has a line
    while (loc && LLVMDILocationGetLine(loc) == 0)
        loc = LLVMDILocationGetInlinedAt(loc);
    // What is inlined from a library belongs to the line of the call.
    while (loc && (at = LLVMDILocationGetInlinedAt(loc)) &&
           is_library_file(f, LLVMDIScopeGetFile(LLVMDILocationGetScope(loc)))) {
        loc = at;
    }
    if (!loc)
        return (SrcLoc){.scope = enclosing};
    LLVMMetadataRef scope = LLVMDILocationGetScope(loc);
    u32 func = scope_function(f, scope, 256);
    unsigned column = LLVMDILocationGetColumn(loc);
    return (SrcLoc){.file = scope ? file_id(f, LLVMDIScopeGetFile(scope)) : 0,
                    .line = LLVMDILocationGetLine(loc),
                    .scope = func ? func - 1 : enclosing,
                    .column = column > UINT16_MAX ? 0 : (u16)column};
}

SrcLoc debug_line(Front *f, LLVMValueRef insn) {
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(insn);
    LLVMMetadataRef file = loc ? LLVMDIScopeGetFile(LLVMDILocationGetScope(loc)) : NULL;
    if (!file || is_library_file(f, file))
        return (SrcLoc){0};
    return (SrcLoc){.file = file_id(f, file), .line = LLVMDILocationGetLine(loc)};
}

bool debug_begins(Front *f, LLVMValueRef fn, Dropped *out) {
    LLVMMetadataRef subprogram = LLVMGetSubprogram(fn);
    LLVMMetadataRef file = subprogram ? LLVMDIScopeGetFile(subprogram) : NULL;
    if (!file || is_library_file(f, file))
        return false;
    out->at = (SrcLoc){.file = file_id(f, file), .line = LLVMDISubprogramGetLine(subprogram)};
    out->function = subprogram_name(f, subprogram);
    return out->at.line && out->function[0];
}

bool debug_is_users(Front *f, LLVMValueRef insn, FuncId enclosing) {
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(insn), at, file = NULL;
    if (module_is_runtime(f, f->func_values[enclosing]))
        return false;
    while (loc) {
        file = LLVMDIScopeGetFile(LLVMDILocationGetScope(loc));
        at = LLVMDILocationGetInlinedAt(loc);
        if (!at || !is_atomics_file(f, file))
            break;
        loc = at;
    }
    return loc ? !is_library_file(f, file) || is_atomics_file(f, file)
               : !f->funcs[enclosing].is_runtime;
}

// A function of a library that the optimiser has put code of the user's into is shown, but only
// that code.
static void show_users_part(Front *f, Function *func, const bool *is_library) {
    bool is_mixed = false;
    for (Pc pc = func->start; pc < func->end; pc++)
        is_mixed |= f->locs[pc].line && !is_library[f->locs[pc].file];
    for (Pc pc = func->start; pc < func->end && is_mixed; pc++)
        if (is_library[f->locs[pc].file])
            f->locs[pc].line = 0;
    if (is_mixed) {
        func->is_runtime = false;
        func->file = func->line = 0;
    }
}

void debug_finish(Front *f) {
    bool *is_library = mem_zalloc(f->nfiles);
    for (u32 i = 0; i < f->nfiles; i++)
        is_library[i] = is_library_path(f, f->files[i]);
    for (FuncId id = 0; id < f->nfuncs; id++)
        if (f->funcs[id].is_runtime && is_library[f->funcs[id].file])
            show_users_part(f, &f->funcs[id], is_library);
    mem_free(is_library, f->nfiles);
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

// The function that a static variable is in; NULL: none.
static LLVMMetadataRef function_around(Front *f, LLVMMetadataRef scope) {
    LLVMMetadataKind kind = scope ? LLVMGetMetadataKind(scope) : LLVMMDStringMetadataKind;
    while (kind == LLVMDILexicalBlockMetadataKind || kind == LLVMDILexicalBlockFileMetadataKind) {
        MdNode node = {0};
        md_open(f, &node, scope);
        scope = md_child(&node, 1);
        md_close(&node);
        kind = scope ? LLVMGetMetadataKind(scope) : LLVMMDStringMetadataKind;
    }
    return kind == LLVMDISubprogramMetadataKind ? scope : NULL;
}

static const char *qualified_name(Front *f, const Global *g, LLVMValueRef var,
                                  LLVMMetadataRef scope) {
    const char *linked = LLVMGetValueName(var), *whole = demangled_name(f->p->arena, linked);
    LLVMMetadataRef function = function_around(f, scope);
    if (function)
        return arena_printf(f->p->arena, "%s::%s", subprogram_name(f, function), g->name);
    return whole != linked && strcmp(whole, g->name) != 0 ? whole : NULL;
}

// What says whether a static variable of a C++ function is initialised is named after that
// variable.
static LLVMValueRef guarded_variable(Front *f, LLVMValueRef guard) {
    const char *name = LLVMGetValueName(guard);
    return strncmp(name, "_ZGV", 4) == 0
               ? LLVMGetNamedGlobal(f->mod, arena_printf(f->p->arena, "_Z%s", name + 4))
               : NULL;
}

static void name_guard(Front *f, Global *g, LLVMValueRef variable) {
    Global guarded = {.name = g->name};
    debug_global(f, &guarded, variable);
    g->name = arena_printf(f->p->arena, "guard of %s",
                           guarded.qualified ? guarded.qualified : guarded.name);
}

void debug_global(Front *f, Global *g, LLVMValueRef var) {
    LLVMValueRef variable = guarded_variable(f, var);
    if (variable) {
        name_guard(f, g, variable);
        return;
    }
    LLVMMetadataRef md = global_variable_node(f, var);
    if (!md || LLVMGetMetadataKind(md) != LLVMDIGlobalVariableMetadataKind)
        return;
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
    g->qualified = qualified_name(f, g, var, md_child(&node, 0));
    md_close(&node);
}

static bool is_empty_expression(Front *f, LLVMMetadataRef expr) {
    u32 known;
    if (!expr || LLVMGetMetadataKind(expr) != LLVMDIExpressionMetadataKind)
        return false;
    if (!ptrmap_get(&f->empty_exprs, expr, &known)) {
        char *text = md_print(f, expr);
        known = strstr(text, "DIExpression()") != NULL;
        LLVMDisposeMessage(text);
        ptrmap_put(&f->empty_exprs, expr, known);
    }
    return known;
}

static i32 no_value(Lower *l) { return const_run(l->f, (Cell[]){cell_unwritten()}, 1); }

// The operand that holds a variable's value, or NO_CELL when no single one does. *offset is to be
// added to it.
static i32 variable_operand(Lower *l, LLVMValueRef where, i32 *offset) {
    LLVMMetadataRef md = LLVMValueAsMetadata(where);
    LLVMMetadataKind kind = md ? LLVMGetMetadataKind(md) : LLVMMDStringMetadataKind;
    Cell cells[2] = {{0}};
    if (kind != LLVMLocalAsMetadataMetadataKind && kind != LLVMConstantAsMetadataMetadataKind)
        return kind == LLVMMDTupleMetadataKind ? no_value(l) : NO_CELL;
    LLVMValueRef value;
    LLVMGetMDNodeOperands(where, &value);
    u32 n = type_cells(l->f, LLVMTypeOf(value));
    if (n == 0 || type_problem(l->f, LLVMTypeOf(value)))
        return NO_CELL;
    if (LLVMIsConstant(value))
        return n <= 2 && const_cells(l->f, value, cells) ? const_run(l->f, cells, n) : NO_CELL;
    if (LLVMIsAGetElementPtrInst(value) && lower_gep_is_folded(l, value))
        return lower_folded_gep(l, value, offset);
    return operand_of(l, value);
}

void debug_variable(Lower *l, LLVMValueRef call, bool is_address) {
    Front *f = l->f;
    LLVMMetadataRef var = LLVMValueAsMetadata(LLVMGetOperand(call, 1));
    if (module_is_runtime(f, f->func_values[l->id]) || !var ||
        LLVMGetMetadataKind(var) != LLVMDILocalVariableMetadataKind ||
        is_library_file(f, LLVMDIScopeGetFile(LLVMDIVariableGetScope(var)))) {
        return;
    }
    i32 offset = 0, operand = NO_CELL;
    if (is_empty_expression(f, LLVMValueAsMetadata(LLVMGetOperand(call, 2))))
        operand = variable_operand(l, LLVMGetOperand(call, 0), &offset);
    if (operand == NO_CELL && is_address)
        return;
    // so that nobody takes an older value for the present one
    operand = operand == NO_CELL ? no_value(l) : operand;
    MdNode node = {0};
    md_open(f, &node, var);
    VarValue value = {.pc = f->ncode,
                      .name = md_string(f, &node, 1),
                      .operand = operand,
                      .offset = offset,
                      .is_address = is_address};
    value.type = ditype_id(f, md_child(&node, 3));
    md_close(&node);
    if (value.name[0])
        VEC_PUSH(f->vars, f->nvars, f->vars_cap) = value;
}
