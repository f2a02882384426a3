// SPDX-License-Identifier: Apache-2.0
// Witnesses of SV-COMP, format 1.0: an automaton in GraphML. That of a violation is a chain of
// edges, one for each event of the trace, and for each call and return between them. Threads are
// numbered from 0 on, which is main's. An endless run closes its chain at the node that is its
// cycle's head. That of a program that is correct has one node: it claims nothing, and that is
// enough to be one.
#include "report/report_int.h"

#include <string.h>

typedef struct KeyRow {
    const char *id, *of, *type;
} KeyRow;

static const KeyRow keys[] = {
    {"witness-type", "graph", "string"},
    {"sourcecodelang", "graph", "string"},
    {"producer", "graph", "string"},
    {"specification", "graph", "string"},
    {"programfile", "graph", "string"},
    {"programhash", "graph", "string"},
    {"architecture", "graph", "string"},
    {"creationtime", "graph", "string"},
    {"entry", "node", "boolean"},
    {"violation", "node", "boolean"},
    {"cyclehead", "node", "boolean"},
    {"threadId", "edge", "string"},
    {"createThread", "edge", "string"},
    {"startline", "edge", "int"},
    {"originfile", "edge", "string"},
    {"enterFunction", "edge", "string"},
    {"returnFromFunction", "edge", "string"},
    {"assumption", "edge", "string"},
    {"assumption.scope", "edge", "string"},
    {"assumption.resultfunction", "edge", "string"},
};

typedef struct Writer {
    const Witness *witness;
    Text edges;
    u32 node;                // the last of the chain
    u32 head;                // that of the cycle
    const TraceCall **calls; // by thread: where its last event was
    u32 nthreads;
} Writer;

static void add_data(const char *key, const char *value, const char *indent, Text *out) {
    text_add(out, "%s<data key=\"%s\">", indent, key);
    report_xml_text(value, out);
    text_add(out, "</data>\n");
}

// ---- edges --------------------------------------------------------------------------------------

static void edge_data(Writer *w, const char *key, const char *value) {
    add_data(key, value, "      ", &w->edges);
}

static void edge_number(Writer *w, const char *key, u32 value) {
    text_add(&w->edges, "      <data key=\"%s\">%u</data>\n", key, value);
}

static void edge_to(Writer *w, u32 target, u32 thread) {
    text_add(&w->edges, "    <edge source=\"N%u\" target=\"N%u\">\n", w->node, target);
    edge_number(w, "threadId", thread - 1);
}

static void edge_begin(Writer *w, u32 thread) {
    edge_to(w, w->node + 1, thread);
    w->node++;
}

static void edge_end(Writer *w) { text_add(&w->edges, "    </edge>\n"); }

static void edge_line(Writer *w, const TraceEvent *e) {
    const Witness *x = w->witness;
    const char *file = x->trace->program->files[e->file];
    edge_number(w, "startline", e->line);
    if (strcmp(file, x->files[0].name) != 0)
        edge_data(w, "originfile", file);
}

static void add_crossing(Writer *w, u32 thread, const char *key, const char *function) {
    edge_begin(w, thread);
    edge_data(w, key, function);
    edge_end(w);
}

// main is entered by the edge that makes its thread.
static void enter(Writer *w, u32 thread, const TraceCall *from, const TraceCall *to) {
    const TraceCall **chain = NULL;
    u32 n = 0, cap = 0;
    for (; to != from; to = to->caller)
        VEC_PUSH(chain, n, cap) = to;
    for (u32 i = n; i-- > 0;)
        if (thread > 1 || chain[i]->caller)
            add_crossing(w, thread, "enterFunction", chain[i]->function);
    VEC_FREE(chain, cap);
}

// From the calls that the thread was in to those that it is in.
static void follow_calls(Writer *w, u32 thread, const TraceCall *to) {
    const TraceCall *from = w->calls[thread], *common = to;
    w->calls[thread] = to;
    while (from != common) {
        bool is_deeper = common && (!from || common->level > from->level);
        if (is_deeper) {
            common = common->caller;
        } else {
            add_crossing(w, thread, "returnFromFunction", from->function);
            // both are as deep, and not the same
            common = common && common->level == from->level ? common->caller : common;
            from = from->caller;
        }
    }
    enter(w, thread, common, to);
}

// What is true after the event.
static void add_assumption(Writer *w, const TraceEvent *e) {
    Text text = {0}, function = {0}, number = {0};
    const char *input = witness_input(e, &function);
    if (input && witness_number(input, &number)) {
        text_add(&text, "\\result == %s;", text_str(&number));
        edge_data(w, "assumption", text_str(&text));
        edge_data(w, "assumption.resultfunction", text_str(&function));
    } else if (w->witness->has_values && !e->is_fault && e->line) {
        for (u32 i = 0; i < e->nvalues; i++)
            if (!e->values[i].is_read && witness_equation(&e->values[i], &text))
                text_add(&text, "; ");
        while (text.len && text.s[text.len - 1] == ' ')
            text.s[--text.len] = '\0';
        if (text.len) {
            edge_data(w, "assumption", text_str(&text));
            edge_data(w, "assumption.scope", e->function);
        }
    }
    text_done(&text);
    text_done(&function);
    text_done(&number);
}

