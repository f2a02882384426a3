# SPDX-License-Identifier: Apache-2.0
"""Task files of SV-COMP, and programs that were made for 32 bits."""
import os
import shutil

from suite import Failure

UNREACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
RACE = "CHECK( init(main()), LTL(G ! data-race) )\n"
SAFETY = ("CHECK( init(main()), LTL(G valid-free) )\n" "CHECK( init(main()), LTL(G valid-deref) )\n"
          "CHECK( init(main()), LTL(G valid-memtrack) )\n")
CLEANUP = "CHECK( init(main()), LTL(G valid-memcleanup) )\n"
TERMINATION = "CHECK( init(main()), LTL(F end) )\n"
COVERAGE = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n"

WORLD = """void reach_error(void) {}
int main(void) { if (sizeof(long) != 4) reach_error(); return 0; }
"""
COUNTER = """#include <pthread.h>
void reach_error(void);
int count;
void *add(void *arg) { count++; return arg; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, add, 0);
  add(0);
  pthread_join(a, 0);
  return 0;
}
"""


def write_task(box, name, files, properties, options="  language: C\n  data_model: LP64\n"):
    text = f"format_version: '2.0'\n\ninput_files: {files}\n\n"
    if properties:
        text += "properties:\n"
    for prp, expected in properties:
        text += f"  - property_file: {prp}\n"
        text += f"    expected_verdict: {expected}\n" if expected else ""
    box.write(name, text + "\noptions:\n" + options)


def write_properties(box):
    os.makedirs(box.path("tasks/properties"))
    for name, text in (("unreach-call", UNREACH), ("no-data-race", RACE), ("valid-memsafety", SAFETY),
                       ("valid-memcleanup", CLEANUP), ("termination", TERMINATION), ("coverage-branches", COVERAGE)):
        box.write(f"tasks/properties/{name}.prp", text)


def test_task_world(box):
    write_properties(box)
    box.write("tasks/world.c", WORLD)
    write_task(box, "tasks/narrow.yml", "'world.c'", [("properties/unreach-call.prp", "true")],
               "  language: C\n  data_model: ILP32\n")
    box.run("check", "--json", "out.json", "tasks/narrow.yml").expect(
        0, r"^holds", r"\nunreach-call: holds, as the task expects\n", where="out")
    result = box.json("out.json")
    if result["data_model"] != "ILP32" or result["task"] != {"file": "tasks/narrow.yml", "properties": [
            {"property_file": "tasks/properties/unreach-call.prp", "expected": "holds", "subproperty": None,
             "left_out": None, "verdict": "holds", "as_expected": True}]}:
        raise Failure(f"wrong task in JSON: {result['task']}")
    write_task(box, "tasks/wide.yml", "['world.c']", [("properties/unreach-call.prp", "true")])
    box.run("check", "--trace", "t.json", "tasks/wide.yml").expect(
        1, r"reach-error", r"\nunreach-call: violated, but the task expects that it holds\n", where="out")
    box.run("replay", "t.json").expect(1, r"reach-error")
    box.run("check", "-m32", "tasks/wide.yml").expect(0, r"^holds", where="out")
    box.run("run", "tasks/narrow.yml").expect(0)
    box.run("dump", "tasks/wide.yml").expect(0, r"main", where="out")


def test_task_by_spin(box):
    write_properties(box)
    box.write("tasks/world.c", WORLD)
    write_task(box, "tasks/narrow.yml", "world.c", [("properties/unreach-call.prp", "false")],
               "  language: C\n  data_model: ILP32\n")
    box.run("spin", "tasks/narrow.yml").expect(
        0, r"^holds", r"\nunreach-call: holds, but the task expects a violation\n", where="out")


