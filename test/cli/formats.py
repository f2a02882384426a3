# SPDX-License-Identifier: Apache-2.0
"""Files that other programs read: --sarif, --junit, --witness; saved traces of earlier versions."""
import hashlib
import json
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as xml

import suite
from suite import Failure, expect

SCHEMAS = os.path.join(suite.HERE, "schemas")
GOLDEN = os.path.join(suite.HERE, "golden")
NAMESPACE = "{http://graphml.graphdrawing.org/xmlns}"

COUNTER = r"""#include <assert.h>
#include <pthread.h>
static int hits;
static void add(int n) {
    int before = hits;
    hits = before + n;
}
static void *worker(void *arg) {
    add(1);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    add(2);
    pthread_join(t, NULL);
    assert(hits == WANTED);
    return 0;
}
"""
RACES = ["-DWANTED=3", "--property", "race"]
INPUT = r"""#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int limit;
static int ask(void) {
    return __VERIFIER_nondet_int();
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    limit = ask();
    if (n == 17 && limit == -4)
        reach_error();
    return 0;
}
"""
FOREVER = r"""#include <pthread.h>
static volatile int turn;
static void *worker(void *arg) {
    while (turn < 2)
        turn = 1 - turn;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
"""
ENDLESS = "volatile unsigned long x; int main(void) { for (;;) x++; }\n"


# ---- what the formats ask for -------------------------------------------------------------------

def is_there(module):
    try:
        __import__(module)
        return True
    except ImportError:
        return False


def validate_json(value, schema):
    if is_there("jsonschema"):
        import jsonschema
        with open(os.path.join(SCHEMAS, schema), encoding="utf-8") as f:
            try:
                jsonschema.validate(value, json.load(f))
            except jsonschema.ValidationError as e:
                raise Failure(f"{schema}: {e.message} at {list(e.absolute_path)}")


def validate_xml(box, name, schema):
    """The tree; what is no XML is found in any case."""
    if shutil.which("xmllint"):
        r = subprocess.run(["xmllint", "--noout", "--schema", os.path.join(SCHEMAS, schema), name], cwd=box.home,
                           capture_output=True, text=True)
        expect(r.returncode == 0, f"{name} is not as {schema} says\n{r.stderr}")
    try:
        return xml.fromstring(box.read(name))
    except xml.ParseError as e:
        raise Failure(f"{name} is no XML: {e}")


