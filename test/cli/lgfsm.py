# SPDX-License-Identifier: Apache-2.0
"""heddle lgfsm: machines, boolean programs, options, messages, limits. Its answers are compared by test/lgfsm.py."""
import os
import re

from counting import figure1
from suite import ROOT, Failure, expect, slow

COUNTING = os.path.join(ROOT, "test", "counting")

MUTEX = """# a lock
global free held error
local outside inside
init free
threads outside *
error error
(free, outside) -> (held, inside)
(held, inside) -> (free, outside)
"""
# Who comes while it is held gets in, too; who is left inside when it is free finds out.
BROKEN = MUTEX + "(held, outside) -> (held, inside)\n(free, inside) -> (error, -)\n"

COUNTER = """decl a, b;
lock m;
void main() {
  decl x;
  while (*) {
    x := take();
    if (x) { a, b := !a, !b; }
    unlock(m);
  }
}
bool take() begin
  lock(m);
  return *;
end
void check() begin
  CHECK
  assert(a = b);
  UNCHECK
end
"""

# Each thread may take one of the steps; the last one needs all of them.
STAIRS = "".join(["global", *(f" g{i}" for i in range(7)), "\nlocal bottom top\ninit g0\nthreads bottom *\nerror g6\n",
                  *(f"(g{i}, bottom) -> (g{i + 1}, top)\n" for i in range(6))])


def endless(n):
    """2^n local states, and as many global ones: nobody waits for the end."""
    names, shared = (", ".join(f"{c}{i}" for i in range(n)) for c in "xg")
    lines = "".join(f"  g{i} := *;\n  x{i} := g{i};\n" for i in range(n))
    last = " ^ ".join(f"x{i}" for i in range(n))
    return (f"decl {shared};\nvoid main() {{\n  decl {names};\n{lines}  g0 := {last};\n  assert(g0 | !g0);\n}}\n")


def rockall(*changes):
    """The program, with parts of procedures replaced: (procedure, old, new)."""
    with open(os.path.join(COUNTING, "rockall.bp"), encoding="utf-8") as f:
        text = f.read()
    for procedure, old, new in changes:
        parts = re.split(rf"(?m)^(?=\S+ {procedure}\()", text)
        body, end, rest = parts[1].partition("\nend\n")
        expect(len(parts) == 2 and old in body, f"{procedure} has no {old}")
        text = parts[0] + body.replace(old, new) + end + rest
    return text


def test_machines(box):
    box.write("mutex.lgfsm", MUTEX)
    box.run("lgfsm", "mutex.lgfsm").expect(0, r"^holds for any number of threads \[\d+ states, ",
                                           r"\n2 maximal configurations, 2 global and 2 local states\n", where="out")
    box.write("broken.lgfsm", BROKEN)
    r = box.run("lgfsm", "broken.lgfsm").expect(
        1, r"^violated: global state 'error' is reached, with 2 threads \[", r"\n-- thread 1 --\n",
        r"\n  thread 1  broken\.lgfsm:7   \(free, outside\) -> \(held, inside\)\n",
        r"\n  thread \d  broken\.lgfsm:10  \(free, inside\) -> \(error, -\)\n$", where="out")
    if r.err:
        raise Failure(f"{r}")
    r = box.run("lgfsm", "-q", "broken.lgfsm").expect(1, where="out")
    if r.out.count("\n") != 1:
        raise Failure(f"{r}")


def test_threads_that_are_needed(box):
    box.write("stairs.lgfsm", STAIRS)
    for algorithm in ("forward", "backward", "both"):
        box.run("lgfsm", "--algorithm", algorithm, "stairs.lgfsm").expect(
            1, r"^violated: global state 'g6' is reached, with 6 threads \[", r"\n-- thread 6 --\n", where="out")
    box.run("lgfsm", "--threads", "5", "stairs.lgfsm").expect(0, r"^holds with 5 threads \[", where="out")
    box.run("lgfsm", "--threads", "6", "stairs.lgfsm").expect(1, r", with 6 threads \[", where="out")
    box.run("lgfsm", "--threads", "*", "stairs.lgfsm").expect(1, r", with 6 threads \[", where="out")
    for algorithm in ("forward", "backward", "both"):
        box.run("lgfsm", "--threads", "bottom=5", "--algorithm", algorithm, "stairs.lgfsm").expect(
            0, r"^holds with 5 threads \[", where="out")
    box.run("lgfsm", "--threads", "bottom=5", "--threads", "top", "stairs.lgfsm").expect(
        0, r"^holds for any number of threads \[", where="out")
    box.run("lgfsm", "--threads", "top=*", "--threads", "6", "stairs.lgfsm").expect(0, r"^holds with 6 ", where="out")


