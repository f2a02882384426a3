# SPDX-License-Identifier: Apache-2.0
"""Families about how things lie in memory: unions, packed structures, accesses that are not aligned or overlap in part,
structures that are copied."""
from tree import within

GLOBALS = {
    "both": "static volatile union both $both;",
    "packed": "static struct packed $packed;",
    "spread": "static unsigned char $spread[sizeof(struct packed) + 1];",
    "big": "static struct { long long a; struct packed b; } $big[2];",
    "halves": "static volatile union halves $halves;",
    "across": "static _Alignas(64) volatile struct across $across;",
}
HELPERS = {}
LOCALS = {"here": "struct packed here = {0};", "mixed": "union both mixed = {0};"}
HEAD = """
struct __attribute__((packed)) packed {
    char a;
    int b;
    short c;
    long long d;
};
union both {
    int i[2];
    short s[4];
    unsigned char c[8];
    long long w;
};
union halves {
    __int128 w;
    long long half[2];
};
struct __attribute__((packed)) across {
    char before[60];
    union {
        long long w;
        int half[2];
    };
};
"""


class Layout:
    def union(self):
        part = self.rng.choice(["i[0]", "i[1]", "s[0]", "s[1]", "s[2]", "c[0]", "c[2]", "c[5]", "w"])
        kind = self.rng.randrange(4)
        if kind == 0:
            return [f"{self.reg()} = (int)$both.{part} & 7;"]
        if kind == 1:
            return [f"mixed.w = $both.w; mixed.{part} = {self.expr()}; $both.w = mixed.w;"]
        return [f"$both.{part} = {self.expr()}{self.rng.choice(['', '', ' * 257'])};"]

    def packed(self):
        part, kind = self.rng.choice("abbcdd"), self.rng.randrange(6)
        odd = "((struct packed *)($spread + 1))->"
        if kind == 0:
            return [f"{self.reg()} = (int)$packed.{part} & 7;"]
        if kind == 1:
            return [f"$packed.{part} = {self.expr()};"]
        if kind == 2:
            return [f"{odd}{part} = {self.expr()};"] if self.chance(50) else [f"{self.reg()} = (int){odd}{part} & 7;"]
        if kind == 3:
            return [f"here.{part} = {self.expr()};",
                    self.rng.choice(["$packed = here;", "memcpy($spread + 1, &here, sizeof here);",
                                     "$big[1].b = here;"])]
        if kind == 4:
            return [self.rng.choice(["here = $packed;", "memcpy(&here, $spread + 1, sizeof here);",
                                     "here = $big[0].b;"]), f"{self.reg()} = (int)here.{part} & 7;"]
        return [f"$spread[{self.rng.randrange(1, 12)}] = {self.expr()};"]

    def halves(self):
        """Accesses in two parts, and who looks at the parts, from either end."""
        name, bits, whole = self.rng.choice([("$halves", 64, "__int128"), ("$across", 32, "long long")])
        kind = self.rng.randrange(5)
        if kind < 2:
            return [f"{name}.w = ({whole}){self.expr()} << {bits} | {self.expr()};"]
        if kind == 2:
            return [f"{{ {whole} seen = {name}.w; r0 = (int)seen & 7; r1 = (int)(seen >> {bits}) & 7; }}"]
        first = self.rng.randrange(2)
        if kind == 3:
            return [f"r0 = (int){name}.half[{first}] & 7;", f"r1 = (int){name}.half[{1 - first}] & 7;"]
        return [f"{name}.half[{first}] = {self.expr()};", f"{name}.half[{1 - first}] = {self.expr()};"]

    def copies(self):
        kind = self.rng.randrange(4)
        if kind == 0:
            return ["$big[0] = $big[1];"]
        if kind == 1:
            return [within("$m0", ["memmove((char *)$big + 3, $big, sizeof $big[0]);"])]
        if kind == 2:
            return [f"$big[{self.rng.randrange(2)}].a = {self.expr()};"]
        return [f"{self.reg()} = (int)$big[{self.rng.randrange(2)}].{self.rng.choice(['a', 'b.b', 'b.d'])} & 7;"]
