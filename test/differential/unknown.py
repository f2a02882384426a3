# SPDX-License-Identifier: Apache-2.0
"""Programs with unknown values, for the option -d of the driver. What is unknown is looked at only through a mask, a
remainder or an assumption, so that the values from LOW to HIGH (driver.c) stand for all there are."""
import generate
from tree import Words, when, within

GLOBALS = {
    "number": "static int $number;",
    "word": "static unsigned long $word;",
    "half": "static unsigned short $half;",
    "tiny": "static signed char $tiny;",
    "truth": "static _Bool $truth;",
    "row": "static int $row[4];",
    "letters": "static char $letters[4];",
    "fields": "static struct { signed a : 3; unsigned b : 5, c : 9; _Bool d : 1; } $fields;",
    "record": "static struct record $record;",
    "blend": "static union { unsigned w; unsigned short s[2]; unsigned char c[4]; signed char t[4]; } $blend;",
    "shared": "static struct record *$shared;",
    "wordy": "static _Atomic unsigned long $wordy;",
    "vast": "static unsigned __int128 $vast;",
    "vasty": "static _Atomic unsigned __int128 $vasty;",
    "gate": "static sem_t $gate;",
    "twins": "static struct twins $twins;",
    "bound_twins": "static _Atomic struct twins $bound_twins;",
}
HELPERS = {
    "limited": ["static int $limited(void) {", "    int v = __VERIFIER_nondet_int();",
                "    __VERIFIER_assume(v >= -2 && v <= 1);", "    return v;", "}"],
    "upto": ["static unsigned $upto(void) {", "    unsigned v = __VERIFIER_nondet_uint();",
             "    __VERIFIER_assume(v < 4);", "    return v;", "}"],
    "brief": ["static short $brief(void) {", "    short v = __VERIFIER_nondet_short();",
              "    __VERIFIER_assume(v >= -2 && v <= 1);", "    return v;", "}"],
    "added": ["static int $added(int a, int b) {", "    return (a + b) & 7;", "}"],
    "taken": ["static int $taken(int a, int b) {", "    $x0 = a & 3;", "    return (a - b) & 7;", "}"],
    "parted": ["static int $parted(int a, int b) {", "    return b ? a / b : 7;", "}"],
    "actions": ["static int (*const $actions[3])(int, int) = {$added, $taken, $parted};"],
    "order": ["static int $order(const void *a, const void *b) {",
              "    return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;", "}"],
    "weighed": ["static int $weighed(int n) {", "    int sum = 0;", "    for (int i = 0; i < (n & 3); i++)",
                "        sum += i;", "    switch (n) {", "    case 1: return sum + 5;", "    case 3: return 7;",
                "    default: return n < 0 ? -1 : sum;", "    }", "}"],
    "sum": ["static int $sum(struct record r) {", "    return (r.n + r.b + r.s + r.v[0]) & 7;", "}"],
    "apart_by": ["static int $apart_by(struct twins p) {", "    return (p.a - p.b) & 7;", "}"],
    "twinned": ["static struct twins $twinned(int a, int b) {",
                "    return (struct twins){(unsigned short)a, (short)b};", "}"],
    "built": ["static struct record $built(int n) {",
              "    return (struct record){.n = n, .b = (unsigned char)(n + 1), .s = (short)-n, .v = {n, 2}};", "}"],
}
HEAD = """
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
void __VERIFIER_assume(int);
#ifdef CHOSEN
#define __VERIFIER_nondet_int() (heddle_choose(8) - 4)
#define __VERIFIER_nondet_uint() ((unsigned)heddle_choose(8) - 4)
#define __VERIFIER_nondet_short() ((short)(heddle_choose(8) - 4))
#define __VERIFIER_nondet_ushort() ((unsigned short)(heddle_choose(8) - 4))
#define __VERIFIER_nondet_char() ((char)(heddle_choose(8) - 4))
#define __VERIFIER_nondet_uchar() ((unsigned char)(heddle_choose(8) - 4))
#define __VERIFIER_nondet_long() ((long)heddle_choose(8) - 4)
#define __VERIFIER_nondet_ulong() ((unsigned long)heddle_choose(8) - 4)
#define __VERIFIER_nondet_longlong() ((long long)heddle_choose(8) - 4)
#define __VERIFIER_nondet_bool() (heddle_choose(2) == 1)
#endif
struct twins {
    unsigned short a;
    short b;
};
struct record {
    int n;
    unsigned char b;
    short s;
    long v[2];
};
volatile int final_probe = 99;
int invariant_probe = 99;
#define CLAIMED(n) (invariant_probe < 16 ? (unsigned)invariant_probe : (n))
"""
LOCALS = {"u0": "int u0 = 0;", "u1": "unsigned u1 = 0;", "w0": "long w0 = 0;", "s0": "short s0 = 0;",
          "b0": "unsigned char b0 = 0;", "i0": "signed char i0 = 0;", "f0": "_Bool f0 = 0;",
          "local": "int local[4] = {0};", "k": "unsigned k = 0;", "mine": "struct record mine = {0};",
          "n0": "__int128 n0 = 0;", "n1": "unsigned __int128 n1 = 0;",
          "both": "struct twins both = {0};", "joint": "unsigned joint = 0;", "left": "int left = 0;",
          "right": "int right = 0;"}
