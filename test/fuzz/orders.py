# SPDX-License-Identifier: Apache-2.0
"""Small programs with atomics of all memory orders, and their data races by definition: every interleaving is run to
its end, happens-before is computed from it as C11 5.1.2.4 words it (release sequences, synchronises-with by atomics
and by fences, transitive closure), and two conflicting accesses that it leaves unordered are a race. Nothing is kept
from one interleaving to the next, nor computed while it runs, so this has nothing in common with the machine's way.

A program is threads of statements; main starts them, joins the first, does statements of its own and joins the others.
Values are 0 to 3. r is a register of the thread, p its pointer.

    ("load", r, name, order)            ("store", name, value, order)
    ("rmw", r, name, op, value, order)  ("cas", r, name, expected, value, success, failure)
    ("fence", order)                    ("lock",) ("unlock",)  ("trylock", r)      r is 1 if it has the lock
    ("rdlock",) ("rdunlock",) ("wrlock",) ("wrunlock",)
    ("post",)                           ("trywait", r)         of a semaphore     r is 1 if it was positive
    ("new", how, value)                 p is a new block with this value: of malloc, of calloc (0), or of realloc
    ("give", order)                     slot = p        ("take", order)      p = slot
    ("swap", order)                     p = exchange(slot, NULL)
    ("cell-load", r)                    ("cell-store", value)                 if p is not null
    ("if", r, value, [..])              what is in it is done if r == value
    ("if-cell", [..])

order is None for plain accesses (of an atomic object too), "volatile" for volatile ones.
"""
PLAIN, ATOMICS, REGISTERS = ["x", "y"], ["a", "b"], ["r0", "r1"]
LOADS, STORES = ["relaxed", "acquire", "seq_cst", "consume"], ["relaxed", "release", "seq_cst"]
ALL = ["relaxed", "acquire", "release", "acq_rel", "seq_cst"]
ACQUIRING, RELEASING = {"acquire", "acq_rel", "seq_cst", "consume"}, {"release", "acq_rel", "seq_cst"}
MOST_RUNS = 6000
# What happens before what comes after it.
ORDERING = {("unlock", "lock"), ("wrunlock", "wrlock"), ("wrunlock", "rdlock"), ("rdunlock", "wrlock"),
            ("post", "trywait")}


# ---- generation ----------------------------------------------------------------------------------

