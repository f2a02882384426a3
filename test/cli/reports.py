# SPDX-License-Identifier: Apache-2.0
"""What is reported and what is not: --no-property, --continue, --suppress."""
import re

from suite import Failure, slow

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


# ---- several violations -------------------------------------------------------------------------

SEVERAL = r"""#include <assert.h>
#include <pthread.h>
static int hits, misses;
static void bump(int *n) {
    *n = *n + 1;
}
static void *second(void *arg) {
    hits = 5;
    bump(&misses);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    hits = 6;
    bump(&misses);
    pthread_join(t, NULL);
    assert(hits == 6);
    assert(misses == 2);
    return 0;
}
"""
RACE = ["--property", "race"]
PLACES = [("data-race", 5, 5), ("data-race", 8, 15), ("assertion", 18, None), ("assertion", 19, None)]

# The bug is found at once, but there is no end to the states.
ENDLESS = r"""
#include <assert.h>
#include <pthread.h>
static volatile unsigned long x, y;
static void *count(void *arg) { for (;;) x++; return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, count, NULL);
    assert(x == 0);
    for (;;) y++;
}
"""


def places(result):
    return [(v["kind"], v["line"], v["other"]["line"] if "other" in v else None) for v in result["violations"]]


def same_places(result, wanted):
    """A race may be told from either side."""
    def tidy(p):
        return p[0], sorted(n for n in p[1:] if n)
    return [tidy(p) for p in places(result)] == [tidy(p) for p in wanted]


LOST = r"""
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic known;
static atomic_int x;
static void *writer(void *arg) {
    known = malloc(4);
    known = NULL;
    return arg;
}
static void *reader(void *arg) {
    x = known == known;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
"""


def test_continue_leak(box):
    """A block can be lost by either of two threads: what was not looked for is said."""
    box.write("lost.c", LOST)
    for reduction in ("none", "global", "tau+", "superstep", "default"):
        box.run("check", "--continue", "--property", "leak", "--reduction", reduction, "lost.c").expect(
            1, r"^violated: leak: ", r"there are no others, except other places where the same is lost\n", where="out")


def test_continue(box):
    box.write("several.c", SEVERAL)
    r = box.run("check", "--continue", *RACE, "--json", "out.json", "several.c").expect(
        1, r"^violated: data-race: .* \(and 3 more\) \[",
        r"\n4 violations; searched exhaustively: there are no others, except data races behind these\n",
        r"\nViolation 1 of 4: data-race: .* at several.c:5 in bump", r"\nViolation 2 of 4: data-race: ",
        r"\nViolation 3 of 4: assertion: hits == 6 does not hold, at several.c:18 in main",
        r"\nViolation 4 of 4: assertion: misses == 2", where="out")
    result = box.json("out.json")
    if not same_places(result, PLACES) or result["violation"]["line"] != 5 or result["exhaustive"]:
        raise Failure(f"{result['violations']}\n{r}")
    for v in result["violations"]:
        if not (v["message"] and v["file"] == "several.c" and v["function"] and v["thread"] and v["trace"]):
            raise Failure(f"{v}\n{r}")
    if (result["not_searched"], result["suppressed"], result["unused_rules"]) != ("data races behind these", [], []):
        raise Failure(f"{result}")
    box.run("check", "-q", "--continue", *RACE, "several.c").expect(1, r"\Aviolated: .*\(and 3 more\) \[.*\n\Z",
            where="out")
    r = box.run("check", "--continue", *RACE, "--json", "-", "several.c").expect(1, r"^violated: ", r"Violation 4",
            where="err")
    if not r.out.startswith("{"):
        raise Failure(f"standard output is not the JSON alone\n{r}")


def test_continue_in_every_way(box):
    """The same ones are found, told in the same order."""
    box.write("several.c", SEVERAL)
    for way in (["--search", "bfs"], ["--workers", "4"], ["--workers", "3", "--search", "bfs"], ["--store", "compact"],
                ["--reduction", "global"], ["--reduction", "superstep"], ["--no-heap-symmetry"]):
        box.run("check", "--continue", *RACE, *way, "--json", "out.json", "several.c").expect(1)
        if not same_places(box.json("out.json"), PLACES):
            raise Failure(f"{way}: {places(box.json('out.json'))}")


def test_continue_without_violations(box):
    box.write("misused.c", MISUSED)
    r = box.run("check", "-DWANTED=0", "--continue", "--no-property", "mutex-misuse", "--json", "out.json",
            "misused.c").expect(
        0, r"\Aholds \[", where="out")
    if box.json("out.json")["violations"] != [] or box.json("out.json")["violation"] is not None:
        raise Failure(f"{r}")
    box.run("check", "-DWANTED=0", "--continue", "misused.c").expect(
        1, r"^violated: mutex-misuse: .* \(thread 1\) \[",
        r"\n1 violation; searched exhaustively: there are no others\n", where="out")
    box.run("check", "-DWANTED=1", "--json", "out.json", "misused.c").expect(1)
    if len(box.json("out.json")["violations"]) != 1 or box.json("out.json")["exhaustive"]:
        raise Failure("one violation ends the search")


