#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of `heddle spin` and libheddle.

SPIN searches the same states as `heddle check`, so verdicts, kinds and, where a search is complete, numbers of states
must agree. Each test is a function test_*; it gets a Box: a fresh working directory, a fresh TMPDIR that must be empty
when the test ends, and run() for heddle. A failed expectation raises Failure.
"""
import sys

from spin.box import Box
from suite import chosen_by_size, parser, run_tests, subjects_of


def main():
    options = parser("tests heddle spin and libheddle",
                     quick="without slow tests; few programs are compared with heddle check").parse_args()
    return run_tests("SPIN", Box, chosen_by_size(subjects_of("spin"), options), options)


if __name__ == "__main__":
    sys.exit(main())
