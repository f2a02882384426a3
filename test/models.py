#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the harnesses in bench/tictactoe and bench/arbiter, with the real SPIN and with heddle.

The same question is asked in several versions: a model for SPIN alone ("pure"), SPIN around the C code with all that
changes matched ("whole"), SPIN around the C code with an abstraction, each of the latter with C code that is linked
with the verifier ("native") or runs on heddle's machine, and `heddle check` with a harness in C. All of them must
agree; the figures of tic-tac-toe are those of Holzmann and Joshi, Model-Driven Software Verification, table 1; those of
the arbiter have the shape of table 2.
"""
import os
import re
import subprocess
import sys

from spin.box import TIMEOUT, Box
from suite import ROOT, Failure, chosen_by_size, expect, parser, run_tests, slow

ARBITER = os.path.join(ROOT, "bench", "arbiter")
TIC_TAC_TOE = os.path.join(ROOT, "bench", "tictactoe")
SAFETY_BUGS, LIVENESS_BUGS = (1, 2, 3, 4), (5, 6)
# The whole state, but fewer of them: a shorter history; the smallest arbiter that there is.
LESS = ["-DARB_HISTORY=1"]
SMALL = ["-DARB_SLOTS=2", "-DARB_HISTORY=1", "-DARB_MODULUS=1"]


# ---- SPIN with native code ------------------------------------------------------------------------


class Answer:
    """What a verifier has said; a search that was not completed is no answer."""

    def __init__(self, what, out):
        found = re.search(r"depth reached (\d+), errors: (\d+)", out)
        states = re.search(r"^ *(\d+) states, stored", out, re.M)
        if not found or not states or re.search(r"max search depth too small|out of memory", out):
            raise Failure(f"{what}: no complete search\n{out}")
        self.what, self.out = what, out
        self.depth, self.errors, self.states = int(found[1]), int(found[2]), int(states[1])

    def expect(self, states=None, depth=None, errors=None, text=""):
        for name, wanted in (("states", states), ("depth", depth), ("errors", errors)):
            have = getattr(self, name)
            expect(wanted is None or have == wanted, f"{self.what}: {have} {name}, expected {wanted}")
        expect(text in self.out, f"{self.what}: '{text}' is not in\n{self.out}")


class Native:
    """Verifiers of one model of bench/, in a directory of their own. What SPIN has made is compiled once; the C code
    that it calls once for each set of definitions."""

    def __init__(self, box, folder, model, name, define=(), flags=("-DSAFETY",), level="-O0"):
        self.folder, self.name, self.flags, self.level = folder, name, list(flags), level
        self.directory = os.path.join(box.home, name)
        os.mkdir(self.directory)
        self.tool("spin", *define, "-a", os.path.join(folder, model))
        self.tool("gcc", level, "-w", "-DNOREDUCE", "-DMEMLIM=4000", *self.flags, "-I", folder, "-c", "pan.c")

    def tool(self, *words):
        done = subprocess.run(words, cwd=self.directory, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        if done.returncode != 0:
            raise Failure(f"{self.name}: {' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def link(self, *sources, define=()):
        paths = [os.path.join(self.folder, source) for source in sources]
        self.tool("gcc", self.level, *define, "-I", self.folder, "-o", "pan", "pan.o", *paths)
        return self

    def run(self, *options):
        return Answer(f"{self.name} {' '.join(options)}", self.tool("./pan", "-m1000000", *options))


# ---- tic-tac-toe ----------------------------------------------------------------------------------

# Table 1: definitions, states, depth, wins.
TABLE_1 = {"whole": ([], 5510, 31, 942), "abstraction": (["-DABSTRACT"], 771, 31, 135)}


def test_tic_tac_toe_native(box):
    """A won game is an invalid end state, and each of them is counted."""
    pure = Native(box, TIC_TAC_TOE, "tictactoe.pml", "pure").link()
    pure.run("-E").expect(5510, 40, 0)
    pure.run("-c0").expect(5510, 40, 942, "invalid end state")
    for name, (define, states, depth, wins) in TABLE_1.items():
        verifier = Native(box, TIC_TAC_TOE, "harness.pml", name, define).link("play.c")
        verifier.run("-E").expect(states, depth, 0)
        verifier.run("-c0").expect(states, depth, wins, "invalid end state")


@slow
def test_tic_tac_toe_on_the_machine(box):
    for name, (define, states, depth, wins) in TABLE_1.items():
        words = ["--model", "harness.pml", "play.c", "--", *define]
        _, result = box.json("spin", *words, "-E", cwd=TIC_TAC_TOE)
        have = result["verdict"], result["states"], result["depth"]
        expect(have == ("holds", states, depth), f"{name}: {have}")
        code, _, err = box.run("spin", "--quiet", "--keep", os.path.join(box.home, name), *words, "-c0",
                               cwd=TIC_TAC_TOE)
        expect(code == 1, f"{name}: exit code {code}\n{err}")
        with open(os.path.join(box.home, name, "pan.out"), encoding="utf-8", errors="replace") as f:
            Answer(f"{name}, on the machine", f.read()).expect(states, depth, wins)


# ---- the arbiter with SPIN ------------------------------------------------------------------------


def pure_arbiter(box, bug, *define, flags=("-DSAFETY",)):
    return Native(box, ARBITER, "arbiter.pml", f"pure {bug}", [f"-DBUG={bug}", *define], flags).link()


def native_arbiter(box, name, *define, flags=("-DSAFETY",), level="-O0"):
    return Native(box, ARBITER, "harness.pml", name, define, flags, level)


def with_bug(verifier, bug, *define):
    return verifier.link("arbiter.c", "judge.c", define=[f"-DBUG={bug}", *define])


def test_arbiter_figures(box):
    """Without a bug all versions hold; the abstraction is as small as the pure model, and the whole state far
    larger."""
    pure = pure_arbiter(box, 0).run()
    abstract = with_bug(native_arbiter(box, "abstraction", "-DABSTRACT"), 0).run()
    whole = with_bug(native_arbiter(box, "whole", flags=["-DSAFETY", *LESS], level="-O1"), 0, *LESS).run()
    for answer in (pure, abstract, whole):
        answer.expect(errors=0)
    expect(pure.states == abstract.states, f"pure {pure.states}, abstraction {abstract.states} states")
    expect(whole.states >= 40 * abstract.states, f"whole {whole.states}, abstraction {abstract.states} states")


def test_arbiter_safety(box):
    """Each seeded bug is found in each version."""
    versions = {"whole": native_arbiter(box, "whole"), "abstraction": native_arbiter(box, "abstraction", "-DABSTRACT")}
    for bug in SAFETY_BUGS:
        pure_arbiter(box, bug).run().expect(errors=1, text="assertion violated")
        for verifier in versions.values():
            with_bug(verifier, bug).run().expect(errors=1, text="assertion violated")


FAIR = ["-DNFAIR=3"]


def test_arbiter_liveness_bugs(box):
    """Requests that are never answered though everybody goes on."""
    versions = {"whole": native_arbiter(box, "whole", "-DLIVENESS", flags=FAIR),
                "abstraction": native_arbiter(box, "abstraction", "-DLIVENESS", "-DABSTRACT", flags=FAIR)}
    for bug in LIVENESS_BUGS:
        verifiers = [pure_arbiter(box, bug, "-DLIVENESS", flags=FAIR)]
        verifiers += [with_bug(verifier, bug) for verifier in versions.values()]
        for verifier in verifiers:
            verifier.run("-a", "-f", "-N", "answered0").expect(errors=1, text="acceptance cycle")


@slow
def test_arbiter_liveness_holds(box):
    """The correct arbiter answers every user in fair runs. In others it does not, so the property says something."""
    pure = pure_arbiter(box, 0, "-DLIVENESS", flags=FAIR)
    abstract = with_bug(native_arbiter(box, "abstraction", "-DLIVENESS", "-DABSTRACT", flags=FAIR), 0)
    whole = with_bug(native_arbiter(box, "whole", "-DLIVENESS", flags=[*FAIR, *SMALL]), 0, *SMALL)
    for verifier in (pure, abstract, whole):
        for user in range(3):
            verifier.run("-a", "-f", "-N", f"answered{user}").expect(errors=0, text="(fairness enabled)")
        verifier.run("-a", "-N", "answered0").expect(errors=1, text="acceptance cycle")


# ---- the arbiter on heddle's machine --------------------------------------------------------------


def on_machine(box, define, *options):
    """Which pointers the arbiter has is part of the machine's state, so all of that is tracked (-DMACHINE)."""
    code, result = box.json("spin", *define, "--model", "harness.pml", "arbiter.c", "judge.c", "--", "-DMACHINE",
                            *options,
                            cwd=ARBITER)
    return code, result["verdict"], result["reason"] or "", result["states"]


