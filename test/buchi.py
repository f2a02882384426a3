#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Formulas and their automata, on generated formulas and generated words that end in a cycle (lassos). Of each formula
f, exactly one of the automata of f and of !f accepts each word; it is the one that the evaluator of formulas says, and
an evaluator in Python; so it is after both were written in the Hanoi format and read again. For a part of them, SPIN's
never claim of f accepts the same words, and has at least as many states, summed up over all.

  test/buchi.py --count 2000 --spin 100 --seed 7
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from progress import Progress
from suite import ROOT

NAMES = "abcd"
LASSOS = 16             # words for each formula
BATCH = 100             # formulas for one run of the driver
SLOW_BATCH = 10         # of those that SPIN gets, too
SPIN_SECONDS = 2        # what takes longer is left out
# Patterns that people write: specification patterns of Dwyer et al., fairness, and those of papers about translations.
PATTERNS = """[] a; <> a; []<> a; <>[] a; a U b; a V b; a W b; [](a -> <> b); [](a -> (b U c)); [](a -> [] b);
!a W b; <> a -> (!b U a); [](a -> [] !b); [](a && !b -> (!c W b)); <> a -> (!b U (c && !b)); []<> a && []<> b;
[]<> a -> []<> b; <>[] a || []<> b; (a U b) U c; a U (b U c); (a U b) && (c U d); !(a U (b U c)); <> a && <> b;
[]<> a && []<> b && []<> c; ([]<> a && []<> b) -> []<> c; <>(a && <> b); [](a -> <>(b && <> c)); a <-> <> b;
[](a <-> <> b); (<> a) U ([] b); ([] a) U b; [] (a || [] b); <>[] a && []<> b; !([](a -> <> b)); !([]<> a -> []<> b);
(a || b) U ([] c); [] (<> a && <> b); a U (b && [] c); [](a -> (b W c)); <>(a U b); [](a V b); true; false;
(a && !a) U b; a || !a; <> a || [] b; (a -> b) U (c -> d); <>(a && !b U c)""".replace("\n", " ").split("; ")
PATTERNS = [p.strip() for p in PATTERNS]
WEAK = re.compile(r"(!?\w) W (\w)")     # which SPIN does not understand everywhere


# ---- formulas -------------------------------------------------------------------------------------

UNARY = {"!": "!", "G": "[]", "F": "<>", "X": "X"}
SPELLINGS = {"!": ("!",), "G": ("[]", "G ", "always "), "F": ("<>", "F ", "eventually "), "X": ("X ", "next "),
             "&&": ("&&", "&", "/\\"), "||": ("||", "|", "\\/"), "->": ("->", "=>", "implies"),
             "<->": ("<->", "<=>", "equivalent"), "U": ("U", "until"), "R": ("R", "V", "release"),
             "W": ("W", "weakuntil"), "true": ("true", "1"), "false": ("false", "0")}


def generate(r, depth, names, has_next):
    """A formula as nested tuples."""
    if depth == 0 or r.random() < 0.1:
        return (r.choice(("true", "false")),) if r.random() < 0.05 else (r.choice(names),)
    op = r.choice(("!", "G", "F", "G", "F", "U", "U", "R", "W", "&&", "&&", "||", "||", "->", "<->")
                  + ("X", "X") * has_next)
    n = 1 if op in UNARY else 2
    return (op, *(generate(r, depth - 1 - (r.random() < 0.3 and depth > 1), names, has_next) for _ in range(n)))


def text_of(f, spell):
    if len(f) == 1:
        return spell(f[0])
    parts = [text_of(k, spell) for k in f[1:]]
    return f"{spell(f[0])}({parts[0]})" if len(parts) == 1 else f"(({parts[0]}) {spell(f[0])} ({parts[1]}))"


def spelt(r):
    return lambda word: r.choice(SPELLINGS.get(word, (word,)))


def spin_word(word):
    return {"G": "[]", "F": "<>", "R": "V"}.get(word, word)


def without_weak(f):
    """With b V (a || b) for a W b, which SPIN does not understand everywhere."""
    kids = tuple(map(without_weak, f[1:]))
    return ("R", kids[1], ("||", *kids)) if f[0] == "W" else (f[0], *kids)


