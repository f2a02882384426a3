# SPDX-License-Identifier: Apache-2.0
"""Invariants, and what makes states equal."""
from suite import expect, slow

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
    expect((right["verdict"], right["states"]) == ("holds", same["states"]),
           f"{right['verdict']}, {right['states']} states")


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
    expect(mine["bounds"] == spins["bounds"] and spins["bounds"][-1] == "an abstraction", f"{name}: {spins['bounds']}")
    expect(mine["states"] == spins["states"], f"{name}: {spins['states']} states, heddle check has {mine['states']}")
    return spins["states"]


@slow
def test_matched_searches(box):
    """With several processes, which must agree on the bytes of what is compared; with other stores; violations are
    found."""
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


def cases(quick):
    for row in MATCHED:
        if not quick or row[0] in QUICK_MATCHED:
            yield row[0], lambda box, row=row: check_matched(box, *row)
