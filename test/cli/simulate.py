# SPDX-License-Identifier: Apache-2.0
"""heddle simulate: sessions from a pipe, and one in a terminal."""
import os
import pty
import re
import select
import signal
import subprocess
import time

from suite import Failure, expect

ACCOUNT = r"""#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static int balance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *clerk(void *arg) {
    int deposit = *(int *)arg;
    pthread_mutex_lock(&lock);
    int before = balance;
    pthread_mutex_unlock(&lock);
    balance = before + deposit;
    return NULL;
}
int main(void) {
    pthread_t clerks[2];
    int deposits[2] = {100, 50};
    for (int i = 0; i < 2; i++)
        pthread_create(&clerks[i], NULL, clerk, &deposits[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(clerks[i], NULL);
    printf("balance %d\n", balance);
    assert(balance == 150);
    return 0;
}
"""

DEADLOCK = r"""#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *arg) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    return arg;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    return 0;
}
"""

VALUES = r"""enum color { RED, GREEN = 5 } color = GREEN;
struct node { int value; struct node *next; unsigned low : 3, high : 5; char name[8]; double half; };
struct node first = {1, 0, 5, 9, "one", 0.5}, second = {-2, &first, 1, 2, "two", 1.5};
unsigned char byte = 200;
int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
static int sum(const struct node *n, int more) {
    int total = more;
    for (; n; n = n->next)
        total += n->value;
    return total;
}
int main(int argc, char **argv) { return argc + sum(&second, color + byte + table[1][0]) + argv[0][0]; }
"""

UNKNOWN = r"""#include <assert.h>
#include <heddle.h>
int __VERIFIER_nondet_int(void);
int g;
int main(void) {
    int x = __VERIFIER_nondet_int();
    g = x;
    int k = heddle_choose(3);
    g += k;
    assert(g != 9);
    return 0;
}
"""

CLASSES = r"""#include <mutex>
#include <thread>
namespace bank {
class Account {
    int balance = 0;
    std::mutex m;
public:
    void add(int n) {
        std::lock_guard<std::mutex> guard(m);
        balance += n;
    }
};
}
bank::Account account;
int main() {
    std::thread t([] { account.add(1); });
    account.add(2);
    t.join();
    return 0;
}
"""

ENDLESS = "volatile unsigned x;\nint main(void) {\n    for (;;)\n        x++;\n}\n"


def session(box, name, lines, *options, code=0):
    """The answers to the lines."""
    return box.run("simulate", *options, name, lines="\n".join(lines) + "\n").expect(code)


def values(box, name, before, pairs, *options):
    """What `print` says of expressions, after some commands."""
    r = session(box, name, [*before, *("print " + e for e, _ in pairs)], *options)
    said = r.out.splitlines()[-len(pairs):]
    for (expression, wanted), line in zip(pairs, said):
        got = line.removeprefix(expression + " = ")
        expect(got == wanted, f"print {expression}: '{line}', not '{wanted}'\n{r}")


def test_step_and_threads(box):
    box.write("account.c", ACCOUNT)
    r = session(box, "account.c", ["step 3", "thread 2", "step", "1", "3", "history", "quit", "print 1"])
    r.expect(0, r"\A(?:.*\n)?step 0:\n\* thread 1 +begins\n", r"\nstep 3:\n",
             r"\n  thread 2  account\.c:7 +int deposit = \*\(int \*\)arg; +reads main::deposits\[0\]\n",
             r"\n  thread 2  account\.c:7 .* reads main::deposits\[0\] = 100, deposit = 100\n",
             r"\n\* thread 3  account\.c:8 +pthread_mutex_lock\(&lock\);", where="out")
    expect("1 = 1" not in r.out and not r.err, f"it goes on after quit\n{r}")