def threes(k):
    """Three threads of a local state make one of the next: 3^k are needed."""
    lines = "".join(f"(idle, l{i}) -> (a{i}, -)\n(a{i}, l{i}) -> (b{i}, -)\n(b{i}, l{i}) -> (idle, l{i + 1})\n"
                    for i in range(k))
    names = (" ".join(f"a{i} b{i}" for i in range(k)), " ".join(f"l{i}" for i in range(k + 1)))
    return (f"global idle error {names[0]}\nlocal {names[1]}\ninit idle\nthreads l0 *\nerror error\n{lines}"
            f"(idle, l{k}) -> (error, -)\n")


def test_many_threads(box):
    """However many are needed, there is a run; that it has the fewest is found out only if that does not take long."""
    box.write("few.lgfsm", threes(3))
    box.run("lgfsm", "few.lgfsm").expect(1, r"is reached, with 27 threads \[", where="out")
    box.write("many.lgfsm", threes(7))
    r = box.run("lgfsm", "--json", "out.json", "many.lgfsm").expect(
        1, r"is reached, with 2187 threads or fewer \[", r"\n  \.\.\. \d+ lines left out \(--max-tr", where="out")
    expect(200 < r.out.count("\n") < 450, "about 200 lines, and marks of switches")
    result = box.json("out.json")
    expect(result["threads"] == 2187 and result["fewest"] is False and len(result["trace"]) > 3000, "as many as said")
    r = box.run("lgfsm", "--max-trace-lines", "0", "many.lgfsm").expect(1)
    expect(r.out.count("->") == len(result["trace"]), "all lines are there")


def test_threads_that_end_and_start(box):
    box.write("start.lgfsm", "global a b c\nlocal l m\ninit a\nthreads l 1\nerror c\n"
              "(a, l) -> (a, l + m)\n(a, m) -> (b, -)\n(b, m) -> (c, -)\n")
    for algorithm in ("forward", "backward", "both"):
        box.run("lgfsm", "--algorithm", algorithm, "start.lgfsm").expect(1, r", with 3 threads \[", where="out")
    box.run("lgfsm", "--threads", "2", "start.lgfsm").expect(0, r"^holds with 2 threads", where="out")
    box.run("lgfsm", "--threads", "3", "start.lgfsm").expect(1)
    box.run("lgfsm", "--threads", "l=4", "--threads", "3", "start.lgfsm").expect(
        2, r"--threads 3: there are at least 4 threads", where="err")


def test_reach(box):
    box.write("mutex.lgfsm", MUTEX)
    box.run("lgfsm", "--reach", "held", "mutex.lgfsm").expect(1, r"'held' is reached, with 1 thread \[", where="out")
    box.run("lgfsm", "--reach", "free", "mutex.lgfsm").expect(1, r"'free' is reached, with 0 threads \[", where="out")
    box.run("lgfsm", "--reach", "hold", "mutex.lgfsm").expect(
        2, r"^heddle: --reach: there is no global state 'hold'; did you mean 'held'\?\n$", where="err")
    box.write("c.bp", COUNTER.replace("UNCHECK", "").replace("CHECK", ""))
    box.run("lgfsm", "--reach", "a & b", "c.bp").expect(1, r"^violated: global state a=1 b=1 m=1 is", where="out")
    box.run("lgfsm", "--reach", "a != b", "c.bp").expect(0)
    box.run("lgfsm", "--reach", "x", "c.bp").expect(2, r"^heddle: --reach: there is no variable 'x'\n$", where="err")
    box.run("lgfsm", "--reach", "a &", "c.bp").expect(2, r"^heddle: --reach: the text ends", where="err")
    box.run("lgfsm", "--reach", "", "c.bp").expect(2, r"--reach needs GLOBAL", where="err")


