#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every test suite on one build, and tells in a table what passed, what failed and how long it took. The last line
is the sum, `N passed, M failed`.

A suite is a command, or several; what it says in its last line `N passed, M failed` is counted. A suite that ends badly
without such a line, or that contradicts it, counts as one failure. Suites run one after the other and use all
processors, but for those that mostly wait: they run beside the others, and their lines begin with their name.
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "test"))
import chromium                                 # noqa: E402  of test/

COUNTING = threading.Lock()
SUMMARY = re.compile(r"^(\d+) passed, (\d+) failed", re.M)
# How much of the suites with many cases runs: counts of generated programs, one of so many of the others.
SIZES = {
    "quick": dict(ways="one", agreement=60, allocations=6, libc=8, libraces=8, walks=24, minimise=60, smt=240,
                  native=10, damage=30, concurrent=1, threads=8, differential=30, drawn=0, unknown=15,
                  unknown_drawn=0, lgfsm=20, buchi=300, temporal=20),
    "usual": dict(ways="one", agreement=120, allocations=12, libc=16, libraces=8, walks=16, minimise=30, smt=200,
                  native=20, damage=60, concurrent=1, threads=16, differential=20, drawn=100, unknown=15,
                  unknown_drawn=25, lgfsm=40, buchi=1000, temporal=30),
    "long": dict(ways="rest", agreement=48, allocations=100, libc=24, libraces=8, walks=8, minimise=12, smt=120,
                 native=40, damage=100, concurrent=1, threads=20, differential=20, drawn=1900, unknown=15,
                 unknown_drawn=445, lgfsm=100, buchi=4000, temporal=100),
}


# ---- what a suite says of itself ------------------------------------------------------------------

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


@dataclass
class Suite:
    """What runs, and then what came of it. count(output) gives (passed, failed) or None."""
    name: str
    about: str
    commands: list
    count: object = count_summary
    mostly_waits: bool = False
    lacks: str = ""             # what is not installed that it needs: it is left out
    jobs: int = 1               # so many of its commands at a time
    passed: int = 0
    failed: int = 0
    seconds: float = 0
    cpu_seconds: float = 0


# ---- running them ---------------------------------------------------------------------------------

def environment():
    # The sanitizers' own exit codes would look like verdicts.
    env = dict(os.environ)
    env.setdefault("ASAN_OPTIONS", "exitcode=99:allocator_may_return_null=1")
    env.setdefault("LSAN_OPTIONS", "exitcode=99")
    env.setdefault("UBSAN_OPTIONS", "exitcode=99:print_stacktrace=1")
    return env


def run_command(suite, command, say):
    p = subprocess.Popen(command, cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, errors="replace")
    output = []
    for line in p.stdout:
        output.append(line)
        if suite.jobs == 1:
            say(line.rstrip("\n"))
    if suite.jobs > 1:  # those of one command together
        say("".join(output).rstrip("\n"))
    _, status, usage = os.wait4(p.pid, 0)
    code = p.returncode = os.waitstatus_to_exitcode(status)
    passed, failed = suite.count("".join(output)) or (0 if code else 1, 0)
    if code != 0 and failed == 0:
        say(f"{' '.join(command)}: ended with exit code {code}")
        failed = 1
    with COUNTING:
        suite.cpu_seconds += usage.ru_utime + usage.ru_stime
        suite.passed, suite.failed = suite.passed + passed, suite.failed + failed


def run_suite(suite):
    prefix = f"[{suite.name}] " if suite.mostly_waits else ""

    def say(line):
        print(prefix + line, flush=True)

    say(f"== {suite.name}: {suite.about}")
    start = time.monotonic()
    with ThreadPoolExecutor(suite.jobs) as pool:
        for _ in pool.map(lambda command: run_command(suite, command, say), suite.commands):
            pass
    suite.seconds = time.monotonic() - start
    say(f"== {suite.name}: {suite.passed} passed, {suite.failed} failed, {suite.seconds:.0f} s" + "\n" * (not prefix))


def run_all(suites):
    def beside():
        for suite in suites:
            if suite.mostly_waits:
                run_suite(suite)

    waiting = threading.Thread(target=beside)
    waiting.start()
    for suite in suites:
        if not suite.mostly_waits:
            run_suite(suite)
    waiting.join()


