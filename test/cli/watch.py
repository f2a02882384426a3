# SPDX-License-Identifier: Apache-2.0
"""Searches that can be watched: what grew at a limit, coverage, empty verdicts, progress."""
import json
import os
import re
import shutil
import signal
import subprocess
import time

from cli.box import TIMEOUT
from cli.sources import BAD, GOOD, HUGE, RACE
from suite import Failure

# ---- what grew -----------------------------------------------------------------------------------------------------

GROWS = """#include <pthread.h>
#include <stdlib.h>
static unsigned total;
static int kept, flag;
static int *last;
static void *worker(void *arg) {
    for (;;)
        total++;
    return arg;
}
int main(void) {
    pthread_t t;
    last = malloc(24);
    *last = 0;
    pthread_create(&t, 0, worker, last);
    for (;;) {
        flag = !flag;
        *last = flag + (total > 3);
    }
    return kept;
}
"""


def check_growth(r, growth):
    names = [row["name"] for row in growth["globals"]]
    if names[:1] != ["total"] or "kept" in names or growth["globals"][0]["values"] < 16:
        raise Failure(f"globals: {growth}\n{r}")
    flag = [row["values"] for row in growth["globals"] if row["name"] == "flag"]
    if flag != [2]:
        raise Failure(f"flag has two values: {growth}")
    if {row["function"] for row in growth["threads"]} != {"main", "worker"}:
        raise Failure(f"threads: {growth}")
    heap = [row["values"] for row in growth["objects"] if (row["kind"], row["size"]) == ("heap blocks", 24)]
    if heap != [3]:
        raise Failure(f"objects: {growth}")
    lines = {(row["file"], row["line"]) for row in growth["lines"]}
    if not {("grows.c", 8), ("grows.c", 18)} <= lines:
        raise Failure(f"lines: {growth}")


def test_growth(box):
    box.write("grows.c", GROWS)
    r = box.run("check", "--depth-limit", "100", "--search", "bfs", "--json", "out.json", "grows.c").expect(
        3, r"unknown: depth limit", r"\nlocal states of threads: .*worker \d+", r"\ndifferent values: total \d+",
        r"\nthreads stop most often at grows\.c:\d+ \(in \d+ % of the states\)",
        r"\ntry --context-bound 2.*; --unmatched total, if", where="out")
    growth = box.json("out.json")["growth"]
    check_growth(r, growth)
    if not growth["exact"] or growth["most_threads"] != 2 or not all(0 < row["share"] <= 1 for row in growth["lines"]):
        raise Failure(f"growth: {growth}")
    if any("--no-" in hint or "--store" in hint or "reduction" in hint for hint in growth["try"]):
        raise Failure(f"a hint that does not fit: {growth['try']}")
    box.write("counts.c", "static _Atomic int ticks;\nint main(void) {\n    for (;;)\n        ticks++;\n}\n")
    box.run("check", "--reduction", "none", "--depth-limit", "60000", "--search", "dfs", "counts.c").expect(
        3, r"\ndifferent values, about: ticks at least 16384", where="out")
    r = box.run("check", "-q", "--depth-limit", "60", "grows.c").expect(3)
    if len(r.out.splitlines()) != 1:
        raise Failure(f"-q has more than the verdict\n{r}")


def test_hints_fit(box):
    box.write("grows.c", GROWS)
    box.write("racefree.c", re.sub("static (unsigned total|int kept)", r"static _Atomic \1", GROWS))
    box.write("huge.c", HUGE)
    deep, large = ("--depth-limit", "60"), ("--memory-limit", "40M", "--time-limit", "60")
    for words, hint in ((("--no-supersteps", *deep, "grows.c"), r"no --no-supersteps, for fewer states"),
                        (("--reduction", "global", *deep, "grows.c"), r"the default --reduction, for fewer"),
                        (("--context-bound", "3", *deep, "grows.c"), r"a smaller --context-bound"),
                        (("--property", "race", *deep, "racefree.c"), r"data races in a search of their own"),
                        (("--reduction", "global", *large, "huge.c"), r"--store auto or compact")):
        box.run("check", *words).expect(3, hint, where="out")