class Generator:
    def __init__(self, rng):
        self.rng = rng
        self.atomics = ATOMICS[:rng.randrange(1, 3)]
        self.plain = PLAIN[:rng.randrange(1, 3)]
        self.has_fences, self.has_heap = rng.randrange(2), rng.randrange(4) == 0
        self.has_lock, self.has_volatile = rng.randrange(3) == 0, rng.randrange(5) == 0
        self.has_rwlock, self.has_semaphore = rng.randrange(5) == 0, rng.randrange(5) == 0
        self.is_mixed = rng.randrange(6) == 0  # plain accesses to atomic objects
        # Mostly the orders of one family, so that programs come close to being right.
        strong = rng.randrange(3)
        self.loads = [["acquire", "consume", "seq_cst"], LOADS, ["relaxed"] * 2 + LOADS][strong]
        self.stores = [["release", "seq_cst"], STORES, ["relaxed"] * 2 + STORES][strong]
        # Or so that all depends on other synchronisation.
        self.is_focused = (self.has_rwlock or self.has_semaphore) and rng.randrange(3) > 0
        if self.is_focused:
            self.loads, self.stores = ["relaxed"], ["relaxed"]
            self.atomics, self.plain, self.has_fences = ATOMICS[:1], PLAIN[:1], 0

    def meeting(self):
        """Synchronisation beside the atomics, which may order what a relaxed flag does not."""
        kinds = [[("lock",), ("unlock",)]] if self.has_lock else []
        if self.has_rwlock:
            kinds += [[("rdlock",), ("rdunlock",)]] * 2 + [[("wrlock",), ("wrunlock",)]]
        kinds += [[("post",)], [("post",)], [("trywait", "r2")]] if self.has_semaphore else []
        return self.rng.choice(kinds) if kinds and self.rng.randrange(4) else []

    def publish(self):
        rng = self.rng
        out = [("store", rng.choice(self.plain), rng.randrange(1, 4), None)] + self.meeting()
        if self.has_fences and rng.randrange(2):
            out.append(("fence", rng.choice(ALL[1:])))
        a, order = rng.choice(self.atomics), rng.choice(self.stores)
        if rng.randrange(3) == 0:
            return out + [("rmw", "r1", a, rng.choice(["add", "exchange"]), 1, rng.choice([order, "acq_rel"]))]
        return out + [("store", a, 1, order)]

    def consume(self):
        rng = self.rng
        a, order = rng.choice(self.atomics), rng.choice(self.loads)
        read = ("load", "r0", a, order)
        if rng.randrange(4) == 0:
            read = ("rmw", "r0", a, "add", rng.randrange(2), rng.choice(ALL))
        body = self.meeting() + [self.plain_access()]
        if self.has_fences and rng.randrange(2):
            body.insert(0, ("fence", rng.choice(ALL[1:])))
        return [read, ("if", "r0", 1 if self.is_focused else rng.randrange(1, 3), body)]

    def plain_access(self):
        rng, name = self.rng, self.rng.choice(self.plain + (self.atomics if self.is_mixed else []))
        return rng.choice([("load", "r1", name, None), ("store", name, rng.randrange(1, 4), None)])

    def atomic_access(self):
        rng, a = self.rng, self.rng.choice(self.atomics)
        kind = rng.randrange(4)
        if kind == 0:
            return ("store", a, rng.randrange(1, 3), rng.choice(self.stores))
        if kind == 1:
            return ("load", "r1", a, rng.choice(self.loads))
        if kind == 2:
            return ("rmw", "r1", a, rng.choice(["add", "exchange"]), rng.randrange(1, 3), rng.choice(ALL))
        return ("cas", "r1", a, rng.randrange(2), rng.randrange(1, 3), rng.choice(ALL), rng.choice(LOADS[:3]))

    def heap(self):
        rng = self.rng
        use = rng.choice([("cell-load", "r1"), ("cell-store", 2)])
        if rng.randrange(2):
            how = rng.choice(["malloc", "calloc", "realloc"])
            new = ("new", how, 0 if how == "calloc" else 1)
            return [new] + ([("fence", rng.choice(ALL[1:]))] if self.has_fences else []) + \
                   [("give", rng.choice(self.stores))] + ([use] if rng.randrange(4) == 0 else [])
        take = ("swap", rng.choice(ALL)) if rng.randrange(2) else ("take", rng.choice(self.loads))
        return [take, ("if-cell", ([("fence", rng.choice(ALL[1:]))] if self.has_fences else []) + [use])]

    def locked(self):
        """An access under the lock; or whether or not a try has got it."""
        body = self.rng.choice([self.plain_access(), self.atomic_access()])
        if self.rng.randrange(3):
            return [("lock",), body, ("unlock",)]
        return [("trylock", "r2"), ("if", "r2", 1, [body, ("unlock",)]), ("if", "r2", 0, [self.plain_access()])]

    def rwlocked(self):
        how = self.rng.choice(["rd", "rd", "wr"])
        return [(how + "lock",), self.rng.choice([self.plain_access(), self.atomic_access()]), (how + "unlock",)]

    def semaphore(self):
        rng = self.rng
        if rng.randrange(2):
            return [("store", rng.choice(self.plain), rng.randrange(1, 4), None)] * rng.randrange(2) + [("post",)]
        return [("trywait", "r2"), ("if", "r2", rng.choice([0, 1, 1]), [self.plain_access()])]

    def statement(self):
        rng = self.rng
        kinds = ["publish", "consume", "consume", "atomic"]
        kinds += ["heap"] * 3 if self.has_heap else []
        kinds += ["locked"] if self.has_lock else []
        kinds += ["rwlocked"] * 2 if self.has_rwlock else []
        kinds += ["semaphore"] * 2 if self.has_semaphore else []
        kinds += ["volatile"] if self.has_volatile else []
        kinds += ["plain"] if rng.randrange(4) == 0 else []
        kind = rng.choice(["publish", "consume"] if self.is_focused else kinds)
        if kind == "volatile":
            return [rng.choice([("store", "v", 1, "volatile"), ("load", "r0", "v", "volatile")])]
        if kind == "plain":
            return [self.plain_access()]
        if kind == "atomic":
            return [self.atomic_access()]
        return {"publish": self.publish, "consume": self.consume, "heap": self.heap, "locked": self.locked,
                "rwlocked": self.rwlocked, "semaphore": self.semaphore}[kind]()

    def thread(self, n):
        out = []
        for _ in range(n):
            out += self.statement()
        return out

    def program(self):
        rng = self.rng
        n = rng.choice([2, 2, 3])
        threads = [self.thread(rng.randrange(1, 3 if n == 3 else 4)) for _ in range(n)]
        main = self.thread(1) if rng.randrange(3) == 0 else []
        return {"threads": threads, "main": main, "volatile": self.has_volatile}


