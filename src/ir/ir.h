// SPDX-License-Identifier: Apache-2.0
// ir: the lowered program. Immutable once the front end has built it; no LLVM, no execution.
#ifndef HEDDLE_IR_H
#define HEDDLE_IR_H

#include "base/base.h"

// ---- values -------------------------------------------------------------------------------------

typedef u32 ObjId; // an object; 0 is "none" (null pointers and plain numbers)
typedef u32 FuncId;
typedef u32 TypeId; // index into Program.types; 0 is "unknown type"
typedef u32 Pc;     // index into Program.code

#define OBJ_NONE 0u
#define FUNC_NONE 0xffffffffu
#define OBJ_UNDEF 0xffffffffu   // tag of a value that was never written
#define OBJ_ADDRESS 0xfffffffeu // tag of a number computed from an address: nobody knows it
#define OBJ_GIVEN 0xffff0000u   // plus a set of conditions: tag of a number that stands on them
#define OBJ_GONE 0xfffeffffu    // an object that is not there: a pointer to it points to nothing
#define OBJ_SLOT 0xfffefffeu    // where states are compared: some unknown value

// A register. `v` holds the value zero-extended from its width. A pointer is (tag, v): the object
// and the byte offset in it; a plain number has tag 0, an uninitialised value tag OBJ_UNDEF and v
// 0, a number that depends on where objects lie in memory tag OBJ_ADDRESS and v 0. An unknown
// (nondeterministic) value has the tag of an object of kind OBJ_UNKNOWN and v 0; a pointer with an
// unknown offset that of one of kind OBJ_SPOT. A number that the world gave, or that was computed
// from such, has tag OBJ_GIVEN plus the set of the conditions that it stands on (bits of
// WorldKind), and v is the number. Nobody but the functions below compares a tag with these
// constants.
//
// part: 0 for a whole tagged value; otherwise (first << 8 | length) of the bytes of one that a
// narrow load took. With OBJ_UNDEF: 0 if nothing of it was written; PART_MIXED | mask if only the
// bytes in the mask were not, and v has the others; PART_BIT, also with OBJ_ADDRESS: the result of
// a comparison, so 0 or 1.
enum { PART_BIT = 1, PART_MIXED = 0x100 };
typedef struct Cell {
    u64 v;
    ObjId tag;
    u32 part;
} Cell;

// What a tag alone says of a value, in a register or in memory.
typedef enum TagClass {
    TAG_IS_NUMBER,   // a plain number; a null pointer is one
    TAG_IS_OBJECT,   // a pointer into the object, or the unknown value that it stands for
    TAG_IS_GIVEN,    // a number that stands on conditions
    TAG_IS_ADDRESS,  // a number that depends on where objects lie in memory: nobody knows it
    TAG_IS_UNWRITTEN // never written, in part or as a whole
} TagClass;
// What a cell holds. Who has the objects tells pointers, spots and unknown values from each other:
// vm_cell_kind.
typedef enum CellKind {
    CELL_NUMBER,
    CELL_POINTER,
    CELL_UNKNOWN,
    CELL_SPOT, // a pointer into an object, at an unknown offset
    CELL_GIVEN,
    CELL_ADDRESS,
    CELL_UNWRITTEN
} CellKind;

