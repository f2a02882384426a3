// SPDX-License-Identifier: Apache-2.0
// The inside of front. The way of the data: driver.c (clang, inputs) → module.c (parse, link,
// passes; promote.c) → unit.c (ids, tables) → lower*.c (code), constant.c (constants), global.c
// (globals), debug.c and ditype.c (sources).
#ifndef HEDDLE_FRONT_INT_H
#define HEDDLE_FRONT_INT_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "base/table.h"
#include "front/front.h"

#define NO_CELL INT32_MIN // no operand: neither a cell nor a constant

// Map from addresses of LLVM's objects to numbers, which may be 0.
typedef Table PtrMap;

static inline void ptrmap_put(PtrMap *m, const void *key, u32 val) {
    ENSURE(key);
    *table_add(m, (u64)(uintptr_t)key, PLAIN_KEY) = val;
}

// False, and val stays as it is, if the address has no number.
static inline bool ptrmap_get(const PtrMap *m, const void *key, u32 *val) {
    u32 found;
    if (!table_find(m, (u64)(uintptr_t)key, PLAIN_KEY, &found))
        return false;
    *val = found;
    return true;
}

// A growing list of initial contents.
typedef struct Image {
    u8 *bytes; // NULL while all zero
    u32 size;
    Tag *tags;
    u32 ntags, tags_cap;
} Image;

// A label constant whose code position is known only when its function has been lowered.
typedef struct LabelConst {
    u32 index;            // in consts
    LLVMValueRef address; // the BlockAddress
} LabelConst;

// A typedef or qualified type and what it stands for.
typedef struct TypeAlias {
    TypeId id, of;
} TypeAlias;

// Everything while one program is built. Tables grow here and are copied to the program's arena at
// the end.
typedef struct Front {
    const FrontOptions *o;
    Diag *d;
    bool has_failed;          // d holds the reason
    bool has_events;          // calls of heddle_ap mean something
    bool has_signals;         // one may come while a thread waits
    bool handlers_may_cancel; // so a thread may come to interrupt others wherever it stands
    LLVMContextRef ctx;
    LLVMModuleRef mod;
    LLVMTargetDataRef td;
    Program *p;
    bool knows_asserts; // every run that comes by an assertion takes a branch in its line
    u32 ptr_bits;
    unsigned kind_byval, kind_sret, kind_align, kind_signext, kind_runtime, kind_dbg;

    PtrMap func_ids;             // LLVM function → FuncId; declarations are absent
    PtrMap global_ids;           // LLVM global → ObjId
    LLVMValueRef *func_values;   // by FuncId; NULL for the entry function
    LLVMValueRef *global_values; // by ObjId; NULL for the ones we add
    u32 func_values_cap, global_values_cap;
    PtrMap label_pcs;  // basic block whose address is taken → code position + 1
    bool labels_known; // all functions are lowered
    ObjId trap_text;   // the text of llvm.trap, 0 if there is none
    ObjId argv, envp;  // 0 unless main takes them

    Insn *code;
    SrcLoc *locs;
    i32 *pool;
    Cell *consts;
    CallInfo *calls;
    VarArg *varargs;
    const char **notes, **events;
    Undefined *undefined;
    SrcLoc *uncalled;
    Dropped *dropped;
    Function *funcs;
    Global *globals;
    GlobalBlock *blocks;
    const char **files;
    Type *types;
    VarValue *vars;
    Image *images; // by ObjId
    u32 ncode, code_cap, nlocs, locs_cap, npool, pool_cap, nconsts, consts_cap, ncalls, calls_cap;
    u32 nvarargs, varargs_cap, nnotes, notes_cap, nundefined, undefined_cap, nuncalled,
        uncalled_cap, ndropped, dropped_cap, nfuncs, funcs_cap, nglobals, globals_cap;
    u32 nevents, events_cap, nblocks, blocks_cap, nfiles, files_cap, ntypes, types_cap, nvars,
        vars_cap, nimages, images_cap;

    Table const_runs; // from hash and length of a run of cells to 1 + its index in consts
    LabelConst *labels;
    u32 nlabels, labels_cap;

    PtrMap file_ids, type_ids; // debug info → index
    PtrMap scope_ids;          // scope → FuncId + 1, 0 if its function is not in the program
    PtrMap empty_exprs;        // DIExpression → 1 if it is empty
    TypeAlias *type_aliases;
    u32 ntype_aliases, type_aliases_cap;
    TypeId void_type;
    char *cwd;
    u32 cwd_size;
    Text llvm_text; // errors that LLVM reported
} Front;

