# SPDX-License-Identifier: Apache-2.0
"""heddle check --ltl, fairness, termination, livelock, starvation: options, messages, saved runs, limits. Verdicts of
many programs are compared by test/temporal.py and test/programs/liveness."""
import json

from suite import expect

SPIN = """#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int done;
static void *work(void *arg) {
    while (!flag)
        ;
    done = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    flag = 1;
    pthread_join(t, NULL);
    return 0;
}
"""
HOG = """#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *use(void *arg) {
    for (;;) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    }
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, use, NULL);
    use(NULL);
    return 0;
}
"""
GROWS = """#include <stdlib.h>
unsigned long n;
int main(void) { for (;;) n++; }
"""


def test_formulas(box):
    box.write("spin.c", SPIN)
    box.run("check", "--ltl", "<> done", "spin.c").expect(
        1, r"^violated: liveness: <> done does not hold of a run that goes on for ever",
        r"-- from here on, for ever: --", r"\nliveness: <> done does not hold", where="out")
    box.run("check", "--ltl", "[] !done", "spin.c").expect(
        1, r"^violated: liveness: \[\] !done does not hold \[", where="out")
    box.run("check", "--ltl", "[] (done -> flag)", "spin.c").expect(0, r"^holds \[", where="out")
    for how in ("weak", "strong"):
        box.run("check", "--ltl", "<> done", f"--{how}-fairness", "spin.c").expect(
            0, rf"^holds under {how} fairness \[", where="out")


def test_quoted_propositions(box):
    box.write("spin.c", SPIN)
    for quoted in ('[] "flag > 5"', '[] {flag > 5}', '[] (flag > 5)', '[] ("flag > 5")'):
        box.run("check", "-q", "--ltl", quoted, "spin.c").expect(1, r"does not hold", where="out")
    box.run("check", "-q", "--ltl", '[] ("done == 1" -> "flag == 1")', "spin.c").expect(0)
    box.run("check", "-q", "--ltl", '[] {"flag > 5"}', "spin.c").expect(2, r"string literal", where="err")


def test_starvation_and_reductions(box):
    """Steps are visible operations, whatever reduction is chosen."""
    for body, code in (("int *p = malloc(4); for (;;) { *p = 1; *p = 0; }", 0), ("for (;;) puts(\"x\");", 0),
                       ("for (;;) free(malloc(4));", 1), ("for (;;) { x = 1; x = 0; }", 0), ("for (;;) x = 0;", 1),
                       ("int a[2]; for (;;) { a[x] = 1; a[x] = 0; }", 1)):
        box.write("loop.c", "#include <stdio.h>\n#include <stdlib.h>\nvolatile int x;\nint main(void) { %s }\n" % body)
        for reduction in ("none", "global", "tau", "tau+", "superstep", "default"):
            box.run("check", "-q", "--property", "starvation", "--reduction", reduction, "loop.c").expect(
                code, "starvation" if code else "holds", where="out")


def test_assumed_away(box):
    """What is no run breaks no formula, however much has happened before it is assumed away."""
    box.write("x.c", "void __VERIFIER_assume(int);\nvolatile int x;\n"
              "int main(void) { x = 1; __VERIFIER_assume(x == N); return 0; }\n")
    for how in ((), ("--weak-fairness",), ("--reduction", "none"), ("--workers", "1")):
        box.run("check", "-q", "--ltl", "[] !x", *how, "-DN=2", "x.c").expect(0, r"^holds", where="out")
        box.run("check", "-q", "--ltl", "[] !x", *how, "-DN=1", "x.c").expect(1, r"\[\] !x does not", where="out")