def generate(rng):
    """One with few enough interleavings."""
    while True:
        program = Generator(rng).program()
        if has_race(program) is not None:
            return program


# ---- C text --------------------------------------------------------------------------------------

HEAD = """// SPDX-License-Identifier: Apache-2.0
// generated: {title}
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static int x, y;
static volatile int v;
static atomic_int a, b;
static _Atomic(int *) slot;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;
"""


def order_name(order):
    return f"memory_order_{order}"


def c_place(name):
    return f"*(int *)&{name}" if name in ATOMICS else name


def c_lines(statements, indent):
    out = []
    for s in statements:
        out += [" " * indent + line for line in c_statement(s)]
    return out


def c_statement(s):
    kind = s[0]
    if kind == "load":
        return [f"{s[1]} = {c_place(s[2])};" if s[3] in (None, "volatile") else
                f"{s[1]} = atomic_load_explicit(&{s[2]}, {order_name(s[3])});"]
    if kind == "store":
        return [f"{c_place(s[1])} = {s[2]};" if s[3] in (None, "volatile") else
                f"atomic_store_explicit(&{s[1]}, {s[2]}, {order_name(s[3])});"]
    if kind == "rmw":
        name = {"add": "atomic_fetch_add", "exchange": "atomic_exchange"}[s[3]]
        return [f"{s[1]} = {name}_explicit(&{s[2]}, {s[4]}, {order_name(s[5])});"]
    if kind == "cas":
        return ["{", f"    int expected = {s[3]};",
                f"    {s[1]} = atomic_compare_exchange_strong_explicit(&{s[2]}, &expected, {s[4]}, {order_name(s[5])},"
                f" {order_name(s[6])});", "}"]
    if kind == "fence":
        return [f"atomic_thread_fence({order_name(s[1])});"]
    if kind in ("lock", "unlock"):
        return [f"pthread_mutex_{kind}(&m);"]
    if kind == "trylock":
        return [f"{s[1]} = pthread_mutex_trylock(&m) == 0;"]
    if kind in ("rdlock", "wrlock"):
        return [f"pthread_rwlock_{kind}(&l);"]
    if kind in ("rdunlock", "wrunlock"):
        return ["pthread_rwlock_unlock(&l);"]
    if kind == "post":
        return ["sem_post(&s);"]
    if kind == "trywait":
        return [f"{s[1]} = sem_trywait(&s) == 0;"]
    if kind == "new":
        if s[1] == "calloc":
            return ["p = calloc(1, sizeof *p);"]
        return ["p = malloc(sizeof *p);", f"*p = {s[2]};"] + ["p = realloc(p, 2 * sizeof *p);"] * (s[1] == "realloc")
    if kind == "give":
        return [f"atomic_store_explicit(&slot, p, {order_name(s[1])});"]
    if kind == "take":
        return [f"p = atomic_load_explicit(&slot, {order_name(s[1])});"]
    if kind == "swap":
        return [f"p = atomic_exchange_explicit(&slot, NULL, {order_name(s[1])});"]
    if kind == "cell-load":
        return [f"{s[1]} = p ? *p : 0;"]
    if kind == "cell-store":
        return ["if (p)", f"    *p = {s[1]};"]
    head = f"if ({s[1]} == {s[2]}) {{" if kind == "if" else "if (p) {"
    return [head] + c_lines(s[-1], 4) + ["}"]


LOCALS = ["    int r0 = 0, r1 = 0, r2 = 0, *p = NULL;"]
UNUSED = ["    (void)r0, (void)r1, (void)r2, (void)p;"]


def c_text(program, title):
    out, n = [HEAD.format(title=title)], len(program["threads"])
    for t, statements in enumerate(program["threads"]):
        out += [f"static void *thread{t}(void *unused) {{"] + LOCALS + c_lines(statements, 4) + UNUSED
        out += ["    return unused;", "}", ""]
    out += ["int main(void) {", f"    pthread_t thread[{n}];"] + LOCALS
    out += [f"    pthread_create(&thread[{t}], NULL, thread{t}, NULL);" for t in range(n)]
    out += ["    pthread_join(thread[0], NULL);"] + c_lines(program["main"], 4) + UNUSED
    out += [f"    pthread_join(thread[{t}], NULL);" for t in range(1, n)]
    return "\n".join(out + ["    return 0;", "}", ""])


# ---- all interleavings ---------------------------------------------------------------------------

class Event:
    """One operation of a run; `source` of a read is the event that wrote what it reads."""

    def __init__(self, thread, kind, place, order):
        self.thread, self.kind, self.place, self.order, self.source = thread, kind, place, order, None
        self.reads, self.writes = kind in ("read", "update"), kind in ("write", "update")
        self.is_atomic = order not in (None,)