UNKNOWNS = ["u0", "u1", "w0", "s0", "b0", "i0", "f0"]
TYPES = ["int", "int", "unsigned", "long", "unsigned long", "short", "unsigned short", "signed char", "unsigned char",
         "_Bool"]
NUMBERS = ["0", "1", "2", "3", "-1", "7", "5u", "255", "65535", "(-2147483647 - 1)", "2147483647", "0x80",
           "4294967295u", "(1L << 40)"]
# With the bits that each can have: what it costs to try all values.
SOURCES = [("(int)(__VERIFIER_nondet_uint() & 3)", 2), ("(__VERIFIER_nondet_int() & 7)", 3),
           ("(__VERIFIER_nondet_int() & 1)", 1), ("(__VERIFIER_nondet_int() % 3)", 3),
           ("(__VERIFIER_nondet_int() % 2)", 2),
           ("(__VERIFIER_nondet_short() & 3)", 2), ("(__VERIFIER_nondet_short() % 2)", 2),
           ("(__VERIFIER_nondet_ushort() & 5)", 2), ("(int)(__VERIFIER_nondet_long() & 3)", 2),
           ("(int)(__VERIFIER_nondet_ulong() & 6)", 2), ("(int)(__VERIFIER_nondet_longlong() & 7)", 3),
           ("(__VERIFIER_nondet_char() & 3)", 2), ("(__VERIFIER_nondet_uchar() & 1)", 1),
           ("__VERIFIER_nondet_bool()", 1), ("$limited()", 2), ("(int)$upto()", 2),
           ("(__VERIFIER_nondet_int() != 0)", 1),
           ("(__VERIFIER_nondet_int() >= 2)", 1), ("(__VERIFIER_nondet_int() < 0)", 1)]
# Of 128 bits, which compilers split and join as they like.
VAST_NUMBERS = ["((unsigned __int128)1 << 64)", "((unsigned __int128)1 << 127)", "(~(unsigned __int128)0)", "~0ul",
                "((__int128)-3)", "((unsigned __int128)0x123456789abcdef << 60)", "(1L << 62)"]
VAST_TYPES = ["__int128", "unsigned __int128", "unsigned __int128", "_BitInt(65)", "unsigned _BitInt(100)"]
FAMILIES = ["compute", "compute", "compute", "vast_", "vast_", "keep", "index", "sizes", "record_", "bytes_",
            "switch", "loop", "rounds", "call",
            "assume", "judge", "wait", "pointer", "text", "sorted", "exchange", "choose",
            "fresh", "fresh", "jumps", "passed", "counted", "beside", "beside", "beside"]


