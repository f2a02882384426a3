# SPDX-License-Identifier: Apache-2.0
"""heddle check --all: the checks of a project file."""
import json
import os
import subprocess
import time

from cli.formats import check_junit
from cli.sources import BAD, GOOD
from suite import Failure, expect

ARGS = """\
#include <assert.h>
#include <string.h>
int main(int n, char **v) {
    assert(n == 3 && strcmp(v[1], "a b") == 0 && strcmp(v[2], "") == 0);
    return 0;
}
"""
ENDLESS = "int main(void) {\n    for (unsigned long i = 0;; i++) {\n    }\n}\n"
UNDEFINED = "int other(void);\nint main(void) { return other(); }\n"


def write_files(box):
    box.write("good.c", GOOD)
    box.write("bad.c", BAD)
    box.write("args.c", ARGS)


def rows_of(r, text=None):
    """The lines of the table: name to the rest."""
    lines = (text or r.out).splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("check "))
    rows = {}
    for line in lines[first + 1:]:
        if not line or line.split()[1:2] in (["check,"], ["checks,"]):
            break
        name, _, rest = line.partition(" ")
        rows[name] = rest.strip()
    return rows


def test_all(box):
    write_files(box)
    box.write("heddle.yml", """\
checks:
  fine: {files: good.c}
  wrong:
    files: [bad.c]
    expect: violated assertion
  words:
    files: args.c
    options: '-DA="x y" --search bfs'
    args: ["a b", ""]
    expect: holds
""")
    r = box.run("check", "--all", "--json", "out.json").expect(0, "3 checks, 3 as they should be", where="out")
    rows = rows_of(r)
    if list(rows) != ["fine", "wrong", "words"] or not rows["wrong"].startswith("violated assertion") or \
            not rows["wrong"].endswith("as expected"):
        raise Failure(f"{rows}\n{r}")
    result = box.json("out.json")
    fine, wrong, words = result["checks"]
    if result["project"] != "heddle.yml" or [fine["verdict"], wrong["verdict"], wrong["kind"], wrong["as_expected"],
                                             wrong["exit_code"], words["as_expected"]] != \
            ["holds", "violated", "assertion", True, 1, True]:
        raise Failure(f"{result}")
    if wrong["result"]["violation"]["kind"] != "assertion" or wrong["states"] != wrong["result"]["states"]:
        raise Failure(f"{wrong}")
    if words["result"]["options"]["search"] != "bfs" or words["result"]["options"]["compiler_options"] != ["-DA=x y"]:
        raise Failure(f"{words}")


def test_exit_codes(box):
    write_files(box)
    box.write("undefined.c", UNDEFINED)
    box.write("endless.c", ENDLESS)
    for check, code, standing, text in (
            ("{files: good.c}", 0, True, "holds"), ("{files: bad.c}", 1, False, "violated assertion"),
            ("{files: bad.c, expect: violated}", 0, True, "as expected"),
            ("{files: bad.c, expect: violated leak}", 1, False, "but expected: violated leak"),
            ("{files: good.c, expect: violated}", 1, False, "but expected: violated"),
            ("{files: bad.c, expect: holds}", 1, False, "but expected: holds"),
            ("{files: bad.c, expect: unknown}", 1, False, "but expected: unknown"),
            ("{files: endless.c, options: --depth-limit 5}", 3, None, "unknown .*depth"),
            ("{files: endless.c, options: --depth-limit 5, expect: unknown}", 0, True, "as expected"),
            ("{files: undefined.c}", 2, None, "unknown"), ("{files: none.c}", 2, None, "cannot be checked .*none.c"),
            ("{files: good.c, options: --wrong}", 2, None, "cannot be checked .*--wrong"),
            ("{files: bad.c, options: --context-bound 1 --no-property assertion}", 0, True,
             "holds .*within 1 context switch")):
        box.write("heddle.yml", f"checks:\n  it: {check}\n")
        r = box.run("check", "--all", "--json", "out.json").expect(code, f"(?m)^it .*{text}")
        if box.json("out.json")["checks"][0]["as_expected"] is not standing:
            raise Failure(f"{check}\n{r}")
    box.write("heddle.yml", "checks:\n  a: {files: none.c}\n  b: {files: endless.c, options: --depth-limit 5}\n")
    box.run("check", "--all").expect(2, "2 checks, 0 as they should be")


