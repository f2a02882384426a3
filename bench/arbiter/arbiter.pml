// SPDX-License-Identifier: Apache-2.0
/*
 * The arbiter's algorithm and its three users as a model for SPIN alone, written by hand from the description in
 * arbiter.h and harness.c; no C code takes part. The free list is a number here.
 *
 *     spin -a arbiter.pml && gcc -O2 -w -DSAFETY -DNOREDUCE pan.c && ./a.out -m1000000
 *
 * `spin -a -DBUG=n` has the bugs of arbiter.c. With -DLIVENESS there are formulas as in harness.pml.
 */
#define USERS 3
#define RESOURCES 3 /* 0 high gain antenna, 1 drive motors, 2 arm joints */
#define NOTHING 3
#define NOBODY 0
#define MAILBOX 5
#define SLOTS 3

#define GRANT 4
#define DENY 5
#define RESCIND 6

#ifndef BUG
#define BUG 0
#endif

/* Driving conflicts with all, everything with itself. */
#define MUST_NOT_MEET(a, b) ((a) == (b) || (a) == 1 || (b) == 1)
#if BUG == 2
#define CONFLICT(a, b) ((a) == (b) || (a) + (b) == 1)
#else
#define CONFLICT(a, b) MUST_NOT_MEET(a, b)
#endif

#if BUG == 4
#define OUTRANKS(a, b) ((a) < (b))
#else
#define OUTRANKS(a, b) ((a) > (b))
#endif

#define PRIORITY(user, r) rank_of[(user) * RESOURCES + (r)]
hidden byte rank_of[9]; /* constant after init */

/* The arbiter. */
byte holder[RESOURCES]; /* NOBODY or user + 1 */
byte rescinded;         /* a bit for each resource */
byte waiter[SLOTS];     /* the pending requests by priority: user + 1 */
byte awaited[SLOTS];    /* and resource */
byte waiters;
byte free_slots = SLOTS;

/* The users. */
chan mail[USERS] = [MAILBOX] of { byte, byte }; /* kind, resource */
byte waiting_for[USERS] = NOTHING;
byte held[USERS];       /* a bit for each resource */
byte to_confirm[USERS]; /* a bit for each resource */
bool releasing[USERS];
byte unread_rescind[USERS]; /* a bit for each resource: the newest message about it is an unread RESCIND */

/* For calculations within a step: not part of the state. */
hidden byte kind, resource, i, j, k, rank, who, what;
hidden byte forbidden, justified, blocked, was_holder, was_rescinded;

#define HAS(set, r) ((set >> r) & 1)
#define WITHOUT(set, r) (set & ~(1 << r))
#define WITH(set, r) (set | (1 << r))

inline send(to, a_kind, r) {
    if
    :: a_kind == RESCIND && HAS(unread_rescind[to], r)
    :: else ->
        assert(nfull(mail[to]));
        mail[to]!a_kind,r;
        unread_rescind[to] = (a_kind == RESCIND -> WITH(unread_rescind[to], r) : WITHOUT(unread_rescind[to], r))
    fi
}

inline remove_waiter(position) {
    j = position;
    do
    :: j + 1 < waiters ->
        waiter[j] = waiter[j + 1];
        awaited[j] = awaited[j + 1];
        j++
    :: else -> break
    od;
    waiters--;
    waiter[waiters] = 0;
    awaited[waiters] = 0
}

/* Behind all that are as important; k is the place. */
inline add_waiter(user, r) {
    k = waiters;
    do
    :: k > 0 && OUTRANKS(PRIORITY(user, r), PRIORITY(waiter[k - 1] - 1, awaited[k - 1])) ->
        waiter[k] = waiter[k - 1];
        awaited[k] = awaited[k - 1];
        k--
    :: else -> break
    od;
    waiter[k] = user + 1;
    awaited[k] = r;
    waiters++
}

/* Whether a reservation is in the way for good, by the algorithm (forbidden) and by the rules (justified). */
inline weigh(user, r, other, r_other) {
    if
    :: CONFLICT(r, r_other) && (OUTRANKS(PRIORITY(other, r_other), rank) ||
       (other == user && !OUTRANKS(rank, PRIORITY(other, r_other)))) -> forbidden = true
    :: else
    fi;
    if
    :: MUST_NOT_MEET(r, r_other) && (PRIORITY(other, r_other) > rank ||
       (other == user && PRIORITY(other, r_other) == rank)) -> justified = true
    :: else
    fi
}

inline weigh_all(user, r) {
    forbidden = false;
    justified = false;
    i = 0;
    do
    :: i < RESOURCES ->
        if
        :: holder[i] != NOBODY -> weigh(user, r, (holder[i] - 1), i)
        :: else
        fi;
        i++
    :: else -> break
    od;
    i = 0;
    do
    :: i < waiters -> weigh(user, r, (waiter[i] - 1), awaited[i]); i++
    :: else -> break
    od
}

