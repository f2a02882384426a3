// SPDX-License-Identifier: Apache-2.0
// The inside of buchi: formulas in negation normal form, alternating automata, generalised Büchi
// automata.
#ifndef HEDDLE_BUCHI_INT_H
#define HEDDLE_BUCHI_INT_H

#include "base/table.h"
#include "buchi/buchi.h"

// ---- effort -------------------------------------------------------------------------------------

// What a translation may still do: small steps, and states at a time. When they are used up, it
// fails. What is spent on making automata smaller is counted apart; when that is used up, they stay
// as large as they are.
typedef struct Effort {
    u64 left;
    u64 spare;
    u32 states;
} Effort;

static inline bool effort_spend(Effort *e, u64 steps) {
    e->left = e->left > steps ? e->left - steps : 0;
    return e->left > 0;
}

// ---- labels -------------------------------------------------------------------------------------

// A conjunction of literals: the letters with all of `must` and none of `must_not`.
typedef struct Cube {
    u32 must, must_not;
} Cube;

static inline bool cube_is_empty(Cube c) { return (c.must & c.must_not) != 0; }
static inline Cube cube_and(Cube a, Cube b) {
    return (Cube){a.must | b.must, a.must_not | b.must_not};
}
// All letters of b are letters of a.
static inline bool cube_contains(Cube a, Cube b) {
    return !(a.must & ~b.must) && !(a.must_not & ~b.must_not);
}
// Each letter of the cube is one of some of the others.
bool cube_is_covered(Cube c, const Cube *others, u32 n, Effort *e);

// ---- formula.c: negation normal form ------------------------------------------------------------

// Formulas are numbers; equal ones have the same. A formula is simplified when it is made.
typedef u32 Form;
enum { FORM_TRUE, FORM_FALSE };

typedef enum FormOp {
    FORM_CONSTANT,
    FORM_LITERAL,
    FORM_NEXT,
    FORM_AND,    // of two or more, none of them an AND; in increasing order
    FORM_OR,     // the same
    FORM_UNTIL,  // eventually f: true until f
    FORM_RELEASE // always f: false release f
} FormOp;

typedef struct FormNode {
    FormOp op;
    u32 first, n;      // operands, in Forms.kids; a literal: its proposition
    bool is_negative;  // a literal
    bool has_negation; // `negation` is known
    bool is_eventual;  // holds now if it holds some time later
    bool is_universal; // holds at all later times if it holds now
    Form negation;
} FormNode;

typedef struct Forms {
    FormNode *nodes;
    u32 nnodes, nodes_cap;
    Form *kids;
    u32 nkids, kids_cap;
    Table known;   // nodes, by their hash
    Table implied; // answers of form_implies, by both formulas
    u32 depth;     // of its recursion
    Effort *effort;
} Forms;

void forms_init(Forms *fs, Effort *e);
void forms_done(Forms *fs);
static inline const FormNode *form_node(const Forms *fs, Form f) { return &fs->nodes[f]; }
static inline Form form_kid(const Forms *fs, Form f, u32 i) {
    return fs->kids[fs->nodes[f].first + i];
}
Form form_of_ltl(Forms *fs, const Ltl *f, bool is_negated);
Form form_negation(Forms *fs, Form f);
// G (a && e && ...) = G a && G e && ... with each purely eventual e apart; others as they are. The
// result is not simplified: as a formula, the one with a single G is simpler.
Form form_split_always(Forms *fs, Form f);
void form_print(const Forms *fs, Form f, Text *out); // with p0, p1, ...
// implies.c: whether it can be seen from how they are written that b holds wherever a does.
bool form_implies(Forms *fs, Form a, Form b);

// ---- alternating.c: very weak alternating automata ----------------------------------------------

// States of the alternating automaton; so many there are at most.
enum { SET_WORDS = 4, MOST_ELEMENTS = 64 * SET_WORDS, MOST_MARKS = 64 };
typedef struct Set {
    u64 words[SET_WORDS];
} Set;

static inline bool set_has(const Set *s, u32 i) { return s->words[i / 64] >> (i % 64) & 1; }
static inline void set_add(Set *s, u32 i) { s->words[i / 64] |= (u64)1 << (i % 64); }
static inline Set set_union(const Set *a, const Set *b) {
    Set out;
    for (u32 i = 0; i < SET_WORDS; i++)
        out.words[i] = a->words[i] | b->words[i];
    return out;
}
static inline bool set_is_in(const Set *a, const Set *b) {
    u64 more = 0;
    for (u32 i = 0; i < SET_WORDS; i++)
        more |= a->words[i] & ~b->words[i];
    return !more;
}

