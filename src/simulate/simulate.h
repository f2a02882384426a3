// SPDX-License-Identifier: Apache-2.0
// simulate: a run of a program that somebody steers by commands, one line each. Reads no input and
// prints nothing: who has the terminal gives the lines and gets the answers.
#ifndef HEDDLE_SIMULATE_H
#define HEDDLE_SIMULATE_H

#include "prop/prop.h"

typedef struct Simulator Simulator;

typedef struct SimulateHooks {
    void *self;
    // Saves a run that ends in the fault, on a machine with these objects that have addresses
    // (VmOptions.addressed); false with a message.
    bool (*save)(void *self, const char *path, const Schedule *run, const Fault *f, u64 addressed,
                 Diag *d);
    const volatile int *interrupted; // non-zero: what goes on and on is to stop
} SimulateHooks;

typedef struct SimulateOptions {
    VmOptions vm;
    PropertySet properties;
    // unknown values are asked for: numbers are given to the machine as it makes them
    bool gives_values;
    i64 low, high;          // what random numbers for them are
    const char *first_file; // that a line number without a file means; NULL: none
} SimulateOptions;

// The run is at the beginning of the program, which must outlive it.
Simulator *simulate_new(const Program *p, const SimulateOptions *o, const SimulateHooks *h);
void simulate_free(Simulator *s);
// Takes the first `at` steps of a run; the others are ahead. False with a message if they are not
// possible. Nothing must have been done before.
bool simulate_follow(Simulator *s, const Schedule *run, u32 at, Diag *d);
// The same run in the steps of such a machine, into an empty schedule; false: it is not possible.
bool simulate_refine(const Program *p, const VmOptions *vm, const Schedule *run, Schedule *out);
void simulate_show(Simulator *s, Text *out); // where the run is
// Does what a line says, and adds the answer. False: it was the last one.
bool simulate_command(Simulator *s, const char *line, Text *out);
// The i-th name of a command that begins like this; NULL: there are no more.
const char *simulate_complete(const char *beginning, u32 i);

#endif
