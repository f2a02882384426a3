// SPDX-License-Identifier: Apache-2.0
// The arbiter; arbiter.h says what it does. How to read it: handle_request and handle_cancel decide, settle grants what
// waits, and everything below them moves reservations between the three lists.
//
// -DBUG=n builds in a mistake, for tests of the tools that should find it:
//   1  a slot whose rescind is confirmed goes back to the free list twice
//   2  the tables do not know that driving and the arm conflict
//   3  a rescind can be confirmed by a user that does not hold the resource
//   4  the comparison of priorities is the wrong way round
//   5  what waits is looked at only when a rescind is confirmed, not when a holder is done by itself (never answered)
//   6  a rescinded reservation is not marked, so RESCIND is sent again and again
#include "arbiter.h"

#include <stdio.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

Arbiter arbiter;

// ---- tables -------------------------------------------------------------------------------------

#define BIT(resource) (1u << (resource))

#if BUG == 2
#define DRIVING_AND_ARM 0u
#else
#define DRIVING_AND_ARM 1u
#endif

// What cannot be in use together with a resource. Each resource conflicts with itself: one holder at a time. The
// relation is symmetric; tables_are_sound checks that.
static const uint16_t conflicts_of[ARB_RESOURCES] = {
    [HIGH_GAIN_ANTENNA] = BIT(HIGH_GAIN_ANTENNA) | BIT(LOW_GAIN_ANTENNA) | BIT(DRIVE_MOTORS),
    [LOW_GAIN_ANTENNA] = BIT(LOW_GAIN_ANTENNA) | BIT(HIGH_GAIN_ANTENNA),
    [DRIVE_MOTORS] = BIT(DRIVE_MOTORS) | BIT(HIGH_GAIN_ANTENNA) | BIT(SPECTROMETER) | BIT(GRINDER) | BIT(MAST) |
                     DRIVING_AND_ARM * BIT(ARM_JOINTS),
    [ARM_JOINTS] = BIT(ARM_JOINTS) | DRIVING_AND_ARM * BIT(DRIVE_MOTORS),
    [MAST] = BIT(MAST) | BIT(DRIVE_MOTORS),
    [CAMERAS] = BIT(CAMERAS) | BIT(FLASH_STORE),
    [SPECTROMETER] = BIT(SPECTROMETER) | BIT(DRIVE_MOTORS) | BIT(GRINDER),
    [GRINDER] = BIT(GRINDER) | BIT(DRIVE_MOTORS) | BIT(SPECTROMETER) | BIT(HEATERS),
    [HEATERS] = BIT(HEATERS) | BIT(GRINDER),
    [FLASH_STORE] = BIT(FLASH_STORE) | BIT(CAMERAS),
};

// How important a resource is to a user, 1 to 9. Priorities are compared across resources: talking to the earth is
// more important than driving, and driving more important than moving the arm. Where two are equal, who comes first
// is served first; equal priorities must not let users wait for each other in a circle.
static const uint8_t priority_of[ARB_USERS][ARB_RESOURCES] = {
    //                       HGA LGA drive arm mast cameras spectrometer grinder heaters flash
    [USER_COMMUNICATION] = {7, 6, 4, 2, 4, 2, 1, 1, 2, 5}, [USER_DRIVING] = {5, 4, 6, 3, 5, 4, 1, 1, 3, 4},
    [USER_ARM] = {4, 3, 2, 3, 2, 4, 5, 5, 3, 4},           [USER_IMAGING] = {3, 2, 1, 2, 6, 6, 2, 1, 3, 6},
    [USER_SCIENCE] = {3, 2, 1, 4, 3, 5, 6, 6, 4, 5},       [USER_HOUSEKEEPING] = {8, 8, 1, 1, 1, 1, 1, 1, 9, 7},
};

bool arbiter_conflict(ArbResource a, ArbResource b) { return (conflicts_of[a] & BIT(b)) != 0; }

