# SPDX-License-Identifier: Apache-2.0
"""Random concurrent programs: a tree of statements, which is written as C and compiled to instructions. An instruction
is one step of a thread: one load, one store, one operation of a mutex. graphs.py runs them.

A statement is a tuple: its kind, its parameters, and lists of statements for its blocks. Program writes it as C, Code
compiles it, Maker makes it.
"""
import random
from dataclasses import dataclass, field

HEAD = """\
#include <heddle.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);
"""
TYPES = ("_Atomic int", "_Atomic int", "volatile int", "int")
# Type, first value, functions to lock, to try (0: it worked) and to unlock.
LOCKS = {
    "mutex": ("pthread_mutex_t", " = PTHREAD_MUTEX_INITIALIZER", "pthread_mutex_lock", "pthread_mutex_trylock",
              "pthread_mutex_unlock"),
    "rwlock": ("pthread_rwlock_t", " = PTHREAD_RWLOCK_INITIALIZER", "pthread_rwlock_wrlock", "pthread_rwlock_trywrlock",
               "pthread_rwlock_unlock"),
    "semaphore": ("sem_t", "", "sem_wait", "sem_trywait", "sem_post"),
}

SIMPLE = {
    "set": "{0} = {1}", "next": "{0} = ({0} + 1) % {1}", "copy": "{0} = {1} % {2}", "flip": "atomic_fetch_xor(&{0}, 1)",
    "create": "pthread_create(&h{0}, NULL, t{0}, NULL)", "join": "pthread_join(h{0}, NULL)",
    "signal": "pthread_cond_signal(&c{0})", "broadcast": "pthread_cond_broadcast(&c{0})", "yield": "sched_yield()",
    "progress": "heddle_progress()", "exit": "exit(0)", "leave": "pthread_exit(NULL)",
}


@dataclass
class Variable:
    name: str
    size: int           # its values are 0 .. size - 1
    first: int
    type: str
    owner: int = None   # the only thread that touches it, if there is one


@dataclass
class Program:
    variables: list
    locks: list         # what each of them is: a key of LOCKS
    conditions: int
    threads: list       # blocks; the first one is main's, and the others' are started by ("create", i)
    endings: list = field(default_factory=list)     # of each thread: "return" or "pthread_exit"

    def text(self):
        lines = [f"static {v.type} {v.name} = {v.first};" for v in self.variables]
        lines += [f"static {LOCKS[lock][0]} m{i}{LOCKS[lock][1]};" for i, lock in enumerate(self.locks)]
        lines += [f"static pthread_cond_t c{i} = PTHREAD_COND_INITIALIZER;" for i in range(self.conditions)]
        lines += [f"static int is_{v.name}(void) {{ return {v.name} == 1; }}" for v in self.variables]
        for i in reversed(range(len(self.threads))):
            lines += ["", "int main(void) {" if i == 0 else f"static void *t{i}(void *arg) {{"]
            handles = sorted(s[1] for s in statements(self.threads[i]) if s[0] == "create")
            lines += ["    pthread_t " + ", ".join(f"h{h}" for h in handles) + ";"] if handles else []
            if i == 0:
                lines += [f"    sem_init(&m{i}, 0, 1);" for i, lock in enumerate(self.locks) if lock == "semaphore"]
            lines += self.written(self.threads[i], 1)
            end = "return " + ("0" if i == 0 else "arg") if self.endings[i] == "return" else "pthread_exit(NULL)"
            lines += [f"    {end};", "}"]
        return HEAD + "\n".join(lines) + "\n"

    # ---- C

    def written(self, block, depth):
        return [line for s in block for line in self.lines_of(s, depth)]

    def lines_of(self, s, depth):
        pad, kind = "    " * depth, s[0]
        if kind in SIMPLE:
            return [pad + SIMPLE[kind].format(*s[1:]) + ";"]
        if kind == "both":
            parts = " ".join(f"{v} = {n};" for v, n in s[1])
            return [f"{pad}heddle_atomic_begin(); {parts} heddle_atomic_end();"]
        if kind in ("await", "spin"):
            test = f"{s[1]} {s[2]} {s[3]}" if kind == "await" else f"atomic_exchange(&{s[1]}, 1)"
            return [f"{pad}while ({test})", f"{pad}    {'sched_yield()' if s[-1] else ''};"]
        if kind == "sleep":
            return [f"{pad}{'while' if s[6] else 'if'} ({s[3]} {s[4]} {s[5]})",
                    f"{pad}    pthread_cond_wait(&c{s[1]}, &m{s[2]});"]
        if kind in ("locked", "tried"):
            return self.lines_of_section(s, depth, *LOCKS[self.locks[s[1]]][2:])
        if kind == "until":
            return [pad + "do {", *self.written(s[4], depth + 1), f"{pad}}} while ({s[1]} {s[2]} {s[3]});"]
        head = {"if": "if ({1} {2} {3})", "while": "while ({1} {2} {3})", "maybe": "if ({1})", "forever": "for (;;)",
                "twice": "for (int i = 0; i < 2; i++)"}[kind].format(*s)
        block, other = s[-2:] if kind in ("if", "maybe") else (s[-1], [])
        middle = [pad + "} else {", *self.written(other, depth + 1)] if other else []
        return [f"{pad}{head} {{", *self.written(block, depth + 1), *middle, pad + "}"]

    def lines_of_section(self, s, depth, lock, attempt, unlock):
        pad, more = "    " * depth, s[0] == "tried"
        inside = [*self.written(s[2], depth + more), f"{pad}{'    ' * more}{unlock}(&m{s[1]});"]
        if more:
            return [f"{pad}if ({attempt}(&m{s[1]}) == 0) {{", *inside, pad + "}"]
        return [f"{pad}{lock}(&m{s[1]});", *inside]


