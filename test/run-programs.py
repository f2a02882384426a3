#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs heddle on every program in the folders of test/programs and compares verdict, kind and line with its header.

A program starts with // comments; these keys are understood (all but `expect`, or `check`, are optional):
  expect: violated KIND[|KIND] [line N[|N]]  |  holds  |  unknown ["text"]  |  error "text"
  expect@-O2: ...     another expectation for one optimisation level
  options: ...        more options of heddle (several lines allowed)
  args: ...           the program's own arguments, after --
  files: ...          more source files
  levels: -O0 -O2     default: -O0 for programs with threads, "-O0 -O2" for the others
  switches: N         a violation is told by a run that needs N context switches, with the default search and reduction
  states: N           states of the default search with the default reduction
  orders: mixed bfs   only these orders of the search find it; others have too much to do, or no end
  message: regex      must match what heddle prints (several lines allowed)
  no-message: regex   must not
  violations: KIND LINE[+LINE][; ...]   exactly these are reported (with --continue), in this order; a race has two
                      lines, and line 0 is nowhere
  no-none: reason     the program is too large for --reduction none
  check: EXPECTATION: OPTIONS   instead of `expect`, any number of these: each is a run of its own, with what `expect`
                      would say and options in addition to those of `options`

A program with pthread_create, thrd_create or std::thread in it, or in a file that it includes, runs under every search
and every reduction; all must agree. Violations found by the first combination are replayed from their trace file as
well. heddle runs inside test/programs, so names in headers are relative to it.
"""
import argparse
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from progress import Progress

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
PROGRAMS = os.path.join(HERE, "programs")
SHARED = "parts"                # what several programs include or name; no programs
ENDINGS = (".c", ".cc", ".i", ".ii", ".ll")

EXIT_CODES = {"holds": 0, "violated": 1, "error": 2, "unknown": 3}
BOUND_OPTIONS = ("--context-bound", "--nondet-range", "--clock-ticks", "--rwlock", "--stub", "--untracked",
                 "--no-spurious-wakeups", "--suppress", "--weak-fairness", "--strong-fairness")
THREADS = re.compile(r"pthread_create|thrd_create|std::(j?thread|async)\b")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
NUMBERS = ("states", "transitions", "depth", "time_s", "memory_bytes")


class BadHeader(Exception):
    pass


@dataclass
class Expect:
    verdict: str
    kinds: list = field(default_factory=list)
    lines: list = field(default_factory=list)
    text: str = ""


@dataclass
class Spec:
    name: str
    expect: Expect = None
    at_level: dict = field(default_factory=dict)
    options: list = field(default_factory=list)
    args: list = field(default_factory=list)
    files: list = field(default_factory=list)
    levels: list = None
    states: int = None
    switches: int = None
    messages: list = field(default_factory=list)
    no_messages: list = field(default_factory=list)
    violations: list = None
    no_none: str = ""
    orders: list = field(default_factory=list)
    has_threads: bool = False
    label: str = ""             # the name, and options that tell it from other runs of the program


def parse_expect(text):
    m = re.fullmatch(r'(holds|unknown|error|violated)\s*(.*)', text)
    if not m:
        raise BadHeader(f"expect: cannot read '{text}'")
    verdict, rest = m.groups()
    if verdict == "violated":
        m = re.fullmatch(r'([a-z|-]+)(?:\s+line\s+([0-9|]+))?', rest)
        if not m:
            raise BadHeader(f"expect: cannot read '{text}'")
        lines = [int(n) for n in m.group(2).split("|")] if m.group(2) else []
        return Expect(verdict, m.group(1).split("|"), lines)
    if verdict == "holds":
        return Expect(verdict, text=f"holds {rest} [" if rest else "")
    m = re.fullmatch(r'(?:"(.*)")?', rest)
    if not m:
        raise BadHeader(f"expect: cannot read '{text}'")
    return Expect(verdict, text=m.group(1) or "")


def parse_violations(text):
    found = []
    for one in text.split(";"):
        m = re.fullmatch(r"\s*([a-z-]+) (\d+)(?:\+(\d+))?\s*", one)
        if not m:
            raise BadHeader(f"violations: cannot read '{one}'")
        found.append((m.group(1), sorted(int(n) for n in m.groups()[1:] if n)))
    return found


def reported(result):
    """The violations of a JSON result as parse_violations has them."""
    return [(v["kind"], sorted([v["line"] or 0] + ([v["other"]["line"]] if "other" in v else [])))
            for v in result.get("violations", [])]


def header_lines(source):
    for line in source.splitlines():
        if not line.startswith("//"):
            break
        m = re.match(r'//\s*([a-z-]+(?:@-O\w)?):\s*(.*?)\s*$', line)
        if m:
            yield m.groups()


def with_includes(path, seen):
    """The text of a file and of the files in test/programs that it includes."""
    if path in seen or not os.path.exists(path):
        return ""
    seen.add(path)
    with open(path, encoding="utf-8") as f:
        source = f.read()
    return source + "".join(with_includes(os.path.normpath(os.path.join(os.path.dirname(path), name)), seen)
                            for name in INCLUDE.findall(source))


def parse_check(spec, text):
    """One of several runs of a program: its expectation and its own options."""
    expectation, colon, words = text.partition(": ")
    if not colon:
        raise BadHeader(f"check: cannot read '{text}'")
    return replace(spec, expect=parse_expect(expectation), options=[*spec.options, *shlex.split(words)],
                   label=f"{spec.name} {words}")


def read_specs(path):
    """What a program's header says: a Spec for each run that it asks for."""
    with open(path, encoding="utf-8") as f:
        source = f.read()
    spec, checks = Spec(os.path.relpath(path, PROGRAMS)), []
    spec.label = spec.name
    for key, value in header_lines(source):
        if key == "expect":
            spec.expect = parse_expect(value)
        elif key.startswith("expect@"):
            spec.at_level[key[len("expect@"):]] = parse_expect(value)
        elif key in ("options", "args", "files"):
            getattr(spec, key).extend(shlex.split(value))
        elif key in ("levels", "orders"):
            setattr(spec, key, value.split())
        elif key in ("states", "switches"):
            setattr(spec, key, int(value))
        elif key == "check":
            checks.append(value)
        elif key == "message":
            spec.messages.append(value)
        elif key == "no-message":
            spec.no_messages.append(value)
        elif key == "violations":
            spec.violations = (spec.violations or []) + parse_violations(value)
        elif key == "no-none":
            spec.no_none = value
    if bool(spec.expect) == bool(checks):
        raise BadHeader("no 'expect:' line" if not checks else "both 'expect:' and 'check:' lines")
    seen = set()
    files = [path, *(os.path.join(PROGRAMS, name) for name in spec.files)]
    spec.has_threads = any(THREADS.search(with_includes(name, seen)) for name in files)
    if spec.levels is None:
        spec.levels = ["-O0"] if spec.has_threads else ["-O0", "-O2"]
    return [parse_check(spec, text) for text in checks] or [spec]