uint8_t arbiter_priority(ArbUser user, ArbResource resource) { return priority_of[user][resource]; }

static bool outranks(unsigned priority, unsigned other) {
#if BUG == 4
    return priority < other;
#else
    return priority > other;
#endif
}

static bool tables_are_sound(void) {
    for (unsigned a = 0; a < ARB_RESOURCES; a++) {
        if (!arbiter_conflict(a, a))
            return false;
        for (unsigned b = 0; b < a; b++)
            if (arbiter_conflict(a, b) != arbiter_conflict(b, a))
                return false;
    }
    for (unsigned user = 0; user < ARB_USERS; user++)
        for (unsigned resource = 0; resource < ARB_RESOURCES; resource++)
            if (priority_of[user][resource] < 1 || priority_of[user][resource] > 9)
                return false;
    return true;
}

// ---- history, statistics, messages --------------------------------------------------------------

static void record(ArbEvent event) {
    for (unsigned i = ARB_HISTORY - 1; i > 0; i--)
        arbiter.history[i] = arbiter.history[i - 1];
    arbiter.history[0] = (uint8_t)event;
}

static void count(uint8_t *counter) { *counter = (uint8_t)((*counter + 1) % ARB_MODULUS); }

static void tell(ArbKind kind, unsigned user, unsigned resource) {
    ArbMessage message = {(uint8_t)kind, (uint8_t)user, (uint8_t)resource};
    arbiter_send(&message);
}

// ---- slots and lists ----------------------------------------------------------------------------

static Reservation *slot_take(void) {
    Reservation *slot = arbiter.free;
    if (slot == NULL)
        return NULL;
    arbiter.free = slot->next;
    slot->next = NULL;
    arbiter.in_use++;
    if (arbiter.in_use > arbiter.statistics.most_used)
        arbiter.statistics.most_used = arbiter.in_use;
    return slot;
}

// The slot must have been taken out of its list. It is cleared, so that nothing old can be taken for something new.
static void slot_give_back(Reservation *slot) {
    memset(slot, 0, sizeof *slot);
    slot->phase = SLOT_FREE;
    slot->next = arbiter.free;
    arbiter.free = slot;
    arbiter.in_use--;
}

static void unlink_from(Reservation **list, const Reservation *member) {
    Reservation **link = list;
    while (*link != NULL && *link != member)
        link = &(*link)->next;
    if (*link == member)
        *link = member->next;
}

static Reservation *find(Reservation *list, unsigned user, unsigned resource) {
    for (Reservation *member = list; member != NULL; member = member->next)
        if (member->user == user && member->resource == resource)
            return member;
    return NULL;
}

// There is at most one, since each resource conflicts with itself.
static Reservation *holder_of(unsigned resource) {
    for (Reservation *member = arbiter.current; member != NULL; member = member->next)
        if (member->resource == resource)
            return member;
    return NULL;
}

static void enter_current(Reservation *reservation) {
    reservation->phase = SLOT_HELD;
    reservation->next = arbiter.current;
    arbiter.current = reservation;
}

// Behind all that are as important.
static void enter_pending(Reservation *reservation) {
    Reservation **link = &arbiter.pending;
    while (*link != NULL && !outranks(reservation->priority, (*link)->priority))
        link = &(*link)->next;
    reservation->phase = SLOT_PENDING;
    reservation->next = *link;
    *link = reservation;
}

// ---- decisions ----------------------------------------------------------------------------------

// A reservation stands in the way of a request for good: it is more important; or it is as important and belongs to
// the same user, who would wait for itself.
static bool forbids(const Reservation *reservation, unsigned user, unsigned resource, unsigned priority) {
    if (!arbiter_conflict(reservation->resource, resource))
        return false;
    if (outranks(reservation->priority, priority))
        return true;
    return reservation->user == user && !outranks(priority, reservation->priority);
}

static bool is_locked(unsigned resource) { return (arbiter.locked & BIT(resource)) != 0; }

