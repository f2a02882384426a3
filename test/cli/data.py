# SPDX-License-Identifier: Apache-2.0
"""Unknown values: computed with, tried from a range, or the end of a run (--data)."""
from suite import Failure

ASKS = """
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 5 && n < 10)
        assert(2 * n != LOOK);
    return 0;
}
"""


def test_symbolic_by_itself(box):
    box.write("asks.c", ASKS)
    box.run("check", "--json", "out.json", "-DLOOK=13", "asks.c").expect(
        0, r"^holds \[.*, \d+ questions to the solver \(\d+\.\d\d s\)\]", where="out")
    out = box.json("out.json")
    if out["bounds"] or not out["solver_questions"] or "solver_s" not in out:
        raise Failure(f"bounds {out['bounds']}, questions {out['solver_questions']}")


def test_values_are_told_and_kept(box):
    box.write("asks.c", ASKS)
    box.run("check", "--trace", "t.json", "-DLOOK=16", "asks.c").expect(1, r"n = 8 \(chosen\)", where="out")
    if box.json("t.json")["values"] != [8]:
        raise Failure(f"values: {box.json('t.json')['values']}")
    box.run("replay", "t.json").expect(1, r"n = 8 \(chosen\)", where="out")


def test_damaged_values(box):
    box.write("asks.c", ASKS)
    box.run("check", "--trace", "t.json", "-DLOOK=16", "asks.c").expect(1)
    text = box.read("t.json").decode()
    for damage in ('"values": [\n    "8"', '"values": 8, "ignored": [\n    8'):
        broken = text.replace('"values": [\n    8', damage)
        if broken == text:
            raise Failure("the trace is written in another way")
        box.write("broken.json", broken)
        box.run("replay", "broken.json").expect(2, r"values", where="err")


def test_range(box):
    box.write("asks.c", ASKS)
    for options in (["--nondet-range", "0..7"], ["--data", "range", "--nondet-range", "0..7"]):
        box.run("check", *options, "-DLOOK=16", "asks.c").expect(
            0, r"^holds within unknown values 0\.\.7 \[", where="out")
    box.run("check", "--nondet-range", "0..8", "-DLOOK=16", "asks.c").expect(1)


def test_stop(box):
    box.write("asks.c", ASKS)
    box.run("check", "--data", "stop", "-DLOOK=16", "asks.c").expect(
        3, r"^unknown: .*the value of __VERIFIER_nondet_int\(\) called at asks.c:5 is looked at", where="out")


def test_wrong_options(box):
    box.write("asks.c", ASKS)
    for options, message in ((["--data", "range"], r"--nondet-range LO\.\.HI says which"),
                             (["--data", "symbolic", "--nondet-range", "0..1"], r"--nondet-range is for --data range"),
                             (["--data", "stop", "--nondet-range", "0..1"], r"--nondet-range is for --data range"),
                             (["--data", "guess"], r"auto\|symbolic\|range\|stop|auto, symbolic, range")):
        box.run("check", *options, "-DLOOK=16", "asks.c").expect(2, message, where="err")


def test_too_many(box):
    box.write("length.c", "#include <string.h>\nextern unsigned __VERIFIER_nondet_uint(void);\nstatic char a[999];\n"
                          "int main(void) { memset(a, 1, __VERIFIER_nondet_uint() % 999); }\n")
    box.run("check", "length.c").expect(
        3, r"^unknown: .*__VERIFIER_nondet_uint\(\) called at length.c:4 is needed as a number", where="out")
    box.write("size.c", "#include <stdlib.h>\nextern unsigned __VERIFIER_nondet_uint(void);\n"
                        "int main(void) { free(malloc(__VERIFIER_nondet_uint())); }\n")
    box.run("check", "size.c").expect(0, r"^holds with malloc of at most 1 GiB \[", where="out")
    box.write("small.c", "#include <stdlib.h>\nextern unsigned __VERIFIER_nondet_uint(void);\n"
                         "int main(void) { free(malloc(__VERIFIER_nondet_uint() & 7)); }\n")
    box.run("check", "small.c").expect(0, r"^holds \[", where="out")


def test_printed(box):
    box.write("p.c", "#include <assert.h>\n#include <stdio.h>\nextern int __VERIFIER_nondet_int(void);\n"
                     "int main(void) {\n    int n = __VERIFIER_nondet_int();\n    printf(\"%d %x\\n\", n, 12);\n"
                     "    assert(n != 12345);\n}\n")
    box.run("check", "p.c").expect(1, r"n = 12345 \(chosen\)", where="out")


SLOW = """
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    if (a > 1 && b > 1 && a < 65536 && b < 65536)
        assert(a * b != 3215049949u || a > b);
    return 0;
}
"""


def test_time_limit_at_a_violation(box):
    """When the time is over, what was found is told, or nothing was found; never an error of heddle's."""
    box.write("slow.c", SLOW)
    for limit in ("0.05", "0.1", "0.2", "0.5", "30"):
        done = box.run("check", "--time-limit", limit, "slow.c")
        if done.code not in (1, 3):
            raise Failure(f"--time-limit {limit}: exit code {done.code}: {done.err}")


def test_size_of_a_block_is_told(box):
    box.write("block.c", """
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 10 || n > 1000)
        return 0;
    char *p = malloc(n);
    p[0] = 1;
    p[10] = 1;
    free(p);
    return 0;
}
""")
    box.run("check", "block.c").expect(1, r"makes \w+#1 \(10 bytes\)", where="out")
    box.run("check", "block.c").expect(1, r"#1: 10 bytes, made by", where="out")


def test_invariant_looks_into_an_unknown_size(box):
    box.write("block.c", """
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
static char *block;
int kept(void) { return !block || block[3] != 1; }
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    block = n < 1000 ? calloc(n, 1) : NULL;
    return 0;
}
""")
    box.run("check", "--invariant", "kept", "block.c").expect(3, r"asked about a state", where="out")
