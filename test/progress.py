# SPDX-License-Identifier: Apache-2.0
"""How every suite counts: failures are told as they come, how far it is from time to time, and the sum in the last
line, from which scripts/run-tests.py takes it."""
import threading
import time

SECONDS = 20        # between two lines


class Progress:
    """Of the cases of one suite. Threads may share it."""

    def __init__(self, name, total):
        self.name, self.total = name, total
        self.passed = self.failed = 0
        self.last, self.lock = time.monotonic(), threading.Lock()

    def count(self, problem=None, cases=1):
        """So many cases have ended: well, or all of them with a problem, which is text for people."""
        with self.lock:
            if problem is None:
                self.passed += cases
            else:
                self.failed += cases
                print(f"FAIL {problem}", flush=True)
            if time.monotonic() - self.last >= SECONDS:
                self.last = time.monotonic()
                print(f"{self.name}: {self.passed + self.failed} of {self.total}, {self.failed} failed", flush=True)

    def finish(self):
        """Tells the sum; the exit code. A suite that has run nothing has not passed."""
        if self.passed + self.failed == 0:
            self.count("nothing was run")
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return 1 if self.failed else 0
