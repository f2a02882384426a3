# SPDX-License-Identifier: Apache-2.0
"""Random programs and what temporal properties they have, computed in Python; test/temporal.py compares heddle with
it."""
