#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long counterexamples are: every broken program of test/programs, told in full and by default.

Each program whose header says `violated` is checked once, and its trace replayed with --trace-full and without.
Counted are the lines behind the verdict that are not empty; a default trace must mark the line at fault and be no wider
than 100 columns. Goals: half of the programs have at most 20 lines, nine in ten at most 40.

    bench/traces.py [--heddle build/heddle] [--jobs N] [--every N] [--list] [WORD...]
"""
import argparse
import json
import os
import re
import statistics
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "test"))
from suite import load_run_programs
WIDTH = 100
GOALS = ((0.5, 20), (0.9, 40))


def broken(programs, words):
    """One run of each program that must be violated; of several violations in one run there is no single trace."""
    for folder, _, names in sorted(os.walk(programs.PROGRAMS)):
        if os.path.relpath(folder, programs.PROGRAMS).split(os.sep)[0] == programs.SHARED:
            continue
        for name in sorted(names):
            path = os.path.join(folder, name)
            if not name.endswith(programs.ENDINGS) or (words and not any(w in path for w in words)):
                continue
            for spec in programs.read_specs(path):
                if spec.expect.verdict == "violated" and not spec.violations:
                    yield spec
                    break


def story(output):
    """The lines behind the verdict."""
    lines = output.splitlines()
    first = next((i for i, line in enumerate(lines) if line.startswith("violated: ")), 0)
    return [line for line in lines[first + 1:] if line.strip()]


def problems_of(violation, lines):
    problems = [f"{len(line)} columns" for line in lines if len(line) > WIDTH][:1]
    line = violation["line"]
    if line and not any(re.match(rf">\s*(\S+:)?{line}\b", text) for text in lines):
        problems.append(f"line {line} is not marked")
    return problems


def measure(programs, heddle, spec):
    """(label, kind, lines in full, lines by default, problems); None if the program cannot be checked here."""
    with tempfile.TemporaryDirectory(prefix="heddle-traces-") as tmp:
        trace, result = os.path.join(tmp, "trace"), os.path.join(tmp, "result")
        command = [heddle, "check", "--workers", "1", "--trace", trace, "--json", result, spec.levels[0]]
        command += spec.options + [spec.name] + spec.files + (["--"] + spec.args if spec.args else [])
        code, output = programs.run(command, 120)
        if code != 1:
            return spec.label, "", 0, 0, [f"exit code {code}"]
        with open(result, encoding="utf-8") as f:
            violation = json.load(f)["violation"]
        full, whole = programs.run([heddle, "replay", "--trace-full", trace], 120)
        short, told = programs.run([heddle, "replay", trace], 120)
        if full != 1 or short != 1:
            return spec.label, violation["kind"], 0, 0, ["does not replay"]
        lines = story(told)
        return spec.label, violation["kind"], len(story(whole)), len(lines), problems_of(violation, lines)


def quantile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))]


def row(name, results):
    before, after = [r[2] for r in results], [r[3] for r in results]
    return (f"{name:18} {len(results):5} {statistics.median(before):7.0f} {statistics.median(after):6.0f}"
            f" {quantile(before, 0.9):7} {quantile(after, 0.9):6} {max(before):7} {max(after):6}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heddle", default=os.path.join(ROOT, "build", "heddle"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="every program, the longest traces first")
    parser.add_argument("--every", type=int, default=1, help="only every N-th program")
    parser.add_argument("words", nargs="*", help="only programs with one of these in their path")
    args = parser.parse_args()
    programs, heddle = load_run_programs(), os.path.abspath(args.heddle)
    with ThreadPoolExecutor(args.jobs) as pool:
        chosen = list(broken(programs, args.words))[::args.every]
        results = list(pool.map(lambda s: measure(programs, heddle, s), chosen))
    good = [r for r in results if r[3]]
    if not good:
        sys.exit("no program with a counterexample")
    for label, _, before, after, _ in sorted(good, key=lambda r: -r[3]) if args.list else ():
        print(f"{before:5} {after:5}  {label}")
    print(f"{'':18} {'':5} {'median':>14} {'nine in ten':>14} {'longest':>14}")
    print(f"{'kind':18} {'n':>5}" + f" {'full':>7} {'told':>6}" * 3)
    for kind in sorted({r[1] for r in good}):
        print(row(kind, [r for r in good if r[1] == kind]))
    print(row("all", good))
    bad = [(r[0], problem) for r in results for problem in r[4]]
    for label, problem in bad:
        print(f"{label}: {problem}")
    missed = [f"{share:.0%} should have at most {most} lines" for share, most in GOALS
              if quantile([r[3] for r in good], share) > most]
    print("\n".join(missed))
    return 1 if missed or bad else 0


if __name__ == "__main__":
    sys.exit(main())
