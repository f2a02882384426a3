#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of heddle's command line: bad input, limits, files it writes, messages, exit codes, and that nothing is left
behind.

  test/cli.py                 all; the modules of test/cli are the subjects
  test/cli.py stores replay   those with one of these words in SUBJECT/FUNCTION
"""
import sys

from cli.box import Box
from suite import chosen_by_size, parser, run_tests, subjects_of


def main():
    options = parser("tests heddle's command line", quick="without slow tests").parse_args()
    return run_tests("command line", Box, chosen_by_size(subjects_of("cli"), options), options)


if __name__ == "__main__":
    sys.exit(main())
