# SPDX-License-Identifier: Apache-2.0
"""Random small concurrent programs for the differential test. What each group of families is about: GROUPS."""
import addresses
import ends
import equals
import layout
import pointers
import scopes
import waiting
from tree import Words, lines_of, when, within

# What a program may declare; only what its text names is declared.
GLOBALS = {
    "h0": "static pthread_t $h0;",
    "h1": "static pthread_t $h1;",
    "key": "static pthread_key_t $key;",
    "robust": "static pthread_mutex_t $robust;",
    "result": "static void *$result;",
    "x0": "static int $x0;",
    "x1": "static volatile unsigned char $x1;",
    "x2": "static short $x2;",
    "wide": "static long long $wide;",
    "flag": "static volatile int $flag;",
    "pair": "static struct { char a; int b; } $pair;",
    "copy": "static struct { int v[3]; } $copy[2];",
    "bits": "static struct { unsigned a : 3, b : 3, c : 2; } $bits;",
    "array": "static int $array[4];",
    "small": "static signed char $small[3];",
    "table": "static int $table[4];",
    "out": "static int $out[4];",
    "d0": "static int $d0;",
    "d1": "static int $d1;",
    "d2": "static int $d2;",
    "count": "static int $count;",
    "anything": "static int $anything;",
    "other": "static int $other;",
    "c0": "static atomic_int $c0;",
    "c1": "static atomic_uchar $c1;",
    "m0": "static pthread_mutex_t $m0 = PTHREAD_MUTEX_INITIALIZER;",
    "m1": "static pthread_mutex_t $m1 = PTHREAD_MUTEX_INITIALIZER;",
    "rec": "static pthread_mutex_t $rec = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;",
    "ms": "static pthread_mutex_t $ms[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};",
    "spin": "static pthread_spinlock_t $spin;",
    "cv": "static pthread_cond_t $cv = PTHREAD_COND_INITIALIZER;",
    "rw": "static pthread_rwlock_t $rw = PTHREAD_RWLOCK_INITIALIZER;",
    "sem": "static sem_t $sem;",
    "barrier": "static pthread_barrier_t $barrier;",
    "once": "static pthread_once_t $once = PTHREAD_ONCE_INIT;",
    "tls": "static _Thread_local int $tls;",
    "u0": "static int $u0;",
    "u1": "static volatile int $u1;",
    "pair_u": "static struct { short low, high; } $pair_u;",
    "ip": "static int *$ip;",
    "aip": "static _Atomic(int *) $aip;",
    "slot0": "static struct cell *$slot0;",
    "slot1": "static _Atomic(struct cell *) $slot1;",
    "top": "static struct cell *$top;",
    "stack": "static _Atomic(struct cell *) $stack;",
    "box": "static struct box *$box;",
}
# Functions that a program may use besides its threads.
HELPERS = {
    "started": ["static void $started(void) {", "    $count = ($count + 1) & 7;", "}"],
    "nothing": ["static void *$nothing(void *arg) {", "    return arg;", "}"],
    "work": ["static void *$work(void *arg) {", "    $x0 = ($x0 + 1) & 7;", "    return malloc(3);", "}"],
    "gone": ["static void $gone(void *arg) {", "    $x0 = ($x0 + 2) & 7;", "}"],
}

HEAD = """#define _GNU_SOURCE
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);

struct cell {
    int v;
    struct cell *next;
};
struct box {
    int before;
    pthread_mutex_t m;
    int v;
};
volatile int program_number = %d;
"""
# Locals of a thread and of main, likewise.
LOCALS = {"r0": "int r0 = 0;", "r1": "int r1 = 0;", "r2": "int r2 = 0;", "me": "int me = (int)(long)arg;",
          "near": "int near = 0;",
          "p0": "struct cell *p0 = NULL;", "p1": "struct cell *p1 = NULL;", "q": "int *q = NULL;",
          "child": "pthread_t child;"}
REGISTERS = ["r0", "r1", "r2"]


PARTS = [pointers, waiting, ends, layout, scopes, addresses, equals]
# Families that go well together. A program of a group has most of its families from there.
GROUPS = {
    "pointers": ["private", "private", "frame", "lend", "raw", "posted", "mail", "argument", "passing", "scoped",
                 "realloc", "deep", "tls", "local", "heap", "destructor"],
    "waiting": ["spins", "readers", "ring", "giving up", "meeting", "condition", "semaphore", "locks", "nested",
                "yields", "yields"],
    "ends": ["stopped", "destructor", "jump", "output", "exit", "specific", "robust", "result", "deep"],
    "layout": ["union", "packed", "copies", "halves", "halves", "bits", "struct", "array", "section"],
    "strangers": ["strangers", "strangers", "locked", "locks", "nested", "giving up", "heap"],
    "addresses": ["hashed", "hashed", "disguised", "disguised", "identified", "bytes", "heap"],
    "scopes": ["blocks", "blocks", "scoped", "lend", "jump", "control", "passing", "deep"],
    "unread": ["unread", "unread", "unread", "unread", "locked", "atomic", "spawn", "exit", "condition", "handle",
               "await"],
    "inside": ["inside", "inside", "inside", "inside", "locked", "atomic", "result", "condition"],
    "world": ["world", "world", "struct", "union", "copies", "halves", "local", "tls", "argument", "heap", "semaphore"],
}


