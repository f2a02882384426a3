# SPDX-License-Identifier: Apache-2.0
"""Small concurrent programs as data: a random generator, their C text, and an explorer that tries every interleaving
by brute force. The explorer knows nothing of heddle, so it is a second witness for its verdicts.

A program is threads of statements (tuples, the kind first). Registers are the locals r0..r3 (small numbers) and
p0, p1 (pointers to cells). Every statement does the shared accesses that its C text does, in the same order:

    ("load", r, place)            ("store", place, expr)          ("add", place, number)   load, then store
    ("rmw", r, atomic, op, expr)  ("cas", r, atomic, expr, expr)  ("lock", m) ("unlock", m) ("trylock", r, m)
    ("if", cond, [..], [..])      ("repeat", n, [..])             ("await", place, number) spins on a load
    ("assert", cond)              ("choose", r, n)                ("set", r, expr)         ("atomic", [..])
    ("new", p, expr)              ("publish", slot, p)            ("take", p, slot)        plain load of the slot
    ("exchange", p, slot, q)      ("cell-load", r, p)             ("cell-store", p, expr)  ("free", p)
    ("if-cell", p, [..])

expr is (op, a, b) with op in + - * ^ and a, b registers or numbers, reduced to 3 bits; cond is (relation, a, b).
"""
PLACES = ["x0", "x1", "x2", "pair.a", "pair.b", "array[0]", "array[1]", "array[2]"]
ATOMICS = ["c0", "c1"]
MUTEXES = ["m0", "m1"]
SLOTS = ["slot0", "slot1"]  # slot1 is atomic
REGISTERS = ["r0", "r1", "r2", "r3"]
POINTERS = ["p0", "p1"]
NAMES = PLACES + ATOMICS + SLOTS


# ---- generation ----------------------------------------------------------------------------------