def test_task_properties_together(box):
    write_properties(box)
    box.write("tasks/counter.c", COUNTER)
    write_task(box, "tasks/counter.yml", "counter.c",
               [("properties/unreach-call.prp", "true"), ("properties/no-data-race.prp", "false"),
                ("properties/termination.prp", "true"), ("properties/coverage-branches.prp", None)])
    box.run("check", "tasks/counter.yml").expect(
        1, r"data-race", r"\nunreach-call: not decided; the task expects that it holds\n",
        r"\nno-data-race: violated, as the task expects\n", r"\ntermination: left out \(.*--property termination",
        r"\ncoverage-branches: left out \(.*not a property that heddle knows", where="out")
    r = box.run("check", "-q", "tasks/counter.yml").expect(1, where="out")
    if len(r.out.splitlines()) != 1:
        raise Failure(f"more than the verdict\n{r}")


def test_task_property_is_chosen(box):
    write_properties(box)
    box.write("tasks/counter.c", COUNTER)
    write_task(box, "tasks/counter.yml", "counter.c",
               [("properties/unreach-call.prp", "true"), ("properties/no-data-race.prp", "false"),
                ("properties/termination.prp", "true")])
    holds = r"^holds(.|\n)*\nunreach-call: holds, as the task expects\nno-data-race: left out \(--"
    for words in (("--prp", "unreach-call.prp"), ("--prp", "tasks/properties/unreach-call.prp"),
                  ("--property", "unreach-call")):
        box.run("check", *words, "tasks/counter.yml").expect(0, holds, where="out")
    box.run("check", "--property", "unreach-call,race", "tasks/counter.yml").expect(
        1, r"data-race(.|\n)*\nunreach-call: not decided", where="out")
    box.run("check", "--property", "no-data-race", "tasks/counter.yml").expect(
        1, r"\nunreach-call: left out(.|\n)*\nno-data-race: violated, as", where="out")
    for words in (("--prp", "termination.prp"), ("--property", "termination")):
        box.run("check", *words, "tasks/counter.yml").expect(
            0, r"^holds under weak fairness(.|\n)*\ntermination: holds, as the task expects", where="out")
    box.run("check", "--property", "beauty", "tasks/counter.yml").expect(2, r"beauty", where="err")


def test_task_subproperty(box):
    write_properties(box)
    box.write("tasks/twice.c", "#include <stdlib.h>\nint main(void) { void *p = malloc(1); free(p); free(p); }\n")
    for part, text in (("valid-free", "violated, as the task expects"),
                       ("valid-deref", "violated, but the task expects that of valid-deref")):
        write_task(box, "tasks/twice.yml", "twice.c",
                   [("properties/valid-memsafety.prp", f"false\n    subproperty: {part}")])
        box.run("check", "tasks/twice.yml").expect(1, rf"\nvalid-memsafety: {text}\n", where="out")


def test_task_leaks_of_two_kinds(box):
    """What is still reachable is a leak for valid-memcleanup only."""
    write_properties(box)
    box.write("tasks/kept.c", "#include <stdlib.h>\nchar *p;\nint main(void) { p = malloc(1); return 0; }\n")
    write_task(box, "tasks/kept.yml", "kept.c",
               [("properties/valid-memsafety.prp", "true"), ("properties/valid-memcleanup.prp", "false")])
    box.run("check", "tasks/kept.yml").expect(
        1, r"\nvalid-memsafety: not decided; .*\nvalid-memcleanup: violated, as the task expects\n", where="out")
    box.run("check", "--property", "valid-memsafety", "tasks/kept.yml").expect(
        0, r"\nvalid-memsafety: holds, as the task expects\n", where="out")


def test_task_without_properties(box):
    box.write("bad.c", "#include <assert.h>\nint main(void) { assert(0); }\n")
    write_task(box, "bad.yml", "bad.c", [])
    box.run("check", "bad.yml").expect(1, r"assertion", where="out")


