#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generated concurrent programs under every reduction, store and search: all must give the same answer.

Programs are checked in batches by build/differential (driver.c), which compares the configurations with each other.
Every tenth program is one of test/fuzz/weave.py, whose explorer gives a further, independent answer. Every fourth batch
is optimised by the compiler, every eighth has equal threads only, every third may have what makes heddle cautious.
Programs with different answers are shrunk and kept.

With --unknown the programs have unknown values (unknown.py): trying all of them and computing with them must give the
same answer. What the solver says cannot be, cvc5 is asked about once more, if it is there."""
import argparse
import collections
import itertools
import multiprocessing
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # no __pycache__ in the source tree
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[1:1] = [os.path.join(ROOT, "test", "fuzz"), os.path.join(ROOT, "test")]

import generate
import tree
import unknown
import weave
from progress import Progress

BATCH = 25
WOVEN_EVERY = 10
OPTIMISED_EVERY = 4  # batches
CAUTIOUS_EVERY = 3  # batches
EQUAL_EVERY = 8
WOVEN_STATES = 15000
SHRUNK_EACH = 2  # failures of the same configurations
PLACE = re.compile(r"^\S+:\d+: in '[^']*': | called at \S+")
FIGURES = ["programs", "held", "violated", "undecided", "searches", "states", "undecided-searches", "walks",
           "refuted", "refuted-twice", "claimed", "seen"]


# ---- programs ------------------------------------------------------------------------------------

class Generated:
    words = generate.WORDS

    def __init__(self, tree):
        self.tree = tree

    def text(self):
        return self.words.text(self.tree)

    def smaller(self):
        return (type(self)(smaller) for smaller in tree.smaller_programs(self.tree))

    def expected(self):
        return None


class Unknown(Generated):
    """One with unknown values."""
    words = unknown.WORDS


class Woven:
    """A program of the explorer's language."""
    GLOBALS = ["int x0", "volatile unsigned char x1", "short x2", "struct { char a; int b; } pair", "int array[3]",
               "atomic_int c0", "atomic_uchar c1",
               "pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER", "pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER",
               "struct cell *slot0",
               "_Atomic(struct cell *) slot1", "int results[3]"]
    NAMES = re.compile(r"(?<![\w.>$])(x[0-2]|pair|array|c[01]|m[01]|slot[01]|results|thread\d)\b")

    words = generate.WORDS

    def __init__(self, tree):
        self.tree = tree

    def text(self):
        text = weave.c_text(self.tree, "")
        text = text[text.index("static void *thread0"):]
        text = text.replace("int main(void)", "static void $main(void *unused)").replace("    return 0;\n", "")
        text = self.NAMES.sub(r"$\1", re.sub(r" *\(void\)r0.*\n", "", text))
        used = set(re.findall(r"\$\w+", text))
        declared = [self.NAMES.sub(r"$\1", f"static {decl};") for decl in self.GLOBALS]
        return "\n".join([decl for decl in declared if re.search(r"\$\w+", decl)[0] in used] + [text])

    def smaller(self):
        return (Woven(tree) for tree in weave.smaller_programs(self.tree))

    def expected(self):
        """The kinds of violation that brute force reaches; None if there are too many states."""
        explorer = weave.Explorer(self.tree, WOVEN_STATES).explore()
        return explorer.faults if explorer.is_complete else None


def level_of(options, k):
    turn = k // BATCH % OPTIMISED_EVERY
    if options.unknown:
        return max(0, turn - 1)
    return 1 if turn == OPTIMISED_EVERY - 1 else 0


# Some things that one program does are a reason for caution in all programs of its batch: with these, nobody deals out
# handles, looks ahead at joins or chooses threads. So most batches have none of them.
CAUTION = re.compile(r"\b(pthread_(cancel|kill|self|tryjoin_np)|signal|sigaction|raise)\b")


def is_cautious(k):
    return k // BATCH % CAUTIOUS_EVERY == 0


def is_equal(k):
    return k // BATCH % EQUAL_EVERY == 1


def generated(options, k):
    """The first program of a row that may be in the batch."""
    level = level_of(options, k)
    for turn in itertools.count():
        rng = random.Random(f"{options.seed}/{k}/{turn}")
        program = Generated(generate.Generator(rng, level > 0, is_equal=is_equal(k)).program())
        if is_cautious(k) or not CAUTION.search(program.text()):
            return program


def batch_text(programs):
    return programs[0].words.batch([p.text() for p in programs])


def program_of(options, k):
    rng = random.Random(f"{options.seed}/{k}")
    if options.unknown:
        return Unknown(unknown.Generator(rng).program())
    # (The explorer knows what the source says, not what an optimiser makes of it.)
    if k % WOVEN_EVERY == WOVEN_EVERY - 1 and not level_of(options, k) and not is_equal(k):
        return Woven(weave.Weaver(rng).program())
    return generated(options, k)


# ---- asking the driver ---------------------------------------------------------------------------