def test_continue_trace(box):
    """One file holds all of them."""
    box.write("several.c", SEVERAL)
    box.run("check", "--continue", *RACE, "--trace", "all.trace", "several.c").expect(1)
    box.run("replay", "all.trace").expect(
        1, r"\Aviolated: data-race.*\[replay of \d+ steps?, violation 1 of 4\]",
        r"\nviolated: data-race.* violation 2 of 4\]",
        r"\nviolated: assertion: hits.* violation 3 of 4\]", r"\nviolated: assertion: misses.* violation 4 of 4\]",
        where="out")
    box.run("replay", "-q", "--violation", "3", "all.trace").expect(
        1, r"\Aviolated: assertion: hits == 6 .*violation 3 of 4\]\n\Z", where="out")
    box.run("replay", "--violation", "5", "all.trace").expect(2, r"--violation 5: all.trace holds 4 violations",
            where="err")
    text = box.read("all.trace").decode()
    box.write("all.trace", text.replace('"key": [', '"key": [99, ', 1))
    box.run("replay", "all.trace").expect(2, r"'key' is missing or wrong", where="err")
    box.write("all.trace", text.replace('"more": [', '"more": [7, ', 1))
    box.run("replay", "all.trace").expect(2, r"'more' is missing or wrong", where="err")


def test_max_violations(box):
    box.write("several.c", SEVERAL)
    box.run("check", "--continue", "--max-violations", "2", *RACE, "--json", "out.json", "several.c").expect(
        1, r"\(and 1 more\)", r"\n2 violations; there may be others: limit of 2 violations reached\n", where="out")
    result = box.json("out.json")
    if len(result["violations"]) != 2 or result["exhaustive"] or "limit" not in result["not_searched"]:
        raise Failure(f"{result['violations']}")
    box.run("check", "--continue", "--max-violations", "1", "--workers", "3", *RACE, "several.c").expect(
        1, r"\n1 violation; there may be others: limit of 1 violation reached\n", where="out")
    box.run("check", "--max-violations", "2", "several.c").expect(2, r"--max-violations is for --continue", where="err")
    box.run("check", "--continue", "--max-violations", "many", "several.c").expect(
        2, r"--max-violations: 'many' is not a number", where="err")
    for value in ("0", "-1", "100001", "99999999999999999999", "-99999999999999999999"):
        box.run("check", "--continue", "--max-violations", value, "several.c").expect(
            2, rf"--max-violations: {value} is not between 1 and 100000$", where="err")
    box.run("check", "--nondet-range", "0..99999999999999999999", "several.c").expect(
        2, r"--nondet-range: .* goes beyond the numbers of 64 bits", where="err")
    box.run("check", "--depth-limit", "99999999999999999999", "several.c").expect(
        2, r"--depth-limit: .* is too large; at most", where="err")


@slow
def test_continue_to_a_limit(box):
    """What was found is told, whatever ends the search."""
    box.write("endless.c", ENDLESS)
    bfs = ["--continue", "--search", "bfs"]
    box.run("check", *bfs, "--time-limit", "5", "endless.c").expect(
        1, r"^violated: assertion: x == 0", r"\n1 violation; there may be others: time limit of 5 s reached\n",
        where="out")
    r = box.run("check", *bfs, "--json", "out.json", "endless.c", interrupt_after=6).expect(
        1, r"^violated: assertion: x == 0", r"\n1 violation; there may be others: interrupted\n", where="out")
    result = box.json("out.json")
    if places(result) != [("assertion", 9, None)] or result["not_searched"] != "interrupted":
        raise Failure(f"{result['violations']}\n{r}")
    box.run("check", *bfs, "--memory-limit", "10M", "endless.c").expect(
        1, r"^violated: assertion: x == 0", r"\n1 violation; there may be others: memory limit", where="out")


BEHIND = r"""#include <pthread.h>
static int *p, n;
static void *second(void *arg) {
    n = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, second, NULL);
    n = 2;
    pthread_join(t, NULL);
    return *p;
}
"""


