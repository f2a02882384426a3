// SPDX-License-Identifier: Apache-2.0
// Points-to analysis of a whole program: Andersen's inclusions, insensitive to flow and context,
// with fields. Indirect calls are resolved on the way; only functions that the entry can reach are
// looked at.
//
// A pointer is an element (object, offset) when its offset is certain, or (object, any). Memory has
// a node for each field of an object: what is stored in its n-th pointer-sized part. Accesses at
// any offset go through two more nodes of the object, one that all its fields flow into and one
// that flows into all its fields.
//
// SOUND: a pointer is a cell with a tag, and the machine never makes a tag from a number. So what a
// cell can point to follows the flow of cells through instructions, memory, calls and threads, and
// all of that is followed here. Whatever src/vm does with a tag must be found here again; where it
// drops one (comparisons, floating point, sign extension, arithmetic narrower than a pointer),
// following it is not needed but does no harm. Offsets stay certain only through moves, additions
// of constants, and loads and stores of whole pointers: bytes of two pointers into one object that
// are mixed in memory make a pointer into that object, with any offset.
#include "analysis/pointsto.h"

#include <string.h>

// More objects than these share the last one of their kind: they bound the size of a set.
enum { MAX_GLOBALS = 256, MAX_DYNAMICS = 192, MAX_CONSTS = 64, MAX_FUNCS = 192 };
// Then one for each ALLOCA, variadic function, thread-local, and ALLOC trap for what the library
// keeps to itself.
enum { DYNAMIC_OTHER, DYNAMIC_HEAP, DYNAMIC_SITES };
enum { ALLOC_INTERNAL = 2 }; // HEDDLE_ALLOC_INTERNAL of runtime/heddle_trap.h
// Offsets other than 0 and fields that are told apart: of an object, and of all together.
enum { MAX_OFFSETS = 12, MAX_OFFSET = 4096, MAX_EXTRAS = 256, MAX_FIELDS = 32 };
// An access through a pointer to more elements than these is one to all memory; and if one that may
// point to so many is moved, it may point to any offset.
enum { MAX_SEEN = 32, MAX_SEEN_IF_LARGE = 8, LARGE_CODE = 20000 };
// What more than this many edges, or looks at a word of a set, would find out is not worth the
// time.
enum { MAX_EDGES = 1 << 20, MAX_WORK = 1 << 26 };

// How pointers change along an edge: not at all; by adding a constant; they may have any offset;
// they have offset 0.
typedef enum Change { CHANGE_NONE, CHANGE_SHIFT, CHANGE_BLUR, CHANGE_RESET } Change;

typedef struct Edge {
    u32 to, next;
    i32 shift;
    u8 change; // Change
} Edge;

// Something is done with what a node points to.
typedef enum UseKind { USE_LOAD, USE_STORE, USE_CALL } UseKind;
typedef struct Use {
    u8 kind;   // UseKind
    u8 change; // of the value on its way
    u32 value; // load, store: the node of the value
    i32 offset;
    u32 bytes;   // 0: all of the object
    u32 nseen;   // elements that it was done for
    FuncId func; // call: where it stands; also SPAWN
    Pc pc;
    u32 next;
} Use;

// A cell, the result of a function, or a part of memory. Node 0 is none: it never points to
// anything.
typedef struct Node {
    u32 set;                   // number of its set; 0, the empty one, until it points to something
    u32 first_edge, first_use; // 0: none
    u32 round;                 // the last one in which it was put in order
    bool is_queued;
} Node;

// A node on the way of the search for an order, and the edge to follow next.
typedef struct Visit {
    u32 node, edge;
} Visit;

// A certain offset that is not 0.
typedef struct Extra {
    u32 object, offset;
    u32 next; // of the same object, index + 1
} Extra;

typedef struct Solver {
    PointsTo *t;
    u32 base_words; // a set: (object, any) by object; (object, 0) by object; extras
    Node *nodes;
    u32 nnodes, nodes_cap;
    u64 *sets;  // a set, then what of that is new: has not flowed on
    u64 *fresh; // what is new at the node in work
    u32 nsets, sets_len, sets_cap;
    Edge *edges;
    u32 nedges, edges_cap;
    Use *uses;
    u32 nuses, uses_cap;
    u32 *queue; // nodes whose set has grown
    u32 nqueue, queue_cap;
    // those and all that they flow into: a node after what it flows into, but for circles
    u32 *order;
    u32 norder, order_cap;
    Visit *path;
    u32 npath, path_cap;
    u32 round;
    Extra extras[MAX_EXTRAS];
    u32 nextras;
    u32 *first_extra; // by object: index + 1
    u32 *fields;      // by object and field: the node, 0 if there is none yet
    u32 *constants;   // by constant of the program: the node
    u32 *cells;       // by function: the node of its first cell, 0 if it was not reached
    u32 *results;     // by function: the node of the first cell that it returns
    u32 *nresults;
    u32 *area; // by function: the object of its variadic arguments, NO_OBJECT if none
    u32 ndynamics, max_dynamics;
    u32 self; // the node of the threads' self pointers
    // nodes of what all objects hold, of what is stored in all of them
    u32 all_held, all_stored;
    u32 max_seen;
    u32 nlowered; // functions of PointsTo.reached whose code was looked at
    u64 work;
} Solver;

