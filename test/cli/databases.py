# SPDX-License-Identifier: Apache-2.0
"""-p: how files are compiled is taken from compile_commands.json; --main."""
import json
import os

from cli.sources import BAD, GOOD
from suite import Failure

# Each file is compiled only with what its own entry says.
QUEUE = """\
#include "queue.h"
#include "config.h"
#ifndef CONFIG
#error no config.h
#endif
int limit(void) { return LIMIT; }
"""
APP = """\
#include "queue.h"
#if __STDC_VERSION__ != 201112L
#error another standard
#endif
#ifdef LIMIT
#error of another file
#endif
int app(void) { return limit() + 1; }
int main(void) { return app() - 98; }
"""
HARNESS = """\
#include "queue.h"
#include <assert.h>
int main(void) {
    assert(app() == WANTED);
    return 0;
}
"""


def entry(box, file, command, directory="build"):
    key = "command" if isinstance(command, str) else "arguments"
    return {"directory": box.path(directory), "file": file, key: command}


def write_project(box, *more):
    for folder in ("src", "include", "build"):
        os.mkdir(box.path(folder))
    box.write("src/queue.c", QUEUE)
    box.write("src/app.c", APP)
    box.write("include/queue.h", "int limit(void);\nint app(void);\n")
    box.write("build/config.h", "#define CONFIG\n")
    box.write("harness.c", HARNESS)
    box.write("build/compile_commands.json", json.dumps([
        entry(box, "../src/queue.c", "/usr/bin/cc -D'LIMIT=\"a\\b\"[0]' -I../include -I . -O2 -Wall -Werror "
                                     "-march=native -fsanitize=address -MD -MF x.d -o x.o -c ../src/queue.c"),
        entry(box, "../src/app.c", ["ccache", "cc", "-std=c11", "-isystem", "../include", "-c", "../src/app.c"]),
        *more]))


def test_each_file_has_its_options(box):
    write_project(box)
    words = ("--main", "harness.c", "src/queue.c", "src/app.c")
    r = box.run("check", "-p", "build", "--json", "out.json", "-DWANTED=98", *words).expect(0, "^holds", where="out")
    r.expect(0, r"note: harness\.c is not in build/compile_commands\.json; it gets the options of src/queue\.c$",
             where="err")
    options = box.json("out.json")["options"]
    expected = [["-DLIMIT=\"a\\b\"[0]", "-Iinclude", "-I", "build"]] * 2 + [["-std=c11", "-isystem", "include"]]
    if options["file_options"] != expected or options["optimisation"] != "-O0" or options["main"] != "harness.c":
        raise Failure(f"{options}")
    box.run("check", "-p", "build/compile_commands.json", "-DWANTED=97", *words).expect(1, r"harness\.c:4", where="out")
    box.run("smt", "-p", "build/", "-DWANTED=98", *words).expect(0)
    box.run("run", "--compile-commands=build", "src/queue.c", "src/app.c").expect(0)
    box.run("dump", "-p", "build", "src/queue.c", "--function", "limit", "--main", "src/app.c").expect(0, "limit")
    # What is given on the command line comes later.
    box.write("last.c", "#include <assert.h>\n#include \"queue.h\"\nint main(void) { assert(limit() == 3); }\n")
    box.run("check", "-p", "build", "last.c", "src/queue.c").expect(1)
    box.run("check", "-p", "build", "-ULIMIT", "-DLIMIT=3", "last.c", "src/queue.c").expect(0)


def test_from_another_folder(box):
    write_project(box)
    box.env["PWD"] = box.path("src")
    home, box.home = box.home, box.path("src")
    try:
        box.run("check", "-p", "../build", "-DWANTED=98", "--main", "../harness.c", "queue.c", "app.c").expect(0)
    finally:
        box.home = home


def test_replay(box):
    write_project(box)
    box.run("check", "-p", "build", "--trace", "t.json", "-DWANTED=97", "--main", "harness.c", "src/queue.c",
            "src/app.c").expect(1)
    os.remove(box.path("build/compile_commands.json"))
    box.run("replay", "t.json").expect(1, r"harness\.c:4", where="out")
    for key, value in (("file_options", [["-Iinclude"]]), ("file_options", 3), ("main", 3)):
        trace = box.json("t.json")
        trace[key] = value
        box.write("bad.json", json.dumps(trace))
        box.run("replay", "bad.json").expect(2, f"'{key}' is missing or wrong", where="err")


