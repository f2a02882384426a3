# SPDX-License-Identifier: Apache-2.0
"""Threads of one function that nothing but their handles tells apart. Main has the handles in an array, its own or a
global one, and joins them in some order; others may look into the array, change it or join from there."""
from tree import when, within

GLOBALS = {
    "ids": "static pthread_t $ids[5];",
    "joined": "static int $joined;",
    "open": "static atomic_int $open;",
}
HELPERS = {}
LOCALS = {"id": "pthread_t id[5];"}
HEAD = ""

# With these only, nothing in a batch looks at how threads end, or has its own handle.
FAMILIES = ["scalar", "array", "locked", "locked", "nested", "atomic", "choice", "control", "heap", "semaphore",
            "table", "private", "local", "tls"]


class Equals:
    def looked_up(self):
        """What somebody else does with the handles in the global array."""
        k, other = self.rng.sample([0, 1, 2], 2)
        return self.rng.choice([
            [f"r1 = $ids[{k}] == $ids[{other}];"], [f"r1 = $ids[{k}] != 0;"], [f"child = $ids[{k}];"],
            [f"child = $ids[{k}];", when("child", ["pthread_join(child, NULL);"])],
            [f"child = $ids[{k}];", when("child", ["pthread_detach(child);"])],
            [f"$h0 = $ids[{k}];"], [f"$ids[{k}] = $ids[{other}];"], [f"$ids[{k}] = 0;"],
            [within("$m0", [f"child = $ids[{k}];", f"$ids[{k}] = $ids[{other}];", f"$ids[{other}] = child;"])]])

    def numbered(self):
        """One of the threads, or all after it, go a way of their own."""
        section = within("$m0", ["$d0 = 1;", f"{self.rng.choice(['$c0', '$flag'])} = 5;", "$d0 = 2;"])
        do = self.rng.choice([["for (;;) sched_yield();"], ["for (;;) sched_yield();"], self.simple(),
                              self.looked_up(), [section], [section, "for (;;) sched_yield();"]])
        which = f"{self.rng.choice(['==', '>'])} {self.rng.randrange(2)}"
        return ["r0 = atomic_fetch_add(&$c1, 1);", when(f"r0 {which}", do)]

    def worker(self, n, has_gate):
        is_numbered = has_gate or self.chance(40)
        own = self.thread("$t0", 1 if n == 3 or not is_numbered else 0)
        body = own["body"]
        if is_numbered:
            at = self.rng.randrange(len(body) + 1)
            body[at:at] = self.numbered()
        elif self.chance(10):
            body += self.looked_up()
        if has_gate:
            body.insert(0, "while (!$open) sched_yield();")
        body.append(self.rng.choice(["$out[1] = r0;", "$count++;", ";", ";"]))
        return own

    def other(self, n, has_gate):
        """A thread with a part of its own."""
        own = self.thread("$t1", 0 if has_gate else 1)
        if self.chance(60):
            own["body"] += self.looked_up()
        if has_gate:
            own["body"].insert(0, f"while ($c1 < {n}) sched_yield();")
            own["body"] += self.rng.choice([["assert(0);"], [f"assert($d0 != {self.rng.randrange(3)});"],
                                            ["$joined++;"], []])
        return own

    def before_joins(self, ids):
        return self.rng.choice([
            [f"child = {ids}[0]; {ids}[0] = {ids}[1]; {ids}[1] = child;"], [f"r0 = {ids}[0] == {ids}[1];"],
            [f"{ids}[0] = {ids}[1];"], [f"pthread_detach({ids}[2]);"], ["$h0 = 0;"], [f"$h0 = {ids}[1];"],
            self.simple()])

    def after_join(self, ids):
        """What main does after each join: it touches things of its own, or what others have touched."""
        return self.rng.choice(["", "", "", "", f"{ids}[i] = 0;", "$joined++;", "r2 += $d0;",
                                f"r2 = (int){self.place()};", f"assert($d0 != {self.rng.randrange(1, 3)});",
                                "r1 = $joined++ + $out[1];", f"{ids}[0] = {ids}[i];"])

    # ---- who it is matters ----

    def goer(self):
        """All pass the gate together. One of them ends, maybe when another one is in the middle of something; the
        others do not."""
        ends, acts = self.rng.sample([0, 1, 2, 3], 2)
        body = ["while (!$open) sched_yield();", "r0 = atomic_fetch_add(&$c1, 1);"]
        if self.chance(40):
            body.append(when(f"r0 == {acts}", [within("$m0", ["$d0 = 1;", "$open = 2;", "$d0 = 2;"])]))
            body.append(when(f"r0 == {ends}", ["while ($open != 2) sched_yield();"]))
        body.append(when(f"r0 != {ends}", ["for (;;) sched_yield();"]))
        return {"name": "$t0", "body": body}

    def looker(self):
        k, other = self.rng.sample([0, 1, 2, 3], 2)
        do = self.rng.choice([[f"pthread_join($ids[{k}], NULL);", "assert(0);"], ["r1 = $joined;", "assert(!r1);"],
                              [f"$ids[{k}] = $ids[{other}];"], [f"pthread_detach($ids[{k}]);"], ["r1 = $d0;"],
                              [f"child = $ids[{k}];", "$h0 = child;", "pthread_join($h0, NULL);", "assert(0);"]])
        return {"name": "$t1", "body": ["while ($c1 < 4) sched_yield();", *do]}

    def one_by_one(self, ids):
        """Joins in some order, with something between them."""
        k, other = self.rng.sample([0, 1, 2, 3], 2)
        out = []
        for i in self.rng.sample([0, 1, 2, 3], 4):
            between = ["", "", "$joined = 1;", "assert($d0 != 1);", "r2 = $d0;", f"{ids}[{k}] = {ids}[{other}];",
                       "assert(0);", "$x0++;"]
            after = f"pthread_join({ids}[{i}], NULL); {self.rng.choice(between)}"
            out += [f"heddle_atomic_begin(); {after} heddle_atomic_end();" if self.chance(20) else after]
        return out

    def gate(self):
        """Violations depend on which of the threads is the one that ends."""
        ids, bodies = self.rng.choice(["id", "$ids", "$ids", "$ids"]), [self.goer()]
        lines = [f"for (int i = 0; i < 4; i++) pthread_create(&{ids}[i], NULL, $t0, NULL);"]
        if self.chance(60):
            bodies.append(self.looker())
            lines.append("pthread_t other; pthread_create(&other, NULL, $t1, NULL);")
        return bodies, [*lines, "$open = 1;", *self.one_by_one(ids)]

    # ---- programs ----

    def equals(self):
        """There may be a gate that nobody passes before all are there, and one more thread."""
        if self.chance(40):
            return self.gate()
        rng, n, has_gate = self.rng, self.rng.choice([3, 4, 4, 4, 5]), self.chance(40)
        bodies = [self.worker(n, has_gate)]
        ids = rng.choice(["id", "$ids", "$ids"])
        handle = rng.choice(["[i]", "[i]", "[i]", "[i]", "[i]" if has_gate else "[0]"])
        # Each loop is one line: others may be put between them.
        lines = [f"for (int i = 0; i < {n}; i++) pthread_create(&{ids}{handle}, NULL, $t0, (void *)1L);"]
        if self.chance(40):
            bodies.append(self.other(n, has_gate))
            lines.insert(rng.randrange(2), "pthread_t other; pthread_create(&other, NULL, $t1, NULL);")
        if has_gate:
            lines.append("$open = 1;")
        if self.chance(20):
            lines += self.before_joins(ids)
        end = rng.randrange(8) if handle == "[i]" else 7
        if end < 4:
            lines += [f"for (int i = 0; i < {n}; i++) {{ pthread_join({ids}[i], NULL); {self.after_join(ids)} }}"]
        elif end == 4:
            lines += [f"for (int i = {n}; i-- > 0;) pthread_join({ids}[i], NULL);"]
        elif end == 5:
            lines += [f"pthread_join({ids}[1], NULL);", *self.simple(), f"pthread_join({ids}[0], NULL);"]
        elif end == 6:
            lines += [f"for (int i = 0; i < {n}; i++) pthread_join({ids}[i], &$result);", "$result = NULL;"]
        elif self.chance(30):
            lines.append("pthread_exit(NULL);")
        return bodies, lines