def test_growth_of_other_stores(box):
    box.write("grows.c", GROWS)
    for store in ("compact", "bitstate=1M"):
        r = box.run("check", "--store", store, "--depth-limit", "60", "--json", "out.json", "grows.c").expect(3)
        growth = box.json("out.json")["growth"]
        if growth["exact"] or not growth["threads"] or growth["lines"][0]["share"] is not None:
            raise Failure(f"--store {store}: {growth}\n{r}")


def test_no_growth_without_a_limit(box):
    box.write("good.c", GOOD)
    box.write("race.c", RACE)
    for name, code in (("good.c", 0), ("race.c", 1)):
        box.run("check", "--json", "out.json", name).expect(code)
        if box.json("out.json")["growth"] is not None or box.json("out.json")["coverage"] is not None:
            raise Failure(f"{name}: nobody has asked: {box.json('out.json')}")


# ---- coverage ------------------------------------------------------------------------------------------------------

COVERED = """#include <assert.h>
#include <heddle.h>
#include <pthread.h>
static int shared;
int never_called(int x) {
    if (x)
        return 1;
    return 2;
}
static void *worker(void *arg) {
    shared++;
    if (shared == 2)
        shared = 5;
    switch (shared) {
    case 1:
    case 5:
        break;
    case 7:
        shared = 0;
        break;
    default:
        shared = 1;
    }
    if (shared > 100)
        shared = heddle_choose(2);
    return arg;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(shared < 100);
    return 0;
}
"""
REACHED = {5: 0, 6: 0, 7: 0, 8: 0, 9: 0, 11: 1, 12: 1, 13: 1, 14: 1, 19: 0, 22: 1, 24: 1, 25: 0, 26: 1, 29: 1, 30: 1,
           31: 1, 32: 1, 33: 1, 34: 1, 35: 1}


def tracefile(box, name):
    """Of a tracefile with one record: its lines and branches."""
    text = box.read(name).decode()
    if text.count("SF:") != 1 or not text.startswith("TN:\nSF:/") or not text.endswith("\nend_of_record\n"):
        raise Failure(f"{name} is no tracefile of one source: {text}")
    lines = {int(m[1]): int(m[2]) for m in re.finditer(r"(?m)^DA:(\d+),(\d+)$", text)}
    branches = re.findall(r"(?m)^BRDA:(\d+),\d+,\d+,(\S+)$", text)
    return text, lines, branches


def test_coverage(box):
    box.write("covered.c", COVERED)
    box.run("check", "--coverage", "c.info", "--json", "out.json", "covered.c").expect(
        0, r"\nreached: 14 of 21 lines \(66\.7 %\), 9 of 11 branches \(81\.8 %\), 2 of 3 functions",
        r"\nno run reaches covered\.c:5-9, covered\.c:19, covered\.c:25\n", where="out")
    text, lines, branches = tracefile(box, "c.info")
    if lines != REACHED:
        raise Failure(f"lines: {lines}")
    wanted = {"12": ["1", "1"], "14": ["1", "0", "1"], "24": ["0", "1"]}
    for line, taken in wanted.items():
        if [t for at, t in branches if at == line] != taken:
            raise Failure(f"branches of line {line}: {branches}")
    for row in ("FN:10,worker", "FNDA:1,worker", "FNDA:0,never_called", "FNF:3", "FNH:2", "BRF:11", "BRH:9", "LF:21",
                "LH:14"):
        if row + "\n" not in text:
            raise Failure(f"no {row}: {text}")
    coverage = box.json("out.json")["coverage"]
    if coverage["lines"] != {"all": 21, "reached": 14} or coverage["branches"] != {"all": 11, "reached": 9}:
        raise Failure(f"coverage: {coverage}")


def test_coverage_is_the_same(box):
    """Whoever searches, in whatever order, by whatever steps."""
    box.write("covered.c", COVERED)
    box.run("check", "--coverage", "c.info", "covered.c").expect(0)
    wanted = tracefile(box, "c.info")[1:]
    for options in (("--workers", "4"), ("--workers", "1", "--search", "dfs"), ("--search", "bfs"),
                    ("--reduction", "global"), ("--reduction", "none"), ("--reduction", "superstep"),
                    ("--no-lock-reduction",)):
        box.run("check", *options, "--coverage", "c.info", "covered.c").expect(0)
        if tracefile(box, "c.info")[1:] != wanted:
            raise Failure(f"{options}: {tracefile(box, 'c.info')}")


