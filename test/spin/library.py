# SPDX-License-Identifier: Apache-2.0
"""libheddle, as it is built and as it is installed."""
import os
import re
import subprocess

from spin.sources import COUNTER
from suite import ROOT, expect

LIBRARY_USER = """\
#include <libheddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
unsigned char csbuf[1 << 16];
unsigned pan_depth;
static int nviolations;
static void count(char *message) { nviolations++; }
/* All runs, without remembering states. */
static long explore(void) {
    unsigned char *saved = malloc(sizeof csbuf);
    long n = 1;
    memcpy(saved, csbuf, sizeof csbuf);
    int threads = pan_threads();
    for (int i = 0; i < threads; i++)
        for (int a = 0; a < pan_alternatives(i); a++) {
            if (!pan_can(i, a))
                continue;
            int before = nviolations;
            pan_choose(i, a);
            if (nviolations == before)
                n += explore();
            memcpy(csbuf, saved, sizeof csbuf);
        }
    free(saved);
    return n;
}
int main(void) {
    static const char *const words[] = {"--reduction", "global", "-DLOST=0", "x.c"};
    heddle_program(NULL, 4, words);
    heddle_buffers(csbuf, sizeof csbuf, NULL);
    heddle_on_violation(count);
    heddle_start();
    long n = explore();
    printf("%ld %d %s\\n", n > 10, nviolations > 0, pan_message());
}
"""


LOOKS = """\
#include <libheddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
unsigned char csbuf[1 << 14];
static int seen, ended;
static void explore(int depth) {
    unsigned char *saved = malloc(sizeof csbuf);
    memcpy(saved, csbuf, sizeof csbuf);
    int x, y;
    memcpy(&x, csbuf + pan_offset("x"), sizeof x);
    memcpy(&y, csbuf + pan_offset("y"), sizeof y);
    seen |= x == 1 && y == 1;
    ended |= pan_threads() == 0 && x == 2 && y == 2;
    for (int i = 0; depth < 40 && i < pan_threads(); i++)
        if (pan_can(i, 0)) {
            pan_choose(i, 0);
            explore(depth + 1);
            memcpy(csbuf, saved, sizeof csbuf);
        }
    free(saved);
}
int main(int argc, char **argv) {
    static const char *const words[] = {"x.c"};
    heddle_program(NULL, 1, words);
    heddle_buffers(csbuf, sizeof csbuf, NULL);
    if (argc > 1)
        heddle_only_steps();
    heddle_start();
    explore(0);
    printf("%d %d\\n", seen, ended);
}
"""
LOOKED_AT = """\
#include <pthread.h>
int x, y;
static void *one(void *arg) { x = 1; x = 2; return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, one, 0);
    y = 1;
    y = 2;
    pthread_exit(0);
}
"""


def test_library_looks(box):
    """Who looks at the buffer between steps sees all that happens, and the end."""
    box.write("x.c", LOOKED_AT)
    user = build_user(box, LOOKS)
    _, out, _ = box.run(program=user, code=0)
    expect(out == "1 1\n", out)
    _, out, _ = box.run("steps", program=user, code=0)
    expect(out.endswith(" 0\n"), out)


ASKS_FIRST = """\
#include <libheddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
unsigned char csbuf[1 << 14];
static int nviolations;
static void count(char *message) { nviolations++; }
static void ask_all(void) {
    for (int i = 0; i < pan_threads(); i++)
        for (int a = 0; a < pan_alternatives(i); a++)
            pan_can(i, a);
}
static void explore(void) {
    unsigned char *saved = malloc(sizeof csbuf);
    memcpy(saved, csbuf, sizeof csbuf);
    for (int i = pan_threads(); i-- > 0;) {
        memcpy(csbuf, saved, sizeof csbuf);
        ask_all();
        if (pan_can(i, 0)) {
            int before = nviolations;
            pan_choose(i, 0);
            if (nviolations == before)
                explore();
        }
    }
    memcpy(csbuf, saved, sizeof csbuf);
    free(saved);
}
int main(void) {
    static const char *const words[] = {"x.c"};
    heddle_program(NULL, 1, words);
    heddle_buffers(csbuf, sizeof csbuf, NULL);
    heddle_only_steps();
    heddle_on_violation(count);
    heddle_start();
    explore();
    printf("%d\\n", nviolations > 0);
}
"""
BOTH_SEE = """\
#include <assert.h>
#include <pthread.h>
#include <heddle.h>
int a, b, r1, r2;
static void *one(void *arg) { a = 1; r1 = b; return arg; }
static void *two(void *arg) { b = 1; r2 = a; return arg; }
int main(void) {
    pthread_t s, t;
    heddle_atomic_begin();
    pthread_create(&s, 0, one, 0);
    pthread_create(&t, 0, two, 0);
    heddle_atomic_end();
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(!(r1 && r2));
}
"""