static inline TagClass tag_class(ObjId tag) {
    return tag == OBJ_NONE      ? TAG_IS_NUMBER
           : tag < OBJ_GIVEN    ? TAG_IS_OBJECT
           : tag < OBJ_ADDRESS  ? TAG_IS_GIVEN
           : tag == OBJ_ADDRESS ? TAG_IS_ADDRESS
                                : TAG_IS_UNWRITTEN;
}
static inline bool tag_names_object(ObjId tag) { return tag - 1 < OBJ_GIVEN - 1; }
// One of those that are made while the program runs; `first` is program_first_dynamic.
static inline bool tag_is_dynamic(ObjId tag, ObjId first) {
    return tag - first < OBJ_GIVEN - first;
}
// So many ids from `first` on are ids of objects, and are none of those with a meaning of their
// own.
static inline bool tags_are_objects(ObjId first, u32 n) { return first && first < OBJ_SLOT - n; }
static inline bool cell_is_number(Cell c) { return c.tag == OBJ_NONE; }
static inline bool cells_are_numbers(Cell a, Cell b) { return !(a.tag | b.tag); }
static inline bool tag_is_given(ObjId tag) { return tag - OBJ_GIVEN < OBJ_ADDRESS - OBJ_GIVEN; }
// The conditions that a value stands on; none, unless it is given.
static inline u32 tag_conditions(ObjId tag) { return tag_is_given(tag) ? tag - OBJ_GIVEN : 0; }
static inline bool cell_is_given(Cell c) { return tag_is_given(c.tag); }
// It is a number, plain or given.
static inline bool cell_has_number(Cell c) { return c.tag == OBJ_NONE || tag_is_given(c.tag); }
static inline bool cell_is_address(Cell c) { return c.tag == OBJ_ADDRESS; }
static inline bool cell_is_unwritten(Cell c) { return c.tag == OBJ_UNDEF; }
// It has no value; nor has what is computed from it.
static inline bool cell_spreads(Cell c) { return c.tag >= OBJ_ADDRESS; }

static inline Cell cell_number(u64 v) { return (Cell){v, OBJ_NONE, 0}; }
static inline Cell cell_given(u64 v, u32 conditions) {
    return (Cell){v, conditions ? OBJ_GIVEN + conditions : OBJ_NONE, 0};
}
// Into no object: a number.
static inline Cell cell_pointer(ObjId obj, u64 offset) { return (Cell){offset, obj, 0}; }
static inline Cell cell_address(void) { return (Cell){0, OBJ_ADDRESS, 0}; }
static inline Cell cell_unwritten(void) { return (Cell){0, OBJ_UNDEF, 0}; }
// v, of which the bytes in the mask were not written.
static inline Cell cell_partly_written(u64 v, u32 mask) {
    return (Cell){v, OBJ_UNDEF, PART_MIXED | mask};
}

// Whether a cell is as promised above.
static inline bool cell_is_formed(Cell c) {
    switch (tag_class(c.tag)) {
    case TAG_IS_NUMBER: return c.part == 0;
    case TAG_IS_GIVEN: return c.part == 0 && c.tag != OBJ_GIVEN;
    case TAG_IS_OBJECT: return c.part == 0 || (c.part & 0xff) != 0;
    case TAG_IS_ADDRESS: return c.v == 0 && (c.part == 0 || c.part == PART_BIT);
    case TAG_IS_UNWRITTEN: break;
    }
    if (!(c.part & PART_MIXED))
        return c.v == 0 && (c.part == 0 || c.part == PART_BIT);
    for (u32 i = 0; i < 8; i++)
        if ((c.part >> i & 1) && (c.v >> 8 * i & 0xff))
            return false;
    return (c.part & 0xff) != 0;
}
static inline bool cells_are_formed(const Cell *c, u32 n) {
    u32 i = 0;
    while (i < n && cell_is_formed(c[i]))
        i++;
    return i == n;
}

// ---- instructions -------------------------------------------------------------------------------

typedef enum Op {
#define OP(name, dst, a, b, c, effect) OP_##name,
#include "ir/ops.def"
#undef OP
    OP_COUNT
} Op;

typedef struct Insn {
    u16 op; // Op
    u16 aux;
    i32 dst, a, b, c;
} Insn;

typedef enum Role {
    ROLE__,
    ROLE_IM,
    ROLE_W1,
    ROLE_W2,
    ROLE_W3,
    ROLE_WN,
    ROLE_WR,
    ROLE_WT,
    ROLE_R1,
    ROLE_R2,
    ROLE_RN,
    ROLE_TG,
    ROLE_FN,
    ROLE_PL,
    ROLE_SW
} Role;
typedef enum Effect {
    EFFECT_PURE,
    EFFECT_LOAD,
    EFFECT_STORE,
    EFFECT_RMW,
    EFFECT_BULK,
    EFFECT_ALLOC,
    EFFECT_JUMP,
    EFFECT_CALL,
    EFFECT_RET,
    EFFECT_STOP,
    EFFECT_TRAP
} Effect;
typedef struct OpInfo {
    const char *name;
    u8 role[4]; // Role of dst, a, b, c
    u8 effect;  // Effect
} OpInfo;
extern const OpInfo ir_op_info[OP_COUNT];

