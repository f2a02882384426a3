#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The machine against the processor: generated programs run natively (compiled with -O0) and with `heddle run` at
-O0 and at one random optimisation level; output and exit code must agree. A quarter of them are also given to
`heddle check`, which must find nothing wrong. Failing programs are shrunk and kept."""
import os
import random
import re
import shutil
import sys

sys.dont_write_bytecode = True  # no __pycache__ in the source tree

from common import TIMED_OUT, Result, Tally, WorkDir, first_difference, parse_options, run, run_cases, shrink
from generate import generate

LEVELS = ["-O1", "-O2", "-O3", "-Os"]
NATIVE_SECONDS = 20
HEDDLE_SECONDS = 120


def write(directory, name, text):
    path = os.path.join(directory, name)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def native(directory, source, compiler, flags=("-O0",)):
    """Result of the program compiled by compiler, or None if it does not compile or compiles with a warning."""
    exe = os.path.join(directory, "native")
    built = run([compiler, "-w", *flags, source, "-o", exe, "-lm"], 120)
    if built.code != 0:
        return None
    return run([exe], NATIVE_SECONDS)


def heddle(options, source, level):
    return run([options.heddle, "run", level, source], HEDDLE_SECONDS)


def check(options, source, expected):
    """`heddle check` in the shape of a run: the expected result unless it finds something wrong."""
    got = run([options.heddle, "check", "--time-limit", "20", "--memory-limit", "4G", source], HEDDLE_SECONDS)
    if got.code == 0 or (got.code == 3 and b"limit" in got.stdout):
        return expected
    return Result(got.code, b"heddle check: " + got.stdout, got.stderr)


def complaint(expected, got):
    if got.code == TIMED_OUT:
        return "heddle run timed out"
    if got.code != expected.code:
        tail = got.stderr.decode("utf-8", "replace").strip().split("\n")[:6]
        difference = first_difference(expected.stdout, got.stdout)
        return f"exit code {got.code}, natively {expected.code}: {difference}\n" + "\n".join(tail)
    return first_difference(expected.stdout, got.stdout)


def is_defined(directory, source):
    """Whether sanitizers and compilers find nothing undefined in the program. Used while shrinking, which may remove
    an initialisation or a bound."""
    strict = ["-std=gnu17", "-Werror=uninitialized", "-Werror=return-type", "-Werror=sometimes-uninitialized",
              "-Werror=implicit-function-declaration", "-Werror=array-bounds", "-fsyntax-only"]
    if run(["clang-19", *strict, source], 60).code != 0:
        return False
    outputs = []
    for flags in (["-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"], ["-O0", "-fsanitize=memory"]):
        result = native(directory, source, "clang-19", flags)
        if result is None or result.code == TIMED_OUT or result.code in (1, 77) and b"SUMMARY" in result.stderr:
            return False
        outputs.append(result.key())
    return all(key == outputs[0] for key in outputs)


def error_shape(got):
    """What kind of failure it is, so that shrinking does not slide from one bug into another."""
    if got.code == TIMED_OUT:
        return "timeout"
    text = got.stderr.decode("utf-8", "replace").strip()
    line = text.split("\n")[-1] if text else ""
    return re.sub(r"[0-9]+|'[^']*'|/\S+", "#", line)[:60]


def heddle_result(options, source, way, expected):
    return check(options, source, expected) if way == "check" else heddle(options, source, way)


def make_still_fails(options, directory, compiler, way, shape):
    source = os.path.join(directory, "shrink.c")

    def still_fails(text):
        write(directory, "shrink.c", text)
        expected = native(directory, source, compiler)
        if expected is None or expected.code == TIMED_OUT or not isinstance(expected.code, int) or expected.code < 0:
            return False
        got = heddle_result(options, source, way, expected)
        return got.key() != expected.key() and error_shape(got) == shape and is_defined(directory, source)

    return still_fails


def check_one(options, tally, seed):
    rng = random.Random(seed ^ 0x5eed)
    compiler = rng.choice([c for c in ("gcc", "clang-19") if shutil.which(c)])
    text = generate(seed)
    with WorkDir() as directory:
        source = write(directory, "program.c", text)
        expected = native(directory, source, compiler)
        if expected is None or expected.code == TIMED_OUT or expected.code < 0:
            tally.fail(f"seed {seed}: the generated program is bad natively", tally.save(f"native-{seed}.c", text))
            return
        for way in ["-O0", rng.choice(LEVELS)] + (["check"] if rng.randrange(4) == 0 else []):
            got = heddle_result(options, source, way, expected)
            if got.key() == expected.key():
                continue
            saved = tally.save(f"native-{seed}.c", text)
            if not is_defined(directory, source):
                tally.fail(f"seed {seed}: the generated program is not well defined", saved)
                return
            small = shrink(text, make_still_fails(options, directory, compiler, way, error_shape(got)),
                           options.shrink_seconds)
            tally.fail(f"seed {seed} {way} (natively {compiler} -O0)", complaint(expected, got), saved,
                       tally.save(f"native-{seed}-small.c", small))
            return
    tally.ok()


def main():
    options = parse_options(__doc__, 200)
    tally = Tally(options)
    run_cases(options, lambda seed: check_one(options, tally, seed))
    tally.finish()


if __name__ == "__main__":
    sys.exit(main())
