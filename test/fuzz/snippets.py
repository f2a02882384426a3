# SPDX-License-Identifier: Apache-2.0
"""Hand-written pieces with random parameters, for what random statements alone would rarely reach.

`small` gives a few lines that fit anywhere in a function. A Part is a group of definitions with the lines that
main runs; each `part_*` function below makes one from the generator's random numbers.
"""
import textwrap

FLOATS = ("float", "double", "ldouble")


class Part:
    def __init__(self, definitions, uses):
        self.definitions = textwrap.dedent(definitions).strip("\n").split("\n") + [""]
        self.uses = textwrap.indent(textwrap.dedent(uses).strip("\n"), "    ").split("\n")


# ---- small pieces --------------------------------------------------------------------------------

def small_vla(gen, scope, ctype):
    n, vla = gen.name("n"), gen.name("vla")
    target = gen.writable(scope)
    return [f"u32 {n} = 1 + {gen.index(scope, 9, 1)};", f"{ctype} {vla}[{n}];",
            f"for (u32 k = 0; k < {n}; k++)", f"    {vla}[k] = {gen.expr(scope, ctype, 2)};",
            f"mix(sizeof {vla});",
            f"{target.text} = {gen.convert(f'{vla}[{n} - 1]', ctype, target.ctype)};"]


def small_alloca(gen, scope, ctype):
    p = gen.name("al")
    return [f"{ctype} *{p} = __builtin_alloca(4 * sizeof *{p});",
            f"memset({p}, {gen.rng.randrange(256)}, 4 * sizeof *{p});",
            f"{p}[{gen.rng.randrange(4)}] = {gen.expr(scope, ctype, 2)};",
            f"mix_wide((u128){p}[{gen.rng.randrange(4)}]);"]


def small_bytes(gen, scope, ctype):
    arrays = [a for a in scope.arrays if not a.const and a.elem not in FLOATS and a.elem != "_Bool"]
    if not arrays:
        return small_alloca(gen, scope, ctype)
    a = gen.pick(arrays)
    src, dst = gen.rng.randrange(a.length), gen.rng.randrange(a.length)
    count = gen.rng.randrange(1, a.length - max(src, dst) + 1)
    lines = [gen.pick([f"memmove(&{a.text}[{dst}], &{a.text}[{src}], {count} * sizeof {a.text}[0]);",
                       f"memset(&{a.text}[{dst}], {gen.rng.randrange(256)}, {count} * sizeof {a.text}[0]);"])]
    other = gen.pick(arrays)
    # memcpy only between arrays that are certainly apart: names of whole variables, not pointers.
    if other.text != a.text and other.elem == a.elem and all(x.text[:2] in ("ga", "la") for x in (a, other)):
        lines.append(f"memcpy({a.text}, {other.text}, {min(a.length, other.length)} * sizeof {a.text}[0]);")
    lines.append(f"mix((u64)sign(memcmp(&{a.text}[{src}], &{a.text}[{dst}], {count} * sizeof {a.text}[0])));")
    return lines


def small_kernel(gen, scope, ctype):
    arrays = [a for a in scope.arrays if a.elem not in FLOATS]
    if not arrays:
        return small_vla(gen, scope, ctype)
    a, acc = gen.pick(arrays), gen.name("acc")
    step = gen.pick([f"{acc} += (u32){a.text}[k];", f"{acc} ^= (u32){a.text}[k];",
                     f"if ((u32){a.text}[k] > {acc}) {acc} = (u32){a.text}[k];",
                     f"{acc} += {a.text}[k] == {a.text}[0];", f"{acc} = {acc} * 31u + (u32){a.text}[k];"])
    return [f"u32 {acc} = {gen.literal('u32')};", f"for (int k = 0; k < {a.length}; k++) {{", f"    {step}", "}",
            f"mix({acc});"]


def small_computed_goto(gen, scope, ctype):
    labels = [gen.name("C") for _ in range(3)]
    tab, end = gen.name("jump"), gen.name("E")
    lines = [f"static const void *const {tab}[] = {{{', '.join('&&' + name for name in labels)}}};",
             f"goto *{tab}[{gen.index(scope, 3, 1)}];"]
    for label in labels:
        lines += [f"{label}:;"] + [line.strip() for line in gen.assign(scope, 0)] + ([f"goto {end};"]
                                                                                     if gen.chance(60) else [])
    return lines + [f"{end}:;"]


