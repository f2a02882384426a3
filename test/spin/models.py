# SPDX-License-Identifier: Apache-2.0
"""Models of the user's: what they call, see and compare."""
import os

from suite import ROOT, expect, slow

EXAMPLES = os.path.join(ROOT, "examples", "spin")


def test_tictactoe(box):
    for model, states in (("tictactoe.pml", 5510), ("tictactoe-abstract.pml", 771)):
        _, result = box.json("spin", "--model", model, "tictactoe.c", "--", "-E", cwd=EXAMPLES)
        expect((result["verdict"], result["states"], result["depth"]) == ("holds", states, 31),
               f"{model}: {result['verdict']}, {result['states']} states, depth {result['depth']}")
        # A won game is an invalid end state; the first one ends the search.
        code, out, _ = box.run("spin", "--model", model, "tictactoe.c", cwd=EXAMPLES)
        expect(code == 1 and "invalid end state" in out, out)


def test_peterson(box):
    """Threads that a model starts and steps, an invariant, and what the optimiser does to plain variables."""
    _, result = box.json("spin", "--model", "peterson.pml", "peterson.c", cwd=EXAMPLES)
    expect(result["verdict"] == "holds" and result["states"] > 100, f"{result['verdict']}, {result['states']} states")
    _, out, _ = box.run("spin", "--model", "peterson.pml", "-DPLAIN", "-O2", "peterson.c", cwd=EXAMPLES, code=1)
    expect("the invariant 'check_exclusion' does not hold: count = 2" in out and "peterson.c:" in out, out)


def test_calls(box):
    """Arguments and results of all scalar kinds, globals read and written by native code, pointers into globals."""
    box.write("x.c", """\
#include <assert.h>
float x;
double half(double v) { return v / 2; }
signed char minus(signed char a, short b) { return (signed char)(a - b); }
unsigned long long wide(unsigned long long v) { return v + 1; }
_Bool is_odd(int v) { return v & 1; }
int cells[4], *at;
void set(int *p, int v) { *p = v; at = p; }
void next(void) { at++; *at = 7; }
int is_null(void) { return at == 0; }
short product(short a, signed char b) { return (short)(a * b); }
unsigned char low(unsigned short v) { return (unsigned char)v; }
long negate(int v) { return -(long)v; }
float halves(float a, int b) { return a * (float)b / 2; }
""")
    box.write("x.pml", """\
c_decl {
    extern float x;
    extern double half(double);
    extern signed char minus(signed char, short);
    extern unsigned long long wide(unsigned long long);
    extern _Bool is_odd(int);
    extern int cells[4], *at, is_null(void);
    extern void set(int *, int), next(void);
    extern short product(short, signed char);
    extern unsigned char low(unsigned short);
    extern long negate(int);
    extern float halves(float, int);
}
c_track "csbuf" "CS_SIZE" "Matched";
bool ok;
init {
    c_code {
        now.ok = half(3.0) == 1.5 && minus(3, 5) == -2 && wide(1ULL << 40) == (1ULL << 40) + 1;
        now.ok = now.ok && is_odd(3) && !is_odd(2);
        now.ok = now.ok && is_null() && at == 0;
        now.ok = now.ok && minus(-3, -5) == 2 && product(-300, -7) == 2100 && product(-300, 7) == -2100;
        now.ok = now.ok && low(0xfffe) == 254;
        now.ok = now.ok && negate(-5) == 5 && negate(2000000000) == -2000000000L && halves(-1.5f, -3) == 2.25f;
        set(&cells[1], 5);
        now.ok = now.ok && cells[1] == 5 && at != 0 && !is_null();
        cells[1] = 6;
        next();
        now.ok = now.ok && cells[1] == 6 && cells[2] == 7;
        at = 0;
        now.ok = now.ok && is_null();
        x = 2.5f;
    };
    assert(ok);
    c_code { set(&cells[3], 1); at = at + 1; next(); };      /* behind the end */
}
""")
    _, out, _ = box.run("spin", "--model", "x.pml", "x.c", code=1)
    expect("out-of-bounds" in out.splitlines()[0], out)