def test_library_asks_first(box):
    """Who asks what all threads can do, and then takes one of the steps, misses nothing."""
    box.write("x.c", BOTH_SEE)
    _, out, _ = box.run(program=build_user(box, ASKS_FIRST), code=0)
    expect(out == "1\n", out)


MACHINES = """\
#include <libheddle_machine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int nviolations;
static void count(void *arg, const char *message) { *(int *)arg += 1; }
static long explore(heddle_machine *m, unsigned char *state, size_t size) {
    unsigned char *saved = malloc(size);
    long n = 1;
    memcpy(saved, state, size);
    int threads = heddle_machine_threads(m);
    for (int i = 0; i < threads; i++)
        for (int a = 0; a < heddle_machine_alternatives(m, i); a++) {
            int before = nviolations;
            if (heddle_machine_can(m, i, a) == 1 && heddle_machine_choose(m, i, a) == 1 && nviolations == before)
                n += explore(m, state, size);
            memcpy(state, saved, size);
        }
    free(saved);
    return n;
}
static heddle_machine *open_one(const char *file, const char *more, void *state, size_t size, int without_main) {
    const char *words[] = {"--reduction", "global", file, more};
    heddle_options o = {.words = words, .nwords = more ? 4 : 3, .state = state, .state_size = size,
                        .on_violation = count, .arg = &nviolations, .without_main = without_main};
    char error[512] = "";
    heddle_machine *m = heddle_machine_open(&o, error, sizeof error);
    if (!m)
        printf("%s\\n", error);
    return m;
}
static unsigned char first[1 << 16], second[1 << 16];
int main(void) {
    unsigned long long result = 0, numbers[] = {20, 22};
    open_one("missing.c", NULL, first, sizeof first, 0);
    open_one("wrong.c", NULL, first, sizeof first, 0);
    open_one("x.c", "--nonsense", first, sizeof first, 0);
    open_one("x.c", "-DLOST=0", first, 64, 0);
    heddle_machine *a = open_one("x.c", "-DLOST=0", first, sizeof first, 0);
    heddle_machine *b = open_one("y.c", NULL, second, sizeof second, 1);
    printf("%d %d\\n", heddle_machine_threads(a), heddle_machine_threads(b));
    printf("%d\\n", heddle_machine_call(b, "subtract", 2, numbers, &result));
    printf("%s\\n", heddle_machine_error(b));
    printf("%d\\n", heddle_machine_call(b, "add", 2, numbers, &result));
    printf("%llu %d\\n", result, *(int *)(second + heddle_machine_offset(b, "total")));
    printf("%ld\\n", heddle_machine_offset(a, "total"));
    long n = explore(a, first, sizeof first);
    printf("%d %d %s [%s]\\n", n > 10, nviolations > 0, heddle_machine_message(a), heddle_machine_cut(a));
    printf("%d\\n", heddle_machine_call(b, "add", 2, numbers, &result));
    printf("%llu\\n", result);
    heddle_machine_close(a);
    printf("%d\\n", heddle_machine_start_thread(b, 0, "run", NULL));
    printf("%d %s\\n", heddle_machine_threads(b), heddle_machine_place(b, 0));
    heddle_machine_close(b);
    heddle_machine_close(NULL);
}
"""
SUMS = """\
int total;
int add(int a, int b) { total += a + b; return total; }
void *run(void *arg) { total = 1; return arg; }
"""
MACHINES_SAY = """\
cannot read missing.c: No such file or directory
cannot compile wrong.c
unknown option --nonsense; 'heddle spin --help' lists the options
more bytes are needed: N
1 0
-1
the program has no function 'subtract' (a static one that nothing calls is not compiled)
0
42 42
-1
1 1 assertion: counter == 2 || LOST does not hold []
0
84
0
1 y.c:3 in run
"""


