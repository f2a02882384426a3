# SPDX-License-Identifier: Apache-2.0
"""Families about pointers: to thread-locals, to locals and to heap blocks, kept in private and in shared memory, lent,
handed over and taken back. What a thread alone can reach, and since when, is what reductions rely on."""
from tree import when, within

GLOBALS = {
    "tl2": "static _Thread_local int $tl2[2];",
    "tp": "static _Thread_local int *$tp;",
    "tc": "static _Thread_local struct context *$tc;",
    "lent": "static int *$lent;",
    "raw": "static unsigned char $raw[sizeof(int *) + 1];",
    "post": "static struct context *$post;",
    "mail": "static _Atomic(struct context *) $mail;",
    "back": "static _Atomic(struct context *) $back;",
}
HELPERS = {
    # What a frame points to lies in the frame below; the deepest one changes them all.
    "down": ["static int $down(int n, int *up) {", "    int here = n, got = 0;", "    if (up)",
             "        *up = (*up + 1) & 7;",
             "    $d2 = (n + 1) & 7;", "    if (n > 0)", "        got = $down(n - 1, &here);",
             "    return (here + got) & 7;", "}"],
    "climb": ["static int $climb(int n, struct context *up) {", "    int here = n;",
              "    struct context c = {&here, up, n};",
              "    if (n > 0)", "        return ($climb(n - 1, &c) + here) & 7;", "    $d2 = 1;",
              "    for (struct context *at = &c; at; at = at->in)", "        *at->p = (*at->p + at->v) & 7;",
              "    return here;", "}"],
    "dig": ["static int $dig(int n, int *up) {", "    int here = n;", "    struct context *c = malloc(sizeof *c);",
            "    c->p = n & 1 ? up : &here;", "    $d2 = n & 7;", "    if (n > 0)", "        $dig(n - 1, c->p);",
            "    *c->p = (*c->p + 2) & 7;",
            "    free(c);", "    return here;", "}"],
}
HELPERS.update({
    # Threads that get a pointer as their argument and give one back.
    "guest": ["static void *$guest(void *arg) {", "    struct context *c = arg;", "    *c->p = (*c->p + 1) & 7;",
              "    $d2 = c->v & 7;", "    c->v = *c->p;", "    return c;", "}"],
    "heir": ["static void *$heir(void *arg) {", "    struct context *c = malloc(sizeof *c);", "    c->p = arg;",
             "    c->in = NULL;", "    c->v = 2;", "    $d2 = 1;",
             "    *c->p = (*c->p + c->v) & 7;", "    return c;", "}"],
    "swap": ["static void $swap(int **a, int **b) {", "    int *c = *a;", "    *a = *b;", "    $d2 = 3;", "    *b = c;",
             "}"],
    "given": ["static int $given(struct context c, int n) {", "    $d2 = n & 7;", "    *c.p = (*c.p + n) & 7;",
              "    return *c.p;", "}"],
    "many": ["static int $many(int n, ...) {", "    va_list list;", "    int sum = 0;", "    va_start(list, n);",
             "    for (int i = 0; i < n; i++) {", "        int *p = va_arg(list, int *);",
             "        $d2 = (sum + 1) & 7;", "        *p = (*p + 1) & 7;", "        sum += *p;", "    }",
             "    va_end(list);", "    return sum & 7;", "}"],
})
LOCALS = {
    "guests": "pthread_t guests;",
    "got": "void *got = NULL;",
    "qs": "int *qs[2] = {NULL, NULL};",
    "c0": "struct context *c0 = NULL;",
    "c1": "struct context *c1 = NULL;",
    "own": "struct context own = {NULL, NULL, 0};",
    "where": "int where[2] = {0, 0};",
    "bytes": "unsigned char bytes[sizeof(int *) + 1] = {0};",
}
HEAD = """
struct context {
    int *p;
    struct context *in;
    int v;
};
"""


