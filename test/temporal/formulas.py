# SPDX-License-Identifier: Apache-2.0
"""Random formulas, and whether they hold of all runs of a graph: the negation's tableau runs beside the graph, and a
component of both in which every promise is kept, fairly, is a run that breaks the formula.

A formula is a tuple: ("atom", text, function of values), or an operator and its operands.
"""
import random

from temporal.graphs import NOBODY

TRUE, FALSE = ("true",), ("false",)
PATTERNS = (
    ("G", ("->", "p", ("F", "q"))), ("G", ("->", "p", ("F", "q"))), ("F", ("G", "p")), ("G", ("F", "p")),
    ("U", "p", "q"), ("W", ("!", "p"), "q"), ("F", "p"), ("G", "p"), ("G", ("->", "p", ("G", "q"))),
    ("G", ("->", "p", ("W", "p", "q"))), ("->", ("G", ("F", "p")), ("G", ("F", "q"))), ("R", "p", "q"),
    ("->", ("F", "p"), ("U", ("!", "p"), "q")), ("F", ("&&", "p", ("F", "q"))), ("G", ("->", "p", ("U", "q", "s"))),
    ("||", ("F", ("G", "p")), ("F", ("G", "q"))), ("&&", ("G", ("F", "p")), ("G", ("F", "q"))),
    ("G", ("->", "p", ("F", ("&&", "q", ("F", "s"))))), ("||", ("G", "p"), ("F", "q")),
    ("G", ("||", ("F", "p"), ("G", "q"))), ("F", ("U", "p", "q")), ("G", ("W", "p", "q")),
)


# ---- making and writing them ----------------------------------------------------------------------

def random_atom(rng, variables):
    v, kind = rng.choice(variables), rng.random()
    n = rng.randrange(v.size)
    if kind < 0.5:
        op = rng.choice(("==", "!="))
        return "atom", f"{v.name} {op} {n}", lambda x: (x[v.name] == n) == (op == "==")
    if kind < 0.6:
        return "atom", f"is_{v.name}", lambda x: x[v.name] == 1
    if kind < 0.7:
        return "atom", v.name, lambda x: x[v.name] != 0
    w = rng.choice(variables)
    if kind < 0.85:
        return "atom", f"{v.name} < {w.name}", lambda x: x[v.name] < x[w.name]
    return "atom", f"{{{v.name} == {n} && {w.name} != 0}}", lambda x: x[v.name] == n and x[w.name] != 0


def guarded_formula(rng, variables):
    """Of two atoms one reads a variable only while another one, which the other atom is about, has some value."""
    v, w = rng.sample(variables, 2) if len(variables) > 1 else variables * 2
    before, after, n = rng.randrange(v.size), rng.randrange(v.size), rng.randrange(w.size)
    guard = "atom", f"{v.name} == {before}", lambda x: x[v.name] == before
    both = ("atom", f"{{{v.name} == {after} && {w.name} == {n}}}", lambda x: x[v.name] == after and x[w.name] == n)
    until = "U", guard, both
    f = rng.choice((until, ("W", guard, both), ("G", ("->", guard, until)), ("G", ("F", both))))
    return f if rng.random() < 0.5 else ("!", f)


def random_formula(seed, variables):
    rng = random.Random(seed)
    if rng.random() < (0.8 if any(v.owner is not None for v in variables) else 0.2):
        return guarded_formula(rng, variables)

    def tree(depth):
        if depth == 0 or rng.random() < 0.1:
            return random_atom(rng, variables)
        op = rng.choice(("!", "G", "F", "G", "F", "U", "U", "R", "W", "&&", "||", "->", "<->"))
        return (op, *(tree(depth - 1) for _ in range(1 if op in "!GF" else 2)))

    def filled(pattern, atoms):
        if isinstance(pattern, str):
            return atoms.setdefault(pattern, random_atom(rng, variables))
        return (pattern[0], *(filled(part, atoms) for part in pattern[1:]))

    return filled(rng.choice(PATTERNS), {}) if rng.random() < 0.7 else tree(rng.choice((2, 3, 3, 4)))


def text_of(f):
    if f[0] == "atom":
        return f[1]
    op = {"G": "[]", "F": "<>"}.get(f[0], f[0])
    if len(f) == 2:
        return f"{op} ({text_of(f[1])})"
    return f"({text_of(f[1])}) {op} ({text_of(f[2])})"


# ---- tableau --------------------------------------------------------------------------------------

def normal(f, positive=True):
    """With negations before atoms only, and of temporal operators only U and R."""
    op = f[0]
    if op == "atom":
        return f if positive else ("not", f)
    if op == "!":
        return normal(f[1], not positive)
    if op == "->":
        return normal(("||", ("!", f[1]), f[2]), positive)
    if op == "<->":
        return normal(("||", ("&&", f[1], f[2]), ("&&", ("!", f[1]), ("!", f[2]))), positive)
    if op == "W":
        return normal(("R", f[2], ("||", f[1], f[2])), positive)
    if op == "F":
        return ("U", TRUE, normal(f[1])) if positive else ("R", FALSE, normal(f[1], False))
    if op == "G":
        return ("R", FALSE, normal(f[1])) if positive else ("U", TRUE, normal(f[1], False))
    dual = {"&&": "||", "||": "&&", "U": "R", "R": "U"}
    return (op if positive else dual[op], *(normal(part, positive) for part in f[1:]))


