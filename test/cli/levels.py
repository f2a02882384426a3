# SPDX-License-Identifier: Apache-2.0
"""--all-levels: the program as every level of optimisation makes it."""
import os
import shutil

import suite
from cli.formats import check_junit, check_sarif
from suite import expect

LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os"]
# At -O0 the waiting thread sees what the other one writes.
PLAIN = os.path.join(suite.PROGRAMS, "algorithms", "peterson-plain.c")
HOLDS = r"""#include <assert.h>
int main(void) { int x = 1; assert(x == 1); return 0; }
"""
BROKEN_AT_FIRST = r"""#include <assert.h>
int main(void) {
#ifndef __OPTIMIZE__
    assert(0);
#endif
    return 0;
}
"""
ENDLESS_ABOVE = r"""#include <assert.h>
volatile unsigned long x;
int main(void) {
#ifdef __OPTIMIZE__
    for (;;) x++;
#else
    assert(x == WANTED);
#endif
}
"""


def check_table(r, result, verdicts):
    expect([row["level"] for row in result["levels"]] == LEVELS, f"{result['levels']}")
    expect([row["verdict"] for row in result["levels"]] == verdicts, f"{result['levels']}")
    for level, verdict in zip(LEVELS, verdicts):
        expect(f"\n  {level}  {verdict}" in r.both, f"no row {level}  {verdict}\n{r}")


def test_first_level_that_breaks(box):
    shutil.copy(PLAIN, box.path("it.c"))
    r = box.run("check", "--all-levels", "--json", "out.json", "--trace", "trace.json", "--sarif", "out.sarif",
                "--junit", "out.xml", "it.c")
    r.expect(1, r"\Aviolated: assertion", r"\nThe first level that breaks it is -O1\.\n", r"optimiser \(-O1\)",
             where="out")
    result = box.json("out.json")
    check_table(r, result, ["holds"] + ["violated"] * 4)
    expect(result["verdict"] == "violated" and result["options"]["optimisation"] == "-O1", f"{result['options']}")
    expect(result["levels"][0]["kind"] is None and result["levels"][1]["kind"] == "assertion", f"{result['levels']}")
    box.run("replay", "-q", "trace.json").expect(1, r"^violated: assertion", where="out")
    junit = check_junit(box)
    expect([c.get("name") for c in junit.iter("testcase")] == [f"it.c {level}" for level in LEVELS], "test cases")
    expect(junit.get("failures") == "4" and "thread 2" in junit.find(".//failure").text, "failures")
    expect(check_sarif(box)["properties"]["levels"] == result["levels"], "SARIF")
    r = box.run("check", "-q", "--all-levels", "it.c").expect(1, r"\Aviolated: [^\n]*\n\Z", where="out")


def test_all_hold(box):
    box.write("it.c", HOLDS)
    r = box.run("check", "--all-levels", "--json", "out.json", "--witness", "out.graphml", "it.c").expect(
        0, r"\Aholds \[", r"\nNo level breaks it\.\n", where="out")
    check_table(r, box.json("out.json"), ["holds"] * 5)
    box.write("it.c", BROKEN_AT_FIRST)
    r = box.run("check", "--all-levels", "--json", "out.json", "it.c").expect(1, r"breaks it is -O0\.", where="out")
    check_table(r, box.json("out.json"), ["violated"] + ["holds"] * 4)


def test_unknown(box):
    box.write("it.c", ENDLESS_ABOVE)
    args = ["--all-levels", "--depth-limit", "20", "--json", "out.json", "it.c"]
    r = box.run("check", "-DWANTED=0", *args).expect(3, r"\Aunknown: ", where="out")
    check_table(r, box.json("out.json"), ["holds"] + ["unknown"] * 4)
    expect("breaks it" not in r.out and box.json("out.json")["levels"][1]["reason"], f"{r}")
    r = box.run("check", "-DWANTED=1", *args).expect(1, r"breaks it is -O0\.", where="out")
    check_table(r, box.json("out.json"), ["violated"] + ["unknown"] * 4)


def test_limits(box):
    """What was found is told when the time is over, and nothing is told to hold of which a level is missing. (How far
    it comes is not known.)"""
    box.write("it.c", ENDLESS_ABOVE)
    for wanted, first in ((0, "holds"), (1, "violated")):
        for limit, interrupt in ((["--time-limit", "2"], None), ([], 2)):
            r = box.run("check", f"-DWANTED={wanted}", "--all-levels", "--json", "out.json", "--junit", "out.xml",
                        *limit, "it.c", interrupt_after=interrupt)
            if interrupt and not box.read("out.json"):
                continue                        # it was still loading
            verdicts = [row["verdict"] for row in box.json("out.json")["levels"]]
            code = 1 if "violated" in verdicts else 3
            expect(verdicts[0] in (first, "unknown") and "unknown" in verdicts, f"{r}")
            line = "violated: assertion" if code == 1 else "unknown: (time limit|interrupted)"
            r.expect(code, rf"^{line}", where="out")
            check_junit(box)


def test_bad_input(box):
    box.write("it.c", HOLDS)
    for level in ("-O2", "-O", "-Ofast"):
        box.run("check", "--all-levels", level, "it.c").expect(2, r"--all-levels checks every level; leave -O\w+ out",
                                                              where="err")
    box.write("wrong.c", "int main(void) { return x; }\n")
    r = box.run("check", "--all-levels", "--json", "out.json", "wrong.c").expect(2, "undeclared", where="err")
    expect(r.err.count("undeclared") == 1, f"said more than once\n{r}")
    box.run("check", "--all-levels").expect(2)
    box.run("check", "--all-levels", "missing.c").expect(2, "missing.c", where="err")
    box.run("check", "--all-levels", "--property", "beauty", "it.c").expect(2, "beauty", where="err")