def flatten(statements):
    """Statements with jumps instead of blocks: ("skip-unless", test, how many)."""
    out = []
    for s in statements:
        if s[0] in ("if", "if-cell"):
            body = flatten(s[-1])
            out += [("skip-unless", s[:-1], len(body))] + body
        elif s[0] in ("cell-load", "cell-store"):
            out += [("skip-unless", ("if-cell",), 1), s]
        else:
            out.append(s)
    return out


class Run:
    """A state of one interleaving, with all that happened in it."""

    def __init__(self, code):
        self.code, n = code, len(code)
        self.pc, self.regs = [0] * n, [{"r0": 0, "r1": 0, "r2": 0, "p": None} for _ in range(n)]
        self.memory, self.writer, self.owner, self.events, self.cells = {}, {}, None, [], 0
        self.readers, self.is_written, self.posts = 0, False, 0

    def copy(self):
        new = Run.__new__(Run)
        new.code, new.pc, new.regs = self.code, list(self.pc), [dict(r) for r in self.regs]
        new.memory, new.writer, new.owner = dict(self.memory), dict(self.writer), self.owner
        new.events, new.cells = list(self.events), self.cells
        new.readers, new.is_written, new.posts = self.readers, self.is_written, self.posts
        return new

    def settle(self, t):
        """Does what nobody can notice."""
        code = self.code[t]
        while self.pc[t] < len(code) and code[self.pc[t]][0] == "skip-unless":
            _, test, n = code[self.pc[t]]
            regs = self.regs[t]
            goes_in = regs["p"] is not None if test[0] == "if-cell" else regs[test[1]] == test[2]
            self.pc[t] += 1 if goes_in else 1 + n

    def can_go(self, t):
        self.settle(t)
        if self.pc[t] >= len(self.code[t]):
            return False
        if t == len(self.code) - 1 and self.pc[0] < len(self.code[0]):
            return False  # main waits for the first thread
        kind = self.code[t][self.pc[t]][0]
        if kind in ("rdlock", "wrlock"):
            return not self.is_written and (kind == "rdlock" or not self.readers)
        return kind != "lock" or self.owner is None

    def note(self, t, kind, place=None, order=None):
        e = Event(t, kind, place, order)
        self.events.append(e)
        return e

    def read(self, t, place, order, kind="read"):
        e = self.note(t, kind, place, order)
        e.source = self.writer.get(place)
        return e, self.memory.get(place, 0)

    def write(self, e, value):
        self.memory[e.place], self.writer[e.place] = value, e

    def step(self, t):
        s, regs = self.code[t][self.pc[t]], self.regs[t]
        self.pc[t] += 1
        kind = s[0]
        if kind == "load":
            _, regs[s[1]] = self.read(t, s[2], s[3])
        elif kind == "store":
            self.write(self.note(t, "write", s[1], s[3]), s[2])
        elif kind == "rmw":
            e, old = self.read(t, s[2], s[5], "update")
            self.write(e, old + s[4] if s[3] == "add" else s[4])
            regs[s[1]] = old
        elif kind == "cas":
            is_equal = self.memory.get(s[2], 0) == s[3]
            e, _ = self.read(t, s[2], s[5] if is_equal else s[6], "update" if is_equal else "read")
            if is_equal:
                self.write(e, s[4])
            regs[s[1]] = int(is_equal)
        elif kind == "fence":
            self.note(t, "fence", None, s[1])
        elif kind in ("lock", "unlock"):
            self.owner = t if kind == "lock" else None
            self.note(t, kind)
        elif kind == "trylock":
            regs[s[1]] = int(self.owner is None)
            if self.owner is None:
                self.owner = t
                self.note(t, "lock")
        elif kind in ("rdlock", "rdunlock"):
            self.readers += 1 if kind == "rdlock" else -1
            self.note(t, kind)
        elif kind in ("wrlock", "wrunlock"):
            self.is_written = kind == "wrlock"
            self.note(t, kind)
        elif kind == "post":
            self.posts += 1
            self.note(t, kind)
        elif kind == "trywait":
            regs[s[1]] = int(self.posts > 0)
            if self.posts:
                self.posts -= 1
                self.note(t, kind)
        elif kind == "new":
            self.cells += 1
            regs["p"] = f"cell{self.cells}"
            self.write(self.note(t, "write", regs["p"], None), s[2])
        elif kind == "give":
            self.write(self.note(t, "write", "slot", s[1]), regs["p"])
        elif kind == "take":
            _, regs["p"] = self.read(t, "slot", s[1])
            regs["p"] = regs["p"] or None
        elif kind == "swap":
            e, old = self.read(t, "slot", s[1], "update")
            self.write(e, None)
            regs["p"] = old or None
        elif kind == "cell-load":
            _, regs[s[1]] = self.read(t, regs["p"], None)
        else:
            assert kind == "cell-store", kind
            self.write(self.note(t, "write", regs["p"], None), s[1])


