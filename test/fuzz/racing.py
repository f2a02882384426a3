# SPDX-License-Identifier: Apache-2.0
"""Random concurrent programs whose threads meet only in atomic objects and library calls, so that what a processor does
is an interleaving. Which final states there are is a question of the schedule; a program waits only for what must
come."""
from tree import Words, when, within

HEAD = """#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#ifdef NATIVE
#include "threads.inc"
#else
#define STATE
#define JITTER
#define GATE
#define OPEN
#endif

struct cell {
    int v;
    struct cell *next;
};
struct context {
    int *p;
    struct context *in;
    int v;
};
struct two {
    short a, b;
};
volatile int program_number = %d;
"""

GLOBALS = {
    "c0": "static STATE atomic_int $c0;",
    "c1": "static STATE atomic_uchar $c1;",
    "c2": "static STATE atomic_llong $c2;",
    "two": "static STATE _Atomic(struct two) $two;",
    "flag": "static STATE atomic_flag $flag = ATOMIC_FLAG_INIT;",
    "out": "static STATE int $out[4];",
    "ends": "static STATE int $ends[4];",
    "d0": "static STATE int $d0;",
    "d1": "static STATE int $d1;",
    "e0": "static STATE int $e0;",
    "go": "static STATE int $go;",
    "m0": "static STATE pthread_mutex_t $m0 = PTHREAD_MUTEX_INITIALIZER;",
    "m1": "static STATE pthread_mutex_t $m1 = PTHREAD_MUTEX_INITIALIZER;",
    "rec": "static STATE pthread_mutex_t $rec = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;",
    "check": "static STATE pthread_mutex_t $check = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;",
    "cv": "static STATE pthread_cond_t $cv = PTHREAD_COND_INITIALIZER;",
    "rw": "static STATE pthread_rwlock_t $rw = PTHREAD_RWLOCK_INITIALIZER;",
    "spin": "static STATE pthread_spinlock_t $spin;",
    "sem": "static STATE sem_t $sem;",
    "meet": "static STATE pthread_barrier_t $meet;",
    "once": "static STATE pthread_once_t $once = PTHREAD_ONCE_INIT;",
    "key": "static STATE pthread_key_t $key;",
    "mtx": "static STATE mtx_t $mtx;",
    "past": "static STATE struct timespec $past;",
    "slot": "static STATE _Atomic(struct cell *) $slot;",
    "top": "static STATE _Atomic(struct cell *) $top;",
    "list": "static STATE struct cell *$list;",
    "lent": "static STATE int *$lent;",
    "tls": "static _Thread_local int $tls;",
    "grown": "static STATE int *$grown;",
    "ngrown": "static STATE int $ngrown;",
    "tokens": "static STATE int $tokens;",
    "robust": "static STATE pthread_mutex_t $robust;",
    "log": "static STATE FILE *$log;",
    "text": "static STATE char $text[16];",
    "pipe": "static STATE int $pipe[2];",
    "line": "static STATE int $line;",
    "writers": "static STATE pthread_rwlock_t $writers = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;",
}
HELPERS = {
    "first": ["static void $first(void) {", "    JITTER atomic_fetch_add(&$c0, 1);",
              "    JITTER atomic_fetch_add(&$c1, 2);", "}"],
    "last": ["static void $last(void *arg) {", "    JITTER atomic_fetch_add(&$c0, *(int *)arg);", "    free(arg);",
             "}"],
    "again": ["static void $again(void *arg) {", "    int *v = arg;", "    JITTER atomic_fetch_add(&$c1, 1);",
              "    if (--*v > 0)", "        pthread_setspecific($key, v);",
              "    else", "        free(v);", "}"],
    "undo": ["static void $undo(void *arg) {", "    JITTER atomic_fetch_add(&$c0, *(int *)arg);", "}"],
    "release": ["static void $release(void *arg) {", "    $d1 = ($d1 + 1) & 7;", "    pthread_mutex_unlock(arg);", "}"],
    "child": ["static void *$child(void *arg) {", "    JITTER int r = atomic_fetch_add(&$c0, 1) & 7;",
              "    *(int *)arg += r;", "    return (void *)(long)r;", "}"],
    "thrd": ["static int $thrd(void *arg) {", "    JITTER mtx_lock(&$mtx);", "    $e0 = ($e0 * 2 + *(int *)arg) & 15;",
             "    mtx_unlock(&$mtx);", "    return $tls + 1;", "}"],
    "down": ["static int $down(int n, int *up) {", "    int here = n, got = 0;",
             "    JITTER *up = (*up + atomic_fetch_add(&$c0, 1)) & 7;", "    if (n > 0)",
             "        got = $down(n - 1, &here);", "    return (here + got) & 7;", "}"],
    "fall": ["static void $fall(jmp_buf *env, int n) {", "    JITTER int r = atomic_fetch_add(&$c0, 1) & 1;",
             "    if (n == 0 || r)", "        longjmp(*env, 2 + n);",
             "    $fall(env, n - 1);", "}"],
    "leap": ["static int $leap(int n) {", "    jmp_buf env;", "    volatile int seen = 0;",
             "    int got = setjmp(env);", "    if (got == 0) {", "        seen = 1;",
             "        $fall(&env, n);", "    }", "    return got + seen;", "}"],
}
LOCALS = {"r0": "int r0 = 0;", "r1": "int r1 = 0;", "r2": "int r2 = 0;", "me": "int me = (int)(long)arg;",
          "near": "int near = 0;", "q": "int *q = NULL;",
          "p0": "struct cell *p0 = NULL;", "p1": "struct cell *p1 = NULL;", "c": "struct context *c = NULL;",
          "tw": "struct two tw;", "inner": "pthread_t inner;",
          "thr": "thrd_t thr;", "id": "pthread_t id[4];", "result": "void *result = NULL;"}
