// SPDX-License-Identifier: Apache-2.0
// state: canonical form of a machine's state, and the exact store of states seen.
//
// A state is a tuple of 32-bit ids, each naming an immutable block that states share: the global blocks, the dynamic
// objects in canonical order, the threads. The tuple is folded pair by pair into a tree whose inner nodes are shared
// as well; its root pair is what is stored for a state.
#ifndef HEDDLE_STATE_H
#define HEDDLE_STATE_H

#include "vm/vm.h"

typedef struct StateStore StateStore;
typedef u64 StateRef;               // names a stored state

StateStore *state_new(const Program *p);
void state_free(StateStore *s);

// Brings the machine into canonical form: dynamic objects are renumbered in the order in which a fixed traversal
// meets them, and those that nothing points to are dropped. Returns a heap block that was dropped, with
// the machine unchanged, if `stop_at_leak`; 0 otherwise. OBJ_ADDRESS: one would be dropped, but there are numbers computed
// from addresses, from which the program may get it back.
ObjId state_canonicalize(StateStore *s, Vm *vm, bool stop_at_leak);
// Stores the canonical state the machine is in together with a number of the search's own. True if it is new.
bool state_save(StateStore *s, Vm *vm, u32 extra, StateRef *ref);
// Puts the machine into a stored state; returns its number.
u32 state_load(StateStore *s, Vm *vm, StateRef ref);

u64 state_count(const StateStore *s);
u64 state_bytes(const StateStore *s);           // memory held by the store

#endif