class Generator(generate.Generator):
    def __init__(self, rng, is_optimised=False):
        super().__init__(rng, is_optimised)
        self.bits_left = rng.choice([2, 3, 4, 5, 6])  # that may be unknown
        self.unmasked_left = 2
        self.live = rng.sample(UNKNOWNS, rng.randrange(2, 4))
        base = rng.sample(self.families, min(len(self.families), rng.randrange(0, 3)))
        own = [getattr(self, name) for name in rng.sample(FAMILIES, rng.randrange(2, 6))]
        self.families = base + own + [self.compute, self.keep]
        if self.chance(30):
            self.families = own + [self.compute]
        self.places = rng.sample(self.places + ["$number", "$half", "$tiny", "$word", "$truth", "$row[1]"],
                                 rng.randrange(1, 4))
        self.may_be_float = self.chance(4)

    # ---- values ----

    def source(self):
        for text, bits in self.rng.sample(SOURCES, 6):
            if bits <= self.bits_left:
                self.bits_left -= bits
                return text
        return str(self.rng.randrange(4))

    def operand(self):
        kind = self.rng.randrange(10)
        if kind < 5:
            return self.rng.choice(self.live)
        if kind == 5 and self.bits_left > 0:
            return self.source()
        return super().operand()

    def number(self, depth=2):
        """Any expression; it need not be small."""
        if depth == 0 or self.chance(15):
            return self.rng.choice([self.operand(), self.operand(), self.operand(), self.place(),
                                    self.rng.choice(NUMBERS)])
        a, b, kind = self.number(depth - 1), self.number(depth - 1), self.rng.randrange(16)
        if kind < 5:
            return f"({a} {self.rng.choice('+-*&|^')} {b})"
        if kind == 5:
            return f"({a} {self.rng.choice(['<<', '>>'])} (({b}) & {self.rng.choice([1, 3, 7, 31])}))"
        if kind in (6, 7):
            if self.chance(75):  # wide quotients take a solver long
                a, b = f"({a} & {self.rng.choice([7, 15, 255])})", f"({self.rng.choice(['signed char', 'short'])}){b}"
            if self.mistake(10):
                return f"({a} {self.rng.choice('/%')} ({b}))"
            return f"({a} {self.rng.choice('/%')} (({b}) | {self.rng.choice(['1', '4', '1u', '1L'])}))"
        if kind in (8, 9):
            return f"({a} {self.rng.choice(['<', '<=', '==', '!=', '>', '>='])} {b})"
        if kind in (10, 11):
            return f"(({self.rng.choice(TYPES)})({a}))"
        if kind == 12:
            return f"({a} {self.rng.choice(['<', '==', '!='])} {self.operand()} ? {a} : {b})"
        if kind == 13:
            return f"({self.rng.choice(['!', '~', '-', '!!'])}({a}))"
        if kind == 14:
            return f"({a} {self.rng.choice(['&&', '||'])} {b})"
        return self.builtin(a, b)

    def vast(self, depth=2):
        """An expression of 128 bits."""
        rng = self.rng
        if depth == 0 or self.chance(15):
            leaf = rng.choice([self.operand(), self.operand(), self.number(1), rng.choice(VAST_NUMBERS), "n0", "n1"])
            return f"(({rng.choice(VAST_TYPES[:3])})({leaf}))"
        a, b, kind, type_ = self.vast(depth - 1), self.vast(depth - 1), rng.randrange(14), rng.choice(VAST_TYPES[:2])
        if kind < 4:
            return f"((unsigned __int128){a} {rng.choice('+-*')} (unsigned __int128){b})"
        if kind == 4:
            return f"(({type_}){a} {rng.choice('&|^')} {b})"
        if kind in (5, 6):
            count = rng.choice(["64", "63", "1", "100", str(rng.randrange(128)), f"(({b}) & 127)"])
            return f"((unsigned __int128){a} << {count})" if self.chance(40) else f"(({type_}){a} >> {count})"
        if kind == 7:  # as in number()
            divisor = rng.choice(["10", "((__int128)1 << 65)", f"((__int128)((signed char){b} | 1))"])
            return f"((({type_})({a} & 255)) {rng.choice('/%')} {divisor})"
        if kind == 8:
            return f"((__int128)(({type_}){a} {rng.choice(['<', '<=', '==', '!='])} ({type_}){b}))"
        if kind == 9:
            return f"(({rng.choice(TYPES + VAST_TYPES)})({a}))"
        if kind == 10:
            return f"(({self.number(1)}) ? (unsigned __int128){a} : (unsigned __int128){b})"
        if kind == 11:
            call = f"__builtin_{rng.choice(['add', 'sub', 'mul'])}_overflow(({type_}){a}, ({type_}){b}, &fits)"
            return f"({{ {type_} fits; _Bool lost = {call}; (unsigned __int128)fits ^ lost; }})"
        if kind == 12:
            return rng.choice([f"__builtin_popcountg((unsigned __int128){a})",
                               f"__builtin_clzg((unsigned __int128){a}, 128)",
                               f"__builtin_ctzg((unsigned __int128){a}, 128)"])
        return f"((unsigned __int128)(unsigned long){a} * (unsigned long){b})"

    def builtin(self, a, b):
        if self.may_be_float:
            return self.rng.choice([f"((int)((double)(({a}) & 7) / 2))", f"((({a}) & 3) * 0.5 < 1.0)"])
        return self.rng.choice([
            f"__builtin_popcount({a})", f"__builtin_bswap32({a})", f"__builtin_clz(({a}) | 1)",
            f"__builtin_ctz(({a}) | 8)", f"__builtin_parity({a})", f"__builtin_ffs({a})",
            f"__builtin_bswap64({a})", f"__builtin_clzl(({a}) | 1)",
            f"((unsigned)({a}) << 3 | (unsigned)({a}) >> 29)", f"abs({a} & 15)", f"__builtin_bitreverse8({a})",
            f"((int)(((__int128)({a}) * ({b})) >> 2))", f"((int)((unsigned long)({a}) * ({b}) >> 32))"])

    def expr(self):
        return f"((int)({self.number()}) & {self.rng.choice([1, 3, 3, 7])})"

    def cond(self):
        relation = self.rng.choice(["==", "<", "!="])
        return self.rng.choice([super().cond(), f"{self.number(1)} {relation} {self.number(1)}",
                                f"({self.number()}) & 1",
                                f"{self.rng.choice(self.live)} > {self.rng.randrange(-1, 4)}"])

    # ---- families ----

    def fresh(self):
        """An unknown value in a local, or in memory."""
        place = self.rng.choice(self.live + self.live + [self.place(), "mine.n", "$record.s", "$row[2]"])
        return [f"{place} = {self.source()};"]

    def compute(self):
        place = self.rng.choice([self.reg(), self.reg(), *self.live, self.place()])
        return [f"{place} = {self.expr()};"]

    def keep(self):
        """Wide values in memory: what is looked at is masked later."""
        place = self.rng.choice(["$word", "$half", "$tiny", "$truth", "$number", "$wide"])
        kind = self.rng.randrange(4)
        if kind == 0:
            return [f"{place} = {self.number()};"]
        if kind == 1:
            return [f"{place} {self.rng.choice('+-^|&')}= {self.expr()};"]
        return [f"{self.reg()} = (int)({place} >> {self.rng.choice([0, 0, 1, 4])}) & 7;"]

    def vast_(self):
        """Numbers of 128 bits, computed with, kept in memory and compared."""
        place, kind = self.rng.choice(["n0", "n1", "n0", "$vast"]), self.rng.randrange(6)
        shift = self.rng.choice([0, 0, 1, 63, 64, 64, 100, 125])
        if kind < 2:
            return [f"{place} = {self.vast()};"]
        if kind == 2:
            return [f"{place} = {self.vast()};", f"{self.reg()} = (int)({place} >> {shift}) & 7;"]
        if kind == 3:
            return [when(f"{self.vast(1)} {self.rng.choice(['<', '==', '!=', '<='])} {self.vast(1)}", self.compute())]
        if kind == 4 and self.mistake(40):
            return [f"n0 = (__int128)1 << 126;", f"n0 = n0 {self.rng.choice('+-*')} (__int128){self.vast(1)};"]
        return [f"{self.reg()} = (int)({self.vast()} >> {shift}) & 7;"]

    def counted(self):
        """A sum whose overflow may matter."""
        start = self.rng.choice(["2147483646", "2147483645", "-2147483647", "2147483640"])
        op = self.rng.choice("+-+-*")
        return [f"$number = {start};", f"$number = $number {op} {self.expr()};"] if self.mistake(50) else \
            [f"$tiny = (signed char)(125 + {self.expr()});", f"$half = (unsigned short)(65533 + {self.expr()});"]

    def index(self):
        index, kind = f"({self.number(1)})", self.rng.randrange(9)
        name = self.rng.choice(["$row", "$row", "local", "$array", "$letters"])
        masked = f"{index} & {7 if self.mistake(25) else 3}"
        if kind == 0:
            return [f"{self.reg()} = {name}[{masked}] & 7;"]
        if kind == 1:
            return [f"{name}[{masked}] = {self.expr()};"]
        if kind == 2:
            return [f"k = (unsigned){index};",
                    when("k < 4", [f"{name}[k] = {self.expr()};", f"{self.reg()} = {name}[k];"])]
        if kind == 3:
            return [f"{name}[{masked}]++;"]
        if kind == 4 and name != "$letters":
            return [f"q = &{name}[{masked}];", f"*q = (*q + {self.expr()}) & 7;", f"{self.reg()} = *q;"]
        if kind == 5:
            return [f"{self.reg()} = (int)({name} + ({masked}) - {name}) & 7;"]
        if kind == 6:
            return [f"{self.reg()} = __sync_val_compare_and_swap(&{name}[{masked}], {self.expr()}, {self.expr()}) & 7;"]
        if kind == 7:
            how = self.rng.choice(["__atomic_fetch_add", "__atomic_exchange_n", "__atomic_fetch_xor"])
            return [f"{self.reg()} = {how}(&{name}[{masked}], {self.expr()}, __ATOMIC_SEQ_CST) & 7;"]
        return [f"{name}[{masked}] = {name}[{self.expr()} & 3] & 7;"]

    def sizes(self):
        size, kind = f"({self.expr()})", self.rng.randrange(7)
        free = [] if self.mistake(30) else ["free(q);", "q = NULL;"]
        if kind == 0:
            return [f"q = malloc({size} * sizeof *q + 4);",
                    f"q[{0 if not self.mistake(40) else self.expr()}] = 1;", *free]
        if kind == 1:
            return ["q = calloc(4, sizeof *q);", f"q[{self.expr()} & 3] = {self.expr()};",
                    f"{self.reg()} = q[{self.expr()} & 3];", *free]
        if kind == 2:
            return [f"memset($letters, {self.expr()}, {size} & 3);"]
        if kind == 3:
            return [f"memcpy($row, local, (unsigned long){size}{' & 12' if not self.mistake(20) else ' * 4'});"]
        if kind == 4:
            return ["q = malloc(8);", f"q[1] = {self.expr()};",
                    f"q = realloc(q, 8 + {size} * 4);", f"{self.reg()} = q[1];", *free]
        if kind == 5:
            return [f"{{ int n = 1 + {size}; int line[n]; line[n - 1] = {self.expr()}; "
                    f"{self.reg()} = line[n - 1] & 7; }}"]
        return [f"{self.reg()} = memcmp($row, local, {size}) != 0;"]

    def record_(self):
        kind = self.rng.randrange(9)
        if kind == 0:
            return [f"$record.{self.rng.choice(['n', 'b', 's', 'v[1]'])} = {self.number(1)};"]
        if kind == 1:
            return ["mine = $record;", f"{self.reg()} = $sum(mine);"]
        if kind == 2:
            return [f"$record = $built({self.expr()});"]
        if kind == 3:
            return [f"mine.{self.rng.choice(['n', 'b', 's'])} = {self.expr()};", "$record = mine;"]
        if kind == 4:
            return [f"{self.reg()} = (int)$record.{self.rng.choice(['n', 'b', 's', 'v[0]'])} & 7;"]
        if kind == 5:
            return [f"$fields.{self.rng.choice('abcd')} = {self.number(1)};"]
        if kind == 6:
            return [f"{self.reg()} = $fields.{self.rng.choice('abcd')} & 7;"]
        if kind == 7:
            return ["heddle_atomic_begin();",
                    when("!$shared", ["$shared = malloc(sizeof *$shared);", f"*$shared = $built({self.expr()});"]),
                    "heddle_atomic_end();"]
        return [when("$shared", [f"$shared->s += {self.expr()};", f"{self.reg()} = $sum(*$shared);"])]

    def bytes_(self):
        kind = self.rng.randrange(9)
        part = self.rng.choice(["w", "s[0]", "s[1]", "c[0]", "c[1]", "c[3]", "t[0]", "t[2]"])
        if kind == 0:
            return [f"$blend.{part} = {self.number(1)};"]
        if kind == 1:
            return [f"{self.reg()} = $blend.{part} & 7;"]
        if kind == 2:
            return [f"memcpy(&$word, &u0, {self.rng.choice([1, 2, 3, 4])});"]
        if kind == 3:
            return [f"((unsigned char *)&$word)[{self.rng.randrange(8)}] = {self.expr()};"]
        if kind == 4:
            at = self.rng.choice(["0", "1", "3", self.expr() + " & 3"])
            return [f"{self.reg()} = ((unsigned char *)&$number)[{at}] & 7;"]
        if kind == 5:
            return [f"memmove((char *)&$word + {self.rng.randrange(4)}, &$word, {self.rng.randrange(1, 5)});"]
        if kind == 6:
            return [f"$number = {self.number()};", f"{self.reg()} = *(short *)&$number & 7;",
                    "$half = ((unsigned short *)&$number)[1];"]
        if kind == 7:
            return [f"{self.reg()} = (int)(*(unsigned *)((char *)&$word + {self.rng.randrange(5)}) & 7);"]
        return [f"memcpy(&mine, &$record, {self.rng.choice([3, 5, 8, 16])});", f"{self.reg()} = (mine.n ^ mine.s) & 7;"]

    def unmasked(self):
        """An unknown value all of whose bits are unknown to who only stores it."""
        if self.unmasked_left == 0:
            return self.rng.choice(self.live)
        self.unmasked_left -= 1
        return self.rng.choice(["$limited()", "$upto()", "$brief()", "$brief()"])

    def beside(self):
        """Values side by side that are loaded, stored and handed on as one."""
        kind, shift = self.rng.randrange(9), self.rng.choice([0, 8, 16, 16, 17])
        one, two = self.unmasked(), self.rng.choice([self.unmasked(), self.unmasked(), self.expr(), "0", "3"])
        if self.chance(30):
            one, two = two, one
        if kind == 0:
            return [f"{self.reg()} = $apart_by($twinned({one}, {two}));"]
        if kind == 1:
            return [f"$twins.a = {one};", f"$twins.b = {two};", "memcpy(&$number, &$twins, 4);",
                    f"{self.reg()} = ($number >> {shift}) & 7;"]
        if kind == 2:
            return [f"$blend.s[0] = {one};", f"$blend.s[1] = {two};", f"{self.reg()} = (int)($blend.w >> {shift}) & 7;"]
        if kind == 3:
            return [f"$bound_twins = $twinned({one}, {two});", f"{self.reg()} = $apart_by($bound_twins);"]
        if kind == 4:
            return [f"$twins = (struct twins){{{one}, {two}}};", "memmove((char *)&$twins + 1, &$twins, 3);",
                    f"{self.reg()} = $apart_by($twins);"]
        if kind == 5:
            return [f"mine.n = {one};", "memcpy(&mine.v[0], &mine.n, 4);",
                    f"memcpy((char *)&mine.v[0] + 4, &{self.live[0]}, 1);",
                    f"((short *)&mine.v[0])[{self.rng.randrange(4)}] = {two};",
                    f"{self.reg()} = (int)(mine.v[0] >> {self.rng.choice([0, 16, 32, 48])}) & 7;"]
        # What is joined is both of them.
        return [f"left = {one};", f"right = {two};", "both = $twinned(left, right);", "memcpy(&joint, &both, 4);",
                "assert((unsigned short)joint == (unsigned short)left && (short)(joint >> 16) == (short)right);",
                f"{self.reg()} = (int)(joint >> {shift}) & 7;"]

    def switch(self):
        cases = self.rng.sample(range(-1, 6), self.rng.randrange(1, 4))
        body = [(f"case {c}: {{", self.simple(), "} break;") for c in cases]
        if self.chance(60):
            body.append(("default: {", self.simple(), "} break;"))
        of = self.rng.choice([self.rng.choice(self.live), self.expr(), self.reg(), f"(int)({self.number(1)})"])
        return [(f"switch ({of}) {{", body, "}")]

    def loop(self):
        kind, most = self.rng.randrange(4), self.rng.choice(["3", "3", "1"])
        if kind == 0:
            return [(f"for (int i = 0; i < ({self.expr()} & {most}); i++) {{", self.simple(), "}")]
        if kind == 1:
            return [f"k = (unsigned)({self.number(1)}) & {most};", ("while (k-- > 0) {", self.simple(), "}")]
        if kind == 2:
            return [f"k = (unsigned){self.expr()};", ("do {", [*self.simple(), "k /= 2;"], "} while (k);")]
        return [(f"for (k = 0; k < 3 && {self.cond()}; k++) {{", self.compute(), "}")]

    def rounds(self):
        """Goes on as long as it likes: it ends when states are found that earlier ones stand for."""
        if not self.chance(25) or self.bits_left <= 0:
            return self.loop()
        what, op = self.rng.choice(["$number", "$half", "$row[1]"]), self.rng.choice("+-*^|")
        step = [f"{what} = ({what} {op} {self.source()}) & {self.rng.choice([7, 3, 5])};"]
        seen = [f"assert({what} <= {self.rng.choice([7, 7, 6, 4])});"] if self.chance(50) else []
        return [("do {", step + seen, "} while (__VERIFIER_nondet_bool());")]

    def call(self, function=None, *more):
        if function:
            return super().call(function, *more)
        which = f"({self.expr()}) {'& 3' if self.mistake(30) else '% 3'}"
        return [f"{self.reg()} = $actions[{which}]({self.expr()}, {self.expr()}) & 7;"]

    def assume(self):
        return [f"__VERIFIER_assume({self.cond()});"]

    def judge(self):
        return [f"assert({self.cond()});"] if self.mistake(40) else \
            [f"assert(({self.expr()}) <= {self.rng.choice([7, 7, 6])});"]

    def wait(self):
        kind = self.rng.randrange(6)
        if kind == 0:
            return [when(self.cond(), ["pthread_mutex_lock(&$m0);"] if self.mistake(60) else
                         [within("$m0", self.touch("$d0"))])]
        if kind == 1:
            self.set_up("gate", [f"sem_init(&$gate, 0, (unsigned)({self.source()}) & 3);"])
            return [self.rng.choice(["sem_post(&$gate);", "sem_wait(&$gate);"])]
        if kind == 2:
            return [within("$m0", [f"$d0 = {self.expr()};", "pthread_cond_broadcast(&$cv);"])]
        if kind == 3:
            return [within("$m0", [("while (!$d0) {", ["pthread_cond_wait(&$cv, &$m0);"], "}"), f"r1 = $d0;"])]
        if kind == 4:
            return [f"$flag = {self.expr()};"]
        return [("while (!$flag) {", [], "}")] if self.mistake(60) else [f"r0 = $flag;"]

    def pointer(self):
        a, b = self.rng.sample(["&$number", "&$row[2]", "&$x0", "&local[1]", "&$record.n"], 2)
        kind = self.rng.randrange(4)
        if kind == 0:
            return [f"q = {self.cond()} ? {a} : {b};", f"*q = {self.expr()};"]
        if kind == 1:
            return [f"q = {self.cond()} ? {a} : {'NULL' if self.mistake(40) else b};", f"{self.reg()} = *q & 7;"]
        if kind == 2:
            return ["p0 = malloc(sizeof *p0);", f"p0->v = {self.expr()};", "p0->next = NULL;",
                    when(self.cond(), ["p1 = p0;"]), f"{self.reg()} = p0->v;",
                    *([] if self.mistake(20) else ["free(p0);", "p0 = p1 = NULL;"])]
        return ["p0 = malloc(sizeof *p0);", f"p0->v = {self.expr()};", "p0->next = NULL;",
                when(self.cond(), ["free(p0);", *([] if self.mistake(30) else ["p0 = NULL;"])]),
                when("p0", [f"{self.reg()} = p0->v;", "free(p0);", "p0 = NULL;"])]

    def text(self):
        at, kind = self.rng.randrange(3), self.rng.randrange(7)
        if kind < 2:
            return [f"$letters[{at}] = (char)('{self.rng.choice('0a1')}' + {self.expr()});"]
        if kind == 2:
            return [f"$letters[{at}] = (char)({self.expr()});"]
        if kind == 3:
            return ["$letters[3] = 0;", "r0 = (int)strlen($letters);"]
        if kind == 4:
            return ["$letters[3] = 0;", f"r1 = strcmp($letters, \"{self.rng.choice(['a', '01', 'ab'])}\") > 0;"]
        if kind == 5:
            return ["$letters[3] = 0;", "r2 = atoi($letters) & 7;"]
        return ["$letters[3] = 0;", f"r1 = strchr($letters, '{self.rng.choice('1ab')}') != NULL;"]

    def sorted(self):
        return [f"local[0] = {self.expr()};", f"local[1] = {self.expr()};", "qsort(local, 3, sizeof local[0], $order);",
                "assert(local[0] <= local[1] && local[1] <= local[2]);",
                f"{self.reg()} = local[{self.rng.randrange(3)}] & 7;"]

    def exchange(self):
        """Atomic operations on wide values with unknown operands."""
        name = self.rng.choice([*self.atomics, "$wordy", "$wordy", "$vasty"])
        kind, reg = self.rng.randrange(5), self.reg()
        if kind == 0:
            op = self.rng.choice(["add", "sub", "and", "or", "xor"])
            return [f"{reg} = (int)atomic_fetch_{op}(&{name}, {self.expr()}) & 7;"]
        if kind == 1:
            type_ = {"$c0": "int", "$c1": "unsigned char", "$vasty": "unsigned __int128"}.get(name, "unsigned long")
            tried = f"atomic_compare_exchange_strong(&{name}, &was, {self.expr()})"
            return [f"{{ {type_} was = {self.expr()}; {reg} = {tried}; $x0 = (int)was & 7; }}"]
        if kind == 2:
            return [f"{reg} = (int)atomic_exchange(&{name}, {self.expr()}) & 7;"]
        if kind == 3:
            return [f"{name} {self.rng.choice('+-*|^')}= {self.expr()};"]
        return [f"{reg} = (int)(__atomic_fetch_{self.rng.choice(['nand', 'add'])}(&$number, {self.expr()}, 5)) & 7;"]

    def choose(self):
        return [f"{self.reg()} = {self.cond()} ? {self.expr()} : {self.expr()};"]

    def jumps(self):
        return [("{", [f"jmp_buf there; volatile int n = 0; int got = setjmp(there);",
                       when(f"got == 0 && {self.cond()}", [f"n = {self.expr()}; longjmp(there, {self.expr()});"]),
                       f"{self.reg()} = (got + n) & 7;"], "}")]

    def passed(self):
        """Unknown values that a thread is started with, and that it returns."""
        return [f"pthread_create(&child, NULL, $nothing, (void *)(long)({self.number(1)}));",
                f"pthread_join(child, &$result);", f"{self.reg()} = (int)(long)$result & 7;", "$result = NULL;"]

    # ---- programs ----

    def beginning(self):
        """Locals that are unknown from the beginning."""
        chosen = self.rng.sample(self.live, self.rng.randrange(1, len(self.live)))
        return [f"{local} = {self.source()};" for local in chosen if self.bits_left > 0]

    def thread(self, name, count):
        beginning, t = self.beginning(), super().thread(name, count)
        t["body"][:0] = beginning
        return t

    def final_claim(self):
        places = self.rng.sample(["$d0", "$count", "$out[0]", "$out[1]", "$number", "$word", "$row[1]", "$tiny"], 3)
        places += [*self.places, *self.atomics]
        total = " + ".join(f"{self.rng.choice([1, 3, 5])} * (int){name}" for name in places)
        claim = super().final_claim() if self.chance(40) else []
        return [*claim, when("final_probe < 16", [f"assert((((unsigned)({total})) & 15) != (unsigned)final_probe);"])]

    def seen(self):
        """What an invariant looks at."""
        others = [*self.atomics, "$number", "$word", "$row[1]", "$record.n", "$fields.b", "$d0", "$count"]
        return f"(int){self.rng.choice(others if self.chance(25) else self.places)}"

    def value_of_state(self):
        """An expression over values that may be unknown: what it needs to know of them it must ask."""
        a, b, c, kind = self.seen(), self.seen(), self.seen(), self.rng.randrange(9)
        if kind == 0:
            return f"({a}) + 3 * ({b}) - ({c})"
        if kind in (1, 7):
            return f"{a} > {self.rng.randrange(3)} ? ({b}) + 8 : ({c}) + 3"
        if kind == 8:
            return f"{a} == 1 ? $weighed({b}) + 6 : {a} == 2 ? 9 : {c} < 0 ? 11 : 4"
        if kind == 2:
            return f"$row[({a}) & 3] + 2 * ({b})"
        if kind == 3:
            return f"$weighed({a}) + 2 * $weighed({b})"
        if kind == 4:
            divisor = f"({b})" if self.chance(25) else f"((({b}) & 3) + 1)"
            return f"({a}) % {divisor} + ({c})"
        if kind == 5:
            return f"2 * ({a} == {self.rng.randrange(3)} && {b} != {c}) + ({a} < {b} || {a} == {c})"
        return a

    def invariant(self):
        return f"((unsigned)({self.value_of_state()}) & 15) != CLAIMED({self.rng.randrange(1, 12)}u)"

    def is_written(self, program):
        """The program with unknown values in what its invariant may look at."""
        bodies = [program["main"], *(t["body"] for t in program["threads"])]
        self.bits_left = max(self.bits_left, 4)
        for place in self.rng.sample(self.places, min(2, len(self.places))):
            body = self.rng.choice(bodies)
            body.insert(self.rng.randrange(len(body) + 1), f"{place} = {self.source()};")
        return program

    def watched(self):
        """A small program, for its invariant."""
        self.families = [self.fresh, self.compute, self.keep, self.choose, self.switch, self.index]
        bodies = [self.thread(f"$t{k}", self.rng.randrange(1, 4)) for k in range(self.rng.choice([1, 1, 2]))]
        main = self.statements(self.rng.randrange(2))
        for k in reversed(range(len(bodies))):
            main = self.start(k, bodies[k]["name"], main)
        return {"threads": bodies, "main": main, "invariant": self.invariant()}

    def program(self):
        program = self.watched() if self.chance(25) else self.plain_program()
        return self.is_written(program) if program["invariant"] else program

    def plain_program(self):
        rng = self.rng
        if self.chance(35):
            # one thread, or main alone: what matters is the arithmetic
            body = self.thread("$t0", rng.randrange(3, 8))
            if self.chance(60):
                return {"threads": [], "main": [line for _, lines in self.setup for line in lines] + body["body"] +
                        self.final_claim(), "invariant": self.invariant() if self.chance(60) else None}
            main = self.start(0, "$t0", self.statements(rng.randrange(3))) + self.final_claim()
            return {"threads": [body], "main": [line for _, lines in self.setup for line in lines] + main,
                    "invariant": self.invariant() if self.chance(60) else None}
        return super().program()


def merged(name):
    theirs, own = getattr(generate.WORDS, name), globals()[name.upper()]
    assert not set(theirs) & set(own)
    return {**theirs, **own}


WORDS = Words(generate.WORDS.head.replace("volatile int program_number", HEAD.lstrip() + "volatile int program_number"),
              merged("globals"), merged("helpers"), merged("locals"))
