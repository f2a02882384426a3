# SPDX-License-Identifier: Apache-2.0
"""Any number of threads: --any-number, --most-threads, heddle_any_threads."""
from suite import Failure

RACY = """
#include <assert.h>
#include <pthread.h>
static int inside;
void *work(void *arg) {
    inside++;
    assert(inside == 1);
    inside--;
    return arg;
}
int main(void) { return 0; }
"""
ARGUMENT = """
#include <assert.h>
#include <pthread.h>
void *work(void *arg) {
    assert((long)arg != 7);
    return arg;
}
int main(void) { return 0; }
"""


def test_violation_is_kept(box):
    box.write("racy.c", RACY)
    box.run("check", "--any-number", "work", "--trace", "t.json", "racy.c").expect(1, "inside == 1 does not hold")
    box.run("replay", "t.json").expect(1, "inside == 1 does not hold")


def test_at_most_one(box):
    box.write("racy.c", RACY)
    box.run("check", "--any-number", "work", "--most-threads", "1", "racy.c").expect(0, "^holds", where="out")


def test_argument(box):
    box.write("argument.c", ARGUMENT)
    box.run("check", "--any-number", "work", "argument.c").expect(0, "for any number of threads")
    box.run("check", "--any-number", "work=7", "argument.c").expect(1)


def test_no_such_function(box):
    box.write("racy.c", RACY)
    box.run("check", "--any-number", "wrok", "racy.c").expect(2, "there is no function 'wrok'")


def test_what_it_does_not_know(box):
    box.write("racy.c", RACY)
    for words in (["--context-bound", "2"], ["--invariant", "work"], ["--property", "race"], ["--continue"]):
        r = box.run("check", "--any-number", "work", *words, "racy.c")
        if r.code != 2:
            raise Failure(f"{words}: exit code {r.code}")


def test_others_do_not_count(box):
    box.write("any.c", "#include <heddle.h>\nstatic void *f(void *p) { return p; }\n"
              "int main(void) { heddle_any_threads(f, 0); return 0; }\n")
    box.run("check", "any.c").expect(0, "for any number of threads")
    box.run("smt", "any.c").expect(3, "any number of threads")