def test_32_bits(box):
    """The model's code is for 64 bits; functions by name work all the same."""
    box.write("x.c", "long n;\nvoid bump(void) { n++; }\nlong get(void) { return n; }\n")
    box.write("named.pml", 'c_track "csbuf" "CS_SIZE" "Matched";\nbool ok;\ninit { c_code { pan_run_function("bump"); '
              'now.ok = pan_run_function("get") == 1; }; assert(ok) }\n')
    box.write("direct.pml",
              'c_decl { extern long n; }\nc_track "csbuf" "CS_SIZE" "Matched";\ninit { c_code { n++; } }\n')
    box.run("spin", "-m32", "--model", "named.pml", "x.c", code=0)
    _, _, err = box.run("spin", "-m32", "--model", "direct.pml", "x.c", code=2)
    expect("64 bits" in err and "32" in err, err)


def test_fiddle(box):
    box.write("x.c", "float x;\nvoid fiddle(void) { x += 1.5f; }\n")
    box.write("x.pml", 'c_decl {\n    extern float x;\n    extern void fiddle(void);\n};\n'
              'c_track "&x" "sizeof(float)";\ninit {\n    do\n    :: c_expr { x < 10.0 } -> c_code { fiddle(); }\n'
              '    :: else -> break\n    od;\n    c_code { if (x != 10.5) uerror("wrong"); }\n}\n')
    _, result = box.json("spin", "--model", "x.pml", "x.c")
    expect(result["verdict"] == "holds", str(result["reason"]))


STEPWISE = """\
#include <pthread.h>
volatile int a, b;
unsigned char absbuf[1];
void *one(void *arg) { a = 1; a = 2; b = 1; return arg; }
void *two(void *arg) { int n = b; a = 3; if (n) a = 9; return arg; }
void update_abs(void) { absbuf[0] = a == 9; }
int never_9(void) { return a != 9; }
"""
DRIVER = """\
c_decl { extern unsigned char absbuf[1]; }
%s
init {
    c_code {
        %s
        pan_start_thread(0, "one", NULL);
        pan_start_thread(1, "two", NULL);
    };
    run t(0); run t(1)
}
proctype t(byte me) {
end:
    do
    :: c_expr { %s(Pt[0].me) } -> skip
    od
}
"""


def stepwise(track, setup, enabled):
    """Thread i is stepped by process i, as long as there is such a thread."""
    text = DRIVER % (track, setup, enabled)
    return text.replace(f":: c_expr {{ {enabled}(Pt[0].me) }} -> skip",
                        f":: atomic {{ (me == 0) && c_expr {{ {enabled}(0) }} -> c_code {{ pan_step(0); }} }}\n"
                        f"    :: atomic {{ (me == 1) && c_expr {{ {enabled}(1) }} -> c_code {{ pan_step(1); }} }}")


@slow
def test_context_bound(box):
    """Without preemption the value 9 is reached only when the first thread has ended before the second begins."""
    box.write("x.c", STEPWISE)
    full, counts = 'c_track "csbuf" "CS_SIZE" "Matched";', {}
    for bound in (-1, 0, 1):
        enabled = "pan_enabled_cb" if bound >= 0 else "pan_enabled"
        box.write("x.pml", stepwise(full, f"pan_context_bound({bound});", enabled))
        _, result = box.json("spin", "--reduction", "global", "--model", "x.pml", "x.c")
        expect(result["verdict"] == "holds", str(result["reason"]))
        counts[bound] = result["states"]
    box.write("x.pml", stepwise(full, "", "pan_enabled"))
    _, result = box.json("spin", "--reduction", "global", "--model", "x.pml", "x.c")
    expect(counts[0] < counts[1] and result["states"] == counts[-1], f"{counts}, {result['states']}")


