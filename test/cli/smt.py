# SPDX-License-Identifier: Apache-2.0
"""heddle smt: bounds, approaches, figures, and the conditions as files. Its verdicts are compared by test/smt.py."""
import os
import shutil
import subprocess
import time

from suite import Failure, expect, slow

APPROACHES = ("lazy", "schedule", "uw")

LOOPS = r"""
#include <assert.h>
#include <pthread.h>
static int sum;
static void count(int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++)
            sum++;
}
static void *run(void *arg) {
    count(3);
    count(3);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    assert(sum == 12);
    return 0;
}
"""

# The checker must run between the two writes: main, writer, checker.
BETWEEN = r"""
#include <assert.h>
#include <pthread.h>
static int a, b;
static void *write_both(void *arg) {
    a = 1;
    b = 1;
    return arg;
}
static void *check(void *arg) {
    assert(a == b);
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, write_both, 0);
    pthread_create(&u, 0, check, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
"""

UNKNOWN = r"""
#include <assert.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned n;
static void *twice(void *arg) {
    n = 2 * n;
    return arg;
}
int main(void) {
    pthread_t t;
    n = __VERIFIER_nondet_uint();
    if (n > 100)
        return 0;
    pthread_create(&t, 0, twice, 0);
    pthread_join(t, 0);
    assert(n != WRONG);
    return 0;
}
"""

ENDLESS = r"""
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned turns = 0;
    while (__VERIFIER_nondet_int() != 7)
        turns++;
    return 0;
}
"""


def test_unwinding(box):
    box.write("loops.c", LOOPS)
    for approach in APPROACHES:
        options = ["smt", "--approach", approach, "loops.c"]
        # Loops inside of others, and functions that are called again, begin to count anew.
        box.run(*options, "--unwind", "3").expect(0, r"^holds \[", where="out")
        box.run(*options, "--unwind", "2").expect(
            3, r"^unknown: a loop or a recursion goes on more than 2 times \(--unwind\) \[", where="out")
        box.run(*options, "--unwind", "2", "--no-unwinding-assertions", "--json", "out.json").expect(
            0, r"^holds within 2 turns of each loop and recursion \[", where="out")
        if box.json("out.json")["bounds"] != ["2 turns of each loop and recursion"]:
            raise Failure(f"bounds {box.json('out.json')['bounds']}")
    box.run("smt", "--unwind", "1", "--no-unwinding-assertions", "loops.c").expect(
        0, r"^holds within 1 turn of each loop and recursion \[", where="out")


def test_unwinding_recursion(box):
    box.write("recursion.c", """
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
    int n = __VERIFIER_nondet_int();
    assert(n < 0 || n > 5 || fib(n) != 4);
    return 0;
}
""")
    for approach in APPROACHES:
        options = ["smt", "--approach", approach, "recursion.c", "--unwind"]
        box.run(*options, "4").expect(0, r"^holds \[", where="out")
        box.run(*options, "3").expect(3, r"^unknown: a loop or a recursion goes on more than 3 times", where="out")


def test_unwinding_and_states_that_come_again(box):
    """The state is the same when the inner loop begins anew, but it may go round more often then."""
    box.write("again.c", """
#include <assert.h>
#include <heddle.h>
static volatile int p, q;
int main(void) {
    for (;;) {
        q = 0;
        do {
            p++;
            assert(p != 6);
        } while (heddle_choose(2));
        if (p != 4)
            return 0;
        p = 3;
    }
}
""")
    for approach in APPROACHES:
        box.run("smt", "--approach", approach, "--unwind", "3", "--no-unwinding-assertions", "again.c").expect(
            1, r"^violated: assertion: p != 6", where="out")


