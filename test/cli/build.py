# SPDX-License-Identifier: Apache-2.0
"""The command lines of builds."""
import os

from cli.sources import BAD, GOOD
from suite import Failure, slow

# Without -DWANTED=3 the assertion does not hold.
DEFINED = """\
#include <assert.h>
#ifndef WANTED
#define WANTED 4
#endif
int main(void) {
    assert(1 + 2 == WANTED);
    return 0;
}
"""


def check_nothing_made(box, before):
    made = set(os.listdir(box.home)) - before
    if made:
        raise Failure(f"files were made: {sorted(made)}")


@slow
def test_pasted_lines(box):
    box.write("main.c", DEFINED)
    os.mkdir(box.path("include"))
    before = set(os.listdir(box.home))
    for line in (
        "-c -o main.o main.c",
        "-omain main.c -lm -L/usr/lib -L lib -l pthread -pthread",
        "-MD -MF main.d -MT main.o -MP -c main.c -o main.o",
        "-MMD -MFmain.d -MQ main.o -MG main.c",
        "-M main.c",
        "-Wp,-MD,.main.o.d -Wp,-MMD,x.d -nostdinc++ main.c",
        "-S -fverbose-asm -dA -pipe main.c",
        "-E -P -C -dM main.c",
        "-save-temps -save-temps=obj --save-temps -fdump-tree-all -fstack-usage -ftime-trace main.c",
        "-g -g0 -g3 -ggdb -ggdb3 -gdwarf-4 -gsplit-dwarf -gz main.c",
        "-march=x86-64 -mtune=generic -msse4.2 -mno-avx -m64 main.c",
        "-fPIC -fPIE -fpic -fno-strict-aliasing -fstack-protector-strong -fcf-protection -fno-plt main.c",
        "-fno-common -fvisibility=hidden -ffunction-sections -fdata-sections -fno-omit-frame-pointer main.c",
        "-Wl,-z,relro,-z,now -Wl,--as-needed -Xlinker --no-undefined -z relro -rdynamic -s -u main -e main main.c",
        "-static -static-libgcc -static-libstdc++ main.c",
        "-shared -Wl,-soname,libx.so.1 -no-pie -pie -nopie -nostdlib -nodefaultlibs -nostartfiles main.c",
        "-Wa,--noexecstack -Xassembler -v -B /usr/bin -T script.ld main.c",
        "-flto -flto=auto -fuse-ld=gold -fno-lto -ffat-lto-objects -fuse-linker-plugin -fwhole-program main.c",
        "-pg -p --coverage -fprofile-arcs -ftest-coverage -fprofile-generate=x main.c",
        "-fsanitize=address,undefined -fno-sanitize=vptr -fsanitize-recover=all -fno-sanitize-recover main.c",
        "-fsanitize=thread main.c",
        "--param max-inline-insns-single=4 --param=ssp-buffer-size=4 -specs=/x.specs main.c",
        "-fdebug-prefix-map=/a=/b -ffile-prefix-map=/a=/b -fsyntax-only -emit-llvm main.c",
        "-Wall -Wextra -W -Wno-unused -Wno-this-is-none -pedantic -v main.c",
        "-iquote include -isystem include -idirafter include -Iinclude main.c",
        "-DA -DB=1 -UB -D C=2 -U C main.c",
        "-std=gnu11 main.c", "--std=c99 main.c", "-ansi main.c",
        "main.c libpart.a libother.so /usr/lib/libc.so.6",
    ):
        words = line.split()
        box.run("check", "-DWANTED=3", *words).expect(0, "^holds", where="out")
        box.run("check", *words).expect(1, "main.c:6")
        check_nothing_made(box, before)


def test_the_compiler_in_front(box):
    box.write("main.c", DEFINED)
    for compiler in ("gcc", "cc", "clang", "gcc-12", "/usr/bin/gcc", "x86_64-linux-gnu-gcc-12", "ccache gcc",
                     "clang-19", "c99", "/opt/llvm/bin/clang++"):
        box.run("check", *compiler.split(), "-c", "-DWANTED=3", "main.c").expect(0, "^holds", where="out")
        box.run("check", *compiler.split(), "main.c").expect(1, "main.c:6")
    box.run("check", "ncc", "main.c").expect(2, "ncc", where="err")
    box.run("check", "main.c", "gcc").expect(2, "gcc", where="err")