def test_programs(box):
    box.write("right.bp", COUNTER.replace("UNCHECK", "unlock(m);").replace("CHECK", "lock(m);"))
    both = ["--threads", "main=*", "--threads", "check"]
    box.run("lgfsm", *both, "--algorithm", "both", "right.bp").expect(0, r"^holds for any number", where="out")
    box.write("wrong.bp", COUNTER.replace("UNCHECK", "").replace("CHECK", "").replace(
        "a, b := !a, !b;", "a := !a; b := !b;"))
    box.run("lgfsm", "wrong.bp").expect(0)
    box.run("lgfsm", *both, "wrong.bp").expect(
        1, r"^violated: assertion does not hold, at wrong\.bp:17, with 2 threads \[",
        r"\n  thread \d  wrong\.bp:7 +if \(x\) \{ a := !a; b := !b; \}  a = 1\n",
        r"\n  thread \d  wrong\.bp:17 +assert\(a = b\);\n$", where="out")
    box.run("lgfsm", "--threads", "main=1", "--threads", "check=1", "wrong.bp").expect(1, r"with 2 thr", where="out")
    box.run("lgfsm", "--threads", "check=7", "wrong.bp").expect(0)


def test_locks_are_held(box):
    box.write("free.bp", "lock m;\nvoid main() {\n  unlock(m);\n}\n")
    box.run("lgfsm", "free.bp").expect(1, r"^violated: lock 'm' is not locked, at free\.bp:3, with 1 ", where="out")
    box.write("plain.bp", "decl m;\nvoid main() {\n  unlock(m);\n  assert(!m);\n}\n")
    box.run("lgfsm", "plain.bp").expect(0)


def test_statements(box):
    """What each statement means, with one thread and with many."""
    for text, code in (
            ("decl a; void main() { a := !a; assert(a); }", 1),
            ("decl a; void main() { atomic { a := !a; assert(a); a := !a; } }", 0),
            ("decl a; void main() { atomic_begin; a := !a; assert(a); a := !a; atomic_end; }", 0),
            ("decl a; void main() { atomic { assume(a); a := 0; } assert(0); }", 0),
            ("decl a := 1; void main() { atomic { assume(a); a := 0; } assert(a); }", 1),
            ("decl a := *; void main() { assert(a); }", 1),
            ("decl a; void main() { decl x; x := *; if (x) { assert(x); } else { assert(!x); } }", 0),
            ("decl a; void main() { decl x := true; assert(x); }", 0),
            ("void main() { assume(false); assert(0); }", 0),
            ("void main() { goto L, M; L: assert(1); M: assert(1); N: skip; }", 0),
            ("void main() { goto L, M; L: skip; goto N; M: assert(0); N: skip; }", 1),
            ("void main() { while (true) { skip; } assert(0); }", 0),
            ("decl a; void main() { a := 1; while (true) { skip; } } void other() { assert(!a); }", 0),
            ("bool<2> f(p, q) begin return q, p; end\n"
             "void main() { decl x, y; x, y := f(true, false); assert(!x & y); }", 0),
            ("bool f() { skip; }\nvoid main() { decl x; x := f(); assert(x); }", 1),
            ("bool f(p) { atomic { return !p; } }\nvoid main() { decl x; x := f(false); assert(x); }", 0),
            ("decl a, b; void main() { a, b := b, a; assert(!a); }", 0),
            ("decl a; void main() { assert(a => 0); assert(a -> 0); assert(a ? 0 : 1); assert(!a == ~a); }", 0),
            ("decl a; void main(p) { assert(p); }", 1)):
        box.write("x.bp", text)
        box.run("lgfsm", "x.bp").expect(code)
    # A thread that is stuck where nobody sees it has still changed what others see.
    box.write("stuck.bp", "decl a; void main() { a := 1; while (true) { skip; } } void other() { assert(!a); }")
    box.run("lgfsm", "--threads", "main", "--threads", "other", "stuck.bp").expect(1, r"with 2 threads", where="out")
    box.write("stuck.bp", "decl a; void main() { a := 1; assume(0); } void other() { assert(!a); }")
    box.run("lgfsm", "--threads", "main", "--threads", "other", "stuck.bp").expect(1, r"with 2 threads", where="out")