def test_unwinding_loops_that_begin_in_one_place(box):
    """Of two loops that begin with the same instruction, and of a function that begins with a loop."""
    box.write("heads.c", """
#include <assert.h>
static volatile int n;
static void again(int depth) {
    do
        n++;
    while (0);
    if (depth > 0)
        again(depth - 1);
}
int main(void) {
    int i = 0, k = 0;
    do {
        do
            n++;
        while (++k % 2);
    } while (++i < 2);
    assert(n != WRONG);
    again(DEPTH);
    return 0;
}
""")
    for approach in APPROACHES:
        options = ["smt", "--approach", approach, "heads.c"]
        box.run(*options, "--unwind", "1", "-DWRONG=4", "-DDEPTH=0").expect(1, r"^violated", where="out")
        box.run(*options, "--unwind", "1", "-DWRONG=5", "-DDEPTH=1").expect(0, r"^holds \[", where="out")
    box.write("endless.c", "static volatile int n;\nvoid again(void) { do n++; while (0); again(); }\n"
              "int main(void) { again(); return 0; }\n")
    box.run("smt", "--unwind", "3", "endless.c").expect(3, r"goes on more than 3 times", where="out")


def test_unwinding_unknown_turns(box):
    box.write("endless.c", ENDLESS)
    for approach in APPROACHES:
        box.run("smt", "--approach", approach, "--unwind", "5", "endless.c").expect(
            3, r"^unknown: a loop or a recursion goes on more than 5 times", where="out")
        box.run("smt", "--approach", approach, "--unwind", "5", "--no-unwinding-assertions", "endless.c").expect(
            0, r"^holds within 5 turns of each loop and recursion \[", where="out")


def test_context_bound(box):
    """Every switch counts. Within too few of them not even a check is reached."""
    box.write("between.c", BETWEEN)
    for approach in APPROACHES:
        options = ["smt", "--approach", approach, "between.c", "--context-bound"]
        box.run(*options, "0").expect(0, r"^holds within 0 context switches of any kind \[", where="out")
        box.run(*options, "1").expect(0, r"^holds within 1 context switch of any kind \[", where="out")
        box.run(*options, "2").expect(1, r"^violated: assertion: a == b", where="out")
    box.run("check", "--context-bound", "1", "between.c").expect(1)


# One writer has to stand between its two writes, of twenty: few switches, but not if the last ones are tried first.
MANY = r"""
#include <assert.h>
#include <pthread.h>
static int a, b;
static void *write_both(void *arg) {
    a = 1;
#ifndef RIGHT
    b = 1;
#endif
    return arg;
}
static void *check(void *arg) {
    if (a)
        assert(WANTED);
    return arg;
}
int main(void) {
    pthread_t t[N + 1];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, write_both, 0);
    pthread_create(&t[N], 0, check, 0);
    for (int i = 0; i <= N; i++)
        pthread_join(t[i], 0);
    return 0;
}
"""


def test_bound_grows(box):
    """A bug that needs few switches is found soon within many; what holds has the figures of the whole tree."""
    box.write("many.c", MANY)
    box.run("smt", "--context-bound", "20", "-DN=20", "-DWANTED=b", "--json", "out.json", "many.c").expect(
        1, r"^violated: assertion: ", where="out")
    if box.json("out.json")["states"] > 5000:
        raise Failure("the bug needs two switches, and was looked for with more")
    options = ["smt", "--context-bound", "6", "-DN=2", "-DRIGHT", "-DWANTED=1", "--json", "out.json", "many.c"]
    box.run(*options).expect(0, r"^holds within 6 context switches of any kind \[", where="out")
    first = box.json("out.json")
    box.run(*options, "--count-all").expect(0)
    second = box.json("out.json")
    for name in ("states", "transitions"):
        if first[name] != second[name]:
            raise Failure(f"{name}: {first[name]} and {second[name]}")
    if first["smt"]["interleavings"] != second["smt"]["interleavings"]:
        raise Failure("other interleavings are counted")


IMPOSSIBLE = r"""
#include <assert.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned g;
static int h;
int fine(void) { return g != 77; }
static void *run(void *arg) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x * x == 2) { // never
        g = __VERIFIER_nondet_uint();
        for (volatile int i = 0; i < 5; i++)
            ;
        g = 0;
    }
    h = 1;
    assert(x != 5);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    return 0;
}
"""


