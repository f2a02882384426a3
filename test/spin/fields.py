# SPDX-License-Identifier: Apache-2.0
"""libheddle's machines, opened by the fields of heddle_setup."""
import os
import re
import subprocess
from collections import namedtuple

from spin.library import build_user
from suite import ROOT, expect

# Each case changes a setup that is good; what comes of it is a line.
USER = """\
#include <libheddle_machine.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define LIST(...) (const char *const[]){__VA_ARGS__}
#define TEXTS(...) (heddle_texts){LIST(__VA_ARGS__), sizeof LIST(__VA_ARGS__) / sizeof(char *)}
enum { BYTES = 1 << 13, MOST = 20000 };
static unsigned char state[BYTES], matched[BYTES], values[8], *seen[MOST];
static int nseen;
static char first[512];
static void keep(void *arg, const char *message) {
    if (!*first)
        snprintf(first, sizeof first, "%s%s", (char *)arg, message);
}
static int is_new(const unsigned char *bytes) {
    for (int i = 0; i < nseen; i++)
        if (memcmp(seen[i], bytes, BYTES) == 0)
            return 0;
    if (nseen == MOST)
        abort();
    memcpy(seen[nseen++] = malloc(BYTES), bytes, BYTES);
    return 1;
}
static int failed;
static void search(heddle_machine *m, const heddle_setup *s) {
    unsigned char here[BYTES], there[sizeof values];
    if (!is_new(s && s->matched ? matched : state) || failed)
        return;
    memcpy(here, state, BYTES);
    memcpy(there, values, sizeof values);
    int n = heddle_machine_threads(m);
    for (int i = 0; i < n; i++)
        for (int a = 0; a < heddle_machine_alternatives(m, i); a++) {
            if (heddle_machine_can(m, i, a) > 0) {
                int result = heddle_machine_choose(m, i, a);
                if (result < 0 && (failed = result))
                    snprintf(first, sizeof first, "%s", heddle_machine_error(m));
                else if (memcmp(here, state, BYTES))
                    search(m, s);
            }
            memcpy(state, here, BYTES);
            memcpy(values, there, sizeof values);
            heddle_machine_match(m);
        }
    if (heddle_machine_alternatives(m, 0) < 0 && (failed = heddle_machine_alternatives(m, 0)))
        snprintf(first, sizeof first, "%s", heddle_machine_error(m));
}
static heddle_setup good(void) {
    static const char *const files[] = {"x.c"};
    return (heddle_setup){.size = sizeof(heddle_setup), .files = {files, 1}, .state = state, .state_size = BYTES,
                          .only_steps = 1, .on_violation = keep, .arg = ""};
}
static void run(const char *name, const heddle_setup *s) {
    char error[4096] = "";
    heddle_machine *m = (heddle_machine *)1;
    memset(state, 0, BYTES);
    memset(values, 0, sizeof values);
    *first = nseen = failed = 0;
    int code = heddle_machine_open_with(&m, s, error, sizeof error);
    if ((code < 0) != !m || (code < 0) != !!*error)
        puts("code, machine and error do not agree");
    if (m)
        search(m, s);
    printf("%s|%d|%d|%s|%s\\n", name, code < 0 ? code : failed, nseen, code < 0 ? error : first,
           m ? heddle_machine_cut(m) : "");
    fflush(stdout);
    heddle_machine_close(m);
}
int main(void) {
#define CASE(name, ...) { heddle_setup s = good(); const heddle_setup *as = &s; __VA_ARGS__; run(name, as); }
#define run_as(other) (as = (other))
#include "cases.h"
}
"""
Outcome = namedtuple("Outcome", "code states text cut")


def run_cases(box, cases):
    """What comes of each case: its statements change a setup `s`."""
    box.write("cases.h", "".join(f'CASE("{name}", {code})\n' for name, code in cases.items()))
    _, out, err = box.run(program=build_user(box, USER), code=0)
    outcomes = {}
    for line in out.splitlines():
        expect(line.count("|") >= 4, out + err)
        name, code, states, text, cut = line.split("|", 4)
        outcomes[name] = Outcome(int(code), int(states), text, cut)
    expect(list(outcomes) == list(cases), out + err)
    return outcomes