def test_what_is_told(box):
    """Those that are not as they should be are told in full, or with -q in a line."""
    write_files(box)
    box.write("heddle.yml", "checks:\n  fine: {files: good.c}\n  'a name': {files: bad.c}\n")
    box.run("check", "--all").expect(1, r"(?m)^== a name ==\nviolated: assertion", r"Stacks:", where="out")
    r = box.run("check", "--all", "-q").expect(1, r"(?m)^== a name ==\nviolated: assertion", where="out")
    if "Stacks" in r.out or "== fine" in r.out:
        raise Failure(f"{r}")
    r = box.run("check", "--all", "--json", "-").expect(1, "(?m)^fine +holds", where="err")
    if len(json.loads(r.out)["checks"]) != 2:
        raise Failure(f"{r}")


def test_choosing(box):
    write_files(box)
    box.write("heddle.yml", "checks:\n  one: {files: good.c}\n  two: {files: bad.c}\n  three: {files: good.c}\n")
    for words, names in ((["--check", "one"], ["one"]), (["--check=t*"], ["two", "three"]),
                         (["--check", "three", "--check", "one"], ["one", "three"])):
        r = box.run("check", *words)
        if list(rows_of(r)) != names:
            raise Failure(f"{names}\n{r}")
    box.run("check", "--check", "four").expect(2, "no check 'four'; there are: one, two, three", where="err")
    box.run("check", "--all", "--check", "one").expect(2, "one of them", where="err")
    box.run("check", "--all", "good.c").expect(2, r"good\.c is a file", where="err")
    box.run("check", "--all", "--", "x").expect(2, "args", where="err")
    for option in ("trace", "html", "sarif", "witness", "dot", "coverage"):
        box.run("check", "--all", f"--{option}", "t.yml").expect(2, f"--{option} is for one check", where="err")
    box.run("check", "--all", "--progress-json", "2").expect(2, "--progress-json is for one check", where="err")
    box.run("check", "heddle.yml").expect(2, r"project, not a task: 'heddle check --project heddle\.yml'", where="err")
    box.run("smt", "--all").expect(2, "those of 'heddle check'", where="err")


def test_folders(box):
    """Paths are relative to the project file, or to its 'directory'; options of the command line are for all."""
    for folder in ("part", "part/src", "build"):
        os.mkdir(box.path(folder))
    box.write("part/src/main.c", '#include "limit.h"\n#include <assert.h>\nint main(void) { assert(LIMIT == N); }\n')
    box.write("part/src/limit.h", "#define LIMIT 3\n")
    box.write("build/compile_commands.json", json.dumps(
        [{"directory": box.path("build"), "file": "../part/src/main.c", "command": "cc -DN=3 -c main.c"}]))
    box.write("part/heddle.yml", "options: -Isrc\nchecks:\n  it: {files: src/main.c}\n")
    box.run("check", "--all").expect(2, r"no heddle\.yml here", where="err")
    box.run("check", "--project", "part/heddle.yml", "-DN=3").expect(0, "^check", where="out")
    box.run("check", "--project", "part/heddle.yml", "-DN=4").expect(1, r"src/main\.c:3")
    box.run("check", "--all", "--project", "part/heddle.yml", "-p", "build").expect(0)
    box.write("other.yml", "directory: part/src\nchecks:\n  it: {files: main.c, options: [-DN=3]}\n")
    box.run("check", "--project", "other.yml").expect(0)
    box.write("other.yml", "directory: none\nchecks:\n  it: {files: main.c}\n")
    box.run("check", "--project", "other.yml").expect(2, "none.*No such file")