def small_atomic(gen, scope, ctype):
    t, name = gen.pick(["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"]), gen.name("at")
    op = gen.pick(["add", "sub", "and", "or", "xor", "nand"])
    old, want = gen.name("old"), gen.name("want")
    return [f"static _Atomic {t} {name} = {gen.literal(t)};",
            f"{t} {old} = __atomic_fetch_{op}(({t} *)&{name}, {gen.expr(scope, t, 2)}, "
            f"__ATOMIC_{gen.pick(['RELAXED', 'SEQ_CST', 'ACQ_REL'])});",
            f"mix((u64){old});", f"{t} {want} = {gen.pick([old, name])};",
            f"mix(__atomic_compare_exchange_n(({t} *)&{name}, &{want}, {gen.expr(scope, t, 1)}, 0, __ATOMIC_SEQ_CST, "
            f"__ATOMIC_SEQ_CST));",
            f"mix((u64){want});", f"mix((u64)__atomic_exchange_n(({t} *)&{name}, {gen.literal(t)}, __ATOMIC_SEQ_CST));",
            f"{name} {gen.pick(['+=', '|=', '^='])} 3;" if t in ("u8", "u16", "u32", "u64") else f"{name} ^= 5;",
            f"mix((u64)__atomic_load_n(({t} *)&{name}, __ATOMIC_ACQUIRE));"]


def small_statement_expression(gen, scope, ctype):
    target, tmp = gen.writable(scope), gen.name("se")
    return [f"{target.text} = ({{ {ctype} {tmp} = {gen.expr(scope, ctype, 2)}; "
            f"{gen.convert(tmp, ctype, target.ctype)}; }});"]


def small_compound_literal(gen, scope, ctype):
    values = ", ".join(gen.expr(scope, ctype, 1) for _ in range(4))
    return [f"mix_wide((u128)((const {ctype}[4]){{{values}}})[{gen.index(scope, 4, 1)}]);"]


def small_overflow(gen, scope, ctype):
    r = gen.name("r")
    other, wide = gen.pick(["i32", "u32", "i64", "u8", "i16"]), gen.pick(["i32", "u32", "i64", "u64", "i8"])
    return [f"{wide} {r};", f"mix(__builtin_{gen.pick(['add', 'sub', 'mul'])}_overflow({gen.expr(scope, other, 1)}, "
            f"{gen.expr(scope, other, 1)}, &{r}));", f"mix((u64){r});"]


SMALL = [small_vla, small_alloca, small_bytes, small_bytes, small_kernel, small_computed_goto, small_atomic,
         small_atomic,
         small_statement_expression, small_compound_literal, small_overflow]