class Tableau:
    """What must hold from a state on, taken apart into what must hold in it and what must hold from the next one on."""

    def __init__(self, f):
        self.first = frozenset([f])
        self.known = {}
        self.promises = {g for g in parts(f) if g[0] == "U"}

    def ways(self, duties, values):
        """Pairs (duties from the next state on, promises that were put off), given the values in this state."""
        key = duties, tuple(values.values())
        if key not in self.known:
            self.known[key] = set(self.expand(list(duties), values, set(), frozenset(), frozenset()))
        return self.known[key]

    def expand(self, todo, values, done, later, put_off):
        while todo:
            f, todo = todo[-1], todo[:-1]
            if f in done:
                continue
            done, op = done | {f}, f[0]
            if op in ("true", "false", "atom", "not"):
                if not (op == "true" or (op == "atom" and f[2](values)) or (op == "not" and not f[1][2](values))):
                    return
            elif op == "&&":
                todo = todo + [f[1], f[2]]
            elif op == "||":
                yield from self.expand(todo + [f[1]], values, done, later, put_off)
                todo = todo + [f[2]]
            elif op == "U":
                yield from self.expand(todo + [f[2]], values, done, later, put_off)
                todo, later, put_off = todo + [f[1]], later | {f}, put_off | {f}
            else:
                yield from self.expand(todo + [f[1], f[2]], values, done, later, put_off)
                todo, later = todo + [f[2]], later | {f}
        yield later, put_off


def parts(f):
    yield f
    for part in f[1:]:
        if isinstance(part, tuple):
            yield from parts(part)


# ---- components -----------------------------------------------------------------------------------

def components(nodes, edges):
    """The strongly connected components of a graph: lists of nodes. Tarjan's, without recursion."""
    order, low, on_stack, stack, found = {}, {}, set(), [], []
    for root in nodes:
        if root in order:
            continue
        work = [(root, iter(edges(root)))]
        order[root] = low[root] = len(order)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for to in rest:
                if to not in order:
                    order[to] = low[to] = len(order)
                    stack.append(to)
                    on_stack.add(to)
                    work.append((to, iter(edges(to))))
                    break
                if to in on_stack:
                    low[node] = min(low[node], order[to])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    component = []
                    while not component or component[-1] != node:
                        component.append(stack.pop())
                        on_stack.discard(component[-1])
                    found.append(component)
    return found


def has_run(graph, nodes, edges_of, state_of, fairness, is_good):
    """Whether there is an endless run among nodes that is fair and uses a set of edges that is_good says is good (if it
    says so of a set, it does of larger ones). edges_of(node): [(to, Edge of the graph, anything for is_good)]."""
    todo = [set(nodes)]
    while todo:
        inside = todo.pop()
        for component in components(inside, lambda n: [e[0] for e in edges_of(n) if e[0] in inside]):
            members = set(component)
            edges = [e for n in component for e in edges_of(n) if e[0] in members]
            if not edges or not is_good(edges):
                continue
            moves = 0
            for e in edges:
                moves |= 1 << e[1].thread if e[1].thread != NOBODY else 0
            always = -1
            ever = 0
            for n in component:
                always &= graph.enabled[state_of(n)]
                ever |= graph.enabled[state_of(n)]
            left = {"none": 0, "weak": always, "strong": ever}[fairness] & ~moves
            if not left:
                return True
            if fairness == "strong":            # those that never move must never be able to
                fewer = {n for n in members if not graph.enabled[state_of(n)] & left}
                if fewer:
                    todo.append(fewer)
    return False


# ---- properties -----------------------------------------------------------------------------------

def formula_holds(graph, f, fairness):
    tableau = Tableau(normal(f, False))
    edges, todo = {}, [(s, tableau.first) for s in graph.first]
    nodes = set(todo)
    values = [graph.values(i) for i in range(len(graph.states))]
    while todo:
        node = todo.pop()
        s, duties = node
        edges[node] = [((e.to, later), e, put_off) for later, put_off in tableau.ways(duties, values[s])
                       for e in graph.edges[s]]
        for to, _, _ in edges[node]:
            if to not in nodes:
                nodes.add(to)
                todo.append(to)

    def is_good(list_of_edges):
        open_promises = set(tableau.promises)
        for _, _, put_off in list_of_edges:
            open_promises &= put_off
            if not open_promises:
                return True
        return not open_promises

    return not has_run(graph, nodes, edges.__getitem__, lambda n: n[0], fairness, is_good)


def plain_edges(graph, is_left):
    """For has_run: the edges of the graph that is_left says are left."""
    return [[(e.to, e, None) for e in edges if is_left(e)] for edges in graph.edges]


def is_real(edges):
    return any(e[1].thread != NOBODY for e in edges)


def is_stuck(graph):
    """In some state all threads wait for ever."""
    return any(not enabled and alive for enabled, alive in zip(graph.enabled, graph.alive))


def terminates(graph, fairness):
    """All fair runs end, and none waits for ever."""
    edges = plain_edges(graph, lambda e: True)
    return not (is_stuck(graph) or has_run(graph, range(len(edges)), edges.__getitem__, lambda n: n, fairness, is_real))


def has_livelock(graph, fairness):
    """A fair endless run makes no progress any more."""
    edges = plain_edges(graph, lambda e: not e.progress)
    return has_run(graph, range(len(edges)), edges.__getitem__, lambda n: n, fairness, is_real)


def has_starvation(graph, fairness):
    """In a fair endless run some thread changes nothing any more, and does not end, nor does it wait for the end of
    another one; or all threads wait for ever."""
    if is_stuck(graph):
        return True
    for t in range(graph.threads):
        edges = plain_edges(graph, lambda e, t=t: e.thread != t or not e.changes)
        nodes = [i for i in range(len(edges)) if (graph.alive[i] & ~graph.joining[i]) >> t & 1]
        if has_run(graph, nodes, edges.__getitem__, lambda n: n, fairness, is_real):
            return True
    return False
