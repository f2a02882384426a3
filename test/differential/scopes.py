# SPDX-License-Identifier: Apache-2.0
"""Families about scopes: pointers to variables of blocks and to compound literals, which other threads use while the
block lives, and by mistake later; blocks that are entered again. Functions that are not inlined keep the variables in
memory in optimised code too."""
from tree import when, within

GLOBALS = {
    "seen": "static _Atomic(int *) $seen;",
}
HELPERS = {
    "show": ["__attribute__((noinline)) static void $show(int *p) {", "    $seen = p;", "}"],
    "peek": ["__attribute__((noinline)) static int $peek(void) {", "    int *p = $seen;", "    return p ? *p & 7 : 0;",
             "}"],
    "poke": ["__attribute__((noinline)) static void $poke(void) {", "    int *p = $seen;", "    if (p)",
             "        *p = (*p + 1) & 7;", "}"],
    "bump": ["__attribute__((noinline)) static void $bump(int *p) {", "    *p = (*p + 1) & 7;", "}"],
    "visitor": ["static void *$visitor(void *arg) {", "    $d2 = 1;", "    $bump(arg);", "    return arg;", "}"],
}
LOCALS = {"inner": "int inner = 0;"}
HEAD = ""

BLOCKS = ["{ int inner = 1;", "for (int i = 0; i < 2; i++) { int inner = i;",
          "for (int i = 0; i < 2; i++) { int inner; inner = me & 1;",
          "{ int inner = 1, other = 2; $bump(&other); inner += other;"]


class Scopes:
    def shown(self, what, body):
        """The body while what points to is shown; what shows it may forget to take it back."""
        taken = "$show(NULL);" if not self.mistake(30) else ";"
        if self.mistake(30):
            return [f"$show({what});", *body, taken]
        return [f"pthread_mutex_lock(&$m1); $show({what}); pthread_mutex_unlock(&$m1);", *body,
                f"pthread_mutex_lock(&$m1); {taken} pthread_mutex_unlock(&$m1);"]

    def looks(self):
        look = self.rng.choice([f"{self.reg()} = $peek();", "$poke();"])
        return [look] if self.mistake(30) else [within("$m1", [look])]

    def blocks(self):
        head, kind = self.rng.choice(BLOCKS), self.rng.randrange(8)
        use = [f"{self.reg()} = inner & 7;"]
        if kind < 2:
            return self.looks()
        if kind == 2:
            return [(head, [*self.shown("&inner", self.touch(self.place())), *use], "}")]
        if kind == 3:
            return [(head, ["$bump(&inner);", when(self.cond(), ["$bump(&inner);"]), *use], "}")]
        if kind == 4:
            start, join = "pthread_create(&child, NULL, $visitor, &inner);", "pthread_join(child, NULL);"
            if self.mistake(40):
                return [("{ int inner = 1;", [start, *self.scalar()], "}"), join]
            return [(head, [(start, self.scalar()[:1], join), *use], "}")]
        if kind == 5:
            return [("{ int *literal = (int[]){me & 3, 2};",
                     self.shown("&literal[1]", [*self.scalar()[:1], "$bump(literal);"]), "}"), *self.looks()]
        if kind == 6:
            return [(f"for (int i = 0; i < 2; i++) {{ switch ({self.reg()} & 1) {{ int inner; case 0: inner = 1; "
                     f"$bump(&inner); break; default: inner = i;",
                     [*self.shown("&inner", self.touch(self.place())), *use], "} }")]
        return [(head, [f"q = &inner; $bump(q); {self.reg()} = *q & 7;", *self.scalar()[:1]], "}"),
                when("q", ["$bump(q);"]) if self.mistake(20) else "q = NULL;"]
