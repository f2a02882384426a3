# SPDX-License-Identifier: Apache-2.0
"""How counterexamples are told: what matters, in lines that fit."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

from suite import expect

LOST = r"""
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, other;
static void *work(void *arg) {
    other++;
    pthread_mutex_lock(&lock);
    int seen = count;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    count = seen + 1;
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void) {
    pthread_t t[THREADS];
    int unused[50];
    for (int i = 0; i < 50; i++)
        unused[i] = i;
    puts("grüße, 東京");
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    assert(count == THREADS);
    return unused[0];
}
"""


def rows_of(out):
    """The rows: from the verdict's empty line to the next."""
    return out.split("\n\n")[1].splitlines()


def test_what_matters(box):
    box.write("x.c", LOST)
    r = box.run("check", "--workers", "1", "-DTHREADS=2", "--json", "out.json", "x.c").expect(1)
    rows = "\n".join(rows_of(r.out))
    for text in ("thread 1: main", "thread 3: work(NULL)", "under lock: reads count = 0",
                 "under lock: count = 1 (was 0)", "under lock: count = 1 (was 1)", "starts threads 2 and 3",
                 "joins threads 2 and 3", "with count = 1"):
        expect(text in rows, f"'{text}' is not there:\n{rows}")
    expect(not re.search("other|unused|i = ", rows), f"what does not matter is there:\n{rows}")
    expect(re.search(r"^> +\d+ \| +assert\(count == THREADS\);$", r.out, re.M), f"no source:\n{r.out}")
    events = box.json("out.json")["trace"]
    expect(all(isinstance(e["matters"], bool) for e in events), "every event says whether it matters")
    expect(any(v["name"] == "other" for e in events for v in e["values"]), "JSON has all events")
    expect(not any(e["matters"] for e in events for v in e["values"] if v["name"] == "other"), "other does not matter")
    expect(all(any(e["matters"] for e in events if e["thread"] == t) for t in (1, 2, 3)), "all threads matter")


# What was not done, because of what a thread has read: a write, through a pointer, in a case of a switch, behind a lock
# that was not to be had; a signal.
NOT_WRITTEN = r"""
#include <assert.h>
#include <pthread.h>
static int closed, count;
static void *work(void *arg) {
    if (!closed)
        count++;
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    closed = 1;
    pthread_join(t, NULL);
    assert(count == 1);
    return 0;
}
"""
NOT_BY_POINTER = r"""
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
struct queue { pthread_mutex_t m; bool closed; int count; };
static bool push(struct queue *q) {
    pthread_mutex_lock(&q->m);
    if (q->closed) {
        pthread_mutex_unlock(&q->m);
        return false;
    }
    q->count++;
    pthread_mutex_unlock(&q->m);
    return true;
}
static void *work(void *arg) {
    struct queue *q = arg;
    push(q);
    return NULL;
}
int main(void) {
    struct queue q = {.m = PTHREAD_MUTEX_INITIALIZER};
    pthread_t t;
    pthread_create(&t, NULL, work, &q);
    pthread_mutex_lock(&q.m);
    q.closed = true;
    pthread_mutex_unlock(&q.m);
    pthread_join(t, NULL);
    assert(q.count == 1);
    return 0;
}
"""
NOT_IN_SWITCH = r"""
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct state { int mode; };
struct result { int hits; int misses; };
static struct state *st;
static struct result *res;
static void *work(void *arg) {
    switch (st->mode) {
    case 0: res->hits++; break;
    case 1: res->misses++; break;
    default: break;
    }
    return arg;
}
int main(void) {
    pthread_t t;
    st = calloc(1, sizeof *st);
    res = calloc(1, sizeof *res);
    pthread_create(&t, NULL, work, NULL);
    st->mode = 2;
    pthread_join(t, NULL);
    assert(res->hits + res->misses == 1);
    return 0;
}
"""
NOT_LOCKED = r"""
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;
static void *work(void *arg) {
    if (pthread_mutex_trylock(&m) == 0) {
        done = 1;
        pthread_mutex_unlock(&m);
    }
    return arg;
}
static void *hold(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, hold, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(done);
    return 0;
}
"""
NOT_POSTED = r"""
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static int skip;
static void *work(void *arg) {
    if (!skip)
        sem_post(&s);
    return arg;
}
int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    skip = 1;
    sem_wait(&s);
    pthread_join(t, NULL);
    return 0;
}
"""

