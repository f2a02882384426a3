# SPDX-License-Identifier: Apache-2.0
"""Memory that is not restored when the search goes back."""
import re

from cli.matching import PARITY
from suite import Failure

COUNT_STEPS = """#include <heddle.h>
static int steps;
int main(void) {
    for (int sum = 0;; sum = (sum + heddle_choose(3)) % 4) {
        heddle_atomic_begin();
        steps++;
        heddle_atomic_end();
    }
}
"""


def untracked_of(box, *arguments):
    """What a search that holds tells of its untracked memory, after it was compared with what is printed."""
    r = box.run("check", "--json", "out.json", *arguments)
    r.expect(0, r"^holds within (.* and )?untracked data \[", where="out")
    result = box.json("out.json")
    if result["bounds"][-1] != "untracked data" or result["workers"] != 1:
        raise Failure(f"wrong bounds {result['bounds']} or workers {result['workers']}\n{r}")
    line = "untracked: " + ", ".join(f"{name} = {value}" for name, value in result["untracked"].items())
    if line not in r.out.splitlines():
        raise Failure(f"no line '{line}'\n{r}")
    return result["untracked"], result


def test_untracked_counts_transitions(box):
    """Each step is executed once for each state that it begins in: the first, and three with each of four sums."""
    box.write("steps.c", COUNT_STEPS)
    expected = 1 + 3 * 4
    for reduction in ("default", "superstep", "global"):
        for search in ("mixed", "dfs", "bfs"):
            values, result = untracked_of(box, "--untracked", "steps", "--reduction", reduction, "--search", search,
                                          "steps.c")
            before_main = reduction == "global"
            if values != {"steps": expected} or result["transitions"] != expected + before_main:
                raise Failure(f"{reduction}, {search}: {values}, {result['transitions']} transitions")
    # There, the sum is a state before the section is.
    values, _ = untracked_of(box, "--untracked", "steps", "--reduction", "none", "steps.c")
    if values != {"steps": 4}:
        raise Failure(f"none: {values}, but there are four sums")


STATISTICS = """#include <heddle.h>
static struct { unsigned runs; int highest; } figures;
static unsigned char hits[12];
static int (*last)(void);
int main(void) {
    heddle_untracked(&figures, sizeof figures);
    heddle_untracked(hits, sizeof hits);
    heddle_untracked(&last, sizeof last);
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum = 2 * sum + heddle_choose(2);
    figures.runs++;
    if (sum > figures.highest)
        figures.highest = sum;
    hits[sum % 12]++;
    last = main;
    return sum / 16; // until then runs with different sums are in different states
}
"""


def test_untracked_values(box):
    box.write("statistics.c", STATISTICS)
    text = "untracked: figures = {runs = 16, highest = 15}, hits = {2, 2, 2, 2, 1, 1, 1, 1, ...}, last = main"
    for options in ((), ("--reduction", "none"), ("--search", "bfs"), ("-O2",), ("--context-bound", "1..2"), ("-m32",),
                    ("--property", "race")):
        r = box.run("check", "--json", "out.json", *options, "statistics.c").expect(0,
                                                                                    r"^holds within .*untracked data",
                                                                                    where="out")
        values = box.json("out.json")["untracked"]
        hits = [values.pop(f"hits[{i}]") for i in range(12)]
        if text not in r.out.splitlines() or hits != [2] * 4 + [1] * 8 or values != {
                "figures.runs": 16, "figures.highest": 15, "last": "main"}:
            raise Failure(f"wrong values: {values}, {hits}\n{r}")
    for store in ("compact", "bitstate"):
        box.run("check", "--store", store, "statistics.c").expect(
            3, rf"^unknown: probabilistic.*\n{re.escape(text)}\n", where="out")
    box.run("check", "-q", "statistics.c").expect(0, r"^holds within untracked data \[[^\n]*\n$", where="out")