static bool is_forbidden(unsigned user, unsigned resource, unsigned priority) {
    if (is_locked(resource))
        return true;
    for (const Reservation *member = arbiter.current; member != NULL; member = member->next)
        if (forbids(member, user, resource, priority))
            return true;
    for (const Reservation *member = arbiter.pending; member != NULL; member = member->next)
        if (forbids(member, user, resource, priority))
            return true;
    return false;
}

static void deny_pending(Reservation *reservation) {
    tell(ARB_DENY, reservation->user, reservation->resource);
    unlink_from(&arbiter.pending, reservation);
    slot_give_back(reservation);
}

// Denies what waits and conflicts with a more important request that has just come in.
static void displace_pending(unsigned resource, unsigned priority) {
    Reservation *member = arbiter.pending;
    while (member != NULL) {
        Reservation *next = member->next;
        if (arbiter_conflict(member->resource, resource) && outranks(priority, member->priority))
            deny_pending(member);
        member = next;
    }
}

// Whether something that conflicts is in use, or is waited for by somebody who comes first.
static bool must_wait(const Reservation *reservation) {
    for (unsigned resource = 0; resource < ARB_RESOURCES; resource++)
        if (arbiter_conflict(reservation->resource, resource) && holder_of(resource) != NULL)
            return true;
    for (const Reservation *ahead = arbiter.pending; ahead != reservation; ahead = ahead->next)
        if (arbiter_conflict(ahead->resource, reservation->resource))
            return true;
    return false;
}

static void rescind(Reservation *holder) {
    if (holder->phase == SLOT_RESCINDED)
        return;
    if (BUG != 6)
        holder->phase = SLOT_RESCINDED;
    tell(ARB_RESCIND, holder->user, holder->resource);
}

// Asks the less important holders of what conflicts to give it back. Goes through the row of the table and not through
// the list, so that the order of messages does not depend on the order of the list.
static void rescind_for(const Reservation *reservation) {
    for (unsigned resource = 0; resource < ARB_RESOURCES; resource++) {
        if (!arbiter_conflict(reservation->resource, resource))
            continue;
        Reservation *holder = holder_of(resource);
        if (holder != NULL && outranks(reservation->priority, holder->priority))
            rescind(holder);
    }
}

// Grants a pending reservation, or has what it waits for given back.
static void advance(Reservation *reservation) {
    if (must_wait(reservation)) {
        rescind_for(reservation);
        return;
    }
    unlink_from(&arbiter.pending, reservation);
    enter_current(reservation);
    tell(ARB_GRANT, reservation->user, reservation->resource);
}

// Something became free: grants all that can be granted, the most important first.
static void settle(void) {
    Reservation *member = arbiter.pending;
    while (member != NULL) {
        Reservation *next = member->next;
        advance(member);
        member = next;
    }
}

static ArbStatus handle_request(unsigned user, unsigned resource) {
    if (find(arbiter.current, user, resource) != NULL || find(arbiter.pending, user, resource) != NULL)
        return ARB_ERR_DUPLICATE;
    unsigned priority = arbiter_priority(user, resource);
    if (is_forbidden(user, resource, priority)) {
        tell(ARB_DENY, user, resource);
        return ARB_OK;
    }
    displace_pending(resource, priority);
    Reservation *reservation = slot_take();
    if (reservation == NULL) {
        record(EVENT_NO_SLOT);
        tell(ARB_DENY, user, resource);
        return ARB_OK;
    }
    reservation->user = (uint8_t)user;
    reservation->resource = (uint8_t)resource;
    reservation->priority = (uint8_t)priority;
    enter_pending(reservation);
    if (must_wait(reservation))
        count(&arbiter.statistics.conflicts);
    advance(reservation);
    return ARB_OK;
}

