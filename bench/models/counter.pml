/* SPDX-License-Identifier: Apache-2.0
 * counter.c: lock, load, store and unlock are one transition each; the loop's own counter belongs to the unlock. */
#ifndef N
#define N 5
#endif
bit lock;
byte counter;

proctype Worker() {
    byte i, t;
again:
    atomic { lock == 0 -> lock = 1 };
    t = counter;
    d_step { counter = t + 1; t = 0 };
    atomic {
        lock = 0;
        i++;
        if
        :: i < N -> goto again
        :: else
        fi
    }
}

init {
    run Worker();
    run Worker();
    run Worker();
    (_nr_pr <= 3);
    (_nr_pr <= 2);
    (_nr_pr <= 1);
    assert(counter == 3 * N)
}
