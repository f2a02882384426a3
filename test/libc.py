#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the conformance tests of the library models, test/libc/*.c and *.cc, and compares them with runtime/libc.def.

A test is a function `void pass_NAME(void)`, `void fail_NAME(void)` or `void refuse_NAME(void)`, where NAME is a
function of the library, with an optional __word behind it when there is more than one. The comment lines directly
above it say what it shows:
  // checks: ...             pass_: the program must hold; what that shows
  // violates: KIND: ...     fail_: it must be violated with this kind (KIND|KIND: one of them); what that shows
  // unknown: ...            refuse_: the verdict must be unknown, with this text in its reason
  // options: ...            more options of heddle
  // no-m32: reason          the test does not run with -m32
A comment line without a key goes on with the line before.

Besides, every row of runtime/libc.def must have its tests, every test and every public function of runtime/ its row,
and doc/conformance.md must be what --write-doc makes of rows and tests.
"""
import argparse
import difflib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from progress import Progress

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
TESTS = os.path.join(HERE, "libc")
MAIN = os.path.join(TESTS, "main.c")
ROWS = os.path.join(ROOT, "runtime", "libc.def")
KINDS = os.path.join(ROOT, "src", "ir", "kinds.def")
DOCUMENT = os.path.join(ROOT, "doc", "conformance.md")

VERDICTS = {"pass": "holds", "fail": "violated", "refuse": "unknown"}
EXIT_CODES = {"holds": 0, "violated": 1, "unknown": 3}
TEXT_KEYS = {"pass": "checks", "fail": "violates", "refuse": "unknown"}
FIDELITIES = {"FULL": "full", "PARTIAL": "partial", "ACCEPTED": "accepted", "REFUSED": "refused"}

# Functions that no model defines: the front end knows them itself (callee_kind in src/front/lower_call.c), or the
# headers turn them into something else, which is named here when it must be there.
FRONT = {"memcpy", "memmove", "memset", "setjmp", "longjmp", "siglongjmp", "fmod", "fmodf", "fmodl",
         "heddle_atomic_begin", "heddle_atomic_end"}
HEADERS = {"assert": "__assert_fail", "assert_perror": "__assert_perror_fail", "sigsetjmp": None, "alloca": None,
           "va_start": None, "va_arg": None, "va_copy": None, "va_end": None}
# Generic macros that the compiler turns into instructions or classification calls.
HEADER_FAMILIES = re.compile(r"atomic_\w+|is(finite|inf|nan|normal|greater\w*|less\w*|unordered)|fpclassify|signbit|"
                             r"static_assert|pthread_cleanup_(push|pop)\w*")


class BadTest(Exception):
    pass


@dataclass
class Row:
    header: str
    name: str
    fidelity: str
    note: str


@dataclass
class Test:
    file: str
    name: str
    form: str                   # pass, fail or refuse
    function: str
    text: str = ""              # what it shows
    kinds: list = field(default_factory=list)
    options: list = field(default_factory=list)
    no_m32: str = ""


# ---- rows -----------------------------------------------------------------------------------------

STRING = r'"((?:[^"\\]|\\.)*)"'
ROW = re.compile(rf'^FUNCTION\(\s*{STRING}\s*,\s*(\w+)\s*,\s*(\w+)\s*,\s*((?:{STRING}\s*)+)\)', re.M)


def read_rows(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    rows = [Row(m[1], m[2], m[3], "".join(re.findall(STRING, m[4])).replace('\\"', '"')) for m in ROW.finditer(text)]
    if len(rows) != len(re.findall(r"^FUNCTION\(", text, re.M)):
        seen = {r.name for r in rows}
        bad = [m for m in re.findall(r"^FUNCTION\([^,]*,\s*(\w+)", text, re.M) if m not in seen]
        raise BadTest(f"{os.path.relpath(path, ROOT)}: rows that cannot be read: {', '.join(bad) or '?'}")
    return rows


def check_rows(rows):
    problems = [f"libc.def: {r.name} has the fidelity {r.fidelity}, which does not exist"
                for r in rows if r.fidelity not in FIDELITIES]
    problems += [f"libc.def: {r.name} is {FIDELITIES[r.fidelity]}, but its note does not say what that means"
                 for r in rows if r.fidelity in ("PARTIAL", "ACCEPTED", "REFUSED") and not r.note]
    keys = [(r.header, r.name) for r in rows]
    for before, after in zip(keys, keys[1:]):
        if before >= after:
            problems.append(f"libc.def: not sorted, or twice: {after[1]} of {after[0]} after {before[1]} of "
                            f"{before[0]}")
    twice = {r.name for r in rows if sum(o.name == r.name for o in rows) > 1}
    problems += [f"libc.def: {name} has more than one row" for name in sorted(twice)]
    return problems


# ---- tests ----------------------------------------------------------------------------------------

TEST = re.compile(r'^\s*(?:extern\s+"C"\s+)?void\s+((pass|fail|refuse)_(\w+))\s*\(\s*(\w*)\s*\)\s*(\{|$)')
LOOKS_LIKE_TEST = re.compile(r'^\w.*\b((?:pass|fail|refuse)_\w+)\s*\([^;]*$')
KEY = re.compile(r"(checks|violates|unknown|options|no-m32):\s*(.*)")


def comment_above(lines, at):
    """The comment lines directly above line `at`, as (key, text) pairs."""
    start = at
    while start > 0 and lines[start - 1].lstrip().startswith("//"):
        start -= 1
    pairs = []
    for line in lines[start:at]:
        text = line.lstrip().lstrip("/").strip()
        m = KEY.fullmatch(text)
        if m:
            pairs.append([m[1], m[2]])
        elif pairs:
            pairs[-1][1] += " " + text
    return pairs


def make_test(file, match, pairs, kinds):
    name, form, rest = match[1], match[2], match[3]
    test = Test(file, name, form, re.sub(r"(?<=.)__.*", "", rest))
    if match[4] != "void":
        raise BadTest(f"{file}: {name} must be written as `void {name}(void)`")
    for key, text in pairs:
        if key == "options":
            test.options += shlex.split(text)
        elif key == "no-m32":
            test.no_m32 = text
        elif key != TEXT_KEYS[form]:
            raise BadTest(f"{file}: {name}: '{key}:' does not fit a {form}_ test; write '{TEXT_KEYS[form]}:'")
        else:
            test.text = f"{test.text}; {text}" if test.text else text
    if form == "fail" and test.text:
        kind, _, test.text = (part.strip() for part in test.text.partition(":"))
        test.kinds = kind.split("|")
        unknown = [k for k in test.kinds if k not in kinds]
        if unknown:
            raise BadTest(f"{file}: {name}: there is no violation kind '{unknown[0]}'")
    if not test.text:
        raise BadTest(f"{file}: {name}: no '// {TEXT_KEYS[form]}: ...' line directly above it that says what it shows")
    return test


def read_tests(directory):
    """All tests in order of file and place, and the problems of those that cannot be used."""
    with open(KINDS, encoding="utf-8") as f:
        kinds = set(re.findall(r'^KIND\(\w+, "([^"]+)"', f.read(), re.M))
    tests, problems = [], []
    for file in sorted(os.listdir(directory)):
        if not file.endswith((".c", ".cc")) or file == "main.c":
            continue
        with open(os.path.join(directory, file), encoding="utf-8") as f:
            lines = f.read().splitlines()
        for at, line in enumerate(lines):
            m = TEST.match(line)
            if not m:
                lost = LOOKS_LIKE_TEST.match(line)
                problems += [f"{file}: {lost[1]} must be written as `void {lost[1]}(void)`"] if lost else []
                continue
            try:
                tests.append(make_test(file, m, comment_above(lines, at), kinds))
            except BadTest as e:
                problems.append(str(e))
    seen = {}
    for t in tests:
        if (t.file, t.name) in seen:
            problems.append(f"{t.file}: there are two tests {t.name}")
        seen[t.file, t.name] = t
    return tests, problems


# ---- rows, tests and models belong together -------------------------------------------------------

def base_name(name, known):
    """open64 is open with 64-bit offsets and shares its row."""
    return name[:-2] if name.endswith("64") and name not in known and name[:-2] in known else name


def check_coverage(rows, tests):
    names = {r.name for r in rows}
    have = {(t.form, base_name(t.function, names)) for t in tests}
    problems = []
    for r in rows:
        forms = ("refuse",) if r.fidelity == "REFUSED" else ("pass", "fail")
        problems += [f"{r.name} ({r.header}) has no {form}_ test" for form in forms if (form, r.name) not in have]
    for t in tests:
        if base_name(t.function, names) not in names:
            problems.append(f"{t.file}: {t.name} tests {t.function}, which has no row in runtime/libc.def")
    return problems


def defined_functions(module):
    """A module's weak functions, all of them, and those that it lacks. (llvm-nm lists variables, too.)"""
    p = subprocess.run(["llvm-dis-19", "-o", "-", module], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if p.returncode:
        raise BadTest(f"llvm-dis-19 {module}: {p.stderr.strip()}")
    text = p.stdout
    functions = re.findall(r"^define (weak )?[^@\n]*@([\w.]+)\(", text, re.M)
    defined = {name for _, name in functions}
    for name, is_weak, target in re.findall(r"^@([\w.]+) = (weak )?[^@\n]*\balias [^@\n]*@([\w.]+)", text, re.M):
        functions += [(is_weak, name)] if target in defined else []
    lacking = set(re.findall(r"^declare [^@\n]*@([\w.]+)\(", text, re.M))
    return {name for is_weak, name in functions if is_weak}, {name for _, name in functions}, lacking


def check_names(module, weak, defined):
    """The list of a module's functions that heddle is built with is sorted and has what others can link to."""
    path = module.removesuffix(".bc") + "_names"
    with open(path, encoding="ascii") as f:
        names = f.read().splitlines()
    problems = [] if names == sorted(names) else [f"{path} is not sorted"]
    return (problems + [f"{path} lacks {name}" for name in sorted(weak - set(names))] +
            [f"{path} has {name}, which the models have not" for name in sorted(set(names) - defined)])


def check_symbols(rows, heddle):
    """Public functions of the models have rows, and the functions of rows are there, for both sizes of pointers."""
    names = {r.name for r in rows}
    found = {}                          # problem → where
    problems = []
    for module in ("runtime", "runtime32"):
        path = os.path.join(os.path.dirname(heddle), module)
        if not os.path.exists(path + ".bc"):
            return [f"{path}.bc is not there; build heddle first"]
        weak, defined, lacking = defined_functions(path + ".bc")
        cxx_weak, cxx_defined, _ = defined_functions(path + "_cxx.bc")
        problems += check_names(path + ".bc", weak, defined) + check_names(path + "_cxx.bc", cxx_weak, cxx_defined)
        problems += [f"{path}.bc uses {name}, which is in C++" for name in sorted(lacking & cxx_defined)]
        weak, defined = weak | cxx_weak, defined | cxx_defined
        for name in sorted(weak):
            if not name.startswith("_") and base_name(name, names) not in names:
                found.setdefault(f"{name} is a model without a row in runtime/libc.def", []).append(module)
        for r in rows:
            symbol = HEADERS.get(r.name, r.name)
            is_known = symbol is None or symbol in defined or r.name in FRONT or HEADER_FAMILIES.fullmatch(r.name)
            if not is_known:
                found.setdefault(f"{r.name} ({r.header}) has a row, but no model", []).append(module)
    return problems + [f"{problem} (in {' and '.join(where)})" for problem, where in found.items()]


# ---- runs -----------------------------------------------------------------------------------------

def command_of(options, test, flags):
    main = os.path.join(options.dir, "main.c")
    files = [os.path.join(options.dir, test.file), main if os.path.exists(main) else MAIN]
    return [options.heddle, "check", "--json", "-", "-q", *(os.path.relpath(f, ROOT) for f in files),
            f"-DTEST={test.name}", *flags, *test.options]


def run(command, timeout):
    """(exit code or None if it hung, standard output, standard error)"""
    p = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         start_new_session=True)
    try:
        code, (out, err) = 0, p.communicate(timeout=timeout)
        code = p.returncode
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, signal.SIGKILL)
        code, (out, err) = None, p.communicate()
    return code, out.decode("utf-8", "replace"), err.decode("utf-8", "replace")


