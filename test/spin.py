#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of `heddle spin` and libheddle.

SPIN searches the same states as `heddle check`, so verdicts, kinds and, where a search is complete, numbers of states must
agree. Each test is a function test_*; it gets a Box: a fresh working directory, a fresh TMPDIR that must be empty when the
test ends, and run() for heddle. A failed expectation raises Failure.
"""
import argparse
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
PROGRAMS = os.path.join(HERE, "programs")
EXAMPLES = os.path.join(ROOT, "examples", "spin")
FIGURE9 = os.path.join(ROOT, "bench", "figure9")
TIMEOUT = 240

# Programs that are small enough for SPIN under these reductions; those for global and none: test/spin-agreement.py.
AGREEMENT = [
    ("algorithms/counter-mutex.c", "tau"), ("algorithms/counter-race.c", "superstep"),
    ("algorithms/peterson-volatile.c", "tau"), ("algorithms/peterson-wrong.c", "superstep"),
    ("algorithms/philosophers.c", "tau+"), ("algorithms/philosophers-ordered.c", "tau+"),
    ("nondet/choose-in-threads-holds.c", "superstep"), ("algorithms/list-heap.c", "tau+"),
    ("heap/use-after-free-race.c", "superstep"), ("cond/queue.c", "superstep"), ("heap/leak-in-threads.c", "tau+"),
    ("endless/threads.c", "tau+"), ("cxx/thread.cc", "superstep"), ("invariant/holds.c", "superstep"),
    ("invariant/transient.c", "superstep"), ("invariant/assumed-away.c", "superstep"),
]
QUICK = {("algorithms/counter-mutex.c", "tau"), ("algorithms/counter-race.c", "superstep"),
         ("nondet/choose-in-threads-holds.c", "superstep"), ("invariant/transient.c", "superstep")}

COUNTER = """\
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
    assert(counter == 2 || LOST);
    return 0;
}
"""


class Failure(Exception):
    pass


def slow(test):
    """Not with --quick."""
    test.is_slow = True
    return test


class Box:
    def __init__(self, heddle, directory):
        self.heddle, self.directory = heddle, directory
        self.tmp = os.path.join(directory, "tmp")
        self.home = os.path.join(directory, "work")
        os.mkdir(self.tmp)
        os.mkdir(self.home)

    def write(self, name, text):
        with open(os.path.join(self.home, name), "w", encoding="utf-8") as f:
            f.write(text)

    def run(self, *words, cwd=None, code=None, env=None, program=None):
        """(exit code, standard output, standard error)"""
        environment = dict(os.environ, TMPDIR=self.tmp)
        environment.update(env or {})
        done = subprocess.run([program or self.heddle, *words], cwd=cwd or self.home, env=environment, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT, check=False)
        if code is not None and done.returncode != code:
            raise Failure(f"{' '.join(words)}: exit code {done.returncode}, expected {code}\n{done.stdout}{done.stderr}")
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


def expect(condition, text):
    if not condition:
        raise Failure(text)


# ---- agreement with heddle check ------------------------------------------------------------------


def options_of(program):
    with open(os.path.join(PROGRAMS, program), encoding="utf-8") as f:
        return [word for line in re.findall(r"^// options: (.*)$", f.read(), re.M) for word in line.split()]


def compare(code, mine, spins_code, spins):
    """What must be the same whatever the order of the search."""
    expect(code == spins_code, f"exit code {spins_code}, heddle check says {code}; {spins['reason']}, {mine['reason']}")
    expect(mine["verdict"] == spins["verdict"], f"{spins['verdict']}, heddle check says {mine['verdict']}")
    if mine["verdict"] != "violated":
        expect(mine["bounds"] == spins["bounds"], f"bounds {spins['bounds']}, heddle check names {mine['bounds']}")
        expect(mine["reason"] == spins["reason"], f"{spins['reason']}, heddle check says {mine['reason']}")
        # SPIN's are not counted.
        expect(set(mine["unasked"]) == set(spins["unasked"]), f"unasked {spins['unasked']}, heddle check has {mine['unasked']}")


def check_agreement(box, program, reduction):
    words = ["--reduction", reduction, *options_of(program), program]
    code, mine = box.json("check", *words, cwd=PROGRAMS)
    spins_code, spins = box.json("spin", *words, cwd=PROGRAMS)
    compare(code, mine, spins_code, spins)
    if mine["verdict"] == "violated":
        kind, spins_kind = mine["violation"]["kind"], spins["violation"]["kind"]
        expect(kind == spins_kind, f"{spins_kind}, heddle check says {kind}")
        expect(spins["trace"], "no counterexample")
    # Supersteps that go round in a circle may end elsewhere.
    elif reduction != "superstep":
        expect(mine["states"] == spins["states"], f"{spins['states']} states, heddle check has {mine['states']}")


# ---- plain programs -------------------------------------------------------------------------------


def test_counterexample(box):
    """The same report as heddle check's, and a trace that can be replayed."""
    box.write("x.c", COUNTER)
    _, out, _ = box.run("spin", "-DLOST=0", "--trace", "t.json", "x.c", code=1)
    expect("-- thread 3 --" in out and "x.c:5" in out and "counter = 1" in out, out)
    _, out, _ = box.run("replay", "t.json", code=1)
    expect("assertion" in out, out)


def search_with(box, options, verdict):
    _, right = box.json("spin", "--reduction", "global", "-DLOST=1", "x.c", "--", *options)
    expect(right["verdict"] == verdict, f"{options}: {right['verdict']}, {right['reason']}")
    expect(verdict == "holds" or right["reason"].startswith("probabilistic"), f"{options}: {right['reason']}")
    return right["states"]


def find_with(box, options):
    _, wrong = box.json("spin", "-DLOST=0", "x.c", "--", *options)
    expect(wrong["verdict"] == "violated" and wrong["trace"], f"{options}: {wrong['verdict']}, {wrong['reason']}")


def test_stores(box):
    """SPIN's ways to store states: hashes never end in `holds`, all find the violation."""
    box.write("x.c", COUNTER)
    for options, verdict in ((["-DBITSTATE"], "unknown"), (["-DCOLLAPSE"], "holds"), (["-DNCORE=2"], "holds"),
                             (["-DBFS"], "holds")):
        search_with(box, options, verdict)
        find_with(box, options)


@slow
def test_all_stores(box):
    """Whatever doc/spin.md says to work does."""
    box.write("x.c", COUNTER)
    all_ = search_with(box, [], "holds")
    for options, verdict in (("-DHC4", "unknown"), ("-DBFS_PAR", "unknown"), ("-DMA", "holds"), ("-DMA=3000", "holds"),
                             ("-DTRIX", "holds"), ("-DSC -m20", "holds"), ("-DP_RAND -DT_RAND -RS17", "holds"),
                             ("-DBFS -DBFS_DISK", "holds"), ("-w20 -n", "holds"), ("-e -c0", "holds"), ("-DREACH -i", "holds"),
                             ("-DNCORE=2 -DSEP_STATE", "holds"), ("-DPERMUTED -p_permute", "holds")):
        states = search_with(box, options.split(), verdict)
        expect(verdict == "unknown" or states == all_, f"{options}: {states} states of {all_}")
        find_with(box, options.split())
    for options in ("-DSPACE", "-DNOCOMP", "-DCOLLAPSE -DJOINPROCS", "-DAUTO_RESIZE", "-DP_REVERSE", "-DT_REVERSE", "-I",
                    "-t_reverse", "-DUSE_DISK -DNCORE=2", "-DVAR_RANGES", "-DFULLSTACK", "-DRANDSTORE=33", "-UNOREDUCE", "-o3",
                    "-O2"):
        states = search_with(box, options.split(), "holds")
        expect(states == all_, f"{options}: {states} states of {all_}")


def test_incomplete(box):
    """A search that SPIN has not finished is unknown."""
    box.write("x.c", COUNTER)
    _, result = box.json("spin", "--reduction", "global", "-DLOST=1", "x.c", "--", "-m9")
    expect(result["verdict"] == "unknown" and "-m9" in result["reason"], result["reason"])
    box.write("h.c", "#include <pthread.h>\nvolatile unsigned long a, b;\n"
              "static void *f(void *p) { for (;;) ++*(volatile unsigned long *)p; return p; }\n"
              "int main(void) { pthread_t t; pthread_create(&t, 0, f, (void *)&a); f((void *)&b); }\n")
    _, result = box.json("spin", "--time-limit", "12", "h.c")
    expect(result["verdict"] == "unknown" and "time limit" in result["reason"], result["reason"])
    _, result = box.json("spin", "--reduction", "global", "-DLOST=1", "x.c", "--", "-DBCS", "-L2")
    expect(result["verdict"] == "unknown" and "not completed" in result["reason"], result["reason"])


FIELD = """\
#include <heddle.h>
static volatile char field[50000];
int main(void) {
    for (int i = 0; i < 50; i++)
        field[1000 * i] = heddle_choose(2);
}
"""


def test_memory(box):
    """SPIN's memory, and the machine's; a small limit is no reason to fail, though."""
    box.write("x.c", COUNTER)
    box.write("large.c", FIELD)
    for words, text in ((["-DLOST=1", "x.c", "--", "-DMEMLIM=20"], "SPIN ran out of memory"),
                        (["--memory-limit", "60M", "large.c"], "memory limit of 60 MiB reached by SPIN"),
                        (["--memory-limit", "60M", "large.c", "--", "-DBITSTATE"], "memory limit of 60 MiB")):
        code, result = box.json("spin", *words)
        expect((code, result["verdict"]) == (3, "unknown") and text in result["reason"], f"{words}: {result['reason']}")
    _, result = box.json("spin", "--memory-limit", "40M", "-DLOST=1", "x.c")
    expect(result["verdict"] == "holds", str(result["reason"]))


def test_arguments(box):
    """--arg is for the program, what follows -- for SPIN; a saved counterexample has the former."""
    box.write("x.c", "#include <assert.h>\n#include <string.h>\nint main(int argc, char **argv) {\n"
              '    assert(argc != 3 || strcmp(argv[1], "one") || strcmp(argv[2], "-DTWO"));\n}\n')
    box.run("spin", "x.c", "--", "-n", "-w18", code=0)
    box.run("spin", "--arg", "one", "--trace", "t.json", "x.c", "--arg=-DTWO", "--", "-n", code=1)
    _, out, _ = box.run("replay", "t.json", code=1)
    expect("assertion" in out, out)