# A character has the size of an int in C.
LANGUAGE = """\
#include <assert.h>
int main(void) {
    assert(sizeof 'a' == WANTED);
    return 0;
}
"""


def test_languages(box):
    box.write("main.c", LANGUAGE)
    box.write("main.cc", LANGUAGE)
    for words, size in (("main.c", 4), ("gcc main.c", 4), ("main.cc", 1), ("gcc main.cc", 1), ("g++ main.c", 1),
                        ("clang++-19 -O2 main.c", 1), ("ccache /usr/bin/x86_64-linux-gnu-g++-12 -c main.c", 1),
                        ("-x c++ main.c", 1), ("-xc++ main.c", 1), ("-x c main.cc", 4), ("g++ -x c main.c", 4),
                        ("-x c -xc main.cc", 4), ("gcc -x none main.cc", 1)):
        box.run("check", f"-DWANTED={size}", *words.split()).expect(0, "^holds", where="out")
        box.run("check", f"-DWANTED={5 - size}", *words.split()).expect(1, "main.cc?:3")
    for words in ("main.c -x c++", "-x c -x c++ main.c", "-x c++ main.c -x none main.cc"):
        box.run("check", "-DWANTED=4", *words.split()).expect(2, "-x counts for all files", where="err")
    box.write("thread.c", "#include <thread>\nint main() {\n    std::thread t([] {});\n    t.join();\n}\n")
    box.run("check", "g++", "-std=c++20", "thread.c").expect(0, "^holds", where="out")


def test_levels(box):
    for level, fast in (("-O", 0), ("-Og", 0), ("-O4", 0), ("-O12", 0), ("-Ofast", 1)):
        box.write("main.c", "#include <assert.h>\nint main(void) {\n"
                            "#if defined __OPTIMIZE__ && defined __FAST_MATH__ + 0 == WANTED\n"
                            "    return 0;\n#else\n    assert(0);\n#endif\n}\n")
        box.run("check", level, f"-DWANTED={fast}", "main.c").expect(0)
        box.run("check", level, f"-DWANTED={1 - fast}", "main.c").expect(1)
        box.run("check", level, "-O0", f"-DWANTED={fast}", "main.c").expect(1)
    box.run("check", "-Omany", "main.c").expect(2, "-Omany", "-Og", where="err")


def test_lines_in_files(box):
    box.write("a dir.c", DEFINED)
    box.write("inner.rsp", "-DTWO=1\n  -DTHREE='1 + 2'\n")
    box.write("all.rsp", "-c\t-o x.o\n\n\"-DWANTED=THREE\" @inner.rsp a\\ dir.c\n--search bfs")
    box.run("check", "@all.rsp").expect(0, "^holds", where="out")
    box.run("check", "@all.rsp", "-DWANTED=4").expect(1, r"a dir\.c:6")
    box.write("empty.rsp", " \n")
    box.run("check", "@empty.rsp").expect(2, "needs a file", where="err")
    box.run("check", "@none.rsp").expect(2, r"@none\.rsp", where="err")
    box.write("round.rsp", "@round.rsp")
    box.run("check", "@round.rsp").expect(2, r"round\.rsp", "deep", where="err")
    box.write("args.c", "#include <assert.h>\nint main(int c, char **v) {\n    assert(v[1][0] == '@');\n}\n")
    box.run("check", "args.c", "--", "@inner.rsp").expect(0)


def test_options_without_their_second_dash(box):
    box.write("good.c", GOOD)
    for option in ("-malloc-may-fail", "-file", "-workers"):
        box.run("check", option, "good.c").expect(2, f"unknown option {option}", f"-{option}", where="err")


def test_arguments_that_are_missing(box):
    box.write("good.c", GOOD)
    for option in ("-o", "-MF", "-Xlinker", "-z", "-isystem", "--param", "-D"):
        box.run("check", "good.c", option).expect(2, f"{option} needs an argument", where="err")


def test_objects(box):
    """What is compiled already cannot be checked; its name says what is missing."""
    box.write("bad.c", BAD)
    for name in ("part.o", "part.s", "part.S"):
        box.write(name, "")
        box.run("check", "bad.c", name).expect(2, name, "source", where="err")


# ---- warnings -----------------------------------------------------------------------------------

OLD = """\
#include <stdio.h>
int main(void) {
    int unused, n = later(2);
    char *p = n;
    return p == 3 ? 0 : 1;
}
later(n) { return n + 1; }
"""