def test_example(box):
    """The example is complete, and finds the bug."""
    build = os.path.dirname(box.heddle)
    sanitizers = ["-fsanitize=address,undefined"] if "sanitize" in build else []
    subprocess.run(["gcc", "-Wall", "-Wextra", "-Werror", "-I" + os.path.join(ROOT, "include"),
                    os.path.join(ROOT, "examples/library.c"), "-o", "library", *sanitizers, "-L" + build, "-lheddle",
                    "-Wl,-rpath," + build], cwd=box.home, check=True)
    program = os.path.join(box.home, "library")
    _, out, _ = box.run(os.path.join(ROOT, "examples/account.c"), program=program, code=1)
    expect(out.startswith("violated: assertion: balance == 150 does not hold\n") and "but" not in out, out)
    box.write("x.c", "int main(void) { return 0; }\n")
    _, out, _ = box.run("x.c", program=program, code=0)
    expect(out == "1 states\n", out)
    _, out, _ = box.run(program=program, code=2)
    expect(out == "files: there must be at least one\n", out)


PROGRAMS = {
    "x.c": "#include <assert.h>\n#ifndef N\n#define N 3\n#endif\n"
           "int main(int argc, char **argv) { assert(N == 3 && argc == 1); return 0; }\n",
    "sub/y.c": "int main(void) { return 0; }\n",
    "args.c": "#include <assert.h>\nint main(int argc, char **argv) {\n"
              "assert(argc == 3 && argv[1][0] == 'a' && !*argv[2]); }\n",
    "hash.c": "#include <assert.h>\n#include <stdlib.h>\n#ifndef MOST\n#define MOST 60\n#endif\n"
              "static volatile unsigned long n;\n"
              "int main(void) { void *p = malloc(4); n = (unsigned long)p / 16; free(p); assert(n % 61 <= MOST); }\n",
    "called.c": "int f(void) { return 1; }\n",
    "stub.c": "#include <assert.h>\nint f(void);\nint main(void) { assert(f() == 0); }\n",
    "variable.c": "#include <assert.h>\nextern int v;\nint main(void) { assert(v == 0); }\n",
    "reads.c": "#include <assert.h>\n#include <stdio.h>\n"
               "int main(void) { FILE *f = fopen(\"n\", \"r\"); assert(f && getc(f) == 'd');\n"
               "assert(getchar() == 'i'); }\n",
    "clock.c": "#include <assert.h>\n#include <time.h>\n"
               "int main(void) { time_t t = time(0); assert(time(0) == t); }\n",
    "nondet.c": "#include <assert.h>\nint __VERIFIER_nondet_int(void);\n"
                "int main(void) { int i = __VERIFIER_nondet_int(); assert(i != 5); }\n",
    "rand.c": "#include <assert.h>\n#include <stdlib.h>\nint main(void) { assert(rand() != 5); }\n",
    "alloc.c": "#include <assert.h>\n#include <stdlib.h>\n"
               "int main(void) { void *p = malloc(4); assert(p); free(p); }\n",
    "aba.c": "#include <assert.h>\n#include <stdlib.h>\n#include <stdint.h>\nchar *p, *q;\n"
             "int main(void) { p = malloc(4); free(p); q = malloc(4); assert(p != q); }\n",
    "wakes.c": "#include <assert.h>\n#include <pthread.h>\n"
               "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int set;\n"
               "void *wait(void *a) { pthread_mutex_lock(&m); if (!set) pthread_cond_wait(&c, &m); assert(set);\n"
               "pthread_mutex_unlock(&m); return a; }\n"
               "int main(void) { pthread_t t; pthread_create(&t, 0, wait, 0); pthread_mutex_lock(&m); set = 1;\n"
               "pthread_cond_signal(&c); pthread_mutex_unlock(&m); pthread_join(t, 0); }\n",
    "rwlock.c": "#include <pthread.h>\npthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;\n"
                "void *writes(void *a) { pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); return a; }\n"
                "int main(void) { pthread_t t; pthread_create(&t, 0, writes, 0); pthread_rwlock_rdlock(&l);\n"
                "pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&l);\n"
                "pthread_join(t, 0); }\n",
    "deep.c": "int f(int n) { return n ? f(n - 1) + 1 : 0; }\nint main(void) { return f(50) != 50; }\n",
    "leak.c": "#include <stdlib.h>\nint main(void) { void *volatile p = malloc(4); p = 0; return 0; }\n",
    "check.c": "#include <assert.h>\nextern void reach_error(void);\nint main(void) { assert(0); }\n",
    "only.prp": "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
    "race.c": "#include <assert.h>\n#include <pthread.h>\nint n, k, w;\nint small(void) { return n < 2; }\n"
              "int wrong(int a) { return a; }\nvoid parity(void) { w = n % 2; }\n"
              "void *add(void *a) { n++; k++; return a; }\n"
              "int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); n++; k++;\n"
              "pthread_join(t, 0); return 0; }\n",
    "volatile.c": "#include <pthread.h>\nvolatile int v;\nvoid *set(void *a) { v = 1; return a; }\n"
                  "int main(void) { pthread_t t; pthread_create(&t, 0, set, 0); v = 2; pthread_join(t, 0);\n"
                  "return 0; }\n",
    "bound.c": "#include <assert.h>\n#include <pthread.h>\nint n;\nvoid *add(void *a) { n = n + 1; return a; }\n"
               "int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); n = n + 1; pthread_join(t, 0);\n"
               "assert(n == 2); return 0; }\n",
    "heap.c": "#include <pthread.h>\n#include <stdlib.h>\nint *p[2], n;\n"
              "void *make(void *a) { n++; int *q = malloc(4); *q = 1; p[(long)a] = q; n--; return a; }\n"
              "int main(void) { pthread_t s, t; pthread_create(&s, 0, make, 0);\n"
              "pthread_create(&t, 0, make, (void *)1);\n"
              "pthread_join(s, 0); pthread_join(t, 0); free(p[0]); free(p[1]); return 0; }\n",
    "data": "d", "input": "i",
}


