#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the page that --html writes, in a real browser (test/chromium.py): it is loaded, clicked, stepped through
and filtered; no page may complain or ask for anything from outside.

  test/browser.py             all
  test/browser.py filter      those with one of these words in their name
"""
import sys

import chromium
from cli.box import Box
from cli.page import HANDOVER
from cli.sources import GOOD
from suite import expect, parser, run_tests, tests_in

BROWSER = None

LONG = r"""
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turns[3], total;
static void *worker(void *arg) {
    int me = (int)(long)arg;
    for (int i = 0; i < 70; i++) {
        pthread_mutex_lock(&lock);
        turns[me]++;
        total += turns[me];
        pthread_mutex_unlock(&lock);
    }
    return 0;
}
int main(void) {
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(total == 0);
}
"""

DEADLOCK = r"""
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *arg) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    return 0;
}
"""


def page(box, source, *options, code=1, is_whole=True, **look):
    """Checks the program and shows its page, with all events if they are wanted."""
    box.write("x.c", source)
    box.run("check", "--html", "x.html", *options, "x.c").expect(code)
    BROWSER.show(box.path("x.html"), **look)
    if is_whole and BROWSER.count("[data-whole=yes]") and look.get("media") != "print":
        BROWSER.click("[data-whole=yes]")


def fine():
    errors, requests = BROWSER.errors(), BROWSER.requests()
    expect(not errors, f"the page complains: {errors}")
    expect(not requests, f"the page asks for {requests}")


def selected():
    """The number of the event that is selected, from 1 on, and its source line."""
    where, line = BROWSER.text("#where"), BROWSER.text(".lines .here .n")
    return int(where.split()[1]), int(line.split()[-1]) if line else 0


def events():
    return BROWSER.run("return JSON.parse(document.getElementById('data').textContent).violations[0].events")


def handover(box, **look):
    page(box, HANDOVER, "-DWANTED=2", "--search", "bfs", "--no-spurious-wakeups", **look)


def test_load(box):
    handover(box)
    expect(BROWSER.text(".badge") == "violated", "badge")
    expect("items == WANTED does not hold" in BROWSER.text(".headline"), "head")
    expect(BROWSER.driver.title == "violated: x.c – heddle", BROWSER.driver.title)
    expect("states" in BROWSER.text(".figures"), "figures")
    expect(BROWSER.count("#timeline [role=option]") == len(events()), "rows")
    expect(selected() == (len(events()), 23), f"it begins at the fault, not at {selected()}")
    expect(BROWSER.texts("#lanes .lane") == ["T1\nmain", "T2\ntake"], str(BROWSER.texts("#lanes .lane")))
    expect(BROWSER.count("#graph path") > 5, "arrows")
    fine()


def test_click(box):
    handover(box)
    BROWSER.click("#e1")
    number, line = selected()
    expect((number, line) == (2, events()[1]["line"]), f"{number} {line}")
    expect(BROWSER.count("[aria-selected=true]") == 1, "one is selected")
    expect(BROWSER.run("return document.activeElement.id") == "timeline", "the focus")
    expect(BROWSER.count("#timeline[aria-activedescendant=e1]") == 1, "who is active, for screen readers")
    fine()


def test_keys(box):
    handover(box)
    n, threads = len(events()), [e["thread"] for e in events()]
    BROWSER.press("HOME")
    expect(selected()[0] == 1, "Home")
    BROWSER.press("j", "j", "ARROW_DOWN", "k")
    expect(selected()[0] == 3, f"j j down k: {selected()}")
    BROWSER.press("ARROW_UP", "ARROW_RIGHT", "ARROW_LEFT")
    expect(selected()[0] == 2, f"up right left: {selected()}")
    BROWSER.press("END")
    expect(selected()[0] == n, "End")
    BROWSER.press("j")
    expect(selected()[0] == n, "there is none after the last")
    BROWSER.press("p")
    own = [i for i in range(n - 1) if threads[i] == threads[-1]]
    expect(selected()[0] == own[-1] + 1, f"p: {selected()}")
    BROWSER.press("HOME", "n")
    expect(selected()[0] == [i for i in range(1, n) if threads[i] == threads[0]][0] + 1, f"n: {selected()}")
    expect(f"event {selected()[0]}, thread 1" in BROWSER.text("#live"), "what is read aloud")
    fine()


def test_buttons(box):
    handover(box)
    for step, number in (("first", 1), ("next", 2), ("next", 3), ("back", 2), ("last", len(events()))):
        BROWSER.click(f"[data-step={step}]")
        expect(selected()[0] == number, f"{step}: {selected()}")
    expect(BROWSER.run("return document.querySelector('[data-step=next]').disabled"), "next at the end")
    unnamed = BROWSER.run("return [...document.querySelectorAll('button, select, [role]')].filter((e) => "
                          "!(e.ariaLabel || e.innerText.trim() || e.getAttribute('role') === 'presentation')).length")
    expect(unnamed == 0, f"{unnamed} things to use have no name")
    fine()


def test_moment(box):
    """Variables, locks and stacks follow the selection; what changes is marked."""
    handover(box)
    at = [i for i, e in enumerate(events()) if e.get("line") == 19][0]
    BROWSER.run("location.hash = ''")
    BROWSER.click(f"#e{at}")
    expect(BROWSER.texts("tr.changed[data-name=items] td")[1].split() == ["0", "changed", "to", "2"],
           str(BROWSER.texts("tr[data-name=items] td")))
    expect(BROWSER.texts("tr[data-name=lock] td")[1].startswith("T1"), str(BROWSER.texts("tr[data-name=lock] td")))
    expect("main" in BROWSER.text(".thread.current") and "t = thread 2" in BROWSER.text(".thread.current"),
           BROWSER.text(".thread.current"))
    BROWSER.press("k")
    expect(BROWSER.count("tr.changed[data-name=items]") == 0, "nothing changes items there")
    expect(BROWSER.texts("tr[data-name=items] td")[1] == "0", "items before it is set")
    fine()


def test_links(box):
    handover(box)
    BROWSER.run("[...document.querySelectorAll('#what li')].find((e) => /reads items/.test(e.innerText))"
                ".querySelector('button').click()")
    expect(selected()[1] == 11, f"the write of items: {selected()}")
    expect("its value is read by" in BROWSER.text("#what"), BROWSER.text("#what"))
    fine()


def test_filter_thread(box):
    handover(box)
    before = BROWSER.count("#timeline [role=option]")
    BROWSER.click("[data-thread='2']")
    threads = [e["thread"] for e in events()]
    expect(BROWSER.count("#timeline [role=option]") == threads.count(1) < before, "only main is left")
    BROWSER.press("HOME", *"jjj")
    expect(threads[selected()[0] - 1] == 1, "steps leave out what is hidden")
    BROWSER.click("[data-thread='1']")
    expect(BROWSER.count("#timeline [role=option]") == 1, "the fault stays")
    BROWSER.click("[data-thread='1']")
    BROWSER.click("[data-thread='2']")
    expect(BROWSER.count("#timeline [role=option]") == before, "all are back")
    fine()


def test_filter_matters(box):
    """At first only what matters is there; a key and buttons show everything."""
    handover(box, is_whole=False)
    matters = [i for i, e in enumerate(events()) if e.get("matters")]
    n = len(events())

    def shown():
        return BROWSER.run("return [...document.querySelectorAll('[role=option]')].map((e) => +e.id.slice(1))")
    expect(0 < len(matters) < n and shown() == matters, f"{shown()} {matters}")
    expect(selected()[0] == n, "it begins at the fault")
    expect(BROWSER.texts("[aria-label=Events] button") == [f"what matters ({len(matters)})", f"everything ({n})"],
           str(BROWSER.texts("[aria-label=Events] button")))
    BROWSER.press("HOME")
    expect(selected()[0] == matters[0] + 1, f"steps leave out what does not matter: {selected()}")
    BROWSER.press("a")
    expect(shown() == list(range(n)) and selected()[0] == matters[0] + 1, "a shows everything")
    expect(BROWSER.count("[data-whole=yes][aria-pressed=true]") == 1, "the switch")
    hidden = next(i for i in range(n) if i not in matters)
    BROWSER.click(f"#e{hidden}")
    BROWSER.press("a")
    expect(shown() == matters and selected()[0] - 1 in matters, f"back: {selected()}")
    BROWSER.click("[data-whole=yes]")
    expect(shown() == list(range(n)), "a button")
    BROWSER.show(box.path("x.html"), anchor=f"#1.{hidden + 1}")
    expect(selected()[0] == hidden + 1 and shown() == list(range(n)), "an address of one that does not matter")
    fine()


def shown_lines():
    """The source lines of the events that are shown."""
    ids = BROWSER.run("return [...document.querySelectorAll('[role=option]')].map((e) => e.id)")
    return {events()[int(i[1:])].get("line") for i in ids}


def choose_variable(value):
    BROWSER.run("const s = document.getElementById('variable'); s.value = arguments[0]; "
                "s.dispatchEvent(new Event('change'))", value)


def test_filter_variable(box):
    handover(box)
    choose_variable("vitems")
    expect({11, 19, 23} <= shown_lines() <= {9, 10, 11, 19, 23}, f"lines that touch items: {shown_lines()}")
    choose_variable("llock")
    expect({8, 12, 18, 21} <= shown_lines() and 19 not in shown_lines(), f"lines that touch lock: {shown_lines()}")
    choose_variable("")
    BROWSER.click("tr[data-name=items] button")
    expect(BROWSER.run("return document.getElementById('variable').value") == "vitems", "a click on its name")
    BROWSER.click("[data-link=lock]")
    expect(BROWSER.count("[data-link=lock][aria-pressed=false]") == 1, "arrows of a kind")
    fine()


# Contrast of texts on what they stand on, as WCAG computes it.
CONTRAST = """
const probe = document.body.appendChild(document.createElement('i'));
const rgb = (name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map((x) => x / 255);
};
const light = (name) => {
    const [r, g, b] = rgb(name).map((x) => x <= .03928 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
};
const result = arguments[0].map(([a, b]) => {
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return [a, b, (x + .05) / (y + .05)];
});
probe.remove();
return result;
"""
COLORS = ("--text", "--dim", "--accent", "--bad", "--open", "--kw", "--str", "--com", "--num",
          *(f"--t{i}" for i in range(8)))
PAIRS = [(color, "--panel") for color in COLORS]
PAIRS += [("--text", b) for b in ("--bg", "--raised", "--select", "--hover", "--changed", "--mark", "--bad-bg")]
PAIRS += [("--bad", "--bad-bg"), ("--good", "--good-bg"), ("--open", "--open-bg"), ("--dim", "--raised"),
          ("--dim", "--select"), ("--accent", "--bg")]


def test_light_and_dark(box):
    grounds = {}
    for scheme in ("light", "dark"):
        handover(box, scheme=scheme)
        grounds[scheme] = BROWSER.run("return getComputedStyle(document.getElementById('run')).backgroundColor")
        low = [(a, b, round(c, 2)) for a, b, c in BROWSER.run(CONTRAST, PAIRS) if c < 4.5]
        expect(not low, f"{scheme}: too little contrast: {low}")
        fine()
    expect(grounds == {"light": "rgb(255, 255, 255)", "dark": "rgb(22, 27, 34)"}, str(grounds))


def test_long(box):
    """However long a run is, the document stays small."""
    page(box, LONG, "--search", "dfs")
    n = len(events())
    expect(n > 1000, f"only {n} events")
    expect(BROWSER.count("#timeline [role=option]") < 100, f"{BROWSER.count('#timeline [role=option]')} rows")
    BROWSER.press("HOME")
    expect(selected()[0] == 1 and BROWSER.count("#e0") == 1, "the first row")
    BROWSER.press("END", *"kkkkkkkkkk")
    expect(selected()[0] == n - 10 and BROWSER.count(f"#e{n - 11}[aria-selected=true]") == 1, f"{selected()}")
    nodes = BROWSER.count("*")
    BROWSER.run("document.getElementById('timeline').scrollTop = 500 * 26")
    BROWSER.run("document.getElementById('timeline').dispatchEvent(new Event('scroll'))")
    BROWSER.driver.execute_async_script("const done = arguments[0]; "
                                        "requestAnimationFrame(() => requestAnimationFrame(done))")
    expect(BROWSER.count("#e505") == 1 and BROWSER.count("*") < nodes + 600 < 4000, f"{nodes} nodes")
    fine()


def test_deadlock(box):
    page(box, DEADLOCK, scheme="dark")
    expect(BROWSER.text(".mark-row.bad").startswith("✕ deadlock"), BROWSER.text(".mark-row"))
    expect([BROWSER.texts(f"tr[data-name={x}] td")[2][:2] for x in "ab"] == ["T2", "T1"],
           f"who wants them: {BROWSER.texts('tr[data-name] td')}")
    expect(all("waits: " in text for text in BROWSER.texts(".thread summary")), str(BROWSER.texts(".thread summary")))
    circle = ["↻ thread 1 waits: b is held by thread 2", "↻ thread 2 waits: a is held by thread 1"]
    expect(BROWSER.texts(".mark-row.bad")[1:] == circle, str(BROWSER.texts(".mark-row.bad")))
    expect(BROWSER.count("#graph line[stroke='var(--bad)']") == 2, "an arrow for each")
    expect([text.split()[:1] for text in BROWSER.texts("#what .blocked")] == [["T1"], ["T2"]],
           str(BROWSER.texts("#what .blocked")))
    fine()


def test_waits(box):
    """One that waits for itself; one that waits for somebody in the circle; one that waits for nobody in particular."""
    page(box, "#include <pthread.h>\nstatic pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;\nint main(void) {\n"
              "    pthread_rwlock_rdlock(&l);\n    pthread_rwlock_wrlock(&l);\n}\n")
    expect(BROWSER.texts(".mark-row.bad")[1:] == ["↻ thread 1 waits: l is held by this thread itself"],
           str(BROWSER.texts(".mark-row")))
    fine()
    page(box, DEADLOCK.replace("pthread_mutex_lock(&b);\n    return 0;", "other(0);\n    return 0;")
         .replace("pthread_create(&t, 0, other, 0);\n    pthread_mutex_lock(&a);",
                  "pthread_create(&t, 0, other, 0);\n    pthread_join(t, 0);").replace(
                      "pthread_mutex_lock(&a);\n    return arg;", "pthread_mutex_lock(&b);\n    return arg;"))
    texts = BROWSER.texts(".mark-row")[1:]
    expect(texts == ["↻ thread 2 waits: b is held by this thread itself", "thread 1 waits: for thread 2 to end"],
           str(texts))
    fine()
    page(box, "#include <semaphore.h>\nstatic sem_t s;\nint main(void) {\n    sem_init(&s, 0, 0);\n"
              "    sem_wait(&s);\n}\n")
    expect(BROWSER.texts(".mark-row")[1:] == ["thread 1 waits: s (semaphore)"], str(BROWSER.texts(".mark-row")))
    fine()


def test_race(box):
    page(box, "#include <pthread.h>\nstatic int x;\nstatic void *set(void *p) {\n    x = 1;\n    return p;\n}\n"
              "int main(void) {\n    pthread_t t;\n    pthread_create(&t, 0, set, 0);\n    x = 2;\n"
              "    pthread_join(t, 0);\n}\n", "--property", "race")
    marked = sorted(text.split()[-1] for text in BROWSER.texts(".lines .here .n"))
    expect(marked == ["10", "4"], f"lines {marked}")
    expect("at the same time as" in BROWSER.text("#what"), BROWSER.text("#what"))
    fine()


def test_escaping(box):
    evil = '"</script><script>window.hacked = 1</script><img src=x onerror=\'window.hacked = 2\'>"'
    box.write("<img src=x onerror=hacked=3>.c",
              b'#include <assert.h>\n#include <stdio.h>\nstatic const char *name = ' + evil.encode() +
              b'; // \xff \xe2\x82\xac \xe2\x80\xae\nint main(void) {\n    puts(name);\n    assert(!name);\n}\n')
    box.run("check", "--html", "x.html", "<img src=x onerror=hacked=3>.c").expect(1)
    BROWSER.show(box.path("x.html"))
    expect(BROWSER.run("return window.hacked === undefined && document.images.length === 0"), "texts became markup")
    expect("</script><script>" in BROWSER.text("#output pre"), BROWSER.text("#output"))
    expect("<img src=x onerror=hacked=3>.c" in BROWSER.text("#source h2"), BROWSER.text("#source h2"))
    expect(any("\ufffd €" in text for text in BROWSER.texts(".lines .t")), str(BROWSER.texts(".lines .t")))
    fine()


def test_unseen_characters(box):
    """What would turn texts around, or cannot be seen, is shown as what it is."""
    page(box, b'#include <assert.h>\n#include <stdio.h>\nint main(void) {\n'
              b'    int level = 1; /* \xe2\x80\xae } if (x) { */\n'
              b'    printf("a\\x1b[31m\\tb\\n\xe2\x80\x8b");\n'
              b'    assert(level && "\xe2\x81\xa6" == 0);\n}\n')
    expect(any(r"/* \u202e } if" in text for text in BROWSER.texts(".lines .t")), str(BROWSER.texts(".lines .t")))
    expect(r"\u2066" in BROWSER.text("#what .message"), BROWSER.text("#what .message"))
    expect(BROWSER.text("#output pre") == "a\\u001b[31m\tb\n\\u200b", repr(BROWSER.text("#output pre")))
    fine()


def test_without_a_run(box):
    page(box, GOOD, code=0)
    expect(BROWSER.text(".badge") == "holds" and "assertion" in BROWSER.text("#plain"), BROWSER.text("#plain"))
    expect(BROWSER.count("#main[hidden]") == 1 and "heddle check" in BROWSER.text("#plain dl"), "options")
    fine()
    page(box, "int main(void) { for (volatile int i = 0;; i++) { } }\n", "--depth-limit", "5", code=3)
    expect(BROWSER.text(".badge") == "unknown" and "Why: " in BROWSER.text("#plain"), BROWSER.text("#plain"))
    fine()


def test_several(box):
    page(box, "#include <assert.h>\n#include <heddle.h>\nint main(void) {\n    int x = heddle_choose(3);\n"
              "    assert(x != 1);\n    assert(x != 2);\n}\n", "--continue")
    expect(len(BROWSER.texts("#violations button")) == 2 and selected()[1] == 5, "the first of two")
    BROWSER.click("#violations li:nth-child(2) button")
    expect(selected()[1] == 6 and "x != 2" in BROWSER.text(".headline"), "the second")
    BROWSER.show(box.path("x.html"), anchor="#2.1")
    expect(selected()[0] == 1 and "x != 2" in BROWSER.text(".headline"), "an address of an event")
    fine()


def test_cycle(box):
    page(box, "static volatile int x;\nint main(void) {\n    x = 1;\n    for (;;)\n        x = !x;\n}\n",
         "--property", "termination")
    expect(any("for ever" in text for text in BROWSER.texts(".mark-row")), str(BROWSER.texts(".mark-row")))
    fine()


def test_narrow_and_print(box):
    handover(box, width=420, height=800)
    expect(BROWSER.run("return document.documentElement.scrollWidth <= innerWidth"), "a narrow window scrolls sideways")
    fine()
    page(box, LONG, "--search", "dfs", media="print")
    BROWSER.run("dispatchEvent(new Event('beforeprint'))")
    matters = sum(1 for e in events() if e.get("matters"))
    expect(BROWSER.count("#timeline [role=option]") == matters > 500, "all rows are printed")
    display = BROWSER.run("return getComputedStyle(document.getElementById('filters')).display")
    expect(display == "none", "what cannot be used on paper is not there")
    fine()


def main():
    global BROWSER
    chromium.use_debian_python()
    options = parser("tests pages in a browser").parse_args()
    options.jobs = 1                            # there is one window
    BROWSER = chromium.Browser()
    try:
        return run_tests("browser", Box, tests_in([sys.modules["__main__"]]), options)
    finally:
        BROWSER.close()


if __name__ == "__main__":
    sys.exit(main())