def test_deadlock(box):
    box.write("dead.c", DEADLOCK)
    r = session(box, "dead.c", ["1", "1", "1", "locks", "2", "locks", "2", "backtrace all", "continue", "back",
                                "threads",
                                "save dead.json"])
    said = r"violated: deadlock: thread 1 waits for mutex 'b' held by thread 2, thread 2 waits for mutex 'a' held by " \
           r"thread 1, at dead\.c:12 in main \(thread 1\)"
    r.expect(0, r"\na  held by thread 1\n", r"\nb  held by thread 2\n", r"thread 1 waits: b is held by thread 2\n",
             said,
             r"thread 2 waits: a is held by thread 1; no thread can go on \('back' goes back\)\n",
             r"\n\* 0  other  dead\.c:5  \(arg = NULL\)\n", r"\nno thread can go on\n",
             r"\na trace is saved of a run that ends in a violation, and this one has none here\n\Z", where="out")
    box.run("check", "dead.c").expect(1, said, where="out")


def test_lost_deposit(box):
    """A violation that depends on the schedule, saved and replayed."""
    box.write("account.c", ACCOUNT)
    r = session(box, "account.c", ["break 11", "continue", "thread 3", "continue", "thread 2", "delete all", "finish",
                                   "thread 3", "finish", "thread 1", "finish", "output", "save bug.json"])
    said = r"violated: assertion: balance == 150 does not hold, at account\.c:22 in main \(thread 1\)"
    r.expect(0, r"\nbreakpoint 1, account\.c:11: thread 2\n", r"\nbreakpoint 1, account\.c:11: thread 3\n",
             r"\n  thread 2  ends\n", said, r"\n\| balance 50\n", r"\nsaved: heddle replay bug\.json\n\Z", where="out")
    box.run("replay", "bug.json").expect(1, said, where="out")
    session(box, "account.c", ["thread 2", "finish", "random", "save account.c", "print 1"]).expect(
        0, r"account\.c is the name of a source|a trace is saved of", r"\n1 = 1\n\Z", where="out")
    session(box, "account.c", ["random", "save nowhere/bug.json", "print 1"]).expect(
        0, r"nowhere/bug\.json: No such file|a trace is saved of", r"\n1 = 1\n\Z", where="out")


def test_back(box):
    """Every state is the same again, also after another way was tried."""
    box.write("account.c", ACCOUNT)
    look = ["threads", "print balance", "backtrace all", "history", "output", "locks"]
    there = session(box, "account.c", ["random 12 5", *look]).out
    back = session(box, "account.c", ["random 17 5", "back 5", *look]).out
    again = session(box, "account.c", ["random 12 5", "random 4 77", "back 9", "forward 2", "goto 12", *look]).out
    tail = there[there.index("step 12:\n", there.index("step 12:\n") + 1):].replace("step 12:", "")
    for other in (back, again):
        expect(re.sub(r"step 12 of \d+:", "", other).endswith(tail), f"another state:\n{tail}\n=== and ===\n{other}")
    session(box, "account.c", ["back", "step", "back 100", "back", "forward", "forward", "goto 7"]).expect(
        0, r"this is the beginning of the run\n", r"step 0 of 1:", r"nothing is known of what comes next",
        r"the run has 1 steps so far\n", where="out")


def test_random_repeats(box):
    box.write("account.c", ACCOUNT)
    first, second, other = (session(box, "account.c", ["random 40 " + seed, "history"]).out for seed in ("3", "3", "4"))
    expect(first == second, f"two walks with one seed\n{first}\n=== and ===\n{second}")
    expect(first != other, f"two seeds, one walk\n{first}")