def file(name):
    return f's.files = TEXTS("{name}")'


TAU_BOUND = f'{file("bound.c")}; s.reduction = HEDDLE_REDUCTION_TAU_PLUS'
# A case, and what must come of it: a part of the text, "" for none.
FIELDS = {
    "plain": ("(void)0", ""),
    "compiler args": ('s.compiler_args = TEXTS("-D", "N=4", "-O1", "-std=gnu11", "-lm")', "assertion: N == 3"),
    "program args": (f'{file("args.c")}; s.program_args = TEXTS("a", "")', ""),
    "no program args": (file("args.c"), "assertion: argc == 3"),
    "directory": (f'{file("y.c")}; s.directory = "sub"', ""),
    "bitcode": ('s.bitcode = "kept"; s.compiler_args = TEXTS("-DN=4")', ""),
    "without main": (f'{file("called.c")}; s.without_main = 1', ""),
    "stub nondet": (f'{file("stub.c")}; heddle_stub f = {{"f"}}; s.stubs = &f; s.nstubs = 1; '
                    's.has_nondet_range = 1; s.nondet_high = 1', "assertion: f() == 0 does"),
    "stub zero": (f'{file("stub.c")}; heddle_stub f = {{"f", HEDDLE_STUB_ZERO}}; s.stubs = &f; s.nstubs = 1', ""),
    "stub abort": (f'{file("stub.c")}; heddle_stub f = {{"f", HEDDLE_STUB_ABORT}}; s.stubs = &f; s.nstubs = 1',
                   "assertion: call of f"),
    "stub all": (f'{file("stub.c")}; heddle_stub f = {{"*", HEDDLE_STUB_ZERO}}; s.stubs = &f; s.nstubs = 1', ""),
    "stub variable": (f'{file("variable.c")}; heddle_stub v = {{"v"}}; s.stubs = &v; s.nstubs = 1; '
                      's.has_nondet_range = 1; s.nondet_high = 1', "assertion: v == 0 does"),
    "files": (f'{file("reads.c")}; heddle_file f = {{"n", "data"}}; s.data_files = &f; s.ndata_files = 1; '
              's.standard_input = "input"', ""),
    "no files": (file("reads.c"), "assertion: f && getc(f)"),
    "clock": (file("clock.c"), "assertion: time(0) == t"),
    "clock that stands": (f'{file("clock.c")}; s.has_clock_ticks = 1', ""),
    "nondet range": (f'{file("nondet.c")}; s.has_nondet_range = 1; s.nondet_low = -3; s.nondet_high = 4', ""),
    "wider range": (f'{file("nondet.c")}; s.has_nondet_range = 1; s.nondet_low = -3; s.nondet_high = 5',
                    "assertion: i != 5"),
    "rand": (file("rand.c"), ""),
    "nondet rand": (f'{file("rand.c")}; s.nondet_rand = 1; s.has_nondet_range = 1; s.nondet_high = 5',
                    "assertion: rand() != 5"),
    "unknown rand": (f'{file("rand.c")}; s.unknown = TEXTS("rand"); s.has_nondet_range = 1; s.nondet_high = 5',
                    "assertion: rand() != 5"),
    "malloc": (file("alloc.c"), ""),
    "malloc may fail": (f'{file("alloc.c")}; s.malloc_may_fail = 1', "assertion: p does"),
    "addresses": (file("aba.c"), ""),
    "number of an address": (f'{file("hash.c")}; s.fixed_addresses = 1', ""),
    "wrong about a number": (f'{file("hash.c")}; s.fixed_addresses = 1; s.compiler_args = TEXTS("-DMOST=0")',
                             "assertion: n % 61 <= MOST"),
    "reuse addresses": (f'{file("aba.c")}; s.reuse_addresses = 1', "assertion: p != q"),
    "wakeups": (file("wakes.c"), "assertion: set does"),
    "spurious wakeups": (f'{file("wakes.c")}; s.spurious_wakeups = 1', "assertion: set does"),
    "no spurious wakeups": (f'{file("wakes.c")}; s.no_spurious_wakeups = 1', ""),
    "rwlock": (file("rwlock.c"), "deadlock: thread 1 waits for read-write lock 'l'"),
    "prefer readers": (f'{file("rwlock.c")}; s.prefer_readers = 1', ""),
    "volatile": (f'{file("volatile.c")}; s.properties = TEXTS("race")', "data-race: write of 4 bytes while"),
    "volatile as atomic": (f'{file("volatile.c")}; s.properties = TEXTS("race"); s.volatile_atomic = 1', ""),
    "stack": (file("deep.c"), ""),
    "large memory limit": ("s.memory_limit = 1ull << 62", ""),
    "leak": (file("leak.c"), ""),
    "properties": (f'{file("leak.c")}; s.properties = TEXTS("race", "leak")', "leak: a heap block"),
    "check": (file("check.c"), "assertion: 0 does"),
    "property file": (f'{file("check.c")}; s.property_file = "only.prp"', ""),
    "invariants": (f'{file("race.c")}; s.invariants = TEXTS("small")', "invariant: the invariant 'small'"),
    "ltl": (f'{file("race.c")}; s.ltl = "[] n < 2 && <> small"; s.values = values; s.values_size = 4', ""),
    "no bound": (TAU_BOUND, "assertion: n == 2"),
    "context bound 0": (f"{TAU_BOUND}; s.has_context_bound = 1", ""),
    "context bound 1": (f"{TAU_BOUND}; s.has_context_bound = 1; s.context_bound = 1", "assertion: n == 2"),
    "violation": ('s.compiler_args = TEXTS("-DN=4"); s.arg = "told: "', "told: assertion: N == 3"),
    "nobody hears": ('s.compiler_args = TEXTS("-DN=4"); s.on_violation = NULL', ""),
    "later version": ("(void)0; struct { heddle_setup s; long long more[3]; } l = {s}; l.s.size = sizeof l; "
                      "run_as(&l.s)", ""),
}


