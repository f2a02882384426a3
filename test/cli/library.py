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


def test_undefined_message(box):
    box.write("a.c", STUBBED)
    box.run("check", "--json", "out.json", "a.c").expect(
        2, r"^heddle: warning: nothing defines sensor\(\) and tick\(\); .*\n\Z", where="err").expect(
        2, r"^unknown: a\.c:7: in 'main': call of 'sensor', a function that nothing defines: give the file that "
           r"defines it, or --stub sensor=nondet\|0\|abort \[", where="out")
    if box.json("out.json")["undefined"] != ["sensor", "tick"]:
        raise Failure("the JSON does not name what nothing defines")
    box.run("check", "--stub", "sensor=0", "a.c").expect(2, r"^heddle: warning: nothing defines tick\(\); ",
                                                         where="err")
    r = box.run("check", "-q", "--stub", "sensor=0", "a.c").expect(2, r"^unknown: a\.c:8: .*--stub tick=", where="out")
    if r.err:
        raise Failure(f"a warning in spite of -q\n{r}")
    box.run("run", "a.c").expect(3, r"a\.c:7: call of 'sensor'", where="err")


def test_undefined_many(box):
    names = [f"a_callback_with_number_{i}" for i in range(500)]
    box.write("m.c", "".join(f"void {n}(void);\n" for n in names) + "void (*const table[])(void) = {" +
              ", ".join(names) + "};\nint main(int argc, char **argv) {\n    if (argc > 1)\n        table[7]();\n}\n")
    r = box.run("check", "m.c").expect(
        0, r"^heddle: warning: nothing defines a_callback_with_number_0\(\), .* and 49\d more; ", where="err")
    if len(r.err) > 400:
        raise Failure(f"a long warning\n{r}")
    box.run("check", "m.c", "--", "x").expect(2, r"m\.c:504: in 'main': call of 'a_callback_with_number_7'",
                                              where="out")


def test_undefined_invariant(box):
    box.write("i.c", "int fine(void);\nint main(int argc, char **argv) {\n    return argc > 1 ? fine() : 0;\n}\n")
    box.run("check", "--invariant", "fine", "i.c").expect(2, r"fine", where="err")


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
    box.run("check", *stubs, "a.c").expect(1, r"x == 0 does not hold", where="out")
    box.run("check", *stubs, "--data", "stop", "a.c").expect(
        3, r"the value of sensor\(\) called at a\.c:7 is looked at", where="out")
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
    box.run("check", "--stub", "sensr=0", "a.c").expect(2, r"does not use sensr; did you mean sensor\?", where="err")
    box.run("check", "--stub", "rand=0", "a.c").expect(2, r"the program does not use rand", where="err")
    for stub, message in (("make=0", r"make returns a struct; use make=abort"), ("two=nondet", r"two returns a struct"),
                          ("wide=nondet", r"wide returns a type .*; use wide=0"),
                          ("variable=abort", r"variable is a variable, which can be nondet or 0"),
                          ("never=0", r"does not return; only never=abort"),
                          ("__VERIFIER_atomic_begin=0", r"cannot be replaced")):
        box.run("check", "--stub", stub, "b.c").expect(2, r"^heddle: --stub: .*" + message, where="err")


VARIABLES = """\
#include <assert.h>
struct pair { char small; int numbers[2]; const char *text; };
extern struct pair pair;
extern int level;
extern _Bool flag;
extern const unsigned limit;
extern int many[];
extern int huge[1000];
extern __thread int own;
extern struct unseen unseen;
int main(int argc, char **argv) {
    switch (argc) {
    case 1: assert(level == 0 && limit == 0 && !pair.text && pair.numbers[1] == pair.small); break;
    case 2: assert(!flag); break;
    case 3: assert(level < 2); break;
    case 4: assert(pair.numbers[1] != 1 || pair.small != 1); break;
    case 5: return many[1];
    case 6: return huge[1];
    case 7: return own;
    case 8: return *(char *)&unseen;
    }
}
"""


