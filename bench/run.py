#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The benchmark tables of heddle; bench/README.md says what each of them shows.

    bench/run.py [options] [TABLE...]

Without names all tables are made and written to bench/RESULTS.md; with names or --quick they are only printed, unless
--results says where to write. A cell is `-` when this heddle does not know an option of its column."""
import argparse
import concurrent.futures
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import formulas
import interleavings

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
GLOBAL = ["--reduction", "global"]
SUPERSTEP = ["--reduction", "superstep"]
DEFAULT = []
# Asks for nothing that the programs with a bug do wrong: their failing runs just end, and everything else is searched.
WHOLE = ["--prp", os.path.join(HERE, "no-deadlock.prp")]
SPIN_LIMIT_SECONDS = 600

# ---- one run of heddle --------------------------------------------------------------------------


class Result:
    """What one search said. `verdict` is None when heddle did not understand an option."""

    def __init__(self, verdict=None, kind=None, reason="", data=None):
        data = data or {}
        self.verdict, self.kind, self.reason = verdict, kind, reason or ""
        self.states, self.seconds = data.get("states", 0), data.get("time_s", 0.0)
        self.memory, self.store = data.get("memory_bytes"), data.get("store_bytes")
        self.untracked = data.get("untracked") or {}
        self.violation = data.get("violation") or {}
        self.smt, self.not_searched = data.get("smt") or {}, data.get("not_searched")
        self.process = 0.0  # seconds of the processor, from the start of the process to its end

    def rate(self):
        return self.states / self.seconds if self.seconds > 0 else 0.0

    def is_done(self):
        """All was searched. A store that keeps hashes says `unknown: probabilistic` then."""
        return self.verdict in ("holds", "violated") or self.reason.startswith("probabilistic")

    def excuse(self):
        """What stands in a cell instead of a number."""
        if self.verdict is None:
            return "-"
        limit = re.search(r"(time|memory) limit of (.*) reached", self.reason)
        return ">" + limit.group(2) if limit else self.verdict

    def count(self):
        return number(self.states) if self.is_done() else self.excuse()


class Bench:
    def __init__(self, options):
        self.options, self.known, self.problems = options, {}, []
        help_text = run([options.heddle, "check", "--help"])[1]
        # One core, so that the numbers of states can be repeated.
        self.one_worker = ["--workers", "1"] if "--workers" in help_text else []
        # As SPIN searches. With a bound on switches the number of states depends on it.
        self.order = ["--search", "dfs"]

    def problem(self, text):
        if text not in self.problems:
            self.problems.append(text)

    def check(self, program, extra=(), definitions=None, limit=None, memory="8G", workers=None):
        """One search of bench/PROGRAM."""
        programs = [program] if isinstance(program, str) else program
        words = ["--memory-limit", memory, *self.order,
                 *(self.one_worker if workers is None else ["--workers", str(workers)]),
                 *extra, *defines(definitions or {}), *(os.path.join(HERE, file) for file in programs)]
        return self.ask("check", words, f"{program} {' '.join(extra)}", limit, extra or workers is not None)

    def ask(self, command, words, what, limit=None, may_refuse=True):
        """What heddle COMMAND WORDS says. may_refuse: exit code 2 is for options that this heddle does not know."""
        limit = limit or self.options.limit
        with tempfile.TemporaryDirectory(prefix="heddle-bench-") as directory:
            result, start = os.path.join(directory, "result.json"), processor_seconds()
            code, out, err = run([self.options.heddle, command, "--quiet", "--json", result, "--time-limit", str(limit),
                                  *words], limit=limit + 120)
            process = processor_seconds() - start
            if code == 2 and may_refuse:
                return Result()
            if not os.path.exists(result):
                self.problem(f"{what}: exit code {code}: {(err or out).strip()[:200]}")
                return Result("failed")
            with open(result, encoding="utf-8") as f:
                data = json.load(f)
        violation = data.get("violation") or {}
        r = Result(data["verdict"], violation.get("kind"), data.get("reason"), data)
        r.process = process
        return r

    def expect(self, result, wanted, what, kind=None):
        """A benchmark of a wrong answer is worth nothing. Limits are no wrong answers."""
        is_wrong = result.verdict != wanted or (kind and result.kind != kind)
        if result.verdict in ("holds", "violated") and wanted != "either" and is_wrong:
            self.problem(f"{what}: {result.verdict} {result.kind or ''}, expected {wanted} {kind or ''}")
        return result

    def grid(self, jobs):
        """Runs many searches, some at the same time; for figures that are no times. A job is
        (program, options, definitions, expected verdict); the same job is done once only."""
        def key(job):
            program, extra, definitions, _ = job
            return program, tuple(extra), tuple(sorted(definitions.items()))

        def work(job):
            program, extra, definitions, wanted = job
            result = self.check(program, extra, definitions)
            return self.expect(result, wanted, " ".join([program, *extra, *defines(definitions)]))

        new = list({key(job): job for job in jobs if key(job) not in self.known}.values())
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for job, result in zip(new, pool.map(work, new)):
                self.known[key(job)] = result
        return [self.known[key(job)] for job in jobs]


def processor_seconds():
    """Of all processes that have ended. Those that run at the same time count too, so it is for one at a time."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(argv, cwd=None, limit=SPIN_LIMIT_SECONDS):
    try:
        done = subprocess.run(argv, cwd=cwd, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return -1, "", f"no end after {limit} s"
    return done.returncode, done.stdout, done.stderr


def defines(parameters):
    return [f"-D{key}" if value is None else f"-D{key}={value}" for key, value in parameters.items()]


# ---- text ---------------------------------------------------------------------------------------


def number(value, digits=0):
    return "" if value is None else f"{value:,.{digits}f}"


def ratio(a, b, digits=2):
    return number(a / b, digits) if a is not None and b else ""


def markdown(head, rows, left=1):
    """Lines of a Markdown table, also readable on a terminal; the first `left` columns are words."""
    widths = [max(3, *(len(line[k]) for line in [head, *rows])) for k in range(len(head))]
    rule = ["-" * w if k < left else "-" * (w - 1) + ":" for k, w in enumerate(widths)]

    def pad(line):
        return [c.ljust(w) if k < left else c.rjust(w) for k, (c, w) in enumerate(zip(line, widths))]

    return ["| " + " | ".join(line) + " |" for line in [pad(head), rule, *(pad(row) for row in rows)]]


# ---- A: DIVINE, table 1 -------------------------------------------------------------------------

# The paper's numbers of states for -O0, -O1, -O2: no reduction, tau, tau+, all ("new with heap reduction").
DIVINE_TABLE = {
    "peterson.c": [(294193, 2181, 596, 212), (33227, 491, 286, 278), (21122, 443, 268, 260)],
    "peterson-bug.c": [(235272, 1617, 735, 281), (49691, 613, 440, 432), (43536, 613, 440, 432)],
    "fifo.cc": [(559364, 22126, 1723, 108), (104642, 3926, 43, 26), (83898, 2660, 148, 143)],
    "ring.cc": [(2502517, 75498, 13075, 935), (713743, 14157, 1461, 1405), (1439424, 22735, 2121, 2065)],
    "global.c": [(451, 84, 65, 26), (316, 54, 30, 30), (316, 54, 30, 30)],
}
HAS_BUG = {"peterson-bug.c", "global.c"}
DIVINE_COLUMNS = [
    ("none", ["--reduction", "none"]),
    ("tau", ["--reduction", "tau", "--no-store-visibility"]),
    ("tau+", ["--reduction", "tau+", "--no-store-visibility"]),
    ("tau+, store", ["--reduction", "tau+"]),
    ("superstep", SUPERSTEP),
    ("default", DEFAULT),
]


def table_divine(bench):
    """DIVINE, table 1: states, with the paper's figures in parentheses"""
    rows, above = [], []
    levels = range(1) if bench.options.quick else range(3)
    lines = [(program, level) for program in DIVINE_TABLE for level in levels]
    jobs = []
    for program, level in lines:
        file, common, has_bug = "papers/" + program, [f"-O{level}"], program in HAS_BUG
        jobs += [(file, [*extra, *common, *(WHOLE if has_bug else [])], {}, "holds") for _, extra in DIVINE_COLUMNS]
        jobs.append((file, common, {}, "violated" if has_bug else "holds"))
    results = iter(bench.grid(jobs))
    for program, level in lines:
        paper = DIVINE_TABLE[program][level]
        cells, best = [], paper[3]
        for k in range(len(DIVINE_COLUMNS)):
            last = next(results)
            cells.append(last.count() + (f" ({number(paper[k])})" if k < len(paper) else ""))
        if last.is_done() and last.states > best:
            above.append(f"{program} -O{level}")
        verdict = next(results)
        rows.append([program, f"-O{level}", *cells, number(best), ratio(last.states, best) if last.is_done() else "",
                     verdict.verdict])
    head = ["program", "", *(label for label, _ in DIVINE_COLUMNS), "paper's best", "default to best", "verdict"]
    return [*markdown(head, rows, 2), "", "Above the paper's best: " + (", ".join(above) or "none") + "."]


# ---- DIVINE, table 2 ----------------------------------------------------------------------------

# The paper's lengths of counterexamples for -O0 and -O1: "new" with tau, tau+, and both with store visibility.
COUNTEREXAMPLE_TABLE = {
    "peterson-bug.c": [(54, 40, 26, 12), (37, 31, 20, 12)],
    "global.c": [(21, 18, 12, 9), (19, 16, 12, 9)],
}
# The columns of the paper, then ours: what its reductions find, as found, and as it is told.
COUNTEREXAMPLE_COLUMNS = [
    ("tau", ["--reduction", "tau", "--no-store-visibility", "--no-minimise"]),
    ("tau+", ["--reduction", "tau+", "--no-store-visibility", "--no-minimise"]),
    ("tau, store", ["--reduction", "tau", "--no-minimise"]),
    ("tau+, store", ["--reduction", "tau+", "--no-minimise"]),
    ("default, found", ["--no-minimise"]),
    ("default, told", DEFAULT),
]


def table_counterexamples(bench):
    """DIVINE, table 2: steps of a counterexample, with the paper's figures in parentheses"""
    lines = [(program, level) for program in COUNTEREXAMPLE_TABLE for level in range(2)]
    results = iter(bench.grid([("papers/" + program, [*extra, f"-O{level}"], {}, "violated")
                               for program, level in lines for _, extra in COUNTEREXAMPLE_COLUMNS]))
    rows, above = [], []
    for program, level in lines:
        paper, cells = COUNTEREXAMPLE_TABLE[program][level], []
        for k in range(len(COUNTEREXAMPLE_COLUMNS)):
            told = next(results)
            steps = told.violation.get("steps")
            cells.append(number(steps) + (f" ({number(paper[k])})" if k < len(paper) else ""))
        if steps is None or steps > paper[-1]:
            above.append(f"{program} -O{level}")
        needs = "needs" if told.violation.get("context_switches_minimal") else "with"
        rows.append([program, f"-O{level}", *cells, number(paper[-1]),
                     f"{needs} {told.violation.get('context_switches')}"])
    if above:
        bench.problem("counterexamples longer than the paper's: " + ", ".join(above))
    head = ["program", "", *(label for label, _ in COUNTEREXAMPLE_COLUMNS), "paper's best", "context switches"]
    return [*markdown(head, rows, 2), "", "Above the paper's best: " + (", ".join(above) or "none") + "."]


# ---- B: pancam, figures 9, 10, 11 ---------------------------------------------------------------

PHILOSOPHERS = {2: (59, 37), 3: (534, 380), 4: (4762, 3130), 5: (42386, 25021), 6: None, 7: None}
# None stands for the paper's "!", out of memory.
IPC = {1: (156863, 234), 2: (625359, 316), 3: (1529342, 479), 4: (None, 654), 15: (None, 22629), 30: None}
BOUND_4 = ["--context-bound", "4", "--no-spurious-wakeups"]  # as in the paper
PANCAM_COLUMNS = [("global", GLOBAL), ("superstep", SUPERSTEP), ("default", DEFAULT)]


def pancam_jobs(program, extra, definitions, wanted="holds"):
    return [("papers/" + program, [*option, *extra], definitions, wanted) for _, option in PANCAM_COLUMNS]


def table_pancam(bench):
    """pancam, figure 11: states of the philosophers, and of the IPC module within 4 context switches"""
    quick = bench.options.quick
    lines = [("Phil", "n", n, paper, "philosophers.c", [], {"N": n}) for n, paper in PHILOSOPHERS.items()
             if not quick or n <= 5]
    lines += [("IPC", "m", m, paper, "ipc.c", BOUND_4, {"DEPTH": m}) for m, paper in IPC.items() if not quick or m <= 4]
    results = iter(bench.grid([job for line in lines for job in pancam_jobs(*line[4:])]))
    rows, above = [], []
    for name, letter, size, paper, *_ in lines:
        figures = [next(results) for _ in PANCAM_COLUMNS]
        theirs = ["", ""] if paper is None else ["!" if p is None else number(p) for p in paper]
        best = paper[1] if paper else None
        default = figures[-1]
        if best and default.is_done() and default.states > best:
            above.append(f"{name} {letter}={size}")
        rows.append([f"{name} {letter}={size}", *(f.count() for f in figures), *theirs,
                     ratio(default.states, best) if default.is_done() else ""])
    head = ["program", *(label for label, _ in PANCAM_COLUMNS), "paper's global", "paper's superstep",
            "default to superstep"]
    return [*markdown(head, rows), "", "Above the paper's best: " + (", ".join(above) or "none") + "."]


def table_robots(bench):
    """pancam, figure 10: states of the two robots, by size of the board"""
    sizes = range(2, 7 if bench.options.quick else 13)
    results = iter(bench.grid([job for n in sizes for job in pancam_jobs("robots.c", [], {"SIZE": n})]))
    rows = [[str(n), *(next(results).count() for _ in PANCAM_COLUMNS)] for n in sizes]
    return markdown(["size", *(label for label, _ in PANCAM_COLUMNS)], rows, 0)


def bounded_verdict(bench, figures, bound):
    """The verdict of a row of figure 9. Supersteps count switches between supersteps only, so theirs may differ."""
    plain, superstep, default = figures
    if plain.is_done() and default.is_done() and plain.verdict != default.verdict:
        bench.problem(f"figure 9, bound {bound}: {plain.verdict} with global, {default.verdict} with the default")
    if superstep.is_done() and superstep.verdict != plain.verdict:
        return f"{plain.verdict} (superstep: {superstep.verdict})"
    return plain.verdict


def table_bounds(bench):
    """pancam, figure 9: states of Peterson's algorithm, by bound on context switches"""
    bounds = [*range(1, 5 if bench.options.quick else 13), None]
    programs = ["peterson.c", "peterson-bug.c"]
    jobs = []
    for bound in bounds:
        extra = [] if bound is None else ["--context-bound", str(bound)]
        for program in programs:
            # With few switches the bug is not there to be found, so either verdict can be right.
            expected = "holds" if program not in HAS_BUG else "violated" if bound is None else "either"
            jobs += pancam_jobs(program, extra, {}, expected)
    results = iter(bench.grid(jobs))
    rows = []
    for bound in bounds:
        row = ["none" if bound is None else str(bound)]
        for _ in programs:
            figures = [next(results) for _ in PANCAM_COLUMNS]
            row += [*(f.count() for f in figures), bounded_verdict(bench, figures, row[0])]
        rows.append(row)
    head = ["bound"]
    for name in ("", "bug: "):
        head += [*(name + label for label, _ in PANCAM_COLUMNS), name + "verdict"]
    return markdown(head, rows, 0)


# ---- C: each technique switched off -------------------------------------------------------------

SWITCHES = ["--no-supersteps", "--no-heap-symmetry", "--no-store-visibility", "--no-lock-reduction", "--no-future",
            "--no-value-reduction", "--no-thread-choice"]
SWITCH_PROGRAMS = [
    ("papers/peterson.c", [], {}), ("papers/peterson-bug.c", WHOLE, {}), ("papers/fifo.cc", [], {}),
    ("papers/ring.cc", [], {}), ("papers/global.c", WHOLE, {}), ("papers/philosophers.c", [], {"N": 4}),
    ("papers/robots.c", [], {"SIZE": 6}), ("papers/ipc.c", BOUND_4, {"DEPTH": 3}),
    ("programs/peterson.c", [], {"N": 10}), ("programs/counter.c", [], {"N": 10}),
    ("programs/philosophers.c", [], {"P": 4, "N": 2}), ("programs/bakery.c", [], {"N": 1}),
    ("programs/ticket.c", [], {"N": 3}), ("programs/ring.c", [], {"N": 20, "SIZE": 4}),
    ("deadlock/philosophers.c", [], {"N": 3, "FIXED": None}), ("deadlock/bank.c", [], {"N": 3, "FIXED": None}),
    ("deadlock/intersection.c", [], {"N": 3, "FIXED": None}), ("deadlock/printers.c", [], {"N": 3, "FIXED": None}),
    ("deadlock/chefs.c", [], {"N": 3, "FIXED": None}),
]


def table_switches(bench):
    """States under the default, and with one technique switched off"""
    columns = [DEFAULT, *([switch] for switch in SWITCHES), GLOBAL]
    jobs = [(program, [*column, *extra], definitions, "holds") for program, extra, definitions in SWITCH_PROGRAMS
            for column in columns]
    results = iter(bench.grid(jobs))
    rows = [[" ".join([program, *defines(definitions)]), *(next(results).count() for _ in columns)]
            for program, _, definitions in SWITCH_PROGRAMS]
    return markdown(["program", "default", *(switch[2:].replace("-", " ") for switch in SWITCHES), "global"], rows)


# ---- D: beside SPIN -----------------------------------------------------------------------------

# name, preprocessor definitions for both sides, what it is
PAIRS = [
    ("peterson", {"N": 250}, "Peterson's lock, 2 threads"),
    ("counter", {"N": 50}, "counter under a mutex, 3 threads"),
    ("philosophers", {"P": 5, "N": 4}, "dining philosophers, 5 threads, ordered forks"),
    ("bakery", {"N": 4}, "bakery lock, 3 threads"),
    ("ticket", {"N": 11}, "ticket lock and compare-exchange, 3 threads"),
    ("ring", {"N": 250, "SIZE": 8}, "ring buffer, producer, consumer, watcher"),
]
QUICK_PAIRS = {"peterson": {"N": 20}, "counter": {"N": 15}, "philosophers": {"P": 4, "N": 2}, "bakery": {"N": 2},
               "ticket": {"N": 4}, "ring": {"N": 40, "SIZE": 4}}
SPIN_RUNS = [("SPIN full", ["-DNOREDUCE"]), ("SPIN reduced", [])]


def build_spin(name, parameters, flags, directory):
    code, out, err = run(["spin", *defines(parameters), "-a", os.path.join(HERE, "models", name + ".pml")], directory)
    if code != 0:
        sys.exit(f"spin -a {name}.pml failed:\n{out}{err}")
    code, out, err = run(["gcc", "-O2", "-w", "-DSAFETY", "-DMEMLIM=16000", *flags, "-o", "pan", "pan.c"], directory)
    if code != 0:
        sys.exit(f"gcc pan.c ({name}) failed:\n{err}")


def run_spin(name, directory):
    """Runs pan. Its clock ticks in hundredths of a second, so short runs are timed from outside instead."""
    start = time.monotonic()
    code, out, err = run(["./pan", "-m1000000", "-w24"], directory)
    outside = time.monotonic() - start
    if code != 0 or "errors: 0" not in out:
        sys.exit(f"pan ({name}) failed:\n{out}{err}")

    def value(pattern):
        match = re.search(pattern, out)
        return float(match.group(1)) if match else None

    seconds = value(r"elapsed time ([0-9.]+) seconds") or 0
    megabytes = value(r"([0-9.]+)\s+actual memory usage for states") or value(r"([0-9.]+)\s+equivalent memory usage")
    total = value(r"([0-9.]+)\s+total actual memory usage")
    return Result("holds", data={
        "states": int(value(r"([0-9.e+]+) states, stored")), "time_s": seconds if seconds >= 0.1 else outside,
        "memory_bytes": total * 1e6 if total else None, "store_bytes": megabytes * 1e6 if megabytes else None})


def best_of(repeat, measure):
    first = measure()
    if not first.is_done():
        return first
    return min([first, *(measure() for _ in range(repeat - 1))], key=lambda result: result.seconds)


def measure_pair(bench, name, parameters):
    row, repeat, program = {}, bench.options.repeat, f"programs/{name}.c"
    for label, flags in SPIN_RUNS:
        with tempfile.TemporaryDirectory(prefix="heddle-bench-") as directory:
            build_spin(name, parameters, flags, directory)
            row[label] = best_of(repeat, lambda: run_spin(name, directory))
    row["heddle global"] = best_of(repeat, lambda: bench.check(program, GLOBAL, parameters))
    row["heddle global, 2 workers"] = best_of(repeat, lambda: bench.check(program, GLOBAL, parameters, workers=2))
    row["heddle global, mixed"] = best_of(
        repeat, lambda: bench.check(program, [*GLOBAL, "--search", "mixed"], parameters))
    row["heddle default"] = best_of(repeat, lambda: bench.check(program, DEFAULT, parameters))
    for label, result in row.items():
        bench.expect(result, "holds", f"{name}, {label}")
    return row


def table_spin(bench):
    """Beside SPIN on equivalent programs"""
    rows = []
    for name, parameters, _ in PAIRS:
        row = measure_pair(bench, name, QUICK_PAIRS[name] if bench.options.quick else parameters)
        spin, alone = row["SPIN full"], row["heddle global"]
        for label, r in row.items():
            if not r.is_done():
                rows.append([name, label, r.excuse(), *[""] * 6])
                continue
            is_ours = label.startswith("heddle")
            rows.append([name, label, number(r.states), number(r.seconds, 2), number(r.rate()),
                         ratio(r.memory, r.states, 0), ratio(r.store, r.states, 1),
                         ratio(r.rate(), spin.rate()) if is_ours else "",
                         ratio(alone.seconds, r.seconds) if "workers" in label else ""])
    described = [f"- {name} ({' '.join(defines(parameters))}): {what}" for name, parameters, what in PAIRS]
    return [*([] if bench.options.quick else [*described, ""]),
            *markdown(["program", "engine", "states", "seconds", "states/s", "bytes/state", "of them stored",
                       "states/s to SPIN full", "speed-up"], rows, 2)]


# ---- E: deadlocks -------------------------------------------------------------------------------

DEADLOCK_PROGRAMS = ["philosophers", "bank", "intersection", "printers", "chefs"]


def table_deadlock(bench):
    """Deadlocks: five programs with 3, 5 and 7 threads, each with the mistake and repaired"""
    rows = []
    for name in DEADLOCK_PROGRAMS:
        for threads in (3, 5) if bench.options.quick else (3, 5, 7):
            row = [name, str(threads)]
            for is_fixed in (False, True):
                definitions = {"N": threads, **({"FIXED": None} if is_fixed else {})}
                wanted, kind = ("holds", None) if is_fixed else ("violated", "deadlock")
                what = " ".join([f"deadlock/{name}.c", *defines(definitions)])
                r = bench.expect(bench.check(f"deadlock/{name}.c", DEFAULT, definitions), wanted, what, kind)
                verdict = " ".join([r.verdict, r.kind or ""]).strip() if r.is_done() else r.excuse()
                row += [verdict, number(r.states), number(r.seconds, 2)]
            rows.append(row)
    return markdown(["program", "threads", "as it is", "states", "seconds", "repaired", "states", "seconds"], rows)


# ---- ESBMC, tables 1 and 2 ----------------------------------------------------------------------


def smt(bench, row, *extra):
    """heddle smt on a row of the paper's, within its bounds."""
    bounds = [] if row.turns is None else ["--unwind", str(row.turns)]
    bounds += [] if row.switches is None else ["--context-bound", str(row.switches)]
    words = ["--memory-limit", "8G", *bounds, *extra, *defines(row.definitions),
             os.path.join(HERE, "smt", row.program + ".c")]
    what = f"{row.name} {' '.join(extra)}"
    return bench.expect(bench.ask("smt", words, what), "violated" if row.is_wrong else "holds", what)


def second_column(result, *figures):
    if not result.is_done():
        return result.excuse()
    return ", ".join([number(result.seconds, 2), *(number(result.smt[f]) for f in figures)])


def smt_row(bench, row):
    """Schedule and uw walk the whole tree before they ask: where counting its interleavings takes too long, they are
    left out."""
    wanted = "violated" if row.is_wrong else "holds"
    first = bench.expect(bench.check(f"smt/{row.program}.c", DEFAULT, row.definitions), wanted, row.name)
    lazy, counted = smt(bench, row), smt(bench, row, "--count-all")
    has_all, figures = counted.is_done() and not counted.not_searched, counted.smt
    others = [smt(bench, row, "--approach", name) if has_all else None for name in ("schedule", "uw")]
    return [row.name, wanted, "-" if row.turns is None else str(row.turns),
            "-" if row.switches is None else str(row.switches),
            second_column(first), second_column(lazy), row.lazy_seconds,
            f"{figures['failed']}/{figures['interleavings']}" if has_all else counted.excuse(), row.lazy,
            second_column(others[0]) if has_all else "-", row.schedule or "-",
            second_column(others[1], "iterations") if has_all else "-", row.uw or "-"]


def table_smt(bench):
    """ESBMC, tables 1 and 2: seconds, failing and all interleavings, iterations, with the paper's beside them"""
    rows = interleavings.TABLE_1 + interleavings.TABLE_2
    rows = [row for row in rows if not bench.options.quick or (row.switches or 99) <= 4]
    return markdown(["program", "verdict", "B", "C", "check, s", "lazy, s", "paper", "#FI/#I", "paper", "schedule, s",
                     "paper", "uw, s and Iter", "paper"], [smt_row(bench, row) for row in rows], 2)


# ---- F: many states -----------------------------------------------------------------------------


def table_large(bench):
    """50 million states within 8 GiB"""
    program, definitions = ("programs/counter.c", {"N": 40 if bench.options.quick else 172})
    rows = []
    for label, extra in (("exact store", GLOBAL), ("compact store", [*GLOBAL, "--store", "compact"])):
        r = bench.expect(bench.check(program, extra, definitions, limit=600), "holds", f"{program}, {label}")
        name = " ".join([program, *defines(definitions)])
        rows.append([name, label, r.count(), number(r.seconds, 1), number(r.rate()),
                     number(r.memory / 2**20) if r.memory else "", ratio(r.memory, r.states, 1)] if r.verdict else
                    [name, label, r.excuse(), *[""] * 4])
    return markdown(["program", "options", "states", "seconds", "states/s", "peak memory, MiB", "bytes/state"], rows, 2)


# ---- G: large tables in the program -------------------------------------------------------------

TABLES_RATIO_LIMIT = 1.5


def table_tables(bench):
    """1 MiB of initialised tables in the program: time per state"""
    rows, base = [], None
    size = {"N": 3 if bench.options.quick else 8}
    for label, definitions in (("a few bytes", size), ("1 MiB", {**size, "TABLES": None})):
        r = best_of(bench.options.repeat, lambda: bench.check("programs/tables.c", DEFAULT, definitions))
        bench.expect(r, "holds", f"programs/tables.c, {label}")
        per_state = r.seconds / r.states * 1e6 if r.is_done() else None
        base = base or per_state
        if base and per_state and per_state / base > TABLES_RATIO_LIMIT:
            bench.problem(f"tables: time per state grows by {per_state / base:.2f}, more than {TABLES_RATIO_LIMIT}")
        rows.append([label, r.count(), number(r.seconds, 2), number(per_state, 2), ratio(per_state, base)])
    return markdown(["tables", "states", "seconds", "microseconds/state", "ratio"], rows)


# ---- H: harnesses and abstraction -----------------------------------------------------------------

TIC_TAC_TOE = ["tictactoe/harness.c", "tictactoe/play.c"]
ARBITER = ["arbiter/harness.c", "arbiter/arbiter.c"]
ARBITER_ABSTRACTION = ["--unmatched", "arbiter,abstract_state", "--abstraction", "arbiter_abstraction"]
# won boards, as the harness counts them in an untracked variable, with the paper's number
WINS = {("tic-tac-toe", "heddle, whole"): 942, ("tic-tac-toe", "heddle, abstraction"): 135}
# name, engine, what it is given, the paper's states
MODELS = [
    ("tic-tac-toe", "SPIN alone", ("tictactoe/tictactoe.pml", [], [], ["-E"]), 5510),
    ("tic-tac-toe", "SPIN, C whole", ("tictactoe/harness.pml", ["play.c"], [], ["-E"]), 5510),
    ("tic-tac-toe", "SPIN, abstraction", ("tictactoe/harness.pml", ["play.c"], ["-DABSTRACT"], ["-E"]), 771),
    ("tic-tac-toe", "heddle, whole", (TIC_TAC_TOE, [], {}), None),
    ("tic-tac-toe", "heddle, abstraction", (TIC_TAC_TOE, [], {"ABSTRACT": None}), 765),
    ("arbiter", "SPIN alone", ("arbiter/arbiter.pml", [], [], []), 272068),
    ("arbiter", "SPIN, C whole", ("arbiter/harness.pml", ["arbiter.c", "judge.c"], [], []), 11453800),
    ("arbiter", "SPIN, abstraction", ("arbiter/harness.pml", ["arbiter.c", "judge.c"], ["-DABSTRACT"], []), 261543),
    ("arbiter", "heddle, whole", (ARBITER, [], {}), None),
    ("arbiter", "heddle, abstraction", (ARBITER, ARBITER_ABSTRACTION, {}), None),
]


def spin_harness(model, code, definitions, options):
    """States of a Promela file with the C code beside it that it drives."""
    with tempfile.TemporaryDirectory(prefix="heddle-bench-") as directory:
        path = os.path.join(HERE, model)
        sources = [os.path.join(os.path.dirname(path), file) for file in code]
        status, out, err = run(["spin", *definitions, "-a", path], directory)
        if status == 0:
            status, out, err = run(["gcc", "-O2", "-w", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=16000", "-I",
                                    os.path.dirname(path),
                                    "-o", "pan", "pan.c", *sources], directory)
        start = time.monotonic()
        if status == 0:
            status, out, err = run(["./pan", "-m1000000", *options], directory)
        states = re.search(r"([0-9]+) states, stored", out)
        if status != 0 or not states or "errors: 0" not in out:
            return Result("failed", reason=err or out)
        return Result("holds", data={"states": int(states.group(1)), "time_s": time.monotonic() - start})


def count_wins(bench, name, engine, r):
    """How many won boards the search has met, and the paper's number."""
    paper = WINS.get((name, engine))
    if paper is None:
        return ""
    wins = r.untracked.get("wins")
    if r.is_done() and wins != paper:
        bench.problem(f"{name}, {engine}: {wins} won boards instead of {paper}")
    return f"{number(wins)} ({number(paper)})"


def table_models(bench):
    """Harnesses: the whole state against an abstraction, with the paper's states and wins"""
    rows, whole = [], {}
    for name, engine, what, paper in MODELS:
        if bench.options.quick and (name, engine) == ("arbiter", "heddle, whole"):
            continue
        if engine.startswith("SPIN"):
            r = spin_harness(*what)
        else:
            files, extra, definitions = what
            r = bench.check(files, extra, definitions, limit=max(bench.options.limit, 300))
        bench.expect(r, "holds", f"{name}, {engine}")
        if r.verdict == "failed":
            bench.problem(f"{name}, {engine}: {r.reason.strip()[:200]}")
        if "whole" in engine:
            whole[name, engine.split(",")[0]] = r
        base = whole.get((name, engine.split(",")[0]))
        is_fewer = "abstraction" in engine and base and base.is_done() and r.is_done()
        rows.append([name, engine, r.count(), number(r.seconds, 2), ratio(base.states, r.states, 0) if is_fewer else "",
                     number(paper) if paper else "", count_wins(bench, name, engine, r)])
    return markdown(["program", "engine", "states", "seconds", "times fewer", "paper", "wins (paper)"], rows, 2)


# ---- I: pancam, figure 9, with SPIN ---------------------------------------------------------------

UNMATCHED = ["-DSWITCHES_UNMATCHED"]
# name, reduction, model, words for SPIN
FIGURE9_SERIES = [
    ("global", GLOBAL, "whole", []), ("superstep", SUPERSTEP, "whole", []),
    ("abs: global", GLOBAL, "abstract", []), ("abs: superstep", SUPERSTEP, "abstract", []),
    ("unmatched: global", GLOBAL, "abstract", UNMATCHED), ("unmatched: superstep", SUPERSTEP, "abstract", UNMATCHED),
]
FIGURE9_SOUND = 4  # so many of them find what is there to be found within a bound; the others may miss it
FIGURE9_PROGRAMS = [("With `volatile`", {}), ("Without `volatile`", {"PLAIN": None})]


def figure9_words(reduction, bound, definitions):
    return ["-O2", *reduction, *([] if bound is None else ["--context-bound", str(bound)]), *defines(definitions)]


def figure9_search(bench, job):
    """One point. A search to the end goes on after violations; otherwise the first one ends it."""
    bound, series, definitions, is_to_end = job
    name, reduction, model, spin_words = FIGURE9_SERIES[series]
    if bound is None and model == "abstract":
        spin_words = UNMATCHED  # nothing depends on the number of switches, which has no end
    folder = os.path.join(HERE, "figure9")
    words = ["--model", os.path.join(folder, model + ".pml"), *figure9_words(reduction, bound, definitions),
             os.path.join(folder, "peterson.c"), "--", "-O0", *spin_words, *(["-c0"] if is_to_end else [])]
    return bench.ask("spin", words, f"figure9, {name}, bound {bound}")


def figure9_points(bench, bounds):
    """(bound, series, program, whether to the end) -> Result"""
    keys = [(bound, series, program, is_to_end) for bound in bounds for series in range(len(FIGURE9_SERIES))
            for program in range(2) for is_to_end in (True, False)
            # There is nothing to end a search of the correct program before its end.
            if (is_to_end or (program == 1 and series < FIGURE9_SOUND)) and (bound or series < FIGURE9_SOUND)]
    jobs = [(bound, series, FIGURE9_PROGRAMS[program][1], is_to_end) for bound, series, program, is_to_end in keys]
    with concurrent.futures.ThreadPoolExecutor(bench.options.jobs) as pool:
        return dict(zip(keys, pool.map(lambda job: figure9_search(bench, job), jobs)))


def figure9_verdict(bench, points, bound, program):
    """heddle check's verdict, with which all searches that miss nothing must agree."""
    name, definitions = FIGURE9_PROGRAMS[program]
    verdicts = []
    for reduction in (GLOBAL, SUPERSTEP):
        r = bench.check("figure9/peterson.c", figure9_words(reduction, bound, definitions))
        for series in range(FIGURE9_SOUND):
            if r.is_done() and FIGURE9_SERIES[series][1] == reduction:
                bench.expect(points[bound, series, program, True], r.verdict,
                             f"figure9, {name}, bound {bound}, {FIGURE9_SERIES[series][0]}")
        verdicts.append(r.verdict or "-")
    return verdicts[0] if verdicts[0] == verdicts[1] else f"{verdicts[0]} (superstep: {verdicts[1]})"


def figure9_row(points, bound, program):
    row = ["none" if bound is None else str(bound)]
    for series, (_, reduction, _, _) in enumerate(FIGURE9_SERIES):
        r, whole = points.get((bound, series, program, True)), points[bound, int(reduction == SUPERSTEP), program, True]
        is_missed = r and r.is_done() and whole.is_done() and r.verdict != whole.verdict
        row.append((r.count() + (" (missed)" if is_missed else "")) if r else "")
    for series in range(FIGURE9_SOUND if program == 1 else 0):
        r = points[bound, series, program, False]
        row.append("" if r.verdict == "holds" else r.count())
    return row


def plot(bench, name, lines):
    """Draws bench/NAME/plot.gp beside the results."""
    folder = os.path.dirname(os.path.abspath(bench.options.results))
    with tempfile.TemporaryDirectory(prefix="heddle-bench-") as directory:
        data = os.path.join(directory, "points")
        with open(data, "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")
        try:
            code, out, err = run(["gnuplot", "-c", os.path.join(HERE, name, "plot.gp"), data,
                                  os.path.join(folder, name + ".svg")])
        except OSError:
            print(f"gnuplot is missing (package gnuplot-nox): {name}.svg stays as it is\n")
            return
    if code != 0:
        bench.problem(f"gnuplot: {(err or out).strip()[:200]}")


def plot_figure9(bench, points, bounds):
    """Draws the curves beside the results."""
    def point(bound, series, program):
        r = points[bound, series, program, True]
        return str(r.states) if r.is_done() else "?"  # gnuplot's word for a missing one

    blocks = [[" ".join([str(bound), *(point(bound, series, program) for series in range(len(FIGURE9_SERIES)))])
               for bound in bounds if bound] for program in range(2)]
    plot(bench, "figure9", "\n\n\n".join("\n".join(block) for block in blocks).split("\n"))


def table_figure9(bench):
    """pancam, figure 9, with SPIN: states of Peterson's algorithm, by bound on context switches"""
    bounds = [*range(1, 3 if bench.options.quick else 13), None]
    points = figure9_points(bench, bounds)
    lines = ["![States by bound on context switches](figure9.svg)"] if bench.options.results else []
    for program, (name, _) in enumerate(FIGURE9_PROGRAMS):
        first = [f"first: {series[0]}" for series in FIGURE9_SERIES[:FIGURE9_SOUND] if program == 1]
        head = ["bound", *(series[0] for series in FIGURE9_SERIES), *first, "verdict"]
        rows = [[*figure9_row(points, bound, program), figure9_verdict(bench, points, bound, program)]
                for bound in bounds]
        lines += [*([""] if lines else []), name + ":", "", *markdown(head, rows, 0)]
    found = [bound for bound in bounds if bound and points[bound, 0, 1, True].verdict == "violated"]
    if bench.options.results:
        plot_figure9(bench, points, bounds)
    return [*lines, "", f"Smallest bound that shows the bug: {min(found) if found else 'none of these'}."]


# ---- equal threads, and any number of them ------------------------------------------------------

ANY_PROGRAMS = [("rockall", "use"), ("spin-then-park", "work"), ("mutex", "work")]
EQUAL_ROWS = [("8 threads add and use the sum", {"ADDS": None, "N": 8, "JOINED": None}),
              ("7 threads with 3 sections each", {"SECTIONS": None, "N": 7}),
              ("the same, joined", {"SECTIONS": None, "N": 7, "JOINED": None}),
              ("50 threads count", {"COUNTS": None, "N": 50})]


def table_equal(bench):
    """Equal threads: states, and with threads that have names"""
    rows = []
    for title, definitions in EQUAL_ROWS:
        row = [title]
        for extra in (DEFAULT, ["--no-thread-symmetry"]):
            r = bench.expect(bench.check("any/equal.c", extra, definitions), "holds", title)
            row += [r.count(), number(r.seconds, 2)]
        rows.append(row)
    return markdown(["program", "states", "seconds", "with names", "seconds"], rows)


# program, definitions, executions that stateless search explores (optimal DPOR: Abdulla, Aronis, Jonsson, Sagonas,
# POPL 2014, by the pattern of its table 1), or None
CHOICE_ROWS = [("hash-table", {"N": 13}, None), ("file-system", {"N": 20}, 2 ** 7), ("file-system", {"N": 26}, 2 ** 13),
               ("last-zero", {"N": 8}, 11 * 2 ** 6), ("reorder", {"N": 8}, None), ("sections", {"N": 6}, None),
               ("fibonacci", {"NUM": 6}, None), ("readers-writers", {"N": 6}, None), ("work-queue", {"N": 5}, None),
               ("barrier", {"N": 6}, None), ("stack", {"N": 3}, None)]


def table_choice(bench):
    """Threads that seldom conflict: states with and without a choice of threads"""
    rows = []
    for name, definitions, executions in CHOICE_ROWS:
        title, row = f"{name}, {', '.join(f'{k} {v}' for k, v in definitions.items())}", []
        for extra in (DEFAULT, ["--no-thread-choice"], ["--no-thread-choice", "--no-value-reduction"], SUPERSTEP):
            r = bench.expect(bench.check(f"choice/{name}.c", extra, definitions), "holds", title)
            row += [r.count(), number(r.seconds, 2)]
        rows.append([title, *row, number(executions) if executions else ""])
    head = ["program", "default", "seconds", "no thread choice", "seconds", "nor values", "seconds", "superstep",
            "seconds", "executions, optimal DPOR"]
    return markdown(head, rows)


def any_column(bench, name, function, most):
    """Results for 1, 2, ... threads, until one is too many, and at last for any number."""
    program, words, column = f"../test/programs/any/{name}.c", ["--any-number", function], []
    for n in range(1, most + 1):
        if column and not column[-1].is_done():
            column.append(column[-1])  # more threads take no less
            continue
        r = bench.check(program, [*words, "--most-threads", str(n)])
        column.append(bench.expect(r, "holds", f"{name}, {n} threads"))
    return [*column, bench.expect(bench.check(program, words), "holds", f"{name}, any number of threads")]


def plot_any(bench, columns):
    lines = [" ".join([str(n + 1), *(str(c[n].states) if c[n].is_done() else "?" for c in columns),
                       *(str(c[-1].states) for c in columns)]) for n in range(len(columns[0]) - 1)]
    plot(bench, "any", lines)


def table_any(bench):
    """Any number of threads: searches with at most n of them, and counted"""
    most = 5 if bench.options.quick else 30
    columns = [any_column(bench, name, function, most) for name, function in ANY_PROGRAMS]
    rows = [[str(n + 1) if n < most else "any",
             *(cell for c in columns for cell in (c[n].count(), number(c[n].seconds, 2)))] for n in range(most + 1)]
    if bench.options.results:
        plot_any(bench, columns)
    head = ["threads", *(cell for name, _ in ANY_PROGRAMS for cell in (name, "seconds"))]
    lines = ["![States by number of threads](any.svg)", ""] if bench.options.results else []
    return [*lines, *markdown(head, rows, 0)]


# ---- formulas -----------------------------------------------------------------------------------

LEAST_SEARCH = 0.05  # seconds of SPIN's search, which has two digits; below, a ratio says nothing
GOAL_STATES = 2.5


def formula_native(bench, row):
    words = [*bench.one_worker, "--memory-limit", "8G", *row.native()]
    runs = [bench.ask("check", words, row.title())]
    if runs[0].is_done():
        runs += [bench.ask("check", words, row.title()) for _ in range(bench.options.repeat - 1)]
    return bench.expect(min(runs, key=lambda r: r.process), row.verdict, f"{row.title()}, {row.formula}", row.kind)


def formula_spin(bench, row, directory):
    """The same with SPIN, without the time for the compiler; `search` is SPIN's own clock."""
    kept = os.path.join(directory, "kept")
    words = ["--memory-limit", "8G", "--verifiers", os.path.join(directory, "verifiers"), *row.spin()]
    r = bench.ask("spin", words, row.title() + ", SPIN")
    if r.is_done():
        r = bench.ask("spin", ["--keep", kept, *words], row.title() + ", SPIN")
    r.search = None
    if r.is_done():
        with open(os.path.join(kept, "pan.out"), encoding="utf-8") as f:
            elapsed = re.findall(r"elapsed time ([0-9.]+)", f.read())
        r.search = float(elapsed[-1]) if elapsed else None
    if os.path.exists(kept):
        shutil.rmtree(kept)
    return bench.expect(r, row.verdict, f"{row.title()}, {row.formula}, SPIN", row.kind)


def formula_cells(r, search):
    if r is None:
        return ["", "", "", ""]
    if not r.is_done():
        return [r.excuse(), "", "", ""]
    return [number(r.states), number(r.process, 2), number(search, 2), number((r.memory or 0) / (1 << 20), 0)]


def formula_row(bench, row, directory, quotients):
    """A line of the table; quotients gets (title, of whole processes, of searches or None)."""
    native = formula_native(bench, row)
    spin = None if row.fairness == "strong" else formula_spin(bench, row, directory)
    whole = search = None
    if spin and spin.is_done() and native.is_done():
        whole = spin.process / native.process
        if spin.search and spin.search >= LEAST_SEARCH:
            search = spin.search / max(native.seconds, 1e-3)
        quotients.append((f"{row.title()}, {row.formula}", whole, search))
    verdict = f"{native.verdict} {native.kind or ''}".strip() if native.verdict else "-"
    return [row.title(), row.fairness, "`" + row.formula.replace("|", "\\|") + "`", verdict,
            *formula_cells(native, native.seconds), *formula_cells(spin, spin and spin.search),
            number(whole, 1), number(search, 1)]


def quotients_text(what, quotients):
    fast, slow = [q for _, q in quotients if q >= 5], [f"{title} ({q:.1f})" for title, q in quotients if q < 1]
    return (f"{what}: {len(quotients)} rows, 5 times faster or more in {len(fast)} of them, slower in "
            f"{'; '.join(slow) or 'none'}.")


def table_ltl(bench):
    """Formulas: heddle check beside heddle spin"""
    rows, quotients = formulas.small() + formulas.large(), []
    rows = rows[::8] if bench.options.quick else rows
    with tempfile.TemporaryDirectory(prefix="heddle-bench-") as directory:
        lines = [formula_row(bench, row, directory, quotients) for row in rows]
    searches = [(title, q) for title, _, q in quotients if q is not None]
    head = ["program", "fairness", "formula", "verdict", "states", "processor s", "search s", "MiB", "SPIN: states",
            "processor s", "search s", "MiB", "times faster", "search alone"]
    return [*markdown(head, lines, 4), "", quotients_text("Whole processes", [q[:2] for q in quotients]), "",
            quotients_text(f"Searches of which SPIN's takes {LEAST_SEARCH} s or more", searches)]


def table_ltl_states(bench):
    """Formulas about the programs of DIVINE's table 1: states, beside those of a search for faults by all threads"""
    rows, above = [], []
    for program in DIVINE_TABLE:
        for level in range(1 if bench.options.quick else 3):
            options = [f"-O{level}", *(["-DNDEBUG"] if program in HAS_BUG else [])]
            with_formula, plain = formulas.of_papers(program, options)
            # (With a formula no choice of threads is made.)
            base = bench.ask("check", [*bench.one_worker, "--no-thread-choice", *plain], program)
            bench.expect(base, "holds", program)
            for row in with_formula:
                r = bench.ask("check", [*bench.one_worker, *row.native()], row.title())
                bench.expect(r, "holds", f"{program} -O{level}, {row.formula}")
                is_known = base.is_done() and r.is_done()
                if is_known and r.states > GOAL_STATES * base.states:
                    above.append(f"{program} -O{level}, `{row.formula}`")
                rows.append([program, f"-O{level}", row.fairness, f"`{row.formula}`", base.count(), r.count(),
                             ratio(r.states, base.states) if is_known else ""])
    return [*markdown(["program", "", "fairness", "formula", "without", "with the formula", "ratio"], rows, 4), "",
            f"Above {GOAL_STATES} times: " + (", ".join(above) or "none") + "."]


# ---- all of it ----------------------------------------------------------------------------------

TABLES = {"divine": table_divine, "counterexamples": table_counterexamples, "pancam": table_pancam,
          "robots": table_robots, "bounds": table_bounds, "figure9": table_figure9, "switches": table_switches,
          "spin": table_spin, "deadlock": table_deadlock,
          "tables": table_tables, "models": table_models, "smt": table_smt, "equal": table_equal,
          "choice": table_choice, "any": table_any,
          "ltl": table_ltl, "ltl-states": table_ltl_states, "large": table_large}


def first_line(argv):
    try:
        done = subprocess.run(argv, capture_output=True, text=True, check=False)
        return (done.stdout or done.stderr).strip().split("\n")[0]
    except OSError:
        return "not there"


def machine():
    """CPU, memory and versions; nothing that names the host."""
    cpu, memory = "unknown", 0
    with open("/proc/cpuinfo", encoding="utf-8") as f:
        match = re.search(r"model name\s*:\s*(.*)", f.read())
        cpu = match.group(1) if match else cpu
    with open("/proc/meminfo", encoding="utf-8") as f:
        memory = int(re.search(r"MemTotal:\s*(\d+)", f.read()).group(1)) // (1 << 20)
    return [f"- processor: {cpu}, {os.cpu_count()} cores", f"- memory: {memory + 1} GiB",
            f"- kernel: {os.uname().sysname} {os.uname().release.split('-')[0]}",
            f"- clang: {first_line(['clang-19', '--version'])}", f"- gcc: {first_line(['gcc', '--version'])}",
            f"- spin: {first_line(['spin', '-V'])}"]


def write_results(path, sections):
    text = ["# Figures", "", "Written by `make bench`; bench/README.md says how to read it.", "",
            "## Machine", "", *machine()]
    for title, lines in sections:
        text += ["", "## " + title, "", *lines]
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join([*text, ""]))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", metavar="TABLE", help="some of: " + ", ".join(TABLES))
    parser.add_argument("--heddle", default=os.path.join(ROOT, "build", "heddle"))
    parser.add_argument("--quick", action="store_true", help="smaller sizes; without the table of many states")
    parser.add_argument("--large", action="store_true", help="the table of many states too, with --quick")
    parser.add_argument("--limit", type=int, default=None, help="seconds for one search (60; with --quick 10)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="searches at a time where no time is measured")
    parser.add_argument("--repeat", type=int, default=None, help="the fastest of so many runs counts (3; quick: 1)")
    parser.add_argument("--results", default=None, help="where to write the tables")
    options = parser.parse_args()
    for name in options.tables:
        if name not in TABLES:
            parser.error(f"there is no table '{name}'; there are: {', '.join(TABLES)}")
    options.limit = options.limit or (10 if options.quick else 60)
    options.repeat = options.repeat or (1 if options.quick else 3)
    if not options.results and not options.tables and not options.quick:
        options.results = os.path.join(HERE, "RESULTS.md")
    if not options.tables:
        with_large = options.large or not options.quick
        options.tables = [name for name in TABLES if name != "large" or with_large]
    return options


def main():
    options = parse_arguments()
    bench, sections = Bench(options), []
    for name in options.tables:
        start = time.monotonic()
        title = TABLES[name].__doc__
        print(f"## {title}\n", flush=True)
        lines = TABLES[name](bench)
        sections.append((title, lines))
        print("\n".join(lines) + f"\n\n({name}: {time.monotonic() - start:.0f} s)\n", flush=True)
        if options.results:
            write_results(options.results, sections)
    for text in bench.problems:
        print("problem: " + text)
    sys.exit(1 if bench.problems else 0)


if __name__ == "__main__":
    main()