class Weaver:
    def __init__(self, rng):
        self.rng = rng
        # A program uses few of the things there are, so that threads meet.
        self.places = rng.sample(PLACES, rng.randrange(1, 4))
        self.atomics = rng.sample(ATOMICS, rng.randrange(1, 3))
        self.mutexes = MUTEXES[:rng.randrange(1, 3)]
        self.kinds = ["load", "store", "add", "rmw", "cas", "if", "locked", "set"]
        for extra in (["heap"] * 9, ["choose"], ["await"], ["assert"], ["repeat"], ["atomic"], ["trylock"],
                      ["crossed"] * 2):
            if rng.randrange(100) < 45:
                self.kinds += extra

    def operand(self):
        return self.rng.choice(REGISTERS) if self.rng.randrange(2) else self.rng.randrange(4)

    def expr(self):
        return (self.rng.choice("++-*^"), self.operand(), self.operand())

    def cond(self):
        return (self.rng.choice(["==", "!=", "<", "<="]), self.rng.choice(REGISTERS), self.operand())

    def place(self):
        return self.rng.choice(self.places + self.atomics)

    def statements(self, count, depth):
        out = []
        for _ in range(count):
            out += self.statement(depth)
        return out

    def statement(self, depth):
        rng, kind = self.rng, self.rng.choice(self.kinds)
        reg = rng.choice(REGISTERS)
        if kind == "store":
            return [("store", self.place(), self.expr())]
        if kind == "add":
            return [("add", rng.choice(self.places), rng.randrange(1, 4))]
        if kind == "rmw":
            return [("rmw", reg, rng.choice(self.atomics), rng.choice(["add", "xor", "exchange"]), self.expr())]
        if kind == "cas":
            return [("cas", reg, rng.choice(self.atomics), self.expr(), self.expr())]
        if kind == "set":
            return [("set", reg, self.expr())]
        if kind == "choose":
            return [("choose", reg, 2)]
        if kind == "assert":
            return [("load", reg, self.place()), ("assert", ("!=", reg, rng.randrange(5)))]
        if kind == "heap":
            return self.heap_statement(depth)
        if depth > 0:
            nested = self.nested(kind, depth)
            if nested:
                return nested
        return [("load", reg, self.place())]

    def nested(self, kind, depth):
        rng = self.rng
        if kind == "if":
            place = self.place()
            return [("load", "r0", place), ("if", self.cond(), self.statements(1, depth - 1),
                                            self.statements(rng.randrange(2), depth - 1))]
        if kind == "locked":
            m = rng.choice(self.mutexes)
            body = self.statements(rng.randrange(1, 3), 0)
            return [("lock", m), *body] + ([] if rng.randrange(25) == 0 else [("unlock", m)])
        if kind == "crossed" and len(self.mutexes) == 2:
            a, b = rng.sample(MUTEXES, 2) if rng.randrange(2) else MUTEXES
            return [("lock", a), ("lock", b), *self.statements(1, 0), ("unlock", b), ("unlock", a)]
        if kind == "trylock":
            m = rng.choice(self.mutexes)
            return [("trylock", "r3", m), ("if", ("==", "r3", 1), [*self.statements(1, 0), ("unlock", m)], [])]
        if kind == "repeat":
            return [("repeat", 2, self.statements(1, 0))]
        if kind == "await":
            return [("await", rng.choice(self.atomics), rng.randrange(3))]
        if kind == "atomic":
            body = [s for s in self.statements(2, 0) if s[0] in ("load", "store", "add", "set")]
            if body and rng.randrange(3) == 0:
                body.insert(rng.randrange(len(body) + 1), ("choose", rng.choice(REGISTERS), 2))
            return [("atomic", body)] if body else None
        return None

    def heap_statement(self, depth):
        rng, p, slot = self.rng, self.rng.choice(POINTERS), self.rng.choice(SLOTS)
        kind = rng.randrange(4)
        if kind == 0:
            return [("new", p, self.expr()), ("publish", slot, p)]
        if kind == 1:
            take = ("exchange", p, "slot1", None) if slot == "slot1" else ("take", p, slot)
            body = [("cell-load", rng.choice(REGISTERS), p)] + ([("free", p)] if rng.randrange(2) else [])
            return [take, ("if-cell", p, body)]
        if kind == 2:
            return [("new", p, self.expr()), ("exchange", "p1" if p == "p0" else "p0", "slot1", p)]
        return [("take", p, slot), ("if-cell", p, [("cell-store", p, self.expr())])]

    def program(self):
        rng = self.rng
        if rng.randrange(2):
            threads = [self.statements(rng.randrange(3, 7), 1) for _ in range(2)]
        else:
            threads = [self.statements(rng.randrange(2, 4), 1) for _ in range(3)]
        # What main asserts at the end: a sum over the shared variables is not `unwanted`.
        weights = {name: rng.randrange(1, 4) for name in self.places + self.atomics}
        program = {"threads": threads, "weights": weights, "unwanted": None, "registers": rng.randrange(2)}
        return {**program, "unwanted": self.unwanted(program)}

    def unwanted(self, program):
        """The sum that the fewest final states have, so that a search that misses interleavings is likely to miss it;
        or one that no final state has."""
        totals = Explorer(program, 20000).explore().totals
        never = [k for k in range(8) if k not in totals]
        if totals and self.rng.randrange(100) < 50:
            return min(sorted(totals), key=totals.get)
        return self.rng.choice(never) if never else None


# ---- C text --------------------------------------------------------------------------------------

HEAD = """// SPDX-License-Identifier: Apache-2.0
// generated: {title}
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct cell {{
    int v;
}};
static int x0;
static volatile unsigned char x1;
static short x2;
static struct {{
    char a;
    int b;
}} pair;
static int array[3];
static atomic_int c0;
static atomic_uchar c1;
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
static struct cell *slot0;
static _Atomic(struct cell *) slot1;
static int results[3];
"""


def c_expr(e):
    return f"(({e[1]} {e[0]} {e[2]}) & 7)"


def c_cond(c):
    return f"{c[1]} {c[0]} {c[2]}"


def c_lines(statements, indent):
    out = []
    for s in statements:
        out += [" " * indent + line for line in c_statement(s)]
    return out


def c_block(head, body):
    return [head + " {"] + c_lines(body, 4) + ["}"]


