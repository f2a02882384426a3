// SPDX-License-Identifier: Apache-2.0
// The arbiter's surroundings for harness.pml.
#include "judge.h"

uint8_t known_waiting[USERS], known_held[USERS];
ArbMessage outbox[OUTBOX];
uint8_t out_count;
unsigned char abstract_state[ARB_ESSENCE];

static unsigned asker, asked = NOTHING; // the request that the arbiter is handling
static bool is_faulty;

static bool message_is_right(const ArbMessage *message, unsigned resource) {
    if (message->user >= USERS || resource >= RESOURCES)
        return false;
    switch (message->kind) {
    case ARB_GRANT: return known_waiting[message->user] == resource && spec_grant_is_right(message->user, resource);
    case ARB_DENY:
        return known_waiting[message->user] == resource && spec_denial_is_right(message->user, resource, asker, asked);
    case ARB_RESCIND: return spec_rescind_is_right(message->user, resource);
    default: return false;
    }
}

void arbiter_send(const ArbMessage *message) {
    unsigned resource = resource_number(message->resource);
    if (!message_is_right(message, resource) || out_count == OUTBOX)
        is_faulty = true;
    else
        outbox[out_count++] = (ArbMessage){message->kind, message->user, (uint8_t)resource};
}

static bool views_agree(void) {
    for (unsigned user = 0; user < USERS; user++)
        for (unsigned resource = 0; resource < RESOURCES; resource++) {
            if ((known_held[user] >> resource & 1) != 0 && spec_find(arbiter.current, user, resource) == NULL)
                return false;
            if (spec_find(arbiter.pending, user, resource) != NULL && known_waiting[user] != resource)
                return false;
        }
    return true;
}

bool judge_world(void) {
    return spec_slots_partitioned() && spec_no_conflict_granted() && arbiter_is_consistent() && views_agree();
}

// Calls the arbiter and checks what it has done; its messages are left in the outbox.
static bool call_arbiter(ArbKind kind, unsigned user, unsigned resource, ArbStatus expected) {
    ArbMessage message = {(uint8_t)kind, (uint8_t)user, resource_id[resource]};
    out_count = 0;
    is_faulty = false;
    asker = user;
    asked = kind == ARB_REQUEST ? resource : NOTHING;
    if (arbiter_handle(&message) != expected || is_faulty || !judge_world())
        return false;
    arbiter_essence(abstract_state);
    return true;
}

bool judge_init(void) {
    bool is_ready = arbiter_init();
    arbiter_essence(abstract_state);
    return is_ready;
}

bool judge_request(unsigned user, unsigned resource) { return call_arbiter(ARB_REQUEST, user, resource, ARB_OK); }

bool judge_give_back(unsigned user, unsigned resource, bool is_holder) {
    return call_arbiter(ARB_CANCEL, user, resource, is_holder ? ARB_OK : ARB_ERR_NOT_OWNER);
}
