#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counterexamples with few context switches: on the programs of test/programs that are violated and have threads, the
run that is told has no more switches than the one that the search has found (--no-minimise), leads to the same
violation, can be replayed, and leaves verdict and figures of the search as they were. If it is proved that fewer are
not enough, it is the same number without reductions (--reduction global), where that is proved as well.

With --verbose each program shows its numbers of switches, and at the end what they add up to.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from progress import Progress
from suite import PROGRAMS, ROOT, load_run_programs

TIMEOUT = 180
SAME = ("kind", "file", "line", "function")         # of a violation
FIGURES = ("verdict", "states", "transitions", "depth", "instructions", "restarts", "bounds")
COUNTED = ("context_switches", "context_switches_minimal", "minimised")


def run(command):
    p = subprocess.run(command, cwd=PROGRAMS, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                       errors="replace", timeout=TIMEOUT)
    return p.returncode, p.stdout + p.stderr


def check(options, spec, level, directory, *more):
    """The result as JSON, or a string that says what is wrong."""
    path = os.path.join(directory, "result.json")
    # With one worker the search finds the same violation each time.
    own = [word for word in spec.options if word != "--no-minimise"]
    command = [options.heddle, "check", "--workers", "1", "--json", path, level, *own, *more, spec.name,
               *spec.files, *(["--", *spec.args] if spec.args else [])]
    code, output = run(command)
    if code != 1:
        return f"exit code {code}, expected 1\n{output[-2000:]}"
    with open(path, encoding="utf-8") as f:
        return dict(json.load(f), output=output)


def problem_of_one(found, told):
    """What is wrong with a violation that was minimised."""
    if any(found[key] != told[key] for key in SAME):
        return f"another violation: {[told[k] for k in SAME]} instead of {[found[k] for k in SAME]}"
    if found["minimised"] or found["context_switches_minimal"]:
        return "--no-minimise has minimised"
    if found["kind"] == "liveness":
        return None if told["context_switches"] is None else "an endless run has a number of switches"
    if any(type(v["context_switches"]) is not int for v in (found, told)):
        return "switches were not counted"
    if not told["minimised"]:
        return "it was not minimised"
    if told["context_switches"] > found["context_switches"]:
        return f"{told['context_switches']} switches, but the search had found {found['context_switches']}"
    return None


def problem_of(found, told):
    # Where a solver is asked, its time decides.
    for key in ("verdict",) if found["solver_questions"] else FIGURES:
        if found[key] != told[key]:
            return f"{key} is {told[key]} instead of {found[key]}"
    if len(found["violations"]) != len(told["violations"]):
        return "another number of violations"
    for a, b in zip(found["violations"], told["violations"]):
        problem = problem_of_one(a, b)
        if problem:
            return problem
    first = told["violations"][0]
    if any(first[key] != told["violation"][key] for key in COUNTED):
        return "the first violation is counted in two ways"
    return None


def is_same(a, b):
    return all(a[key] == b[key] for key in SAME) and a.get("other", {}).get("line") == b.get("other", {}).get("line")


def problem_of_other(told, other):
    """Where both say that fewer are not enough, with and without the reductions, they mean the same number."""
    a, b = told["violation"], other["violation"]
    if is_same(a, b) and a["message"] == b["message"] and len(told["violations"]) == len(other["violations"]) == 1 and \
            a["context_switches_minimal"] and b["context_switches_minimal"] and \
            a["context_switches"] != b["context_switches"]:
        return f"needs {a['context_switches']} switches, but with --reduction global {b['context_switches']}"
    return None


def problem_of_replay(options, trace, told):
    code, output = run([options.heddle, "replay", trace])
    words = [v["kind"] for v in told["violations"]]
    if code != 1 or output.count("[replay of ") != len(words) or not all(word in output for word in words):
        return f"the trace is not replayed: exit code {code}\n{output[-2000:]}"
    return None


def examine(options, spec):
    """(what is wrong or None, switches found, told, whether they are the fewest)"""
    level = spec.levels[0]
    with tempfile.TemporaryDirectory(prefix="heddle-test-") as directory:
        trace = os.path.join(directory, "trace")
        found = check(options, spec, level, directory, "--no-minimise")
        told = check(options, spec, level, directory, "--trace", trace)
        for result in (found, told):
            if isinstance(result, str):
                return result, None
        problem = problem_of(found, told) or problem_of_replay(options, trace, told)
        if not problem and "--reduction" not in spec.options:
            # Some programs have too many states then.
            other = check(options, spec, level, directory, "--reduction", "global", "--time-limit", "20")
            problem = None if isinstance(other, str) else problem_of_other(told, other)
        return problem, [(a["context_switches"], b["context_switches"], b["context_switches_minimal"])
                         for a, b in zip(found["violations"], told["violations"])]


def parse_options():
    p = argparse.ArgumentParser(description="counterexamples with few context switches")
    p.add_argument("words", nargs="*", help="only programs whose path contains one of these")
    p.add_argument("--heddle", default=os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle")))
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--sample", type=int, default=1, metavar="N", help="one of N programs, which the seed chooses")
    p.add_argument("--verbose", action="store_true")
    return p.parse_args()


def main():
    options = parse_options()
    options.heddle = os.path.abspath(options.heddle)
    specs, failed = load_run_programs().collect(options.words)
    specs = [s for s in specs if s.has_threads and s.expect.verdict == "violated" and s.levels[0] not in s.at_level]
    random.Random(options.seed).shuffle(specs)
    specs = specs[:max(1, len(specs) // options.sample)]
    progress, counts = Progress("context switches", len(specs)), []
    progress.failed = failed

    def job(spec):
        problem, switches = examine(options, spec)
        counts.extend(switches or [])
        if options.verbose:
            print(f"{spec.label}: {switches}")
        progress.count(problem and f"{spec.label}: {problem}")

    with ThreadPoolExecutor(options.jobs) as pool:
        for _ in pool.map(job, specs):
            pass
    counted = [c for c in counts if c[0] is not None]
    print(f"seed {options.seed}: {sum(c[0] for c in counted)} switches found, {sum(c[1] for c in counted)} told; of "
          f"{len(counted)} violations {sum(c[2] for c in counted)} are known to need them")
    return progress.finish()


if __name__ == "__main__":
    sys.exit(main())