// ---- elements -----------------------------------------------------------------------------------

static u32 any_of(u32 object) { return object; }
static u32 start_of(const Solver *s, u32 object) { return s->base_words * 64 + object; }
static u32 extra_at(const Solver *s, u32 i) { return 2 * s->base_words * 64 + i; }

static u32 new_extra(Solver *s, u32 object, u32 offset) {
    if (s->nextras == MAX_EXTRAS)
        return any_of(object);
    u32 i = s->nextras++;
    s->extras[i] = (Extra){object, offset, s->first_extra[object]};
    s->first_extra[object] = i + 1;
    return extra_at(s, i);
}

static u32 element_at(Solver *s, u32 object, i64 offset) {
    if (offset == 0)
        return start_of(s, object);
    if (offset < 0 || offset > MAX_OFFSET || object >= s->t->first_func)
        return any_of(object);
    u32 count = 0;
    for (u32 i = s->first_extra[object]; i; i = s->extras[i - 1].next, count++)
        if (s->extras[i - 1].offset == offset)
            return extra_at(s, i - 1);
    return count < MAX_OFFSETS ? new_extra(s, object, (u32)offset) : any_of(object);
}

// The object of an element; *offset is -1 for any.
static u32 object_of_element(const Solver *s, u32 element, i64 *offset) {
    u32 base = s->base_words * 64;
    *offset = element < base ? -1 : 0;
    if (element < 2 * base)
        return element % base;
    *offset = s->extras[element - 2 * base].offset;
    return s->extras[element - 2 * base].object;
}

// ---- nodes --------------------------------------------------------------------------------------

static u64 *set_of(const Solver *s, u32 node) {
    return s->sets + (size_t)s->nodes[node].set * 2 * s->t->words;
}
static u64 *fresh_of(const Solver *s, u32 node) { return set_of(s, node) + s->t->words; }

static u32 new_nodes(Solver *s, u32 n) {
    u32 first = s->nnodes;
    VEC_RESERVE(s->nodes, s->nnodes, s->nodes_cap, n);
    memset(s->nodes + first, 0, n * sizeof *s->nodes);
    s->nnodes += n;
    return first;
}

static u32 new_set(Solver *s) {
    u32 words = 2 * s->t->words;
    VEC_RESERVE(s->sets, s->sets_len, s->sets_cap, words);
    memset(s->sets + s->sets_len, 0, words * sizeof *s->sets);
    s->sets_len += words;
    return s->nsets++;
}

// Most cells hold numbers and never need a set of their own.
static void need_set(Solver *s, u32 node) {
    if (!s->nodes[node].set) {
        u32 set = new_set(s);
        s->nodes[node].set = set;
    }
}

static void enqueue(Solver *s, u32 node) {
    if (!s->nodes[node].is_queued) {
        s->nodes[node].is_queued = true;
        VEC_PUSH(s->queue, s->nqueue, s->queue_cap) = node;
    }
}

static void add_word(Solver *s, u32 node, u32 w, u64 bits) {
    bits &= ~set_of(s, node)[w];
    if (bits) {
        need_set(s, node);
        set_of(s, node)[w] |= bits;
        fresh_of(s, node)[w] |= bits;
        enqueue(s, node);
    }
}

static void add_element(Solver *s, u32 node, u32 element) {
    if (node)
        add_word(s, node, element / 64, (u64)1 << element % 64);
}

// Adds what an element becomes by the change of the edge.
static void flow_element(Solver *s, u32 element, const Edge *e) {
    i64 offset;
    u32 object = object_of_element(s, element, &offset);
    bool is_any = e->change == CHANGE_BLUR || offset < 0;
    if (e->change == CHANGE_RESET)
        add_element(s, e->to, start_of(s, object));
    else
        add_element(s, e->to, is_any ? any_of(object) : element_at(s, object, offset + e->shift));
}

static u32 count_from(const Solver *s, const u64 *set, u32 word) {
    u32 n = 0;
    for (u32 w = word; w < s->t->words; w++)
        n += (u32)__builtin_popcountll(set[w]);
    return n;
}

static void flow(Solver *s, const u64 *set, Edge e) {
    u32 base = s->base_words;
    s->work += s->t->words;
    if (e.change == CHANGE_SHIFT && count_from(s, set, base) > s->max_seen)
        e.change = CHANGE_BLUR;
    for (u32 w = 0; w < s->t->words; w++) {
        if (!set[w])
            continue;
        if (e.change == CHANGE_NONE || (w < base && e.change != CHANGE_RESET)) {
            add_word(s, e.to, w, set[w]);
        } else if (w < 2 * base && e.change != CHANGE_SHIFT) {
            add_word(s, e.to, e.change == CHANGE_BLUR ? w % base : base + w % base, set[w]);
        } else {
            s->work += 4 * (u32)__builtin_popcountll(set[w]);
            for (u64 bits = set[w]; bits; bits &= bits - 1)
                flow_element(s, w * 64 + (u32)__builtin_ctzll(bits), &e);
        }
    }
}