static bool add_threads(Writer *w, const TraceEvent *e) {
    u32 before = w->node;
    for (u32 i = 0; i < e->nnotes; i++) {
        if (e->notes[i].kind != NOTE_STARTS)
            continue;
        edge_begin(w, e->thread);
        edge_line(w, e);
        edge_number(w, "createThread", e->notes[i].thread - 1);
        edge_end(w);
    }
    return w->node > before;
}

static void add_event(Writer *w, const TraceEvent *e) {
    follow_calls(w, e->thread, e->calls);
    if (!e->line)
        return; // the thread has ended
    if (add_threads(w, e) && !e->is_fault && !e->nvalues)
        return; // there is no more to say of the line
    edge_begin(w, e->thread);
    edge_line(w, e);
    add_assumption(w, e);
    edge_end(w);
}

// The first edge makes main's thread.
static void add_chain(Writer *w) {
    const Trace *t = w->witness->trace;
    edge_begin(w, 1);
    edge_number(w, "createThread", 0);
    edge_data(w, "enterFunction", "main");
    edge_end(w);
    for (u32 i = 0; i < t->nevents; i++) {
        if (!w->head && t->events[i].step >= t->cycle)
            w->head = w->node;
        add_event(w, &t->events[i]);
    }
    w->head = w->head ? w->head : w->node;
    if (t->is_endless && w->head != w->node) {
        edge_to(w, w->head, t->events[t->nevents - 1].thread);
        edge_end(w);
    }
}

// ---- the whole ----------------------------------------------------------------------------------

static void add_node(const Writer *w, u32 i, Text *out) {
    const Trace *t = w->witness->trace;
    bool is_head = t && t->is_endless && i == w->head;
    bool is_bad = t && !t->is_endless && i == w->node;
    if (i && !is_head && !is_bad) {
        text_add(out, "    <node id=\"N%u\"/>\n", i);
        return;
    }
    text_add(out, "    <node id=\"N%u\">\n", i);
    if (i == 0)
        add_data("entry", "true", "      ", out);
    if (is_head)
        add_data("cyclehead", "true", "      ", out);
    if (is_bad)
        add_data("violation", "true", "      ", out);
    text_add(out, "    </node>\n");
}

static void add_head(const Witness *w, Text *out) {
    Text producer = {0};
    text_add(&producer, "heddle %s", w->version);
    add_data("witness-type", w->trace ? "violation_witness" : "correctness_witness", "    ", out);
    add_data("sourcecodelang", "C", "    ", out);
    add_data("producer", text_str(&producer), "    ", out);
    for (u32 i = 0; i < w->nspecifications; i++)
        add_data("specification", w->specifications[i], "    ", out);
    add_data("programfile", w->files[0].name, "    ", out);
    add_data("programhash", w->files[0].hash, "    ", out);
    add_data("architecture", w->is_narrow ? "32bit" : "64bit", "    ", out);
    add_data("creationtime", w->date, "    ", out);
    text_done(&producer);
}

static void add_keys(Text *out) {
    for (u32 i = 0; i < ARRAY_LEN(keys); i++) {
        const KeyRow *k = &keys[i];
        bool has_default = strcmp(k->type, "boolean") == 0;
        text_add(out, "  <key id=\"%s\" attr.name=\"%s\" attr.type=\"%s\" for=\"%s\"%s>%s", k->id,
                 k->id, k->type, k->of, has_default ? "" : "/",
                 has_default ? "<default>false</default></key>\n" : "\n");
    }
}

void report_graphml(const Witness *witness, Text *out) {
    Writer w = {.witness = witness};
    const Trace *t = witness->trace;
    for (u32 i = 0; t && i < t->nevents; i++)
        w.nthreads = t->events[i].thread > w.nthreads ? t->events[i].thread : w.nthreads;
    w.calls = mem_zalloc((w.nthreads + 1) * sizeof *w.calls);
    if (t)
        add_chain(&w);
    text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
                  "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
                  "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n");
    add_keys(out);
    text_add(out, "  <graph edgedefault=\"directed\">\n");
    add_head(witness, out);
    for (u32 i = 0; i <= w.node; i++)
        add_node(&w, i, out);
    text_bytes(out, text_str(&w.edges), w.edges.len);
    text_add(out, "  </graph>\n</graphml>\n");
    mem_free(w.calls, (w.nthreads + 1) * sizeof *w.calls);
    text_done(&w.edges);
}
