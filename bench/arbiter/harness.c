// SPDX-License-Identifier: Apache-2.0
// Three users compete, for ever and in any order, for three resources that the arbiter looks after.
//
//     heddle check bench/arbiter/harness.c bench/arbiter/arbiter.c [-DBUG=n]
//
// In each turn one user does one thing: it reads the next message of its mailbox, asks for a resource, or gives one
// back. A user's life is a cycle of two parts. First it collects: it asks for resources, one after the other, in any
// order, and reads each message before it does anything else. When it has done what it wanted, or was denied something,
// or was told to give something back, it releases all that it holds, and the cycle begins again. Calls of the arbiter
// are immediate; what the arbiter sends lies in the user's mailbox until the user reads it. Who releases does not wait
// for mail, so messages cross: a user may give back a resource while the message that rescinds it is under way. It
// confirms such a message too, and the arbiter must not be led astray by that.
//
// With -DGROUND there is also the ground, which can restart user 0 and take the arm out of service.
//
// The loop has no end, the state space does: the search ends when all states have been seen.
//
// Liveness. A request is answered, by a grant or by a denial:
//
//     [] (waiting0 -> <> answered0)        and the same for users 1 and 2
//
// in every run in which each user takes a turn again and again, unless it cannot:
//
//     [] <> (turn0 || idle0)   and the same for users 1 and 2     (idle: waits for an answer, and nothing else to do)
//
// The turns are recorded when compiled with -DFAIRNESS only, since they triple the state space. The argument: a
// user's mail is limited by its own requests and reservations; so whoever takes turns for ever completes its cycles,
// and lets go of what it has. BUG 5 and BUG 6 violate the property and nothing else.
#include "spec.h"

#include <heddle.h>
#include <string.h>

enum { MAILBOX = 5 };

typedef struct Mail {
    uint8_t kind; // ArbKind
    uint8_t resource;
} Mail;

typedef struct User {
    uint8_t waiting_for; // the resource that was asked for and not answered, or NOTHING
    uint8_t held; // a bit for each resource: granted, as far as the user knows
    uint8_t to_confirm; // a bit for each resource: told to give it back
    uint8_t releasing; // in the second part of the cycle
    uint8_t mails; // number of messages in the mailbox
    Mail mailbox[MAILBOX]; // the oldest first; zeros behind the last one
} User;

static User user[USERS];
static uint8_t asker, asked = NOTHING; // the request that the arbiter is handling, for the judgement of its answers

#ifdef FAIRNESS
static uint8_t last_turn;
#endif

// ---- propositions -------------------------------------------------------------------------------

static bool must_idle(const User *one) {
    return one->mails == 0 && one->held == 0 && one->to_confirm == 0 && one->waiting_for != NOTHING;
}

int waiting0(void) { return user[0].waiting_for != NOTHING; }

int waiting1(void) { return user[1].waiting_for != NOTHING; }

int waiting2(void) { return user[2].waiting_for != NOTHING; }

int answered0(void) { return !waiting0(); }

int answered1(void) { return !waiting1(); }

int answered2(void) { return !waiting2(); }

int idle0(void) { return must_idle(&user[0]); }

int idle1(void) { return must_idle(&user[1]); }

int idle2(void) { return must_idle(&user[2]); }

#ifdef FAIRNESS
int turn0(void) { return last_turn == 0; }

int turn1(void) { return last_turn == 1; }

int turn2(void) { return last_turn == 2; }
#endif

// ---- mailboxes ----------------------------------------------------------------------------------

// The newest message about a resource, or NULL.
static const Mail *newest_about(const User *receiver, unsigned resource) {
    for (unsigned i = receiver->mails; i-- > 0;)
        if (receiver->mailbox[i].resource == resource)
            return &receiver->mailbox[i];
    return NULL;
}

static void judge(const ArbMessage *message, unsigned resource) {
    switch (message->kind) {
    case ARB_GRANT:
        heddle_assert(user[message->user].waiting_for == resource); // only who asks gets
        heddle_assert(spec_grant_is_right(message->user, resource));
        break;
    case ARB_DENY:
        heddle_assert(user[message->user].waiting_for == resource);
        heddle_assert(spec_denial_is_right(message->user, resource, asker, asked));
        break;
    case ARB_RESCIND: heddle_assert(spec_rescind_is_right(message->user, resource)); break;
    default: heddle_assert(!"a message that users do not get");
    }
}

