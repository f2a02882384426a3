# SPDX-License-Identifier: Apache-2.0
"""What the fuzzing drivers share: running a program with a time limit, shrinking a failing text, the options, and
the closing line `N passed, M failed`."""
import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.append(os.path.join(ROOT, "test"))

from progress import Progress

TIMED_OUT = "timed out"


class Result:
    """How a process ended. code is its exit code, negative for a signal, or TIMED_OUT."""

    def __init__(self, code, stdout, stderr):
        self.code, self.stdout, self.stderr = code, stdout, stderr

    def key(self):
        return (self.code, self.stdout)


def run(argv, timeout, *, env=None, cwd=None, stdin=subprocess.DEVNULL):
    """Runs argv in a process group of its own; on a timeout the whole group is ended (a driver may have children)."""
    proc = subprocess.Popen(argv, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, cwd=cwd,
                            start_new_session=True)
    try:
        out, err = proc.communicate(timeout=timeout)
        return Result(proc.returncode, out, err)
    except subprocess.TimeoutExpired:
        os.killpg(proc.pid, signal.SIGKILL)
        out, err = proc.communicate()
        return Result(TIMED_OUT, out, err)


def shrink(text, still_fails, seconds):
    """Removes runs of lines, halving their length each round (ddmin without complements), while still_fails(text).

    Lines that open and close a brace are also tried together, so that whole blocks and functions go at once.
    """
    deadline = time.monotonic() + seconds
    lines = text.split("\n")

    def attempt(candidate):
        return time.monotonic() < deadline and still_fails("\n".join(candidate))

    changed = True
    while changed and time.monotonic() < deadline:
        changed = False
        lines, hit = shrink_blocks(lines, attempt)
        changed |= hit
        size = max(1, len(lines) // 4)
        while size >= 1 and time.monotonic() < deadline:
            at = 0
            while at < len(lines) and time.monotonic() < deadline:
                candidate = lines[:at] + lines[at + size:]
                if attempt(candidate):
                    lines, changed = candidate, True
                else:
                    at += size
            size //= 2
    return "\n".join(lines)


def block_end(lines, start):
    """The line that closes the brace opened on line start, or None."""
    depth = 0
    for at in range(start, len(lines)):
        depth += lines[at].count("{") - lines[at].count("}")
        if depth <= 0:
            return at
    return None


def shrink_blocks(lines, attempt):
    changed, at = False, 0
    while at < len(lines):
        if lines[at].count("{") > lines[at].count("}"):
            end = block_end(lines, at)
            if end is not None:
                for candidate in (lines[:at] + lines[end + 1:], lines[:at] + lines[at + 1:end] + lines[end + 1:]):
                    if attempt(candidate):
                        lines, changed = candidate, True
                        break
                else:
                    at += 1
                continue
        at += 1
    return lines, changed


def parse_options(description, default_count, **extra):
    """The options every driver has; extra maps names to argparse keyword arguments."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--heddle", default=os.path.join(ROOT, "build", "heddle"), help="the tool under test")
    parser.add_argument("--count", type=int, default=default_count, help="how many cases (%(default)s)")
    parser.add_argument("--seed", type=int, default=None, help="of the first case; random if not given")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="cases at the same time (%(default)s)")
    parser.add_argument("--keep", metavar="DIR", default=None, help="where failing cases are saved")
    parser.add_argument("--shrink-seconds", type=int, default=60, help="time to shrink a failing case (%(default)s)")
    for name, keywords in extra.items():
        parser.add_argument("--" + name.replace("_", "-"), **keywords)
    options = parser.parse_args()
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(1, 1 << 31)
    if not os.access(options.heddle, os.X_OK) or os.path.isdir(options.heddle):
        sys.exit(f"{os.path.basename(sys.argv[0])}: {options.heddle} is not an executable; build the tool first")
    options.heddle = os.path.abspath(options.heddle)
    if options.keep is None:
        options.keep = os.path.join(tempfile.gettempdir(), "heddle-fuzz-failures")
    return options


class Tally:
    """Counts cases, prints failures as they come, and keeps what failed."""

    def __init__(self, options):
        name = os.path.splitext(os.path.basename(sys.argv[0]))[0]
        self.options, self.progress = options, Progress(name, options.count)

    def ok(self):
        self.progress.count()

    def fail(self, title, *details):
        self.progress.count("\n     ".join([title, *(str(detail).replace("\n", "\n     ") for detail in details)]))

    def save(self, name, content):
        os.makedirs(self.options.keep, exist_ok=True)
        path = os.path.join(self.options.keep, name)
        with open(path, "wb" if isinstance(content, bytes) else "w") as f:
            f.write(content)
        return path

    def finish(self):
        sys.exit(self.progress.finish())


def run_cases(options, case, step=1):
    """case(seed) for every step-th of count seeds from options.seed on, options.jobs at a time. An exception in a case
    is raised. (Not with the standard pool of threads: its package has the name of a file here.)"""
    print(f"seed {options.seed}, {options.count} cases")
    sys.stdout.flush()
    seeds, errors, lock = iter(range(options.seed, options.seed + options.count, step)), [], threading.Lock()

    def work():
        while not errors:
            with lock:
                seed = next(seeds, None)
            if seed is None:
                return
            try:
                case(seed)
            except Exception as error:  # handed on to the caller below
                errors.append((seed, error))

    threads = [threading.Thread(target=work) for _ in range(max(1, options.jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        print(f"seed {errors[0][0]}: the driver itself failed")
        raise errors[0][1]


class WorkDir:
    """A directory of one case, gone afterwards."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="heddle-fuzz-")
        return self.path

    def __exit__(self, *ignored):
        shutil.rmtree(self.path, ignore_errors=True)


def first_difference(a, b):
    """The first line in which two outputs differ, for messages."""
    left, right = a.split(b"\n"), b.split(b"\n")
    for k, (x, y) in enumerate(zip(left, right)):
        if x != y:
            return f"line {k + 1}: {x[:120]!r} and {y[:120]!r}"
    if len(left) != len(right):
        k = min(len(left), len(right))
        longer = left if len(left) > k else right
        return f"line {k + 1} only on one side: {longer[k][:120]!r}"
    return "same output"