// always false; keeps the first message
bool front_fail(Front *f, const char *fmt, ...) PRINTF_LIKE(2, 3);

// ---- driver.c, module.c, promote.c, flow.c, scope.c, block.c ------------------------------------

// All of loading but compiling: paths[i] is the LLVM file of o->files[i]. NULL with a message.
Program *unit_load(const FrontOptions *o, const char **paths, Diag *d);

bool front_is_optimized(const FrontOptions *o);
// Something that the user should know and that is no failure.
void front_notice(const FrontOptions *o, const char *fmt, ...) PRINTF_LIKE(2, 3);
bool front_is_source(const char *file); // not LLVM's code
// The path of a temporary file with these contents; NULL with a message.
const char *temp_write(const Text *contents, Arena *arena, Diag *d);

// stub.c: whether the list of --stub can be read; gives bodies to functions that it names, before
// the models are linked.
bool stub_check(const char *list, Diag *d);
bool stub_replace(Front *f);
// Gives bodies and contents to what nothing has defined, when the models are linked; adds to what
// must be kept.
bool stub_define(Front *f, Text *kept);
// The kinds that a function can be replaced by: "nondet|0|abort", or fewer.
const char *stub_kinds(LLVMValueRef fn);
// The same of a variable: "nondet|0", or fewer.
const char *stub_contents(const Front *f, LLVMValueRef var);
// An unknown truth, where the builder stands.
LLVMValueRef stub_truth(Front *f, LLVMBuilderRef b);

// world.c: whether sources without -m32 or -m64 must be compiled with -m32, since that is what they
// were made for. Tells what it has decided, and where the options decide otherwise.
bool world_is_narrow(const FrontOptions *o, Arena *arena);

bool module_build(Front *f, const char **paths);
// The library models have a function of this name that others can link to.
bool module_runtime_defines(u32 ptr_bits, const char *name);
void module_add_pointer(Front *f, const char *name); // a variable of the machine's
void module_keep(Text *list, const char *name); // adds to what must stay though nothing uses it
// A function or variable that is used and that neither the program nor a model defines; a weak one
// is null instead.
bool module_is_undefined(const Front *f, LLVMValueRef v);
Definer module_definer(LLVMValueRef v);
void module_list_undefined(Front *f);
// promote.c: rounds of promote_begin, which gives the number of locals, mem2reg, and promote_end,
// until no local goes away.
void promote_prepare(LLVMModuleRef mod);
u32 promote_begin(LLVMModuleRef mod);
void promote_end(LLVMModuleRef mod);

// flow.c: marks the locals that are needed somewhere without being set on every path before.
// `event` says what an instruction does to the local that is its operand of that number.
typedef enum FlowEvent { FLOW_NONE, FLOW_SET, FLOW_CLEAR, FLOW_NEED } FlowEvent;
typedef FlowEvent FlowFn(LLVMValueRef insn, u32 operand);
void flow_find_unmet(LLVMValueRef fn, const LLVMValueRef *locals, u32 n, FlowFn *event,
                     bool *is_unmet);