// What `from` points to, `to` points to as well, changed.
static void add_changed(Solver *s, u32 from, u32 to, Change change, i32 shift) {
    if (!from || !to || (from == to && change == CHANGE_NONE))
        return;
    VEC_PUSH(s->edges, s->nedges, s->edges_cap) =
        (Edge){to, s->nodes[from].first_edge, shift, (u8)change};
    s->nodes[from].first_edge = s->nedges - 1;
    if (s->nodes[from].set) {
        need_set(s, to); // now: it may move the other one
        flow(s, set_of(s, from), s->edges[s->nedges - 1]);
    }
}

static void add_edge(Solver *s, u32 from, u32 to) { add_changed(s, from, to, CHANGE_NONE, 0); }

// ---- objects ------------------------------------------------------------------------------------
// Of object o, node 1 + 2 * o is what all its fields hold, node 2 + 2 * o what is stored in all of
// them.

static u32 held_by(u32 object) { return 1 + 2 * object; }
static u32 stored_in(u32 object) { return 2 + 2 * object; }

static u32 field_of(Solver *s, u32 object, u32 field) {
    u32 *node = &s->fields[(size_t)object * MAX_FIELDS + field];
    if (!*node) {
        *node = new_nodes(s, 1);
        add_edge(s, stored_in(object), *node);
        add_edge(s, *node, held_by(object));
    }
    return *node;
}

static u32 object_of_id(const PointsTo *t, ObjId id) {
    return id < program_first_dynamic(t->p) ? t->object_of[id] : NO_OBJECT;
}

static u32 new_dynamic(Solver *s) {
    u32 k = s->ndynamics < s->max_dynamics ? s->ndynamics++ : DYNAMIC_OTHER;
    return s->t->nglobals + k;
}

static bool is_mutable(const Global *g) { return !g->is_const && !g->is_tls; }

// The globals of the program come first: if there are too many, the library's share one object.
static void number_globals(PointsTo *t) {
    const Program *p = t->p;
    for (u32 pass = 0; pass < 2; pass++) {
        for (ObjId i = 1; i <= p->nglobals; i++) {
            if (is_mutable(&p->globals[i]) && p->globals[i].is_runtime == (pass == 1)) {
                t->nglobals += t->nglobals < MAX_GLOBALS;
                t->object_of[i] = t->nglobals - 1;
            }
        }
    }
}

static void take_function(PointsTo *t, ObjId id) {
    if (id > t->p->nglobals && id < program_first_dynamic(t->p) && t->object_of[id] == NO_OBJECT) {
        t->object_of[id] = t->ntaken; // first_func is added when it is known
        t->taken[t->ntaken++] = id - t->p->nglobals - 1;
    }
}

static void take_functions(PointsTo *t) {
    const Program *p = t->p;
    for (u32 i = 0; i < p->nconsts; i++)
        take_function(t, p->consts[i].tag);
    for (ObjId i = 1; i <= p->nglobals; i++)
        for (u32 k = 0; k < p->globals[i].ntags; k++)
            take_function(t, p->globals[i].tags[k].obj);
    for (u32 i = 0; i < p->nblocks; i++)
        for (u32 k = 0; k < p->blocks[i].ntags; k++)
            take_function(t, p->blocks[i].tags[k].obj);
}

static u32 count_dynamics(const Program *p) {
    u32 n = DYNAMIC_SITES;
    for (Pc pc = 0; pc < p->ncode; pc++)
        n += p->code[pc].op == OP_ALLOCA ||
             (p->code[pc].op == OP_TRAP && p->code[pc].a == TRAP_ALLOC);
    for (FuncId f = 0; f < p->nfuncs; f++)
        n += p->funcs[f].is_variadic;
    for (ObjId i = 1; i <= p->nglobals; i++)
        n += p->globals[i].is_tls;
    return n < MAX_DYNAMICS ? n : MAX_DYNAMICS;
}

static void number_objects(Solver *s) {
    PointsTo *t = s->t;
    const Program *p = t->p;
    u32 fixed = program_first_dynamic(p);
    t->object_of = mem_alloc(fixed * sizeof *t->object_of);
    memset(t->object_of, 0xff, fixed * sizeof *t->object_of);
    t->taken = mem_alloc((p->nfuncs + 1) * sizeof *t->taken);
    number_globals(t);
    s->max_dynamics = count_dynamics(p);
    s->ndynamics = DYNAMIC_SITES;
    t->first_const = t->nglobals + s->max_dynamics;
    u32 nconsts = 0;
    for (ObjId i = 1; i <= p->nglobals; i++) {
        const Global *g = &p->globals[i];
        if (g->is_tls) {
            t->object_of[i] = new_dynamic(s);
        } else if (g->is_const && g->ntags) {
            nconsts += nconsts < MAX_CONSTS;
            t->object_of[i] = t->first_const + nconsts - 1;
        }
    }
    t->first_func = t->first_const + nconsts;
    take_functions(t);
    u32 nfuncs = t->ntaken < MAX_FUNCS ? t->ntaken : MAX_FUNCS;
    for (u32 i = 0; i < t->ntaken; i++)
        t->object_of[program_func_obj(p, t->taken[i])] =
            t->first_func + (i < nfuncs ? i : nfuncs - 1);
    t->nobjects = t->first_func + nfuncs;
    s->base_words = t->nobjects / 64 + 1;
    t->words = 2 * s->base_words + MAX_EXTRAS / 64;
}