def write_programs(box):
    os.mkdir(os.path.join(box.home, "sub"))
    for name, text in PROGRAMS.items():
        box.write(name, text)


def test_fields(box):
    """Each field does what its comment says."""
    write_programs(box)
    box.run("spin", "--quiet", "--keep", "kept", "x.c", code=0)
    for name, got in run_cases(box, {name: code for name, (code, _) in FIELDS.items()}).items():
        text = FIELDS[name][1]
        expect(got.code == 0 and got.text.startswith(text) and bool(got.text) == bool(text) and not got.cut,
               f"{name}: {got}")


def test_cuts(box):
    """What was not searched for a field's sake is told."""
    write_programs(box)
    got = run_cases(box, {"nondet": file("nondet.c"), "address": file("hash.c"),
                          "stack": f'{file("deep.c")}; s.stack_limit = 20',
                          "function": file("stub.c"), "variable": file("variable.c")})
    expect("may be anything" in got["nondet"].cut, got)
    expect("numeric value of an address (--addresses fixed gives it one)" in got["address"].cut, got)
    expect("deeper than 20 frames" in got["stack"].cut, got)
    expect("stub.c:3: in 'main': call of 'f', a function that nothing defines" in got["function"].cut, got)
    expect("variable.c:3: in 'main': read of 'v', a variable that nothing defines" in got["variable"].cut, got)


