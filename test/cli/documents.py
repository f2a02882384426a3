# SPDX-License-Identifier: Apache-2.0
"""The programs in documents do what the documents say."""
import os
import re
import shlex

from suite import ROOT, Failure

DOC = os.path.join(ROOT, "doc")


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as f:
        return f.read()


def programs(text):
    """Each program with a first line that says what comes of it: the options, the verdict, the program."""
    for block in re.findall(r"(?ms)^```c\n(.*?)^```$", text):
        m = re.match(r"// heddle check (.*?)x\.c: (.+)\n", block)
        if not m:
            raise Failure(f"a program that does not say what comes of it:\n{block}")
        yield shlex.split(m[1]), m[2], block


def check(box, options, verdict, program):
    box.write("x.c", program)
    r = box.run("check", "--json", "out.json", *options, "x.c")
    result = box.json("out.json")
    line = r.out.partition(" [")[0]
    kind = result["violation"] and result["violation"]["kind"]
    found = f"violated {kind}" if kind else line
    if found != verdict:
        raise Failure(f"{verdict} is expected\n{program}\n{r}")


def kinds():
    return re.findall(r'(?m)^KIND\(\w+, "([\w-]+)"', read("src/ir/kinds.def"))


def test_kinds(box):
    """Each kind has a program that has it, and one that does not."""
    sections = re.findall(r"(?ms)^## ([\w-]+)\n(.*?)(?=^## |\Z)", read("doc/kinds.md"))
    if sorted(name for name, _ in sections) != sorted(kinds()):
        raise Failure(f"kinds: {set(name for name, _ in sections) ^ set(kinds())}")
    for name, text in sections:
        found = list(programs(text))
        if [verdict.split(" under")[0] for _, verdict, _ in found] != [f"violated {name}", "holds"]:
            raise Failure(f"{name}: {[verdict for _, verdict, _ in found]}")
        for options, verdict, program in found:
            check(box, options, verdict, program)


def test_harnesses(box):
    found = list(programs(read("doc/harnesses.md")))
    if len(found) < 3:
        raise Failure("doc/harnesses.md: where are the programs?")
    for options, verdict, program in found:
        check(box, options, verdict, program)


def test_tutorial(box):
    """The tutorial's bugs, as they are and repaired; what it quotes of verdicts is what heddle says."""
    project = os.path.join(ROOT, "examples/tutorial/heddle.yml")
    box.run("check", "--project", project, "--json", "out.json").expect(0, "10 checks, 10 as they should be")
    by_file = {}
    for one in box.json("out.json")["checks"]:
        by_file.setdefault(one["files"][0], []).append(one)
    text = read("doc/tutorial.md")
    for name, (bug, fixed) in by_file.items():
        if bug["verdict"] != "violated" or fixed["verdict"] != "holds":
            raise Failure(f"{name}: {bug['verdict']}, {fixed['verdict']}")
        quoted = re.findall(rf"(?m)^    \$ heddle check (.*{re.escape(name)})\n    (\w.*?)(?: \[.*|\.\.\.|$)", text)
        if not quoted:
            raise Failure(f"doc/tutorial.md: no check of {name}")
        for words, line in quoted:
            words = [os.path.join(ROOT, "examples/tutorial", w) if w == name else w for w in shlex.split(words)]
            r = box.run("check", *words)
            said = r.out.splitlines()[0].replace(os.path.join(ROOT, "examples/tutorial") + "/", "")
            if not said.startswith(line.rstrip()):
                raise Failure(f"doc/tutorial.md has\n{line}\n{r}")


def test_project_example(box):
    """The example of a project file in doc/projects.md can be read."""
    example = re.search(r"(?ms)^    options: \[-p, build\].*?\n\n", read("doc/projects.md"))[0]
    box.write("heddle.yml", re.sub(r"(?m)^    ", "", example))
    box.run("check", "--check", "nothing").expect(2, "there are: queue, log", where="err")