// A pointer that is in memory from the start.
static void fill_tag(Solver *s, u32 object, u32 at, const Tag *tag, const u8 *bytes) {
    const Program *p = s->t->p;
    u32 target = object_of_id(s->t, tag->obj);
    if (target == NO_OBJECT)
        return;
    bool is_whole = tag->first == 0 && tag->len == p->ptr_bytes && at % p->ptr_bytes == 0;
    u64 offset = 0;
    if (is_whole && bytes)
        memcpy(&offset, bytes, p->ptr_bytes);
    u32 element =
        is_whole && offset <= MAX_OFFSET ? element_at(s, target, (i64)offset) : any_of(target);
    u32 field = at / p->ptr_bytes;
    add_element(s, is_whole && field < MAX_FIELDS ? field_of(s, object, field) : stored_in(object),
                element);
}

// The pointers that a global holds when the program starts.
static void fill_global(Solver *s, ObjId id) {
    const Program *p = s->t->p;
    const Global *g = &p->globals[id];
    u32 object = s->t->object_of[id];
    if (object == NO_OBJECT)
        return;
    for (u32 i = 0; i < g->ntags; i++)
        fill_tag(s, object, g->tags[i].off, &g->tags[i], g->init ? g->init + g->tags[i].off : NULL);
    if (!is_mutable(g) || g->block >= p->nblocks)
        return;
    const GlobalBlock *b = &p->blocks[g->block];
    u32 low = 0, high = b->ntags;
    while (low < high) { // the first tag in the global
        u32 middle = low + (high - low) / 2;
        if (b->tags[middle].off < g->offset)
            low = middle + 1;
        else
            high = middle;
    }
    for (u32 i = low; i < b->ntags && b->tags[i].off < g->offset + g->size; i++)
        fill_tag(s, object, b->tags[i].off - g->offset, &b->tags[i],
                 b->init ? b->init + b->tags[i].off : NULL);
}

// ---- instructions -------------------------------------------------------------------------------

static void settle_use(Solver *s, u32 index, u32 w, u64 bits);

static void add_use(Solver *s, u32 node, Use use) {
    if (!node)
        return;
    use.next = s->nodes[node].first_use;
    VEC_PUSH(s->uses, s->nuses, s->uses_cap) = use;
    u32 index = s->nodes[node].first_use = s->nuses - 1;
    // the rest when the node is settled
    for (u32 w = 0; s->nodes[node].set && w < s->t->words; w++)
        settle_use(s, index, w, set_of(s, node)[w] & ~fresh_of(s, node)[w]);
}

// A node that points to the start of an object.
static u32 pointer_to(Solver *s, u32 object) {
    u32 node = new_nodes(s, 1);
    add_element(s, node, start_of(s, object));
    return node;
}

static u32 node_of_constant(Solver *s, u32 i) {
    const Cell *c = &s->t->p->consts[i];
    u32 object = object_of_id(s->t, c->tag);
    if (object != NO_OBJECT && !s->constants[i]) {
        s->constants[i] = new_nodes(s, 1);
        bool is_certain = !c->part && c->v <= MAX_OFFSET;
        add_element(s, s->constants[i],
                    is_certain ? element_at(s, object, (i64)c->v) : any_of(object));
    }
    return s->constants[i];
}

static u32 node_of(Solver *s, FuncId f, i32 operand, u32 i) {
    return operand >= 0 ? s->cells[f] + (u32)operand + i : node_of_constant(s, (u32)~operand + i);
}

static bool is_number(const Program *p, i32 operand, i64 *value) {
    if (operand >= 0 || p->consts[~operand].tag)
        return false;
    u64 v = p->consts[~operand].v;
    *value = p->ptr_bytes == 8 ? (i64)v : (i32)v;
    return true;
}

enum { INT_ROWS = OP_ADD16 - OP_ADD8, INT_LAST = OP_ADD8 + 4 * INT_ROWS - 1 };

bool pointsto_keeps_pointers(const Program *p, const Insn *in) {
    if (in->op >= OP_ADD8 && in->op <= INT_LAST) {
        u32 bytes = 1u << (in->op - OP_ADD8) / INT_ROWS,
            row = (in->op - OP_ADD8) % INT_ROWS + OP_ADD8;
        return bytes >= p->ptr_bytes && row < OP_EQ8 && !(row >= OP_MUL8 && row <= OP_SREM8);
    }
    switch (in->op) {
    case OP_MOV:
    case OP_MOVN:
    case OP_SELECT:
    case OP_PICK:
    case OP_PLACE:
    case OP_ADDP:
    case OP_INDEX:
    case OP_TRUNC:
    case OP_MASKHI:
    case OP_ARITH128:
    case OP_BITFN:
    case OP_BITFN128:
    case OP_FUNNEL:
    case OP_OVF:
    case OP_OVF128:
    case OP_SAT: return true;
    default: return false;
    }
}

bool pointsto_keeps_field(const Insn *in, u32 field) {
    bool is_condition = (in->op == OP_SELECT && field == 1) || (in->op == OP_PICK && field == 2) ||
                        (in->op == OP_PLACE && field == 3);
    // An index is a pointer only if it is not scaled, see INDEX in src/vm/loop.c.
    bool is_scaled = in->op == OP_INDEX && field == 2 && in->c != 1;
    return field > 0 && role_reads(insn_role(in, field)) && !is_condition && !is_scaled;
}

