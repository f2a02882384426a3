# SPDX-License-Identifier: Apache-2.0
"""Input that is missing, damaged or of another kind than C."""
import os

from cli.sources import BAD, GOOD
from suite import Failure

ENDLESS_RECURSION = """\
static volatile int one = 1;
static int down(int n) { return one ? down(n + 1) + n : 0; }
int main(void) { return down(0); }
"""


# ---- bad input ----------------------------------------------------------------------------------


def test_missing_file(box):
    box.run("check", "missing.c").expect(2, r"missing\.c", where="err")


def test_missing_among_several(box):
    box.write("good.c", GOOD)
    box.run("check", "good.c", "missing.c").expect(2, r"missing\.c", where="err")


def test_no_file(box):
    box.run("check").expect(2, r"(?i)file", where="err")


def test_directory(box):
    os.mkdir(box.path("folder"))
    os.mkdir(box.path("folder.c"))
    box.run("check", "folder").expect(2, r"(?i)director", where="err")
    box.run("check", "folder.c").expect(2, r"(?i)director", where="err")


def test_unreadable_file(box):
    box.write("secret.c", GOOD)
    os.chmod(box.path("secret.c"), 0)
    if os.access(box.path("secret.c"), os.R_OK):
        return  # the superuser reads everything
    box.run("check", "secret.c").expect(2, r"secret\.c", where="err")


def test_unknown_suffix(box):
    box.write("notes.txt", "hello\n")
    box.run("check", "notes.txt").expect(2, r"notes\.txt", where="err")


def test_empty_file(box):
    box.write("empty.c", "")
    box.run("check", "empty.c").expect(2, r"(?i)main", where="err")


def test_broken_c(box):
    box.write("broken.c", "int main(void) {\n    return x\n}\n")
    r = box.run("check", "broken.c").expect(2, r"broken\.c:2:\d+: error", where="err")
    lines = r.err.strip().splitlines()
    if "heddle" not in lines[-1]:
        raise Failure(f"heddle's own message does not come last\n{r}")


def test_no_main(box):
    box.write("nomain.c", "int f(void) { return 1; }\n")
    box.run("check", "nomain.c").expect(2, r"(?i)main", where="err")


def test_two_mains(box):
    box.write("a.c", GOOD)
    box.write("b.c", GOOD)
    box.run("check", "a.c", "b.c").expect(2, r"main", where="err")


def test_missing_bodies(box):
    box.write("calls.c", "int alpha(int);\nvoid beta(void);\nextern int gamma_value;\nint main(void) {\n"
                         "    beta();\n    return alpha(gamma_value);\n}\n")
    box.run("check", "calls.c").expect(2, r"alpha", r"beta", r"gamma_value", where="err")


def test_endless_recursion(box):
    box.write("deep.c", ENDLESS_RECURSION)
    box.run("check", "deep.c").expect(2, r"(?i)stack|recurs")


def test_truncated_bitcode(box):
    box.write("good.c", GOOD)
    box.compile("-c", "-emit-llvm", "good.c", "-o", "good.bc")
    whole = box.read("good.bc")
    for size in (0, 3, 17, len(whole) // 2, len(whole) - 9):
        box.write("cut.bc", whole[:size])
        box.run("check", "cut.bc").expect(2, r"cut\.bc", where="err")


def test_not_bitcode(box):
    box.write("junk.bc", b"BC\xc0\xde" + bytes(range(256)) * 8)
    box.run("check", "junk.bc").expect(2, r"junk\.bc", where="err")
    box.write("junk.ll", "define nonsense\n")
    box.run("check", "junk.ll").expect(2, r"junk\.ll", where="err")


# ---- input kinds --------------------------------------------------------------------------------


def test_ll_bc_and_i(box):
    box.write("bad.c", BAD)
    box.compile("-S", "-emit-llvm", "bad.c", "-o", "text.ll")
    box.compile("-c", "-emit-llvm", "bad.c", "-o", "binary.bc")
    box.compile("-E", "bad.c", "-o", "preprocessed.i")
    for name in ("text.ll", "binary.bc", "preprocessed.i"):
        box.run("check", "--json", "out.json", name).expect(1)
        violation = box.json("out.json")["violation"]
        if (violation["kind"], violation["line"], violation["function"]) != ("assertion", 6, "main"):
            raise Failure(f"{name}: wrong violation {violation}")


def test_mixed_files(box):
    box.write("part.c", "int part(void) { return 5; }\n")
    box.compile("-c", "-emit-llvm", "part.c", "-o", "part.bc")
    box.write("main.c", "#include <assert.h>\nint part(void);\nint main(void) {\n    assert(part() == 6);\n}\n")
    box.run("check", "main.c", "part.bc").expect(1, r"main\.c:4")


def test_defines_and_includes(box):
    os.mkdir(box.path("inc"))
    box.write("inc/limit.h", "#define LIMIT (BASE + 1)\n")
    box.write("use.c", '#include "limit.h"\n#include <assert.h>\nint main(void) {\n    assert(LIMIT == 5);\n}\n')
    box.run("check", "-DBASE=4", "-Iinc", "use.c").expect(0)
    box.run("check", "-D", "BASE=3", "-I", "inc", "use.c").expect(1, r"use\.c:4")


def test_arguments(box):
    box.write("args.c", "#include <assert.h>\nint main(int c, char **v) {\n    assert(c == 3);\n"
                        "    assert(v[1][0] == '-' && v[2][0] == 'b');\n}\n")
    box.run("check", "args.c", "--", "--search", "b").expect(0)
    box.run("check", "args.c").expect(1, r"args\.c:3")


def test_file_in_other_directory(box):
    os.mkdir(box.path("deep"))
    box.write("deep/bad.c", BAD)
    box.run("check", "deep/bad.c").expect(1, r"bad\.c:6")


def test_strange_names(box):
    box.write("a b'\"$x.c", BAD)
    box.run("check", "a b'\"$x.c").expect(1, r":6")
    box.write("-dash.c", BAD)
    box.run("check", "./-dash.c").expect(1, r"dash\.c:6")


# Blocks that look like clang's ways out of scopes, but lead to each other.
EXITS_ROUND = """\
define i32 @main() {
entry:
  %cleanup.dest.slot = alloca i32
  %cleanup.dest.slot2 = alloca i32
  store i32 1, ptr %cleanup.dest.slot
  store i32 2, ptr %cleanup.dest.slot2
  br label %a
a:
  %x = load i32, ptr %cleanup.dest.slot
  switch i32 %x, label %out [ i32 1, label %b ]
b:
  %y = load i32, ptr %cleanup.dest.slot2
  switch i32 %y, label %out [ i32 2, label %a ]
out:
  ret i32 0
}
"""


def test_exits_round(box):
    """Code that no compiler makes is taken as it is: here, an endless loop of one state."""
    box.write("round.ll", EXITS_ROUND)
    box.run("check", "--time-limit", "20", "round.ll").expect(0, "^holds")