def test_grows(box):
    """Threads, alternatives and states that no short run shows: another verifier is made."""
    box.write("x.c", """\
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static void *nothing(void *arg) { return arg; }
static void *held[100];
int main(void) {
    int n = 0;
    for (int i = 0; i < 14; i++)
        n += __VERIFIER_nondet_int() == 1;
    if (n == 14) {
        pthread_t t[6];
        for (int i = 0; i < 100; i++)
            held[i] = malloc(64);
        for (int i = 0; i < 6; i++)
            pthread_create(&t[i], 0, nothing, 0);
        for (int i = 0; i < 6; i++)
            pthread_join(t[i], 0);
        assert(0);
    }
}
""")
    _, result = box.json("spin", "--nondet-range", "0..1", "x.c")
    expect(result["verdict"] == "violated", f"{result['verdict']}: {result['reason']}")


def test_unasked_and_cut(box):
    box.write("x.c", "int main(void) { volatile int *p = 0; return *p; }\n")
    box.write("no.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    _, out, _ = box.run("spin", "--prp", "no.prp", "x.c", code=0)
    expect("not asked for: null-dereference" in out, out)
    box.write("y.c", "int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int() == 3; }\n")
    _, out, _ = box.run("spin", "y.c", code=3)
    expect("y.c:2" in out and "--nondet-range" in out, out)
    # A program that cannot be checked as it is has another exit code, but what is wrong elsewhere is found.
    box.write("z.c", "#include <assert.h>\n#include <heddle.h>\nstatic int deep(int n) { return n + deep(n + 1); }\n"
              "int main(void) {\n    int x = heddle_choose(3);\n    if (x == 0 || ALWAYS)\n        return deep(x);\n"
              "    assert(x != 1);\n    return 0;\n}\n")
    for command in ("check", "spin"):
        _, out, _ = box.run(command, "-DALWAYS=1", "z.c", code=2)
        expect(out.startswith("unknown: z.c:3") and "recursion" in out, out)
        box.run(command, "-DALWAYS=0", "z.c", code=1)


def test_untracked(box):
    """All that a state holds is in the buffer that SPIN restores."""
    box.write("x.c", "#include <heddle.h>\nint n;\nint main(void) { heddle_untracked(&n, sizeof n); n += heddle_choose(2); return 0; }\n")
    _, result = box.json("spin", "x.c")
    expect(result["verdict"] == "unknown" and "heddle_untracked works with 'heddle check' only" in result["reason"], str(result["reason"]))


# ---- invariants -----------------------------------------------------------------------------------


INVARIANT = """\
#include <pthread.h>
volatile int inside, other;
int exclusive(void) { return inside <= 1; }
int bounded(void) { return inside > -9; }
int writes(void) { other = 1; return 1; }
int takes(int n) { return n; }
static void *work(void *arg) {
    inside++;
    other++;
    inside--;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
"""


def test_invariant(box):
    """The same kind, message and counterexample as heddle check's, which can be replayed; also between supersteps."""
    box.write("x.c", INVARIANT)
    words = ["--invariant", "bounded", "--invariant", "exclusive", "x.c"]
    for reduction in ("superstep", "global"):
        _, mine = box.json("check", "--search", "bfs", "--reduction", reduction, *words)
        _, spins = box.json("spin", "--reduction", reduction, "--trace", "t.json", *words)
        expect(spins["violation"] and spins["trace"], f"{reduction}: {spins['verdict']}")
        for key in ("kind", "message"):
            expect(mine["violation"][key] == spins["violation"][key], f"{reduction}: {spins['violation']}")
        expect("'exclusive' does not hold: inside = 2" in spins["reason"], spins["reason"])
        _, out, _ = box.run("replay", "t.json", code=1)
        expect("'exclusive' does not hold: inside = 2" in out, out)
    _, right = box.json("spin", "--invariant", "bounded", "x.c")
    _, same = box.json("check", "--reduction", "superstep", "--invariant", "bounded", "x.c")
    expect((right["verdict"], right["states"]) == ("holds", same["states"]), f"{right['verdict']}, {right['states']} states")


def test_bad_invariant(box):
    box.write("x.c", INVARIANT)
    for command in ("check", "spin"):
        _, out, _ = box.run(command, "--invariant", "writes", "x.c", code=2)
        expect(out.startswith("unknown: the invariant 'writes' writes to other: it must not change anything"), out)
        for name, text in (("nobody", "no function 'nobody'"), ("takes", "must have no parameters")):
            _, _, err = box.run(command, "--invariant", name, "x.c", code=2)
            expect(text in err, err)


@slow
def test_invariant_searches(box):
    """Several processes, and searches without a path that the library knows."""
    box.write("x.c", INVARIANT)
    for options in (["-DNCORE=2"], ["-DBFS"], ["-i"]):
        _, result = box.json("spin", "--invariant", "exclusive", "x.c", "--", *options)
        expect(result["verdict"] == "violated" and "inside = 2" in result["reason"] and result["trace"],
               f"{options}: {result['verdict']}, {result['reason']}")


# ---- what makes states equal ------------------------------------------------------------------------


HISTORY = """\
#include <assert.h>
#include <heddle.h>
#include <stdlib.h>
struct cell { struct cell *next; int value; };
struct cell *history;
unsigned long count;
int x, y, odd;
void parity(void) { odd = (x + y) % 2; }
void crashes(void) { x = history->value; }
int main(void) {
#ifdef HIDE
    heddle_unmatched(&count, sizeof count);
    heddle_unmatched(&history, sizeof history);
#endif
#ifdef PARITY
    heddle_unmatched(&x, sizeof x);
    heddle_unmatched(&y, sizeof y);
    heddle_abstraction(&odd, sizeof odd, parity);
#endif
    for (;;) {
        struct cell *c = malloc(sizeof *c);
        c->next = history;
        c->value = x;
        history = c;
        count++;
        x = (x + heddle_choose(3)) % 4;
        y = (y + 1) % 4;
        c = 0;
        assert(x != LIMIT);
    }
}
"""
NOISE = """\
#include <heddle.h>
#include <pthread.h>
volatile int level, is_high, noise;
void look(void) { is_high = level > 2; }
static void *hum(void *arg) {
    for (;;)
        __atomic_fetch_add(&noise, 1, __ATOMIC_SEQ_CST);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, hum, 0);
    for (;;)
        level = heddle_choose(5);
}
"""
# Small variables share a block when there are many; an abstraction must not bring the neighbours of what it writes.
NEIGHBOURS = "".join(f"int v{i};\n" for i in range(26)) + """\
#include <heddle.h>
volatile int noise, is_high, level;
int main(void) {
""" + "".join(f"    v{i} = 0;\n" for i in range(26)) + """\
    for (;;) {
        noise = heddle_choose(50);
        level = heddle_choose(5);
    }
}
void look(void) { is_high = level > 2; }
"""
# One function that fills two buffers.
BUFFERS = """\
#include <heddle.h>
volatile int x;
char low[4], high[4];
void digits(void) { low[0] = x % 2; high[0] = x / 2; }
int main(void) {
    heddle_unmatched((void *)&x, sizeof x);
    heddle_abstraction(low, sizeof low, digits);
    heddle_abstraction(high, sizeof high, digits);
    for (;;)
        x = heddle_choose(6);
}
"""
MATCHED = (("history", HISTORY, ["-DLIMIT=9", "-DHIDE"]),
           ("history by options", HISTORY, ["-DLIMIT=9", "--unmatched", "count,history"]),
           ("parity", HISTORY, ["-DLIMIT=9", "-DHIDE", "-DPARITY"]),
           ("parity by options", HISTORY, ["-DLIMIT=9", "-DHIDE", "--unmatched", "x,y,odd", "--abstraction", "parity"]),
           ("noise", NOISE, ["--unmatched", "noise"]),
           ("noise and level", NOISE, ["--unmatched", "noise,level", "--abstraction", "look"]),
           ("neighbours", NEIGHBOURS, ["--unmatched", "noise,level", "--abstraction", "look"]),
           ("buffers", BUFFERS, []))
QUICK_MATCHED = {"history", "noise and level"}


def check_matched(box, name, text, words):
    """As many states as heddle check has, and the verdict says that they were compared by a part."""
    box.write("x.c", text)
    _, mine = box.json("check", "--reduction", "global", "--workers", "1", *words, "x.c")
    _, spins = box.json("spin", "--reduction", "global", *words, "x.c")
    expect(mine["verdict"] == spins["verdict"] == "holds", f"{name}: {spins['verdict']}, {spins['reason']}")
    expect(mine["bounds"] == spins["bounds"] == ["an abstraction"], f"{name}: {spins['bounds']}")
    expect(mine["states"] == spins["states"], f"{name}: {spins['states']} states, heddle check has {mine['states']}")
    return spins["states"]


@slow
def test_matched_searches(box):
    """With several processes, which must agree on the bytes of what is compared; with other stores; violations are found."""
    box.write("x.c", NOISE)
    words = ["--reduction", "global", "--unmatched", "noise,level", "--abstraction", "look", "x.c"]
    _, mine = box.json("check", *words)
    for options in (["-DNCORE=2"], ["-DNCORE=2", "-z3"], ["-DCOLLAPSE"], ["-DP_REVERSE"], ["-DSC"], ["-DTRIX"]):
        _, result = box.json("spin", *words, "--", *options)
        expect((result["verdict"], result["states"]) == ("holds", mine["states"]),
               f"{options}: {result['verdict']}, {result['states']} states, {result['reason']}")
    box.write("y.c", HISTORY)
    for options in ([], ["-DNCORE=2"]):
        _, result = box.json("spin", "-DHIDE", "-DLIMIT=2", "y.c", "--", *options)
        expect(result["verdict"] == "violated" and result["trace"], f"{options}: {result['verdict']}")


def test_bad_matching(box):
    box.write("x.c", HISTORY)
    for options, text in ((["--unmatched", "nothing"], "no global variable 'nothing'"),
                          (["--abstraction", "nobody"], "no function 'nobody'"),
                          (["-DHIDE", "--", "-DBFS"], "breadth-first")):
        _, _, err = box.run("spin", "-DLIMIT=9", "x.c", *options, code=2)
        expect(text in err, err)
    for command in ("check", "spin"):
        _, out, _ = box.run(command, "-DLIMIT=9", "--abstraction", "crashes", "x.c", code=2)
        expect(out.startswith("unknown: the abstraction 'crashes' cannot be computed: read through a null"), out)


def test_keep(box):
    box.write("x.c", COUNTER)
    box.run("spin", "-DLOST=1", "--keep", "made", "x.c", code=0)
    for name in ("model.pml", "glue.c", "pan"):
        expect(os.path.exists(os.path.join(box.home, "made", name)), f"{name} is missing")


def test_kept_program(box):
    """The verifier needs neither clang nor the program's sources."""
    box.write("x.c", COUNTER)
    box.run("spin", "--reduction", "global", "-DLOST=1", "--keep", "made", "x.c", code=0)
    _, mine = box.json("check", "--reduction", "global", "-DLOST=1", "x.c")
    box.write("x.c", "#error not again\n")
    made = os.path.join(box.home, "made")
    _, out, _ = box.run(program=os.path.join(made, "pan"), cwd=made, env={"PATH": "/nowhere"}, code=0)
    expect(f"{mine['states']} states, stored" in out, out)


def test_verifiers(box):
    """A verifier is compiled once for all programs with as many threads and states of about the same size."""
    box.write("x.c", COUNTER)
    box.write("y.c", COUNTER.replace("counter++", "counter += 2 - 1"))
    kept, first = os.path.join(box.home, "kept"), None

    def objects():
        return {name: os.stat(os.path.join(kept, name)).st_mtime_ns for name in os.listdir(kept)}

    for words, verdict in ((["-DLOST=1", "x.c"], "holds"), (["-DLOST=0", "x.c"], "violated"), (["-DLOST=1", "y.c"], "holds")):
        _, mine = box.json("check", "--reduction", "global", *words)
        _, spins = box.json("spin", "--reduction", "global", "--verifiers", "kept", *words)
        expect(spins["verdict"] == mine["verdict"] == verdict, f"{words}: {spins['verdict']}")
        expect(verdict == "violated" or spins["states"] == mine["states"], f"{words}: {spins['states']} states")
        first = first or objects()
        expect(len(first) == 1 and objects() == first, f"{words}: {objects()}")
    box.json("spin", "--verifiers", "kept", "-DLOST=1", "x.c", "--", "-DT_RAND", "-RS3")
    expect(len(objects()) == 2, "one with other options has taken the place of the first, or was not kept")
    _, _, err = box.run("spin", "--verifiers", "no/such", "-DLOST=1", "x.c", code=2)
    expect("no/such" in err, err)


def test_table_grows(box):
    """SPIN's table of hashes begins small; no state is lost when it grows."""
    words = ["--reduction", "none", "algorithms/dekker.c"]
    _, mine = box.json("check", *words, cwd=PROGRAMS)
    _, spins = box.json("spin", "--keep", box.home, *words, "--", "-w8", cwd=PROGRAMS)
    with open(os.path.join(box.home, "pan.out"), encoding="utf-8") as f:
        expect("resizing hashtable" in f.read(), "the table has not grown")
    expect((spins["verdict"], spins["states"]) == ("holds", mine["states"]), f"{spins['verdict']}, {spins['states']} states")
    expect(spins["memory_bytes"] > 1 << 20, f"{spins['memory_bytes']} bytes of memory")


# ---- bad input ------------------------------------------------------------------------------------


def refused(box, words, *texts, code=2, **more):
    """One clear message, and nothing else: no usage of a tool, no places in files that the user has not written."""
    _, out, err = box.run("spin", "--quiet", *words, code=code, **more)
    said = err if code == 2 else out
    for text in texts:
        expect(text in said, f"{words}: '{text}' is not in\n{out}{err}")
    expect(len(said.splitlines()) < 8 and not re.search(r"pan\.[cmh]|model\.pml|glue\.c|Valid Options|\[-option\]", said),
           f"{words}: too much\n{out}{err}")


def test_bad_words(box):
    """Found before anything is run."""
    box.write("x.c", COUNTER)
    box.write("broken.c", "int main(void) { return 0 }\n")
    for words, text in ((["x.c", "--", "nonsense"], "not an option of SPIN"), (["x.c", "--", ""], "not an option of SPIN"),
                        (["x.c", "--", "-N", "name"], "without a space"), (["x.c", "--", "-mx"], "-mN needs a number"),
                        (["x.c", "--", "-m"], "-mN needs a number"), (["x.c", "--", "-m0"], "from 1 to 2147483647"),
                        (["x.c", "--", "-m-5"], "-mN needs a number"), (["x.c", "--", "-m99999999999999999999"], "to 2147483647"),
                        (["x.c", "--", "-w99"], "from 1 to 48"), (["x.c", "--", "-w"], "-wN needs a number"),
                        (["x.c", "--", "-RS"], "-RSN needs a number"), (["x.c", "--", "-o9"], "from 1 to 7"),
                        (["-DLOST=1", "x.c", "--", "-D"], "the name of a macro"), (["nothing.c"], "nothing.c"),
                        (["broken.c"], "broken.c:1:26: error"), (["x.c"], "LOST"),
                        (["-DLOST=1", "--context-bound", "1..3", "x.c"], "one bound at a time"),
                        (["-DLOST=1", "x.c", "--", "-DBFS", "-DNCORE=2"], "exclude each other"),
                        (["x.c", "--model"], "--model needs an argument"), (["--keep", "", "x.c"], "--keep needs DIR")):
        refused(box, words, text)


def test_bad_models(box):
    """What SPIN says about a model, with the places in that model."""
    box.write("x.c", "float x;\n")
    box.write("bad.pml", "byte a;\ninit {\n    a = 1;\n    this is not Promela\n}\n")
    box.write("open.pml", "c_decl { extern float x;\n")
    box.write("missing.pml", '#include "nowhere.h"\ninit { skip }\n')
    box.write("empty.pml", "")
    box.write("zero.pml", "init { skip }\0\n")
    with open(os.path.join(box.home, "noise.pml"), "wb") as f:
        f.write(bytes(range(1, 256)) * 4)
    os.mkdir(os.path.join(box.home, "folder.pml"))
    for model, text in (("bad.pml", "\n  bad.pml:4: undeclared variable: this"), ("open.pml", "open.pml:"),
                        ("missing.pml", "missing.pml:1: nowhere.h: No such file"), ("empty.pml", "empty.pml:1: no runable process"),
                        ("zero.pml", "zero bytes"), ("noise.pml", "noise.pml:1: "), ("folder.pml", "Is a directory"),
                        ("no.pml", "No such file")):
        refused(box, ["--model", model, "x.c"], text)


USED = """\
#include <heddle.h>
struct wide { int a[9]; };
int cells[4];
const int table[3] = {1, 2, 3};
_Thread_local int own;
struct wide all(void) { return (struct wide){{1}}; }
int take(struct wide w) { return w.a[0]; }
int any(int n, ...) { return n; }
int choose(void) { return heddle_choose(2); }
void set(int v) { cells[v] = 1; }
"""


@slow
def test_bad_code(box):
    """What the compiler and the linker say about a model's C code, with the places in that model."""
    box.write("x.c", USED)
    declared = "c_decl {\n    struct wide { int a[9]; };\n    extern struct wide all(void);\n    extern int take(struct wide),\n" \
               "        any(int, ...), nobody(int), absent;\n    extern const int table[3];\n    extern _Thread_local int own;\n" \
               "    extern void set(int);\n}\nbyte n;\n"
    for code, *texts in (("init {\n    c_code {\n        int k = ;\n    }\n}", "x.pml:13: expected expression", "int k = ;"),
                         ("init { c_code { set(1); };\n    c_code { now.n = lost; } }", "x.pml:12: 'lost' undeclared"),
                         ("init {\n    c_expr { lost > 1 } -> skip\n}", "x.pml:12: 'lost' undeclared"),
                         ("inline go() { c_code { lost = 1; } }\ninit { d_step { go(); go() } }", "x.pml:11: 'lost' undeclared"),
                         ("c_decl {\n    extern int y\n    extern int z;\n}\ninit { skip }", "x.pml:12: expected ';'", "extern int y"),
                         ("init { c_code { nobody(1); } }", "the model uses 'nobody', which the program does not define"),
                         ("init { c_code { nobody(1); absent = 2; nobody(absent); } }", "'nobody', which the program does not",
                          "'absent', which the program does not"),
                         ("init { c_code { any(1, 2); } }", "'any', which cannot be called from a model: it is variadic"),
                         ("init { c_code { all(); } }", "'all', which cannot be called"),
                         ("init { c_code { struct wide w; take(w); } }", "'take', which cannot be called"),
                         ("init { c_code { now.n = table[1]; } }", "'table', which is a constant"),
                         ("init { c_code { own = 1; } }", "'own', which every thread has for itself"),
                         ("init { c_code { pan_stpe(0); } }", "'pan_stpe', which neither the program nor libheddle defines")):
        box.write("x.pml", declared + code + "\n")
        refused(box, ["--model", "x.pml", "x.c", "--", "-O0"], *texts)


@slow
def test_bad_runs(box):
    """What only shows when the verifier runs, or is compiled."""
    box.write("x.c", COUNTER)
    box.write("f.c", "float x;\nvoid fiddle(void) { x += 1; }\n")
    for words, text in ((["-DLOST=1", "x.c", "--", "-Zfoo"], "SPIN's verifier has no option -Z"),
                        (["-DLOST=1", "x.c", "--", "-DBITSTATE", "-DHC4"], "cannot combine -DHC and -DBITSTATE")):
        refused(box, words, text)
    for code, text in (("abort();", "crashed: Aborted (the model's own C code"),
                       ("exit(0);", "without a result, exit code 0"), ('pan_run_function("nobody");', "no function 'nobody'")):
        box.write("x.pml", "init { c_code { %s } }\n" % code)
        refused(box, ["--model", "x.pml", "f.c"], text)
    box.write("c.c", "int z;\n__attribute__((constructor)) void begin(void) { for (;;) z++; }\n")
    refused(box, ["--model", "x.pml", "c.c"], "constructors of the program fail, or do not come to an end")


def tools_without(box, *missing):
    path = os.path.join(box.home, "without-" + "-".join(missing))
    os.mkdir(path)
    for tool in ("spin", "gcc", "clang-19", "as", "ld", "sh", "cc"):
        if tool not in missing and shutil.which(tool):
            os.symlink(shutil.which(tool), os.path.join(path, tool))
    return path


def options_in_help(box, command):
    _, out, _ = box.run(command, "--help", code=0)
    return set(re.findall(r"^  (?:-\w, )?--([\w-]+)", out, re.M))


def test_foreign_options(box):
    """Each option of heddle check works here, or there is a reason why it does not."""
    foreign = options_in_help(box, "check") - options_in_help(box, "spin")
    with open(os.path.join(ROOT, "src", "setup", "refusals.def"), encoding="utf-8") as f:
        refused = set(re.findall(r'^REFUSAL\(CMD_SPIN, "([\w-]+)"', f.read(), re.M))
    expect(foreign == refused, f"without a reason: {foreign - refused}; with one, but not needed: {refused - foreign}")
    for name in sorted(foreign):
        _, _, err = box.run("spin", f"--{name}", "x.c", code=2)
        expect(re.match(rf"heddle: --{name} is not an option of 'heddle spin': .{{10}}", err), err)


def test_spin_options(box):
    """Options of SPIN that make no sense here."""
    box.write("x.c", COUNTER)
    box.write("x.pml", "init { skip }\n")
    for options, text in (("-a", "infinite runs"), ("-f", "infinite runs"), ("-DNP -l", "progress labels"), ("-d", "no search"),
                          ("-V", "no search"), ("-r", "replays"), ("-S", "replays"), ("-tx", "usual name"),
                          ("-DVECTORSZ=9", "how large"), ("-DCS_SIZE=9", "how large"), ("-DDUAL_CORE", "-DNCORE=2"),
                          ("-D", "name of a macro"), ("-DBFS_DISK", "needs -DBFS"), ("-Z", "no option -Z"), ("-A", "--property")):
        _, _, err = box.run("spin", "-DLOST=1", "x.c", "--", *options.split(), code=2)
        expect(text in err and err.count("\n") == 1, f"{options}: {err}")
    for words, text in ((["--trace", "t.json"], "SPIN's trail"), (["--arg", "1"], "nobody runs main"),
                        (["--trace-runtime"], "SPIN's trail")):
        _, _, err = box.run("spin", "-DLOST=1", *words, "--model", "x.pml", "x.c", code=2)
        expect(text in err, err)


def test_missing_tools(box):
    """Without spin, or without gcc, the message names the package; without libheddle, where it should be."""
    box.write("x.c", COUNTER)
    for missing in ("spin", "gcc"):
        refused(box, ["-DLOST=1", "x.c"], f"there is no {missing}; install the package '{missing}'",
                env={"PATH": tools_without(box, missing)})
    alone = os.path.join(box.home, "heddle")
    shutil.copy(box.heddle, alone)
    refused(box, ["-DLOST=1", "x.c"], "libheddle is not installed", program=alone)


def test_bad_places(box):
    box.write("x.c", COUNTER)
    box.write("file", "")
    refused(box, ["-DLOST=1", "--keep", "file", "x.c"], "--keep file: Not a directory")
    refused(box, ["-DLOST=1", "--keep", "no/where", "x.c"], "--keep no/where: No such file")
    refused(box, ["-DLOST=1", "--json", "no/where", "x.c"], "no/where: No such file")
    refused(box, ["-DLOST=1", "x.c"], "No such file or directory", env={"TMPDIR": "/no/where"})
    os.mkdir(os.path.join(box.home, "here it's"))
    box.run("spin", "-DLOST=1", "x.c", env={"TMPDIR": "here it's"}, code=0)
    expect(not os.listdir(os.path.join(box.home, "here it's")), "something is left behind")


def test_full_disk(box):
    """A limit on the size of files stands for it. What the library has to tell must not get lost."""
    box.write("x.c", "int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int() == 3; }\n")
    limited = ["-c", 'ulimit -f 200; exec "$@"', "sh", box.heddle]
    _, out, err = box.run(*limited, "spin", "x.c", program="/bin/sh", code=2)
    expect("File too large (TMPDIR says where" in err and len(err.splitlines()) == 1, out + err)
    box.run("spin", "--keep", "made", "x.c", code=3)
    made = os.path.join(box.home, "made")
    _, out, err = box.run(program=os.path.join(made, "pan"), cwd=made, env={"HEDDLE_NOTES": "/dev/full"}, code=2)
    expect("/dev/full: No space left" in err, out + err)


# ---- limits ---------------------------------------------------------------------------------------


COUNTING = """\
#include <pthread.h>
volatile unsigned long a, b;
static void *f(void *p) { for (;;) ++*(volatile unsigned long *)p; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, (void *)&a); f((void *)&b); }
"""
SLOW_TOOL = """\
#!/bin/sh
case "$*" in *%s*) touch "$TMPDIR/left.o"; touch %s/begun; sleep 97 & sleep 98;; esac
exec %s "$@"
"""
# Waits in the verifier's replay only.
SLOW_REPLAY = 'init { c_code { if (getenv("HEDDLE_TELL")) { fclose(fopen("%s/begun", "w")); sleep(98); } }; assert(false) }\n'


def slow_tool(box, tool, when):
    """A directory for PATH in which this tool takes its time; it makes the file `begun` first."""
    path = os.path.join(box.home, "slow-" + tool)
    os.mkdir(path)
    with open(os.path.join(path, tool), "w", encoding="utf-8") as f:
        f.write(SLOW_TOOL % (when, box.home, shutil.which(tool)))
    os.chmod(os.path.join(path, tool), 0o755)
    return path + ":" + os.environ["PATH"]


def test_time_limit(box):
    """The limit holds for the tools too."""
    box.write("x.c", COUNTER)
    for tool, when in (("spin", "-a"), ("gcc", "pan.c")):
        start = time.monotonic()
        refused(box, ["--time-limit", "1", "-DLOST=1", "x.c"], "unknown: time limit of 1 s reached", code=3,
                env={"PATH": slow_tool(box, tool, when)})
        expect(time.monotonic() - start < 60, f"{tool}: not stopped in time")
        expect_no_processes(box, tool)


@slow
def test_limits(box):
    """More than SPIN can do, or more than there is: unknown, with the reason."""
    box.write("endless.c", COUNTING)
    box.write("threads.c", """\
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return p; }
int main(void) {
    pthread_t t[300];
    pthread_mutex_lock(&m);
    for (int i = 0; i < 300; i++)
        pthread_create(&t[i], 0, f, 0);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 300; i++)
        pthread_join(t[i], 0);
}
""")
    box.write("choice.c", "int __VERIFIER_nondet_int(void), sink;\nint main(void) { sink = __VERIFIER_nondet_int() % 7 == 3; }\n")
    for words, text in ((["threads.c"], "301 threads at a time; SPIN has at most 255 processes"),
                        (["--nondet-range", "0..9999", "choice.c"], "10000 alternatives at a choice"),
                        (["--reduction", "global", "--memory-limit", "200M", "endless.c"], "memory limit of 200 MiB reached"),
                        (["--memory-limit", "100K", "endless.c"], "before its search")):
        refused(box, words, "unknown: ", text, code=3)
    _, out, _ = box.run("spin", "--nondet-range", "0..299", "choice.c", code=0)
    expect(out.startswith("holds"), out)


@slow
def test_killed(box):
    """A verifier that the system ends for lack of memory is a limit, not a crash."""
    box.write("x.c", COUNTER)
    path = os.path.join(box.home, "bin")
    os.mkdir(path)
    with open(os.path.join(path, "gcc"), "w", encoding="utf-8") as f:
        f.write("#!/bin/sh\n%s \"$@\" || exit\n[ -f pan ] && printf '#!/bin/sh\\nkill -KILL $$\\n' > pan\nexit 0\n" % shutil.which("gcc"))
    os.chmod(os.path.join(path, "gcc"), 0o755)
    refused(box, ["-DLOST=1", "x.c"], "unknown: SPIN's verifier was killed", code=3, env={"PATH": path + ":" + os.environ["PATH"]})


LARGE = """\
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
char big[1 << 20] = {1};
int n;
static char *held[40];
static void *f(void *arg) {
    big[n * 100000 + 7] = 1;
    n++;
    return arg;
}
int main(void) {
    pthread_t t;
    int k = 0;
    for (int i = 0; i < 12; i++)
        k += __VERIFIER_nondet_int() == 1;
    for (int i = 0; i < 40 && k == 12; i++)
        held[i] = calloc(20000, 1);
    pthread_create(&t, 0, f, 0);
    f(0);
    pthread_join(t, 0);
    assert(n == 2 || LOST);
    for (int i = 0; i < 40; i++)
        free(held[i]);
}
"""


@slow
def test_large_states(box):
    """States of more than a megabyte, and rarely of almost two."""
    box.write("x.c", LARGE)
    words = ["--nondet-range", "0..1", "--reduction", "global", "x.c"]
    _, mine = box.json("check", "-DLOST=1", *words)
    _, spins = box.json("spin", "-DLOST=1", *words)
    expect(mine["verdict"] == spins["verdict"] == "holds" and mine["states"] == spins["states"],
           f"{mine['verdict']} {mine['states']}, {spins['verdict']} {spins['states']} {spins['reason']}")
    _, out, _ = box.run("spin", "--quiet", "-DLOST=0", *words, code=1)
    expect("assertion" in out, out)


# ---- interrupts -----------------------------------------------------------------------------------


def processes_in(box):
    """Those that work in the directories of the test."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{pid}/cwd").startswith(box.tmp):
                found.append(pid)
        except OSError:
            pass                                # it has ended, or is somebody else's
    return found


def wait_for(what, condition, seconds=TIMEOUT):
    until = time.monotonic() + seconds
    while not condition():
        expect(time.monotonic() < until, f"{what}: not within {seconds} s")
        time.sleep(0.01)


def expect_no_processes(box, what):
    """Those that were killed need a moment to be gone; the slow ones would need much longer."""
    wait_for(f"{what}: end of all processes", lambda: not processes_in(box), seconds=20)


def verifier_runs(box):
    return any(os.path.exists(os.path.join(box.tmp, name, "pan.out")) for name in os.listdir(box.tmp))


def interrupt(box, words, path, has_begun, signals, codes):
    """Runs heddle spin until has_begun() and sends it these signals."""
    begun = os.path.join(box.home, "begun")
    if os.path.exists(begun):
        os.remove(begun)
    # Under nohup this one is ignored, and heddle leaves it so.
    p = subprocess.Popen([box.heddle, "spin", *words], cwd=box.home, env=dict(os.environ, TMPDIR=box.tmp, PATH=path),
                         preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
                         stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    has_begun = has_begun or (lambda: os.path.exists(begun))
    wait_for(words, lambda: has_begun() or p.poll() is not None)
    what = f"{words} {[signal.Signals(n).name for n in signals]}"
    expect(p.poll() is None, f"{what}: it has ended before")
    for number in signals:
        p.send_signal(number)
        time.sleep(0.002)                       # or two are one
    code = p.wait(timeout=TIMEOUT)
    expect(code in codes, f"{what}: exit code {code}")
    expect_no_processes(box, what)
    return os.listdir(box.tmp)


ONCE_AND_TWICE = ([signal.SIGINT], [signal.SIGINT, signal.SIGINT], [signal.SIGTERM])


def test_interrupted_tools(box):
    box.write("x.c", COUNTER)
    for tool, when in (("spin", "-a"), ("gcc", "pan.c")):
        path = slow_tool(box, tool, when)
        for signals in ONCE_AND_TWICE:
            left = interrupt(box, ["-DLOST=1", "x.c"], path, None, signals, [3])
            expect(not left, f"{tool} {signals}: left behind: {left}")


@slow
def test_interrupted_verifier(box):
    box.write("x.c", COUNTING)
    path = os.environ["PATH"]
    for signals in (*ONCE_AND_TWICE, [signal.SIGHUP]):
        left = interrupt(box, ["x.c"], path, lambda: verifier_runs(box), signals, [3])
        expect(not left, f"{signals}: left behind: {left}")
    # Nothing can be tidied up then, but the verifier must not go on.
    interrupt(box, ["x.c"], path, lambda: verifier_runs(box), [signal.SIGKILL], [-signal.SIGKILL])
    for name in os.listdir(box.tmp):
        shutil.rmtree(os.path.join(box.tmp, name))


@slow
def test_interrupted_replay(box):
    """The violation has been found by then, so an interrupt ends the replay only; the next one, if it is quick, the rest."""
    box.write("x.c", "float x;\n")
    box.write("x.pml", SLOW_REPLAY % box.home)
    for signals, codes in (([signal.SIGINT], [1]), ([signal.SIGINT, signal.SIGINT], [1, 3])):
        left = interrupt(box, ["--model", "x.pml", "x.c"], os.environ["PATH"], None, signals, codes)
        expect(not left, f"{signals}: left behind: {left}")


# ---- models of the user's -------------------------------------------------------------------------


def test_tictactoe(box):
    for model, states in (("tictactoe.pml", 5510), ("tictactoe-abstract.pml", 771)):
        _, result = box.json("spin", "--model", model, "tictactoe.c", "--", "-E", cwd=EXAMPLES)
        expect((result["verdict"], result["states"], result["depth"]) == ("holds", states, 31),
               f"{model}: {result['verdict']}, {result['states']} states, depth {result['depth']}")
        # A won game is an invalid end state; the first one ends the search.
        code, out, _ = box.run("spin", "--model", model, "tictactoe.c", cwd=EXAMPLES)
        expect(code == 1 and "invalid end state" in out, out)


def test_peterson(box):
    """Threads that a model starts and steps, an invariant, and what the optimiser does to plain variables."""
    _, result = box.json("spin", "--model", "peterson.pml", "peterson.c", cwd=EXAMPLES)
    expect(result["verdict"] == "holds" and result["states"] > 100, f"{result['verdict']}, {result['states']} states")
    _, out, _ = box.run("spin", "--model", "peterson.pml", "-DPLAIN", "-O2", "peterson.c", cwd=EXAMPLES, code=1)
    expect("the invariant 'check_exclusion' does not hold: count = 2" in out and "peterson.c:" in out, out)


def test_calls(box):
    """Arguments and results of all scalar kinds, globals read and written by native code, pointers into globals."""
    box.write("x.c", """\
#include <assert.h>
float x;
double half(double v) { return v / 2; }
signed char minus(signed char a, short b) { return (signed char)(a - b); }
unsigned long long wide(unsigned long long v) { return v + 1; }
_Bool is_odd(int v) { return v & 1; }
int cells[4], *at;
void set(int *p, int v) { *p = v; at = p; }
void next(void) { at++; *at = 7; }
int is_null(void) { return at == 0; }
short product(short a, signed char b) { return (short)(a * b); }
unsigned char low(unsigned short v) { return (unsigned char)v; }
long negate(int v) { return -(long)v; }
float halves(float a, int b) { return a * (float)b / 2; }
""")
    box.write("x.pml", """\
c_decl {
    extern float x;
    extern double half(double);
    extern signed char minus(signed char, short);
    extern unsigned long long wide(unsigned long long);
    extern _Bool is_odd(int);
    extern int cells[4], *at, is_null(void);
    extern void set(int *, int), next(void);
    extern short product(short, signed char);
    extern unsigned char low(unsigned short);
    extern long negate(int);
    extern float halves(float, int);
}
c_track "csbuf" "CS_SIZE" "Matched";
bool ok;
init {
    c_code {
        now.ok = half(3.0) == 1.5 && minus(3, 5) == -2 && wide(1ULL << 40) == (1ULL << 40) + 1 && is_odd(3) && !is_odd(2);
        now.ok = now.ok && is_null() && at == 0;
        now.ok = now.ok && minus(-3, -5) == 2 && product(-300, -7) == 2100 && product(-300, 7) == -2100 && low(0xfffe) == 254;
        now.ok = now.ok && negate(-5) == 5 && negate(2000000000) == -2000000000L && halves(-1.5f, -3) == 2.25f;
        set(&cells[1], 5);
        now.ok = now.ok && cells[1] == 5 && at != 0 && !is_null();
        cells[1] = 6;
        next();
        now.ok = now.ok && cells[1] == 6 && cells[2] == 7;
        at = 0;
        now.ok = now.ok && is_null();
        x = 2.5f;
    };
    assert(ok);
    c_code { set(&cells[3], 1); at = at + 1; next(); };      /* behind the end */
}
""")
    _, out, _ = box.run("spin", "--model", "x.pml", "x.c", code=1)
    expect("out-of-bounds" in out.splitlines()[0], out)


def test_32_bits(box):
    """The model's code is for 64 bits; functions by name work all the same."""
    box.write("x.c", "long n;\nvoid bump(void) { n++; }\nlong get(void) { return n; }\n")
    box.write("named.pml", 'c_track "csbuf" "CS_SIZE" "Matched";\nbool ok;\ninit { c_code { pan_run_function("bump"); '
              'now.ok = pan_run_function("get") == 1; }; assert(ok) }\n')
    box.write("direct.pml", 'c_decl { extern long n; }\nc_track "csbuf" "CS_SIZE" "Matched";\ninit { c_code { n++; } }\n')
    box.run("spin", "-m32", "--model", "named.pml", "x.c", code=0)
    _, _, err = box.run("spin", "-m32", "--model", "direct.pml", "x.c", code=2)
    expect("64 bits" in err and "32" in err, err)


def test_fiddle(box):
    box.write("x.c", "float x;\nvoid fiddle(void) { x += 1.5f; }\n")
    box.write("x.pml", 'c_decl {\n    extern float x;\n    extern void fiddle(void);\n};\n'
              'c_track "&x" "sizeof(float)";\ninit {\n    do\n    :: c_expr { x < 10.0 } -> c_code { fiddle(); }\n'
              '    :: else -> break\n    od;\n    c_code { if (x != 10.5) uerror("wrong"); }\n}\n')
    _, result = box.json("spin", "--model", "x.pml", "x.c")
    expect(result["verdict"] == "holds", str(result["reason"]))


STEPWISE = """\
#include <pthread.h>
volatile int a, b;
unsigned char absbuf[1];
void *one(void *arg) { a = 1; a = 2; b = 1; return arg; }
void *two(void *arg) { int n = b; a = 3; if (n) a = 9; return arg; }
void update_abs(void) { absbuf[0] = a == 9; }
int never_9(void) { return a != 9; }
"""
DRIVER = """\
c_decl { extern unsigned char absbuf[1]; }
%s
init {
    c_code {
        %s
        pan_start_thread(0, "one", NULL);
        pan_start_thread(1, "two", NULL);
    };
    run t(0); run t(1)
}
proctype t(byte me) {
end:
    do
    :: c_expr { %s(Pt[0].me) } -> skip
    od
}
"""


def stepwise(track, setup, enabled):
    """Thread i is stepped by process i, as long as there is such a thread."""
    text = DRIVER % (track, setup, enabled)
    return text.replace(f":: c_expr {{ {enabled}(Pt[0].me) }} -> skip",
                        f":: atomic {{ (me == 0) && c_expr {{ {enabled}(0) }} -> c_code {{ pan_step(0); }} }}\n"
                        f"    :: atomic {{ (me == 1) && c_expr {{ {enabled}(1) }} -> c_code {{ pan_step(1); }} }}")


def test_context_bound(box):
    """Without preemption the value 9 is reached only when the first thread has ended before the second begins."""
    box.write("x.c", STEPWISE)
    full, counts = 'c_track "csbuf" "CS_SIZE" "Matched";', {}
    for bound in (-1, 0, 1):
        enabled = "pan_enabled_cb" if bound >= 0 else "pan_enabled"
        box.write("x.pml", stepwise(full, f"pan_context_bound({bound});", enabled))
        _, result = box.json("spin", "--reduction", "global", "--model", "x.pml", "x.c")
        expect(result["verdict"] == "holds", str(result["reason"]))
        counts[bound] = result["states"]
    box.write("x.pml", stepwise(full, "", "pan_enabled"))
    _, result = box.json("spin", "--reduction", "global", "--model", "x.pml", "x.c")
    expect(counts[0] < counts[1] and result["states"] == counts[-1], f"{counts}, {result['states']}")


def test_abstraction(box):
    """Tracked, but not matched: only what the abstraction keeps counts."""
    box.write("x.c", STEPWISE)
    box.write("all.pml", stepwise('c_track "csbuf" "CS_SIZE" "Matched";', 'pan_invariant("never_9");', "pan_enabled"))
    _, all_ = box.json("spin", "--model", "all.pml", "x.c")
    expect(all_["verdict"] == "violated" and "the invariant 'never_9' does not hold: a = 9" in all_["reason"], str(all_["reason"]))
    box.write("abs.pml", stepwise('c_track "csbuf" "CS_SIZE" "UnMatched";\nc_track "absbuf" "1" "Matched";',
                                  'pan_abstraction("update_abs");', "pan_enabled"))
    _, few = box.json("spin", "--model", "abs.pml", "x.c")
    expect(few["verdict"] == "holds" and few["states"] < 20, f"{few['verdict']}, {few['states']} states")
    expect(few["bounds"] == ["an abstraction"], f"{few['bounds']}")


ENDLESS = """\
volatile int a, b, noise, is_big;
void *one(void *arg) { for (;;) { __atomic_fetch_add(&noise, 1, __ATOMIC_SEQ_CST); a = 1; a = 2; b = 1; } return arg; }
void *two(void *arg) { for (;;) { int n = b; a = 3; if (n) a = 9; b = 0; } return arg; }
void look(void) { is_big = a > 1; }
"""


def test_matched_in_model(box):
    """A model that tracks the abstraction buffer: with nothing left out as many states as with all, else as the options say."""
    box.write("x.c", ENDLESS)
    part = 'c_track "csbuf" "CS_SIZE" "UnMatched";\nc_track "pan_abs" "PAN_ABS_SIZE" "Matched";'
    counts = []
    for name, track, text in (("all.pml", 'c_track "csbuf" "CS_SIZE" "Matched";', ENDLESS.replace("noise, 1", "noise, 0")),
                              ("part.pml", part, ENDLESS.replace("noise, 1", "noise, 0")), ("part.pml", part, ENDLESS)):
        box.write(name, stepwise(track, "", "pan_enabled").replace("c_decl { extern unsigned char absbuf[1]; }", ""))
        box.write("x.c", text)
        words = ["--unmatched", "noise"] if text is ENDLESS else []
        _, result = box.json("spin", "--reduction", "global", *words, "--model", name, "x.c")
        expect(result["verdict"] == "holds", str(result["reason"]))
        counts.append(result["states"])
    expect(len(set(counts)) == 1, f"{counts}")
    words = ["--reduction", "global", "--unmatched", "noise,a,is_big", "--abstraction", "look", "--model", "part.pml", "x.c"]
    _, few = box.json("spin", *words)
    expect(few["states"] < counts[0] and few["bounds"] == ["an abstraction"], f"{few['states']} of {counts[0]}, {few['bounds']}")
    # The model's own code changes what is compared.
    box.write("own.c", "int n;\n")
    for update, states in (("", 3), ("pan_match();", 22)):
        box.write("own.pml", part + "c_decl { extern int n; }\ninit { do :: c_expr { n < 10 } -> c_code { n++; %s } :: else -> break od }\n"
                  % update)
        _, result = box.json("spin", "--model", "own.pml", "own.c")
        expect(abs(result["states"] - states) < 3, f"'{update}': {result['states']} states")


def test_invariants_in_model(box):
    """Several; with operands; they must not write; processes that do not hear of them."""
    box.write("x.c", STEPWISE + "int always(void) { return 1; }\nint writes(void) { b = 7; return 1; }\n")
    full = 'c_track "csbuf" "CS_SIZE" "Matched";'
    box.write("two.pml", stepwise(full, 'pan_invariant("always"); pan_invariant("never_9");', "pan_enabled"))
    box.write("none.pml", stepwise(full, "", "pan_enabled"))
    for words in (["--model", "two.pml", "x.c"], ["--invariant", "always,never_9", "--model", "none.pml", "x.c"]):
        _, result = box.json("spin", *words)
        expect(result["verdict"] == "violated" and "'never_9' does not hold: a = 9" in result["reason"], str(result["reason"]))
    box.write("bad.pml", stepwise(full, 'pan_invariant("writes");', "pan_enabled"))
    _, out, _ = box.run("spin", "--model", "bad.pml", "x.c", code=2)
    expect("the invariant 'writes' writes to b" in out, out)
    _, _, err = box.run("spin", "--model", "two.pml", "x.c", "--", "-DNCORE=2", code=2)
    expect("use --invariant" in err, err)
    # A function that runs whole, or the model itself, breaks it.
    box.write("y.c", "int n;\nvoid *idle(void *arg) { for (;;) n = n; return arg; }\nint small(void) { return n < 3; }\n"
              "void bump(void) { n++; }\n")
    for how in ("bump();", "n++;"):
        box.write("y.pml", full + 'c_decl { extern int n; extern void bump(void); }\ninit { c_code { pan_invariant("small"); '
                  'pan_start_thread(0, "idle", NULL); }; do :: c_expr { n < 3 } -> c_code { %s } :: c_expr { pan_enabled(0) } -> skip od }\n' % how)
        _, result = box.json("spin", "--model", "y.pml", "y.c")
        expect(result["verdict"] == "violated" and "'small' does not hold: n = 3" in result["reason"], f"{how} {result['reason']}")


SEEN = """\
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x, y, z, *at;
void *flips_x(void *arg) { for (;;) { x = 1; x = 0; } return arg; }
void *flips_z(void *arg) { for (;;) { z = 1; z = 0; } return arg; }
void *trusts(void *arg) { y = 0; assert(y == 0); return arg; }
void poke(void) { y = 1; }
void *ends(void *arg) { x++; return arg; }
static void last(void) { y = 1; }
void *exits(void *arg) { atexit(last); x = 1; exit(0); }
void *keeps(void *arg) { int mine = 0; at = &mine; mine = 1; mine = 2; at = 0; return arg; }
int has_kept(int n) { return at && *at == n; }
"""
SEES = """\
c_decl { extern int x, y, z, has_kept(int); extern void poke(void); }
c_track "csbuf" "CS_SIZE" "Matched";
init {
    c_code { %s };
    %s
end:
    do
    :: atomic { c_expr { pan_enabled(0) } -> c_code { pan_step(0); } }
    :: atomic { c_expr { pan_enabled(1) } -> c_code { pan_step(1); } }
    od
}
"""


def started(*functions):
    return " ".join(f'pan_start_thread({i}, "{f}", NULL);' for i, f in enumerate(functions))


def claim(threads, formula):
    return SEES % (started(*threads), "") + f"ltl p {{ {formula} }}\n"


def test_model_sees(box):
    """What the model's code can look at between steps, or change there, is visible: no reduction passes over it."""
    poke = SEES % (started("trusts"), "run env();") + "proctype env() { c_code { poke(); } }\n"
    rows = [("both", claim(["flips_x", "flips_z"], "[] (c_expr { !(x == 1 && z == 1) })"), "violated"),
            ("alone", claim(["flips_x"], "[] (c_expr { x == 0 })"), "violated"),
            ("poke", poke, "violated"),
            ("local", claim(["keeps"], "[] (c_expr { !has_kept(1) })"), "violated"),
            ("last", claim(["keeps"], "[] (c_expr { !has_kept(2) })"), "violated"),
            ("never", claim(["keeps"], "[] (c_expr { !has_kept(3) })"), "holds")]
    box.write("x.c", SEEN)
    for name, model, verdict in rows:
        box.write("x.pml", model)
        _, result = box.json("spin", "--model", "x.pml", "x.c")
        expect(result["verdict"] == verdict and not result["bounds"], f"{name}: {result['verdict']}, {result['reason']}")
    box.write("x.pml", poke)
    _, result = box.json("spin", "--reduction", "superstep", "--model", "x.pml", "x.c")
    expect(result["verdict"] == "violated" or "supersteps" in str(result["bounds"]), f"{result['verdict']}, {result['bounds']}")


def test_model_sees_ends(box):
    """The step that ends a run is one, and leads to a state without threads."""
    rows = [("never", claim(["ends"], "[] (c_expr { x == 0 })"), "violated"),
            ("reaches", claim(["ends"], "<> (c_expr { x == 1 && pan_threads() == 0 })"), "holds"),
            ("exit", claim(["exits"], "<> (c_expr { y == 1 && pan_threads() == 0 })"), "holds"),
            ("others", claim(["exits", "flips_z"], "[] (c_expr { !(y == 1 && pan_threads() == 0) })"), "violated"),
            ("kept", claim(["ends"], "[] (c_expr { !(pan_threads() == 0 && x == 0) })"), "violated")]
    box.write("x.c", SEEN)
    for name, model, verdict in rows:
        if name == "kept":              # from that state the model can go on
            model = model.replace("od\n", "    :: atomic { c_expr { x == 1 && pan_threads() == 0 } -> c_code { x = 0; } }\n    od\n")
        box.write("x.pml", model)
        _, result = box.json("spin", "--model", "x.pml", "x.c")
        expect(result["verdict"] == verdict, f"{name}: {result['verdict']}, {result['reason']}")


OUTSIDE = """\
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>
int n, *kept;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void grab(void) { pthread_mutex_lock(&m); }
int try(void) { return pthread_mutex_trylock(&m) == 0; }
void drop(void) { pthread_mutex_unlock(&m); }
void *locks(void *arg) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return arg; }
void *runs(void *arg) { for (;;) n = n; return arg; }
void quits(void) { exit(0); }
void assumes(void) { heddle_assume(n == 1); }
void leaves(void) { pthread_exit(0); }
int *make(void) { return malloc(sizeof(int)); }
int *keep(void) { return kept = calloc(1, sizeof(int)); }
int look(int *p) { return *p; }
void bump(void) { n++; }
void once(void) { if (n == 1) abort(); }
void alloc(void) { kept = malloc(1); }
"""


def test_calls_from_outside(box):
    """Who calls is the same from one call to the next, and no thread; what does not return is refused."""
    box.write("x.c", OUTSIDE)
    full = ('c_decl { extern int n, *make(void), *keep(void), look(int *), try(void);\n'
            'extern void grab(void), drop(void), quits(void), assumes(void), leaves(void); }\nc_track "csbuf" "CS_SIZE" "Matched";\n')
    for code, text in (("quits();", "'quits' did not return: x.c:11: in 'quits': a function that must not be interrupted ends the program"),
                       ("assumes();", "assumes what does not hold"), ("leaves();", "in 'leaves': a function that must not be interrupted ends its thread"),
                       ("look(make());", "no global of the program holds")):
        box.write("x.pml", full + "init { c_code { %s } }\n" % code)
        _, out, err = box.run("spin", "--model", "x.pml", "x.c", code=2)
        expect(text in out + err, f"{code}: {out}{err}")
    box.write("x.pml", full + "init { c_code { look(keep()); grab(); }; c_code { drop(); } }\n")
    box.run("spin", "--model", "x.pml", "x.c", code=0)
    # A mutex that the model holds is not held by a thread, neither by one that has ended.
    step = ":: atomic { c_expr { pan_enabled(%d) } -> c_code { pan_step(%d); } }"
    box.write("x.pml", full + 'bool held;\ninit { c_code { pan_start_thread(0, "locks", NULL); pan_start_thread(1, "runs", NULL); };\n'
              'end: do %s %s :: atomic { !held -> c_code { now.held = try(); } } :: atomic { held -> c_code { drop(); }; held = 0 } od }\n'
              'ltl p { [] (c_expr { n != 1 }) }\n' % (step % (0, 0), step % (1, 1)))
    _, out, _ = box.run("spin", "--quiet", "--model", "x.pml", "x.c", code=1)
    expect("assertion violated" in out, out)


HELD_OUTSIDE = """\
#include <pthread.h>
int n, ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t r[5] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER,
                         PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
int try(void) { return pthread_mutex_trylock(&m) == 0; }
void drop(void) { pthread_mutex_unlock(&m); }
void *locks(void *arg) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return arg; }
void *keeps(void *arg) { pthread_mutex_lock(&m); return arg; }
void *runs(void *arg) { for (;;) n = n; return arg; }
void *reads(void *arg) { for (int i = 0; i < 4; i++) pthread_rwlock_rdlock(&r[i]); for (;;) n = n; return arg; }
void *writes(void *arg) { pthread_rwlock_wrlock(&r[0]); pthread_rwlock_unlock(&r[0]); return arg; }
pthread_t a, b;
static void undo(void *arg) { (void)arg; pthread_mutex_unlock(&k); }
void *one(void *arg) {
    pthread_mutex_lock(&k);
    pthread_cleanup_push(undo, 0);
    a = pthread_self();
    while (!b)
        ;
    ready = 1;
    pthread_join(b, 0);
    pthread_cleanup_pop(1);
    return arg;
}
void *two(void *arg) {
    b = pthread_self();
    while (!ready)
        ;
    pthread_mutex_lock(&k);
    pthread_mutex_unlock(&k);
    return arg;
}
#ifdef CANCELS
void stop(void) { pthread_cancel(a); }
#endif
"""


def test_held_outside(box):
    """What the model holds, or may still cancel, is no reason for a deadlock; threads that are stuck for themselves are."""
    takes = ":: atomic { !held -> c_code { now.held = try(); } }"
    gives = takes + " :: atomic { held -> c_code { drop(); }; held = 0 }"
    stops = ":: atomic { !held && c_expr { ready } -> c_code { stop(); }; held = 1 }"
    rows = [(["locks", "runs"], takes, None), (["locks"], gives, None), (["locks", "reads", "writes"], takes, None),
            (["runs", "one", "two"], stops, None), (["runs", "one", "two"], "", "waits for the end of thread"),
            (["locks", "keeps", "runs"], gives, "held by a thread that has ended")]
    box.write("x.c", HELD_OUTSIDE)
    for threads, own, violation in rows:
        starts = " ".join(f'pan_start_thread({i}, "{name}", NULL);' for i, name in enumerate(threads))
        steps = " ".join(f":: atomic {{ c_expr {{ pan_enabled({i}) }} -> c_code {{ pan_step({i}); }} }}" for i in range(len(threads)))
        box.write("x.pml", "c_decl { extern int n, ready, try(void); extern void drop(void), stop(void); }\n"
                  f'c_track "csbuf" "CS_SIZE" "Matched";\nbool held;\ninit {{ c_code {{ {starts} }};\nend: do {steps} {own} od }}\n')
        _, result = box.json("spin", *["-DCANCELS"] * (own == stops), "--model", "x.pml", "x.c")
        expect(result["verdict"] == ("violated" if violation else "holds") and (violation or "") in str(result),
               f"{threads} {own}: {result['verdict']}, {result['reason']}")
        expect("deadlock: deadlock" not in str(result), result["reason"])


def test_copying_constructor(box):
    """Nobody sees in which order a constructor copies."""
    box.write("x.c", "struct s { long a, b, c; } g, from = {1, 2, 3}; int n;\n"
              "__attribute__((constructor)) static void begin(void) { g = from; }\n"
              "void *work(void *arg) { n = (int)g.c; return arg; }\n")
    box.write("x.pml", 'c_decl { extern int n; }\nc_track "csbuf" "CS_SIZE" "Matched";\n'
              'init { c_code { pan_start_thread(0, "work", NULL); };\n'
              "end: do :: atomic { c_expr { pan_enabled(0) } -> c_code { pan_step(0); } } od }\n")
    code, result = box.json("spin", "--model", "x.pml", "x.c")
    expect(code == 0, f"{result['verdict']}, {result['reason']}")


def test_no_memory(box):
    """Whenever memory is gone, that is told, and nothing is left behind."""
    box.write("x.c", COUNTER)
    for n in (30, 100, 500):
        code, out, err = box.run("spin", "-DLOST=1", "x.c", env={"HEDDLE_FAIL_ALLOC": str(n)})
        expect(code == 3 and "out of memory" in out + err, f"{n}: exit code {code}\n{out}{err}")
        expect(not os.listdir(box.tmp), f"{n}: left behind: {os.listdir(box.tmp)}")


def test_untracked_in_model(box):
    """Data that changes, and that SPIN neither compares nor restores, is named in the verdict."""
    box.write("x.c", OUTSIDE)
    declare = "c_decl { extern int n; extern void bump(void), once(void), alloc(void); }\n"
    twice = "bool b;\ninit { if :: c_code { %s }; c_code { %s }; b = 1 :: c_code { %s } fi; c_code { once(); } }\n"
    for name, track, how, bounds in (("none", "", "bump();", ["untracked data: n"]), ("own", "", "n++;", ["untracked data: n"]),
                                     ("other", 'c_track "&n" "sizeof n";\n', "alloc();",
                                      ["untracked data: kept", "untracked data: threads, pointers or allocated memory"]),
                                     ("all", 'c_track "&n" "sizeof n";\n', "bump();", None)):
        box.write("x.pml", declare + track + twice % (how, how, how))
        _, result = box.json("spin", "--model", "x.pml", "x.c")
        expect(result["verdict"] == ("violated" if bounds is None else "holds"), f"{name}: {result['verdict']}, {result['reason']}")
        expect(bounds is None or result["bounds"] == bounds, f"{name}: {result['bounds']}")


# Reduction, whether volatile is missing, bound, verdict, states with whole.pml and with abstract.pml.
FIGURE9_POINTS = [
    ("global", False, 1, "holds", 90, 90), ("superstep", False, 3, "holds", 51, 51),
    ("global", True, 1, "holds", 116, 80), ("global", True, 2, "violated", 408, 215),
    ("superstep", True, 1, "holds", 28, 22), ("superstep", True, 2, "violated", 101, 82),
]
FIGURE9_QUICK = FIGURE9_POINTS[-2:]


def check_figure9(box, reduction, is_plain, bound, verdict, *states):
    """A point of bench/run.py's figure 9, searched to the end; the abstraction and heddle check must agree."""
    words = ["--reduction", reduction, "--context-bound", str(bound), "-O2", *["-DPLAIN"] * is_plain, "peterson.c"]
    _, mine = box.json("check", *words, cwd=FIGURE9)
    expect(mine["verdict"] == verdict, f"heddle check: {mine['verdict']}")
    for model, wanted in zip(("whole.pml", "abstract.pml"), states):
        _, r = box.json("spin", "--model", model, *words, "--", "-c0", "-O0", cwd=FIGURE9)
        # Where a superstep that goes round in a circle ends depends on the numbers of objects, and so on the size of the library.
        most = wanted // 8 if reduction == "superstep" else 0
        expect(r["verdict"] == verdict and abs(r["states"] - wanted) <= most, f"{model}: {r['verdict']}, {r['states']} states")


# ---- the library ----------------------------------------------------------------------------------


LIBRARY_USER = """\
#include <libheddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
unsigned char csbuf[1 << 16];
unsigned pan_depth;
static int nviolations;
static void count(char *message) { nviolations++; }
/* All runs, without remembering states. */
static long explore(void) {
    unsigned char *saved = malloc(sizeof csbuf);
    long n = 1;
    memcpy(saved, csbuf, sizeof csbuf);
    int threads = pan_threads();
    for (int i = 0; i < threads; i++)
        for (int a = 0; a < pan_alternatives(i); a++) {
            if (!pan_can(i, a))
                continue;
            int before = nviolations;
            pan_choose(i, a);
            if (nviolations == before)
                n += explore();
            memcpy(csbuf, saved, sizeof csbuf);
        }
    free(saved);
    return n;
}
int main(void) {
    static const char *const words[] = {"--reduction", "global", "-DLOST=0", "x.c"};
    heddle_program(NULL, 4, words);
    heddle_buffers(csbuf, sizeof csbuf, NULL);
    heddle_on_violation(count);
    heddle_start();
    long n = explore();
    printf("%ld %d %s\\n", n > 10, nviolations > 0, pan_message());
}
"""


LOOKS = """\
#include <libheddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
unsigned char csbuf[1 << 14];
static int seen, ended;
static void explore(int depth) {
    unsigned char *saved = malloc(sizeof csbuf);
    memcpy(saved, csbuf, sizeof csbuf);
    int x, y;
    memcpy(&x, csbuf + pan_offset("x"), sizeof x);
    memcpy(&y, csbuf + pan_offset("y"), sizeof y);
    seen |= x == 1 && y == 1;
    ended |= pan_threads() == 0 && x == 2 && y == 2;
    for (int i = 0; depth < 40 && i < pan_threads(); i++)
        if (pan_can(i, 0)) {
            pan_choose(i, 0);
            explore(depth + 1);
            memcpy(csbuf, saved, sizeof csbuf);
        }
    free(saved);
}
int main(int argc, char **argv) {
    static const char *const words[] = {"x.c"};
    heddle_program(NULL, 1, words);
    heddle_buffers(csbuf, sizeof csbuf, NULL);
    if (argc > 1)
        heddle_only_steps();
    heddle_start();
    explore(0);
    printf("%d %d\\n", seen, ended);
}
"""
LOOKED_AT = """\
#include <pthread.h>
int x, y;
static void *one(void *arg) { x = 1; x = 2; return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, one, 0);
    y = 1;
    y = 2;
    pthread_exit(0);
}
"""


def test_library_looks(box):
    """Who looks at the buffer between steps sees all that happens, and the end."""
    box.write("x.c", LOOKED_AT)
    user = build_user(box, LOOKS)
    _, out, _ = box.run(program=user, code=0)
    expect(out == "1 1\n", out)
    _, out, _ = box.run("steps", program=user, code=0)
    expect(out.endswith(" 0\n"), out)


MACHINES = """\
#include <libheddle_machine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int nviolations;
static void count(void *arg, const char *message) { *(int *)arg += 1; }
static long explore(heddle_machine *m, unsigned char *state, size_t size) {
    unsigned char *saved = malloc(size);
    long n = 1;
    memcpy(saved, state, size);
    int threads = heddle_machine_threads(m);
    for (int i = 0; i < threads; i++)
        for (int a = 0; a < heddle_machine_alternatives(m, i); a++) {
            int before = nviolations;
            if (heddle_machine_can(m, i, a) == 1 && heddle_machine_choose(m, i, a) == 1 && nviolations == before)
                n += explore(m, state, size);
            memcpy(state, saved, size);
        }
    free(saved);
    return n;
}
static heddle_machine *open_one(const char *file, const char *more, void *state, size_t size, int without_main) {
    const char *words[] = {"--reduction", "global", file, more};
    heddle_options o = {.words = words, .nwords = more ? 4 : 3, .state = state, .state_size = size, .on_violation = count,
                        .arg = &nviolations, .without_main = without_main};
    char error[512] = "";
    heddle_machine *m = heddle_machine_open(&o, error, sizeof error);
    if (!m)
        printf("%s\\n", error);
    return m;
}
static unsigned char first[1 << 16], second[1 << 16];
int main(void) {
    unsigned long long result = 0, numbers[] = {20, 22};
    open_one("missing.c", NULL, first, sizeof first, 0);
    open_one("wrong.c", NULL, first, sizeof first, 0);
    open_one("x.c", "--nonsense", first, sizeof first, 0);
    open_one("x.c", "-DLOST=0", first, 64, 0);
    heddle_machine *a = open_one("x.c", "-DLOST=0", first, sizeof first, 0);
    heddle_machine *b = open_one("y.c", NULL, second, sizeof second, 1);
    printf("%d %d\\n", heddle_machine_threads(a), heddle_machine_threads(b));
    printf("%d\\n", heddle_machine_call(b, "subtract", 2, numbers, &result));
    printf("%s\\n", heddle_machine_error(b));
    printf("%d\\n", heddle_machine_call(b, "add", 2, numbers, &result));
    printf("%llu %d\\n", result, *(int *)(second + heddle_machine_offset(b, "total")));
    printf("%ld\\n", heddle_machine_offset(a, "total"));
    long n = explore(a, first, sizeof first);
    printf("%d %d %s [%s]\\n", n > 10, nviolations > 0, heddle_machine_message(a), heddle_machine_cut(a));
    printf("%d\\n", heddle_machine_call(b, "add", 2, numbers, &result));
    printf("%llu\\n", result);
    heddle_machine_close(a);
    printf("%d\\n", heddle_machine_start_thread(b, 0, "run", NULL));
    printf("%d %s\\n", heddle_machine_threads(b), heddle_machine_place(b, 0));
    heddle_machine_close(b);
    heddle_machine_close(NULL);
}
"""
SUMS = """\
int total;
int add(int a, int b) { total += a + b; return total; }
void *run(void *arg) { total = 1; return arg; }
"""
MACHINES_SAY = """\
cannot read missing.c: No such file or directory
cannot compile wrong.c
unknown option --nonsense; 'heddle spin --help' lists the options
more bytes are needed: N
1 0
-1
the program has no function 'subtract' (a static one that nothing calls is not compiled)
0
42 42
-1
1 1 assertion: counter == 2 || LOST does not hold []
0
84
0
1 y.c:3 in run
"""


def build_user(box, text):
    """A program around the library, in the box."""
    box.write("user.c", text)
    build = os.path.dirname(box.heddle)
    sanitizers = ["-fsanitize=address,undefined"] if "sanitize" in build else []
    subprocess.run(["gcc", "-w", "-I" + os.path.join(ROOT, "include"), "user.c", "-o", "user", *sanitizers, "-L" + build, "-lheddle",
                    "-Wl,-rpath," + build], cwd=box.home, check=True)
    return os.path.join(box.home, "user")


def test_library_machines(box):
    """Two machines with two programs in one process; what cannot be done is an error, and not the end."""
    box.write("x.c", COUNTER)
    box.write("y.c", SUMS)
    box.write("wrong.c", "int main(void) { return }\n")
    _, out, _ = box.run(program=build_user(box, MACHINES), code=0)
    out = re.sub(r"(needed: )\d+", r"\1N", out)
    expect(out == MACHINES_SAY, out)


EXHAUSTION = """\
#include <libheddle_machine.h>
#include <stdio.h>
static unsigned char first[1 << 16], second[1 << 16];
int main(int argc, char **argv) {
    const char *words[] = {"x.c", "-DLOST=0", "--memory-limit", "1K"};
    char error[512] = "";
    heddle_options o = {.words = words, .nwords = argc > 1 ? 2 : 4, .state = first, .state_size = sizeof first};
    heddle_machine *m = heddle_machine_open(&o, error, sizeof error);
    printf("%d %s\\n", m != NULL, error);
    o.nwords = 2;
    o.state = second;
    m = heddle_machine_open(&o, error, sizeof error);
    printf("%d %d\\n", m != NULL, heddle_machine_can(m, 0, 0));
    heddle_machine_close(m);
}
"""


def test_library_memory(box):
    """A machine that gets no memory is an error; others can be used."""
    box.write("x.c", COUNTER)
    user = build_user(box, EXHAUSTION)
    _, out, _ = box.run(program=user, code=0)
    expect(out == "0 memory limit of 0 MiB reached by heddle's machine\n1 1\n", out)
    for n in ("1", "10", "100"):
        _, out, _ = box.run("enough", program=user, code=0, env={"HEDDLE_FAIL_ALLOC": n})
        expect(out == "0 out of memory\n1 1\n", out)


def test_install(box):
    """make install, then a program of one's own against the installed library, shared and static."""
    box.write("x.c", COUNTER)
    box.write("user.c", LIBRARY_USER)
    build = os.path.dirname(box.heddle)
    root = os.path.join(box.home, "root")
    subprocess.run(["cmake", "--install", build, "--prefix", "/usr"], env=dict(os.environ, DESTDIR=root), check=True,
                   stdout=subprocess.DEVNULL)
    prefix = os.path.join(root, "usr")
    for name in ("bin/heddle", "lib/libheddle.so", "lib/libheddle.a", "lib/pkgconfig/libheddle.pc", "include/libheddle.h",
                 "include/libheddle_machine.h", "include/heddle.h"):
        expect(os.path.exists(os.path.join(prefix, name)), f"{name} is not installed")
    with open(os.path.join(prefix, "lib/pkgconfig/libheddle.pc"), encoding="utf-8") as f:
        pc = dict(re.findall(r"^([A-Z][\w.]*): (.*)$", f.read(), re.M))
    private = pc["Libs.private"].split()
    expect("-lheddle" in pc["Libs"] and any("LLVM" in word for word in private), str(pc))
    library = os.path.join(prefix, "lib")
    sanitizers = ["-fsanitize=address,undefined"] if "sanitize" in build else []
    for name, rest in (("shared", ["-L" + library, "-lheddle", "-Wl,-rpath," + library]),
                       ("static", [os.path.join(library, "libheddle.a"), *private])):
        subprocess.run(["gcc", "-w", "-I" + os.path.join(prefix, "include"), "user.c", "-o", name, *sanitizers, *rest], cwd=box.home,
                       check=True)
        _, out, _ = box.run(program=os.path.join(box.home, name), code=0)
        expect(out == "1 1 assertion: counter == 2 || LOST does not hold\n", out)
    _, out, _ = box.run("spin", "-DLOST=1", "x.c", code=0, program=os.path.join(prefix, "bin", "heddle"))
    expect(out.startswith("holds"), out)


def test_hidden_symbols(box):
    """Both libraries show the names of their header and nothing else."""
    build = os.path.dirname(box.heddle)
    for words in (["-D", "libheddle.so"], ["-g", "libheddle.a"]):
        out = subprocess.run(["nm", "--defined-only", *words], cwd=build, capture_output=True, text=True, check=True).stdout
        names = {line.split()[-1] for line in out.splitlines() if len(line.split()) == 3}
        others = {n for n in names if not re.match(r"(pan|heddle)_|(__bss_start|_edata|_end|_init|_fini)$", n)}
        expect("pan_step" in names and not others, f"{words}: {sorted(others)[:5]}")


# ---- running --------------------------------------------------------------------------------------


def run_one(heddle, name, test):
    with tempfile.TemporaryDirectory(prefix="heddle-test-") as directory:
        box = Box(heddle, directory)
        try:
            test(box)
            left = os.listdir(box.tmp)
            expect(not left, f"left behind: {left}")
            return name, None
        except Failure as e:
            return name, str(e)
        except Exception:                       # a broken test is a failed one
            return name, traceback.format_exc()


def matched(name, text, words):
    return f"matched {name}", lambda box: check_matched(box, name, text, words)


def run_tests(tests, o):
    """Runs those that o.names asks for; the exit code."""
    tests = [t for t in tests if not o.names or any(n in t[0] for n in o.names)]
    failed = 0
    with ThreadPoolExecutor(o.jobs) as pool:
        for name, problem in pool.map(lambda t: run_one(os.path.abspath(o.heddle), *t), tests):
            if problem:
                failed += 1
                print(f"FAIL {name}: {problem}", flush=True)
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


def agreement(program, reduction):
    return f"agreement {program} {reduction}", lambda box: check_agreement(box, program, reduction)


def figure9(*point):
    reduction, is_plain, bound, *_ = point
    return f"figure9 {reduction}{' plain' * is_plain} {bound}", lambda box: check_figure9(box, *point)


def main():
    p = argparse.ArgumentParser(description="tests heddle spin and libheddle")
    p.add_argument("names", nargs="*", help="only tests whose name contains one of these")
    p.add_argument("--heddle", default=os.path.join(ROOT, "build", "heddle"))
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    p.add_argument("--quick", action="store_true", help="without slow tests; few programs are compared with heddle check")
    o = p.parse_args()
    tests = [(n, f) for n, f in sorted(globals().items())
             if n.startswith("test_") and not (o.quick and getattr(f, "is_slow", False))]
    tests += [matched(*row) for row in MATCHED if not o.quick or row[0] in QUICK_MATCHED]
    tests += [agreement(*row) for row in AGREEMENT if not o.quick or row in QUICK]
    tests += [figure9(*row) for row in (FIGURE9_QUICK if o.quick else FIGURE9_POINTS)]
    return run_tests(tests, o)


if __name__ == "__main__":
    sys.exit(main())