typedef enum TrapId {
#define TRAP(id, name, nargs, effect, plain, memory, reads, writes) TRAP_##id,
#include "ir/traps.def"
#undef TRAP
    TRAP_COUNT
} TrapId;
typedef enum TrapEffect { TRAP_IS_PURE, TRAP_IS_CHOICE, TRAP_IS_WAIT, TRAP_IS_SYNC } TrapEffect;
typedef enum TrapMemory {
    MEMORY_NOTHING,
    MEMORY_LOOKS,
    MEMORY_ENDS,
    MEMORY_RETIRES,
    MEMORY_WROTE,
    MEMORY_READ,
    MEMORY_LEAVES
} TrapMemory;
typedef struct TrapInfo {
    const char *name;
    u8 nargs;
    u8 effect; // TrapEffect
    u8 plain;  // which arguments must be plain numbers: a bit each
    u8 memory; // TrapMemory
    // through which arguments it may read and write: a bit each; or TRAP_DYNAMIC
    u8 reads, writes;
} TrapInfo;
enum { MOST_TRAP_ARGS = 7, TRAP_DYNAMIC = 1 << MOST_TRAP_ARGS }; // any dynamic object
extern const TrapInfo ir_trap_info[TRAP_COUNT];

typedef enum FaultKind {
    FAULT_NONE,
#define KIND(id, name, meaning, standing, after) FAULT_##id,
#include "ir/kinds.def"
#undef KIND
    FAULT_COUNT
} FaultKind;
extern const char *const ir_kind_name[FAULT_COUNT];
extern const char *const ir_kind_meaning[FAULT_COUNT];
// How a kind gets into a set of properties: always, when it is named, or not at all, because other
// options ask for it or nothing finds it.
typedef enum KindStanding { KIND_BY_DEFAULT, KIND_ON_REQUEST, KIND_NOT_CHECKED } KindStanding;
extern const u8 ir_kind_standing[FAULT_COUNT];
// What becomes of a run that meets a fault of this kind when nobody has asked for it.
typedef enum KindAfter { KIND_ENDS, KIND_UNDEFINED } KindAfter;
extern const u8 ir_kind_after[FAULT_COUNT];
FaultKind ir_kind_of_name(const char *name, size_t len); // FAULT_NONE if there is none

typedef enum WaitKind {
#define WAIT(id, name) WAIT_##id,
#include "ir/waits.def"
#undef WAIT
    WAIT_COUNT
} WaitKind;
extern const char *const ir_wait_name[WAIT_COUNT];

// How a condition stands in the line of a verdict, in this order: "holds under A, with B, within
// C".
typedef enum Preposition {
    PREP_UNDER, // all runs were looked at, of a machine that is like this
    PREP_WITH,
    PREP_WITHOUT,
    PREP_FOR,
    PREP_WITHIN,
    PREP_BUT_FOR,
    PREP_COUNT
} Preposition;
extern const char *const ir_preposition[PREP_COUNT];

// Conditions that runs may meet.
typedef enum BoundKind {
    BOUND_NONE,
#define BOUND(id, preposition, name) BOUND_##id,
#include "ir/bounds.def"
#undef BOUND
    BOUND_COUNT
} BoundKind;
extern const char *const ir_bound_name[BOUND_COUNT];
extern const Preposition ir_bound_preposition[BOUND_COUNT];
// Those that are about the world, from 0: bits of the sets in given numbers.
typedef enum WorldKind {
#define BOUND(id, preposition, name)
#define WORLD(id, word, name) WORLD_##id,
#include "ir/bounds.def"
#undef WORLD
#undef BOUND
    WORLD_COUNT
} WorldKind;
// And one that is not the world's: where the objects lie whose addresses were printed.
#define CONDITION_LAYOUT (1u << WORLD_COUNT)
extern const char *const ir_world_word[WORLD_COUNT]; // how options call them
extern const u8 ir_world_bound[WORLD_COUNT];         // BoundKind
// The bits of conditions as those of bounds.
u32 ir_world_bounds(u32 conditions);

