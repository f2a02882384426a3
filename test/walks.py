#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random runs of the programs of test/programs that hold: none may end in a violation, or in a final state that the
search does not have. The runs are made on a machine without store, packing, private memory and reductions
(build/walks).

Programs with options of heddle's, several files or arguments are left out; so are those without threads, whose only run
other tests compare with a native one.
"""
import argparse
import glob
import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from progress import Progress

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
HOLDS = re.compile(r"^// expect: holds\s*$", re.M)
OTHER_KEYS = re.compile(r"^// (options|files|args):", re.M)
THREADS = re.compile(r"pthread_create|thrd_create|std::(j?thread|async)\b")
TIMEOUT = 180


def programs():
    for path in sorted(glob.glob(os.path.join(HERE, "programs", "**", "*.c"), recursive=True)):
        with open(path, encoding="utf-8", errors="replace") as f:
            text = f.read()
        if HOLDS.search(text) and THREADS.search(text) and not OTHER_KEYS.search(text):
            yield path


def walk(options, path):
    command = [os.path.abspath(options.walks), "-n", str(options.runs), "-s", str(options.seed), os.path.basename(path),
               "-w"]
    try:
        p = subprocess.run(command, cwd=os.path.dirname(path), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                           errors="replace", timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return f"no answer within {TIMEOUT} s"
    answer = p.stdout.strip()
    is_right = p.returncode == 0 and (answer.startswith("agrees") or answer.startswith("skipped"))
    return answer if is_right else f"FAILED (exit code {p.returncode}): {answer} {p.stderr.strip()}"


def parse_options():
    p = argparse.ArgumentParser(description="random runs of the programs that hold")
    p.add_argument("--walks", default=os.path.join(ROOT, "build", "walks"))
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    p.add_argument("--runs", type=int, default=30, help="of each program")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--sample", type=int, default=1, metavar="N", help="one of N programs, which the seed chooses")
    p.add_argument("--verbose", action="store_true")
    return p.parse_args()


def main():
    options = parse_options()
    chosen = list(programs())
    random.Random(options.seed).shuffle(chosen)
    chosen = chosen[:max(1, len(chosen) // options.sample)]
    progress = Progress("random runs", len(chosen))

    def job(path):
        answer = walk(options, path)
        name = os.path.relpath(path, ROOT)
        if options.verbose:
            print(f"{name}: {answer}")
        if not answer.startswith(("agrees", "skipped")):
            progress.count(f"{name}: {answer}")
        elif answer.startswith("agrees") and not answer.startswith("agrees 0 "):
            progress.count()

    with ThreadPoolExecutor(options.jobs) as pool:
        for _ in pool.map(job, chosen):
            pass
    # Programs that are skipped prove nothing.
    if progress.passed < len(chosen) // 2:
        progress.count(f"only {progress.passed} of {len(chosen)} programs were compared")
    print(f"seed {options.seed}: {len(chosen)} programs, {progress.passed} compared")
    return progress.finish()


if __name__ == "__main__":
    sys.exit(main())