def statements(block):
    """All statements of a block, outer ones first."""
    for s in block:
        yield s
        for part in s:
            if isinstance(part, list):
                yield from statements(part)


# ---- instructions ---------------------------------------------------------------------------------

class Code:
    """The instructions of one thread: tuples of a name and its operands. `r` is the thread's only register."""

    def __init__(self, block, ending):
        self.list = []
        self.block(block)
        self.emit(ending)

    def emit(self, *instruction):
        self.list.append(list(instruction))
        return len(self.list) - 1

    def here(self):
        return len(self.list)

    def block(self, block):
        for s in block:
            self.statement(s)

    def test(self, variable, operator, n):
        """Loads and branches; the branch's place, whose targets are to be set: [.., if it is so, if it is not]."""
        self.emit("load", variable)
        return self.emit("branch", operator, n, self.here() + 1, None)

    def statement(self, s):
        kind, emit = s[0], self.emit
        if kind == "set":
            emit("store", s[1], "value", s[2])
        elif kind == "next":
            emit("load", s[1])
            emit("store", s[1], "next", s[2])
        elif kind == "copy":
            emit("load", s[2])
            emit("store", s[1], "modulo", s[3])
        elif kind == "if":
            at = self.test(s[1], s[2], s[3])
            self.alternatives(at, s[4], s[5])
        elif kind == "maybe":
            at = emit("choose", self.here() + 1, None)
            self.alternatives(at, s[2], s[3])
        elif kind in ("await", "while"):
            begin, at = self.here(), self.test(s[1], s[2], s[3])
            self.block(s[4] if kind == "while" else [])
            emit("goto", begin)
            self.list[at][-1] = self.here()
        elif kind == "spin":
            begin = emit("exchange", s[1])
            emit("branch", "!=", 0, begin, self.here() + 1)
        elif kind == "until":
            begin = self.here()
            self.block(s[4])
            at = self.test(s[1], s[2], s[3])
            self.list[at][-2:] = [begin, self.here()]
        elif kind == "forever":
            begin = self.here()
            self.block(s[1])
            emit("goto", begin)
        elif kind == "twice":
            self.block(s[1])
            self.block(s[1])
        elif kind == "locked":
            emit("lock", s[1])
            self.block(s[2])
            emit("unlock", s[1])
        elif kind == "tried":
            at = emit("try", s[1], self.here() + 1, None)
            self.block(s[2])
            emit("unlock", s[1])
            self.list[at][-1] = self.here()
        elif kind == "sleep":
            begin, at = self.here(), self.test(s[3], s[4], s[5])
            emit("wait", s[1], s[2])        # lets go of the mutex
            emit("asleep", s[1])            # may wake up without a reason; a signal leads to the next one
            emit("lock", s[2])
            if s[6]:
                emit("goto", begin)
            self.list[at][-1] = self.here()
        elif kind == "yield":
            pass
        elif kind == "leave":
            emit("pthread_exit")
        elif kind == "exit":
            emit("exit")
        else:                               # flip, both, create, join, signal, broadcast, progress
            emit(*s)

    def alternatives(self, at, one, other):
        self.block(one)
        past = self.emit("goto", None)
        self.list[at][-1] = self.here()
        self.block(other)
        self.list[past][1] = self.here()