// The arbiter's way out. A rescind that the user has not read yet is not delivered twice.
void arbiter_send(const ArbMessage *message) {
    unsigned resource = resource_number(message->resource);
    heddle_assert(message->user < USERS && resource < RESOURCES);
    judge(message, resource);
    User *receiver = &user[message->user];
    const Mail *newest = newest_about(receiver, resource);
    if (message->kind == ARB_RESCIND && newest != NULL && newest->kind == ARB_RESCIND)
        return;
    heddle_assert(receiver->mails < MAILBOX);
    receiver->mailbox[receiver->mails].kind = message->kind;
    receiver->mailbox[receiver->mails].resource = (uint8_t)resource;
    receiver->mails++;
}

static Mail take_mail(User *reader) {
    Mail mail = reader->mailbox[0];
    reader->mails--;
    for (unsigned i = 0; i < reader->mails; i++)
        reader->mailbox[i] = reader->mailbox[i + 1];
    reader->mailbox[reader->mails] = (Mail){0, 0};
    return mail;
}

// ---- what a user does ---------------------------------------------------------------------------

static void end_cycle_if_empty(User *one) {
    if (one->held == 0 && one->to_confirm == 0 && one->waiting_for == NOTHING)
        one->releasing = 0;
}

static void read_mail(unsigned u) {
    User *reader = &user[u];
    Mail mail = take_mail(reader);
    switch (mail.kind) {
    case ARB_GRANT:
        heddle_assert(reader->waiting_for == mail.resource);
        heddle_assert(spec_find(arbiter.current, u, mail.resource) != NULL);
        reader->waiting_for = NOTHING;
        reader->held |= (uint8_t)(1u << mail.resource);
        break;
    case ARB_DENY:
        heddle_assert(reader->waiting_for == mail.resource);
        reader->waiting_for = NOTHING;
        reader->releasing = 1;
        break;
    case ARB_RESCIND:
        // Who waits for the resource has given it back since, and asked again: this message is an old one.
        if (reader->waiting_for == mail.resource)
            break;
        reader->to_confirm |= (uint8_t)(1u << mail.resource);
        reader->releasing = 1;
        break;
    default: heddle_assert(!"an empty message");
    }
    end_cycle_if_empty(reader);
}

static ArbStatus call_arbiter(ArbKind kind, unsigned u, unsigned resource) {
    ArbMessage message = {(uint8_t)kind, (uint8_t)u, resource_id[resource]};
    return arbiter_handle(&message);
}

static void ask(unsigned u, unsigned resource) {
    user[u].waiting_for = (uint8_t)resource;
    asker = (uint8_t)u;
    asked = (uint8_t)resource;
    heddle_assert(call_arbiter(ARB_REQUEST, u, resource) == ARB_OK);
    asker = 0;
    asked = NOTHING;
}

// The arbiter accepts this from the holder only. Others may try: the confirmation of a rescind that crossed with the
// user's own cancel.
static void give_back(unsigned u, unsigned resource) {
    uint8_t bit = (uint8_t)(1u << resource);
    bool is_holder = (user[u].held & bit) != 0;
    user[u].held &= (uint8_t)~bit;
    user[u].to_confirm &= (uint8_t)~bit;
    user[u].releasing = 1;
    heddle_assert(call_arbiter(ARB_CANCEL, u, resource) == (is_holder ? ARB_OK : ARB_ERR_NOT_OWNER));
    end_cycle_if_empty(&user[u]);
}

// ---- turns --------------------------------------------------------------------------------------

// What a user may do in its turn, as a set of bits: 0 to 2 ask for that resource, 3 to 5 give it back, 6 read.
enum { GIVE_BACK = RESOURCES, READ = 2 * RESOURCES, ACTIONS };

static unsigned possible_actions(const User *one) {
    unsigned reading = one->mails > 0 ? 1u << READ : 0;
    if (reading != 0 && !one->releasing)
        return reading;
    unsigned actions = reading | (unsigned)(one->held | one->to_confirm) << GIVE_BACK;
    if (one->waiting_for == NOTHING && !one->releasing)
        actions |= ~(unsigned)one->held & ((1u << RESOURCES) - 1);
    return actions;
}

