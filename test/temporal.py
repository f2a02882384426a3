#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs and random formulas: what heddle says, with each reduction, with one and two workers, with each
fairness, is compared with a tableau and a graph in Python (test/temporal/), and some of it with SPIN's answer. So are
the temporal properties that have names.

  test/temporal.py                              60 pairs
  test/temporal.py --count 500 --seed 7 --spin 25
  test/temporal.py --seed 7 --only 123 --all    pair 123 of that seed, in all ways
  test/temporal.py --keep DIRECTORY             leaves what differs there, made smaller
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace

from progress import Progress
from suite import ROOT
from temporal import formulas, shrink
from temporal.graphs import NOBODY, TooLarge, explore
from temporal.programs import random_program

MOST_STATES = 1500
FAIRNESS = ("none", "weak", "strong")
FAIRNESS_WORDS = {"none": [], "weak": ["--weak-fairness"], "strong": ["--strong-fairness"]}
WAYS = [["--reduction", r] for r in ("none", "global", "tau", "tau+", "superstep", "default")]
WAYS += [["--no-supersteps"], ["--no-future"], ["--no-lock-reduction"]]
WAYS += [["-O2"], ["-O2", "--reduction", "none"]]
WAYS = [[*way, "--workers", n] for way in WAYS for n in "12"]
SECONDS = 20
with open(os.path.join(ROOT, "include", "heddle.h"), encoding="utf-8") as header:
    HAS_PROGRESS = "heddle_progress" in header.read()


@dataclass
class Question:
    """What heddle is asked about a program, and what is right."""
    words: list
    right: bool         # it holds
    after: list         # SPIN's options

    def text(self):
        return " ".join(f"'{w}'" if set(w) & set(" <>&|!{}") else w for w in self.words)


@dataclass
class Pair:
    """A program and a formula."""
    program: object
    formula: tuple
    graph: object = None

    def explore(self):
        self.graph = self.graph or explore(self.program, MOST_STATES)
        return self.graph

    def has_end(self):
        return any(e.thread == NOBODY for edges in self.explore().edges for e in edges)

    def holds(self, fairness):
        return formulas.formula_holds(self.explore(), self.formula, fairness)

    def named(self, name, fairness):
        """Whether a property with a name holds: of runs that are at least weakly fair."""
        graph, fairness = self.explore(), "strong" if fairness == "strong" else "weak"
        return {"termination": lambda: formulas.terminates(graph, fairness),
                "livelock": lambda: not formulas.has_livelock(graph, fairness),
                "starvation": lambda: not formulas.has_starvation(graph, fairness)}[name]()


# ---- which pairs ----------------------------------------------------------------------------------

def is_wanted(kind, pair):
    """Many formulas are broken soon by some run, or hold of all. Most pairs are of a kind for which fairness, or what
    happens again and again, decides."""
    if kind == 0:
        return True
    if kind == 1:           # broken by a fair run, and not by another one
        return not pair.holds("strong") and not replace(pair, formula=("!", pair.formula)).holds("strong")
    if kind == 2:
        return pair.holds("weak") and not pair.holds("none")
    return pair.holds("strong") and not pair.holds("weak")


