// SPDX-License-Identifier: Apache-2.0
// Büchi automata as text: the Hanoi omega-automata format, version 1 (Babiak et al., CAV 2015), the
// language of Graphviz, and words.
#include "buchi/buchi_int.h"

#include <string.h>

// In double quotes, with the escapes of both formats. Line breaks become blanks.
static void add_quoted(const char *s, Text *out) {
    text_add(out, "\"");
    for (; *s; s++)
        text_add(out, "%s%c", strchr("\"\\", *s) ? "\\" : "", *s == '\n' || *s == '\r' ? ' ' : *s);
    text_add(out, "\"");
}

typedef void (*AddProposition)(const Buchi *b, u32 i, Text *out);

static void add_number(const Buchi *b, u32 i, Text *out) {
    (void)b;
    text_add(out, "%u", i);
}

static void add_name(const Buchi *b, u32 i, Text *out) { text_add(out, "%s", b->propositions[i]); }

// A conjunction of literals.
static void add_label(const Buchi *b, const BuchiEdge *e, AddProposition add, const char *always,
                      Text *out) {
    bool is_first = true;
    for (u32 i = 0; i < b->npropositions; i++) {
        u32 bit = (u32)1 << i;
        if (!((e->must | e->must_not) & bit))
            continue;
        text_add(out, "%s%s", is_first ? "" : "&", e->must_not & bit ? "!" : "");
        add(b, i, out);
        is_first = false;
    }
    if (is_first)
        text_add(out, "%s", always);
}

// Those of transitions from..to of a state, joined by or.
static void add_labels(const Buchi *b, u32 from, u32 to, AddProposition add, const char *always,
                       Text *out) {
    for (u32 i = from; i < to; i++) {
        text_add(out, "%s", i == from ? "" : " | ");
        add_label(b, &b->edges[i], add, always, out);
    }
}

// Behind the transitions of state s from `from` on that lead to the same state.
static u32 end_of_group(const Buchi *b, u32 s, u32 from) {
    u32 to = from;
    while (to < b->first[s + 1] && b->edges[to].to == b->edges[from].to)
        to++;
    return to;
}

// ---- HOA ----------------------------------------------------------------------------------------

static void add_properties(const Buchi *b, Text *out) {
    text_add(out, "properties: trans-labels explicit-labels state-acc no-univ-branch");
    if (buchi_is_deterministic(b))
        text_add(out, " deterministic");
    if (buchi_is_complete(b))
        text_add(out, " complete");
    if (buchi_is_terminal(b))
        text_add(out, " terminal");
    else if (buchi_is_weak(b))
        text_add(out, " weak");
    if (b->is_stutter_invariant)
        text_add(out, " stutter-invariant");
    text_add(out, "\n");
}

void buchi_write_hoa(const Buchi *b, const char *name, Text *out) {
    text_add(out, "HOA: v1\n");
    if (name) {
        text_add(out, "name: ");
        add_quoted(name, out);
        text_add(out, "\n");
    }
    text_add(out, "States: %u\nStart: %u\nAP: %u", b->nstates, b->initial, b->npropositions);
    for (u32 i = 0; i < b->npropositions; i++) {
        text_add(out, " ");
        add_quoted(b->propositions[i], out);
    }
    text_add(out, "\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n");
    add_properties(b, out);
    text_add(out, "--BODY--\n");
    for (u32 s = 0; s < b->nstates; s++) {
        text_add(out, "State: %u%s\n", s, b->is_accepting[s] ? " {0}" : "");
        for (u32 i = b->first[s], end; i < b->first[s + 1]; i = end) {
            end = end_of_group(b, s, i);
            text_add(out, "  [");
            add_labels(b, i, end, add_number, "t", out);
            text_add(out, "] %u\n", b->edges[i].to);
        }
    }
    text_add(out, "--END--\n");
}

// ---- Graphviz -----------------------------------------------------------------------------------

void buchi_write_dot(const Buchi *b, const char *name, Text *out) {
    text_add(out, "digraph automaton {\n  rankdir=LR\n");
    if (name) {
        text_add(out, "  label=");
        add_quoted(name, out);
        text_add(out, "\n");
    }
    text_add(out, "  start [shape=point]\n  start -> %u\n", b->initial);
    for (u32 s = 0; s < b->nstates; s++)
        text_add(out, "  %u [shape=%s]\n", s, b->is_accepting[s] ? "doublecircle" : "circle");
    for (u32 s = 0; s < b->nstates; s++)
        for (u32 i = b->first[s], end; i < b->first[s + 1]; i = end) {
            Text label = {0};
            end = end_of_group(b, s, i);
            add_labels(b, i, end, add_name, "true", &label);
            text_add(out, "  %u -> %u [label=", s, b->edges[i].to);
            add_quoted(text_str(&label), out);
            text_add(out, "]\n");
            text_done(&label);
        }
    text_add(out, "}\n");
}

// ---- words --------------------------------------------------------------------------------------

static void add_count(u32 n, const char *what, Text *out) {
    text_add(out, "%u %s%s", n, what, n == 1 ? "" : "s");
}

void buchi_write_words(const Buchi *b, Text *out) {
    u32 accepting = 0, groups = 0;
    for (u32 s = 0; s < b->nstates; s++) {
        accepting += b->is_accepting[s];
        for (u32 i = b->first[s]; i < b->first[s + 1]; i = end_of_group(b, s, i))
            groups++;
    }
    add_count(b->nstates, "state", out);
    text_add(out, ", %u accepting; ", accepting);
    add_count(groups, "transition", out);
    text_add(out, "; %s",
             buchi_is_terminal(b) ? "terminal"
             : buchi_is_weak(b)   ? "weak"
                                  : "not weak");
    text_add(out, ", %s", buchi_is_deterministic(b) ? "deterministic" : "not deterministic");
    text_add(out, "%s\n", b->nedges ? "" : "; no word is accepted");
}