def test_steps(box):
    """What a step is, and which states are equal."""
    write_programs(box)
    match = f'{file("race.c")}; s.matched = matched; s.matched_size = BYTES'
    heap = f'{file("heap.c")}; s.reduction = HEDDLE_REDUCTION_TAU_PLUS'
    got = run_cases(box, {
        **{name: f'{file("race.c")}; s.reduction = HEDDLE_REDUCTION_{name}'
           for name in ("DEFAULT", "NONE", "GLOBAL", "TAU", "TAU_PLUS", "SUPERSTEP")},
        "looks between": f'{file("race.c")}; s.only_steps = 0',
        "matched": match,
        "unmatched": f'{match}; s.unmatched = TEXTS("n", "k")',
        "abstraction": f'{match}; s.unmatched = TEXTS("n", "k"); s.abstractions = TEXTS("parity")',
        "heap": heap,
        "no heap symmetry": f"{heap}; s.no_heap_symmetry = 1",
        "no store visibility": f"{heap}; s.no_store_visibility = 1",
    })
    n = {name: outcome.states for name, outcome in got.items()}
    expect(all(outcome.code == 0 and not outcome.text for outcome in got.values()), got)
    expect(n["DEFAULT"] == n["SUPERSTEP"] < n["TAU_PLUS"] < n["TAU"] < n["NONE"] and n["GLOBAL"] < n["NONE"], n)
    expect(n["DEFAULT"] < n["looks between"] and n["matched"] == n["DEFAULT"], n)
    expect(n["unmatched"] < n["abstraction"] < n["matched"], n)
    expect(n["heap"] < n["no heap symmetry"] and n["heap"] < n["no store visibility"], n)