def all_ways(spec):
    """The (search, reduction) pairs that a program runs under at its first level."""
    if spec.orders:
        return [(search, "default") for search in spec.orders]
    pairs = [("mixed", "default"), ("dfs", "default"), ("bfs", "default"), ("mixed", "global")]
    if not spec.name.startswith("real/"):       # those are larger
        pairs += [("dfs", "tau+")]
        # With supersteps a context bound means something else.
        if not any(o.startswith("--context-bound") for o in spec.options):
            pairs += [("mixed", "superstep")]
        if not spec.no_none:
            pairs += [("dfs", "none")]
    return pairs


def lot_of(spec, options):
    return zlib.crc32(spec.label.encode()) + options.seed


def is_replayed(spec, options, search, is_default):
    """Whether a violation that is found this way is replayed: with --ways one that of every third program, with rest
    those of the others."""
    is_third = lot_of(spec, options) % 3 == 0
    if options.no_replay:
        return False
    if options.ways == "one":
        return is_default and is_third
    return is_default or (options.ways == "rest" and search == "dfs" and not is_third)


def ways_of(spec, level, options):
    """The (search, reduction) pairs that a program runs under at a level; None is the default.

    Levels other than the first have the default order and reduction only.
    """
    lot = lot_of(spec, options)
    is_drawn = level == spec.levels[lot % len(spec.levels)]
    if options.ways == "one" and not is_drawn:
        return []
    if not spec.has_threads:
        return [] if options.ways == "rest" and is_drawn else [(None, None)]
    first, *others = all_ways(spec) if level == spec.levels[0] else [("mixed", "default")]
    if options.ways == "rest":
        return [first] * (not is_drawn) + [way for i, way in enumerate(others) if (i + lot) % 5 == 0]
    if options.ways == "some" and others:
        lot %= 2 * len(others)
        others = others[lot:lot + 1]        # none for every second program
    return [first] if options.ways == "one" else [first, *others]


