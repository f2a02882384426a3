// SPDX-License-Identifier: Apache-2.0
// From the beginning: the minimal coverability set, by the algorithm MP (monotone pruning) of P.-A.
// Reynier and F. Servais, "Minimal coverability set for Petri nets: Karp and Miller algorithm with
// pruning", Fundamenta Informaticae 122, 2013.
//
// A tree of configurations grows from the initial ones. A node that is more than one of its
// ancestors gets any number of what has become more: what leads from there to here can be done
// again and again. Nodes are active or not; only active ones go on, and in the end they are the
// set. Who comes to a configuration that an active node covers forgets it. Otherwise the new node
// makes smaller ones superfluous, with all that came of them.
//
// SOUND: the point is which. The first algorithm (A. Finkel 1993, and figure 1 of the paper on
// Beacon) drops what somebody else covers and later may drop that one, too, although nothing has
// come of it yet: two nodes can each rely on the other. Here everything below a node y that the new
// node n covers goes if y is active, or if y is not above n. So if what covered a configuration
// goes, n covers what that came from, and n is active. doc/counting.md has the argument.
//
// Nobody has to believe that: when the tree is done, is_closed looks whether the active nodes cover
// the beginning and all that their moves lead to, which is all that "unreachable" needs.
#include "count/count_int.h"

// Nodes with the same global state. Invariant: those that have active nodes below are here.
typedef struct Fellows {
    u32 *nodes;
    u32 len, cap;
} Fellows;

typedef struct Forward {
    Mover mover;
    Watch watch;
    const CountOptions *options;
    CountResult *result;
    Arena *arena; // of configurations
    Tree tree;
    Table by_global; // index of its fellows, from 1
    Fellows *fellows;
    u32 nfellows, fellows_cap;
    u32 bad; // the first bad node, or NO_NODE
    CountConfig next;
} Forward;

// ---- the tree -----------------------------------------------------------------------------------

static Fellows *fellows_of(Forward *f, u32 global) {
    u32 *index = table_add(&f->by_global, global, PLAIN_KEY);
    if (!*index) {
        VEC_PUSH(f->fellows, f->nfellows, f->fellows_cap) = (Fellows){0};
        *index = f->nfellows;
    }
    return &f->fellows[*index - 1];
}

static bool is_above(const Forward *f, u32 above, u32 node) {
    while (node != NO_NODE && node != above)
        node = f->tree.nodes[node].parent;
    return node == above;
}

// An active node that covers it comes to the front, since it will cover others.
static bool is_covered(Fellows *fellows, const TreeNode *nodes, const CountConfig *c) {
    for (u32 i = 0; i < fellows->len; i++) {
        u32 node = fellows->nodes[i];
        if (nodes[node].is_active && config_covers(&nodes[node].config, c)) {
            fellows->nodes[i] = fellows->nodes[i / 2];
            fellows->nodes[i / 2] = node;
            return true;
        }
    }
    return false;
}

static void set_active(Forward *f, u32 node, bool is_it) {
    ENSURE(f->tree.nodes[node].is_active != is_it);
    f->tree.nodes[node].is_active = is_it;
    for (u32 n = node; n != NO_NODE; n = f->tree.nodes[n].parent) {
        ENSURE(is_it || f->tree.nodes[n].nactive > 0);
        f->tree.nodes[n].nactive += is_it ? 1 : UINT32_MAX;
    }
    f->result->kept += is_it ? 1 : UINT64_MAX;
}

// The next node below `top` in a walk that leaves out what has no active nodes; NO_NODE at its end.
static u32 next_below(const Forward *f, u32 node, u32 top) {
    const TreeNode *n = &f->tree.nodes[node];
    if (n->nactive && n->first_child != NO_NODE)
        return n->first_child;
    while (node != top && f->tree.nodes[node].sibling == NO_NODE)
        node = f->tree.nodes[node].parent;
    return node == top ? NO_NODE : f->tree.nodes[node].sibling;
}

static void prune_below(Forward *f, u32 top) {
    for (u32 node = top; node != NO_NODE && f->tree.nodes[top].nactive;
         node = next_below(f, node, top))
        if (f->tree.nodes[node].is_active)
            set_active(f, node, false);
    ENSURE(f->tree.nodes[top].nactive == 0);
}

// Makes room for the configuration below `parent`: what is below a node that it covers is not
// active any more, unless that node is above it and not active itself.
static void prune(Forward *f, const CountConfig *c, u32 parent) {
    Fellows *fellows = fellows_of(f, c->global);
    u32 kept = 0;
    for (u32 i = 0; i < fellows->len; i++) {
        u32 y = fellows->nodes[i];
        const TreeNode *n = &f->tree.nodes[y];
        if (n->nactive && config_covers(c, &n->config) && (n->is_active || !is_above(f, y, parent)))
            prune_below(f, y);
    }
    for (u32 i = 0; i < fellows->len; i++)
        if (f->tree.nodes[fellows->nodes[i]].nactive || is_above(f, fellows->nodes[i], parent))
            fellows->nodes[kept++] = fellows->nodes[i];
    fellows->len = kept;
}

