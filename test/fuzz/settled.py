# SPDX-License-Identifier: Apache-2.0
"""Random concurrent programs whose final state does not depend on the schedule: workers do jobs whose effects commute
or whose order is fixed by the program, and are joined. A job says what every worker does; a program has one or two."""
from racing import GLOBALS as RACING_GLOBALS
from racing import HEAD, HELPERS as RACING_HELPERS, LOCALS as RACING_LOCALS, SEEN as RACING_SEEN
from racing import RacingWords
from tree import when, within

GLOBALS = {
    **RACING_GLOBALS,
    "sum": "static STATE int $sum;",
    "asum": "static STATE atomic_int $asum;",
    "axor": "static STATE atomic_int $axor;",
    "qsum": "static STATE int $qsum;",
    "rsum": "static STATE int $rsum;",
    "tsum": "static STATE int $tsum;",
    "csum": "static STATE int $csum;",
    "o": "static STATE int $o;",
    "h": "static STATE int $h;",
    "ring": "static STATE int $ring[2];",
    "put": "static STATE int $put;",
    "got": "static STATE int $got;",
    "hand": "static STATE _Atomic(struct cell *) $hand;",
    "round": "static STATE atomic_int $round;",
    "started": "static STATE atomic_int $started;",
    "row": "static STATE int $row[4];",
    "next": "static STATE int $next[4];",
    "turn": "static STATE int $turn;",
    "queue": "static STATE int $queue[2];",
    "nqueue": "static STATE int $nqueue;",
    "room": "static STATE pthread_cond_t $room = PTHREAD_COND_INITIALIZER;",
    "filled": "static STATE pthread_cond_t $filled = PTHREAD_COND_INITIALIZER;",
    "empty": "static STATE sem_t $empty;",
    "full": "static STATE sem_t $full;",
    "a": "static STATE int $a;",
    "b": "static STATE int $b;",
    "key1": "static STATE pthread_key_t $key1;",
}
HELPERS = {
    **RACING_HELPERS,
    "setup": ["static void $setup(void) {", "    $o = $o * 3 + 1;", "}"],
    "add": ["static void $add(void *arg) {", "    atomic_fetch_add(&$asum, *(int *)arg);", "    free(arg);", "}"],
    "note": ["static void $note(void *arg) {", "    *(int *)arg += 3;", "    atomic_fetch_add(&$asum, *(int *)arg);",
             "}"],
    # Sums lo..hi with a thread for each half.
    "range": ["static void *$range(void *arg) {", "    int lo = ((int *)arg)[0], hi = ((int *)arg)[1];",
              "    if (hi - lo < 2)", "        return (void *)(long)(lo == hi ? lo : lo + hi);",
              "    int left[2] = {lo, (lo + hi) / 2}, right[2] = {(lo + hi) / 2 + 1, hi};", "    pthread_t t;",
              "    void *sum = NULL;", "    pthread_create(&t, NULL, $range, left);",
              "    long other = (long)$range(right);", "    pthread_join(t, &sum);",
              "    return (void *)((long)sum + other);", "}"],
    "upto": ["static int $upto(const int *up, int n) {", "    int here = *up + n;",
             "    return n > 0 ? $upto(&here, n - 1) + here : here;", "}"],
    "throw": ["static void $throw(jmp_buf *env, int n) {", "    if (n == 0)", "        longjmp(*env, 5);",
              "    $throw(env, n - 1);", "}"],
    "catch": ["static int $catch(int n) {", "    jmp_buf env;", "    volatile int seen = n;",
              "    int got = setjmp(env);", "    if (got == 0) {", "        seen = seen + 10;",
              "        $throw(&env, n);", "    }", "    return got * 100 + seen;", "}"],
    "order": ["static int $order(const void *x, const void *y) {", "    return *(const int *)x - *(const int *)y;",
              "}"],
    "c11": ["static int $c11(void *arg) {", "    mtx_lock(&$mtx);", "    $tsum += *(int *)arg;",
            "    mtx_unlock(&$mtx);", "    return *(int *)arg * 2;", "}"],
    "waits": ["static void *$waits(void *arg) {", "    int mine = 2;", "    pthread_cleanup_push($note, &mine);",
              "    for (;;)", "        usleep(1000);", "    pthread_cleanup_pop(0);", "    return arg;", "}"],
}
LOCALS = {**RACING_LOCALS, "i": "int i = 0;", "ends": "int ends[2];", "sorted": "int sorted[4];",
          "text": "char text[40];", "thr": "thrd_t thr;"}