# A case, and the message.
WRONG = {
    "unknown world": ('s.unknown = TEXTS("weather")', "--unknown: there is no 'weather'"),
    "no size": ("s.size = 0", "size: 0 is not sizeof(heddle_setup), which is "),
    "small size": ("s.size = offsetof(heddle_setup, arg)", "is not sizeof(heddle_setup)"),
    "absurd size": ("s.size = SIZE_MAX", "is not sizeof(heddle_setup)"),
    "unknown field": ("(void)0; struct { heddle_setup s; long long more[3]; } l = {s, {0, 0, 1}}; "
                      "l.s.size = sizeof l; run_as(&l.s)",
                      "a field is set that this version of libheddle does not know"),
    "no setup": ("run_as(NULL)", "setup is NULL"),
    "no files": ("s.files.n = 0", "files: there must be at least one"),
    "files NULL": ("s.files.at = NULL", "files: there are 1, but the list is NULL"),
    "file NULL": ("s.files = TEXTS(NULL)", "files: number 0 is NULL"),
    "negative files": ("s.files.n = -1", "files: there cannot be -1 of them"),
    "absurd files": ("s.files.n = INT_MAX", "files: there cannot be 2147483647 of them"),
    "missing file": (file("missing.c"), "cannot read missing.c: No such file or directory"),
    "file without name": (file(""), "cannot read : No such file or directory"),
    "option for a file": (file("--help"), "cannot read --help: No such file or directory"),
    "file that is not C": (file("data"), "data: unknown kind of file"),
    "compiler arg": ('s.compiler_args = TEXTS("-X")', "'-X' is not an option that heddle passes on to clang"),
    "file for a compiler arg": ('s.compiler_args = TEXTS("x.c")', "'x.c' is not an option that heddle passes on"),
    "option of heddle": ('s.compiler_args = TEXTS("--property", "leak")', "'--property' is not an option that heddle"),
    "no argument": ('s.compiler_args = TEXTS("-D")', "-D needs an argument"),
    "level": ('s.compiler_args = TEXTS("-Ox")', "there is no optimisation level -Ox"),
    "compiler arg NULL": ('s.compiler_args = TEXTS("-w", NULL)', "compiler_args: number 1 is NULL"),
    "program arg NULL": ("s.program_args = TEXTS(NULL)", "program_args: number 0 is NULL"),
    "negative program args": ("s.program_args.n = INT_MIN", "program_args: there cannot be -2147483648 of them"),
    "directory": ('s.directory = "nowhere"', "nowhere: there is no such directory"),
    "bitcode": ('s.bitcode = "nowhere"', "cannot read nowhere/0.bc: No such file or directory"),
    "no main": (file("called.c"), "main"),
    "stubs NULL": ("s.nstubs = 2", "stubs: there are 2, but the list is NULL"),
    "negative stubs": ("s.nstubs = -2", "stubs: there cannot be -2 of them"),
    "stub NULL": ("(void)0; heddle_stub f = {NULL}; s.stubs = &f; s.nstubs = 1", "stubs: number 0 is NULL"),
    "kind of stub": ('(void)0; heddle_stub f = {"f", 3}; s.stubs = &f; s.nstubs = 1',
                     "stubs: f is of the kind 3, which is no HEDDLE_STUB_..."),
    "no stub": ('(void)0; heddle_stub f = {"f"}; s.stubs = &f; s.nstubs = 1', "--stub: the program does not use f"),
    "name of stub": ('(void)0; heddle_stub f = {"f g"}; s.stubs = &f; s.nstubs = 1', "--stub: 'f g=nondet' is not"),
    "names of stub": ('(void)0; heddle_stub f = {"f,g"}; s.stubs = &f; s.nstubs = 1',
                      "--stub: 'f,g=nondet' is not one name"),
    "stub twice": ('(void)0; heddle_stub f[] = {{"f"}, {"f"}}; s.stubs = f; s.nstubs = 2', "--stub: f is given twice"),
    "data files NULL": ("s.ndata_files = 1", "data_files: there are 1, but the list is NULL"),
    "data file NULL": ('(void)0; heddle_file f = {NULL, "x"}; s.data_files = &f; s.ndata_files = 1',
                       "data_files: number 0 is NULL"),
    "data file's name": ('(void)0; heddle_file f = {"a=b"}; s.data_files = &f; s.ndata_files = 1',
                         "data_files: 'a=b' cannot be the name of one"),
    "data file": (f'{file("reads.c")}; heddle_file f = {{"n"}}; s.data_files = &f; s.ndata_files = 1',
                  "n: No such file or directory"),
    "empty input": ('s.standard_input = ""', "--stdin needs PATH, but it is empty"),
    "input": (f'{file("reads.c")}; s.standard_input = "nix"', "nix: No such file or directory"),
    "negative clock": ("s.has_clock_ticks = 1; s.clock_ticks = -1", "--clock-ticks: -1 is not between 0 and 1000000"),
    "absurd clock": ("s.has_clock_ticks = 1; s.clock_ticks = INT_MAX", "--clock-ticks: 2147483647 is not between"),
    "forgotten clock": ("s.clock_ticks = 2", "clock_ticks has a value, but has_clock_ticks is 0"),
    "empty range": ("s.has_nondet_range = 1; s.nondet_low = 1", "--nondet-range: the range 1..0 is empty"),
    "absurd range": ("s.has_nondet_range = 1; s.nondet_low = LLONG_MIN; s.nondet_high = LLONG_MAX",
                     "--nondet-range: the range -9223372036854775808..9223372036854775807 has too many values"),
    "forgotten range": ("s.nondet_high = 2", "nondet_range has a value, but has_nondet_range is 0"),
    "stack": ("s.stack_limit = -1", "--stack-limit: -1 is not between 1 and 1000000"),
    "memory": ("s.memory_limit = ULLONG_MAX", "--memory-limit: 18446744073709551615 bytes are too many"),
    "property": ('s.properties = TEXTS("leak", "speed")', "no property is called 'speed'; there are: "),
    "property NULL": ("s.properties = TEXTS(NULL)", "properties: number 0 is NULL"),
    "two properties": ('s.properties = TEXTS("leak,race")', "--property: 'leak,race' is not one name"),
    "property file": ('s.property_file = "nix"', "nix: No such file or directory"),
    "no property": ('s.property_file = "data"', "data"),
    "no property file": ('s.property_file = ""', "--prp needs FILE, but it is empty"),
    "invariant": ('s.invariants = TEXTS("nix")', "--invariant: the program has no function 'nix'"),
    "empty invariant": ('s.invariants = TEXTS("")', "--invariant needs FUNCTION, but it is empty"),
    "wrong invariant": (f'{file("race.c")}; s.invariants = TEXTS("wrong")',
                        "--invariant: 'wrong' must have no parameters"),
    "ltl": ('s.ltl = "[]"; s.values = values; s.values_size = 8', "formula"),
    "proposition": ('s.ltl = "[] nix == 1"; s.values = values; s.values_size = 8', "nix"),
    "ltl without values": ('s.ltl = "[] 1"', "ltl: the values of its propositions need a buffer"),
    "values without ltl": ("s.values = values; s.values_size = 8", "there are values of propositions only with --ltl"),
    "values NULL": ("s.values_size = 8", "values is NULL, but values_size is not 0"),
    "unmatched": ('s.unmatched = TEXTS("nix")', "--unmatched: the program has no global variable 'nix'"),
    "unmatched NULL": ("s.unmatched.n = 1", "unmatched: there are 1, but the list is NULL"),
    "abstraction": ('s.abstractions = TEXTS("nix")', "--abstraction: the program has no function 'nix'"),
    "wrong abstraction": (f'{file("race.c")}; s.abstractions = TEXTS("wrong")', "--abstraction: 'wrong' must have no"),
    "reduction": ("s.reduction = 6", "reduction: 6 is no HEDDLE_REDUCTION_..."),
    "negative reduction": ("s.reduction = -1", "reduction: -1 is no HEDDLE_REDUCTION_..."),
    "bound": ("s.has_context_bound = 1; s.context_bound = -1", "--context-bound: -1 is not between 0 and 65535"),
    "absurd bound": ("s.has_context_bound = 1; s.context_bound = 65536", "--context-bound: 65536 is not between"),
    "forgotten bound": ("s.context_bound = 2", "context_bound has a value, but has_context_bound is 0"),
    "threads": ("s.threads = -1", "threads, alternatives: -1, 0 cannot be numbers of them"),
    "alternatives": ("s.alternatives = -1", "threads, alternatives: 0, -1 cannot be numbers of them"),
    "state": ("s.state = NULL", "state: a machine needs a buffer for its state"),
    "matched": ("s.matched_size = 8", "matched is NULL, but matched_size is not 0"),
}


