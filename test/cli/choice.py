# SPDX-License-Identifier: Apache-2.0
"""Which threads are tried from a state: how many states that saves, and that nothing is missed."""
import os

from suite import Failure

BENCH = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "bench", "choice")


def answer(box, name, *words, how=()):
    run = box.run("check", "-q", *how, "--json", "out.json", *words, os.path.join(BENCH, name + ".c"))
    return run, box.json("out.json")


def expect_states(box, most, name, *words):
    run, data = answer(box, name, *words)
    run.expect(0, "holds")
    if data["states"] > most:
        raise Failure(f"{name}: {data['states']} states, at most {most} are enough")


def test_threads_that_seldom_meet(box):
    expect_states(box, 100, "hash-table")
    expect_states(box, 2000, "file-system", "-DN=20")
    expect_states(box, 20000, "last-zero")
    expect_states(box, 2000, "reorder")


def test_threads_that_meet_often(box):
    expect_states(box, 20000, "sections")


def test_all_orders_and_workers(box):
    for words in (["--search", "dfs"], ["--search", "bfs"], ["--workers", "3"], ["--search", "dfs", "--workers", "2"]):
        expect_states(box, 200, "hash-table", *words)
        expect_states(box, 2000, "last-zero", "-DN=5", *words)


def test_without_it(box):
    _, with_choice = answer(box, "hash-table", "-DN=5")
    run, without = answer(box, "hash-table", "-DN=5", how=("--no-thread-choice",))
    run.expect(0, "holds")
    if without["states"] <= with_choice["states"]:
        raise Failure("the choice of threads saves nothing")


def test_values(box):
    """What conflicts depends on values, also where all threads are tried."""
    for name, most in (("reorder", 2000), ("work-queue", 15000)):
        states = []
        for how in (("--no-thread-choice",), ("--no-thread-choice", "--no-value-reduction")):
            run, data = answer(box, name, how=how)
            run.expect(0, "holds")
            states.append(data["states"])
        if states[0] > most or states[0] * 2 > states[1]:
            raise Failure(f"{name}: {states[0]} states with values, {states[1]} without")


def test_threads_that_spin(box):
    """They are not tried; a search that misses something does not go on for ever."""
    box.write("spin.c", """#include <pthread.h>
#include <stdatomic.h>
static atomic_int flags[6];
static void *pass_on(void *arg) { long i = (long)arg; while (!flags[i]); flags[i + 1] = 1; return 0; }
int main(void) {
    pthread_t t;
    for (long i = 0; i < 5; i++)
        pthread_create(&t, 0, pass_on, (void *)i);
    flags[0] = 1;
    pthread_exit(0);
}
""")
    box.run("check", "-q", "--json", "out.json", "spin.c").expect(0, "holds")
    data = box.json("out.json")
    if data["transitions"] > data["states"]:
        raise Failure(f"{data['states']} states, but {data['transitions']} transitions")
    box.write("endless.c", """#include <assert.h>
#include <pthread.h>
static volatile unsigned long x, y;
static void *count(void *arg) { for (;;) x++; return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, count, NULL);
    assert(x == 0);
    for (;;) y++;
}
""")
    for order in ("mixed", "bfs"):  # depth-first the counter grows for ever
        box.run("check", "-q", "--search", order, "--time-limit", "60", "endless.c").expect(1, "violated: assertion")


def test_a_violation_that_few_orders_have(box):
    run, data = answer(box, "reorder", "-DBROKEN")
    run.expect(1, "violated: assertion")
    if data["states"] > 500:
        raise Failure(f"{data['states']} states until the violation")


def test_other_commands(box):
    box.write("a.c", "int main(void) { return 0; }\n")
    box.run("spin", "--no-thread-choice", "a.c").expect(2, "default reduction")
    box.run("smt", "--no-thread-choice", "a.c").expect(2, "tau+")


def test_a_wake_up_for_no_reason_hides_no_deadlock(box):
    """The thread that waits could go on before the other one ends, but nobody can rely on that."""
    lost = os.path.join(os.path.dirname(os.path.dirname(BENCH)), "examples", "tutorial", "signal.c")
    box.run("check", lost).expect(1, "violated: deadlock")
