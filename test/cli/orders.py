# SPDX-License-Identifier: Apache-2.0
"""--search: what one of the orders finds soon, the default finds soon. Counted, not timed: with one worker every run of
heddle does the same."""
import os
import re

from suite import Failure

PROGRAMS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "programs", "orders")
# How much longer than the better order the default may take, and how much in any case (transitions).
FACTOR, SLACK = 2.2, 250


def header(source, key):
    match = re.search(rf"^// {key}: (.*)$", source, re.M)
    return match.group(1).split() if match else []


def transitions(box, search, path, options):
    box.run("check", "-q", "--workers", "1", *search, "--json", "out.json", *options, path).expect(1)
    return box.json("out.json")["transitions"]


def programs(sort):
    for name in sorted(os.listdir(PROGRAMS)):
        path = os.path.join(PROGRAMS, name)
        with open(path, encoding="utf-8") as f:
            source = f.read()
        if name.startswith(sort):
            yield path, header(source, "orders"), header(source, "options")


def compare(box, sort, better):
    n = 0
    for path, orders, options in programs(sort):
        if orders != ["mixed", better]:
            raise Failure(f"{path}: orders {orders}, expected mixed and {better}")
        alone = transitions(box, ["--search", better], path, options)
        default = transitions(box, [], path, options)
        if default > FACTOR * alone + SLACK:
            raise Failure(f"{path}: {default} transitions, {alone} with --search {better}")
        n += 1
    if n < 5:
        raise Failure(f"only {n} programs")


def test_orders_shallow(box):
    compare(box, "shallow", "bfs")


def test_orders_deep(box):
    compare(box, "deep", "dfs")


def test_orders_repeat(box):
    path, _, options = next(programs("shallow-workers"))
    seen = set()
    for search in ([], [], ["--search", "mixed"]):
        box.run("check", "--workers", "1", *search, "--json", "out.json", "--trace", "trace.json", *options,
                path).expect(1)
        result = box.json("out.json")
        seen.add((result["states"], result["transitions"], result["depth"], str(box.json("trace.json")["schedule"])))
    if len(seen) != 1:
        raise Failure(f"{len(seen)} different results with one worker")


def test_orders_with_others(box):
    """Bounds, stores and limits go with the default order as with the others."""
    path, _, options = next(programs("shallow-workers"))
    for more in (["--context-bound", "2"], ["--store", "compact"], ["--store", "bitstate"], ["--store", "auto"],
                 ["--workers", "4"], ["--memory-limit", "64M"], ["--no-supersteps"]):
        box.run("check", "-q", *options, *more, path).expect(1, r"violated: assertion")
    box.run("check", "-q", "--depth-limit", "5", *options, path).expect(3, r"depth limit of 5 steps reached")
