#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of heddle's command line: bad input, limits, files it writes, and that nothing is left behind.

Each test is a function test_*; it gets a Box: a fresh working directory, a fresh TMPDIR that must be empty when the
test ends, and run() for heddle. A failed expectation raises Failure.
"""
import argparse
import json
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
TIMEOUT = 120

GOOD = """\
#include <assert.h>
int main(void) {
    assert(1 + 1 == 2);
    return 0;
}
"""
BAD = """\
#include <assert.h>
static volatile int x = 1;
static int twice(int v) { return 2 * v; }
int main(void) {
    int y = twice(x);
    assert(y == 3);
    return 0;
}
"""
RACE = """\
#include <assert.h>
#include <pthread.h>
static int counter;
static void *add(void *arg) {
    counter++;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
"""
# More states than any machine explores in the time of a test.
HUGE = """\
#include <pthread.h>
static volatile unsigned long a, b;
static void *count(void *p) {
    volatile unsigned long *x = p;
    for (;;)
        ++*x;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, count, (void *)&a);
    count((void *)&b);
    return 0;
}
"""
# Two preemptions are needed for the assertion to fail.
TWO_PREEMPTIONS = """\
#include <assert.h>
#include <pthread.h>
static volatile int x;
static void *writer(void *arg) {
    x = 1;
    x = 2;
    return arg;
}
static void *reader(void *arg) {
    int first = x, second = x;
    assert(!(first == 1 && second == 2));
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
"""
# With 4 rounds 53,425 states under the default reduction, 10,532 with 3.
MANY = """\
#include <assert.h>
#include <pthread.h>
static volatile int x;
static void *add(void *arg) {
    for (int i = 0; i < ROUNDS; i++)
        x = x + 1;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    add(0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x <= 3 * ROUNDS - LESS);
    return 0;
}
"""
# Everything happens under the lock, so one step of the default reduction has several visible operations.
LOCKED = """\
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, calls;
static void *add(void *arg) {
    pthread_mutex_lock(&lock);
    sum += 2;
    calls++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    int seen = sum;
    pthread_mutex_unlock(&lock);
    assert(seen == WANTED || seen == 4);
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(calls == 2);
    return 0;
}
"""
REDUCTIONS = ("none", "global", "tau", "tau+", "superstep", "default")
SWITCHES = ("--no-heap-symmetry", "--no-store-visibility", "--no-lock-reduction", "--no-future", "--no-supersteps")
ENDLESS_RECURSION = """\
static volatile int one = 1;
static int down(int n) { return one ? down(n + 1) + n : 0; }
int main(void) { return down(0); }
"""


class Failure(Exception):
    pass


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


class Box:
    """A place to run one test in."""

    def __init__(self, heddle, base):
        self.heddle = heddle
        self.dir = os.path.join(base, "work")
        self.tmp = os.path.join(base, "tmp")
        os.mkdir(self.dir)
        os.mkdir(self.tmp)
        self.env = dict(os.environ, TMPDIR=self.tmp, LC_ALL="C")

    def path(self, name):
        return os.path.join(self.dir, name)

    def write(self, name, text):
        mode = "wb" if isinstance(text, bytes) else "w"
        with open(self.path(name), mode) as f:
            f.write(text)
        return name

    def read(self, name):
        with open(self.path(name), "rb") as f:
            return f.read()

    def run(self, *args, interrupt_after=None, stdout=subprocess.PIPE):
        command = [self.heddle, *args]
        p = subprocess.Popen(command, cwd=self.dir, env=self.env, stdin=subprocess.DEVNULL, stdout=stdout,
                             stderr=subprocess.PIPE, start_new_session=True)
        try:
            if interrupt_after is not None:
                time.sleep(interrupt_after)
                p.send_signal(signal.SIGINT)
            out, err = p.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            os.killpg(p.pid, signal.SIGKILL)
            out, err = p.communicate()
            raise Failure(f"no answer within {TIMEOUT} s: {shlex.join(command)}")
        out, err = (b or b"" for b in (out, err))
        result = Result(command, p.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"))
        if p.returncode < 0 or p.returncode == 4 or p.returncode > 4:
            raise Failure(f"heddle crashed\n{result}")
        return result

    def json(self, name):
        try:
            return json.loads(self.read(name))
        except (OSError, ValueError) as e:
            raise Failure(f"{name} is not JSON: {e}")

    def compile(self, *options):
        subprocess.run(["clang-19", "-g", "-O0", *options], cwd=self.dir, check=True, env=self.env)

    def check_clean(self):
        left = os.listdir(self.tmp)
        if left:
            raise Failure(f"left behind in TMPDIR: {left}")


# ---- bad input ----------------------------------------------------------------------------------

def test_missing_file(box):
    box.run("check", "missing.c").expect(2, r"missing\.c", where="err")


def test_missing_among_several(box):
    box.write("good.c", GOOD)
    box.run("check", "good.c", "missing.c").expect(2, r"missing\.c", where="err")


def test_no_file(box):
    box.run("check").expect(2, r"(?i)file", where="err")


def test_directory(box):
    os.mkdir(box.path("folder"))
    os.mkdir(box.path("folder.c"))
    box.run("check", "folder").expect(2, r"(?i)director", where="err")
    box.run("check", "folder.c").expect(2, r"(?i)director", where="err")


def test_unreadable_file(box):
    box.write("secret.c", GOOD)
    os.chmod(box.path("secret.c"), 0)
    if os.access(box.path("secret.c"), os.R_OK):
        return  # the superuser reads everything
    box.run("check", "secret.c").expect(2, r"secret\.c", where="err")


def test_unknown_suffix(box):
    box.write("notes.txt", "hello\n")
    box.run("check", "notes.txt").expect(2, r"notes\.txt", where="err")


def test_empty_file(box):
    box.write("empty.c", "")
    box.run("check", "empty.c").expect(2, r"(?i)main", where="err")


def test_broken_c(box):
    box.write("broken.c", "int main(void) {\n    return x\n}\n")
    r = box.run("check", "broken.c").expect(2, r"broken\.c:2:\d+: error", where="err")
    lines = r.err.strip().splitlines()
    if "heddle" not in lines[-1]:
        raise Failure(f"heddle's own message does not come last\n{r}")


def test_no_main(box):
    box.write("nomain.c", "int f(void) { return 1; }\n")
    box.run("check", "nomain.c").expect(2, r"(?i)main", where="err")


def test_two_mains(box):
    box.write("a.c", GOOD)
    box.write("b.c", GOOD)
    box.run("check", "a.c", "b.c").expect(2, r"main", where="err")


def test_missing_bodies(box):
    box.write("calls.c", "int alpha(int);\nvoid beta(void);\nextern int gamma_value;\nint main(void) {\n"
                         "    beta();\n    return alpha(gamma_value);\n}\n")
    box.run("check", "calls.c").expect(2, r"alpha", r"beta", r"gamma_value", where="err")


def test_endless_recursion(box):
    box.write("deep.c", ENDLESS_RECURSION)
    box.run("check", "deep.c").expect(2, r"(?i)stack|recurs")


def test_truncated_bitcode(box):
    box.write("good.c", GOOD)
    box.compile("-c", "-emit-llvm", "good.c", "-o", "good.bc")
    whole = box.read("good.bc")
    for size in (0, 3, 17, len(whole) // 2, len(whole) - 9):
        box.write("cut.bc", whole[:size])
        box.run("check", "cut.bc").expect(2, r"cut\.bc", where="err")


def test_not_bitcode(box):
    box.write("junk.bc", b"BC\xc0\xde" + bytes(range(256)) * 8)
    box.run("check", "junk.bc").expect(2, r"junk\.bc", where="err")
    box.write("junk.ll", "define nonsense\n")
    box.run("check", "junk.ll").expect(2, r"junk\.ll", where="err")


# ---- options ------------------------------------------------------------------------------------

def test_unknown_option(box):
    box.write("good.c", GOOD)
    box.run("check", "--serach", "dfs", "good.c").expect(2, r"--serach", r"--search", where="err")
    box.run("check", "--jsn=x", "good.c").expect(2, r"--jsn", r"--json", where="err")
    box.run("check", "--zzzzzzzz", "good.c").expect(2, r"--zzzzzzzz", where="err")


def test_bad_values(box):
    box.write("good.c", GOOD)
    for option, value in (("--search", "sideways"), ("--reduction", "some"), ("--context-bound", "-1"),
                          ("--context-bound", "many"), ("--property", "beauty"), ("--nondet-range", "5"),
                          ("--nondet-range", "9..3"), ("--time-limit", "soon"), ("--time-limit", "-4"),
                          ("--memory-limit", "lots"), ("--prp", "missing.prp"), ("--store", "shelf"),
                          ("--workers", "many")):
        box.run("check", option, value, "good.c").expect(2, re.escape(value), where="err")


def test_missing_value(box):
    box.write("good.c", GOOD)
    box.run("check", "good.c", "--search").expect(2, r"--search", where="err")


def test_bad_prp(box):
    box.write("good.c", GOOD)
    box.write("odd.prp", "CHECK( init(main()), LTL(G beautiful) )\n")
    box.run("check", "--prp", "odd.prp", "good.c").expect(2, r"odd\.prp", where="err")
    box.write("empty.prp", "")
    box.run("check", "--prp", "empty.prp", "good.c").expect(2, r"empty\.prp", where="err")


def test_unknown_command(box):
    box.run("chekc", "x.c").expect(2, r"chekc", r"check", where="err")


def test_no_command(box):
    box.run().expect(2, r"(?i)usage|check")


def test_help(box):
    for args in (("--help",), ("help",)):
        r = box.run(*args).expect(0, r"check", r"dump", r"replay", where="out")
        if r.err:
            raise Failure(f"help writes to stderr\n{r}")
    box.run("check", "--help").expect(0, r"--search", r"--reduction", r"--context-bound", r"--property", r"--prp",
                                      r"--nondet-range", r"--time-limit", r"--memory-limit", r"--json", r"--trace",
                                      where="out")
    box.run("dump", "--help").expect(0, r"dump", where="out")
    box.run("replay", "--help").expect(0, r"replay", where="out")


def test_version(box):
    box.run("--version").expect(0, r"heddle \S*\d", where="out")


def test_equals_form(box):
    box.write("bad.c", BAD)
    box.run("check", "--search=bfs", "--json=out.json", "bad.c").expect(1)
    if box.json("out.json")["verdict"] != "violated":
        raise Failure("wrong verdict in JSON")


def test_options_after_files(box):
    box.write("good.c", GOOD)
    box.run("check", "good.c", "--search", "bfs", "--json", "-").expect(0, r'"verdict"', where="out")


# ---- input kinds --------------------------------------------------------------------------------

def test_ll_bc_and_i(box):
    box.write("bad.c", BAD)
    box.compile("-S", "-emit-llvm", "bad.c", "-o", "text.ll")
    box.compile("-c", "-emit-llvm", "bad.c", "-o", "binary.bc")
    box.compile("-E", "bad.c", "-o", "preprocessed.i")
    for name in ("text.ll", "binary.bc", "preprocessed.i"):
        box.run("check", "--json", "out.json", name).expect(1)
        violation = box.json("out.json")["violation"]
        if (violation["kind"], violation["line"], violation["function"]) != ("assertion", 6, "main"):
            raise Failure(f"{name}: wrong violation {violation}")


def test_mixed_files(box):
    box.write("part.c", "int part(void) { return 5; }\n")
    box.compile("-c", "-emit-llvm", "part.c", "-o", "part.bc")
    box.write("main.c", "#include <assert.h>\nint part(void);\nint main(void) {\n    assert(part() == 6);\n}\n")
    box.run("check", "main.c", "part.bc").expect(1, r"main\.c:4")


def test_defines_and_includes(box):
    os.mkdir(box.path("inc"))
    box.write("inc/limit.h", "#define LIMIT (BASE + 1)\n")
    box.write("use.c", '#include "limit.h"\n#include <assert.h>\nint main(void) {\n    assert(LIMIT == 5);\n}\n')
    box.run("check", "-DBASE=4", "-Iinc", "use.c").expect(0)
    box.run("check", "-D", "BASE=3", "-I", "inc", "use.c").expect(1, r"use\.c:4")


def test_arguments(box):
    box.write("args.c", "#include <assert.h>\nint main(int c, char **v) {\n    assert(c == 3);\n"
                        "    assert(v[1][0] == '-' && v[2][0] == 'b');\n}\n")
    box.run("check", "args.c", "--", "--search", "b").expect(0)
    box.run("check", "args.c").expect(1, r"args\.c:3")


def test_file_in_other_directory(box):
    os.mkdir(box.path("deep"))
    box.write("deep/bad.c", BAD)
    box.run("check", "deep/bad.c").expect(1, r"bad\.c:6")


def test_strange_names(box):
    box.write("a b'\"$x.c", BAD)
    box.run("check", "a b'\"$x.c").expect(1, r":6")
    box.write("-dash.c", BAD)
    box.run("check", "./-dash.c").expect(1, r"dash\.c:6")


# ---- output -------------------------------------------------------------------------------------

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
    p = subprocess.Popen([box.heddle, "check", "--time-limit", "4", "huge.c"], cwd=box.dir, env=box.env,
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


# ---- limits -------------------------------------------------------------------------------------

def check_partial(box, r):
    r.expect(3, r"unknown")
    result = box.json("out.json")
    if result["verdict"] != "unknown" or not result["reason"] or result["states"] <= 0:
        raise Failure(f"no partial figures: {result}\n{r}")


def test_time_limit(box):
    box.write("huge.c", HUGE)
    for search in ("dfs", "bfs"):
        started = time.monotonic()
        r = box.run("check", "--search", search, "--time-limit", "2", "--json", "out.json", "huge.c")
        check_partial(box, r)
        if time.monotonic() - started > 20:
            raise Failure("--time-limit 2 took more than 20 s")


def test_time_limit_inside_a_step(box):
    box.write("loop.c", "int main(void) {\n    unsigned long i = 0;\n    while (++i)\n        ;\n    return 0;\n}\n")
    started = time.monotonic()
    r = box.run("check", "--time-limit", "2", "--json", "out.json", "loop.c")
    r.expect(3, r"unknown")
    if time.monotonic() - started > 20:
        raise Failure("--time-limit 2 took more than 20 s")


def test_memory_limit(box):
    box.write("huge.c", HUGE)
    for search in ("dfs", "bfs"):
        r = box.run("check", "--reduction", "global", "--search", search, "--memory-limit", "50M", "--time-limit", "60",
                    "--json", "out.json", "huge.c")
        check_partial(box, r)
        if not re.search(r"(?i)memory", box.json("out.json")["reason"]):
            raise Failure(f"the reason does not speak of memory\n{r}")


def test_memory_limit_in_a_step(box):
    """Memory that a single long step makes counts too."""
    box.write("grow.c", "#include <stdlib.h>\nint main(void) { char **p = 0; for (;;) { char **q = malloc(1 << 20); "
              "if (!q) return 1; *q = (char *)p; p = q; } }\n")
    for reduction in ("default", "global"):
        box.run("check", "--reduction", reduction, "--memory-limit", "200M", "--time-limit", "60", "grow.c").expect(
            3, r"^unknown: memory limit of 200 MiB reached", where="out")


# ---- invariants ---------------------------------------------------------------------------------

INVARIANTS = """#include <heddle.h>
int x, y[2];
int fine(void) { return x < 9; }
int broken(void) { return x < 2 && y[0] == y[1]; }
int writes(void) { x = 7; return 1; }
int chooses(void) { return heddle_choose(2); }
int forever(void) { for (;;) if (x == 77) return 1; }
int takes(int n) { return n; }
void nothing(void) {}
static int dropped(void) { return 1; }
int main(void) { for (int i = 0; i < 3; i++) x = i; return 0; }
"""


def test_invariants(box):
    box.write("inv.c", INVARIANTS)
    box.run("check", "--invariant", "fine", "inv.c").expect(0, r"^holds")
    r = box.run("check", "--invariant", "fine", "--invariant", "broken", "--json", "out.json", "--trace", "t.json", "inv.c")
    r.expect(1, r"^violated: invariant: the invariant 'broken' does not hold: x = 2", where="out")
    violation = box.json("out.json")["violation"]
    if violation["kind"] != "invariant" or violation["function"] != "broken":
        raise Failure(f"wrong violation: {violation}")
    box.run("replay", "t.json").expect(1, r"invariant 'broken' does not hold: x = 2", where="out")


def test_invariant_before_a_fault(box):
    """A fault of a kind that nobody asked for ends the run after the invariant was broken."""
    box.write("fault.c", "int x, *p;\nint fine(void) { return x < 5; }\nint main(void) { x = 5; return *p; }\n")
    box.write("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    box.run("check", "--prp", "p.prp", "--invariant", "fine", "--trace", "t.json", "fault.c").expect(
        1, r"^violated: invariant: .*: x = 5", where="out")
    box.run("replay", "t.json").expect(1, r"invariant 'fine' does not hold", where="out")


def test_bad_invariants(box):
    box.write("inv.c", INVARIANTS)
    for name, message in (("writes", r"'writes' writes to x"), ("chooses", r"'chooses' cannot be evaluated: .*has to choose"),
                          ("forever", r"'forever' cannot be evaluated: .*does not come to an end")):
        box.run("check", "--invariant", name, "inv.c").expect(2, message, where="out")
    for name, message in (("nobody", r"no function 'nobody'"), ("dropped", r"no function 'dropped' .*static"),
                          ("takes", r"'takes' must have no parameters"), ("nothing", r"'nothing' must .*return an integer"),
                          ("a;b>,x", r"no function 'a;b>'")):
        box.run("check", "--invariant", name, "inv.c").expect(2, message, where="err")


STRANGE_INVARIANTS = """#include <errno.h>
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>
int x;
_Thread_local int mine;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct pair { int a, b; };
struct letter { char c; };
int is_unset(void) { return mine == 0; }
int is_fine(void) { return errno == 0; }
int tries(void) { return pthread_mutex_trylock(&m) == 0; }
int quits(void) { exit(0); }
int leaves(void) { pthread_exit(0); }
int assumes(void) { heddle_assume(x == 7); return 1; }
int aborts(void) { abort(); }
double real(void) { return 1; }
struct pair two(void) { return (struct pair){1, 1}; }
struct letter one(void) { return (struct letter){1}; }
int uses_own(void) { mine = 3; mine++; return mine == 4; }
void copies(void) { x = mine; }
int main(void) { x = 1; mine = 2; errno = 3; x = 2; return 0; }
"""


def test_strange_invariants(box):
    """What they may not look at or do; what is in their own copies of thread-locals is theirs."""
    box.write("inv.c", STRANGE_INVARIANTS)
    for name, message in (("is_unset", r"reads the thread-local variable 'mine'"), ("is_fine", r"reads errno: every thread has one"),
                          ("tries", r"writes to m"), ("quits", r"cannot be evaluated: .*ends the program"),
                          ("leaves", r"cannot be evaluated: .*ends its thread"), ("assumes", r"cannot be evaluated: .*assumes what does not hold")):
        for reduction in ("default", "none"):
            box.run("check", "--reduction", reduction, "--invariant", name, "inv.c").expect(2, message, where="out")
    box.run("check", "--invariant", "aborts", "inv.c").expect(1, r"'aborts' fails: abort\(\) called", where="out")
    box.run("check", "--invariant", "uses_own", "inv.c").expect(0, r"^holds")
    for name in ("real", "two", "one"):
        box.run("check", "--invariant", name, "inv.c").expect(2, rf"'{name}' must .*return an integer or a pointer", where="err")
    box.run("check", "--abstraction", "copies", "inv.c").expect(2, r"the abstraction 'copies' reads the thread-local variable 'mine'", where="out")
    for option in ("--unmatched", "--untracked"):
        box.run("check", option, "mine", "inv.c").expect(2, r"'mine' is thread-local", where="err")


def test_names(box):
    """A name that several files have is refused, and can be qualified; C++ names are as the program has them."""
    box.write("a.c", "static int x;\nstatic int ok(void) { return x == 0; }\nint a(void) { return ok() + x++; }\nint b(void);\n"
              "int main(void) { a(); return b(); }\n")
    box.write("b.c", "static int x;\nstatic int ok(void) { return x == 0; }\nint b(void) { static int n; { static int m; m++; } n++; return ok() - 1 + x; }\n")
    box.run("check", "--invariant", "ok", "a.c", "b.c").expect(2, r"several functions 'ok' \(a.c:2, b.c:2\)", where="err")
    box.run("check", "--abstraction", "ok", "a.c", "b.c").expect(2, r"several functions 'ok'", where="err")
    box.run("check", "--invariant", "a.c:ok", "a.c", "b.c").expect(1, r"'ok' does not hold: x = 1", where="out")
    box.run("check", "--invariant", "b.c:ok", "a.c", "b.c").expect(0, r"^holds")
    box.run("check", "--invariant", "c.c:ok", "a.c", "b.c").expect(2, r"no function 'c.c:ok'", where="err")
    box.run("check", "--unmatched", "x", "a.c", "b.c").expect(2, r"several variables 'x' \(a.c:1, b.c:1\)", where="err")
    box.run("check", "--unmatched", "b.c:x,b::n,b::m", "a.c", "b.c").expect(0, r"^holds within an abstraction")
    box.write("x.cc", "namespace ns { struct C { static int v; static int f() { return v == 0; } }; int C::v; int g() { return C::v; }\n"
              "int g(int n) { return n; } }\nint f() { return 1; }\nint main() { ns::C::v = 1; return ns::C::f() + f() - 1 + ns::g(0) + ns::g() - 1; }\n")
    box.run("check", "--invariant", "ns::C::f", "x.cc").expect(1, r"'ns::C::f' does not hold")
    box.run("check", "--invariant", "f", "x.cc").expect(0, r"^holds")
    box.run("check", "--invariant", "ns::g", "x.cc").expect(1, r"'ns::g' does not hold")
    box.run("check", "--unmatched", "ns::C::v", "x.cc").expect(0, r"^holds within an abstraction")


# ---- what makes states equal ----------------------------------------------------------------------

TOLD = """#include <heddle.h>
#include <stdlib.h>
int x, y[2];
const int c = 3;
_Thread_local int mine;
void update(void) { y[0] = x; }
void takes(int n) { y[0] = n; }
int main(void) {
    int *p = malloc(8), local = 0;
    WHAT;
    x = 1;
    return local;
}
"""


def test_told_nonsense(box):
    """What is said of memory must be about memory that can change."""
    box.write("x.c", TOLD)
    for what, message in (("heddle_unmatched(0, 4)", "heddle_unmatched: .*null pointer"), ("heddle_match(0, 4)", "heddle_match: .*null pointer"),
                          ("heddle_unmatched(&y[1], 8)", r"8 bytes at offset 4 of 'y' \(8 bytes\)"),
                          ("heddle_match((void *)main, 1)", "pointer to a function"), ("heddle_unmatched(&c, 4)", "'c' .*is constant"),
                          ('heddle_unmatched("abc", 2)', "is constant"),
                          ("free(p); heddle_unmatched(p, 4)", "memory that was freed"), ("heddle_unmatched(p + 1, 8)", "a heap block of 8 bytes"),
                          ("heddle_abstraction(y, 12, update)", "heddle_abstraction: .*12 bytes at offset 0 of 'y'"),
                          ("heddle_abstraction(0, 8, update)", "null pointer"), ("heddle_abstraction(y, 8, 0)", "no function without parameters"),
                          ("heddle_abstraction(y, 8, (void (*)(void))takes)", "no function without parameters")):
        box.run("check", "-DWHAT=" + what, "x.c").expect(2, rf"^unknown: x.c:10: in 'main': .*{message}", where="out")
    box.run("check", "-DWHAT=heddle_unmatched(&y[1], 4); heddle_unmatched(&local, 4); heddle_unmatched(&mine, 4); heddle_unmatched(p, 8); "
            "free(p); heddle_abstraction(y, 4, update); heddle_match(0, 0)", "x.c").expect(0, r"^holds")

MATCHING = """#include <assert.h>
#include <heddle.h>
#include <stdlib.h>
struct cell { struct cell *next; int value; };
struct cell *log_of_values;
unsigned long count;
int x, y, odd;
void parity(void) { odd = (x + y) % 2; }
void crashes(void) { x = log_of_values->value; }
void endless(void) { heddle_assume(heddle_choose(2)); }
int main(void) {
#ifdef HIDE
    heddle_unmatched(&count, sizeof count);
    heddle_unmatched(&log_of_values, sizeof log_of_values);
#endif
#ifdef AGAIN
    heddle_match(&count, sizeof count);
#endif
#ifdef PARITY
    heddle_unmatched(&x, sizeof x);
    heddle_unmatched(&y, sizeof y);
    heddle_abstraction(&odd, sizeof odd, parity);
#endif
    for (;;) {
        struct cell *c = malloc(sizeof *c);
        c->next = log_of_values;
        c->value = x;
        log_of_values = c;
        count++;
        x = (x + heddle_choose(3)) % 4;
        y = (y + 1) % 4;
        c = 0;
        assert(x != LIMIT);
    }
}
"""


def states_of(box, *options):
    box.run("check", "--json", "out.json", *options, "match.c").expect(0, r"^holds within an abstraction \[", where="out")
    if box.json("out.json")["bounds"] != ["an abstraction"]:
        raise Failure(f"wrong bounds: {box.json('out.json')['bounds']}")
    return box.json("out.json")["states"]


def test_unmatched(box):
    box.write("match.c", MATCHING)
    limits = ("--time-limit", "3", "--memory-limit", "300M", "-DLIMIT=9")
    box.run("check", *limits, "match.c").expect(3, r"^unknown", where="out")
    box.run("check", *limits, "-DHIDE", "-DAGAIN", "match.c").expect(3, r"^unknown", where="out")
    hidden = states_of(box, *limits, "-DHIDE")
    for options in (("--search", "bfs"), ("--workers", "1"), ("--context-bound", "2")):
        r = box.run("check", *limits, "-DHIDE", *options, "match.c")
        r.expect(0, r"^holds within .*an abstraction", where="out")
    if states_of(box, *limits, "--unmatched", "count,log_of_values") != hidden:
        raise Failure("--unmatched and heddle_unmatched differ")
    if states_of(box, *limits, "-DHIDE", "-DPARITY") >= hidden:
        raise Failure("the abstraction has no effect")
    if states_of(box, *limits, "-DHIDE", "--unmatched", "x,y,odd", "--abstraction", "parity") >= hidden:
        raise Failure("--abstraction has no effect")
    box.run("check", "-DHIDE", "-DLIMIT=2", "match.c").expect(1, r"^violated: assertion: x != LIMIT", where="out")
    box.run("check", "-DHIDE", "-DLIMIT=9", "--store", "compact", "match.c").expect(3, r"^unknown: probabilistic", where="out")


PARITY = """#include <heddle.h>
int x, y, odd;
void parity(void) { odd = (x + y) % 2; }
int main(void) {
    for (;;) {
        int by = heddle_choose(2);
        x = (x + by) % M;
        y = (y + by) % N;
        by = 0;
    }
}
"""


def test_check_abstraction(box):
    """The sum of both stays even only if both numbers wrap around at even ones."""
    box.write("odd.c", PARITY)
    abstraction = ("--unmatched", "x,y,odd", "--abstraction", "parity")
    r = box.run("check", "--check-abstraction", "-DM=4", "-DN=2", *abstraction, "--json", "out.json", "odd.c")
    r.expect(0, r"^holds \[.*\]\nThe abstraction is sound for this program: [0-9]+ abstract states", where="out")
    if not 0 < box.json("out.json")["abstract_states"] < box.json("out.json")["states"]:
        raise Failure(f"wrong number of abstract states\n{r}")
    box.run("check", "--check-abstraction", "-DM=3", "-DN=4", *abstraction, "odd.c").expect(
        3, r"^unknown: the abstraction is not sound: two states .*they differ in x \(", where="out")


def in_bench(*names):
    return [os.path.join(ROOT, "bench", name) for name in names]


def test_tic_tac_toe(box):
    """There are 765 boards up to symmetry; states are those on which there is something to choose. 135 are won."""
    files = in_bench("tictactoe/harness.c", "tictactoe/play.c")
    for options, verdict, most, wins in (([], "holds within untracked data", 5478, 942),
                                         (["-DABSTRACT"], "holds within an abstraction and untracked data", 765, 135)):
        for search in ("dfs", "bfs"):
            r = box.run("check", "--search", search, "--json", "out.json", *options, *files)
            r.expect(0, rf"^{verdict} \[.*\nuntracked: wins = {wins}\n", where="out")
            if not most / 2 < box.json("out.json")["states"] <= most:
                raise Failure(f"{box.json('out.json')['states']} states, at most {most} expected")
        box.run("check", "-DBUG", *options, *files).expect(1, r"^violated: assertion", where="out")


def test_arbiter(box):
    """The abstraction must find what the whole state finds."""
    files = in_bench("arbiter/harness.c", "arbiter/arbiter.c")
    abstraction = ["--unmatched", "arbiter,abstract_state", "--abstraction", "arbiter_abstraction"]
    box.run("check", *abstraction, *files).expect(0, r"^holds within an abstraction \[", where="out")
    for bug in range(1, 5):
        for options in ([], abstraction):
            box.run("check", f"-DBUG={bug}", *options, *files).expect(1, r"^violated: assertion", where="out")


def test_one_unmatched_variable(box):
    """Without anything from heddle.h in the program: the verdict says it all the same."""
    box.write("one.c", "int x, y;\nint main(void) { for (;;) { x = (x + 1) % 3; y++; } }\n")
    for options in ((), ("--reduction", "global"), ("--search", "bfs")):
        box.run("check", "--unmatched", "y", *options, "one.c").expect(0, r"^holds within an abstraction \[", where="out")
    # Two functions that write the same number to different places.
    box.write("two.c", "#include <assert.h>\n#include <heddle.h>\nint a, b, at;\nvoid mark(void) { if (at) a = 1; else b = 1; }\n"
              "int main(void) { at = heddle_choose(2); int step = heddle_choose(2); assert(at != 1 || step != 1); return 0; }\n")
    box.run("check", "--unmatched", "at", "--abstraction", "mark", "two.c").expect(1, r"^violated: assertion", where="out")


def test_abstraction_counts(box):
    """What the abstraction computes, and nothing else: one function may fill two buffers, and does not bring its neighbours."""
    text = ("#include <heddle.h>\nvolatile int x;\nchar low[4], high[4];\nvoid digits(void) { low[0] = x % 2; high[0] = x / 2; }\n"
            "int main(void) {\n    heddle_unmatched((void *)&x, sizeof x);\n    heddle_abstraction(low, sizeof low, digits);\n"
            "    heddle_abstraction(high, sizeof high, digits);\n    for (;;)\n        x = heddle_choose(6);\n}\n")
    box.write("match.c", text)
    both = states_of(box)
    box.write("match.c", text.replace("heddle_abstraction(high", "(void)sizeof(high"))
    if states_of(box) + 4 > both:
        raise Failure(f"{both} states with the second buffer, {states_of(box)} without")
    # Small variables share a block when there are many.
    names = [f"v{i}" for i in range(26)]
    box.write("match.c", f"#include <heddle.h>\nint {', '.join(names)};\nvolatile int noise, is_high, level;\nint main(void) {{\n"
              + "".join(f"    {n} = 0;\n" for n in names) + "    for (;;) {\n        noise = heddle_choose(50);\n"
              "        level = heddle_choose(5);\n    }\n}\nvoid look(void) { is_high = level > 2; }\n")
    states = states_of(box, "--unmatched", "noise,level", "--abstraction", "look")
    if states > 100:
        raise Failure(f"{states} states")


def test_bad_matching(box):
    box.write("match.c", MATCHING)
    box.write("plain.c", "int main(void) { return 0; }\n")
    box.run("check", "--check-abstraction", "plain.c").expect(2, r"--check-abstraction: there is no abstraction", where="err")
    for options, message in ((("--unmatched", "nothing"), r"no global variable 'nothing'"),
                             (("--abstraction", "nobody"), r"no function 'nobody'")):
        box.run("check", "-DLIMIT=9", *options, "match.c").expect(2, message, where="err")
    for name, message in (("crashes", r"'crashes' cannot be computed: .*null"), ("endless", r"'endless' cannot be computed: .*choose")):
        box.run("check", "-DLIMIT=9", "--abstraction", name, "match.c").expect(2, message, where="out")


# ---- untracked memory -----------------------------------------------------------------------------

COUNT_STEPS = """#include <heddle.h>
static int steps;
int main(void) {
    for (int sum = 0;; sum = (sum + heddle_choose(3)) % 4) {
        heddle_atomic_begin();
        steps++;
        heddle_atomic_end();
    }
}
"""


def untracked_of(box, *arguments):
    """What a search that holds tells of its untracked memory, after it was compared with what is printed."""
    r = box.run("check", "--json", "out.json", *arguments)
    r.expect(0, r"^holds within (.* and )?untracked data \[", where="out")
    result = box.json("out.json")
    if result["bounds"][-1] != "untracked data" or result["workers"] != 1:
        raise Failure(f"wrong bounds {result['bounds']} or workers {result['workers']}\n{r}")
    line = "untracked: " + ", ".join(f"{name} = {value}" for name, value in result["untracked"].items())
    if line not in r.out.splitlines():
        raise Failure(f"no line '{line}'\n{r}")
    return result["untracked"], result


def test_untracked_counts_transitions(box):
    """Each step is executed once for each state that it begins in: the first, and three with each of four sums."""
    box.write("steps.c", COUNT_STEPS)
    expected = 1 + 3 * 4
    for reduction in ("default", "superstep", "global"):
        for search in ("dfs", "bfs"):
            values, result = untracked_of(box, "--untracked", "steps", "--reduction", reduction, "--search", search, "steps.c")
            before_main = reduction == "global"
            if values != {"steps": expected} or result["transitions"] != expected + before_main:
                raise Failure(f"{reduction}, {search}: {values}, {result['transitions']} transitions")
    # There, the sum is a state before the section is.
    values, _ = untracked_of(box, "--untracked", "steps", "--reduction", "none", "steps.c")
    if values != {"steps": 4}:
        raise Failure(f"none: {values}, but there are four sums")


STATISTICS = """#include <heddle.h>
static struct { unsigned runs; int highest; } figures;
static unsigned char hits[12];
static int (*last)(void);
int main(void) {
    heddle_untracked(&figures, sizeof figures);
    heddle_untracked(hits, sizeof hits);
    heddle_untracked(&last, sizeof last);
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum = 2 * sum + heddle_choose(2);
    figures.runs++;
    if (sum > figures.highest)
        figures.highest = sum;
    hits[sum % 12]++;
    last = main;
    return sum / 16; // until then runs with different sums are in different states
}
"""


def test_untracked_values(box):
    box.write("statistics.c", STATISTICS)
    text = "untracked: figures = {runs = 16, highest = 15}, hits = {2, 2, 2, 2, 1, 1, 1, 1, ...}, last = main"
    for options in ((), ("--reduction", "none"), ("--search", "bfs"), ("-O2",), ("--context-bound", "1..2"), ("-m32",),
                    ("--property", "race")):
        r = box.run("check", "--json", "out.json", *options, "statistics.c").expect(0, r"^holds within .*untracked data", where="out")
        values = box.json("out.json")["untracked"]
        hits = [values.pop(f"hits[{i}]") for i in range(12)]
        if text not in r.out.splitlines() or hits != [2] * 4 + [1] * 8 or values != {
                "figures.runs": 16, "figures.highest": 15, "last": "main"}:
            raise Failure(f"wrong values: {values}, {hits}\n{r}")
    for store in ("compact", "bitstate"):
        box.run("check", "--store", store, "statistics.c").expect(
            3, rf"^unknown: probabilistic.*\n{re.escape(text)}\n", where="out")
    box.run("check", "-q", "statistics.c").expect(0, r"^holds within untracked data \[[^\n]*\n$", where="out")


UNTRACKED_LATE = """#include <heddle.h>
#include <pthread.h>
static int count, shared;
static void *work(void *arg) {
#ifdef CALL
    heddle_untracked(&count, sizeof count);
#endif
    for (int i = 0; i < 2; i++) {
        shared++;
        heddle_atomic_begin();
        count++;
        heddle_atomic_end();
    }
    return arg;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, work, NULL);
    work(NULL);
    pthread_join(other, NULL);
    return 0;
}
"""


def test_untracked_in_many_runs(box):
    """A call that happens again and again does not bring back old values."""
    box.write("late.c", UNTRACKED_LATE)
    for reduction in ("default", "superstep", "global", "tau"):
        counts = [untracked_of(box, "--reduction", reduction, "--search", search, "-DCALL", "late.c")[0]["count"]
                  for search in ("dfs", "bfs")]
        fewer = untracked_of(box, "--reduction", reduction, "--untracked", "count", "late.c")[0]["count"]
        if counts[0] != counts[1] or not 4 < fewer <= counts[0]:
            raise Failure(f"{reduction}: {counts} with the call, {fewer} without")


UNTRACKED_MISUSE = """#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>
int array[4], *pointer;
const int constant = 1;
_Thread_local int mine;
pthread_mutex_t lock;
void *work(void *arg) { pthread_mutex_lock(&lock); return arg; }
int main(void) {
    int local = heddle_choose(2);
    void *block = malloc(4);
    pthread_t t;
    heddle_untracked(WHAT);
    pointer = POINTER;
    if (WAITS)
        for (int i = 0; i < 2; i++)
            pthread_create(&t, NULL, work, NULL);
    return 0;
}
"""


def test_untracked_misuse(box):
    box.write("misuse.c", UNTRACKED_MISUSE)
    only_globals = "heddle_untracked: only global variables"
    for what, pointer, waits, message in (
            ("&local, 4", "0", 0, only_globals), ("block, 4", "0", 0, only_globals), ("&mine, 4", "0", 0, only_globals),
            ("(void *)&constant, 4", "0", 0, only_globals), ("NULL, 4", "0", 0, only_globals), ("main, 4", "0", 0, only_globals),
            ("array, 17", "0", 0, "17 bytes at offset 0 are not inside of 'array'"),
            ("array + 5, 4", "0", 0, "4 bytes at offset 20 are not inside of 'array'"),
            ("&pointer, sizeof pointer", "&local", 0, "untracked memory must not hold pointers"),
            ("&pointer, sizeof pointer", "block", 0, "untracked memory must not hold pointers"),
            ("&lock, sizeof lock", "0", 1, "a thread waits for untracked memory")):
        definitions = [f"-DWHAT={what}", f"-DPOINTER={pointer}", f"-DWAITS={waits}"]
        for reduction in ("default", "global"):
            box.run("check", "--reduction", reduction, *definitions, "misuse.c").expect(
                2, rf"^unknown: .*{re.escape(message)}", where="out")
    box.run("check", "-DWHAT=&pointer,sizeof pointer", "-DPOINTER=array+1", "-DWAITS=0", "misuse.c").expect(
        0, r"^holds within untracked data", where="out")
    box.run("check", "-DWHAT=array,0", "-DPOINTER=0", "-DWAITS=0", "misuse.c").expect(0, r"^holds \[", where="out")
    box.write("many.c", "#include <heddle.h>\nchar bytes[99];\nint main(void) { for (int i = 0; i < 99; i++) { "
              "heddle_untracked(bytes, 1); heddle_track(bytes, 1); heddle_untracked(bytes + i % N, 1); } return 0; }\n")
    box.run("check", "-DN=60", "many.c").expect(0, r"^holds within untracked data", where="out")
    box.run("check", "-DN=70", "many.c").expect(3, r"more than 64 calls of heddle_untracked", where="out")
    box.run("check", "--untracked", "nothing", "misuse.c", "-DWHAT=array,4", "-DPOINTER=0", "-DWAITS=0").expect(
        2, r"--untracked: the program has no global variable 'nothing'", where="err")


UNTRACKED_DECIDES = """#include <assert.h>
#include <heddle.h>
int x, runs, highest;
int few(void) { return runs < 5; }
int small(void) { return x < 9; }
int writes(void) { highest = 1; return 1; }
int main(void) {
    for (int i = 0; i < 3; i++) {
        x += heddle_choose(3);
        if (x > highest)
            highest = x;
    }
    runs++;
    assert(x != LIMIT);
    assert(runs < RUNS);
    return 0;
}
"""


def test_untracked_decides(box):
    """What only all runs together bring about is no violation of the program."""
    box.write("decides.c", UNTRACKED_DECIDES)
    untracked = ("--untracked", "runs,highest", "--json", "out.json")
    for search in ("dfs", "bfs"):
        for reduction in ("default", "global", "tau+"):
            options = (*untracked, "--search", search, "--reduction", reduction)
            r = box.run("check", *options, "-DLIMIT=9", "-DRUNS=5", "decides.c")
            r.expect(3, r"^unknown: a violation was found that depends on untracked data: assertion: runs < RUNS", where="out")
            result = box.json("out.json")
            if result["untracked"]["runs"] < 5 or result["bounds"] != ["untracked data"] or result["violation"]:
                raise Failure(f"wrong values or bounds\n{r}")
            # The run is real, but takes another number of instructions than it did in the search.
            box.run("check", *options, "-DLIMIT=2", "-DRUNS=99", "--trace", "t.json", "decides.c").expect(
                1, r"^violated: assertion: x != LIMIT", where="out")
            box.run("replay", "t.json").expect(1, r"^violated: assertion: x != LIMIT", where="out")
    for reduction in ("default", "global"):
        invariant = (*untracked, "--reduction", reduction, "-DLIMIT=9", "-DRUNS=99", "decides.c", "--invariant")
        box.run("check", *invariant, "few").expect(
            3, r"^unknown: a violation was found that depends on untracked data: invariant: .*: runs = 5", where="out")
        box.run("check", *invariant, "small").expect(0, r"^holds within untracked data", where="out")
        box.run("check", *invariant, "writes").expect(2, r"'writes' writes to highest", where="out")


def test_untracked_and_workers(box):
    box.write("steps.c", COUNT_STEPS)
    r = box.run("check", "--untracked", "steps", "--workers", "2", "--json", "out.json", "steps.c")
    r.expect(0, r"^heddle: untracked data is in use: one worker searches$", where="err")
    if box.json("out.json")["workers"] != 1:
        raise Failure(f"more than one worker\n{r}")
    r = box.run("check", "--untracked", "steps", "steps.c").expect(0)
    if r.err:
        raise Failure(f"there is nothing to say\n{r}")


def test_untracked_and_abstraction(box):
    """An abstraction finds zeros in untracked memory: what it computes must not depend on it."""
    box.write("odd.c", PARITY.replace("odd = (x + y) % 2", "odd = (x + y + rounds) % 2").replace("by = 0;", "by = 0; rounds++;")
              .replace("int x,", "int rounds, x,"))
    options = ("--unmatched", "x,y,odd", "--abstraction", "parity", "--untracked", "rounds", "-DM=4", "-DN=2", "odd.c")
    r = box.run("check", *options).expect(0, r"^holds within an abstraction and untracked data \[2 states", where="out")
    r.expect(0, r"\nuntracked: rounds = [1-9]", where="out")
    box.run("check", "--check-abstraction", *options).expect(
        0, r"^holds within untracked data \[.*\nThe abstraction is sound .*: 2 abstract states.\nuntracked: rounds", where="out")
    box.run("check", "--check-abstraction", "--untracked", "rounds", "-DM=4", "-DN=2", "odd.c").expect(
        2, r"there is no abstraction", where="err")


def test_interrupt(box):
    box.write("huge.c", HUGE)
    r = box.run("check", "--json", "out.json", "huge.c", interrupt_after=3)
    check_partial(box, r)


def test_limit_keeps_violation(box):
    box.write("race.c", RACE)
    box.run("check", "--time-limit", "60", "--memory-limit", "1G", "race.c").expect(1)


# ---- stores -------------------------------------------------------------------------------------

def check_probabilistic(box, r):
    r.expect(3, r"^unknown: probabilistic: .*coverage [0-9.e-]+ %", where="out")
    result = box.json("out.json")
    if result["verdict"] != "unknown" or not result["reason"].startswith("probabilistic"):
        raise Failure(f"wrong verdict in JSON: {result['verdict']}, {result['reason']}")
    return result


def test_store_names(box):
    box.write("good.c", GOOD)
    for store in ("exact", "auto"):
        box.run("check", "--store", store, "good.c").expect(0, r"^holds \[", where="out")
    for store in ("nonsense", "exact=5", "auto=1M", "compact=8"):
        box.run("check", "--store", store, "good.c").expect(2, rf"^heddle: --store: there is no '{store}'",
                                                            r"exact, auto, compact, bitstate", where="err")
    for size in ("x", "", "1M2", "-1"):
        box.run("check", "--store", "bitstate=" + size, "good.c").expect(
            2, rf"^heddle: --store: '{size}' is not a size", where="err")


def test_store_probabilistic(box):
    box.write("many.c", MANY)
    program = ["-DROUNDS=3", "many.c", "--json", "out.json"]
    box.run("check", "-DLESS=0", *program).expect(0)
    states = box.json("out.json")["states"]
    for store in ("compact", "bitstate", "bitstate=1M"):
        result = check_probabilistic(box, box.run("check", "--store", store, "-DLESS=0", *program))
        if store == "compact" and result["states"] != states:
            raise Failure(f"{result['states']} states with hashes of 64 bits, {states} with the exact store")
        box.run("check", "--store", store, "-DLESS=1", *program).expect(1, r"^violated: assertion", where="out")
    result = check_probabilistic(box, box.run("check", "--store", "bitstate=1K", "-DLESS=0", *program))
    if result["states"] >= states:
        raise Failure(f"{result['states']} of {states} states in 8192 bits")


def test_store_auto(box):
    """What fits is searched exactly; what does not goes on with hashes, and says so when it happens."""
    box.write("many.c", MANY)
    program = ["-DLESS=0", "many.c", "--store", "auto", "--json", "out.json", "--workers", "1"]
    r = box.run("check", "-DROUNDS=3", *program).expect(0, r"^holds \[", where="out")
    if r.err:
        raise Failure(f"something on standard error\n{r}")
    r = box.run("check", "-DROUNDS=5", "--memory-limit", "13M", *program)
    check_probabilistic(box, r)
    r.expect(3, r"^heddle: the exact store would exceed the memory limit: going on with hash compaction$", where="err")


def test_store_auto_finds(box):
    """A violation is found after the store has switched."""
    box.write("many.c", MANY.replace("x <= 3 * ROUNDS - LESS", "x > 2"))
    box.run("check", "-q", "-DROUNDS=5", "--store", "auto", "--memory-limit", "11M", "--workers", "1", "many.c").expect(
        1, r"hash compaction", r"violated: assertion: x > 2 does not hold")


def test_memory_limit_names_auto(box):
    box.write("huge.c", HUGE)
    box.run("check", "--reduction", "global", "--memory-limit", "30M", "--time-limit", "60", "huge.c").expect(
        3, r"^unknown: memory limit of 30 MiB reached \(--store auto", where="out")


# ---- workers ------------------------------------------------------------------------------------

def test_workers_agree(box):
    box.write("many.c", MANY)
    program = ["-DROUNDS=4", "many.c", "--json", "out.json"]
    for search in ("dfs", "bfs"):
        seen = set()
        for workers in ("1", "2", "4"):
            box.run("check", "-DLESS=0", "--search", search, "--workers", workers, *program).expect(0)
            result = box.json("out.json")
            if result["workers"] != int(workers) or result["restarts"] != 0:
                raise Failure(f"workers {result['workers']}, restarts {result['restarts']}")
            seen.add((result["states"], result["transitions"]))
            box.run("check", "-DLESS=1", "--search", search, "--workers", workers, *program).expect(1, r"violated")
        if len(seen) != 1 or min(seen)[0] < 10000:
            raise Failure(f"{search}: states and transitions differ with the number of workers: {seen}")


def test_workers_values(box):
    box.write("good.c", GOOD)
    box.run("check", "--workers", "0", "--json", "out.json", "good.c").expect(0)
    if box.json("out.json")["workers"] < 1:
        raise Failure("no workers at all")
    for value in ("257", "-1", "two"):
        box.run("check", "--workers", value, "good.c").expect(2, r"^heddle: --workers: ", re.escape(value), where="err")


def test_workers_time_limit(box):
    box.write("huge.c", HUGE)
    for search in ("dfs", "bfs"):
        started = time.monotonic()
        r = box.run("check", "--workers", "2", "--search", search, "--time-limit", "2", "--json", "out.json", "huge.c")
        check_partial(box, r)
        r.expect(3, r"^unknown: time limit of 2 s reached", where="out")
        if time.monotonic() - started > 20:
            raise Failure("--time-limit 2 took more than 20 s")


def test_workers_interrupt(box):
    box.write("huge.c", HUGE)
    for search in ("dfs", "bfs"):
        r = box.run("check", "--workers", "2", "--search", search, "--json", "out.json", "huge.c", interrupt_after=3)
        check_partial(box, r)
        r.expect(3, r"^unknown: interrupted", where="out")


# ---- reductions ---------------------------------------------------------------------------------

def test_reductions_agree(box):
    box.write("locked.c", LOCKED)
    states = {}
    for reduction in REDUCTIONS:
        program = ["--reduction", reduction, "--json", "out.json", "locked.c"]
        box.run("check", "-DWANTED=2", *program).expect(0, r"^holds \[", where="out")
        states[reduction] = box.json("out.json")["states"]
        box.run("check", "-DWANTED=0", *program).expect(1, r"^violated: assertion: .*locked\.c:13", where="out")
    falling = [states[reduction] for reduction in ("none", "tau", "tau+", "default")]
    if falling != sorted(set(falling), reverse=True) or states["superstep"] > states["global"]:
        raise Failure(f"a stronger reduction has more states: {states}")


def test_reduction_switches(box):
    box.write("locked.c", LOCKED)
    for switches in [[s] for s in SWITCHES] + [list(SWITCHES)]:
        for reduction in REDUCTIONS if len(switches) > 1 else ("default",):
            program = [*switches, "--reduction", reduction, "--json", "out.json", "locked.c"]
            box.run("check", "-DWANTED=2", *program).expect(0, r"^holds \[", where="out")
            options = box.json("out.json")["options"]
            if not all(options[s[2:]] is True for s in switches):
                raise Failure(f"the switches are not in the JSON: {options}")
            box.run("check", "-DWANTED=0", *program).expect(1, r"^violated: assertion", where="out")


def test_reduction_help(box):
    text = box.run("check", "--help").expect(0).out
    for name in SWITCHES + ("--workers", "--store", "--reduction", "bitstate[=SIZE]", "N|A..B") + REDUCTIONS:
        if name not in text:
            raise Failure(f"'heddle check --help' does not name {name}")


def test_restarts_are_counted(box):
    """The first accesses are under the lock, so the lock reduction assumes that all are, until one is not."""
    box.write("most.c", RACE.replace("counter++;\n", """\
pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    if (arg) counter++;
""").replace("static int counter;", "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nstatic int counter;")
              .replace("&b, 0, add, 0", "&b, 0, add, &counter").replace("counter == 2", "counter <= 3"))
    for more in ([], ["--no-lock-reduction"]):
        box.run("check", "--workers", "1", "--json", "out.json", *more, "most.c").expect(0)
        restarts = box.json("out.json")["restarts"]
        if (restarts > 0) == bool(more):
            raise Failure(f"{restarts} restarts with {more}")


def test_default_trace_replays(box):
    """A step of the default reduction runs over several visible operations; its schedule replays all the same."""
    box.write("locked.c", LOCKED)
    for options in ([], ["--workers", "4"], ["--search", "bfs"], ["--no-supersteps"], ["--reduction", "superstep"],
                    ["--reduction", "tau+"], ["--no-heap-symmetry"], ["--context-bound", "0..2"],
                    ["--store", "compact"]):
        r = box.run("check", *options, "-DWANTED=0", "--trace", "t.trace", "locked.c").expect(1)
        again = box.run("replay", "t.trace").expect(1, r"^violated: assertion", where="out")
        first = r.out[r.out.index("violated"):].splitlines()
        if first[1:] != again.out.splitlines()[1:]:
            raise Failure(f"the replay tells another story\n{r}\n=== and ===\n{again}")


# ---- context bounds -----------------------------------------------------------------------------

def test_context_bounds(box):
    box.write("two.c", TWO_PREEMPTIONS)
    for bound, code in ((0, 0), (1, 0), (2, 1), (3, 1)):
        switches = "1 context switch " if bound == 1 else f"{bound} context switches "
        r = box.run("check", "--context-bound", str(bound), "--json", "out.json", "two.c").expect(
            code, rf"^holds within {switches}\[" if code == 0 else r"^violated: assertion", where="out")
        if box.json("out.json")["smaller_context_bounds"] != []:
            raise Failure(f"bounds were tried that nobody asked for\n{r}")


def test_context_bound_range(box):
    box.write("two.c", TWO_PREEMPTIONS)
    r = box.run("check", "--context-bound", "0..3", "--json", "out.json", "two.c").expect(1)
    r.expect(1, r"(?m)^holds within 0 context switches \[", r"(?m)^holds within 1 context switch \[", r"(?m)^violated: ",
             where="out")
    result = box.json("out.json")
    tried = [(b["context_bound"], b["verdict"]) for b in result["smaller_context_bounds"]]
    if tried != [(0, "holds"), (1, "holds")] or any(b["states"] <= 0 for b in result["smaller_context_bounds"]):
        raise Failure(f"smaller_context_bounds: {result['smaller_context_bounds']}")
    box.run("check", "-q", "--context-bound", "0..3", "two.c").expect(1, r"\Aviolated: .*\n\Z", where="out")
    box.run("check", "--context-bound", "0..1", "two.c").expect(0, r"(?m)^holds within 0 context switches \[",
                                                                r"(?m)^holds within 1 context switch \[", where="out")
    r = box.run("check", "--context-bound", "0..3", "--json", "-", "two.c").expect(1, r"holds within 0", where="err")
    if json.loads(r.out)["verdict"] != "violated":
        raise Failure(f"standard output is not the JSON alone\n{r}")


def test_context_bound_values(box):
    box.write("two.c", TWO_PREEMPTIONS)
    for value in ("3..1", "x", "1..", "..2", "0..x", "0..70000", "-1..2", ""):
        box.run("check", "--context-bound", value, "two.c").expect(2, r"^heddle: --context-bound: ", re.escape(value),
                                                                   where="err")


def test_context_bound_of_supersteps(box):
    """Where supersteps are asked for by name, the bound counts what happens between them, and the verdict says so."""
    box.write("locked.c", LOCKED)
    box.run("check", "-DWANTED=2", "--context-bound", "1", "--reduction", "superstep", "locked.c").expect(
        0, r"^holds within 1 context switch between supersteps \[", where="out")
    box.run("check", "-DWANTED=2", "--context-bound", "1", "locked.c").expect(0, r"^holds within 1 context switch \[",
                                                                              where="out")


def test_context_bound_interrupt(box):
    """An interrupt ends all bounds, not only the one that is being tried."""
    box.write("huge.c", HUGE)
    started = time.monotonic()
    bounds = ["--context-bound", "3..50"]
    box.run("check", *bounds, "huge.c", interrupt_after=3).expect(3, r"unknown: interrupted", where="out")
    box.run("check", *bounds, "--time-limit", "2", "huge.c").expect(3, r"unknown: time limit", where="out")
    if time.monotonic() - started > 40:
        raise Failure("it goes on after the end")


# ---- the other commands -------------------------------------------------------------------------

MANY_OBJECTS = """
static void set(int *a, int *b, int *c, int *d) { *a = *b = *c = *d = 1; }
static int one(void) {
    int a, b, c, d;
    set(&a, &b, &c, &d);
    return a & b & c & d;
}
int main(void) {
    int i = 0;
    while (i < 300000)
        i += one();
    return i == 300000 ? 0 : 1;
}
"""


def test_run_many_objects(box):
    """More short-lived objects than the machine holds at a time."""
    box.write("many.c", MANY_OBJECTS)
    box.run("run", "many.c").expect(0)


def test_trace_and_replay(box):
    box.write("race.c", RACE)
    for search in ("dfs", "bfs"):
        for reduction in REDUCTIONS:
            box.run("check", "--search", search, "--reduction", reduction, "--trace", "race.trace",
                    "race.c").expect(1)
            box.run("replay", "race.trace").expect(1, r"assertion", r"race\.c:14", where="out")


def test_trace_repeats(box):
    box.write("race.c", RACE)
    first, second = (re.sub(r"(?m)^.*states/s.*$", "", box.run("check", "race.c").expect(1).out) for _ in "ab")
    if first != second:
        raise Failure(f"two runs print different traces\n{first}\n=== and ===\n{second}")


def test_replay_bad_files(box):
    box.write("race.c", RACE)
    box.run("replay", "missing.trace").expect(2, r"missing\.trace", where="err")
    box.run("replay", "race.c").expect(2, r"race\.c", where="err")
    box.run("replay", ".").expect(2, r"(?i)director", where="err")
    box.run("replay").expect(2)
    box.run("check", "--trace", "race.trace", "race.c").expect(1)
    whole = box.read("race.trace")
    for size in (0, 5, len(whole) // 2, len(whole) - 1):
        box.write("cut.trace", whole[:size])
        r = box.run("replay", "cut.trace")
        if r.code == 0:
            raise Failure(f"a truncated trace is replayed to 'holds'\n{r}")


def test_output_shown_on_replay(box):
    box.write("talk.c", '#include <assert.h>\n#include <stdio.h>\nint main(void) {\n'
                        '    printf("spoken %d\\n", 42);\n    assert(0);\n}\n')
    r = box.run("check", "--trace", "talk.trace", "talk.c").expect(1)
    box.run("replay", "talk.trace").expect(1, r"spoken 42")


def test_no_output_during_search(box):
    box.write("talk.c", '#include <stdio.h>\nint main(void) {\n    printf("spoken %d\\n", 42);\n    return 0;\n}\n')
    r = box.run("check", "talk.c").expect(0)
    if "spoken" in r.both:
        raise Failure(f"the program's output was printed during the search\n{r}")


def test_dump(box):
    box.write("bad.c", BAD)
    box.run("dump", "bad.c").expect(0, r"main", r"twice", r"assert\(y == 3\)|bad\.c:6", where="out")
    box.run("dump", "-O2", "bad.c").expect(0, r"main", where="out")
    box.run("dump", "missing.c").expect(2, r"missing\.c", where="err")


# ---- library functions --------------------------------------------------------------------------

STUBBED = """\
#include <assert.h>
#include <stdlib.h>
int sensor(int channel);
void tick(void);
static int own(void) { return 0; }
int main(void) {
    int x = sensor(1) + own();
    tick();
    assert(x == 0);
    return 0;
}
"""


def rows_of_libc():
    with open(os.path.join(ROOT, "runtime", "libc.def"), encoding="utf-8") as f:
        return re.findall(r'^FUNCTION\("([^"]+)", (\w+), (\w+),', f.read(), re.M)


def test_libc_lists_all(box):
    rows = rows_of_libc()
    lines = box.run("libc").expect(0, r"(?m)^refused ", where="out").out.splitlines()
    for header, name, fidelity in rows:
        if header not in lines or not any(re.match(rf" +{name} +{fidelity.lower()}\b", line) for line in lines):
            raise Failure(f"{name} of {header} is not listed as {fidelity.lower()}")
    wide = [line for line in lines if len(line) > 100]
    if wide:
        raise Failure(f"wider than 100 columns: {wide[0]}")
    box.run("libc", "--json", "all.json").expect(0)
    listed = [(f["header"], f["function"], f["fidelity"].upper()) for f in box.json("all.json")["functions"]]
    if listed != rows:
        raise Failure("the JSON has other functions than runtime/libc.def")


def test_libc_names(box):
    for header, name, _ in rows_of_libc()[:1]:
        r = box.run("libc", name).expect(0, rf"(?m)^{re.escape(header)}$", rf"(?m)^  {name} ", where="out")
        if len(r.out.splitlines()) > 6:
            raise Failure(f"more than the one function that was asked for\n{r}")
        box.run("libc", header).expect(0, rf"(?m)^  {name} ", where="out")
        box.run("libc", "--json", "-", name).expect(0, rf'"function": "{name}"', where="out")
        box.run("libc", name + "x").expect(2, rf"no model of '{name}x'.*did you mean.*{name}", where="err")


def test_libc_unknown_name(box):
    r = box.run("libc", "frobnicate_all").expect(2, r"no model of 'frobnicate_all'", r"--stub frobnicate_all=nondet",
                                                 r"C file", where="err")
    if r.out:
        raise Failure(f"something on standard output\n{r}")
    box.run("libc", "--stub", "a=0").expect(2, r"--stub is not an option of 'heddle libc'", where="err")
    box.run("libc", "-O2").expect(2, r"-O2", where="err")
    box.run("libc", "--help").expect(0, r"heddle libc \[options\] \[NAME", r"--json", where="out")


def test_unmodelled_message(box):
    box.write("a.c", STUBBED)
    box.run("check", "a.c").expect(2, r"no model of them:\n  sensor \(a\.c:7\)\n  tick \(a\.c:8\)\n", r"give a C file",
                                   r"--stub sensor=nondet", r"--stub sensor=0", r"--stub sensor=abort", where="err")
    box.run("check", "--stub", "sensor=0", "a.c").expect(2, r"them:\n  tick \(a\.c:8\)\ngive", r"--stub tick=nondet",
                                                         where="err")


def test_stub_zero(box):
    box.write("a.c", STUBBED)
    box.run("check", "--json", "out.json", "--stub", "sensor=0", "--stub", "tick=nondet", "a.c").expect(
        0, r"^holds within stub sensor=0 and stub tick=nondet \[", where="out")
    if box.json("out.json")["bounds"] != ["stub sensor=0", "stub tick=nondet"]:
        raise Failure("the JSON does not name the stubs as bounds")
    box.run("check", "-m32", "-O2", "--stub=sensor=0,tick=0", "a.c").expect(0, r"stub tick=0")
    box.run("run", "--stub", "sensor=0,tick=0", "a.c").expect(0)
    box.run("dump", "--stub", "sensor=0,tick=0", "--function", "sensor", "a.c").expect(0, r"function sensor", where="out")


def test_stub_nondet(box):
    box.write("a.c", STUBBED)
    stubs = ["--stub", "sensor=nondet", "--stub", "tick=0"]
    box.run("check", *stubs, "a.c").expect(3, r"the value of sensor\(\) called at a\.c:7 is looked at", where="out")
    box.run("check", *stubs, "--nondet-range", "0..0", "a.c").expect(0, r"stub sensor=nondet", where="out")
    box.run("check", *stubs, "--nondet-range", "0..1", "a.c").expect(1, r"x == 0 does not hold", where="out")


def test_stub_types(box):
    box.write("t.c", """\
