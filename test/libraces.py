#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Data races inside library calls: two threads call each function of runtime/libc.def on the same memory.

The rows of test/libraces.rows say what a function does to the memory that it is given. For each of them there are
programs of two threads, for `heddle check --property race`:
- two calls on memory of their own: no race, unless the function is known to have memory that all threads share;
- two calls that share one argument: a race if it is written;
- a call, and a read of an argument that it writes, when a relaxed flag says that the call is over: a race;
- a call and a plain write to an argument that is read or synchronised: a race.
A function whose prototype has no pointers needs no row: two threads call it with ones, and that must be no race. A row
of libc.def for which there is nothing of this, and no reason below, is a failure.

Programs that must have a race are checked one by one. The others are joined to programs that choose one of them, and
told apart when something is found.
"""
import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import libc
from progress import Progress

ROWS = os.path.join(libc.HERE, "libraces.rows")
BATCH = 25                      # programs without a race that are checked together
TIME_LIMIT = 120                # seconds for one run of heddle

# Functions without a row.
REASONS = {
    "it is the search's, not the library's": [
        "heddle_abstraction", "heddle_any_threads", "heddle_ap", "heddle_assert_fail", "heddle_assume",
        "heddle_atomic_begin", "heddle_atomic_end", "heddle_choose", "heddle_match", "heddle_progress", "heddle_track",
        "heddle_unmatched",
        "heddle_untracked", "reach_error"],
    "it waits for another thread: see the pairs": ["pthread_cond_wait", "cnd_wait"],
    "it ends the program": ["err", "errx", "verr", "verrx", "_Exit", "_exit", "abort", "exit", "quick_exit",
                            "thrd_exit"],
    "it takes a value, whatever its type": ["fpclassify", "isfinite", "isnormal", "signbit"],
    "it is about a thread or a key, which must exist": [
        "pthread_cancel", "pthread_detach", "pthread_equal", "pthread_key_delete", "pthread_kill",
        "pthread_setschedprio",
        "thrd_detach", "thrd_equal", "tss_delete"],
    "it sends a signal that ends the program": ["kill", "raise", "tgkill"],
    "it waits for a signal, and after a timer's nothing holds": ["pause", "sigsuspend"],
    "its arguments depend on the first": ["syscall"],
}

MACROS = {
    "IN": 'O FILE *$f := $f = fopen("data", "r")',
    "OUT": 'O FILE *$f := $f = fopen("new", "w")',
    "LOCALE": 'O locale_t $l := $l = newlocale(LC_ALL_MASK, "C", 0)',
}

PRELUDES = {
    "COMPARE": """
static int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int less_r(const void *a, const void *b, void *c) { return less(a, b) + *(int *)c; }
static void ignore(void *p) { (void)p; }
static void visit(const void *p, VISIT v, int depth) { (void)p, (void)v, (void)depth; }
static void visit_r(const void *p, VISIT v, void *c) { (void)p, (void)v, (void)c; }
""",
    "MEETING": """
#define MEET pthread_mutex_lock(&m); if (n++) pthread_cond_signal(&c); else pthread_cond_wait(&c, &m); n = 1; \\
    pthread_mutex_unlock(&m)
""",
    "CALL_MEETING": """
#define CALL_MEET call_once(&o, begin); mtx_lock(&m); if (n++) cnd_signal(&c); else cnd_wait(&c, &m); n = 1; \\
    mtx_unlock(&m)
extern mtx_t m;
extern cnd_t c;
static void begin(void) { mtx_init(&m, mtx_plain); cnd_init(&c); }
""",
    "HANDED": """
static _Atomic(char *) handed;
#define HAND(p) atomic_store_explicit(&handed, (char *)(p), memory_order_relaxed)
#define TAKE(n) char c[n]; char *p = atomic_load_explicit(&handed, memory_order_relaxed); if (p) memcpy(c, p, n)
""",
    "IDLE": "static void *idle(void *p) { (void)p; return 0; }",
    "CEILINGS": """