NOT_POSTED_BY_POINTER = r"""
#include <pthread.h>
#include <semaphore.h>
static struct loop {
    sem_t s;
    int skip;
} loop;
static void *work(void *arg) {
    struct loop *l = arg;
    if (!l->skip)
        sem_post(&l->s);
    return NULL;
}
int main(void) {
    pthread_t t;
    sem_init(&loop.s, 0, 0);
    pthread_create(&t, NULL, work, &loop);
    loop.skip = 1;
    sem_wait(&loop.s);
    pthread_join(t, NULL);
    return 0;
}
"""


def test_omitted(box):
    for source, texts in ((NOT_WRITTEN, ("closed = 1 (was 0)", "reads closed = 1", "joins thread 2")),
                          (NOT_BY_POINTER, ("under q.m: q.closed = true (was false)",
                                            "under main::q.m: reads main::q.closed = true")),
                          (NOT_IN_SWITCH, ("state#1.mode = 2 (was 0)", "reads st = &state#1, state#1.mode = 2")),
                          (NOT_LOCKED, ("thread 3: hold(NULL)", "locks m", "pthread_mutex_trylock(&m), returns EBUSY",
                                        "unlocks m")),
                          (NOT_POSTED_BY_POINTER, ("loop.skip = 1 (was 0)", "reads loop.skip = 1")),
                          (NOT_POSTED, ("skip = 1 (was 0)", "reads skip = 1", "waits: s (semaphore)"))):
        box.write("x.c", source)
        rows = "\n".join(rows_of(box.run("check", "--workers", "1", "x.c").expect(1).out))
        for text in texts:
            expect(text in rows, f"'{text}' is not there:\n{rows}")


# Who pushes second has read the list before the first item was in it.
LOST_ITEM = r"""
#include <pthread.h>
#include <stdlib.h>
struct item {
    struct item *next;
} *list;
static void *push(void *arg) {
    struct item *i = malloc(sizeof *i);
    i->next = list;
    list = i;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, push, NULL);
    pthread_create(&b, NULL, push, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    while (list) {
        struct item *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
"""


def test_stale(box):
    box.write("x.c", LOST_ITEM)
    rows = rows_of(box.run("check", "--workers", "1", "--property", "leak", "x.c").expect(1).out)
    at = [next((i for i, row in enumerate(rows) if text in row), -1)
          for text in ("reads list = NULL, item#1.next = NULL", "list = &item#2 (was NULL)",
                       "list = &item#1 (was &item#2)")]
    expect(0 <= at[0] < at[1] < at[2], "the stale read is not there:\n" + "\n".join(rows))


def test_full_has_rival(box):
    """A thread that stands at its access has come there by something."""
    box.write("x.c", LOST_ITEM)
    r = box.run("check", "--workers", "1", "--property", "race", "--trace-full", "x.c").expect(1)
    rows = r.out.split("\nStacks:")[0]
    for thread in (2, 3):
        expect(re.search(rf"thread {thread} .*malloc.* makes item#{thread - 1} ", rows), f"of thread {thread}:\n{rows}")


# A line that does several things, by itself or because of a macro, is told in its order.
SEVERAL_IN_A_LINE = r"""
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#define WITH(m, body) do { pthread_mutex_lock(&(m)); body; pthread_mutex_unlock(&(m)); } while (0)
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static int x, y;
static void *work(void *arg) {
    sem_wait(&s); y = x; sem_post(&s); x = 5;
    WITH(m, y = y + 1);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL); x = 7; sem_post(&s); pthread_join(t, NULL);
    assert(y + x != 13);
    return 0;
}
"""


def test_several_in_a_line(box):
    box.write("x.c", SEVERAL_IN_A_LINE)
    rows = rows_of(box.run("check", "--workers", "1", "x.c").expect(1).out)
    at = -1
    for text in ("starts thread 2", "x = 7 (was 0)", "sem_post(&s)", "sem_wait(&s)", "reads x = 7, y = 7 (was 0)",
                 "sem_post(&s)", "x = 5 (was 7)", "under m: y = 8 (was 7)", "joins thread 2", "with y = 8, x = 5"):
        at = next((i for i, row in enumerate(rows) if i > at and text in row), len(rows))
        expect(at < len(rows), f"'{text}' is not there, or not in order:\n" + "\n".join(rows))


