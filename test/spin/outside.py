# SPDX-License-Identifier: Apache-2.0
"""What a model's calls leave behind in the program: threads, locks, memory."""
import os

from spin.sources import COUNTER
from suite import expect, slow

OUTSIDE = """\
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>
int n, *kept;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void grab(void) { pthread_mutex_lock(&m); }
int try(void) { return pthread_mutex_trylock(&m) == 0; }
void drop(void) { pthread_mutex_unlock(&m); }
void *locks(void *arg) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return arg; }
void *runs(void *arg) { for (;;) n = n; return arg; }
void quits(void) { exit(0); }
void assumes(void) { heddle_assume(n == 1); }
void leaves(void) { pthread_exit(0); }
int *make(void) { return malloc(sizeof(int)); }
int *keep(void) { return kept = calloc(1, sizeof(int)); }
int look(int *p) { return *p; }
void bump(void) { n++; }
void once(void) { if (n == 1) abort(); }
void alloc(void) { kept = malloc(1); }
"""


def test_calls_from_outside(box):
    """Who calls is the same from one call to the next, and no thread; what does not return is refused."""
    box.write("x.c", OUTSIDE)
    full = ('c_decl { extern int n, *make(void), *keep(void), look(int *), try(void);\n'
            'extern void grab(void), drop(void), quits(void), assumes(void), leaves(void); }\n'
            'c_track "csbuf" "CS_SIZE" "Matched";\n')
    for code, text in (("quits();",
                        "'quits' did not return: x.c:11: in 'quits': a function that must not be interrupted ends the "
                        "program"),
                       ("assumes();", "assumes what does not hold"),
                       ("leaves();", "in 'leaves': a function that must not be interrupted ends its thread"),
                       ("look(make());", "no global of the program holds")):
        box.write("x.pml", full + "init { c_code { %s } }\n" % code)
        _, out, err = box.run("spin", "--model", "x.pml", "x.c", code=2)
        expect(text in out + err, f"{code}: {out}{err}")
    box.write("x.pml", full + "init { c_code { look(keep()); grab(); }; c_code { drop(); } }\n")
    box.run("spin", "--model", "x.pml", "x.c", code=0)
    # A mutex that the model holds is not held by a thread, neither by one that has ended.
    step = ":: atomic { c_expr { pan_enabled(%d) } -> c_code { pan_step(%d); } }"
    box.write("x.pml",
              full +
              'bool held;\ninit { c_code { pan_start_thread(0, "locks", NULL); pan_start_thread(1, "runs", NULL); };\n'
              'end: do %s %s :: atomic { !held -> c_code { now.held = try(); } } :: atomic { held -> c_code { drop(); '
              '}; held = 0 } od }\n'
              'ltl p { [] (c_expr { n != 1 }) }\n' % (step % (0, 0), step % (1, 1)))
    _, out, _ = box.run("spin", "--quiet", "--model", "x.pml", "x.c", code=1)
    expect("assertion violated" in out, out)


HELD_OUTSIDE = """\
#include <pthread.h>
int n, ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t r[5] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER,
                         PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
int try(void) { return pthread_mutex_trylock(&m) == 0; }
void drop(void) { pthread_mutex_unlock(&m); }
void *locks(void *arg) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return arg; }
void *keeps(void *arg) { pthread_mutex_lock(&m); return arg; }
void *runs(void *arg) { for (;;) n = n; return arg; }
void *reads(void *arg) { for (int i = 0; i < 4; i++) pthread_rwlock_rdlock(&r[i]); for (;;) n = n; return arg; }
void *writes(void *arg) { pthread_rwlock_wrlock(&r[0]); pthread_rwlock_unlock(&r[0]); return arg; }
pthread_t a, b;
static void undo(void *arg) { (void)arg; pthread_mutex_unlock(&k); }
void *one(void *arg) {
    pthread_mutex_lock(&k);
    pthread_cleanup_push(undo, 0);
    a = pthread_self();
    while (!b)
        ;
    ready = 1;
    pthread_join(b, 0);
    pthread_cleanup_pop(1);
    return arg;
}
void *two(void *arg) {
    b = pthread_self();
    while (!ready)
        ;
    pthread_mutex_lock(&k);
    pthread_mutex_unlock(&k);
    return arg;
}
#ifdef CANCELS
void stop(void) { pthread_cancel(a); }
#endif
"""


