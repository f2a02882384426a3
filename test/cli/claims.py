# SPDX-License-Identifier: Apache-2.0
"""heddle check --automaton: automata in files that accept the runs that must not be."""
import json
import re

from suite import expect

from cli.endless import HOG, SPIN

TURNS = """#include <pthread.h>
#include <stdatomic.h>
atomic_int turn, inside[2];
static void *use(void *arg) {
    int me = arg != 0;
    for (;;) {
        while (turn != me)
            ;
        inside[me] = 1;
        inside[me] = 0;
        turn = !me;
    }
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, use, &turn);
    use(NULL);
    return 0;
}
"""
# Both sets again and again, on transitions; two initial states.
BOTH = """HOA: v1
States: 2
Start: 0
Start: 1
AP: 2 "inside[0]" "inside[1]"
acc-name: generalized-Buchi 2
Acceptance: 2 Inf(0)&Inf(1)
properties: trans-acc stutter-invariant
--BODY--
State: 0
[t] 1
State: 1
[0&1] 1 {0 1}
[0&!1] 1 {0}
[!0&1] 1 {1}
[!0&!1] 1
--END--
"""
ALL = """HOA: v1
Start: 0
Acceptance: 0 t
properties: stutter-invariant
--BODY--
State: 0
[t] 0
--END--
"""


def claim_of(box, name, formula):
    """The automaton of what a formula over propositions in quotes forbids."""
    box.write(name, box.run("ltl", "--negate", "--hoa", formula).expect(0).out)
    return name


def in_braces(formula):
    return re.sub(r'"([^"]*)"', r"{\1}", formula)


def test_verdicts(box):
    box.write("spin.c", SPIN)
    claim_of(box, "x.hoa", '<> "done == 1"')
    box.run("check", "--automaton", "x.hoa", "spin.c").expect(
        1, r"^violated: liveness: x\.hoa accepts a run that goes on for ever \[", r"-- from here on, for ever: --",
        r"\nliveness: x\.hoa accepts a run", where="out")
    box.run("check", "--automaton", "x.hoa", "--automaton=x.hoa", "spin.c").expect(2, r"there can be one", where="err")
    for how in ("weak", "strong"):
        box.run("check", "--automaton", "x.hoa", f"--{how}-fairness", "spin.c").expect(
            0, rf"^holds under {how} fairness \[", where="out")
    box.write("none.c", "int x;\nint main(void) { return 0; }\n")
    claim_of(box, "y.hoa", "<> x")
    box.run("check", "--automaton", "y.hoa", "none.c").expect(
        1, r"^violated: liveness: y\.hoa accepts a run that ends \[", where="out")
    claim_of(box, "y.hoa", '[] "!x && x + 1 == 1"')
    box.run("check", "--automaton", "y.hoa", "none.c").expect(0, r"^holds \[", where="out")
    box.write("x.hoa", ALL)
    box.run("check", "--automaton", "x.hoa", "none.c").expect(
        1, r"x\.hoa accepts every run that begins like this", where="out")
    box.write("x.hoa", ALL.replace("[t] 0\n", ""))
    box.run("check", "--automaton", "x.hoa", "none.c").expect(0, r"^holds \[", where="out")


# It never comes back to a state.
COUNTS = """#include <pthread.h>
static volatile unsigned long n;
static void *count(void *arg) { for (;;) n++; return arg; }
int main(void) { pthread_t t; pthread_create(&t, NULL, count, NULL); pthread_join(t, NULL); }
"""


def test_terminal(box):
    """What is lost need not come back to where it was."""
    box.write("counts.c", COUNTS)
    claim_of(box, "x.hoa", '[] "n < 5"')
    for words in ((), ("--workers", "1"), ("--reduction", "global")):
        asks = ("--time-limit", "60", "--trace", "run.json", "--automaton", "x.hoa")
        box.run("check", *asks, *words, "counts.c").expect(
            1, r"^violated: liveness: x\.hoa accepts every run that begins like this \[", where="out")
        box.run("replay", "run.json").expect(1, r"x\.hoa accepts every run that begins like this", where="out")
        box.run("check", "-q", "--time-limit", "60", "--ltl", "[] n < 5", *words, "counts.c").expect(
            1, r"^violated: liveness: \[\] n < 5 does not hold \[", where="out")
    # Of a run that is assumed away nothing is said.
    box.write("assumes.c", COUNTS.replace("n++;", "{ n++; __VERIFIER_assume(n < 7); }").replace(
        "static volatile", "void __VERIFIER_assume(int);\nstatic volatile", 1))
    box.run("check", "-q", "--automaton", "x.hoa", "assumes.c").expect(0, r"^holds", where="out")