def test_bad_files(box):
    for text, message in (
            ("", "is empty"), ("- a", r"heddle\.yml:1: a project must have"), ("checks: []", "must have a name"),
            ("checks: {}", "there are no 'checks'"), ("options: -DA", "there are no 'checks'"),
            ("check:\n  a: {}", r"heddle\.yml:1: a project cannot have 'check'; there are: checks, options, directory"),
            ("checks:\n  a:\n    file: x.c\n", r"heddle\.yml:3: a check cannot have 'file'; there are: files, options"),
            ("checks:\n  a: {}\n", "'a' names no 'files'"), ("checks:\n  a: 3\n", "KEY: VALUE"),
            ("checks:\n  a: {files: []}\n", "'a' names no 'files'"),
            ("checks:\n  a: {files: [[x]]}\n", "must be a text"),
            ("checks:\n  a: {files: x.c}\n  a: {files: y.c}\n", r":3: there are two checks 'a'"),
            ("checks:\n  a: {files: x.c}\nchecks:\n  b: {files: x.c}\n", r":3: a project has 'checks' twice"),
            ("checks:\n  a: {files: x.c, files: y.c}\n", r":2: a check has 'files' twice"),
            ("checks:\n  a: {files: x.c}\n---\nchecks:\n  b: {files: x.c}\n", "more than one document"),
            ("checks:\n  a: {files: x.c}\n...\nb: [\n", "not YAML"),
            ("checks:\n  a: {files: x.c, options: \"-DA='x\"}\n", "'options' has a quote that is not closed"),
            ("checks:\n  a: {files: [x.c, -O2]}\n", "'files' has -O2, which is an option"),
            ("checks:\n  a: {files: x.c, options: -h}\n", "'options' cannot have -h"),
            ("checks:\n  a: &a {files: [*a]}\n", "must be a text"), ("checks: &c\n  a: *c\n", "cannot have 'a'"),
            ("checks:\n  a: {files: x.c, expect: fine}\n", "it can be holds, violated"),
            ("checks:\n  a: {files: x.c, expect: violated race}\n", "no kind of violation 'race'; .*data-race"),
            ("checks:\n  a: {files: x.c, options: --json x}\n", "cannot have --json"),
            ("options: --html=x\nchecks:\n  a: {files: x.c}\n", r":1: --html is for one check"),
            ("checks:\n  a: {files: x.c, options: [--, x]}\n", "'args'"),
            ("checks:\n  a: {files: x.c, options: {b: c}}\n", "a text or a list"),
            ("checks: [\n", r"heddle\.yml:2: not YAML"), ("checks:\n  ? [a]\n  : b\n", "must be a text")):
        box.write("heddle.yml", text)
        box.run("check", "--all").expect(2, message, where="err")
    box.run("check", "--project", "none.yml").expect(2, r"none\.yml", where="err")
    box.run("check", "--project", ".").expect(2, where="err")


def test_results_that_cannot_be_written(box):
    write_files(box)
    box.write("heddle.yml", "checks:\n  a: {files: bad.c}\n")
    box.run("check", "--all", "--json", "none/out.json").expect(2, "none/out.json", where="err")
    with open("/dev/full", "w") as full:
        box.run("check", "--all", stdout=full).expect(1, "No space left", where="err")
    box.run("check", "--all", "--json", "/dev/full").expect(1, "No space left", where="err")
    box.write("heddle.yml", "checks:\n  a: {files: good.c}\n")
    box.run("check", "--all", "--json", "/dev/full").expect(2, "No space left", where="err")
    # Nor is what a check should have written forgotten.
    box.write("heddle.yml", "checks:\n  a: {files: good.c, options: --html /dev/full}\n"
                            "  b: {files: bad.c, expect: violated, options: --html /dev/full}\n")
    r = box.run("check", "--all", "--json", "out.json").expect(2, "(?m)^a .*No space left", "(?m)^b: .*No space left",
                                                               where="out")
    if [c["as_expected"] for c in box.json("out.json")["checks"]] != [None, True]:
        raise Failure(f"{r}")
    # What was there before is not taken for the result.
    box.write("out.json", '{"checks": []}')
    box.write("heddle.yml", "checks:\n  a: {files: good.c}\n")
    box.run("check", "--check", "none", "--json", "out.json").expect(2)
    if box.read("out.json"):
        raise Failure("an earlier result is left")


