# SPDX-License-Identifier: Apache-2.0
"""--dot: the states of small programs, drawn."""
import os
import re
import shutil
import subprocess

import suite
from cli.formats import COUNTER, ENDLESS, INPUT
from suite import expect


def check_dot(box, name="out.dot"):
    text = box.read(name).decode("utf-8")
    if shutil.which("dot"):
        r = subprocess.run(["dot", "-Tcanon", name], cwd=box.home, capture_output=True, text=True)
        expect(r.returncode == 0 and not r.stderr, f"{r.stderr}\n{text}")
    nodes = dict(re.findall(r'^    (s\d+) \[label="((?:[^"\\]|\\.)*)".*\];$', text, re.M))
    edges = re.findall(r'^    (s\d+) -> (s\d+) \[label="((?:[^"\\]|\\.)*)"\];$', text, re.M)
    expect(len(nodes) + len(edges) == text.count("\n") - 4, f"other lines\n{text}")
    for source, target, _ in edges:
        expect(source in nodes and target in nodes, f"no such node: {source} -> {target}")
    expect({target for _, target, _ in edges} | {"s0"} == set(nodes), "what cannot be reached")
    return text, nodes, edges


def test_dot(box):
    box.write("counter.c", COUNTER)
    for reduction in ("global", "tau", "tau+", "superstep", "default"):
        args = ["--reduction", reduction, "--workers", "1", "--json", "out.json", "--dot", "out.dot", "counter.c"]
        box.run("check", "-DWANTED=hits", *args).expect(0)
        text, nodes, edges = check_dot(box)
        ends = [n for n, label in nodes.items() if label == "the program ends"]
        expect(len(ends) == 1 and "peripheries=2" in text and "red" not in text, f"{reduction}\n{text}")
        states, steps = (box.json("out.json")[k] for k in ("states", "transitions"))
        expect(len(nodes) - 1 == states, f"{reduction}: {len(nodes) - 1} nodes, {states} states")
        expect(len(edges) == steps, f"{reduction}: {len(edges)} edges, {steps} transitions")
        box.run("check", "-DWANTED=3", *args).expect(1)
        text, nodes, _ = check_dot(box)
        expect('assertion: hits == WANTED does not hold", color=red' in text, f"{reduction}\n{text}")
    expect("1: counter.c:16" in text and ", line 16" in text, text)


def test_dot_of_a_deadlock(box):
    shutil.copy(os.path.join(suite.PROGRAMS, "library", "flockfile-holder-ended.c"), box.path("it.c"))
    box.run("check", "--dot", "out.dot", "it.c").expect(1)
    text, _, _ = check_dot(box)
    expect(re.search(r"1: it.c:\d+\\ndeadlock: .*color=red", text), text)


def test_dot_of_many_states(box):
    box.write("endless.c", ENDLESS)
    box.run("check", "--depth-limit", "50", "--dot", "out.dot", "endless.c").expect(
        3, r"heddle: out\.dot: not all states were drawn: there are more than 2000\n", where="err")
    expect(len(check_dot(box)[1]) == 2000, "2000 states")


def test_dot_with_other_options(box):
    box.write("counter.c", COUNTER)
    for args in (["--context-bound", "2"], ["--untracked", "hits"], ["--any-number", "worker"]):
        box.run("check", "-DWANTED=3", *args, "--dot", "out.dot", "counter.c").expect(
            2, f"--dot cannot be combined with {args[0]}", where="err")
    for args in (["--continue", "--property", "race"], ["--unmatched", "hits"], ["--ltl", "<> (hits == 3)"],
                 ["--store", "bitstate"]):
        box.run("check", "-DWANTED=3", *args, "--dot", "out.dot", "counter.c").expect(None)
        check_dot(box)
    box.write("input.c", INPUT)
    box.run("check", "--dot", "out.dot", "input.c").expect(1)
    check_dot(box)
