// SPDX-License-Identifier: Apache-2.0
// The inside of lib. lib.c: the functions of the interface. restored.c: what the caller does not
// restore.
#ifndef HEDDLE_LIB_INT_H
#define HEDDLE_LIB_INT_H

#include "state/state.h"

typedef struct Restored Restored;
// Functions that SPIN has made of a model: writing what it tracks into a buffer, and reading it
// from there again.
typedef struct Tracker {
    void (*save)(unsigned char *);
    void (*restore)(unsigned char *);
} Tracker;
// Finds out which bytes of the buffer the trackers restore; the buffer is zero afterwards where
// they do not.
Restored *restored_new(void *buffer, size_t size, const Tracker *trackers, size_t n);
void restored_free(Restored *r);
// The machine has been set up: from now on the other bytes should not change.
void restored_begin(Restored *r, const Program *p);
// Tells of each global, once, of which a byte has changed that nobody restores; and of other
// memory.
void restored_look(Restored *r, void (*tell)(const char *what));

#endif