def test_no_library(box):
    """A thread that ends in the library stands at no line of the program's."""
    box.write("x.c", """#include <stdlib.h>
#include <threads.h>
static tss_t key;
static int work(void *arg) {
    tss_set(key, malloc(8));
    return arg != NULL;
}
int main(void) {
    thrd_t t;
    tss_create(&key, NULL);
    thrd_create(&t, work, NULL);
    thrd_join(t, NULL);
    return 0;
}
""")
    r = box.run("check", "--workers", "1", "--property", "leak", "--json", "out.json", "x.c").expect(
        1, r"^violated: leak: .* any more \(thread 2\) \[", r"made by thread 2 at x\.c:5 in work", where="out")
    expect("runtime/" not in r.out, f"the library shows:\n{r.out}")
    expect(box.json("out.json")["violation"]["line"] is None, "a line of the library")


# Guards lock and unlock, in lines of their own and with others; a wake-up that nobody waits for is one.
GUARDS = r"""
#include <condition_variable>
#include <mutex>
#include <thread>
struct Gate {
    std::mutex mutex;
    std::condition_variable ready;
    bool is_open = false;
    int seen = 0;
    void count() { { std::lock_guard<std::mutex> g(mutex); seen++; } seen = seen; }
    void open() { is_open = true; ready.notify_all(); }
    void wait() {
        std::unique_lock<std::mutex> l(mutex);
        while (!is_open)
            ready.wait(l);
    }
};
static Gate gate;
int main() {
    std::thread t([] { gate.count(); gate.wait(); });
    gate.open();
    t.join();
    if (gate.seen != 1)
        __builtin_trap();
}
"""


def test_guards(box):
    box.write("x.cc", GUARDS)
    rows = rows_of(box.run("check", "--workers", "1", "x.cc").expect(1, r"^violated: deadlock", where="out").out)
    at = -1
    for text in ("locks gate.mutex, reads gate.is_open = false", "gate.is_open = true (was false)",
                 "std::condition_variable::notify_all(&gate.ready)", "waits: gate.ready (condition variable)"):
        at = next((i for i, row in enumerate(rows) if i > at and text in row), len(rows))
        expect(at < len(rows), f"'{text}' is not there, or not in order:\n" + "\n".join(rows))
    expect(not any("guard" in row or "unique_lock" in row for row in rows), "guards show:\n" + "\n".join(rows))


def test_full(box):
    box.write("x.c", LOST)
    full = box.run("check", "--workers", "1", "-DTHREADS=2", "--trace-full", "--trace", "t.json", "x.c").expect(
        1, r"\n-- thread 1 --\n", r"thread 1 +x\.c:\d+ +unused\[i\] = i;", r"thread 2 +x\.c:\d+ +other\+\+;",
        where="out")
    again = box.run("replay", "--trace-full", "t.json").expect(1)
    expect(full.out.split("\n", 1)[1] == again.out.split("\n", 1)[1], "replay tells something else in full")
    short = box.run("check", "--workers", "1", "-DTHREADS=2", "x.c").expect(1)
    again = box.run("replay", "t.json").expect(1)
    expect(short.out.split("\n", 1)[1] == again.out.split("\n", 1)[1], "replay tells something else")
    box.run("replay", "--max-trace-lines", "3", "t.json").expect(1, r"\d+ lines left out", where="out")


def test_pipe_width(box):
    """100 columns; a list where the threads have no room beside each other."""
    box.write("x.c", LOST.replace("other++", "other = other + 0 * (int)sizeof(\"" + "long" * 60 + "\")"))
    for threads, has_columns in ((2, True), (3, True), (6, False)):
        r = box.run("check", "--workers", "1", "--search", "dfs", f"-DTHREADS={threads}", "x.c").expect(1)
        lines = r.out.splitlines()[1:]
        expect(all(len(line) <= 100 for line in lines), f"{max(map(len, lines))} columns:\n{r.out}")
        expect(("thread 2: work" in rows_of(r.out)[0]) == has_columns, f"{threads} threads:\n{r.out}")
        expect("\033" not in r.out, "colours in a pipe")