def test_generalised(box):
    box.write("turns.c", TURNS)
    box.write("x.hoa", BOTH)
    for words in ((), ("--workers", "1"), ("--weak-fairness",), ("--strong-fairness",), ("--reduction", "none")):
        box.run("check", "-q", "--automaton", "x.hoa", *words, "turns.c").expect(
            1, r"x\.hoa accepts a run that goes on for ever", where="out")
    box.write("turns.c", TURNS.replace("turn = !me", "turn = 0"))
    box.run("check", "-q", "--automaton", "x.hoa", "turns.c").expect(0, r"^holds", where="out")


def test_agreement(box):
    """An automaton says what the formula says that it is made of."""
    box.write("spin.c", SPIN)
    box.write("turns.c", TURNS)
    on_spin = ('<> "done"', '[] "!done"', '[] ("done" -> "flag")', '[] ("flag" -> <> "done > 0")', '!"done" U "flag"',
               '<>[] "done"', '"flag" R !"done"')
    on_turns = ('[]<> "inside[0]"', '[] !("inside[0]" && "inside[1]")', '[]<> "inside[0]" -> []<> "inside[1]"',
                '[] ("turn == 1" -> ("turn == 1" W "inside[1]"))', '<>[] "turn == 0"', '[]<> "turn == 0"')
    codes = set()
    for file, formulas in (("spin.c", on_spin), ("turns.c", on_turns)):
        for formula in formulas:
            claim_of(box, "x.hoa", formula)
            for words in ((), ("--weak-fairness",)):
                one = box.run("check", "-q", "--ltl", in_braces(formula), *words, file)
                other = box.run("check", "-q", "--automaton", "x.hoa", *words, file)
                expect(one.code == other.code and one.code in (0, 1), f"{formula}\n{one}\n{other}")
                codes.add(one.code)
    expect(codes == {0, 1}, f"all verdicts are the same: {codes}")


def test_propositions(box):
    """They are what those of formulas are."""
    box.write("event.c", "#include <heddle.h>\n" + SPIN.replace("done = 1;", 'done = 1;\n    heddle_ap("ready");'))
    for proposition in ("ready", "ap(ready)", "ended(work)", "ended(main)", "at(work)", "at(main, work)",
                        "waiting(main)"):
        formula = f'<> "{proposition}"'
        claim_of(box, "x.hoa", formula)
        one = box.run("check", "-q", "--ltl", f"<> {proposition}", "--weak-fairness", "event.c")
        other = box.run("check", "-q", "--automaton", "x.hoa", "--weak-fairness", "event.c")
        expect(one.code == other.code and one.code in (0, 1), f"{formula}\n{one}\n{other}")


def test_steps(box):
    """Where it matters how often a letter is repeated, no steps may be joined."""
    box.write("x.c", "int x, y;\nint main(void) { for (;;) { x = !x; y++; y--; } }\n")
    for formula, code in (('[] ("x" -> X "x")', 1), ('[] (("x" && X !"x") -> X X !"x")', 0), ('[]<> "x"', 0)):
        claim_of(box, "x.hoa", formula)
        is_known = "X" not in formula
        is_said = "stutter-invariant" in box.read("x.hoa").decode()
        expect(is_said == is_known, f"{formula}: what its automaton is said to be")
        r = box.run("check", "-q", "--automaton", "x.hoa", "x.c")
        if is_known:
            r.expect(code)
        else:
            r.expect(2, r"^heddle: x\.hoa: reductions join steps.* --reduction none, or, .*'properties: stutter-inv",
                     where="err")
        box.run("check", "-q", "--automaton", "x.hoa", "--reduction", "none", "x.c").expect(code)
    said = box.run("ltl", "--automaton", "x.hoa", "--hoa").out
    expect("stutter-invariant" in said, f"forgotten when it is read\n{said}")
    for properties in ("!stutter-invariant", "stutter-sensitive", "weak"):
        box.write("y.hoa", ALL.replace("stutter-invariant", properties))
        box.run("check", "--automaton", "y.hoa", "x.c").expect(2, "reductions join steps", where="err")
    box.write("y.hoa", ALL.replace("properties: ", "properties: weak\nproperties: complete "))
    box.run("check", "-q", "--automaton", "y.hoa", "x.c").expect(1)