def judge(test, code, out):
    verdict = VERDICTS[test.form]
    if code != EXIT_CODES[verdict]:
        return f"exit code {code}, expected {EXIT_CODES[verdict]} ({verdict})"
    try:
        result = json.loads(out)
    except ValueError as e:
        return f"no usable JSON: {e}"
    if result.get("verdict") != verdict:
        return f"JSON verdict is {result.get('verdict')}, expected {verdict}"
    kind = (result.get("violation") or {}).get("kind")
    if test.kinds and kind not in test.kinds:
        return f"kind is {kind}, expected {'|'.join(test.kinds)}"
    if test.form == "refuse" and test.text not in (result.get("reason") or ""):
        return f"the reason is '{result.get('reason')}', which does not contain '{test.text}'"
    return ""


BATCH_HEAD = """#ifdef __cplusplus
extern "C" {
#endif
int heddle_choose(int n);
"""


def batch_main(tests):
    """A main that runs one of the tests, whichever: a search that holds has shown all of them."""
    lines = [BATCH_HEAD] + [f"void {t.name}(void);" for t in tests]
    lines += ["#ifdef __cplusplus", "}", "#endif", "int main(void) {", f"    switch (heddle_choose({len(tests)})) {{"]
    lines += [f"    case {i}: {t.name}(); break;" for i, t in enumerate(tests)]
    return "\n".join(lines + ["    }", "    return 0;", "}", ""])


