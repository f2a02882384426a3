// SPDX-License-Identifier: Apache-2.0
// An elevator. People press buttons whenever they like; the controller moves on in its direction while there are calls
// ahead, opens its door where it is called, and turns round otherwise.
//
// Who has called is served, at every floor: the elevator passes there on its way, and does not turn round before. Not
// if the controller may stand still for ever, while people press buttons.
// check: holds: --weak-fairness --ltl '[] (called[0] -> <> {is_open && here == 0})'
// check: holds: --weak-fairness --ltl '[] (called[2] -> <> {is_open && here == 2})'
// check: violated liveness: --ltl '[] (called[2] -> <> {is_open && here == 2})'
// Nobody need go on pressing.
// check: holds: -DONE_CALL --weak-fairness --ltl '[] (called[2] -> <> {is_open && here == 2})'
// The door does not open before somebody has called, and never while it moves.
// check: holds: --ltl '!is_open W (called[0] || called[1] || called[2])'
// check: holds: --ltl '[] !(is_open && is_moving)'
// check: holds: --ltl '[] (is_open && here == 0 -> (here == 0 W !is_open))'
// The nearest call first: people near by go on calling, and those far away wait. A single call is answered.
// check: violated liveness: -DNEAREST --strong-fairness --ltl '[] (called[2] -> <> {is_open && here == 2})'
// check: holds: -DNEAREST -DONE_CALL --weak-fairness --ltl '[] (called[2] -> <> {is_open && here == 2})'
// Only people starve there, no thread does.
// check: holds under weak fairness: -DNEAREST --property starvation
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef FLOORS
#define FLOORS 3
#endif

static atomic_bool called[FLOORS];
static atomic_int here;
static atomic_bool is_open, is_moving;

static void serve(void) {
    is_open = true;
    called[here] = false;
    is_open = false;
}

static void move(int by) {
    is_moving = true;
    here += by;
    is_moving = false;
}

#ifdef NEAREST

// Where to go: -1, 0 or 1.
static int next_way(int way) {
    (void)way;
    for (int distance = 1; distance < FLOORS; distance++) {
        if (here - distance >= 0 && called[here - distance])
            return -1;
        if (here + distance < FLOORS && called[here + distance])
            return 1;
    }
    return 0;
}

#else

static bool is_called_ahead(int way) {
    for (int f = here + way; f >= 0 && f < FLOORS; f += way)
        if (called[f])
            return true;
    return false;
}

static int next_way(int way) {
    if (way != 0 && is_called_ahead(way))
        return way;
    if (way != 1 && is_called_ahead(1))
        return 1;
    return way != -1 && is_called_ahead(-1) ? -1 : 0;
}

#endif

static void *control(void *unused) {
    int way = 0;
    for (;;) {
#ifdef NEAREST
        while (called[here])
            serve();
#else
        if (called[here])
            serve();
#endif
        way = next_way(way);
        if (way != 0)
            move(way);
    }
    return unused;
}

int main(void) {
    pthread_t controller;
    pthread_create(&controller, NULL, control, NULL);
#ifdef ONE_CALL
    called[heddle_choose(FLOORS)] = true;
#else
    for (;;)
        called[heddle_choose(FLOORS)] = true;
#endif
    pthread_join(controller, NULL);
    return 0;
}