// A transition: reads a letter of the cube, and goes on in all states of the set at once.
typedef struct Move {
    Cube label;
    Set to;
} Move;
typedef struct Moves {
    Move *items;
    u32 len, cap;
} Moves;
void moves_done(Moves *m);
// Both at once: each of the one with each of the other. False if that is too much.
bool moves_product(const Moves *a, const Moves *b, Moves *out, Effort *e);

// A state is a formula that is no conjunction or disjunction. The automaton may stay in it for ever
// unless it is an until.
typedef struct Alternating {
    Forms *forms;
    Form elements[MOST_ELEMENTS];
    Moves moves[MOST_ELEMENTS];
    u32 nelements;
    u32 untils[MOST_MARKS]; // those that are, as indices
    u32 nuntils;
    u32 always[MOST_ELEMENTS]; // of state f: that of always f, plus 1; 0: there is none
    Moves initial;             // only their sets count: it begins in all states of one of them
} Alternating;
// False if it is too large.
bool alternating_init(Alternating *a, Forms *fs, Form f, Diag *d);
void alternating_done(Alternating *a);

// ---- graph.c: generalised Büchi automata --------------------------------------------------------

// A word is accepted if it can be read such that for each mark, transitions with that mark are
// taken again and again.
typedef struct Edge {
    u32 from, to;
    Cube label;
    u64 marks;
} Edge;
typedef struct Graph {
    u32 nstates, initial;
    u32 nmarks;
    bool is_state_based; // one mark, which all transitions of a state have, or none of them
    Edge *edges;
    u32 nedges, cap;
    u32 *first; // when in order: edges of state s are first[s] up to first[s + 1]; else NULL
    u32 nfirst;
} Graph;

static inline u64 all_marks(const Graph *g) {
    return g->nmarks == 64 ? ~(u64)0 : ((u64)1 << g->nmarks) - 1;
}
void graph_done(Graph *g);
void graph_copy(Graph *to, const Graph *from);
void graph_add(Graph *g, Edge e);
void graph_order(Graph *g); // without doubles; makes `first`
// Exchanges state s for to[s]; NO_STATE drops it with its transitions. The others are numbered
// anew, in the order in which they are met from the initial one; what is not met is dropped.
enum { NO_STATE = UINT32_MAX };
void graph_renumber(Graph *g, const u32 *to);

// The strongly connected components of a graph, which must be in order.
typedef struct Components {
    u32 *of; // for each state; a transition never leads to a component with a higher number
    u32 n;
    u64 *marks;      // for each component: of transitions inside it
    bool *has_cycle; // there are such
    bool *accepts;   // its marks are all
    size_t room;     // of `of`, and for those of components
} Components;
void components_init(Components *c, const Graph *g);
void components_done(Components *c);

// generalised.c: the sets of states in which an alternating automaton can be at a time.
bool generalise(const Alternating *a, Graph *out, Effort *e, Diag *d);
// degeneralise.c: with one mark, and state-based; the smallest of several, simplified.
bool degeneralise(const Graph *g, Graph *out, Effort *e, Diag *d);

// simplify.c: the same language with fewer states and transitions, as far as there is effort to
// spare.
void graph_simplify(Graph *g, Effort *e);
// simulation.c: without states that simulate each other, and transitions for which there is a
// better one. Leaves the graph as it is if that takes too long.
void graph_simulate(Graph *g, Effort *e);
// How many states would be left; 0 if that takes too long.
u32 graph_count_classes(const Graph *g, Effort *e);
enum { MOST_SIMULATED = 400 }; // states for which it is tried

// buchi.c
// Takes what is in the graph, which is state-based; not the names.
Buchi *buchi_of_graph(const Graph *g, const char *const *names, u32 n);
// From a generalised automaton, simplified first; NULL with a message.
Buchi *buchi_finish(Graph *g, const char *const *names, u32 n, Effort *e, Diag *d);
void effort_init(Effort *e, const BuchiLimits *limits);
bool effort_fail(const Effort *e, Diag *d); // the message about a limit
// Weak and the like, for who has a Büchi automaton.
Graph graph_of_buchi(const Buchi *b);

#endif