# Two threads that wait for each other, spinning; they never end, so their numbers stay.
SPINNERS = """
#include <assert.h>
#include <stddef.h>
volatile int turn;
static volatile int inside;
static void work(int me) {
    for (;;) {
        while (turn != me)
            ;
        inside = inside + 1;
        assert(inside == 1);
        inside = inside - 1;
        turn = 1 - me;
    }
}
void *even(void *arg) { work(0); return arg; }
void *odd(void *arg) { work(1); return arg; }
"""
COUNTING = """
c_decl {
#include <libheddle.h>
    static struct Used { unsigned char number, runner; } used;
    static int is_preemption(int i) { return used.runner && used.runner != i + 1 && pan_goes_on(used.runner - 1); }
    static int may(int i) { return pan_enabled(i) && used.number + is_preemption(i) <= BOUND; }
    static void step(int i) {
        int is_counted = is_preemption(i);
        pan_step(i);
        used.number += is_counted;
        used.runner = i + 1;
    }
}
c_track "csbuf" "CS_SIZE" "Matched";
c_track "&used" "sizeof(used)" "Matched";
active proctype all() {
    atomic { c_code { pan_setup(); pan_start_thread(0, "even", NULL); pan_start_thread(1, "odd", NULL); } };
    do
    :: atomic { c_expr { may(0) } -> c_code { step(0); } }
    :: atomic { c_expr { may(1) } -> c_code { step(1); } }
    od
}
"""


@slow
def test_counting(box):
    """A model that counts switches itself is told what a preemption is, and comes to the states that a bound leaves."""
    box.write("x.c", SPINNERS)
    box.write("own.pml", COUNTING)
    bounded = COUNTING.replace("may(", "pan_enabled_cb(").replace("step(", "pan_step(")
    bounded = bounded[:bounded.index("    static struct Used")] + "}\n" + bounded[bounded.index("c_track"):]
    box.write("theirs.pml", bounded.replace('c_track "&used" "sizeof(used)" "Matched";\n', "")
              .replace("pan_setup();", "pan_context_bound(BOUND); pan_setup();"))
    counts = []
    for bound in (0, 1, 2):
        words = ["--reduction", "global", "x.c", "--", f"-DBOUND={bound}"]
        both = [box.json("spin", "--model", model, *words)[1] for model in ("own.pml", "theirs.pml")]
        expect([r["verdict"] for r in both] == ["holds", "holds"], f"{bound}: {both[0]['reason']}, {both[1]['reason']}")
        expect(both[0]["states"] == both[1]["states"], f"{bound}: {both[0]['states']}, {both[1]['states']} states")
        counts.append(both[0]["states"])
    # Without a preemption both get their turns, each as often as it likes.
    expect(counts[0] > 12 and counts[0] < counts[1] < counts[2], str(counts))


def test_abstraction(box):
    """Tracked, but not matched: only what the abstraction keeps counts."""
    box.write("x.c", STEPWISE)
    box.write("all.pml", stepwise('c_track "csbuf" "CS_SIZE" "Matched";', 'pan_invariant("never_9");', "pan_enabled"))
    _, all_ = box.json("spin", "--model", "all.pml", "x.c")
    expect(all_["verdict"] == "violated" and "the invariant 'never_9' does not hold: a = 9" in all_["reason"],
           str(all_["reason"]))
    box.write("abs.pml", stepwise('c_track "csbuf" "CS_SIZE" "UnMatched";\nc_track "absbuf" "1" "Matched";',
                                  'pan_abstraction("update_abs");', "pan_enabled"))
    _, few = box.json("spin", "--model", "abs.pml", "x.c")
    expect(few["verdict"] == "holds" and few["states"] < 20, f"{few['verdict']}, {few['states']} states")
    expect(few["bounds"] == ["under sequential consistency", "an abstraction"], f"{few['bounds']}")


ENDLESS = """\
volatile int a, b, noise, is_big;
void *one(void *arg) { for (;;) { __atomic_fetch_add(&noise, 1, __ATOMIC_SEQ_CST); a = 1; a = 2; b = 1; } return arg; }
void *two(void *arg) { for (;;) { int n = b; a = 3; if (n) a = 9; b = 0; } return arg; }
void look(void) { is_big = a > 1; }
"""