def test_rockall(box):
    """Proved, and found wrong with what is seeded."""
    box.write("rockall.bp", rockall())
    box.run("lgfsm", "--algorithm", "both", "rockall.bp").expect(0)
    box.run("lgfsm", "--json", "out.json", "rockall.bp").expect(0, r"^holds for any number of threads", where="out")
    if box.json("out.json")["time_s"] > 10:
        raise Failure("it takes more than 10 s")
    for name, threads, *changes in (
            ("no lock", 2, ("B0_New", "  lock(B0_lock);\n", ""), ("B0_New", "  unlock(B0_lock);\n", "")),
            ("another lock", 2, ("B1_Delete", "(B1_lock)", "(B0_lock)")),
            ("no lock of the parent", 2, ("GiveToB1", "  lock(B1_lock);\n", ""),
             ("GiveToB1", "unlock(B1_lock);", "skip;")),
            ("lost unlock", 1, ("B0_New", "  fi\n  unlock(B0_lock);\n  locked := false;",
                                "    unlock(B0_lock);\n    locked := false;\n  fi"))):
        box.write("wrong.bp", rockall(*changes))
        r = box.run("lgfsm", "--algorithm", "both", "wrong.bp").expect(1, r"^violated: assertion does not hold, at wr")
        if f", with {threads} thread" not in r.out:
            raise Failure(f"{name}: {r.out[:200]}")


def test_incomplete(box):
    """What the first algorithm gets wrong."""
    with open(os.path.join(COUNTING, "incomplete.lgfsm"), encoding="utf-8") as f:
        text = f.read()
    first, transitions = figure1.read(text)
    vertices = figure1.figure1(first, transitions)
    expect(first in vertices and not figure1.is_closed(vertices, first, transitions), f"{vertices}")
    expect("g1" not in [c[0] for c in vertices], "it is an example for what is not found")
    box.write("incomplete.lgfsm", text)
    for algorithm in ("forward", "backward", "both"):
        box.run("lgfsm", "--algorithm", algorithm, "incomplete.lgfsm").expect(
            1, r"'g1' is reached, with 2 threads", where="out")
    box.write("whole.lgfsm", text.replace("error g1\n", ""))
    box.run("lgfsm", "--bounds", "whole.lgfsm").expect(
        0, r"\n4 maximal configurations", r"\n  \*  l0\n  \*  l1\n  \*  l2\n", where="out")


def test_bounds(box):
    box.write("mutex.lgfsm", MUTEX)
    box.run("lgfsm", "--bounds", "--json", "out.json", "mutex.lgfsm").expect(
        0, r"\nthreads in each local state:\n  \*  outside\n  1  inside\n",
        r"\nwith 3 global and 2 local states, .* 2 \* 3\^\(2!\) = 18 threads\n$", where="out")
    if box.json("out.json")["local_bounds"] != {"outside": "*", "inside": 1}:
        raise Failure(f"{box.json('out.json')}")
    box.write("broken.lgfsm", BROKEN)
    box.run("lgfsm", "--bounds", "broken.lgfsm").expect(1, r"\n  \*  inside\n", where="out")
    box.run("lgfsm", "--bounds", "--threads", "3", "broken.lgfsm").expect(1)
    box.run("lgfsm", "--bounds", "--threads", "3", "mutex.lgfsm").expect(0, r"\n  3  outside\n  1  inside", where="out")
    box.write("rockall.bp", rockall())
    box.run("lgfsm", "--bounds", "rockall.bp").expect(
        0, r"\n  \*  B0_New:\d+", r"\n  1  B0_New:\d+", r"about 10\^\(10\^", where="out")


def test_dot(box):
    box.write("broken.lgfsm", BROKEN)
    box.run("lgfsm", "--dot", "out.dot", "broken.lgfsm").expect(1)
    dot = box.read("out.dot").decode()
    for text in ("digraph", 'label="error', "style=dashed", "color=red", "outside: *"):
        expect(text in dot, f"no {text}\n{dot}")
    box.run("lgfsm", "--dot", "-", "broken.lgfsm").expect(2, r"a file, not to standard output", where="err")
    box.run("lgfsm", "--dot", "no/out.dot", "broken.lgfsm").expect(
        2, r"^heddle: no/out\.dot: No such file", where="err")