UNTRACKED_LATE = """#include <heddle.h>
#include <pthread.h>
static int count, shared;
static void *work(void *arg) {
#ifdef CALL
    heddle_untracked(&count, sizeof count);
#endif
    for (int i = 0; i < 2; i++) {
        shared++;
        heddle_atomic_begin();
        count++;
        heddle_atomic_end();
    }
    return arg;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, work, NULL);
    work(NULL);
    pthread_join(other, NULL);
    return 0;
}
"""


def test_untracked_in_many_runs(box):
    """A call that happens again and again does not bring back old values."""
    box.write("late.c", UNTRACKED_LATE)
    for reduction in ("default", "superstep", "global", "tau"):
        counts = [untracked_of(box, "--reduction", reduction, "--search", search, "-DCALL", "late.c")[0]["count"]
                  for search in ("mixed", "dfs", "bfs")]
        fewer = untracked_of(box, "--reduction", reduction, "--untracked", "count", "late.c")[0]["count"]
        if counts[0] != counts[1] or not 4 < fewer <= counts[0]:
            raise Failure(f"{reduction}: {counts} with the call, {fewer} without")


UNTRACKED_MISUSE = """#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>
int array[4], *pointer;
const int constant = 1;
_Thread_local int mine;
pthread_mutex_t lock;
void *work(void *arg) { pthread_mutex_lock(&lock); return arg; }
int main(void) {
    int local = heddle_choose(2);
    void *block = malloc(4);
    pthread_t t;
    heddle_untracked(WHAT);
    pointer = POINTER;
    if (WAITS)
        for (int i = 0; i < 2; i++)
            pthread_create(&t, NULL, work, NULL);
    return 0;
}
"""


def test_untracked_misuse(box):
    box.write("misuse.c", UNTRACKED_MISUSE)
    only_globals = "heddle_untracked: only global variables"
    for what, pointer, waits, message in (
            ("&local, 4", "0", 0, only_globals), ("block, 4", "0", 0, only_globals), ("&mine, 4", "0", 0, only_globals),
            ("(void *)&constant, 4", "0", 0, only_globals), ("NULL, 4", "0", 0, only_globals),
        ("main, 4", "0", 0, only_globals),
            ("array, 17", "0", 0, "17 bytes at offset 0 are not inside of 'array'"),
            ("array + 5, 4", "0", 0, "4 bytes at offset 20 are not inside of 'array'"),
            ("&pointer, sizeof pointer", "&local", 0, "untracked memory must not hold pointers"),
            ("&pointer, sizeof pointer", "block", 0, "untracked memory must not hold pointers"),
            ("&lock, sizeof lock", "0", 1, "a thread waits for untracked memory")):
        definitions = [f"-DWHAT={what}", f"-DPOINTER={pointer}", f"-DWAITS={waits}"]
        for reduction in ("default", "global"):
            box.run("check", "--reduction", reduction, *definitions, "misuse.c").expect(
                2, rf"^unknown: .*{re.escape(message)}", where="out")
    box.run("check", "-DWHAT=&pointer,sizeof pointer", "-DPOINTER=array+1", "-DWAITS=0", "misuse.c").expect(
        0, r"^holds within untracked data", where="out")
    box.run("check", "-DWHAT=array,0", "-DPOINTER=0", "-DWAITS=0", "misuse.c").expect(0, r"^holds \[", where="out")
    box.write("many.c", "#include <heddle.h>\nchar bytes[99];\nint main(void) { for (int i = 0; i < 99; i++) { "
              "heddle_untracked(bytes, 1); heddle_track(bytes, 1); heddle_untracked(bytes + i % N, 1); } return 0; }\n")
    box.run("check", "-DN=60", "many.c").expect(0, r"^holds within untracked data", where="out")
    box.run("check", "-DN=70", "many.c").expect(3, r"more than 64 calls of heddle_untracked", where="out")
    box.run("check", "--untracked", "nothing", "misuse.c", "-DWHAT=array,4", "-DPOINTER=0", "-DWAITS=0").expect(
        2, r"--untracked: the program has no global variable 'nothing'", where="err")