// Values of aux and c fields.
enum MemFlags {
    MEM_ATOMIC = 1,
    MEM_VOLATILE = 2,
    MEM_BITFIELD = 4,
    // What it orders, also of a fence (seq_cst is both); CAS: MEM_ACQUIRE_FAILING if it fails.
    MEM_ACQUIRE = 8,
    MEM_RELEASE = 16,
    MEM_ACQUIRE_FAILING = 32,
    MEM_AS_ATOMIC = 64, // not atomic, but counts as such for data races
    MEM_UNUSED = 128    // RMW: nobody uses the old value
};
// MEM_BITFIELD on a load: only some bits of it are kept and written back, so uninitialised bytes
// read as 0.
enum { BULK_MOVE = 1 };
typedef enum RmwFn {
    RMW_XCHG,
    RMW_ADD,
    RMW_SUB,
    RMW_AND,
    RMW_NAND,
    RMW_OR,
    RMW_XOR,
    RMW_MAX,
    RMW_MIN,
    RMW_UMAX,
    RMW_UMIN,
    RMW_FADD32,
    RMW_FSUB32,
    RMW_FADD64,
    RMW_FSUB64,
    RMW_UINC,
    RMW_UDEC,
    RMW_FN_COUNT
} RmwFn;
typedef enum FloatKind { F32, F64, F80 } FloatKind;
typedef enum FloatFn {
    FF_FABS,
    FF_SQRT,
    FF_FLOOR,
    FF_CEIL,
    FF_TRUNC,
    FF_RINT,
    FF_ROUND,
    FF_ROUNDEVEN,
    FF_COPYSIGN,
    FF_MINNUM,
    FF_MAXNUM,
    FF_MINIMUM,
    FF_MAXIMUM,
    FF_POW,
    FF_EXP,
    FF_EXP2,
    FF_LOG,
    FF_LOG2,
    FF_LOG10,
    FF_SIN,
    FF_COS,
    FF_TAN,
    FF_CANONICALIZE,
    FF_COUNT
} FloatFn;
typedef enum BitFn {
    BIT_POP,
    BIT_CLZ,
    BIT_CTZ,
    BIT_SWAP,
    BIT_REVERSE,
    BIT_ABS,
    BIT_FN_COUNT
} BitFn;
typedef enum OvfFn {
    OVF_SADD,
    OVF_UADD,
    OVF_SSUB,
    OVF_USUB,
    OVF_SMUL,
    OVF_UMUL,
    OVF_SSHL,
    OVF_USHL
} OvfFn;
// ARITH128 and CMP128: the order of INT_OPS in ops.def.
typedef enum Op128 {
    A_ADD,
    A_SUB,
    A_MUL,
    A_UDIV,
    A_SDIV,
    A_UREM,
    A_SREM,
    A_AND,
    A_OR,
    A_XOR,
    A_SHL,
    A_LSHR,
    A_ASHR,
    A_EQ,
    A_NE,
    A_ULT,
    A_ULE,
    A_SLT,
    A_SLE
} Op128;

// ---- parts of a program -------------------------------------------------------------------------

// A tracked value inside memory: the bytes [off, off+len) are the bytes [first, first+len) of a
// value that carries `obj` (see Cell). A whole pointer has first 0 and len = pointer size.
typedef struct Tag {
    u32 off;
    ObjId obj;
    u16 first, len;
} Tag;

// Bytes [from, to) of an object that were never written.
typedef struct Hole {
    u32 from, to;
} Hole;

// How the extra arguments of a variadic call are laid out for va_arg.
typedef struct VarArg {
    u32 arg; // index of its first cell in the argument list
    u16 cells;
    u16 is_byval;    // the cell points to `size` bytes that are copied
    u32 size, align; // bytes in the argument area
} VarArg;
typedef struct CallInfo {
    u32 fixed_cells;            // argument cells before the variadic part
    u32 first_vararg, nvarargs; // in Program.varargs
    u32 ret_cells;
    bool is_variadic; // the call's function type is
} CallInfo;

// Functions that the front end makes of propositions, with their number behind it.
#define PROPOSITION_NAME "heddle_proposition_"
// Functions that give a variable unknown contents before the program starts, with its name behind
// it.
#define UNKNOWN_VARIABLE "__rt_unknown_variable_"

// How the names of functions begin that return an unknown value, of all widths.
#define UNKNOWN_TRAP "__heddle_unknown"

