# SPDX-License-Identifier: Apache-2.0
"""heddle libc, library functions without a model, --stub."""
import os
import re

from suite import ROOT, Failure

STUBBED = """\
#include <assert.h>
#include <stdlib.h>
int sensor(int channel);
void tick(void);
static int own(void) { return 0; }
int main(void) {
    int x = sensor(1) + own();
    tick();
    assert(x == 0);
    return 0;
}
"""


def rows_of_libc():
    with open(os.path.join(ROOT, "runtime", "libc.def"), encoding="utf-8") as f:
        return re.findall(r'^FUNCTION\("([^"]+)", (\w+), (\w+),', f.read(), re.M)


def test_libc_lists_all(box):
    rows = rows_of_libc()
    lines = box.run("libc").expect(0, r"(?m)^refused ", where="out").out.splitlines()
    for header, name, fidelity in rows:
        if header not in lines or not any(re.match(rf" +{name} +{fidelity.lower()}\b", line) for line in lines):
            raise Failure(f"{name} of {header} is not listed as {fidelity.lower()}")
    wide = [line for line in lines if len(line) > 100]
    if wide:
        raise Failure(f"wider than 100 columns: {wide[0]}")
    box.run("libc", "--json", "all.json").expect(0)
    listed = [(f["header"], f["function"], f["fidelity"].upper()) for f in box.json("all.json")["functions"]]
    if listed != rows:
        raise Failure("the JSON has other functions than runtime/libc.def")


def test_libc_names(box):
    for header, name, _ in rows_of_libc()[:1]:
        r = box.run("libc", name).expect(0, rf"(?m)^{re.escape(header)}$", rf"(?m)^  {name} ", where="out")
        if len(r.out.splitlines()) > 6:
            raise Failure(f"more than the one function that was asked for\n{r}")
        box.run("libc", header).expect(0, rf"(?m)^  {name} ", where="out")
        box.run("libc", "--json", "-", name).expect(0, rf'"function": "{name}"', where="out")
        box.run("libc", name + "x").expect(2, rf"no model of '{name}x'.*did you mean.*{name}", where="err")


def test_libc_unknown_name(box):
    r = box.run("libc", "frobnicate_all").expect(2, r"no model of 'frobnicate_all'", r"--stub frobnicate_all=nondet",
                                                 r"C file", where="err")
    if r.out:
        raise Failure(f"something on standard output\n{r}")
    box.run("libc", "--stub", "a=0").expect(2, r"--stub is not an option of 'heddle libc'", where="err")
    box.run("libc", "-O2").expect(2, r"-O2", where="err")
    box.run("libc", "--help").expect(0, r"heddle libc \[options\] \[NAME", r"--json", where="out")


def test_unmodelled_message(box):
    box.write("a.c", STUBBED)
    box.run("check", "a.c").expect(2, r"no model of them:\n  sensor \(a\.c:7\)\n  tick \(a\.c:8\)\n", r"give a C file",
                                   r"--stub sensor=nondet", r"--stub sensor=0", r"--stub sensor=abort", where="err")
    box.run("check", "--stub", "sensor=0", "a.c").expect(2, r"them:\n  tick \(a\.c:8\)\ngive", r"--stub tick=nondet",
                                                         where="err")


def test_stub_zero(box):
    box.write("a.c", STUBBED)
    box.run("check", "--json", "out.json", "--stub", "sensor=0", "--stub", "tick=nondet", "a.c").expect(
        0, r"^holds within stub sensor=0 and stub tick=nondet \[", where="out")
    if box.json("out.json")["bounds"] != ["stub sensor=0", "stub tick=nondet"]:
        raise Failure("the JSON does not name the stubs as bounds")
    box.run("check", "-m32", "-O2", "--stub=sensor=0,tick=0", "a.c").expect(0, r"stub tick=0")
    box.run("run", "--stub", "sensor=0,tick=0", "a.c").expect(0)
    box.run("dump", "--stub", "sensor=0,tick=0", "--function", "sensor", "a.c").expect(0, r"function sensor",
                                                                                       where="out")


def test_stub_nondet(box):
    box.write("a.c", STUBBED)
    stubs = ["--stub", "sensor=nondet", "--stub", "tick=0"]
    box.run("check", *stubs, "a.c").expect(3, r"the value of sensor\(\) called at a\.c:7 is looked at", where="out")
    box.run("check", *stubs, "--nondet-range", "0..0", "a.c").expect(0, r"stub sensor=nondet", where="out")
    box.run("check", *stubs, "--nondet-range", "0..1", "a.c").expect(1, r"x == 0 does not hold", where="out")