// scope.c: whether an instruction is one of clang's marks for the scope of a local, its operand 1.
typedef enum ScopeMark { SCOPE_NONE, SCOPE_START, SCOPE_END } ScopeMark;
ScopeMark scope_marker(LLVMValueRef insn);
bool scope_is_marked(LLVMValueRef local);
void scope_straighten(LLVMBuilderRef builder, LLVMValueRef fn);
// block.c: adds the marks that clang leaves out, to code that it has just made of source without
// optimising.
void block_mark_scopes(Front *f, LLVMModuleRef mod);
bool module_is_runtime(const Front *f, LLVMValueRef global);
// protect.c: whether LLVM code on disk may hold functions that the optimiser must leave alone;
// marks them in it, false if it has none.
bool protect_is_mentioned(const char *path);
bool protect_functions(const char *path);
// Changes LLVM code on disk, that clang has written; false if it has not changed.
typedef bool BitcodeEdit(LLVMContextRef ctx, LLVMModuleRef mod, const void *arg);
bool bitcode_edit(const char *path, BitcodeEdit *edit, const void *arg);
LLVMValueRef strip_alias(LLVMValueRef v); // what an alias stands for; v if it is none

// ---- accept.c, complaint.c, dialect.c -----------------------------------------------------------

typedef struct Names {
    const char **at;
    u32 n, cap;
} Names;

// The options with those for clang so that it takes what gcc takes.
FrontOptions accept_options(const FrontOptions *o, Arena *arena);
FrontOptions options_with(const FrontOptions *o, const char *arg, Arena *arena); // one more
FrontOptions options_of(const FrontOptions *o, u32 file, Arena *arena); // those of one file
// Runs clang, or tries to; false with a message if it fails. What it says goes to `said`.
bool clang_run(const char *const *argv, const char *file, Text *said, Arena *arena, Diag *d);

// From what clang has said: options that it does not know; functions that were called before they
// were found to be of another type; the groups of warnings that were errors. Each once.
void complaint_unknown(const Text *said, Names *out, Arena *arena);
void complaint_implicit(const Text *said, Names *out, Arena *arena);
void complaint_groups(const Text *said, Names *out, Arena *arena);
const char *complaint_reason(const Text *said); // more words about an error; NULL: there are none

// An attribute that clang refuses unless the condition holds.
#define DIALECT_ORDER(condition)                                                                   \
    "annotate(\"\", sizeof(struct { char c; _Static_assert(" condition                             \
    ", \"big-endian structures\"); }))"
// Adds an option that gives clang the sources without what only gcc understands. False with a
// message.
bool dialect_rewrite_all(FrontOptions *o, Arena *arena, Diag *d);

// ---- inline.c -----------------------------------------------------------------------------------

// The functions of the sources, which have become paths[i], and of the models.
typedef struct Symbols Symbols;
Symbols *symbols_new(const FrontOptions *o, const char **paths);
void symbols_free(Symbols *s);
bool symbols_lacks(const Symbols *s, u32 file); // the file uses a function that nobody defines
// Adds those that nobody defines and that have a body in `probe`, LLVM code in which clang has left
// the bodies of all inline functions.
void symbols_bodies(const Symbols *s, const char *probe, Arena *arena, Names *out);
// Declarations that make clang keep the bodies, to stand behind the source.
void inline_declare(const Names *names, Text *code);
// Makes them the file's own; false if it cannot be written.
bool inline_make_static(const char *path, const Names *names);

// ---- uncalled.c ---------------------------------------------------------------------------------

typedef struct MaybeUncalled {
    SrcLoc at;
    const char *function;
} MaybeUncalled;
typedef struct MaybeDropped {
    Dropped line;
    const char *function;
} MaybeDropped;
typedef struct Uncalled {
    MaybeUncalled *all;
    u32 n, cap;
    MaybeDropped *lines;
    u32 nlines, lines_cap;
} Uncalled;
// Notes the assertions of the user's functions, and if that is asked for all of their lines; then,
// when those that nothing uses are gone, keeps theirs for the program.
void uncalled_note(Front *f, Uncalled *u);
void uncalled_keep(Front *f, Uncalled *u);
bool uncalled_is_failure(LLVMValueRef v); // the call that an assertion ends with

// ---- demangle.c ---------------------------------------------------------------------------------

// "std::mutex::lock" for "_ZNSt5mutex4lockEv"; a name that is not mangled, or not understood, as it
// is.
const char *demangled_name(Arena *arena, const char *name);

// ---- endless.c ----------------------------------------------------------------------------------