// A pointer of the machine's, for what is known of accesses (vm/known.c); only programs that need
// it have it.
#define KNOWN_VARIABLE "__rt_known"
// Another one, for what is known of unknown values (vm/condition.c); only programs with such have
// it.
#define CONDITION_VARIABLE "__rt_condition"

// Who should define what nothing defines: a file; the compiler (a builtin that clang lacks); the
// library of OpenMP, which heddle does not have.
typedef enum Definer { DEFINER_FILE, DEFINER_COMPILER, DEFINER_OPENMP, DEFINER_COUNT } Definer;

// A function or variable that the program uses and nothing defines.
typedef struct Undefined {
    const char *name;
    bool is_function;
    Definer definer;
} Undefined;

typedef struct Function {
    const char *name; // C name
    Pc start, end;    // code [start, end)
    u32 ncells;       // frame size
    u32 nparams;      // parameter cells 0 .. nparams-1
    u32 ret_cells;
    bool is_variadic;
    bool is_runtime;      // one of our models: hidden from reports
    bool is_atomic;       // runs as an atomic section (functions named __VERIFIER_atomic_*)
    bool is_error;        // reach_error, __VERIFIER_error: to call it is a violation
    bool is_come_back_to; // calls setjmp; set by analysis_liveness
    // What the source says of its address: 2 for members of C++ classes. 0, 1: nothing
    u32 align;
    u32 file, line; // where it is defined
    // What a call from outside must know: a letter for the result, then one for each parameter. v:
    // nothing; b h w d: an integer of 1, 2, 4, 8 bytes; B H W D: the same, to be sign-extended; f
    // g: float, double; p: pointer; ?: something else.
    const char *signature;
    // for the source it is not what the first letter says; known if it has no parameters
    bool returns_structure;
} Function;

typedef struct Global {
    const char *name;
    // with the class, namespace or function that it is in; NULL: it is in none
    const char *qualified;
    u32 size, align;
    TypeId type;
    // private: a string literal or other unnamed constant
    bool is_const, is_tls, is_runtime, is_private;
    bool is_undefined; // only declared: a constant without contents, which no access finds
    const char *stubs; // undefined: what --stub can make of it; "" if it can do nothing
    u32 block, offset; // mutable: where it lives; see Block
    u32 file, line;
    // Initial contents (constants, thread-locals; the mutable ones are in their block).
    const u8 *init;  // size bytes, NULL if all zero
    const Tag *tags; // sorted by off, relative to the global
    u32 ntags;
} Global;

// Mutable globals are laid out in blocks: small ones together, large ones alone. A block is what
// the state store shares between states.
typedef struct GlobalBlock {
    u32 size;
    const u8 *init;  // size bytes
    const Tag *tags; // sorted
    u32 ntags;
} GlobalBlock;

typedef struct SrcLoc {
    u32 file; // index into Program.files, 0 is "none"
    u32 line;
    u32 scope; // FuncId of the source function (after inlining it may not be the one that runs)
    u16 column;
} SrcLoc;

typedef enum TypeKind {
    TYPE_VOID,
    TYPE_BOOL,
    TYPE_CHAR,
    TYPE_INT,
    TYPE_UINT,
    TYPE_FLOAT,
    TYPE_POINTER,
    TYPE_ARRAY,
    TYPE_STRUCT,
    TYPE_UNION,
    TYPE_ENUM,
    TYPE_FUNCTION
} TypeKind;
typedef struct Member {
    const char *name;
    TypeId type;
    u32 bit_offset, bit_size; // bit_size differs from the type's for bit-fields
} Member;
typedef struct Type {
    TypeKind kind;
    const char *name;      // as the user would write it, "" if it has none
    u32 size;              // bytes
    TypeId elem;           // pointer, array
    u32 count;             // array elements
    const Member *members; // struct, union; enum: bit_offset is the value
    u32 nmembers;
} Type;

// Where the debugger finds a variable: from `pc` on, in its function, `name` has the value of
// `operand`.
typedef struct VarValue {
    Pc pc;
    const char *name;
    TypeId type;
    // a cell or constant, without a value if it is not known; with is_address: a pointer to the
    // variable
    i32 operand;
    i32 offset; // to be added to a pointer
    bool is_address;
} VarValue;

