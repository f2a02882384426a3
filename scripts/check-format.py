#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the sources are laid out as clang-format would do it, and that no line is over 100 columns."""
import glob
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCES = ["src/**/*.[ch]", "runtime/**/*.[ch]", "include/**/*.h", "test/unit/*.c"]
COLUMNS = 100


def main():
    names = sorted(name for pattern in SOURCES for name in glob.glob(pattern, root_dir=ROOT, recursive=True))
    run = subprocess.run(["clang-format-19", "--dry-run", "-Werror", *names], cwd=ROOT, stderr=subprocess.PIPE,
                         text=True)
    bad = {line.split(":")[0] for line in run.stderr.splitlines() if "error:" in line}
    for name in sorted(bad):
        print(f"{name}: 'make format' would change it")
    for name in names:
        with open(os.path.join(ROOT, name), encoding="utf-8") as f:
            for number, line in enumerate(f, 1):
                if len(line.rstrip("\n")) > COLUMNS:
                    print(f"{name}:{number}: over {COLUMNS} columns")
                    bad.add(name)
    print(f"{len(names) - len(bad)} passed, {len(bad)} failed")
    return 1 if bad or run.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
