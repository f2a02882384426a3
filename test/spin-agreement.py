#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares `heddle spin` with `heddle check` on every program of test/programs that has threads.

Both search the same states, so with --reduction global and with --reduction none they must give the same verdict, the
same kind of violation and, where both searches are complete, the same number of states. Where the numbers may differ,
and why, is said in doc/spin.md, "When the numbers differ"; these cases are recognised by what heddle says of its
search, not by the names of programs.

  test/spin-agreement.py                       all programs, both reductions
  test/spin-agreement.py --sample 3 --seed 7   one third of the comparisons; another seed takes others
  test/spin-agreement.py mutex --verbose       programs with "mutex" in their path, and what was compared

A comparison is too large if heddle check finds more than --most-states states, or if SPIN needs more than --seconds or
--memory. How many were is told at the end; if too few are left, the test has failed (see FLOORS).
"""
import argparse
import os
import random
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from progress import Progress
from spin.box import Box, compare
from suite import PROGRAMS, ROOT, expect, load_run_programs, run_one

# So many programs must really have been compared under each reduction; of a sample its part, but for a few: it can have
# bad luck.
FLOORS = {"global": 430, "none": 200}
A_FEW = 5
OWN_OPTIONS = ("--search", "--store", "--reduction", "--data")  # how heddle check searches; each has a value
OWN_FLAGS = ("--no-subsumption", "--no-thread-choice", "--no-value-reduction")  # the same; without a value
# No other search can be compared with one that has these.
NOT_FOR_SPIN = ("--untracked", "--continue", "--max-violations", "--suppress")
# Property files that name one kind; with --property, one more is checked and no others. A program can have both of the
# first two in one place, and one of them always comes first.
KINDS_ALONE = {"reach-error": "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
               "assertion": "CHECK( init(main()), LTL(G assert) )\n",
               "overflow": "CHECK( init(main()), LTL(G ! overflow) )\n"}


class TooLarge(Exception):
    pass


@dataclass
class Comparison:
    """A program and a reduction, and what came of it: "states", "verdict" (also "kind", if there is one) or "too
    large"."""
    spec: object
    reduction: str
    outcome: str = ""
    text: str = ""

    @property
    def name(self):
        return f"{self.spec.name} --reduction {self.reduction}"


# ---- how both are run -----------------------------------------------------------------------------


def options_of(spec, left_out=OWN_OPTIONS):
    """The options of a program's header that are about the program. SPIN tries one context bound only: the largest."""
    words, kept = iter(spec.options), []
    for word in words:
        name, equals, value = word.partition("=")
        if name in left_out or name == "--context-bound":
            value = value if equals else next(words)
        if name == "--context-bound":
            kept += [name, value.split("..")[-1]]
        elif name not in (*left_out, *OWN_FLAGS):
            kept.append(word)
    return kept


class Pair:
    """Both tools on one program."""
    def __init__(self, options, box, comparison):
        self.options, self.box, self.spec, self.reduction = options, box, comparison.spec, comparison.reduction
        self.more = []

    def run(self, command, more, left_out=OWN_OPTIONS):
        spec = self.spec
        words = [spec.levels[0], *options_of(spec, left_out), "--reduction", self.reduction, *self.more, *more,
                 spec.name, *spec.files]
        if command == "check":
            words += ["--", *spec.args]
        else:
            words += [w for arg in spec.args for w in ("--arg", arg)]
        seconds = self.options.seconds / 4 if command == "check" else self.options.seconds
        code, result = self.box.json(command, "--time-limit", str(seconds), *words, cwd=PROGRAMS)
        reason = result["reason"] or ""
        if result["verdict"] == "unknown" and re.search("time limit of|memory limit of", reason):
            raise TooLarge(f"heddle {command}: {reason}, {result['states']} states")
        return code, result

    def check(self, *more, **how):
        # SPIN does not compute with unknown values.
        data = "range" if any(o.startswith("--nondet-range") for o in self.spec.options) else "stop"
        code, result = self.run("check", ["--workers", "1", "--data", data, *more], **how)
        if result["states"] > self.options.most_states:
            raise TooLarge(f"{result['states']} states")
        return code, result

    def spin(self, *more, **how):
        return self.run("spin", ["--verifiers", self.options.verifiers, "--memory-limit", self.options.memory, *more],
                        **how)

    def finds(self, tool, kind):
        """Whether a search for this kind alone finds it; other faults end a run, but are no violations then."""
        for other, text in KINDS_ALONE.items():
            path = os.path.join(self.box.home, "one.prp")
            self.box.write("one.prp", text)
            _, result = tool("--prp", path, "--property", kind, left_out=(*OWN_OPTIONS, "--property", "--prp"))
            found = result["violation"]["kind"] if result["verdict"] == "violated" else None
            if found == kind or found != other:
                return found == kind
        return False


# ---- one comparison -------------------------------------------------------------------------------


def compare_kinds(pair, mine, spins):
    """A program can have violations of several kinds; then each search must be able to find what the other one has
    found."""
    kind, spins_kind = mine["violation"]["kind"], spins["violation"]["kind"]
    expect(spins["trace"], "no counterexample")
    if kind == spins_kind:
        return kind
    expect(pair.finds(pair.check, spins_kind),
           f"SPIN says {spins_kind}, heddle check {kind}, and finds no {spins_kind}")
    expect(pair.finds(pair.spin, kind), f"SPIN says {spins_kind}, heddle check {kind}, and SPIN finds no {kind}")
    return f"{kind} and {spins_kind}"


