# SPDX-License-Identifier: Apache-2.0
"""Commands, options and their values."""
import re

from cli.sources import BAD, GOOD
from suite import Failure


def test_unknown_option(box):
    box.write("good.c", GOOD)
    box.run("check", "--serach", "dfs", "good.c").expect(2, r"--serach", r"--search", where="err")
    box.run("check", "--jsn=x", "good.c").expect(2, r"--jsn", r"--json", where="err")
    box.run("check", "--zzzzzzzz", "good.c").expect(2, r"--zzzzzzzz", where="err")


def test_bad_values(box):
    box.write("good.c", GOOD)
    for option, value in (("--search", "sideways"), ("--reduction", "some"), ("--context-bound", "-1"),
                          ("--context-bound", "many"), ("--property", "beauty"), ("--nondet-range", "5"),
                          ("--nondet-range", "9..3"), ("--time-limit", "soon"), ("--time-limit", "-4"),
                          ("--memory-limit", "lots"), ("--prp", "missing.prp"), ("--store", "shelf"),
                          ("--workers", "many")):
        box.run("check", option, value, "good.c").expect(2, re.escape(value), where="err")


def test_missing_value(box):
    box.write("good.c", GOOD)
    box.run("check", "good.c", "--search").expect(2, r"--search", where="err")


def test_bad_prp(box):
    box.write("good.c", GOOD)
    box.write("odd.prp", "CHECK( init(main()), LTL(G beautiful) )\n")
    box.run("check", "--prp", "odd.prp", "good.c").expect(2, r"odd\.prp", where="err")
    box.write("empty.prp", "")
    box.run("check", "--prp", "empty.prp", "good.c").expect(2, r"empty\.prp", where="err")


def test_unknown_command(box):
    box.run("chekc", "x.c").expect(2, r"chekc", r"check", where="err")


def test_no_command(box):
    box.run().expect(2, r"(?i)usage|check")


def test_help(box):
    for args in (("--help",), ("help",)):
        r = box.run(*args).expect(0, r"check", r"dump", r"replay", where="out")
        if r.err:
            raise Failure(f"help writes to stderr\n{r}")
    box.run("check", "--help").expect(0, r"--search", r"--reduction", r"--context-bound", r"--property", r"--prp",
                                      r"--nondet-range", r"--time-limit", r"--memory-limit", r"--json", r"--trace",
                                      where="out")
    box.run("dump", "--help").expect(0, r"dump", where="out")
    box.run("replay", "--help").expect(0, r"replay", where="out")


def test_version(box):
    box.run("--version").expect(0, r"heddle \S*\d", where="out")


def test_equals_form(box):
    box.write("bad.c", BAD)
    box.run("check", "--search=bfs", "--json=out.json", "bad.c").expect(1)
    if box.json("out.json")["verdict"] != "violated":
        raise Failure("wrong verdict in JSON")


def test_options_after_files(box):
    box.write("good.c", GOOD)
    box.run("check", "good.c", "--search", "bfs", "--json", "-").expect(0, r'"verdict"', where="out")


def test_optimiser_that_fails(box):
    """LLVM 19 makes a pointer that is null or one block into an atomic access of one bit, and then refuses that."""
    box.write("once.c", """
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) value;
int main(void) {
    if (!value) {
        int *made = malloc(4);
        if (!made)
            abort();
        value = made;
    }
    return *value != 0;
}
""")
    box.run("check", "-O2", "once.c").expect(2, "use another level, -O0 for example")