def test_continue_exceptions(box):
    """What the text excepts from "there are no others", the JSON result does as well."""
    box.write("behind.c", BEHIND)
    box.run("check", "--continue", *RACE, "--json", "out.json", "behind.c").expect(
        1, r"\n2 violations; searched exhaustively: there are no others, except behind faults that leave undefined "
        r"what follows, and data races behind these\n", where="out")
    result = box.json("out.json")
    if result["exhaustive"] or not result["not_searched"].startswith("behind faults that leave undefined what follows"):
        raise Failure(f"{result['exhaustive']} {result['not_searched']}")
    unasked = ["--no-property", "null-dereference"]
    box.run("check", "--continue", *RACE, *unasked, "--json", "out.json", "behind.c").expect(1)
    if box.json("out.json")["exhaustive"]:
        raise Failure("what is behind a fault that was not asked for was not searched")


def test_continue_past_races(box):
    box.write("past.c", VOLATILE)
    options = ["--continue", *RACE, "--volatile-atomic", "-DIS_PUBLISHED=1"]
    box.run("check", *options, "--json", "out.json", "past.c").expect(
        1, r"\n1 violation; searched exhaustively: there are no others under .*, except data races of the same lines "
        r"and variables with other accesses long past\n", where="out")
    result = box.json("out.json")
    if result["exhaustive"] or not result["not_searched"].startswith("data races of the same lines"):
        raise Failure(f"{result['exhaustive']} {result['not_searched']}")


# ---- volatile accesses that count as atomic -----------------------------------------------------

VOLATILE = r"""#include <pthread.h>
#ifndef FENCE
#define FENCE (void)0
#endif
static volatile int flag;
static int data;
static void *tell(void *arg) {
    data = 1;
    FENCE;
    flag = 1;
    return arg;
}
int main(void) {
    pthread_t t;
    int seen = 0;
    pthread_create(&t, NULL, tell, NULL);
    if (flag) {
        FENCE;
        seen = IS_PUBLISHED ? data : 0;
    }
    pthread_join(t, NULL);
    return seen;
}
"""
ASSUMED = "under sequential consistency and the assumption that volatile accesses are atomic"


def test_volatile_atomic(box):
    """Such accesses do not race with each other, and order nothing without fences. Without the option they race."""
    box.write("v.c", VOLATILE)
    fence = "-DFENCE=__sync_synchronize()"
    for more in ([], [fence]):
        box.run("check", *RACE, *more, "-DIS_PUBLISHED=0", "v.c").expect(1, r"^violated: data-race: flag:", where="out")
        box.run("check", *RACE, "--volatile-atomic", *more, "-DIS_PUBLISHED=0", "--json", "out.json", "v.c").expect(
            0, rf"^holds {ASSUMED} \[", where="out")
        if "under the assumption that volatile accesses are atomic" not in box.json("out.json")["bounds"]:
            raise Failure("the assumption is not among the bounds")
    box.run("check", *RACE, "--volatile-atomic", "-DIS_PUBLISHED=1", "v.c").expect(
        1, r"^violated: data-race: data: .*no release and acquire order it", where="out")
    box.run("check", *RACE, "--volatile-atomic", fence, "-DIS_PUBLISHED=1", "v.c").expect(
        0, rf"^holds {ASSUMED} \[", where="out")
    box.run("check", "--volatile-atomic", "-DIS_PUBLISHED=1", "v.c").expect(0, r"^holds under sequential consistency ",
            where="out")


def test_continue_with_bounds(box):
    box.write("several.c", SEVERAL)
    """A range of bounds ends at the first one with a violation; that one is searched to its end."""
    box.run("check", "--continue", "--context-bound", "0..2", "several.c").expect(
        1, r"^violated: assertion: hits", r"\n1 violation; .*: there are no others within 0 context switches\n",
        where="out")
    box.run("check", "--continue", "--context-bound", "2", "several.c").expect(
        1, r"^violated: assertion: hits", r"\n2 violations; .*: there are no others within 2 context switches\n",
        where="out")


def test_continue_refusals(box):
    box.write("several.c", SEVERAL)
    for option in (["--continue"], ["--max-violations", "3"], ["--suppress", "rules"]):
        box.run("spin", *option, "several.c").expect(2, rf"{option[0]} is not an option of 'heddle spin': ",
                where="err")
    box.run("check", "--continue", "--untracked", "misses", "several.c").expect(
        2, r"--continue: the program has untracked data", where="err")


# ---- rules --------------------------------------------------------------------------------------

def suppress(box, rules, *options):
    box.write("several.c", SEVERAL)
    box.write("rules.txt", rules)
    return box.run("check", *RACE, "--suppress", "rules.txt", *options, "--json", "out.json", "several.c")