#ifdef GROUND
// What the ground may do: restart user 0; take resource 2 out of service, or return it.
enum { GROUND_ACTIONS = 2 };

static void act_from_ground(unsigned action) {
    ArbMessage restart = {ARB_RESTART, 0, 0};
    ArbResource arm = resource_id[2];
    if (action == 0) {
        memset(&user[0], 0, sizeof user[0]);
        user[0].waiting_for = NOTHING;
        heddle_assert(arbiter_handle(&restart) == ARB_OK);
        return;
    }
    bool is_out = spec_out_of_service(2);
    heddle_assert((is_out ? arbiter_lock_out(arm) : arbiter_return_to_service(arm)) == ARB_ERR_STATE);
    heddle_assert((is_out ? arbiter_return_to_service(arm) : arbiter_lock_out(arm)) == ARB_OK);
}
#else
enum { GROUND_ACTIONS = 0 };

static void act_from_ground(unsigned action) { (void)action; }
#endif

static unsigned number_of(unsigned set) {
    unsigned number = 0;
    for (; set != 0; set &= set - 1)
        number++;
    return number;
}

static void act(unsigned u, unsigned action) {
    if (action == READ)
        read_mail(u);
    else if (action >= GIVE_BACK)
        give_back(u, action - GIVE_BACK);
    else
        ask(u, action);
#ifdef FAIRNESS
    last_turn = (uint8_t)u;
#endif
}

// One of all that anybody may do.
static void take_turn(void) {
    unsigned possible[USERS], all = 0;
    for (unsigned u = 0; u < USERS; u++) {
        possible[u] = possible_actions(&user[u]);
        all += number_of(possible[u]);
    }
    heddle_assert(all > 0); // or they wait for each other
    unsigned chosen = (unsigned)heddle_choose((int)all + GROUND_ACTIONS);
    if (chosen >= all) {
        act_from_ground(chosen - all);
        return;
    }
    for (unsigned u = 0; u < USERS; u++)
        for (unsigned action = 0; action < ACTIONS; action++)
            if ((possible[u] & (1u << action)) != 0 && chosen-- == 0) {
                act(u, action);
                return;
            }
}

// Users and arbiter agree on who has what; what waits is waited for.
static void check_views(void) {
    for (unsigned u = 0; u < USERS; u++)
        for (unsigned resource = 0; resource < RESOURCES; resource++) {
            if ((user[u].held & (1u << resource)) != 0)
                heddle_assert(spec_find(arbiter.current, u, resource) != NULL);
            if (spec_find(arbiter.pending, u, resource) != NULL)
                heddle_assert(user[u].waiting_for == resource);
        }
}

static void check_world(void) {
    heddle_assert(spec_slots_partitioned());
    heddle_assert(spec_no_conflict_granted());
    heddle_assert(arbiter_is_consistent());
    check_views();
}

// ---- abstraction --------------------------------------------------------------------------------

// Two states with the same abstract_state behave in the same way for ever.
//
// SOUND: this is a bisimulation. (1) What a turn may do, and what it does to the users, depends on the users' records
// and mailboxes, which are copied whole (zeros behind the last mail make the copy canonical). (2) The arbiter looks
// into its own data in these ways only. It asks who holds a resource, or whether anybody who holds something has a
// certain property: the order of the current list is no matter, since a resource has at most one holder, and rescinds
// are sent in the order of the table's row. It walks through the pending list, whose order is in the essence. It
// asks what is out of service, which is in the essence. It asks whether a slot is free: the number of free slots is
// ARB_SLOTS less the reservations in the essence. Which slot it takes decides about addresses alone, and no decision
// depends on them. Counters and history are written and never read. So equal essences and equal messages lead to
// equal answers and equal essences. (3) The assertions are functions of the same things, but for one: that the lists
// share out the slots. It holds after every call from every state where it held before, whatever the order of the free
// list, because taking and giving back keep it; and a call that gives back a slot twice breaks it from each of them.
unsigned char abstract_state[ARB_ESSENCE + sizeof user];

void arbiter_abstraction(void) {
    arbiter_essence(abstract_state);
    memcpy(abstract_state + ARB_ESSENCE, user, sizeof user);
}

int main(void) {
    heddle_assert(arbiter_init());
    for (unsigned u = 0; u < USERS; u++)
        user[u].waiting_for = NOTHING;
    for (;;) {
        check_world();
        take_turn();
    }
}