// What the instruction does with the offset of a pointer in its first operand.
static Change change_by(const Program *p, const Insn *in, i32 *shift) {
    i64 n = 0;
    *shift = 0;
    switch (in->op) {
    case OP_MOV:
    case OP_MOVN:
    case OP_SELECT:
    case OP_PICK:
    case OP_PLACE: return CHANGE_NONE;
    case OP_ADDP: *shift = in->c; return CHANGE_SHIFT;
    case OP_INDEX:
        if (!is_number(p, in->b, &n) || n < -MAX_OFFSET || n > MAX_OFFSET || in->c < -MAX_OFFSET ||
            in->c > MAX_OFFSET)
            return CHANGE_BLUR;
        *shift = (i32)n * in->c;
        return CHANGE_SHIFT;
    default: return CHANGE_BLUR;
    }
}

// Every written cell gets what every read one has; where cells correspond, only those.
static void lower_pure(Solver *s, FuncId f, const Insn *in) {
    const Program *p = s->t->p;
    bool is_by_cell = in->op == OP_MOVN || in->op == OP_SELECT;
    u32 nwritten = insn_cells(p, in, 0);
    i32 shift;
    Change change = change_by(p, in, &shift);
    for (u32 field = 1; field < FIELDS; field++) {
        if (!pointsto_keeps_field(in, field))
            continue;
        u32 nread = insn_cells(p, in, field);
        for (u32 i = 0; i < nwritten; i++)
            for (u32 k = is_by_cell ? i : 0; k < (is_by_cell ? i + 1 : nread); k++)
                add_changed(s, node_of(s, f, insn_field(in, field), k), node_of(s, f, in->dst, i),
                            in->op == OP_INDEX && field == 2 ? CHANGE_BLUR : change, shift);
    }
}

// Bytes of the memory that cell i of a value of so many bytes takes.
static u32 bytes_of_cell(u32 bytes, u32 i) {
    return bytes <= 8 * i ? 1 : bytes - 8 * i < 8 ? bytes - 8 * i : 8;
}

// The n cells at `value` are loaded from or stored where the operand points to.
static void add_access(Solver *s, FuncId f, const Insn *in, UseKind kind, i32 value, u32 n,
                       Change change) {
    bool has_offset = ir_op_info[in->op].effect != EFFECT_RMW;
    for (u32 i = 0; i < n; i++) {
        Use use = {.kind = (u8)kind,
                   .change = (u8)change,
                   .value = node_of(s, f, value, i),
                   .offset = (has_offset ? in->c : 0) + 8 * (i32)i,
                   .bytes = bytes_of_cell(insn_access_bytes(in), i)};
        if (use.value)
            add_use(s, node_of(s, f, in->a, 0), use);
    }
}

// All that is in what the operand points to, as one node; or a node that is stored in all of it.
static u32 all_behind(Solver *s, FuncId f, i32 operand, UseKind kind) {
    u32 value = new_nodes(s, 1);
    add_use(s, node_of(s, f, operand, 0),
            (Use){.kind = (u8)kind, .change = CHANGE_BLUR, .value = value});
    return value;
}

static void lower_store(Solver *s, FuncId f, const Insn *in) {
    if (in->op == OP_VASTART && s->area[f] != NO_OBJECT)
        add_edge(s, pointer_to(s, s->area[f]), all_behind(s, f, in->a, USE_STORE));
    else if (in->op == OP_VACOPY)
        add_edge(s, all_behind(s, f, in->b, USE_LOAD), all_behind(s, f, in->a, USE_STORE));
    else if (in->op != OP_VASTART)
        add_access(s, f, in, USE_STORE, in->b, insn_cells(s->t->p, in, 2), CHANGE_NONE);
}

static void lower_rmw(Solver *s, FuncId f, const Insn *in) {
    bool is_cas = in->op == OP_CAS || in->op == OP_CAS128;
    bool is_copy = is_cas || (in->op == OP_RMW && in->aux >> 8 == RMW_XCHG);
    u32 n = in->op == OP_RMW128 || in->op == OP_CAS128 ? 2 : 1;
    add_access(s, f, in, USE_LOAD, in->dst, n, CHANGE_NONE);
    add_access(s, f, in, USE_STORE, is_cas ? in->c : in->b, n, is_copy ? CHANGE_NONE : CHANGE_BLUR);
    if (!is_copy) // what was there stays there, changed
        add_access(s, f, in, USE_STORE, in->dst, n, CHANGE_BLUR);
}

// ---- calls --------------------------------------------------------------------------------------

static void reach(Solver *s, FuncId f) {
    PointsTo *t = s->t;
    const Program *p = t->p;
    if (t->is_reached[f])
        return;
    t->is_reached[f] = true;
    VEC_PUSH(t->reached, t->nreached, t->reached_cap) = f;
    for (Pc pc = p->funcs[f].start; pc < p->funcs[f].end; pc++)
        if (p->code[pc].op == OP_RET && p->code[pc].aux > s->nresults[f])
            s->nresults[f] = p->code[pc].aux;
    s->cells[f] = new_nodes(s, p->funcs[f].ncells + s->nresults[f]);
    s->results[f] = s->cells[f] + p->funcs[f].ncells;
    s->area[f] = p->funcs[f].is_variadic ? new_dynamic(s) : NO_OBJECT;
}

