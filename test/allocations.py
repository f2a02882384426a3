#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The n-th allocation fails, for every n, in a check from end to end.

HEDDLE_FAIL_ALLOC=N lets the N-th allocation of src/base fail, N+ that one and all after it. Whichever it is, the run
ends soon, with one verdict or one message, an exit code that says the same, a JSON object that says the same or none,
and nothing left behind. With --sample, so many n of each case are tried, chosen by the seed.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from cli.box import Box
from cli.sources import RACE
from progress import Progress
from suite import parser

TIMEOUT = 60
CODES = {"holds": 0, "violated": 1, "unknown": 3}
REASON = "unknown: out of memory ["
ALONE = "heddle: out of memory\n"
# What is told on standard error when the violation is known but not yet how it happens, or told but not yet written.
LATE = re.compile(r"heddle: out of memory before (it was told how this happens|the trace was written)\n")

LOCKED = """\
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *counter;
static void *add(void *arg) {
    pthread_mutex_lock(&lock);
    ++*counter;
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void) {
    pthread_t a, b;
    counter = calloc(1, sizeof *counter);
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(*counter == 2);
    free(counter);
    return 0;
}
"""
# Name and kind of file, source, options, exit code when nothing fails.
CASES = [
    ("violated.c", RACE, ["--workers", "1", "--trace", "trace.json"], 1),
    ("holds.c", LOCKED, ["--workers", "1", "--property", "leak,race"], 0),
    ("breadth.c", RACE, ["--workers", "2", "--search", "bfs", "--store", "exact"], 1),
    ("child.bc", LOCKED, ["--workers", "1"], 0),  # a child reads it first
    ("workers.c", LOCKED, ["--workers", "2", "--reduction", "global"], 0),
]


class Run:
    """One check in a directory of its own, in which an allocation fails."""

    def __init__(self, heddle, case, fail):
        path, words, self.usual = case
        self.fail = fail
        with tempfile.TemporaryDirectory(prefix="heddle-allocations-") as base:
            box = Box(heddle, base)
            box.env["HEDDLE_FAIL_ALLOC"] = fail
            self.command = ["check", *words, "--json", "out.json", path]
            p = subprocess.run([heddle, *self.command], cwd=box.home, env=box.env, stdin=subprocess.DEVNULL,
                               capture_output=True, timeout=TIMEOUT)
            self.code = p.returncode
            self.out, self.err = (data.decode("utf-8", "replace") for data in (p.stdout, p.stderr))
            self.left = os.listdir(box.tmp)
            self.json = box.read("out.json") if os.path.exists(box.path("out.json")) else b""

    def has_met(self):
        return "out of memory" in self.out + self.err

    def problem(self):
        verdicts = re.findall(r"^(holds|violated|unknown)\b.*", self.out, re.M)
        if self.left:
            return f"left behind: {self.left}"
        if not self.has_met():
            return None if self.code == self.usual else "it ends as it should not, and says nothing of memory"
        if self.code not in (0, 1, 3):
            return "neither a verdict nor unknown"
        if not verdicts:
            return None if self.code == 3 and self.err == ALONE and not self.json else "no clear message"
        if len(verdicts) > 1 or CODES[verdicts[0]] != self.code:
            return "not one verdict, or not that of the exit code"
        if self.code == 3:
            return self.problem_of_unknown()
        return self.problem_of_known()

    def problem_of_unknown(self):
        if not self.out.startswith(REASON) or self.out.count("\n") != 1:
            return "not one line with the reason"
        return self.problem_of_json()

    def problem_of_known(self):
        """What the search has found is not lost."""
        is_late = LATE.fullmatch(self.err) or self.fail.endswith("+") and self.err == ALONE
        if self.code != self.usual or not is_late:
            return "the verdict is another, or it is not told what is missing"
        return self.problem_of_json()

    def problem_of_json(self):
        if not self.json:
            return None if "not enough memory" in self.err else "no JSON"
        try:
            return None if CODES[json.loads(self.json)["verdict"]] == self.code else "the JSON has another verdict"
        except ValueError:
            return "broken JSON"

    def __str__(self):
        return (f"HEDDLE_FAIL_ALLOC={self.fail} heddle {' '.join(self.command)}\nexit code {self.code}\n"
                f"{self.out}{self.err}")


def prepare(folder, names, heddle):
    """The cases with a file instead of a source."""
    for name, source, words, code in CASES:
        if names and not any(part in name for part in names):
            continue
        # A child can inherit a lock of the address sanitizer's from a thread that it does not have, and waits for ever.
        if name.endswith(".bc") and "sanitize" in heddle:
            continue
        path = os.path.join(folder, name)
        text = path.replace(".bc", ".c")
        with open(text, "w") as f:
            f.write(source)
        if path != text:
            subprocess.run(["clang-19", "-g", "-O0", "-c", "-emit-llvm", text, "-o", path], check=True)
        yield path, words, code


def number_of_allocations(heddle, case):
    """The first n that is not met."""
    low, high = 0, 1024
    while Run(heddle, case, str(high)).has_met():
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        if Run(heddle, case, str(middle)).has_met():
            low = middle
        else:
            high = middle
    return high


def chosen(n, sample, rng):
    """Of a sample, half lie among the last: those of the search and of the report."""
    if not sample or sample >= n:
        return range(1, n + 1)
    late = n - n // 4
    return sorted(rng.sample(range(1, late), min(sample // 2, late - 1)) +
                  rng.sample(range(late, n + 1), min(sample - sample // 2, n + 1 - late)))


def problem_of(heddle, case, fail):
    try:
        run = Run(heddle, case, fail)
        problem = run.problem()
        return problem and f"{problem}\n{run}"
    except subprocess.TimeoutExpired:
        return f"no answer within {TIMEOUT} s: HEDDLE_FAIL_ALLOC={fail} on {case[0]}"


def fails_of(heddle, case, options, rng):
    """The values of HEDDLE_FAIL_ALLOC for a case."""
    n = number_of_allocations(heddle, case)
    sample = options.sample
    fails = [f"{i}{more}" for i in chosen(n, sample, rng) for more in ("", "+")[:1 + (i % 4 == 0)]]
    print(f"{os.path.basename(case[0])}: {n - 1} allocations, {len(fails)} runs", flush=True)
    return fails


def main():
    p = parser("lets allocations fail")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--sample", type=int, default=0, help="so many allocations of each case; 0: all")
    options = p.parse_args()
    heddle, rng = os.path.abspath(options.heddle), random.Random(options.seed)
    with ThreadPoolExecutor(options.jobs) as pool, tempfile.TemporaryDirectory(prefix="heddle-allocations-") as folder:
        runs = [(case, fail) for case in prepare(folder, options.words, heddle)
                for fail in fails_of(heddle, case, options, rng)]
        progress = Progress("allocations", len(runs))

        def job(run):
            problem = problem_of(heddle, *run)
            progress.count(problem and problem.rstrip().replace("\n", "\n     | "))

        for _ in pool.map(job, runs):
            pass
    return progress.finish()


if __name__ == "__main__":
    sys.exit(main())
