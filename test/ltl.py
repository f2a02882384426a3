#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of `heddle spin --ltl`.

Verdicts are compared between reductions, and, for generated programs, with SPIN's own verdict about a Promela model
that is written beside the program and has nothing to do with heddle.
"""
import os
import random
import re
import subprocess
import sys

from spin.box import Box
import suite
from suite import expect, load_run_programs, parser, run_tests, slow, tests_in

HEAD = """\
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
"""

LOCK = HEAD + """
static atomic_int wants[2], turn, inside[2];
static int first_inside(void) { return inside[0]; }
static void *run(void *arg) {
    int me = arg != 0;
    for (;;) {
        wants[me] = 1;
        turn = !me;
        while (wants[!me] && turn == !me) { }
        inside[me] = 1;
        inside[me] = 0;
        wants[me] = 0;
    }
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, &t);
    run(0);
    return first_inside();
}
"""

# (program, formula, options for SPIN, verdict, text of the counterexample)
PROGRAMS = {
    "lock": LOCK,
    # main may end the program before the other thread has done anything.
    "exit": HEAD + """
static atomic_int done;
static void *run(void *arg) { done = 1; return arg; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); return 0; }
""",
    "join": HEAD + """
static atomic_int done;
static void *run(void *arg) { done = 1; return arg; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); return 0; }
""",
    "last": HEAD + """
static int done;
int main(void) {
    done = 1;
    done = 2;
    exit(0);
}
""",
    "assume": HEAD + """
static int done;
int main(void) { int x = heddle_choose(2); __VERIFIER_assume(x == 1); done = x; return 0; }
""",
    "atomic": HEAD + """
static atomic_int x, y;
static void *run(void *arg) {
    for (;;) { __VERIFIER_atomic_begin(); x = 1; y = 1; x = 0; y = 0; __VERIFIER_atomic_end(); }
    return arg;
}
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); return 0; }
""",
    "list": HEAD + """
struct node { struct node *next; int n; };
static struct node *_Atomic head;
static void *run(void *arg) {
    for (int i = 1; i < 3; i++) {
        struct node *new = malloc(sizeof *new);
        new->n = i;
        new->next = head;
        head = new;
    }
    return arg;
}
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); return 0; }
""",
    "wait": HEAD + """
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int full, got;
static void *put(void *arg) {
    pthread_mutex_lock(&m);
    full = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, put, 0);
    pthread_mutex_lock(&m);
    while (!full)
        pthread_cond_wait(&c, &m);
    got = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
""",
    # Threads come and go for ever.
    "again": HEAD + """
static atomic_int x;
static void *set(void *arg) { x = 1; return arg; }
int main(void) { for (;;) { pthread_t t; x = 0; pthread_create(&t, 0, set, 0); pthread_join(t, 0); } }
""",
    "ends": HEAD + """
