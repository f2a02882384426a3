# SPDX-License-Identifier: Apache-2.0
"""--html: what is in the page, when it is written and when it is not. What it looks like is for test/browser.py."""
import json
import os
import re
import shlex

from cli.sources import BAD, GOOD, HUGE, RACE
from suite import expect

HANDOVER = r"""
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;
static void *take(void *arg) {
    pthread_mutex_lock(&lock);
    while (items == 0)
        pthread_cond_wait(&filled, &lock);
    items--;
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, take, 0);
    pthread_mutex_lock(&lock);
    items = 2;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
    assert(items == WANTED);
    return 0;
}
"""


def data_of(box, name="out.html"):
    """The data of a page; that nothing in it can end its element."""
    text = box.read(name).decode("utf-8")
    expect(text.startswith("<!doctype html>\n<!-- a report of heddle -->\n<html"), f"not a page: {text[:100]}")
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    expect(found and "<" not in found[1], "no data, or data with a tag")
    for outside in ("http://", "https://", "src=", "@import", "url("):
        rest = text.replace("http://www.w3.org/2000/svg", "").replace(found[1], "")
        expect(outside not in rest, f"the page needs something from outside: {outside}")
    return json.loads(found[1])


def test_run(box):
    box.write("x.c", HANDOVER)
    box.run("check", "-DWANTED=2", "--html", "out.html", "--no-spurious-wakeups", "x.c").expect(1, r"^violated: assert")
    data = data_of(box)
    expect((data["verdict"], data["programs"]) == ("violated", ["x.c"]), f"head: {data['verdict']}")
    expect(data["options"]["no-spurious-wakeups"] is True and "workers" not in data["options"], str(data["options"]))
    [v] = data["violations"]
    events, last = v["events"], v["events"][-1]
    expect(last["fault"] and last["line"] == 23 and last["values"] == [["items", "1", True]], str(last))
    expect(["items", "0"] in v["shared"] and v["locks"] == ["lock"], f"{v['shared']} {v['locks']}")
    writes = [e for e in events if [v["shared"].index(["items", "0"]), "2"] in e.get("changes", [])]
    expect([e["line"] for e in writes] == [19], f"items = 2 changes in {writes}")
    expect([e["line"] for e in events if e.get("holds") == [[0, 1]]] == [18], "main takes the lock in line 18")
    expect(all("stack" in e for e in events if "line" in e), "an event without a stack")
    frame = v["frames"][last["stack"][0]]
    expect(frame[0] == "main" and frame[2] == 23, f"{frame}")
    expect(v["files"][0]["parts"][0][1][17] == "    pthread_mutex_lock(&lock);", "the source keeps its indentation")


def test_links(box):
    box.write("x.c", HANDOVER)
    box.run("check", "-DWANTED=2", "--html", "out.html", "--search", "bfs", "x.c").expect(1)
    [v] = data_of(box)["violations"]
    lines = {(kind, v["events"][a].get("line"), v["events"][b].get("line"), name) for kind, a, b, name in v["links"]}
    for wanted in (("starts", 17, 7, ""), ("joins", None, 22, ""), ("value", 11, 23, "items"), ("lock", 21, 8, "lock")):
        expect(wanted in lines, f"no {wanted} in {lines}")
    for _, a, b, _ in v["links"]:
        expect(a < b and v["events"][a]["thread"] != v["events"][b]["thread"], "links go on, to other threads")


def test_wake_up(box):
    """A thread that waits is woken by the line with the signal."""
    box.write("w.c", r"""
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t ready;
static int value;
static void *get(void *arg) {
    sem_wait(&ready);
    assert(value == 0);
    return arg;
}
int main(void) {
    pthread_t t;
    sem_init(&ready, 0, 0);
    pthread_create(&t, 0, get, 0);
    value = 1;
    sem_post(&ready);
    pthread_join(t, 0);
    return 0;
}
""")
    box.run("check", "--html", "out.html", "w.c").expect(1)
    [v] = data_of(box)["violations"]
    links = [(kind, v["events"][a].get("line"), v["events"][b].get("line"), name) for kind, a, b, name in v["links"]]
    expect(("wakes", 17, 8, "ready") in links, str(links))


def test_without_a_run(box):
    box.write("good.c", GOOD)
    box.run("check", "--html", "out.html", "--context-bound", "2", "good.c").expect(0)
    data = data_of(box)
    expect(data["verdict"] == "holds" and not data["violations"] and "assertion" in data["checked"], str(data))
    expect("states" in data["figures"] and "context" in data["conditions"] + str(data["options"]), str(data))
    box.write("huge.c", HUGE)
    box.run("check", "--time-limit", "0.5", "--html", "out.html", "huge.c").expect(3)
    data = data_of(box)
    expect(data["verdict"] == "unknown" and "time limit" in data["reason"], str(data))


def test_several(box):
    box.write("x.c", "#include <assert.h>\n#include <heddle.h>\nint main(void) {\n    int x = heddle_choose(3);\n"
                     "    assert(x != 1);\n    assert(x != 2);\n}\n")
    box.run("check", "--continue", "--html", "out.html", "--trace", "x.json", "x.c").expect(1)
    data = data_of(box)
    expect([v["line"] for v in data["violations"]] == [5, 6], "two violations")
    expect(any("2 violations" in n for n in data["notes"]), str(data["notes"]))
    box.run("replay", "--html", "again.html", "x.json").expect(1)
    again = data_of(box, "again.html")
    expect([v["events"] for v in again["violations"]] == [v["events"] for v in data["violations"]], "another run")
    box.run("replay", "--violation", "2", "--html", "again.html", "x.json").expect(1)
    expect([v["line"] for v in data_of(box, "again.html")["violations"]] == [6], "only the second")