static void connect_varargs(Solver *s, FuncId f, const Insn *in, FuncId callee) {
    const Program *p = s->t->p;
    const CallInfo *ci = &p->calls[in->c];
    u32 area = stored_in(s->area[callee]);
    for (u32 i = 0; i < ci->nvarargs; i++) {
        const VarArg *va = &p->varargs[ci->first_vararg + i];
        for (u32 k = 0; k < (va->is_byval ? 1u : va->cells) && va->arg + k < in->aux; k++) {
            i32 operand = p->pool[in->b + (i32)(va->arg + k)];
            u32 value =
                va->is_byval ? all_behind(s, f, operand, USE_LOAD) : node_of(s, f, operand, 0);
            add_changed(s, value, area, CHANGE_BLUR, 0);
        }
    }
}

// SOUND: models that lay out memory run only where objects have addresses, and then nobody uses
// what is found here (explorer_init in explore/explore.c).
bool pointsto_leaves_out(const Program *p, FuncId f) {
    static const char prefix[] = "__rt_layout_";
    return p->funcs[f].is_runtime && strncmp(p->funcs[f].name, prefix, sizeof prefix - 1) == 0;
}

static void connect_call(Solver *s, FuncId f, const Insn *in, FuncId callee) {
    const Program *p = s->t->p;
    const Function *fn = &p->funcs[callee];
    reach(s, callee);
    for (u32 i = 0; i < in->aux && i < fn->nparams; i++)
        add_edge(s, node_of(s, f, p->pool[in->b + (i32)i], 0), s->cells[callee] + i);
    for (u32 i = 0; i < p->calls[in->c].ret_cells && i < s->nresults[callee]; i++)
        add_edge(s, s->results[callee] + i, node_of(s, f, in->dst, i));
    if (fn->is_variadic)
        connect_varargs(s, f, in, callee);
}

// The arguments of SPAWN: the start function, then what it is called with.
static void connect_spawn(Solver *s, FuncId f, const Insn *in, FuncId callee) {
    const Program *p = s->t->p;
    reach(s, callee);
    s->t->is_start[callee] = true;
    for (u32 i = 1; i < in->aux && i <= p->funcs[callee].nparams; i++)
        add_edge(s, node_of(s, f, p->pool[in->b + (i32)i], 0), s->cells[callee] + i - 1);
}

static void connect(Solver *s, const Use *u, FuncId callee) {
    const Insn *in = &s->t->p->code[u->pc];
    if (in->op == OP_TRAP)
        connect_spawn(s, u->func, in, callee);
    else
        connect_call(s, u->func, in, callee);
}

static void add_results(Solver *s, FuncId f, const Insn *in, u32 element) {
    u32 n = insn_cells(s->t->p, in, 0);
    for (u32 i = 0; i < n; i++)
        add_element(s, node_of(s, f, in->dst, i), element);
}

// Blocks of the heap are one object: with --reuse-addresses, a pointer to one that was freed may
// point to one that was allocated elsewhere.
static u32 allocated_by(Solver *s, const Insn *in) {
    const Program *p = s->t->p;
    i32 flags = in->aux > 1 ? p->pool[in->b + 1] : 0;
    bool is_internal =
        flags < 0 && cell_is_number(p->consts[~flags]) && (p->consts[~flags].v & ALLOC_INTERNAL);
    return is_internal ? new_dynamic(s) : s->t->nglobals + DYNAMIC_HEAP;
}

static void lower_trap(Solver *s, FuncId f, Pc pc) {
    const Insn *in = &s->t->p->code[pc];
    const i32 *args = s->t->p->pool + in->b;
    switch (in->a) {
    case TRAP_SPAWN:
        add_changed(s, node_of(s, f, args[1], 0), s->self, CHANGE_RESET, 0);
        add_use(s, node_of(s, f, args[0], 0), (Use){.kind = USE_CALL, .func = f, .pc = pc});
        break;
    case TRAP_SET_SELF: add_changed(s, node_of(s, f, args[0], 0), s->self, CHANGE_RESET, 0); break;
    case TRAP_SELF:
        if (in->c)
            add_edge(s, s->self, node_of(s, f, in->dst, 0));
        break;
    case TRAP_ALLOC: add_results(s, f, in, start_of(s, allocated_by(s, in))); break;
    case TRAP_MARK: add_results(s, f, in, any_of(s->t->nglobals + DYNAMIC_OTHER)); break;
    default: // the others give numbers
        break;
    }
}

static void lower_other(Solver *s, FuncId f, const Insn *in) {
    if (in->op == OP_ALLOCA)
        add_element(s, node_of(s, f, in->dst, 0), start_of(s, new_dynamic(s)));
    else if (in->op == OP_TLSADDR)
        add_element(s, node_of(s, f, in->dst, 0), start_of(s, s->t->object_of[in->a]));
    else if (pointsto_keeps_pointers(s->t->p, in))
        lower_pure(s, f, in);
}

