#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of limits: whatever heddle is busy with, time, memory and signals end it, with an honest verdict.

Times are generous, since machines are slow and busy: what is limited to a second must end within MOST seconds, and
every program here would otherwise run for minutes or for ever.
"""
import os
import re
import resource
import signal
import subprocess
import sys
import time

from cli.box import Box, Result
from cli.sources import HUGE
from suite import Failure, parser, run_tests, tests_in

MOST = 20
LATE = r"unknown: time limit of 1 s reached \["
# Sanitizers keep memory that was freed, and need much more of it.
IS_PLAIN = not any(name.endswith("SAN_OPTIONS") for name in os.environ)

RECURSION = """#include <assert.h>
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int x;
int inv(void) { return fib(60); }
int main(void) { x = 1; assert(fib(WIDTH) != 7); return 0; }
"""
# Threads that do not disturb each other: supersteps are long, and there are many of them.
THREADS = """#include <pthread.h>
#include <stdatomic.h>
atomic_int v[N][100];
static void *run(void *arg) {
    atomic_int *mine = arg;
    for (int i = 0; i < 300; i++)
        atomic_fetch_add(mine + i % 100, 1);
    return 0;
}
int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, run, v[i]);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
"""


def timed(box, *args, code=3, reason=LATE, where="out"):
    began = time.monotonic()
    r = box.run(*args).expect(code, r"^" + reason, where=where)
    if time.monotonic() - began > MOST:
        raise Failure(f"{time.monotonic() - began:.0f} s\n{r}")
    return r


def test_recursion(box):
    box.write("a.c", RECURSION)
    timed(box, "check", "--time-limit", "1", "-DWIDTH=50", "--json", "out.json", "a.c")
    data = box.json("out.json")
    if data["verdict"] != "unknown" or data["reason"] != "time limit of 1 s reached":
        raise Failure(f"{data['verdict']}: {data['reason']}")
    timed(box, "run", "--time-limit", "1", "-DWIDTH=50", "a.c", reason="heddle: time limit of 1 s reached", where="err")


def test_recursion_in_invariant(box):
    box.write("a.c", RECURSION)
    timed(box, "check", "--time-limit", "1", "-DWIDTH=5", "--invariant", "inv", "a.c")


def test_jumps(box):
    box.write("a.c",
              "#include <setjmp.h>\nint main(void) { jmp_buf b; volatile unsigned n = 0; setjmp(b); n++; longjmp(b, "
              "1); }\n")
    timed(box, "check", "--time-limit", "1", "a.c")


def test_freed_blocks(box):
    box.write("a.c",
              "#include <stdlib.h>\nstruct n { struct n *next; } *all;\nint main(void) { for (;;) { struct n *x = "
              "malloc(8); "
              "x->next = all; all = x; free(malloc(12)); } }\n")
    timed(box, "check", "--time-limit", "1", "--reuse-addresses", "a.c")


def test_compiler(box):
    """The front end takes long: the time ends it, and leaves nothing behind."""
    body = "".join(f"static int f{i}(int x) {{ return x * {i} + (x > {i}); }}\n" for i in range(20000))
    box.write("a.c", body + "int main(void) { return " + " + ".join(f"f{i}(1)" for i in range(20000)) + "; }\n")
    timed(box, "check", "-O2", "--time-limit", "1", "a.c")


def test_threads(box):
    """The expansion of a single state is long, and little memory is kept of what is between states."""
    box.write("a.c", THREADS)
    timed(box, "check", "--time-limit", "1", "-DN=400", "a.c")
    box.run("check", "--time-limit", "5", "-DN=16", "--workers", "1", "--json", "out.json",
            "a.c").expect(3, LATE.replace("1", "5"))
    data = box.json("out.json")
    if data["states"] < 50 or data["memory_bytes"] > 400 << 20:
        raise Failure(f"{data['memory_bytes']} bytes for {data['states']} states")


def test_too_many_threads(box):
    box.write("a.c", "#include <pthread.h>\nstatic void *idle(void *arg) { for (;;) ; return arg; }\n"
              "int main(void) { pthread_t t; for (;;) pthread_create(&t, 0, idle, 0); }\n")
    box.run("check", "--memory-limit", "1G", "a.c").expect(0, "^holds for any number of threads", where="out")
    box.run("check", "--memory-limit", "1G", "--property", "leak", "a.c").expect(  # where they are not counted
        3, r"^unknown: .*more than \d+ threads at a time", where="out")


def test_context_bounds(box):
    """The time is that of all bounds, and when it is up no further bound is tried."""
    box.write("a.c", HUGE)
    r = timed(box, "check", "--time-limit", "1", "--context-bound", "0..60000", "a.c", reason="")
    if not re.search(LATE, r.out) or len(re.findall("unknown", r.out)) != 1:
        raise Failure(f"not one line with the limit\n{r}")


# ---- signals ------------------------------------------------------------------------------------

def interrupted(box, number, words, reason, where="out", code=3, after=1.5):
    """heddle is told to end after a while."""
    p = subprocess.Popen([box.heddle, *words], cwd=box.home, env=box.env, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, start_new_session=True)
    time.sleep(after)
    p.send_signal(number)
    try:
        out, err = p.communicate(timeout=MOST)
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, signal.SIGKILL)
        p.communicate()
        raise Failure(f"signal {number} is ignored: {words}")
    r = Result(words, p.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"))
    return r.expect(code, reason, where=where)


def test_signals(box):
    box.write("a.c", RECURSION)
    for number in (signal.SIGINT, signal.SIGTERM):
        interrupted(box, number, ["check", "-DWIDTH=50", "--json", "out.json", "a.c"], r"^unknown: interrupted \[")
        if box.json("out.json")["reason"] != "interrupted":
            raise Failure(f"{box.json('out.json')['reason']}")
        interrupted(box, number, ["check", "-DWIDTH=5", "--invariant", "inv", "a.c"], r"^unknown: interrupted \[")
        interrupted(box, number, ["run", "-DWIDTH=50", "a.c"], r"heddle: interrupted", where="err")


# A violation after many steps that are all worth telling.
LONG = """#include <assert.h>
volatile int x;
int main(void) { for (int i = 0; i < 2000000; i++) x = i % 7; assert(x == 100); return 0; }
"""


def test_report(box):
    """The violation is known by then, and told; how it happens would take longer."""
    box.write("a.c", LONG)
    for after in (3, 8, 15):            # until the search has been fast enough
        r = interrupted(box, signal.SIGINT, ["check", "--workers", "1", "--json", "out.json", "a.c"], r"", code=None,
                        after=after)
        if not (r.code == 3 and re.match(r"unknown: interrupted \[", r.out)):
            break
    r.expect(1, r"^violated: assertion: x == 100 does not hold, at a\.c:3 \[.*\]\n$", where="out")
    r.expect(1, r"interrupted before it was told how this happens", where="err")
    if box.json("out.json")["verdict"] != "violated" or box.json("out.json")["trace"]:
        raise Failure(f"{box.json('out.json')['verdict']}\n{r}")


def verdicts_in(text):
    return re.findall(r"^(holds|violated|unknown)\b", text, re.M)


def check_agreement(r, data, is_alone):
    """The exit code, the line and the object say the same; the line is not on standard output if the object is
    there."""
    codes = {"holds": 0, "violated": 1, "unknown": 3}
    if r.code != codes[data["verdict"]] or verdicts_in(r.err if is_alone else r.out) != [data["verdict"]]:
        raise Failure(f"{data['verdict']}: {data['reason']}\n{r}")


def test_one_author(box):
    """A limit that is reached when all is about to be told anyway: whoever tells it, the search or the watchdog, there
    is one verdict, in one object, and in the exit code."""
    box.write("a.c", LONG.replace("2000000", "20000"))
    words = ["check", "--workers", "1", "--max-trace-lines", "10"]
    began = time.monotonic()
    box.run(*words, "--json", "out.json", "a.c").expect(1)
    needed = time.monotonic() - began
    for i in range(24):
        # The watchdog waits half a second for the search.
        limit = max(0.01, needed - 0.5 + (i % 12 - 6) * needed / 24)
        is_alone = i % 4 == 3
        r = box.run(*words, "--time-limit", f"{limit:.3f}", "--json", "-" if is_alone else "out.json", "a.c")
        if is_alone:
            box.write("out.json", r.out)
        check_agreement(r, box.json("out.json"), is_alone)
        os.remove(os.path.join(box.home, "out.json"))


# ---- memory -------------------------------------------------------------------------------------

SHAPES = {
    "small": "for (;;) { void **q = malloc(16); *q = (void *)keep; keep = q; }",
    "large": "for (;;) { void **q = malloc(8 << 20); *q = (void *)keep; keep = q; }",
    "one": "keep = malloc(900u << 20); for (int i = 0; i < 900; i++) ((char *)keep)[i << 20] = 1;",
    "deep": "deep(0);",
    "states": "for (volatile unsigned i = 0;; i++) table[i % 1024] = i;",
    "local": "unsigned n = 300u << 20; char v[n]; v[0] = 1; v[n - 1] = 2; keep = (void *)v;",
}
SHAPE = """#include <stdlib.h>
void **keep; unsigned table[1024];
static int deep(int n) { volatile char a[1000]; a[n %% 1000] = 1; return deep(n + 1) + a[7]; }
int main(void) { (void)deep; %s return 0; }
"""


ENDS = r"holds|unknown: (memory limit of 150 MiB reached|time limit|out of memory|.*more than)"


def test_memory(box):
    """What is really used stays near the limit, whatever it is used for."""
    limit, slack = 150, 130     # MiB; the slack is that of the program itself and of its libraries
    for name, body in SHAPES.items():
        box.write("a.c", SHAPE % body)
        p = subprocess.Popen([box.heddle, "check", "--workers", "1", "--time-limit", "5", "--stack-limit", "1000000",
                              "--memory-limit", f"{limit}M", "a.c"], cwd=box.home, env=box.env, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE)
        out, _ = p.stdout.read().decode(), p.stderr.read()
        _, status, usage = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        if p.returncode not in (0, 3) or not re.match(ENDS, out):
            raise Failure(f"{name}: exit code {p.returncode}\n{out}")
        if IS_PLAIN and usage.ru_maxrss > (limit + slack) << 10:
            raise Failure(f"{name}: {usage.ru_maxrss >> 10} MiB were used\n{out}")


def test_memory_told(box):
    """The memory in the result is what the process had."""
    box.write("a.c", SHAPE % "char *p = malloc(200 << 20); for (int i = 0; i < 200; i++) p[i << 20] = 1; free(p);")
    box.run("check", "--json", "out.json", "a.c").expect(0)
    told = box.json("out.json")["memory_bytes"] >> 20
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    if IS_PLAIN and not 190 <= told <= used:
        raise Failure(f"{told} MiB are told, {used} MiB were used")


# ---- one line -------------------------------------------------------------------------------------

TEXTS = {
    "plain.c": b'int main(void) { __assert_fail("a\\nb\\rc\\033[2J\\x80\\xff", "f", 3, "g"); }\n',
    "mark.c": b'\n# 1 "we\\nird\\033[31m.c"\nint main(void) { __assert_fail("x", "f", 3, "g"); }\n',
    "na\nme\x1b[1m.c": b'int main(void) { __assert_fail("x", "f", 3, "g"); }\n',
    "long.c": b'int main(void) { __assert_fail("' + b"x" * 100000 + b'", "f", 3, "g"); }\n',
}


def test_one_line(box):
    declaration = b"extern void __assert_fail(const char *, const char *, unsigned, const char *);"
    for name, text in TEXTS.items():
        box.write(name, declaration + text)
        r = box.run("check", "-q", "--json", "out.json", name).expect(1, r"^violated: assertion: ", where="out")
        if r.out.count("\n") != 1 or re.search(r"[\x00-\x08\x0b-\x1f\x7f\ufffd]", r.out):
            raise Failure(f"{name!r}: {r.out!r}")
        if box.json("out.json")["verdict"] != "violated":
            raise Failure(f"{name!r}: {box.json('out.json')}")
        r = box.run("check", "--color", "never", name).expect(1)
        if re.search(r"[\x00-\x08\x0b-\x1f\x7f\ufffd]", r.out):
            raise Failure(f"{name!r}: {r.out!r}")


def main():
    return run_tests("limits", Box, tests_in([sys.modules[__name__]]), parser("tests limits").parse_args())


if __name__ == "__main__":
    sys.exit(main())
