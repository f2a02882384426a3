# SPDX-License-Identifier: Apache-2.0
"""Equal threads: which of them has come how far does not matter, and how many states that saves."""
from suite import Failure

HEAD = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside, counter;
static atomic_int next;
"""
ADDS = HEAD + """
static void *work(void *arg) {
    int mine = atomic_fetch_add(&next, 1);
    assert(mine < THREADS);
    return arg;
}
"""
SECTIONS = HEAD + """
static void *work(void *arg) {
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        assert(inside++ == 0);
        inside--;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}
"""
COUNTS = HEAD + """
static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return arg;
}
"""
JOINED = """
int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
"""
GLOBAL = """
static pthread_t threads[THREADS];
int main(void) {
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
"""
LEFT = """
int main(void) {
    pthread_t thread;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread, NULL, work, NULL);
    pthread_exit(NULL);
}
"""


def states_of(box, text, threads, *options):
    box.write("equal.c", text)
    box.run("check", f"-DTHREADS={threads}", "--workers", "1", "--json", "out.json", *options, "equal.c").expect(0)
    return box.json("out.json")["states"]


def expect_at_most(states, most):
    if states > most:
        raise Failure(f"{states} states, more than {most}")


def test_eight_that_are_joined(box):
    expect_at_most(states_of(box, ADDS + JOINED, 8), 260)
    expect_at_most(states_of(box, ADDS + GLOBAL, 8), 260)


def test_seven_that_nobody_joins(box):
    expect_at_most(states_of(box, SECTIONS + LEFT, 7), 400)


def test_seven_with_sections_that_are_joined(box):
    expect_at_most(states_of(box, SECTIONS + JOINED, 7), 20000)
    expect_at_most(states_of(box, SECTIONS + GLOBAL, 7), 20000)


def test_a_global_array_is_like_a_local_one(box):
    for threads in (4, 6):
        of_local, of_global = [states_of(box, SECTIONS + main, threads) for main in (JOINED, GLOBAL)]
        if of_local != of_global:
            raise Failure(f"{threads} threads: {of_local} and {of_global} states")
    expect_at_most(states_of(box, SECTIONS + GLOBAL, 4), states_of(box, SECTIONS + GLOBAL, 4, "--no-future") - 1)


def test_fifty(box):
    expect_at_most(states_of(box, COUNTS + LEFT, 50), 20000)


def test_the_order_of_threads_can_count(box):
    others = ("--no-thread-choice", "--no-value-reduction")
    fewer = states_of(box, SECTIONS + LEFT, 4, *others)
    more = states_of(box, SECTIONS + LEFT, 4, *others, "--no-thread-symmetry")
    if fewer >= more:
        raise Failure(f"{fewer} states with equal threads, {more} without")


def test_only_check_has_it(box):
    box.write("equal.c", COUNTS + LEFT)
    box.run("spin", "--no-thread-symmetry", "-DTHREADS=2", "equal.c").expect(2, "threads have names")
    box.run("smt", "--no-thread-symmetry", "-DTHREADS=2", "equal.c").expect(2, "remembers no states")