static void lower(Solver *s, FuncId f, Pc pc) {
    const Insn *in = &s->t->p->code[pc];
    switch (ir_op_info[in->op].effect) {
    case EFFECT_LOAD:
        add_access(s, f, in, USE_LOAD, in->dst, insn_cells(s->t->p, in, 0), CHANGE_NONE);
        return;
    case EFFECT_STORE: lower_store(s, f, in); return;
    case EFFECT_RMW: lower_rmw(s, f, in); return;
    case EFFECT_BULK:
        if (in->op == OP_MEMCPY)
            add_edge(s, all_behind(s, f, in->b, USE_LOAD), all_behind(s, f, in->a, USE_STORE));
        return;
    case EFFECT_CALL:
        if (in->op == OP_CALL && pointsto_leaves_out(s->t->p, (FuncId)in->a))
            return;
        if (in->op == OP_CALL)
            connect_call(s, f, in, (FuncId)in->a);
        else
            add_use(s, node_of(s, f, in->a, 0), (Use){.kind = USE_CALL, .func = f, .pc = pc});
        return;
    case EFFECT_RET:
        for (u32 i = 0; i < in->aux; i++)
            add_edge(s, node_of(s, f, in->a, i), s->results[f] + i);
        return;
    case EFFECT_TRAP: lower_trap(s, f, pc); return;
    default: lower_other(s, f, in);
    }
}

// ---- solving ------------------------------------------------------------------------------------

static void settle_call(Solver *s, const Use *u, u32 object) {
    PointsTo *t = s->t;
    if (object < t->first_func)
        return;
    u32 from = object - t->first_func, to = object + 1 == t->nobjects ? t->ntaken : from + 1;
    for (u32 i = from; i < to; i++)
        connect(s, u, t->taken[i]);
}

static void join(Solver *s, const Use *u, u32 memory, Change change) {
    if (u->kind == USE_LOAD)
        add_changed(s, memory, u->value, change, 0);
    else
        add_changed(s, u->value, memory, change, 0);
}

// An access at a certain offset (-1: any) of an object.
static void settle_access(Solver *s, const Use *u, u32 object, i64 offset) {
    u32 ptr = s->t->p->ptr_bytes;
    if (object >= s->t->first_func || u->nseen > s->max_seen)
        return;
    if (u->nseen == s->max_seen) {
        join(s, u, u->kind == USE_LOAD ? s->all_held : s->all_stored, CHANGE_BLUR);
        return;
    }
    i64 at = offset + u->offset, end = at + u->bytes;
    if (offset >= 0 && u->bytes && at < 0)
        return; // certainly outside: the run ends there
    Change change = u->bytes == ptr ? (Change)u->change : CHANGE_BLUR;
    if (offset < 0 || !u->bytes || end > (i64)MAX_FIELDS * ptr) {
        join(s, u, u->kind == USE_LOAD ? held_by(object) : stored_in(object), change);
        return;
    }
    for (u32 field = (u32)at / ptr; field <= (u32)(end - 1) / ptr; field++)
        join(s, u, field_of(s, object, field), change);
}

static void settle_use(Solver *s, u32 index, u32 w, u64 bits) {
    for (; bits; bits &= bits - 1) {
        Use use = s->uses[index];
        i64 offset;
        u32 object = object_of_element(s, w * 64 + (u32)__builtin_ctzll(bits), &offset);
        s->work += 4;
        if (use.kind == USE_CALL)
            settle_call(s, &use, object);
        else
            settle_access(s, &use, object, offset);
        s->uses[index].nseen++;
    }
}

static void settle(Solver *s, u32 node) {
    u32 words = s->t->words;
    s->nodes[node].is_queued = false;
    memcpy(s->fresh, fresh_of(s, node), words * sizeof *s->fresh);
    memset(fresh_of(s, node), 0, words * sizeof *s->fresh);
    for (u32 use = s->nodes[node].first_use; use; use = s->uses[use].next)
        for (u32 w = 0; w < words; w++)
            settle_use(s, use, w, s->fresh[w]);
    for (u32 e = s->nodes[node].first_edge; e; e = s->edges[e].next)
        flow(s, s->fresh, s->edges[e]);
}

static void begin_visit(Solver *s, u32 node) {
    if (s->nodes[node].round == s->round)
        return;
    s->nodes[node].round = s->round;
    VEC_PUSH(s->path, s->npath, s->path_cap) = (Visit){node, s->nodes[node].first_edge};
}

// Puts a node and all that it flows into in order.
static void order_from(Solver *s, u32 root) {
    begin_visit(s, root);
    while (s->npath) {
        Visit *v = &s->path[s->npath - 1];
        s->work++;
        if (v->edge) {
            const Edge *e = &s->edges[v->edge];
            v->edge = e->next;
            begin_visit(s, e->to);
        } else {
            VEC_PUSH(s->order, s->norder, s->order_cap) = v->node;
            s->npath--;
        }
    }
}

// Lets all that is new flow on, once through each node: what comes from many sides goes on
// together.
static void run_round(Solver *s) {
    s->round++;
    s->norder = 0;
    for (u32 i = 0; i < s->nqueue; i++)
        if (s->nodes[s->queue[i]].is_queued)
            order_from(s, s->queue[i]);
    s->nqueue = 0;
    for (u32 i = s->norder; i-- > 0;)
        if (s->nodes[s->order[i]].is_queued)
            settle(s, s->order[i]);
}

