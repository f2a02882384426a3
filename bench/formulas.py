# SPDX-License-Identifier: Apache-2.0
"""The rows of the tables about formulas: those of test/programs/liveness with what their headers say of them, the same
programs with more states, and the programs of DIVINE's table 1."""
import dataclasses
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "test", "programs")
FAIRNESS = {"--weak-fairness": "weak", "--strong-fairness": "strong"}


@dataclasses.dataclass
class Row:
    """A formula about a program. `options` are for the program, fairness is weak, strong or none."""
    file: str
    options: list
    formula: str
    fairness: str
    verdict: str
    kind: str = None

    def title(self):
        name = os.path.splitext(os.path.basename(self.file))[0]
        return " ".join([name, *(word for word in self.options if word.startswith("-D"))])

    def native(self):
        """The words for heddle check."""
        fair = [word for word, name in FAIRNESS.items() if name == self.fairness]
        return [*self.options, *fair, "--ltl", self.formula, self.file]

    def spin(self):
        """The words for heddle spin, which has no strong fairness."""
        return [*self.options, "--ltl", self.formula, self.file, "--", *(["-f"] if self.fairness == "weak" else [])]


def row_of(spec):
    """What a `check` line of a header says; None if it has no formula."""
    words, options, formula, fairness = iter(spec.options), [], None, "none"
    for word in words:
        if word == "--ltl":
            formula = next(words)
        elif word in FAIRNESS:
            fairness = FAIRNESS[word]
        else:
            options.append(word)
    kind = spec.expect.kinds[0] if spec.expect.kinds else None
    return formula and Row(os.path.join(FOLDER, spec.name), options, formula, fairness, spec.expect.verdict, kind)


def small():
    sys.path.append(os.path.join(ROOT, "test"))
    import suite  # pylint: disable=import-outside-toplevel,import-error
    specs, _ = suite.load_run_programs().collect(["liveness/"])
    return [row for row in map(row_of, specs) if row]


WANTS = "[] (at[0] == WANTS -> <> at[0] == INSIDE)"
HUNGRY = "[] (at[0] == HUNGRY -> <> at[0] == EATING)"
APART = "[] !(at[0] == INSIDE && at[1] == INSIDE)"
# Larger than what is tested: program, options, formula, fairness. All of them hold.
LARGE = [
    ("ticket", ["-DN=3", "-DTICKETS=64"], WANTS, "weak"),
    ("ticket", ["-DN=4", "-DTICKETS=16"], WANTS, "weak"),
    ("ticket", ["-DN=4", "-DTICKETS=16"], APART, "none"),
    ("ticket", ["-DN=4", "-DMUTEX"], WANTS, "strong"),
    ("mcs", ["-DN=3"], WANTS, "weak"),
    ("mcs", ["-DN=3"], APART, "none"),
    ("bakery", ["-DN=3"], APART, "none"),
    ("philosophers", ["-DN=4", "-DTICKETS"], HUNGRY, "weak"),
    ("philosophers", ["-DN=5"], HUNGRY, "strong"),
    ("readers-writers", ["-DREADERS=3"], "[] (writer == WANTS -> <> writer == INSIDE)", "weak"),
    ("bounded-buffer", ["-DSIZE=6", "--no-spurious-wakeups"], "[] (is_put -> <> is_taken)", "weak"),
    ("bounded-buffer", ["-DSIZE=6"], "[] (is_put -> <> is_taken)", "strong"),
    ("elevator", ["-DFLOORS=5"], "[] (called[2] -> <> {is_open && here == 2})", "weak"),
    ("election", ["-DN=4"], "<> leader[3]", "none"),
    ("alternating-bit", ["-DLOSSES=8"], "[]<> expected && []<> !expected", "weak"),
]


def large():
    return [Row(os.path.join(FOLDER, "liveness", name + ".c"), options, formula, fairness, "holds")
            for name, options, formula, fairness in LARGE]


# DIVINE's programs: formula, fairness. All of them hold, of those with a bug too.
PAPERS = {
    "peterson.c": [("[] (flag[0] -> <> !flag[0])", "weak"), ("[] in_critical < 2", "none")],
    "peterson-bug.c": [("[] (flag[0] -> <> !flag[0])", "weak"), ("[] in_critical < 3", "none")],
    "fifo.cc": [("[] (taken == 1 -> <> taken == 3)", "weak"), ("[] taken < 4", "none")],
    "ring.cc": [("[] (taken == 1 -> <> taken == 4)", "weak"), ("[] taken < 5", "none")],
    "global.c": [("<> counter > 0", "none"), ("[] counter < 3", "none")],
}
PAPERS_OPTIONS = {"fifo.cc": ["-DSHOW"], "ring.cc": ["-DSHOW"]}


def of_papers(program, options):
    """The formulas about a program of bench/papers, and the words for a search without a formula."""
    file, words = os.path.join(ROOT, "bench", "papers", program), [*options, *PAPERS_OPTIONS.get(program, [])]
    return [Row(file, words, formula, fairness, "holds") for formula, fairness in PAPERS[program]], [*words, file]