def test_impossible_branches(box):
    """An invariant cannot be asked there, a function that nothing defines cannot be called: that does not matter."""
    box.write("impossible.c", IMPOSSIBLE)
    box.write("nowhere.c", """
extern int __VERIFIER_nondet_int(void);
void nowhere(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = x;
    if (x > 5 && y < 3)
        nowhere();
    return 0;
}
""")
    for approach in APPROACHES:
        for more in ([], ["--unwind", "1"]):
            box.run("smt", "--approach", approach, "--invariant", "fine", *more, "impossible.c").expect(
                1, r"^violated: assertion: x != 5", where="out")
        box.run("smt", "--approach", approach, "nowhere.c").expect(0, r"^holds \[", where="out")


def test_first_state(box):
    box.write("first.c", "static int a;\nint fine(void) { return a; }\nint main(void) { a = 1; return 0; }\n")
    for approach in APPROACHES:
        box.run("smt", "--approach", approach, "--invariant", "fine", "first.c").expect(
            1, r"^violated: invariant: the invariant 'fine' does not hold", where="out")


def test_a_walk_that_is_stopped(box):
    """What it was about to ask is asked."""
    box.write("later.c", """
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(x * x != 49);
    for (volatile unsigned n = 0;; n++)
        ;
}
""")
    box.run("smt", "--depth-limit", "50", "later.c").expect(1, r"^violated: assertion: x \* x != 49", where="out")


def test_conditions_of_invariants(box):
    box.write("asks.c", """
#include <unistd.h>
static int h;
int fine(void) { return getpid() != 77; }
int main(void) { h = 1; h = 2; return 0; }
""")
    box.run("smt", "--invariant", "fine", "asks.c").expect(0, r"^holds with process 1000 \[", where="out")


def test_what_is_not_reached(box):
    box.write("assumed.c", """
#include <assert.h>
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x * x == 2);
    assert(x == 7);
}
""")
    box.run("smt", "assumed.c").expect(0, r"^holds \[", r"\nno run reaches the end of the program",
            r"\nno run reaches the assertion at assumed.c:8", where="out")


@slow
def test_many_branches(box):
    box.write("wide.c", "#include <assert.h>\n#include <heddle.h>\n"
              "int main(void) { int x = heddle_choose(66000); assert(x != 65990); return 0; }\n")
    for approach in ("lazy", "schedule"):
        box.run("smt", "--approach", approach, "wide.c").expect(1, r"^violated: assertion: x != 65990", where="out")


def test_figures(box):
    box.write("between.c", BETWEEN)
    seen = {}
    for approach in APPROACHES:
        box.run("smt", "--approach", approach, "--json", "out.json", "between.c").expect(
            1, rf"\n{approach}: \d+ interleavings?, 1 of them fails; \d+ conditions?", where="out")
        figures = box.json("out.json")["smt"]
        seen[approach] = figures
        if figures["approach"] != approach or figures["failed"] != 1 or figures["interleavings"] < 1:
            raise Failure(f"{figures}")
    if seen["schedule"]["conditions"] != 1 or seen["uw"]["iterations"] < 1 or seen["lazy"]["iterations"]:
        raise Failure(f"{seen}")
    if seen["lazy"]["interleavings"] >= seen["schedule"]["interleavings"]:
        raise Failure(f"the first violation has not ended it: {seen}")
    box.run("smt", "--count-all", "--json", "out.json", "between.c").expect(1)
    all_of_them = box.json("out.json")["smt"]
    if all_of_them["interleavings"] != seen["schedule"]["interleavings"] or all_of_them["failed"] < 2:
        raise Failure(f"{all_of_them}, {seen}")


def test_values(box):
    box.write("unknown.c", UNKNOWN)
    for approach in APPROACHES:
        box.run("smt", "--approach", approach, "-DWRONG=31", "unknown.c").expect(0, r"^holds \[", where="out")
        box.run("smt", "--approach", approach, "-DWRONG=32", "--trace", "t.json", "unknown.c").expect(
            1, r"^violated: assertion: n != WRONG", r"n = 16 \(chosen\)", where="out")
        box.run("replay", "t.json").expect(1, r"n = 16 \(chosen\)", where="out")


def answers(command, path):
    ran = subprocess.run([*command, path], capture_output=True, text=True, timeout=60)
    return ran.stdout.split()


