# SPDX-License-Identifier: Apache-2.0
"""--invariant."""
import re

from suite import Failure, slow

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
    r = box.run("check", "--invariant", "fine", "--invariant", "broken", "--json", "out.json", "--trace", "t.json",
                "inv.c")
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


@slow
def test_bad_invariants(box):
    box.write("inv.c", INVARIANTS)
    for name, message in (("writes", r"'writes' writes to x"),
                          ("chooses", r"'chooses' cannot be evaluated: .*has to choose"),
                          ("forever", r"'forever' cannot be evaluated: .*does not come to an end")):
        box.run("check", "--invariant", name, "inv.c").expect(2, message, where="out")
    for name, message in (("nobody", r"no function 'nobody'"), ("dropped", r"no function 'dropped' .*static"),
                          ("takes", r"'takes' must have no parameters"),
                          ("nothing", r"'nothing' must .*return an integer"),
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
    for name, message in (("is_unset", r"reads the thread-local variable 'mine'"),
                          ("is_fine", r"reads errno: every thread has one"),
                          ("tries", r"writes to m"), ("quits", r"cannot be evaluated: .*ends the program"),
                          ("leaves", r"cannot be evaluated: .*ends its thread"),
                          ("assumes", r"cannot be evaluated: .*assumes what does not hold")):
        for reduction in ("default", "none"):
            box.run("check", "--reduction", reduction, "--invariant", name, "inv.c").expect(2, message, where="out")
    box.run("check", "--invariant", "aborts", "inv.c").expect(1, r"'aborts' fails: abort\(\) called", where="out")
    box.run("check", "--invariant", "uses_own", "inv.c").expect(0, r"^holds")
    for name in ("real", "two", "one"):
        box.run("check", "--invariant", name, "inv.c").expect(2, rf"'{name}' must .*return an integer or a pointer",
                                                              where="err")
    box.run("check", "--abstraction", "copies", "inv.c").expect(2,
                                                                r"the abstraction 'copies' reads the thread-local "
                                                                r"variable 'mine'", where="out")
    for option in ("--unmatched", "--untracked"):
        box.run("check", option, "mine", "inv.c").expect(2, r"'mine' is thread-local", where="err")


def test_names(box):
    """A name that several files have is refused, and can be qualified; C++ names are as the program has them."""
    box.write("a.c",
              "static int x;\nstatic int ok(void) { return x == 0; }\nint a(void) { return ok() + x++; }\n"
              "int b(void);\n"
              "int main(void) { a(); return b(); }\n")
    box.write("b.c",
              "static int x;\nstatic int ok(void) { return x == 0; }\nint b(void) { static int n; { static int m; m++; "
              "} n++; return ok() - 1 + x; }\n")
    box.run("check", "--invariant", "ok", "a.c", "b.c").expect(2, r"several functions 'ok' \(a.c:2, b.c:2\)",
                                                               where="err")
    box.run("check", "--abstraction", "ok", "a.c", "b.c").expect(2, r"several functions 'ok'", where="err")
    box.run("check", "--invariant", "a.c:ok", "a.c", "b.c").expect(1, r"'ok' does not hold: x = 1", where="out")
    box.run("check", "--invariant", "b.c:ok", "a.c", "b.c").expect(0, r"^holds")
    box.run("check", "--invariant", "c.c:ok", "a.c", "b.c").expect(2, r"no function 'c.c:ok'", where="err")
    box.run("check", "--unmatched", "x", "a.c", "b.c").expect(2, r"several variables 'x' \(a.c:1, b.c:1\)", where="err")
    box.run("check", "--unmatched", "b.c:x,b::n,b::m", "a.c", "b.c").expect(0, r"^holds within an abstraction")
    box.write("x.cc",
              "namespace ns { struct C { static int v; static int f() { return v == 0; } }; int C::v; int g() { return "
              "C::v; }\n"
              "int g(int n) { return n; } }\nint f() { return 1; }\nint main() { ns::C::v = 1; return ns::C::f() + f() "
              "- 1 + ns::g(0) + ns::g() - 1; }\n")
    box.run("check", "--invariant", "ns::C::f", "x.cc").expect(1, r"'ns::C::f' does not hold")
    box.run("check", "--invariant", "f", "x.cc").expect(0, r"^holds")
    box.run("check", "--invariant", "ns::g", "x.cc").expect(1, r"'ns::g' does not hold")
    box.run("check", "--unmatched", "ns::C::v", "x.cc").expect(0, r"^holds within an abstraction")


UNKNOWN = """#include <heddle.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int n, m, row[3] = {4, 5, 6}, hidden;
int is_small(void) { return n < 100 || m != 3; }
int is_quotient(void) { return n <= 50 || 1000 / (n - 60) < 2000; }
int is_inside(void) { return n < 0 || n > 4 || row[n] != 6; }
int makes(void) { return __VERIFIER_nondet_int() != 7; }
int assumes(void) { __VERIFIER_assume(n < 5); return 1; }
int many(void) { int s = 0; for (int i = 0; i < 11; i++) s += n >> i & 1 ? i : 1; return s < 60; }
int writes(void) { if (n == 5) hidden = 1; return 1; }
int main(void) {
    int x = __VERIFIER_nondet_int();
    m = __VERIFIER_nondet_int();
    n = x;
    return n > 7 ? heddle_choose(2) : 0;
}
"""


def test_unknown_values(box):
    """An invariant does not hold for some of the numbers that unknown values can be."""
    box.write("inv.c", UNKNOWN)
    r = box.run("check", "--invariant", "is_small", "--json", "out.json", "--trace", "t.json", "inv.c")
    found = re.search(r"the invariant 'is_small' does not hold: n = (\d+), m = 3", r.out)
    r.expect(1, r"^violated: invariant: the invariant 'is_small' does not hold: n = \d+, m = 3, at inv.c:5",
             r"m = 3 \(chosen\)", where="out")
    if not found or int(found[1]) < 100:
        raise Failure("it holds for these numbers")
    violation = box.json("out.json")["violation"]
    if violation["kind"] != "invariant" or not violation["message"].endswith(f"n = {found[1]}, m = 3"):
        raise Failure(f"wrong violation: {violation}")
    box.run("replay", "t.json").expect(1, rf"'is_small' does not hold: n = {found[1]}, m = 3", where="out")
    box.run("check", "--invariant", "is_quotient", "--trace", "q.json", "inv.c").expect(
        1, r"^violated: invariant: the invariant 'is_quotient' fails: division by zero", r"x = 60 \(chosen\)",
        where="out")
    box.run("replay", "q.json").expect(1, r"'is_quotient' fails: division by zero", where="out")
    for approach in ("lazy", "schedule", "uw"):
        box.run("smt", "--approach", approach, "--invariant", "is_inside", "inv.c").expect(
            1, r"'is_inside' does not hold: row = \{4, 5, 6\}, n = 2", where="out")


def test_unknown_values_in_vain(box):
    """What nobody knows is no reason to end the search; a function that must not be asked is."""
    box.write("inv.c", UNKNOWN)
    box.run("check", "--invariant", "many", "inv.c").expect(
        3, r"^unknown: the invariant 'many' cannot be evaluated: it can go on in more than 1024 ways", where="out")
    box.run("check", "--invariant", "many", "--invariant", "is_small", "inv.c").expect(1, r"'is_small' does not hold",
                                                                                       where="out")
    box.run("check", "--invariant", "makes", "inv.c").expect(3, r"'makes' cannot be evaluated", where="out")
    box.run("check", "--invariant", "assumes", "inv.c").expect(2, r"'assumes' cannot be evaluated: .*assumes what does",
                                                               where="out")
    box.run("check", "--invariant", "writes", "inv.c").expect(2, r"'writes' writes to hidden", where="out")
    box.run("check", "--data", "stop", "--invariant", "is_small", "inv.c").expect(3, r"^unknown", where="out")


def test_several_unknown_values(box):
    """After one that does not hold for some numbers the search goes on with all."""
    box.write("inv.c", UNKNOWN)
    r = box.run("check", "--continue", "--invariant", "is_small", "--invariant", "is_quotient", "--invariant",
                "is_inside", "inv.c")
    r.expect(1, r"'is_small' does not hold", r"'is_quotient' fails", r"'is_inside' does not hold", where="out")
    box.write("rules", "invariant function=is_*\n")
    box.run("check", "--suppress", "rules", "--invariant", "is_small", "--invariant", "is_inside", "inv.c").expect(
        0, r"^holds", where="out")