LOAD_ORDERS, STORE_ORDERS = ["relaxed", "acquire", "seq_cst"], ["relaxed", "release", "seq_cst"]
RMW_ORDERS = ["relaxed", "acquire", "release", "acq_rel", "seq_cst"]


class Generator(pointers.Pointers, waiting.Waiting, ends.Ends, layout.Layout, scopes.Scopes,
                addresses.Addresses, equals.Equals):
    def __init__(self, rng, is_optimised=False, is_equal=False):
        self.rng = rng
        everything = {
            "scalar": self.scalar, "array": self.array, "bits": self.bits, "struct": self.struct, "locked": self.locked,
            "nested": self.nested, "locks": self.locks, "atomic": self.atomic, "await": self.await_, "heap": self.heap,
            "list": self.list_, "box": self.box, "condition": self.condition, "semaphore": self.semaphore,
            "barrier": self.barrier, "rwlock": self.rwlock, "tls": self.tls, "local": self.local, "choice": self.choice,
            "table": self.table, "section": self.section, "control": self.control, "once": self.once, "exit": self.exit,
            "chain": self.chain, "handle": self.handle, "spawn": self.spawn, "cancel": self.cancel,
            "specific": self.specific,
            "robust": self.robust, "result": self.result, "private": self.private, "frame": self.frame,
            "lend": self.lend,
            "raw": self.raw, "posted": self.posted, "mail": self.mail, "realloc": self.realloc_, "deep": self.deep,
            "argument": self.argument, "passing": self.passing, "scoped": self.scoped,
            "spins": self.spins, "readers": self.readers, "ring": self.ring, "giving up": self.giving_up,
            "meeting": self.meeting, "jump": self.jump, "stopped": self.stopped, "destructor": self.destructor,
            "output": self.output, "union": self.union, "packed": self.packed, "copies": self.copies,
            "halves": self.halves, "blocks": self.blocks, "strangers": self.strangers,
            "truth": self.truth, "yields": self.yields, "hashed": self.hashed, "disguised": self.disguised,
            "identified": self.identified, "bytes": self.bytes_of, "world": self.world, "values": self.values,
            "unread": self.unread, "inside": self.inside,
        }
        common = ["scalar", "locked", "atomic", "values"]
        self.is_equal = is_equal  # the threads are
        if is_equal:
            names = rng.sample(equals.FAMILIES, rng.randrange(2, 5))
        elif rng.randrange(100) < 50:
            group = GROUPS[rng.choice(["scopes"] if is_optimised else ["pointers", "pointers", "scopes", "waiting",
                                                                       "ends", "layout", "strangers",
                                                                       "addresses", "addresses", "world", "unread",
                                                                       "unread", "inside"])]
            names = rng.sample(common, 1) + rng.sample(group, rng.randrange(1, 4))
            names += rng.sample(sorted(everything), rng.randrange(2))
        elif rng.randrange(100) < 20:
            names = ["await"] * 4 + rng.sample(common, 1)
        else:
            names = rng.sample(common, rng.randrange(1, 3)) + rng.sample(sorted(everything), rng.randrange(2, 5))
        self.families = [everything[name] for name in names]
        self.names = names
        self.places = rng.sample(["$x0", "$x1", "$x2", "$wide", "$pair.a", "$pair.b", "$array[0]", "$array[1]",
                                  "$flag"], rng.randrange(1, 4))
        self.atomics = rng.sample(["$c0", "$c1"], rng.randrange(1, 3))
        self.is_weak = self.chance(40)  # atomics have all memory orders
        self.is_careful = rng.randrange(100) < 55  # few deliberate mistakes
        self.setup = []
        self.leaf = self.guests = 0
        self.meets = self.may_cancel = False  # set by families

    # ---- parts ----

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    def mistake(self, percent):
        return self.chance(percent // 8 if self.is_careful else percent)

    def reg(self):
        return self.rng.choice(REGISTERS)

    def operand(self):
        return self.rng.choice(REGISTERS + ["me", "1", "2", "3"])

    def expr(self):
        return f"(({self.operand()} {self.rng.choice('++-*^')} {self.operand()}) & 7)"

    def cond(self):
        return f"{self.reg()} {self.rng.choice(['==', '!=', '<', '<='])} {self.rng.choice(['0', '1', '2', self.reg()])}"

    def place(self):
        return self.rng.choice(self.places)

    def simple(self, count=1):
        """Statements without nesting, for bodies."""
        out, self.leaf = [], self.leaf + 1
        for _ in range(count):
            out += self.rng.choice([self.scalar, self.scalar, self.atomic] +
                                   self.families)() if self.leaf < 3 else self.scalar()
        self.leaf -= 1
        return out

    # ---- families ----

    def scalar(self):
        reg, place, kind = self.reg(), self.place(), self.rng.randrange(6)
        if kind == 0:
            return [f"{reg} = (int){place};"]
        if kind == 1:
            return [f"{place} = {self.expr()};"]
        if kind == 2:
            return [f"{place} = ({place} + {self.rng.randrange(1, 4)}) & 7;"]
        if kind == 3:
            return [f"{place} = ({place} + {self.place()}) & 7;"]
        if kind == 4:
            return [f"{reg} = (int){place};", when(self.cond(), self.simple())]
        return [f"{place} = {self.rng.randrange(1, 4)};"]

    def world(self):
        """Numbers that stand on conditions: every configuration must find the same looks at them."""
        given = self.rng.choice(["getpid()", "(int)getuid()", "(int)sysconf(_SC_NPROCESSORS_ONLN)", "(rand() & 3)"])
        reg, kind = self.reg(), self.rng.randrange(6)
        if kind == 0:
            return [f"{reg} = {given} & 7;"]
        if kind == 1:
            return [f"{self.place()} = ({given} + {self.operand()}) & 7;"]
        if kind == 2:
            return [f"$copy[{self.rng.randrange(2)}].v[{self.rng.randrange(3)}] = {given};"]
        if kind == 3:
            return [f"{self.rng.choice(self.atomics)} += {given} & 3;"]
        if kind == 4:
            return [f'printf("%d\\n", {given} + {reg});']
        return [when(f"({given} & 4) == 0", self.simple())]

    def array(self):
        index = self.rng.choice([f"{self.reg()} & 3", f"{self.place()} & 3", "me & 3", "$array[0] & 3",
                                 "$array[me & 1] & 3"])
        name = "$small" if self.mistake(25) else "$array"
        kind = self.rng.randrange(4)
        if kind == 0:
            return [f"{self.reg()} = {name}[{index}];"]
        if kind == 1:
            return [f"{name}[{index}] = {self.expr()};"]
        if kind == 2:
            return [f"{name}[{index}]++;"]
        return [f"q = &{name}[{index}];" if name == "$array" else f"q = &$array[{index}];", "*q = (*q + 1) & 7;"]

    def bits(self):
        return [self.rng.choice([f"$bits.{self.rng.choice('abc')} = {self.expr()} & 3;",
                                 f"{self.reg()} = $bits.{self.rng.choice('abc')};"])]

    def struct(self):
        kind = self.rng.randrange(3)
        if kind == 0:
            return ["$copy[0] = $copy[1];"]
        if kind == 1:
            return [f"$copy[{self.rng.randrange(2)}].v[{self.rng.randrange(3)}] = {self.expr()};"]
        return [f"{self.reg()} = $copy[{self.rng.randrange(2)}].v[{self.rng.randrange(3)}];"]

    def datum(self):
        """A variable and the mutex that should protect it."""
        name = self.rng.choice(["$d0", "$d1", "$d2"])
        mutex = {"$d0": "$m0", "$d1": "$m1"}.get(name) or self.rng.choice(["$m0", "$m1"])
        return name, mutex

    def touch(self, name):
        return self.rng.choice([[f"{name} = ({name} + 1) & 7;"], [f"{self.reg()} = {name};"],
                                [f"{name} = {self.expr()};"],
                                [f"{self.reg()} = {name};", f"{name} = {self.expr()};"]])

    def locked(self):
        name, mutex = self.datum()
        if self.mistake(25):
            return self.touch(name)
        body = self.touch(name)
        if self.chance(35):
            body += self.simple() if self.chance(50) else self.touch(self.rng.choice(["$d0", "$d2"])
                                                                     if mutex == "$m0" else "$d1")
        if self.mistake(6):
            return [f"pthread_mutex_lock(&{mutex});"] + body
        return [within(mutex, body)]

    def nested(self):
        first, second = ("$m1", "$m0") if self.mistake(50) else ("$m0", "$m1")
        body = self.touch("$d0") + (self.touch("$d1") if self.chance(50) else self.simple())
        if self.chance(20):
            # Not properly nested.
            return [f"pthread_mutex_lock(&{first});", *self.touch("$d2"), f"pthread_mutex_lock(&{second});", *body,
                    f"pthread_mutex_unlock(&{first});", *self.touch("$d1"), f"pthread_mutex_unlock(&{second});"]
        return [within(first, [within(second, body)])]

    def locks(self):
        kind = self.rng.randrange(5)
        name, mutex = self.datum()
        if kind == 0:
            return [when(f"pthread_mutex_trylock(&{mutex}) == 0",
                         [*self.touch(name), f"pthread_mutex_unlock(&{mutex});"])]
        if kind == 1:
            return [within("$rec", [within("$rec", self.touch("$count")), *self.touch("$count")])]
        if kind == 2:
            index = self.rng.choice(["me & 1", "r0 & 1", "0", "1"])
            return [f"r2 = {index};", ("pthread_mutex_lock(&$ms[r2]);",
                                       ["$array[r2] = ($array[r2] + 1) & 7;"] if self.chance(60) else self.simple(),
                                      "pthread_mutex_unlock(&$ms[r2]);")] if self.chance(50) else \
                [(f"pthread_mutex_lock(&$ms[{index}]);", self.touch(f"$array[{index}]"),
                  f"pthread_mutex_unlock(&$ms[{index}]);")]
        if kind == 3:
            return [("pthread_spin_lock(&$spin);", self.touch("$count"), "pthread_spin_unlock(&$spin);")]
        return [within(mutex, self.touch(name)), within(mutex, self.touch(name))]

    def call(self, function, args, orders, failing=()):
        """An atomic operation, seq_cst or with one of the orders (and of those for when it fails)."""
        if not self.is_weak or self.chance(25):
            return f"{function}({args})"
        chosen = [self.rng.choice(orders)] + ([self.rng.choice(failing)] if failing else [])
        return f"{function}_explicit({args}, {', '.join('memory_order_' + order for order in chosen)})"

    def atomic(self):
        reg, name, kind = self.reg(), self.rng.choice(self.atomics), self.rng.randrange(7)
        if self.is_weak and self.chance(15):
            return [f"atomic_thread_fence(memory_order_{self.rng.choice(RMW_ORDERS[1:])});"]
        if kind == 0:
            return [f"{reg} = {self.call('atomic_load', f'&{name}', LOAD_ORDERS)} & 7;"]
        if kind == 1:
            return [f"{self.call('atomic_store', f'&{name}, {self.expr()}', STORE_ORDERS)};"]
        if kind == 2:
            return [f"{reg} = {self.call('atomic_exchange', f'&{name}, {self.expr()}', RMW_ORDERS)} & 7;"]
        if kind == 3:
            function = f"atomic_fetch_{self.rng.choice(['add', 'xor', 'or'])}"
            return [f"{reg} = {self.call(function, f'&{name}, {self.expr()} & 3', RMW_ORDERS)} & 7;"]
        old = "unsigned char" if name == "$c1" else "int"
        exchange = f"atomic_compare_exchange_{self.rng.choice(['strong', 'strong', 'weak'])}"
        if kind == 4:
            tried = self.call(exchange, f"&{name}, &expected, {self.expr()}", RMW_ORDERS, LOAD_ORDERS)
            return [f"{{ {old} expected = {self.expr()}; {reg} = {tried}; }}"]
        if kind == 5:
            tried = self.call(exchange, f"&{name}, &expected, (expected + 1) & 7", RMW_ORDERS, LOAD_ORDERS)
            return [f"for (int i = 0; i < 2; i++) {{ {old} expected = {name}; if ({tried}) break; }}"]
        return [f"{reg} = {self.call('atomic_fetch_add', f'&{name}, 1', RMW_ORDERS)} & 7;",
                when(f"{reg} == {self.rng.randrange(2)}", self.simple())]

    def values(self):
        """What depends on values: writes of what is there, writes that are taken back, operations that commute."""
        place, name, kind = self.place(), self.rng.choice(self.atomics), self.rng.randrange(7)
        if kind == 0:
            return [f"{place} = {self.rng.randrange(1, 4)};", f"{place} = 0;"]
        if kind == 1:
            return [f"{place} = {self.rng.randrange(2)};", f"{place} = {self.rng.randrange(2)};"]
        if kind == 2:
            amount = self.rng.randrange(1, 4)
            return [f"{self.call('atomic_fetch_add', f'&{name}, {amount}', RMW_ORDERS)};",
                    f"{self.call('atomic_fetch_sub', f'&{name}, {amount}', RMW_ORDERS)};"]
        if kind == 3:
            return [f"{self.call('atomic_exchange', f'&{name}, {self.rng.randrange(2)}', RMW_ORDERS)};"]
        if kind == 4:
            return [f"{self.reg()} = (int){place};", f"{place} = {place};"]
        function = f"atomic_fetch_{self.rng.choice(['add', 'add', 'sub', 'and', 'or', 'xor'])}"
        return [f"{self.call(function, f'&{name}, {self.operand()} & 3', RMW_ORDERS)};"]

    def unread(self):
        """Variables that are written again and again, and that hardly anybody looks at before all have ended."""
        name, kind = self.rng.choice(["$u0", "$u0", "$u1", "$pair_u.low"]), self.rng.randrange(16)
        if kind == 0:
            return [f"{self.reg()} = {name};"]
        if kind == 1:
            return [f"{name} += 1;" if self.chance(50) else f"assert({name} != {self.rng.randrange(2, 4)});"]
        if kind == 2:
            return ["$pair_u.low = 2;", "*(int *)&$pair_u = 1;" if self.chance(50) else "$pair_u.high = 3;"]
        if kind in (5, 6, 7, 8):
            other = self.rng.choice([self.place(), "$u1"])
            way = [f"if ({other}) {name} = 2; else {self.reg()} = {name} + 1;",
                   f"{self.reg()} = !{other}; if ({self.reg()}) {name} = 3;"][kind % 2]
            return [f"{name} = 1;", f"heddle_atomic_begin(); {way} heddle_atomic_end();"]
        if kind == 9:
            return [f"{name} = 3;", f"{self.place()} = {self.rng.randrange(2)};"]
        between = self.scalar() if kind == 3 else self.simple() if kind == 4 else []
        values = [f"{name} = {self.rng.randrange(4)};" for _ in range(self.rng.randrange(1, 4))]
        return [values[0], *between, *values[1:]]

    def awaited(self):
        """A variable and a value; mostly the same, so that somebody sets what another one waits for."""
        if self.chance(70):
            return self.atomics[0], 2
        return self.rng.choice(self.atomics), self.rng.randrange(1, 4)

    def look(self):
        """What somebody waits for."""
        name, value = self.awaited()
        loaded = self.call("atomic_load", f"&{name}", LOAD_ORDERS)
        return self.rng.choice(["!$flag", f"{loaded} == 0", f"{loaded} != {value}", f"{loaded} != {value}",
                                f"{loaded} < {value}", f"{loaded} != {value} && !$flag",
                                f"({self.reg()} = (int){loaded}) != {value}"])

    def await_(self):
        """Loops that only look, in various shapes, and what they wait for, perhaps for a moment only."""
        look, kind = self.look(), self.rng.randrange(8)
        shapes = [f"while ({look}) ;", f"while ({look}) sched_yield();", f"do sched_yield(); while ({look});",
                  f"for (int k = 0; k < 2 && {look}; k++) sched_yield();"]
        if kind < len(shapes):
            return [shapes[kind]]
        name, value = self.awaited()
        if kind == 4:
            return ["$flag = 1;"] if self.rng.randrange(2) else ["$flag = 1;", "$flag = 0;"]
        if kind == 5:
            return [f"{self.call('atomic_store', f'&{name}, {value}', STORE_ORDERS)};"]
        return [f"{name} = {value};", f"atomic_fetch_add(&{name}, 1);" if kind == 6 else f"{name} = 0;"]

    def heap(self):
        p, kind = self.rng.choice(["p0", "p1"]), self.rng.randrange(7)
        made = [f"{p} = malloc(sizeof *{p});", f"{p}->v = {self.expr()};", f"{p}->next = NULL;"]
        free = [f"free({p});"] if not self.mistake(20) else [f"free({p});", f"{p}->v = 0;"]
        if kind == 0:
            return made + ([f"$slot0 = {p};"] if self.mistake(50) else [within("$m0", [f"$slot0 = {p};"])])
        if kind == 1:
            return made + [f"{p} = atomic_exchange(&$slot1, {p});",
                           *free] if self.chance(70) else made + [f"$slot1 = {p};"]
        if kind == 2:
            take = [f"{p} = $slot0;"] + ([] if self.mistake(30) else ["$slot0 = NULL;"])
            return [within("$m0", take) if not self.mistake(20) else ("{", take, "}"),
                    when(p, [f"{self.reg()} = {p}->v;", *free])]
        if kind == 3:
            return [f"{p} = atomic_exchange(&$slot1, NULL);",
                    when(p, [f"{self.reg()} = {p}->v;", *(free if self.chance(50) else [f"$slot1 = {p};"])])]
        if kind == 4:
            return made + [f"{p}->v = ({p}->v + 1) & 7;", f"{self.reg()} = {p}->v;"] + (free if self.chance(60) else [])
        if kind == 5:
            return [within("$m0", [f"{p} = $slot0;", when(p, [f"{p}->v = ({p}->v + 1) & 7;"])])]
        return [f"{p} = $slot1;", when(p, [f"{self.reg()} = {p}->v;"])] if self.mistake(60) else [when(f"!{p}", made)]

    def list_(self):
        p, kind = self.rng.choice(["p0", "p1"]), self.rng.randrange(5)
        made = [f"{p} = malloc(sizeof *{p});", f"{p}->v = {self.expr()};"]
        if kind in (0, 1):
            push = [f"{p}->next = $top;", f"$top = {p};"]
            return made + (push if self.mistake(30) else [within("$m0", push)])
        if kind == 2:
            pop = [f"{p} = $top;", when(p, [f"$top = {p}->next;"])]
            taken = ("{", pop, "}") if self.mistake(30) else within("$m0", pop)
            return [taken, when(p, [f"{self.reg()} = {p}->v;", f"free({p});"])]
        if kind == 3:
            return made + [f"{p}->next = $stack;",
                           f"for (int i = 0; i < 2 && !atomic_compare_exchange_strong(&$stack, &{p}->next, {p}); i++) "
                           f";"]
        return [f"{p} = atomic_exchange(&$stack, NULL);",
                (f"while ({p}) {{", ["p1 = " + p + "->next;", f"r0 = (r0 + {p}->v) & 7;", f"free({p});", f"{p} = p1;"],
                 "}")] \
            if p == "p0" else [f"{p} = $stack;",
                               when(f"{p} && atomic_compare_exchange_strong(&$stack, &{p}, {p}->next)",
                                    [f"{self.reg()} = 1;"])]

    def chain(self):
        """Cells that point to each other before they are published: heap shapes."""
        kind = self.rng.randrange(3)
        if kind == 0:
            return ["p0 = malloc(sizeof *p0);", "p1 = malloc(sizeof *p1);", f"p0->v = {self.expr()};",
                    f"p1->v = {self.expr()};", "p0->next = p1;",
                    self.rng.choice(["p1->next = p0;", "p1->next = NULL;"]), "p0 = atomic_exchange(&$slot1, p0);"]
        if kind == 1:
            return ["p0 = atomic_exchange(&$slot1, NULL);",
                    when("p0", ["p1 = p0->next;", when("p1", ["p1->v = (p1->v + p0->v) & 7;", "p0->next = NULL;"]),
                                                                        "$slot1 = p0;"
                                                                        if self.chance(60) else "free(p0);"])]
        return ["p0 = calloc(1, sizeof *p0);", "p0->v = me;", when("$slot1 && !p0->next", ["p0->next = $slot1;"]),
                "$slot1 = p0;"]

    def box(self):
        if "box" not in [s[0] for s in self.setup]:
            self.setup.append(("box", ["$box = malloc(sizeof *$box);", "$box->v = $box->before = 0;",
                                       "pthread_mutex_init(&$box->m, NULL);"]))
        body = self.rng.choice([["$box->v = ($box->v + 1) & 7;"], [f"{self.reg()} = $box->v;"],
                                ["$box->before = $box->v;"],
                                ["$box->v = ($box->v + $box->before) & 7;"]])
        if self.mistake(20):
            return body
        return [("pthread_mutex_lock(&$box->m);", body, "pthread_mutex_unlock(&$box->m);")]

    def condition(self):
        kind = self.rng.randrange(5)
        signal = f"pthread_cond_{self.rng.choice(['signal', 'broadcast', 'broadcast'])}(&$cv);"
        if kind < 2:
            return [("pthread_mutex_lock(&$m0);", [("while (!$d0) {", ["pthread_cond_wait(&$cv, &$m0);"], "}"),
                                                   *self.touch("$d2")], "pthread_mutex_unlock(&$m0);")]
        if kind == 2 and self.mistake(60):
            return ["$d0 = 1;", signal]
        return [within("$m0", ["$d0 = 1;"] if self.mistake(40) else ["$d0 = 1;", signal])]

    def semaphore(self):
        if "sem" not in [s[0] for s in self.setup]:
            self.setup.append(("sem", [f"sem_init(&$sem, 0, {self.rng.randrange(1, 3)});"]))
        kind = self.rng.randrange(4)
        if kind == 0:
            return ["sem_post(&$sem);"]
        if kind == 1:
            return [when("sem_trywait(&$sem) == 0", [*self.simple(), "sem_post(&$sem);"])]
        return [("sem_wait(&$sem);", self.touch("$count") if self.chance(50) else self.simple(),
                 "sem_post(&$sem);")] if not self.mistake(30) else ["sem_wait(&$sem);"]

    def barrier(self):
        if "barrier" not in [s[0] for s in self.setup]:
            self.setup.append(("barrier", ["pthread_barrier_init(&$barrier, NULL, 2);"]))
        return [self.rng.choice(["pthread_barrier_wait(&$barrier);",
                                 "r1 = pthread_barrier_wait(&$barrier) != 0;"])] if self.mistake(80) else self.scalar()

    def rwlock(self):
        kind = self.rng.randrange(4)
        if kind == 0:
            return [when("pthread_rwlock_tryrdlock(&$rw) == 0",
                         [f"{self.reg()} = $count;", "pthread_rwlock_unlock(&$rw);"])]
        if kind == 1:
            return [("pthread_rwlock_rdlock(&$rw);",
                     [f"{self.reg()} = $count;", f"{self.reg()} = $count;"] if not self.mistake(20) else ["$count++;"],
                     "pthread_rwlock_unlock(&$rw);")]
        return [("pthread_rwlock_wrlock(&$rw);", self.touch("$count"), "pthread_rwlock_unlock(&$rw);")]

    def tls(self):
        kind = self.rng.randrange(4)
        if kind == 0 and self.mistake(60):
            return ["$aip = &$tls;"]
        if kind == 1:
            return ["q = $aip;", when("q", ["*q = 3;"])]
        return [self.rng.choice([f"$tls = {self.expr()};", f"{self.reg()} = $tls;", "$tls = ($tls + 1) & 7;"])]

    def local(self):
        kind = self.rng.randrange(4)
        if kind == 0 and self.mistake(50):
            return ["$ip = &near;"]
        if kind == 0:
            return ["$aip = &near;", *self.simple(), "$aip = NULL;"]
        if kind == 1:
            return [f"q = {self.rng.choice(['$ip', '$aip'])};", when("q", ["*q = (*q + 1) & 7;"])]
        if kind == 2:
            return [f"{self.reg()} = near;"]
        return [f"near = {self.expr()};"]

    def choice(self):
        kind = self.rng.randrange(4)
        if kind == 0:
            return [f"{self.reg()} = heddle_choose({self.rng.choice([2, 2, 3])});"]
        if kind == 1:
            return [when("__VERIFIER_nondet_bool()", self.simple())]
        if kind == 2:
            return [f"{self.reg()} = __VERIFIER_nondet_bool();"]
        return [f"{self.reg()} = (int){self.place()};", f"heddle_assume({self.cond()});"]

    def truth(self):
        """An unknown number that is copied and only asked whether it is zero."""
        kind = self.rng.randrange(6)
        if kind == 0:
            return [when("__VERIFIER_nondet_int()", self.simple())]
        if kind == 1:
            return ["$anything = __VERIFIER_nondet_int();"]
        if kind == 2:
            return ["$other = $anything;"]
        if kind == 3:
            return [when("$other", [f"{self.reg()} = !$anything;"])]
        return [f"{self.reg()} = {self.rng.choice(['!$anything', '!!$anything', '!$other', '$anything || $other'])};"]

    def table(self):
        if "table" not in [s[0] for s in self.setup]:
            self.setup.append(("table", [f"$table[{i}] = {self.rng.randrange(1, 7)};" for i in range(3)]))
        index = self.rng.choice(["me & 3", f"{self.reg()} & 3", f"{self.place()} & 3", "1"])
        return [f"$table[{index}] = 1;"] if self.mistake(15) else [f"{self.reg()} = $table[{index}];"]

    def section(self):
        return [("heddle_atomic_begin();", self.scalar()[:1] + self.scalar()[:1], "heddle_atomic_end();")]

    def control(self):
        kind = self.rng.randrange(3)
        if kind == 0:
            return [("for (int i = 0; i < 2; i++) {", self.simple(), "}")]
        if kind == 1:
            return [when(self.cond(), self.simple())]
        return [f"{self.reg()} = {self.expr()};"]

    def once(self):
        return ["pthread_once(&$once, $started);"] if self.chance(70) else [f"{self.reg()} = $count;"]

    def handle(self):
        """Handles of threads that are passed on, overwritten and lost."""
        h, other = self.rng.sample(["$h0", "$h1"], 2)
        taken = ["heddle_atomic_begin();", f"child = {h};", f"{h} = 0;", "heddle_atomic_end();"]
        return self.rng.choice([
            [f"{h} = pthread_self();"], [f"{h} = 0;"], [f"{h} = {other};"],
            [f"{h} = {other};", f"{other} = pthread_self();"],
            [f"r1 = pthread_equal({h}, pthread_self());"],
            [f"child = {h};", when("child", ["r0 = pthread_tryjoin_np(child, NULL) == 0;"])],
            taken + [when("child", ["pthread_join(child, NULL);"])],
            taken + [when("child", ["pthread_detach(child);"])],
            ["heddle_atomic_begin();", f"{h} = 0;", "heddle_choose(2);", "heddle_atomic_end();"]])

    def spawn(self):
        h, work = self.rng.choice(["$h0", "$h1", "child", "child"]), self.rng.choice(["$nothing", "$work", "$work"])
        after = self.rng.choice([[], [f"pthread_detach({h});"], [f"pthread_join({h}, &$result);"],
                                 [f"pthread_join({h}, NULL);"], [f"pthread_join({h} * 3 / 3, NULL);"],
                                 [f"pthread_join({h}, &$result);", "free($result);", "$result = NULL;"], ["child = 0;"],
                                 ["$h0 = 0;"]])
        return [f"pthread_create(&{h}, NULL, {work}, NULL);", *after]

    def cancel(self):
        return self.rng.choice([
            ["pthread_testcancel();"], ["pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);"],
            ["child = $h0;", when("child", ["pthread_cancel(child);"])],
            [("pthread_cleanup_push($gone, NULL);", ["pthread_testcancel();"], "pthread_cleanup_pop(1);")]])

    def set_up(self, name, choices):
        if name not in [s[0] for s in self.setup]:
            self.setup.append((name, [self.rng.choice(choices)]))

    def specific(self):
        self.set_up("key", [f"pthread_key_create(&$key, {what});" for what in ("NULL", "$gone", "free")])
        return self.rng.choice([["pthread_setspecific($key, malloc(2));"], ["pthread_setspecific($key, NULL);"],
                                ["p0 = pthread_getspecific($key);"], ["$result = pthread_getspecific($key);"]])

    def robust(self):
        self.set_up("robust", ["{ pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, "
                               "PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&$robust, &a); }"])
        return self.rng.choice([["r0 = pthread_mutex_lock(&$robust) & 7;"],
                                ["r1 = pthread_mutex_trylock(&$robust) & 7;"],
                                ["r1 = pthread_mutex_lock(&$robust) & 7;", "pthread_mutex_unlock(&$robust);"]])

    def result(self):
        """Memory that is passed on, or lost."""
        return self.rng.choice([["$result = malloc(3);"], ["free($result);", "$result = NULL;"],
                                ["p0 = malloc(sizeof *p0);"],
                                ["q = calloc(1, 4);", "$ip = q;"], ["q = $ip;", "$ip = NULL;"],
                                [when(self.cond(), ["pthread_exit(malloc(5));"])], ["$result = NULL;"]])

    def exit(self):
        call = self.rng.choice(["exit(0);", "_Exit(0);", "pthread_exit(NULL);"])
        return [f"{self.reg()} = (int){self.place()};", when(self.cond(), [call])] if self.chance(50) else self.scalar()

    # ---- programs ----

    def claim(self):
        """An assertion over what was read or what is shared."""
        kind = self.rng.randrange(5)
        if kind == 0:
            return [f"{self.reg()} = (int){self.place()};", f"assert({self.reg()} != {self.rng.randrange(3, 8)});"]
        if kind == 1:
            return [f"assert({self.place()} <= {self.place()} + {self.rng.randrange(3, 8)});"]
        if kind == 2:
            return [within("$m0", [f"assert($d0 != {self.rng.randrange(2, 8)});"])]
        if kind == 3:
            return [f"assert(r0 + r1 + r2 != {self.rng.randrange(6, 20)});"]
        return [f"assert({self.place()} * 2 + {self.rng.choice(self.atomics)} != {self.rng.randrange(9, 22)});"]

    def statements(self, count):
        out = []
        for _ in range(count):
            out += self.rng.choice(self.families)()
        if self.chance(20):
            out[len(out):] = self.claim()
        return out

    def thread(self, name, count):
        body = self.statements(count)
        if self.chance(60):
            index = self.rng.choice(["me & 3", name[2:]])
            body.append(f"$out[{index}] = r0 + 2 * r1 + 4 * r2;")
        return {"name": name, "body": body}

    def start(self, k, name, body):
        """Starts thread k; what follows, until it is joined, is the body."""
        create = f"pthread_create(&id[{k}], NULL, {name}, (void *){k}L);"
        if self.chance(8):
            return [f"pthread_create(&{self.rng.choice(['$h0', '$h1'])}, NULL, {name}, (void *){k}L);", *body]
        if self.may_cancel and self.chance(40):
            return [(create, body,
                     f"pthread_cancel(id[{k}]); pthread_join(id[{k}], &$result); $out[{k}] += $result == "
                     f"PTHREAD_CANCELED; $result = NULL;")]
        if self.chance(92):
            return [(create, body, f"pthread_join(id[{k}], NULL);")]
        return [create, *([f"pthread_detach(id[{k}]);"] if self.chance(50) else []), *body]

    def final_claim(self):
        shared = self.rng.sample(self.places, min(2, len(self.places))) + self.rng.sample(self.atomics, 1)
        shared += self.rng.sample(["$d0", "$d1", "$count", "$out[0]", "$out[1]"], 1)
        if self.unread in self.families:
            shared += ["$u0", "$u1"]
        total = " + ".join(f"{self.rng.randrange(1, 4)} * {name}" for name in shared)
        return [f"assert((({total}) & {self.rng.choice([7, 7, 15])}) != {self.rng.randrange(0, 8)});"]

    def invariant(self):
        """What must hold in every state: something that often, but not always, does."""
        names = self.rng.sample([*self.places, *self.atomics, "$d0", "$d1", "$count", "$out[0]", "$out[1]"],
                                self.rng.choice([1, 2, 2, 3]))
        total = " + ".join(f"{self.rng.randrange(1, 4)} * (int){name}" for name in names)
        return f"(({total}) & {self.rng.choice([7, 15, 31])}) != {self.rng.randrange(1, 12)}"

    def program(self):
        rng = self.rng
        if self.is_equal or (not self.may_cancel and not self.meets and self.chance(15)):
            bodies, main = self.equals()
            return self.whole(bodies, main + (self.final_claim() if self.chance(80) else []), [])
        nthreads, size = rng.choice([(2, (3, 7)), (2, (3, 6)), (3, (2, 4)), (3, (1, 4)), (4, (1, 3))])
        is_joined_inside = self.inside in self.families and self.chance(60)
        if is_joined_inside:
            nthreads, size = rng.choice([(2, (0, 2)), (3, (0, 2)), (3, (0, 1)), (4, (0, 1))])
        bodies = [self.thread(f"$t{k}", rng.randrange(*size)) for k in range(nthreads)]
        names = [t["name"] for t in bodies]
        if self.chance(30):  # two threads of the same function
            names[-1] = names[0]
            bodies.pop()
        elif nthreads > 2 and self.chance(20):  # the last thread is started by the first
            starter = "pthread_create(&child, NULL, $t%d, (void *)3L);" % (nthreads - 1)
            at = rng.randrange(len(bodies[0]["body"]) + 1)
            rest = bodies[0]["body"][at:]
            bodies[0]["body"][at:] = [(starter, rest,
                                       "pthread_join(child, NULL);")] if self.chance(80) else [starter, *rest]
            names.pop()
        meeting = self.meet_all(bodies, nthreads) if self.meets else []
        main = self.statements(rng.randrange(2)) if self.chance(40) else []
        if names.count(bodies[0]["name"]) == 1 and self.chance(12):
            main += self.retires(bodies[0]["body"])
        if is_joined_inside:
            main += self.joined_inside(bodies, names[:1] * len(names) if self.chance(30) else names)
        else:
            for k in reversed(range(len(names))):
                main = self.start(k, names[k], main)
        if self.chance(80):
            main += self.final_claim()
        return self.whole(bodies, main, meeting)

    def whole(self, bodies, main, meeting):
        for name, lines in self.setup:
            main = lines + main
        main = meeting + main
        if self.chance(10):
            main = self.statements(1) + main
        if any("$spin" in t for t in flat(bodies)):
            main = ["pthread_spin_init(&$spin, 0);"] + main
        return {"threads": bodies, "main": main, "invariant": self.invariant() if self.chance(50) else None}


def flat(threads):
    for t in threads:
        yield "\n".join(lines_of(t["body"], 0))


def merged(name, own):
    """The words of every part. Helpers may use those of an earlier part."""
    out = dict(own)
    for part in PARTS:
        assert not set(out) & set(getattr(part, name)), part
        out.update(getattr(part, name))
    return out


WORDS = Words(HEAD.replace("volatile int program_number",
                           "".join(part.HEAD for part in PARTS).lstrip() + "volatile int program_number"),
              merged("GLOBALS", GLOBALS), merged("HELPERS", HELPERS), merged("LOCALS", LOCALS))