def test_several_formulas(box):
    box.write("spin.c", SPIN)
    box.run("check", "--ltl", "[] (done -> flag)", "--ltl", "<> done", "spin.c").expect(
        1, r"^violated: liveness: <> done does not hold of", where="out")
    box.write("all.ltl", "# what must hold\n[] (done -> flag)\n\n   <> done\n")
    box.run("check", "--ltl-file", "all.ltl", "spin.c").expect(1, r"liveness: <> done does not hold of", where="out")
    box.run("check", "--ltl-file", "all.ltl", "--weak-fairness", "spin.c").expect(0, r"^holds under weak", where="out")
    box.write("none.ltl", "# nothing\n\n")
    box.run("check", "--ltl-file", "none.ltl", "spin.c").expect(2, r"none\.ltl: there is no formula in it", where="err")
    box.run("check", "--ltl-file", "missing.ltl", "spin.c").expect(2, r"missing\.ltl", where="err")
    box.run("check", "--ltl", "<> done", "--ltl", "[] (", "spin.c").expect(
        2, r"formula cannot be read: a bracket is not closed", where="err")


def test_faults_come_first(box):
    box.write("spin.c", SPIN.replace("done = 1;", "done = 1 / (1 - flag);"))
    box.run("check", "--ltl", "<> done", "spin.c").expect(1, r"^violated: division-by-zero", where="out")
    box.run("check", "--property", "starvation", "spin.c").expect(1, r"^violated: division-by-zero", where="out")


def test_properties(box):
    box.write("hog.c", HOG)
    box.write("spin.c", SPIN)
    box.run("check", "--property", "starvation", "hog.c").expect(
        1, r"^violated: liveness: starvation: thread [12] waits for mutex 'mutex' for ever, while thread [12] goes on, "
        r"at hog\.c:5 in use", r"-- from here on, for ever: --", where="out")
    box.run("check", "--property", "starvation", "--strong-fairness", "hog.c").expect(
        0, r"^holds under strong fairness", where="out")
    box.run("check", "--property", "termination", "hog.c").expect(
        1, r"^violated: liveness: the program does not end: thread", where="out")
    box.run("check", "--property", "livelock", "hog.c").expect(
        1, r"^violated: liveness: livelock: thread.* without progress", where="out")
    for name in ("termination", "livelock", "starvation"):
        box.run("check", "--property", name, "spin.c").expect(0, r"^holds under weak fairness", where="out")
    box.write("never.c", SPIN.replace("    flag = 1;\n", ""))
    box.run("check", "--property", "starvation", "never.c").expect(
        1, r"starvation: thread 2 spins for ever: it goes round without changing anything, at never\.c:[67] in work",
        where="out")
    box.write("end.prp", "CHECK( init(main()), LTL(F end) )\n")
    box.run("check", "--prp", "end.prp", "spin.c").expect(0, r"^holds under weak fairness", where="out")
    box.run("check", "--prp", "end.prp", "hog.c").expect(1, r"does not end", where="out")


def test_progress(box):
    box.write("loop.c", "#include <heddle.h>\n#include <stdio.h>\nint x;\n"
              "int main(void) { for (;;) { SAY; x = !x; } }\n")
    for say, code in (("heddle_progress()", 0), ("printf(\"x\")", 0), ("puts(\"\")", 0), ("heddle_ap(\"other\")", 1),
                      ("heddle_ap(\"progress\")", 0), ("x = x", 1)):
        for reduction in ("none", "global", "default"):
            box.run("check", "-q", "--property", "livelock", "--reduction", reduction, f"-DSAY={say}", "loop.c").expect(
                code, "livelock" if code else "holds under weak fairness", where="out")


def test_stuck(box):
    box.write("stuck.c", "#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
              "int main(void) {\n    pthread_mutex_lock(&m);\n    pthread_mutex_lock(&m);\n    return 0;\n}\n")
    box.run("check", "--property", "termination", "stuck.c").expect(1, r"^violated: deadlock", where="out")
    r = box.run("check", "--property", "termination", "--no-property", "deadlock", "stuck.c")
    r.expect(1, r"does not end: thread 1 waits for mutex 'm', for ever", r"nothing happens any more", where="out")
    box.run("check", "--property", "starvation", "--no-property", "deadlock", "stuck.c").expect(
        1, r"starvation: thread 1 waits for mutex 'm' for ever", where="out")


