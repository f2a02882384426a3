# SPDX-License-Identifier: Apache-2.0
"""Families about waiting: read-write locks, spin locks, semaphores, barriers and waits that may give up."""
from tree import when, within

GLOBALS = {
    "spin0": "static pthread_spinlock_t $spin0;",
    "spin1": "static pthread_spinlock_t $spin1;",
    "rw1": "static pthread_rwlock_t $rw1 = PTHREAD_RWLOCK_INITIALIZER;",
    "full": "static sem_t $full;",
    "free": "static sem_t $free;",
    "meet": "static pthread_barrier_t $meet;",
    "past": "static struct timespec $past;",
    "retired": "static pthread_mutex_t $retired = PTHREAD_MUTEX_INITIALIZER;",
    "e0": "static int $e0;",
    "e1": "static int $e1;",
    "ring": "static int $ring[2];",
}
HELPERS = {}
LOCALS = {}
HEAD = ""


def around(call, lock, body, end):
    return (f"{call}(&{lock});", body, f"{end}(&{lock});")


class Waiting:
    def spins(self):
        self.set_up("spins", ["pthread_spin_init(&$spin0, 0); pthread_spin_init(&$spin1, 0);"])
        first, second = ("$spin1", "$spin0") if self.mistake(40) else ("$spin0", "$spin1")
        kind = self.rng.randrange(4)
        if kind == 0:
            return [when(f"pthread_spin_trylock(&{second}) == 0",
                         [*self.touch("$e1"), f"pthread_spin_unlock(&{second});"])]
        if kind == 1:
            inner = around("pthread_spin_lock", second, self.touch("$e1"), "pthread_spin_unlock")
            return [around("pthread_spin_lock", first, self.touch("$e0") + [inner], "pthread_spin_unlock")]
        name = {"$spin0": "$e0", "$spin1": "$e1"}[first]
        return [around("pthread_spin_lock", first, self.touch(name) + (self.simple() if self.chance(30) else []),
                       "pthread_spin_unlock")]

    def readers(self):
        kind, lock = self.rng.randrange(6), self.rng.choice(["$rw", "$rw", "$rw1"])
        name = {"$rw": "$e0", "$rw1": "$e1"}[lock]
        read = [f"{self.reg()} = {name};"]
        if kind == 0:
            return [when(f"pthread_rwlock_trywrlock(&{lock}) == 0",
                         [*self.touch(name), f"pthread_rwlock_unlock(&{lock});"])]
        if kind == 1:
            return [when(f"pthread_rwlock_tryrdlock(&{lock}) == 0", [*read, f"pthread_rwlock_unlock(&{lock});"])]
        if kind == 2:
            call = self.rng.choice(["pthread_rwlock_timedrdlock", "pthread_rwlock_timedwrlock"])
            return [when(f"{call}(&{lock}, &$past) == 0", [*read, f"pthread_rwlock_unlock(&{lock});"])]
        if kind == 3:
            inner = ("pthread_rwlock_wrlock(&$rw1);", self.touch("$e1"), "pthread_rwlock_unlock(&$rw1);")
            return [around("pthread_rwlock_rdlock", "$rw", [f"{self.reg()} = $e0;", inner], "pthread_rwlock_unlock")]
        if kind == 4:
            return [around("pthread_rwlock_rdlock", lock, read + self.simple() + read, "pthread_rwlock_unlock")]
        return [around("pthread_rwlock_wrlock", lock, self.touch(name) + (self.simple() if self.chance(30) else []),
                       "pthread_rwlock_unlock")]

    def ring(self):
        """A buffer of two places between two semaphores."""
        self.set_up("ring", [f"sem_init(&$full, 0, {n}); sem_init(&$free, 0, 2);" for n in (0, 1, 1)])
        kind = self.rng.randrange(5)
        put = within("$m1", [f"$ring[$e0 & 1] = {self.expr()};", "$e0 = ($e0 + 1) & 3;"])
        get = within("$m1", [f"{self.reg()} = $ring[$e1 & 1];", "$e1 = ($e1 + 1) & 3;"])
        if kind == 0:
            return [when("sem_trywait(&$full) == 0", [get, "sem_post(&$free);"])]
        if kind == 1:
            return [when("sem_timedwait(&$free, &$past) == 0", [put, "sem_post(&$full);"])]
        if kind == 2:
            return ["sem_getvalue(&$full, &near);", f"{self.reg()} = near;"]
        if kind == 3 and self.mistake(80):
            return ["sem_wait(&$full);", get, "sem_post(&$free);"]
        return ["sem_wait(&$free);", put, "sem_post(&$full);"]

    def giving_up(self):
        """Waits that may end without what was waited for."""
        kind = self.rng.randrange(4)
        if kind == 0:
            return [when("pthread_mutex_timedlock(&$m0, &$past) == 0",
                         [*self.touch("$d0"), "pthread_mutex_unlock(&$m0);"])]
        if kind == 1:
            return [within("$m0", [when("!$d0", [f"{self.reg()} = pthread_cond_timedwait(&$cv, &$m0, &$past) != 0;"]),
                                   *self.touch("$d0")])]
        if kind == 2:
            return [within("$m0", [f"$d0 = {self.rng.randrange(2)};",
                                   f"pthread_cond_{self.rng.choice(['signal', 'broadcast'])}(&$cv);"])]
        return [within("$m0", self.touch("$d0"))]

    def inside(self):
        """Sections that wait in their middle, and others that can tell their halves apart."""
        kind, name = self.rng.randrange(7), self.rng.choice(["$c0", "$c0", "$c1"])
        after = [f"{self.reg()} = {name};", f"{self.reg()} = $e0;"]
        if kind in (0, 1):
            inner = within("$m0", self.touch("$e0")) if kind else within("$m0", [within("$m1", self.touch("$e1"))])
            return [("heddle_atomic_begin();", [f"{name} = {self.rng.randrange(1, 4)};", inner,
                                                f"$e0 = {self.rng.randrange(1, 4)};"], "heddle_atomic_end();")]
        if kind in (2, 3):
            return [within("$m0", self.touch("$d0")), *(after if kind == 3 else after[::-1])]
        if kind == 4:
            return [within("$m1", self.touch("$d1")), *after]
        wait = f"{self.reg()} = pthread_cond_timedwait(&$cv, &$m0, &$past) != 0;"
        if kind == 5:
            return [within("$m0", [when("!$d0", [wait]), f"{self.reg()} = $d0;"])]
        return [within("$m0", ["$d0 = 1;"]), "pthread_cond_signal(&$cv);", within("$m0", ["$d0 = 2;"])]

    def joined_inside(self, bodies, names):
        """Main starts all threads, and waits for some of them in sections that do more than that, which some thread
        can tell."""
        out = [f"pthread_create(&id[{k}], NULL, {name}, (void *){k}L);" for k, name in enumerate(names)]
        left = self.rng.sample(range(len(names)), len(names))
        while left:
            body = [f"pthread_join(id[{left.pop()}], NULL);", *self.rng.choice([["$c0 = 1;"], ["$c0 = 1;"], []])]
            if self.chance(15):
                body.reverse()
            if left and self.chance(40):
                k = left.pop()
                body += self.rng.choice([
                    [f"pthread_join(id[{k}], NULL);"],
                    [f"r1 = pthread_tryjoin_np(id[{k}], NULL);", when("r1", [f"pthread_join(id[{k}], NULL);"])]])
                body += ["$c1 = 1;"] if self.chance(50) else self.touch("$e0")
            out += [("heddle_atomic_begin();", body, "heddle_atomic_end();")] if self.chance(60) else body
        tell = self.rng.choice([["assert(!$c0);"], ["r1 = $c0;", "r2 = $c1;", "assert(!r1 || r2);"]])
        body = self.rng.choice(bodies)["body"]
        at = self.rng.randrange(len(body) + 1)
        body[at:at] = tell
        return out

    def retires(self, body):
        """A thread says that it is done with a lock, maybe before it has released it; main takes its word for it."""
        says = ["$c0 = 1;", *(self.touch("$e0") if self.chance(30) else [])]
        use = [within("$retired", says)] if self.chance(70) else [within("$retired", self.touch("$e0")), *says]
        at = self.rng.randrange(len(body) + 1)
        body[at:at] = use
        do = self.rng.choice([["pthread_mutex_destroy(&$retired);"], ["memset(&$retired, 0, sizeof $retired);"],
                              ["r1 = *(volatile int *)&$retired;", "assert(!r1);"]])
        return [when("$c0", do), self.rng.choice(["sched_yield();", "usleep(1);", ";"])]

    def yields(self):
        """Threads that give up the processor of their own will: where switches are counted, these are free."""
        kind = self.rng.randrange(9)
        if kind == 0:
            return ["sched_yield();", *self.touch("$e0")]
        if kind == 1:
            return ["usleep(1);", *self.touch("$e0")]
        if kind == 2:
            return [("while (!$c0) {", self.rng.choice([[], ["sched_yield();"]]), "}")]
        if kind == 3:
            return [("do {", [within("$m1", [f"{self.reg()} = $c0;"])], "} while (!$c0);")]
        if kind == 4:
            pause = self.rng.choice(["sched_yield();", "usleep(1);", ";"])
            return [("for (int i = 0; i < 2 && !$c0; i++) {", [pause], "}")]
        if kind == 5:  # it fails as long as nobody has set the flag
            return [("for (int want = 1; !atomic_compare_exchange_strong(&$c0, &want, 2); want = 1) {", [], "}"),
                    *self.touch("$e0"), "$c0 = 1;"]
        if kind == 6:
            return [("while (pthread_mutex_trylock(&$m1) != 0) {", self.rng.choice([[], ["sched_yield();"]]), "}"),
                    *self.touch("$d1"), "pthread_mutex_unlock(&$m1);"]
        if kind == 7:  # no spin: it does something and undoes it
            return [("while (!$c0) {", ["$c1 = 1;", "$c1 = 0;"], "}")]
        return ["$c0 = 1;", *self.touch("$e1")]

    def strangers(self):
        """Mutexes that others give back, or that nobody has: where misuse is not asked for, the run goes on."""
        lock, name = self.rng.choice([("$m0", "$d0"), ("$m1", "$d1")])
        kind = self.rng.randrange(9)
        if kind == 8:  # whoever destroys it meanwhile is told that it is in use
            return [within("$m0", ["pthread_cond_timedwait(&$cv, &$m0, &$past);", *self.touch("$d0")])]
        if kind == 0:
            return [f"pthread_mutex_lock(&{lock});", *self.touch(name)]
        if kind == 1:
            return [f"pthread_mutex_unlock(&{lock});"]
        if kind == 2:
            return [when(f"pthread_mutex_trylock(&{lock}) == 0", self.touch(name))]
        if kind == 3:
            return [when(self.cond(), [f"pthread_mutex_unlock(&{lock});"])]
        if kind == 4:
            return [f"{self.reg()} = pthread_mutex_destroy(&{lock}) == 0;"] if self.mistake(40) else self.simple()
        return [within(lock, self.touch(name) + (self.simple() if self.chance(40) else []))]

    def meeting(self):
        """Marks a program whose threads meet at a barrier (meet_all)."""
        self.meets = True
        return self.scalar()

    def meet_all(self, bodies, count):
        """Every worker comes to the barrier once or twice. Returns what main does before."""
        for _ in range(self.rng.choice([1, 1, 2])):
            for t in bodies:
                at = self.rng.randrange(len(t["body"]) + 1)
                t["body"].insert(at, self.rng.choice(["pthread_barrier_wait(&$meet);",
                                                      "r1 = pthread_barrier_wait(&$meet) != 0;"]))
        return [f"pthread_barrier_init(&$meet, NULL, {count});"]
