# SPDX-License-Identifier: Apache-2.0
"""Counterexamples with few context switches, and --no-minimise."""
import json
import os

from suite import PROGRAMS, Failure, expect

LOST = r"""
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int sum, idle;
static void *count(void *arg) {
    int seen = sum;
    idle++;
    idle--;
    sum = seen + 1;
    return arg;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, count, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(sum == 2);
    return 0;
}
"""

ALONE = "#include <assert.h>\nint main(void) { assert(0); return 0; }\n"

# The run goes on after one violation and comes to others.
SEVERAL = r"""
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static void *work(void *arg) {
    x = 1;
    void *lost = malloc(8);
    lost = 0;
    x = 2;
    return lost ? lost : arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    void *mine = malloc(16);
    mine = 0;
    if (x == 1)
        assert(mine);
    pthread_join(t, 0);
    return 0;
}
"""

# One thread ticks for ever, so that there are runs of any length without a switch.
TICKS = r"""
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_ulong ticks;
static atomic_int sum;
static void *clock_of(void *arg) {
    for (;;)
        ticks++;
    return arg;
}
static void *count(void *arg) {
    int seen = sum;
    sum = seen + 1;
    return arg;
}
int main(void) {
    pthread_t c, t;
    pthread_create(&c, 0, clock_of, 0);
    pthread_create(&t, 0, count, &c);
    count(&c);
    pthread_join(t, 0);
    assert(sum == 2);
    return 0;
}
"""


def violation(box, *words):
    """The violation of one check, and what it has printed."""
    r = box.run("check", "--workers", "1", "--json", "result.json", *words).expect(1)
    return box.json("result.json")["violation"], r


def test_told_and_found(box):
    box.write("lost.c", LOST)
    told, r = violation(box, "lost.c")
    r.expect(1, r"^violated: assertion.*\nneeds 4 context switches\n\n +thread 1: main ", where="out")
    expect((told["context_switches"], told["context_switches_minimal"], told["minimised"], told["steps"]) ==
           (4, True, True, 5), f"{told}")
    found, r = violation(box, "--no-minimise", "lost.c")
    r.expect(1, rf"\nwith {found['context_switches']} context switches\n", where="out")
    expect(found["context_switches"] >= 4 and found["steps"] > 5, f"{found}")
    expect(not found["context_switches_minimal"] and not found["minimised"], f"{found}")


def test_the_same_whatever_was_found(box):
    """The fewest switches, and then the fewest steps: the order of the search does not matter."""
    box.write("lost.c", LOST)
    traces = set()
    for words in ([], ["--search", "dfs"], ["--search", "bfs"], ["--no-supersteps"], ["--reduction", "superstep"]):
        violation(box, "--trace", "trace.json", *words, "lost.c")
        traces.add(json.loads(box.read("trace.json"))["schedule"])
    expect(len(traces) == 1, f"schedules differ: {traces}")


def test_replay_and_trace_file(box):
    box.write("lost.c", LOST)
    violation(box, "--trace", "trace.json", "lost.c")
    box.run("replay", "trace.json").expect(
        1, r"^violated: .*\[replay of 5 steps\]\nneeds 4 context switches\n", where="out")
    trace = json.loads(box.read("trace.json"))
    for value in ("many", -1, 2 ** 40, None):       # an older file, or a damaged one
        trace["violation"]["context_switches"] = value
        box.write("other.json", json.dumps(trace))
        r = box.run("replay", "other.json").expect(
            1, r"^violated: .*\[replay of 5 steps\]\n\n +thread 1: main ", where="out")
        if "context switch" in r.out.split("thread 1: main")[0]:
            raise Failure(f"a number that is none is told\n{r}")


