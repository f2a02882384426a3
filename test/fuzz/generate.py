#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random single-threaded C programs without undefined behaviour.

`generate(seed)` gives the text of a program that prints what it computes and ends with an exit code; the same seed
always gives the same text. What keeps a program defined: arithmetic goes through the wrappers of prelude.inc or is
unsigned, indices are reduced to the array's length, every variable is initialised, expressions have no side
effects (calls stand alone in `T t = f(...)`), loops count, and functions burn `fuel`, so that everything ends.

    generate.py [--seed S]        prints one program
"""
import argparse
import os
import random
import sys

sys.dont_write_bytecode = True  # no __pycache__ in the source tree

import snippets

HERE = os.path.dirname(os.path.abspath(__file__))
SIGNED = {"i8": 8, "i16": 16, "i32": 32, "i64": 64, "i128": 128}
UNSIGNED = {"u8": 8, "u16": 16, "u32": 32, "u64": 64, "u128": 128}
INTS = {**SIGNED, **UNSIGNED}
FLOATS = ["float", "double", "ldouble"]
# Common types more often: the rarer ones appear in most programs all the same.
INT_PICK = ["i32"] * 5 + ["u32"] * 4 + ["i64"] * 3 + ["u64"] * 3 + ["u8", "i8", "i16", "u16"] * 2 + ["i128", "u128"]
SCALAR_PICK = INT_PICK * 2 + ["double"] * 4 + ["float"] * 3 + ["ldouble", "_Bool", "_Bool"]


class Lv:
    """Something that can be read, and written unless it is const."""

    def __init__(self, text, ctype, *, const=False, bits=0, volatile=False):
        self.text, self.ctype, self.const, self.bits, self.volatile = text, ctype, const, bits, volatile


class Array:
    def __init__(self, text, elem, length, *, const=False):
        self.text, self.elem, self.length, self.const = text, elem, length, const


class Struct:
    def __init__(self, name):
        self.name, self.fields = name, []  # (field name, type, array length or 0, bit-field width or 0)


class Function:
    def __init__(self, name, ret, params):
        self.name, self.ret, self.params = name, ret, params  # params: (kind, type, name)


class Scope:
    def __init__(self, parent=None):
        self.lvs = list(parent.lvs) if parent else []
        self.arrays = list(parent.arrays) if parent else []
        self.structs = list(parent.structs) if parent else []  # (text, Struct) usable by value


class Generator:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.seed = seed
        self.counter = 0
        self.struct_types, self.functions, self.tables = [], [], []
        self.globals = Scope()
        self.out = []
        self.in_loop = 0
        self.current_ret = None

    # ---- small helpers --------------------------------------------------------------------------

    def name(self, prefix):
        self.counter += 1
        return f"{prefix}{self.counter}"

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    def pick(self, items):
        return self.rng.choice(items)

    def literal(self, ctype):
        rng = self.rng
        if ctype == "_Bool":
            return str(rng.randrange(2))
        if ctype in FLOATS:
            value = self.pick(["0.0", "1.0", "-1.0", "0.5", "3.25", "1e10", "-2.75e-3", "0.1", "1e300", "-0.0",
                               f"{rng.uniform(-100, 100):.6f}"])
            if ctype == "float":
                return f"({value.replace('1e300', '1e30')}f)"
            return f"({value}{'L' if ctype == 'ldouble' else ''})"
        bits = INTS[ctype]
        if ctype in SIGNED:
            if self.chance(15):
                return self.pick([f"MIN_{ctype}", f"MAX_{ctype}"])
            value = self.pick([rng.randrange(-10, 11),
                               rng.randrange(-(1 << min(bits, 63) - 1) + 1, 1 << min(bits, 63) - 1)])
            return f"(({ctype}){value}LL)" if abs(value) > 0x7fffffff else f"(({ctype}){value})"
        value = self.pick([rng.randrange(11), rng.getrandbits(min(bits, 64)), (1 << min(bits, 64)) - 1,
                           1 << min(bits, 64) - 1])
        return f"(({ctype}){value}{'ULL' if value > 0xffffffff else 'U'})"

    # ---- expressions: no side effects ------------------------------------------------------------

    def convert(self, text, src, dst):
        """An expression of type src as one of type dst; only conversions that C defines for every value."""
        if src == dst:
            return text
        if src in FLOATS and dst not in FLOATS:
            if dst == "_Bool":
                return f"(({text}) > 0)"
            how = "to_int" if dst in SIGNED else "to_uint"
            return f"({dst}){how}((double)({text}))"
        if src == "u128" and dst == "float":
            return f"(float)(double)({text})"
        return f"({dst})({text})"

    def index(self, scope, length, depth):
        text = self.expr(scope, "u32", min(depth, 1))
        if length & (length - 1) == 0 and self.chance(50):
            return f"({text} & {length - 1})"
        return f"({text} % {length})"

    def leaf(self, scope, ctype):
        roll = self.rng.randrange(100)
        if roll < 20 or not scope.lvs:
            return self.literal(ctype)
        if roll < 40 and scope.arrays:
            arr = self.pick(scope.arrays)
            return self.convert(f"{arr.text}[{self.index(Scope(), arr.length, 0)}]", arr.elem, ctype)
        same = [lv for lv in scope.lvs if lv.ctype == ctype]
        lv = self.pick(same) if same and self.chance(60) else self.pick(scope.lvs)
        if lv.bits:
            return f"({ctype})({lv.ctype}){lv.text}" if ctype != lv.ctype else f"({ctype}){lv.text}"
        return self.convert(lv.text, lv.ctype, ctype)

    def expr(self, scope, ctype, depth):
        if depth <= 0:
            return self.leaf(scope, ctype)
        if ctype == "_Bool":
            return f"(_Bool)({self.condition(scope, depth)})"
        if ctype in FLOATS:
            return self.float_expr(scope, ctype, depth)
        return self.int_expr(scope, ctype, depth)

    def int_expr(self, scope, ctype, depth):
        sub = lambda t=ctype: self.expr(scope, t, depth - 1 - self.rng.randrange(2))
        roll = self.rng.randrange(100)
        if roll < 15:
            return self.leaf(scope, ctype)
        if roll < 42:
            op = self.pick(["add", "add", "sub", "mul", "div", "mod"])
            return f"{op}_{ctype}({sub()}, {sub()})"
        if roll < 48:
            return f"{self.pick(['shl', 'shr'])}_{ctype}({sub()}, {sub('u32')})"
        if roll < 53:
            return f"neg_{ctype}({sub()})"
        if roll < 66:
            return f"({ctype})({sub()} {self.pick(['&', '|', '^'])} {sub()})"
        if roll < 69:
            return f"({ctype})~{sub()}"
        if roll < 75:
            return f"({ctype})({self.condition(scope, depth - 1)})"
        if roll < 81:
            return f"({self.condition(scope, depth - 1)} ? {sub()} : {sub()})"
        if roll < 87:
            other = self.pick(INT_PICK)
            return f"({ctype})({sub(other)})"
        if roll < 90 and ctype in ("u32", "u64", "u128"):
            return f"({sub()} {self.pick(['+', '-', '*'])} {sub()})"
        if roll < 93 and scope.arrays:
            arr = self.pick(scope.arrays)
            return self.convert(f"{arr.text}[{self.index(scope, arr.length, depth - 1)}]", arr.elem, ctype)
        if roll < 98:
            return self.builtin(scope, ctype, sub)
        return self.convert(sub("double"), "double", ctype)

    def builtin(self, scope, ctype, sub):
        kind = self.rng.randrange(8)
        if kind == 0:
            return f"({ctype})__builtin_popcountll({sub('u64')})"
        if kind == 1:
            return f"({ctype})__builtin_clz({sub('u32')} | 1u)"
        if kind == 2:
            return f"({ctype})__builtin_ctzll({sub('u64')} | (u64)1 << 63)"
        if kind == 3:
            width = self.pick(["16", "32", "64"])
            return f"({ctype})__builtin_bswap{width}({sub('u' + width)})"
        if kind == 4 and ctype in UNSIGNED:
            return f"rot_{ctype}({sub()}, {sub('u32')})"
        if kind == 5:
            plain = [lv for lv in scope.lvs if not (lv.bits or lv.volatile) and lv.ctype in INTS]
            if plain:
                lv = self.pick(plain)
                return f"({ctype})((const unsigned char *)&{lv.text})[{self.rng.randrange(INTS[lv.ctype] // 8)}]"
        if kind == 6 and scope.arrays:
            arr = self.pick(scope.arrays)
            k, n = sorted(self.rng.sample(range(arr.length + 1), 2))
            return f"({ctype})((&{arr.text}[{n}] - &{arr.text}[{k}]) + (&{arr.text}[{n}] > {arr.text}))"
        if kind == 7:
            return f"({ctype})__builtin_parity({sub('u32')})"
        return f"({ctype})sizeof({ctype})"

    def float_expr(self, scope, ctype, depth):
        sub = lambda t=ctype: self.expr(scope, t, depth - 1 - self.rng.randrange(2))
        suffix = {"float": "f", "double": "", "ldouble": "l"}[ctype]
        roll = self.rng.randrange(100)
        if roll < 20:
            return self.leaf(scope, ctype)
        if roll < 65:
            return f"({sub()} {self.pick(['+', '-', '*', '*', '/'])} {sub()})"
        if roll < 72:
            return f"(-{sub()})"
        if roll < 80:
            return f"__builtin_{self.pick(['fabs', 'floor', 'ceil', 'trunc'])}{suffix}({sub()})"
        if roll < 84:
            # The sign of a NaN differs between processors and constant folders, so it must not be looked at.
            return f"__builtin_copysign{suffix}({sub()}, (double)({self.expr(scope, 'i32', depth - 1)}))"
        if roll < 92:
            return f"({self.condition(scope, depth - 1)} ? {sub()} : {sub()})"
        src = self.pick(INT_PICK + FLOATS)
        return self.convert(sub(src), src, ctype)

    def condition(self, scope, depth):
        roll = self.rng.randrange(100)
        if depth <= 0 or roll < 55:
            t = self.pick(SCALAR_PICK)
            t = "i32" if t == "_Bool" else t
            op = self.pick(["<", "<=", ">", ">=", "==", "!="])
            return f"({self.expr(scope, t, depth - 1)} {op} {self.expr(scope, t, depth - 1)})"
        if roll < 80:
            return f"({self.condition(scope, depth - 1)} {self.pick(['&&', '||'])} {self.condition(scope, depth - 1)})"
        if roll < 88:
            return f"(!{self.condition(scope, depth - 1)})"
        return f"({self.expr(scope, self.pick(INT_PICK), depth - 1)} != 0)"

    # ---- declarations ----------------------------------------------------------------------------

    def struct_members(self, text, struct, *, const=False):
        """The scalars and arrays inside a struct value."""
        lvs, arrays = [], []
        for field, ctype, length, bits in struct.fields:
            inner = f"{text}.{field}"
            if isinstance(ctype, Struct):
                more_lvs, more_arrays = self.struct_members(inner, ctype, const=const)
                lvs += more_lvs
                arrays += more_arrays
            elif length:
                arrays.append(Array(inner, ctype, length, const=const))
            else:
                packed = getattr(struct, "packed", False)
                lvs.append(Lv(inner, ctype, const=const, bits=bits, volatile=packed))
        return lvs, arrays

    def add_struct(self, scope, text, struct, *, const=False):
        lvs, arrays = self.struct_members(text, struct, const=const)
        scope.lvs += lvs
        scope.arrays += arrays
        if not const:
            scope.structs.append((text, struct))

    def make_struct_type(self):
        s = Struct(self.name("S"))
        s.packed = self.chance(15)
        for _ in range(self.rng.randrange(2, 7)):
            roll = self.rng.randrange(100)
            if roll < 30:
                ctype = self.pick(["i32", "u32", "u8", "i64", "u64", "u16", "_Bool"])
                width = 1 if ctype == "_Bool" else self.rng.randrange(1, INTS[ctype] + 1)
                s.fields.append((self.name("b"), ctype, 0, width))
            elif roll < 45 and not s.packed:
                s.fields.append((self.name("a"), self.pick(INT_PICK + FLOATS[:2]), self.rng.randrange(2, 6), 0))
            elif roll < 55 and self.struct_types and not s.packed:
                s.fields.append((self.name("n"), self.pick(self.struct_types), 0, 0))
            else:
                # 128-bit integers in packed structs differ in alignment handling of no interest here.
                s.fields.append((self.name("f"), self.pick(SCALAR_PICK), 0, 0))
        self.struct_types.append(s)
        self.out.append(f"struct {s.name} {{")
        for field, ctype, length, bits in s.fields:
            tname = f"struct {ctype.name}" if isinstance(ctype, Struct) else ctype
            tail = f"[{length}]" if length else f" : {bits}" if bits else ""
            self.out.append(f"    {tname} {field}{tail};")
        self.out.append("}" + (" __attribute__((packed));" if s.packed else ";"))

    def struct_init(self, struct):
        parts = []
        for field, ctype, length, bits in struct.fields:
            if isinstance(ctype, Struct):
                value = self.struct_init(ctype)
            elif length:
                value = "{" + ", ".join(self.literal(ctype) for _ in range(length)) + "}"
            elif bits:
                value = str(self.rng.randrange(1 << min(bits - 1, 30)))
            else:
                value = self.literal(ctype)
            parts.append(f".{field} = {value}")
        return "{" + ", ".join(parts) + "}"

    def make_global(self):
        roll = self.rng.randrange(100)
        if roll < 45:
            ctype = self.pick(SCALAR_PICK)
            is_volatile, name = self.chance(12), self.name("g")
            prefix = self.pick(["", "static ", "static ", "static _Thread_local "])
            self.out.append(f"{prefix}{'volatile ' if is_volatile else ''}{ctype} {name} = {self.literal(ctype)};")
            self.globals.lvs.append(Lv(name, ctype, volatile=is_volatile))
        elif roll < 75:
            ctype, name = self.pick(INT_PICK + FLOATS[:2]), self.name("ga")
            length = self.pick([2, 3, 4, 5, 8, 8, 16, 17, 32])
            const = self.chance(25)
            init = ", ".join(self.literal(ctype) for _ in range(self.rng.randrange(1, length + 1)))
            self.out.append(f"static {'const ' if const else ''}{ctype} {name}[{length}] = {{{init}}};")
            self.globals.arrays.append(Array(name, ctype, length, const=const))
        else:
            struct, name = self.pick(self.struct_types), self.name("gs")
            const = self.chance(15)
            self.out.append(f"static {'const ' if const else ''}struct {struct.name} {name} = "
                            f"{self.struct_init(struct)};")
            self.add_struct(self.globals, name, struct, const=const)

    # ---- statements ------------------------------------------------------------------------------

    def writable(self, scope):
        """An lvalue text with its Lv-like description."""
        arrays = [a for a in scope.arrays if not a.const]
        if arrays and self.chance(30):
            arr = self.pick(arrays)
            return Lv(f"{arr.text}[{self.index(scope, arr.length, 1)}]", arr.elem)
        lvs = [lv for lv in scope.lvs if not lv.const]
        return self.pick(lvs)

    def assign(self, scope, indent):
        lv = self.writable(scope)
        pad = " " * indent
        if lv.ctype in UNSIGNED and self.chance(30):
            ops = ["+=", "-=", "^=", "|=", "&="] + (["*="] if INTS[lv.ctype] >= 32 else [])
            return [f"{pad}{lv.text} {self.pick(ops)} {self.expr(scope, lv.ctype, 2)};"]
        if lv.ctype in UNSIGNED and self.chance(15):
            return [f"{pad}{lv.text}{self.pick(['++', '--'])};"]
        if lv.ctype in INTS and not lv.bits and self.chance(15):
            shift = self.rng.randrange(min(INTS[lv.ctype], 32))
            op = self.pick(["<<=", ">>="]) if lv.ctype in UNSIGNED else ">>="
            return [f"{pad}{lv.text} {op} {shift};"]
        if lv.ctype in ("float", "double") and self.chance(30):
            return [f"{pad}{lv.text} {self.pick(['+=', '-=', '*='])} {self.expr(scope, lv.ctype, 1)};"]
        return [f"{pad}{lv.text} = {self.expr(scope, lv.ctype, 3)};"]

    def call_args(self, scope, func):
        """Arguments for a call, or None if the scope has nothing that fits."""
        args = []
        for kind, ctype, _ in func.params:
            if kind == "scalar":
                args.append(self.expr(scope, ctype, 2))
            elif kind == "array":
                fits = [a for a in scope.arrays if a.elem == ctype and a.length >= 4 and not a.const
                        and "." not in a.text]
                if not fits:
                    return None
                arr = self.pick(fits)
                args.append(f"&{arr.text}[{self.rng.randrange(arr.length - 3)}]")
            else:
                fits = [t for t, s in scope.structs if s is ctype]
                if not fits:
                    return None
                text = self.pick(fits)
                args.append(f"&{text}" if kind == "struct*" else text)
        return ", ".join(args)

    def call(self, scope, indent):
        pad = " " * indent
        if self.tables and self.chance(25):
            table, length = self.pick(self.tables)
            tmp = self.name("t")
            line = (f"{pad}u32 {tmp} = {table}[{self.index(scope, length, 1)}]({self.expr(scope, 'u32', 2)}, "
                    f"{self.expr(scope, 'i32', 2)});")
            scope.lvs.append(Lv(tmp, "u32"))
            return [line]
        if not self.functions:
            return self.assign(scope, indent)
        func = self.pick(self.functions)
        args = self.call_args(scope, func)
        if args is None:
            return self.assign(scope, indent)
        tmp = self.name("t")
        if isinstance(func.ret, Struct):
            line = f"{pad}struct {func.ret.name} {tmp} = {func.name}({args});"
            self.add_struct(scope, tmp, func.ret)
        else:
            call = f"{func.name}({args})"
            if self.chance(20):
                call = f"{self.condition(scope, 1)} ? {call} : {self.expr(scope, func.ret, 1)}"
            line = f"{pad}{func.ret} {tmp} = {call};"
            scope.lvs.append(Lv(tmp, func.ret))
        return [line]

    def local(self, scope, indent):
        pad, roll = " " * indent, self.rng.randrange(100)
        if roll < 40:
            ctype, name = self.pick(SCALAR_PICK), self.name("v")
            static = self.chance(12)
            init = self.literal(ctype) if static else self.expr(scope, ctype, 2)
            lines = [f"{pad}{'static ' if static else ''}{ctype} {name} = {init};"]
            scope.lvs.append(Lv(name, ctype))
            return lines
        if roll < 55:
            ctype, name, length = self.pick(INT_PICK), self.name("la"), self.pick([4, 5, 8, 16])
            init = ", ".join(self.expr(scope, ctype, 1) for _ in range(self.rng.randrange(1, 5)))
            scope.arrays.append(Array(name, ctype, length))
            return [f"{pad}{ctype} {name}[{length}] = {{{init}}};"]
        if roll < 65:
            struct, name = self.pick(self.struct_types), self.name("ls")
            fits = [t for t, s in scope.structs if s is struct]
            init = self.pick(fits) if fits and self.chance(50) else self.struct_init(struct)
            lines = [f"{pad}struct {struct.name} {name} = {init};"]
            self.add_struct(scope, name, struct)
            return lines
        return self.pointer(scope, indent)

    def pointer(self, scope, indent):
        pad, roll = " " * indent, self.rng.randrange(100)
        arrays = [a for a in scope.arrays if not a.const]
        if roll < 40 and arrays:
            arr, name = self.pick(arrays), self.name("p")
            if self.chance(50) or arr.length < 4:
                line = f"{pad}{arr.elem} *{name} = {arr.text} + {self.index(scope, arr.length, 1)};"
                scope.lvs.append(Lv(f"(*{name})", arr.elem))
                return [line]
            keep = self.rng.randrange(2, arr.length)
            line = f"{pad}{arr.elem} *{name} = &{arr.text}[{self.index(scope, arr.length - keep + 1, 1)}];"
            scope.arrays.append(Array(name, arr.elem, keep))
            return [line]
        if roll < 60 and scope.structs:
            text, struct = self.pick(scope.structs)
            name = self.name("sp")
            line = f"{pad}struct {struct.name} *{name} = &{text};"
            self.add_struct(scope, f"(*{name})", struct)
            return [line]
        plain = [lv for lv in scope.lvs if not (lv.const or lv.bits or lv.volatile)]
        if not plain:
            return self.assign(scope, indent)
        lv, name = self.pick(plain), self.name("p")
        lines = [f"{pad}{lv.ctype} *{name} = &{lv.text};"]
        if self.chance(25):
            lines.append(f"{pad}{name} = ({lv.ctype} *)(uintptr_t){name};")
        if self.chance(40):
            outer = self.name("pp")
            lines.append(f"{pad}{lv.ctype} **{outer} = &{name};")
            scope.lvs.append(Lv(f"(**{outer})", lv.ctype))
        scope.lvs.append(Lv(f"(*{name})", lv.ctype))
        return lines

    def block(self, scope, indent, budget):
        inner, lines = Scope(scope), []
        for _ in range(max(1, budget)):
            lines += self.statement(inner, indent, budget - 1)
        return lines

    def loop(self, scope, indent, budget):
        pad, counter = " " * indent, self.name("it")
        bound = self.rng.randrange(2, 9)
        inner = Scope(scope)
        inner.lvs.append(Lv(counter, "i32", const=True))
        self.in_loop += 1
        body = self.block(inner, indent + 4, budget)
        if self.chance(35):
            body += [f"{pad}    if ({self.condition(inner, 1)})", f"{pad}        {self.pick(['break', 'continue'])};"]
            body += self.assign(inner, indent + 4)
        self.in_loop -= 1
        kind = self.rng.randrange(3)
        if kind == 0:
            return [f"{pad}for (i32 {counter} = 0; {counter} < {bound}; {counter}++) {{"] + body + [pad + "}"]
        head = [f"{pad}i32 {counter} = 0;"]
        if kind == 1:
            return head + [f"{pad}while ({counter}++ < {bound} && {self.condition(scope, 1)}) {{"] + body + [pad + "}"]
        return head + [f"{pad}do {{"] + body + [f"{pad}}} while (++{counter} < {bound} && {self.condition(scope, 1)});"]

    def switch(self, scope, indent, budget):
        pad, ctype = " " * indent, self.pick([t for t in INTS if "128" not in t])
        lines = [f"{pad}switch ({self.expr(scope, ctype, 2)}{self.pick(['', ' % 5', ' & 7'])}) {{"]
        labels = self.rng.sample(range(0, 12) if ctype in UNSIGNED else range(-4, 8), self.rng.randrange(2, 5))
        for label in labels:
            lines.append(f"{pad}case {label}: {{")
            lines += self.block(scope, indent + 4, budget)
            lines.append(f"{pad}}}" + ("" if self.chance(25) else " break;"))
        if self.chance(70):
            lines += [f"{pad}default: {{"] + self.block(scope, indent + 4, 1) + [f"{pad}}}"]
        return lines + [pad + "}"]

    def jump(self, scope, indent, budget):
        pad, label = " " * indent, self.name("L")
        if self.chance(50):
            return ([f"{pad}if ({self.condition(scope, 2)})", f"{pad}    goto {label};", f"{pad}{{"]
                    + self.block(scope, indent + 4, budget) + [f"{pad}}}", f"{label}:;"])
        counter = self.name("n")
        return ([f"{pad}i32 {counter} = 0;", f"{label}:;", f"{pad}{{"] + self.block(scope, indent + 4, budget)
                + [f"{pad}}}", f"{pad}if (++{counter} < {self.rng.randrange(2, 5)} && {self.condition(scope, 1)})",
                   f"{pad}    goto {label};"])

    def print_value(self, scope, indent):
        pad, lv = " " * indent, self.pick(scope.lvs)
        title = lv.text.replace("(", "").replace(")", "")
        if lv.ctype in FLOATS:
            return [f'{pad}show_float("{title}", (double){lv.text});']
        if "128" in lv.ctype:
            return [f'{pad}show("{title}", (u64){lv.text});', f"{pad}mix_wide((u128){lv.text});"]
        return [f'{pad}show("{title}", (u64)({lv.ctype}){lv.text});']

    def statement(self, scope, indent, budget):
        pad, roll = " " * indent, self.rng.randrange(100)
        if roll < 30 or not scope.lvs:
            return self.assign(scope, indent)
        if roll < 44:
            return self.local(scope, indent)
        if roll < 54:
            return self.call(scope, indent)
        if roll < 58:
            return self.print_value(scope, indent)
        if roll < 62:
            lv = self.writable(scope)
            head = f"{pad}if ({self.condition(scope, 1)} && ({lv.text} = {self.expr(scope, lv.ctype, 2)}) != 0) {{"
            return [head, *self.block(scope, indent + 4, min(1, budget)), pad + "}"]
        if roll < 66:
            pairs = [(a, b) for a in scope.structs for b in scope.structs if a[1] is b[1] and a[0] != b[0]]
            if pairs:
                (a, _), (b, _) = self.pick(pairs)
                # Through memmove or a copy: one may be a pointer to the other.
                return [pad + self.pick([f"{a} = {b};", f"memmove(&{a}, &{b}, sizeof {a});"])]
            return self.assign(scope, indent)
        if budget <= 0:
            return self.assign(scope, indent)
        if roll < 78:
            lines = [f"{pad}if ({self.condition(scope, 2)}) {{"] + self.block(scope, indent + 4, budget)
            if self.chance(50):
                lines += [pad + "} else {"] + self.block(scope, indent + 4, budget - 1)
            return lines + [pad + "}"]
        if roll < 86 and self.in_loop < 2:
            return self.loop(scope, indent, budget)
        if roll < 91:
            return self.switch(scope, indent, budget - 1)
        if roll < 95:
            return self.jump(scope, indent, budget - 1)
        return snippets.small(self, scope, indent)

    # ---- functions and the whole ------------------------------------------------------------------

    def make_function(self):
        ret = self.pick(self.struct_types) if self.chance(20) else self.pick(SCALAR_PICK)
        params = []
        for _ in range(self.rng.randrange(0, 5)):
            roll, name = self.rng.randrange(100), self.name("a")
            if roll < 55:
                params.append(("scalar", self.pick(SCALAR_PICK), name))
            elif roll < 70:
                params.append(("array", self.pick(INT_PICK), name))
            else:
                params.append((self.pick(["struct", "struct*"]), self.pick(self.struct_types), name))
        func = Function(self.name("f"), ret, params)
        ctext = lambda t: f"struct {t.name}" if isinstance(t, Struct) else t
        plist = ", ".join(f"{ctext(t)} {'*' if k in ('array', 'struct*') else ''}{n}" for k, t, n in params)
        scope = Scope(self.globals)
        for kind, ctype, name in params:
            if kind == "scalar":
                scope.lvs.append(Lv(name, ctype))
            elif kind == "array":
                scope.arrays.append(Array(name, ctype, 4))
            else:
                self.add_struct(scope, f"(*{name})" if kind == "struct*" else name, ctype)
        zero = "(struct %s)%s" % (ret.name, self.struct_init(ret)) if isinstance(ret, Struct) else self.literal(ret)
        lines = [f"static {'__attribute__((noinline)) ' if self.chance(40) else ''}{ctext(ret)} "
                 f"{func.name}({plist or 'void'}) {{",
                 "    if (--fuel < 0)", f"        return {zero};"]
        if self.chance(35):
            # Recursion: the function may call itself, fuel bounds it.
            self.functions.append(func)
        for _ in range(self.rng.randrange(3, 8)):
            lines += self.statement(scope, 4, 2)
        fits = [t for t, s in scope.structs if s is ret]
        result = (self.pick(fits) if fits else zero) if isinstance(ret, Struct) else self.expr(scope, ret, 3)
        self.out += lines + [f"    return {result};", "}", ""]
        if func not in self.functions:
            self.functions.append(func)

    def make_table(self):
        names = []
        for _ in range(self.rng.randrange(2, 5)):
            name, scope = self.name("h"), Scope(self.globals)
            scope.lvs += [Lv("x", "u32"), Lv("y", "i32")]
            body = self.statement(scope, 4, 0)
            self.out += [f"static u32 {name}(u32 x, i32 y) {{", "    if (--fuel < 0)", "        return x;"] + body + \
                        [f"    return {self.expr(scope, 'u32', 3)};", "}"]
            names.append(name)
        table = self.name("table")
        const = self.pick(["const ", ""])
        self.out += [f"static u32 (*{const}{table}[{len(names)}])(u32, i32) = {{{', '.join(names)}}};", ""]
        self.tables.append((table, len(names)))

    def generate(self):
        with open(os.path.join(HERE, "prelude.inc"), encoding="utf-8") as f:
            prelude = f.read()
        self.out += [f"// generated: seed {self.seed}", f"#define SAFE {self.rng.randrange(3)}",
                     f"#define FUEL {self.pick([60, 150, 300])}", prelude]
        for _ in range(self.rng.randrange(2, 5)):
            self.make_struct_type()
        for _ in range(self.rng.randrange(5, 12)):
            self.make_global()
        self.out.append("")
        if not self.globals.lvs:
            self.out.append("static u32 g_any = 5;")
            self.globals.lvs.append(Lv("g_any", "u32"))
        used = snippets.pick_parts(self)
        for part in used:
            self.out += part.definitions
        for _ in range(self.rng.randrange(2, 6)):
            if self.chance(25):
                self.make_table()
            self.make_function()
        scope = Scope(self.globals)
        main = []
        for part in used:
            main += part.uses
        for _ in range(self.rng.randrange(4, 10)):
            main += self.statement(scope, 4, 2)
        for lv in self.globals.lvs:
            main += self.print_value_of(lv)
        for arr in self.globals.arrays:
            add = f"mix_float((double){arr.text}[k])" if arr.elem in FLOATS else f"mix_wide((u128){arr.text}[k])"
            main += [f"    for (int k = 0; k < {arr.length}; k++)", f"        {add};"]
        self.out += ["int main(void) {"] + main + \
                    ['    printf("checksum %016llx\\n", (unsigned long long)checksum);']
        self.out += [self.pick(["    return (int)(checksum & 0x7f);", "    exit((int)(checksum >> 8 & 0x7f));"]), "}",
                     ""]
        return "\n".join(self.out)

    def print_value_of(self, lv):
        scope = Scope()
        scope.lvs.append(lv)
        return self.print_value(scope, 4)


def generate(seed):
    return Generator(seed).generate()


if __name__ == "__main__":
    options = argparse.ArgumentParser(description="prints one random C program")
    options.add_argument("--seed", type=int, default=0)
    print(generate(options.parse_args().seed), end="")