def has_race(program):
    """None: there are too many interleavings to know."""
    code = [flatten(s) for s in program["threads"]] + [flatten(program["main"])]
    todo, runs, found = [Run(code)], 0, False
    while todo:
        run = todo.pop()
        able = [t for t in range(len(code)) if run.can_go(t)]
        if not able:
            runs += 1
            if runs > MOST_RUNS:
                return None
            found = found or is_racy(run.events, len(code) - 1)
            continue
        for t in able:
            following = run.copy()
            following.step(t)
            todo.append(following)
    return found


# ---- happens-before, by definition ---------------------------------------------------------------

def release_sequence(events, head):
    """The writes of the release sequence that `head` begins, or would if it were a release."""
    out, rest = {head}, events[events.index(head) + 1:]
    for e in rest:
        if e.writes and e.place == head.place:
            goes_on = e.is_atomic and (e.kind == "update" or e.thread == head.thread)
            if not goes_on:
                break
            out.add(e)
    return out


def synchronises(events):
    """All pairs of which the first synchronises with the second."""
    place_of = {e: k for k, e in enumerate(events)}
    out = []
    heads = [e for e in events if e.writes and e.is_atomic]
    readers = [e for e in events if e.reads and e.is_atomic]

    def fences(test, orders):
        return [f for f in events if f.kind == "fence" and f.order in orders and test(f)]

    for x in heads:
        sequence = release_sequence(events, x)
        # who releases: x itself, or a fence before it in its thread
        releasing = ([x] if x.order in RELEASING else []) + fences(
            lambda f, x=x: f.thread == x.thread and place_of[f] < place_of[x], RELEASING)
        for y in readers:
            if y.source not in sequence or y is x:
                continue
            acquiring = ([y] if y.order in ACQUIRING else []) + fences(
                lambda f, y=y: f.thread == y.thread and place_of[f] > place_of[y], ACQUIRING)
            out += [(a, b) for a in releasing for b in acquiring]
    out += [(a, b) for k, a in enumerate(events) for b in events[k + 1:] if (a.kind, b.kind) in ORDERING]
    return out


def is_racy(events, main):
    """Whether two conflicting accesses of a run are not ordered. main comes after the first thread."""
    n = len(events)
    place_of = {e: k for k, e in enumerate(events)}
    before = [0] * n  # bit k of before[i]: event k happens before event i
    edges = [(place_of[a], place_of[b]) for a, b in synchronises(events)]
    for i, e in enumerate(events):
        sources = [a for a, b in edges if b == i]
        sources += [k for k in range(i) if events[k].thread == e.thread]
        if e.thread == main:
            sources += [k for k in range(i) if events[k].thread == 0]
        for k in sources:
            assert k < i
            before[i] |= 1 << k | before[k]
    for i, e in enumerate(events):
        for k in range(i):
            f = events[k]
            if e.place is not None and e.place == f.place and e.thread != f.thread and (e.writes or f.writes) and \
                    not (e.is_atomic and f.is_atomic) and not before[i] >> k & 1:
                return True
    return False


# ---- shrinking -----------------------------------------------------------------------------------

LOCKING = {"lock", "unlock", "trylock", "rdlock", "rdunlock", "wrlock", "wrunlock"}


def is_locking(s):
    return s[0] in LOCKING or (isinstance(s[-1], list) and any(is_locking(x) for x in s[-1]))


def smaller(statements):
    """Locks go together, with what is done if a lock was got."""
    for k, s in enumerate(statements):
        if is_locking(s):
            yield [x for x in statements if not is_locking(x)]
            continue
        yield statements[:k] + statements[k + 1:]
        if isinstance(s[-1], list):
            yield statements[:k] + s[-1] + statements[k + 1:]
            for body in smaller(s[-1]):
                yield statements[:k] + [s[:-1] + (body,)] + statements[k + 1:]


def smaller_programs(program):
    for t, statements in enumerate(program["threads"]):
        for candidate in smaller(statements):
            yield {**program, "threads": program["threads"][:t] + [candidate] + program["threads"][t + 1:]}
    for candidate in smaller(program["main"]):
        yield {**program, "main": candidate}
