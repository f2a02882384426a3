/* SPDX-License-Identifier: Apache-2.0
 * counter.c: lock, load, store and unlock are one transition each; the loop's own counter belongs to the unlock. */
#ifndef N
#define N 5
#endif
bit lock;
byte counter;
bit finished[3];

proctype Worker(byte me) {
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
    assert(counter == 3 * N)
}
