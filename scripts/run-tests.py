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
    p.add_argument("--seed", default="1", help="seed of the generated tests")
    p.add_argument("--native", type=int, default=200, help="generated programs compared with native runs")
    p.add_argument("--damage", type=int, default=500, help="damaged inputs")
    p.add_argument("--concurrent", type=int, default=40, help="generated concurrent programs")
    p.add_argument("--threads", type=int, default=128, help="generated programs with threads compared with native runs")
    p.add_argument("--differential", type=int, default=2000, help="generated programs under every reduction, store and search")
    p.add_argument("--quick", action="store_true", help="programs with threads: depth-first, default reduction only; library functions: passing tests for 64 bits only")
    p.add_argument("--only", nargs="*", metavar="TEXT", default=[], help="only programs with these in their name")
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


def suites(options):
    heddle = os.path.join(options.build, "heddle")
    python = sys.executable
    for path in sorted(glob.glob(os.path.join(ROOT, options.build, "unit", "unit-*"))):
        yield os.path.basename(path), [path], count_cmocka
    yield ("programs", [python, "test/run-programs.py", "--heddle", heddle, "--jobs", str(options.jobs)]
           + ["--quick"] * options.quick + options.only, count_summary)
    if not options.only:
        yield ("SPIN", [python, "test/spin.py", "--heddle", heddle, "--jobs", str(options.jobs)]
               + ["--quick"] * options.quick, count_summary)
        yield ("agreement with SPIN", [python, "test/spin-agreement.py", "--heddle", heddle, "--jobs", str(options.jobs),
                                       "--sample", "30" if options.quick else "8", "--seed", options.seed], count_summary)
        yield ("formulas", [python, "test/ltl.py", "--heddle", heddle, "--jobs", str(options.jobs), "--seed", options.seed]
               + ["--quick"] * options.quick, count_summary)
        yield ("harnesses", [python, "test/models.py", "--heddle", heddle, "--jobs", str(options.jobs)]
               + ["--quick"] * options.quick, count_summary)
        yield "command line", [python, "test/cli.py", "--heddle", heddle], count_summary
        yield "limits", [python, "test/limits.py", "--heddle", heddle], count_summary
        yield ("library functions", [python, "test/libc.py", "--heddle", heddle, "--jobs", str(options.jobs)]
               + ["--quick"] * options.quick, count_summary)
        yield ("races in library functions", [python, "test/libraces.py", "--heddle", heddle, "--jobs", str(options.jobs)],
               count_summary)
    for name, count in (("native", options.native), ("damage", options.damage), ("concurrent", options.concurrent),
                        ("threads", options.threads)):
        if count > 0:
            yield (name, [python, f"test/fuzz/{name}.py", "--heddle", heddle, "--count", str(count), "--jobs", str(options.jobs),
                          "--seed", options.seed], count_summary)
    if not options.only:
        yield ("random runs", [python, "test/walks.py", "--walks", os.path.join(options.build, "walks"), "--jobs",
                               str(options.jobs), "--seed", options.seed, "--sample", "12" if options.quick else "3"],
               count_summary)
    if options.differential > 0:
        yield ("differential", [python, "test/differential/run.py", "--driver", os.path.join(options.build, "differential"),
                                "--count", str(options.differential), "--jobs", str(options.jobs), "--seed", options.seed], count_summary)
    yield "include directions", [python, "scripts/check-includes.py"], count_check
    yield "documents", [python, "scripts/check-docs.py"], count_check


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