def test_bad_tasks(box):
    box.write("good.c", "int main(void) { return 0; }\n")
    box.write("good.prp", UNREACH)
    head = "format_version: '2.0'\ninput_files: good.c\n"
    for text, message in (
            ("", r"task\.yml: is empty"),
            ("input_files: [good.c\n", r"task\.yml:\d: not YAML"),
            ("\tinput_files: good.c\n", r"task\.yml:1: not YAML"),
            ("- good.c\n", r"task\.yml:1: a task must have lines"),
            ("format_version: '1.0'\ninput_files: good.c\n", r"task\.yml:1: a task of format 1\.0; heddle reads 2\.0"),
            ("format_version: '2.0'\n", r"task\.yml: names no 'input_files'"),
            ("input_files: missing.c\n", r"task\.yml:1: cannot read missing\.c"),
            ("input_files: [good.c, [good.c]]\n", r"task\.yml:1: each of 'input_files' must be a text"),
            ("input_files: {a: b}\n", r"task\.yml:1: 'input_files' must be a text"),
            (head + "inputs: x\n", r"task\.yml:3: a task cannot have 'inputs'; there are: format_version, input_files"),
            (head + "properties: good.prp\n", r"task\.yml:3: 'properties' must be a list"),
            (head + "properties:\n - expected_verdict: true\n", r"task\.yml:4: a property needs a 'property_file'"),
            (head + "properties:\n - property_file: no.prp\n", r"task\.yml:4: cannot read no\.prp"),
            (head + "properties:\n - property_file: good.prp\n   verdict: true\n", r"task\.yml:5: .*'verdict'"),
            (head + "properties:\n - property_file: good.prp\n   expected_verdict: maybe\n", r"task\.yml:5: .*maybe"),
            (head + "options:\n  language: Java\n", r"task\.yml:4: a task in Java"),
            (head + "options:\n  data_model: ILP64\n", r"task\.yml:4: there is no data model ILP64"),
            (head + "options:\n  speed: high\n", r"task\.yml:4: 'options' cannot have 'speed'")):
        box.write("task.yml", text)
        r = box.run("check", "task.yml").expect(2, message, where="err")
        if len(r.err.splitlines()) != 1:
            raise Failure(f"more than one message\n{r}")
    box.run("check", "no.yml").expect(2, r"no\.yml", where="err")
    box.write("task.yml", head)
    box.run("check", "task.yml", "good.c").expect(2, r"task\.yml is a task", where="err")
    box.run("task.yml").expect(2, r"heddle check task\.yml", where="err")


def test_world_of_a_task(box):
    """Who says that a program is checked for other sizes than it was made for: the task, or a word."""
    box.write("narrow.i", "typedef unsigned int size_t;\nint main(void) { return 0; }\n")
    box.write("wide.i", "typedef unsigned long size_t;\nint main(void) { return 0; }\n")
    head = "format_version: '2.0'\ninput_files: "
    box.write("narrow.yml", head + "narrow.i\noptions:\n  data_model: LP64\n")
    box.write("wide.yml", head + "wide.i\noptions:\n  data_model: ILP32\n")
    box.run("check", "narrow.yml").expect(0, r"made for 32 bits, but the task has the data model LP64;", where="err")
    box.run("check", "wide.yml").expect(0, r"made for 64 bits, but the task has the data model ILP32;", where="err")
    box.run("check", "-m64", "narrow.yml").expect(0, r"made for 32 bits, but -m64 is given;", where="err")
    box.run("check", "-m32", "wide.yml").expect(0, r"made for 64 bits, but -m32 is given;", where="err")


def test_narrow_without_headers(box):
    """A clang that has no headers for 32 bits, as without gcc-multilib."""
    clang = shutil.which("clang-19")
    os.mkdir(box.path("bin"))
    box.write("bin/clang-19", f"""#!/bin/sh
for word; do
    if [ "$word" = -m32 ]; then echo "fatal error: 'bits/libc-header-start.h' file not found" >&2; exit 1; fi
done
exec {clang} "$@"
""")
    os.chmod(box.path("bin/clang-19"), 0o755)
    box.write("good.c", "#include <stdio.h>\nint main(void) { return 0; }\n")
    box.env = dict(box.env, PATH=box.path("bin") + ":" + box.env["PATH"])
    box.run("check", "good.c").expect(0)
    box.run("check", "-m32", "good.c").expect(2, r"no headers for 32 bits .*install the package gcc-multilib",
                                              where="err")