def test_coverage_of_all_parts(box):
    """What is asked about states counts, and all parts of a search."""
    box.write("covered.c", COVERED.replace("(int x) {\n    if (x)", "(void) {\n    if (shared < 0)"))
    box.run("check", "--invariant", "never_called", "--property", "termination", "--coverage", "c.info",
            "covered.c").expect(0)
    lines = tracefile(box, "c.info")[1]
    if {line: n for line, n in lines.items() if line > 9} != {line: n for line, n in REACHED.items() if line > 9}:
        raise Failure(f"the program: {lines}")
    if (lines[6], lines[7], lines[8]) != (1, 0, 1):
        raise Failure(f"the invariant: {lines}")


def test_coverage_of_violations(box):
    box.write("bad.c", BAD)
    box.run("check", "--coverage", "c.info", "--trace", "t.json", "bad.c").expect(
        1, r"reached: .*, as far as the search has come", where="out")
    tracefile(box, "c.info")
    box.run("replay", "t.json").expect(1)


SEQUENTIAL = r"""#include <stdio.h>
#include <stdlib.h>
static int fact(int n) {
    if (n <= 1)
        return 1;
    return n * fact(n - 1);
}
int unused(int x) {
    return x + 1;
}
static inline int sign(int x) { return x < 0 ? -1 : x > 0; }
int chosen(int k) {
    switch (k) {
    case 0:
        return 1;
    case 1:
        k += 3;
        break;
    case 7:
        k = 9;
        /* fall through */
    default:
        k--;
    }
    return k;
}
int main(void) {
    int s = 0;
    for (int i = 0; i < 5; i++) {
        s += fact(i);
        if (i == 3 && s > 2)
            s += sign(i);
        else if (i == 9 || s < 0)
            s += 100;
    }
    do {
        s -= 7;
    } while (s > 0);
    char *p = malloc(4);
    if (!p)
        abort();
    free(p);
    s += chosen(0) + chosen(1) + chosen(5);
    printf("%d\n",
           s);
    if (s == 12345) {
        puts("never");
        return 3;
    }
    return 0;
}
"""


def test_coverage_as_gcov_has_it(box):
    """A program without threads and choices has one run: what that reaches, the compiler's own coverage says, too."""
    if not shutil.which("gcov") or not shutil.which("gcc"):
        return
    box.write("s.c", SEQUENTIAL)
    box.run("check", "--coverage", "c.info", "s.c").expect(0)
    ours = dict(map(int, line[3:].split(",")) for line in box.read("c.info").decode().splitlines()
                if line.startswith("DA:"))
    for command in (["gcc", "--coverage", "-O0", "-o", "s", "s.c"], ["./s"]):
        subprocess.run(command, cwd=box.home, check=True, stdout=subprocess.DEVNULL)
    notes = [name for name in os.listdir(box.home) if name.endswith(".gcno")]
    told = subprocess.run(["gcov", "-t", *notes], cwd=box.home, check=True, capture_output=True, text=True).stdout
    theirs = {int(m[2]): int("#" not in m[1]) for m in re.finditer(r"(?m)^ *([\d#*]+): *(\d+):", told)}
    both = sorted(set(ours) & set(theirs))
    differ = [line for line in both if ours[line] != theirs[line]]
    if len(both) < 25 or differ or 9 not in both:
        raise Failure(f"lines {differ} of {both} differ: {ours} {theirs}")


def test_coverage_of_a_name_with_lines(box):
    box.write("a\nend_of_record.c", BAD)
    box.run("check", "--coverage", "c.info", "a\nend_of_record.c").expect(1)
    lines = box.read("c.info").decode().splitlines()
    if lines.count("end_of_record") != 1 or not lines[1].endswith("/a?end_of_record.c"):
        raise Failure(str(lines[:3]))


