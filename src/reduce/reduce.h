// SPDX-License-Identifier: Apache-2.0
// reduce: which scheduling points a search can do without. doc/reductions.md has the arguments.
#ifndef HEDDLE_REDUCE_H
#define HEDDLE_REDUCE_H

#include "vm/vm.h"

// ---- guards.c: locks that protect data --------------------------------------------------------------
// Assumes of every location that the accesses to it are protected by one lock, until it sees one that is not. Shared by
// all workers; it remembers what it has learnt from one search to the next.

typedef struct Guards Guards;
Guards *guards_new(const Program *p);
void guards_free(Guards *g);
// True if the search has relied on something that turned out to be wrong: it must start again.
bool guards_are_broken(const Guards *g);
void guards_start_again(Guards *g);
// The functions that the machine calls (VmOptions), with the guards as their argument.
bool guards_passes(void *guards, Vm *vm, const Thread *t, const Access *a);
void guards_observed(void *guards, Vm *vm, Cell lock);

// ---- superstep.c: steps of several visible operations -----------------------------------------------
// (Zaks, Joshi: Verifying multi-threaded C programs with SPIN, SPIN 2008, section 4.) From one state, each thread runs for
// as long as what it does conflicts with nothing that the other threads' supersteps do.

typedef struct Superstep Superstep;
Superstep *superstep_new(void);
void superstep_free(Superstep *s);
// Before the ways on from a state are tried; the machine is in that state. `reload` brings it back there.
void superstep_begin(Superstep *s, Vm *vm, void (*reload)(void *arg), void *arg);
// Runs thread t for one superstep from that state, where the machine is; like vm_step. *length: its instructions in all.
RunEnd superstep_run(Superstep *s, Vm *vm, ThreadId t, u32 alternative, u64 *length);

#endif