#include <assert.h>
char letter(void);
_Bool flag(void);
float part(void);
double measure(void);
void *find(const char *name, ...);
long long far(void);
int main(int argc, char **argv) {
    if (argc == 2) assert(letter() != 'x' || flag());
    if (argc == 3) assert(part() < 2 || measure() < 2);
    if (argc == 4) assert(!find("a", 1));
    if (argc == 5) assert(far() != 2);
    if (argc == 6) assert(letter() != 'x' || !flag() || letter() != 'y');
}
""")
    stubs = "letter=nondet,flag=nondet,part=nondet,measure=nondet,find=nondet,far=nondet"
    for which, options in enumerate(([], ["--nondet-range", "0..2"], ["--nondet-range", "0..1"],
                                     ["--nondet-range", "0..2"], []), 1):
        for size in ("-m64", "-m32"):
            box.run("check", "-q", size, "--stub", stubs, *options, "t.c", "--", *"abcde"[:which]).expect(1, r"assertion")
    box.run("check", "--stub", stubs, "--nondet-range", "0..1", "t.c", "--", "a", "b").expect(0, r"^holds within")
    box.run("check", "--stub", stubs.replace("find=nondet", "find=0"), "t.c", "--", *"abc").expect(0, r"stub find=0")


# Blocks that look like clang's ways out of scopes, but lead to each other.
EXITS_ROUND = """\
define i32 @main() {
entry:
  %cleanup.dest.slot = alloca i32
  %cleanup.dest.slot2 = alloca i32
  store i32 1, ptr %cleanup.dest.slot
  store i32 2, ptr %cleanup.dest.slot2
  br label %a
a:
  %x = load i32, ptr %cleanup.dest.slot
  switch i32 %x, label %out [ i32 1, label %b ]
b:
  %y = load i32, ptr %cleanup.dest.slot2
  switch i32 %y, label %out [ i32 2, label %a ]
out:
  ret i32 0
}
"""


def test_exits_round(box):
    """Code that no compiler makes is taken as it is: here, an endless loop of one state."""
    box.write("round.ll", EXITS_ROUND)
    box.run("check", "--time-limit", "20", "round.ll").expect(0, "^holds")


def test_stub_abort(box):
    box.write("a.c", STUBBED)
    box.run("check", "--stub", "sensor=abort,tick=0", "a.c").expect(
        1, r"violated: assertion: call of sensor, which --stub turned into abort, at a\.c:7 in main", where="out")
    box.run("run", "--stub", "sensor=abort,tick=0", "a.c").expect(1, r"call of sensor", where="err")


def test_stub_replaces_model(box):
    box.write("r.c", "#include <assert.h>\n#include <stdlib.h>\nint main(void) {\n    assert(rand() == 7);\n}\n")
    box.run("check", "--stub", "rand=nondet", "--nondet-range", "7..7", "r.c").expect(0, r"stub rand=nondet", where="out")
    box.run("check", "--stub", "rand=0", "r.c").expect(1, r"rand\(\) == 7 does not hold", where="out")


def test_stub_refused(box):
    box.write("a.c", STUBBED)
    box.write("b.c", """\