static u32 add_node(Forward *f, const TreeNode *wanted) {
    u32 node = f->tree.nnodes;
    TreeNode n = *wanted;
    n.config = config_keep(f->arena, &f->next);
    n.first_child = NO_NODE;
    n.sibling = NO_NODE;
    if (n.parent != NO_NODE) {
        TreeNode *parent = &f->tree.nodes[n.parent];
        n.depth = parent->depth + 1;
        n.sibling = parent->first_child;
        parent->first_child = node;
    }
    VEC_PUSH(f->tree.nodes, f->tree.nnodes, f->tree.nodes_cap) = n;
    set_active(f, node, true);
    Fellows *fellows = fellows_of(f, n.config.global);
    VEC_PUSH(fellows->nodes, fellows->len, fellows->cap) = node;
    f->result->states++;
    if (n.depth > f->result->depth)
        f->result->depth = n.depth;
    return node;
}

static bool has_finite(const CountConfig *c) {
    u32 i = 0;
    while (i < c->n && c->parts[i].count == COUNT_ANY)
        i++;
    return i < c->n;
}

// From all ancestors, active or not: what lies between them and here can be done again, since it
// was done with what they had or less.
static void accelerate(Forward *f, TreeNode *n) {
    n->rounds = f->tree.nrounds;
    for (u32 y = n->parent; y != NO_NODE && has_finite(&f->next); y = f->tree.nodes[y].parent) {
        const CountConfig *c = &f->tree.nodes[y].config;
        if (config_covers(&f->next, c) && config_accelerate(&f->next, c))
            VEC_PUSH(f->tree.rounds, f->tree.nrounds, f->tree.rounds_cap) = y;
    }
    n->nrounds = f->tree.nrounds - n->rounds;
}

// The configuration in f->next, reached as `n` says.
static void offer(Forward *f, TreeNode *n) {
    accelerate(f, n);
    if (is_covered(fellows_of(f, f->next.global), f->tree.nodes, &f->next)) {
        f->tree.nrounds = n->rounds;
        return;
    }
    prune(f, &f->next, n->parent);
    u32 node = add_node(f, n);
    const CountSystem *s = f->mover.system;
    if (f->bad == NO_NODE && system_is_bad(s, &f->next))
        f->bad = node;
}

static bool is_over(Forward *f) {
    return (f->bad != NO_NODE && !f->options->wants_all) || watch_stops(&f->watch);
}

// All moves of all threads of a node, until it is not active any more. False: it is over.
static bool expand(Forward *f, u32 node) {
    CountConfig c = f->tree.nodes[node].config; // its parts stay where they are
    const CountSystem *s = f->mover.system;
    if (s->is_bad(s->self, c.global))
        return true;
    for (u32 i = 0; i < c.n; i++) {
        u32 n, local = c.parts[i].local;
        const CountMove *moves = mover_moves(&f->mover, c.global, local, &n);
        for (u32 k = 0; k < n && f->tree.nodes[node].is_active; k++) {
            TreeNode next = {.parent = node, .local = local, .move = k};
            config_copy(&f->next, &c);
            mover_take(&f->next, local, &moves[k]);
            f->result->transitions++;
            offer(f, &next);
            if (is_over(f))
                return false;
        }
    }
    return true;
}

// ---- the end ------------------------------------------------------------------------------------

static bool is_step_covered(Forward *f, const CountConfig *c, u32 local, const CountMove *move) {
    config_copy(&f->next, c);
    mover_take(&f->next, local, move);
    return is_covered(fellows_of(f, f->next.global), f->tree.nodes, &f->next);
}

// Whether the active nodes cover the beginning and all that comes of them.
static bool is_closed(Forward *f) {
    const CountSystem *s = f->mover.system;
    for (u32 i = 0; i < s->ninitial; i++)
        if (!is_covered(fellows_of(f, s->initial[i].global), f->tree.nodes, &s->initial[i]))
            return false;
    for (u32 node = 0; node < f->tree.nnodes; node++) {
        CountConfig c = f->tree.nodes[node].config;
        if (f->tree.nodes[node].is_active && f->bad == NO_NODE && system_is_bad(s, &c))
            return false;
        for (u32 i = 0; i < c.n && f->tree.nodes[node].is_active && !s->is_bad(s->self, c.global);
             i++) {
            u32 n, local = c.parts[i].local;
            const CountMove *moves = mover_moves(&f->mover, c.global, local, &n);
            for (u32 k = 0; k < n; k++)
                if (!is_step_covered(f, &c, local, &moves[k]))
                    return false;
        }
    }
    return true;
}