def test_stub_variable(box):
    box.write("v.c", VARIABLES)
    for size in ("-m64", "-m32"):
        box.run("check", size, "--stub", "level=0,limit=0,pair=0", "v.c").expect(0, r"stub pair=0")
        box.run("check", size, "--stub", "*=0", "v.c").expect(0, r"^holds within stub \*=0 \[", where="out")
        box.run("check", size, "--stub", "flag=nondet", "v.c", "--", "a").expect(1, r"assertion")
        box.run("check", size, "--stub", "*=nondet", "--nondet-range", "0..1", "v.c", "--", *"ab").expect(0)
        box.run("check", size, "--stub", "*=nondet", "--nondet-range", "0..2", "v.c", "--", *"ab").expect(1)
        box.run("check", size, "--stub", "*=0", "--stub", "pair=nondet", "--nondet-range", "0..1", "v.c", "--",
                *"abc").expect(1, r"assertion")
    box.run("check", "--stub", "level=nondet", "v.c", "--", *"ab").expect(1, r"level < 2 does not hold", where="out")
    box.run("check", "--data", "stop", "--stub", "level=nondet", "v.c", "--", *"ab").expect(
        3, r"the value of 'level' is looked at, and it may be anything", where="out")
    box.run("check", "--stub", "*=0", "v.c", "--", *"abcd").expect(2, r"read of 'many'", where="out")
    box.run("check", "--stub", "*=0", "v.c", "--", *"abcde").expect(0)
    box.run("check", "--stub", "*=nondet", "v.c", "--", *"abcde").expect(2, r"read of 'huge'.*--stub huge=0 \[",
                                                                      where="out")
    box.run("check", "--stub", "*=0", "v.c", "--", *"abcdef").expect(0)
    box.run("check", "v.c", "--", *"abcdef").expect(2, r"use of 'own', a thread-local variable", where="out")
    box.run("check", "--stub", "*=0", "v.c", "--", *"abcdefg").expect(2, r"read of 'unseen'", where="out")
    for stub, message in (("many=0", r"many is a variable of which the program does not say how large"),
                          ("unseen=nondet", r"does not say how large"), ("huge=nondet", r"too large to be unknown"),
                          ("own=nondet", r"thread-local"), ("levl=0", r"does not use levl; did you mean level\?")):
        box.run("check", "--stub", stub, "v.c").expect(2, r"^heddle: --stub: .*" + message, where="err")
    box.write("d.c", "#include <unistd.h>\nint mine;\nint main(void) { return mine + optind; }\n")
    box.run("check", "--stub", "mine=0", "d.c").expect(2, r"mine is defined in the program", where="err")
    box.run("check", "--stub", "optind=0", "d.c").expect(2, r"optind is defined by heddle", where="err")


def test_stub_all(box):
    box.write("a.c", STUBBED)
    box.run("check", "--stub", "*=0", "a.c").expect(0, r"^holds within stub \*=0 \[", where="out")
    box.run("check", "--stub", "*=abort", "a.c").expect(1, r"call of sensor, which --stub turned into abort",
                                                        where="out")
    box.run("check", "--stub", "*=abort,sensor=0", "a.c").expect(1, r"call of tick, which --stub", where="out")
    box.run("check", "--stub", "*=nondet", "--nondet-range", "0..1", "--trace", "t.trace", "a.c").expect(1)
    box.run("replay", "t.trace").expect(1, r"violated: assertion: x == 0", where="out")
    box.run("check", "--stub", "*=0,*=abort", "a.c").expect(2, r"\* is given twice", where="err")
    box.write("r.c", "#include <assert.h>\n#include <stdlib.h>\nstruct pair { long a[4]; } two(void);\n"
                     "_Noreturn void never(void);\nint main(int argc, char **argv) {\n"
                     "    if (argc == 2) never();\n    if (argc == 3) two();\n    assert(rand() != 0);\n}\n")
    box.run("check", "--stub", "*=0", "r.c").expect(  # rand has a model
        0, r"^holds with rand's own sequence, within stub \*=0", where="out")
    box.run("check", "--stub", "*=0", "r.c", "--", "a").expect(2, r"'never'.*--stub never=abort \[", where="out")
    box.run("check", "--stub", "*=0", "r.c", "--", "a", "b").expect(2, r"'two'.*--stub two=abort \[", where="out")


def test_stub_syntax(box):
    box.write("a.c", STUBBED)
    for bad in ("sensor", "", "=0", "sensor=", "sensor=1", "sensor=0,", "1x=0", "a b=0", "sensor=nondets",
                "*", "*=", "s*=0", "**=0"):
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