struct big { int a[10]; } make(void);
struct pair { long a, b; } two(void);
long double wide(void);
_Noreturn void never(void);
void __VERIFIER_atomic_begin(void);
extern int variable;
int main(void) {
    __VERIFIER_atomic_begin();
    if (make().a[0] + two().a + wide() + variable > 0) never();
}
""")
    box.run("check", "--stub", "own=0", "a.c").expect(2, r"own is defined in the program", where="err")
    box.run("check", "--stub", "main=0", "a.c").expect(2, r"main is defined in the program", where="err")
    box.run("check", "--stub", "sensr=0", "a.c").expect(2, r"does not call sensr; did you mean sensor\?", where="err")
    box.run("check", "--stub", "rand=0", "a.c").expect(2, r"the program does not call rand", where="err")
    for stub, message in (("make=0", r"make returns a struct; use make=abort"), ("two=nondet", r"two returns a struct"),
                          ("wide=nondet", r"wide returns a type .*; use wide=0"), ("variable=0", r"is a variable"),
                          ("never=0", r"does not return; only never=abort"),
                          ("__VERIFIER_atomic_begin=0", r"cannot be replaced")):
        box.run("check", "--stub", stub, "b.c").expect(2, r"^heddle: --stub: .*" + message, where="err")


def test_stub_syntax(box):
    box.write("a.c", STUBBED)
    for bad in ("sensor", "", "=0", "sensor=", "sensor=1", "sensor=0,", "1x=0", "a b=0", "sensor=nondets"):
        box.run("check", "--stub", bad, "a.c").expect(2, r"^heddle: --stub: '", where="err")
    box.run("check", "--stub", "sensor=0", "--stub", "sensor=abort", "a.c").expect(2, r"sensor is given twice", where="err")
    box.run("check", "a.c", "--stub").expect(2, r"--stub needs an argument", where="err")
    box.run("replay", "--stub", "sensor=0", "x.trace").expect(2, r"not an option of 'heddle replay'", where="err")


def test_stub_replay(box):
    box.write("a.c", STUBBED)
    box.run("check", "--stub", "sensor=nondet,tick=0", "--nondet-range", "0..1", "--trace", "t.trace", "a.c").expect(1)
    box.run("replay", "t.trace").expect(1, r"violated: assertion: x == 0", where="out")
    box.run("check", "--stub", "sensor=abort", "--stub", "tick=0", "--trace", "t.trace", "a.c").expect(1)
    box.run("replay", "t.trace").expect(1, r"call of sensor, which --stub turned into abort", where="out")
    whole = box.read("t.trace").decode()
    box.write("t.trace", whole.replace("sensor=abort,tick=0", "sensor=abort,tick"))
    box.run("replay", "t.trace").expect(2, r"--stub: 'tick' is not", where="err")
    box.write("t.trace", whole.replace('"sensor=abort,tick=0"', "7"))
    box.run("replay", "t.trace").expect(2, r"'stubs' is missing or wrong", where="err")


def main(found, about):
    p = argparse.ArgumentParser(description=about)
    p.add_argument("names", nargs="*", help="only tests whose name contains one of these")
    p.add_argument("--heddle", default=os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle")))
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = p.parse_args()
    heddle = os.path.abspath(options.heddle)
    tests = [(n, f) for n, f in sorted(found.items()) if n.startswith("test_")
             and (not options.names or any(part in n for part in options.names))]

    def job(item):
        name, function = item
        with tempfile.TemporaryDirectory(prefix="heddle-cli-") as base:
            try:
                box = Box(heddle, base)
                function(box)
                box.check_clean()
                return name, None
            except Failure as e:
                return name, str(e)
            except Exception:  # a broken test is a failed test
                return name, traceback.format_exc()

    passed = failed = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for name, problem in pool.map(job, tests):
            passed, failed = passed + (problem is None), failed + (problem is not None)
            if problem:
                print(f"FAIL {name}: " + problem.rstrip().replace("\n", "\n     | "), flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(globals(), "tests heddle's command line"))
