// SPDX-License-Identifier: Apache-2.0
// An arbiter for the shared resources of a vehicle: antennas, motors, cameras. Tasks ("users") ask for resources and
// give them back by messages; the arbiter sees to it that conflicting resources are never in use at the same time and
// that the more important use wins.
//
// A request ends in one of four ways:
//   granted    nothing that conflicts is reserved;
//   denied     something that conflicts is reserved, or waited for, with a higher priority; or the resource is out of
//              service, or there is no room to note the request;
//   queued     something that conflicts is reserved with the same priority: first come, first served;
//   queued, and RESCIND is sent to the holders of everything that conflicts, all of lower priority. Each confirms
//              with CANCEL that it no longer uses the resource; after the last one the request is granted.
// A queued request is denied after all when a more important one that conflicts comes in. So each request is answered
// with GRANT or DENY, provided that the holders let go.
//
// The module has no threads, no locks and no dynamic memory. The task that owns it hands it one message after the
// other (arbiter_handle); the answers leave through arbiter_send, which the surroundings provide.
#ifndef ARBITER_H
#define ARBITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Reservations that can exist at once, held or waited for.
#ifndef ARB_SLOTS
#define ARB_SLOTS 3
#endif

// Events that are kept for the ground.
#ifndef ARB_HISTORY
#define ARB_HISTORY 2
#endif

// Counters go round: telemetry has one bit for each, which tells the ground that something has happened since.
#ifndef ARB_MODULUS
#define ARB_MODULUS 2
#endif

typedef enum ArbUser {
    USER_COMMUNICATION,
    USER_DRIVING,
    USER_ARM,
    USER_IMAGING,
    USER_SCIENCE,
    USER_HOUSEKEEPING,
    ARB_USERS
} ArbUser;

typedef enum ArbResource {
    HIGH_GAIN_ANTENNA,
    LOW_GAIN_ANTENNA,
    DRIVE_MOTORS,
    ARM_JOINTS,
    MAST,
    CAMERAS,
    SPECTROMETER,
    GRINDER,
    HEATERS,
    FLASH_STORE,
    ARB_RESOURCES
} ArbResource;

typedef enum ArbKind {
    ARB_NO_MESSAGE,
    ARB_REQUEST, // to the arbiter: may I use it?
    ARB_CANCEL, // to the arbiter: I no longer use it; also confirms ARB_RESCIND
    ARB_RESTART, // to the arbiter: I have been restarted, hold nothing and wait for nothing; resource has no meaning
    ARB_GRANT, // to the user: use it
    ARB_DENY, // to the user: no; ask again later
    ARB_RESCIND, // to the user: stop using it, then send ARB_CANCEL
    ARB_KINDS
} ArbKind;

typedef struct ArbMessage {
    uint8_t kind; // ArbKind
    uint8_t user; // who sent it, or who gets it
    uint8_t resource; // ArbResource
} ArbMessage;

typedef enum ArbStatus {
    ARB_OK, // done; a request that is denied is OK too
    ARB_ERR_MESSAGE, // not a message for the arbiter, or a user or resource that does not exist
    ARB_ERR_DUPLICATE, // asks for what it has or waits for already
    ARB_ERR_NOT_OWNER, // cancels what it does not have
    ARB_ERR_STATE, // the resource is out of service, or in service, already
    ARB_STATUSES
} ArbStatus;

typedef enum ArbPhase {
    SLOT_FREE,
    SLOT_PENDING, // asked for, not granted yet
    SLOT_HELD, // granted
    SLOT_RESCINDED, // granted, RESCIND sent, not confirmed yet
} ArbPhase;

// A slot is in exactly one list: free, current or pending; `phase` says in which. The fields below `phase` are zero in
// a free slot.
typedef struct Reservation {
    struct Reservation *next;
    uint8_t phase; // ArbPhase
    uint8_t user;
    uint8_t resource;
    uint8_t priority;
} Reservation;

// What is kept for the ground: only what should be rare.
typedef enum ArbEvent {
    EVENT_NONE,
    EVENT_NO_SLOT, // a request was denied for lack of a slot
    EVENT_ERROR, // a message was refused
    ARB_EVENTS
} ArbEvent;

typedef struct ArbStatistics {
    uint8_t conflicts; // requests that met a conflict, modulo ARB_MODULUS
    uint8_t most_used; // slots in use at the worst moment
} ArbStatistics;

// All that changes. It is one object, and visible, so that a model checker can save, restore and compare it.
typedef struct Arbiter {
    Reservation slot[ARB_SLOTS];
    Reservation *free; // last in, first out
    Reservation *current; // granted; the newest first
    Reservation *pending; // by priority, equal ones in the order of arrival
    uint8_t in_use; // slots in current and pending
    uint16_t locked; // a bit for each resource that is out of service
    ArbStatistics statistics;
    uint8_t history[ARB_HISTORY]; // the last events, the newest first
} Arbiter;

extern Arbiter arbiter;

// A packet for the ground.
typedef struct ArbTelemetry {
    uint16_t locked_mask; // resources that are out of service
    uint16_t held_mask; // resources that are granted
    uint16_t rescinded_mask; // those of them that must be given back
    uint16_t awaited_mask; // resources that somebody waits for
    uint8_t holders; // users that hold something
    uint8_t waiters; // users that wait for something
    uint8_t free_slots;
    ArbStatistics statistics;
    uint8_t history[ARB_HISTORY];
} ArbTelemetry;

// Makes everything free. False, and nothing will be granted, if the built-in tables contradict themselves.
bool arbiter_init(void);

// Handles one message from a user completely; the answers have been sent when it returns.
ArbStatus arbiter_handle(const ArbMessage *message);

// Provided by the surroundings: takes a message to message->user. Must not call the arbiter.
void arbiter_send(const ArbMessage *message);

// Fault protection takes a resource out of service: who waits for it is denied, who holds it must give it back, and
// nobody gets it until it is returned to service. Both answer ARB_ERR_STATE if it is so already.
ArbStatus arbiter_lock_out(ArbResource resource);
ArbStatus arbiter_return_to_service(ArbResource resource);

// The lookup tables.
bool arbiter_conflict(ArbResource a, ArbResource b);
uint8_t arbiter_priority(ArbUser user, ArbResource resource); // higher is more important

// Every slot is in exactly one list, and what the lists say about themselves is true.
bool arbiter_is_consistent(void);

// What is reserved.
const Reservation *arbiter_holder(ArbResource resource); // or NULL
bool arbiter_holds(ArbUser user, ArbResource resource);
bool arbiter_waits(ArbUser user, ArbResource resource);

// What the ground sees.
void arbiter_telemetry(ArbTelemetry *packet);
size_t arbiter_describe(char *text, size_t size); // a line for each fact; the length it wanted, like snprintf
const char *arbiter_user_name(ArbUser user);
const char *arbiter_resource_name(ArbResource resource);
const char *arbiter_kind_name(ArbKind kind);
const char *arbiter_status_name(ArbStatus status);
const char *arbiter_event_name(ArbEvent event);

// What all later behaviour depends on, and nothing else: who holds what and must give it back, who waits for what in
// which order, what is out of service. No pointers, no slot numbers, no counters, no history. Fills ARB_ESSENCE bytes.
enum { ARB_ESSENCE = ARB_RESOURCES + 2 * ARB_SLOTS + 2 };
void arbiter_essence(unsigned char essence[ARB_ESSENCE]);

#endif