def test_wrong_fields(box):
    """Each bad value is refused with a message, and the next machine can be opened."""
    write_programs(box)
    cases = {name: code for name, (code, _) in WRONG.items()}
    cases["good"] = "(void)0"
    got = run_cases(box, cases)
    good = got.pop("good")
    expect(good.code == 0 and good.states == 1, good)
    others = [f"{name}: {o}" for name, o in got.items() if o.code != -1 or WRONG[name][1] not in o.text]
    expect(not others, "\n".join(others))


SMALL = {
    "state": ("s.state_size = 64", "more bytes are needed: "),
    "no state": ("s.state_size = 0", "more bytes are needed: "),
    "matched": ("s.matched = matched", "more matched-bytes are needed: "),
    "values": (f'{file("race.c")}; s.ltl = "[] n < 2"; s.values = values; s.values_size = 2',
               "more bytes of values are needed: 3"),
    "no values": (f'{file("race.c")}; s.ltl = "[] n < 2"; s.values = values', "more bytes of values are needed: 3"),
    "threads": (f'{file("race.c")}; s.threads = 1', "more threads are needed: 2"),
    "alternatives": (f'{file("nondet.c")}; s.has_nondet_range = 1; s.nondet_high = 3; s.alternatives = 2',
                     "more alternatives are needed: 4"),
    "memory": ("s.memory_limit = 1024", "memory limit of 1 MiB reached by heddle's machine"),
}


def test_small_fields(box):
    """Buffers and numbers that do not suffice have codes of their own."""
    write_programs(box)
    for name, got in run_cases(box, {name: code for name, (code, _) in SMALL.items()}).items():
        expect(got.code == (-3 if name == "memory" else -2) and SMALL[name][1] in got.text, f"{name}: {got}")


TWO = """\
#include <libheddle_machine.h>
#include <stdio.h>
#include <string.h>
static unsigned char first[1 << 14], second[1 << 14];
static void tell(void *arg, const char *message) { printf("%s: %s\\n", (char *)arg, message); }
static heddle_machine *open_one(const char *flag, const char *property, void *state, const char *name) {
    const char *const file = "x.c";
    heddle_setup s = {.size = sizeof s, .files = {&file, 1}, .compiler_args = {&flag, 1}, .properties = {&property, 1},
                      .state = state, .state_size = sizeof first, .on_violation = tell, .arg = (void *)name};
    heddle_machine *m;
    char error[100];
    if (heddle_machine_open_with(&m, &s, error, sizeof error) < 0)
        puts(error);
    return m;
}
int main(void) {
    heddle_machine *a = open_one("-DN=1", "leak", first, "a"), *b = open_one("-DN=2", "overflow", second, "b");
    for (int i = 0; i < 20; i++) {
        if (!*heddle_machine_message(a))
            heddle_machine_choose(a, 0, 0);
        if (!*heddle_machine_message(b))
            heddle_machine_choose(b, 0, 0);
    }
    heddle_machine_close(a);
    char error[20] = "", none[1] = "x";
    heddle_setup s = {0};
    heddle_machine *m = b;
    printf("%d ", heddle_machine_open_with(&m, &s, NULL, 0));
    printf("%d ", heddle_machine_open_with(&m, &s, NULL, 20));
    printf("%d ", heddle_machine_open_with(&m, &s, none, 0));
    printf("%d ", heddle_machine_open_with(NULL, &s, error, sizeof error));
    printf("%d %c %s\\n", m == NULL, *none, error);
    printf("%p %d ", (void *)heddle_machine_open(NULL, NULL, 0), heddle_machine_threads(NULL));
    printf("%d ", heddle_machine_call(NULL, "f", 0, NULL, NULL));
    printf("%d ", heddle_machine_call(b, NULL, 0, NULL, NULL));
    printf("%d ", heddle_machine_call(b, "f", 1, NULL, NULL));
    printf("%d ", heddle_machine_invariant(b, NULL));
    printf("%d ", heddle_machine_abstraction(b, NULL));
    printf("%ld ", heddle_machine_offset(b, NULL));
    printf("%d ", heddle_machine_start_thread(b, 1, NULL, NULL));
    heddle_machine_context_bound(NULL, 1);
    printf("%s, %s%s\\n", heddle_machine_error(NULL), heddle_machine_message(NULL), heddle_machine_place(NULL, 0));
    heddle_machine_close(b);
}
"""
TWO_SAY = """\
a: leak: a heap block of 1 byte was not freed and nothing points to it any more
b: overflow
-1 -1 -1 -1 1 x there is no place f
(nil) -1 -1 -1 -1 -1 -1 -1 -1 there is no machine, 
"""