def test_coverage_cannot_be_written(box):
    box.write("good.c", GOOD)
    box.write("bad.c", BAD)
    box.run("check", "--coverage", "no/such/c.info", "good.c").expect(2, r"no/such/c\.info", where="err")
    box.run("check", "--coverage", "-", "good.c").expect(2, r"goes to a file", where="err")
    box.run("check", "--coverage", "/dev/full", "good.c").expect(2, r"^holds", r"/dev/full")
    box.run("check", "--coverage", "/dev/full", "bad.c").expect(1, r"^violated", r"/dev/full")
    box.write("wrong.c", "int main(void) { return 0 }\n")
    box.run("check", "--coverage", "c.info", "good.c").expect(0)
    box.run("check", "--coverage", "c.info", "wrong.c").expect(2)
    if box.read("c.info"):
        raise Failure("what an earlier command has written is still there")
    box.run("check", "--coverage=good.c", "bad.c").expect(2, r"good\.c is there already", where="err")
    if box.read("good.c").decode() != GOOD:
        raise Failure("a source is gone")


NAMES = """#include <vector>
namespace ns {
template <class A, class B> struct Pair {
    A first(int x, B y) { return x > 1 ? A(x) : A(y); }
    ~Pair() {}
};
}
int main() {
    ns::Pair<int, long> p;
    std::vector<int> v;
    v.push_back(p.first(2, 3));
    return v[0] - 2;
}
"""


def test_lcov_reads_it(box):
    if not shutil.which("genhtml"):
        print("no lcov to be had here: whether it reads tracefiles is not tested")
        return
    os.mkdir(os.path.join(box.home, "dir ü"))
    box.write("covered.c", COVERED)
    box.write("dir ü/names.cc", NAMES)
    for name, rates in (("covered.c", ("66.7% (14 of 21 lines)", "66.7% (2 of 3 functions)",
                                       "81.8% (9 of 11 branches)")),
                        ("dir ü/names.cc", ("100.0% (", "100.0% (3 of 3 functions)", "50.0% (1 of 2 branches)"))):
        box.run("check", "--coverage", "c.info", name).expect(0)
        ran = subprocess.run(["genhtml", "--branch-coverage", "-o", "html", "c.info"], cwd=box.home, env=box.env,
                             capture_output=True, text=True, timeout=TIMEOUT)
        if ran.returncode != 0 or "WARNING" in ran.stderr.upper() or not all(rate in ran.stdout for rate in rates):
            raise Failure(f"genhtml of {name}: {ran.stdout}{ran.stderr}")


# ---- empty verdicts ------------------------------------------------------------------------------------------------

ASSUMES = """#include <heddle.h>
void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = heddle_choose(3), y = __VERIFIER_nondet_int();
    if (x == 1)
        __VERIFIER_assume(x == 2);
    if (x == 2)
        heddle_assume(y > 5 && y < 3);
    heddle_assume(y > 3);
    if (y == 4)
        heddle_assume(0);
    return 0;
}
"""


def test_assumptions_that_are_never_true(box):
    box.write("x.c", ASSUMES)
    for command in (("check",), ("check", "--nondet-range", "0..6"), ("smt",)):
        box.run(*command, "--json", "out.json", "x.c").expect(
            0, r"(?m)^never true: the assumption at x\.c:7, x\.c:9$", where="out")
        places = box.json("out.json")["unreached"]["assumptions"]
        if places != [{"file": "x.c", "line": 7}, {"file": "x.c", "line": 9}]:
            raise Failure(f"assumptions: {places}")


# ---- progress ------------------------------------------------------------------------------------------------------

def watch(box, *args, command="check"):
    """Runs heddle with a pipe for its progress; what it has written there, its exit code, and both outputs."""
    ours, its = os.pipe()
    p = subprocess.Popen([box.heddle, command, "--progress-json", str(its), *args], cwd=box.home, env=box.env,
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, pass_fds=(its,))
    os.close(its)
    with os.fdopen(ours, "rb") as f:
        lines = f.read().decode().splitlines()
    out = p.communicate(timeout=TIMEOUT)[0].decode()
    try:
        return [json.loads(line) for line in lines], p.returncode, out
    except ValueError as e:
        raise Failure(f"a line that is not JSON: {e}: {lines}")


