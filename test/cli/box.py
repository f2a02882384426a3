# SPDX-License-Identifier: Apache-2.0
"""How the tests of the command line run heddle, and what they expect of it."""
import json
import os
import re
import shlex
import signal
import subprocess
import time

import suite
from suite import Failure

TIMEOUT = 120


class Result:
    def __init__(self, command, code, out, err):
        self.command, self.code, self.out, self.err = command, code, out, err
        self.both = out + err

    def __str__(self):
        return (f"command: {shlex.join(self.command)}\nexit code: {self.code}\n--- stdout\n{self.out}"
                f"\n--- stderr\n{self.err}")

    def expect(self, code, *texts, where="both"):
        if code is not None and self.code != code:
            raise Failure(f"exit code {self.code}, expected {code}\n{self}")
        for text in texts:
            if not re.search(text, getattr(self, where)):
                raise Failure(f"no match for /{text}/ in {where}\n{self}")
        return self


class Box(suite.Box):
    def run(self, *args, interrupt_after=None, stdout=subprocess.PIPE, lines=None):
        """`lines` are its standard input, which is empty otherwise."""
        command = [self.heddle, *args]
        stdin = subprocess.DEVNULL if lines is None else subprocess.PIPE
        p = subprocess.Popen(command, cwd=self.home, env=self.env, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE,
                             start_new_session=True)
        try:
            if interrupt_after is not None:
                time.sleep(interrupt_after)
                p.send_signal(signal.SIGINT)
            out, err = p.communicate(lines and lines.encode("utf-8", "surrogateescape"), timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            os.killpg(p.pid, signal.SIGKILL)
            out, err = p.communicate()
            raise Failure(f"no answer within {TIMEOUT} s: {shlex.join(command)}")
        out, err = (b or b"" for b in (out, err))
        result = Result(command, p.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"))
        if p.returncode < 0 or p.returncode >= 4:
            raise Failure(f"heddle crashed\n{result}")
        return result

    def json(self, name):
        try:
            return json.loads(self.read(name))
        except (OSError, ValueError) as e:
            raise Failure(f"{name} is not JSON: {e}")

    def compile(self, *options):
        subprocess.run(["clang-19", "-g", "-O0", *options], cwd=self.home, check=True, env=self.env)


def check_partial(box, r):
    r.expect(3, r"unknown")
    result = box.json("out.json")
    if result["verdict"] != "unknown" or not result["reason"] or result["states"] <= 0:
        raise Failure(f"no partial figures: {result}\n{r}")