@slow
def test_matched_in_model(box):
    """A model that tracks the abstraction buffer: with nothing left out as many states as with all, else as the options
    say."""
    box.write("x.c", ENDLESS)
    part = 'c_track "csbuf" "CS_SIZE" "UnMatched";\nc_track "pan_abs" "PAN_ABS_SIZE" "Matched";'
    counts = []
    for name, track, text in (("all.pml", 'c_track "csbuf" "CS_SIZE" "Matched";',
                               ENDLESS.replace("noise, 1", "noise, 0")),
                              ("part.pml", part, ENDLESS.replace("noise, 1", "noise, 0")), ("part.pml", part, ENDLESS)):
        box.write(name, stepwise(track, "", "pan_enabled").replace("c_decl { extern unsigned char absbuf[1]; }", ""))
        box.write("x.c", text)
        words = ["--unmatched", "noise"] if text is ENDLESS else []
        _, result = box.json("spin", "--reduction", "global", *words, "--model", name, "x.c")
        expect(result["verdict"] == "holds", str(result["reason"]))
        counts.append(result["states"])
    expect(len(set(counts)) == 1, f"{counts}")
    words = ["--reduction", "global", "--unmatched", "noise,a,is_big", "--abstraction", "look", "--model", "part.pml",
             "x.c"]
    _, few = box.json("spin", *words)
    expect(few["states"] < counts[0] and few["bounds"][-1] == "an abstraction",
           f"{few['states']} of {counts[0]}, {few['bounds']}")
    # The model's own code changes what is compared.
    box.write("own.c", "int n;\n")
    for update, states in (("", 3), ("pan_match();", 22)):
        box.write("own.pml",
                  part +
                  "c_decl { extern int n; }\ninit { do :: c_expr { n < 10 } -> c_code { n++; %s } :: else -> break od "
                  "}\n"
                  % update)
        _, result = box.json("spin", "--model", "own.pml", "own.c")
        expect(abs(result["states"] - states) < 3, f"'{update}': {result['states']} states")


@slow
def test_invariants_in_model(box):
    """Several; with operands; they must not write; processes that do not hear of them."""
    box.write("x.c", STEPWISE + "int always(void) { return 1; }\nint writes(void) { b = 7; return 1; }\n")
    full = 'c_track "csbuf" "CS_SIZE" "Matched";'
    box.write("two.pml", stepwise(full, 'pan_invariant("always"); pan_invariant("never_9");', "pan_enabled"))
    box.write("none.pml", stepwise(full, "", "pan_enabled"))
    for words in (["--model", "two.pml", "x.c"], ["--invariant", "always,never_9", "--model", "none.pml", "x.c"]):
        _, result = box.json("spin", *words)
        expect(result["verdict"] == "violated" and "'never_9' does not hold: a = 9" in result["reason"],
               str(result["reason"]))
    box.write("bad.pml", stepwise(full, 'pan_invariant("writes");', "pan_enabled"))
    _, out, _ = box.run("spin", "--model", "bad.pml", "x.c", code=2)
    expect("the invariant 'writes' writes to b" in out, out)
    _, _, err = box.run("spin", "--model", "two.pml", "x.c", "--", "-DNCORE=2", code=2)
    expect("use --invariant" in err, err)
    # A function that runs whole, or the model itself, breaks it.
    box.write("y.c",
              "int n;\nvoid *idle(void *arg) { for (;;) n = n; return arg; }\nint small(void) { return n < 3; }\n"
              "void bump(void) { n++; }\n")
    for how in ("bump();", "n++;"):
        box.write("y.pml",
                  full + 'c_decl { extern int n; extern void bump(void); }\ninit { c_code { pan_invariant("small"); '
                  'pan_start_thread(0, "idle", NULL); }; do :: c_expr { n < 3 } -> c_code { %s } :: c_expr { '
                  'pan_enabled(0) } -> skip od }\n' % how)
        _, result = box.json("spin", "--model", "y.pml", "y.c")
        expect(result["verdict"] == "violated" and "'small' does not hold: n = 3" in result["reason"],
               f"{how} {result['reason']}")


