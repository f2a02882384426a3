# SPDX-License-Identifier: Apache-2.0
"""Words, models, tools and places that heddle spin cannot use."""
import os
import re
import shutil

from spin.box import refused
from spin.sources import COUNTER
from suite import ROOT, expect, slow


def test_bad_words(box):
    """Found before anything is run."""
    box.write("x.c", COUNTER)
    box.write("broken.c", "int main(void) { return 0 }\n")
    for words, text in ((["x.c", "--", "nonsense"], "not an option of SPIN"),
                        (["x.c", "--", ""], "not an option of SPIN"),
                        (["x.c", "--", "-N", "name"], "without a space"), (["x.c", "--", "-mx"], "-mN needs a number"),
                        (["x.c", "--", "-m"], "-mN needs a number"), (["x.c", "--", "-m0"], "from 1 to 2147483647"),
                        (["x.c", "--", "-m-5"], "-mN needs a number"),
                        (["x.c", "--", "-m99999999999999999999"], "to 2147483647"),
                        (["x.c", "--", "-w99"], "from 1 to 48"), (["x.c", "--", "-w"], "-wN needs a number"),
                        (["x.c", "--", "-RS"], "-RSN needs a number"), (["x.c", "--", "-o9"], "from 1 to 7"),
                        (["-DLOST=1", "x.c", "--", "-D"], "the name of a macro"), (["nothing.c"], "nothing.c"),
                        (["broken.c"], "broken.c:1:26: error"), (["x.c"], "LOST"),
                        (["-DLOST=1", "--context-bound", "1..3", "x.c"], "one bound at a time"),
                        (["-DLOST=1", "x.c", "--", "-DBFS", "-DNCORE=2"], "exclude each other"),
                        (["x.c", "--model"], "--model needs an argument"), (["--keep", "", "x.c"], "--keep needs DIR")):
        refused(box, words, text)


def test_bad_models(box):
    """What SPIN says about a model, with the places in that model."""
    box.write("x.c", "float x;\n")
    box.write("bad.pml", "byte a;\ninit {\n    a = 1;\n    this is not Promela\n}\n")
    box.write("open.pml", "c_decl { extern float x;\n")
    box.write("missing.pml", '#include "nowhere.h"\ninit { skip }\n')
    box.write("empty.pml", "")
    box.write("zero.pml", "init { skip }\0\n")
    with open(os.path.join(box.home, "noise.pml"), "wb") as f:
        f.write(bytes(range(1, 256)) * 4)
    os.mkdir(os.path.join(box.home, "folder.pml"))
    for model, text in (("bad.pml", "\n  bad.pml:4: undeclared variable: this"), ("open.pml", "open.pml:"),
                        ("missing.pml", "missing.pml:1: nowhere.h: No such file"),
                        ("empty.pml", "empty.pml:1: no runable process"),
                        ("zero.pml", "zero bytes"), ("noise.pml", "noise.pml:1: "), ("folder.pml", "Is a directory"),
                        ("no.pml", "No such file")):
        refused(box, ["--model", model, "x.c"], text)


USED = """\
#include <heddle.h>
struct wide { int a[9]; };
int cells[4];
const int table[3] = {1, 2, 3};
_Thread_local int own;
struct wide all(void) { return (struct wide){{1}}; }
int take(struct wide w) { return w.a[0]; }
int any(int n, ...) { return n; }
int choose(void) { return heddle_choose(2); }
void set(int v) { cells[v] = 1; }
"""


@slow
def test_bad_code(box):
    """What the compiler and the linker say about a model's C code, with the places in that model."""
    box.write("x.c", USED)
    declared = ("c_decl {\n    struct wide { int a[9]; };\n    extern struct wide all(void);\n"
                "    extern int take(struct wide),\n        any(int, ...), nobody(int), absent;\n"
                "    extern const int table[3];\n    extern _Thread_local int own;\n"
                "    extern void set(int);\n}\nbyte n;\n")
    for code, *texts in (("init {\n    c_code {\n        int k = ;\n    }\n}", "x.pml:13: expected expression",
                          "int k = ;"),
                         ("init { c_code { set(1); };\n    c_code { now.n = lost; } }", "x.pml:12: 'lost' undeclared"),
                         ("init {\n    c_expr { lost > 1 } -> skip\n}", "x.pml:12: 'lost' undeclared"),
                         ("inline go() { c_code { lost = 1; } }\ninit { d_step { go(); go() } }",
                          "x.pml:11: 'lost' undeclared"),
                         ("c_decl {\n    extern int y\n    extern int z;\n}\ninit { skip }", "x.pml:12: expected ';'",
                          "extern int y"),
                         ("init { c_code { nobody(1); } }",
                          "the model uses 'nobody', which the program does not define"),
                         ("init { c_code { nobody(1); absent = 2; nobody(absent); } }",
                          "'nobody', which the program does not",
                          "'absent', which the program does not"),
                         ("init { c_code { any(1, 2); } }",
                          "'any', which cannot be called from a model: it is variadic"),
                         ("init { c_code { all(); } }", "'all', which cannot be called"),
                         ("init { c_code { struct wide w; take(w); } }", "'take', which cannot be called"),
                         ("init { c_code { now.n = table[1]; } }", "'table', which is a constant"),
                         ("init { c_code { own = 1; } }", "'own', which every thread has for itself"),
                         ("init { c_code { pan_stpe(0); } }",
                          "'pan_stpe', which neither the program nor libheddle defines")):
        box.write("x.pml", declared + code + "\n")
        refused(box, ["--model", "x.pml", "x.c", "--", "-O0"], *texts)


