// SPDX-License-Identifier: Apache-2.0
// What is known of accesses to memory: which of them happen before what a thread does next, in the
// sense of C11 (5.1.2.4). See known.c. Nothing here knows a machine.
#ifndef HEDDLE_VM_KNOWN_H
#define HEDDLE_VM_KNOWN_H

#include "vm/vm.h"

enum DeedKind { DEED_READ = 0, DEED_WRITE = 1, DEED_ATOMIC = 2 };

// An access that was made, to these bytes of an object.
typedef struct Deed {
    ObjId obj;
    u32 off, size;
    u32 kind;       // DEED_WRITE or not, DEED_ATOMIC or not
    u32 pc, serial; // of a replay: 1 + where in the user's code, 1 + Thread.serial; otherwise 0
} Deed;

// A value in memory that hands on what is known to who reads it and acquires: the last one of a
// release sequence.
#define HEAD_NOBODY 0xffffffffu
typedef struct Carrier {
    ObjId obj;
    u32 off, size;
    ThreadId head; // the thread that has begun the sequence, if only that one may store to go on
} Carrier;

// Who knows of a deed. For each deed there is a set of them: of threads that do, of threads that
// did at their last release fence, of threads that would after an acquire fence, of carriers.
enum KnownPart { KNOWN_NOW, KNOWN_AT_FENCE, KNOWN_AFTER_FENCE, KNOWN_CARRIED };

typedef struct Known {
    Deed *deeds;
    u32 ndeeds, deeds_cap;
    Carrier *carriers;
    u32 ncarriers, carriers_cap;
    u32 nthreads;
    u32 thread_words, carrier_words; // of a set: of each of its first three parts, of the last one
    u64 *sets;                       // one for each deed
    u32 sets_cap;
    u64 *spare; // the other sets, while they are made anew
    u32 spare_cap;
    struct SortedDeed *sorted;
    u32 sorted_cap;
    u32 *places; // new indices of carriers
    u32 places_cap;
    u8 *packed; // from known_pack
    u32 packed_size, packed_cap;
} Known;

void known_done(Known *k);
void known_clear(Known *k, u32 nthreads); // nothing is known of anything
// For the checking build: whether all of it makes sense, as it must after each of these functions.
bool known_is_formed(const Known *k);

bool known_has(const Known *k, u32 deed, u32 part, u32 i);
void known_add(Known *k, u32 deed, u32 part, u32 i);
// Whoever is `from` hands on to `to` what it knows.
void known_join(Known *k, u32 from_part, u32 from, u32 to_part, u32 to);
// A deed of which only the thread knows.
void known_record(Known *k, Deed d, ThreadId t);
void known_drop(Known *k, u32 deed);
void known_take_away(Known *k, u32 deed, u32 off, u32 size); // those bytes
// The carrier with this place and head, made if there is none.
u32 known_carrier(Known *k, Carrier c);
void known_drop_carrier(Known *k, u32 carrier);
void known_forget(Known *k, ObjId obj);
void known_thread_begins(Known *k, ThreadId creator); // THREAD_NONE: it knows all
void known_thread_ends(Known *k, ThreadId t);

// Canonical bytes, k->packed, and back. Whatever can never matter any more is left out.
void known_pack(Known *k);
void known_unpack(Known *k, const u8 *bytes, u32 size);
// Objects from `first` on get other numbers: 1 + the new index by the old one, 0: nobody can reach
// it.
void known_renumber(Known *k, ObjId first, const u32 *map, u32 n);

#endif