def on_terminal(box, columns, *words, **env):
    """What heddle prints on a terminal of that width."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    p = subprocess.Popen([box.heddle, *words], cwd=box.home, stdin=subprocess.DEVNULL, stdout=theirs,
                         stderr=subprocess.DEVNULL, env={**box.env, "TERM": "xterm", "NO_COLOR": "", **env})
    os.close(theirs)
    out = b""
    try:
        while chunk := os.read(ours, 65536):
            out += chunk
    except OSError:         # the other end is closed
        pass
    os.close(ours)
    expect(p.wait() == 1, f"exit code {p.returncode}")
    return out.decode("utf-8").replace("\r\n", "\n")


def test_terminal(box):
    box.write("x.c", LOST)
    box.run("check", "--workers", "1", "-DTHREADS=2", "--trace", "t.json", "x.c").expect(1)
    for columns in (1, 40, 62, 79, 133, 250):
        out = on_terminal(box, columns, "replay", "t.json")
        expect("\033[" in out, "no colours on a terminal")
        plain = re.sub(r"\033\[[\d;]*m", "", out)
        widest = max(len(line) for line in plain.splitlines()[1:])
        expect(widest <= max(columns, 40), f"{widest} columns of {columns}:\n{plain}")
        expect(re.sub(r"\033\[[\d;]*m", "", on_terminal(box, columns, "replay", "t.json", NO_COLOR="1")) == plain,
               "colours change the text")
    expect("\033" not in on_terminal(box, 80, "replay", "t.json", NO_COLOR="1"), "NO_COLOR is not honoured")
    expect("\033" not in on_terminal(box, 80, "replay", "--color", "never", "t.json"), "--color never")
    expect("\033" in on_terminal(box, 80, "replay", "--color", "always", "t.json", NO_COLOR="1"), "--color always")
    expect("\033" in box.run("replay", "--color", "always", "t.json").out, "--color always in a pipe")


def test_loops(box):
    """Of many turns the first and the last; elements of an array together."""
    box.write("x.c", r"""
        #include <assert.h>
        #include <pthread.h>
        static int table[3], sum;
        static void *add(void *arg) {
            for (int i = 0; i < 30; i++)
                sum = sum + table[i % 3];
            return arg;
        }
        int main(void) {
            pthread_t t;
            for (int i = 0; i < 3; i++)
                table[i] = i + 4;
            pthread_create(&t, 0, add, 0);
            pthread_join(t, 0);
            assert(sum == 0);
        }
        """)
    r = box.run("check", "--workers", "1", "x.c").expect(1, r"table\[0\.\.2\] = \{4, 5, 6\}", r"sum = 4 \(was 0\)",
                                                        r"\d+ more turns of the same line", r"sum = 150 \(was 144\)",
                                                        where="out")
    expect(len(rows_of(r.out)) <= 10, f"too many rows:\n{r.out}")


def test_race_has_locks(box):
    box.write("x.c", r"""
        #include <pthread.h>
        static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        static int x;
        static void *one(void *arg) {
            pthread_mutex_lock(&m);
            x = 1;
            pthread_mutex_unlock(&m);
            return arg;
        }
        static void *two(void *arg) {
            x = 2;
            return arg;
        }
        int main(void) {
            pthread_t t, u;
            pthread_create(&t, 0, one, 0);
            pthread_create(&u, 0, two, 0);
            return 0;
        }
        """)
    r = box.run("check", "--workers", "1", "--property", "race", "x.c").expect(
        1, r"holds m \(taken at x\.c:6\)", r"holds no lock", r"\n> +7 \| ", r"\n> +12 \| ", where="out")
    expect(len([row for row in rows_of(r.out) if row.startswith(">")]) == 2, f"both accesses are marked:\n{r.out}")


def test_no_trace(box):
    """Where nothing matters but the fault, and where not even that has a place."""
    box.write("x.c", "#include <assert.h>\nint main(void) { assert(0); }\n")
    box.run("check", "x.c").expect(1, r"\n> 2  int main", where="out")
    box.write("y.c", "#include <pthread.h>\nint main(void) { pthread_exit(0); }\n")
    box.run("check", "--property", "termination", "y.c").expect(0)
    box.write("z.c", "int main(void) { for (;;) {} }\n")
    box.run("check", "--property", "termination", "z.c").expect(1, r"for ever", where="out")