def test_json(box):
    box.write("broken.lgfsm", BROKEN)
    box.run("lgfsm", "--json", "out.json", "broken.lgfsm").expect(1)
    r = box.json("out.json")
    expect(r["verdict"] == "violated" and r["threads"] == 2 and r["violation"]["message"] == r["reason"], f"{r}")
    expect([s["thread"] for s in r["trace"]] and r["trace"][-1]["text"] == "(free, inside) -> (error, -)", f"{r}")
    expect(r["options"]["algorithm"] == "forward" and r["options"]["files"] == ["broken.lgfsm"], f"{r}")
    box.write("mutex.lgfsm", MUTEX)
    text = box.run("lgfsm", "--json", "-", "mutex.lgfsm").expect(0, r"^holds", where="err").out
    expect('"bounds": [\n    "for any number of threads"' in text and '"threads": "*"' in text, text)
    box.run("lgfsm", "--json", "out.json", "--threads", "4", "mutex.lgfsm").expect(0)
    r = box.json("out.json")
    for name in ("states", "transitions", "depth", "time_s", "memory_bytes", "configurations"):
        expect(isinstance(r[name], (int, float)), f"no {name}")
    expect(r["verdict"] == "holds" and r["reason"] is None and r["violation"] is None and r["trace"] is None and
           r["threads"] == 4 and r["bounds"] == ["with 4 threads"], f"{r}")


def test_wrong_options(box):
    box.write("mutex.lgfsm", MUTEX)
    for options, why in (
            (["--threads", "0"], "--threads: 0 is not between 1 and 999999"),
            (["--threads", "9999999999999999999"], "is not between 1 and 999999"),
            (["--threads", "2", "--threads", "3"], "the number of all threads is there twice, 2 and 3"),
            (["--threads", "outsid"], "--threads: there is no local state 'outsid'; did you mean 'outside'"),
            (["--threads", "outside=x"], "'outside=x' is neither a number nor NAME=N or NAME="),
            (["--threads", "outside=1", "--threads", "outside"], "'outside' is there twice"),
            (["--threads", "=3"], "'=3' is neither"),
            (["--threads", "outside=3", "--threads", "2"], "--threads 2: there are 3 threads"),
            (["--threads", "2", "--algorithm", "both"], "--algorithm is for any number of threads"),
            (["--bounds", "--algorithm", "backward"], "--bounds is for --algorithm forward"),
            (["--dot", "x", "--threads", "2"], "--dot shows what --algorithm forward makes"),
            (["--algorithm", "sideways"], "the choices are forward.backward.both"),
            (["--workers", "2"], "--workers is not an option of 'heddle lgfsm'"),
            (["-O2"], "unknown option -O2"),
            (["mutex.lgfsm"], "heddle lgfsm takes one file"),
            (["--", "x"], "heddle lgfsm takes one file")):
        tail = [] if "--" in options else ["mutex.lgfsm"]
        head = ["mutex.lgfsm"] if "--" in options else []
        r = box.run("lgfsm", *head, *options, *tail).expect(2, why, where="err")
        if r.out or r.err.count("\n") != 1:
            raise Failure(f"{r}")
    box.run("lgfsm").expect(2, r"heddle lgfsm needs a file", where="err")
    box.run("mutex.lgfsm").expect(2, r"say what to do with it: 'heddle lgfsm mutex\.lgfsm'", where="err")
    box.run("lgfsm", "--help").expect(0, r"--threads N\|\*\|NAME", r"Exit code: 0 holds", where="out")
    box.run("check", "--bounds", "mutex.lgfsm").expect(2, r"--bounds is not an option of 'heddle check'", where="err")