static void CEILING(pthread_mutex_t *m) {
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_PROTECT);
    pthread_mutexattr_setprioceiling(&attr, 5);
    pthread_mutex_init(m, &attr);
}
""",
}

COMMON = """#define _GNU_SOURCE
#include <pthread.h>
#include <search.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
#include <heddle.h>
%s
static atomic_int is_told;
#define FORWARD(call) va_list l; va_start(l, f); int n = (call, 0); va_end(l); return n
#define VARIADIC(fn) static int my_##fn(const char *f, ...) { FORWARD(fn(f, l)); }
#define VARIADIC1(fn, T) static int my_##fn(T a, const char *f, ...) { FORWARD(fn(a, f, l)); }
#define VARIADIC2(fn, T, U) static int my_##fn(T a, U b, const char *f, ...) { FORWARD(fn(a, b, f, l)); }
"""


class BadRow(Exception):
    pass


@dataclass
class Argument:
    mode: str
    name: str                   # of the variable, without $
    declaration: str
    setup: str


@dataclass
class Case:
    """Two threads; each has its declarations, preparations and what it does."""
    name: str
    is_race: bool
    includes: tuple
    prelude: str
    declarations: list
    setup: list
    calls: tuple
    kinds: tuple = ("data-race",)


@dataclass
class Row:
    names: list
    arguments: list
    call: str
    is_shared: bool = False
    includes: list = field(default_factory=list)
    prelude: str = ""


# ---- rows -----------------------------------------------------------------------------------------

def read_argument(text):
    text = MACROS.get(text, text)
    m = re.fullmatch(r"([WRSDOXNV]) (.*?)(?: := (.*))?", text)
    name = m and re.search(r"\$(\w+)", m[2])
    if not name:
        raise BadRow(f"an argument that cannot be read: {text}")
    return Argument(m[1], name[1], m[2], m[3] or "")


def read_extra(row, text):
    for extra in re.split(r";\s+(?=(?:include|prelude|shared)\b)", text):
        key, _, value = extra.partition(": ")
        if key == "shared":
            row.is_shared = True
        elif key == "include":
            row.includes.append(value)
        elif key == "prelude":
            row.prelude = PRELUDES.get(value, value)
        else:
            raise BadRow(f"an extra that cannot be read: {extra}")


def split_arguments(text):
    """At semicolons, but not at those inside of braces."""
    return [a.strip() for a in re.split(r";(?![^{]*\})", text) if a.strip()]


def read_row(line):
    parts = [p.strip() for p in re.split(r" \|(?= |$)", line)]
    if len(parts) not in (3, 4):
        raise BadRow(f"not a row: {line}")
    row = Row(parts[0].split(), [read_argument(a) for a in split_arguments(parts[1])], parts[2])
    if len(parts) == 4:
        read_extra(row, parts[3])
    return row


def read_pair(line):
    parts = [p.strip() for p in re.split(r" \|(?= |$)", line)]
    row = Row([], [], "")
    if len(parts) == 6:
        read_extra(row, parts.pop())
    expected, header, declarations, first, second = parts
    return Case(f"{first} with {second}", expected == "pair race", (header, "stdlib.h", *row.includes), row.prelude,
                [declarations], [], (first, second))


def read_rows():
    rows, pairs = [], []
    with open(ROWS, encoding="utf-8") as f:
        for line in f:
            line = line.rstrip("\n")
            if line.startswith("pair "):
                pairs.append(read_pair(line))
            elif line and not line.startswith("#"):
                rows.append(read_row(line))
    return rows, pairs


# ---- cases ----------------------------------------------------------------------------------------

def instance(text, arguments, which):
    """The text with the variables of one thread; which: name -> number of the variable."""
    for a in arguments:
        text = re.sub(rf"\${a.name}\b", f"{a.name}{which[a.name]}", text)
    return text


def make_case(row, function, header, shared, label, is_race, kinds=("data-race",), other=None, after=""):
    """shared: the argument of which there is only one; other: what the second thread does instead of the call;
    after: what the first one does after it."""
    sets = [{a.name: 0 if a.name == shared else thread for a in row.arguments} for thread in (1, 2)]
    declarations, setup, done = [], [], set()
    for which in sets:
        for a in row.arguments:
            if (a.name, which[a.name]) in done:
                continue
            done.add((a.name, which[a.name]))
            declarations.append(instance(a.declaration, row.arguments, which) + ";")
            if a.setup:
                setup.append(instance(a.setup, row.arguments, which) + ";")
    call = row.call.replace("@", function)
    calls = [instance(call, row.arguments, which) for which in sets]
    calls[0] += after
    if other:
        calls[1] = instance(other, row.arguments, sets[1])
    return Case(f"{function}: {label}", is_race, (header, *row.includes), row.prelude, declarations, setup,
                tuple(calls),
                kinds)


TOUCH = "char c[sizeof $x]; memcpy(c, (void *)&$x, sizeof $x); memcpy((void *)&$x, c, sizeof $x)"
# What these write is behind a pointer in the argument.
WRITTEN_BEHIND = {("random_r", "a"), ("srandom_r", "a"), ("tsearch", "b")}

# Nothing that the machine would see as adjacent: only that no order was asked for.
TELL = "; atomic_store_explicit(&is_told, 1, memory_order_relaxed)"
LOOK = "char c[sizeof $x]; if (atomic_load_explicit(&is_told, memory_order_relaxed)) memcpy(c, (void *)&$x, sizeof $x)"


def cases_of(row, function, header):
    yield make_case(row, function, header, None, "each its own", row.is_shared)
    for a in row.arguments:
        if a.mode == "V":
            continue
        is_race = a.mode in "WXD" or row.is_shared
        kinds = ("data-race", "mutex-misuse", "use-after-free", "double-free") if a.mode == "D" else ("data-race",)
        yield make_case(row, function, header, a.name, f"both the same {a.name}", is_race, kinds)
        if a.mode == "W" and not row.is_shared and (function, a.name) not in WRITTEN_BEHIND:
            yield make_case(row, function, header, a.name, f"{a.name} told by a relaxed flag", True,
                            other=LOOK.replace("$x", f"${a.name}"), after=TELL)
        if a.mode in "RS":
            yield make_case(row, function, header, a.name, f"and a write to {a.name}", True,
                            other=TOUCH.replace("$x", f"${a.name}"))


def read_prototypes(rows):
    """name -> type, from the system's headers."""
    headers = sorted({r.header for r in rows if r.header.endswith(".h") and r.header != "heddle.h"})
    with tempfile.NamedTemporaryFile("w", suffix=".c") as f:
        f.write("#define _GNU_SOURCE\n" + "".join(f"#include <{h}>\n" for h in headers))
        f.flush()
        text = subprocess.run(["clang-19", "-fsyntax-only", "-Xclang", "-ast-dump", "-fno-color-diagnostics", f.name],
                              capture_output=True, text=True, check=True).stdout
    return dict(re.findall(r"^[|`]-FunctionDecl .* (\w+) '([^']*)'(?: \w+)*$", text, re.M))


