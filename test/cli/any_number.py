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
TICKETS = r"""
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { TICKETS = 12 };
static _Atomic unsigned next, serving;
static atomic_int inside;

static void *serve(void *arg) {
    unsigned mine = next, seen;
    do
        seen = mine;
    while (!atomic_compare_exchange_strong(&next, &mine, (seen + 1) % TICKETS));
    while (serving != seen)
        ;
    int others = atomic_fetch_add(&inside, 1);
    assert(others == 0);
    atomic_fetch_sub(&inside, 1);
    serving = (seen + 1) % TICKETS;
    return arg;
}

int main(void) {
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, NULL, serve, NULL);
    }
}
"""
COUNTED = """
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static void *serve(void *arg) { return arg; }

int main(void) {
    int n = __VERIFIER_nondet_int(), i;
    for (i = 0; i < n; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, serve, NULL);
    }
    assert(i == 0 || i == n);
    pthread_exit(NULL);
}
"""
COUNTED_DOWN = """
#include <assert.h>
#include <heddle.h>
#include <limits.h>
#include <pthread.h>

static void *serve(void *arg) { return arg; }

int main(void) {
    int n = BEGINS + heddle_choose(2), before = n;
    while (CONDITION) {
        pthread_t thread;
        pthread_create(&thread, NULL, serve, NULL);
    }
    ENDS
    pthread_exit(NULL);
}
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


def test_endless_creation(box):
    """A search with few threads does not find that the thirteenth has the number of the first."""
    box.write("tickets.c", TICKETS)
    box.run("check", "--trace", "t.json", "--json", "out.json", "tickets.c").expect(
        1, "[0-9]+ threads besides main are enough")
    counted = box.json("out.json")["counted"]
    if counted["threads"] < 13 or not counted["global_states"] or not counted["local_states"]:
        raise Failure(f"counted: {counted}")
    box.run("replay", "t.json").expect(1, "others == 0 does not hold")


def test_at_most_some(box):
    box.write("tickets.c", TICKETS)
    box.run("check", "--most-threads", "2", "tickets.c").expect(0, "^holds within 2 started threads", where="out")


def test_bad_words(box):
    box.write("two.c", "void *f(void *a, void *b) { return a ? a : b; }\nint main(void) { return 0; }\n")
    box.run("check", "--any-number", "f", "two.c").expect(2, "'f' is no function for a thread")
    box.write("racy.c", RACY)
    for word in ("work=", "work=x", "work=5x", "work=99999999999999999999"):
        box.run("check", "--any-number", word, "racy.c").expect(2, "must be a number")
    box.run("check", "--any-number", "", "racy.c").expect(2)


def test_undefined_functions_are_input(box):
    box.write("undefined.c", "void gone(void);\nvoid *work(void *p) { gone(); return p; }\n"
              "int main(void) { return 0; }\n")
    box.run("check", "--any-number", "work", "undefined.c").expect(2, "gone")


def test_time_limit(box):
    """A counter without bound."""
    box.write("grows.c", "#include <stdatomic.h>\nstatic atomic_int n;\n"
              "void *work(void *p) { n++; return p; }\nint main(void) { return 0; }\n")
    box.run("check", "--any-number", "work", "--time-limit", "1", "grows.c").expect(
        3, "time limit of 1 s reached: threads have given [0-9]+ values to 'n'")


def test_number_that_matters(box):
    """The program looks at how many threads it has started: then they are not just any number."""
    box.write("counted.c", COUNTED)
    box.run("check", "--time-limit", "2", "counted.c").expect(3, "^unknown", where="out")


def test_what_depends_on_a_count_down(box):
    box.write("down.c", COUNTED_DOWN)
    words = ["check", "--time-limit", "2", "-DBEGINS=20000", "-DCONDITION=n-- > 0", "down.c"]
    box.run(*words, "-DENDS=assert(before > 0);").expect(0, "for any number of threads")
    box.run(*words, "-DENDS=assert(n == before);").expect(3, "^unknown", where="out")


def test_a_count_down_that_overflows_late(box):
    box.write("down.c", COUNTED_DOWN)
    words = ["check", "--time-limit", "2", "-DBEGINS=INT_MIN + 20000", "-DCONDITION=n--", "-DENDS=", "down.c"]
    box.run(*words).expect(0, "for any number of threads")
    box.run(*words, "--property", "overflow").expect(3, "^unknown", where="out")


def test_warnings_are_told_once(box):
    """The program is compiled again to find the violation with so many threads."""
    box.write("racy.c", RACY + "static int unused_thing;\n")
    once = box.run("check", "-Wall", "--most-threads", "2", "--any-number", "work", "racy.c").expect(1)
    again = box.run("check", "-Wall", "--any-number", "work", "racy.c").expect(1, "2 threads besides main are enough")
    if again.err.count("warning:") != once.err.count("warning:") or not once.err.count("warning:"):
        raise Failure(f"{again.err.count('warning:')} warnings\n{again}")


def test_as_many_as_it_starts(box):
    """More than can be listed, but not any number."""
    box.write("many.c", "#include <pthread.h>\nstatic void *idle(void *arg) { for (;;) ; return arg; }\n"
              "int main(void) { pthread_t t; for (int i = 0; i < 1500; i++) pthread_create(&t, 0, idle, 0);\n"
              "pthread_exit(0); }\n")
    box.run("check", "many.c").expect(0, "^holds but for deadlocks", where="out")