def runs_of(options, tests):
    """Lists of tests that run together, with their flags. A test runs for both sizes of pointers; what passes must also
    do so when clang has optimised it. (A fault may be optimised away.) Faults are alike for both sizes, so that those
    of 32-bit programs are left to --thorough."""
    batches, single = {}, []
    for test in tests:
        for level in options.levels:
            flags = () if level == "-O0" else (level,)
            if test.form == "pass":
                batches.setdefault((test.file, tuple(test.options), flags), []).append(test)
            elif level == "-O0" and not options.quick:
                single.append(([test], flags))
            if options.quick or test.no_m32:
                continue
            if test.form == "pass":
                batches.setdefault((test.file, tuple(test.options), ("-m32",) + flags), []).append(test)
            elif level == "-O0" and options.thorough:
                single.append(([test], ("-m32",)))
    first = options.seed % options.sample
    if options.rest:
        return [run for i, run in enumerate(single) if i % options.sample != first]
    return [(batch, flags) for (_, _, flags), batch in batches.items()] + single[first::options.sample]


class Runner:
    def __init__(self, options, progress):
        self.options, self.progress = options, progress

    def check(self, command, test):
        """What is wrong with the run, and what heddle said."""
        code, out, err = run(command, self.options.timeout)
        return (f"no answer within {self.options.timeout} s" if code is None else judge(test, code, out)), err

    def passes_together(self, tests, flags):
        suffix = os.path.splitext(tests[0].file)[1]
        with tempfile.NamedTemporaryFile("w", suffix=suffix, prefix="heddle-libc-") as f:
            f.write(batch_main(tests))
            f.flush()
            file = os.path.relpath(os.path.join(self.options.dir, tests[0].file), ROOT)
            command = [self.options.heddle, "check", "--json", "-", "-q", file, f.name, *flags, *tests[0].options]
            return not self.check(command, tests[0])[0]

    def alone(self, test, flags):
        command = command_of(self.options, test, flags)
        problem, err = self.check(command, test)
        if problem:
            shown = shlex.join(c for c in command if c not in ("--json", "-", "-q"))
            problem = f"{test.file}: {' '.join([test.name, *flags])}: {problem}\n     command: {shown}"
            problem += "".join(f"\n     | {line}" for line in err[:3000].splitlines())
        self.progress.count(problem or None)

    def job(self, item):
        tests, flags = item
        if len(tests) > 1 and self.passes_together(tests, flags):
            self.progress.count(cases=len(tests))
            return
        for test in tests:
            self.alone(test, flags)


