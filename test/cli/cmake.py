# SPDX-License-Identifier: Apache-2.0
"""find_package(Heddle) in a project of CMake's, with heddle as it is installed."""
import os
import re
import subprocess

from cli.sources import BAD, GOOD
from suite import Failure

LISTS = """\
cmake_minimum_required(VERSION 3.25)
project(example C)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
enable_testing()
find_package(Heddle REQUIRED)
add_library(limit STATIC src/limit.c)
target_include_directories(limit PUBLIC include)
target_compile_definitions(limit PRIVATE LIMIT=3)
heddle_add_check(NAME good SOURCES good.c)
heddle_add_check(NAME bad SOURCES bad.c)
heddle_add_check(NAME "bad, as expected" SOURCES bad.c EXPECT "violated assertion")
heddle_add_check(NAME "a \\"name\\"" SOURCES good.c OPTIONS "-DTEXT=\\"a \\\\\\\\ b\\"" --search bfs EXPECT holds)
heddle_add_check(NAME "two-names" SOURCES good.c)
heddle_add_check(NAME "two_names" SOURCES bad.c EXPECT violated)
heddle_add_check(NAME no SOURCES words.c OPTIONS "-DTEXT=\\"x;y\\"" ARGS "" "a;b" "c\\td")
heddle_add_check(NAME harness SOURCES src/limit.c OPTIONS -p ${CMAKE_BINARY_DIR} --main harness.c ARGS 3 four)
"""
HARNESS = """\
#include "limit.h"
#include <assert.h>
int main(int n, char **v) {
    assert(limit() == 3 && n == 3 && v[2][0] == 'f');
    return 0;
}
"""


def run(box, *words):
    p = subprocess.run(words, cwd=box.home, env=box.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return p.returncode, p.stdout


def test_checks_as_tests(box):
    build = os.path.dirname(box.heddle)
    code, said = run(box, "cmake", "--install", build, "--prefix", box.path("installed"))
    if code:
        raise Failure(said)
    for path in ("share/man/man1/heddle.1", "share/bash-completion/completions/heddle",
                 "share/zsh/site-functions/_heddle"):
        if not os.path.getsize(box.path("installed/" + path)):
            raise Failure(f"{path} is empty")
    for folder in ("src", "include"):
        os.mkdir(box.path(folder))
    box.write("CMakeLists.txt", LISTS)
    box.write("good.c", GOOD)
    box.write("bad.c", BAD)
    box.write("harness.c", HARNESS)
    box.write("words.c", '#include <assert.h>\n#include <string.h>\nint main(int n, char **v) {\n'
                         '    assert(n == 4 && !*v[1] && !strcmp(v[2], "a;b") && !strcmp(v[3], "c\\td"));\n'
                         '    assert(!strcmp(TEXT, "x;y"));\n    return 0;\n}\n')
    box.write("src/limit.c", '#include "limit.h"\nint limit(void) { return LIMIT; }\n')
    box.write("include/limit.h", "int limit(void);\n")
    code, said = run(box, "cmake", "-S", ".", "-B", "build", "-DCMAKE_PREFIX_PATH=" + box.path("installed"))
    if code:
        raise Failure(said)
    code, said = run(box, "ctest", "--test-dir", "build", "--output-on-failure", "-j2")
    results = dict(re.findall(r"(?m)Test +#\d+: (.+?) \.+\** *(Passed|Failed)", said.replace("***", " ")))
    expected = {"good": "Passed", "bad": "Failed", "bad, as expected": "Passed", 'a "name"': "Passed",
                "two-names": "Passed", "two_names": "Passed", "no": "Passed", "harness": "Passed"}
    if results != expected or "violated: assertion" not in said:
        raise Failure(f"{results}\n{said}")
    box.write("CMakeLists.txt", LISTS + "heddle_add_check(NAME more FILES a.c)\n")
    code, said = run(box, "cmake", "-S", ".", "-B", "build")
    if not code or "There are NAME, SOURCES" not in re.sub(r"\s+", " ", said):
        raise Failure(said)