SEEN = {**RACING_SEEN, "sum": ["$sum"], "asum": ["$asum"], "row": [f"$row[{k}]" for k in range(4)],
        "next": [f"$next[{k}]" for k in range(4)], "turn": ["$turn"],
        "nqueue": ["$nqueue"], "a": ["$a"], "b": ["$b"],
        **{name: ["$" + name] for name in ("axor", "qsum", "rsum", "tsum", "csum", "o", "h", "put", "got", "round",
                                           "started")}}
for name in ("slot", "list", "ngrown", "top"):  # freed by main, or in the order in which threads came
    SEEN.pop(name)
WORDS = RacingWords(HEAD, GLOBALS, HELPERS, LOCALS, SEEN)


class Settled:
    def __init__(self, rng):
        self.rng, self.first, self.around, self.last = rng, [], [], []
        self.nthreads = rng.choice([2, 2, 3])
        jobs = [self.locked_sum, self.atomic_sum, self.phases, self.turns, self.queue, self.ring, self.once,
                self.specific, self.stack, self.listed, self.grown,
                self.tree, self.readers, self.jumps, self.strings, self.c11, self.cancelled, self.lent, self.context,
                self.exchange, self.recursion, self.handed]
        self.jobs = rng.sample(jobs, rng.choice([1, 1, 2]))

    def n(self, low=1, high=9):
        return self.rng.randrange(low, high)

    def value(self):
        """Something that depends on the worker."""
        return self.rng.choice([f"(me + {self.n()})", f"(me * {self.n()} + {self.n()})", f"({self.n()} << me)",
                                f"(me ^ {self.n()})"])

    # Each job: what worker k does.

    def locked_sum(self):
        lock, unlock, name, setup = self.rng.choice([
            ("pthread_mutex_lock", "pthread_mutex_unlock", "$m0", None),
            ("pthread_spin_lock", "pthread_spin_unlock", "$spin", "pthread_spin_init(&$spin, 0);"),
            ("pthread_rwlock_wrlock", "pthread_rwlock_unlock", "$rw", None),
            ("sem_wait", "sem_post", "$sem", "sem_init(&$sem, 0, 1);"),
            ("pthread_mutex_lock", "pthread_mutex_unlock", "$rec", None),
            ("pthread_mutex_lock", "pthread_mutex_unlock", "$check", None),
            ("mtx_lock", "mtx_unlock", "$mtx", "mtx_init(&$mtx, mtx_plain);")])
        self.first += [setup] if setup else []
        times, value = self.n(1, 4), self.value()
        return lambda k: [(f"for (i = 0; i < {times}; i++) {{",
                           [(f"{lock}(&{name});", [f"$sum = $sum + {value} + i;"], f"{unlock}(&{name});")], "}")]

    def atomic_sum(self):
        value, kind = self.value(), self.rng.randrange(5)
        one = [f"atomic_fetch_add(&$asum, {value});", f"$asum += {value};", f"atomic_fetch_xor(&$axor, {value});",
               f"__sync_fetch_and_add((int *)&$asum, {value});"]
        if kind < 4:
            return lambda k: [(f"for (i = 0; i < {self.n(1, 3)}; i++) {{", [one[kind]], "}")]
        return lambda k: ["r0 = $asum;",
                          (f"while (!atomic_compare_exchange_{self.rng.choice(['weak', 'strong'])}(&$asum, &r0, r0 + "
                           f"{value})) {{", [], "}")]

    def phases(self):
        """Each reads in a phase what its neighbour wrote in the one before."""
        self.first.append(f"pthread_barrier_init(&$meet, NULL, {self.nthreads});")
        value = self.value()
        return lambda k: [f"$row[me] = {value};", "r1 = pthread_barrier_wait(&$meet);",
                          f"$next[me] = $row[(me + 1) % {self.nthreads}] * 2 + $row[me];",
                          "pthread_barrier_wait(&$meet);", f"$row[me] = $next[(me + 1) % {self.nthreads}];",
                          "atomic_fetch_add(&$asum, r1 != 0);"]

    def turns(self):
        value, how = self.value(), self.rng.randrange(3)
        if how == 0:
            return lambda k: [("while (atomic_load(&$started) != me) {", [], "}"), f"$h = $h * 3 + {value};",
                              "atomic_store(&$started, me + 1);"]
        wait = "pthread_cond_wait(&$cv, &$m1);" if how == 1 else "pthread_cond_timedwait(&$cv, &$m1, &$past);"
        return lambda k: [within("$m1", [("while ($turn != me) {", [wait], "}"), f"$h = $h * 3 + {value};", "$turn++;",
                                         "pthread_cond_broadcast(&$cv);"])]

    def queue(self):
        """The first puts, the others take."""
        each, value = self.n(1, 3), self.n()
        total = each * (self.nthreads - 1)
        wake = self.rng.choice(["signal", "broadcast"])

        def job(k):
            if k == 0:
                return [(f"for (i = 0; i < {total}; i++) {{",
                         [within("$m0", [("while ($nqueue == 2) {", ["pthread_cond_wait(&$room, &$m0);"], "}"),
                                                                             f"$queue[$nqueue++] = i * {value} + 1;",
                                                                              f"pthread_cond_{wake}(&$filled);"])],
                         "}")]
            return [(f"for (i = 0; i < {each}; i++) {{",
                     [within("$m0", [("while ($nqueue == 0) {", ["pthread_cond_wait(&$filled, &$m0);"], "}"),
                                                                        "$qsum += $queue[--$nqueue];",
                                                                         f"pthread_cond_{wake}(&$room);"])], "}")]
        return job

    def ring(self):
        each, value = self.n(1, 3), self.n()
        total = each * (self.nthreads - 1)
        self.first += ["sem_init(&$empty, 0, 2);", "sem_init(&$full, 0, 0);"]

        def job(k):
            if k == 0:
                return [(f"for (i = 0; i < {total}; i++) {{",
                         ["sem_wait(&$empty);", within("$m1", [f"$ring[$put++ & 1] = i * {value} + 2;"]),
                          "sem_post(&$full);"], "}")]
            return [(f"for (i = 0; i < {each}; i++) {{",
                     ["sem_wait(&$full);", within("$m1", ["$rsum += $ring[$got++ & 1];"]), "sem_post(&$empty);"], "}")]
        return job

    def once(self):
        value = self.value()
        return lambda k: ["pthread_once(&$once, $setup);", f"$out[me] = $o * {value};"]

    def specific(self):
        self.around.append(("pthread_key_create(&$key1, $add);", "pthread_key_delete($key1);"))
        value = self.value()
        return lambda k: ["q = malloc(sizeof *q);", f"*q = {value};", "pthread_setspecific($key1, q);",
                          "atomic_fetch_add(&$asum, 1);", "*(int *)pthread_getspecific($key1) += 2;"]

    def stack(self):
        value = self.value()
        self.last += [("while ($top) {", ["p0 = $top; $top = p0->next;", "$sum += p0->v;", "free(p0);"], "}")]
        return lambda k: [f"p0 = malloc(sizeof *p0); p0->v = {value}; p0->next = atomic_load(&$top);",
                          ("while (!atomic_compare_exchange_weak(&$top, &p0->next, p0)) {", [], "}")]

    def listed(self):
        value = self.value()
        self.last += [("while ($list) {", ["p0 = $list; $list = p0->next;", "$sum += p0->v;", "free(p0);"], "}")]
        return lambda k: [f"p0 = malloc(sizeof *p0); p0->v = {value};",
                          within("$m1", ["p0->next = $list;", "$list = p0;"])]

    def grown(self):
        value = self.value()
        self.last += [(f"for (i = 0; i < {self.nthreads}; i++) {{", ["$sum += $grown[i];"], "}"), "free($grown);"]
        return lambda k: [within("$m0", ["$grown = realloc($grown, ($ngrown + 1) * sizeof *$grown);",
                                         f"$grown[$ngrown++] = {value};"])]

    def tree(self):
        return lambda k: [f"ends[0] = {self.n()}; ends[1] = ends[0] + {self.n(1, 4)};",
                          "$out[me] = (int)(long)$range(ends);"] if k == 0 else ["atomic_fetch_add(&$asum, me);"]

    def readers(self):
        """What a writer changes together is never seen apart."""
        return lambda k: [("pthread_rwlock_wrlock(&$rw);", ["$a++;", "$b++;"], "pthread_rwlock_unlock(&$rw);"),
                          ("pthread_rwlock_rdlock(&$rw);", ["$out[me] = $a == $b;"], "pthread_rwlock_unlock(&$rw);")]

    def jumps(self):
        depth = self.n(0, 4)
        return lambda k: [f"$tls = $catch({depth});", "atomic_fetch_add(&$asum, $tls + me);"]

    def strings(self):
        values = [self.n(0, 50) for _ in range(4)]
        fill = f"memcpy(sorted, (int[4]){{{', '.join(map(str, values))}}}, sizeof sorted); sorted[me & 3] += me;"
        return lambda k: [fill, "qsort(sorted, 4, sizeof *sorted, $order);",
                          'snprintf(text, sizeof text, "%d:%d:%x", sorted[0], sorted[3], me);',
                          "atomic_fetch_add(&$asum, (int)strlen(text) + text[0]);", "$out[me] = sorted[1];"]

    def c11(self):
        self.first.append("mtx_init(&$mtx, mtx_plain);")
        value = self.value()
        return lambda k: [f"near = {value}; thrd_create(&thr, $c11, &near);", "thrd_join(thr, &r2);", "$out[me] = r2;"]

    def cancelled(self):
        return lambda k: ["pthread_create(&inner, NULL, $waits, NULL);", "pthread_cancel(inner);",
                          "pthread_join(inner, &result);", "$out[me] = result == PTHREAD_CANCELED;"] \
            if k == 0 else ["atomic_fetch_add(&$asum, me);"]

    def lent(self):
        """The others add to what the first owns."""
        owner = self.rng.choice(["$tls", "near"])
        self.first.append(f"pthread_barrier_init(&$meet, NULL, {self.nthreads});")
        use = "*$lent += me + 1;"
        return lambda k: [f"{owner} = 4; $lent = &{owner};", "pthread_barrier_wait(&$meet);", within("$m1", [use]),
                          "pthread_barrier_wait(&$meet);", f"$out[0] = {owner};"] if k == 0 \
            else ["pthread_barrier_wait(&$meet);", within("$m1", [use]), "pthread_barrier_wait(&$meet);"]

    def context(self):
        owner, value = self.rng.choice(["$tls", "near"]), self.value()
        return lambda k: [(f"c = malloc(sizeof *c); c->p = &{owner}; c->in = NULL; c->v = 1;",
                           [within("$m0", ["$csum += me;"]), f"*c->p += {value};", "atomic_fetch_add(&$asum, *c->p);",
                            f"*c->p += {owner};"], "free(c);"), f"$out[me] = {owner};"]

    def exchange(self):
        """What goes through a slot comes out once."""
        value = self.value()
        self.last += ["p0 = $slot;", when("p0", ["$asum += p0->v;", "free(p0);"])]
        return lambda k: [f"p0 = malloc(sizeof *p0); p0->v = {value};", "p0 = atomic_exchange(&$slot, p0);",
                          when("p0", ["atomic_fetch_add(&$asum, p0->v);", "free(p0);"])]

    def recursion(self):
        depth = self.n(2, 12)
        return lambda k: ["near = me;", f"$out[me] = $upto(&near, {depth});", "atomic_fetch_add(&$asum, $out[me]);"]

    def handed(self):
        """A block of the first that goes round."""
        return lambda k: [*(["p0 = calloc(1, sizeof *p0);", "atomic_store(&$hand, p0);"] if k == 0 else []),
                          ("while (atomic_load(&$round) != me) {", [], "}"), "p0 = atomic_exchange(&$hand, NULL);",
                          f"p0->v = p0->v * 2 + {self.n()};", "$out[me] = p0->v;",
                          *(["free(p0);"] if k == self.nthreads - 1 else ["atomic_store(&$hand, p0);"]),
                          "atomic_store(&$round, me + 1);"]

    def program(self):
        jobs = [job() for job in self.jobs]
        threads = [{"name": f"$t{k}", "body": ["GATE", *(node for job in jobs for node in job(k)), *self.finish()]}
                   for k in range(self.nthreads)]
        main = ["OPEN"]
        for k in reversed(range(self.nthreads)):
            main = [(f"pthread_create(&id[{k}], NULL, $t{k}, (void *){k}L);", main,
                     f"pthread_join(id[{k}], &result); $ends[{k}] = (int)(long)result;")]
        for head, tail in self.around:
            main = [(head, main, tail)]
        first = list(dict.fromkeys(self.first))
        return {"threads": threads, "main": first + main + self.last, "is_settled": True}

    def finish(self):
        return self.rng.choice([[], [f"pthread_exit((void *)(long){self.value()});"]])