class Answers:
    """What the driver said: wrong maps a program's number to the text of the difference."""

    def __init__(self, output, programs):
        self.wrong, self.verdict, self.figures = {}, {}, {}
        self.gave_up = collections.Counter()  # reasons
        for line in output.splitlines():
            number, colon, rest = line.partition(": ")
            if line.startswith("programs "):
                words = line.split()
                self.figures = dict(zip(words[::2], map(int, words[1::2])))
            elif colon and number.isdigit():
                self.take(int(number), rest, programs[int(number)])

    def take(self, k, line, program):
        if line.startswith("DIFFER "):
            self.wrong.setdefault(k, line[len("DIFFER "):])
            return
        if line.startswith("GAVE UP "):
            self.gave_up[PLACE.sub("", line[len("GAVE UP "):])] += 1
            return
        self.verdict[k] = line
        expected = program.expected()
        verdict, *kinds = line.split()
        if expected is None or verdict == "undecided":
            return
        if (verdict == "violated") != bool(expected) or not set(kinds) <= expected:
            self.wrong.setdefault(k, f"heddle: {line}; brute force: {' '.join(sorted(expected)) or 'holds'}")


def ask(options, programs, level, configurations=(), draw=()):
    with tempfile.TemporaryDirectory(prefix="heddle-differential-") as directory:
        source = os.path.join(directory, "batch.c")
        with open(source, "w", encoding="utf-8") as f:
            f.write(batch_text(programs))
        refuted = os.path.join(directory, "refuted")
        os.mkdir(refuted)
        done = subprocess.run([options.driver, "-O", str(level), *["-d"] * options.unknown,
                               *["-r", refuted] * options.second_solver,
                               *itertools.chain(*(["-c", name] for name in configurations)), *draw, source],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode not in (0, 1):
            kept = keep(options, "batch.c", batch_text(programs))
            raise RuntimeError(f"{options.driver} {kept}: exit code {done.returncode}\n{done.stderr}")
        answers = Answers(done.stdout, programs)
        answers.figures["refuted"] = len(os.listdir(refuted))
        answers.figures["refuted-twice"] = ask_second_solver(options, refuted)
        return answers


def ask_second_solver(options, directory):
    """Another solver is asked about conditions that cannot be true at once, by the first one's word: how often it says
    so too. Time limits, and what only one of them knows, say nothing."""
    agreed = 0
    for name in sorted(os.listdir(directory)):
        path = os.path.join(directory, name)
        said = subprocess.run(["cvc5", "--tlimit=5000", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True, check=False).stdout.split()
        agreed += said[:1] == ["unsat"]
        if said[:1] == ["sat"]:
            with open(path, encoding="utf-8") as f:
                kept = keep(options, name, f.read())
            raise RuntimeError(f"{kept}: cvc5 says sat, Z3 unsat")
    return agreed


def keep(options, name, text):
    os.makedirs(options.keep, exist_ok=True)
    path = os.path.join(options.keep, name)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def configurations_in(wrong):
    """Those named in "configuration: answer; configuration: answer"; () if the explorer is one of the two. A random run
    is none."""
    names = [part.partition(": ")[0] for part in wrong.split("; ")]
    return () if wrong.startswith("heddle: ") else tuple(name for name in names[:2] if name != "random run")


def compiles(program, level):
    """A smaller program may use the variable of a block that is gone, or leave a loop that is."""
    text = batch_text([program])
    return subprocess.run(["clang-19", "-w", "-fsyntax-only", f"-O{level}", "-I", os.path.join(ROOT, "include"), "-x",
                           "c", "-"], input=text, text=True,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


def shrink(options, program, wrong, level):
    """Takes the first smaller program with different answers, until there is none or the time is over. The candidates
    are asked about in batches: first few, for the first ones are the smallest."""
    deadline = time.monotonic() + options.shrink_seconds
    progress, named = True, configurations_in(wrong)
    while progress and time.monotonic() < deadline:
        progress = False
        candidates, size = list(program.smaller()), 4
        while candidates and not progress and time.monotonic() < deadline:
            some, candidates, size = [c for c in candidates[:size] if compiles(c, level)], candidates[size:], BATCH
            answers = ask(options, some, level, named) if some else None
            if answers and answers.wrong:
                k = min(answers.wrong)
                program, wrong, progress = some[k], answers.wrong[k], True
    return program, wrong


def report(options, k, wrong):
    """Saves program k and what it can be shrunk to. Returns what to print."""
    program = program_of(options, k)
    level, kind = level_of(options, k), "unknown" if options.unknown else "differential"
    head, name = f"// {{}}\n// seed {options.seed}, program {k}, -O{level}\n", f"{kind}-{options.seed}-{k}"
    saved = keep(options, name + ".c", head.format(wrong) + batch_text([program]))
    small, why = shrink(options, program, wrong, level)
    lines = len([line for line in small.text().split("\n") if line.strip()])
    shrunk = keep(options, name + "-small.c", head.format(why) + batch_text([small]))
    return f"FAIL {options.seed}/{k}: {wrong}\n     {saved}\n     {shrunk} ({lines} lines): {why}"


def work(options, first, count):
    """One batch: its figures, and what is wrong by number of the program."""
    programs = [program_of(options, k) for k in range(first, first + count)]
    draw = ["-n", f"{options.draw}:{(options.seed + first) & 0xffffffff}"] if options.draw else []
    answers = ask(options, programs, level_of(options, first), options.configuration, draw)
    return answers.figures, {first + k: wrong for k, wrong in answers.wrong.items()}, answers.gave_up


# ---- the run -------------------------------------------------------------------------------------

def parse_options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--driver", default=os.path.join(ROOT, "build", "differential"),
                        help="the program that searches (%(default)s)")
    parser.add_argument("--unknown", action="store_true", help="programs with unknown values")
    parser.add_argument("-c", "--configuration", metavar="NAME", action="append", default=[],
                        help="only these are compared: names of the driver's table")
    parser.add_argument("--draw", type=int, default=0, metavar="N",
                        help="so many configurations for each batch, by lot, beside those that they are compared with")
    parser.add_argument("--seed", type=int, default=None, help="random if not given")
    parser.add_argument("--count", type=int, default=None, help="how many programs (2000; no limit with --minutes)")
    parser.add_argument("--minutes", type=float, default=None, help="begin no further batch after this time")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="batches at the same time (%(default)s)")
    parser.add_argument("--keep", metavar="DIR", default=os.path.join(tempfile.gettempdir(), "heddle-differential"),
                        help="where programs with different answers are saved (%(default)s)")
    parser.add_argument("--shrink-seconds", type=int, default=60, help="time to shrink a program (%(default)s)")
    parser.add_argument("--max-failures", type=int, default=20, help="stop after so many (%(default)s)")
    options = parser.parse_args()
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(1, 1 << 31)
    if options.count is None:
        options.count = 2000 if options.minutes is None else 1 << 40
    options.second_solver = options.unknown and shutil.which("cvc5") is not None
    if not os.access(options.driver, os.X_OK):
        sys.exit(f"run.py: {options.driver} is not there; build it first")
    return options


class Run:
    """Batches and shrinking, options.jobs at a time."""

    def __init__(self, options):
        self.options, self.started = options, time.monotonic()
        self.totals, self.configurations = dict.fromkeys(FIGURES, 0), 0
        self.progress = Progress("differential", options.count)
        self.gave_up = collections.Counter()
        self.seen = {}  # configurations with different answers → how often
        self.pool = multiprocessing.Pool(options.jobs)

    def batches(self):
        for first in range(0, self.options.count, BATCH):
            is_late = self.options.minutes and time.monotonic() - self.started > 60 * self.options.minutes
            if is_late or self.progress.failed >= self.options.max_failures:
                return
            yield first, min(BATCH, self.options.count - first)

    def take(self, figures, wrong, gave_up):
        """Returns the failures that are worth shrinking: one mistake usually has many."""
        self.gave_up += gave_up
        for name in FIGURES:
            self.totals[name] += figures.get(name, 0)
        self.configurations = figures.get("configurations", 0)
        self.progress.failed += len(wrong)      # told here or, when they are shrunk, at the end
        self.progress.count(cases=figures.get("programs", 0) - len(wrong))
        chosen = []
        for k, text in sorted(wrong.items()):
            key = configurations_in(text)
            self.seen[key] = self.seen.get(key, 0) + 1
            if self.seen[key] <= SHRUNK_EACH:
                chosen.append((k, text))
            else:
                print(f"FAIL {self.options.seed}/{k}: {text}", flush=True)
        return chosen

    def go(self):
        feed = self.batches()
        running = [self.pool.apply_async(work, (self.options, *b)) for b in itertools.islice(feed, self.options.jobs)]
        shrinking = []
        while running:
            chosen = self.take(*running.pop(0).get())
            shrinking += [self.pool.apply_async(report, (self.options, *failure)) for failure in chosen]
            running += [self.pool.apply_async(work, (self.options, *b)) for b in itertools.islice(feed, 1)]
        for result in shrinking:
            print(result.get(), flush=True)

    def reasons(self):
        """Why symbolic searches were not finished, the most frequent first."""
        return "".join(f"{n:6} gave up: {why}\n" for why, n in self.gave_up.most_common(12))

    def summary(self):
        t = self.totals
        return (f"{t['programs']} programs: {t['held']} held, {t['violated']} violated, {t['undecided']} undecided; "
                f"{self.configurations} configurations, {t['searches']} searches ({t['undecided-searches']} "
                f"undecided), "
                f"{t['states']} states, {t['walks']} random runs, {time.monotonic() - self.started:.0f} s" +
                f"; of {t['claimed']} values of invariants {t['seen']} are seen" * self.options.unknown +
                f"; cvc5 refutes {t['refuted-twice']} of {t['refuted']} too" * self.options.second_solver)


def main():
    options = parse_options()
    print(f"seed {options.seed}", flush=True)
    run = Run(options)
    with run.pool:
        run.go()
    print(run.reasons() + run.summary())
    if run.totals["refuted-twice"] < run.totals["refuted"] // 2:
        run.progress.count("cvc5 has no answer to most of what was refuted")
    return run.progress.finish()


if __name__ == "__main__":
    sys.exit(main())