// When threads are counted, and have no names.
typedef enum Counting {
    COUNTS_NEVER, // any number of them cannot be dealt with
    COUNTS_ASKED, // where the program or the options say that there is any number of them
    COUNTS_ALL
} Counting;

// A line of a function that is not in the code, since nothing calls it.
typedef struct Dropped {
    SrcLoc at;
    const char *function; // that begins there; NULL: an instruction stands there
} Dropped;

enum { STEERING_CELLS = 64 }; // see Program.steering
typedef struct Program {
    Arena *arena;          // owns everything below
    u32 ptr_bytes;         // 8, or 4 with -m32
    bool counts_threads;   // they have no names
    bool is_any_asked;     // it, or an option, says that there is any number of them
    bool starts_endlessly; // threads, as it seems

    Insn *code;
    u32 ncode;
    SrcLoc *locs; // one for each instruction
    i32 *pool;    // operand lists
    u32 npool;
    Cell *consts;
    u32 nconsts;
    CallInfo *calls;
    u32 ncalls;
    VarArg *varargs;
    u32 nvarargs;
    const char **notes;
    u32 nnotes;

    Function *funcs;
    u32 nfuncs;
    FuncId entry; // a generated function that runs the constructors and main
    // Fixed objects: 1 .. nglobals are the globals, then one for each function. A pointer to
    // function f is the object program_func_obj(f) at offset 0; a label's address (computed goto)
    // is that object at offset pc+1-start.
    Global *globals; // globals[0] is unused: a global's index is its object id
    u32 nglobals;    // highest index
    GlobalBlock *blocks;
    u32 nblocks;

    Undefined *undefined; // what would end a run that comes to it
    u32 nundefined;
    const char **events; // the literals that heddle_ap is called with
    u32 nevents;

    const char **files; // files[0] is ""
    u32 nfiles;
    Type *types;
    u32 ntypes;
    VarValue *vars; // sorted by pc
    u32 nvars;

    // Liveness: the cells that are read later when a thread stands before pc are
    // live_cells[live_start[pc] .. live_start[pc] + live_count[pc]), in ascending order. Equal
    // lists are stored once. A frame that has called another stands at the pc after the call, but
    // the call's dst cells (CallInfo.ret_cells of them) are written only at the return: there, the
    // live cells are those of that pc without the dst cells. An IJMP is taken to reach every pc
    // that is a jump target, that follows a jump, RET or STOP, or whose label address is a constant
    // or in the initial contents of a global.
    u32 *live_start;
    u32 *live_count;
    u32 *live_cells;
    u32 nlive_cells;
    // Those of the first STEERING_CELLS cells of that list that have a say in where the thread goes
    // from there, or in which memory it accesses; a bit each.
    u64 *steering;

    u32 nasserts;     // ASSERT instructions; an assertion may have several, all in its line
    SrcLoc *uncalled; // assertions in functions that nothing calls, which are not in the code
    u32 nuncalled;
    Dropped *dropped; // what such functions consist of, if somebody wants to know that
    u32 ndropped;
    bool *may_interrupt; // see program_may_interrupt; NULL: nothing is ever interrupted
} Program;

static inline ObjId program_func_obj(const Program *p, FuncId f) { return p->nglobals + 1 + f; }
// Whether the function is a straight piece of code that loads from globals by name: it reads the
// same bytes in every state.
bool program_reads_fixed(const Program *p, FuncId f);
// Some function calls it, but for one with this name (NULL: whatever its name is).
bool program_has_trap(const Program *p, TrapId trap, const char *but_for);
static inline ObjId program_first_dynamic(const Program *p) { return p->nglobals + 1 + p->nfuncs; }
// What runs may reach, and whoever runs them notes: assertions by number, then functions that
// threads were started with.
static inline u32 program_nreached(const Program *p) { return p->nasserts + p->nfuncs; }
// The ways that a branch can take, and where each leads to; 0: it is none.
static inline u32 insn_ways(const Insn *in) {
    return in->op == OP_JNZ || in->op == OP_ASSERT ? 2 : in->op == OP_SWITCH ? in->aux + 1u : 0;
}
static inline Pc insn_way(const Program *p, const Insn *in, u32 i) {
    if (in->op == OP_SWITCH)
        return i < in->aux ? (Pc)p->pool[in->b + 2 * (i32)i + 1] : (Pc)in->c;
    return (Pc)(i ? in->c : in->b);
}
// What else may be noted: each instruction, then the ways of all branches, in the order of the
// code.
u32 program_ncovered(const Program *p);
// A global or a function: it is there from the beginning.
static inline bool program_has_object(const Program *p, ObjId id) {
    return id && id < program_first_dynamic(p);
}
// The function whose code holds pc. Functions are in the order of their code: start and end never
// decrease.
FuncId program_func_at(const Program *p, Pc pc);
// Where code of function f stands: what has no line belongs to the one before it.
SrcLoc program_loc(const Program *p, FuncId f, Pc pc);
// Frees the arena and with it everything, also p itself: a Program is allocated in its own arena.
void program_free(Program *p);