bool endless_seems(Front *f); // to start threads without end
// Loops that start threads, and count to a number that the code does not tell, end at any time.
void endless_forget(Front *f);

// ---- event.c ------------------------------------------------------------------------------------

// Before the models are linked: lists the events of the program, and leaves out what says that they
// happen, if nobody looks at them.
void event_prepare(Front *f);
void event_apply(Front *f);                           // when they are linked
bool event_is_in(const char *path, const char *name); // the code has a literal event of this name

// ---- place.c ------------------------------------------------------------------------------------

// Looks for the places of the options in code that clang has written.
typedef struct PlaceSearch PlaceSearch;
PlaceSearch *place_search_new(const FrontOptions *o);
void place_search_free(PlaceSearch *s);
void place_search(PlaceSearch *s, const char *path);
// False with a message if one is nowhere; names of labels alone get their function.
// `is_partial`: it may be elsewhere.
bool place_search_ends(PlaceSearch *s, FrontPlace *places, bool is_partial, Arena *arena, Diag *d);
// Has the threads that come to them say so, in such code; false if it has none.
bool place_mark(const char *path, const FrontOptions *o);

// Before the models are linked: places that only LLVM code of the user's has are marked there.
bool place_prepare(Front *f);
// When they are linked: tells them who is asked about, or leaves out what nobody asks for.
bool place_apply(Front *f);

// ---- config.c -----------------------------------------------------------------------------------

// Gives the options to the library models, which are linked in already. False: a file cannot be
// read.
bool config_apply(Front *f);
// Before the models are linked: leaves out what they do about signals where the program has no use
// for it.
void config_signals(Front *f);
// Calls of a function that does nothing in this program, and returns nothing, are left out: there
// is not even an instruction.
void config_forget_calls(Front *f, const char *name);
void config_set_int(Front *f, const char *name,
                    i64 value); // a constant of the models, if it is there

typedef enum CalleeKind {
    CALLEE_BODY,
    CALLEE_INTRINSIC,
    CALLEE_TRAP,
    CALLEE_BULK,
    CALLEE_FMOD,
    CALLEE_NULL,
    CALLEE_MISSING
} CalleeKind;
// What a direct call of fn means; a trap's id goes to *trap.
CalleeKind callee_kind(const Front *f, LLVMValueRef fn, TrapId *trap);

// ---- types.c ------------------------------------------------------------------------------------

// One scalar part of a value: its cells start at `cell`, its bytes in memory at `offset`.
typedef struct Leaf {
    LLVMTypeRef type;
    u64 offset;
    u32 cell;
} Leaf;
typedef struct Leaves {
    Leaf *at;
    u32 n, cap;
} Leaves;
void type_leaves(const Front *f, LLVMTypeRef type, Leaves *out); // appends to an empty list

u32 type_cells(const Front *f, LLVMTypeRef type);
u32 type_bits(const Front *f, LLVMTypeRef type); // of a scalar
u64 type_store_size(const Front *f, LLVMTypeRef type);
// NULL if values of the type can be handled, otherwise what is wrong with it.
const char *type_problem(const Front *f, LLVMTypeRef type);
bool type_is_vector(LLVMTypeRef type);
LLVMTypeRef type_scalar(LLVMTypeRef type); // the element of a vector, else the type itself
u32 type_lanes(LLVMTypeRef type);          // of a vector, else 1
bool type_is_float(LLVMTypeRef type, FloatKind *kind); // of a scalar
static inline bool type_is_aggregate(LLVMTypeRef t) {
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMStructTypeKind || k == LLVMArrayTypeKind;
}

// ---- constant.c ---------------------------------------------------------------------------------

i32 const_run(Front *f, const Cell *cells, u32 n); // operand of a run of constant cells
i32 const_num(Front *f, u64 v);
i32 const_wide(Front *f, u64 low, u64 high);
i32 const_label(Front *f, LLVMValueRef block_address);
// The cells of a constant; false if computing it needs code (or, in labels, code that is not
// lowered yet).
bool const_cells(Front *f, LLVMValueRef v, Cell *out);
void const_patch_labels(Front *f);
// Adds the constant's bytes at `at`; false with a message.
bool image_write(Front *f, Image *img, u64 at, LLVMValueRef v);
void image_done(Image *img);
// The pointer at the start of a global is what the world gives.
void image_give(Front *f, ObjId global, WorldKind world);

