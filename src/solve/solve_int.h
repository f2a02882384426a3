// SPDX-License-Identifier: Apache-2.0
// solve, inside. query.c has the terms of a query, fold.c and fold_wide.c make them simple, slice.c
// takes the query apart; then intervals.c, orders.c, cache.c and backend.c know ways to an answer,
// and solver.c tries them.
#ifndef HEDDLE_SOLVE_INT_H
#define HEDDLE_SOLVE_INT_H

#include "base/table.h"
#include "solve/solver.h"

// ---- terms --------------------------------------------------------------------------------------

enum { NODE_NUMBER = TERM_COUNT, NODE_UNKNOWN };

// A term. The ids of operands are smaller than its own, those behind the row's are 0. Equal terms
// are one node. It has no padding: it is hashed as bytes.
typedef struct Node {
    u16 op; // TermOp, NODE_NUMBER or NODE_UNKNOWN
    u8 bits, width;
    u32 param;                  // of an unknown: its name
    SolveId arg[TERM_OPERANDS]; // of a number: its lower and upper half
} Node;

typedef struct NodeSlot {
    u32 query; // another one: empty
    SolveId id;
} NodeSlot;

// The terms of one query and what is required of them.
typedef struct Query {
    Node *nodes; // by id; none has the id 0
    u32 nnodes, capnodes;
    NodeSlot *index; // open addressing, at most half full
    u32 index_mask;
    u32 number; // of the query
    SolveId *required;
    u32 nrequired, caprequired;
    u32 *marks; // by id: the number of the query that requires it
    u32 capmarks;
    bool is_false; // something that is required is 0
} Query;

void query_init(Query *q);
void query_done(Query *q);
void query_begin(Query *q);
SolveId query_unknown(Query *q, u32 name, u32 width);
SolveId query_number(Query *q, u64 v);
// The node as it is, without a look at what it could be simplified to.
SolveId query_node(Query *q, TermOp op, u32 bits, u32 width, u32 param, const SolveId *args);
// The simplest node that is known to be the same; fold.c.
SolveId query_apply(Query *q, TermOp op, u32 bits, u32 width, u32 param, const SolveId *args);
// The same of a row of numbers in two halves, of which one is unknown; fold_wide.c. 0: there is
// nothing simpler.
SolveId fold_wide(Query *q, TermOp op, u32 bits, u32 param, const SolveId *args);
void query_require(Query *q, SolveId condition);

static inline bool node_is_number(const Node *n) { return n->op == NODE_NUMBER; }
static inline u64 node_number(const Node *n) {
    CHECK(node_is_number(n));
    return (u64)n->arg[1] << 32 | n->arg[0];
}
static inline u32 node_operands(const Node *n) {
    return n->op < TERM_COUNT ? term_info[n->op].operands : 0;
}
// Its value, where those of its operands are known. Not for unknowns.
u64 node_value(const Query *q, SolveId id, const u64 *values);

// ---- slices -------------------------------------------------------------------------------------

// Requirements that hang together, and what they are made of. `key` is its structure in words:
// unknowns are numbered as they appear, so slices that differ only in names have equal keys.
typedef struct Slice {
    u32 node, nnodes;        // in Slices.nodes, operands before those who use them
    u32 required, nrequired; // in Slices.required
    u32 unknown, nunknowns;  // in Slices.unknowns, as they appear
    u32 key, nkey;           // in Slices.keys
    SolveAnswer answer;
    bool is_answered;
    bool has_floats;
} Slice;

typedef struct Ranked {
    u64 rank;
    SolveId id;
} Ranked;

typedef struct Slices {
    Slice *all;
    u32 n, cap;
    SolveId *nodes, *required, *unknowns;
    u32 nnodes, capnodes, nrequired, caprequired, nunknowns, capunknowns;
    u32 *keys;
    u32 nkeys, capkeys;
    // for each id of the query
    u32 *group; // another term of the same slice, up to one that is its own; 0: not looked at
    u32 *local; // number in the slice
    u64 *shape; // hash of the structure, without names
    u32 capgroup, caplocal, capshape;
    Ranked *ranked;
    u32 nranked, capranked;
    SolveId *stack;
    u32 nstack, capstack;
} Slices;