def holds(f, letters, cycle):
    """The value of a formula at each place of a word: the least or the greatest solution of its equation."""
    n = len(letters)
    after = [i + 1 if i + 1 < n else cycle for i in range(n)]
    op = f[0]
    if op in ("true", "false"):
        return [op == "true"] * n
    if op in NAMES:
        return [bool(x >> NAMES.index(op) & 1) for x in letters]
    a = holds(f[1], letters, cycle)
    b = holds(f[2], letters, cycle) if len(f) > 2 else a
    plain = {"!": lambda i: not a[i], "X": lambda i: a[after[i]], "&&": lambda i: a[i] and b[i],
             "||": lambda i: a[i] or b[i], "->": lambda i: not a[i] or b[i], "<->": lambda i: a[i] == b[i]}
    if op in plain:
        return [plain[op](i) for i in range(n)]
    value = [op in "GRW"] * n
    step = {"G": lambda i: a[i] and value[after[i]], "F": lambda i: a[i] or value[after[i]],
            "U": lambda i: b[i] or a[i] and value[after[i]], "W": lambda i: b[i] or a[i] and value[after[i]],
            "R": lambda i: b[i] and (a[i] or value[after[i]])}[op]
    for _ in range(n + 1):
        for i in reversed(range(n)):
            value[i] = step(i)
    return value


def lasso(r, names):
    n = r.randint(1, 7)
    mask = sum(1 << NAMES.index(x) for x in names)
    letters = [r.randrange(16) & mask for _ in range(n)]
    return r.randrange(n), letters


# ---- never claims ---------------------------------------------------------------------------------

class Claim:
    """A never claim: states are labels; each has transitions (guard, label), where a guard is compiled Python."""

    def __init__(self, text):
        self.states = {}
        same, label = {}, None
        text = text[text.index("{") + 1:text.rindex("}")]
        text = re.sub(r"/\*.*?\*/", "", text)
        for line in map(str.strip, text.split("\n")):
            if m := re.fullmatch(r"(\w+):", line):
                if label and self.states[label] is None:
                    same[label] = m[1]          # two labels of one state
                label = m[1]
                self.states[label] = None
            elif line in ("do", "if"):
                self.states[label] = []
            elif line.startswith("::") and line != ":: false":
                self.states[label].append(self.transition(line))
            elif line == "skip":
                self.states[label] = [(self.guard("1"), label)]
            elif line == "false;":
                self.states[label] = []
        self.accepting = {x for x in self.states if x.startswith("accept")}
        for name, other in same.items():
            self.states[name] = self.states[other]
            self.accepting |= {other} if name in self.accepting else set()
        self.initial = next(iter(self.states))
        self.size = len(self.states) - len(same)

    @staticmethod
    def guard(text):
        text = text.replace("&&", " and ").replace("||", " or ").replace("!", " not ")
        text = text.replace("false", "0").replace("true", "1")
        return compile(text.strip(), "claim", "eval")

    def transition(self, line):
        if m := re.fullmatch(r":: atomic \{ (.*) -> assert\(!(.*)\) \}", line):
            return self.guard(m[1]), "accept_all"
        m = re.fullmatch(r":: (.*) -> goto (\w+)", line)
        return self.guard(m[1]), m[2]

    def accepts(self, cycle, letters):
        """By the largest set of pairs from which accepting pairs of the set can be reached."""
        n, reads = len(letters), []
        for x in letters:
            values = {name: bool(x >> i & 1) for i, name in enumerate(NAMES)}
            reads.append({s: {to for guard, to in edges if eval(guard, {}, values)}
                          for s, edges in self.states.items()})
        alive = {(s, i) for s in self.states for i in range(n)}
        while True:
            reaching, is_changed = set(), True
            while is_changed:
                is_changed = False
                for i in reversed(range(n)):
                    k = i + 1 if i + 1 < n else cycle
                    for s in self.states:
                        next_ones = ((t, k) for t in reads[i][s] if (t, k) in alive)
                        if (s, i) not in reaching and any(t in reaching or t[0] in self.accepting for t in next_ones):
                            reaching.add((s, i))
                            is_changed = True
            if reaching == alive:
                return (self.initial, 0) in alive
            alive &= reaching


def claim_of(formula):
    """SPIN's never claim, or None if SPIN takes too long."""
    try:
        p = subprocess.run(["spin", "-f", formula], capture_output=True, text=True, timeout=SPIN_SECONDS)
    except subprocess.TimeoutExpired:
        return None
    return Claim(p.stdout) if "never" in p.stdout else None


# ---- comparing ------------------------------------------------------------------------------------

