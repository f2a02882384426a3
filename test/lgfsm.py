#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""heddle lgfsm on generated input. Random machines: searches from the beginning, from the end and with fixed numbers of
threads agree (test/counting/driver.c). Random boolean programs: an interpreter in Python, which interleaves statement
by statement and lists its threads, finds assertions that fail with as many threads as heddle says.

  test/lgfsm.py --count 2000 --programs 100 --seed 7
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from progress import Progress
from suite import ROOT, Failure, expect

MOST_THREADS = 3
MOST_STATES = 30000         # of the interpreter; what has more is compared with fewer threads
GLOBALS = ("a", "b", "m")
LOCALS = ("x", "y")


# ---- generating -----------------------------------------------------------------------------------

class Generator:
    """A program as nested tuples: (kind, ...)."""
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.is_helper = False

    def expr(self, depth=2):
        r = self.r
        kind = r.choice(("var", "var", "const", "any", "not", "and", "or", "equal", "differ", "choose"))
        if depth == 0 or kind == "var":
            return ("var", r.choice(("a", "b") + LOCALS))
        if kind == "const":
            return (r.choice(("true", "false")),)
        if kind == "any":
            return ("any",)
        n = {"not": 1, "choose": 3}.get(kind, 2)
        return (kind, *(self.expr(depth - 1) for _ in range(n)))

    def assign(self):
        names = self.r.sample(("a", "b") + LOCALS, self.r.randint(1, 2))
        return ("assign", tuple(names), tuple(self.expr() for _ in names))

    def stmt(self, depth):
        r = self.r
        kinds = ["assign"] * 5 + ["assert", "assume", "skip", "locked"]
        if depth:
            kinds += ["if", "if", "while", "atomic", "choice"]
        if not self.is_helper:
            kinds += ["call", "call2"]
        kind = r.choice(kinds)
        if kind in ("assert", "assume"):
            return (kind, self.expr())
        if kind == "assign":
            return self.assign()
        if kind in ("if", "while"):
            return (kind, self.expr(), self.block(depth - 1), self.block(depth - 1) if r.random() < 0.5 else ())
        if kind in ("atomic", "choice"):
            return (kind, self.block(depth - 1), self.block(depth - 1))
        if kind == "locked":
            return ("locked", self.assign())
        if kind == "call":
            return ("call", (r.choice(("a", "b") + LOCALS),), self.expr())
        if kind == "call2":
            return ("call", (), self.expr())
        return ("skip",)

    def block(self, depth):
        return tuple(self.stmt(depth) for _ in range(self.r.randint(1, 3)))

    def program(self):
        main = self.block(2)
        if self.r.random() < 0.4:
            main += (("assert", self.expr(1)), *self.block(2))
        self.is_helper = True
        return main, self.block(1), self.expr()


# ---- as text --------------------------------------------------------------------------------------

def expr_text(e):
    kind = e[0]
    if kind == "var":
        return e[1]
    if kind in ("true", "false"):
        return kind
    if kind == "any":
        return "*"
    parts = [expr_text(p) for p in e[1:]]
    if kind == "not":
        return f"!({parts[0]})"
    if kind == "choose":
        return f"({parts[0]} ? {parts[1]} : {parts[2]})"
    mark = {"and": "&", "or": "|", "equal": "=", "differ": "!="}[kind]
    return f"({parts[0]} {mark} {parts[1]})"


def stmt_text(s, labels):
    kind = s[0]
    if kind == "skip":
        return "skip;\n"
    if kind in ("assert", "assume"):
        return f"{kind}({expr_text(s[1])});\n"
    if kind == "assign":
        return f"{', '.join(s[1])} := {', '.join(map(expr_text, s[2]))};\n"
    if kind == "if":
        other = f"else {{\n{block_text(s[3], labels)}}}\n" if s[3] else ""
        return f"if ({expr_text(s[1])}) {{\n{block_text(s[2], labels)}}}\n{other}"
    if kind == "while":
        return f"while ({expr_text(s[1])}) do\n{block_text(s[2], labels)}od\n"
    if kind == "atomic":
        return f"atomic {{\n{block_text(s[1], labels)}}}\n"
    if kind == "choice":
        n = len(labels)
        labels.append(n)
        return (f"goto P{n}, Q{n};\nP{n}: {block_text(s[1], labels)}goto R{n};\nQ{n}: {block_text(s[2], labels)}"
                f"R{n}: skip;\n")
    if kind == "locked":
        return f"lock(m);\n{stmt_text(s[1], labels)}unlock(m);\n"
    target = f"{s[1][0]} := " if s[1] else ""
    return f"{target}helper({expr_text(s[2])});\n"