static ArbStatus handle_cancel(unsigned user, unsigned resource) {
    Reservation *reservation = BUG == 3 ? holder_of(resource) : find(arbiter.current, user, resource);
    if (reservation == NULL)
        return ARB_ERR_NOT_OWNER;
    bool was_rescinded = reservation->phase == SLOT_RESCINDED;
    unlink_from(&arbiter.current, reservation);
    slot_give_back(reservation);
    if (BUG == 1 && was_rescinded)
        slot_give_back(reservation);
    if (BUG != 5 || was_rescinded)
        settle();
    return ARB_OK;
}

static void drop_all_of(Reservation **list, unsigned user) {
    Reservation *member = *list;
    while (member != NULL) {
        Reservation *next = member->next;
        if (member->user == user) {
            unlink_from(list, member);
            slot_give_back(member);
        }
        member = next;
    }
}

// The user knows nothing of its former life, so nothing is sent to it.
static ArbStatus handle_restart(unsigned user) {
    drop_all_of(&arbiter.current, user);
    drop_all_of(&arbiter.pending, user);
    settle();
    return ARB_OK;
}

static void deny_all_pending_for(unsigned resource) {
    Reservation *member = arbiter.pending;
    while (member != NULL) {
        Reservation *next = member->next;
        if (member->resource == resource)
            deny_pending(member);
        member = next;
    }
}

// ---- interface ----------------------------------------------------------------------------------

bool arbiter_init(void) {
    memset(&arbiter, 0, sizeof arbiter);
    if (!tables_are_sound())
        return false; // no free slots: every request is denied
    for (unsigned i = ARB_SLOTS; i-- > 0;) {
        arbiter.slot[i].next = arbiter.free;
        arbiter.free = &arbiter.slot[i];
    }
    return true;
}

static ArbStatus dispatch(const ArbMessage *message) {
    switch (message->kind) {
    case ARB_REQUEST: return handle_request(message->user, message->resource);
    case ARB_CANCEL: return handle_cancel(message->user, message->resource);
    case ARB_RESTART: return handle_restart(message->user);
    default: return ARB_ERR_MESSAGE;
    }
}

ArbStatus arbiter_handle(const ArbMessage *message) {
    if (message == NULL || message->user >= ARB_USERS || message->resource >= ARB_RESOURCES)
        return ARB_ERR_MESSAGE;
    ArbStatus status = dispatch(message);
    if (status != ARB_OK)
        record(EVENT_ERROR);
    return status;
}

// Requests that waited behind the denied ones may have nothing left to wait for.
ArbStatus arbiter_lock_out(ArbResource resource) {
    if (resource >= ARB_RESOURCES)
        return ARB_ERR_MESSAGE;
    if (is_locked(resource))
        return ARB_ERR_STATE;
    arbiter.locked |= (uint16_t)BIT(resource);
    deny_all_pending_for(resource);
    Reservation *holder = holder_of(resource);
    if (holder != NULL)
        rescind(holder);
    settle();
    return ARB_OK;
}

ArbStatus arbiter_return_to_service(ArbResource resource) {
    if (resource >= ARB_RESOURCES)
        return ARB_ERR_MESSAGE;
    if (!is_locked(resource))
        return ARB_ERR_STATE;
    arbiter.locked &= (uint16_t)~BIT(resource);
    return ARB_OK;
}

const Reservation *arbiter_holder(ArbResource resource) {
    return resource < ARB_RESOURCES ? holder_of(resource) : NULL;
}

bool arbiter_holds(ArbUser user, ArbResource resource) { return find(arbiter.current, user, resource) != NULL; }

bool arbiter_waits(ArbUser user, ArbResource resource) { return find(arbiter.pending, user, resource) != NULL; }

// ---- self check ---------------------------------------------------------------------------------

// Follows a list, notes its slots in *seen, and returns false if it leaves the pool, meets a slot for the second time,
// or finds one in a phase that does not belong here.
static bool list_is_sound(const Reservation *list, unsigned phases, unsigned *seen) {
    for (const Reservation *member = list; member != NULL; member = member->next) {
        if (member < arbiter.slot || member >= arbiter.slot + ARB_SLOTS)
            return false;
        unsigned bit = 1u << (member - arbiter.slot);
        if ((*seen & bit) != 0 || (phases & (1u << member->phase)) == 0)
            return false;
        *seen |= bit;
    }
    return true;
}