def build_user(box, text):
    """A program around the library, in the box."""
    box.write("user.c", text)
    build = os.path.dirname(box.heddle)
    sanitizers = ["-fsanitize=address,undefined"] if "sanitize" in build else []
    subprocess.run(["gcc", "-w", "-I" + os.path.join(ROOT, "include"), "user.c", "-o", "user", *sanitizers,
                    "-L" + build, "-lheddle",
                    "-Wl,-rpath," + build], cwd=box.home, check=True)
    return os.path.join(box.home, "user")


def test_library_machines(box):
    """Two machines with two programs in one process; what cannot be done is an error, and not the end."""
    box.write("x.c", COUNTER)
    box.write("y.c", SUMS)
    box.write("wrong.c", "int main(void) { return }\n")
    _, out, _ = box.run(program=build_user(box, MACHINES), code=0)
    out = re.sub(r"(needed: )\d+", r"\1N", out)
    expect(out == MACHINES_SAY, out)


FAILURES = """\
#include <libheddle_machine.h>
#include <stdio.h>
static unsigned char state[1 << 16], values[8];
static heddle_machine *open_one(const char *more, unsigned char *v) {
    const char *words[] = {"y.c", "-w", more};
    char error[512] = "";
    heddle_options o = {.words = words, .nwords = more ? 3 : 2, .state = state, .state_size = sizeof state,
                        .without_main = 1, .values = v};
    heddle_machine *m = heddle_machine_open(&o, error, sizeof error);
    if (!m)
        printf("%s\\n", error);
    return m;
}
static void call(heddle_machine *m, const char *name) {
    unsigned long long result = 7;
    int code = heddle_machine_call(m, name, 0, NULL, &result);
    printf("%d %llu total %d %s\\n", code, result, *(int *)(state + heddle_machine_offset(m, "total")),
           code < 0 ? heddle_machine_error(m) : "");
}
int main(void) {
    heddle_machine *m = open_one(NULL, NULL);
    call(m, "undefined");
    call(m, "ends");
    call(m, "deep");
    call(m, "crashes");
    call(m, "needs");
    call(m, "elsewhere");
    call(m, "adds");
    heddle_machine_close(m);
    open_one(NULL, values);
    open_one("--help", NULL);
}
"""
FAILS = """\
#include <stdlib.h>
int total;
int undefined(void) { int x[2]; total++; volatile int i = 1; return x[i]; }
int deep(void) { return deep() + 1; }
int crashes(void) { int *p = 0; total = 77; return *p; }
int ends(void) { total = 5; exit(1); }
int elsewhere(void);
int needs(void) { total = 9; return elsewhere(); }
int adds(void) { return ++total; }
"""
FAILURES_SAY = """\
-1 7 total 0 'undefined' returns a value that was never written
-1 7 total 0 'ends' did not return: y.c:6: in 'ends': a function that must not be interrupted ends the program
-1 7 total 0 'deep' did not return: y.c:4: in 'deep': the call stack is deeper than 10000 frames in 'deep': recursion \
without end? (--stack-limit N allows more)
0 0 total 0 
-1 7 total 0 'needs' did not return: y.c:8: in 'needs': call of 'elsewhere', a function that nothing defines: give the \
file that defines it, or --stub elsewhere=nondet|0|abort
-1 7 total 0 'elsewhere' did not return: call of 'elsewhere', a function that nothing defines: give the file that \
defines it, or --stub elsewhere=nondet|0|abort
0 1 total 1 
there are values of propositions only with --ltl
--help is for the command line
"""


def test_library_failures(box):
    """A call that fails says why it did, and leaves the state as it was."""
    box.write("y.c", FAILS)
    _, out, _ = box.run(program=build_user(box, FAILURES), code=0)
    expect(out == FAILURES_SAY, out)


