# SPDX-License-Identifier: Apache-2.0
"""Tests of heddle's command line, a module a subject; test/cli.py runs them."""
