// SPDX-License-Identifier: Apache-2.0
// What heddle.h offers, and reach_error of the software verification competition.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

void reach_error(void);

static int shared, other;

static void *add(void *arg) {
    heddle_atomic_begin();
    int old = shared;
    shared = old + 1;
    heddle_atomic_end();
    return arg;
}

static void *add_unprotected(void *arg) {
    int old = shared;
    shared = old + 1;
    return arg;
}

static void run_two(void *(*work)(void *)) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}

// checks: the result is one of 0 .. n-1
void pass_heddle_choose(void) {
    int n = heddle_choose(5);
    assert(n >= 0 && n < 5);
}

// violates: assertion: each value is tried, also the last
void fail_heddle_choose(void) { assert(heddle_choose(3) != 2); }

// violates: assertion: there must be something to choose from
void fail_heddle_choose__nothing(void) { heddle_choose(0); }

// checks: runs in which the condition does not hold are left out
void pass_heddle_assume(void) {
    int n = heddle_choose(4);
    heddle_assume(n > 2);
    assert(n == 3);
}

// violates: assertion: runs in which it holds go on
void fail_heddle_assume(void) {
    int n = heddle_choose(4);
    heddle_assume(n > 2);
    assert(n != 3);
}

// checks: a condition that holds has no effect
void pass_heddle_assert_fail(void) { heddle_assert(heddle_choose(2) < 2); }

// violates: assertion: a condition that does not hold, whatever NDEBUG says
void fail_heddle_assert_fail(void) { heddle_assert(heddle_choose(2) == 0); }

// checks: no other thread comes between
void pass_heddle_atomic_begin(void) {
    run_two(add);
    assert(shared == 2);
}

// violates: assertion: without it another thread can come between
void fail_heddle_atomic_begin(void) {
    run_two(add_unprotected);
    assert(shared == 2);
}

// checks: sections nest; the outermost end counts
void pass_heddle_atomic_end(void) {
    heddle_atomic_begin();
    heddle_atomic_begin();
    other = 1;
    heddle_atomic_end();
    other = 2;
    heddle_atomic_end();
    assert(other == 2);
}

// violates: mutex-misuse: an end without a begin
void fail_heddle_atomic_end(void) { heddle_atomic_end(); }

// checks: where no formula asks for it, nothing happens, whatever it is given
void pass_heddle_ap(void) {
    heddle_ap("event");
    heddle_ap(NULL);
}

// violates: assertion: what follows it is reached
void fail_heddle_ap(void) {
    heddle_ap("event");
    assert(heddle_choose(2));
}

// checks: the same
void pass_heddle_progress(void) { heddle_progress(); }

// violates: assertion: what follows it is reached
void fail_heddle_progress(void) {
    heddle_progress();
    assert(heddle_choose(2));
}

// checks: a call that is not reached
void pass_reach_error(void) {
    if (heddle_choose(2) > 1)
        reach_error();
}

// violates: reach-error: a call that is reached
void fail_reach_error(void) {
    if (heddle_choose(2) == 1)
        reach_error();
}

static unsigned long steps;
static int value, parity;

static void count_for_ever(void) {
    for (;;) {
        steps++;
        value = heddle_choose(3);
    }
}

// checks: what does not count makes no new states, so that the search of an endless loop ends
void pass_heddle_unmatched(void) {
    heddle_unmatched(&steps, sizeof steps);
    count_for_ever();
}

// violates: assertion: it is still there
void fail_heddle_unmatched(void) {
    heddle_unmatched(&steps, sizeof steps);
    for (;;) {
        steps++;
        assert(heddle_choose(3) != 1 || steps != 1);
    }
}

// checks: a part of what was unmatched counts again
void pass_heddle_match(void) {
    static char bytes[16];
    heddle_unmatched(bytes, sizeof bytes);
    heddle_match(bytes + 8, 1);
    for (;;) {
        bytes[0]++;
        bytes[8] = (char)heddle_choose(3);
    }
}

// violates: assertion: states that differ in it are all searched
void fail_heddle_match(void) {
    heddle_unmatched(&steps, sizeof steps);
    heddle_match(&steps, sizeof steps);
    for (;;) {
        steps++;
        heddle_choose(1);
        assert(heddle_choose(2) || steps < 5);
    }
}

static void compute_parity(void) { parity = value % 2; }

// checks: the abstraction counts instead of the value
void pass_heddle_abstraction(void) {
    heddle_unmatched(&value, sizeof value);
    heddle_unmatched(&steps, sizeof steps);
    heddle_abstraction(&parity, sizeof parity, compute_parity);
    for (;;) {
        value = (value + 2 * heddle_choose(2)) % 1000;
        assert(value % 2 == 0 && parity == 0);
    }
}

// violates: assertion: values that differ in it are told apart
void fail_heddle_abstraction(void) {
    heddle_unmatched(&value, sizeof value);
    heddle_abstraction(&parity, sizeof parity, compute_parity);
    for (;;) {
        value = (value + heddle_choose(2)) % 1000;
        assert(value % 2 == 0);
    }
}

// checks: it makes no new states, so that the search of an endless loop ends
void pass_heddle_untracked(void) {
    heddle_untracked(&steps, sizeof steps);
    count_for_ever();
}

// checks: it is not restored, so that only the first of three runs finds what was there
void pass_heddle_untracked__kept(void) {
    heddle_untracked(&steps, sizeof steps);
    int run = heddle_choose(3);
    heddle_assume(steps++ == 0);
    assert(run == 0);
}

// violates: assertion: what does not depend on it is checked as ever
void fail_heddle_untracked(void) {
    heddle_untracked(&steps, sizeof steps);
    for (;;) {
        steps++;
        value = heddle_choose(3);
        assert(value != 2);
    }
}

// unknown: depends on untracked data
void refuse_heddle_untracked(void) {
    heddle_untracked(&steps, sizeof steps);
    heddle_choose(3);
    assert(steps++ < 2);
}

// checks: it is restored again
void pass_heddle_track(void) {
    heddle_untracked(&steps, sizeof steps);
    heddle_track(&steps, sizeof steps);
    heddle_choose(3);
    steps++;
    assert(steps == 1);
}

// checks: a part of what was untracked is restored again
void pass_heddle_track__part(void) {
    static char bytes[16];
    heddle_untracked(bytes, sizeof bytes);
    heddle_track(bytes + 8, 1);
    int n = heddle_choose(3);
    bytes[0]++;
    bytes[8]++;
    assert(bytes[0] == n + 1 && bytes[8] == 1);
}

// violates: assertion: states that differ in it are all searched
void fail_heddle_track(void) {
    heddle_untracked(&steps, sizeof steps);
    heddle_track(&steps, sizeof steps);
    for (;;) {
        steps++;
        assert(heddle_choose(2) || steps < 5);
    }
}