def test_formulas(box):
    """Propositions are compiled with the options of the file that knows them."""
    write_project(box)
    for formula, code in (("[] app() == 98", 0), ("[] limit() == 3", 1)):
        box.run("check", "-p", "build", "--ltl", formula, "-DWANTED=98", "--main", "harness.c", "src/queue.c",
                "src/app.c").expect(code)


def test_formulas_of_the_first_file(box):
    """Also where it could be compiled without its options."""
    box.write("a.c", "#ifndef N\n#define N 4\n#endif\nint value = N;\nint main(void) { return 0; }\n")
    box.write("compile_commands.json", json.dumps([entry(box, "a.c", "cc -DN=3 -c a.c", ".")]))
    box.run("check", "-p", ".", "--ltl", "[] value == 3", "a.c").expect(0)
    box.run("check", "--ltl", "[] value == 3", "a.c").expect(1)


def test_languages(box):
    os.mkdir(box.path("build"))
    box.write("a.c", "extern \"C\" int a() { return sizeof 'a' + EXTRA; }\n")
    box.write("b.c", "#include <assert.h>\nint a(void);\nint main(void) { assert(a() == 3); }\n")
    box.write("build/compile_commands.json", json.dumps([
        entry(box, "../a.c", "g++ -std=c++17 -DEXTRA=2 -c ../a.c"), entry(box, "../b.c", "cc -c ../b.c")]))
    box.run("check", "-p", "build", "b.c", "a.c").expect(0, "^holds", where="out")


def test_worlds(box):
    box.write("a.c", "int a(void) { return sizeof(long); }\n")
    box.write("b.c", "#include <assert.h>\nint a(void);\nint main(void) {\n    assert(a() == 4);\n}\n")
    for first, second, more, code, text in (
            ("-m32", "-m32", (), 0, "^holds"), ("", "", (), 1, r"b\.c:4"), ("-m32", "", ("-m32",), 0, "^holds"),
            ("-m32", "-m32", ("-m64",), 1, r"b\.c:4"),
            ("-m32", "", (), 2, r"a\.c is compiled for 32 bits, but b\.c is not")):
        box.write("compile_commands.json", json.dumps([entry(box, "a.c", f"cc {first} a.c", "."),
                                                       entry(box, "b.c", f"cc {second} -c b.c", ".")]))
        r = box.run("check", "-p", ".", *more, "a.c", "b.c")
        if "no headers for 32 bits" not in r.err:
            r.expect(code, text)


def test_files_that_are_not_there(box):
    write_project(box)
    box.write("lone.c", "#include \"queue.h\"\nint main(void) { return LIMIT - 'a'; }\n")
    box.run("check", "-p", "build", "lone.c").expect(
        0, r"note: lone\.c is not in .*; it gets the options of src/queue\.c$")
    box.write("lone.cc", "int main() { return 0; }\n")
    box.run("check", "-p", "build", "lone.cc").expect(0, r"note: lone\.cc is not in .*; it gets no options from there$")
    box.run("check", "-p", "build", "none.c").expect(2, r"cannot read none\.c", where="err")


def test_twice(box):
    box.write("a.c", "#include <assert.h>\nint main(void) {\n    assert(N == 1);\n}\n")
    for first, second, code, is_told in (("1", "1", 0, False), ("1", "2", 0, True), ("2", "1", 1, True)):
        box.write("compile_commands.json", json.dumps([entry(box, "a.c", f"cc -DN={n} -c a.c", ".")
                                                       for n in (first, second)]))
        r = box.run("check", "-p", ".", "a.c").expect(code)
        if is_told != ("more than once" in r.err):
            raise Failure(f"{r}")


def test_broken_databases(box):
    box.write("good.c", GOOD)
    box.write("compile_commands.json", "")
    box.run("check", "-p", ".").expect(2, "needs files: -p says how", where="err")
    for text, message in (
            ("[{\n\"directory\": 1,,\n}]", r"compile_commands\.json:2:\d+: not JSON"), ("", "not JSON"),
            ("[", "not JSON"),
            ("{}", "no list of commands"), ("[]", "empty"), ("[3]", "entry 1 of the list is no object"),
            ('[{"directory": "/", "file": "good.c"}]', "entry 1 .*neither"), ('[{"file": "x"}]', "no text 'directory'"),
            ('[{"directory": "/"}]', "no text 'file'"),
            ('[{"directory": "/", "file": "x", "arguments": [1]}]', "entry 1 .*arguments"),
            ('[{"directory": ".", "file": "good.c", "command": "cc -c good.c -o"}]', "command of good.c: -o needs")):
        box.write("compile_commands.json", text)
        box.run("check", "-p", ".", "good.c").expect(2, message, where="err")
    box.run("check", "-p", "nowhere", "good.c").expect(2, "nowhere", "CMAKE_EXPORT_COMPILE_COMMANDS", where="err")
    write_project(box)
    box.run("check", "-p", "build").expect(2, r"src/queue\.c, src/app\.c; name them", where="err")
    box.run("check", "good.c", "-p").expect(0)  # gcc's option
    box.run("spin", "--compile-commands", "build", "good.c").expect(2, "compiles all files alike", where="err")