def test_saved_runs(box):
    box.write("spin.c", SPIN)
    box.write("hog.c", HOG)
    for words, file, message in ((("--ltl", "<> done"), "spin.c", r"<> done does not hold of a run that goes on"),
                                 (("--property", "starvation"), "hog.c", r"starvation: thread \d waits"),
                                 (("--property", "termination"), "hog.c", r"does not end"),
                                 (("--property", "livelock,termination", "--ltl", "[] 1"), "hog.c", r"does not end")):
        box.run("check", "--trace", "run.json", *words, file).expect(1, message, where="out")
        box.run("replay", "run.json").expect(1, message, r"-- from here on, for ever: --", where="out")
    saved = json.loads(box.read("run.json"))
    expect(saved["endless"] == {"property": "termination", "fairness": 1} and saved["ltl"] is None,
           f"{saved['endless']}")
    for endless in ('"endless": 7', '"endless": {"property": "sleep", "fairness": 1}',
                    '"endless": {"property": "livelock", "fairness": 9}'):
        text = box.read("run.json").decode()
        begin = text.index('"endless"')
        box.write("bad.json", text[:begin] + endless + text[text.index("}", begin) + 1:])
        box.run("replay", "bad.json").expect(2, r"endless", where="err")


def test_json(box):
    box.write("spin.c", SPIN)
    r = box.run("check", "--json", "-", "-q", "--ltl", "<> done", "spin.c")
    result = json.loads(r.out)
    expect(result["verdict"] == "violated" and result["violation"]["kind"] == "liveness", f"{r}")
    r = box.run("check", "--json", "-", "-q", "--property", "termination", "spin.c")
    expect(json.loads(r.out)["bounds"] == ["under weak fairness"], f"{r}")


def test_refusals(box):
    box.write("spin.c", SPIN)
    for words, why in ((("--context-bound", "2"), "context-bound leaves out runs"),
                       (("--store", "bitstate"), "bitstate"),
                       (("--continue",), "--continue"), (("--any-number", "work"), "--any-number"),
                       (("--untracked", "done"), "--untracked"), (("--engine", "both"), "--engine both"),
                       (("--weak-fairness", "--strong-fairness"), "one of them")):
        for what in (("--ltl", "<> done"), ("--property", "starvation")):
            r = box.run("check", *what, *words, "spin.c").expect(2, why, where="err")
            expect(r.err.count("\n") == 1, f"more than one message\n{r}")
    box.run("check", "--weak-fairness", "spin.c").expect(2, r"needs --ltl, --automaton, or --property", where="err")
    box.run("spin", "--property", "livelock", "spin.c").expect(2, r"livelock is for 'heddle check'", where="err")
    box.run("smt", "--property", "termination", "spin.c").expect(2, r"termination is for 'heddle check'", where="err")
    box.run("smt", "--ltl", "[] 1", "spin.c").expect(2, r"use 'heddle check'", where="err")
    box.run("check", "--ltl", "<> nothing", "spin.c").expect(2, r"nothing", where="err")
    box.run("check", "--ltl", "<> {flag = 1}", "spin.c").expect(2, r"must not change", where="out")


def test_limits(box):
    box.write("grows.c", GROWS)
    box.run("check", "-q", "--ltl", "<> (n == 5)", "--time-limit", "1", "grows.c").expect(
        3, r"^unknown: time limit of 1 s reached", where="out")
    box.write("end.prp", "CHECK( init(main()), LTL(F end) )\n")
    box.run("check", "-q", "--prp", "end.prp", "--time-limit", "1", "grows.c").expect(
        3, r"^unknown: time limit of 1 s reached", where="out")
    # Nothing is checked but the formula: a run that has lost need not come back to where it was.
    box.write("x.c", GROWS.replace("n++", "n++, n = n ? n : 1"))
    box.run("check", "-q", "--ltl", "[] (n < 5)", "--prp", "end.prp", "--time-limit", "20", "x.c").expect(
        1, r"^violated: liveness: \[\] \(n < 5\) does not hold \[", where="out")


def test_abstraction(box):
    box.write("count.c", "#include <pthread.h>\nint x, n;\nint main(void) { for (;;) { x = !x; n++; } }\n")
    box.run("check", "-q", "--unmatched", "n", "--ltl", "[]<> x", "count.c").expect(
        0, r"^holds within an abstraction", where="out")
    box.run("check", "-q", "--unmatched", "n", "--ltl", "<>[] x", "count.c").expect(
        3, r"^unknown: an endless run was found that could not be repeated: the run does not come back", where="out")