EXHAUSTION = """\
#include <libheddle_machine.h>
#include <stdio.h>
static unsigned char first[1 << 16], second[1 << 16];
int main(int argc, char **argv) {
    const char *words[] = {"x.c", "-DLOST=0", "--memory-limit", "1K"};
    char error[512] = "";
    heddle_options o = {.words = words, .nwords = argc > 1 ? 2 : 4, .state = first, .state_size = sizeof first};
    heddle_machine *m = heddle_machine_open(&o, error, sizeof error);
    printf("%d %s\\n", m != NULL, error);
    o.nwords = 2;
    o.state = second;
    m = heddle_machine_open(&o, error, sizeof error);
    printf("%d %d\\n", m != NULL, heddle_machine_can(m, 0, 0));
    heddle_machine_close(m);
}
"""


def test_library_memory(box):
    """A machine that gets no memory is an error; others can be used."""
    box.write("x.c", COUNTER)
    user = build_user(box, EXHAUSTION)
    _, out, _ = box.run(program=user, code=0)
    expect(out == "0 memory limit of 1 MiB reached by heddle's machine\n1 1\n", out)
    for n in ("1", "10", "100"):
        _, out, _ = box.run("enough", program=user, code=0, env={"HEDDLE_FAIL_ALLOC": n})
        expect(out == "0 out of memory\n1 1\n", out)


def test_install(box):
    """make install, then a program of one's own against the installed library, shared and static."""
    box.write("x.c", COUNTER)
    box.write("user.c", LIBRARY_USER)
    build = os.path.dirname(box.heddle)
    root = os.path.join(box.home, "root")
    subprocess.run(["cmake", "--install", build, "--prefix", "/usr"], env=dict(os.environ, DESTDIR=root), check=True,
                   stdout=subprocess.DEVNULL)
    prefix = os.path.join(root, "usr")
    for name in ("bin/heddle", "lib/libheddle.so", "lib/libheddle.a", "lib/pkgconfig/libheddle.pc",
                 "include/libheddle.h",
                 "include/libheddle_machine.h", "include/heddle.h"):
        expect(os.path.exists(os.path.join(prefix, name)), f"{name} is not installed")
    with open(os.path.join(prefix, "lib/pkgconfig/libheddle.pc"), encoding="utf-8") as f:
        pc = dict(re.findall(r"^([A-Z][\w.]*): (.*)$", f.read(), re.M))
    private = pc["Libs.private"].split()
    expect("-lheddle" in pc["Libs"] and any("LLVM" in word for word in private), str(pc))
    library = os.path.join(prefix, "lib")
    sanitizers = ["-fsanitize=address,undefined"] if "sanitize" in build else []
    for name, rest in (("shared", ["-L" + library, "-lheddle", "-Wl,-rpath," + library]),
                       ("static", [os.path.join(library, "libheddle.a"), *private])):
        subprocess.run(["gcc", "-w", "-I" + os.path.join(prefix, "include"), "user.c", "-o", name, *sanitizers, *rest],
                       cwd=box.home,
                       check=True)
        _, out, _ = box.run(program=os.path.join(box.home, name), code=0)
        expect(out == "1 1 assertion: counter == 2 || LOST does not hold\n", out)
    _, out, _ = box.run("spin", "-DLOST=1", "x.c", code=0, program=os.path.join(prefix, "bin", "heddle"))
    expect(out.startswith("holds"), out)


def test_hidden_symbols(box):
    """Both libraries show the names of their header and nothing else."""
    build = os.path.dirname(box.heddle)
    for words in (["-D", "libheddle.so"], ["-g", "libheddle.a"]):
        out = subprocess.run(["nm", "--defined-only", *words], cwd=build, capture_output=True, text=True,
                             check=True).stdout
        names = {line.split()[-1] for line in out.splitlines() if len(line.split()) == 3}
        others = {n for n in names if not re.match(r"(pan|heddle)_|(__bss_start|_edata|_end|_init|_fini)$", n)}
        expect("pan_step" in names and not others, f"{words}: {sorted(others)[:5]}")


TOO_EARLY = """\
#include <libheddle.h>
int main(void) { return (int)pan_bytes(); }
"""


def test_library_too_early(box):
    """Who asks before there is a machine is told what comes first."""
    _, _, err = box.run(program=build_user(box, TOO_EARLY), code=2)
    expect("heddle_start or pan_setup comes first" in err, err)