def test_breaks(box):
    box.write("account.c", ACCOUNT)
    r = session(box, "account.c", [
        "break clerk", "b account.c:9", "watch balance", "b 200", "b nothing", "b other.c:3", "watch", "watch nothing",
        "breaks", "c", "c", "delete 1", "delete 9", "delete x", "c", "delete 2", "c", "breaks", "delete all",
        "breaks", "c"])
    r.expect(0, r"\nbreakpoint 1: clerk\nbreakpoint 2: account\.c:9\nwatch 3: balance = 0\n",
             r"\nthere is no code at account\.c:200 or behind it\n", r"\nthe program has no function 'nothing'",
             r"\nthe program has no file 'other\.c'\n", r"\nwatch what\?", r"\nthere is no 'nothing' here\n",
             r"\nbreakpoint 1, clerk: thread 2 has passed it on the way to its first step\n",
             r"\nbreakpoint 2, account\.c:9: thread 2\nstep 4:\n", r"\nthere is no breakpoint 9; ",
             r"\n'x' is no number",
             r"\nwatch 3, balance: 0 -> 100\n", r"\nwatch 3: balance = 150\nno breakpoints; ",
             r"\nthe program has ended, exit code 0\nstep \d+, the end\n\Z", where="out")
    box.write("lines.c",
              "int g;\nint main(void) {\n    int x = 1;\n    x++;\n    x *= 5;\n    g = x;\n    return 0;\n}\n")
    session(box, "lines.c", ["b 5", "c", "p x", "next", "p x", "watch g", "c"]).expect(
        0, r"breakpoint 1, lines\.c:5: thread 1\n", r"\nx = 2\n", r"\nx = 10\n", r"\nwatch 2, g: 0 -> 10\n",
        where="out")


def test_expressions(box):
    box.write("values.c", VALUES)
    values(box, "values.c", [], [
        ("1 + 2 * 3", "7"), ("(1+2) * -3", "-9"), ("7 / 2", "3"), ("7 / 2.0", "3.5"), ("(float)1/3", "0.333333343"),
        ("-7 % 3", "-1"), ("1u - 2", "4294967295"), ("-1 < 1u", "0"), ("~0", "-1"), ("1 << 4 | 1", "17"),
        ("5 > 3 && 2 != 2 || !0", "1"), ("1 ? 2 : 1/0", "2"), ("(unsigned char)300", "44"), ("(signed char)200", "-56"),
        ("0x10", "16"), ("'a'", "97"), ("sizeof(int)", "4"), ("sizeof second", "40"), ("NULL", "NULL"),
        ("color", "GREEN"), ("color == GREEN", "1"), ("color + 1", "6"), ("byte", "200"),
        ("byte + 100", "300"), ("table", "{{1, 2, 3}, {4, 5, 6}}"), ("table[1][2]", "6"), ("*table[1]", "4"),
        ("*(&table[0][0] + 4)", "5"), ("&table[1]", "&table[1][0]"),
        ("second.value", "-2"), ("second.next->value", "1"), ("(*second.next).name", '"one"'),
        ("second.name[1]", "119 'w'"), ("second.low + second.high", "3"), ("first.high", "9"), ("second.half * 2", "3"),
        ("second.next", "&first"), ("second.next == &first", "1"), ("second.next->next == 0", "1"),
        ("&second.next->half", "&first.half"),
        ("*(struct node *)&first", '{value = 1, next = NULL, low = 5, high = 9, name = "one", half = 0.5}'),
        ("second.next->next && second.next->next->value", "0"), ("main", "main"), ("sum == main", "0")])


def test_bad_expressions(box):
    box.write("values.c", VALUES)
    values(box, "values.c", [], [
        ("1 +", "the expression is not complete"), ("(1", "')' is missing before ''"),
        ("1 2", "'2' does not belong to an expression"),
        ("nothing", "there is no 'nothing' here"), ("1 / 0", "division by zero"),
        ("1 << 40", "a shift by 40 of 32 bits"),
        ("byte = 3", "variables are not changed here"), ("byte++", "variables are not changed here"),
        ("byte += 3", "variables are not changed here"), ("sum(1)", "'sum(': functions are not called here"),
        ("*byte", "this is no pointer"), ("byte.x", "there is no member 'x' in it"),
        ("first.next->value", "this pointer is NULL"), ("&first.low", "a bit-field has no address"),
        ("first + 1", "this is no single value"), ("&first < &second", "these point to different objects"),
        ("*(void *)&first", "what it points to has no type; a cast gives it one"),
        ("table[7][0]", "(there is no memory at this place)"), ("block#7", "there is no block 'block#7'"),
        ("(" * 200, "the expression is too deep"), ("1.5 % 2", "this operator is for whole numbers"),
        ("12abc", "'abc' is no number"), ("\u00e4", "there is no '\u00e4' here")])
    session(box, "values.c", ["print", "print " + "x" * 5000]).expect(0, r"print what\?", r"this name is too long",
                                                                     where="out")


