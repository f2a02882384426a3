# SPDX-License-Identifier: Apache-2.0
"""Programs with main: stores, limits of the search, arguments, verifiers that are kept."""
import os

from spin.sources import COUNTER
from suite import PROGRAMS, expect, slow


def test_counterexample(box):
    """The same report as heddle check's, and a trace that can be replayed."""
    box.write("x.c", COUNTER)
    _, out, _ = box.run("spin", "-DLOST=0", "--trace", "t.json", "x.c", code=1)
    expect("thread 3: add(NULL)" in out and "x.c:14" in out and "counter = 1" in out, out)
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


@slow
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
                             ("-DBFS -DBFS_DISK", "holds"), ("-w20 -n", "holds"), ("-e -c0", "holds"),
                             ("-DREACH -i", "holds"),
                             ("-DNCORE=2 -DSEP_STATE", "holds"), ("-DPERMUTED -p_permute", "holds")):
        states = search_with(box, options.split(), verdict)
        expect(verdict == "unknown" or states == all_, f"{options}: {states} states of {all_}")
        find_with(box, options.split())
    for options in ("-DSPACE", "-DNOCOMP", "-DCOLLAPSE -DJOINPROCS", "-DAUTO_RESIZE", "-DP_REVERSE", "-DT_REVERSE",
                    "-I",
                    "-t_reverse", "-DUSE_DISK -DNCORE=2", "-DVAR_RANGES", "-DFULLSTACK", "-DRANDSTORE=33", "-UNOREDUCE",
                    "-o3",
                    "-O2"):
        states = search_with(box, options.split(), "holds")
        expect(states == all_, f"{options}: {states} states of {all_}")


@slow
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


@slow
def test_unasked_and_cut(box):
    box.write("x.c", "int main(void) { volatile int *p = 0; return *p; }\n")
    box.write("no.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    for command in ("check", "spin"):
        _, out, _ = box.run(command, "--prp", "no.prp", "x.c", code=3)
        expect(out.startswith("unknown: x.c:1") and "--property null-dereference" in out, out)
        expect("not asked for: null-dereference" in out, out)
        _, out, _ = box.run(command, "-q", "--prp", "no.prp", "x.c", code=3)
        expect("was not searched" in out, out)
    # What glibc carries on with goes on, and is only mentioned.
    box.write("w.c", "#include <pthread.h>\nextern void reach_error(void);\n"
              "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
              "int main(void) { pthread_mutex_unlock(&m); if (WRONG) reach_error(); return 0; }\n")
    for command in ("check", "spin"):
        _, out, _ = box.run(command, "-DWRONG=0", "--prp", "no.prp", "w.c", code=0)
        expect("not asked for: mutex-misuse" in out, out)
        box.run(command, "-DWRONG=1", "--prp", "no.prp", "w.c", code=1)
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
    box.write("u.c", "#include <assert.h>\n#include <heddle.h>\nint elsewhere(int);\n"
              "int (*const table[])(int) = {elsewhere};\nint main(void) {\n    int x = heddle_choose(3);\n"
              "    if (x == CALLED)\n        return table[0](x);\n"
              "    assert(x != WRONG);\n    return 0;\n}\n")
    for command in ("check", "spin"):
        _, out, err = box.run(command, "-DCALLED=0", "-DWRONG=4", "u.c", code=2)
        expect(out.startswith("unknown: u.c:8: in 'main': call of 'elsewhere', a function that"), out)
        expect(err.count("warning: nothing defines elsewhere()") == 1, err)
        box.run(command, "-DCALLED=0", "-DWRONG=1", "u.c", code=1)
        box.run(command, "-DCALLED=4", "-DWRONG=4", "u.c", code=0)


def test_untracked(box):
    """All that a state holds is in the buffer that SPIN restores."""
    box.write("x.c",
              "#include <heddle.h>\nint n;\nint main(void) { heddle_untracked(&n, sizeof n); n += heddle_choose(2); "
              "return 0; }\n")
    _, result = box.json("spin", "x.c")
    expect(result["verdict"] == "unknown" and "heddle_untracked works with 'heddle check' only" in result["reason"],
           str(result["reason"]))


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

    for words, verdict in ((["-DLOST=1", "x.c"], "holds"), (["-DLOST=0", "x.c"], "violated"),
                           (["-DLOST=1", "y.c"], "holds")):
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


@slow
def test_table_grows(box):
    """SPIN's table of hashes begins small; no state is lost when it grows."""
    words = ["--reduction", "none", "algorithms/dekker.c"]
    _, mine = box.json("check", *words, cwd=PROGRAMS)
    _, spins = box.json("spin", "--keep", box.home, *words, "--", "-w8", cwd=PROGRAMS)
    with open(os.path.join(box.home, "pan.out"), encoding="utf-8") as f:
        expect("resizing hashtable" in f.read(), "the table has not grown")
    expect((spins["verdict"], spins["states"]) == ("holds", mine["states"]),
           f"{spins['verdict']}, {spins['states']} states")
    expect(spins["memory_bytes"] > 1 << 20, f"{spins['memory_bytes']} bytes of memory")


HASH = """
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
static volatile unsigned buckets = 7;
int main(void) {
    int *p = malloc(sizeof *p);
    assert((uintptr_t)p / 16 % buckets < MOST);
    free(p);
    return 0;
}
"""


def test_addresses(box):
    """A look at an address says what to do; with addresses from the beginning it is computed."""
    box.write("x.c", HASH)
    for options in ([], ["--addresses", "learn"], ["--addresses", "unknown"]):
        _, out, _ = box.run("spin", *options, "-DMOST=7", "x.c", code=3)
        expect("x.c:8: in 'main': the program looks at the numeric value of an address "
               "(--addresses fixed gives it one)" in out, out)
    _, out, _ = box.run("spin", "--addresses", "fixed", "-DMOST=7", "x.c", code=0)
    expect(out.startswith("holds for one layout of memory"), out)
    _, out, _ = box.run("spin", "--addresses", "fixed", "-DMOST=0", "x.c", code=1)
    expect(out.startswith("violated: assertion"), out)
