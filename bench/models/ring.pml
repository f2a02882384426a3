/* SPDX-License-Identifier: Apache-2.0
 * ring.c: each atomic operation and each access to an element is one transition. The loop counters i equal the
 * positions `at`; the C program has both in registers, so the model has both too. */
#ifndef N
#define N 10
#endif
#ifndef SIZE
#define SIZE 4
#endif
byte ring[SIZE], head, tail;
bit done, finished[3];

proctype Producer() {
    byte i, at;
room:
    if
    :: at - head != SIZE
    :: else -> goto room
    fi;
    ring[at % SIZE] = i;
    atomic {
        at++;
        tail = at;
        i++;
        if
        :: i < N -> goto room
        :: else -> at = 0; i = 0
        fi
    };
    finished[0] = 1;
end:
    false
}

proctype Consumer() {
    byte i, at;
item:
    if
    :: at != tail
    :: else -> goto item
    fi;
    assert(ring[at % SIZE] == i);
    atomic {
        at++;
        head = at;
        i++;
        if
        :: i < N -> goto item
        :: else -> at = 0; i = 0
        fi
    };
    done = 1;
    finished[1] = 1;
end:
    false
}

proctype Watcher() {
    byte from;
again:
    if
    :: done -> goto finish
    :: else
    fi;
    from = head;
    d_step { assert(tail >= from); from = 0 };
    goto again;
finish:
    finished[2] = 1;
end:
    false
}

init {
    run Producer();
    run Consumer();
    run Watcher();
    finished[0];
    finished[1];
    finished[2]
}