static bool pending_is_sorted(void) {
    for (const Reservation *member = arbiter.pending; member != NULL && member->next != NULL; member = member->next)
        if (outranks(member->next->priority, member->priority))
            return false;
    return true;
}

static unsigned number_of_bits(unsigned set) {
    unsigned number = 0;
    for (; set != 0; set &= set - 1)
        number++;
    return number;
}

// Nobody waits for what is out of service.
static bool locks_are_respected(void) {
    for (const Reservation *member = arbiter.pending; member != NULL; member = member->next)
        if (is_locked(member->resource))
            return false;
    return true;
}

static bool current_is_free_of_conflicts(void) {
    for (const Reservation *a = arbiter.current; a != NULL; a = a->next)
        for (const Reservation *b = a->next; b != NULL; b = b->next)
            if (arbiter_conflict(a->resource, b->resource))
                return false;
    return true;
}

bool arbiter_is_consistent(void) {
    unsigned used = 0, seen = 0;
    if (!list_is_sound(arbiter.current, 1u << SLOT_HELD | 1u << SLOT_RESCINDED, &used))
        return false;
    if (!list_is_sound(arbiter.pending, 1u << SLOT_PENDING, &used))
        return false;
    seen = used;
    if (!list_is_sound(arbiter.free, 1u << SLOT_FREE, &seen))
        return false;
    if (seen != (1u << ARB_SLOTS) - 1 || arbiter.in_use != number_of_bits(used))
        return false;
    return pending_is_sorted() && locks_are_respected() && current_is_free_of_conflicts();
}

// ---- what the ground sees -----------------------------------------------------------------------

const char *arbiter_user_name(ArbUser user) {
    static const char *const names[ARB_USERS] = {
        [USER_COMMUNICATION] = "communication",
        [USER_DRIVING] = "driving",
        [USER_ARM] = "arm",
        [USER_IMAGING] = "imaging",
        [USER_SCIENCE] = "science",
        [USER_HOUSEKEEPING] = "housekeeping",
    };
    return user < ARB_USERS ? names[user] : "nobody";
}

const char *arbiter_resource_name(ArbResource resource) {
    static const char *const names[ARB_RESOURCES] = {
        [HIGH_GAIN_ANTENNA] = "high gain antenna",
        [LOW_GAIN_ANTENNA] = "low gain antenna",
        [DRIVE_MOTORS] = "drive motors",
        [ARM_JOINTS] = "arm joints",
        [MAST] = "mast",
        [CAMERAS] = "cameras",
        [SPECTROMETER] = "spectrometer",
        [GRINDER] = "grinder",
        [HEATERS] = "heaters",
        [FLASH_STORE] = "flash store",
    };
    return resource < ARB_RESOURCES ? names[resource] : "nothing";
}

const char *arbiter_kind_name(ArbKind kind) {
    static const char *const names[ARB_KINDS] = {
        [ARB_NO_MESSAGE] = "none", [ARB_REQUEST] = "request", [ARB_CANCEL] = "cancel",   [ARB_RESTART] = "restart",
        [ARB_GRANT] = "grant",     [ARB_DENY] = "deny",       [ARB_RESCIND] = "rescind",
    };
    return kind < ARB_KINDS ? names[kind] : "unknown";
}

const char *arbiter_status_name(ArbStatus status) {
    static const char *const names[ARB_STATUSES] = {
        [ARB_OK] = "ok",
        [ARB_ERR_MESSAGE] = "bad message",
        [ARB_ERR_DUPLICATE] = "asked twice",
        [ARB_ERR_NOT_OWNER] = "not the owner",
        [ARB_ERR_STATE] = "already so",
    };
    return status < ARB_STATUSES ? names[status] : "unknown";
}