def run(command, timeout):
    """Runs one command in test/programs: (exit code or None if it hung, output)."""
    p = subprocess.Popen(command, cwd=PROGRAMS, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, start_new_session=True)
    try:
        out, _ = p.communicate(timeout=timeout)
        return p.returncode, out.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, signal.SIGKILL)
        out, _ = p.communicate()
        return None, out.decode("utf-8", "replace")


def check_json(spec, expect, result, is_default):
    problems = []
    if result.get("verdict") != expect.verdict:
        problems.append(f"JSON verdict is {result.get('verdict')}, expected {expect.verdict}")
        return problems
    for key in NUMBERS:
        if not isinstance(result.get(key), (int, float)) or isinstance(result.get(key), bool):
            problems.append(f"JSON has no number '{key}'")
    if expect.verdict == "violated":
        violation = result.get("violation") or {}
        if violation.get("kind") not in expect.kinds:
            problems.append(f"kind is {violation.get('kind')}, expected {'|'.join(expect.kinds)}")
        if spec.switches is not None and is_default:
            counted = violation.get("context_switches"), violation.get("context_switches_minimal")
            if counted != (spec.switches, True):
                problems.append(f"context switches, and whether they are needed: {counted}, expected {spec.switches}")
        if expect.lines and violation.get("line") not in expect.lines:
            problems.append(f"line is {violation.get('line')}, expected {'|'.join(map(str, expect.lines))}")
    if spec.violations is not None and reported(result) != spec.violations:
        problems.append(f"violations are {reported(result)}, expected {spec.violations}")
    if expect.verdict == "holds":
        is_bounded = expect.text or any(o.split("=")[0] in BOUND_OPTIONS for o in spec.options)
        if result.get("bounds") and not is_bounded:
            problems.append(f"holds with bounds {result['bounds']}, but none was asked for")
        if "--context-bound" in spec.options and not result.get("bounds"):
            problems.append("holds without naming the bound that was in force")
    if spec.states is not None and is_default and result.get("states") != spec.states:
        problems.append(f"{result.get('states')} states, expected {spec.states}")
    return problems


def check_output(spec, expect, output):
    problems = []
    if expect.text and expect.text not in output:
        problems.append(f"the output does not contain '{expect.text}'")
    for regex in spec.messages:
        if not re.search(regex, output, re.M):
            problems.append(f"the output does not match /{regex}/")
    for regex in spec.no_messages:
        if re.search(regex, output, re.M):
            problems.append(f"the output matches /{regex}/")
    return problems


def check_replay(heddle, trace, spec, expect, timeout):
    command = [heddle, "replay", trace]
    code, output = run(command, timeout)
    n = len(spec.violations or [0])
    if code != 1 or not any(kind in output for kind in expect.kinds) or output.count("[replay of ") != n:
        return [f"replay of the trace: exit code {code}, expected 1 and the kind; command: "
                f"{shlex.join(command)}\n{output}"]
    return []