def test_frames(box):
    box.write("values.c", VALUES)
    r = session(box, "values.c", ["b sum", "c", "backtrace", "locals", "print n->name", "print *n", "print total", "up",
                                  "print argc", "p argv[0]", "print n", "down", "down", "frame 7", "frame x",
                                  "print more",
                                  "list", "list", "list main", "list values.c:3", "list 99", "list nothing", "bt 7"])
    r.expect(0, r"\nbreakpoint 1, sum: thread 1\n", r"\n\* 0  sum  values\.c:7  \(n = &second, more = 209\)",
             r"\n  1  main  values\.c:12 ", r"\nmore = 209\n", r'\nn->name = "two"\n',
             r"\n\*n = \{value = -2, next = &first",
             r"\nthere is no 'total' here\n", r"\nargc = 1\n", r"\nthere is no 'n' here\n",
             r"\nthis is the innermost frame\n",
             r"\nthere is no frame 7; ", r"\n'x' is no number", r"\n\*    7      int total = more;\n",
             r"\nvalues\.c ends at "
             r"line 12\n", r"\n     3  struct node first = ", r"\n'nothing' is no line: FILE:LINE or LINE is\n",
             r"there is no such thread now", where="out")
    values(box, "values.c", ["b sum", "c"], [("more - 9", "200")], "-O1", "-fno-inline")


def test_unknown_values(box):
    box.write("unknown.c", UNKNOWN)
    r = session(box, "unknown.c", ["step", "choose 7", "step", "step", "choose 5", "choose 2", "back", "way 1", "back",
                                   "1.2", "choose 1 2", "choose x", "choose", "finish", "save bug.json"])
    r.expect(0, r"\nunknown value: 0 \('choose N' takes the step again", r"\nunknown value: 7 ", r"chooses 0 \.\. 2\n",
             r"\nthread 1 can go on in several ways: chooses 0 \.\. 2; 'way N' takes one\n",
             r"\nthread 1 has 3 ways to go on, from 0\n", r"int k = heddle_choose\(3\); +k = 1\n",
             r"\nthe next unknown value will be 1\n", r"\nchoose what\?",
             r"\nviolated: assertion: g != 9 does not hold",
             r"\nsaved: ", where="out")
    box.run("replay", "bug.json").expect(1, r"x = 7\n", r"violated: assertion: g != 9", where="out")
    box.run("simulate", "--from", "bug.json", "--at", "2", lines="print x\nforward 100\n").expect(
        0, r"\nx = 7\n", r"\nviolated: assertion: g != 9", where="out")
    one, two = (session(box, "unknown.c", ["random 2 9", "print g"], "--nondet-range", "3..4").out for _ in "ab")
    expect(one == two and re.search(r"g = [34]\n\Z", one), f"{one}\n{two}")