def test_conditions_as_files(box):
    """Another solver says of the conditions what heddle's has said."""
    solver = shutil.which("cvc5")
    box.write("unknown.c", UNKNOWN)
    for wrong, code in ((31, 0), (32, 1)):
        for approach in APPROACHES:
            box.run("smt", "--approach", approach, f"-DWRONG={wrong}", "--smt-lib", "out.smt2", "--json", "out.json",
                    "unknown.c").expect(code)
            figures, script = box.json("out.json")["smt"], box.read("out.smt2").decode()
            if script.count("(check-sat") != figures["conditions"] or not figures["conditions"]:
                raise Failure(f"{figures}\n{script}")
            said = answers([solver, "--incremental"], box.path("out.smt2")) if solver else None
            if said is not None and said != ["unsat"] * (figures["conditions"] - code) + ["sat"] * code:
                raise Failure(f"cvc5 says {said}\n{script}")
    r = box.run("smt", "--smt-lib", "no/such/folder", "-DWRONG=31", "unknown.c").expect(
        2, r"^heddle: no/such/folder: No such file or directory", where="err")
    if r.out:
        raise Failure(f"there is no verdict\n{r}")


def test_other_solvers(box):
    box.write("unknown.c", UNKNOWN)
    for solver in filter(shutil.which, ("cvc5", "z3")):
        for approach in APPROACHES:
            options = ["smt", "--solver", solver, "--approach", approach, "unknown.c"]
            box.run(*options, "-DWRONG=31").expect(0, rf"^holds with solver {solver} \[", where="out")
            box.run(*options, "-DWRONG=32").expect(1, r"n = 16 \(chosen\)", where="out")


# What the program does is decided by fewer numbers than it has.
BARRIER = r"""
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static pthread_barrier_t b;
static void *wait(void *arg) {
    if (__VERIFIER_nondet_int() != 4)
        pthread_barrier_wait(&b);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, wait, 0);
    pthread_barrier_wait(&b);
    pthread_join(t, 0);
    return 0;
}
"""


def test_numbers_that_do_not_matter(box):
    """A solver is not asked for numbers that its condition does not mention."""
    box.write("barrier.c", BARRIER)
    for solver in filter(shutil.which, ("cvc5", "z3")):
        for approach in APPROACHES:
            box.run("smt", "--solver", solver, "--approach", approach, "barrier.c").expect(
                1, r"^violated: deadlock", where="out")
    box.write("wrong.sh", "echo sat; echo '(error \"no such constant\")'\n")
    box.run("smt", "--approach", "schedule", "--solver", "sh wrong.sh", "barrier.c").expect(
        3, r"gives no answer: \(error \"no such constant\"\)", where="out")


