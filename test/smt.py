#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares `heddle smt`, in its three approaches, with what the programs of test/programs say of themselves.

A tree of interleavings ends for small programs only, so unknown is no failure; another verdict than the expected one
is, and so is another kind of violation than those that the program may have. How many were decided is told at the end;
if they are too few, the test has failed (see FLOOR).

  test/smt.py                        all programs, at each of their levels, with the three approaches
  test/smt.py --sample 3 --seed 7    one third of that; another seed takes others
  test/smt.py mutex symbolic/        programs with one of these in their path
"""
import argparse
import collections
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from progress import Progress
from suite import PROGRAMS, ROOT, Failure, expect, load_run_programs

FLOOR = 0.5         # so many of the comparisons must have been decided
APPROACHES = ("lazy", "schedule", "uw")
# How heddle check searches; those of the first have a value. A context bound means something else.
DROPPED = ("--search", "--store", "--reduction", "--workers")
DROPPED_FLAGS = ("--no-supersteps", "--no-memo", "--no-future", "--no-lock-reduction", "--no-store-visibility",
                 "--no-heap-symmetry", "--no-thread-symmetry", "--no-subsumption", "--no-thread-choice",
                 "--no-value-reduction",
                 "--spurious-wakeups")
NOT_FOR_SMT = ("--untracked", "--unmatched", "--abstraction", "--continue", "--max-violations", "--suppress",
               "--context-bound", "--check-abstraction", "--addresses", "--data")


def options_of(spec):
    words, kept = iter(spec.options), []
    for word in words:
        name, equals, _ = word.partition("=")
        if name in DROPPED:
            if not equals:
                next(words)
        elif name not in DROPPED_FLAGS:
            kept.append(word)
    return kept


def is_for_smt(spec):
    """Programs of any/ have any number of threads, those of fairness/ and liveness/ are about endless runs."""
    is_endless = spec.name.startswith(("any/", "fairness/", "liveness/"))
    return (spec.expect.verdict in ("holds", "violated") and not is_endless
            and not any(o.partition("=")[0] in NOT_FOR_SMT for o in spec.options))


class Run:
    """One program, which several commands check."""
    def __init__(self, options, spec, level, home):
        self.options, self.spec, self.level, self.path = options, spec, level, os.path.join(home, "out.json")

    def heddle(self, *words):
        """The result, and what was said."""
        spec = self.spec
        command = [self.options.heddle, *words, "--time-limit", str(self.options.seconds), "--memory-limit", "1G", "-q",
                   "--json", self.path, self.level, *options_of(spec), spec.name, *spec.files]
        if spec.args:
            command += ["--", *spec.args]
        ran = subprocess.run(command, cwd=PROGRAMS, capture_output=True, text=True, errors="replace",
                             timeout=10 * self.options.seconds + 60)
        said = f"{' '.join(command)}\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}"
        expect(ran.returncode in (0, 1, 3), f"exit code {ran.returncode}: {said}")
        with open(self.path, encoding="utf-8") as f:
            return json.load(f), said

    def finds(self, kind):
        """Whether a search finds it, too. A program can have violations of several kinds."""
        result, _ = self.heddle("check", "--continue")
        return kind in [v["kind"] for v in result["violations"]]


def compare(options, spec, level, approach):
    """The verdict, if it is as it should be."""
    with tempfile.TemporaryDirectory(prefix="heddle-smt-") as home:
        run = Run(options, spec, level, home)
        result, said = run.heddle("smt", "--approach", approach)
        verdict, expected = result["verdict"], spec.at_level.get(level, spec.expect)
        expect(verdict in (expected.verdict, "unknown"), f"{verdict}, expected {expected.verdict}: {said}")
        if verdict != "violated":
            return verdict
        kind = result["violation"]["kind"]
        expect(kind in expected.kinds or run.finds(kind),
               f"{kind}, expected {'|'.join(expected.kinds)}: {said}")
        expect(result["trace"] or "before it was told" in said, f"no counterexample: {said}")
        return verdict


def main():
    p = argparse.ArgumentParser(description="compares heddle smt with what programs say of themselves")
    p.add_argument("words", nargs="*", help="only programs whose path contains one of these")
    p.add_argument("--heddle", default=os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle")))
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    p.add_argument("--seconds", type=float, default=2.0, help="for each run")
    p.add_argument("--sample", type=int, default=1, help="one of so many comparisons")
    p.add_argument("--seed", type=int, default=1)
    options = p.parse_args()
    options.heddle = os.path.abspath(options.heddle)        # it runs elsewhere
    run_programs = load_run_programs()
    specs, _ = run_programs.collect(options.words)
    cases = [(spec, level, approach) for spec in specs if is_for_smt(spec) for level in spec.levels
             for approach in APPROACHES]
    # Of a few programs that somebody has chosen some are left.
    few = min(len(cases), 3) if options.words else 0
    cases = random.Random(options.seed).sample(cases, max(few, math.ceil(len(cases) / options.sample)))
    if options.words and not cases:
        print("0 passed, 0 failed")     # they are not for heddle smt
        return 0
    counts = collections.Counter()
    progress = Progress("smt", len(cases))

    def run(case):
        problem = None
        try:
            counts[compare(options, *case)] += 1
        except Failure as e:
            problem = f"{case[0].name} {case[1]} --approach {case[2]}: {e}"
        progress.count(problem)

    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(run, cases))
    decided = counts["holds"] + counts["violated"]
    if not options.words and decided < FLOOR * len(cases):
        progress.count(f"only {decided} of {len(cases)} were decided")
    print(f"{counts['holds']} hold, {counts['violated']} are violated, {counts['unknown']} are unknown")
    return progress.finish()


if __name__ == "__main__":
    sys.exit(main())