def test_other_commands(box):
    box.write("race.c", RACE)
    box.run("smt", "--html", "out.html", "race.c").expect(1)
    expect(data_of(box)["violations"][0]["events"][-1]["fault"], "no fault")


def test_endless(box):
    box.write("x.c", "static volatile int x;\nint main(void) {\n    x = 1;\n    for (;;)\n        x = !x;\n}\n")
    box.run("check", "--property", "termination", "--html", "out.html", "x.c").expect(1)
    [v] = data_of(box)["violations"]
    expect(v["cycle_from"] is not None and v["events"][v["cycle_from"]:], f"no cycle: {v}")
    expect(not any(e.get("fault") for e in v["events"]), "a run that is wrong as a whole has no faulty line")


def test_escapes(box):
    box.write("<script><b>.c", b'''#include <assert.h>
#include <stdio.h>
int main(void) {
    const char *s = "</script><img src=x onerror=alert(1)>"; // \xff\xfe <!-- \xe2\x82\xac
    puts(s);
    assert(!s);
}
''')
    box.run("check", "--html", "out.html", "<script><b>.c").expect(1)
    [v] = data_of(box)["violations"]
    line = v["files"][0]["parts"][0][1][3]
    expect(line.endswith("// \ufffd\ufffd <!-- €"), repr(line))
    expect(v["output"] == "</script><img src=x onerror=alert(1)>\n", v["output"])


def test_command(box):
    """The command of the page can be given to a shell, whatever its words are."""
    box.write("it's $x.c", BAD)
    words = ["--html", "out.html", "-DTEXT=\"a b\"", "-DEMPTY=", "it's $x.c"]
    box.run("check", *words).expect(1)
    expect(shlex.split(data_of(box)["command"]) == ["heddle", "check", *words], data_of(box)["command"])


def test_standard_output(box):
    box.write("bad.c", BAD)
    r = box.run("check", "--html", "-", "bad.c").expect(1, r"^violated: assertion", where="err")
    box.write("out.html", r.out)
    data_of(box)
    box.run("check", "--html", "-", "--json", "-", "bad.c").expect(2, r"--json and --html both name '-'")
    box.run("check", "--trace", "t.json", "bad.c").expect(1)
    r = box.run("replay", "--html", "-", "t.json").expect(1, r"^violated: assertion", where="err")
    box.write("out.html", r.out)
    data_of(box)


def test_unwritable(box):
    box.write("bad.c", BAD)
    box.write("good.c", GOOD)
    box.run("check", "--html", "missing/out.html", "bad.c").expect(2, r"heddle: missing/out.html: No such file")
    os.mkdir(box.path("folder"))
    box.run("check", "--html", "folder", "bad.c").expect(2, r"folder: Is a directory")
    box.run("check", "--html", "/dev/full", "bad.c").expect(1, r"^violated", r"/dev/full: No space left")
    box.run("check", "--html", "/dev/full", "good.c").expect(2, r"^holds", r"/dev/full: No space left")
    box.run("check", "--trace", "t.json", "bad.c").expect(1)
    box.run("replay", "--html", "/dev/full", "t.json").expect(1, r"^violated", r"/dev/full: No space left")
    box.run("replay", "--html", "missing/x.html", "t.json").expect(2, r"missing/x.html: No such file")


def test_no_page_of_an_earlier_command(box):
    box.write("bad.c", BAD)
    box.write("broken.c", "int main(void) { return }\n")
    box.run("check", "--html", "out.html", "bad.c").expect(1)
    box.run("check", "--html", "out.html", "broken.c").expect(2)
    expect(box.read("out.html") == b"", "the page of an earlier command is left")
    box.write("mine.html", "<!doctype html>\n<p>mine\n")
    box.run("check", "--html", "mine.html", "broken.c").expect(2)
    expect(box.read("mine.html") == b"<!doctype html>\n<p>mine\n", "a file of others was touched")


def test_waits_for(box):
    """Stacks say which thread another one waits for, and events whether they matter, in the page and in the JSON."""
    box.write("x.c", r"""#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t sem;
static void *other(void *arg) {
    pthread_mutex_lock(&lock);
    return arg;
}
int main(void) {
    pthread_t t;
    int unused = 3;
    pthread_mutex_lock(&lock);
    pthread_create(&t, 0, other, 0);
    sem_wait(&sem);
    return unused;
}
""")
    box.run("check", "--html", "out.html", "--json", "out.json", "x.c").expect(1)
    [v] = data_of(box)["violations"]
    for stacks in (v["stacks"], box.json("out.json")["violation"]["stacks"]):
        expect([(t["thread"], t["waits_for"]) for t in stacks] == [(1, None), (2, 1)], f"{stacks}")
    lines = {e.get("line") for e in v["events"] if e.get("matters")}
    expect(11 not in lines and {12, 13, 14} <= lines, f"{lines}")