def make_pair(name, tries=150):
    """The pair of this name; the last one that was tried if none is of the kind that is wanted."""
    rng = random.Random(name)
    kind = rng.choice((0, 1, 1, 2, 2, 3))
    has_owners = rng.random() < 0.25
    last = None
    for i in range(tries):
        program = random_program(f"{name}/{i}", has_progress=HAS_PROGRESS and kind == 0, has_locks=kind == 3,
                                 has_owners=has_owners)
        try:
            graph = explore(program, MOST_STATES if kind == 0 else MOST_STATES // 5)
        except TooLarge:
            continue
        for k in range(1 if kind == 0 else 4):
            last = Pair(program, formulas.random_formula(f"{name}/{i}/{k}", program.variables), graph)
            if is_wanted(kind, last):
                return last
    return last


# ---- what is asked --------------------------------------------------------------------------------

def ways_of(pair, rng, options):
    """All ways, or one of them. Optimisation may move and merge accesses to variables that are neither atomic nor
    volatile, and leaves out those to variables that are only written."""
    is_kept = all(v.type != "int" and v.owner is None for v in pair.program.variables)
    ways = [w for w in WAYS if "-O2" not in w or is_kept]
    return ways if options.all else [rng.choice(ways)]


def questions(pair, rng, options):
    text = formulas.text_of(pair.formula)
    for kind in FAIRNESS if options.all else rng.sample(FAIRNESS, 2):
        right = pair.holds(kind)
        for way in ways_of(pair, rng, options):
            yield Question(["check", *way, *FAIRNESS_WORDS[kind], "--ltl", text], right, [])
    names = ("termination", "livelock", "starvation")
    for name in names if options.all else (rng.choice(names),):
        for way in ways_of(pair, rng, options):
            kind = rng.choice(FAIRNESS)
            yield Question(["check", *way, *FAIRNESS_WORDS[kind], "--property", name], pair.named(name, kind), [])
    # SPIN takes a thread that could wake up without a reason for one that has to go on.
    if options.spin and rng.randrange(options.spin) == 0 and not pair.program.conditions:
        # And fair runs that end, in a claim's cycle of several steps, are not always found.
        kind = "none" if pair.has_end() else rng.choice(("none", "weak"))
        reduction = rng.choice(("global", "superstep"))
        words = ["spin", "--verifiers", options.verifiers, "--reduction", reduction, "--ltl", text]
        yield Question(words, pair.holds(kind), ["--", "-f"] if kind == "weak" else [])


def answer(options, question, path):
    """What heddle says: holds, violated, unknown, or what is wrong with it."""
    command = [options.heddle, *question.words, "--no-property", "deadlock", "--json", "-", "-q", "--time-limit",
               str(SECONDS), path, *question.after]
    try:
        p = subprocess.run(command, capture_output=True, text=True, timeout=6 * SECONDS)
    except subprocess.TimeoutExpired:
        return "hangs"
    if p.returncode not in (0, 1, 3):
        return f"exit code {p.returncode}: {p.stderr.strip()}"
    result = json.loads(p.stdout)
    kind = (result.get("violation") or {}).get("kind", "liveness")
    named = question.words[-1] if "--property" in question.words else "liveness"
    return result["verdict"] if kind in ("liveness", named) else f"violated: {kind}"


def is_wrong(said, question):
    return said != "unknown" and said != ("holds" if question.right else "violated")


# ---- comparing ------------------------------------------------------------------------------------

class Comparison:
    def __init__(self, options, home):
        self.options, self.home = options, home

    def run(self, i):
        """(what is wrong with a pair, or None; how much was asked; how much of that was not decided)."""
        name = f"{self.options.seed}/{i}"
        pair = make_pair(name)
        asked = undecided = 0
        path = os.path.join(self.home, f"{i}.c")
        with open(path, "w", encoding="utf-8") as f:
            f.write(pair.program.text())
        for question in questions(pair, random.Random(name + "?"), self.options):
            said = answer(self.options, question, path)
            asked, undecided = asked + 1, undecided + (said == "unknown")
            if is_wrong(said, question):
                return self.report(name, pair, question, said), asked, undecided
        os.unlink(path)
        return None, asked, undecided

    def report(self, name, pair, question, said):
        smaller = self.shrunk(pair, question, said)
        right = "holds" if smaller[1].right else "violated"
        text = (f"// pair {name}: {said}, but in Python: {right}\n"
                f"// heddle {smaller[1].text()} --no-property deadlock {' '.join(question.after)}\n"
                f"{smaller[0].program.text()}")
        if self.options.keep:
            os.makedirs(self.options.keep, exist_ok=True)
            with open(os.path.join(self.options.keep, name.replace("/", "-") + ".c"), "w", encoding="utf-8") as f:
                f.write(text)
        return text

    def shrunk(self, pair, question, said):
        """A smaller pair of which heddle says something wrong in the same way, and the question."""
        if not self.options.keep:
            return pair, question
        path = os.path.join(self.home, f"small-{id(pair)}.c")
        best = pair, question

        def differs(program, formula):
            nonlocal best
            try:
                small = Pair(program, formula)
                asked = self.asked_again(small, question)
            except (TooLarge, AssertionError):
                return False
            with open(path, "w", encoding="utf-8") as f:
                f.write(program.text())
            if answer(self.options, asked, path) == said != ("holds" if asked.right else "violated"):
                best = small, asked
                return True
            return False

        shrink.shrink(pair.program, pair.formula, differs)
        return best

    def asked_again(self, pair, question):
        words = list(question.words)
        kind = next((k for k in FAIRNESS[1:] if FAIRNESS_WORDS[k][0] in words), "weak" if question.after else "none")
        if "--property" in words:
            return Question(words, pair.named(words[-1], kind), question.after)
        words[-1] = formulas.text_of(pair.formula)
        return Question(words, pair.holds(kind), question.after)


def parse_options():
    p = argparse.ArgumentParser(description="random programs and formulas, beside a search in Python")
    p.add_argument("--heddle", default=os.path.join(ROOT, "build", "heddle"))
    p.add_argument("--count", type=int, default=60)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--spin", type=int, default=20, metavar="N",
                   help="of one of N pairs, SPIN is asked, too; 0: of none")
    p.add_argument("--only", type=int, metavar="I", help="only this pair")
    p.add_argument("--all", action="store_true", help="each pair in all ways")
    p.add_argument("--keep", metavar="DIRECTORY", help="where what differs is left, made smaller")
    return p.parse_args()


def main():
    options = parse_options()
    chosen = [options.only] if options.only is not None else range(options.count)
    progress, sums = Progress("pairs", len(chosen)), [0, 0]
    with tempfile.TemporaryDirectory(prefix="heddle-temporal-") as home:
        options.verifiers = os.path.join(home, "verifiers")
        comparison = Comparison(options, home)
        with ProcessPoolExecutor(options.jobs) as pool:
            for problem, asked, undecided in pool.map(comparison.run, chosen):
                progress.count(problem)
                sums = [sums[0] + asked, sums[1] + undecided]
    print(f"seed {options.seed}: {sums[0]} questions, {sums[1]} undecided")
    if sums[1] > 3 + sums[0] // 20:
        progress.count("too much is undecided")
    return progress.finish()


if __name__ == "__main__":
    sys.exit(main())