def test_bad_files(box):
    box.run("lgfsm", "missing.lgfsm").expect(2, r"^heddle: missing\.lgfsm: No such file or directory\n$", where="err")
    box.run("lgfsm", ".").expect(2, r"directory", where="err")
    box.write("nothing.lgfsm", MUTEX.replace("error error\n", ""))
    box.run("lgfsm", "nothing.lgfsm").expect(2, r"nothing in it can go wrong; --reach", where="err")
    box.run("lgfsm", "--bounds", "nothing.lgfsm").expect(0)
    box.write("nothing.bp", "void main() { skip; }\n")
    box.run("lgfsm", "nothing.bp").expect(2, r"nothing in it can go wrong; --reach", where="err")
    texts = (b"", b"\0", b"\xff\xfe\x00", b"(" * 100000, b"x" * 100000, b"global\n", b"init\n", b"global " + b"a" * 201,
             MUTEX.encode()[:70], b"global g\nlocal l\ninit g\nthreads l 4294967296\n", b"decl", b"void main() {",
             b"decl a; void main() { a := " + b"(" * 100000, b"void main() { if", b"/*", b"void main() { main(); }",
             b"decl a; void main() { a := " + b"a & " * 5000 + b"a; }", b"void main(a, a) { }")
    for text in texts:
        for name in ("bad.lgfsm", "bad.bp"):
            box.write(name, text)
            r = box.run("lgfsm", name).expect(2, rf"^heddle: {name}:", where="err")
            if r.out or r.err.count("\n") != 1 or len(r.err) > 600:
                raise Failure(f"{r}")


@slow
def test_large_bad_files(box):
    n = 10 << 20
    for text in (os.urandom(n), b"(" * n, b"void main() { skip; " + b"{" * n, b"a\n" * (n // 2),
                 b"".join(b"void p%d() { p%d(); }\n" % (i, i + 1) for i in range(300000)) + b"void main() { p0(); }",
                 b"decl a; void main() {" + b"a:=!a;" * (n // 6) + b"}"):
        for name in ("bad.lgfsm", "bad.bp"):
            box.write(name, text)
            box.run("lgfsm", "--time-limit", "60", name).expect(2, rf"^heddle: {name}:", where="err")


def test_no_memory(box):
    """Whichever allocation fails: a message, and the exit code of what is known."""
    box.write("broken.lgfsm", BROKEN)
    box.write("c.bp", COUNTER.replace("UNCHECK", "").replace("CHECK", ""))
    for n in (1, 3, 8, 20, 35, 50, 65, 80, 120, "40+", "90+"):
        box.env["HEDDLE_FAIL_ALLOC"] = str(n)
        for name, code in (("broken.lgfsm", 1), ("c.bp", 0)):
            r = box.run("lgfsm", "--reach", "error" if code else "a & !b", name)
            expect(r.code in (code, 3) and "out of memory" in r.both or r.code == code, f"{n}: {r}")


def test_limits(box):
    box.write("endless.bp", endless(50))
    box.run("lgfsm", "--time-limit", "1", "--json", "out.json", "endless.bp").expect(
        3, r"^unknown: time limit of 1 s reached \[", where="out")
    r = box.json("out.json")
    expect(r["verdict"] == "unknown" and r["reason"] == "time limit of 1 s reached" and r["states"] > 0, f"{r}")
    box.run("lgfsm", "--memory-limit", "20M", "endless.bp").expect(
        3, r"^unknown: memory limit of 20 MiB reached \[", where="out")
    box.write("wrong.bp", endless(50).replace("assert(g0 | !g0)", "assert(g0)"))
    # What is found before the limit is told.
    r = box.run("lgfsm", "--bounds", "--time-limit", "1", "wrong.bp").expect(1, r"with 1 thread", where="out")
    expect("threads in each local state" not in r.out, "the bounds are not known")
    box.run("lgfsm", "endless.bp", interrupt_after=1.0).expect(3, r"^unknown: interrupted \[", where="out")
    for options in (["--algorithm", "backward"], ["--threads", "4"]):
        box.run("lgfsm", "--time-limit", "1", *options, "endless.bp").expect(3, r"^unknown: time limit", where="out")
    # One move that takes longer than anybody waits.
    names = ", ".join(f"x{i}" for i in range(60))
    box.write("wide.bp", f"decl a; void main() {{ decl {names} := {', '.join('*' * 60)};\n a := "
              f"{' & '.join(f'x{i}' for i in range(60))}; assert(!a); }}\n")
    box.run("lgfsm", "--time-limit", "1", "--json", "out.json", "wide.bp").expect(
        3, r"^unknown: time limit of 1 s reached", where="out")
    expect(box.json("out.json")["verdict"] == "unknown", "there is a result")
