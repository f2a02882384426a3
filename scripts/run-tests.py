#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every test suite on one build and prints the sum as `N passed, M failed`.

A suite is a command; what it says in its last line `N passed, M failed` is counted. A suite that ends badly
without such a line, or that contradicts it, counts as one failure.
"""
import argparse
import glob
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SUMMARY = re.compile(r"^(\d+) passed, (\d+) failed", re.M)


def parse_options():
    p = argparse.ArgumentParser(description="runs all test suites")
    p.add_argument("--build", default="build", help="build directory")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    p.add_argument("--seed", type=int, default=1, help="of the generated tests and of what is chosen by lot")
    p.add_argument("--size", choices=SIZES, default="usual",
                   help="quick: one way for each program, most but not all suites' cases; usual: another way for half of them, a part of the "
                        "suites with many cases; long: what usual leaves out")
    p.add_argument("--counts", nargs="*", metavar="NAME=N", default=[], help="other counts than the size's: native, damage, "
                   "concurrent, threads, differential")
    p.add_argument("--only", nargs="*", metavar="TEXT", default=[], help="only programs with one of these in their path")
    return p.parse_args()


def environment():
    # The sanitizers' own exit codes would look like verdicts.
    env = dict(os.environ)
    env.setdefault("ASAN_OPTIONS", "exitcode=99:allocator_may_return_null=1")
    env.setdefault("LSAN_OPTIONS", "exitcode=99")
    env.setdefault("UBSAN_OPTIONS", "exitcode=99:print_stacktrace=1")
    return env


def run_suite(name, command, count):
    """Runs one suite; count(output) gives (passed, failed) or None."""
    print(f"== {name}", flush=True)
    start = time.monotonic()
    p = subprocess.Popen(command, cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    output = []
    for line in p.stdout:
        output.append(line)
        print(line, end="", flush=True)
    code = p.wait()
    passed, failed = count("".join(output)) or (0 if code else 1, 0)
    if code != 0 and failed == 0:
        print(f"{name}: ended with exit code {code}")
        failed = 1
    print(f"== {name}: {passed} passed, {failed} failed, {time.monotonic() - start:.0f} s\n", flush=True)
    return passed, failed


def count_summary(output):
    lines = SUMMARY.findall(output)
    return (int(lines[-1][0]), int(lines[-1][1])) if lines else None


def count_check(output):
    """A checking script is one test, however many files it looked at."""
    _, failed = count_summary(output) or (0, 1)
    return (0, failed) if failed else (1, 0)


def count_cmocka(output):
    passed = len(re.findall(r"^\[ +OK \]", output, re.M))
    failed = len(re.findall(r"^\[ +RUN +\]", output, re.M)) - passed
    return (passed, failed) if passed or failed else None


# How much of the suites with many cases runs: counts of generated programs, one of so many of the others.
SIZES = {
    "quick": dict(ways="one", agreement=60, allocations=6, libc=8, libraces=8, walks=24, native=10, damage=30, concurrent=1, threads=8,
                  differential=40),
    "usual": dict(ways="some", agreement=30, allocations=20, libc=4, libraces=4, walks=12, native=20, damage=60, concurrent=1, threads=24,
                  differential=100),
    "long": dict(ways="rest", agreement=12, allocations=200, libc=1, libraces=2, walks=4, native=60, damage=140, concurrent=3, threads=80,
                 differential=300),
}


class Commands:
    def __init__(self, options, size):
        self.options, self.size = options, size
        self.heddle = ["--heddle", os.path.join(options.build, "heddle")]
        self.jobs = ["--jobs", str(options.jobs)]
        # Other programs than those of the usual size.
        self.seed = ["--seed", str(options.seed + (100000 if options.size == "long" else 0))]

    def run(self, script, *more):
        return [sys.executable, script, *self.heddle, *self.jobs, *map(str, more)]

    def driver(self, script, name, *more):
        option = "--walks" if name == "walks" else "--driver"
        return [sys.executable, script, option, os.path.join(self.options.build, name), *self.jobs, *self.seed, *map(str, more)]


def unit_suites(options):
    for path in sorted(glob.glob(os.path.join(ROOT, options.build, "unit", "unit-*"))):
        yield os.path.basename(path), [path], count_cmocka


def program_suites(options, c):
    """What checks programs that are written by hand, and the library."""
    yield "programs", c.run("test/run-programs.py", "--ways", c.size["ways"], *c.seed, *options.only), count_summary
    long = options.size == "long"
    yield ("allocations", c.run("test/allocations.py", "--sample", c.size["allocations"], *c.seed, *["--whole"] * long), count_summary)
    if options.only:
        return
    quick = [] if options.size == "long" else ["--quick"]
    yield "SPIN", c.run("test/spin.py", *quick), count_summary
    yield "agreement with SPIN", c.run("test/spin-agreement.py", "--sample", c.size["agreement"], *c.seed), count_summary
    yield "formulas", c.run("test/ltl.py", *c.seed, *quick), count_summary
    yield "harnesses", c.run("test/models.py", *quick), count_summary
    if options.size != "long":
        yield "command line", [sys.executable, "test/cli.py", *c.heddle], count_summary
        yield "limits", [sys.executable, "test/limits.py", *c.heddle], count_summary
    yield ("library functions", c.run("test/libc.py", "--sample", c.size["libc"], *c.seed, *["--quick"] * (options.size == "quick")),
           count_summary)
    yield ("races in library functions", c.run("test/libraces.py", "--sample", c.size["libraces"], *c.seed), count_summary)
    yield "random runs", c.driver("test/walks.py", "walks", "--sample", c.size["walks"]), count_summary


def generated_suites(c):
    for name in ("native", "damage", "concurrent", "threads"):
        if c.size[name] > 0:
            yield name, c.run(f"test/fuzz/{name}.py", "--count", c.size[name], *c.seed), count_summary
    if c.size["differential"] > 0:
        yield ("differential", c.driver("test/differential/run.py", "differential", "--count", c.size["differential"]),
               count_summary)


def suites(options):
    size = dict(SIZES[options.size])
    size.update((name, int(n)) for name, n in (part.split("=") for part in options.counts))
    c = Commands(options, size)
    if options.size != "long":
        yield from unit_suites(options)
    yield from program_suites(options, c)
    yield from generated_suites(c)
    if options.size != "long":
        yield "include directions", [sys.executable, "scripts/check-includes.py"], count_check
        yield "layout", [sys.executable, "scripts/check-format.py"], count_check
        yield "documents", [sys.executable, "scripts/check-docs.py"], count_check


def main():
    options = parse_options()
    passed = failed = 0
    bad = []
    for name, command, count in suites(options):
        p, f = run_suite(name, command, count)
        passed, failed = passed + p, failed + f
        if f:
            bad.append(name)
    if bad:
        print("Failed:", ", ".join(bad))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