def tell(suites):
    """The table and the sum; the exit code."""
    width = max((len(s.name) for s in suites), default=0)
    print(f"{'suite':{width}}  {'passed':>7} {'failed':>7} {'seconds':>8} {'of a processor':>15}")
    for s in suites:
        print(f"{s.name:{width}}  {s.passed:7} {s.failed:7} {s.seconds:8.0f} {s.cpu_seconds:15.0f}")
    print(f"{'all':{width}}  {'':7} {'':7} {'':8} {sum(s.cpu_seconds for s in suites):15.0f}")
    passed, failed = sum(s.passed for s in suites), sum(s.failed for s in suites)
    if failed:
        print("Failed:", ", ".join(s.name for s in suites if s.failed))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


# ---- which there are ------------------------------------------------------------------------------

class Commands:
    def __init__(self, options, size):
        self.options, self.size = options, size
        self.heddle = ["--heddle", os.path.join(options.build, "heddle")]
        self.jobs = ["--jobs", str(options.jobs)]
        # Other programs than those of the usual size.
        self.seed = ["--seed", str(options.seed + (100000 if options.size == "long" else 0))]

    def run(self, script, *more):
        return [[sys.executable, script, *self.heddle, *self.jobs, *map(str, more)]]

    def driver(self, script, name, *more):
        option = "--walks" if name == "walks" else "--driver"
        path = os.path.join(self.options.build, name)
        return [[sys.executable, script, option, path, *self.jobs, *self.seed, *map(str, more)]]


def sources_suites(options):
    units = sorted(glob.glob(os.path.join(ROOT, options.build, "unit", "unit-*")))
    yield Suite("unit tests", "the rooms that can be tested alone", [[path] for path in units], count_cmocka,
                lacks="" if units else "cmocka", jobs=options.jobs)
    for name, about in (("includes", "rooms include each other only downwards"), ("format", "the layout of sources"),
                        ("docs", "paths that documents name exist"),
                        ("rows", "row files agree with what is written by hand")):
        yield Suite(name, about, [[sys.executable, f"scripts/check-{name}.py"]], count_check)


def waiting_suites(options, c):
    is_long = options.size == "long"
    if not is_long:
        yield Suite("limits", "time, memory and signals end whatever heddle is busy with", c.run("test/limits.py"),
                    mostly_waits=True)
    yield Suite("command line", "options, messages, files and exit codes",
                c.run("test/cli.py", "--rest" if is_long else "--quick"), mostly_waits=True)
    if not is_long:
        yield Suite("browser", "pages of reports, in Chromium", c.run("test/browser.py"), mostly_waits=True,
                    lacks=chromium.missing())


def program_suites(options, c):
    """What checks programs that are written by hand."""
    size, seed = c.size, c.seed
    ways = {"one": "each at one level, in one way", "some": "each in one way, half of them in another",
            "rest": "at other levels, in other ways"}[size["ways"]]
    yield Suite("programs", f"test/programs, {ways}",
                c.run("test/run-programs.py", "--ways", size["ways"], *seed, *options.only))
    if not options.only and options.size != "long":
        yield Suite("golden", "how counterexamples look", c.run("test/golden.py"))
    yield Suite("allocations", "the n-th allocation fails",
                c.run("test/allocations.py", "--sample", size["allocations"], *seed))
    part = 1 + size["smt"] // 10 if options.only else size["smt"]
    yield Suite("interleavings", "heddle smt says what the programs say",
                c.run("test/smt.py", "--sample", part, *seed, *options.only))
    part = 1 + size["minimise"] // 10 if options.only else size["minimise"]
    yield Suite("context switches", "counterexamples with fewer of them show the same violation",
                c.run("test/minimise.py", "--sample", part, *seed, *options.only))
    if options.only:
        return
    yield Suite("random runs", "runs without reductions end where the search says",
                c.driver("test/walks.py", "walks", "--sample", size["walks"]))
    quick = "--rest" if options.size == "long" else "--quick"
    lacks = "" if shutil.which("spin") else "SPIN"
    yield Suite("SPIN", "heddle spin and libheddle", c.run("test/spin.py", quick), lacks=lacks)
    yield Suite("any number of threads", "what holds for any number holds for 1 to 4",
                c.run("test/many.py", "--count", 10 if options.size != "long" else 40, *seed))
    yield Suite("agreement with SPIN", "heddle spin says what heddle check says",
                c.run("test/spin-agreement.py", "--sample", size["agreement"], *seed), lacks=lacks)
    part = ["--sample", 4] if options.size == "long" else ["--quick"]
    yield Suite("formulas", "heddle spin --ltl", c.run("test/ltl.py", *seed, *part), lacks=lacks)
    yield Suite("harnesses", "tic-tac-toe and the arbiter of bench/", c.run("test/models.py", quick), lacks=lacks)


