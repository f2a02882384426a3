// SPDX-License-Identifier: Apache-2.0
// What harness.pml needs around the arbiter: somebody who takes its messages and judges what it does. This is C, since it
// must be where the arbiter's data are: linked with SPIN's verifier, or on heddle's machine.
#ifndef JUDGE_H
#define JUDGE_H

#include "spec.h"

enum { OUTBOX = 8 };

// What the users know: whom it concerns says so before each call.
extern uint8_t known_waiting[USERS]; // the resource that was asked for, or NOTHING
extern uint8_t known_held[USERS]; // a bit for each resource

// What the arbiter has sent in the last call, with the small numbers of resources.
extern ArbMessage outbox[OUTBOX];
extern uint8_t out_count;

// The arbiter's essence after the last call.
extern unsigned char abstract_state[ARB_ESSENCE];

// Each of them is false if the arbiter has done something wrong.
bool judge_init(void);
bool judge_request(unsigned user, unsigned resource);
bool judge_give_back(unsigned user, unsigned resource, bool is_holder);
bool judge_world(void); // the arbiter's data, and what the users know of them

#endif