def is_group_alive(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_interrupted_solver(box):
    """Neither its file nor what it has started is left behind."""
    box.write("barrier.c", BARRIER)
    box.write("slow.sh", "echo $$ >begins\nmv begins started\nsleep 71\n")
    for limit in (["--time-limit", "2"], []):
        command = [box.heddle, "smt", "--approach", "schedule", "--solver", "sh slow.sh", *limit, "barrier.c"]
        with subprocess.Popen(command, cwd=box.home, env=box.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True) as p:
            while not os.path.exists(box.path("started")) and p.poll() is None:
                time.sleep(0.05)
            if not limit:
                p.terminate()
            said = p.communicate(timeout=60)[0]
        expect(p.returncode == 3, f"exit code {p.returncode}: {said}")
        expect(not os.listdir(box.tmp), f"left behind: {os.listdir(box.tmp)}")
        group = int(box.read("started"))
        for _ in range(100):    # who has been killed may take a moment
            if is_group_alive(group):
                time.sleep(0.05)
        expect(not is_group_alive(group), "the solver goes on")
        os.remove(box.path("started"))


def test_solver_without_cores(box):
    """What it says without assumptions is needed: then nobody knows which of them were, and all are given up."""
    if not shutil.which("z3"):
        return
    box.write("between.c", BETWEEN)
    box.write("half.sh", "sed 's/(get-unsat-assumptions)/(get-nothing)/' \"$1\" >\"$1.half\"\nz3 \"$1.half\"\n"
              "rm \"$1.half\"\n")
    box.run("smt", "--approach", "uw", "--solver", "sh half.sh", "between.c").expect(1, r"^violated", where="out")


@slow
def test_bad_solvers(box):
    box.write("unknown.c", UNKNOWN)
    for command, why in (("no-such-solver", "gives no answer: .*not found"), ("false", "gives no answer"),
                         ("echo sat '((x135 #b0))'; true", "gives no answer"),
                         ("echo unknown; :", "gives no answer: unknown"),
                         ("sleep 60; :", "takes too long")):
        box.run("smt", "--solver", command, "-DWRONG=32", "unknown.c").expect(
            3, rf"^unknown: the solver '.*' {why}", where="out")


def test_wrong_options(box):
    box.write("between.c", BETWEEN)
    for option in (["--workers", "2"], ["--store", "compact"], ["--search", "bfs"], ["--reduction", "none"],
                   ["--continue"], ["--suppress", "rules"], ["--untracked", "a"], ["--unmatched", "a"]):
        box.run("smt", *option, "between.c").expect(2, rf"{option[0]} is not an option of 'heddle smt': ", where="err")
    box.run("smt", "--context-bound", "1..3", "between.c").expect(2, r"heddle smt takes one number", where="err")
    box.run("smt", "--smt-lib", "-", "between.c").expect(2, r"a file, not to standard output", where="err")
    box.run("smt", "--no-unwinding-assertions", "between.c").expect(2, r"is for --unwind", where="err")
    box.run("smt", "--count-all", "--approach", "uw", "between.c").expect(2, r"is for --approach lazy", where="err")
    box.run("smt", "--approach", "eager", "between.c").expect(2, where="err")
    box.run("check", "--unwind", "3", "between.c").expect(2, r"--unwind is not an option of 'heddle check'",
            where="err")
    box.run("smt", "--unwind", "-3", "between.c").expect(2, where="err")


def test_limits(box):
    box.write("endless.c", ENDLESS)
    box.run("smt", "--time-limit", "1", "endless.c").expect(3, r"^unknown: time limit of 1 s reached", where="out")
    box.run("smt", "--depth-limit", "20", "endless.c").expect(3, r"^unknown: depth limit of 20 steps reached",
            where="out")
    box.run("smt", "endless.c", interrupt_after=1.0).expect(3, r"^unknown: interrupted", where="out")


@slow
def test_both_engines(box):
    box.write("between.c", BETWEEN)
    box.run("check", "--engine", "both", "--json", "out.json", "between.c").expect(
        1, r"^violated: assertion: a == b", r"\ninterleavings one by one: violated: a == b", where="out")
    if box.json("out.json")["second_verdict"] != "violated":
        raise Failure(f"{box.json('out.json')['second_verdict']}")
    box.write("unknown.c", UNKNOWN)
    box.run("check", "--engine", "both", "-DWRONG=31", "unknown.c").expect(
        0, r"^holds \[", r"\ninterleavings one by one: holds \[", where="out")
    # An abstraction of the program's own has left runs out.
    box.write("left-out.c", r"""
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static int turns;
static volatile int is_over;
static void *end(void *arg) {
    is_over = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    heddle_unmatched(&turns, sizeof turns);
    pthread_create(&t, 0, end, 0);
    while (!is_over && turns < 10)
        assert(++turns < 4);
    pthread_join(t, 0);
    return 0;
}
""")
    box.run("check", "left-out.c").expect(0, r"^holds .*within an abstraction", where="out")
    box.run("check", "--engine", "both", "left-out.c").expect(
        1, r"^violated: assertion", r"\nthe search: holds", where="out")
    # The one ends, the other does not.
    box.write("endless.c", "int main(void) { for (volatile unsigned i = 0; i < 4000000000u; i++); return 0; }\n")
    box.run("check", "--engine", "both", "--time-limit", "2", "endless.c").expect(3, r"^unknown: time limit of 2 s",
            where="out")
    box.run("check", "--engine", "both", "--depth-limit", "2", "between.c").expect(
        3, r"^unknown: .*depth|^unknown: a run of more than", where="out")
    for option, why in ((["--context-bound", "2"], "they count"), (["--continue"], "--continue or --suppress"),
                        (["--unmatched", "a"], "compares none")):
        box.run("check", "--engine", "both", *option, "between.c").expect(
            2, rf"--engine both cannot be combined with .*{why}", where="err")