def values_case(function, header, prototype):
    parameters = re.search(r"\((.*)\)", prototype)[1].split(",")
    values = ["1.0" if re.search("double|float", p) else "1" for p in parameters if p != "void"]
    return Case(f"{function}: with values", False, (header,), "", [], [], (f"{function}({', '.join(values)})",) * 2)


def make_cases(wanted):
    functions = [r for r in libc.read_rows(libc.ROWS) if r.fidelity != "REFUSED"]
    rows, cases = read_rows()
    prototypes = read_prototypes(functions)
    by_name = {}
    for row in rows:
        for name in row.names:
            by_name.setdefault(name, []).append(row)
    excused = {name for names in REASONS.values() for name in names}
    problems = [f"{name}: has a row, but is none of libc.def" for name in by_name
                if name not in {f.name for f in functions}]
    problems += [f"{name}: has a reason, but is none of libc.def" for name in excused - {f.name for f in functions}]
    problems += [f"{name}: has both rows and a reason" for name in excused & set(by_name)]
    for f in functions:
        type_ = prototypes.get(f.name)
        if f.name in by_name:
            for row in by_name[f.name]:
                cases += cases_of(row, f.name, f.header)
        elif type_ and not re.search(r"[*\[]|va_list|locale_t|\.\.\.", type_):
            if f.name not in excused:
                cases.append(values_case(f.name, f.header, type_))
        elif f.name not in excused:
            problems.append(f"{f.name}: takes or returns pointers, but has no row and no reason: {type_}")
    if wanted:
        cases = [c for c in cases if any(w in c.name for w in wanted)]
    return cases, problems


# ---- programs -------------------------------------------------------------------------------------

def function_text(name, number, call):
    return f"static void {name}_{number}(void) {{ {call}; }}\n"


def program(cases):
    """One program of all the cases: it chooses one of them."""
    includes = dict.fromkeys(h for c in cases for h in c.includes if h.endswith(".h"))
    text = COMMON % "".join(f"#include <{h}>\n" for h in includes)
    text += "".join(dict.fromkeys(c.prelude + "\n" for c in cases))
    for k, c in enumerate(cases):
        names = re.findall(r"\b([a-z]\d)\b", " ".join(c.declarations)) if len(cases) > 1 else []
        rename = {n: f"{n}_{k}" for n in names}

        def local(t):
            return re.sub(r"\b[a-z]\d\b", lambda m: rename.get(m[0], m[0]), t)

        text += "\n".join("static " * (len(cases) > 1) + local(d) for d in c.declarations) + "\n"
        text += f"static void prepare_{k}(void) {{ {local(' '.join(c.setup))} }}\n"
        text += function_text("first", k, local(c.calls[0])) + function_text("second", k, local(c.calls[1]))
    tables = "".join(f"    {{prepare_{k}, first_{k}, second_{k}}},\n" for k in range(len(cases)))
    return text + f"""
static void (*const parts[][3])(void) = {{
{tables}}};

static void *run(void *part) {{
    ((void (*)(void))part)();
    return NULL;
}}

int main(void) {{
    int k = heddle_choose({len(cases)});
    pthread_t a, b;
    parts[k][0]();
    pthread_create(&a, NULL, run, (void *)parts[k][1]);
    pthread_create(&b, NULL, run, (void *)parts[k][2]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}}
"""