// ---- global.c, entry.c --------------------------------------------------------------------------

bool globals_collect(Front *f);              // gives every global its object id
bool globals_fill(Front *f);                 // initial contents and blocks, when labels are known
ObjId global_add(Front *f, const Global *g); // one of our own; its image starts zero
void entry_plan(Front *f);                   // adds argv and the function id of _start
void entry_lower(Front *f);

// ---- debug.c, ditype.c --------------------------------------------------------------------------

typedef struct Lower Lower;
void debug_begin(Front *f);
// Shows, of library functions, what the optimiser has put into them from the user's code. When all
// is lowered.
void debug_finish(Front *f);
void debug_function(Front *f, FuncId id, LLVMValueRef fn);
void debug_global(Front *f, Global *g, LLVMValueRef var);
SrcLoc debug_loc(Front *f, LLVMValueRef insn, FuncId enclosing);
// File and line alone, which needs no numbers of functions; nothing for code of libraries.
SrcLoc debug_line(Front *f, LLVMValueRef insn);
// Where a function of the user's begins, and its name; false: it is not known, or a library's.
bool debug_begins(Front *f, LLVMValueRef fn, Dropped *out);
// Whether the program, not a library, says in which order others see the access.
bool debug_is_users(Front *f, LLVMValueRef insn, FuncId enclosing);
// llvm.dbg.declare or llvm.dbg.value
void debug_variable(Lower *l, LLVMValueRef call, bool is_address);

// Operands of a debug node: how many, and the i-th (NULL if absent), valid until the next call for
// another node.
typedef struct MdNode {
    LLVMValueRef *at;
    u32 n, cap;
} MdNode;
void md_open(Front *f, MdNode *node, LLVMMetadataRef md);
LLVMMetadataRef md_child(const MdNode *node, u32 i);
const char *md_string(Front *f, const MdNode *node, u32 i); // in the arena; "" if absent
void md_close(MdNode *node);
char *md_print(Front *f, LLVMMetadataRef md); // to be given to LLVMDisposeMessage

TypeId ditype_id(Front *f, LLVMMetadataRef type);
void ditype_finish(Front *f); // completes typedefs of types that were in work

// ---- lowering -----------------------------------------------------------------------------------

typedef struct BlockInfo {
    LLVMBasicBlockRef bb;
    Pc start;    // main entry
    i32 staging; // first staging cell when an indirect jump brings phi values, else NO_CELL
    bool has_phi, is_label; // label: its address is taken
} BlockInfo;

typedef enum FixField { FIX_A, FIX_B, FIX_C, FIX_POOL } FixField;
typedef struct Fixup {
    u32 at; // instruction or pool position
    FixField field;
    u32 block;
} Fixup;

// One function in work.
struct Lower {
    Front *f;
    LLVMValueRef fn;
    FuncId id;
    u32 ncells;
    PtrMap vals; // LLVM value → operand
    PtrMap block_ids;
    BlockInfo *blocks;
    u32 nblocks, blocks_cap;
    Fixup *fixups;
    u32 nfixups, fixups_cap;
    PtrMap scoped;    // locals that exist only from a mark to a mark
    PtrMap reentered; // locals whose marks do not count: longjmp may come back into their scope
    bool has_scopes;  // marks of scopes count in this function
    u32 scope_end;    // behind the END instruction that the next mark can join; 0: none
    SrcLoc *asserts;  // where it has assertions
    u32 nasserts, asserts_cap;
    SrcLoc loc;
};

void lower_function(Front *f, FuncId id);

