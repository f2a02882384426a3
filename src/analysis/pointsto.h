// SPDX-License-Identifier: Apache-2.0
// What each cell of a program may point to: for future.c.
#ifndef HEDDLE_POINTSTO_H
#define HEDDLE_POINTSTO_H

#include "ir/ir.h"

#define NO_OBJECT 0xffffffffu

// Abstract objects, numbered: mutable globals, then what is made at run time (heap, locals,
// thread-locals), then constants that hold pointers, then functions whose address is taken.
typedef struct PointsTo {
    const Program *p;
    u32 nglobals;    // objects 0 .. nglobals-1 are mutable globals; the last may stand for several
    u32 first_const; // nglobals .. first_const-1 are dynamic
    u32 first_func;
    u32 nobjects, words;
    // by id of a fixed object; NO_OBJECT: a constant without pointers, a function nobody points to
    u32 *object_of;
    // the functions behind objects first_func and up; the last object stands for all the rest
    FuncId *taken;
    u32 ntaken;
    bool *is_reached; // by function: can be called or started from the entry
    bool *is_start;   // by function: a thread may begin with it
    FuncId *reached;  // those that are reached, in the order in which they were found
    u32 nreached, reached_cap;
    bool has_given_up; // it would have taken too long: nothing is known
    struct Solver *solver;
} PointsTo;

PointsTo *pointsto_new(const Program *p);
void pointsto_free(PointsTo *t);
// Fills in the set (of `words` words) of objects that an operand of an instruction of function f
// may point to.
void pointsto_of(const PointsTo *t, FuncId f, i32 operand, u64 *objects);
// Calls visit for every function in a set of objects.
void pointsto_each_func(const PointsTo *t, const u64 *objects, void (*visit)(void *arg, FuncId f),
                        void *arg);
// The result of the instruction may be a pointer because an operand is one, not because it comes
// from memory or a call.
bool pointsto_keeps_pointers(const Program *p, const Insn *in);
// The field of such an instruction holds an operand whose pointers can get into the result.
bool pointsto_keeps_field(const Insn *in, u32 field);

// Calls of this function are taken for nothing.
bool pointsto_leaves_out(const Program *p, FuncId f);

#endif