def test_unknown_words(box):
    """What heddle or clang does not know is told once."""
    box.write("good.c", GOOD)
    box.write("other.c", "int other;\n")
    box.write("compile_commands.json", json.dumps(
        [entry(box, name, f"cc -Xwhat -fno-tree-vrp-2 -fno-tree-vrp-2 -c {name}", ".")
         for name in ("good.c", "other.c")]))
    r = box.run("check", "-p", ".", "good.c", "other.c").expect(0)
    if r.err.count("-Xwhat") != 1 or r.err.count("-fno-tree-vrp-2") != 1:
        raise Failure(f"{r}")


def test_long_options(box):
    """Other spellings of include paths and macros; a path below the sysroot stays what it is."""
    for folder in ("build", "include"):
        os.mkdir(box.path(folder))
    box.write("include/it.h", "#define HERE 1\n")
    box.write("x.c", '#ifdef NAME\n#include NAME\n#endif\nint main(void) { return HERE - VALUE; }\n')
    for words in (["--include-directory=../include"], ["--include-directory", "../include"], ["-I", "../include"],
                  ["-I=/nowhere", "-I../include"]):
        box.write("build/compile_commands.json", json.dumps(
            [entry(box, "../x.c", ["cc", *words, '-DNAME="it.h"', "--define-macro=VALUE=1", "--define-macro", "A=2"])]))
        box.run("check", "-p", "build", "--json", "out.json", "x.c").expect(0)
        options = box.json("out.json")["options"]["file_options"][0]
        if words[0][:3] == "-I=" and options[:2] != ["-I=/nowhere", "-Iinclude"]:
            raise Failure(f"{options}")
    for words in (["--include=../include/it.h"], ["--include", "../include/it.h"], ["-include../include/it.h"]):
        box.write("build/compile_commands.json", json.dumps([entry(box, "../x.c", ["cc", "-DVALUE=1", *words])]))
        box.run("check", "-p", "build", "x.c").expect(0)


def test_files_of_options(box):
    """Those of a build are relative to its directory; one that is gone is told."""
    os.mkdir(box.path("build"))
    box.write("x.c", "int main(void) { return VALUE; }\n")
    box.write("build/x.rsp", "-DVALUE=0")
    box.write("build/compile_commands.json", json.dumps([entry(box, "../x.c", "cc @x.rsp -c ../x.c")]))
    box.run("check", "-p", "build", "x.c").expect(0)
    os.remove(box.path("build/x.rsp"))
    box.run("check", "-p", "build", "x.c").expect(2, r"ignored: @build/x\.rsp", where="err")


def test_main(box):
    """A main that is left out can still be there for its own file."""
    box.write("bad.c", BAD)
    box.write("good.c", GOOD)
    box.run("check", "good.c", "bad.c").expect(2, "cannot link", where="err")
    box.run("check", "--main", "good.c", "bad.c").expect(0)
    box.run("check", "--main", "./bad.c", "good.c", "bad.c").expect(1, r"bad\.c")
    box.run("check", "--main", "bad.c").expect(1, r"bad\.c")
    box.run("check", "-O2", "--main", "bad.c", "good.c").expect(1, r"bad\.c")
    box.write("none.c", "int none;\n")
    box.run("check", "--main", "none.c", "bad.c").expect(
        2, r"--main: there is no function main in none\.c", where="err")
    box.run("check", "--main", "missing.c", "bad.c").expect(2, r"cannot read missing\.c", where="err")
    box.write("self.c", "int main(int n, char **v) { return n > 1 ? main(n - 1, v) : 7; }\n"
                        "int start(void) { return main(3, 0); }\n")
    box.write("caller.c", "#include <assert.h>\nint start(void);\nint main(void) { assert(start() == 7); }\n")
    box.run("check", "--main", "caller.c", "self.c").expect(0)