def block_text(block, labels):
    return "".join(stmt_text(s, labels) for s in block)


def program_text(program):
    main, helper, result = program
    return (f"decl a, b;\nlock m;\nvoid main() {{\ndecl x, y;\n{block_text(main, [])}}}\n"
            f"bool helper(x) begin\ndecl y := true;\n{block_text(helper, [])}return {expr_text(result)};\nend\n")


# ---- interpreting ---------------------------------------------------------------------------------

class Code:
    """Instructions; locals are numbered, those of helper behind those of main."""
    def __init__(self, program):
        self.program, self.insns = program, []
        self.block(program[0], (0, 1))
        self.emit("end")

    def emit(self, *insn):
        self.insns.append(list(insn))
        return len(self.insns) - 1

    def block(self, block, slots):
        for s in block:
            self.stmt(s, slots)

    def stmt(self, s, slots):
        kind = s[0]
        if kind in ("assert", "assume"):
            self.emit(kind, s[1], slots)
        elif kind == "assign":
            self.emit("assign", s[1], s[2], slots, slots)
        elif kind in ("if", "while"):
            test = self.emit("branch", s[1], slots, None)
            self.block(s[2], slots)
            over = self.emit("goto", [test])
            self.insns[test][3] = len(self.insns)
            if kind == "if":
                self.block(s[3], slots)
                self.insns[over][1] = [len(self.insns)]
        elif kind == "atomic":
            self.emit("begin")
            self.block(s[1], slots)
            self.emit("close")
        elif kind == "choice":
            way = self.emit("goto", None)
            self.block(s[1], slots)
            over = self.emit("goto", None)
            self.insns[way][1] = [way + 1, over + 1]
            self.block(s[2], slots)
            self.insns[over][1] = [len(self.insns)]
        elif kind == "locked":
            self.emit("lock")
            self.stmt(s[1], slots)
            self.emit("unlock")
        elif kind == "call":
            self.emit("assign", ("x", "y"), (s[2], ("true",)), slots, (2, 3))
            self.block(self.program[1], (2, 3))
            if s[1]:
                self.emit("assign", s[1], (self.program[2],), (2, 3), slots)


def values(e, shared, local, slots):
    """All values that the expression can have."""
    kind = e[0]
    if kind == "var":
        return {shared[GLOBALS.index(e[1])] if e[1] in GLOBALS else local[slots[LOCALS.index(e[1])]]}
    if kind in ("true", "false", "any"):
        return {"true": {1}, "false": {0}, "any": {0, 1}}[kind]
    parts = [values(p, shared, local, slots) for p in e[1:]]
    if kind == "not":
        return {1 - v for v in parts[0]}
    if kind == "choose":
        return (parts[1] if 1 in parts[0] else set()) | (parts[2] if 0 in parts[0] else set())
    work = {"and": lambda p, q: p & q, "or": lambda p, q: p | q, "equal": lambda p, q: int(p == q),
            "differ": lambda p, q: p ^ q}[kind]
    return {work(p, q) for p in parts[0] for q in parts[1]}


class Failed(Exception):
    pass


def put(words, index, value):
    return words[:index] + (value,) + words[index + 1:]


def assigned(insn, shared, local):
    """All (shared, local) after an assignment."""
    _, names, exprs, slots, to = insn
    found = [(shared, local)]
    for name, e in zip(names, exprs):
        can = values(e, shared, local, slots)
        found = [(put(g, GLOBALS.index(name), v), w) if name in GLOBALS else
                 (g, put(w, to[LOCALS.index(name)], v)) for g, w in found for v in can]
    return found


def after(code, shared, thread):
    """All (shared, thread, change of the depth of atomic sections) after one instruction."""
    pc, local = thread
    insn = code.insns[pc]
    kind = insn[0]
    if kind in ("assert", "assume", "branch"):
        can = values(insn[1], shared, local, insn[2])
        if kind == "assert" and 0 in can:
            raise Failed
        if 1 in can:
            yield shared, (pc + 1, local), 0
        if kind == "branch" and 0 in can:
            yield shared, (insn[3], local), 0
    elif kind == "assign":
        for g, w in assigned(insn, shared, local):
            yield g, (pc + 1, w), 0
    elif kind == "goto":
        for to in insn[1]:
            yield shared, (to, local), 0
    elif kind in ("lock", "unlock"):
        is_held = shared[2]
        if kind == "unlock" and not is_held:
            raise Failed
        if kind == "unlock" or not is_held:
            yield put(shared, 2, int(kind == "lock")), (pc + 1, local), 0
    elif kind in ("begin", "close"):
        yield shared, (pc + 1, local), 1 if kind == "begin" else -1