def run_all(options, tests):
    runs = runs_of(options, tests)
    runner = Runner(options, Progress("library functions", sum(len(batch) for batch, _ in runs)))
    with ThreadPoolExecutor(options.jobs) as pool:
        for _ in pool.map(runner.job, runs):
            pass
    return runner.progress.passed, runner.progress.failed


# ---- the document ---------------------------------------------------------------------------------

INTRODUCTION = """\
# Library functions

What heddle knows of each function of the C library, POSIX and heddle's own header, and the tests that show it.
Generated from `runtime/libc.def` and `test/libc`: do not edit it; `python3 test/libc.py --write-doc
doc/conformance.md` writes it again, and the tests fail when it is out of date. `heddle libc` prints the first two
columns.

How heddle treats a function:

- **full**: as the standard (C, POSIX, glibc) says, in every order of the threads.
- **partial**: as the standard says, but for what is written there.
- **accepted**: it may be called and succeeds, without any effect on what is checked; what is written there is not
  modelled.
- **refused**: a run that reaches a call ends there, and the verdict is unknown; the reason is written there.

A function that is not in this list has no model. `heddle check` says so before it searches, and a run that comes to
one ends in `unknown`; `--stub NAME=nondet`, `--stub NAME=0`, `--stub NAME=abort` or a C file with a definition is then
the way out. Functions with a 64 at their end (`open64`) are in the row of the name without it.

The column *holds* says what the passing tests show: heddle explores all their runs, and every assertion in them holds,
for 64-bit and for 32-bit programs. The column *is found* says what the failing tests show: the kind of violation that
heddle reports and its cause, which is a misuse of the function or, where the function cannot be misused, a wrong claim
about its result (*assertion*). A test is run by hand like this:

    heddle check test/libc/FILE test/libc/main.c -DTEST=pass_NAME
"""


