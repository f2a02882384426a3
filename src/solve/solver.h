// SPDX-License-Identifier: Apache-2.0
// solve: questions about unknown numbers. A query is a set of conditions over terms; the answer is
// whether all of them can be true at once, and with which numbers.
//
//     solve_begin(s);
//     SolveId x = solve_unknown(s, 7, 32), ten = solve_number(s, 10, 32);
//     solve_require(s, solve_apply(s, TERM_ULT, 32, 1, 0, (SolveId[]){ten, x}, 2));
//     if (solve_ask(s) == SOLVE_YES)
//         ... solve_value(s, x) is such a number
//
// A term is a number that is zero-extended as far as need be; what solve_apply gives may be
// narrower than `width`, where more bits are zero anyway.
//
// Cheap ways are tried before the solver is asked: constants, intervals, orders, answers and
// models of earlier queries. None of them changes an answer, except that what a solver would give
// up may be found by them. So the same query has the same answer whatever was asked before; but the
// numbers that solve_value gives may differ. Who needs the same numbers again must keep them.
//
// A Solver belongs to one thread at a time; several do not know of each other.
#ifndef HEDDLE_SOLVER_H
#define HEDDLE_SOLVER_H

#include "solve/term.h"

typedef struct Solver Solver;
typedef u32 SolveId; // a term of the query that is being made, from 1 on

typedef struct SolverOptions {
    u32 timeout_ms; // of one question to the solver; 0: none
    bool no_cache;  // answers and models of earlier queries are not used
    bool no_intervals;
    bool no_orders; // what follows from comparisons is for the solver to find
    // NULL, or another solver is asked for whole queries: "COMMAND FILE" reads SMT-LIB 2
    const char *command;
} SolverOptions;

Solver *solver_new(const SolverOptions *o);
void solver_free(Solver *s);

// From now on a question may take so long; 0: as long as it takes.
void solver_set_timeout(Solver *s, u32 timeout_ms);

// From now on all solvers tell of conditions that cannot be true at once, as a script of SMT-LIB 2,
// so that somebody else can be asked; NULL: nobody wants to know. Not while one is being asked.
typedef void SolverRefuted(const char *script);
void solver_on_refuted(SolverRefuted *told);

// A new query; ids of the last one are gone.
void solve_begin(Solver *s);
// The same name is the same unknown in a query, and must come with the same width, 1..64. Machines
// use names below SOLVE_NAMES, others are for who makes queries of several machines.
#define SOLVE_NAMES (1u << 31)
SolveId solve_unknown(Solver *s, u32 name, u32 width);
SolveId solve_number(Solver *s, u64 v, u32 width);
// Operands that are narrower than the row asks for are zero-extended; they must not be wider. The
// term must be formed (term_is_formed), and n what the row says.
SolveId solve_apply(Solver *s, TermOp op, u32 bits, u32 width, u32 param, const SolveId *args,
                    u32 n);
void solve_require(Solver *s, SolveId condition); // of width 1

typedef enum SolveAnswer { SOLVE_NO, SOLVE_YES, SOLVE_GAVE_UP } SolveAnswer;
// Can all that is required be true at once? More can be required afterwards, and asked again.
SolveAnswer solve_ask(Solver *s);
// What a term of the query is then. Needs the answer SOLVE_YES, and nothing required since.
u64 solve_value(Solver *s, SolveId t);
// Asks the solver whether all that is required can be true together with these terms of width 1. If
// not, is_used says of each of them whether the answer needs it.
SolveAnswer solve_ask_assuming(Solver *s, const SolveId *assumed, u32 n, bool *is_used);
// Can all that is required be true where `inner`, of width 1, is false whatever the unknowns are
// whose names have all bits of `side`? (They are in nothing that is required.) There are no values.
SolveAnswer solve_ask_beyond(Solver *s, SolveId inner, u32 side);
// The query as a script of SMT-LIB 2, with the terms that are assumed: unknowns of machines are
// x0, x1, ..., others t0, t1, ... by their names. False: the solver has failed.
bool solve_write(Solver *s, const SolveId *assumed, u32 n, Text *out);
// Why the command has given no answer; "": it has.
const char *solve_complaint(const Solver *s);
// Ends another solver that is being asked, and removes its file. A signal handler may call it.
void solve_tidy(void);
u32 solve_terms(const Solver *s); // how many terms the query has
// Whether t is a number whatever the unknowns are; which one.
bool solve_is_number(const Solver *s, SolveId t, u64 *v);

// The query as words, about a term of it: equal words are the same query, of the same unknowns.
typedef struct SolveWords {
    u32 *words;
    u32 n, cap;
} SolveWords;
void solve_words(const Solver *s, SolveId term, SolveWords *out);
void solve_words_done(SolveWords *w);
bool solve_words_same(const SolveWords *a, const SolveWords *b);

// Requirements that share no unknown, not even through others, are slices that are asked apart.
typedef struct SolveFigures {
    u64 asked;        // queries
    u64 by_constants; // those that needed no look at unknowns
    // slices of the others, by what answered them
    u64 by_intervals, by_orders, by_cache, by_model, by_solver;
    u64 gave_up; // slices that have no answer; counted under what said so as well
    u64 solver_ns;
} SolveFigures;
SolveFigures solver_figures(const Solver *s);
size_t solver_bytes(const Solver *s); // what the cache holds, for the memory limit

#endif