inline displace(r) {
    i = 0;
    do
    :: i < waiters ->
        if
        :: CONFLICT(r, awaited[i]) && OUTRANKS(rank, PRIORITY(waiter[i] - 1, awaited[i])) ->
            assert(MUST_NOT_MEET(r, awaited[i]) && rank > PRIORITY(waiter[i] - 1, awaited[i]));
            send((waiter[i] - 1), DENY, awaited[i]);
            remove_waiter(i);
            free_slots++
        :: else -> i++
        fi
    :: else -> break
    od
}

inline grant() {
    i = 0;
    do
    :: i < RESOURCES -> assert(holder[i] == NOBODY || !MUST_NOT_MEET(i, what)); i++
    :: else -> break
    od;
    assert(waiting_for[who] == what);
    holder[what] = who + 1;
    send(who, GRANT, what);
    remove_waiter(k)
}

inline rescind_others() {
    i = 0;
    do
    :: i < RESOURCES ->
        if
        :: holder[i] != NOBODY && CONFLICT(i, what) && !HAS(rescinded, i) &&
           OUTRANKS(PRIORITY(who, what), PRIORITY(holder[i] - 1, i)) ->
            assert(MUST_NOT_MEET(i, what) && PRIORITY(who, what) > PRIORITY(holder[i] - 1, i));
#if BUG != 6
            rescinded = WITH(rescinded, i);
#endif
            send((holder[i] - 1), RESCIND, i)
        :: else
        fi;
        i++
    :: else -> break
    od
}

/* Grants the k-th pending request, or sees to it that it can be granted; k is then the next one. */
inline advance() {
    who = waiter[k] - 1;
    what = awaited[k];
    blocked = false;
    i = 0;
    do
    :: i < RESOURCES -> blocked = blocked || (holder[i] != NOBODY && CONFLICT(i, what)); i++
    :: else -> break
    od;
    i = 0;
    do
    :: i < k -> blocked = blocked || CONFLICT(awaited[i], what); i++
    :: else -> break
    od;
    if
    :: blocked -> rescind_others(); k++
    :: else -> grant()
    fi
}

inline end_cycle_if_empty() {
    if
    :: held[me] == 0 && to_confirm[me] == 0 && waiting_for[me] == NOTHING -> releasing[me] = false
    :: else
    fi
}

inline check_slots() {
    assert(free_slots + waiters + (holder[0] != NOBODY) + (holder[1] != NOBODY) + (holder[2] != NOBODY) == SLOTS)
}

inline ask(r) {
    waiting_for[me] = r;
    rank = PRIORITY(me, r);
    weigh_all(me, r);
    if
    :: forbidden -> assert(justified); send(me, DENY, r)
    :: else ->
        displace(r);
        if
        :: free_slots == 0 -> send(me, DENY, r)
        :: else ->
            free_slots--;
            add_waiter(me, r);
            advance()
        fi
    fi;
    check_slots()
}

#if BUG == 3
#define ACCEPTS_CANCEL(r) (holder[r] != NOBODY)
#else
#define ACCEPTS_CANCEL(r) (holder[r] == me + 1)
#endif

inline settle() {
    k = 0;
    do
    :: k < waiters -> advance()
    :: else -> break
    od
}

inline give_back(r) {
    was_holder = HAS(held[me], r);
    held[me] = WITHOUT(held[me], r);
    to_confirm[me] = WITHOUT(to_confirm[me], r);
    releasing[me] = true;
    if
    :: ACCEPTS_CANCEL(r) ->
        assert(was_holder);
        was_rescinded = HAS(rescinded, r);
        holder[r] = NOBODY;
        rescinded = WITHOUT(rescinded, r);
        free_slots = free_slots + (BUG == 1 && was_rescinded -> 2 : 1);
        if
        :: BUG != 5 || was_rescinded -> settle()
        :: else
        fi
    :: else -> assert(!was_holder)
    fi;
    check_slots();
    end_cycle_if_empty()
}

inline read_mail() {
    mail[me]?kind,resource;
    if
    :: kind == GRANT ->
        assert(waiting_for[me] == resource);
        waiting_for[me] = NOTHING;
        held[me] = WITH(held[me], resource);
        assert(holder[resource] == me + 1)
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
    :: d_step { MAY_ASK(0) -> ask(0) }
    :: d_step { MAY_ASK(1) -> ask(1) }
    :: d_step { MAY_ASK(2) -> ask(2) }
    :: d_step { MAY_GIVE_BACK(0) -> give_back(0) }
    :: d_step { MAY_GIVE_BACK(1) -> give_back(1) }
    :: d_step { MAY_GIVE_BACK(2) -> give_back(2) }
    od
}

init {
    atomic {
        rank_of[0] = 7; rank_of[1] = 4; rank_of[2] = 2;
        rank_of[3] = 5; rank_of[4] = 6; rank_of[5] = 3;
        rank_of[6] = 4; rank_of[7] = 2; rank_of[8] = 3;
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
