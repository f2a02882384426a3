# SPDX-License-Identifier: Apache-2.0
"""The verdict line, JSON, the live line, and what happens when they cannot be written."""
import json
import os
import pty
import select
import subprocess
import time

from cli.box import TIMEOUT
from cli.sources import BAD, GOOD, HUGE, RACE
from suite import Failure


def test_verdict_line(box):
    box.write("good.c", GOOD)
    box.run("check", "good.c").expect(0, r"holds", r"\bstates?\b", r"\btransitions?\b", where="out")
    box.write("race.c", RACE)
    box.run("check", "race.c").expect(1, r"violated", r"assertion", r"race\.c:14", r"counter", where="out")


def test_json_fields(box):
    box.write("race.c", RACE)
    box.run("check", "--json", "out.json", "race.c").expect(1)
    result = box.json("out.json")
    for key in ("verdict", "reason", "bounds", "violation", "states", "transitions", "depth", "time_s",
                "memory_bytes", "store_bytes", "workers", "restarts", "smaller_context_bounds", "options"):
        if key not in result:
            raise Failure(f"JSON has no '{key}': {result}")
    violation = result["violation"]
    for key in ("kind", "message", "file", "line", "function", "thread"):
        if key not in violation:
            raise Failure(f"violation has no '{key}': {violation}")
    if (violation["line"], violation["function"]) != (14, "main") or not violation["file"].endswith("race.c"):
        raise Failure(f"wrong place: {violation}")
    if not isinstance(result["bounds"], list) or result["bounds"]:
        raise Failure(f"bounds: {result['bounds']}")


EMPTY = """#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static void *never(void *arg) { return arg; }
int main(void) {
    pthread_t t;
    int x = heddle_choose(3);
    heddle_assume(x > LEAST);
    if (x > 5)
        pthread_create(&t, 0, never, 0);
    if (x > 6)
        assert(x != 7);
    assert(x != 8);
    return 0;
}
"""


def test_empty_verdicts(box):
    box.write("x.c", EMPTY)
    box.run("check", "--json", "out.json", "-DLEAST=0", "x.c").expect(
        0, r"(?m)^no run starts a thread with never$", r"(?m)^no run reaches the assertion at x\.c:12$", where="out")
    result = box.json("out.json")
    found = result["runs_ended"], result["runs_assumed_away"], result["unreached"]
    if found != (2, 1, {"threads": ["never"], "assertions": [{"file": "x.c", "line": 12}], "assumptions": []}):
        raise Failure(f"what no run has reached: {found}")
    r = box.run("check", "-DLEAST=3", "x.c").expect(0, r"end of the program: 3 ended at an assumption", where="out")
    if r.out.count("x.c:13") != 1:
        raise Failure(f"the last assertion is not reached any more: {r.out}")
    if "no run" in box.run("check", "-q", "-DLEAST=3", "x.c").expect(0).out:
        raise Failure("-q has more than the verdict")
    box.write("race.c", RACE)
    box.run("check", "--json", "out.json", "race.c").expect(1)
    result = box.json("out.json")
    if result["runs_ended"] is not None or result["unreached"] is not None:
        raise Failure(f"a search that was not finished knows: {result['runs_ended']}, {result['unreached']}")


def test_json_on_stdout(box):
    box.write("bad.c", BAD)
    r = box.run("check", "--json", "-", "bad.c").expect(1)
    try:
        if json.loads(r.out)["verdict"] != "violated":
            raise Failure(f"wrong verdict\n{r}")
    except ValueError as e:
        raise Failure(f"stdout is not JSON alone: {e}\n{r}")


def test_bound_is_named(box):
    box.write("good.c", GOOD)
    box.run("check", "--context-bound", "3", "--json", "out.json", "good.c").expect(0, r"holds.*3")
    if not box.json("out.json")["bounds"]:
        raise Failure("the bound is missing in JSON")


def test_full_disk(box):
    box.write("good.c", GOOD)
    box.write("bad.c", BAD)
    box.run("check", "--json", "/dev/full", "good.c").expect(2, r"/dev/full", where="err")
    box.run("check", "--json", "/dev/full", "bad.c").expect(1, r"/dev/full", where="err")
    box.run("check", "--trace", "/dev/full", "bad.c").expect(1, r"/dev/full", where="err")


def test_unwritable_output(box):
    box.write("good.c", GOOD)
    box.write("bad.c", BAD)
    box.run("check", "--json", "no/such/dir/x.json", "good.c").expect(2, r"no/such/dir", where="err")
    for option in ("--json", "--trace"):
        r = box.run("check", option, "no/such/dir/x", "bad.c")
        if r.code not in (1, 2) or "no/such/dir" not in r.err:
            raise Failure(f"an output file that cannot be made must be mentioned\n{r}")


def test_full_stdout(box):
    box.write("good.c", GOOD)
    with open("/dev/full", "wb") as full:
        r = box.run("check", "good.c", stdout=full)
    if r.code == 0:
        raise Failure(f"exit code 0 although the verdict could not be written\n{r}")


def test_no_live_line_in_pipe(box):
    box.write("huge.c", HUGE)
    r = box.run("check", "--time-limit", "3", "huge.c").expect(3)
    if "\r" in r.both or "\x1b" in r.both:
        raise Failure(f"control characters in a pipe\n{r}")


def test_live_line_on_terminal(box):
    box.write("huge.c", HUGE)
    try:
        master, slave = pty.openpty()
    except OSError as e:                # a chroot without /dev/pts
        print(f"no terminal to be had here ({e}): the live line is not tested")
        return
    p = subprocess.Popen([box.heddle, "check", "--time-limit", "4", "huge.c"], cwd=box.home, env=box.env,
                         stdin=subprocess.DEVNULL, stdout=slave, stderr=slave, start_new_session=True)
    os.close(slave)
    seen, end = b"", time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        if select.select([master], [], [], 0.2)[0]:
            try:
                seen += os.read(master, 65536)
            except OSError:
                break
        elif p.poll() is not None:
            break
    os.close(master)
    p.wait(timeout=10)
    if p.returncode != 3 or seen.count(b"\r") < 2 or b"states" not in seen:
        raise Failure(f"no live line on a terminal (exit code {p.returncode}): {seen[-800:]!r}")


def test_no_result_of_an_earlier_command(box):
    """A command that ends without a result leaves none of an earlier one in its file."""
    box.write("right.c", "int main(void) { return 0; }\n")
    box.write("wrong.c", "int main(void) { return 0 }\n")
    box.run("check", "--json", "out.json", "right.c").expect(0)
    box.run("check", "--json", "out.json", "wrong.c").expect(2)
    if box.read("out.json") != b"":
        raise Failure(f"out.json: {box.read('out.json')}")
    box.run("check", "--json", "wrong.c", "nothing.c").expect(2)
    if box.read("wrong.c") != b"int main(void) { return 0 }\n":
        raise Failure("a file that is no result is gone")
