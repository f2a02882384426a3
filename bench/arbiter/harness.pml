// SPDX-License-Identifier: Apache-2.0
/*
 * The same three users as in harness.c, as SPIN processes around the arbiter's own C code:
 *
 *     spin -a harness.pml && gcc -O2 -w -DSAFETY -DNOREDUCE pan.c arbiter.c && ./a.out -m1000000
 *
 * Without further options everything that changes in the arbiter is part of the state. With `spin -a -DABSTRACT` the
 * arbiter's data are saved and restored, but states are compared by the arbiter's essence only; harness.c explains why
 * nothing is lost. With -DLIVENESS there are the formulas answered0, answered1 and answered2, one for each user, true
 * in fair runs: `gcc -DNOREDUCE -DNFAIR=3 pan.c arbiter.c && ./a.out -a -f -N answered0`.
 */
#define USERS 3
#define RESOURCES 3
#define NOTHING 3
#define MAILBOX 5

/* ArbKind */
#define GRANT 4
#define DENY 5
#define RESCIND 6

c_decl {
\#include "spec.h"
\#define OUTBOX 8

extern unsigned char abstract_state[ARB_ESSENCE];
}

#ifdef ABSTRACT
c_track "&arbiter" "sizeof(Arbiter)" "UnMatched"
c_track "abstract_state" "ARB_ESSENCE" "Matched"
#else
c_track "&arbiter" "sizeof(Arbiter)" "Matched"
#endif

chan mail[USERS] = [MAILBOX] of { byte, byte }; /* kind, resource */
byte waiting_for[USERS] = NOTHING;
byte held[USERS];       /* a bit for each resource */
byte to_confirm[USERS]; /* a bit for each resource */
bool releasing[USERS];
byte unread_rescind[USERS]; /* a bit for each resource: the newest message about it is an unread RESCIND */
bool faulty;
hidden byte kind, resource, receiver; /* of the message in hand: not part of the state */

c_code {
unsigned char abstract_state[ARB_ESSENCE];
static ArbMessage outbox[OUTBOX];
static unsigned out_first, out_count;
static unsigned asker, asked = NOTHING;

static bool message_is_right(const ArbMessage *message, unsigned resource) {
    if (message->user >= USERS || resource >= RESOURCES)
        return false;
    switch (message->kind) {
    case ARB_GRANT:
        return now.waiting_for[message->user] == resource && spec_grant_is_right(message->user, resource);
    case ARB_DENY:
        return now.waiting_for[message->user] == resource &&
               spec_denial_is_right(message->user, resource, asker, asked);
    case ARB_RESCIND: return spec_rescind_is_right(message->user, resource);
    default: return false;
    }
}

void arbiter_send(const ArbMessage *message) {
    unsigned resource = resource_number(message->resource);
    if (!message_is_right(message, resource) || out_count == OUTBOX)
        now.faulty = 1;
    else
        outbox[out_count++] = (ArbMessage){message->kind, message->user, (uint8_t)resource};
}

static bool views_agree(void) {
    for (unsigned user = 0; user < USERS; user++)
        for (unsigned resource = 0; resource < RESOURCES; resource++) {
            if ((now.held[user] >> resource & 1) != 0 && spec_find(arbiter.current, user, resource) == NULL)
                return false;
            if (spec_find(arbiter.pending, user, resource) != NULL && now.waiting_for[user] != resource)
                return false;
        }
    return true;
}

static void check_world(void) {
    if (!spec_slots_partitioned() || !spec_no_conflict_granted() || !arbiter_is_consistent() || !views_agree())
        now.faulty = 1;
}

/* Calls the arbiter and checks what it has done; its messages are left in the outbox. */
static void call_arbiter(ArbKind kind, unsigned user, unsigned resource, ArbStatus expected) {
    ArbMessage message = {(uint8_t)kind, (uint8_t)user, resource_id[resource]};
    out_first = out_count = 0;
    asker = user;
    asked = kind == ARB_REQUEST ? resource : NOTHING;
    if (arbiter_handle(&message) != expected)
        now.faulty = 1;
    check_world();
    if (!now.faulty)
        arbiter_essence(abstract_state);
}

static void request(unsigned user, unsigned resource) {
    now.waiting_for[user] = resource;
    call_arbiter(ARB_REQUEST, user, resource, ARB_OK);
}

static void give_back(unsigned user, unsigned resource) {
    bool is_holder = (now.held[user] >> resource & 1) != 0;
    now.held[user] &= ~(1u << resource);
    now.to_confirm[user] &= ~(1u << resource);
    now.releasing[user] = 1;
    call_arbiter(ARB_CANCEL, user, resource, is_holder ? ARB_OK : ARB_ERR_NOT_OWNER);
}
}