# A thread counts for ever, and there is a fault near the beginning.
NEAR = """#include <assert.h>
#include <pthread.h>

static int x, y, *p = &x;
static unsigned n;

static void *count(void *arg) {
    for (;;)
        n++;
    return arg;
}

static void *look(void *arg) {
    x = 1;
    assert(y == 0);
    p = NULL;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, look, NULL);
    y = 1;
    pthread_join(a, NULL);
    return 0;
}
"""


def test_faults_are_found(box):
    """Whatever stops a search for faults and endless runs at once, one for faults alone comes after it."""
    box.write("near.c", NEAR)
    for words in (("--property", "termination"), ("--ltl", "[] x < 2"), ("--memory-limit", "300M", "--ltl", "[] x < 2"),
                  ("--ltl", "[] {*p < 2}"), ("--depth-limit", "500", "--ltl", "[] x < 2")):
        box.run("check", "-q", "--time-limit", "100", *words, "near.c").expect(1, r"^violated: assertion", where="out")


ADDRESSED = """#include <stdint.h>
#include <stdlib.h>
int other;
int main(void) {
    char *block = malloc(8);
    if (!block)
        return 1;
    if ((uintptr_t)block % 3 == 0)
        other = 2;
    free(block);
    int *p = NULL;
    return *p;
}
"""


def test_part_begins_again(box):
    """The search for leaks and that for the formula both begin again, since the program looks at an address: what the
    first has met stays known."""
    box.write("a.c", ADDRESSED)
    box.run("check", "-q", "--workers", "1", "--property", "leak", "--no-property", "null-dereference", "--ltl",
            "[] other != 9", "--json", "out.json", "a.c").expect(3)
    result = box.json("out.json")
    expect(result["restarts"] == 2, f"began again {result['restarts']} times")
    expect(result["unasked"] == {"null-dereference": 2}, f"met {result['unasked']}")


def test_proposition_without_end(box):
    """One that looks at memory for ever is given up before the memory is."""
    box.write("a.c", "int f(void) { static volatile int y; while (!y); return 1; }\nint main(void) { return 0; }\n")
    box.run("check", "-q", "--memory-limit", "600M", "--ltl", "<> f", "a.c").expect(
        2, "the proposition 'f' cannot be evaluated: .* does not come to an end")


def test_proposition_of_unknown_value(box):
    """It says what can be done."""
    box.write("a.c", "int __VERIFIER_nondet_int(void);\nint x;\n"
                     "int main(void) { x = __VERIFIER_nondet_int(); return 0; }\n")
    check = ["check", "-q", "--ltl", "[] x < 10"]
    box.run(*check, "a.c").expect(2, "'x < 10' cannot be evaluated: it depends on an unknown value: .*heddle_choose")
    box.run(*check, "--nondet-range", "0..9", "a.c").expect(
        2, "'x < 10' cannot be evaluated: .* unknown value that nobody has looked at before .*heddle_choose")


MEMBERS = "struct s { int b; struct s *q; } v = {0, &v}, *p = &v; int x; int main(void) { return 0; }\n"


def test_arrow_of_c(box):
    """What clang refuses behind an arrow that no space is around may be meant as a member."""
    box.write("m.c", MEMBERS)
    for formula, meant in (("[] p->b == 1", "p->b == 1"), ("[] (x == 1 -> p->b)", "p->b"),
                           ("<> (v.q->q->b > x) && x", "v.q->q->b > x"), ("[] !p[0].q->b", "p[0].q->b")):
        r = box.run("check", "-q", "--ltl", formula, "m.c")
        r.expect(2, "an expression with it is put in braces: ", where="err")
        expect("braces: {" + meant + "}" in r.err, f"{r}")
        box.run("check", "-q", "--ltl", "[] {" + meant + " || 1}", "m.c").expect(0)
    r = box.run("check", "-q", "--ltl", "[] (x -> b)", "m.c").expect(2, "the proposition 'b' is neither", where="err")
    expect("braces" not in r.err, f"{r}")