def test_saved_runs(box):
    box.write("spin.c", SPIN)
    box.write("hog.c", HOG)
    claim_of(box, "x.hoa", '<> "done > 0 && done < 2"')
    box.run("check", "--trace", "run.json", "--automaton", "x.hoa", "spin.c").expect(1)
    box.write("x.hoa", "no automaton any more")
    box.run("replay", "run.json").expect(
        1, r"^violated: liveness: x\.hoa accepts a run that goes on for ever \[replay of \d+ steps\]",
        r"-- from here on, for ever: --", where="out")
    saved = json.loads(box.read("run.json"))
    expect(saved["ltl"] is None and saved["automaton"]["file"] == "x.hoa", f"{saved}")
    hoa = saved["automaton"]["hoa"]
    for wrong, message in (("x.hoa", "'automaton' is missing or wrong"),
                           ({"file": "x"}, "'automaton' is missing or wrong"),
                           ({"file": "x", "hoa": "HOA: v9"}, r"x:1: only version"),
                           ({"file": "x", "hoa": hoa.replace("[!0]", "[0]")}, "not seen that x accepts this run"),
                           (None, "'endless' is missing or wrong")):
        box.write("bad.json", json.dumps(dict(saved, automaton=wrong)))
        box.run("replay", "bad.json").expect(2, message, where="err")
    # What another property has found is not the automaton's.
    claim_of(box, "x.hoa", '[] "1"')
    box.run("check", "--trace", "run.json", "--automaton", "x.hoa", "--property", "termination", "hog.c").expect(
        1, "does not end", where="out")
    expect(json.loads(box.read("run.json"))["automaton"] is None, "an automaton that was not needed")
    box.run("replay", "run.json").expect(1, "does not end", where="out")
    # Steps that are not joined in the search are not joined in the replay.
    claim_of(box, "x.hoa", '[] ("flag" -> X "!flag")')
    box.run("check", "--trace", "run.json", "--automaton", "x.hoa", "--reduction", "none", "spin.c").expect(1)
    box.run("replay", "run.json").expect(1, r"x\.hoa accepts (a|every) run", where="out")


def test_json(box):
    box.write("spin.c", SPIN)
    claim_of(box, "x.hoa", '<> "done"')
    r = box.run("check", "--json", "-", "-q", "--automaton", "x.hoa", "spin.c")
    result = json.loads(r.out)
    expect(result["verdict"] == "violated" and result["violation"]["kind"] == "liveness", f"{r}")
    expect(result["options"]["automaton"] == "x.hoa", f"{result['options']}")


def test_refusals(box):
    box.write("spin.c", SPIN)
    claim_of(box, "x.hoa", '<> "done"')
    box.write("a.ltl", "<> done\n")
    for words, why in ((("--ltl", "<> done"), r"--automaton .* instead of --ltl: one of them"),
                       (("--ltl-file", "a.ltl"), r"--automaton .* instead of --ltl-file: one of them"),
                       (("--context-bound", "2"), "context-bound leaves out runs"),
                       (("--store", "bitstate"), "bitstate"),
                       (("--continue",), "--continue"), (("--engine", "both"), "--engine both"),
                       (("--weak-fairness", "--strong-fairness"), "one of them")):
        r = box.run("check", "--automaton", "x.hoa", *words, "spin.c").expect(2, why, where="err")
        expect(r.err.count("\n") == 1, f"more than one message\n{r}")
    box.run("check", "--automaton", "y.hoa", "spin.c").expect(2, r"^heddle: y\.hoa: No such file", where="err")
    box.run("spin", "--automaton", "x.hoa", "spin.c").expect(2, r"not an option of 'heddle spin'", where="err")
    box.run("smt", "--automaton", "x.hoa", "spin.c").expect(2, r"not an option of 'heddle smt'", where="err")
    for text, why in (("never { }", r"x\.hoa:1: this is no automaton"),
                      (BOTH.replace(")&", ")|"), r"x\.hoa:\d+: the acceptance"),
                      (BOTH.replace("--END--\n", ""), r"x\.hoa:\d+: the file ends"),
                      (BOTH.replace('"inside[1]"', '"inside[0]"'), r"x\.hoa: two of the propositions are the same"),
                      (BOTH.replace("inside[1]", "done)"), r"x\.hoa: 'done\)' is no proposition"),
                      (BOTH.replace("inside[1]", " "), r"x\.hoa: ' ' is no proposition")):
        box.write("x.hoa", text)
        r = box.run("check", "--automaton", "x.hoa", "spin.c").expect(2, why, where="err")
        expect(r.err.count("\n") == 1, f"more than one message\n{r}")
    for name, why in (("nothing", "the proposition 'nothing' is neither a function"),
                      ("done +", r"the proposition 'done \+'"), ("<> done", "the proposition '<> done'"),
                      ("done == 1 U flag", "the proposition 'done == 1 U flag'")):
        claim_of(box, "x.hoa", f'<> "{name}"')
        box.run("check", "--automaton", "x.hoa", "spin.c").expect(2, why, where="err")
    claim_of(box, "x.hoa", '<> "flag = 1"')
    box.run("check", "--automaton", "x.hoa", "spin.c").expect(2, r"must not change", where="out")
    box.run("check", "--help").expect(0, r"--automaton FILE\.hoa", where="out")