def check_one(options, spec, level, search, reduction):
    """Runs one program one way: (command, problems, output)."""
    expect = spec.at_level.get(level, spec.expect)
    is_default = (search, reduction) in ((None, None), ("mixed", "default"))
    with tempfile.TemporaryDirectory(prefix="heddle-test-") as tmp:
        json_path, trace = os.path.join(tmp, "out.json"), os.path.join(tmp, "trace")
        command = [options.heddle, "check", "--json", json_path, level]
        if search:
            command += ["--search", search, "--reduction", reduction]
        with_replay = expect.verdict == "violated" and is_replayed(spec, options, search, is_default)
        if with_replay:
            command += ["--trace", trace]
        command += spec.options + [spec.name] + spec.files
        if spec.args:
            command += ["--"] + spec.args
        code, output = run(command, options.timeout)
        problems = []
        if code is None:
            problems.append(f"no answer within {options.timeout} s")
        elif code != EXIT_CODES[expect.verdict]:
            problems.append(f"exit code {code}, expected {EXIT_CODES[expect.verdict]} ({expect.verdict})")
        else:
            problems += check_output(spec, expect, output)
            if expect.verdict != "error":
                try:
                    with open(json_path, encoding="utf-8") as f:
                        problems += check_json(spec, expect, json.load(f), is_default)
                except (OSError, ValueError) as e:
                    problems.append(f"no usable JSON: {e}")
            if with_replay and not problems:
                problems += check_replay(options.heddle, trace, spec, expect, options.timeout)
        return command, problems, output


def failure_text(spec, command, problems, output):
    shown = output if len(output) < 4000 else output[:2500] + "\n[...]\n" + output[-1400:]
    lines = [f"{spec.label}: {'; '.join(problems)}", f"     command: {shlex.join(command)}"]
    return "\n".join(lines + [f"     | {line}" for line in shown.splitlines()])


def parse_options():
    p = argparse.ArgumentParser(description="runs heddle on the programs of test/programs")
    p.add_argument("words", nargs="*", help="only programs whose path contains one of these: mutex, cond/reaches, wait")
    p.add_argument("--heddle", default=os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle")))
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    p.add_argument("--timeout", type=float, default=120.0, help="seconds for each run")
    p.add_argument("--ways", choices=("one", "some", "all", "rest"), default="all",
                   help="how a program is compiled and searched. one: at one of its levels, with the default order "
                        "and reduction; some: at all levels, and half of those with threads in another way; all: in "
                        "every way; rest: at the other levels, and in every fifth way of the others. The seed chooses")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--no-replay", action="store_true", help="do not replay the counterexamples")
    p.add_argument("--list", action="store_true", help="print the programs and their expectation, run nothing")
    p.add_argument("--verbose", action="store_true", help="print every run")
    return p.parse_args()


def program_names():
    """The programs as FOLDER/FILE, relative to test/programs."""
    for folder, _, files in os.walk(PROGRAMS):
        folder = os.path.relpath(folder, PROGRAMS)
        if folder != SHARED:
            yield from (os.path.join(folder, name) for name in files if name.endswith(ENDINGS))


def collect(words):
    """The programs with one of the words in their path, and how many of them have a header that cannot be read."""
    specs, failures = [], 0
    for name in sorted(program_names()):
        if words and not any(word in name for word in words):
            continue
        try:
            specs.extend(read_specs(os.path.join(PROGRAMS, name)))
        except BadHeader as e:
            print(f"FAIL {name}: {e}")
            failures += 1
    return specs, failures


def main():
    options = parse_options()
    options.heddle = os.path.abspath(options.heddle)
    specs, failed = collect(options.words)
    if options.list:
        for s in specs:
            print(f"{s.label:44} {s.expect.verdict} {'|'.join(s.expect.kinds)}")
        print(f"{len(specs)} programs, {sum(s.has_threads for s in specs)} with threads")
        return 1 if failed else 0
    runs = [(s, level, search, reduction) for s in specs for level in s.levels
            for search, reduction in ways_of(s, level, options)]
    progress = Progress("programs", len(runs))
    progress.failed = failed

    def job(item):
        command, problems, output = check_one(options, *item)
        progress.count(failure_text(item[0], command, problems, output) if problems else None)
        if options.verbose and not problems:
            print("ok  ", shlex.join(command))

    with ThreadPoolExecutor(options.jobs) as pool:
        for _ in pool.map(job, runs):
            pass
    return progress.finish()


if __name__ == "__main__":
    sys.exit(main())