def test_stub_types(box):
    box.write("t.c", """\
#include <assert.h>
char letter(void);
_Bool flag(void);
float part(void);
double measure(void);
void *find(const char *name, ...);
long long far(void);
int main(int argc, char **argv) {
    if (argc == 2) assert(letter() != 'x' || flag());
    if (argc == 3) assert(part() < 2 || measure() < 2);
    if (argc == 4) assert(!find("a", 1));
    if (argc == 5) assert(far() != 2);
    if (argc == 6) assert(letter() != 'x' || !flag() || letter() != 'y');
}
""")
    stubs = "letter=nondet,flag=nondet,part=nondet,measure=nondet,find=nondet,far=nondet"
    for which, options in enumerate(([], ["--nondet-range", "0..2"], ["--nondet-range", "0..1"],
                                     ["--nondet-range", "0..2"], []), 1):
        for size in ("-m64", "-m32"):
            box.run("check", "-q", size, "--stub", stubs, *options, "t.c", "--",
                    *"abcde"[:which]).expect(1, r"assertion")
    box.run("check", "--stub", stubs, "--nondet-range", "0..1", "t.c", "--", "a", "b").expect(0, r"^holds within")
    box.run("check", "--stub", stubs.replace("find=nondet", "find=0"), "t.c", "--", *"abc").expect(0, r"stub find=0")


def test_stub_abort(box):
    box.write("a.c", STUBBED)
    box.run("check", "--stub", "sensor=abort,tick=0", "a.c").expect(
        1, r"violated: assertion: call of sensor, which --stub turned into abort, at a\.c:7 in main", where="out")
    box.run("run", "--stub", "sensor=abort,tick=0", "a.c").expect(1, r"call of sensor", where="err")


def test_stub_replaces_model(box):
    box.write("r.c", "#include <assert.h>\n#include <stdlib.h>\nint main(void) {\n    assert(rand() == 7);\n}\n")
    box.run("check", "--stub", "rand=nondet", "--nondet-range", "7..7", "r.c").expect(0, r"stub rand=nondet",
                                                                                      where="out")
    box.run("check", "--stub", "rand=0", "r.c").expect(1, r"rand\(\) == 7 does not hold", where="out")


def test_stub_refused(box):
    box.write("a.c", STUBBED)
    box.write("b.c", """\
struct big { int a[10]; } make(void);
struct pair { long a, b; } two(void);
long double wide(void);
_Noreturn void never(void);
void __VERIFIER_atomic_begin(void);
extern int variable;
int main(void) {
    __VERIFIER_atomic_begin();
    if (make().a[0] + two().a + wide() + variable > 0) never();
}
""")
    box.run("check", "--stub", "own=0", "a.c").expect(2, r"own is defined in the program", where="err")
    box.run("check", "--stub", "main=0", "a.c").expect(2, r"main is defined in the program", where="err")
    box.run("check", "--stub", "sensr=0", "a.c").expect(2, r"does not call sensr; did you mean sensor\?", where="err")
    box.run("check", "--stub", "rand=0", "a.c").expect(2, r"the program does not call rand", where="err")
    for stub, message in (("make=0", r"make returns a struct; use make=abort"), ("two=nondet", r"two returns a struct"),
                          ("wide=nondet", r"wide returns a type .*; use wide=0"), ("variable=0", r"is a variable"),
                          ("never=0", r"does not return; only never=abort"),
                          ("__VERIFIER_atomic_begin=0", r"cannot be replaced")):
        box.run("check", "--stub", stub, "b.c").expect(2, r"^heddle: --stub: .*" + message, where="err")


def test_stub_syntax(box):
    box.write("a.c", STUBBED)
    for bad in ("sensor", "", "=0", "sensor=", "sensor=1", "sensor=0,", "1x=0", "a b=0", "sensor=nondets"):
        box.run("check", "--stub", bad, "a.c").expect(2, r"^heddle: --stub: '", where="err")
    box.run("check", "--stub", "sensor=0", "--stub", "sensor=abort", "a.c").expect(2, r"sensor is given twice",
                                                                                   where="err")
    box.run("check", "a.c", "--stub").expect(2, r"--stub needs an argument", where="err")
    box.run("replay", "--stub", "sensor=0", "x.trace").expect(2, r"not an option of 'heddle replay'", where="err")


def test_stub_replay(box):
    box.write("a.c", STUBBED)
    box.run("check", "--stub", "sensor=nondet,tick=0", "--nondet-range", "0..1", "--trace", "t.trace", "a.c").expect(1)
    box.run("replay", "t.trace").expect(1, r"violated: assertion: x == 0", where="out")
    box.run("check", "--stub", "sensor=abort", "--stub", "tick=0", "--trace", "t.trace", "a.c").expect(1)
    box.run("replay", "t.trace").expect(1, r"call of sensor, which --stub turned into abort", where="out")
    whole = box.read("t.trace").decode()
    box.write("t.trace", whole.replace("sensor=abort,tick=0", "sensor=abort,tick"))
    box.run("replay", "t.trace").expect(2, r"--stub: 'tick' is not", where="err")
    box.write("t.trace", whole.replace('"sensor=abort,tick=0"', "7"))
    box.run("replay", "t.trace").expect(2, r"'stubs' is missing or wrong", where="err")
