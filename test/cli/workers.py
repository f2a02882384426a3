# SPDX-License-Identifier: Apache-2.0
"""--workers."""
import re
import time

from cli.box import check_partial
from cli.sources import GOOD, HUGE, MANY
from suite import Failure, slow


def test_workers_agree(box):
    """(What was seen of threads when, and so which are left out, may be different for each number of workers.)"""
    box.write("many.c", MANY)
    program = ["-DROUNDS=4", "many.c", "--no-thread-choice", "--json", "out.json"]
    for search in ("mixed", "dfs", "bfs"):
        seen = set()
        for workers in ("1", "2", "4"):
            box.run("check", "-DLESS=0", "--search", search, "--workers", workers, *program).expect(0)
            result = box.json("out.json")
            if result["workers"] != int(workers) or result["restarts"] != 0:
                raise Failure(f"workers {result['workers']}, restarts {result['restarts']}")
            seen.add((result["states"], result["transitions"]))
            for less, code in (("0", 0), ("1", 1)):
                box.run("check", f"-DLESS={less}", "--search", search, "--workers", workers, "-DROUNDS=4",
                        "many.c").expect(code)
        if len(seen) != 1 or min(seen)[0] < 10000:
            raise Failure(f"{search}: states and transitions differ with the number of workers: {seen}")


def test_workers_values(box):
    box.write("good.c", GOOD)
    box.run("check", "--workers", "0", "--json", "out.json", "good.c").expect(0)
    if box.json("out.json")["workers"] < 1:
        raise Failure("no workers at all")
    for value in ("257", "-1", "two"):
        box.run("check", "--workers", value, "good.c").expect(2, r"^heddle: --workers: ", re.escape(value), where="err")


def test_workers_time_limit(box):
    box.write("huge.c", HUGE)
    for search in ("mixed", "dfs", "bfs"):
        started = time.monotonic()
        r = box.run("check", "--workers", "2", "--search", search, "--time-limit", "2", "--json", "out.json", "huge.c")
        check_partial(box, r)
        r.expect(3, r"^unknown: time limit of 2 s reached", where="out")
        if time.monotonic() - started > 20:
            raise Failure("--time-limit 2 took more than 20 s")


@slow
def test_workers_interrupt(box):
    box.write("huge.c", HUGE)
    for search in ("mixed", "dfs", "bfs"):
        r = box.run("check", "--workers", "2", "--search", search, "--json", "out.json", "huge.c", interrupt_after=3)
        check_partial(box, r)
        r.expect(3, r"^unknown: interrupted", where="out")
