# SPDX-License-Identifier: Apache-2.0
"""What makes states equal: --unmatched, --abstraction and what programs say about it."""
import os

from suite import ROOT, Failure, slow

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
    for what, message in (("heddle_unmatched(0, 4)", "heddle_unmatched: .*null pointer"),
                          ("heddle_match(0, 4)", "heddle_match: .*null pointer"),
                          ("heddle_unmatched(&y[1], 8)", r"8 bytes at offset 4 of 'y' \(8 bytes\)"),
                          ("heddle_match((void *)main, 1)", "pointer to a function"),
                          ("heddle_unmatched(&c, 4)", "'c' .*is constant"),
                          ('heddle_unmatched("abc", 2)', "is constant"),
                          ("free(p); heddle_unmatched(p, 4)", "memory that was freed"),
                          ("heddle_unmatched(p + 1, 8)", "a heap block of 8 bytes"),
                          ("heddle_abstraction(y, 12, update)", "heddle_abstraction: .*12 bytes at offset 0 of 'y'"),
                          ("heddle_abstraction(0, 8, update)", "null pointer"),
                          ("heddle_abstraction(y, 8, 0)", "no function without parameters"),
                          ("heddle_abstraction(y, 8, (void (*)(void))takes)", "no function without parameters")):
        box.run("check", "-DWHAT=" + what, "x.c").expect(2, rf"^unknown: x.c:10: in 'main': .*{message}", where="out")
    box.run("check",
            "-DWHAT=heddle_unmatched(&y[1], 4); heddle_unmatched(&local, 4); heddle_unmatched(&mine, 4); "
            "heddle_unmatched(p, 8); "
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
    box.run("check", "--json", "out.json", *options, "match.c").expect(0, r"^holds within an abstraction \[",
                                                                       where="out")
    if box.json("out.json")["bounds"] != ["an abstraction"]:
        raise Failure(f"wrong bounds: {box.json('out.json')['bounds']}")
    return box.json("out.json")["states"]


@slow
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
    box.run("check", "-DHIDE", "-DLIMIT=9", "--store", "compact", "match.c").expect(3, r"^unknown: probabilistic",
                                                                                    where="out")


UNGUARDED = """#include <heddle.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int guarded, hidden;
static void *run(void *arg) {
    pthread_mutex_lock(&lock);
    guarded++;
    hidden++;
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void) {
    pthread_t t[2];
    heddle_unmatched(&hidden, sizeof hidden);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
    pthread_mutex_lock(&lock);
    guarded++;
    pthread_mutex_unlock(&lock);
    guarded++;
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    return 0;
}
"""


def test_check_abstraction_again(box):
    """The search begins again, since not all accesses are under the lock: what was seen before does not count."""
    box.write("unguarded.c", UNGUARDED)
    r = box.run("check", "--check-abstraction", "--json", "out.json", "unguarded.c")
    r.expect(0, r"^holds \[", where="out")
    if not box.json("out.json")["restarts"]:
        raise Failure("the search has not begun again")


UNSOUND = """#include <heddle.h>
static int steps;
static int deep(int n) { return deep(n + 1) + n; }
int main(void) {
    heddle_unmatched(&steps, sizeof steps);
    if (heddle_choose(2)) return deep(0);
    for (;;) {
        int by = heddle_choose(2);
        if (by && ++steps == 3) return 0;
        by = 0;
    }
}
"""


def test_sound_within_a_bound(box):
    box.write("unguarded.c", UNGUARDED)
    box.run("check", "--check-abstraction", "--context-bound", "1", "unguarded.c").expect(
        0, r"(?m)^The abstraction is sound for this program, as far as it was searched: ", where="out")


def test_unsound_beside_a_cut(box):
    """What has stopped the search is told, and not a run that could not go on."""
    box.write("unsound.c", UNSOUND)
    r = box.run("check", "--check-abstraction", "--workers", "1", "unsound.c")
    r.expect(3, r"^unknown: the abstraction is not sound", where="out")


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
        for search in ("mixed", "dfs", "bfs"):
            r = box.run("check", "--search", search, "--json", "out.json", *options, *files)
            r.expect(0, rf"^{verdict} \[.*\nuntracked: wins = {wins}\n", where="out")
            if not most / 2 < box.json("out.json")["states"] <= most:
                raise Failure(f"{box.json('out.json')['states']} states, at most {most} expected")
        box.run("check", "-DBUG", *options, *files).expect(1, r"^violated: assertion", where="out")


@slow
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
        box.run("check", "--unmatched", "y", *options, "one.c").expect(0, r"^holds within an abstraction \[",
                                                                       where="out")
    # Two functions that write the same number to different places.
    box.write("two.c",
              "#include <assert.h>\n#include <heddle.h>\nint a, b, at;\nvoid mark(void) { if (at) a = 1; else b = 1; "
              "}\n"
              "int main(void) { at = heddle_choose(2); int step = heddle_choose(2); assert(at != 1 || step != 1); "
              "return 0; }\n")
    box.run("check", "--unmatched", "at", "--abstraction", "mark", "two.c").expect(1, r"^violated: assertion",
                                                                                   where="out")


def test_abstraction_counts(box):
    """What the abstraction computes, and nothing else: one function may fill two buffers, and does not bring its
    neighbours."""
    text = ("#include <heddle.h>\nvolatile int x;\nchar low[4], high[4];\nvoid digits(void) { low[0] = x % 2; high[0] "
            "= x / 2; }\n"
            "int main(void) {\n    heddle_unmatched((void *)&x, sizeof x);\n    heddle_abstraction(low, sizeof low, "
            "digits);\n"
            "    heddle_abstraction(high, sizeof high, digits);\n    for (;;)\n        x = heddle_choose(6);\n}\n")
    box.write("match.c", text)
    both = states_of(box)
    box.write("match.c", text.replace("heddle_abstraction(high", "(void)sizeof(high"))
    if states_of(box) + 4 > both:
        raise Failure(f"{both} states with the second buffer, {states_of(box)} without")
    # Small variables share a block when there are many.
    names = [f"v{i}" for i in range(26)]
    box.write("match.c",
              f"#include <heddle.h>\nint {', '.join(names)};\nvolatile int noise, is_high, level;\nint main(void) {{\n"
              + "".join(f"    {n} = 0;\n" for n in names) + "    for (;;) {\n        noise = heddle_choose(50);\n"
              "        level = heddle_choose(5);\n    }\n}\nvoid look(void) { is_high = level > 2; }\n")
    states = states_of(box, "--unmatched", "noise,level", "--abstraction", "look")
    if states > 100:
        raise Failure(f"{states} states")


def test_bad_matching(box):
    box.write("match.c", MATCHING)
    box.write("plain.c", "int main(void) { return 0; }\n")
    box.run("check", "--check-abstraction", "plain.c").expect(2, r"--check-abstraction: there is no abstraction",
                                                              where="err")
    for options, message in ((("--unmatched", "nothing"), r"no global variable 'nothing'"),
                             (("--abstraction", "nobody"), r"no function 'nobody'")):
        box.run("check", "-DLIMIT=9", *options, "match.c").expect(2, message, where="err")
    for name, message in (("crashes", r"'crashes' cannot be computed: .*null"),
                          ("endless", r"'endless' cannot be computed: .*choose")):
        box.run("check", "-DLIMIT=9", "--abstraction", name, "match.c").expect(2, message, where="out")


def test_abstraction_of_places(box):
    """The same for a pointer to an unknown element."""
    box.write("x.c", """#include <assert.h>
#include <heddle.h>
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char counts[40], *place = counts, *kept;
void update(void) { kept = place; }
int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n >= 20)
        return 0;
    place = heddle_choose(2) ? &counts[n] : &counts[n + 20];
    heddle_choose(2);
    assert(place != &counts[5]);
    return 0;
}
""")
    box.run("check", "--unmatched", "place", "--abstraction", "update", "--reduction", "tau", "x.c").expect(
        2, r"^unknown: the abstraction 'update' computes an unknown value", where="out")


def test_unknown_abstraction(box):
    """What is compared must be numbers: unknown values of two states may have the same name."""
    box.write("x.c", """#include <heddle.h>
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
unsigned n, seen;
void update(void) { UPDATE; }
static void pick(int k) {
    unsigned m = __VERIFIER_nondet_uint();
    n = 2 * m + (k ? 3 : 2);
}
int main(void) {
    heddle_unmatched(&n, sizeof n);
    TOLD;
    pick(heddle_choose(2) ^ FIRST);
    heddle_choose(2);
    unsigned x = n;
    assert(x % 2 == 0);
}
""")
    for first in "01":
        for told, more in (("heddle_abstraction(&seen, sizeof seen, update)", []), ("", ["--abstraction", "update"])):
            names = [f"-DFIRST={first}", f"-DTOLD={told}"]
            box.run("check", *names, "-DUPDATE=seen = n", *more, "x.c").expect(
                2, r"^unknown: the abstraction 'update' computes an unknown value", where="out")
            box.run("check", *names, "-DUPDATE=if (n > 5) seen = 1", *more, "x.c").expect(
                2, r"^unknown: the abstraction 'update' cannot be computed: .*looks at an unknown value", where="out")
            box.run("check", "--nondet-range", "0..3", *names, "-DUPDATE=seen = n", *more, "x.c").expect(
                1, r"^violated: assertion", where="out")
