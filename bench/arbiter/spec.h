// SPDX-License-Identifier: Apache-2.0
// What must be true of the arbiter, written without its tables and its functions: only its data are looked at. Three
// users (0 communication, 1 driving, 2 arm) compete for three resources (0 high gain antenna, 1 drive motors, 2 arm
// joints), which are called by these small numbers here. Included by harness.c and judge.c.
#ifndef SPEC_H
#define SPEC_H

#include "arbiter.h"

enum { USERS = 3, RESOURCES = 3, NOTHING = RESOURCES };

static const uint8_t resource_id[RESOURCES] = {HIGH_GAIN_ANTENNA, DRIVE_MOTORS, ARM_JOINTS};

// Driving conflicts with the antenna and with the arm.
static const bool spec_conflict[RESOURCES][RESOURCES] = {{1, 1, 0}, {1, 1, 1}, {0, 1, 1}};

static const uint8_t spec_priority[USERS][RESOURCES] = {{7, 4, 2}, {5, 6, 3}, {4, 2, 3}};

static inline unsigned resource_number(unsigned id) {
    unsigned number = 0;
    while (number < RESOURCES && resource_id[number] != id)
        number++;
    return number;
}

static inline bool spec_is_slot(const Reservation *slot) {
    for (unsigned i = 0; i < ARB_SLOTS; i++)
        if (slot == &arbiter.slot[i])
            return true;
    return false;
}

// Adds the members of a list to *seen; false if one of them is no slot, was seen before, or does not look like a member
// of this list.
static inline bool spec_list(const Reservation *list, bool looks_right(const Reservation *), unsigned *seen) {
    for (const Reservation *member = list; member != NULL; member = member->next) {
        if (!spec_is_slot(member))
            return false;
        unsigned bit = 1u << (member - arbiter.slot);
        if ((*seen & bit) != 0 || !looks_right(member))
            return false;
        *seen |= bit;
    }
    return true;
}

static inline bool spec_looks_free(const Reservation *slot) { return slot->phase == SLOT_FREE; }

static inline bool spec_looks_pending(const Reservation *slot) {
    return slot->phase == SLOT_PENDING && slot->user < USERS && resource_number(slot->resource) < RESOURCES;
}

static inline bool spec_looks_current(const Reservation *slot) {
    return (slot->phase == SLOT_HELD || slot->phase == SLOT_RESCINDED) && slot->user < USERS &&
           resource_number(slot->resource) < RESOURCES;
}

// The three lists share out the slots among them: none is lost, none is in two places.
static inline bool spec_slots_partitioned(void) {
    unsigned seen = 0;
    return spec_list(arbiter.free, spec_looks_free, &seen) && spec_list(arbiter.current, spec_looks_current, &seen) &&
           spec_list(arbiter.pending, spec_looks_pending, &seen) && seen == (1u << ARB_SLOTS) - 1;
}

static inline bool spec_conflicting(const Reservation *reservation, unsigned resource) {
    return spec_conflict[resource_number(reservation->resource)][resource];
}

static inline unsigned spec_rank(const Reservation *reservation) {
    return spec_priority[reservation->user][resource_number(reservation->resource)];
}

static inline bool spec_no_conflict_granted(void) {
    for (const Reservation *a = arbiter.current; a != NULL; a = a->next)
        for (const Reservation *b = a->next; b != NULL; b = b->next)
            if (spec_conflicting(a, resource_number(b->resource)))
                return false;
    return true;
}

static inline const Reservation *spec_find(const Reservation *list, unsigned user, unsigned resource) {
    for (const Reservation *member = list; member != NULL; member = member->next)
        if (member->user == user && resource_number(member->resource) == resource)
            return member;
    return NULL;
}

static inline bool spec_out_of_service(unsigned resource) { return (arbiter.locked >> resource_id[resource] & 1) != 0; }

// A list has a reason to deny a user's request: more important, or its own and as important.
static inline bool spec_list_forbids(const Reservation *list, unsigned user, unsigned resource) {
    unsigned rank = spec_priority[user][resource];
    for (const Reservation *member = list; member != NULL; member = member->next) {
        if (member->user == user && resource_number(member->resource) == resource)
            continue;
        if (spec_conflicting(member, resource) &&
            (spec_rank(member) > rank || (member->user == user && spec_rank(member) == rank)))
            return true;
    }
    return false;
}

// A denial is right when something more important is reserved or waits, or has just been asked for (asker, asked); or
// when it is the answer to a request for which there is no slot; or when the resource is out of service.
static inline bool spec_denial_is_right(unsigned user, unsigned resource, unsigned asker, unsigned asked) {
    if (spec_out_of_service(resource))
        return true;
    if (spec_list_forbids(arbiter.current, user, resource) || spec_list_forbids(arbiter.pending, user, resource))
        return true;
    if (asker == user && asked == resource)
        return arbiter.free == NULL;
    return asked < RESOURCES && spec_conflict[asked][resource] &&
           spec_priority[asker][asked] > spec_priority[user][resource];
}

// A rescind is right when its receiver holds the resource and somebody more important waits for it, or
// it is out of service.
static inline bool spec_rescind_is_right(unsigned user, unsigned resource) {
    if (spec_find(arbiter.current, user, resource) == NULL)
        return false;
    if (spec_out_of_service(resource))
        return true;
    for (const Reservation *member = arbiter.pending; member != NULL; member = member->next)
        if (spec_conflicting(member, resource) && spec_rank(member) > spec_priority[user][resource])
            return true;
    return false;
}

// A grant is right when the arbiter has noted it and nothing else that is granted conflicts.
static inline bool spec_grant_is_right(unsigned user, unsigned resource) {
    return spec_find(arbiter.current, user, resource) != NULL && spec_no_conflict_granted() &&
           !spec_out_of_service(resource);
}

#endif