static void conclude(Forward *f) {
    CountResult *r = f->result;
    const CountSystem *s = f->mover.system;
    bool is_whole = r->answer != COUNT_STOPPED && (f->bad == NO_NODE || f->options->wants_all);
    r->globals = f->mover.nglobals;
    r->locals = f->mover.nlocals;
    if (f->bad != NO_NODE) {
        r->has_run = unroll(&f->tree, f->bad, &f->mover, r);
        r->answer = COUNT_REACHABLE;
        r->bad = f->tree.nodes[f->bad].config.global;
        ENSURE(system_is_bad(s, &f->tree.nodes[f->bad].config));
        text_clear(&r->reason);
    }
    if (is_whole) {
        bool is_it = is_closed(f);
        ENSURE(is_it);
        for (u32 node = 0; node < f->tree.nnodes; node++)
            if (f->tree.nodes[node].is_active)
                count_add_bounds(r, &f->tree.nodes[node].config);
    }
}

// ---- the graph ----------------------------------------------------------------------------------

// Double quotes and backslashes get a backslash.
static void add_quoted(Text *out, const Text *t) {
    for (u32 i = 0; i < t->len; i++) {
        char c = t->s[i];
        text_add(out, c == '"' || c == '\\' ? "\\%c" : "%c", c == '\n' ? ' ' : c);
    }
}

static void add_config(const CountSystem *s, const CountConfig *c, Text *out) {
    Text name = {0};
    s->name_global(s->self, c->global, &name);
    add_quoted(out, &name);
    for (u32 i = 0; i < c->n; i++) {
        text_clear(&name);
        s->name_local(s->self, c->parts[i].local, &name);
        text_add(out, "\\n");
        add_quoted(out, &name);
        if (c->parts[i].count == COUNT_ANY)
            text_add(out, ": *");
        else
            text_add(out, ": %u", c->parts[i].count);
    }
    text_done(&name);
}

// The nodes that are kept and what they come from; dashed: where something could be gone round.
static void write_dot(const Forward *f, Text *out) {
    const CountSystem *s = f->mover.system;
    Text name = {0};
    text_add(out, "digraph coverability {\n  node [shape=box];\n");
    for (u32 i = 0; i < f->tree.nnodes; i++) {
        const TreeNode *n = &f->tree.nodes[i];
        if (!n->nactive)
            continue;
        bool is_bad = s->is_bad(s->self, n->config.global);
        text_add(out, "  n%u [label=\"", i);
        add_config(s, &n->config, out);
        text_add(out, "\"%s%s];\n", n->is_active ? "" : ", color=gray, fontcolor=gray",
                 is_bad ? ", color=red" : "");
        if (n->parent == NO_NODE)
            continue;
        text_clear(&name);
        s->name_local(s->self, n->local, &name);
        text_add(out, "  n%u -> n%u [label=\"", n->parent, i);
        add_quoted(out, &name);
        text_add(out, "\"];\n");
        for (u32 k = 0; k < n->nrounds; k++)
            text_add(out, "  n%u -> n%u [style=dashed, constraint=false];\n", i,
                     f->tree.rounds[n->rounds + k]);
    }
    text_add(out, "}\n");
    text_done(&name);
}

static void done(Forward *f) {
    for (u32 i = 0; i < f->nfellows; i++)
        VEC_FREE(f->fellows[i].nodes, f->fellows[i].cap);
    VEC_FREE(f->fellows, f->fellows_cap);
    VEC_FREE(f->tree.nodes, f->tree.nodes_cap);
    VEC_FREE(f->tree.rounds, f->tree.rounds_cap);
    table_done(&f->by_global);
    config_done(&f->next);
    mover_done(&f->mover);
    arena_free(f->arena);
}

void count_forward(const CountSystem *s, const CountOptions *o, CountResult *r) {
    *r = (CountResult){0};
    Forward f = {.options = o,
                 .result = r,
                 .watch = {.limits = &o->limits, .result = r},
                 .arena = arena_new(),
                 .bad = NO_NODE};
    mover_init(&f.mover, s);
    for (u32 i = 0; i < s->ninitial; i++) {
        TreeNode root = {.parent = NO_NODE};
        config_copy(&f.next, &s->initial[i]);
        offer(&f, &root);
    }
    bool goes_on = !is_over(&f);
    for (u32 node = 0; node < f.tree.nnodes && goes_on; node++)
        goes_on = !f.tree.nodes[node].is_active || expand(&f, node);
    conclude(&f);
    if (o->wants_dot)
        write_dot(&f, &r->dot);
    done(&f);
}
