/* SPDX-License-Identifier: Apache-2.0
 * bakery.c: one transition for each load or store of choosing, number and inside. Comparing a loaded number belongs
 * to the load: it is the guard. Registers are cleared when they are dead, as heddle's liveness does. */
#ifndef N
#define N 1
#endif
#define THREADS 3
bit choosing[THREADS];
byte number[THREADS], inside;
bit finished[THREADS];

proctype Customer(byte me) {
    byte i, k, most, mine, t;
again:
    choosing[me] = 1;
scan:
    atomic {
        if
        :: number[k] > most -> most = number[k]
        :: else
        fi;
        k++;
        if
        :: k < THREADS -> goto scan
        :: else -> k = 0; mine = most + 1; most = 0
        fi
    };
    number[me] = mine;
    choosing[me] = 0;
wait:
    if
    :: choosing[k] == 0
    :: else -> goto wait
    fi;
turn:
    atomic {
        if
        :: number[k] == 0 || number[k] > mine || (number[k] == mine && k >= me) ->
            k++;
            if
            :: k < THREADS -> goto wait
            :: else -> k = 0; mine = 0
            fi
        :: else -> goto turn
        fi
    };
    t = inside;
    d_step { inside = t + 1; t = 0 };
    assert(inside == 1);
    t = inside;
    d_step { inside = t - 1; t = 0 };
    atomic {
        number[me] = 0;
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
    run Customer(0);
    run Customer(1);
    run Customer(2);
    finished[0];
    finished[1];
    finished[2]
}
