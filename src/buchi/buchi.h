// SPDX-License-Identifier: Apache-2.0
// buchi: formulas of linear temporal logic as automata over infinite words.
//
// A letter of a word is a valuation of at most 32 propositions: bit i is set if proposition i
// holds. A Büchi automaton accepts a word if it can read it such that it comes to accepting states
// again and again. doc/ltl.md has the way from a formula to an automaton, and the arguments.
#ifndef HEDDLE_BUCHI_H
#define HEDDLE_BUCHI_H

#include "base/base.h"
#include "prop/ltl.h"

// A transition that reads the letters with all propositions of `must` and none of `must_not`. No
// proposition is in both.
typedef struct BuchiEdge {
    u32 must, must_not;
    u32 to;
} BuchiEdge;

// Every state can be reached, and from every state but perhaps the initial one a word is accepted.
// If no word is accepted at all, there is one state, without transitions.
typedef struct Buchi {
    Arena *arena; // has all of it
    u32 npropositions;
    const char *propositions[MOST_PROPOSITIONS];
    u32 nstates, nedges;
    u32 initial;
    // It is known that how often a letter is repeated does not matter: a word that is accepted
    // still is if letters are read several times in a row instead of once, or the other way round.
    bool is_stutter_invariant;
    const bool *is_accepting;
    const u32 *first;       // nstates + 1: edges of state s are first[s] up to first[s + 1]
    const BuchiEdge *edges; // to different states, or with labels that none contains of the others
} Buchi;

static inline bool buchi_reads(const BuchiEdge *e, u32 letter) {
    return (letter & e->must) == e->must && !(letter & e->must_not);
}

// How large an automaton may become on the way. What would be larger, or takes too long, is refused
// with a message.
typedef struct BuchiLimits {
    u32 states; // 0: as many as BUCHI_STATES
} BuchiLimits;
enum { BUCHI_STATES = 10000, BUCHI_MOST_STATES = 1000000 };

// Accepts the words of which the formula holds, or, negated, of which it does not. NULL with a
// message if a limit is met.
Buchi *buchi_translate(const Ltl *f, bool is_negated, const BuchiLimits *limits, Diag *d);
// The automaton in a file of the Hanoi omega-automata format, simplified. The name is for messages.
// That it is stutter-invariant is what the file says of it.
Buchi *buchi_read_hoa(const char *name, const Text *text, const BuchiLimits *limits, Diag *d);
void buchi_free(Buchi *b);

// ---- what is known of it ------------------------------------------------------------------------

// In each strongly connected component all states are accepting, or none.
bool buchi_is_weak(const Buchi *b);
// Weak, and from an accepting state every word is accepted, without leaving accepting states: a
// word is accepted as soon as an accepting state is reached.
bool buchi_is_terminal(const Buchi *b);
bool buchi_is_deterministic(const Buchi *b);
// Each state reads each letter.
bool buchi_is_complete(const Buchi *b);
// Whether it accepts the word of n letters of which those from `cycle` on are repeated for ever.
bool buchi_accepts_lasso(const Buchi *b, const u32 *letters, u32 n, u32 cycle);
// Whether these letters may lead a terminal automaton to an accepting state: then it accepts
// whatever follows.
bool buchi_has_accepted(const Buchi *b, const u32 *letters, u32 n);

// ---- as text ------------------------------------------------------------------------------------

// In the Hanoi omega-automata format, version 1. The name is that of the automaton; NULL: none.
void buchi_write_hoa(const Buchi *b, const char *name, Text *out);
void buchi_write_dot(const Buchi *b, const char *name, Text *out); // for Graphviz
void buchi_write_words(const Buchi *b, Text *out);                 // a short description

#endif