UNTRACKED_DECIDES = """#include <assert.h>
#include <heddle.h>
int x, runs, highest;
int few(void) { return runs < 5; }
int small(void) { return x < 9; }
int writes(void) { highest = 1; return 1; }
int main(void) {
    for (int i = 0; i < 3; i++) {
        x += heddle_choose(3);
        if (x > highest)
            highest = x;
    }
    runs++;
    assert(x != LIMIT);
    assert(runs < RUNS);
    return 0;
}
"""


def test_untracked_decides(box):
    """What only all runs together bring about is no violation of the program."""
    box.write("decides.c", UNTRACKED_DECIDES)
    untracked = ("--untracked", "runs,highest", "--json", "out.json")
    for search in ("mixed", "dfs", "bfs"):
        for reduction in ("default", "global", "tau+"):
            options = (*untracked, "--search", search, "--reduction", reduction)
            r = box.run("check", *options, "-DLIMIT=9", "-DRUNS=5", "decides.c")
            r.expect(3, r"^unknown: a violation was found that depends on untracked data: assertion: runs < RUNS",
                     where="out")
            result = box.json("out.json")
            if result["untracked"]["runs"] < 5 or result["bounds"] != ["untracked data"] or result["violation"]:
                raise Failure(f"wrong values or bounds\n{r}")
            # The run is real, but takes another number of instructions than it did in the search.
            box.run("check", *options, "-DLIMIT=2", "-DRUNS=99", "--trace", "t.json", "decides.c").expect(
                1, r"^violated: assertion: x != LIMIT", where="out")
            box.run("replay", "t.json").expect(1, r"^violated: assertion: x != LIMIT", where="out")
    for reduction in ("default", "global"):
        invariant = (*untracked, "--reduction", reduction, "-DLIMIT=9", "-DRUNS=99", "decides.c", "--invariant")
        box.run("check", *invariant, "few").expect(
            3, r"^unknown: a violation was found that depends on untracked data: invariant: .*: runs = 5", where="out")
        box.run("check", *invariant, "small").expect(0, r"^holds within untracked data", where="out")
        box.run("check", *invariant, "writes").expect(2, r"'writes' writes to highest", where="out")


def test_untracked_and_workers(box):
    box.write("steps.c", COUNT_STEPS)
    r = box.run("check", "--untracked", "steps", "--workers", "2", "--json", "out.json", "steps.c")
    r.expect(0, r"^heddle: untracked data is in use: one worker searches$", where="err")
    if box.json("out.json")["workers"] != 1:
        raise Failure(f"more than one worker\n{r}")
    r = box.run("check", "--untracked", "steps", "steps.c").expect(0)
    if r.err:
        raise Failure(f"there is nothing to say\n{r}")


def test_untracked_and_abstraction(box):
    """An abstraction finds zeros in untracked memory: what it computes must not depend on it."""
    box.write("odd.c", PARITY.replace("odd = (x + y) % 2",
                                      "odd = (x + y + rounds) % 2").replace("by = 0;", "by = 0; rounds++;")
              .replace("int x,", "int rounds, x,"))
    options = ("--unmatched", "x,y,odd", "--abstraction", "parity", "--untracked", "rounds", "-DM=4", "-DN=2", "odd.c")
    r = box.run("check", *options).expect(0, r"^holds within an abstraction and untracked data \[2 states", where="out")
    r.expect(0, r"\nuntracked: rounds = [1-9]", where="out")
    box.run("check", "--check-abstraction", *options).expect(
        0, r"^holds within untracked data \[.*\nThe abstraction is sound .*: 2 abstract states.\n"
           r"no run reaches the end of the program\nuntracked: rounds",
        where="out")
    box.run("check", "--check-abstraction", "--untracked", "rounds", "-DM=4", "-DN=2", "odd.c").expect(
        2, r"there is no abstraction", where="err")