def cell(text):
    return text.replace("|", "\\|").strip()


def show(tests):
    """The texts of tests of one form, each once, in their order."""
    texts = []
    for t in tests:
        text = f"*{' or '.join(t.kinds)}*: {t.text}" if t.kinds else t.text
        if t.options:
            text += f" (with `{shlex.join(t.options)}`)"
        if text not in texts:
            texts.append(text)
    return cell("; ".join(texts))


def document(rows, tests):
    names = {r.name for r in rows}
    by_name = {}
    for t in tests:
        by_name.setdefault(base_name(t.function, names), []).append(t)
    out, header = [INTRODUCTION], None
    for r in sorted(rows, key=lambda r: (r.header, r.name)):
        if r.header != header:
            header = r.header
            out.append(f"\n## {header}\n\n| function | heddle's model | holds | is found | tests |\n"
                       "| --- | --- | --- | --- | --- |\n")
        own = by_name.get(r.name, [])
        fidelity = FIDELITIES.get(r.fidelity, r.fidelity) + (f": {r.note}" if r.note else "")
        refused = [t for t in own if t.form == "refuse"]
        found = show([t for t in own if t.form == "fail"])
        if refused:
            found = "; ".join(filter(None, [found, f"unknown: {show(refused)}"]))
        files = ", ".join(f"`{f}`" for f in sorted({t.file for t in own}))
        out.append(f"| `{r.name}` | {cell(fidelity)} | {show([t for t in own if t.form == 'pass'])} | {found} "
                   f"| {files} |\n")
    return "".join(out)


