# SPDX-License-Identifier: Apache-2.0
"""heddle spin agrees with heddle check: on programs of test/programs, and on a figure of bench/."""
import os
import re

from spin.box import compare
from suite import PROGRAMS, ROOT, expect

FIGURE9 = os.path.join(ROOT, "bench", "figure9")
# Programs that are small enough for SPIN under these reductions; those for global and none: test/spin-agreement.py.
AGREEMENT = [
    ("algorithms/counter-mutex.c", "tau"), ("algorithms/counter-race.c", "superstep"),
    ("algorithms/peterson-volatile.c", "tau"), ("algorithms/peterson-wrong.c", "superstep"),
    ("algorithms/philosophers.c", "tau+"), ("algorithms/philosophers-ordered.c", "tau+"),
    ("nondet/choose-in-threads-holds.c", "superstep"), ("algorithms/list-heap.c", "tau+"),
    ("heap/use-after-free-race.c", "superstep"), ("cond/queue.c", "superstep"), ("heap/leak-in-threads.c", "tau+"),
    ("endless/threads.c", "tau+"), ("cxx/thread.cc", "superstep"), ("invariant/holds.c", "superstep"),
    ("invariant/transient.c", "superstep"), ("invariant/assumed-away.c", "superstep"),
]
QUICK = {("algorithms/counter-mutex.c", "tau"), ("algorithms/counter-race.c", "superstep"),
         ("nondet/choose-in-threads-holds.c", "superstep"), ("invariant/transient.c", "superstep")}


def options_of(program):
    with open(os.path.join(PROGRAMS, program), encoding="utf-8") as f:
        return [word for line in re.findall(r"^// options: (.*)$", f.read(), re.M) for word in line.split()]


def check_agreement(box, program, reduction):
    words = ["--reduction", reduction, *options_of(program), program]
    code, mine = box.json("check", *words, cwd=PROGRAMS)
    spins_code, spins = box.json("spin", *words, cwd=PROGRAMS)
    compare(code, mine, spins_code, spins)
    if mine["verdict"] == "violated":
        kind, spins_kind = mine["violation"]["kind"], spins["violation"]["kind"]
        expect(kind == spins_kind, f"{spins_kind}, heddle check says {kind}")
        expect(spins["trace"], "no counterexample")
    # Supersteps that go round in a circle may end elsewhere.
    elif reduction != "superstep":
        expect(mine["states"] == spins["states"], f"{spins['states']} states, heddle check has {mine['states']}")


# Reduction, whether volatile is missing, bound, verdict, states with whole.pml and with abstract.pml.
FIGURE9_POINTS = [
    ("global", False, 1, "holds", 128, 128), ("superstep", False, 3, "holds", 77, 77),
    ("global", True, 1, "holds", 152, 106), ("global", True, 2, "violated", 474, 265),
    ("superstep", True, 1, "holds", 42, 36), ("superstep", True, 2, "violated", 129, 110),
]
FIGURE9_QUICK = FIGURE9_POINTS[-2:]


def check_figure9(box, reduction, is_plain, bound, verdict, *states):
    """A point of bench/run.py's figure 9, searched to the end; the abstraction and heddle check must agree."""
    words = ["--reduction", reduction, "--context-bound", str(bound), "-O2", *["-DPLAIN"] * is_plain, "peterson.c"]
    _, mine = box.json("check", *words, cwd=FIGURE9)
    expect(mine["verdict"] == verdict, f"heddle check: {mine['verdict']}")
    for model, wanted in zip(("whole.pml", "abstract.pml"), states):
        _, r = box.json("spin", "--model", model, *words, "--", "-c0", "-O0", cwd=FIGURE9)
        # Where a superstep that goes round in a circle ends depends on the numbers of objects, and so on the size of
        # the library.
        most = wanted // 8 if reduction == "superstep" else 0
        expect(r["verdict"] == verdict and abs(r["states"] - wanted) <= most,
               f"{model}: {r['verdict']}, {r['states']} states")
    # What may miss runs is still a search.
    _, r = box.json("spin", "--model", "abstract.pml", *words, "--", "-c0", "-O0", "-DSWITCHES_UNMATCHED", cwd=FIGURE9)
    expect(r["verdict"] in ("holds", "violated") and r["states"] < states[1],
           f"unmatched: {r['verdict']}, {r['states']} states")


def cases(quick):
    for row in AGREEMENT:
        if not quick or row in QUICK:
            yield " ".join(row), lambda box, row=row: check_agreement(box, *row)
    for point in FIGURE9_QUICK if quick else FIGURE9_POINTS:
        reduction, is_plain, bound, *_ = point
        yield (f"figure 9 {reduction}{' plain' * is_plain} {bound}", lambda box,
               point=point: check_figure9(box, *point))