@slow
def test_held_outside(box):
    """What the model holds, or may still cancel, is no reason for a deadlock; threads that are stuck for themselves
    are."""
    takes = ":: atomic { !held -> c_code { now.held = try(); } }"
    gives = takes + " :: atomic { held -> c_code { drop(); }; held = 0 }"
    stops = ":: atomic { !held && c_expr { ready } -> c_code { stop(); }; held = 1 }"
    rows = [(["locks", "runs"], takes, None), (["locks"], gives, None), (["locks", "reads", "writes"], takes, None),
            (["runs", "one", "two"], stops, None), (["runs", "one", "two"], "", "waits for the end of thread"),
            (["locks", "keeps", "runs"], gives, "held by a thread that has ended")]
    box.write("x.c", HELD_OUTSIDE)
    for threads, own, violation in rows:
        starts = " ".join(f'pan_start_thread({i}, "{name}", NULL);' for i, name in enumerate(threads))
        steps = " ".join(f":: atomic {{ c_expr {{ pan_enabled({i}) }} -> c_code {{ pan_step({i}); }} }}"
                         for i in range(len(threads)))
        box.write("x.pml", "c_decl { extern int n, ready, try(void); extern void drop(void), stop(void); }\n"
                  f'c_track "csbuf" "CS_SIZE" "Matched";\nbool held;\ninit {{ c_code {{ {starts} }};\n'
                  f'end: do {steps} {own} od }}\n')
        _, result = box.json("spin", *["-DCANCELS"] * (own == stops), "--model", "x.pml", "x.c")
        expect(result["verdict"] == ("violated" if violation else "holds") and (violation or "") in str(result),
               f"{threads} {own}: {result['verdict']}, {result['reason']}")
        expect("deadlock: deadlock" not in str(result), result["reason"])


def test_copying_constructor(box):
    """Nobody sees in which order a constructor copies."""
    box.write("x.c", "struct s { long a, b, c; } g, from = {1, 2, 3}; int n;\n"
              "__attribute__((constructor)) static void begin(void) { g = from; }\n"
              "void *work(void *arg) { n = (int)g.c; return arg; }\n")
    box.write("x.pml", 'c_decl { extern int n; }\nc_track "csbuf" "CS_SIZE" "Matched";\n'
              'init { c_code { pan_start_thread(0, "work", NULL); };\n'
              "end: do :: atomic { c_expr { pan_enabled(0) } -> c_code { pan_step(0); } } od }\n")
    code, result = box.json("spin", "--model", "x.pml", "x.c")
    expect(code == 0, f"{result['verdict']}, {result['reason']}")


def test_no_memory(box):
    """Whenever memory is gone, that is told, and nothing is left behind."""
    box.write("x.c", COUNTER)
    for n in (30, 100, 500):
        code, out, err = box.run("spin", "-DLOST=1", "x.c", env={"HEDDLE_FAIL_ALLOC": str(n)})
        expect(code == 3 and "out of memory" in out + err, f"{n}: exit code {code}\n{out}{err}")
        expect(not os.listdir(box.tmp), f"{n}: left behind: {os.listdir(box.tmp)}")


@slow
def test_untracked_in_model(box):
    """Data that changes, and that SPIN neither compares nor restores, is named in the verdict."""
    box.write("x.c", OUTSIDE)
    declare = "c_decl { extern int n; extern void bump(void), once(void), alloc(void); }\n"
    twice = "bool b;\ninit { if :: c_code { %s }; c_code { %s }; b = 1 :: c_code { %s } fi; c_code { once(); } }\n"
    for name, track, how, bounds in (("none", "", "bump();", ["untracked data: n"]),
                                     ("own", "", "n++;", ["untracked data: n"]),
                                     ("other", 'c_track "&n" "sizeof n";\n', "alloc();",
                                      ["untracked data: kept",
                                       "untracked data: threads, pointers or allocated memory"]),
                                     ("all", 'c_track "&n" "sizeof n";\n', "bump();", None)):
        box.write("x.pml", declare + track + twice % (how, how, how))
        _, result = box.json("spin", "--model", "x.pml", "x.c")
        expect(result["verdict"] == ("violated" if bounds is None else "holds"),
               f"{name}: {result['verdict']}, {result['reason']}")
        expect(bounds is None or result["bounds"] == bounds, f"{name}: {result['bounds']}")