class Runner:
    def __init__(self, options, folder):
        self.heddle = os.path.abspath(options.heddle)
        self.folder = folder
        self.keep = options.keep
        self.data = os.path.join(folder, "data")
        with open(self.data, "w", encoding="ascii") as f:
            f.write("abc\ndef\nghi\njkl\n")

    def check(self, cases, number):
        path = os.path.join(self.folder, f"case{number}.c")
        with open(path, "w", encoding="utf-8") as f:
            f.write(program(cases))
        command = [self.heddle, "check", "-w", "--property", "race", "--quiet", "--workers", "1", "--memory-limit",
                   "1G",
                   "--time-limit", str(TIME_LIMIT), "--file", f"data={self.data}", "--stdin", self.data, path]
        p = subprocess.run(command, capture_output=True, text=True, timeout=3 * TIME_LIMIT, check=False)
        if self.keep:
            print(shlex.join(command))
        return (p.stdout or p.stderr).strip()


def expects(case):
    if not case.is_race:
        return r"holds\b"
    return rf"violated: ({'|'.join(case.kinds)}):"


def judge_one(runner, case, number):
    said = runner.check([case], number)
    if re.match(expects(case), said):
        return []
    wanted = " or ".join(case.kinds) if case.is_race else "holds"
    return [f"{case.name}: expected {wanted}, got: {said.splitlines()[0] if said else 'nothing'}"]


def judge_batch(runner, cases, number):
    """No case of these has a race. If heddle does not say so, they are looked at one by one."""
    if re.match(r"holds\b", runner.check(cases, number)):
        return []
    problems = []
    for k, c in enumerate(cases):
        problems += judge_one(runner, c, f"{number}_{k}")
    return problems or [f"{cases[0].name} and {len(cases) - 1} more: do not hold together, but each alone"]


def batches(cases):
    """Neighbours are from the same headers; what is declared for one must not disturb another."""
    batch = []
    for c in cases:
        clash = any(b.prelude != c.prelude and b.prelude and c.prelude for b in batch) or any(
            "\n".join(b.declarations).count("struct {") for b in batch) or "struct {" in "".join(c.declarations)
        own = any(b.declarations and not re.search(r"\b[a-z]\d\b", " ".join(b.declarations)) for b in [*batch, c])
        if batch and (clash or own or len(batch) == BATCH):
            yield batch
            batch = []
        batch.append(c)
    if batch:
        yield batch


def count(progress, problems, cases):
    for problem in problems:
        progress.count(problem)
    progress.count(cases=max(0, cases - len(problems)))


def main():
    p = argparse.ArgumentParser(description="data races inside library calls")
    p.add_argument("--heddle", default=os.path.join(libc.ROOT, "build", "heddle"))
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    p.add_argument("--keep", metavar="FOLDER", help="leave the programs there, and print the commands")
    p.add_argument("names", nargs="*", help="only cases with these in their name")
    p.add_argument("--sample", type=int, default=1, metavar="N", help="one of N cases, which the seed chooses")
    p.add_argument("--seed", type=int, default=1)
    options = p.parse_args()
    cases, problems = make_cases(options.names)
    cases = cases[options.seed % options.sample::options.sample]
    progress = Progress("races in library functions", len(cases) + 1)
    count(progress, problems, 1)        # the rows themselves
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(options.jobs) as pool:
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
        runner = Runner(options, options.keep or temporary)
        jobs = [(pool.submit(judge_one, runner, c, k), 1) for k, c in enumerate(cases) if c.is_race]
        jobs += [(pool.submit(judge_batch, runner, b, f"s{k}"), len(b))
                 for k, b in enumerate(batches([c for c in cases if not c.is_race]))]
        for job, number in jobs:
            count(progress, job.result(), number)
    return progress.finish()


if __name__ == "__main__":
    sys.exit(main())