# What makes up the final state, for each global that a program uses.
SEEN = {
    "c0": ["$c0"], "c1": ["$c1"], "c2": ["$c2"], "two": ["*(int *)&$two"], "d0": ["$d0"], "d1": ["$d1"], "e0": ["$e0"],
    "out": [f"$out[{k}]" for k in range(4)], "ends": [f"$ends[{k}]" for k in range(4)],
    "slot": ["$slot ? atomic_load(&$slot)->v + 1 : 0"],
    "list": ["$list ? $list->v + 1 : 0", "$list && $list->next ? $list->next->v + 1 : 0"],
    "ngrown": ["$ngrown", "$ngrown > 1 ? $grown[$ngrown - 2] : 0"],
    "top": ["$top ? atomic_load(&$top)->v + 1 : 0"], "text": [f"$text[{k}]" for k in range(8)], "line": ["$line"],
}
REGISTERS = ["r0", "r1", "r2"]


class RacingWords(Words):
    """With the final state as a number, and a place to stop before each statement."""

    def __init__(self, head, globals_, helpers, locals_, seen):
        super().__init__(head, globals_, helpers, locals_)
        self.seen = seen

    def text(self, program):
        text = super().text(program)
        seen = [e for name, parts in self.seen.items() if self.globals[name] in text for e in parts]
        fold = [f"    h = h * 31 + (unsigned long long)({e});" for e in seen]
        return "\n".join([text, "static unsigned long long $state(void) {", "    unsigned long long h = 0;", *fold,
                          "    return h;", "}"])

    def line(self, text):
        return text if text.startswith(("}", "GATE", "OPEN")) else "JITTER " + text


WORDS = RacingWords(HEAD, GLOBALS, HELPERS, LOCALS, SEEN)