def small(gen, scope, indent):
    ctype = gen.pick(["i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "i128", "u128"])
    lines = gen.pick(SMALL)(gen, scope, ctype)
    pad = " " * indent
    return [pad + "{"] + [pad + "    " + line for line in lines] + [pad + "}"]


# ---- parts ---------------------------------------------------------------------------------------

def part_list(gen):
    t, n = gen.pick(["i32", "u64", "i16", "u128", "u8"]), gen.rng.randrange(1, 20)
    return Part(f"""
        struct node {{
            {t} value;
            struct node *next, **back;
        }};
        static struct node *head;
        static void list_push({t} v) {{
            struct node *n = {gen.pick(['malloc(sizeof *n)', 'calloc(1, sizeof *n)'])};
            *n = (struct node){{v, head, &head}};
            if (head)
                head->back = &n->next;
            head = n;
        }}
        static void list_reverse(void) {{
            struct node *done = NULL;
            while (head) {{
                struct node *n = head;
                head = n->next;
                n->next = done;
                done = n;
            }}
            head = done;
        }}
        static void list_drop(u32 every) {{
            u32 k = 0;
            for (struct node **at = &head; *at;) {{
                if (k++ % every == 0) {{
                    struct node *gone = *at;
                    *at = gone->next;
                    free(gone);
                }} else {{
                    at = &(*at)->next;
                }}
            }}
        }}
        static u32 list_mix(void) {{
            u32 n = 0;
            for (const struct node *at = head; at; at = at->next, n++)
                mix_wide((u128)at->value);
            return n;
        }}
        """, f"""
        for (u32 k = 0; k < {n}; k++)
            list_push(({t})(k * {gen.rng.randrange(1, 1000)}u));
        show("list", list_mix());
        list_reverse();
        show("list", list_mix());
        list_drop({gen.rng.randrange(2, 5)});
        show("list", list_mix());
        list_drop(1);
        """)


def part_tree(gen):
    return Part(f"""
        struct tree {{
            struct tree *kid[2];
            i32 key;
            u8 depth;
        }};
        static struct tree *tree_insert(struct tree *t, i32 key, u8 depth) {{
            if (!t) {{
                t = malloc(sizeof *t);
                t->kid[0] = t->kid[1] = NULL;
                t->key = key;
                t->depth = depth;
            }} else if (t->key != key) {{
                t->kid[key > t->key] = tree_insert(t->kid[key > t->key], key, (u8)(depth + 1));
            }}
            return t;
        }}
        static u32 tree_walk(const struct tree *t) {{
            if (!t)
                return 0;
            u32 left = tree_walk(t->kid[0]);
            mix((u64)t->key + t->depth);
            return left + 1 + tree_walk(t->kid[1]);
        }}
        static void tree_free(struct tree *t) {{
            if (t) {{
                tree_free(t->kid[0]);
                tree_free(t->kid[1]);
                free(t);
            }}
        }}
        """, f"""
        struct tree *root = NULL;
        for (u32 k = 0; k < {gen.rng.randrange(1, 25)}; k++)
            root = tree_insert(root, (i32)(k * {gen.rng.getrandbits(31)}u % {gen.rng.randrange(5, 400)}) - 50, 0);
        show("tree", tree_walk(root));
        tree_free(root);
        """)


def part_tagged_union(gen):
    order = [gen.rng.randrange(5) for _ in range(8)]
    return Part(f"""
        struct tagged {{
            {gen.pick(['u8', 'int', 'u64'])} tag;
            union {{
                i32 i;
                double d;
                u8 bytes[{gen.rng.randrange(4, 12)}];
                struct {{ i16 x, y; u32 z : 9, w : 5; }} s;
                const char *text;
            }} u;
        }};
        static struct tagged tagged_make(u32 tag, u32 v) {{
            struct tagged t = {{.tag = tag}};
            switch (tag) {{
            case 0: t.u.i = (i32)v - 7; break;
            case 1: t.u.d = v / 3.0; break;
            case 2: memset(t.u.bytes, (int)v & 255, sizeof t.u.bytes); t.u.bytes[1] = 3; break;
            case 3: t.u.s.x = (i16)v; t.u.s.y = -3; t.u.s.z = v; t.u.s.w = v >> 3; break;
            default: t.u.text = "tagged" + v % 6; break;
            }}
            return t;
        }}
        static void tagged_mix(const struct tagged *t) {{
            switch (t->tag) {{
            case 0: mix((u64)t->u.i); break;
            case 1: mix_float(t->u.d); break;
            case 2: mix(t->u.bytes[0] + 256u * t->u.bytes[1]); break;
            case 3: mix((u64)(t->u.s.x + t->u.s.y)); mix(t->u.s.z * 32u + t->u.s.w); break;
            default: mix(strlen(t->u.text)); break;
            }}
        }}
        static union {{ u64 whole; u8 byte[8]; u16 half[4]; i32 word[2]; }} pun;
        """, f"""
        static const u8 order[8] = {{{', '.join(map(str, order))}}};
        struct tagged tagged[8];
        for (u32 k = 0; k < 8; k++)
            tagged[k] = tagged_make(order[k], k * {gen.rng.randrange(1, 5000)}u);
        for (u32 k = 0; k < 8; k++)
            tagged_mix(&tagged[7 - k]);
        pun.whole = {gen.rng.getrandbits(64)}ull;
        pun.half[{gen.rng.randrange(4)}] ^= pun.byte[{gen.rng.randrange(8)}];
        pun.word[1] = pun.word[0];
        show("pun", pun.whole);
        """)


def part_variadic(gen):
    args, types = [], ""
    for _ in range(gen.rng.randrange(1, 14)):
        code = gen.pick("iiuldcspBW")
        types += code
        args.append({"i": f"{gen.rng.randrange(-100, 100)}", "u": f"{gen.rng.getrandbits(32)}u",
                     "l": f"{gen.rng.randrange(-2**62, 2**62)}LL", "d": f"{gen.rng.uniform(-5, 5):.3f}",
                     "c": f"(char){gen.rng.randrange(127)}", "s": '"abc"', "p": "&fuel",
                     "B": f"((struct big){{{gen.rng.randrange(9)}, 2.5, {gen.rng.randrange(9)}}})",
                     "W": f"((struct small){{{gen.rng.randrange(9)}, {gen.rng.randrange(9)}}})"}[code])
    return Part("""
        struct big { i64 a; double b; i32 c[3]; };
        struct small { i16 a; i32 b; };
        static u32 variadic(const char *types, ...) {
            va_list ap, again;
            va_start(ap, types);
            va_copy(again, ap);
            u32 n = 0;
            for (int round = 0; round < 2; round++) {
                for (const char *t = types; *t; t++, n++) {
                    switch (*t) {
                    case 'i': mix((u64)va_arg(ap, int)); break;
                    case 'u': mix(va_arg(ap, unsigned)); break;
                    case 'l': mix((u64)va_arg(ap, long long)); break;
                    case 'd': mix_float(va_arg(ap, double)); break;
                    case 'c': mix((u64)(char)va_arg(ap, int)); break;
                    case 's': mix(strlen(va_arg(ap, const char *))); break;
                    case 'p': mix((u64)*va_arg(ap, long *)); break;
                    case 'B': {
                        struct big b = va_arg(ap, struct big);
                        mix((u64)(b.a + b.c[0] + b.c[2]));
                        mix_float(b.b);
                        break;
                    }
                    case 'W': { struct small s = va_arg(ap, struct small); mix((u64)(s.a * 100 + s.b)); break; }
                    }
                }
                va_end(ap);
                if (round == 0)
                    va_copy(ap, again);
            }
            va_end(again);
            return n;
        }
        static int pack(char *to, size_t size, const char *format, ...) {
            va_list ap;
            va_start(ap, format);
            int n = vsnprintf(to, size, format, ap);
            va_end(ap);
            return n;
        }
        """, f"""
        show("variadic", variadic("{types}", {', '.join(args)}));
        char packed[24];
        show("pack", (u64)pack(packed, {gen.rng.randrange(1, 25)}, "<%d %s %c %lx>", {gen.rng.randrange(-999, 999)},
                             "text", 'q', {gen.rng.getrandbits(40)}ul));
        printf("%s\\n", packed);
        """)


def part_strings(gen):
    words = ["loom", "thread", "warp", "weft", "a", "", "heddle", "shuttle shuttle", "x" * 30]
    a, b = gen.pick(words), gen.pick(words)
    return Part("", f"""
        {{
            char text[96] = "{a}", other[64];
            strcpy(other, "{b}");
            strcat(text, other);
            strncat(text, "{gen.pick(words)}", {gen.rng.randrange(8)});
            memset(other, 'z', sizeof other);
            strncpy(other, text, {gen.rng.randrange(1, 60)});
            other[63] = 0;
            show("strlen", strlen(text));
            show("strcmp", (u64)sign(strcmp(text, "{b}")));
            show("strncmp", (u64)sign(strncmp(text, other, {gen.rng.randrange(1, 40)})));
            const char *found = strchr(text, '{gen.pick('aehtz')}');
            show("strchr", found ? (u64)(found - text) : 999);
            found = strrchr(text, '{gen.pick('aehtz')}');
            show("strrchr", found ? (u64)(found - text) : 999);
            found = strstr(text, "{gen.pick(['th', 'e', 'le', 'zz', ''])}");
            show("strstr", found ? (u64)(found - text) : 999);
            found = memchr(other, '{gen.pick('aehtz')}', sizeof other);
            show("memchr", found ? (u64)(found - other) : 999);
            memmove(text + {gen.rng.randrange(6)}, text + {gen.rng.randrange(6)}, {gen.rng.randrange(1, 30)});
            printf("[%s] [%.*s]\\n", text, {gen.rng.randrange(64)}, other);
        }}
        """)


INT_FORMATS = ["d", "i", "u", "x", "X", "o", "5d", "-7d|", "05d", "+d", " d", "#x", "#o", ".4d", "8.3d", "-8.3x|",
               "+5i", "hd", "hhd", "hhu", "hx"]
LONG_FORMATS = ["lld", "llu", "llx", "20lld", "-20lld|", "020llx", "+lld", "#llx", ".15lld"]
FLOAT_FORMATS = ["f", ".3f", "10.2f", "-10.2f|", "e", ".0e", "g", ".10g", "G", "a", "+.1f", "010.3f", "#.0f", "A"]


def part_printf(gen):
    lines = []
    for _ in range(gen.rng.randrange(4, 10)):
        kind = gen.rng.randrange(5)
        if kind == 0:
            form = gen.pick(INT_FORMATS)
            value = gen.rng.randrange(-2**31 + 1, 2**31) if gen.chance(50) else gen.rng.randrange(-200, 200)
            lines.append(f'printf("[%{form}]\\n", {value});')
        elif kind == 1:
            lines.append(f'printf("[%{gen.pick(LONG_FORMATS)}]\\n", {gen.rng.randrange(-2**62, 2**62)}LL);')
        elif kind == 2:
            value = gen.pick(["0.0", "-1.5", "1e100", "123456.789", "1e-7", "0.1", "-0.0", "1.0 / 3", "99999.95",
                              "1e21", "5e-324"])
            lines.append(f'printf("[%{gen.pick(FLOAT_FORMATS)}]\\n", {value});')
        elif kind == 3:
            lines.append(f'printf("[%{gen.pick(["s", "10s", "-10s|", ".2s", "8.3s", "c", "5c"])}]\\n", {{}});'
                         .replace("{}", "PLACE"))
            lines[-1] = lines[-1].replace("PLACE", "'x'" if lines[-1].split("]")[0].endswith("c") else '"weaver"')
        else:
            size = gen.rng.randrange(1, 30)
            lines.append(f'{{ char line[30]; show("snprintf", (u64)snprintf(line, {size}, "%s=%*d;%-*x|%zu%%", "key", '
                         f'{gen.rng.randrange(-9, 9)}, {gen.rng.randrange(-999, 999)}, {gen.rng.randrange(1, 7)}, '
                         f'{gen.rng.randrange(999)}, sizeof line)); puts(line); }}')
    return Part("", "\n".join(lines))


def part_vectors(gen):
    t = gen.pick(["i32", "u8", "i16", "float", "double", "u64", "i8"])
    n = gen.pick([16, 31, 64, 100])
    own = ["a[k] * b[k] + c[k]", "a[k] - b[k] / 2"]
    if t not in FLOATS:
        own = [f"({t})(a[k] ^ b[k])", f"add_{t}(a[k], b[k])", f"mul_{t}(a[k], b[k])", f"shr_{t}(a[k], 3)"]
    op = gen.pick(["a[k] > b[k] ? a[k] : b[k]", "a[k] < b[k] ? a[k] : b[k]", "k & 1 ? a[k] : b[k]", *own])
    total = "s += (double)c[k];" if t in FLOATS else "s += (u64)c[k];"
    return Part(f"""
        static {t} va[{n}], vb[{n}], vc[{n}];
        static __attribute__((noinline))
        void kernel(const {t} *restrict a, const {t} *restrict b, {t} *restrict c, int n) {{
            for (int k = 0; k < n; k++)
                c[k] = {op};
        }}
        static __attribute__((noinline)) {'double' if t in FLOATS else 'u64'} reduce(const {t} *c, int n) {{
            {'double' if t in FLOATS else 'u64'} s = 0;
            for (int k = 0; k < n; k++)
                {total}
            return s;
        }}
        static __attribute__((noinline)) int reverse_compare({t} *a, const {t} *b, int n) {{
            int equal = 0;
            for (int k = 0; k < n; k++) {{
                a[n - 1 - k] = b[k];
                equal += b[k] == b[n - 1 - k];
            }}
            return equal;
        }}
        """, f"""
        for (int k = 0; k < {n}; k++) {{
            va[k] = ({t})(k * {gen.rng.randrange(1, 90)} % 101);
            vb[k] = ({t})(k * {gen.rng.randrange(1, 90)} % 97);
        }}
        kernel(va, vb, vc, {n});
        show{'_float' if t in FLOATS else ''}("reduce", reduce(vc, {n}));
        show("equal", (u64)reverse_compare(va, vc, {gen.rng.randrange(1, n + 1)}));
        show{'_float' if t in FLOATS else ''}("reduce", reduce(va, {n}));
        """)


def part_machine(gen):
    code = [gen.rng.randrange(6) for _ in range(gen.rng.randrange(4, 20))] + [6]
    return Part(f"""
        static i64 interpret(const u8 *code) {{
            static void *const label[] = {{&&push, &&add, &&twice, &&negate, &&swap, &&skip, &&stop}};
            i64 stack[64] = {{1, 1}};
            int top = 2;
            goto *label[*code];
        push: stack[top++] = *code + 41; goto *label[*++code];
        add: if (top > 1) {{ top--; stack[top - 1] = add_i64(stack[top - 1], stack[top]); }} goto *label[*++code];
        twice: stack[top - 1] = mul_i64(stack[top - 1], 2); goto *label[*++code];
        negate: stack[top - 1] = neg_i64(stack[top - 1]); goto *label[*++code];
        swap: if (top > 1) {{ i64 t = stack[0]; stack[0] = stack[top - 1]; stack[top - 1] = t; }} goto *label[*++code];
        skip: if (stack[top - 1] & 1 && code[1] != 6) code++; goto *label[*++code];
        stop: return stack[top - 1];
        }}
        """, f"""
        static const u8 code[] = {{{', '.join(map(str, code))}}};
        show("interpret", (u64)interpret(code));
        """)


def part_start_and_end(gen):
    return Part(f"""
        static int started;
        static __attribute__((constructor({gen.rng.randrange(101, 200)})))
        void first(void) {{ started = started * 3 + 1; }}
        static __attribute__((constructor({gen.rng.randrange(201, 300)})))
        void second(void) {{ started = started * 5 + 2; }}
        static void at_end(void) {{ printf("end %d\\n", started); }}
        static void at_end_too(void) {{ started++; printf("first end %d\\n", started); }}
        """, """
        show("started", (u64)started);
        atexit(at_end);
        atexit(at_end_too);
        """)


def part_buffer(gen):
    return Part("""
        struct buffer { size_t used, room; u16 data[]; };
        static struct buffer *buffer_add(struct buffer *b, u16 v) {
            if (!b || b->used == b->room) {
                size_t room = b ? b->room * 2 : 2, used = b ? b->used : 0;
                b = realloc(b, sizeof *b + room * sizeof b->data[0]);
                b->room = room;
                b->used = used;
            }
            b->data[b->used++] = v;
            return b;
        }
        """, f"""
        struct buffer *buffer = NULL;
        for (u32 k = 0; k < {gen.rng.randrange(1, 30)}; k++)
            buffer = buffer_add(buffer, (u16)(k * {gen.rng.randrange(1, 9999)}u));
        for (size_t k = 0; k < buffer->used; k++)
            mix(buffer->data[k]);
        show("buffer", buffer->used * 1000 + buffer->room);
        free(buffer);
        """)


def part_by_value(gen):
    """Structs of the sizes and shapes that calling conventions treat differently."""
    shapes = gen.rng.sample(["char a;", "float a, b;", "float a, b, c;", "double a; i32 b;", "i32 a, b, c;",
                             "i64 a, b;",
                             "i64 a, b, c;", "char a[5];", "double a, b;", "ldouble a;", "i128 a;",
                             "char a; i16 b; char c;",
                             "float a; i32 b; double c;", "struct { i8 a; } b; u8 a;", "i32 a; float b[2];"], 4)
    definitions, uses = [], []
    for k, shape in enumerate(shapes):
        definitions += [f"struct V{k} {{ {shape} }};",
                        f"static {gen.pick(['__attribute__((noinline)) ', ''])}struct V{k} value{k}(int before, struct "
                        f"V{k} v, double after, struct V{k} w) {{",
                        "    mix((u64)before); mix_float(after);", "    unsigned char *raw = (unsigned char *)&v.a;",
                        "    raw[0] ^= 1;",
                        f"    w.a{'[0]' if 'a[' in shape else ''} = v.a{'[0]' if 'a[' in shape else ''};",
                        "    return before & 1 ? v : w;", "}"]
        uses += [f"{{ struct V{k} v = {{0}}, w = {{0}}; v = value{k}({gen.rng.randrange(100)}, v, 0.5, w); "
                 f"w = value{k}({gen.rng.randrange(100)}, w, 1.5, v); "
                 f"mix(((unsigned char *)&v.a)[0]); mix(((unsigned char *)&w.a)[0] * 2u); "
                 f"mix(sizeof(struct V{k})); }}"]
    return Part("\n".join(definitions), "\n".join(uses))


def part_objects(gen):
    return Part(f"""
        struct shape;
        struct shape_ops {{ i32 (*area)(const struct shape *); void (*grow)(struct shape *, i32); }};
        struct shape {{ const struct shape_ops *ops; i32 w, h; }};
        static i32 box_area(const struct shape *s) {{ return mul_i32(s->w, s->h); }}
        static i32 line_area(const struct shape *s) {{ return add_i32(s->w, s->h); }}
        static void box_grow(struct shape *s, i32 by) {{ s->w = add_i32(s->w, by); s->h = sub_i32(s->h, by); }}
        static const struct shape_ops box = {{box_area, box_grow}}, line = {{.grow = box_grow, .area = line_area}};
        typedef i32 (*area_fn)(const struct shape *);
        static area_fn pick_area(const struct shape *s) {{ return s->h & 1 ? s->ops->area : line_area; }}
        """, f"""
        struct shape shapes[3] = {{{{&box, {gen.rng.randrange(99)}, 4}}, {{&line, 7, {gen.rng.randrange(99)}}},
                                  {{.ops = &box}}}};
        for (int k = 0; k < 9; k++) {{
            struct shape *s = &shapes[k % 3];
            s->ops->grow(s, k - {gen.rng.randrange(6)});
            mix((u64)s->ops->area(s) + (u64)(*pick_area(s))(s));
            mix(s->ops == &box ? 5 : 6);
        }}
        """)


def part_grid(gen):
    rows, cols = gen.rng.randrange(2, 6), gen.rng.randrange(2, 6)
    return Part(f"""
        enum {{ ROWS = {rows}, COLS = {cols} }};
        static i32 grid[ROWS][COLS];
        static i32 (*row_of(u32 r))[COLS] {{ return &grid[r % ROWS]; }}
        static i32 even(u32 n);
        static i32 odd(u32 n) {{ return n == 0 ? 0 : even(n - 1); }}
        static i32 even(u32 n) {{ return n == 0 ? 1 : odd(n - 1); }}
        static u32 ackermann(u32 m, u32 n) {{
            return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
        }}
        """, f"""
        for (u32 r = 0; r < ROWS; r++)
            for (u32 c = 0; c < COLS; c++)
                grid[r][c] = (i32)(r * {gen.rng.randrange(99)} + c);
        (*row_of({gen.rng.randrange(50)}))[{gen.rng.randrange(cols)}] = -5;
        for (i32 *p = &grid[0][0], *end = &grid[ROWS - 1][COLS - 1] + 1; p < end; p++)
            mix((u64)*p + (p + 1 == end));
        show("even", (u64)even({gen.rng.randrange(40)}));
        show("ackermann", ackermann(2, {gen.rng.randrange(5)}));
        """)


def part_wide(gen):
    return Part("""
        static void wide_print(const char *name, u128 v) {
            char digits[48];
            int at = sizeof digits;
            digits[--at] = 0;
            do
                digits[--at] = (char)('0' + (int)(v % 10));
            while ((v /= 10) != 0);
            printf("%s %s\\n", name, digits + at);
        }
        """, f"""
        volatile u128 wide = (u128){gen.rng.getrandbits(64)}u << {gen.rng.randrange(65)} | {gen.rng.getrandbits(63)}u;
        volatile i128 wide_signed = -(i128)(wide >> 2);
        wide_print("wide", wide);
        wide_print("wide", wide * {gen.rng.getrandbits(32)}u + 1);
        wide_print("wide", wide >> {gen.rng.randrange(128)});
        show("wide", (u64)(wide_signed / {gen.rng.randrange(1, 99999)}));
        show("wide", (u64)(wide_signed % {gen.rng.randrange(1, 99999)}));
        show("wide", (u64)(wide_signed >> {gen.rng.randrange(127)}));
        show_float("wide", (double)wide);
        show_float("wide", (double)wide_signed);
        """)


PARTS = [part_list, part_tree, part_tagged_union, part_variadic, part_strings, part_printf, part_vectors, part_machine,
         part_start_and_end, part_buffer, part_by_value, part_objects, part_grid, part_wide]


def pick_parts(gen):
    return [make(gen) for make in gen.rng.sample(PARTS, gen.rng.randrange(2, 5))]
