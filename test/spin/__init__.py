# SPDX-License-Identifier: Apache-2.0
"""Tests of heddle spin and of libheddle, a module a subject; test/spin.py runs them."""