class Case:
    """A formula with words; `formula` is a tuple, or a text for which there is only what the driver says."""

    def __init__(self, seed, formula=None, for_spin=False):
        r = random.Random(seed)
        self.for_spin = for_spin
        names = NAMES[:r.randint(1, 4)] if not formula else NAMES
        self.tuple = None if formula else generate(r, r.randint(1, 5), names, not for_spin)
        self.text = formula or text_of(self.tuple, spelt(r))
        self.spin = WEAK.sub(r"(\2 V (\1 || \2))", formula) if formula else text_of(without_weak(self.tuple), spin_word)
        self.lassos = [lasso(r, names) for _ in range(LASSOS)]

    def line(self):
        return "\t".join([self.text, *(f"{c}:{','.join(map(str, x))}" for c, x in self.lassos)])

    def judge(self, answer):
        """Takes the driver's answer; what is wrong, or None."""
        sizes, *self.bits = answer.split("\t")
        if sizes.startswith("error"):
            return f"{self.text}: {answer}"
        self.size = int(sizes.split()[0])
        for (cycle, letters), bits in zip(self.lassos, self.bits):
            is_true = bits[0] if self.tuple is None else str(int(holds(self.tuple, letters, cycle)[0]))
            other = "01"[is_true == "0"]
            if bits != is_true + is_true + other + is_true + other:
                return f"{self.text} on {cycle}:{letters}: {is_true} expected, {bits}"
        return None if len(self.bits) == LASSOS else f"{self.text}: {len(self.bits)} answers"

    def compare_with_spin(self):
        """What is wrong, or None; and the numbers of states, ours and SPIN's."""
        claim = claim_of(self.spin)
        if claim is None:
            return None, (0, 0)
        for (cycle, letters), bits in zip(self.lassos, self.bits):
            if str(int(claim.accepts(cycle, letters))) != bits[1]:
                return f"{self.spin} on {cycle}:{letters}: SPIN's claim says the opposite of {bits[1]}", (0, 0)
        return None, (self.size, claim.size)


def run_driver(driver, cases):
    p = subprocess.run([driver], input="".join(c.line() + "\n" for c in cases), capture_output=True, text=True,
                       timeout=600)
    lines = p.stdout.splitlines()
    if p.returncode or len(lines) != len(cases):
        after = cases[min(len(lines), len(cases) - 1)].text
        return [None] * len(cases), f"the driver ended with {p.returncode} at {after}\n{p.stderr}"
    return lines, None


def run_batch(driver, cases, progress, sums):
    lines, problem = run_driver(driver, cases)
    if problem:
        progress.count(problem, len(cases))
        return
    for case, line in zip(cases, lines):
        problem, sizes = case.judge(line), (0, 0)
        if not problem and case.for_spin:
            problem, sizes = case.compare_with_spin()
        sums.append((*sizes, case.spin))
        progress.count(problem)


def main():
    p = argparse.ArgumentParser(description="compares formulas and their automata")
    p.add_argument("--driver", default=os.path.join(ROOT, "build", "buchi"))
    p.add_argument("--count", type=int, default=2000, help="formulas")
    p.add_argument("--spin", type=int, default=100, help="formulas that are compared with SPIN's claims, too")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    p.add_argument("-v", action="store_true", help="shows formulas for which SPIN has fewer states")
    options = p.parse_args()
    has_spin = shutil.which("spin") is not None
    cases = [Case(f"{options.seed}-pattern-{i}", f, has_spin) for i, f in enumerate(PATTERNS)]
    cases += [Case(f"{options.seed}-spin-{i}", None, True) for i in range(options.spin if has_spin else 0)]
    cases += [Case(f"{options.seed}-{i}") for i in range(options.count)]
    progress, sums = Progress("automata", len(cases)), []
    slow = [c for c in cases if c.for_spin]
    quick = cases[len(slow):]
    batches = [slow[i:i + SLOW_BATCH] for i in range(0, len(slow), SLOW_BATCH)]
    batches += [quick[i:i + BATCH] for i in range(0, len(quick), BATCH)]
    with ThreadPoolExecutor(options.jobs) as pool:
        for _ in pool.map(lambda batch: run_batch(options.driver, batch, progress, sums), batches):
            pass
    ours, theirs = sum(s[0] for s in sums), sum(s[1] for s in sums)
    if has_spin:
        worse = [s for s in sums if s[0] > s[1]]
        print(f"states: {ours} of ours, {theirs} of SPIN's; {sum(s[1] > 0 for s in sums)} compared, "
              f"SPIN has fewer for {len(worse)}")
        for s in worse if options.v else ():
            print(f"  {s[0]} {s[1]}  {s[2]}")
        progress.count(None if ours <= theirs else "our automata are larger than SPIN's")
    return progress.finish()


if __name__ == "__main__":
    sys.exit(main())
