# SPDX-License-Identifier: Apache-2.0
"""How the tests with SPIN run heddle, and what two of its answers about one program must have in common."""
import json
import os
import re
import subprocess

import suite
from suite import Failure, expect

TIMEOUT = 240


class Box(suite.Box):
    def run(self, *words, cwd=None, code=None, env=None, program=None):
        """(exit code, standard output, standard error)"""
        environment = dict(self.env, **(env or {}))
        done = subprocess.run([program or self.heddle, *words], cwd=cwd or self.home, env=environment, text=True,
                              errors="replace",
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT, check=False)
        if code is not None and done.returncode != code:
            raise Failure(f"{' '.join(words)}: exit code {done.returncode}, expected {code}\n"
                          f"{done.stdout}{done.stderr}")
        return done.returncode, done.stdout, done.stderr

    def json(self, command, *words, cwd=None):
        path = os.path.join(self.home, "result.json")
        code, out, err = self.run(command, "--json", path, "--quiet", *words, cwd=cwd)
        if not os.path.exists(path):
            raise Failure(f"{command} {' '.join(words)}: exit code {code}, no result\n{out}{err}")
        with open(path, encoding="utf-8") as f:
            result = json.load(f)
        os.remove(path)
        return code, result


def compare(code, mine, spins_code, spins):
    """What must be the same whatever the order of the search."""
    expect(code == spins_code, f"exit code {spins_code}, heddle check says {code}; {spins['reason']}, {mine['reason']}")
    expect(mine["verdict"] == spins["verdict"], f"{spins['verdict']}, heddle check says {mine['verdict']}")
    if mine["verdict"] != "violated":
        expect(mine["bounds"] == spins["bounds"], f"bounds {spins['bounds']}, heddle check names {mine['bounds']}")
        expect(mine["reason"] == spins["reason"], f"{spins['reason']}, heddle check says {mine['reason']}")
        # SPIN's are not counted.
        expect(set(mine["unasked"]) == set(spins["unasked"]),
               f"unasked {spins['unasked']}, heddle check has {mine['unasked']}")


def refused(box, words, *texts, code=2, **more):
    """One clear message, and nothing else: no usage of a tool, no places in files that the user has not written."""
    _, out, err = box.run("spin", "--quiet", *words, code=code, **more)
    said = err if code == 2 else out
    for text in texts:
        expect(text in said, f"{words}: '{text}' is not in\n{out}{err}")
    expect(len(said.splitlines()) < 8 and not re.search(r"pan\.[cmh]|model\.pml|glue\.c|Valid Options|\[-option\]",
                                                        said),
           f"{words}: too much\n{out}{err}")
