# SPDX-License-Identifier: Apache-2.0
"""How many context switches a violation of a generated program (weave.py) needs, by brute force: all states that are
reached without a switch, then those with one, and so on. What heddle says it `needs` must be that number."""
import json
import os

from common import run
from weave import Explorer, Fault, freeze, thaw

MAIN = -1
MOST_STATES = 20000     # with who ran last


class Fewest(Explorer):
    """least: the fewest switches by violation: (kind, thread, where), or ("deadlock", who waits where)."""

    def search(self):
        """False if there are too many states."""
        self.least, self.is_cut = {}, False
        start = {"pc": [0] * len(self.code), "regs": [[0] * len(self.regs) for _ in self.code],
                 "vars": [0] * len(self.names), "owner": [None, None], "heap": [None]}
        for t in range(len(self.code)):
            try:
                self.run_local(start, t)
            except Fault:       # one that a thread comes to alone
                return False
        level, seen, switches = {(freeze(start), MAIN)}, set(), 0
        while level and not self.is_cut:
            level = self.complete(level, seen, switches)
            switches += 1
        return not self.is_cut

    def complete(self, level, seen, switches):
        """Takes the steps that need no switch; returns where those lead that do."""
        todo, following = list(level), set()
        seen |= level
        while todo and len(seen) < MOST_STATES:
            state, last = todo.pop()
            for t, reached in self.steps(state, last, switches):
                if (reached, t) in seen:
                    continue
                if t == last:
                    seen.add((reached, t))
                    todo.append((reached, t))
                else:
                    following.add((reached, t))
        self.is_cut = bool(todo)
        return following - seen

    def steps(self, state, last, switches):
        live = [t for t in range(len(self.code)) if state[0][t] < len(self.code[t])]
        if not live:
            self.faults.clear()
            self.final(state)
            if self.faults:
                self.note(("assertion", MAIN), switches + (last != MAIN))
            return
        if self.has_deadlock(state):
            stuck = tuple((t, state[0][t]) for t in live if self.waits_for(state, t) is not None)
            self.note(("deadlock", stuck), switches)
            return
        for t in live:
            if self.waits_for(state, t) is not None:
                continue
            for alternative in range(self.alternatives(t, state[0][t])):
                changed = thaw(state)
                try:
                    self.step(changed, t, alternative)
                    yield t, freeze(changed)
                except Fault as fault:
                    self.note((fault.args[0], t, changed["pc"][t]), switches + (t != last))

    def note(self, violation, switches):
        self.least[violation] = min(switches, self.least.get(violation, switches))

    def like(self, told):
        """The numbers of those that the violation that heddle tells can be; its place is known by thread only."""
        if told["kind"] == "deadlock":
            return [n for key, n in self.least.items() if key[0] == "deadlock"]
        thread = MAIN if told["function"] == "main" else int(told["function"].removeprefix("thread"))
        return [n for key, n in self.least.items() if key[0] == told["kind"] and key[1] == thread]


def judge(heddle, directory, source, program):
    """What is wrong with the number of switches, or None."""
    explorer = Fewest(program, MOST_STATES)
    if not explorer.search() or not explorer.least:
        return None
    result = os.path.join(directory, "fewest.json")
    done = run([heddle, "check", "--workers", "1", "--time-limit", "30", "--json", result, source], 90)
    if done.code != 1:
        return None     # others compare verdicts
    with open(result, encoding="utf-8") as f:
        told = json.load(f)["violation"]
    numbers, n = explorer.like(told), told["context_switches"]
    is_right = n in numbers if told["context_switches_minimal"] else numbers and n >= min(numbers)
    word = "needs" if told["context_switches_minimal"] else "has"
    return None if is_right else f"{told['kind']} {word} {n} context switches; brute force: {sorted(numbers)}"