def test_suppress(box):
    r = suppress(box,
            "# known\nrace variable=hits\r\ndata-race function=bu?p  # both sides\n\nassertion\nleak\n").expect(
        0, r"^holds but for 4 suppressed violations and data races behind them \[",
        r"\nsuppressed by rules.txt:2: data-race at several.c:8 and several.c:15: hits\n",
        r"\nsuppressed by rules.txt:3: data-race at several.c:5 and several.c:5: misses\n",
        r"\nsuppressed by rules.txt:5: assertion at several.c:18 in main\n",
        r"\nrules.txt:6: this rule has suppressed nothing\n",
        where="out")
    result = box.json("out.json")
    if len(result["suppressed"]) != 4 or result["unused_rules"] != ["rules.txt:6"] or result["bounds"] != [
            "but for 4 suppressed violations and data races behind them"]:
        raise Failure(f"{result}\n{r}")
    first = result["suppressed"][0]
    if (first["kind"], first["rule"]) != ("data-race", "rules.txt:2") or {first["line"],
            first["other"]["line"]} != {8, 15}:
        raise Failure(f"{first}\n{r}")
    suppress(box, "data-race\nassertion\n", "-q").expect(
        0, r"\Aholds but for 4 suppressed violations and data races behind them \[.*\n\Z", where="out")


def test_suppress_some(box):
    suppress(box, "data-race file=sever*.c\n").expect(1, r"^violated: assertion", where="out")
    suppress(box, "data-race file=*/other.c\n").expect(
        1, r"^violated: data-race", r"\nrules.txt:1: this rule has suppressed nothing so far\n", where="out")
    suppress(box, "* function=main\n", "--continue").expect(
        1, r"^violated: data-race: [^(]*misses",
        r"\n1 violation; searched exhaustively: there are no others but for 3 suppressed",
        where="out")
    suppress(box, "data-race variable=hits\n", "--continue", "--trace", "t").expect(1, r"\(and 2 more\)", where="out")
    box.run("replay", "-q", "t").expect(1, r"(?s)violation 1 of 3.*violation 3 of 3", where="out")
    suppress(box, "data-race\n", "--trace", "t").expect(1, r"^violated: assertion", where="out")
    box.run("replay", "-q", "t").expect(1, r"^violated: assertion", where="out")
    box.write("more.txt", 'assertion file="several.c"\n')
    suppress(box, "data-race\n", "--suppress", "more.txt").expect(
        0, r"^holds but for 4", r"suppressed by more.txt:1: assertion", where="out")


def test_suppress_with_byte_order_mark(box):
    suppress(box, "\ufeffdata-race\nassertion\n").expect(
        0, r"^holds but for 4 suppressed violations and data races behind them \[", where="out")
    suppress(box, "\ufeff").expect(1, r"^violated: data-race", where="out")
    suppress(box, "leak\n\ufeffrace\n").expect(2, r"^heddle: rules.txt:2: no kind of violation is called", where="err")


def test_suppress_what_ends_runs(box):
    """Nobody knows what follows, so nobody says that it holds."""
    box.write("null.c",
            "int main(int argc, char **argv) {\n    int *p = argv[0] ? 0 : &argc;\n    *p = 1;\n    return 0;\n}\n")
    box.write("rules.txt", "null-dereference\n")
    r = box.run("check", "--suppress", "rules.txt", "--json", "out.json", "null.c").expect(
        3, r"^unknown: null.c:3: in 'main': .*null-dereference: what follows is undefined and was not searched; "
        r"suppressed by rules.txt:1\)", r"\nsuppressed by rules.txt:1: null-dereference at null.c:3 in main\n",
                where="out")
    if "also seen" in r.out or box.json("out.json")["unasked"]:
        raise Failure(f"it was asked for\n{r}")


def test_bad_rules(box):
    for rule, why in (("beauty", "no kind of violation is called 'beauty'"), ("race function",
            "expected function=.* not 'function'"),
                      ("race function=", "no pattern after 'function='"), ("race color=red", "not 'color=red'"),
                      ("race file=a file=b", "a second time: 'file=b'"), ('race file="a b',
                      "a quote that nothing closes"),
                      ("function=main", "no kind of violation is called 'function=main'")):
        suppress(box, f"# fine\nleak\n{rule}\n").expect(2, rf"^heddle: rules.txt:3: .*{why}", where="err")
    suppress(box, "leak\0\n").expect(2, r"rules.txt: not a text file", where="err")
    suppress(box, "").expect(1, r"^violated: data-race", where="out")
    box.run("check", "--suppress", "missing.txt", "several.c").expect(2, r"missing.txt", where="err")


def test_task_with_several(box):
    box.write("misused.c", SEVERAL)
    box.write("memsafety.prp", "CHECK( init(main()), LTL(G ! data-race) )\n")
    box.write("task.yml", TASK)
    box.run("check", "--continue", "--property", "assertion", "task.yml").expect(
        1, r"\n4 violations; .*\nmemsafety: violated, but the task expects that it holds\n", where="out")
    box.write("rules.txt", "data-race\n")
    box.run("check", "--suppress", "rules.txt", "task.yml").expect(
        0, r"\nmemsafety: not decided; the task expects that it holds\n", where="out")
