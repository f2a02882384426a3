#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Damaged inputs: bitcode, LLVM text, C, saved traces, command lines and files that are not what they seem. Whatever
heddle is given, it must end by itself with exit code 0 to 3, say something on standard error when that is 2, and
leave nothing in TMPDIR and no process behind. Failing cases are kept as a directory with a `command` file."""
import glob
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys

sys.dont_write_bytecode = True  # no __pycache__ in the source tree

from common import ROOT, TIMED_OUT, Result, Tally, WorkDir, parse_options, run_cases

OUTER_SECONDS = 60
LIMITS = ["--time-limit", "5", "--memory-limit", "2G"]
# A device or endless file must not eat the machine if heddle reads it: an address-space limit for those cases.
SMALL_MACHINE = 6 << 30

SNIPPETS = {
    "threads": """
#include <assert.h>
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
""",
    "race": """
#include <assert.h>
#include <pthread.h>
static int x;
static void *work(void *arg) { x++; return arg; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    x++;
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
""",
    "values": """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { char c; double d; struct pair *next; unsigned bits : 5, more : 11; };
enum shade { RED, GREEN = 7, BLUE };
static const char *names[] = {"a", "bc", "def"};
static int twice(int v) { return 2 * v; }
static int (*fn)(int) = twice;
int main(int argc, char **argv) {
    struct pair *p = malloc(sizeof *p);
    memset(p, 0, sizeof *p);
    p->bits = 17;
    p->d = 1.5 * argc;
    for (int i = 0; i < 3; i++)
        p->d += (double)strlen(names[i]) * fn(i);
    switch (p->more) { case RED: puts(argv[0]); break; case BLUE: return 3; default: abort(); }
    char text[20];
    snprintf(text, sizeof text, "%g %d", p->d, p->bits);
    free(p);
    return text[0] == 'x';
}
""",
}
EDGE_NUMBERS = ["0", "-1", "1", "255", "65536", "4294967295", "4294967296", "9223372036854775807",
                "-9223372036854775808",
                "18446744073709551616", "340282366920938463463374607431768211456", "1e309", "0x7fffffff"]
ODD_VALUES = ["", " ", "-", "--", "=", "0", "-1", "1", "00007", "+3", "1e400", "nan", "inf", "-inf", "0x10", "1..",
              "..", "5..1",
              "-9..9", "0..99999999999999999999", "9" * 40, "-" + "9" * 40, "1,2", ",", ",,,", "none", "NONE", "mixed",
              "dfs", "bfs", "global",
              "all", "leak", "leak,leak", "leak,", "races", "assertion", "%s%n%n", "a" * 5000, "\xff\xfe", "\n", "a\tb",
              "../x", "/",
              "/dev/null", "/dev/full", "/nonexistent/file", ".", "1K", "1X", "1KK", "9E", "3.5", "3,5", "1 2", "$(id)",
              "`id`", "'", '"']
COMPILER_WORDS = ["-O9", "-O", "-Oz", "-Og", "-Ofast", "-g3", "-g0", "-DX", "-D", "-D=", "-DX=(", "-UX", "-I",
                  "-I/nonexistent",
                  "-include", "-includenothing.h", "-std=c89", "-std=c99", "-std=junk", "-m32", "-m64", "-m16",
                  "-march=junk", "-target",
                  "--target=avr", "-c", "-E", "-S", "-###", "-v", "-o", "-oout", "-M", "-MD", "-fsanitize=address",
                  "-fprofile-generate",
                  "-pg", "-flto", "-save-temps", "-w", "-Werror", "-Wjunk", "-pthread", "-lm", "-ljunk", "-L", "-x",
                  "-xc++", "-xir",
                  "-Xclang", "-mllvm", "-fplugin=/nonexistent.so", "-fno-builtin", "-ffast-math", "-nostdinc",
                  "-static", "-shared",
                  "-fPIC", "@nothing", "-emit-llvm", "-fsyntax-only", "-ftime-report", "--version", "--help", "-h",
                  "-?", "-"]


# ---- mutations -----------------------------------------------------------------------------------

def flip_bits(rng, data):
    out = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 4, 16, 64])):
        at = rng.randrange(len(out))
        out[at] ^= 1 << rng.randrange(8)
    return bytes(out)


def damage_bytes(rng, data):
    kind = rng.randrange(6)
    at = rng.randrange(len(data))
    if kind < 2:
        return flip_bits(rng, data)
    if kind == 2:
        return data[:at]
    if kind == 3:
        end = min(len(data), at + rng.randrange(1, 64))
        return data[:at] + data[end:]
    if kind == 4:
        return data[:at] + bytes(rng.randrange(256) for _ in range(rng.randrange(1, 32))) + data[at:]
    return data[:at] + data[at:at + 200] * 2 + data[at + 200:]


def damage_words(rng, text):
    """Deletes, doubles, swaps or replaces tokens."""
    words = re.findall(r"\s+|\w+|\"[^\"\n]*\"|[^\w\s]", text)
    solid = [k for k, w in enumerate(words) if not w.isspace()]
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        k, other = rng.choice(solid), rng.choice(solid)
        kind = rng.randrange(6)
        if kind == 0:
            words[k] = ""
        elif kind == 1:
            words[k] = words[k] + " " + words[k]
        elif kind == 2:
            words[k], words[other] = words[other], words[k]
        elif kind == 3:
            words[k] = words[other]
        elif kind == 4 and words[k][:1].isdigit():
            words[k] = rng.choice(EDGE_NUMBERS)
        else:
            words[k] = rng.choice(["*", "&", "(", ")", "{", "}", ";", "int", "void", "0", "-1", "while", "sizeof", "%",
                                   ",", "static",
                                   "volatile", "_Atomic", "goto", "x", "main", "return", "struct"])
    return "".join(words)


def damage_llvm_text(rng, text):
    lines = text.split("\n")
    for _ in range(rng.choice([1, 1, 2, 4])):
        k, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        kind = rng.randrange(7)
        if kind == 0:
            lines[k] = ""
        elif kind == 1:
            lines.insert(other, lines[k])
        elif kind == 2:
            lines[k], lines[other] = lines[other], lines[k]
        elif kind == 3:
            lines[k] = re.sub(r"\bi(8|32|64)\b", rng.choice(["i1", "i7", "i33", "i65", "i129", "i8388607", "ptr",
                                                             "float", "x86_fp80",
                                                             "<4 x i32>", "token", "half", "[0 x i8]",
                                                             "<vscale x 2 x i64>"]), lines[k], count=1)
        elif kind == 4:
            lines[k] = re.sub(r"(?<=[ ,])-?\d+\b", lambda _: rng.choice(EDGE_NUMBERS), lines[k], count=1)
        elif kind == 5:
            lines[k] = re.sub(r"\b(add|sub|mul|load|store|icmp|br|ret|call|alloca|getelementptr|phi|switch)\b",
                              rng.choice(["add", "udiv", "fadd", "load volatile", "unreachable", "invoke", "callbr",
                                          "fence seq_cst",
                                          "landingpad", "freeze", "va_arg", "atomicrmw add"]), lines[k], count=1)
        else:
            lines[k] = damage_words(rng, lines[k]) if lines[k].strip() else lines[k]
    return "\n".join(lines)


# ---- where the material comes from ---------------------------------------------------------------

class Material:
    """C sources and what is made of them. A case chooses with its own random numbers, so that its seed alone
    reproduces it."""

    def __init__(self, options):
        self.heddle = options.heddle
        self.sources = list(SNIPPETS.values())
        for path in sorted(glob.glob(os.path.join(ROOT, "test", "programs", "*", "*.c"))):
            with open(path, encoding="utf-8", errors="replace") as f:
                self.sources.append(f.read())
        self.option_names = option_names(options.heddle)

    def llvm(self, rng, directory, flag):
        """LLVM code of a random source as bytes: bitcode with flag -c, text with -S."""
        level, include = rng.choice(["-O0", "-O1", "-O2"]), os.path.join(ROOT, "include")
        for text in (rng.choice(self.sources), SNIPPETS["threads"]):
            put(directory, "source.c", text)
            if quiet_run(["clang-19", "-w", "-g", level, "-I", include, flag, "-emit-llvm", "source.c", "-o",
                          "source.out"], directory) == 0:
                break
        with open(os.path.join(directory, "source.out"), "rb") as f:
            data = f.read()
        for name in ("source.c", "source.out"):
            os.unlink(os.path.join(directory, name))
        return data


def quiet_run(argv, directory):
    try:
        return subprocess.run(argv, cwd=directory, stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
                              check=False).returncode
    except subprocess.TimeoutExpired:
        return None


# ---- cases ---------------------------------------------------------------------------------------
# Each makes files in directory and gives (words after `heddle`, is the address space limited).

def put(directory, name, content):
    path = os.path.join(directory, name)
    with open(path, "wb") as f:
        f.write(content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape"))
    return name


def case_bitcode(rng, material, directory):
    name = put(directory, "a.bc", damage_bytes(rng, material.llvm(rng, directory, "-c")))
    return (["dump", name] if rng.randrange(8) == 0 else ["check", *LIMITS, name]), False


def case_llvm_text(rng, material, directory):
    name = put(directory, "a.ll", damage_llvm_text(rng, material.llvm(rng, directory, "-S").decode("utf-8", "replace")))
    return (["dump", name] if rng.randrange(8) == 0 else ["check", *LIMITS, name]), False


def case_c(rng, material, directory):
    name = put(directory, "a.c", damage_words(rng, rng.choice(material.sources)))
    extra = rng.choice([[], ["-O2"], ["-O1"], ["--reduction", "none"], ["--search", "bfs"]])
    return ["check", *LIMITS, *extra, name], False


def case_trace(rng, material, directory):
    put(directory, "a.c", SNIPPETS["race"])
    quiet_run([material.heddle, "check", *LIMITS, "--trace", "trace", "a.c"], directory)
    if not os.path.exists(os.path.join(directory, "trace")):
        put(directory, "trace", '{"heddle_trace": 1}')
    with open(os.path.join(directory, "trace"), "rb") as f:
        trace = f.read()
    if rng.randrange(2):
        text = trace.decode("utf-8", "replace")
        trace = re.sub(r"\d+", lambda m: rng.choice(EDGE_NUMBERS) if rng.randrange(12) == 0 else m.group(), text)
    else:
        trace = damage_bytes(rng, trace)
    return ["replay", put(directory, "trace", trace)], False


def case_options(rng, material, directory):
    name = put(directory, "a.c", SNIPPETS[rng.choice(["threads", "race", "values"])])
    words = list(LIMITS)
    for _ in range(rng.randrange(1, 5)):
        kind = rng.randrange(6)
        option, value = rng.choice(material.option_names), rng.choice(ODD_VALUES)
        if kind == 0:
            words += [option, value]
        elif kind == 1:
            words += [f"{option}={value}"]
        elif kind == 2:
            words += [option] * rng.randrange(1, 4)
        elif kind == 3:
            words += [rng.choice(COMPILER_WORDS)]
        elif kind == 4:
            words += [option[:rng.randrange(2, len(option) + 1)] + rng.choice(["", "x", "-", "\xff", "="])]
        else:
            words += [value]
    place = rng.randrange(len(LIMITS), len(words) + 1)
    words = words[:place] + [name] + words[place:]
    command = rng.choice(["check"] * 8 + ["dump", "replay", "chekc", "", "-", "--", "\xff", "check\n", "run"])
    return [command, *words], False


def case_words(rng, material, directory):
    """Command lines with little sense in them."""
    name = put(directory, "a.c", SNIPPETS["threads"])
    choices = [[], [""], ["check"], ["check", "--"], ["check", "--", name], ["check", name, "--"],
               ["check", name, "--", *ODD_VALUES[:40]],
               ["check", name, name], ["check", *[name] * 300], ["check", "a" * 100000], ["check", "--" + "a" * 100000],
               ["help"],
               ["--help"], ["-h"], ["--version"], ["--version", "x"], ["--help", "check"], ["help", "chekc"],
               ["check", "--help", "x"],
               ["dump"], ["replay"], ["replay", name], ["replay", name, name], ["run"], ["run", "nothing.c"],
               ["check", "-"],
               ["check", "-x", "c", "-"], ["check", *["-DX=1"] * 5000, name], ["dump", "--function", "nothing", name],
               ["dump", "--function", "", name], ["check", "--json", "", name], ["check", "--json", ".", name],
               ["check", "--trace", "/nonexistent/t", name], ["check", "--json", "/dev/full", name],
               ["check", *LIMITS, name, "--", "\xff" * 3000]]
    return rng.choice(choices), False


def odd_files(directory):
    """name → function that makes it; the file is given as an argument to check."""
    join = lambda name: os.path.join(directory, name)
    png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\x06\0\0\0\x1f\x15\xc4\x89" + bytes(range(256))
    good = SNIPPETS["threads"]
    return {
        "empty.c": lambda n: put(directory, n, ""), "empty.ll": lambda n: put(directory, n, ""),
        "empty.bc": lambda n: put(directory, n, ""), "empty.i": lambda n: put(directory, n, ""),
        "empty": lambda n: put(directory, n, ""), "png.c": lambda n: put(directory, n, png),
        "png.bc": lambda n: put(directory, n, png), "png.ll": lambda n: put(directory, n, png),
        "png.png": lambda n: put(directory, n, png), "folder.c": lambda n: os.mkdir(join(n)),
        "folder": lambda n: os.mkdir(join(n)),
        "folder.bc": lambda n: os.mkdir(join(n)), "fifo.c": lambda n: os.mkfifo(join(n)),
        "fifo.bc": lambda n: os.mkfifo(join(n)),
        "fifo.ll": lambda n: os.mkfifo(join(n)), "null.c": lambda n: os.symlink("/dev/null", join(n)),
        "null.bc": lambda n: os.symlink("/dev/null", join(n)), "full.c": lambda n: os.symlink("/dev/full", join(n)),
        "zero.c": lambda n: os.symlink("/dev/zero", join(n)), "zero.bc": lambda n: os.symlink("/dev/zero", join(n)),
        "zero.ll": lambda n: os.symlink("/dev/zero", join(n)), "loop.c": lambda n: os.symlink(n, join(n)),
        "missing.c": lambda n: None, "missing.bc": lambda n: None, "x" * 300 + ".c": lambda n: None,
        "no-permission.c": lambda n: (put(directory, n, good), os.chmod(join(n), 0)),
        "no-permission.bc": lambda n: (put(directory, n, good), os.chmod(join(n), 0)),
        "a name.c": lambda n: put(directory, n, good), "quote'\".c": lambda n: put(directory, n, good),
        "line\nbreak.c": lambda n: put(directory, n, good), "$(touch pwned).c": lambda n: put(directory, n, good),
        ";touch pwned;.c": lambda n: put(directory, n, good), "\udcff\udcfe.c": lambda n: put(directory, n, good),
        "-dash.c": lambda n: put(directory, n, good), "upper.C": lambda n: put(directory, n, good),
        "text.txt": lambda n: put(directory, n, good), ".c": lambda n: put(directory, n, good),
        "c": lambda n: put(directory, n, good), "no-main.c": lambda n: put(directory, n, "int x;"),
        "main-is-data.c": lambda n: put(directory, n, "int main = 3;"),
        "nul.c": lambda n: put(directory, n, good.replace("x++", "x\0++")),
        "crlf.c": lambda n: put(directory, n, good.replace("\n", "\r\n")),
        "bom.c": lambda n: put(directory, n, "\ufeff" + good),
        "long-line.c": lambda n: put(directory, n, "int x = 0" + "+1" * 5000 + ";int main(void){return 0;}"),
        "deep.c": lambda n: put(directory, n, "int main(void){return " + "(" * 3000 + "0" + ")" * 3000 + ";}"),
        "self.c": lambda n: put(directory, n, '#include "self.c"\nint main(void){}'),
        "recursive.c": lambda n: put(directory, n, "int f(int x){return f(x+1)+1;} int main(void){return f(0);}"),
        "endless.c": lambda n: put(directory, n, "int main(void){for(;;);}"),
        "endless-memory.c": lambda n: put(directory, n,
                                          "#include <stdlib.h>\n"
                                          "int main(void){char**p=0;for(;;){char**q=malloc(1<<20);*q=(char*)p;p=q;}}"),
        "huge-array.c": lambda n: put(directory, n, "char x[1ull<<40]; int main(void){return x[5];}"),
        "big-array.c": lambda n: put(directory, n, "char x[1u<<30]; int main(void){return x[5];}"),
        "huge-local.c": lambda n: put(directory, n, "int main(void){volatile char x[1ul<<33]; x[7]=1; return 0;}"),
        "huge-malloc.c": lambda n: put(directory, n,
                                       "#include <stdlib.h>\nint main(void){char*p=malloc(1ull<<46); if(p)p[9]=1; "
                                       "return 0;}"),
        "asm.c": lambda n: put(directory, n, 'int main(void){__asm__("hlt"); return 0;}'),
        "undefined.c": lambda n: put(directory, n,
                                     "int nobody(int); int elsewhere(void); int main(void){return "
                                     "nobody(1)+elsewhere();}"),
        "two-mains.c": lambda n: put(directory, n, good + "int main(int c){return c;}"),
        "many-threads.c": lambda n: put(directory, n,
                                        "#include <pthread.h>\n"
                                        "void*f(void*a){return a;} int main(void){for(;;){pthread_t "
                                        "t;pthread_create(&t,0,f,0);}}"),
        "elf.bc": lambda n: shutil.copy("/bin/true", join(n)), "elf.c": lambda n: shutil.copy("/bin/true", join(n)),
        "elf.o": lambda n: shutil.copy("/bin/true", join(n)), "header.h": lambda n: put(directory, n, good),
        "wrapper.bc": lambda n: put(directory, n, bytes.fromhex("dec0170b") + b"\xff" * 60),
        "magic.bc": lambda n: put(directory, n, b"BC\xc0\xde"),
        "archive.a": lambda n: put(directory, n, b"!<arch>\n"),
        "cxx.cpp": lambda n: put(directory, n, "int main(){throw 1;}"),
    }


def case_file(rng, material, directory):
    makers = odd_files(directory)
    name = rng.choice(sorted(makers))
    makers[name](name)
    words = [name] if not name.startswith("-") or rng.randrange(2) else ["./" + name]
    if rng.randrange(4) == 0:
        words.insert(rng.randrange(2), put(directory, "good.c", "int helper(void){return 1;}"))
    command = ["dump"] if rng.randrange(10) == 0 and "zero" not in name else ["check", *LIMITS]
    return command + words, "zero" in name


CASES = ([case_bitcode] * 5 + [case_llvm_text] * 4 + [case_c] * 4 + [case_options] * 4 + [case_file] * 4 +
         [case_words, case_trace])


# ---- judging -------------------------------------------------------------------------------------

def is_sanitized(program):
    with open(program, "rb") as f:
        return b"__asan_init" in f.read()


def limits(is_small):
    def apply():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if is_small:
            resource.setrlimit(resource.RLIMIT_AS, (SMALL_MACHINE, SMALL_MACHINE))
    return apply


def run_case(argv, directory, temporary, is_small):
    """Like common.run, with limits; also tells whether a process was left behind."""
    env = {**os.environ, "TMPDIR": temporary, "LC_ALL": "C"}
    proc = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            cwd=directory, env=env,
                            start_new_session=True, preexec_fn=limits(is_small))
    try:
        out, err = proc.communicate(timeout=OUTER_SECONDS)
        result = Result(proc.returncode, out, err)
    except subprocess.TimeoutExpired:
        os.killpg(proc.pid, signal.SIGKILL)
        out, err = proc.communicate()
        return Result(TIMED_OUT, out, err), False
    try:
        os.killpg(proc.pid, signal.SIGKILL)
        return result, True
    except ProcessLookupError:
        return result, False


def complaint(result, left_process, temporary):
    if result.code == TIMED_OUT:
        return f"no end after {OUTER_SECONDS} s"
    if result.code < 0:
        return f"ended by {signal.Signals(-result.code).name}"
    if result.code > 3:
        return f"exit code {result.code}"
    if result.code == 2 and not result.stderr.strip() and not result.stdout.startswith(b"unknown: "):
        return "exit code 2 without a message on standard error"
    if left_process:
        return "left a process behind"
    left = os.listdir(temporary)
    if left:
        return f"left in TMPDIR: {', '.join(sorted(left)[:5])}"
    return None


def check_one(options, tally, material, seed):
    rng = random.Random(seed)
    make = rng.choice(CASES)
    with WorkDir() as top:
        directory, temporary = os.path.join(top, "case"), os.path.join(top, "tmp")
        os.mkdir(directory)
        os.mkdir(temporary)
        words, is_small = make(rng, material, directory)
        argv = [options.heddle.encode()] + [w.encode("utf-8", "surrogateescape").replace(b"\0", b"") for w in words]
        # The address sanitizer needs all the address space there is.
        result, left_process = run_case(argv, directory, temporary, is_small and not is_sanitized(argv[0]))
        wrong = complaint(result, left_process, temporary)
        if not wrong and os.path.exists(os.path.join(directory, "pwned")):
            wrong = "a file name was run by a shell"
        if not wrong:
            tally.ok()
            return
        kept = keep(options, seed, directory, words)
        tally.fail(f"seed {seed} {make.__name__}: {wrong}", f"heddle {' '.join(map(repr, words))[:300]}",
                   result.stderr.decode("utf-8", "replace")[-400:].strip(), kept)


def keep(options, seed, directory, words):
    target = os.path.join(options.keep, f"damage-{seed}")
    shutil.rmtree(target, ignore_errors=True)
    os.makedirs(options.keep, exist_ok=True)
    os.mkdir(target)
    for name in os.listdir(directory):
        path = os.path.join(directory, name)
        if os.path.isfile(path) and not os.path.islink(path):
            shutil.copy(path, target)
    with open(os.path.join(target, "command"), "w", encoding="utf-8", errors="surrogateescape") as f:
        f.write("\n".join(words) + "\n")
    return target


def option_names(heddle):
    """The long options that check --help lists, and some that it does not have."""
    done = subprocess.run([heddle, "check", "--help"], capture_output=True, text=True, timeout=60, check=False)
    listed = sorted(set(re.findall(r"--[a-z][a-z-]+", done.stdout)))
    return listed + ["--serach", "--reduce", "--time", "--timelimit", "--unknown", "--x", "--search-", "--jsn"]


def main():
    options = parse_options(__doc__, 500)
    tally = Tally(options)
    material = Material(options)
    run_cases(options, lambda seed: check_one(options, tally, material, seed))
    tally.finish()


if __name__ == "__main__":
    sys.exit(main())