def test_progress_json(box):
    box.write("huge.c", HUGE)
    lines, code, out = watch(box, "--time-limit", "3", "huge.c")
    if code != 3 or len(lines) < 2 or [line["event"] for line in lines] != ["progress"] * (len(lines) - 1) + ["end"]:
        raise Failure(f"exit code {code}, {lines}\n{out}")
    if (lines[-1]["verdict"], lines[-1]["exit_code"]) != ("unknown", 3) or lines[-1]["states"] < lines[0]["states"]:
        raise Failure(f"the last line: {lines}")
    for key in ("phase", "time_s", "states", "states_per_s", "trend", "transitions", "depth", "memory_bytes",
                "workers"):
        if any(key not in line for line in lines):
            raise Failure(f"no {key}: {lines}")


def test_progress_ends_with_the_verdict(box):
    box.write("good.c", GOOD)
    box.write("bad.c", BAD)
    box.write("wrong.c", "int main(void) { return 0 }\n")
    for command, name, verdict, code in (("check", "good.c", "holds", 0), ("smt", "bad.c", "violated", 1),
                                         ("check", "wrong.c", None, 2), ("check", "missing.c", None, 2)):
        lines, got, out = watch(box, name, command=command)
        if got != code or (lines[-1]["event"], lines[-1]["verdict"], lines[-1]["exit_code"]) != ("end", verdict, code):
            raise Failure(f"{command} {name}: {got}, {lines}\n{out}")


def test_bad_descriptors(box):
    box.write("good.c", GOOD)
    for fd, why in (("77", r"descriptor 77 is not open"), ("-1", r"not between"), ("x", r"not a number"),
                    ("99999999999", r"not between")):
        box.run("check", "--progress-json", fd, "good.c").expect(2, why, where="err")
    ours, its = os.pipe()
    p = subprocess.run([box.heddle, "check", "--progress-json", str(ours), "good.c"], cwd=box.home, env=box.env,
                       capture_output=True, pass_fds=(ours,), timeout=TIMEOUT, text=True)
    os.close(ours)
    os.close(its)
    if p.returncode != 2 or f"descriptor {ours} cannot be written to" not in p.stderr or p.stdout:
        raise Failure(f"exit code {p.returncode}: {p.stdout} {p.stderr}")


def test_nobody_reads_progress(box):
    """A closed pipe ends nothing, nor does a full one or a full disk."""
    box.write("huge.c", HUGE)
    ours, its = os.pipe()
    os.close(ours)
    with open("/dev/full", "wb") as full:
        for fd in (its, full.fileno()):
            p = subprocess.run([box.heddle, "check", "--time-limit", "2", "--progress-json", str(fd), "huge.c"],
                               cwd=box.home, env=box.env, capture_output=True, pass_fds=(fd,), timeout=TIMEOUT)
            if p.returncode != 3 or b"unknown: time limit" not in p.stdout:
                raise Failure(f"exit code {p.returncode}: {p.stdout} {p.stderr}")
    os.close(its)


def catches(pid, number):
    with open(f"/proc/{pid}/status", encoding="utf-8") as f:
        caught = next(line for line in f if line.startswith("SigCgt:"))
    return int(caught.split()[1], 16) >> (number - 1) & 1


def test_usr1(box):
    box.write("huge.c", HUGE)
    p = subprocess.Popen([box.heddle, "check", "--time-limit", "60", "huge.c"], cwd=box.home, env=box.env,
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end, asked = time.monotonic() + TIMEOUT, ""
    while "states/s" not in asked and time.monotonic() < end and p.poll() is None:
        time.sleep(0.3)
        if catches(p.pid, signal.SIGUSR1):
            p.send_signal(signal.SIGUSR1)
            asked = p.stderr.readline()
    p.send_signal(signal.SIGINT)
    out, err = p.communicate(timeout=TIMEOUT)
    is_told = re.search(r"^heddle: \d+ states?, \d+ states/s.*depth \d+.* s", asked)
    if p.returncode != 3 or not is_told or "interrupted" not in out:
        raise Failure(f"exit code {p.returncode}: {asked!r} {out} {err}")
    if "\r" in asked + err or "\x1b" in asked + err:
        raise Failure(f"control characters in a pipe: {asked!r} {err!r}")