@slow
def test_bad_runs(box):
    """What only shows when the verifier runs, or is compiled."""
    box.write("x.c", COUNTER)
    box.write("f.c", "float x;\nvoid fiddle(void) { x += 1; }\n")
    for words, text in ((["-DLOST=1", "x.c", "--", "-Zfoo"], "SPIN's verifier has no option -Z"),
                        (["-DLOST=1", "x.c", "--", "-DBITSTATE", "-DHC4"], "cannot combine -DHC and -DBITSTATE")):
        refused(box, words, text)
    for code, text in (("abort();", "crashed: Aborted (the model's own C code"),
                       ("exit(0);", "without a result, exit code 0"),
                       ('pan_run_function("nobody");', "no function 'nobody'")):
        box.write("x.pml", "init { c_code { %s } }\n" % code)
        refused(box, ["--model", "x.pml", "f.c"], text)
    box.write("c.c", "int z;\n__attribute__((constructor)) void begin(void) { for (;;) z++; }\n")
    refused(box, ["--model", "x.pml", "c.c"], "constructors of the program fail, or do not come to an end")


def tools_without(box, *missing):
    path = os.path.join(box.home, "without-" + "-".join(missing))
    os.mkdir(path)
    for tool in ("spin", "gcc", "clang-19", "as", "ld", "sh", "cc"):
        if tool not in missing and shutil.which(tool):
            os.symlink(shutil.which(tool), os.path.join(path, tool))
    return path


def options_in_help(box, command):
    _, out, _ = box.run(command, "--help", code=0)
    return set(re.findall(r"^  (?:-\w, )?--([\w-]+)", out, re.M))


def test_foreign_options(box):
    """Each option of heddle check works here, or there is a reason why it does not."""
    # (--coverage is also an option of compilers, without a file, and is ignored as such.)
    foreign = options_in_help(box, "check") - options_in_help(box, "spin") - {"coverage"}
    with open(os.path.join(ROOT, "src", "setup", "refusals.def"), encoding="utf-8") as f:
        refused = set(re.findall(r'^REFUSAL\(CMD_SPIN, "([\w-]+)"', f.read(), re.M))
    expect(foreign == refused, f"without a reason: {foreign - refused}; with one, but not needed: {refused - foreign}")
    for name in sorted(foreign):
        _, _, err = box.run("spin", f"--{name}", "x.c", code=2)
        expect(re.match(rf"heddle: --{name} is not an option of 'heddle spin': .{{10}}", err), err)


def test_spin_options(box):
    """Options of SPIN that make no sense here."""
    box.write("x.c", COUNTER)
    box.write("x.pml", "init { skip }\n")
    for options, text in (("-a", "infinite runs"), ("-f", "infinite runs"), ("-DNP -l", "progress labels"),
                          ("-d", "no search"),
                          ("-V", "no search"), ("-r", "replays"), ("-S", "replays"), ("-tx", "usual name"),
                          ("-DVECTORSZ=9", "how large"), ("-DCS_SIZE=9", "how large"), ("-DDUAL_CORE", "-DNCORE=2"),
                          ("-D", "name of a macro"), ("-DBFS_DISK", "needs -DBFS"), ("-Z", "no option -Z"),
                          ("-A", "--property")):
        _, _, err = box.run("spin", "-DLOST=1", "x.c", "--", *options.split(), code=2)
        expect(text in err and err.count("\n") == 1, f"{options}: {err}")
    for words, text in ((["--trace", "t.json"], "SPIN's trail"), (["--arg", "1"], "nobody runs main"),
                        (["--trace-runtime"], "SPIN's trail"), (["--trace-full"], "SPIN's trail")):
        _, _, err = box.run("spin", "-DLOST=1", *words, "--model", "x.pml", "x.c", code=2)
        expect(text in err, err)


def test_missing_tools(box):
    """Without spin, or without gcc, the message names the package; without libheddle, where it should be."""
    box.write("x.c", COUNTER)
    for missing in ("spin", "gcc"):
        refused(box, ["-DLOST=1", "x.c"], f"there is no {missing}; install the package '{missing}'",
                env={"PATH": tools_without(box, missing)})
    alone = os.path.join(box.home, "heddle")
    shutil.copy(box.heddle, alone)
    refused(box, ["-DLOST=1", "x.c"], "libheddle is not installed", program=alone)


def test_bad_places(box):
    box.write("x.c", COUNTER)
    box.write("file", "")
    refused(box, ["-DLOST=1", "--keep", "file", "x.c"], "--keep file: Not a directory")
    refused(box, ["-DLOST=1", "--keep", "no/where", "x.c"], "--keep no/where: No such file")
    refused(box, ["-DLOST=1", "--json", "no/where", "x.c"], "no/where: No such file")
    refused(box, ["-DLOST=1", "x.c"], "No such file or directory", env={"TMPDIR": "/no/where"})
    os.mkdir(os.path.join(box.home, "here it's"))
    box.run("spin", "-DLOST=1", "x.c", env={"TMPDIR": "here it's"}, code=0)
    expect(not os.listdir(os.path.join(box.home, "here it's")), "something is left behind")


def test_full_disk(box):
    """A limit on the size of files stands for it. What the library has to tell must not get lost."""
    box.write("x.c", "int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int() == 3; }\n")
    limited = ["-c", 'ulimit -f 200; exec "$@"', "sh", box.heddle]
    _, out, err = box.run(*limited, "spin", "x.c", program="/bin/sh", code=2)
    expect("File too large (TMPDIR says where" in err and len(err.splitlines()) == 1, out + err)
    box.run("spin", "--keep", "made", "x.c", code=3)
    made = os.path.join(box.home, "made")
    _, out, err = box.run(program=os.path.join(made, "pan"), cwd=made, env={"HEDDLE_NOTES": "/dev/full"}, code=2)
    expect("/dev/full: No space left" in err, out + err)