SEEN = """\
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x, y, z, *at;
void *flips_x(void *arg) { for (;;) { x = 1; x = 0; } return arg; }
void *flips_z(void *arg) { for (;;) { z = 1; z = 0; } return arg; }
void *trusts(void *arg) { y = 0; assert(y == 0); return arg; }
void poke(void) { y = 1; }
void *ends(void *arg) { x++; return arg; }
static void last(void) { y = 1; }
void *exits(void *arg) { atexit(last); x = 1; exit(0); }
void *keeps(void *arg) { int mine = 0; at = &mine; mine = 1; mine = 2; at = 0; return arg; }
int has_kept(int n) { return at && *at == n; }
"""
SEES = """\
c_decl { extern int x, y, z, has_kept(int); extern void poke(void); }
c_track "csbuf" "CS_SIZE" "Matched";
init {
    c_code { %s };
    %s
end:
    do
    :: atomic { c_expr { pan_enabled(0) } -> c_code { pan_step(0); } }
    :: atomic { c_expr { pan_enabled(1) } -> c_code { pan_step(1); } }
    od
}
"""


def started(*functions):
    return " ".join(f'pan_start_thread({i}, "{f}", NULL);' for i, f in enumerate(functions))


def claim(threads, formula):
    return SEES % (started(*threads), "") + f"ltl p {{ {formula} }}\n"


@slow
def test_model_sees(box):
    """What the model's code can look at between steps, or change there, is visible: no reduction passes over it."""
    poke = SEES % (started("trusts"), "run env();") + "proctype env() { c_code { poke(); } }\n"
    rows = [("both", claim(["flips_x", "flips_z"], "[] (c_expr { !(x == 1 && z == 1) })"), "violated"),
            ("alone", claim(["flips_x"], "[] (c_expr { x == 0 })"), "violated"),
            ("poke", poke, "violated"),
            ("local", claim(["keeps"], "[] (c_expr { !has_kept(1) })"), "violated"),
            ("last", claim(["keeps"], "[] (c_expr { !has_kept(2) })"), "violated"),
            ("never", claim(["keeps"], "[] (c_expr { !has_kept(3) })"), "holds")]
    box.write("x.c", SEEN)
    for name, model, verdict in rows:
        box.write("x.pml", model)
        _, result = box.json("spin", "--model", "x.pml", "x.c")
        expect(result["verdict"] == verdict and not result["bounds"],
               f"{name}: {result['verdict']}, {result['reason']}")
    box.write("x.pml", poke)
    _, result = box.json("spin", "--reduction", "superstep", "--model", "x.pml", "x.c")
    expect(result["verdict"] == "violated" or "supersteps" in str(result["bounds"]),
           f"{result['verdict']}, {result['bounds']}")


@slow
def test_model_sees_ends(box):
    """The step that ends a run is one, and leads to a state without threads."""
    rows = [("never", claim(["ends"], "[] (c_expr { x == 0 })"), "violated"),
            ("reaches", claim(["ends"], "<> (c_expr { x == 1 && pan_threads() == 0 })"), "holds"),
            ("exit", claim(["exits"], "<> (c_expr { y == 1 && pan_threads() == 0 })"), "holds"),
            ("others", claim(["exits", "flips_z"], "[] (c_expr { !(y == 1 && pan_threads() == 0) })"), "violated"),
            ("kept", claim(["ends"], "[] (c_expr { !(pan_threads() == 0 && x == 0) })"), "violated")]
    box.write("x.c", SEEN)
    for name, model, verdict in rows:
        if name == "kept":              # from that state the model can go on
            model = model.replace("od\n",
                                  "    :: atomic { c_expr { x == 1 && pan_threads() == 0 } -> c_code { x = 0; } }\n"
                                  "    od\n")
        box.write("x.pml", model)
        _, result = box.json("spin", "--model", "x.pml", "x.c")
        expect(result["verdict"] == verdict, f"{name}: {result['verdict']}, {result['reason']}")
