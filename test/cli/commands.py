# SPDX-License-Identifier: Apache-2.0
"""heddle run, replay and dump."""
import re

from cli.sources import BAD, RACE, REDUCTIONS
from suite import Failure

MANY_OBJECTS = """
static void set(int *a, int *b, int *c, int *d) { *a = *b = *c = *d = 1; }
static int one(void) {
    int a, b, c, d;
    set(&a, &b, &c, &d);
    return a & b & c & d;
}
int main(void) {
    int i = 0;
    while (i < 300000)
        i += one();
    return i == 300000 ? 0 : 1;
}
"""


def test_run_many_objects(box):
    """More short-lived objects than the machine holds at a time."""
    box.write("many.c", MANY_OBJECTS)
    box.run("run", "many.c").expect(0)


def test_run_ends_early(box):
    """At an assumption, or because the clock does not advance any more: that is told apart."""
    box.write("sleep.c", "#include <time.h>\n#include <unistd.h>\n"
                         "int main(void) { return time(0) == 1 || sleep(1) || sleep(1); }\n")
    box.run("run", "sleep.c").expect(0)
    box.run("run", "--clock-ticks", "1", "sleep.c").expect(3, r"ticks were used up \(--clock-ticks\)$", where="err")
    box.write("assume.c", "#include <heddle.h>\nint main(void) { heddle_assume(0); return 0; }\n")
    box.run("run", "assume.c").expect(3, r"ended at an assumption that does not hold$", where="err")


def test_trace_and_replay(box):
    box.write("race.c", RACE)
    for search in ("mixed", "dfs", "bfs"):
        for reduction in REDUCTIONS:
            box.run("check", "--search", search, "--reduction", reduction, "--trace", "race.trace",
                    "race.c").expect(1)
            box.run("replay", "race.trace").expect(1, r"assertion", r"race\.c:14", where="out")


def test_trace_repeats(box):
    box.write("race.c", RACE)
    first, second = (re.sub(r"(?m)^.*states/s.*$", "", box.run("check", "race.c").expect(1).out) for _ in "ab")
    if first != second:
        raise Failure(f"two runs print different traces\n{first}\n=== and ===\n{second}")


def test_replay_bad_files(box):
    box.write("race.c", RACE)
    box.run("replay", "missing.trace").expect(2, r"missing\.trace", where="err")
    box.run("replay", "race.c").expect(2, r"race\.c", where="err")
    box.run("replay", ".").expect(2, r"(?i)director", where="err")
    box.run("replay").expect(2)
    box.run("check", "--trace", "race.trace", "race.c").expect(1)
    whole = box.read("race.trace")
    for size in (0, 5, len(whole) // 2, len(whole) - 1):
        box.write("cut.trace", whole[:size])
        r = box.run("replay", "cut.trace")
        if r.code == 0:
            raise Failure(f"a truncated trace is replayed to 'holds'\n{r}")


def test_output_shown_on_replay(box):
    box.write("talk.c", '#include <assert.h>\n#include <stdio.h>\nint main(void) {\n'
                        '    printf("spoken %d\\n", 42);\n    assert(0);\n}\n')
    box.run("check", "--trace", "talk.trace", "talk.c").expect(1)
    box.run("replay", "talk.trace").expect(1, r"spoken 42")


def test_no_output_during_search(box):
    box.write("talk.c", '#include <stdio.h>\nint main(void) {\n    printf("spoken %d\\n", 42);\n    return 0;\n}\n')
    r = box.run("check", "talk.c").expect(0)
    if "spoken" in r.both:
        raise Failure(f"the program's output was printed during the search\n{r}")


def test_dump(box):
    box.write("bad.c", BAD)
    box.run("dump", "bad.c").expect(0, r"main", r"twice", r"assert\(y == 3\)|bad\.c:6", where="out")
    box.run("dump", "-O2", "bad.c").expect(0, r"main", where="out")
    box.run("dump", "missing.c").expect(2, r"missing\.c", where="err")
