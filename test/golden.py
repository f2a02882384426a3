#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How counterexamples look: what heddle prints of programs of test/programs, compared with files in test/golden.

  test/golden.py               all
  test/golden.py deadlock      those with one of these words in their name
  test/golden.py --update      writes the files again: read the differences before you commit them

One worker finds the same violation every time; the figures in the first line are left out.
"""
import difflib
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from progress import Progress
from suite import HERE, PROGRAMS, load_run_programs, parser

GOLDEN = os.path.join(HERE, "golden")
FIGURES = re.compile(r" \[\d+ states?, [^\]]*\]$", re.M)

# What each is for: a sort of violation, or of program.
CASES = {
    "account": "../../examples/account.c",
    "assertion-spin": "algorithms/flags-only.c",
    "atomic": "cxx/atomic-lost.cc",
    "reach-error": "real/svcomp-ring-log-closed.c",
    "null-dereference": "real/thread-pool-if.c",
    "null-race": "bounds/null-race.c",
    "out-of-bounds": "symbolic/index-outside.c",
    "use-after-free": "real/rcu-list-no-grace.c",
    "use-after-return": "real/word-count-local-table.c",
    "double-free": "heap/double-free-race.c",
    "invalid-free": "heap/free-thread-handle.c",
    "invalid-pointer": "torn/overlap-shared.c",
    "uninitialized": "unwritten/thread-function.c",
    "division": "numbers/division-by-zero.c",
    "deadlock": "deadlock/order.c",
    "deadlock-join": "deadlock/join-holding.c",
    "deadlock-once": "deadlock/circle-once.c",
    "deadlock-rwlock": "rwlock/upgrade.c",
    "lost-wakeup": "cond/lost-wakeup.c",
    "semaphore": "semaphore/deadlock.c",
    "barrier": "sync/barrier-too-many.c",
    "mutex-misuse": "mutex/destroy-waited-woken.c",
    "race": "race/after-loop.c",
    "race-order": "race/acquire-old-value.c",
    "leak": "heap/leak-in-threads.c",
    "invariant": "invariant/transient.c",
    "starvation": "liveness/philosophers.c",
    "liveness": "liveness/peterson.c",
    "copies": "torn/struct-copy-torn.c",
    "cxx": "cxx/fifo-wrong.cc",
}
MORE = {
    "account-full": ("account", ["--trace-full"]),
    "account-color": ("account", ["--color", "always"]),
    "lost-wakeup-cut": ("lost-wakeup", ["--max-trace-lines", "4"]),
}


def command_of(programs, heddle, name):
    base, more = MORE.get(name, (name, []))
    path = CASES[base]
    words = [heddle, "check", "--workers", "1", *more]
    if path.startswith(".."):
        return [*words, path]
    spec = next(s for s in programs.read_specs(os.path.join(PROGRAMS, path)) if s.expect.verdict == "violated")
    return [*words, spec.levels[0], *spec.options, path, *spec.files, *(["--", *spec.args] if spec.args else [])]


def output_of(programs, heddle, name):
    command = command_of(programs, heddle, name)
    done = subprocess.run(command, cwd=PROGRAMS, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120, check=False)
    text = done.stdout.decode("utf-8", "replace")
    if done.returncode != 1:
        return None, f"exit code {done.returncode}, expected 1\n{text}"
    return FIGURES.sub("", text), None


def problem_of(name, text):
    """How the text differs from what it was."""
    path = os.path.join(GOLDEN, name + ".txt")
    if not os.path.exists(path):
        return f"{os.path.relpath(path)} is missing; --update writes it"
    with open(path, encoding="utf-8") as f:
        before = f.read()
    lines = difflib.unified_diff(before.splitlines(), text.splitlines(), os.path.relpath(path), "now", lineterm="")
    return "\n".join(lines) or None


def main():
    p = parser("compares how counterexamples look with files in test/golden")
    p.add_argument("--update", action="store_true", help="write the files again")
    options = p.parse_args()
    names = [n for n in (*CASES, *MORE) if not options.words or any(w in n for w in options.words)]
    programs, heddle, progress = load_run_programs(), os.path.abspath(options.heddle), Progress("golden", len(names))

    def job(name):
        text, problem = output_of(programs, heddle, name)
        if text is not None and options.update:
            with open(os.path.join(GOLDEN, name + ".txt"), "w", encoding="utf-8") as f:
                f.write(text)
        elif text is not None:
            problem = problem_of(name, text)
        progress.count(problem and f"{name}: " + problem.rstrip().replace("\n", "\n     | "))

    with ThreadPoolExecutor(options.jobs) as pool:
        for _ in pool.map(job, names):
            pass
    files = {name for name in os.listdir(GOLDEN) if name.endswith(".txt")}
    for stale in sorted(files - {n + ".txt" for n in (*CASES, *MORE)}):
        progress.count(f"{stale} belongs to no case")
    return progress.finish()


if __name__ == "__main__":
    sys.exit(main())