def check_sarif(box, name="out.sarif"):
    log = box.json(name)
    validate_json(log, "sarif-2.1.0.json")
    run = log["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    for result in run["results"]:
        expect(rules[result["ruleIndex"]] == result["ruleId"], f"another rule: {result}")
        flows = [flow for code in result.get("codeFlows", []) for flow in code["threadFlows"]]
        orders = [step["executionOrder"] for flow in flows for step in flow["locations"]]
        expect(sorted(orders) == list(range(1, len(orders) + 1)), f"executionOrder: {orders}")
        expect(all(flow == sorted(flow) for flow in ([s["executionOrder"] for s in f["locations"]] for f in flows)),
               f"a thread goes back: {flows}")
    return run


def check_junit(box, name="out.xml"):
    suites = validate_xml(box, name, "junit.xsd")
    for e in (suites, suites[0]):
        cases = suites[0].findall("testcase")
        counts = len(cases), len(suites.findall(".//failure")), len(suites.findall(".//error"))
        expect(tuple(int(e.get(k)) for k in ("tests", "failures", "errors")) == counts, f"counts of {e.tag}: {counts}")
    return suites


def check_graphml(box, name="out.graphml", sources=()):
    """What the format asks for beside its schema."""
    graph = validate_xml(box, name, "graphml.xsd").find(NAMESPACE + "graph")
    def data(element):
        return {d.get("key"): d.text for d in element.findall(NAMESPACE + "data")}
    head, nodes, edges = data(graph), graph.findall(NAMESPACE + "node"), graph.findall(NAMESPACE + "edge")
    for key in ("witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash",
                "architecture", "creationtime"):
        expect(head.get(key), f"{name}: no {key}")
    expect(hashlib.sha256(box.read(head["programfile"])).hexdigest() == head["programhash"], "programhash")
    expect(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", head["creationtime"]), head["creationtime"])
    expect([data(n).get("entry") for n in nodes].count("true") == 1, "one entry")
    check_threads([data(e) for e in edges])
    lines = len(box.read(head["programfile"]).splitlines())
    for e in edges:
        d = data(e)
        expect(e.get("source") != e.get("target"), f"a loop: {d}")
        expect("originfile" in d or 1 <= int(d.get("startline", 1)) <= lines, f"no such line: {d}")
        expect("\\result" not in d.get("assumption", "") or d.get("assumption.resultfunction"), f"{d}")
    marks = [k for n in nodes for k, v in data(n).items() if v == "true" and k != "entry"]
    if head["witness-type"] == "correctness_witness":
        expect(not marks and not edges, f"{marks}")
    else:
        expect(marks in (["violation"], ["cyclehead"]), f"{marks}")
    return head, [data(n) for n in nodes], [data(e) for e in edges]


def check_threads(edges):
    """Threads exist, and return from what they have entered; they are made once."""
    stacks = {}
    for d in edges:
        if "createThread" in d:
            expect(d["createThread"] not in stacks, f"made twice: {d}")
            stacks[d["createThread"]] = []
        expect(d.get("threadId") in stacks, f"no such thread: {d}")
        stack = stacks[d["threadId"]]
        if "returnFromFunction" in d:
            expect(stack and stack.pop() == d["returnFromFunction"], f"returns from another function: {d}")
        if "enterFunction" in d:
            stack.append(d["enterFunction"])


def check_yaml(box, name="out.yml"):
    if not is_there("yaml"):
        return None
    import yaml
    entries = yaml.safe_load(box.read(name))
    validate_json(entries, "witness-2.0.json")
    for entry in entries:
        task = entry["metadata"]["task"]
        for path, value in task["input_file_hashes"].items():
            expect(path in task["input_files"] and hashlib.sha256(box.read(path)).hexdigest() == value, f"{task}")
        points = [[p["waypoint"] for p in s["segment"]] for s in entry["content"]]
        for segment in points:
            expect([p["action"] for p in segment][-1] == "follow", f"{segment}")
        targets = [p["type"] == "target" for segment in points for p in segment]
        expect(not targets or (targets[-1] and sum(targets) == 1), f"{targets}")
    return entries[0]


def check_all(box, code, *args):
    """One run for each format of witnesses; what is in the files, None for a witness that there is none of."""
    for name in ("out.graphml", "out.yml", "out.sarif", "out.xml"):
        if os.path.exists(box.path(name)):
            os.remove(box.path(name))
    box.run("check", "--sarif", "out.sarif", "--junit", "out.xml", "--witness", "out.graphml", *args).expect(code)
    box.run("check", "--witness", "out.yml", *args).expect(code)
    return (check_sarif(box), check_junit(box),
            check_graphml(box) if os.path.exists(box.path("out.graphml")) else None,
            check_yaml(box) if os.path.exists(box.path("out.yml")) else None)


# ---- verdicts -----------------------------------------------------------------------------------

def test_holds(box):
    box.write("input.c", INPUT.replace("17", "17 && n == 18"))
    sarif, junit, graph, entry = check_all(box, 0, "input.c")
    expect(sarif["results"] == [] and sarif["properties"]["verdict"] == "holds", f"{sarif}")
    invocation = sarif["invocations"][0]
    expect(invocation["exitCode"] == 0 and invocation["executionSuccessful"], f"{invocation}")
    expect(junit.get("failures") == "0" and junit.get("errors") == "0", "JUnit")
    expect(graph[0]["witness-type"] == "correctness_witness" and graph[0]["architecture"] == "64bit", f"{graph}")
    expect(not entry or (entry["entry_type"] == "invariant_set" and entry["content"] == []), f"{entry}")


def test_violated(box):
    box.write("counter.c", COUNTER)
    sarif, junit, graph, entry = check_all(box, 1, "-DWANTED=3", "counter.c")
    result = sarif["results"][0]
    place = result["locations"][0]["physicalLocation"]
    expect(result["ruleId"] == "assertion" and place["region"] == {"startLine": 17, "startColumn": 5}, f"{result}")
    expect(place["artifactLocation"] == {"uri": "counter.c", "uriBaseId": "%SRCROOT%"}, f"{place}")
    flows = result["codeFlows"][0]["threadFlows"]
    expect([f["id"] for f in flows] == ["1", "2"], f"{flows}")
    levels = {s["nestingLevel"] for f in flows for s in f["locations"] if "nestingLevel" in s}
    expect(levels == {0, 1} and sarif["invocations"][0]["exitCode"] == 1, f"{levels}")
    failure = junit.find(".//failure")
    expect(failure.get("type") == "assertion" and "hits = " in failure.text, f"{failure.attrib}")
    expect(failure.get("message").endswith("at counter.c:17 in main (thread 1)"), failure.get("message"))
    head, nodes, edges = graph
    expect(nodes[-1] == {"violation": "true"} and edges[-1]["startline"] == "17", f"{edges[-1]}")
    expect(edges[0] == {"threadId": "0", "createThread": "0", "enterFunction": "main"}, f"{edges[0]}")
    expect([e["enterFunction"] for e in edges if e.get("threadId") == "1" and "enterFunction" in e] ==
           ["worker", "add"], f"{edges}")
    expect(any(e.get("assumption") in ("hits == 1;", "hits == 2;") and e["assumption.scope"] == "add" for e in edges),
           f"{edges}")
    expect(head["specification"] == "CHECK( init(main()), LTL(G assert) )", head["specification"])
    if entry:
        points = [s["segment"][0]["waypoint"] for s in entry["content"]]
        expect(points[-1]["location"] == {"file_name": "counter.c", "line": 17, "function": "main"}, f"{points}")
        expect({"value": "hits == 0", "format": "c_expression"} in [p.get("constraint") for p in points], f"{points}")


def test_input_of_the_run(box):
    """What functions of the environment have returned."""
    box.write("input.c", INPUT)
    _, _, (head, _, edges), entry = check_all(box, 1, "input.c")
    expect(head["specification"] == "CHECK( init(main()), LTL(G ! call(reach_error())) )", head["specification"])
    found = [(e["startline"], e["assumption"], e["assumption.resultfunction"]) for e in edges
             if "assumption.resultfunction" in e]
    ask = "__VERIFIER_nondet_int"
    expect(found == [("9", "\\result == 17;", ask), ("6", "\\result == -4;", ask)], f"{found}")
    if entry:
        points = [s["segment"][0]["waypoint"] for s in entry["content"]]
        found = [(p["location"]["line"], p["location"]["column"], p["constraint"]["value"]) for p in points
                 if p["type"] == "function_return"]
        expect(found == [(9, 35, "\\result == 17"), (6, 34, "\\result == -4")], f"{found}")


def test_unknown(box):
    box.write("endless.c", ENDLESS)
    for name in ("out.graphml", "out.yml"):
        box.write(name, '<?xml version="1.0"?>' if name == "out.graphml" else "- entry_type: violation_sequence")
        r = box.run("check", "--depth-limit", "9", "--witness", name, "--sarif", "out.sarif", "--junit", "out.xml",
                    "endless.c")
        r.expect(3, rf"heddle: {name}: no witness was written: the verdict is unknown\n", where="err")
        expect(box.read(name) == b"", "an old witness is still there")
    invocation = check_sarif(box)["invocations"][0]
    notes = invocation["toolExecutionNotifications"]
    expect(not invocation["executionSuccessful"] and invocation["exitCode"] == 3, f"{invocation}")
    expect(len(notes) == 1 and notes[0]["level"] == "error" and "unknown: " in notes[0]["message"]["text"], f"{notes}")
    error = check_junit(box).find(".//error")
    expect(error.get("type") == "unknown" and error.get("message").startswith("unknown: "), f"{error.attrib}")


def test_cut_short(box):
    """The watchdog, too, writes what is known."""
    box.write("endless.c", ENDLESS)
    box.run("check", "--time-limit", "0.3", "--sarif", "out.sarif", "--junit", "out.xml", "--witness", "out.yml",
            "endless.c").expect(3, "no witness was written")
    expect(check_sarif(box)["properties"]["verdict"] == "unknown" and check_junit(box).get("errors") == "1", "unknown")


def test_within_bounds(box):
    """Who has not looked at all runs has no witness that there is no violation."""
    box.write("counter.c", COUNTER.replace("== WANTED", "< 9"))
    box.run("check", "--context-bound", "1", "--witness", "out.yml", "--sarif", "out.sarif", "counter.c").expect(
        0, r"no witness was written: the program holds only within 1 context switch", where="err")
    notes = check_sarif(box)["invocations"][0]["toolExecutionNotifications"]
    expect(notes[0]["level"] == "note" and "holds within" in notes[0]["message"]["text"], f"{notes}")
    expect(not os.path.exists(box.path("out.yml")), "there is a witness")


def test_several(box):
    box.write("counter.c", COUNTER)
    sarif, junit, _, _ = check_all(box, 1, "--continue", *RACES, "counter.c")
    kinds = [r["ruleId"] for r in sarif["results"]]
    expect(sorted(set(kinds)) == ["assertion", "data-race"] and len(kinds) >= 3, f"{kinds}")
    others = [r["relatedLocations"][0] for r in sarif["results"] if r["ruleId"] == "data-race"]
    expect(all("the other access" in o["message"]["text"] and o["physicalLocation"]["region"]["startLine"] in (5, 6)
               for o in others), f"{others}")
    failures = junit.findall(".//failure")
    expect(len(failures) == 1 and f"Violation {len(kinds)} of {len(kinds)}" in failures[0].text, "all are told")
    expect(f"(and {len(kinds) - 1} more)" in failures[0].get("message"), failures[0].get("message"))


def test_endless_runs(box):
    box.write("forever.c", FOREVER)
    args = ["--property", "termination", "forever.c"]
    box.run("check", "--sarif", "out.sarif", "--junit", "out.xml", "--witness", "out.graphml", *args).expect(1)
    head, nodes, edges = check_graphml(box)
    expect(head["specification"] == "CHECK( init(main()), LTL(F end) )", head["specification"])
    expect(sum("cyclehead" in n for n in nodes) == 1 and not any("violation" in n for n in nodes), f"{nodes}")
    result = check_sarif(box)["results"][0]
    steps = [s for f in result["codeFlows"][0]["threadFlows"] for s in f["locations"]]
    expect(result["ruleId"] == "liveness" and any("properties" in s for s in steps), f"{result}")
    expect(check_junit(box).find(".//failure").get("type") == "liveness", "JUnit")
    box.run("check", "--witness", "out.yml", *args).expect(
        1, r"format 2\.0 has none for runs that never end", where="err")
    box.run("check", "--ltl", "<> (turn == 7)", "--witness", "out.graphml", "forever.c").expect(1)
    expect(check_graphml(box)[0]["specification"] == "CHECK( init(main()), LTL(<> (turn == 7)) )", "formula")


# ---- programs of every kind ---------------------------------------------------------------------

KINDS = """
assertion reduce/quick-exit.c
data-race race/before-join.c --property race
deadlock library/flockfile-holder-ended.c
deadlock sync/once-recursive.c
division-by-zero numbers/division-wide.c
double-free heap/double-free-race.c
invalid-free heap/invalid-free-global.c
invalid-pointer bounds/literal-write.c
invariant invariant/at-exit.c --invariant small
leak cancel/forgets-memory.c --property leak
mutex-misuse atomic/end-alone.c
null-dereference bounds/null-race.c
out-of-bounds symbolic/index-outside.c
overflow numbers/overflow-int128.c --property overflow
reach-error nondet/reach-error.c
uninitialized unwritten/thread-function.c --property uninitialized
unreachable language/unreachable.c
use-after-free heap/use-after-free-race.c
use-after-return scope/dangling-argument.c
"""


def check_kind(box, kind, program, options):
    shutil.copy(os.path.join(suite.PROGRAMS, program), box.path("it.c"))
    sarif, junit, graph, entry = check_all(box, 1, *options, "it.c")
    expect(sarif["results"][0]["ruleId"] == kind and junit.find(".//failure").get("type") == kind, f"{sarif}")
    expect(sarif["results"][0]["locations"], "no place")
    expect(graph and graph[0]["specification"].startswith("CHECK( init(main()), LTL("), f"{graph}")
    expect(entry is None or entry["metadata"]["task"]["specification"] == graph[0]["specification"], f"{entry}")


def cases(quick):
    for row in KINDS.split("\n"):
        if row:
            kind, program, *options = row.split()
            yield (f"kind_{kind}:{os.path.basename(program)}",
                   lambda box, k=kind, p=program, o=options: check_kind(box, k, p, o))


def test_cxx(box):
    shutil.copy(os.path.join(suite.PROGRAMS, "cxx", "virtual-race.cc"), box.path("it.cc"))
    box.run("check", "--sarif", "out.sarif", "--junit", "out.xml", "--witness", "out.graphml", "it.cc").expect(
        1, r"no witness was written: witnesses are about programs in C, and it\.cc is none", where="err")
    check_sarif(box)
    check_junit(box)


def test_many_threads(box):
    box.write("many.c", r"""#include <assert.h>
#include <pthread.h>
static int hits;
static void *worker(void *arg) { hits++; return arg; }
int main(void) {
    pthread_t t[20];
    for (int i = 0; i < 20; i++) pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 20; i++) pthread_join(t[i], NULL);
    assert(hits == 21);
}
""")
    sarif, _, graph, _ = check_all(box, 1, "many.c")
    flows = sarif["results"][0]["codeFlows"][0]["threadFlows"]
    expect(len(flows) == 21, f"{len(flows)} flows")
    expect(sum("createThread" in e for e in graph[2]) == 21, "all are made")


def test_for_32_bits(box):
    box.write("input.c", INPUT)
    r = box.run("check", "-m32", "--witness", "out.graphml", "input.c")
    if r.code == 1:                             # there are headers for that
        expect(check_graphml(box)[0]["architecture"] == "32bit", "architecture")


def test_levels_of_optimisation(box):
    """What variables hold is not told of optimised code: the optimiser may have changed it."""
    box.write("counter.c", COUNTER)
    box.run("check", "-O2", "-DWANTED=4", "--witness", "out.graphml", "counter.c").expect(1)
    expect(not any("assumption" in e for e in check_graphml(box)[2]), "assumptions")


# ---- texts --------------------------------------------------------------------------------------

def test_strange_texts(box):
    """Names of files, values and output hold anything, and no format breaks."""
    name = "a <b> & \"c\" {0} é\u2028 100%.c"
    box.write(name, r"""#include <assert.h>
#include <stdio.h>
static char text[16] = "\x01]]>\x1b[31m\xff\"";
static int größe;
int main(void) {
    printf("%s\n\a<&>{1}\t", text);
    größe = 3; text[0] = '<';
    assert(größe == 4 && "]]> {2} \x02 \xfe & < \u2029" && text[1] == '\x03');
}
""")
    sarif, junit, graph, _ = check_all(box, 1, name)
    uri = sarif["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    expect(uri == "a%20%3Cb%3E%20&%20%22c%22%20%7B0%7D%20%C3%A9%E2%80%A8%20100%25.c", uri)
    expect("{{2}}" in sarif["results"][0]["message"]["text"], f"{sarif['results'][0]['message']}")
    expect(junit.find(".//testcase").get("name") == name, junit.find(".//testcase").get("name"))
    expect(graph[0]["programfile"] == name, graph[0]["programfile"])
    for path in ("out.sarif", "out.xml", "out.graphml", "out.yml"):
        box.read(path).decode("utf-8")
    box.run("check", "--color", "always", "--junit", "out.xml", name).expect(1)
    check_junit(box)


def test_places_of_files(box):
    """Below the directory names are relative, elsewhere they are whole."""
    os.mkdir(box.path("src"))
    box.write("src/counter.c", COUNTER)
    os.mkdir(os.path.join(box.home, "..", "other"))
    shutil.copy(box.path("src/counter.c"), box.path("../other/counter.c"))
    outside = os.path.abspath(box.path("../other/counter.c"))
    for given, wanted in (("src/counter.c", "src/counter.c"), ("./src/counter.c", "src/counter.c"),
                          (box.path("src/counter.c"), "src/counter.c"), (outside, f"file://{outside}"),
                          ("../other/counter.c", "../other/counter.c")):
        box.run("check", "-DWANTED=3", "--sarif", "out.sarif", given).expect(1)
        run = check_sarif(box)
        found = (run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
                 run["artifacts"][0]["location"]["uri"])
        expect(found == (wanted, wanted), f"{given}: {found}")


def test_same_every_time(box):
    box.write("counter.c", COUNTER)
    box.env["SOURCE_DATE_EPOCH"] = "1700000000"
    for name in ("out.graphml", "out.yml", "out.sarif"):
        option = "--sarif" if name == "out.sarif" else "--witness"
        texts = set()
        for _ in range(2):
            box.run("check", "--workers", "1", "-DWANTED=3", option, name, "counter.c").expect(1)
            texts.add(box.read(name))
        expect(len(texts) == 1, f"{name} is another each time")
    expect(check_graphml(box)[0]["creationtime"] == "2023-11-14T22:13:20Z", "creationtime")


# ---- files --------------------------------------------------------------------------------------

def test_files_that_cannot_be_written(box):
    """The verdict is not lost."""
    box.write("counter.c", COUNTER)
    os.symlink("/dev/full", box.path("full.yml"))
    for option, path in (("--sarif", "/dev/full"), ("--junit", "/dev/full"), ("--witness", "full.yml"),
                         ("--dot", "/dev/full")):
        args = ["--no-spurious-wakeups", option, path, "counter.c"]
        box.run("check", "-DWANTED=3", *args).expect(1, r"^violated: assertion", rf"heddle: {path}: No space left")
        box.run("check", "-DWANTED=hits", option, path, "counter.c").expect(2, r"^holds \[", rf"{path}: No space left")
        box.run("check", "-DWANTED=3", option, "nowhere/x.yml", "counter.c").expect(
            2, r"nowhere/x\.yml: No such file or directory", where="err")
        os.makedirs(box.path("folder.yml"), exist_ok=True)
        box.run("check", "-DWANTED=3", option, "folder.yml", "counter.c").expect(2, r"folder\.yml: ")


def test_names_of_files(box):
    box.write("counter.c", COUNTER)
    for args, why in ((["--witness", "out.xml"], r"--witness out\.xml: the name says which format is meant"),
                      (["--witness", "-"], r"the name says which format is meant"),
                      (["--witness", ".yml"], r"the name says which format is meant"),
                      (["--sarif", "out", "--junit", "out"], r"--sarif and --junit both name 'out'"),
                      (["--json", "-", "--sarif", "-"], r"--json and --sarif both name '-'"),
                      (["--trace", "t.yml", "--witness", "t.yml"], r"--witness and --trace both name 't\.yml'")):
        box.run("check", "-DWANTED=3", *args, "counter.c").expect(2, why, where="err")
    box.run("check", "-DWANTED=3", "--sarif", "/dev/null", "--junit", "/dev/null", "counter.c").expect(1)
    # Other spellings of one file.
    for there in (False, True):
        for name in ("./out", box.path("out"), "../" + os.path.basename(box.home) + "/out"):
            box.run("check", "-DWANTED=3", "--sarif", "out", "--junit", name, "counter.c").expect(
                2, r"--sarif and --junit both name", where="err")
        box.write("out", "")


def test_what_is_read_is_not_written(box):
    """A result does not take the place of a source, whether it is checked or its name was meant for another option."""
    box.write("counter.c", COUNTER)
    box.write("other.c", COUNTER)
    box.write("rules.txt", "leak\n")
    box.write("heddle.yml", "checks: {a: {files: counter.c}}\n")
    box.run("check", "-DWANTED=3", "--trace", "t.json", "counter.c").expect(1)
    before = {name: box.read(name) for name in ("counter.c", "other.c", "rules.txt", "heddle.yml", "t.json")}
    for args in (["--html", "counter.c", "counter.c"], ["--html", "other.c", "counter.c"],
                 ["--json", "./counter.c", "counter.c"], ["--sarif", box.path("other.c"), "counter.c"],
                 ["--trace", "new.h", "counter.c"], ["--suppress", "rules.txt", "--json", "rules.txt", "counter.c"],
                 ["--stdin", "rules.txt", "--json", "./rules.txt", "counter.c"],
                 ["--file", "x=rules.txt", "--json", "rules.txt", "counter.c"], ["--all", "--junit", "heddle.yml"],
                 ["--all", "--json", "./heddle.yml"]):
        box.run("check", "-DWANTED=3", *args).expect(2, "the result would take its place", where="err")
    box.run("replay", "--html", "./t.json", "t.json").expect(2, "the result would take its place", where="err")
    for name, text in before.items():
        expect(box.read(name) == text, f"{name} has changed")


def test_files_of_others(box):
    box.write("counter.c", COUNTER)
    box.write("counter.yml", "int x;\n")        # somebody else's is not forgotten before there is something new
    box.run("check", "--depth-limit", "1", "-DWANTED=3", "--witness", "counter.yml", "counter.c").expect(3)
    expect(box.read("counter.yml") == b"int x;\n", "it is gone")


def test_standard_output(box):
    box.write("counter.c", COUNTER)
    for option, beginning in (("--sarif", "{"), ("--junit", "<?xml "), ("--dot", "digraph heddle {")):
        r = box.run("check", "-DWANTED=3", option, "-", "counter.c").expect(1, r"violated: assertion", where="err")
        expect(r.out.startswith(beginning) and "violated: assertion" not in r.out.split("\n")[0], f"{r}")


def test_other_commands(box):
    """The other engines write the same."""
    box.write("counter.c", COUNTER)
    commands = [["smt"]] + ([["spin"]] if shutil.which("spin") else [])
    for command in commands:
        box.run(*command, "-DWANTED=3", "--sarif", "out.sarif", "--junit", "out.xml", "--witness", "out.graphml",
                "counter.c").expect(1)
        expect(check_sarif(box)["invocations"][0]["arguments"][0] == command[0], "arguments")
        check_junit(box)
        check_graphml(box)
        for option in (["--dot", "x.dot"], ["--all-levels"]):
            box.run(*command, *option, "counter.c").expect(2, "heddle check", where="err")


# ---- saved traces -------------------------------------------------------------------------------

INPUTS = (("char", "char", "-5"), ("schar", "signed char", "-6"), ("uchar", "unsigned char", "250"),
          ("bool", "_Bool", "1"), ("short", "short", "-300"), ("ushort", "unsigned short", "65000"),
          ("int", "int", "-7"), ("uint", "unsigned", "4294967295"), ("long", "long", "-8"),
          ("ulong", "unsigned long", "18446744073709551615ULL"), ("longlong", "long long", "-9"),
          ("size_t", "__SIZE_TYPE__", "3"))


def test_values_have_their_types(box):
    """What a function of the environment returns is told as a value of its type, to people and in witnesses."""
    names = [f"v{i}" for i in range(len(INPUTS))]
    box.write("it.c", "extern void reach_error(void);\n" + "".join(
        f"extern {kind} __VERIFIER_nondet_{name}(void);\n" for name, kind, _ in INPUTS) +
        "extern double __VERIFIER_nondet_double(void);\nint main(void) {\n" + "".join(
            f"    {kind} {v} = __VERIFIER_nondet_{name}();\n" for v, (name, kind, _) in zip(names, INPUTS)) +
        "    double d = __VERIFIER_nondet_double();\n    if (d == 1.5 && " +
        " && ".join(f"{v} == {value}" for v, (_, _, value) in zip(names, INPUTS)) +
        ")\n        reach_error();\n    return 0;\n}\n")
    for name in ("out.graphml", "out.yml"):
        r = box.run("check", "--trace-full", "--witness", name, "it.c").expect(1, r"d = 1\.5 \(chosen\)", where="out")
        expect(not re.search(r"returns (?!1$)", r.out, re.M), f"a value is told twice, and differently\n{r}")
        told = re.findall(r"\\result == ([^;\"\n]+)", box.read(name).decode())
        expect(told == [value for _, _, value in INPUTS], f"{name}: {told}")


def test_fields_of_the_json_are_documented(box):
    with open(os.path.join(suite.ROOT, "doc/formats.md"), encoding="utf-8") as f:
        known = set(re.findall(r"`(\w+)`", f.read()))
    box.write("counter.c", COUNTER)
    box.write("endless.c", ENDLESS)
    box.write("forever.c", FOREVER)
    for args in (["--all-levels", "-DWANTED=3", "counter.c"], ["--continue", *RACES, "counter.c"],
                 ["--depth-limit", "20", "endless.c"], ["--property", "termination", "forever.c"],
                 ["--context-bound", "0..2", "--coverage", "c.info", "-DWANTED=3", "counter.c"]):
        box.run("check", "--json", "out.json", *args)
        result = box.json("out.json")
        violations = result["violations"]
        parts = [result, *violations, *(v["other"] for v in violations if v.get("other")), *(result["trace"] or []),
                 *(t for v in violations for t in v["stacks"]), *result.get("levels", [])]
        parts += [f for v in violations for t in v["stacks"] for f in t["frames"]]
        unknown = {key for part in parts for key in part} - known
        expect(not unknown, f"{args}: doc/formats.md has no {unknown}")


def test_trace_of_names_that_are_no_text(box):
    with open(os.path.join(os.fsencode(box.home), b"\xff.c"), "w", encoding="utf-8") as f:
        f.write(COUNTER)
    name = os.fsdecode(b"\xff.c")
    box.run("check", "-DWANTED=9", "--json", "out.json", name).expect(1)
    box.run("check", "-DWANTED=9", "--trace", "t.json", name).expect(2, r"cannot hold the name \\xff\.c", where="err")


def test_trace_with_other_values(box):
    """Whatever somebody writes there, it is a value of the width of what it is for."""
    box.write("it.c", "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n"
                      "int main(void) {\n    int n = __VERIFIER_nondet_int();\n    assert(n != 7);\n    return 0;\n}\n")
    box.run("check", "--trace", "t.json", "it.c").expect(1)
    trace = box.json("t.json")
    for value in (-1, 2 ** 63 - 1, 2 ** 40 + 7):
        box.write("other.json", json.dumps({**trace, "values": [value]}))
        r = box.run("replay", "other.json")
        expect(r.code in (1, 2), f"{value}\n{r}")


def test_trace_of_an_earlier_version(box):
    """If this fails, traces that people have saved cannot be replayed any more: then the number of the format must
    be another one (src/cli/tracefile.c)."""
    for name in os.listdir(GOLDEN):
        shutil.copy(os.path.join(GOLDEN, name), box.path(name))
    trace = box.json("trace.json")
    box.run("replay", "--trace-full", "trace.json").expect(
        1, r"^violated: assertion: .* at trace\.c:\d+ in main \(thread 1\) \[replay of \d+ steps",
        r"thread 2  trace\.c:\d+ .*n = \d+ \(chosen\)", where="out")
    box.run("check", "--trace", "new.json", *trace["compiler_options"], "trace.c").expect(1)
    new = box.json("new.json")
    expect(set(trace) <= set(new) and trace["heddle_trace"] == new["heddle_trace"], f"{set(trace) - set(new)}")
    for version in (trace["heddle_trace"] + 1, "3", None):
        box.write("other.json", json.dumps({**trace, "heddle_trace": version}))
        box.run("replay", "other.json").expect(2, r"other\.json: .*(format|heddle_trace)", where="err")