def test_two_machines(box):
    """Machines with different fields at once; what is NULL is an error."""
    box.write("x.c", "#include <stdlib.h>\nint f(int n) { return n; }\nint main(void) {\n"
              "void *volatile p = malloc(N); p = 0; volatile int i = 2147483647; i += N - 1; return f(0); }\n")
    _, out, _ = box.run(program=build_user(box, TWO), code=0)
    out = re.sub(r"(?m)(?<=^b: overflow).*", "", out)
    expect(out == TWO_SAY, out)


HANDLER = """
#include <libheddle_machine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned char state[1 << 16];
static heddle_machine *m;
static int mode, depth;
static void handle(void *arg, const char *message) {
    unsigned long long result;
    int is_outer = depth++ == 0;
    if (is_outer && mode == 0)
        printf("inner %d, ", heddle_machine_call(m, "fails_with_a_longer_name", 0, NULL, &result));
    if (is_outer && mode == 1)
        heddle_machine_close(m);
    if (is_outer && mode == 2)
        printf("inner %d, ", heddle_machine_call(m, "eat", 0, NULL, &result));
    if (is_outer && mode == 3)
        printf("inner %d, ", heddle_machine_threads(m));
    if (is_outer)
        printf("%.21s, ", message);
    depth--;
    (void)arg;
}
int main(int argc, char **argv) {
    const char *files[] = {"x.c"}, *invariants[] = {"small"};
    char error[256];
    mode = atoi(argv[1]);
    heddle_setup s = {.size = sizeof s, .files = {files, 1}, .state = state, .state_size = sizeof state,
                      .on_violation = handle, .without_main = 1, .memory_limit = 64 << 20,
                      .invariants = {invariants, 1}};
    if (heddle_machine_open_with(&m, &s, error, sizeof error) < 0) {
        puts(error);
        return 2;
    }
    if (mode == 4) {
        memset(state, 0, sizeof state);
        printf("%d ", heddle_machine_threads(m));
        printf("%s\\n", heddle_machine_error(m));
        return 0;
    }
    *(int *)(state + heddle_machine_offset(m, "x")) = 5;
    printf("outer %d\\n", heddle_machine_alternatives(m, 0));
    if (mode != 1)
        heddle_machine_close(m);
    return argc < 2;
}
"""
HANDLED = """
#include <assert.h>
#include <stdlib.h>
int x;
int small(void) { return x < 5; }
void fails_with_a_longer_name(void) {
    assert(x < 5 && "a message that is much longer than the one of the invariant, so that it needs other memory");
}
void eat(void) { static char *all; for (;;) { char *p = malloc(1 << 20); for (int i = 0; i < 1 << 20; i += 64) p[i] = 1;
                 *(char **)p = all; all = p; } }
"""


def test_handlers(box):
    """What a handler does to the machine whose violation it hears of."""
    box.write("x.c", HANDLED)
    program = build_user(box, HANDLER)
    message = "invariant: the invari"
    for mode, said in enumerate((f"inner 0, {message}, outer 0\n", f"{message}, outer -1\n",
                                 f"inner -3, {message}, outer -3\n", f"inner 0, {message}, outer 0\n",
                                 "-1 there is no state in the buffer\n")):
        _, out, err = box.run(str(mode), program=program, code=0)
        expect(out == said, f"{mode}: {out}{err}")
