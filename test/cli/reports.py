# SPDX-License-Identifier: Apache-2.0
"""What is reported and what is not: --no-property."""
import re

from suite import Failure

MISUSED = r"""
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    int x = 0;
    pthread_mutex_unlock(&lock);
    assert(x == WANTED);
    return 0;
}
"""

TASK = """format_version: '2.0'
input_files: misused.c
properties:
  - property_file: memsafety.prp
    expected_verdict: true
"""


def test_no_property(box):
    box.write("misused.c", MISUSED)
    box.run("check", "-DWANTED=0", "misused.c").expect(1, r"^violated: mutex-misuse", where="out")
    box.run("check", "-DWANTED=0", "--no-property", "mutex-misuse", "misused.c").expect(
        0, r"^holds \[", r"\nalso seen, not asked for: mutex-misuse; first: .* at misused.c:7\n", where="out")
    box.run("check", "-DWANTED=1", "--no-property", "mutex-misuse", "misused.c").expect(
        1, r"^violated: assertion: .* at misused.c:8", where="out")
    box.run("check", "-DWANTED=1", "--no-property", "mutex-misuse", "--no-property=assertion", "misused.c").expect(
        0, r"^holds \[", r"not asked for: assertion, mutex-misuse;", where="out")
    box.run("spin", "-DWANTED=1", "--no-property", "mutex-misuse", "misused.c").expect(
        1, r"^violated: assertion: .* at misused.c:8", where="out")


def test_no_property_values(box):
    box.write("misused.c", MISUSED)
    for value, why in (("beauty", r"no property is called 'beauty'"), ("", "no property is called ''"),
                       ("all", "would leave nothing"), ("default", "would leave nothing"),
                       ("leak,deadlock,", "no property is called ''"), ("invariant", "another option asks for it"),
                       ("liveness", "another option asks for it")):
        box.run("check", "-DWANTED=0", "--no-property", value, "misused.c").expect(2, why, where="err")
    box.run("check", "-DWANTED=0", "--property", "leak,race", "--no-property", "data-race", "misused.c").expect(
        2, r"--property and --no-property both name 'data-race'", where="err")
    box.write("unreach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    box.run("check", "-DWANTED=0", "--prp", "unreach.prp", "--no-property", "reach-error", "misused.c").expect(
        2, r"--no-property leaves nothing to check", where="err")
    box.run("check", "-DWANTED=0", "--property", "all", "--no-property", "mutex-misuse", "misused.c").expect(
        0, r"^holds \[", where="out")


def test_no_property_of_a_task(box):
    """Who does not look at a part of a property does not know that it holds."""
    box.write("misused.c", MISUSED)
    box.write("memsafety.prp", "CHECK( init(main()), LTL(G valid-deref) )\n")
    box.write("task.yml", TASK)
    box.run("check", "-DWANTED=0", "task.yml").expect(0, r"\nmemsafety: holds, as the task expects", where="out")
    r = box.run("check", "-DWANTED=0", "--no-property", "use-after-free", "--json", "out.json", "task.yml")
    r.expect(0, r"\nmemsafety: not decided; the task expects that it holds", where="out")
    if box.json("out.json")["options"]["no-property"] != "use-after-free":
        raise Failure(f"options in the JSON\n{r}")
    if re.search("also seen", box.run("check", "-q", "-DWANTED=0", "task.yml").out):
        raise Failure("-q says more than the verdict")