def c_statement(s):
    kind = s[0]
    if kind == "load":
        return [f"{s[1]} = {s[2]};"]
    if kind == "store":
        return [f"{s[1]} = {c_expr(s[2])};"]
    if kind == "add":
        return [f"{s[1]} = ({s[1]} + {s[2]}) & 7;"]
    if kind == "rmw":
        name = {"add": "atomic_fetch_add", "xor": "atomic_fetch_xor", "exchange": "atomic_exchange"}[s[3]]
        return [f"{s[1]} = {name}(&{s[2]}, {c_expr(s[4])}) & 7;"]
    if kind == "cas":
        old = "unsigned char" if s[2] == "c1" else "int"
        return ["{", f"    {old} expected = {c_expr(s[3])};",
                f"    {s[1]} = atomic_compare_exchange_strong(&{s[2]}, &expected, {c_expr(s[4])});", "}"]
    if kind == "lock":
        return [f"pthread_mutex_lock(&{s[1]});"]
    if kind == "unlock":
        return [f"pthread_mutex_unlock(&{s[1]});"]
    if kind == "trylock":
        return [f"{s[1]} = pthread_mutex_trylock(&{s[2]}) == 0;"]
    if kind == "if":
        lines = c_block(f"if ({c_cond(s[1])})", s[2])
        return lines[:-1] + ["} else {"] + c_lines(s[3], 4) + ["}"] if s[3] else lines
    if kind == "repeat":
        return c_block(f"for (int i = 0; i < {s[1]}; i++)", s[2])
    if kind == "await":
        return [f"while ({s[1]} != {s[2]}) {{", "}"]
    if kind == "assert":
        return [f"assert({c_cond(s[1])});"]
    if kind == "choose":
        return [f"{s[1]} = heddle_choose({s[2]});"]
    if kind == "set":
        return [f"{s[1]} = {c_expr(s[2])};"]
    if kind == "atomic":
        return ["heddle_atomic_begin();"] + c_lines(s[1], 0) + ["heddle_atomic_end();"]
    if kind == "new":
        return [f"{s[1]} = malloc(sizeof *{s[1]});", f"{s[1]}->v = {c_expr(s[2])};"]
    if kind == "publish":
        return [f"{s[1]} = {s[2]};"]
    if kind == "take":
        return [f"{s[1]} = {s[2]};"]
    if kind == "exchange":
        return [f"{s[1]} = atomic_exchange(&{s[2]}, {s[3] or 'NULL'});"]
    if kind == "cell-load":
        return [f"{s[1]} = {s[2]}->v;"]
    if kind == "cell-store":
        return [f"{s[1]}->v = {c_expr(s[2])};"]
    if kind == "free":
        return [f"free({s[1]});"]
    assert kind == "if-cell", kind
    return c_block(f"if ({s[1]})", s[2])


def c_text(program, title):
    out = [HEAD.format(title=title)]
    for t, statements in enumerate(program["threads"]):
        out += [f"static void *thread{t}(void *unused) {{", "    int r0 = 0, r1 = 0, r2 = 0, r3 = 0;",
                "    struct cell *p0 = NULL, *p1 = NULL;"]
        out += c_lines(statements, 4)
        out += [f"    results[{t}] = {'r0 + 2 * r1 + 4 * r2 + r3' if program['registers'] else '0'};",
                "    (void)r0, (void)r1, (void)r2, (void)r3, (void)p0, (void)p1;",
                "    return unused;", "}", ""]
    n = len(program["threads"])
    total = " + ".join([f"{w} * {name}" for name, w in program["weights"].items()] +
                       [f"results[{t}]" for t in range(n)])
    out += ["int main(void) {", f"    pthread_t thread[{n}];"]
    out += [f"    pthread_create(&thread[{t}], NULL, thread{t}, NULL);" for t in range(n)]
    out += [f"    pthread_join(thread[{t}], NULL);" for t in range(n)]
    out += [f"    int total = ({total}) & 7;"]
    out += ["    (void)total;" if program["unwanted"] is None else f"    assert(total != {program['unwanted']});",
            "    return 0;", "}", ""]
    return "\n".join(out)


# ---- explorer ------------------------------------------------------------------------------------
# A thread is a list of instructions (kind, ...) with jumps. One step: the visible instruction at the thread's pc, then
# all that follow up to the next visible one. A state is a tuple and is never changed.