def test_arbiter_on_the_machine(box):
    """As natively: the same states, the same verdicts."""
    native = with_bug(native_arbiter(box, "abstraction", "-DABSTRACT"), 0).run()
    have = on_machine(box, [], "-DABSTRACT")
    expect(have == (0, "holds", "", native.states), f"{have}, {native.states} states natively")
    for bug, options in ((2, []), (3, ["-DABSTRACT"])):
        code, verdict, reason, _ = on_machine(box, [f"-DBUG={bug}"], *options)
        expect((code, verdict) == (1, "violated") and "assertion violated" in reason, f"BUG {bug}: {verdict} {reason}")


@slow
def test_arbiter_liveness_on_the_machine(box):
    liveness = ["-DLIVENESS", "-f", "-Nanswered0"]
    for bug, options in ((5, ["-DABSTRACT"]), (6, [])):
        code, verdict, reason, _ = on_machine(box, [f"-DBUG={bug}"], *options, *liveness)
        expect((code, verdict) == (1, "violated") and "acceptance cycle" in reason, f"BUG {bug}: {verdict} {reason}")
    have = on_machine(box, [], "-DABSTRACT", *liveness)
    expect(have[:2] == (0, "holds"), str(have))


# ---- the arbiter with heddle check ----------------------------------------------------------------


def test_arbiter_plain(box):
    """The harness in C, with the whole state; test/cli.py has the abstraction, and the bugs."""
    _, result = box.json("check", *SMALL, "harness.c", "arbiter.c", cwd=ARBITER)
    abstract = [*SMALL, "--unmatched", "arbiter,abstract_state", "--abstraction", "arbiter_abstraction"]
    _, few = box.json("check", *abstract, "harness.c", "arbiter.c", cwd=ARBITER)
    expect(result["verdict"] == few["verdict"] == "holds" and few["states"] < result["states"],
           f"{result['verdict']} {result['states']}, {few['verdict']} {few['states']}")


# ---- running --------------------------------------------------------------------------------------

def main():
    options = parser("tests the harnesses of bench/", quick="without some slow ones").parse_args()
    return run_tests("harnesses", Box, chosen_by_size([sys.modules[__name__]], options), options)


if __name__ == "__main__":
    sys.exit(main())