def check_document(rows, tests):
    try:
        with open(DOCUMENT, encoding="utf-8") as f:
            old = f.read()
    except OSError:
        old = ""
    new = document(rows, tests)
    if old == new:
        return []
    lines = [line for line in difflib.unified_diff(old.splitlines(), new.splitlines(), "old", "new", lineterm="", n=0)
             if re.match(r"[-+](?![-+]{2})", line)]
    return ["doc/conformance.md is out of date: run `python3 test/libc.py --write-doc doc/conformance.md`; "
            f"the first difference: {lines[0][:160] if lines else '?'}"]


# ---- main -----------------------------------------------------------------------------------------

def parse_options():
    p = argparse.ArgumentParser(description="runs the conformance tests of the library models")
    p.add_argument("names", nargs="*",
                   help="only tests with one of these in their name, or in that of their file; nothing else is checked")
    p.add_argument("--heddle", default=os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle")))
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    p.add_argument("--timeout", type=float, default=60.0, help="seconds for each run")
    p.add_argument("--quick", action="store_true", help="64-bit programs and pass_ tests only")
    p.add_argument("--sample", type=int, default=1, metavar="N",
                   help="one of N fail_ and refuse_ tests, which the seed chooses")
    p.add_argument("--rest", action="store_true", help="only what --sample leaves out")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--thorough", action="store_true", help="violations in 32-bit programs too")
    p.add_argument("--levels", default="0", metavar="LIST",
                   help="levels of optimisation like 0,2; those above 0 are for pass_ tests only (default: 0)")
    p.add_argument("--dir", default=TESTS, help="directory of the tests")
    p.add_argument("--rows", default=ROWS, metavar="FILE", help="the rows, if not runtime/libc.def")
    p.add_argument("--no-run", action="store_true", help="compare rows, tests, models and document, run no test")
    p.add_argument("--list", action="store_true", help="print the tests, run nothing")
    p.add_argument("--write-doc", metavar="FILE", help="write the document and do nothing else")
    options = p.parse_args()
    options.heddle = os.path.abspath(options.heddle)
    options.dir = os.path.abspath(options.dir)
    options.levels = ["-O" + level.removeprefix("-O") for level in options.levels.split(",")]
    return options


def consistency(options, rows, tests):
    problems = check_rows(rows) + check_coverage(rows, tests) + check_symbols(rows, options.heddle)
    if options.dir == TESTS:
        problems += check_document(rows, tests)
    return problems


def main():
    options = parse_options()
    try:
        rows = read_rows(options.rows)
        tests, problems = read_tests(options.dir)
        if options.write_doc:
            with open(options.write_doc, "w", encoding="utf-8") as f:
                f.write(document(rows, tests))
            print("".join(f"FAIL {p}\n" for p in problems), end="")
            return 1 if problems else 0
        if options.names:
            problems = [p for p in problems if any(n in p for n in options.names)]
            tests = [t for t in tests if any(n in t.name or n in t.file for n in options.names)]
        elif not options.list:
            problems += consistency(options, rows, tests)
    except (BadTest, OSError) as e:
        problems, tests = [str(e)], []
    print("".join(f"FAIL {p}\n" for p in problems), end="", flush=True)
    if options.list:
        for t in tests:
            print(f"{t.file:24} {t.name:44} {VERDICTS[t.form]} {'|'.join(t.kinds)}")
    passed, failed = (0, 0) if options.list or options.no_run else run_all(options, tests)
    passed += 0 if problems or options.names or options.list else 1
    failed += len(problems)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
