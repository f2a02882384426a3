// SPDX-License-Identifier: Apache-2.0
/*
 * The same three users as in harness.c, as SPIN processes around the arbiter's own C code:
 *
 *     spin -a harness.pml && gcc -O2 -w -DSAFETY -DNOREDUCE pan.c arbiter.c judge.c && ./a.out -m1000000
 *
 * Without further options everything that changes in the arbiter is part of the state. With `spin -a -DABSTRACT` the
 * arbiter's data are saved and restored, but states are compared by the arbiter's essence only; harness.c explains why
 * nothing is lost. With -DLIVENESS there are the formulas answered0, answered1 and answered2, one for each user, true
 * in fair runs: `gcc -DNOREDUCE -DNFAIR=3 pan.c arbiter.c judge.c && ./a.out -a -f -N answered0`.
 *
 * On heddle's machine, where pointers are more than their bytes, and so all of its state is tracked:
 *
 *     heddle spin --model harness.pml arbiter.c judge.c -- -DMACHINE -DABSTRACT
 *     heddle spin --model harness.pml arbiter.c judge.c -- -DMACHINE -DABSTRACT -DLIVENESS -f -Nanswered0
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
\#include "judge.h"
}

#ifdef MACHINE
c_track "csbuf" "CS_SIZE" "UnMatched"
#endif
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
static unsigned out_first;

static void tell_judge(void) {
    for (unsigned user = 0; user < 3; user++) {
        known_waiting[user] = now.waiting_for[user];
        known_held[user] = now.held[user];
    }
    out_first = 0;
}

static void check_world(void) {
    tell_judge();
    now.faulty = !judge_world();
}

static void request(unsigned user, unsigned resource) {
    now.waiting_for[user] = resource;
    tell_judge();
    now.faulty = !judge_request(user, resource);
}

static void give_back(unsigned user, unsigned resource) {
    bool is_holder = (now.held[user] >> resource & 1) != 0;
    now.held[user] &= ~(1u << resource);
    now.to_confirm[user] &= ~(1u << resource);
    now.releasing[user] = 1;
    tell_judge();
    now.faulty = !judge_give_back(user, resource, is_holder);
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
            now.faulty = !judge_init();
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
