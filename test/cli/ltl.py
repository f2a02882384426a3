# SPDX-License-Identifier: Apache-2.0
"""heddle ltl: formulas, automata in files, messages, limits. Languages are compared by test/buchi.py."""
import random

from suite import expect, slow

HEAD = 'HOA: v1\nStates: 2\nStart: 0\nAP: 1 "a"\nAcceptance: 1 Inf(0)\n'
AGAIN = HEAD + "--BODY--\nState: 0\n[!0] 0\n[0] 1\nState: 1 {0}\n[t] 0\n--END--\n"


def test_words(box):
    for formula, words in (("[]<> p", r"^2 states, 1 accepting; \d transitions; not weak, not deterministic\n$"),
                           ("<>[] p", r"^2 states, 1 accepting; 3 transitions; weak, not deterministic\n$"),
                           ("p U q", r"^2 states, 1 accepting; 3 transitions; terminal, not deterministic\n$"),
                           ("G (p => F q)", r"^2 states, 1 accepting; 4 transitions; not weak"),
                           ("[] p", r"^1 state, 1 accepting; 1 transition; weak, deterministic\n$"),
                           ("X 1", r"^1 state, 1 accepting; 1 transition; terminal, deterministic\n$"),
                           ("p & ~p", r"^1 state, 0 accepting; 0 transitions; .*no word is accepted\n$")):
        r = box.run("ltl", formula).expect(0, words, where="out")
        expect(not r.err, f"{r}")
    box.run("ltl", "--negate", "[](p -> <> q)").expect(0, r"^2 states, 1 accepting; 3 trans.*; weak", where="out")


def test_hoa(box):
    r = box.run("ltl", "--hoa", '[] ("x > 0" -> <> q)').expect(
        0, r'^HOA: v1\nname: "\[\] \(\\"x > 0\\" -> <> q\)"\nStates: 2\nStart: 0\nAP: 2 "x > 0" "q"\n'
        r"acc-name: Buchi\nAcceptance: 1 Inf\(0\)\nproperties: .*\n--BODY--\n(.*\n)*--END--\n$", where="out")
    box.write("a.hoa", r.out)
    box.run("ltl", "--automaton", "a.hoa").expect(0, r"^2 states, 1 accepting; 4 transitions", where="out")
    again = box.run("ltl", "--automaton", "a.hoa", "--hoa").expect(0, r'name: "a\.hoa"', where="out")
    expect(again.out.split("\n", 2)[2] == r.out.split("\n", 2)[2], f"not the same again\n{again}")


def test_dot(box):
    box.run("ltl", "--dot", '<> "a\\"b"').expect(
        0, r"^digraph automaton \{\n", r"\n  1 \[shape=doublecircle\]\n", r'\n  0 -> 1 \[label="a\\"b"\]\n',
        r'\n  0 -> 0 \[label="true"\]\n', r"\n\}\n$", where="out")


def test_bad_formulas(box):
    for formula, place, *texts in (
            ("", 0, "a proposition is missing at its end"), ("   ", 3, "missing at its end"),
            ("a b", 2, "an operator is missing at character 3"), ("[] (p -> ", 9, "missing at its end"),
            ("(p", 0, "a bracket is not closed at character 1"), ("p)", 1, "operator is missing at character 2"),
            ("p and q", 2, "'and' is written &&"), ("p = q", 2, "'is equal to' is written <->"),
            ("[] x == 1", 5, r'an expression is put in quotes, as in "x == 1"'), ("[] x < 4", 5, "is put in quotes"),
            ("not p", 4, "an operator is missing"), ("p && x > 0", 7, "is put in quotes"),
            ("p M q", 2, r"'a M b' is written b U \(a && b\)"), ("[ p", 0, r"'always' is written \[\]"),
            ("p U", 3, "missing at its end"), ("U p", 0, "a proposition was expected at character 1"),
            ("<> 2", 3, "a proposition was expected"), ('"p', 0, "a quotation mark is not closed"),
            ("p \u00e9", 2, "an operator is missing"), ("p\n)", 2, "an operator is missing")):
        r = box.run("ltl", formula).expect(2, *texts, r"the formula cannot be read: ", where="err")
        lines = r.err.split("\n")
        expect(len(lines) >= 4 and lines[2] == "  " + " " * place + "^", f"the mark is elsewhere\n{r}")
        expect(not r.out, f"{r}")


def test_usage(box):
    box.write("a.hoa", AGAIN)
    for words, text in (((), "needs a formula"), (("p", "q"), "takes one formula"),
                        (("p", "--automaton", "a.hoa"), "not both"), (("p", "--hoa", "--dot"), "one of them"),
                        (("--automaton", "a.hoa", "--negate"), "--negate is for formulas"),
                        (("--automaton", "b.hoa"), "b.hoa"), (("p", "--max-states", "0"), "max-states"),
                        (("p", "--workers", "2"), "not an option of 'heddle ltl'"),
                        (("p", "--hao"), "did you mean --hoa")):
        box.run("ltl", *words).expect(2, text, where="err")
    box.run("ltl", "--help").expect(0, r"^heddle ltl \[options\] FORMULA\n", r"--automaton FILE\.hoa", where="out")
    box.run("--help").expect(0, r"heddle ltl FORMULA", where="out")