class Racing:
    def __init__(self, rng):
        self.rng = rng
        everything = {"atomics": self.atomics, "builtins": self.builtins, "mutex": self.mutex, "kinds": self.kinds,
                      "rwlock": self.rwlock, "spin": self.spin,
                      "semaphore": self.semaphore, "once": self.once, "condition": self.condition, "cells": self.cells,
                      "stack": self.stack, "list": self.list_,
                      "key": self.key, "tls": self.tls, "lend": self.lend, "cancel": self.cancel, "child": self.child,
                      "c11": self.c11, "deep": self.deep,
                      "jump": self.jump, "grow": self.grow, "leave": self.leave, "meet": self.meet, "pair": self.pair,
                      "waiters": self.waiters, "robust": self.robust, "stream": self.stream, "pipe": self.pipe,
                      "crossed": self.crossed, "writers": self.writers,
                      "moved": self.moved}
        names = rng.sample(sorted(everything), rng.randrange(1, 4))
        if "cancel" in names:  # what would wait in a call that can be cancelled
            names = [name for name in names if name not in ("child", "c11", "condition", "meet", "waiters", "stream",
                                                            "pipe", "robust")]
        if "meet" in names:
            names = [name for name in names if name != "leave"]
        self.families = [self.atomics] + [everything[name] for name in names]
        self.meets, self.is_cancelled = "meet" in names, "cancel" in names
        self.names = rng.sample(["$c0", "$c0", "$c1", "$c2"], rng.randrange(1, 3))
        self.destructor, self.mends = rng.choice(["$last", "$again"]), rng.randrange(100) < 65
        self.first, self.around = [], []  # what main does before; pairs around all it does

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    def reg(self):
        return self.rng.choice(REGISTERS)

    def expr(self):
        return (f"(({self.rng.choice([*REGISTERS, 'me', '1', '2', '3'])} {self.rng.choice('+-^')} "
                f"{self.rng.choice([*REGISTERS, 'me', '1', '2'])}) & 7)")

    def name(self):
        return self.rng.choice(self.names)

    def needs(self, line):
        if line not in self.first:
            self.first.append(line)

    def surrounds(self, head, tail):
        if (head, tail) not in self.around:
            self.around.append((head, tail))

    def simple(self):
        return self.rng.choice([self.atomics, self.atomics, self.builtins])()

    # ---- families ----

    def atomics(self):
        reg, name, kind = self.reg(), self.name(), self.rng.randrange(7)
        if kind < 2:
            return [f"{reg} = (int)atomic_load(&{name}) & 15;"]
        if kind == 2:
            return [f"atomic_store(&{name}, {self.expr()});"]
        if kind == 3:
            return [f"{reg} = (int)atomic_exchange(&{name}, {self.expr()}) & 15;"]
        if kind == 4:
            return [f"{reg} = (int)atomic_fetch_{self.rng.choice(['add', 'sub', 'xor', 'or', 'and'])}(&{name}, "
                    f"{self.expr()}) & 15;"]
        old = {"$c0": "int", "$c1": "unsigned char", "$c2": "long long"}[name]
        if kind == 5:
            return [f"{{ {old} expected = {self.expr()}; {reg} = atomic_compare_exchange_strong(&{name}, &expected, "
                    f"{self.expr()}) * 8 + ((int)expected & 7); }}"]
        return [when(f"{name} {self.rng.choice(['==', '<', '>'])} {self.rng.randrange(3)}",
                     [self.rng.choice([f"{name}++;", f"{reg} = (int)--{name} & 15;", f"{name} ^= 3;"])])]

    def builtins(self):
        reg, kind, name = self.reg(), self.rng.randrange(5), self.name()
        plain = f"({ {'$c0': 'int', '$c1': 'unsigned char', '$c2': 'long long'}[name]} *)&{name}"
        if kind == 0:
            return [f"{reg} = (int)__sync_fetch_and_add({plain}, {self.expr()}) & 15;"]
        if kind == 1:
            return [f"{reg} = (int)__sync_val_compare_and_swap({plain}, {self.expr()}, {self.expr()}) & 15;"]
        if kind == 2:
            return [f"{reg} = (int)__atomic_{self.rng.choice(['add', 'sub', 'xor', 'nand'])}_fetch({plain}, "
                    f"{self.expr()}, __ATOMIC_SEQ_CST) & 15;"]
        if kind == 3:
            return [when("!atomic_flag_test_and_set(&$flag)",
                         [f"{reg} = ({reg} + 1) & 15;", *([] if self.chance(40) else ["atomic_flag_clear(&$flag);"])])]
        return [f"__atomic_store_n({plain}, {self.expr()}, __ATOMIC_SEQ_CST);"]

    def pair(self):
        return [self.rng.choice(["tw = atomic_load(&$two);",
                                 "tw.a = (short)me; tw.b = 3; tw = atomic_exchange(&$two, tw);"]),
                f"{self.reg()} = tw.a + 2 * tw.b;"] if self.chance(50) else \
            [f"tw.a = {self.expr()}; tw.b = {self.expr()}; atomic_store(&$two, tw);"]

    def touch(self, name):
        return self.rng.choice([[f"{name} = ({name} + 1) & 15;"], [f"{self.reg()} = {name};"],
                                [f"{name} = {self.expr()};"], [f"{name} = ({name} * 2 + {self.reg()}) & 15;"]])

    def mutex(self):
        kind = self.rng.randrange(6)
        body = self.touch("$d0") + (self.simple() if self.chance(40) else [])
        if kind == 0:
            return [when("pthread_mutex_trylock(&$m0) == 0", [*body, "pthread_mutex_unlock(&$m0);"])]
        if kind == 1:
            return [when("pthread_mutex_timedlock(&$m0, &$past) == 0", [*body, "pthread_mutex_unlock(&$m0);"])]
        if kind == 2:
            return [within("$m0", body + [within("$m1", self.touch("$d1"))])]
        return [within("$m0", body)]

    def kinds(self):
        """Mutexes that tell when they are used wrongly, and those that may be locked again."""
        kind = self.rng.randrange(4)
        if kind == 0:
            return [within("$check", ["r0 = pthread_mutex_lock(&$check) == EDEADLK;", *self.touch("$d0")])]
        if kind == 1:
            return ["r1 = pthread_mutex_unlock(&$check) == EPERM;"]
        if kind == 2:
            return ["r2 = pthread_mutex_trylock(&$check);",
                    when("!r2", [*self.touch("$d0"), "pthread_mutex_unlock(&$check);"]), "r2 = r2 == EBUSY;"]
        return [within("$rec", [within("$rec", self.touch("$d1")), *self.touch("$d1")])]

    def rwlock(self):
        kind = self.rng.randrange(5)
        if kind == 0:
            return [when("pthread_rwlock_tryrdlock(&$rw) == 0",
                         [f"{self.reg()} = $e0;", *self.simple(), "pthread_rwlock_unlock(&$rw);"])]
        if kind == 1:
            return [when("pthread_rwlock_trywrlock(&$rw) == 0", [*self.touch("$e0"), "pthread_rwlock_unlock(&$rw);"])]
        if kind == 2:
            return [("pthread_rwlock_rdlock(&$rw);", [f"{self.reg()} = $e0;", *self.simple()],
                     "pthread_rwlock_unlock(&$rw);")]
        return [("pthread_rwlock_wrlock(&$rw);", self.touch("$e0") + self.simple(), "pthread_rwlock_unlock(&$rw);")]

    def spin(self):
        self.needs("pthread_spin_init(&$spin, 0);")
        body = self.touch("$e0")
        if self.chance(40):
            return [when("pthread_spin_trylock(&$spin) == 0", [*body, "pthread_spin_unlock(&$spin);"])]
        return [("pthread_spin_lock(&$spin);", body, "pthread_spin_unlock(&$spin);")]

    def semaphore(self):
        self.needs("sem_init(&$sem, 0, 1);")
        kind = self.rng.randrange(5)
        if kind == 0:
            return ["sem_getvalue(&$sem, &near);", f"{self.reg()} = near;"]
        if kind == 1:
            return [when("sem_trywait(&$sem) == 0", [*self.simple(), "sem_post(&$sem);"])]
        if kind == 2:
            return ["sem_post(&$sem);"]
        if kind == 3:
            return [when("sem_timedwait(&$sem, &$past) == 0", [*self.simple(), "sem_post(&$sem);"])]
        return [("sem_wait(&$sem);", self.simple(), "sem_post(&$sem);")]

    def once(self):
        return ["pthread_once(&$once, $first);"]

    def let_go(self):
        """Main wakes those who wait, at some time."""
        self.surrounds("",
                       "pthread_mutex_lock(&$m0); $go = 1; pthread_cond_broadcast(&$cv); pthread_mutex_unlock(&$m0);")

    def condition(self):
        self.let_go()
        if self.chance(30):
            return [within("$m0", [when("!$go", ["r0 = pthread_cond_timedwait(&$cv, &$m0, &$past) == ETIMEDOUT;"]),
                                   *self.touch("$d0")])]
        return [("pthread_mutex_lock(&$m0);", [*self.touch("$d0"),
                                               ("while (!$go) {", ["pthread_cond_wait(&$cv, &$m0);"], "}"),
                                               *self.touch("$d0")], "pthread_mutex_unlock(&$m0);")]

    def cells(self):
        made = [f"p0 = malloc(sizeof *p0); p0->v = {self.expr()}; p0->next = NULL;"]
        used = when("p0", ["r0 = p0->v;", "free(p0);"])
        kind = self.rng.randrange(3)
        if kind == 0:
            return [*made, "p0 = atomic_exchange(&$slot, p0);", used]
        if kind == 1:
            return ["p0 = atomic_exchange(&$slot, NULL);",
                    when("p0", ["p0->v = (p0->v + 3) & 15;", "p0 = atomic_exchange(&$slot, p0);", used])]
        return ["p0 = atomic_exchange(&$slot, NULL);", used]

    def stack(self):
        if self.chance(60):
            return [f"p0 = malloc(sizeof *p0); p0->v = {self.expr()}; p0->next = atomic_load(&$top);",
                    ("while (!atomic_compare_exchange_weak(&$top, &p0->next, p0)) {", [], "}")]
        return ["p1 = atomic_exchange(&$top, NULL);",
                ("while (p1) {", ["p0 = p1; p1 = p1->next;", "r1 = (r1 * 2 + p0->v) & 31;", "free(p0);"], "}")]

    def list_(self):
        if self.chance(60):
            return [f"p0 = malloc(sizeof *p0); p0->v = {self.expr()};",
                    within("$m1", ["p0->next = $list;", "$list = p0;"])]
        return [within("$m1", ["p0 = $list;", when("p0", ["$list = p0->next;"])]),
                when("p0", ["r2 = p0->v;", "free(p0);"])]

    def key(self):
        self.surrounds(f"pthread_key_create(&$key, {self.destructor});", "pthread_key_delete($key);")
        kind = self.rng.randrange(3)
        if kind == 0:
            return ["q = pthread_getspecific($key);", when("q", ["*q = 1;"])]
        return [when("!pthread_getspecific($key)",
                     ["q = malloc(sizeof *q);", f"*q = {self.rng.randrange(1, 4)};", "pthread_setspecific($key, q);"])]

    def tls(self):
        target = self.rng.choice(["$tls", "near"])
        return [(f"c = malloc(sizeof *c); c->p = &{target}; c->in = NULL; c->v = 1;",
                 [*self.simple(), f"*c->p = (*c->p + {self.reg()}) & 7;", *self.simple(), f"{self.reg()} = {target};"],
                 "free(c);")]

    def lend(self):
        target = self.rng.choice(["$tls", "near", "$tls"])
        if self.chance(50):
            return [within("$m1", ["q = $lent;", when("q", [f"*q = (*q * 2 + {self.expr()}) & 15;"])])]
        return [(f"pthread_mutex_lock(&$m1); $lent = &{target}; pthread_mutex_unlock(&$m1);", self.simple(),
                 f"pthread_mutex_lock(&$m1); if ($lent == &{target}) $lent = NULL; pthread_mutex_unlock(&$m1);"),
                f"{self.reg()} = {target} & 15;"] \
            if target == "near" else [within("$m1", [f"$lent = &{target};"]), *self.simple(),
                                      within("$m1", ["$lent = NULL;", f"{self.reg()} = {target} & 15;"])]

    def cancel(self):
        """Threads that main cancels, at points that hold nothing or whose handlers give it back."""
        kind = self.rng.randrange(6)
        point = self.rng.choice(["pthread_testcancel();", "pthread_testcancel();", "usleep(1);", 'printf("%d", r0);',
                                 'fputs("x", stdout);'])
        if kind == 0:
            return [(f"near = {self.rng.randrange(1, 5)}; pthread_cleanup_push($undo, &near);",
                     [*self.simple(), point, "near = 0;"], "pthread_cleanup_pop(1);")]
        if kind == 1:
            return [("pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);", [*self.simple(), point, *self.simple()],
                     "pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);")]
        if kind == 2:
            return [("pthread_mutex_lock(&$m0); pthread_cleanup_push($release, &$m0);",
                     [*self.touch("$d0"), point, *self.touch("$d0")], "pthread_cleanup_pop(1);")]
        if kind == 3:
            self.let_go()
            wait = ("while (!$go) {", ["pthread_cond_wait(&$cv, &$m0);"], "}")
            return [("pthread_mutex_lock(&$m0); pthread_cleanup_push($release, &$m0);",
                     [*self.touch("$d0"), wait, *self.touch("$d0")], "pthread_cleanup_pop(1);")]
        return [point]

    def child(self):
        kind = self.rng.randrange(3)
        after = "pthread_join(inner, &result); r1 = (r1 + (int)(long)result) & 7;"
        if kind == 0:
            return ["pthread_create(&inner, NULL, $child, &near);", *self.simple(),
                    "r2 = pthread_tryjoin_np(inner, &result);", when("r2", ["pthread_join(inner, &result);"]),
                    "r2 = r2 == EBUSY;"]
        return [("pthread_create(&inner, NULL, $child, &near);", self.simple(), after), f"{self.reg()} = near;"]

    def c11(self):
        self.needs("mtx_init(&$mtx, mtx_plain);")
        if self.chance(40):
            return [when("mtx_trylock(&$mtx) == thrd_success", [*self.touch("$e0"), "mtx_unlock(&$mtx);"])]
        return [("near = me; thrd_create(&thr, $thrd, &near);", self.simple(), "thrd_join(thr, &r2);")]

    def deep(self):
        near = self.rng.choice(["near", "$tls"])
        return [f"{self.reg()} = $down({self.rng.randrange(1, 3)}, &{near});", f"{self.reg()} = {near};"]

    def jump(self):
        return [f"{self.reg()} = $leap({self.rng.randrange(3)});"]

    def grow(self):
        return [within("$m1", ["$grown = realloc($grown, ($ngrown + 1) * sizeof *$grown);",
                               f"$grown[$ngrown++] = {self.expr()};"])] if self.chance(70) else \
            [within("$m1", [when("$ngrown", ["r0 = $grown[0];", "$grown[$ngrown - 1] = 2;"])])]

    def waiters(self):
        """Who gets the tokens, and in which order."""
        self.surrounds("",
                       "pthread_mutex_lock(&$m1); $tokens += 20; pthread_cond_broadcast(&$cv); "
                       "pthread_mutex_unlock(&$m1);")
        if self.chance(35):
            wake = self.rng.choice(["signal", "signal", "broadcast"])
            return [within("$m1", ["$tokens++;", f"pthread_cond_{wake}(&$cv);"])]
        return [within("$m1", [("while (!$tokens) {", ["pthread_cond_wait(&$cv, &$m1);"], "}"), "$tokens--;",
                               "$d1 = ($d1 * 3 + me + 1) & 63;"])]

    def robust(self):
        self.needs("{ pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, "
                   "PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&$robust, &a); }")
        # glibc's trylock keeps a mutex that nobody has mended, and does not say so.
        call = self.rng.choice(["pthread_mutex_lock", "pthread_mutex_trylock"]
                               if self.mends else ["pthread_mutex_lock"])
        end = [] if self.chance(25) else ["pthread_mutex_unlock(&$robust);"]  # or with the end of the thread
        mend = ["pthread_mutex_consistent(&$robust);"] if self.mends else []
        body = [when("r0 == EOWNERDEAD", mend), when("r0 == 0 || r0 == EOWNERDEAD", [*self.touch("$e0"), *end])]
        return [f"r0 = {call}(&$robust);", *body,
                "r0 = r0 == EOWNERDEAD ? 1 : r0 == ENOTRECOVERABLE ? 2 : r0 == EBUSY ? 3 : r0 == EDEADLK ? 4 : r0;"]

    def stream(self):
        self.surrounds('$log = fmemopen($text, sizeof $text, "w");', "fclose($log);")
        if self.chance(25):
            return [("flockfile($log);", ["fputc('x', $log);", *self.simple(), "putc_unlocked('y', $log);"],
                     "funlockfile($log);")]
        if self.chance(15):
            return [when("ftrylockfile($log) == 0", ["fputc('z', $log);", "funlockfile($log);"])]
        return [self.rng.choice(["fputc('a' + me, $log);", 'fprintf($log, "%d", me);', 'fputs("pq", $log);',
                                 f"{self.reg()} = (int)ftell($log);"])]

    def pipe(self):
        self.surrounds("pipe($pipe);",
                       "close($pipe[1]); for (char got; read($pipe[0], &got, 1) == 1;) $line = $line * 7 + got; "
                       "close($pipe[0]);")
        if self.chance(30):
            return ["write($pipe[1], \"\\1\\2\", 2);"]
        return [f"{{ char sent = (char){self.expr()}; write($pipe[1], &sent, 1); }}"]

    def writers(self):
        """Readers that wait for a waiting writer."""
        kind = self.rng.randrange(4)
        if kind == 0:
            return [when("pthread_rwlock_tryrdlock(&$writers) == 0",
                         [f"{self.reg()} = $e0 + 1;", "pthread_rwlock_unlock(&$writers);"])]
        if kind == 1:
            inner = when("pthread_rwlock_tryrdlock(&$writers) == 0",
                         [f"{self.reg()} = 5;", "pthread_rwlock_unlock(&$writers);"])
            return [("pthread_rwlock_rdlock(&$writers);", [f"{self.reg()} = $e0;", inner],
                     "pthread_rwlock_unlock(&$writers);")]
        if kind == 2:
            return [("pthread_rwlock_rdlock(&$writers);", [f"{self.reg()} = $e0;", *self.simple()],
                     "pthread_rwlock_unlock(&$writers);")]
        return [("pthread_rwlock_wrlock(&$writers);", self.touch("$e0"), "pthread_rwlock_unlock(&$writers);")]

    def moved(self):
        return ["p0 = malloc(sizeof *p0); p0->v = me; p1 = p0;",
                f"p0 = realloc(p0, {self.rng.choice([1, 2, 40])} * sizeof *p0);", f"{self.reg()} = p0 == p1;",
                "r1 = p0->v;", "free(p0);"]

    def crossed(self):
        """May hang, now and then."""
        first, second = ("$m1", "$m0") if self.chance(15) else ("$m0", "$m1")
        return [within(first, [*self.touch("$d0" if first == "$m0" else "$d1"),
                               within(second, self.touch("$d1" if first == "$m0" else "$d0"))])]

    def leave(self):
        return [*self.simple(), when(f"{self.reg()} == {self.rng.randrange(2)}",
                                     [f"$out[me & 3] = 9; pthread_exit((void *)(long){self.reg()});"])]

    def meet(self):
        return self.simple()

    # ---- programs ----

    def statements(self, count):
        return [node for _ in range(count) for node in self.rng.choice(self.families)()]

    def program(self):
        rng = self.rng
        nthreads, size = rng.choice([(2, (3, 6)), (2, (2, 5)), (3, (2, 4)), (3, (1, 4))])
        threads = []
        for k in range(nthreads):
            body = self.statements(rng.randrange(*size))
            if self.meets:
                body.insert(rng.randrange(len(body) + 1), "r2 = pthread_barrier_wait(&$meet) != 0;")
            threads.append({"name": f"$t{k}", "body": ["GATE", *body, "$out[me & 3] = r0 + 16 * r1 + 256 * r2;"]})
        names = [t["name"] for t in threads]
        if self.chance(35):
            names[-1] = names[0]
            threads.pop()
        main = ["OPEN", *(self.simple() if self.chance(40) else [])]
        for head, tail in self.around:
            if not head:
                main.append(tail)
        for k in reversed(range(nthreads)):
            end = f"pthread_join(id[{k}], &result); $ends[{k}] = result == PTHREAD_CANCELED ? 99 : (int)(long)result;"
            if self.is_cancelled and self.chance(70):
                end = f"pthread_cancel(id[{k}]); " + end
            main = [(f"pthread_create(&id[{k}], NULL, {names[k]}, (void *){k}L);", main, end)]
        if self.meets:
            main.insert(0, f"pthread_barrier_init(&$meet, NULL, {nthreads});")
        for head, tail in self.around:
            main = [(head, main, tail)] if head else main
        return {"threads": threads, "main": self.first + main, "is_settled": False}