const char *arbiter_event_name(ArbEvent event) {
    static const char *const names[ARB_EVENTS] = {
        [EVENT_NONE] = "none",
        [EVENT_NO_SLOT] = "no slot",
        [EVENT_ERROR] = "message refused",
    };
    return event < ARB_EVENTS ? names[event] : "unknown";
}

static const char *phase_name(unsigned phase) {
    switch (phase) {
    case SLOT_FREE: return "free";
    case SLOT_PENDING: return "waits for";
    case SLOT_HELD: return "holds";
    case SLOT_RESCINDED: return "must give back";
    default: return "has an unknown relation to";
    }
}

void arbiter_telemetry(ArbTelemetry *packet) {
    unsigned holders = 0, waiters = 0;
    memset(packet, 0, sizeof *packet);
    packet->locked_mask = arbiter.locked;
    for (const Reservation *member = arbiter.current; member != NULL; member = member->next) {
        packet->held_mask |= (uint16_t)BIT(member->resource);
        if (member->phase == SLOT_RESCINDED)
            packet->rescinded_mask |= (uint16_t)BIT(member->resource);
        holders |= 1u << member->user;
    }
    for (const Reservation *member = arbiter.pending; member != NULL; member = member->next) {
        packet->awaited_mask |= (uint16_t)BIT(member->resource);
        waiters |= 1u << member->user;
    }
    packet->holders = (uint8_t)number_of_bits(holders);
    packet->waiters = (uint8_t)number_of_bits(waiters);
    packet->free_slots = (uint8_t)(ARB_SLOTS - arbiter.in_use);
    packet->statistics = arbiter.statistics;
    memcpy(packet->history, arbiter.history, sizeof packet->history);
}

static size_t describe_list(const Reservation *list, char *text, size_t size, size_t length) {
    for (const Reservation *member = list; member != NULL; member = member->next) {
        char *rest = length < size ? text + length : NULL;
        int wanted =
            snprintf(rest, rest != NULL ? size - length : 0, "%s %s %s, priority %u\n", arbiter_user_name(member->user),
                     phase_name(member->phase), arbiter_resource_name(member->resource), (unsigned)member->priority);
        if (wanted > 0)
            length += (size_t)wanted;
    }
    return length;
}

static size_t describe_locks(char *text, size_t size, size_t length) {
    for (unsigned resource = 0; resource < ARB_RESOURCES; resource++) {
        if (!is_locked(resource))
            continue;
        char *rest = length < size ? text + length : NULL;
        int wanted =
            snprintf(rest, rest != NULL ? size - length : 0, "%s is out of service\n", arbiter_resource_name(resource));
        if (wanted > 0)
            length += (size_t)wanted;
    }
    return length;
}

size_t arbiter_describe(char *text, size_t size) {
    if (size > 0)
        text[0] = '\0';
    size_t length = describe_list(arbiter.current, text, size, 0);
    length = describe_list(arbiter.pending, text, size, length);
    return describe_locks(text, size, length);
}

// ---- the essence --------------------------------------------------------------------------------

// Byte r says who holds resource r: 0 for nobody, else 2 * user + 2, and 1 more if it must be given back. Then come the
// pending requests in their order, user + 1 and resource each, and
// zeros; then two bytes that say what is out of service.
void arbiter_essence(unsigned char essence[ARB_ESSENCE]) {
    memset(essence, 0, ARB_ESSENCE);
    for (const Reservation *member = arbiter.current; member != NULL; member = member->next)
        essence[member->resource] = (unsigned char)(2 * member->user + 2 + (member->phase == SLOT_RESCINDED));
    unsigned char *next = essence + ARB_RESOURCES;
    for (const Reservation *member = arbiter.pending; member != NULL; member = member->next) {
        *next++ = (unsigned char)(member->user + 1);
        *next++ = member->resource;
    }
    essence[ARB_ESSENCE - 2] = (unsigned char)arbiter.locked;
    essence[ARB_ESSENCE - 1] = (unsigned char)(arbiter.locked >> 8);
}