def test_from_trace(box):
    box.write("account.c", ACCOUNT)
    box.run("check", "--trace", "bug.json", "account.c").expect(1)
    lines = box.run("replay", "--trace-full", "bug.json").out.splitlines()
    events = [line for line in lines if re.match(r"  thread \d+  \S", line)]
    said = r"violated: assertion: balance == 150 does not hold, at account\.c:22 in main \(thread 1\)\nstep (\d+):\n"
    r = box.run("simulate", "--from", "bug.json", lines="bt\nback\nforward\nsave again.json\n").expect(
        0, said, r"\n\* 0  main  account\.c:22 ", r"\nsaved: ", where="out")
    box.run("replay", "again.json").expect(1, r"balance == 150", where="out")
    steps = int(re.search(said, r.out)[1])
    for at in (0, 1, len(events) // 2, len(events)):
        r = box.run("simulate", "--from", "bug.json", "--at", str(at), lines=f"forward {steps}\n").expect(
            0, rf"step \d+ of {steps}:\n", said, where="out")
    box.run("simulate", "--from", "bug.json", "--at", str(len(events) + 1)).expect(
        2, rf"--at {len(events) + 1}: the trace has {len(events)} events", where="err")
    box.run("simulate", "--from", "bug.json", "--violation", "2").expect(2, r"holds 1 violation$", where="err")
    box.run("simulate", "--from", "bug.json", "account.c").expect(2, r"names the program, too", where="err")
    box.run("simulate", "--from", "account.c").expect(2, r"not a trace of heddle", where="err")
    box.write("account.c", ACCOUNT + "\n")
    box.run("simulate", "--from", "bug.json").expect(2, r"has changed since the trace", where="err")


def test_other_violations(box):
    """Named as 'heddle check' names them: faults, invariants, data races, leaks."""
    rows = {
        "null": ([], "int *p;\nint main(void) { return *p; }\n"),
        "free": ([], "#include <stdlib.h>\nint *p;\nint main(void) { p = malloc(4); free(p); return *p; }\n"),
        "invariant": (["--invariant", "small"], "int n;\nint small(void) { return n < 3; }\n"
                      "int main(void) {\n    for (int i = 0; i < 5; i++)\n        n++;\n    return small();\n}\n"),
        "race": (["--property", "race"], "#include <pthread.h>\nint n;\nvoid *f(void *a) { n = 1; return a; }\n"
                 "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); n = 2; return 0; }\n"),
    }
    for name, (options, text) in rows.items():
        box.write(name + ".c", text)
        wanted = box.run("check", *options, name + ".c").expect(1).out.splitlines()[0].split(" [")[0]
        r = session(box, name + ".c", ["continue", "save bug.json", "back", "back", "forward 2"], *options)
        expect(r.out.count("\n" + wanted + "\n") == 2, f"'{wanted}' is not there twice\n{r}")
        box.run("replay", "-q", "bug.json").expect(1, "^" + re.escape(wanted), where="out")
    box.write("leak.c", "#include <stdlib.h>\nvoid *p;\nint main(void) { p = malloc(3); p = 0; return 0; }\n")
    session(box, "leak.c", ["continue"], "--property", "leak").expect(
        0, r"\nviolated: leak: a heap block of 3 bytes .*\n  block#1: 3 bytes, made by thread 1 at leak\.c:3",
        where="out")


def test_ends_of_runs(box):
    box.write("assume.c", "#include <heddle.h>\nint main(void) { heddle_assume(0); return 0; }\n")
    session(box, "assume.c", ["c", "step", "c", "random"]).expect(
        0, r"\nthe run does not count: an assumption does not hold\n",
        r"\nthread 1 cannot go on; the run is over \('back' goes back\)\n", r"\nthe run is over; 'back' goes back\n",
        where="out")
    box.write("missing.c", "void missing(void);\nint main(void) { missing(); return 0; }\n")
    session(box, "missing.c", ["c"]).expect(0, r"\nthe run cannot go on: .*missing", where="out")
    box.write("one.c", "int n;\nint main(int c, char **v) { n = c; return n + !v; }\n")
    box.run("simulate", "one.c", "--", "a", "b", lines="fin\n2\nthread 2\n").expect(
        0, r"\nthe program has ended, exit code 3\n", r"\nthere is no thread 2 now; ", where="out")


def test_classes(box):
    box.write("account.cc", CLASSES)
    session(box, "account.cc", ["b add", "b bank::Account::add", "c", "bt", "p *this", "p balance + n",
                                "watch account.balance",
                                "delete 1", "delete 2", "c", "locks"]).expect(
        0, r"\nbreakpoint 1, bank::Account::add: thread 1\n", r"\n\* 0  bank::Account::add  account\.cc:8 ",
        r"\n\*this = \{balance = 0, m = \.\.\.\}\n", r"\nbalance \+ n = 2\n", r"\nwatch 3, account\.balance: 0 -> 2\n",
        r"\naccount\.m  held by thread 1\n", where="out")


def test_bad_commands(box):
    box.write("account.c", ACCOUNT)
    r = session(box, "account.c", ["", "   ", "# nothing", "stepp", "xyzzy", "b", "l\u00e4nge", "s 1 2", "step -1",
                                   "s x",
                                   "9", "1.x", "thread 9", "way 5", "random x", "random 3 x", "goto", "save",
                                   "help step",
                                   "help nix", "\udcff\x01\x1b[2J", "continue 99999999", "x" * 3000, "print 1"])
    r.expect(0, r"\nthere is no command 'stepp'; did you mean 'step'\?\n",
             r"\nthere is no command 'xyzzy'; 'help' lists them\n",
             r"\nno breakpoints; ", r"\n'1 2' is no number from 0 to ", r"\n'-1' is no number",
             r"\nthere is no thread 9 now; 'threads' lists them\n", r"\nthread 1 has 1 way to go on, from 0\n",
             r"\ngo where\?", r"\nsave where\?", r"\n  step \[N\] +s ", r"\n1 = 1\n\Z", where="out")
    expect("\x1b" not in r.out and "\x01" not in r.out, f"control characters\n{r}")
    expect(r.out.count("step 0:") == 1 and "step 1" not in r.out, f"a bad command has moved the run\n{r}")
    r = session(box, "account.c", ["help"])
    for name in ("threads", "continue", "watch", "backtrace", "quit", "choose"):
        expect(re.search(rf"\n  {name} ", r.out), f"no help for {name}\n{r}")


def test_goto_of_no_number_stays(box):
    box.write("account.c", ACCOUNT)
    r = session(box, "account.c", ["step", "goto x", "goto 0x"])
    r.expect(0, r"\n'x' is no number", r"\n'0x' is no number", where="out")
    expect(r.out.count("step 0:") == 1, f"it went back\n{r}")


def test_end_of_input(box):
    box.write("account.c", ACCOUNT)
    box.run("simulate", "account.c").expect(0, r"\Astep 0:\n\* thread 1 +begins\n\Z", where="out")
    box.run("simulate", "account.c", lines="step\nprint ba").expect(0, r"there is no 'ba' here\n\Z", where="out")


def test_bad_usage(box):
    box.write("account.c", ACCOUNT)
    for words, why in ((["missing.c"], r"missing\.c"), ([], r"heddle simulate needs a file"),
                       (["--at", "3", "account.c"], r"--at is for --from"),
                       (["--violation", "3", "account.c"], r"--violation is for --from"),
                       (["--reduction", "superstep", "account.c"], r"--reduction superstep is for searches"),
                       (["--property", "termination", "account.c"], r"is for 'heddle check'"),
                       (["--invariant", "nothing", "account.c"], r"nothing"),
                       (["--workers", "2", "account.c"], r"workers")):
        box.run("simulate", *words).expect(2, why, where="err")
    box.run("simulate", "--help").expect(0, r"--from FILE", r"Exit code: 0 ", where="out")
    with open("/dev/full", "w", encoding="utf-8") as full:
        box.run("simulate", "account.c", stdout=full, lines="step\n").expect(2, r"No space left", where="err")


def test_grains(box):
    """The more places where threads can stop, the more steps to the same end."""
    box.write("account.c", ACCOUNT)
    steps = {}
    for grain in ("none", "global", "tau", "tau+"):
        r = session(box, "account.c", ["continue"], "--reduction", grain).expect(
            0, r"\nthe program has ended, exit code 0\nstep \d+, the end\n", where="out")
        steps[grain] = int(re.search(r"step (\d+), the end", r.out)[1])
    expect(steps["none"] > steps["tau"] >= steps["tau+"] and steps["tau"] > steps["global"], str(steps))


def test_loop_of_nothing(box):
    """A step in such a loop is thousands of instructions: a command ends before its steps do."""
    box.write("loop.c", "int main(void) {\n    for (;;)\n        ;\n}\n")
    out = session(box, "loop.c", ["next 2", "next", "finish", "continue 2"]).out
    for text in (r"still in the same line; 'next' goes on", r"stopped after \d{1,4} steps; 'finish' goes on",
                 r"stopped after 2 steps; 'continue' goes on"):
        expect(re.search(text, out), f"no '{text}':\n{out}")


def start(box, *args):
    return subprocess.Popen([box.heddle, "simulate", *args], cwd=box.home, env=box.env, stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_interrupt(box):
    """Ctrl-C stops what goes on and on, and nothing else; at the prompt it does nothing."""
    box.write("endless.c", ENDLESS)
    p = start(box, "endless.c")
    for _ in range(2):
        p.stdout.readline()
    p.send_signal(signal.SIGINT)
    p.stdin.write(b"print 1\n")
    p.stdin.flush()
    expect(p.stdout.readline() == b"1 = 1\n", "no answer after Ctrl-C at the prompt")
    p.stdin.write(b"print 2\ncontinue 1000000\n")
    p.stdin.flush()
    expect(p.stdout.readline() == b"2 = 2\n", "no answer")
    time.sleep(0.5)
    p.send_signal(signal.SIGINT)
    out, err = p.communicate(b"print x > 0\n", timeout=100)
    expect(p.returncode == 0 and not err and out.endswith(b"x > 0 = 1\n"), f"{p.returncode} {err} {out[-300:]}")
    expect(b"\ninterrupted\nstep " in out or b"\nstopped after " in out, f"{out[-300:]}")
    p = start(box, "endless.c")
    p.stdout.readline()
    p.send_signal(signal.SIGTERM)
    out, err = p.communicate(timeout=100)
    expect(p.returncode == 3 and err == b"heddle: interrupted\n", f"{p.returncode} {err} {out[-300:]}")


class Terminal:
    def __init__(self, box, *args):
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.chdir(box.home)
            os.execve(box.heddle, [box.heddle, "simulate", *args], dict(box.env, TERM="xterm"))

    def read(self, wanted):
        said = b""
        while wanted not in said:
            ready, _, _ = select.select([self.file], [], [], 60)
            try:
                more = os.read(self.file, 4096) if ready else b""
            except OSError:
                more = b""
            if not more:
                raise Failure(f"no {wanted} in {said}")
            said += more
        return said

    def ask(self, keys, wanted):
        os.write(self.file, keys)
        return self.read(wanted)

    def end(self):
        os.write(self.file, b"\x04")
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.file)
        return code


def test_terminal(box):
    """A prompt, and an empty line that does the last command again; with libedit also editing, history, completion."""
    box.write("one.c", "int n;\nint main(void) { n = 1; return 0; }\n")
    t = Terminal(box, "one.c")
    t.read(b"(heddle) ")
    t.ask(b"print 3+4\n", b"3+4 = 7\r\n(heddle) ")
    t.ask(b"\n", b"3+4 = 7\r\n(heddle) ")
    if b"libedit" in subprocess.run(["ldd", box.heddle], capture_output=True, check=True).stdout:
        t.ask(b"pri\t5*5X\x7f\n", b"5*5 = 25\r\n(heddle) ")      # completed, one character taken back
        t.ask(b"\x1b[A\x1b[A\n", b"3+4 = 7\r\n(heddle) ")           # two lines up
    expect(t.end() == 0, "exit code")
