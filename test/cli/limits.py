# SPDX-License-Identifier: Apache-2.0
"""A search that a limit or an interrupt ends says so (whatever heddle is busy with then: test/limits.py)."""
import re
import time

from cli.box import check_partial
from cli.sources import HUGE, RACE
from suite import Failure


def test_time_limit(box):
    box.write("huge.c", HUGE)
    for search in ("mixed", "dfs", "bfs"):
        started = time.monotonic()
        r = box.run("check", "--search", search, "--time-limit", "2", "--json", "out.json", "huge.c")
        check_partial(box, r)
        if time.monotonic() - started > 20:
            raise Failure("--time-limit 2 took more than 20 s")


def test_time_limit_inside_a_step(box):
    box.write("loop.c", "int main(void) {\n    unsigned long i = 0;\n    while (++i)\n        ;\n    return 0;\n}\n")
    started = time.monotonic()
    r = box.run("check", "--time-limit", "2", "--json", "out.json", "loop.c")
    r.expect(3, r"unknown")
    if time.monotonic() - started > 20:
        raise Failure("--time-limit 2 took more than 20 s")


def test_memory_limit(box):
    box.write("huge.c", HUGE)
    for search in ("mixed", "dfs", "bfs"):
        r = box.run("check", "--reduction", "global", "--search", search, "--memory-limit", "50M", "--time-limit", "60",
                    "--json", "out.json", "huge.c")
        check_partial(box, r)
        if not re.search(r"(?i)memory", box.json("out.json")["reason"]):
            raise Failure(f"the reason does not speak of memory\n{r}")


def test_memory_limit_in_a_step(box):
    """Memory that a single long step makes counts too."""
    box.write("grow.c", "#include <stdlib.h>\nint main(void) { char **p = 0; for (;;) { char **q = malloc(1 << 20); "
              "if (!q) return 1; *q = (char *)p; p = q; } }\n")
    for reduction in ("default", "global"):
        box.run("check", "--reduction", reduction, "--memory-limit", "200M", "--time-limit", "60", "grow.c").expect(
            3, r"^unknown: memory limit of 200 MiB reached", where="out")


def test_interrupt(box):
    box.write("huge.c", HUGE)
    r = box.run("check", "--json", "out.json", "huge.c", interrupt_after=3)
    check_partial(box, r)


def test_limit_keeps_violation(box):
    box.write("race.c", RACE)
    box.run("check", "--time-limit", "60", "--memory-limit", "1G", "race.c").expect(1)