VISIBLE = {"load", "store", "rmw", "cas", "lock", "unlock", "trylock", "choose", "exchange", "cell-load", "cell-store",
           "free",
           "atomic-begin"}


class Fault(Exception):
    pass


def compile_thread(statements, counters):
    code = []

    def emit(*instruction):
        code.append(list(instruction))
        return len(code) - 1

    def block(body):
        for s in body:
            one(s)

    def one(s):
        kind = s[0]
        if kind == "add":
            emit("load", "t", s[1])
            emit("store", s[1], ("+", "t", s[2]))
        elif kind in ("if", "if-cell"):
            test = emit("jump-unless", s[1] if kind == "if" else ("cell", s[1]), None)
            block(s[2])
            if kind == "if" and s[3]:
                skip = emit("jump", None)
                code[test][2] = len(code)
                block(s[3])
                code[skip][1] = len(code)
            else:
                code[test][2] = len(code)
        elif kind == "repeat":
            for _ in range(s[1]):
                block(s[2])
        elif kind == "await":
            emit("load", "t", s[1])
            emit("jump-unless", ("==", "t", s[2]), len(code) - 1)
        elif kind == "atomic":
            emit("atomic-begin")
            block(s[1])
            emit("atomic-end")
        elif kind == "publish":
            emit("store", s[1], ("value", s[2]))
        elif kind == "take":
            emit("load", s[1], s[2])
        else:
            emit(*s)

    block(statements)
    emit("store", f"results[{counters}]", ("result",))
    return [tuple(i) for i in code]


