// SPDX-License-Identifier: Apache-2.0
// Where the ways that part at a branch come together again: its nearest postdominator. What runs
// before that depends on the branch; what runs after does not, unless the branch can go round in a
// loop that might never have ended. Computed for a function when one of
// its branches is asked about (Cooper, Harvey and Kennedy: A Simple, Fast Dominance Algorithm, on
// the graph with its edges turned round).
#include "report/report_int.h"

#include <string.h>

// Of one function: its instructions are numbered from 0, the end of all ways is number n.
typedef struct Graph {
    const Program *program;
    const Function *function;
    u32 n;
    u32 *order; // by instruction: how early it comes from behind, the end is n; NONE: never
    u32 *line;  // the instructions in that order, the end first
    u32 nline;
    u32 *join; // by instruction: its nearest postdominator; NONE: not known yet
} Graph;
enum { NONE = 0xffffffffu };

// Calls visit with each instruction that may come after instruction i. Where the program stops, as
// behind a failed assertion, there is no way to the end: what follows an assertion does not depend
// on it.
typedef void Visit(void *arg, u32 from, u32 to);
static void successors(const Graph *g, u32 i, Visit *visit, void *arg) {
    Pc start = g->function->start;
    const Insn *in = &g->program->code[start + i];
    u32 ntargets = insn_ntargets(in);
    for (u32 k = 0; k < ntargets; k++)
        visit(arg, i, insn_target(g->program, in, k) - start);
    if (insn_falls_through(in) && i + 1 < g->n)
        visit(arg, i, i + 1);
    else if (!ntargets && ir_op_info[in->op].effect != EFFECT_STOP)
        visit(arg, i, g->n);
}

// ---- the order ----------------------------------------------------------------------------------

// The edges turned round: who comes before instruction i is before[first[i] .. first[i + 1]).
typedef struct Before {
    u32 *first, *before;
    u32 size;
} Before;

static void count_edge(void *arg, u32 from, u32 to) {
    (void)from;
    Before *b = arg;
    b->first[to + 1]++;
    b->size++;
}

static void add_edge(void *arg, u32 from, u32 to) {
    Before *b = arg;
    b->before[b->first[to]++] = from;
}

static Before turn_round(const Graph *g, Arena *a) {
    Before b = {.first = arena_alloc(a, (g->n + 3) * sizeof(u32))};
    for (u32 i = 0; i < g->n; i++)
        successors(g, i, count_edge, &b);
    for (u32 i = 0; i <= g->n; i++)
        b.first[i + 1] += b.first[i];
    b.before = arena_alloc(a, (b.size + 1) * sizeof(u32));
    for (u32 i = 0; i < g->n; i++)
        successors(g, i, add_edge, &b);
    // every start has moved to the end of its list
    memmove(b.first + 1, b.first, (g->n + 1) * sizeof(u32));
    b.first[0] = 0;
    return b;
}

// Postorder from the end over the edges turned round; then numbers that grow towards the end.
static void put_in_order(Graph *g, const Before *b, Arena *a) {
    u32 *stack = arena_alloc(a, (g->n + 2) * sizeof(u32));
    u32 *next = arena_alloc(a, (g->n + 2) * sizeof(u32)), depth = 0, done = 0;
    bool *is_met = arena_alloc(a, g->n + 2);
    u32 *finished = arena_alloc(a, (g->n + 2) * sizeof(u32));
    stack[depth++] = g->n;
    is_met[g->n] = true;
    while (depth) {
        u32 i = stack[depth - 1];
        u32 at = b->first[i] + next[i];
        if (at == b->first[i + 1]) {
            g->order[i] = done;
            finished[done++] = i;
            depth--;
            continue;
        }
        next[i]++;
        if (!is_met[b->before[at]]) {
            is_met[b->before[at]] = true;
            stack[depth++] = b->before[at];
        }
    }
    for (u32 i = 0; i < done; i++)
        g->line[i] = finished[done - 1 - i];
    g->nline = done;
}

// ---- joins --------------------------------------------------------------------------------------

typedef struct Meeting {
    Graph *graph;
    u32 at; // NONE: nothing has been met
} Meeting;

static u32 meet(const Graph *g, u32 a, u32 b) {
    while (a != b) {
        while (g->order[a] < g->order[b])
            a = g->join[a];
        while (g->order[b] < g->order[a])
            b = g->join[b];
    }
    return a;
}

static void meet_successor(void *arg, u32 from, u32 to) {
    (void)from;
    Meeting *m = arg;
    if (m->graph->join[to] != NONE)
        m->at = m->at == NONE ? to : meet(m->graph, m->at, to);
}

static void find_joins(Graph *g) {
    bool has_changed = true;
    g->join[g->n] = g->n;
    while (has_changed) {
        has_changed = false;
        for (u32 i = 1; i < g->nline; i++) {
            Meeting m = {g, NONE};
            successors(g, g->line[i], meet_successor, &m);
            has_changed |= g->join[g->line[i]] != m.at;
            g->join[g->line[i]] = m.at;
        }
    }
}

// ---- loops --------------------------------------------------------------------------------------

typedef struct Search {
    u32 *stack, depth;
    bool *is_met;
} Search;

static void push(void *arg, u32 from, u32 to) {
    (void)from;
    Search *s = arg;
    if (!s->is_met[to])
        s->stack[s->depth++] = to;
    s->is_met[to] = true;
}

// Whether a way leads from the branch back to it before those that part there come together.
static bool leads_back(const Graph *g, u32 branch, Arena *a) {
    Search s = {.stack = arena_alloc(a, (g->n + 2) * sizeof(u32)),
                .is_met = arena_alloc(a, g->n + 2)};
    successors(g, branch, push, &s);
    while (s.depth && !s.is_met[branch]) {
        u32 i = s.stack[--s.depth];
        if (i < g->n && i != g->join[branch])
            successors(g, i, push, &s);
    }
    return s.is_met[branch];
}

// ---- the door -----------------------------------------------------------------------------------

static JoinInfo *joins_of(Joins *j, FuncId func) {
    const Function *f = &j->program->funcs[func];
    u32 n = f->end - f->start;
    Arena *a = arena_new();
    Graph g = {.program = j->program,
               .function = f,
               .n = n,
               .order = arena_alloc(a, (n + 1) * sizeof(u32)),
               .line = arena_alloc(a, (n + 1) * sizeof(u32)),
               .join = arena_alloc(a, (n + 1) * sizeof(u32))};
    memset(g.order, 0xff, (n + 1) * sizeof(u32));
    memset(g.join, 0xff, (n + 1) * sizeof(u32));
    Before b = turn_round(&g, a);
    put_in_order(&g, &b, a);
    find_joins(&g);
    JoinInfo *infos = arena_alloc(j->arena, (n + 1) * sizeof *infos);
    for (u32 i = 0; i < n; i++) {
        infos[i].until = g.join[i] < n ? f->start + g.join[i] : JOIN_NONE;
        if (insn_ntargets(&j->program->code[f->start + i]) > 1)
            infos[i].is_loop = leads_back(&g, i, a);
    }
    arena_free(a);
    return infos;
}

void joins_init(Joins *j, const Program *p, Arena *a) {
    *j = (Joins){
        .program = p, .arena = a, .by_func = arena_alloc(a, p->nfuncs * sizeof(JoinInfo *))};
}

const JoinInfo *joins_at(Joins *j, FuncId func, Pc pc) {
    if (!j->by_func[func])
        j->by_func[func] = joins_of(j, func);
    return &j->by_func[func][pc - j->program->funcs[func].start];
}
