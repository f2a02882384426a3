# SPDX-License-Identifier: Apache-2.0
"""The command lines of builds."""
import os

from cli.sources import BAD, GOOD
from suite import Failure

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


def test_levels(box):
    for level, fast in (("-O", 0), ("-Og", 0), ("-O4", 0), ("-Ofast", 1)):
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
