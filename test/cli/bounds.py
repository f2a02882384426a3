# SPDX-License-Identifier: Apache-2.0
"""--context-bound, one and a range of them."""
import json
import re
import time

from cli.sources import HUGE, LOCKED, TWO_PREEMPTIONS
from suite import Failure


def test_context_bounds(box):
    box.write("two.c", TWO_PREEMPTIONS)
    for bound, code in ((0, 0), (1, 0), (2, 1), (3, 1)):
        switches = "1 context switch " if bound == 1 else f"{bound} context switches "
        holds = rf"^holds under sequential consistency, within {switches}\["
        r = box.run("check", "--context-bound", str(bound), "--json", "out.json", "two.c").expect(
            code, holds if code == 0 else r"^violated: assertion", where="out")
        if box.json("out.json")["smaller_context_bounds"] != []:
            raise Failure(f"bounds were tried that nobody asked for\n{r}")


def test_context_bound_range(box):
    box.write("two.c", TWO_PREEMPTIONS)
    r = box.run("check", "--context-bound", "0..3", "--json", "out.json", "two.c").expect(1)
    holds = r"(?m)^holds under sequential consistency, within "
    r.expect(1, holds + r"0 context switches \[", holds + r"1 context switch \[", r"(?m)^violated: ", where="out")
    result = box.json("out.json")
    tried = [(b["context_bound"], b["verdict"]) for b in result["smaller_context_bounds"]]
    if tried != [(0, "holds"), (1, "holds")] or any(b["states"] <= 0 for b in result["smaller_context_bounds"]):
        raise Failure(f"smaller_context_bounds: {result['smaller_context_bounds']}")
    box.run("check", "-q", "--context-bound", "0..3", "two.c").expect(1, r"\Aviolated: .*\n\Z", where="out")
    box.run("check", "--context-bound", "0..1", "two.c").expect(0, holds + r"0 context switches \[",
                                                                holds + r"1 context switch \[", where="out")
    r = box.run("check", "--context-bound", "0..3", "--json", "-", "two.c").expect(1, holds + "0", where="err")
    if json.loads(r.out)["verdict"] != "violated":
        raise Failure(f"standard output is not the JSON alone\n{r}")


def test_context_bound_values(box):
    box.write("two.c", TWO_PREEMPTIONS)
    for value in ("3..1", "x", "1..", "..2", "0..x", "0..70000", "-1..2", ""):
        box.run("check", "--context-bound", value, "two.c").expect(2, r"^heddle: --context-bound: ", re.escape(value),
                                                                   where="err")


def test_context_bound_of_supersteps(box):
    """Where supersteps are asked for by name, the bound counts what happens between them, and the verdict says so."""
    box.write("locked.c", LOCKED)
    box.run("check", "-DWANTED=2", "--context-bound", "1", "--reduction", "superstep", "locked.c").expect(
        0, r"^holds within 1 context switch between supersteps \[", where="out")
    box.run("check", "-DWANTED=2", "--context-bound", "1", "locked.c").expect(0, r"^holds within 1 context switch \[",
                                                                              where="out")


def test_context_bound_interrupt(box):
    """An interrupt ends all bounds, not only the one that is being tried."""
    box.write("huge.c", HUGE)
    started = time.monotonic()
    bounds = ["--context-bound", "3..50"]
    box.run("check", *bounds, "huge.c", interrupt_after=3).expect(3, r"unknown: interrupted", where="out")
    box.run("check", *bounds, "--time-limit", "2", "huge.c").expect(3, r"unknown: time limit", where="out")
    if time.monotonic() - started > 40:
        raise Failure("it goes on after the end")