def test_warnings_are_silent(box):
    box.write("old.c", OLD)
    for options in ((), ("-Wno-unused",), ("-Werror",), ("-w", "-Wall")):
        r = box.run("check", *options, "old.c").expect(0, "^holds", where="out")
        if r.err:
            raise Failure(f"there are warnings\n{r}")


def test_warnings_on_request(box):
    box.write("old.c", OLD)
    for options in (("-Wall",), ("-Wall", "-Werror"), ("-Wextra",), ("-Werror=int-conversion",), ("-pedantic-errors",)):
        r = box.run("check", *options, "old.c").expect(0, "^holds", where="out")
        r.expect(0, r"old\.c:3:\d+: warning.*later", r"old\.c:4:\d+: warning", where="err")
        if "error:" in r.err:
            raise Failure(f"a warning is an error\n{r}")
    box.run("check", "-Wall", "old.c").expect(0, r"unused variable 'unused'", where="err")
    r = box.run("check", "-Wall", "-Wgcc-has-this-one", "-Wno-nor-this", "old.c").expect(0)
    if "gcc-has" in r.err or "nor-this" in r.err:
        raise Failure(f"an unknown warning is told\n{r}")


def test_options_of_gcc_alone(box):
    box.write("main.c", DEFINED)
    r = box.run("check", "-DWANTED=3", "-fconserve-stack", "-fno-strict-aliasing", "-mpreferred-stack-boundary=4",
                "-funroll-loops", "main.c").expect(0, "^holds", where="out")
    for option in ("-fconserve-stack", "-mpreferred-stack-boundary=4"):
        if r.err.count(f"heddle: clang does not know {option}; it is ignored") != 1:
            raise Failure(f"{option} is not told once\n{r}")
    if "aliasing" in r.err or "unroll" in r.err:
        raise Failure(f"too much is told\n{r}")
    box.run("check", "-fconserve-stack", "main.c").expect(1, "main.c:6")
    box.run("check", "-march=armv7-a", "main.c").expect(2, "only code for x86", where="err")


# ---- what clang refuses -------------------------------------------------------------------------


def test_options_that_help(box):
    for name, source, option in (
        ("ms.c", "struct a { int x; };\nstruct b { struct a; int y; };\nint main(void) { struct b b = {{0}, 0}; "
                 "return b.x; }\n", "-fms-extensions"),
        ("new.c", "constexpr int n = 1;\nint main() { return n - 1; }\n", "-std=gnu23"),
        ("narrow.cc", "int main(int argc, char **) { char c{argc}; return c - 1; }\n",
         r"-Wno-error=c\+\+11-narrowing"),
        ("new.cc", "template <typename T> concept Any = true;\nint main() {}\n", r"-std=c\+\+20"),
    ):
        box.write(name, source)
        r = box.run("check", name).expect(2, rf"{name}:\d+:\d+: error", rf"{name}; with {option} clang would",
                                          where="err")
        if r.err.count("error:") > 3:
            raise Failure(f"clang's messages are told more than once\n{r}")
        box.run("check", option.replace("\\", ""), name).expect(0)


def test_nothing_helps(box):
    box.write("late.c", "int main(void) {\n    int n;\n    __asm__(\"\" : \"=r\"((long)n));\n    return 0;\n}\n")
    box.run("check", "-fheinous-gnu-extensions", "late.c").expect(2, r"heddle: cannot compile late\.c$", where="err")
    box.write("broken.c", "int main(void) {\n    return x\n}\n")
    r = box.run("check", "broken.c").expect(2, r"heddle: cannot compile broken\.c$", where="err")
    if r.err.count("error:") != 2:
        raise Failure(f"clang's messages are told more than once\n{r}")


def test_rewritten_source_elsewhere(box):
    """The names of sources stay, wherever they are."""
    source = "void f(void *);\n__attribute__((malloc(f, 1))) void *g(void);\n" + BAD
    os.mkdir(box.path("a dir"))
    box.write('a dir/we"ird.c', source)
    box.write("plain.c", source)
    box.run("check", 'a dir/we"ird.c').expect(1, r'a dir/we"ird\.c:8')
    box.run("check", "a dir/../plain.c").expect(1, r"plain\.c:8")
    box.run("check", box.path("plain.c")).expect(1, r"plain\.c:8")