def test_programs_without_threads(box):
    box.write("alone.c", ALONE)
    told, r = violation(box, "alone.c")
    expect(told["context_switches"] == 0 and told["context_switches_minimal"], f"{told}")
    if "context switch" in r.out:
        raise Failure(f"nobody has asked about switches of one thread\n{r}")
    box.write("holds.c", "int main(void) { return 0; }\n")
    box.run("check", "--no-minimise", "holds.c").expect(0)


def test_several(box):
    """Each of several violations has a number of its own."""
    box.write("several.c", SEVERAL)
    r = box.run("check", "--continue", "--property", "leak", "--workers", "1", "--json", "result.json", "--trace",
                "trace.json", "several.c").expect(
        1, r"\nViolation 1 of 3: .*\nneeds", r"\nViolation 3 of 3: ", where="out")
    found = box.json("result.json")["violations"]
    expect(sorted((v["kind"], v["context_switches"]) for v in found) ==
           [("assertion", 2), ("leak", 0), ("leak", 1)], f"{[(v['kind'], v['context_switches']) for v in found]}\n{r}")
    box.run("replay", "trace.json").expect(
        1, r"\nneeds 2 context switches\n", r"\nneeds no context switch\n", where="out")


def test_endless_threads(box):
    """A thread that goes on for ever does not keep others from being found."""
    box.write("ticks.c", TICKS)
    told, _ = violation(box, "ticks.c")
    found, _ = violation(box, "--no-minimise", "ticks.c")
    expect(told["context_switches"] == 2 <= found["context_switches"], f"{told} {found}")
    expect(not told["context_switches_minimal"], "nobody can have looked at all runs without a switch")


def test_context_bound(box):
    """No more preemptions than are allowed."""
    box.write("lost.c", LOST)
    told, _ = violation(box, "--context-bound", "1", "lost.c")
    expect(told["context_switches"] == 4, f"{told}")
    box.run("check", "--context-bound", "0", "lost.c").expect(0)


def test_parts_of_states(box):
    """Where only a part of a state counts, nothing is proved."""
    box.write("lost.c", LOST)
    for words in (["--unmatched", "idle"], ["--untracked", "idle"]):
        told, r = violation(box, *words, "lost.c")
        expect(told["context_switches"] <= 6 and not told["context_switches_minimal"] and told["minimised"], f"{told}")
        r.expect(1, r"\nwith \d context switches\n", where="out")


def test_other_engines(box):
    box.write("lost.c", LOST)
    for command in ("smt", "spin"):
        box.run(command, "lost.c").expect(1, r"\nneeds 4 context switches\n", where="out")
        box.run(command, "--no-minimise", "lost.c").expect(1, r"\nwith \d+ context switches\n", where="out")


def test_unknown_values(box):
    """The search for fewer switches asks the solver on the way, while the walk over interleavings does not: the choices
    of their runs are not those of the same machine."""
    program = os.path.join(PROGRAMS, "symbolic", "parser-sum.c")
    for words in (["check"], *(["smt", "--approach", a] for a in ("lazy", "schedule", "uw"))):
        r = box.run(*words, "-O0", "--json", "result.json", "--trace", "trace.json", program).expect(
            1, r"\nneeds 2 context switches\n", where="out")
        told = box.json("result.json")["violation"]
        expect(told["context_switches_minimal"], f"{told}\n{r}")
        box.run("replay", "trace.json").expect(1, r"^violated: assertion.*\[replay of 15 steps\]\n", where="out")


def test_endless_runs_stay(box):
    box.write("lost.c", LOST)
    r = box.run("check", "--ltl", "[] (sum < 2)", "-DNDEBUG", "--json", "result.json", "lost.c")
    told = box.json("result.json")["violation"]
    expect(told["kind"] == "liveness" and told["context_switches"] is None and told["steps"] is None and
           not told["minimised"], f"{told}\n{r}")


def test_quiet(box):
    box.write("lost.c", LOST)
    r = box.run("check", "--quiet", "lost.c").expect(1)
    expect(r.out.count("\n") == 1, f"more than the verdict line\n{r}")
