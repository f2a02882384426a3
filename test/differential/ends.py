# SPDX-License-Identifier: Apache-2.0
"""Families about how threads end and where control goes: cancellation, cleanup handlers, destructors of thread-specific
data, jumps out of functions, and output, which some of these interrupt."""
from tree import when, within

GLOBALS = {
    "key1": "static pthread_key_t $key1;",
    "jumps": "static _Thread_local jmp_buf $jumps;",
    "victim": "static pthread_t $victim;",
}
HELPERS = {
    "release": ["static void $release(void *arg) {", "    $d2 = ($d2 + 1) & 7;", "    pthread_mutex_unlock(arg);", "}"],
    "undo": ["static void $undo(void *arg) {", "    *(int *)arg = (*(int *)arg + 1) & 7;", "    $x0 = *(int *)arg;",
             "}"],
    # A destructor: uses what the block points to, may put it back once.
    "last": ["static void $last(void *arg) {", "    struct context *c = arg;", "    *c->p = (*c->p + c->v) & 7;",
             "    $x0 = $tls & 7;",
             "    if (c->v == 3) {", "        c->v = 1;", "        pthread_setspecific($key1, c);", "    } else {",
             "        free(c);", "    }", "}"],
    "fall": ["static void $fall(jmp_buf *env, int n) {", "    int here = n;", "    $d2 = (here + 1) & 7;",
             "    if (n == 0)", "        longjmp(*env, 2);",
             "    $fall(env, n - 1);", "    $d2 = here;", "}"],
    "leap": ["static int $leap(int n, int *up) {", "    jmp_buf env;", "    volatile int seen = 0;",
             "    int got = setjmp(env);", "    *up = (*up + 1) & 7;",
             "    if (got == 0) {", "        seen = 1;", "        $fall(&env, n);", "    }", "    return got + seen;",
             "}"],
    # Leaves a call whose result is wanted where the jump comes back to.
    "drop": ["static int *$drop(jmp_buf *env, int *p, int is_last) {", "    $d2 = ($d2 + 1) & 7;", "    if (is_last)",
             "        longjmp(*env, 1);", "    return p;", "}"],
    "again": ["static int $again(int *up) {", "    jmp_buf env;", "    int *got = NULL;",
              "    for (volatile int i = 0; i < 2; i++) {", "        got = $drop(&env, up, i);",
              "        if (setjmp(env)) {", "            *got = (*got + 1) & 7;", "            break;", "        }",
              "    }", "    return *got;", "}"],
}
LOCALS = {"env": "jmp_buf env;"}
HEAD = ""


class Ends:
    def jump(self):
        kind = self.rng.randrange(5)
        near = self.rng.choice(["&near", "&$tls"])
        if kind == 4:
            return [f"{self.reg()} = $again({near});", self.own_use(near[1:])]
        if kind < 2:
            return [f"{self.reg()} = $leap({self.rng.randrange(3)}, {near});", self.own_use(near[1:])]
        env = self.rng.choice(["env", "$jumps"])
        before = ["c0 = malloc(sizeof *c0); c0->p = &$tls; c0->in = NULL; c0->v = 1;"] if self.chance(30) else []
        after = [self.through("c0"), "free(c0); c0 = NULL;"] if before else []
        out = f"longjmp({env}, 1);" if kind == 2 else f"$fall(&{env}, {self.rng.randrange(2)});"
        return [*before, when(f"setjmp({env}) == 0",
                              [*self.scalar()[:1], self.rng.choice([out, when(f"{self.place()} < 3", [out])])]), *after]

    def stopped(self):
        """A thread that others may cancel, and what it does about it. What it holds a cleanup handler gives back."""
        self.may_cancel = True
        kind = self.rng.randrange(7)
        point = self.rng.choice(["pthread_testcancel();", "pthread_testcancel();", "usleep(1);",
                                 "sem_wait(&$sem); sem_post(&$sem);"])
        if "sem_wait" in point:
            self.set_up("sem", ["sem_init(&$sem, 0, 1);"])
        if kind == 0:
            return [point]
        if kind == 1:
            return [("pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);", [point, *self.scalar()],
                     "pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);")]
        if kind == 2:
            return [(f"pthread_cleanup_push($undo, {self.rng.choice(['&near', '&$tls', '&where[1]'])});",
                     [*self.scalar(), point], f"pthread_cleanup_pop({self.rng.randrange(2)});")]
        if kind == 3:
            wait = [("while (!$d0) {", ["pthread_cond_wait(&$cv, &$m0);"], "}")] if self.mistake(80) else [point]
            return [("pthread_mutex_lock(&$m0); pthread_cleanup_push($release, &$m0);", self.touch("$d0") + wait,
                     "pthread_cleanup_pop(1);")]
        if kind == 4:
            return [within("$m0", ["$d0 = 1;", "pthread_cond_broadcast(&$cv);"])]
        if kind == 5:
            return ["$victim = pthread_self();", *self.scalar()] if self.mistake(50) else self.scalar()
        return ["child = $victim;", when("child", ["pthread_cancel(child);"])] if self.mistake(50) else [point]

    def destructor(self):
        self.set_up("key1", ["pthread_key_create(&$key1, $last);"])
        kind = self.rng.randrange(5)
        if kind == 0:
            return ["c1 = pthread_getspecific($key1);", self.through("c1")]
        if kind == 1:
            return ["c1 = pthread_getspecific($key1);",
                    when("c1", ["pthread_setspecific($key1, NULL);", *self.simple(), "free(c1);"]), "c1 = NULL;"]
        target = self.rng.choice(["&$tls", "&$tl2[1]", "&c0->v", "&$array[1]"])
        made = f"c0 = malloc(sizeof *c0); c0->p = {target}; c0->in = NULL; c0->v = {self.rng.choice([1, 2, 3])};"
        last = [f"if ({self.cond()}) pthread_exit(NULL);"] if kind == 2 else []
        return [when("!pthread_getspecific($key1)", [made, "pthread_setspecific($key1, c0);", *self.simple(), *last])]

    def output(self):
        kind = self.rng.randrange(6)
        if kind < 2:
            body = self.touch("$count") if self.chance(60) else self.scalar()
            return [("flockfile(stdout);", ["putchar_unlocked('a');", *body] if self.chance(40) else body,
                     "funlockfile(stdout);")]
        if kind == 2:
            return [when("ftrylockfile(stdout) == 0", [*self.touch("$count"), "funlockfile(stdout);"])]
        return [self.rng.choice(["putchar('b');", f'printf("%d\\n", {self.reg()});', 'fputs("c", stdout);',
                                 f'fprintf(stderr, "%d", {self.reg()});',
                                 f"{self.reg()} = puts(\"d\") < 0;"])]