def steps(code, shared, thread):
    """All (shared, thread) after one step: an instruction, or a whole atomic section."""
    seen, todo = set(), [(shared, thread, 0)]
    while todo:
        at = todo.pop()
        for g, t, change in after(code, at[0], at[1]):
            to = (g, t, at[2] + change)
            if to[2] == 0:
                yield g, t
            elif to not in seen:
                seen.add(to)
                todo.append(to)


def fails(code, n):
    """Whether an assertion fails with n threads; None if there are too many states."""
    first = ((0, 0, 0), ((0, (0, 0, 0, 0)),) * n)
    seen, todo = {first}, [first]
    try:
        while todo:
            shared, threads = todo.pop()
            for i in range(n):
                for g, t in steps(code, shared, threads[i]):
                    state = (g, tuple(sorted(put(threads, i, t))))
                    if state not in seen:
                        seen.add(state)
                        todo.append(state)
            if len(seen) > MOST_STATES:
                return None
    except Failed:
        return True
    return False


# ---- comparing ------------------------------------------------------------------------------------

def run(heddle, path, out, *options):
    ran = subprocess.run([heddle, "lgfsm", "-q", "--time-limit", "20", "--json", out, *options, path],
                         capture_output=True, text=True, timeout=120)
    expect(ran.returncode in (0, 1, 3), f"exit code {ran.returncode}: {ran.stdout}{ran.stderr}")
    with open(out, encoding="utf-8") as f:
        return json.load(f)


def compare(heddle, seed, home):
    program = Generator(seed).program()
    path, out = os.path.join(home, f"{seed}.bp"), os.path.join(home, f"{seed}.json")
    with open(path, "w", encoding="utf-8") as f:
        f.write(program_text(program))
    try:
        result, code = run(heddle, path, out), Code(program)
        expect(result["verdict"] != "unknown", f"unknown: {result['reason']}")
        fewest = result["threads"] if result["verdict"] == "violated" else None
        for n in range(1, MOST_THREADS + 1):
            answer = fails(code, n)
            expect(answer is None or answer == (fewest is not None and n >= fewest),
                   f"with {n} threads: {answer}, heddle says {result['verdict']} ({fewest})")
        both = run(heddle, path, out, "--algorithm", "both", "--time-limit", "5")
        expect(both["verdict"] in (result["verdict"], "unknown"), f"both algorithms: {both['verdict']}")
        for n in (1, 2):
            fixed = run(heddle, path, out, "--threads", str(n))
            expect((fixed["verdict"] == "violated") == (fewest is not None and n >= fewest), f"--threads {n} differs")
    except Failure as e:
        return f"program {seed}: {e}\n{program_text(program)}"
    return None


def run_driver(options, progress):
    ran = subprocess.run([options.driver, "-n", str(options.count), "-s", str(options.seed)], capture_output=True,
                         text=True)
    lines = ran.stdout.splitlines()
    words = lines[-1].split() if lines else []
    if len(words) != 4 or ran.returncode not in (0, 1):
        progress.count(f"{options.driver} ended with exit code {ran.returncode}: {ran.stdout}{ran.stderr}")
        return
    progress.count(cases=int(words[0]))
    if int(words[2]):
        progress.count("\n".join(lines[:-1]), cases=int(words[2]))


def main():
    p = argparse.ArgumentParser(description="tests heddle lgfsm on generated machines and boolean programs")
    p.add_argument("--heddle", default=os.path.join(ROOT, "build", "heddle"))
    p.add_argument("--driver", default=None, help="build/counting")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=2000, help="machines")
    p.add_argument("--programs", type=int, default=60, help="boolean programs")
    options = p.parse_args()
    options.driver = options.driver or os.path.join(os.path.dirname(options.heddle), "counting")
    progress = Progress("lgfsm", options.count + options.programs)
    run_driver(options, progress)
    with tempfile.TemporaryDirectory(prefix="heddle-lgfsm-") as home, ThreadPoolExecutor(options.jobs) as pool:
        heddle = os.path.abspath(options.heddle)
        seeds = range(options.seed * 1000, options.seed * 1000 + options.programs)
        for problem in pool.map(lambda seed: compare(heddle, seed, home), seeds):
            progress.count(problem)
    return progress.finish()


if __name__ == "__main__":
    sys.exit(main())
