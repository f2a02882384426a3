# SPDX-License-Identifier: Apache-2.0
"""--reduction, its parts, and what is counted and replayed under them."""
from cli.sources import LOCKED, RACE, REDUCTIONS, SWITCHES
from suite import Failure


def test_reductions_agree(box):
    box.write("locked.c", LOCKED)
    states = {}
    for reduction in REDUCTIONS:
        program = ["--reduction", reduction, "--json", "out.json", "locked.c"]
        box.run("check", "-DWANTED=2", *program).expect(0, r"^holds \[", where="out")
        states[reduction] = box.json("out.json")["states"]
        box.run("check", "-DWANTED=0", *program).expect(1, r"^violated: assertion: .*locked\.c:13", where="out")
    falling = [states[reduction] for reduction in ("none", "tau", "tau+", "default")]
    if falling != sorted(set(falling), reverse=True) or states["superstep"] > states["global"]:
        raise Failure(f"a stronger reduction has more states: {states}")


def test_reduction_switches(box):
    box.write("locked.c", LOCKED)
    for switches in [[s] for s in SWITCHES] + [list(SWITCHES)]:
        for reduction in REDUCTIONS if len(switches) > 1 else ("default",):
            program = [*switches, "--reduction", reduction, "--json", "out.json", "locked.c"]
            box.run("check", "-DWANTED=2", *program).expect(0, r"^holds \[", where="out")
            options = box.json("out.json")["options"]
            if not all(options[s[2:]] is True for s in switches):
                raise Failure(f"the switches are not in the JSON: {options}")
            box.run("check", "-DWANTED=0", *program).expect(1, r"^violated: assertion", where="out")


def test_reduction_help(box):
    text = box.run("check", "--help").expect(0).out
    for name in SWITCHES + ("--workers", "--store", "--reduction", "bitstate[=SIZE]", "N|A..B") + REDUCTIONS:
        if name not in text:
            raise Failure(f"'heddle check --help' does not name {name}")


def test_restarts_are_counted(box):
    """The first accesses are under the lock, so the lock reduction assumes that all are, until one is not."""
    box.write("most.c", RACE.replace("counter++;\n", """\
pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    if (arg) counter++;
""").replace("static int counter;", "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nstatic int counter;")
              .replace("&b, 0, add, 0", "&b, 0, add, &counter").replace("counter == 2", "counter <= 3"))
    for more in ([], ["--no-lock-reduction"]):
        box.run("check", "--workers", "1", "--json", "out.json", *more, "most.c").expect(0)
        restarts = box.json("out.json")["restarts"]
        if (restarts > 0) == bool(more):
            raise Failure(f"{restarts} restarts with {more}")


def test_default_trace_replays(box):
    """A step of the default reduction runs over several visible operations; its schedule replays all the same."""
    box.write("locked.c", LOCKED)
    for options in ([], ["--workers", "4"], ["--search", "bfs"], ["--no-supersteps"], ["--reduction", "superstep"],
                    ["--reduction", "tau+"], ["--no-heap-symmetry"], ["--context-bound", "0..2"],
                    ["--store", "compact"]):
        r = box.run("check", *options, "-DWANTED=0", "--trace", "t.trace", "locked.c").expect(1)
        again = box.run("replay", "t.trace").expect(1, r"^violated: assertion", where="out")
        first = r.out[r.out.index("violated"):].splitlines()
        if first[1:] != again.out.splitlines()[1:]:
            raise Failure(f"the replay tells another story\n{r}\n=== and ===\n{again}")
