# SPDX-License-Identifier: Apache-2.0
"""All states of a random program, and which steps lead from one to another.

A state is (values of variables, owners of mutexes, threads), where a thread is (the place of its next instruction, its
register). An instruction that nobody else can see (a branch, a jump, a choice) is done together with the one before it.
"""
from dataclasses import dataclass, field

from temporal.programs import compiled

NOT_STARTED, ENDED = -1, -2
NOBODY = -1
INVISIBLE = ("branch", "goto", "choose")


class TooLarge(Exception):
    pass


@dataclass
class Edge:
    to: int
    thread: int         # NOBODY: nothing happens any more
    changes: bool       # something that others can see; progress counts as such
    progress: bool = False


@dataclass
class Graph:
    states: list = field(default_factory=list)
    edges: list = field(default_factory=list)       # of each state
    enabled: list = field(default_factory=list)     # of each state, bits: who can go on and is not waiting
    alive: list = field(default_factory=list)       # of each state, bits: who was started and has not ended
    joining: list = field(default_factory=list)     # of each state, bits: who waits for the end of another one
    names: list = field(default_factory=list)       # of variables
    threads: int = 0

    def values(self, i):
        return dict(zip(self.names, self.states[i][0]))


class Machine:
    def __init__(self, program):
        self.code = compiled(program)
        self.index = {v.name: i for i, v in enumerate(program.variables)}
        self.first = (tuple(v.first for v in program.variables), (NOBODY,) * len(program.locks))

    def initial(self):
        waiting = ((NOT_STARTED, 0),) * (len(self.code) - 1)
        return [(*self.first, (thread, *waiting)) for thread in self.settled(0, 0, 0)]

    def settled(self, t, pc, r):
        """Where a thread can be when it has come to an instruction that others can see."""
        found, todo, seen = set(), [(pc, r)], set()
        while todo:
            pc, r = place = todo.pop()
            if place in seen:
                found.add((pc, r))              # goes round for ever, seen by nobody
                continue
            seen.add(place)
            op, *args = self.code[t][pc]
            if op == "goto":
                todo.append((args[0], r))
            elif op == "choose":
                todo += [(args[0], r), (args[1], r)]
            elif op == "branch":
                holds = (r == args[1]) == (args[0] == "==")
                todo.append((args[2] if holds else args[3], 0))
            else:
                found.add((pc, r))
        return found

    def steps(self, state, t):
        """(is it waiting, [(state after a step, is it progress)]) of a thread."""
        values, owners, threads = state
        pc, r = threads[t]
        if pc in (NOT_STARTED, ENDED):
            return True, []
        op, *args = self.code[t][pc]
        out = []

        def go(pc, r=0, values=values, owners=owners, threads=threads, progress=False):
            for place in self.settled(t, pc, r):
                out.append(((values, owners, with_item(threads, t, place)), progress))

        if op in INVISIBLE:
            go(pc, r)
        elif op == "load":
            go(pc + 1, values[self.index[args[0]]])
        elif op == "store":
            value = {"value": args[2], "next": (r + 1) % (args[2] or 1), "modulo": r % (args[2] or 1)}[args[1]]
            go(pc + 1, values=with_item(values, self.index[args[0]], value))
        elif op == "flip":
            go(pc + 1, values=with_item(values, self.index[args[0]], 1 - values[self.index[args[0]]]))
        elif op == "exchange":
            go(pc + 1, values[self.index[args[0]]], values=with_item(values, self.index[args[0]], 1))
        elif op == "both":
            for name, n in args[0]:
                values = with_item(values, self.index[name], n)
            go(pc + 1, values=values)
        elif op == "lock":
            if owners[args[0]] != NOBODY:
                return True, []
            go(pc + 1, owners=with_item(owners, args[0], t))
        elif op == "try":
            is_free = owners[args[0]] == NOBODY
            go(args[1] if is_free else args[2], owners=with_item(owners, args[0], t) if is_free else owners)
        elif op in ("unlock", "wait"):
            assert owners[args[-1]] == t
            go(pc + 1, owners=with_item(owners, args[-1], NOBODY))
        elif op == "asleep":                    # may wake up, but need not
            go(pc + 1)
            return True, out
        elif op in ("signal", "broadcast"):
            self.wake(t, op, args[0], threads, go)
        elif op == "create":
            for place in self.settled(args[0], 0, 0):
                go(pc + 1, threads=with_item(threads, args[0], place))
        elif op == "join":
            if threads[args[0]][0] != ENDED:
                return True, []
            go(pc + 1)
        elif op == "progress":
            go(pc + 1, progress=True)
        elif op == "pthread_exit":
            out.append(((values, owners, with_item(threads, t, (ENDED, 0))), False))
        elif op == "exit":
            out.append(((values, owners, ((ENDED, 0),) * len(threads)), False))
        else:
            raise ValueError(op)
        return False, out

    def is_joining(self, state, t):
        pc = state[2][t][0]
        return pc >= 0 and self.code[t][pc][0] == "join"

    def wake(self, t, op, condition, threads, go):
        pc = threads[t][0]
        asleep = [u for u, (at, _) in enumerate(threads) if at >= 0 and self.code[u][at] == ["asleep", condition]]
        if not asleep:
            go(pc + 1)
        elif op == "broadcast":
            for u in asleep:
                threads = with_item(threads, u, (threads[u][0] + 1, 0))
            go(pc + 1, threads=threads)
        else:
            for u in asleep:
                go(pc + 1, threads=with_item(threads, u, (threads[u][0] + 1, 0)))


def with_item(items, i, item):
    return (*items[:i], item, *items[i + 1:])


def is_changed(before, after, t):
    """Whether others can see the difference that a step of thread t has made."""
    others = [i for i in range(len(before[2])) if i != t]
    return (before[:2] != after[:2] or any(before[2][i] != after[2][i] for i in others)
            or (after[2][t][0] == ENDED))


def explore(program, most):
    """The graph of a program; several first states are what choices at the very beginning lead to. TooLarge if it has
    more states than that."""
    machine, graph = Machine(program), Graph(names=[v.name for v in program.variables])
    graph.threads = len(machine.code)
    number = {}

    def number_of(state):
        if state not in number:
            if len(number) >= most:
                raise TooLarge
            number[state] = len(graph.states)
            graph.states.append(state)
        return number[state]

    graph.first = [number_of(s) for s in machine.initial()]
    for i, state in enumerate(graph.states):    # grows
        edges, enabled, alive, joining = [], 0, 0, 0
        for t in range(graph.threads):
            waits, steps = machine.steps(state, t)
            enabled |= (not waits) << t
            alive |= (state[2][t][0] not in (NOT_STARTED, ENDED)) << t
            joining |= (waits and machine.is_joining(state, t)) << t
            edges += [Edge(number_of(s), t, p or is_changed(state, s, t), p) for s, p in steps]
        if not enabled:                         # also where somebody asleep could wake up: nobody has to
            edges.append(Edge(i, NOBODY, False))
        graph.edges.append(edges)
        graph.enabled.append(enabled)
        graph.alive.append(alive)
        graph.joining.append(joining)
    return graph