static atomic_int stop, rounds;
static void *spin(void *arg) { while (!stop) { rounds = 1; rounds = 0; } return arg; }
int main(void) { pthread_t t; pthread_create(&t, 0, spin, 0); stop = 1; pthread_join(t, 0); return 0; }
""",
}
ROWS = [
    ("lock", "[] !(inside[0] && inside[1])", [], "holds"),
    ("lock", "[] <> first_inside", [], "violated"),
    ("lock", "[] <> first_inside", ["-f"], "holds"),
    ("lock", "[] (wants[0] == 1 -> <> inside[0] == 1)", ["-f"], "holds"),
    ("lock", "[] {!(inside[0] && wants[1])}", [], "violated"),
    ("lock", "!inside[0] W inside[1]", [], "violated"),
    ("lock", "wants[0] R !inside[0]", [], "holds"),
    ("exit", "<> done", [], "violated"),
    ("join", "<> done", [], "holds"),
    ("join", "<> [] done == 1", [], "holds"),
    ("last", "<> done == 2", [], "holds"),
    ("last", "<> [] done == 2", [], "holds"),
    ("last", "[] done != 1", [], "violated"),
    ("assume", "<> done", [], "holds"),
    ("assume", "[] !done", [], "violated"),
    ("atomic", "[] !(x || y)", [], "holds"),
    ("list", "<> {head && head->next && head->next->n == 1}", [], "holds"),
    ("list", "[] (head -> {!head || head->n < 2})", [], "violated"),
    ("wait", "<> got", [], "holds"),
    ("wait", "!got U full", [], "holds"),
    ("wait", "[] (full -> got)", [], "violated"),
    ("again", "[] <> x == 1", ["-f"], "unknown"),
    ("ends", "<> stop", [], "violated"),
    ("ends", "<> stop", ["-f"], "holds"),
    ("ends", "[] (stop -> <> [] !rounds)", ["-f"], "holds"),
    # Somebody can wake up without a signal, again and again.
    ("wakes", "<> got", [], "violated"),
]
PROGRAMS["wakes"] = PROGRAMS["wait"]
PROGRAMS["event"] = HEAD + """
static atomic_int n, m, both;
static void *run(void *arg) { n = 1; heddle_ap("ready"); heddle_ap("both"); n = 2; return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    m = 1;
    heddle_atomic_begin();
    m = 2;
    heddle_ap("middle");
    m = 3;
    heddle_atomic_end();
    pthread_join(t, 0);
    both = 1;
    heddle_progress();
    return 0;
}
"""
PROGRAMS["place"] = HEAD + """
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n, inside;
static void push(void) {
    pthread_mutex_lock(&lock);
    inside = 1;
    n++;
back:
    inside = 0;
    pthread_mutex_unlock(&lock);
}
static void *worker(void *arg) { push(); return arg; }
static void *other(void *arg) { if (n) pthread_exit(0); push(); return arg; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, other, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
"""
PROGRAMS["jump"] = HEAD + """
#include <setjmp.h>
static int phase;
static jmp_buf env;
static void deep(int n) { if (n) deep(n - 1); phase = 1; longjmp(env, 1); }
static void *leaves(void *arg) { phase = 3; pthread_exit(arg); }
int main(void) {
    pthread_t t;
    if (!setjmp(env)) deep(1);
    phase = 2;
    pthread_create(&t, 0, leaves, 0);
    pthread_join(t, 0);
    phase = 4;
    pthread_exit(0);
}
"""
PROGRAMS["stand"] = HEAD + """
#include <semaphore.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static int go, x;
static void *sleeps(void *arg) {
    pthread_mutex_lock(&lock);
    while (!go) pthread_cond_wait(&c, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}
static void *counts(void *arg) { x = 1; sem_wait(&s); return arg; }
int main(void) {
    pthread_t t, u;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, sleeps, 0);
    pthread_create(&u, 0, counts, 0);
    pthread_mutex_lock(&lock);
    go = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&lock);
    sem_post(&s);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
"""
ROWS += [
    # An event is true in one state, and in an atomic section it alone is seen; what C knows is no event.
    ("event", "(n < 2 U ap(ready)) && [] (ready -> n == 1 && !ap(both)) && <> progress", [], "holds"),
    ("event", "[] !ready", [], "violated"),
    ("event", "[] (middle -> m == 1) && [] m != 2 && <> (m == 1 && <> (middle && <> m == 3))", [], "holds"),
    ("event", "<> (middle && m == 2)", [], "violated"),
    ("event", "<> (ap(both) && !both)", [], "holds"),
    ("event", "[] (ap(both) -> both)", [], "violated"),
    ("place", "<> ended(worker) && [] (ended(main) -> ended(worker) && ended(3))", [], "holds"),
    ("place", "[] (ended(2) -> ended(other))", [], "violated"),
    ("place", "<> at(other, push)", [], "violated"),
    ("place", "[] (inside -> at(push)) && [] (at(push:back) -> inside)", [], "holds"),
    ("place", "<> at(worker, back) && <> [] !at(push)", [], "holds"),
    ("place", "[] !(at(worker, push) && at(3, push))", [], "violated"),
    ("jump", "<> at(1, deep) && [] (phase > 1 -> !at(deep)) && [] (phase == 4 -> !at(leaves))", [], "holds"),
    ("jump", "[] (at(leaves) -> phase == 3)", [], "violated"),
    ("jump", "[] (ended(main) -> phase == 4) && <> ended(main)", [], "holds"),
    ("stand", "[] (waiting(counts) -> x == 1 && !ended(counts)) && [] (ended(sleeps) -> !waiting(sleeps))",
     [], "holds"),
    ("stand", "[] (x == 1 && !ended(counts) -> waiting(counts))", [], "violated"),
    ("stand", "[] (waiting(sleeps) -> go)", [], "violated"),
]
OPTIONS = {"wait": ["--no-spurious-wakeups"]}
QUICK_ROWS = {0, 7, 11}


def check_row(box, row, reductions):
    name, formula, words, verdict = row
    box.write("x.c", PROGRAMS[name])
    for reduction in reductions:
        _, result = box.json("spin", "--reduction", reduction, *OPTIONS.get(name, []), "--ltl", formula, "x.c", "--",
                             *words)
        expect(result["verdict"] == verdict, f"{reduction}: {result['verdict']}, {result['reason']}")
        if verdict == "violated":
            expect(result["violation"]["kind"] == "liveness" and result["trace"], str(result["violation"]))
    if name in ("event", "place", "jump", "stand"):
        code, _, _ = box.run("check", "-q", "--ltl", formula, "x.c")
        expect(code == (verdict == "violated"), f"heddle check: exit code {code}")


# ---- what is shown --------------------------------------------------------------------------------


def test_endless_counterexample(box):
    box.write("x.c", LOCK)
    _, out, _ = box.run("spin", "--ltl", "[] <> first_inside", "--trace", "t.json", "--json", "r.json", "x.c", code=1)
    expect(out.startswith("violated: liveness: [] <> first_inside does not hold of a run that goes on for ever"), out)
    expect("-- from here on, for ever: --" in out and "inside[1] = 1" in out.split("for ever: --")[1], out)
    _, again, _ = box.run("replay", "t.json", code=1)
    expect(again.split("\n", 1)[1] == out.split("\n", 1)[1], again)
    with open(os.path.join(box.home, "t.json"), encoding="utf-8") as f:
        text = f.read()
    box.write("wrong.json", re.sub(r'"cycle": (\d+)', lambda m: f'"cycle": {int(m[1]) - 1}', text))
    _, _, err = box.run("replay", "wrong.json", code=2)
    expect("does not come back" in err, err)


def test_finite_counterexamples(box):
    box.write("x.c", PROGRAMS["exit"])
    _, out, _ = box.run("spin", "--ltl", "<> done", "x.c", code=1)
    expect("of a run that ends" in out and "-- nothing happens any more --" in out, out)
    box.write("x.c", PROGRAMS["last"])
    _, out, _ = box.run("spin", "--ltl", "[] done != 1", "x.c", code=1)
    expect("does not hold [" in out and "for ever" not in out and "done = 2" not in out, out)


def test_faults_come_first(box):
    box.write("x.c", HEAD + "int x;\nint main(void) { assert(x == 1); x = 2; }\n")
    _, out, _ = box.run("spin", "--ltl", "[] x == 0", "x.c", code=1)
    expect("violated: assertion" in out, out)


@slow
def test_propositions(box):
    """Functions and expressions, in C, C++, several files and bitcode."""
    box.write("a.c",
              "int x; static int hidden; extern int other(void);\nint main(void) { x = 1; hidden = other(); return "
              "hidden; }\n")
    box.write("b.c",
              "static int secret; int is_told(void) { return secret; }\nint other(void) { secret = 1; return 0; }\n")
    for formula, verdict in (("<> x", 0), ("<> secret == 1", 0), ("<> hidden", 1), ("<> is_told", 0),
                             ("{secret == 0} U {secret == 1}", 0)):
        box.run("spin", "-q", "--ltl", formula, "a.c", "b.c", code=verdict)
    box.write("c.cc", "namespace n { struct S { int v = 0; bool is() const { return v == 2; } } s; }\n"
              "int main() { n::s.v = 1; n::s.v = 2; }\n")
    box.run("spin", "-q", "--ltl", "<> n::s.is()", "c.cc", code=0)
    for name in ("a", "b"):
        subprocess.run(["clang-19", "-c", "-g", "-emit-llvm", f"{name}.c"], cwd=box.home, check=True)
    box.run("spin", "-q", "--ltl", "<> is_told", "a.bc", "b.bc", code=0)
    _, _, err = box.run("spin", "--ltl", "<> x == 1", "a.bc", "b.bc", code=2)
    expect("expressions need C source" in err, err)


def test_places_everywhere(box):
    """Functions and labels with the optimiser on, in code for 32 bits, in C++ and in bitcode."""
    box.write("x.c", PROGRAMS["place"])
    for words, formula, code in ((["-O2"], "[] (at(worker, push:back) -> inside) && <> at(push)", 0),
                                 (["-O1", "-m32"], "[] !at(back)", 1)):
        box.run("spin", "-q", *words, "--ltl", formula, "x.c", code=code)
    box.write("c.cc", "#include <heddle.h>\n#include <pthread.h>\nint n; namespace q { void f() { n++; } }\n"
              "void *w(void *) { q::f(); heddle_ap(\"in w\"); return 0; }\n"
              "int main() { pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0); }\n")
    box.run("spin", "-q", "--ltl", "<> at(w, q::f) && <> (ap(\"in w\") && <> ended(w))", "c.cc", code=0)
    subprocess.run(["clang-19", "-c", "-g", "-emit-llvm", f"-I{os.path.join(suite.ROOT, 'include')}", "x.c"],
                   cwd=box.home, check=True)
    box.run("spin", "-q", "--ltl", "[] !at(worker, back)", "x.bc", code=1)
    _, _, err = box.run("spin", "-q", "--ltl", "<> at(nowhere)", "x.bc", code=2)
    expect("no label 'nowhere' (LLVM code has labels if it was made with -g" in err, err)


def test_nobody_asks(box):
    """Events cost nothing where no formula asks for them."""
    box.write("x.c", PROGRAMS["event"])
    box.write("y.c", re.sub(r"heddle_(ap|progress)\([^)]*\);", "", PROGRAMS["event"]))
    for reduction in ("none", "superstep"):
        with_, without = (box.json("check", "--reduction", reduction, file)[1]["states"] for file in ("x.c", "y.c"))
        expect(with_ == without, f"{reduction}: {with_} states, {without} without events")


def test_bad_places(box):
    box.write("x.c", PROGRAMS["place"])
    box.write("y.c", "void f(void) { l: ; }\nvoid g(void) { l: ; }\nint main(void) { f(); g(); }\n")
    for file, formula, message in (("x.c", "<> at(pusch)", "no function and no label 'pusch'; did you mean 'push'?"),
                                   ("x.c", "<> at(push:bakc)", "'push' has no label 'bakc'; did you mean 'back'?"),
                                   ("x.c", "<> at(nowhere:back)", "the program has no function 'nowhere'"),
                                   ("x.c", "<> ended(worke)", "no function 'worke'; did you mean 'worker'?"),
                                   ("x.c", "<> waiting(push)", "no thread can be started with the function 'push'"),
                                   ("x.c", "<> at(0, push)", "threads have numbers from 1 on, which is main"),
                                   ("y.c", "<> at(l)", "several functions have a label 'l'"),
                                   ("x.c", "<> {at(push)}", "'at(push)' is neither a function")):
        _, out, err = box.run("spin", "--ltl", formula, file, code=2)
        expect(message in err and not out, f"{formula}: {out}{err}")
    _, _, err = box.run("spin", "-q", "--ltl", "[] !ap(raedy)", "y.c", code=0)
    expect("ap(raedy): no call of heddle_ap has this literal" in err, err)


def test_optimised(box):
    box.write("x.c", LOCK)
    for level, words, code in (("-O2", [], 1), ("-O2", ["-f"], 0)):
        box.run("spin", "-q", level, "--ltl", "[] <> inside[0]", "x.c", "--", *words, code=code)


@slow
def test_stores(box):
    box.write("x.c", LOCK)
    for words in (["-DCOLLAPSE"], ["-DBITSTATE"], ["-DHC4"]):
        code, out, err = box.run("spin", "-q", "--ltl", "[] <> inside[0]", "x.c", "--", *words)
        expect(code == 1 and "liveness" in out, f"{words}: {out}{err}")
    _, out, _ = box.run("spin", "-q", "--ltl", "[] <> (inside[0] || inside[1])", "x.c", "--", "-DCOLLAPSE", "-f",
                        code=0)
    _, out, _ = box.run("spin", "-q", "--ltl", "[] <> (inside[0] || inside[1])", "x.c", "--", "-DBITSTATE", "-f",
                        code=3)
    expect("probabilistic" in out, out)


def test_bad_formulas(box):
    box.write("x.c", LOCK + "int counts(void) { turn++; return 1; }\nint *p; int follows(void) { return *p; }\n")
    for formula, message in (("<> nothing", "'nothing' is neither a function"),
                             ("<> run", "'run' is neither a function"),
                             ("[] (turn", "not closed"), ("[]", "proposition is missing"), ("X turn", "'next'"),
                             ("[] turn > ", "'turn >' is neither"), ("[] counts", "writes to turn"),
                             ("[] follows", "'follows' fails"), ("", "it is empty"),
                             ("[] (p -> *p == 0)", "'*p == 0' fails")):
        _, out, err = box.run("spin", "--ltl", formula, "x.c", code=2)
        expect(message in err and "holds" not in out, f"{formula}: {out}{err}")
    _, _, err = box.run("spin", "--ltl", "[] (turn == 0 ->", "x.c", code=2)
    expect("not closed at character 4\n  [] (turn == 0 ->\n     ^\n" in err, err)
    box.write("broken.c", "int main(void) { return x; }\n")
    _, _, err = box.run("spin", "--ltl", "<> nothing", "broken.c", code=2)
    expect("cannot compile broken.c" in err and "proposition" not in err, err)
    for words, message in ((["--", "-DBFS"], "-DBFS"), (["--", "-DNCORE=2"], "-DNCORE"),
                           (["--model", "m.pml"], "ltl name"), (["--unmatched", "turn"], "--unmatched"),
                           (["--", "-DSAFETY"], "-DSAFETY"),
                           (["--context-bound", "2", "--", "-f"], "bound")):
        _, _, err = box.run("spin", "--ltl", "<> turn", "x.c", *words, code=2)
        expect("--ltl cannot be used with" in err and message in err, err)
    box.write("h.c", HEAD + "int x; int main(void) { heddle_unmatched(&x, sizeof x); x = 1; }\n")
    _, _, err = box.run("spin", "--ltl", "<> x", "h.c", code=2)
    expect("--ltl cannot be used with a program that says what is matched" in err, err)
    for word in ("-f", "-a", "-l"):
        _, _, err = box.run("spin", "x.c", "--", word, code=2)
        expect("cannot be used here" in err, err)


def test_formulas_of_models(box):
    """A model's own; one of several must be chosen, since SPIN checks one."""
    box.write("x.c", "int n;\nvoid step(void) { n = (n + 1) % 4; }\n")
    box.write("m.pml", "c_decl { extern int n; extern void step(void); }\nc_track \"&n\" \"sizeof(n)\";\n"
              "#define high (c_expr { (n == 3) })\n#define stays (c_expr { (n < 3) })\n"
              "active proctype go() { do :: c_code { step(); } od }\nltl comes { [] <> high }\n"
              "ltl never_high { [] stays }\n")
    _, _, err = box.run("spin", "--model", "m.pml", "x.c", code=2)
    expect("choose one with -- -Nname" in err, err)
    box.run("spin", "-q", "--model", "m.pml", "x.c", "--", "-Ncomes", code=0)
    box.run("spin", "-q", "--model", "m.pml", "x.c", "--", "-Nnever_high", code=1)


def test_limits(box):
    box.write("x.c", LOCK)
    _, out, _ = box.run("spin", "-q", "--ltl", "[] <> (inside[0] || !inside[0])", "x.c", "--", "-m20", code=3)
    expect("-m20" in out, out)


# ---- generated programs, against a model of their own ----------------------------------------------


class Generated:
    """Two threads with a few operations on x and y, in C and in Promela."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.c, self.promela = [], []
        for _ in range(2):
            operations = [self.operation() for _ in range(self.random.randint(1, 4))]
            ends = self.random.random() < 0.5
            loop = ("", "") if ends else ("for (;;) { ", " }"), ("", "") if ends else ("do :: true -> ", " od")
            self.c.append(loop[0][0] + " ".join(o[0] for o in operations) + loop[0][1])
            self.promela.append(loop[1][0] + "; ".join(o[1] for o in operations) + loop[1][1])
        self.formula = self.make_formula(3)

    def operation(self):
        v, w, n = self.random.choice("xy"), self.random.choice("xy"), self.random.randint(0, 2)
        return self.random.choice([
            (f"{v} = {n};", f"{v} = {n}"),
            (f"while ({v} != {n}) {{ }}", f"do :: {v} != {n} -> skip :: {v} == {n} -> break od"),
            (f"if ({v} == {n}) {w} = {(n + 1) % 3};", f"if :: {v} == {n} -> {w} = {(n + 1) % 3} :: else -> skip fi"),
            (f"{v} = ({v} + 1) % 3;", f"t = {v}; {v} = (t + 1) % 3"),
        ])

    def make_formula(self, depth):
        if depth == 0 or self.random.random() < 0.2:
            return f"({self.random.choice('xy')} == {self.random.randint(0, 2)})"
        kind = self.random.choice(["[] ", "<> ", "! ", " U ", " && ", " || ", " -> ", "[] <> ", "<> [] "])
        if kind.startswith(" "):
            return f"({self.make_formula(depth - 1)}{kind}{self.make_formula(depth - 1)})"
        return f"({kind}{self.make_formula(depth - 1)})"

    def program(self):
        return HEAD + f"""
static atomic_int x, y;
static void *first(void *arg) {{ {self.c[0]} return arg; }}
static void *second(void *arg) {{ {self.c[1]} return arg; }}
int main(void) {{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}}
"""

    def model(self):
        # main starts the second thread after the first one; fairness has the same processes.
        return f"""
byte x, y;
bool started1, started2;
active proctype main() {{ started1 = true; started2 = true; end: false }}
active proctype first() {{ byte t; started1; {self.promela[0]}; end: false }}
active proctype second() {{ byte t; started2; {self.promela[1]}; end: false }}
ltl formula {{ {self.formula} }}
"""


def spins_verdict(box, model, words):
    box.write("m.pml", model)
    for command in (["spin", "-a", "m.pml"], ["gcc", "-w", "-DNOREDUCE", "-o", "pan", "pan.c"]):
        subprocess.run(command, cwd=box.home, capture_output=True, check=True)
    out = subprocess.run(["./pan", "-a", "-m100000", *words], cwd=box.home, capture_output=True, text=True,
                         check=True).stdout
    errors = re.search(r"errors: (\d+)", out)
    expect(errors and "max search depth" not in out, out)
    return "violated" if int(errors[1]) else "holds"


def check_generated(box, seed):
    g = Generated(seed)
    words = ["-f"] if seed % 2 else []
    reduction = ["global", "none", "superstep", "tau+"][seed % 4]
    box.write("x.c", g.program())
    right = spins_verdict(box, g.model(), words)
    _, mine = box.json("spin", "--reduction", reduction, "--ltl", g.formula, "x.c", "--", *words)
    expect(mine["verdict"] == right, f"{reduction} {words}: {mine['verdict']} {mine['reason']}, of the model: {right}\n"
           f"{g.program()}{g.model()}")


# ---- the programs of test/programs/liveness --------------------------------------------------------


def check_program(box, spec):
    """SPIN says what the header says, with weak fairness. It has no strong one; but what strong fairness does not
    help, weak fairness does not help either."""
    words = [w for w in spec.options if not w.endswith("-fairness")]
    fair = ["-f"] if len(words) < len(spec.options) else []
    _, result = box.json("spin", *words, spec.name, "--", *fair, cwd=suite.PROGRAMS)
    kind = (result["violation"] or {}).get("kind")
    expect(result["verdict"] == spec.expect.verdict and (not kind or kind in spec.expect.kinds),
           f"{result['verdict']} {kind or result['reason']}, expected {spec.expect.verdict}")


def liveness_programs():
    for spec in load_run_programs().collect(["liveness/"])[0]:
        is_known = "--strong-fairness" not in spec.options or spec.expect.verdict == "violated"
        if "--ltl" in spec.options and is_known:
            yield f"program {spec.label}", lambda box, spec=spec: check_program(box, spec)


# ---- running --------------------------------------------------------------------------------------


def tests(options):
    lot = random.Random(options.seed)
    yield from tests_in([sys.modules[__name__]], options.quick)
    if not options.quick:
        yield from (test for test in liveness_programs() if lot.randrange(options.sample) == 0)
    for i, row in enumerate(ROWS):
        reductions = ["superstep"] if options.quick else ["superstep", *[["global"], ["none"], []][i % 3]]
        if i in QUICK_ROWS if options.quick else lot.randrange(options.sample) == 0:
            yield f"row {row[0]} {row[1]}", lambda box, row=row, r=reductions: check_row(box, row, r)
    for seed in range(options.seed, options.seed + (2 if options.quick else options.generated)):
        yield f"generated {seed}", lambda box, seed=seed: check_generated(box, seed)


def main():
    p = parser("tests heddle spin --ltl")
    p.add_argument("--quick", action="store_true", help="few programs, one reduction")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--sample", type=int, default=1, help="one of so many programs and rows, by lot")
    p.add_argument("--generated", type=int, default=8, help="how many generated programs")
    options = p.parse_args()
    return run_tests("formulas", Box, tests(options), options)


if __name__ == "__main__":
    sys.exit(main())