def test_sizes(box):
    """Absurd formulas end in a message."""
    deep, many = "(" * 50000, " && ".join(f"p{i}" for i in range(40))
    box.run("ltl", deep + "p" + ")" * 50000).expect(2, "nested too deeply at character 201\n  ", where="err")
    box.run("ltl", "!" * 100000 + "p").expect(2, "nested too deeply", where="err")
    box.run("ltl", many).expect(2, "more than 32 propositions", where="err")
    box.run("ltl", " && ".join(["p"] * 20000)).expect(2, "the formula is too large", where="err")
    box.write("deep.txt", deep + "p" + ")" * 50000)
    box.run("ltl", "@deep.txt").expect(2, where="err")
    six = " && ".join(f"(p{i} U q{i})" for i in range(6))
    box.run("ltl", six).expect(0, r"^64 states", where="out")
    box.run("ltl", "--max-states", "63", six).expect(2, "the automaton has more than 63 states", where="err")


@slow
def test_large_formulas(box):
    for formula in (" && ".join(f"[]<> p{i}" for i in range(25)), " <-> ".join(f"[]<> p{i % 8}" for i in range(40)),
                    " <-> ".join(f"p{i % 32}" for i in range(64)),
                    " && ".join(f"[](p{i} -> <> q{i})" for i in range(9)),
                    " && ".join(f"(<> (p{i} && X p{i + 1}))" for i in range(14)),
                    "(" * 90 + "p0" + "".join(f" U p{i % 30})" for i in range(90))):
        box.run("ltl", formula).expect(2, "too long to make|more than 10000 states|too large", where="err")


def test_bad_automata(box):
    for text, message in (
            ("", "no automaton"), ("never { }", "no automaton"), (AGAIN[:-8], "the file ends"),
            (AGAIN.replace("Inf(0)", "Fin(0)"), "neither that of B\u00fcchi nor of generalised"),
            (AGAIN.replace("Inf(0)", "(" * 100000 + "Inf(0)"), "nested too deeply"),
            (AGAIN.replace("[t] 0", "[" + "(" * 100000 + "t"), "nested too deeply"),
            (AGAIN.replace("[t] 0", "[t] 0&1"), "universal branching"),
            (AGAIN.replace("States: 2", "States: 4000000000"), "the number of states must be below 10001"),
            (AGAIN.replace("[t] 0", "[t] 7"), "state 7 is not one of the 2 states"),
            (AGAIN.replace("Start: 0", "Start: 9"), "state 9 is not one"),
            (AGAIN.replace("[t] 0", "[t] 0 {3}"), "acceptance set must be below 1"),
            (AGAIN.replace('AP: 1 "a"', 'AP: 40 "a"'), "more than 32 propositions"),
            (AGAIN.replace("HOA: v1", "HOA: v2"), "only version v1"), (AGAIN + AGAIN, "more than one automaton"),
            (AGAIN.replace("[t]", "[t\x00]"), "zero byte"), (AGAIN.replace("--END--", "/* "), "not closed")):
        box.write("x.hoa", text)
        r = box.run("ltl", "--automaton", "x.hoa").expect(2, r"^heddle: x\.hoa:\d+: ", message, where="err")
        expect(r.err.count("\n") == 1 and len(r.err) < 300, f"one line\n{r}")
    box.run("ltl", "--automaton", ".").expect(2, where="err")


def test_large_labels(box):
    """A label whose disjunctive form is huge ends in a message, too."""
    names = " ".join(f'"p{i}"' for i in range(32))
    label = " & ".join(f"({2 * i} | {2 * i + 1})" for i in range(16))
    box.write("x.hoa", AGAIN.replace('AP: 1 "a"', f"AP: 32 {names}").replace("[t]", f"[{label}]"))
    box.run("ltl", "--automaton", "x.hoa").expect(2, "a label is too large", where="err")


def test_damaged_automata(box):
    """Whatever is left out, doubled or exchanged: no crash, and an exit code."""
    r = random.Random(1)
    whole = box.run("ltl", "--hoa", "[](a -> (b U <> c)) && <>[] d").out.encode()
    for i in range(60):
        data = bytearray(whole)
        for _ in range(r.randint(1, 4)):
            at, n = r.randrange(len(data)), r.randint(1, 30)
            kind = r.randrange(4)
            if kind == 0:
                del data[at:at + n]
            elif kind == 1:
                data[at:at] = data[at:at + n]
            elif kind == 2:
                data[at] = r.choice(b'0123456789[]{}()!&|@"/*-:tfSA \n\xff')
            else:
                del data[at:]
                data += b" "
        box.write("x.hoa", bytes(data))
        result = box.run("ltl", "--automaton", "x.hoa", "--hoa")
        expect(result.code == 0 or (result.code == 2 and result.err.count("\n") == 1), f"{bytes(data)}\n{result}")