// Whether a frame of `func` that stands before pc may come to an INTERRUPTS trap: in the code of
// func that can be reached from there, in what it calls, in the threads that those start, and in
// handlers of signals.
static inline bool program_may_interrupt(const Program *p, FuncId func, Pc pc) {
    Pc end = p->funcs[func].end;
    return p->may_interrupt && p->may_interrupt[pc < end ? pc : end - 1];
}
// Checks that every operand, target and index is in range. False with a message: a bug of the front
// end.
bool ir_verify(const Program *p, Diag *d);
// Prints functions as text; only those whose name is `only` unless that is NULL; runtime ones on
// request.
void ir_print(const Program *p, Text *out, const char *only, bool with_runtime);
// A function or variable of the user's by its name, maybe with what it is in, and maybe with its
// file before that: "f", "ns::Class::f", "queue.c:count". False with a message if there is none, or
// more than one; of functions `without_parameters` those that have some count only if no other has
// that name. The variable is one that can change and is not thread-local.
bool ir_find_function(const Program *p, const char *text, size_t len, bool without_parameters,
                      FuncId *out, Diag *d);
bool ir_find_global(const Program *p, const char *text, size_t len, ObjId *out, Diag *d);
// Whether several files have something of this name, each for itself.
bool ir_has_several(const Program *p, const char *name, size_t len);
// Writes the name of what a pointer points to: "forks[2].lock"; a general description for objects
// without a name.
void ir_path(const Program *p, Cell pointer, Text *out);
// without its position, source line and line end
void ir_print_insn(const Program *p, Pc pc, Text *out);

// ---- what an instruction reads, writes and jumps to, by the rows of ops.def ---------------------

enum { FIELDS = 4 }; // dst, a, b, c

static inline i32 insn_field(const Insn *in, u32 field) {
    return field == 0 ? in->dst : field == 1 ? in->a : field == 2 ? in->b : in->c;
}
static inline Role insn_role(const Insn *in, u32 field) {
    return (Role)ir_op_info[in->op].role[field];
}

static inline bool role_reads(Role r) { return r == ROLE_R1 || r == ROLE_R2 || r == ROLE_RN; }
static inline bool role_writes(Role r) {
    return r == ROLE_W1 || r == ROLE_W2 || r == ROLE_W3 || r == ROLE_WN || r == ROLE_WR ||
           r == ROLE_WT;
}

// How many consecutive cells the field names; 0 if it does not name cells. Needs a valid op, and
// for calls a valid CallInfo index.
u32 insn_cells(const Program *p, const Insn *in, u32 field);

// Bytes of memory that a load, a store or an atomic operation accesses; 16 for a va_list, whatever
// it takes.
u32 insn_access_bytes(const Insn *in);
// What it adds to its pointer.
i32 insn_access_offset(const Insn *in);

// Code positions that the instruction names, 0 .. insn_ntargets-1; the unknown ones of IJMP are not
// among them.
u32 insn_ntargets(const Insn *in);
Pc insn_target(const Program *p, const Insn *in, u32 i);

// Control may go on to the next instruction.
static inline bool insn_falls_through(const Insn *in) {
    u8 effect = ir_op_info[in->op].effect;
    return effect != EFFECT_JUMP && effect != EFFECT_RET && effect != EFFECT_STOP;
}

// Calls visit for each label whose address is a constant or in the initial contents of a global.
void program_each_label(const Program *p, void (*visit)(void *arg, FuncId func, Pc pc), void *arg);

#endif