def library_suites(options, c):
    part = {"quick": ["--quick"], "usual": [], "long": ["--rest"]}[options.size]
    yield Suite("library functions", "what each function of runtime/libc.def does and what it finds",
                c.run("test/libc.py", "--sample", c.size["libc"], "--seed", options.seed, *part))
    yield Suite("races in library functions", "two threads call each of them",
                c.run("test/libraces.py", "--sample", c.size["libraces"], *c.seed))


def generated_suites(c):
    for name, about in (("native", "generated programs do what they do natively"),
                        ("damage", "damaged inputs crash nothing"),
                        ("concurrent", "generated threads, beside brute force in Python"),
                        ("threads", "generated threads end natively in no state that the search does not have")):
        if c.size[name] > 0:
            yield Suite(name, about, c.run(f"test/fuzz/{name}.py", "--count", c.size[name], *c.seed))
    if c.size["lgfsm"] > 0:
        yield Suite("counted threads", "heddle lgfsm: generated machines and boolean programs",
                    c.run("test/lgfsm.py", "--programs", c.size["lgfsm"], *c.seed))
    if c.size["buchi"] > 0:
        yield Suite("automata", "generated formulas and their automata, beside SPIN's claims",
                    c.driver("test/buchi.py", "buchi", "--count", c.size["buchi"], "--spin", c.size["buchi"] // 20))
    if c.size["temporal"] > 0:
        yield Suite("temporal properties", "generated programs and formulas, beside a tableau in Python",
                    c.run("test/temporal.py", "--count", c.size["temporal"], *c.seed, "--spin",
                          20 if shutil.which("spin") else 0))
    if c.size["differential"] > 0:
        yield Suite("differential", "generated threads under all reductions, stores and orders",
                    c.driver("test/differential/run.py", "differential", "--count", c.size["differential"]))
    if c.size["drawn"] > 0:
        yield Suite("differential, drawn", "many generated threads, each under some reductions, stores and orders",
                    c.driver("test/differential/run.py", "differential", "--count", c.size["drawn"], "--draw", 3))
    if c.size["unknown"] > 0:
        yield Suite("unknown values", "generated programs: values that are tried and values that are computed with",
                    c.driver("test/differential/run.py", "differential", "--unknown", "--count", c.size["unknown"]))
    if c.size["unknown_drawn"] > 0:
        yield Suite("unknown values, drawn", "many generated programs with them, each under some configurations",
                    c.driver("test/differential/run.py", "differential", "--unknown", "--count",
                             c.size["unknown_drawn"], "--draw", 3))


def suites_of(options):
    size = dict(SIZES[options.size])
    size.update((name, int(n)) for name, n in (part.split("=") for part in options.counts))
    c = Commands(options, size)
    if options.size != "long":
        yield from sources_suites(options)
    if not options.only:
        yield from waiting_suites(options, c)
    yield from program_suites(options, c)
    if not options.only:
        yield from library_suites(options, c)
    yield from generated_suites(c)


def parse_options():
    p = argparse.ArgumentParser(description="runs all test suites")
    p.add_argument("--build", default="build", help="build directory")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    p.add_argument("--seed", type=int, default=1, help="of the generated tests and of what is chosen by lot")
    p.add_argument("--size", choices=SIZES, default="usual",
                   help="quick: one way for each program, most but not all suites' cases; usual: another way for half "
                        "of them, "
                        "a part of the suites with many cases; long: what usual leaves out")
    p.add_argument("--counts", nargs="*", metavar="NAME=N", default=[],
                   help="other counts than the size's: native, damage, concurrent, threads, differential, drawn, "
                        "unknown, unknown_drawn, lgfsm, buchi, temporal")
    p.add_argument("--suites", nargs="*", metavar="TEXT", default=[],
                   help="only suites with one of these in their name")
    p.add_argument("--only", nargs="*", metavar="TEXT", default=[],
                   help="only programs with one of these in their path")
    return p.parse_args()


def chosen(options):
    suites = [s for s in suites_of(options)
              if not options.suites or any(text in s.name for text in options.suites)]
    if not suites:
        sys.exit(f"no suite has one of these in its name: {' '.join(options.suites)}")
    return suites


def main():
    suites = chosen(parse_options())
    for suite in suites:
        if suite.lacks:
            print(f"left out: {suite.name}, since {suite.lacks} is not installed")
    suites = [suite for suite in suites if not suite.lacks]
    run_all(suites)
    return tell(suites)


if __name__ == "__main__":
    sys.exit(main())