class Explorer:
    """All states of a program. faults is the set of kinds of violation that some interleaving reaches."""

    def __init__(self, program, max_states):
        self.program = program
        self.code = [compile_thread(s, t) for t, s in enumerate(program["threads"])]
        self.names = NAMES + [f"results[{t}]" for t in range(len(self.code))]
        self.slot = {name: k for k, name in enumerate(self.names)}
        self.regs = REGISTERS + POINTERS + ["t"]
        self.reg = {name: k for k, name in enumerate(self.regs)}
        self.max_states, self.faults, self.is_complete, self.states = max_states, set(), True, 0
        self.has_race = False
        self.totals = {}  # sum that main looks at → number of final states

    def explore(self):
        n = len(self.code)
        start = {"pc": [0] * n, "regs": [[0] * len(self.regs) for _ in range(n)], "vars": [0] * len(self.names),
                 "owner": [None] * len(MUTEXES), "heap": [None]}  # heap[k]: value, or "freed"; pointer 0 is null
        for t in range(n):
            try:
                self.run_local(start, t)
            except Fault as fault:
                self.faults.add(fault.args[0])
                return self
        first = freeze(start)
        seen, todo = {first}, [first]
        while todo:
            state = todo.pop()
            for following in self.successors(state):
                if following not in seen:
                    if len(seen) >= self.max_states:
                        self.is_complete = False
                        return self
                    seen.add(following)
                    todo.append(following)
        self.states = len(seen)
        return self

    def successors(self, frozen):
        live = [t for t in range(len(self.code)) if frozen[0][t] < len(self.code[t])]
        if not live:
            self.final(frozen)
            return
        if self.has_deadlock(frozen):
            self.faults.add("deadlock")
            return
        self.has_race = self.has_race or self.races(frozen, live)
        for t in live:
            if self.waits_for(frozen, t) is not None:
                continue
            for alternative in range(self.alternatives(t, frozen[0][t])):
                state = thaw(frozen)
                try:
                    self.step(state, t, alternative)
                    yield freeze(state)
                except Fault as fault:
                    self.faults.add(fault.args[0])

    def alternatives(self, t, pc):
        """Of the choice at pc, or of the one in the section that begins there: it has at most one."""
        code = self.code[t]
        if code[pc][0] == "atomic-begin":
            while code[pc][0] not in ("choose", "atomic-end"):
                pc += 1
        return code[pc][2] if code[pc][0] == "choose" else 1

    def races(self, frozen, live):
        """Whether two threads are about to access the same memory, one of them writing, not both atomically."""
        nexts = [self.accesses(frozen, t) for t in live]
        for k, mine in enumerate(nexts):
            for theirs in nexts[k + 1:]:
                if any(a == b and (wa or wb) and not (aa and ab) for a, wa, aa in mine for b, wb, ab in theirs):
                    return True
        return False

    def accesses(self, frozen, t):
        """(where, is a write, is atomic) of each access of the next step of thread t."""
        state, out = thaw(frozen), []
        s = self.code[t][state["pc"][t]]
        if s[0] != "atomic-begin":
            return self.access(s, state["regs"][t], False)
        state["pc"][t] += 1
        while (s := self.code[t][state["pc"][t]])[0] != "atomic-end":
            out += self.access(s, state["regs"][t], True)
            self.execute(state, t, 0)
        return out

    def access(self, s, regs, in_section):
        kind = s[0]
        if kind in ("load", "store"):
            name = s[2] if kind == "load" else s[1]
            return [(name, kind == "store", in_section or name in ATOMICS or name == "slot1")]
        if kind in ("rmw", "cas", "exchange"):
            return [(s[2], True, True)]
        if kind in ("cell-load", "cell-store", "free"):
            at = regs[self.reg[s[2] if kind == "cell-load" else s[1]]]
            return [(("cell", at), kind != "cell-load", in_section)] if at else []
        return []

    def waits_for(self, frozen, t):
        """The thread that holds the mutex that t wants, or None if t can go on."""
        pc = frozen[0][t]
        if pc >= len(self.code[t]) or self.code[t][pc][0] != "lock":
            return None
        return frozen[3][MUTEXES.index(self.code[t][pc][1])]

    def has_deadlock(self, frozen):
        """A thread waits for one that has ended, or in a cycle."""
        for t in range(len(self.code)):
            met, at = set(), t
            while True:
                owner = self.waits_for(frozen, at)
                if owner is None:
                    break
                if owner in met or owner == t or frozen[0][owner] >= len(self.code[owner]):
                    return True
                met.add(owner)
                at = owner
        return False

    def final(self, frozen):
        program, values = self.program, frozen[2]
        total = sum(w * values[self.slot[name]] for name, w in program["weights"].items())
        total += sum(values[self.slot[f"results[{t}]"]] for t in range(len(self.code)))
        self.totals[total & 7] = self.totals.get(total & 7, 0) + 1
        if program["unwanted"] is not None and (total & 7) == program["unwanted"]:
            self.faults.add("assertion")

    # -- one step

    def value(self, regs, a):
        return regs[self.reg[a]] if isinstance(a, str) else a

    def expr(self, regs, e):
        if e[0] == "value":
            return self.value(regs, e[1])
        if e[0] == "result":
            r = regs
            return r[0] + 2 * r[1] + 4 * r[2] + r[3] if self.program["registers"] else 0
        a, b = self.value(regs, e[1]), self.value(regs, e[2])
        return {"+": a + b, "-": a - b, "*": a * b, "^": a ^ b}[e[0]] & 7

    def cond(self, regs, c):
        if c[0] == "cell":
            return self.value(regs, c[1]) != 0
        a, b = self.value(regs, c[1]), self.value(regs, c[2])
        return {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b}[c[0]]

    def step(self, state, t, alternative):
        if self.code[t][state["pc"][t]][0] == "atomic-begin":
            state["pc"][t] += 1
            while self.code[t][state["pc"][t]][0] != "atomic-end":
                self.execute(state, t, alternative)
            state["pc"][t] += 1
        else:
            self.execute(state, t, alternative)
        self.run_local(state, t)

    def run_local(self, state, t):
        while state["pc"][t] < len(self.code[t]) and self.code[t][state["pc"][t]][0] not in VISIBLE:
            self.execute(state, t, 0)

    def cell(self, state, regs, p):
        at = regs[self.reg[p]]
        if at == 0:
            raise Fault("null-dereference")
        if state["heap"][at] == "freed":
            raise Fault("use-after-free")
        return at

    def execute(self, state, t, alternative):
        s, regs, variables = self.code[t][state["pc"][t]], state["regs"][t], state["vars"]
        state["pc"][t] += 1
        kind = s[0]
        if kind == "load":
            regs[self.reg[s[1]]] = variables[self.slot[s[2]]]
        elif kind == "store":
            variables[self.slot[s[1]]] = self.expr(regs, s[2])
        elif kind == "rmw":
            self.read_modify_write(s, regs, variables)
        elif kind == "cas":
            at = self.slot[s[2]]
            matches = variables[at] == self.expr(regs, s[3])
            if matches:
                variables[at] = self.expr(regs, s[4])
            regs[self.reg[s[1]]] = int(matches)
        elif kind in ("lock", "unlock", "trylock"):
            self.mutex(s, state, t, regs)
        elif kind == "choose":
            regs[self.reg[s[1]]] = alternative
        elif kind == "set":
            regs[self.reg[s[1]]] = self.expr(regs, s[2])
        elif kind == "jump":
            state["pc"][t] = s[1]
        elif kind == "jump-unless":
            if not self.cond(regs, s[1]):
                state["pc"][t] = s[2]
        elif kind == "assert":
            if not self.cond(regs, s[1]):
                raise Fault("assertion")
        else:
            self.heap(s, state, regs, variables)

    def read_modify_write(self, s, regs, variables):
        at, operand = self.slot[s[2]], self.expr(regs, s[4])
        old = variables[at]
        # atomic_uchar wraps at 256, which these small programs do not reach; results are reduced when loaded.
        variables[at] = {"add": old + operand, "xor": old ^ operand, "exchange": operand}[s[3]]
        regs[self.reg[s[1]]] = old & 7

    def mutex(self, s, state, t, regs):
        m = MUTEXES.index(s[-1])
        if s[0] == "lock":
            state["owner"][m] = t
        elif s[0] == "trylock":
            regs[self.reg[s[1]]] = int(state["owner"][m] is None)
            if state["owner"][m] is None:
                state["owner"][m] = t
        elif state["owner"][m] != t:
            raise Fault("mutex-misuse")
        else:
            state["owner"][m] = None

    def heap(self, s, state, regs, variables):
        kind = s[0]
        if kind == "new":
            state["heap"].append(self.expr(regs, s[2]))
            regs[self.reg[s[1]]] = len(state["heap"]) - 1
        elif kind == "exchange":
            at = self.slot[s[2]]
            old, new = variables[at], regs[self.reg[s[3]]] if s[3] else 0
            variables[at], regs[self.reg[s[1]]] = new, old
        elif kind == "cell-load":
            regs[self.reg[s[1]]] = state["heap"][self.cell(state, regs, s[2])]
        elif kind == "cell-store":
            state["heap"][self.cell(state, regs, s[1])] = self.expr(regs, s[2])
        elif kind == "free":
            at = regs[self.reg[s[1]]]
            if at and state["heap"][at] == "freed":
                raise Fault("double-free")
            if at:
                state["heap"][at] = "freed"
        else:
            raise AssertionError(kind)