def test_junit(box):
    """A test case for each check: a failure if it is not as expected, an error if nothing was decided."""
    write_files(box)
    box.write("endless.c", ENDLESS)
    box.write("heddle.yml", """\
checks:
  fine: {files: good.c}
  "<a> & ]]>": {files: bad.c}
  meant: {files: bad.c, expect: violated assertion}
  other: {files: bad.c, expect: violated leak}
  kept: {files: good.c, expect: violated}
  short: {files: endless.c, options: --depth-limit 5}
  missing: {files: none.c}
""")
    r = box.run("check", "--all", "--color", "always", "--junit", "out.xml", "--json", "out.json").expect(1)
    suites = check_junit(box)
    cases = {c.get("name"): c for c in suites.iter("testcase")}
    ends = [(name, c[0].tag, c[0].get("type")) for name, c in cases.items() if c[0].tag != "system-out"]
    expect(list(cases) == [c["name"] for c in box.json("out.json")["checks"]], f"{list(cases)}")
    expect(ends == [("<a> & ]]>", "failure", "assertion"), ("other", "failure", "assertion"),
                    ("kept", "failure", "expectation"), ("short", "error", "unknown"), ("missing", "error", "input")],
           f"{ends}\n{r}")
    failure = cases["<a> & ]]>"][0]
    expect(failure.get("message").startswith("violated: assertion: ") and "Stacks:" in failure.text and
           "\ufffd" not in failure.text, f"{failure.get('message')}\n{failure.text}")
    expect(cases["kept"][0].get("message") == "holds, but expected: violated", cases["kept"][0].get("message"))
    expect("none.c" in cases["missing"][0].text, cases["missing"][0].text)
    r = box.run("check", "--check", "fine", "--junit", "-").expect(0, "^check", where="err")
    box.write("out.xml", r.out)
    expect(check_junit(box).get("tests") == "1", "only what was chosen")
    box.run("check", "--all", "--junit", "x", "--json", "x").expect(2, "--json and --junit both name 'x'", where="err")
    box.run("check", "--check", "fine", "--junit", "/dev/full").expect(2, "No space left", where="err")


def test_interrupt(box):
    write_files(box)
    box.write("endless.c", ENDLESS)
    box.write("heddle.yml", "checks:\n  first: {files: endless.c}\n  second: {files: good.c}\n")
    r = box.run("check", "--all", "--json", "out.json", "--junit", "out.xml", interrupt_after=1.5)
    r.expect(3, "(?m)^first +unknown", "(?m)^second +not run", where="out")
    second = box.json("out.json")["checks"][1]
    if second["verdict"] is not None or second["exit_code"] is not None or second["as_expected"] is not None:
        raise Failure(f"{second}\n{r}")
    expect([e.get("type") for e in check_junit(box).iter("error")] == ["unknown", "not-run"], f"{r}")


def is_running(pid):
    """Whether there is such a process, and not only what is left of it."""
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_killed(box):
    """What runs for somebody who is gone ends, too."""
    box.write("endless.c", ENDLESS)
    box.write("heddle.yml", "checks:\n  a: {files: endless.c}\n")
    p = subprocess.Popen([box.heddle, "check", "--all"], cwd=box.home, env=box.env, stdin=subprocess.DEVNULL,
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    own = []
    for _ in range(200):
        with open(f"/proc/{p.pid}/task/{p.pid}/children") as f:
            own = f.read().split()
        if own:
            break
        time.sleep(0.05)
    p.kill()
    p.wait()
    for _ in range(200):
        if own and not any(is_running(pid) for pid in own):
            return
        time.sleep(0.05)
    raise Failure(f"still running: {own}")