def compare_numbers(mine, spins):
    number, spins_number = mine["states"], spins["states"]
    if any("context switch" in bound for bound in mine["bounds"]):
        expect(spins_number >= number, f"{spins_number} states, heddle check has more: {number}")
        return "verdict", f"at most {spins_number} states"
    expect(spins_number == number, f"{spins_number} states, heddle check has {number}")
    return "states", f"{number} states"


def compare_tools(options, box, comparison):
    pair = Pair(options, box, comparison)
    try:
        code, mine = pair.check()
        spins_code, spins = pair.spin()
        if spins["verdict"] == "unknown" and "numeric value of an address" in spins["reason"]:
            # Only heddle check finds out by itself which objects need addresses.
            pair.more = ["--addresses", "fixed"]
            code, mine = pair.check()
            spins_code, spins = pair.spin()
        compare(code, mine, spins_code, spins)
        if mine["verdict"] == "violated":
            comparison.outcome, comparison.text = "verdict", compare_kinds(pair, mine, spins)
        else:
            comparison.outcome, comparison.text = compare_numbers(mine, spins)
        comparison.text = f"{mine['verdict']}, {comparison.text}"
    except TooLarge as e:
        comparison.outcome, comparison.text = "too large", str(e)


# ---- all of them ----------------------------------------------------------------------------------


def parse_options():
    p = argparse.ArgumentParser(description="compares heddle spin with heddle check")
    p.add_argument("names", nargs="*", help="only programs whose path contains one of these")
    p.add_argument("--heddle", default=os.path.join(ROOT, "build", "heddle"))
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    p.add_argument("--reduction", choices=list(FLOORS), help="only this one; default: both")
    p.add_argument("--sample", type=int, default=1, metavar="N", help="one of N comparisons, chosen by --seed")
    p.add_argument("--seed", default="1")
    p.add_argument("--seconds", type=float, default=20, help="for each search; longer ones are too large")
    p.add_argument("--memory", default="1G", help="for SPIN; larger searches are too large")
    p.add_argument("--most-states", type=int, default=100000)
    p.add_argument("--verbose", action="store_true", help="tells every comparison")
    options = p.parse_args()
    options.heddle = os.path.abspath(options.heddle)
    options.reductions = [options.reduction] if options.reduction else list(FLOORS)
    return options


def select(options):
    specs, failed = load_run_programs().collect(options.names)
    # Formulas are compared by test/ltl.py and test/temporal.py.
    specs = [s for s in specs if s.has_threads and s.expect.verdict != "error"
             and not s.name.startswith(("any/", "fairness/", "liveness/"))]
    others = [s for s in specs if any(o.startswith(NOT_FOR_SPIN) for o in s.options)
              or (s.orders and "dfs" not in s.orders)]
    specs = [s for s in specs if s not in others]
    print(f"{len(specs)} programs with threads; {len(others)} more have {' or '.join(NOT_FOR_SPIN)}, which SPIN cannot "
          f"do, or are not for a depth-first search")
    chosen, rng = [], random.Random(options.seed)
    for reduction in options.reductions:
        part = rng.sample(specs, -(-len(specs) // options.sample))
        chosen += [Comparison(s, reduction) for s in part]
    return chosen, failed


def tell_sums(options, comparisons):
    """What was compared under each reduction; the number of reductions under which that is too little."""
    failed = 0
    for reduction in options.reductions:
        outcomes = [c.outcome for c in comparisons if c.reduction == reduction and c.outcome]
        large = [c for c in comparisons if c.reduction == reduction and c.outcome == "too large"]
        print(f"--reduction {reduction}: {outcomes.count('states')} agree in verdict and states, "
              f"{outcomes.count('verdict')} in "
              f"verdict and kind; skipped: {len(large)} too large")
        least = FLOORS[reduction] // options.sample - A_FEW * (options.sample > 1)
        if not options.names and len(outcomes) - len(large) < least:
            failed += 1
            print(f"FAIL --reduction {reduction}: less than {least} were compared; too large are:")
            print("".join(f"  {c.name}: {c.text}\n" for c in large), end="")
    return failed


def main():
    options = parse_options()
    comparisons, unreadable = select(options)
    progress = Progress("agreement with SPIN", len(comparisons))

    def job(comparison):
        problem = run_one(Box, options.heddle, lambda box: compare_tools(options, box, comparison))
        if problem or comparison.outcome != "too large":
            progress.count(problem and f"{comparison.name}: {problem}")
        if options.verbose and not problem:
            print(f"{comparison.name}: {comparison.outcome}: {comparison.text}", flush=True)

    with (tempfile.TemporaryDirectory(prefix="heddle-verifiers-") as options.verifiers,
          ThreadPoolExecutor(options.jobs) as pool):
        for _ in pool.map(job, comparisons):
            pass
    progress.failed += unreadable + tell_sums(options, comparisons)
    return progress.finish()


if __name__ == "__main__":
    sys.exit(main())