def freeze(state):
    return (tuple(state["pc"]), tuple(map(tuple, state["regs"])), tuple(state["vars"]), tuple(state["owner"]),
            tuple(state["heap"]))


def thaw(frozen):
    return {"pc": list(frozen[0]), "regs": [list(r) for r in frozen[1]], "vars": list(frozen[2]),
            "owner": list(frozen[3]),
            "heap": list(frozen[4])}


# ---- shrinking -----------------------------------------------------------------------------------

def smaller(statements):
    """Every list that is this one with one statement removed, replaced by its body, or with a smaller body."""
    for k, s in enumerate(statements):
        before, after = statements[:k], statements[k + 1:]
        yield before + after
        for at, part in enumerate(s):
            if isinstance(part, list):
                yield before + part + after
                for body in smaller(part):
                    yield before + [s[:at] + (body,) + s[at + 1:]] + after


def smaller_programs(program):
    for t, statements in enumerate(program["threads"]):
        if statements:
            yield {**program, "threads": program["threads"][:t] + [[]] + program["threads"][t + 1:]}
        for candidate in smaller(statements):
            yield {**program, "threads": program["threads"][:t] + [candidate] + program["threads"][t + 1:]}
    for name in program["weights"]:
        yield {**program, "weights": {n: w for n, w in program["weights"].items() if n != name}}
    if program["unwanted"] is not None:
        yield {**program, "unwanted": None}