// False if it takes too long.
static bool solve(Solver *s) {
    PointsTo *t = s->t;
    while (s->nedges < MAX_EDGES && s->work < MAX_WORK) {
        if (s->nlowered < t->nreached) {
            FuncId f = t->reached[s->nlowered++];
            for (Pc pc = t->p->funcs[f].start; pc < t->p->funcs[f].end; pc++)
                lower(s, f, pc);
        } else if (s->nqueue) {
            run_round(s);
        } else {
            return true;
        }
    }
    return false;
}

// ---- the door -----------------------------------------------------------------------------------

static void solver_begin(Solver *s) {
    PointsTo *t = s->t;
    const Program *p = t->p;
    s->max_seen = p->ncode > LARGE_CODE ? MAX_SEEN_IF_LARGE : MAX_SEEN;
    u32 *arrays = mem_zalloc(4 * (p->nfuncs + 1) * sizeof(u32));
    s->cells = arrays;
    s->results = arrays + (p->nfuncs + 1);
    s->nresults = arrays + 2 * (p->nfuncs + 1);
    s->area = arrays + 3 * (p->nfuncs + 1);
    s->fresh = mem_zalloc(t->words * sizeof *s->fresh);
    s->first_extra = mem_zalloc((t->nobjects + 1) * sizeof(u32));
    s->fields = mem_zalloc(((size_t)t->nobjects * MAX_FIELDS + 1) * sizeof(u32));
    s->constants = mem_zalloc((p->nconsts + 1) * sizeof(u32));
    VEC_PUSH(s->edges, s->nedges, s->edges_cap) = (Edge){0};
    VEC_PUSH(s->uses, s->nuses, s->uses_cap) = (Use){0};
    new_set(s);
    new_nodes(s, 1 + 2 * t->nobjects);
    s->self = new_nodes(s, 1);
    s->all_held = new_nodes(s, 1);
    s->all_stored = new_nodes(s, 1);
    for (u32 o = 0; o < t->first_func; o++) {
        add_edge(s, stored_in(o), held_by(o));
        add_edge(s, held_by(o), s->all_held);
        add_edge(s, s->all_stored, stored_in(o));
    }
    for (ObjId i = 1; i <= p->nglobals; i++)
        fill_global(s, i);
}

PointsTo *pointsto_new(const Program *p) {
    PointsTo *t = mem_zalloc(sizeof *t);
    Solver *s = mem_zalloc(sizeof *s);
    t->p = p;
    t->solver = s;
    s->t = t;
    t->is_reached = mem_zalloc(p->nfuncs + 1);
    t->is_start = mem_zalloc(p->nfuncs + 1);
    number_objects(s);
    solver_begin(s);
    t->is_start[p->entry] = true;
    reach(s, p->entry);
    t->has_given_up = !solve(s);
    return t;
}

void pointsto_free(PointsTo *t) {
    Solver *s = t->solver;
    u32 funcs = t->p->nfuncs + 1;
    VEC_FREE(s->nodes, s->nodes_cap);
    VEC_FREE(s->sets, s->sets_cap);
    VEC_FREE(s->edges, s->edges_cap);
    VEC_FREE(s->uses, s->uses_cap);
    VEC_FREE(s->queue, s->queue_cap);
    VEC_FREE(s->order, s->order_cap);
    VEC_FREE(s->path, s->path_cap);
    mem_free(s->cells, 4 * funcs * sizeof(u32));
    mem_free(s->fresh, t->words * sizeof *s->fresh);
    mem_free(s->first_extra, (t->nobjects + 1) * sizeof(u32));
    mem_free(s->fields, ((size_t)t->nobjects * MAX_FIELDS + 1) * sizeof(u32));
    mem_free(s->constants, (t->p->nconsts + 1) * sizeof(u32));
    mem_free(s, sizeof *s);
    mem_free(t->object_of, program_first_dynamic(t->p) * sizeof *t->object_of);
    mem_free(t->taken, funcs * sizeof *t->taken);
    mem_free(t->is_reached, funcs);
    mem_free(t->is_start, funcs);
    VEC_FREE(t->reached, t->reached_cap);
    mem_free(t, sizeof *t);
}

void pointsto_of(const PointsTo *t, FuncId f, i32 operand, u64 *objects) {
    Solver *s = t->solver;
    memset(objects, 0, t->words * sizeof *objects);
    u32 node = node_of(s, f, operand, 0);
    const u64 *set = set_of(s, node);
    for (u32 w = 0; node && w < s->base_words; w++)
        objects[w] = set[w] | set[s->base_words + w];
    for (u32 w = 2 * s->base_words; node && w < t->words; w++) {
        for (u64 bits = set[w]; bits; bits &= bits - 1) {
            i64 offset;
            u32 object = object_of_element(s, w * 64 + (u32)__builtin_ctzll(bits), &offset);
            objects[object / 64] |= (u64)1 << object % 64;
        }
    }
}

void pointsto_each_func(const PointsTo *t, const u64 *objects, void (*visit)(void *arg, FuncId f),
                        void *arg) {
    for (u32 o = t->first_func; o < t->nobjects; o++) {
        if (!(objects[o / 64] >> o % 64 & 1))
            continue;
        u32 from = o - t->first_func, to = o + 1 == t->nobjects ? t->ntaken : from + 1;
        for (u32 i = from; i < to; i++)
            visit(arg, t->taken[i]);
    }
}