i32 cells_new(Lower *l, u32 n);
i32 cell_at(i32 operand, u32 i);          // the i-th cell of a value
i32 operand_of(Lower *l, LLVMValueRef v); // of a value that is read here; may emit code
i32 result_of(Lower *l, LLVMValueRef v);  // cells of a value that is defined here
Insn *emit(Lower *l, Op op, i32 dst, i32 a, i32 b, i32 c, u32 aux);
i32 emit_new(Lower *l, Op op, i32 a, i32 b, i32 c, u32 aux); // into a new cell
void emit_move(Lower *l, i32 dst, i32 src, u32 n);
void emit_unsupported(Lower *l, const char *fmt, ...) PRINTF_LIKE(2, 3);

void lower_insn(Lower *l, LLVMValueRef v); // everything but phis and terminators
bool lower_is_alias(const Lower *l, LLVMValueRef v, LLVMValueRef *of, u32 *cell);
// An operator (instruction or constant expression) into dst.
void lower_operator(Lower *l, LLVMValueRef v, LLVMOpcode op, i32 dst);

// lower_int.c: one integer operation of any width up to 128 bits.
Op int_op(u32 bits, Op128 which);
void int_arith(Lower *l, Op128 which, u32 bits, u32 flags, i32 dst, i32 a, i32 b);
void int_compare(Lower *l, LLVMIntPredicate pred, u32 bits, i32 dst, i32 a, i32 b);
void int_resize(Lower *l, u32 from, u32 to, bool is_signed, i32 dst, i32 src);
i32 int_pointer_index(Lower *l, LLVMValueRef index, u32 lane);
void lower_cast(Lower *l, LLVMValueRef v, LLVMOpcode op, i32 dst);
void lower_bits(Lower *l, const i32 *src, u32 nsrc, u32 src_bits, const i32 *dst, u32 ndst,
                u32 dst_bits);

// lower_mem.c
bool lower_gep_is_folded(const Lower *l, LLVMValueRef gep);
i32 lower_folded_gep(Lower *l, LLVMValueRef gep, i32 *offset); // what it would be computed from
void lower_gep(Lower *l, LLVMValueRef gep, i32 dst);
void lower_alloca(Lower *l, LLVMValueRef v);
void emit_alloca(Lower *l, LLVMValueRef v);
u32 alloca_log_align(LLVMValueRef v);
void lower_note(Lower *l, BoundKind bound); // a run that comes here has met it
void lower_order(Lower *l, LLVMValueRef v); // notes that the verdict stands on an order of accesses
// MemFlags of a load, a store or an atomic operation.
u32 order_flags(const Lower *l, LLVMValueRef v);
u32 order_of_fence(LLVMValueRef v);
// If data races depend on what happens before what, the program gets a variable for it.
void order_track(Front *f, Text *kept);
void lower_load(Lower *l, LLVMValueRef v);
void lower_store(Lower *l, LLVMValueRef v);
void lower_rmw(Lower *l, LLVMValueRef v);
void lower_cmpxchg(Lower *l, LLVMValueRef v);
void lower_memcpy(Lower *l, i32 to, i32 from, i32 len, bool is_move);
void lower_memset(Lower *l, i32 to, i32 byte, i32 len);
i32 lower_alloca_new(Lower *l, u64 size, u32 align);
bool gep_constant_offset(const Front *f, LLVMValueRef gep, i64 *offset);

// scope.c
void scope_plan(Lower *l);
void lower_scope(Lower *l, LLVMValueRef v);

// lower_call.c, lower_intrinsic.c, lower_asm.c
void lower_call(Lower *l, LLVMValueRef v);
void lower_intrinsic(Lower *l, LLVMValueRef v, LLVMValueRef callee);
bool intrinsic_passes_through(LLVMValueRef callee); // the result is the first argument
void lower_asm(Lower *l, LLVMValueRef v, LLVMValueRef text);
// Whether assembly outside of functions can be left out; false with a message. When all is linked.
bool asm_check_outside(Front *f);
void emit_call(Lower *l, FuncId callee, const i32 *args, u32 nargs, i32 dst, u32 ret_cells);
void emit_trap(Lower *l, TrapId trap, const i32 *args, u32 nargs, i32 dst, u32 bits);

#endif
