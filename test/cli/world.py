# SPDX-License-Identifier: Apache-2.0
"""What the world of a program fixes: named where a run looks at it, unknown with --unknown."""
from suite import Failure

LOOKS = """
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    srand((unsigned)time(NULL));
    int drawn = rand() % 6;
    printf("%d rolls %d\\n", getpid(), drawn);
#ifdef LOOK
    assert(drawn != LOOK);
#endif
    return 0;
}
"""


def test_named_in_line_and_json(box):
    box.write("looks.c", LOOKS)
    box.run("check", "--json", "out.json", "looks.c").expect(0, r"^holds \[", where="out")
    if box.json("out.json")["bounds"]:
        raise Failure(f"printing is a look: {box.json('out.json')['bounds']}")
    box.run("check", "--json", "out.json", "-DLOOK=-3", "looks.c").expect(
        0, r"^holds with rand's own sequence and the clock at 2026-01-01 00:00:00 \[", where="out")
    bounds = box.json("out.json")["bounds"]
    if not any("rand's own sequence" in str(b) for b in bounds) or any("1000" in str(b) for b in bounds):
        raise Failure(f"bounds: {bounds}")


def test_same_bounds_everywhere(box):
    box.write("looks.c", LOOKS)
    for options in (["--search", "bfs"], ["--reduction", "none"], ["--reduction", "superstep"], ["--workers", "2"],
                    ["-O2"], ["-m32"]):
        box.run("check", *options, "-DLOOK=-3", "looks.c").expect(
            0, r"^holds with rand's own sequence and the clock at 2026-01-01 00:00:00 \[", where="out")


def test_unknown(box):
    box.write("looks.c", LOOKS)
    box.run("check", "--unknown", "rand", "-DLOOK=3", "looks.c").expect(1, r"drawn = 3", where="out")
    box.run("check", "--data", "stop", "--unknown", "rand", "-DLOOK=3", "looks.c").expect(
        3, r"^unknown: .*the value of rand\(\) called at looks.c:\d+ is looked at", where="out")
    box.run("check", "--unknown", "clock,rand", "--nondet-range", "0..5", "-DLOOK=3", "--trace", "t.json",
            "looks.c").expect(1, r"^violated: assertion: drawn != LOOK", where="out")
    box.run("replay", "t.json").expect(1, r"drawn != LOOK", where="out")
    box.run("check", "--unknown", "rand", "--unknown", "pid", "--nondet-range", "0..5", "-DLOOK=-3", "looks.c").expect(
        0, r"^holds within unknown values 0\.\.5 \[", where="out")
    box.run("check", "--unknown", "all", "--nondet-range", "0..5", "-DLOOK=-3", "looks.c").expect(
        0, r"^holds within unknown values 0\.\.5 \[", where="out")


def test_unknown_words(box):
    box.write("looks.c", LOOKS)
    for words in ("tme", "clock,tme", "clocks"):
        box.run("check", "--unknown", words, "looks.c").expect(
            2, r"^heddle: --unknown: there is no '(tme|clocks)'; it can be clock, rand, stdin, .* or all", where="err")


def test_given_input(box):
    box.write("reads.c", "#include <stdio.h>\nint main(void) { return getchar() == 'x' ? 0 : (puts(\"other\"), 1); }\n")
    box.write("input", "x")
    box.run("check", "reads.c").expect(0, r"^holds with empty standard input \[", where="out")
    box.run("check", "--stdin", "input", "reads.c").expect(0, r"^holds with the given standard input \[", where="out")
    box.run("check", "--unknown", "stdin", "reads.c").expect(0, r"^holds \[", where="out")


def test_floating_point_range(box):
    box.write("half.c", "#include <assert.h>\nextern double __VERIFIER_nondet_double(void);\n"
                        "int main(void) { double d = __VERIFIER_nondet_double(); assert(d <= 0 || d >= 1); }\n")
    box.run("check", "--nondet-range", "0..1", "half.c").expect(
        0, r"^holds within unknown values 0\.\.1 and whole numbers 0\.\.1 for floating-point values \[", where="out")
