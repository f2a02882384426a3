/* SPDX-License-Identifier: Apache-2.0
 * ticket.c: each atomic operation and each access to counter is one transition; a failed compare-exchange loads the
 * new value in the same transition. */
#ifndef N
#define N 2
#endif
byte next_ticket, serving, total, counter;
bit finished[3];

proctype Worker(byte me) {
    byte i, mine, t;
again:
    atomic { mine = next_ticket; next_ticket++ };
wait:
    if
    :: serving == mine
    :: else -> goto wait
    fi;
    t = counter;
    d_step { counter = t + 1; t = 0 };
    d_step { serving = mine + 1; mine = 0 };
    t = total;
exchange:
    atomic {
        if
        :: total == t ->
            total = t + 1;
            t = 0;
            i++;
            if
            :: i < N -> goto again
            :: else
            fi
        :: else -> t = total; goto exchange
        fi
    };
    finished[me] = 1;
end:
    false
}

init {
    run Worker(0);
    run Worker(1);
    run Worker(2);
    finished[0];
    finished[1];
    finished[2];
    assert(counter == 3 * N);
    assert(total == 3 * N)
}