class Pointers:
    def target(self):
        """Something of the thread's own, mostly."""
        return self.rng.choice(["&$tls", "&$tls", "&$tls", "&$tl2[1]", "&near", "&near", "&where[1]", "&$array[1]"])

    def own_use(self, name=None):
        """An access to what targets point to, by its own name."""
        name = name or self.rng.choice(["$tls", "$tls", "$tl2[1]", "near", "where[1]"])
        if self.chance(4) or self.mistake(12):
            return f"assert({name} != {self.rng.randrange(3, 8)});"
        return self.rng.choice([f"{name} = {self.expr()};", f"{self.reg()} = {name};", f"{self.reg()} = {name};",
                                f"{name} = ({name} + 1) & 7;"])

    def through(self, c):
        """An access through a context."""
        deep = f"{c}->in->p" if self.chance(15) else f"{c}->p"
        cond = f"{c} && {c}->in" if "in->" in deep else c
        return when(cond, [self.rng.choice([f"*{deep} = {self.expr()};", f"*{deep} = {self.rng.randrange(1, 8)};",
                                            f"{self.reg()} = *{deep};",
                                            f"*{deep} = (*{deep} + {c}->v) & 7;", f"{c}->v = {self.expr()};",
                                            f"q = {deep};",
                                            f"*{deep} = (*{deep} + 1) & 7;"])])

    def made(self, c, target):
        inner = self.rng.choice(["NULL", "NULL", "NULL", "c1" if c == "c0" else "c0"])
        made = self.rng.choice([f"malloc(sizeof *{c})", f"malloc(sizeof *{c})", f"calloc(2, sizeof *{c})"])
        return f"{c} = {made}; {c}->p = {target}; {c}->in = {inner}; {c}->v = {self.rng.randrange(1, 4)};"

    def private(self):
        """A block that only this thread knows, and pointers in it to what is its own."""
        c, target = self.rng.choice(["c0", "c0", "c1"]), self.target()
        name = target[1:]
        body = self.simple() + [self.through(c)] + self.simple() + [self.own_use(name)]
        if self.chance(50):
            body += [self.through(c), self.own_use(name)]
        if self.chance(25):
            body.insert(self.rng.randrange(len(body)), when(c, [self.rng.choice(
                [f"{c}->p = {self.target()};", f"own = *{c};", f"$tc = {c};", f"$tp = {c}->p;",
                 f"{c} = realloc({c}, 3 * sizeof *{c});"])]))
        if self.chance(20):
            body.append(self.rng.choice([when("own.p", ["*own.p = 3;"]), when("$tp", ["*$tp = 4;"]),
                                         when("$tc", ["*$tc->p = 5;"])]))
        if self.mistake(15):
            return [self.made(c, target), *body]
        return [(self.made(c, target), body, f"free({c}); {c} = NULL; $tc = NULL;"
                 if self.chance(30) else f"free({c}); {c} = NULL;")]

    def frame(self):
        """Pointers in locals and thread-locals to locals and thread-locals."""
        holder = self.rng.choice(["own.p", "$tp", "own.p", "q"])
        return [f"{holder} = {self.target()};", *self.simple(), when(holder, [f"*{holder} = {self.expr()};"]),
                self.own_use()]

    def lend(self):
        """A pointer to something of one's own that others may use while a lock is held."""
        borrow = [f"{self.rng.choice(['q = $lent;', 'memcpy(&q, &$lent, sizeof q);'])}",
                  when("q", ["*q = (*q + 1) & 7;"] if self.chance(60) else [f"{self.reg()} = *q;"])]
        if self.chance(45):
            return [within("$m1", borrow)] if not self.mistake(20) else borrow
        target = self.target()
        give = self.rng.choice([f"$lent = {target};", f"q = {target}; memcpy(&$lent, &q, sizeof q);",
                                f"own.p = {target}; $lent = own.p;"])
        back = "$lent = NULL;" if not self.mistake(20) else ";"
        return [(f"pthread_mutex_lock(&$m1); {give} pthread_mutex_unlock(&$m1);", self.simple(),
                 f"pthread_mutex_lock(&$m1); {back} pthread_mutex_unlock(&$m1);"),
                self.own_use(target[1:])]

    def raw(self):
        """Pointers that are copied byte by byte, at odd addresses."""
        loop = "for (unsigned i = 0; i < sizeof q; i++) {0}[i + 1] = {1};"
        if self.chance(40):
            copy = self.rng.choice(["memcpy(&q, $raw + 1, sizeof q);", "memmove(&q, $raw + 1, sizeof q);"])
            return [within("$m1", [copy, when("q", ["*q = (*q + 1) & 7;"])])]
        target, kind = self.target(), self.rng.randrange(3)
        if kind == 0:  # in memory of its own
            return [f"q = {target};", "memcpy(bytes + 1, &q, sizeof q);", *self.simple(),
                    "memcpy(&q, bytes + 1, sizeof q);",
                    when("q", [f"*q = {self.expr()};"]), self.own_use(target[1:])]
        copy = "memcpy($raw + 1, &q, sizeof q);" if kind == 1 else loop.format("$raw", "((unsigned char *)&q)[i]")
        return [(f"pthread_mutex_lock(&$m1); q = {target}; {copy} pthread_mutex_unlock(&$m1);", self.simple(),
                 "pthread_mutex_lock(&$m1); memset($raw, 0, sizeof $raw); pthread_mutex_unlock(&$m1);"),
                self.own_use(target[1:])]

    def posted(self):
        """A context that others use while a lock is held; what it points to becomes shared with it, or later."""
        if self.chance(40):
            use = self.rng.choice(["*c1->p = (*c1->p + 1) & 7;", f"{self.reg()} = *c1->p;", "c1->v = (c1->v + 1) & 7;",
                                   when("c1->in", ["*c1->in->p = 2;"])])
            return [within("$m1", ["c1 = $post;", when("c1", [use])])]
        c, target = "c0", self.target()
        late = [within("$m1", [when("c0", [f"c0->p = {self.target()};"])])] if self.chance(30) else []
        if self.chance(20):
            late = [self.made("c1", self.target()), within("$m1", [when("c0", ["c0->in = c1;"])]), *self.scalar(),
                    within("$m1", [when("c0", ["c0->in = NULL;"])]),
                    self.through("c1"), "free(c1); c1 = NULL;"]
        body = self.simple() + late + self.simple()
        post = self.rng.choice(["$post = c0;", "$post = c0;", "memcpy(&$post, &c0, sizeof c0);"])
        return [(self.made(c, target), [(f"pthread_mutex_lock(&$m1); {post} pthread_mutex_unlock(&$m1);", body,
                                         "pthread_mutex_lock(&$m1); $post = NULL; pthread_mutex_unlock(&$m1);"),
                                        self.through(c), self.own_use(target[1:])],
                 "free(c0); c0 = NULL;" if not self.mistake(15) else "free(c0);")]

    def mail(self):
        """Blocks that are handed over, used by one thread at a time, and taken back."""
        slot, other = self.rng.sample(["$mail", "$back"], 2)
        kind = self.rng.randrange(5)
        use = self.rng.choice([[self.through("c0")], ["c0->v = (c0->v + 1) & 7;"], [f"{self.reg()} = c0->v;"],
                               self.simple()])
        if kind < 2:
            target = self.target() if self.mistake(40) else self.rng.choice(["&c0->v", "&$array[1]"])
            give = self.rng.choice([[f"atomic_store(&{slot}, c0);", "c0 = NULL;"],
                                    [f"c0 = atomic_exchange(&{slot}, c0);", "free(c0);", "c0 = NULL;"],
                                    [f"c1 = NULL; if (atomic_compare_exchange_strong(&{slot}, &c1, c0)) c0 = NULL;",
                                     *self.simple(), "free(c0); c0 = NULL;"]])
            return [self.made("c0", target).replace("c0->in = c1;", "c0->in = NULL;"), *use, *give]
        after = self.rng.choice([["free(c0);", "c0 = NULL;"],
                                 [f"c0 = atomic_exchange(&{other}, c0);", "free(c0);", "c0 = NULL;"],
                                 [f"c0 = atomic_exchange(&{slot}, c0);"], []])
        return [f"c0 = atomic_exchange(&{slot}, NULL);", when("c0", use + after)]

    def realloc_(self):
        kind = self.rng.randrange(4)
        if kind == 0:
            return ["p0 = malloc(sizeof *p0);", f"p0->v = {self.expr()};", "p0->next = NULL;", *self.scalar(),
                    "p0 = realloc(p0, 2 * sizeof *p0);",
                    f"p0[1].v = {self.expr()};", f"{self.reg()} = p0->v;", "free(p0);", "p0 = NULL;"]
        if kind == 1:
            size = self.rng.choice(["sizeof *$slot0", "2 * sizeof *$slot0"])
            return [within("$m0", [f"$slot0 = realloc($slot0, {size});", f"$slot0->v = {self.expr()};",
                                   "$slot0->next = NULL;"])]
        if kind == 2:
            stale = "q" if self.mistake(40) else "&p0->v"
            return ["p0 = malloc(sizeof *p0);", "p0->v = 1;", "p0->next = NULL;", "q = &p0->v;",
                    "p0 = realloc(p0, 3 * sizeof *p0);", *self.scalar(),
                    f"q = {stale};", f"*q = {self.expr()};", f"{self.reg()} = p0->v;", "free(p0);", "p0 = NULL;"]
        return [self.made("c0", self.target()), "c0 = realloc(c0, 2 * sizeof *c0);", *self.scalar(), self.through("c0"),
                self.own_use(), "free(c0);", "c0 = NULL;"]

    def argument(self):
        """Pointers as arguments and results of threads, that are joined before what they point to is gone."""
        self.guests += 1
        if self.guests > 2:  # each is a thread more
            return self.frame()
        target, kind = self.target(), self.rng.randrange(3)
        end = "pthread_join(guests, &got);" if not self.mistake(15) else "pthread_detach(guests);"
        if kind == 0:
            return [(self.made("c0", target), [("pthread_create(&guests, NULL, $guest, c0);", self.touch(self.place()),
                                                end), self.through("c0"), self.own_use(target[1:])],
                     "free(c0); c0 = NULL;")]
        if kind == 1:
            return [(f"own.p = {target}; own.v = 1; pthread_create(&guests, NULL, $guest, &own);",
                     self.touch(self.place()), end), f"{self.reg()} = own.v;", self.own_use(target[1:])]
        return [(f"pthread_create(&guests, NULL, $heir, {target});", self.touch(self.place()), end), "c1 = got;",
                self.through("c1"), "free(got); got = c1 = NULL;", self.own_use(target[1:])]

    def passing(self):
        """Pointers through parameters, arrays, structures by value and lists of arguments."""
        a, b, kind = self.target(), self.target(), self.rng.randrange(5)
        if kind == 0:
            return [f"qs[0] = {a}; qs[1] = {b};", "$swap(&qs[0], &qs[1]);",
                    f"*qs[{self.rng.randrange(2)}] = {self.expr()};", self.own_use(a[1:]), self.own_use(b[1:])]
        if kind == 1:
            return [f"own.p = {a};", f"{self.reg()} = $given(own, {self.rng.randrange(1, 4)});", self.own_use(a[1:])]
        if kind == 2:
            return [f"{self.reg()} = $many(2, {a}, {b});", self.own_use(a[1:])]
        if kind == 3:
            return [f"{self.reg()} = $given((struct context){{{a}, NULL, 1}}, 2);", self.own_use(a[1:])]
        return [self.made("c0", a), f"qs[0] = {b};", "$swap(&c0->p, &qs[0]);", *self.scalar(), self.through("c0"),
                self.own_use(b[1:]), "free(c0); c0 = NULL;"]

    def scoped(self):
        """Locals of a block, which end with it; each turn of a loop has its own."""
        head = self.rng.choice(["{ int inner = 0;", "{ int inner = 1;", "for (int i = 0; i < 2; i++) { int inner = i;"])
        after = [when("q", [f"{self.reg()} = *q;"])] if self.mistake(25) else ["q = NULL;"]
        kind = self.rng.randrange(4)
        if kind == 0:
            return [(head, ["q = &inner;", *self.simple(), f"inner = {self.expr()};", when("q", ["*q = (*q + 1) & 7;"]),
                            f"{self.reg()} = inner;"], "}"), *after]
        if kind == 1:
            lent = ("pthread_mutex_lock(&$m1); $lent = &inner; pthread_mutex_unlock(&$m1);", self.touch(self.place()),
                    "pthread_mutex_lock(&$m1); $lent = NULL; pthread_mutex_unlock(&$m1);")
            return [(head, [lent, f"{self.reg()} = inner;"], "}")]
        if kind == 2:
            return [(head, [(self.made("c0", "&inner"), [*self.simple(), self.through("c0"), f"{self.reg()} = inner;"],
                             "free(c0); c0 = NULL;")], "}")]
        leave = self.rng.choice(["break;", "continue;"])
        return [("for (int i = 0; i < 2; i++) { int inner = i;",
                 ["q = &inner;", *self.touch(self.place()), when(self.cond(), [leave]), when("q", ["*q = 2;"]),
                  f"{self.reg()} = inner;"], "}"), *after]

    def deep(self):
        near = self.rng.choice(["&near", "&$tls", "&where[1]"])
        depth = self.rng.randrange(1, 4)
        return [self.rng.choice([f"{self.reg()} = $down({depth}, {near});", f"{self.reg()} = $climb({depth}, NULL);",
                                 f"{self.reg()} = $dig({depth}, {near});",
                                 f"own.p = {near}; {self.reg()} = $climb({depth}, &own);"]), self.own_use(near[1:])]
