#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that sources are laid out as clang-format would do it; no line is over 100 columns, in Python 120."""
import glob
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCES = ["src/**/*.[ch]", "runtime/**/*.[ch]", "include/**/*.h", "test/unit/*.c"]
SCRIPTS = ["test/**/*.py", "scripts/*.py", "bench/*.py"]


def matching(patterns):
    return sorted(name for pattern in patterns for name in glob.glob(pattern, root_dir=ROOT, recursive=True))


def has_long_lines(name, columns):
    with open(os.path.join(ROOT, name), encoding="utf-8") as f:
        numbers = [number for number, line in enumerate(f, 1) if len(line.rstrip("\n")) > columns]
    for number in numbers:
        print(f"{name}:{number}: over {columns} columns")
    return bool(numbers)


def main():
    names, scripts = matching(SOURCES), matching(SCRIPTS)
    run = subprocess.run(["clang-format-19", "--dry-run", "-Werror", *names], cwd=ROOT, stderr=subprocess.PIPE,
                         text=True)
    bad = {line.split(":")[0] for line in run.stderr.splitlines() if "error:" in line}
    for name in sorted(bad):
        print(f"{name}: 'make format' would change it")
    bad.update(name for name in names if has_long_lines(name, 100))
    bad.update(name for name in scripts if has_long_lines(name, 120))
    print(f"{len(names) + len(scripts) - len(bad)} passed, {len(bad)} failed")
    return 1 if bad or run.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