#define HAS(set, r) ((set >> r) & 1)
#define WITHOUT(set, r) (set & ~(1 << r))
#define WITH(set, r) (set | (1 << r))

/* Takes the arbiter's messages to the mailboxes. */
inline deliver() {
    assert(!faulty);
    do
    :: c_expr { out_first < out_count } ->
        c_code {
            kind = outbox[out_first].kind;
            receiver = outbox[out_first].user;
            resource = outbox[out_first].resource;
            out_first++;
        };
        if
        :: kind == RESCIND && HAS(unread_rescind[receiver], resource)
        :: else ->
            assert(nfull(mail[receiver]));
            mail[receiver]!kind,resource;
            unread_rescind[receiver] = (kind == RESCIND -> WITH(unread_rescind[receiver], resource)
                                                         : WITHOUT(unread_rescind[receiver], resource))
        fi
    :: else -> break
    od;
    receiver = 0
}

inline end_cycle_if_empty() {
    if
    :: held[me] == 0 && to_confirm[me] == 0 && waiting_for[me] == NOTHING -> releasing[me] = false
    :: else
    fi
}

inline read_mail() {
    mail[me]?kind,resource;
    if
    :: kind == GRANT ->
        assert(waiting_for[me] == resource);
        waiting_for[me] = NOTHING;
        held[me] = WITH(held[me], resource);
        c_code { check_world(); };
        assert(!faulty)
    :: kind == DENY ->
        assert(waiting_for[me] == resource);
        waiting_for[me] = NOTHING;
        releasing[me] = true
    :: kind == RESCIND ->
        if
        :: mail[me]??[eval(RESCIND),eval(resource)]
        :: else -> unread_rescind[me] = WITHOUT(unread_rescind[me], resource)
        fi;
        if
        :: waiting_for[me] == resource
        :: else ->
            to_confirm[me] = WITH(to_confirm[me], resource);
            releasing[me] = true
        fi
    fi;
    end_cycle_if_empty()
}

#define MAY_ASK(r) (empty(mail[me]) && !releasing[me] && waiting_for[me] == NOTHING && !HAS(held[me], r))
#define MAY_GIVE_BACK(r) ((empty(mail[me]) || releasing[me]) && HAS((held[me] | to_confirm[me]), r))

proctype User(byte me) {
    do
    :: d_step { nempty(mail[me]) -> read_mail() }
    :: d_step { MAY_ASK(0) -> c_code { request(PUser->me, 0); }; deliver() }
    :: d_step { MAY_ASK(1) -> c_code { request(PUser->me, 1); }; deliver() }
    :: d_step { MAY_ASK(2) -> c_code { request(PUser->me, 2); }; deliver() }
    :: d_step { MAY_GIVE_BACK(0) -> c_code { give_back(PUser->me, 0); }; deliver(); end_cycle_if_empty() }
    :: d_step { MAY_GIVE_BACK(1) -> c_code { give_back(PUser->me, 1); }; deliver(); end_cycle_if_empty() }
    :: d_step { MAY_GIVE_BACK(2) -> c_code { give_back(PUser->me, 2); }; deliver(); end_cycle_if_empty() }
    od
}

init {
    atomic {
        c_code {
            if (!arbiter_init())
                now.faulty = 1;
            arbiter_essence(abstract_state);
        };
        assert(!faulty);
        run User(0);
        run User(1);
        run User(2)
    }
}

#ifdef LIVENESS
ltl answered0 { [] (waiting_for[0] != NOTHING -> <> (waiting_for[0] == NOTHING)) }
ltl answered1 { [] (waiting_for[1] != NOTHING -> <> (waiting_for[1] == NOTHING)) }
ltl answered2 { [] (waiting_for[2] != NOTHING -> <> (waiting_for[2] == NOTHING)) }
#endif