def compiled(program):
    """The instructions of each thread. A thread's last one ends it; that of main may end the program."""
    endings = list(program.endings)
    if endings[0] == "return":
        endings[0] = "exit"
    return [Code(block, "exit" if e == "exit" else "pthread_exit").list for block, e in zip(program.threads, endings)]


# ---- making them ----------------------------------------------------------------------------------

WEIGHTS = {"set": 6, "next": 5, "copy": 4, "flip": 1, "if": 5, "maybe": 2, "await": 3, "while": 1, "spin": 0.5,
           "until": 1, "twice": 0.7, "locked": 3, "tried": 0.8, "slept": 1.2, "woken": 1.2, "both": 1, "yield": 0.3,
           "progress": 0.5}


class Maker:
    def __init__(self, rng, has_progress, has_locks):
        self.rng = rng
        self.thread = 0         # whose statements are made
        names = "xyzw"[:rng.choice((2, 2, 3, 3, 4))]
        self.variables = []
        types = TYPES if rng.random() < 0.6 else TYPES[:-1]
        for name in names:
            size = rng.choice((2, 2, 3))
            self.variables.append(Variable(name, size, rng.choice((0, 0, 0, 1)), rng.choice(types)))
        n = rng.choice((1, 1, 2) if has_locks else (0, 1, 1, 2))
        self.locks = rng.choices(("mutex", "mutex", "mutex", "rwlock", "semaphore"), k=n)
        self.conditions = rng.choice((0, 0, 1)) if "mutex" in self.locks else 0
        self.weights = dict(WEIGHTS)
        if not has_progress:
            self.weights["progress"] = 0
        for kind in rng.sample(sorted(self.weights), 5):      # each program lacks something
            if kind not in ("set", "locked"):
                self.weights[kind] = 0
        if has_locks:
            self.weights["locked"] *= 4
        self.held = []

    def own(self, rng):
        """Variables get threads that alone touch them: only what formulas read makes others notice."""
        first = rng.randrange(2)
        for i, v in enumerate(self.variables):
            v.owner = rng.choice((1 + (first + i) % 2, 1 + (first + i) % 2, None))
        self.weights["set"] *= 3

    def fits(self):
        return [v for v in self.variables if v.owner in (None, self.thread)]

    def variable(self, atomic=False):
        fits = [v for v in self.fits() if not atomic or v.type.startswith("_Atomic")]
        return self.rng.choice(fits) if fits else None

    def test(self):
        v = self.variable()
        return v.name, self.rng.choice(("==", "!=")), self.rng.randrange(v.size)

    def block(self, depth, most=3):
        return [self.statement(depth) for _ in range(self.rng.randint(1, most))]

    def statement(self, depth):
        rng = self.rng
        while self.fits():
            kind = rng.choices(list(self.weights), list(self.weights.values()))[0]
            made = getattr(self, "make_" + kind)(depth)
            if made:
                return made
        return ("yield",)

    def make_set(self, _):
        v = self.variable()
        return "set", v.name, self.rng.randrange(v.size)

    def make_next(self, _):
        v = self.variable()
        return "next", v.name, v.size

    def make_copy(self, _):
        v, w = self.variable(), self.variable()
        return ("copy", v.name, w.name, v.size) if v != w else None

    def make_flip(self, _):
        v = self.variable(atomic=True)
        return ("flip", v.name) if v and v.size == 2 else None

    def make_both(self, _):
        fits = self.fits()
        chosen = self.rng.sample(fits, min(2, len(fits)))
        return "both", [(v.name, self.rng.randrange(v.size)) for v in chosen]

    def make_if(self, depth):
        if not depth:
            return None
        other = self.block(depth - 1, 1) if self.rng.random() < 0.3 else []
        return "if", *self.test(), self.block(depth - 1, 2), other

    def make_maybe(self, depth):
        how = self.rng.choice(("__VERIFIER_nondet_bool()", "heddle_choose(2)", "heddle_choose(2)"))
        other = self.block(depth - 1, 1) if depth and self.rng.random() < 0.5 else []
        return ("maybe", how, self.block(depth - 1, 2), other) if depth else None

    def make_await(self, _):
        return "await", *self.test(), self.rng.random() < 0.2

    def make_while(self, depth):
        return ("while", *self.test(), self.block(depth - 1, 2)) if depth else None

    def make_until(self, depth):
        return ("until", *self.test(), self.block(depth - 1, 2)) if depth else None

    def make_spin(self, _):
        v = self.variable(atomic=True)
        return ("spin", v.name, self.rng.random() < 0.3) if v else None

    def make_twice(self, depth):
        return ("twice", self.block(depth - 1, 2)) if depth else None

    def with_lock(self, make, kinds=tuple(LOCKS)):
        free = [m for m, lock in enumerate(self.locks) if m not in self.held and lock in kinds]
        if not free:
            return None
        self.held.append(self.rng.choice(free))
        made = make(self.held[-1])
        self.held.pop()
        return made

    def make_locked(self, depth):
        return depth and self.with_lock(lambda m: ("locked", m, self.block(depth - 1, 2)))

    def make_tried(self, depth):
        return depth and self.with_lock(lambda m: ("tried", m, self.block(depth - 1, 2)))

    def make_slept(self, depth):
        if not (depth and self.conditions):
            return None
        return self.with_lock(lambda m: ("locked", m, [
            ("sleep", self.rng.randrange(self.conditions), m, *self.test(), self.rng.random() < 0.7),
            *self.block(0, 2)]), ("mutex",))

    def make_woken(self, depth):
        if not (depth and self.conditions):
            return None
        wake = (self.rng.choice(("signal", "signal", "broadcast")), self.rng.randrange(self.conditions))
        return self.with_lock(lambda m: ("locked", m, [*self.block(0, 2), wake])) if self.rng.random() < 0.8 else wake

    def make_yield(self, _):
        return ("yield",)

    def make_progress(self, _):
        return ("progress",)

    def body(self, thread):
        self.thread = thread
        r = self.rng.random()
        if r < 0.45:
            return self.block(2)
        before = self.block(1, 1) if self.rng.random() < 0.4 else []
        return [*before, ("forever", self.block(2) if r < 0.98 else [])]

    def program(self):
        rng, n = self.rng, self.rng.choice((1, 2, 2, 2))
        late = n == 2 and rng.random() < 0.2
        threads = [[], *(self.body(i + 1) for i in range(n))]
        self.thread = 0
        main = [("create", 1)] if late else [("create", i + 1) for i in range(n)]
        if late:
            threads[1].insert(rng.randrange(len(threads[1]) + (threads[1][-1][0] != "forever")), ("create", 2))
        elif rng.random() < 0.3:
            main.insert(rng.randint(0, n), self.statement(1))
        way = rng.randrange(8)
        endings = [rng.choice(("return", "return", "pthread_exit")) for _ in range(n + 1)]
        endings[0] = "return"
        if way == 0:                # main takes part
            main += self.body(0)
        elif way == 1:
            main += self.block(1)
            endings[0] = rng.choice(("return", "pthread_exit"))
        elif way == 2:
            endings[0] = "pthread_exit"
        if 1 < way < 7 and main[-1][0] != "forever" and rng.random() < 0.9:
            for s in [s for s in main if s[0] == "create"]:
                main.append(("join", s[1]))
            if rng.random() < 0.2:
                main.append(self.statement(0))
        threads[0] = main
        return Program(self.variables, self.locks, self.conditions, threads, endings)


def random_program(seed, has_progress=False, has_locks=False, has_owners=False):
    maker = Maker(random.Random(seed), has_progress, has_locks)
    if has_owners:
        maker.own(random.Random(f"{seed}/own"))
    return maker.program()
