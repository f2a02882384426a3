/* SPDX-License-Identifier: Apache-2.0
 * peterson.c: one transition for each access to a shared variable. A condition on a shared variable is the guard of
 * a transition, so that reading and branching are one step, as they are in the C program, where the branch is
 * local; what follows an access without touching anything shared joins it in an atomic sequence. t is the register
 * that holds what `inside++` loaded; it is cleared when it is dead. */
#ifndef N
#define N 10
#endif
byte flag[2], turn, inside;
bit finished[2];

proctype Worker(byte me) {
    byte i, t;
again:
    flag[me] = 1;
    turn = 1 - me;
wait:
    if
    :: flag[1 - me] == 0 -> goto enter
    :: else
    fi;
    if
    :: turn != 1 - me -> goto enter
    :: else -> goto wait
    fi;
enter:
    t = inside;
    d_step { inside = t + 1; t = 0 };
    assert(inside == 1);
    t = inside;
    d_step { inside = t - 1; t = 0 };
    atomic {
        flag[me] = 0;
        i++;
        if
        :: i < N -> goto again
        :: else
        fi
    };
    finished[me] = 1;
end:
    false
}

init {
    run Worker(0);
    run Worker(1);
    finished[0];
    finished[1]
}
