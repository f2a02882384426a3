/* SPDX-License-Identifier: Apache-2.0
 * philosophers.c: taking a fork, loading and storing the number of meals, and putting a fork down are one transition
 * each. */
#ifndef N
#define N 1
#endif
#ifndef P
#define P 4
#endif
bit fork_of[P];
byte meals[P];
bit finished[P];

proctype Philosopher(byte me; byte low; byte high) {
    byte i, t;
again:
    atomic { fork_of[low] == 0 -> fork_of[low] = 1 };
    atomic { fork_of[high] == 0 -> fork_of[high] = 1 };
    t = meals[me];
    d_step { meals[me] = t + 1; t = 0 };
    fork_of[high] = 0;
    atomic {
        fork_of[low] = 0;
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
    byte i = 0;
    do
    :: atomic { i < P - 1 -> run Philosopher(i, i, i + 1); i++ }
    :: atomic { i == P - 1 -> run Philosopher(i, 0, i); i++; break }
    od;
    i = 0;
    do
    :: atomic { i < P && finished[i] -> i++ }
    :: atomic { i == P -> i = 0; break }
    od;
    do
    :: atomic { i < P -> assert(meals[i] == N); i++ }
    :: i == P -> break
    od
}