// All slices of what is required. No answers yet. Needs a query that is not false.
void slices_cut(Slices *s, const Query *q);
void slices_done(Slices *s);

// Whether numbers of the unknowns make all requirements of a slice true. Fills `values` of its
// nodes.
bool slice_holds(const Slices *s, const Slice *slice, const Query *q, u64 *values);

// ---- ways to an answer --------------------------------------------------------------------------

// Bounds of unknowns that are compared with numbers. False: this does not decide. With SOLVE_YES
// the values of the unknowns make all requirements true.
bool intervals_answer(const Slices *s, const Slice *slice, const Query *q, u64 *values,
                      SolveAnswer *answer);

// Comparisons of terms with each other. The same promises.
bool orders_answer(const Slices *s, const Slice *slice, const Query *q, u64 *values,
                   SolveAnswer *answer);

// Answers by the structure of slices, and the last models. Forgets what was not used for long.
typedef struct Cache Cache;
Cache *cache_new(void);
void cache_free(Cache *c);
// `numbers`: of the unknowns as they appear, where the answer is SOLVE_YES.
bool cache_find(Cache *c, const u32 *key, u32 nkey, SolveAnswer *answer, u64 *numbers, u32 n);
void cache_add(Cache *c, const u32 *key, u32 nkey, SolveAnswer answer, const u64 *numbers, u32 n);
size_t cache_bytes(const Cache *c);
size_t cache_most(void); // cache_bytes never says more

// The last few models, by names of unknowns.
enum { MODELS = 8 };
typedef struct ModelRow {
    u32 name;
    u64 value;
} ModelRow;
typedef struct Models {
    struct Model {
        ModelRow *rows; // by name, rising
        u32 n, cap;
    } model[MODELS];
    u32 next; // the oldest
} Models;
bool models_answer(const Models *m, const Slices *s, const Slice *slice, const Query *q,
                   u64 *values);
void models_add(Models *m, const Slices *s, const Slice *slice, const Query *q, const u64 *values);
void models_done(Models *m);
size_t models_bytes(const Models *m);

// Z3. Whatever it cannot do is SOLVE_GAVE_UP.
typedef struct Backend Backend;
Backend *backend_new(u32 timeout_ms);
void backend_free(Backend *b);
void backend_set_timeout(Backend *b, u32 timeout_ms);
// With SOLVE_YES: the values of the slice's unknowns.
SolveAnswer backend_ask(Backend *b, const Slices *s, const Slice *slice, const Query *q,
                        u64 *values);
// The whole query, and terms that are assumed beside it. With SOLVE_YES: the values of all
// unknowns; with SOLVE_NO: which assumptions were needed.
SolveAnswer backend_ask_assuming(Backend *b, const Query *q, const SolveId *assumed, u32 n,
                                 bool *is_used, u64 *values);
// See solve_ask_beyond. The script, if it is wanted, is added where the answer is SOLVE_NO.
SolveAnswer backend_ask_beyond(Backend *b, const Query *q, SolveId inner, u32 side, Text *script);
bool backend_write_query(Backend *b, const Query *q, const SolveId *assumed, u32 n, Text *out);
// Another solver, by its command line: the same, asked of it. Z3 writes the query.
typedef struct CommandSolver {
    const char *command;
    u32 timeout_ms;  // 0: none
    Text *complaint; // why it has given no answer
} CommandSolver;
SolveAnswer command_ask(const CommandSolver *c, Backend *b, const Query *q, const SolveId *assumed,
                        u32 n, bool *is_used, u64 *values);
// The slice as a script of SMT-LIB 2. False: Z3 has failed.
bool backend_write(Backend *b, const Slices *s, const Slice *slice, const Query *q, Text *out);
// What Z3 says that a row makes of numbers. False: it has failed. (For tests.)
bool backend_compute(Backend *b, TermOp op, u32 bits, u32 width, u32 param, const u64 *args,
                     u64 *result);

#endif
