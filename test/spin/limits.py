# SPDX-License-Identifier: Apache-2.0
"""Time, memory, states that are too large; interrupts."""
import os
import shutil
import signal
import subprocess
import time

from spin.box import TIMEOUT, refused
from spin.sources import COUNTER
from suite import expect, slow

# ---- limits ---------------------------------------------------------------------------------------


COUNTING = """\
#include <pthread.h>
volatile unsigned long a, b;
static void *f(void *p) { for (;;) ++*(volatile unsigned long *)p; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, (void *)&a); f((void *)&b); }
"""
SLOW_TOOL = """\
#!/bin/sh
case "$*" in *%s*) touch "$TMPDIR/left.o"; touch %s/begun; sleep 97 & sleep 98;; esac
exec %s "$@"
"""
# Waits in the verifier's replay only.
SLOW_REPLAY = ('init { c_code { if (getenv("HEDDLE_TELL")) { fclose(fopen("%s/begun", "w")); sleep(98); } }; '
               'assert(false) }\n')


def slow_tool(box, tool, when):
    """A directory for PATH in which this tool takes its time; it makes the file `begun` first."""
    path = os.path.join(box.home, "slow-" + tool)
    os.mkdir(path)
    with open(os.path.join(path, tool), "w", encoding="utf-8") as f:
        f.write(SLOW_TOOL % (when, box.home, shutil.which(tool)))
    os.chmod(os.path.join(path, tool), 0o755)
    return path + ":" + os.environ["PATH"]


def test_time_limit(box):
    """The limit holds for the tools too."""
    box.write("x.c", COUNTER)
    for tool, when in (("spin", "-a"), ("gcc", "pan.c")):
        start = time.monotonic()
        refused(box, ["--time-limit", "1", "-DLOST=1", "x.c"], "unknown: time limit of 1 s reached", code=3,
                env={"PATH": slow_tool(box, tool, when)})
        expect(time.monotonic() - start < 60, f"{tool}: not stopped in time")
        expect_no_processes(box, tool)


@slow
def test_limits(box):
    """More than SPIN can do, or more than there is: unknown, with the reason."""
    box.write("endless.c", COUNTING)
    box.write("threads.c", """\
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return p; }
int main(void) {
    pthread_t t[300];
    pthread_mutex_lock(&m);
    for (int i = 0; i < 300; i++)
        pthread_create(&t[i], 0, f, 0);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 300; i++)
        pthread_join(t[i], 0);
}
""")
    box.write("choice.c",
              "int __VERIFIER_nondet_int(void), sink;\nint main(void) { sink = __VERIFIER_nondet_int() % 7 == 3; }\n")
    for words, text in ((["threads.c"], "301 threads at a time; SPIN has at most 255 processes"),
                        (["--nondet-range", "0..9999", "choice.c"], "10000 alternatives at a choice"),
                        (["--reduction", "global", "--memory-limit", "200M", "endless.c"],
                         "memory limit of 200 MiB reached"),
                        (["--memory-limit", "100K", "endless.c"], "before its search")):
        refused(box, words, "unknown: ", text, code=3)
    _, out, _ = box.run("spin", "--nondet-range", "0..299", "choice.c", code=0)
    expect(out.startswith("holds"), out)


@slow
def test_killed(box):
    """A verifier that the system ends for lack of memory is a limit, not a crash."""
    box.write("x.c", COUNTER)
    path = os.path.join(box.home, "bin")
    os.mkdir(path)
    with open(os.path.join(path, "gcc"), "w", encoding="utf-8") as f:
        f.write("#!/bin/sh\n%s \"$@\" || exit\n[ -f pan ] && printf '#!/bin/sh\\nkill -KILL $$\\n' > pan\nexit 0\n" %
                shutil.which("gcc"))
    os.chmod(os.path.join(path, "gcc"), 0o755)
    refused(box, ["-DLOST=1", "x.c"], "unknown: SPIN's verifier was killed", code=3,
            env={"PATH": path + ":" + os.environ["PATH"]})


LARGE = """\
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
char big[1 << 20] = {1};
int n;
static char *held[40];
static void *f(void *arg) {
    big[n * 100000 + 7] = 1;
    n++;
    return arg;
}
int main(void) {
    pthread_t t;
    int k = 0;
    for (int i = 0; i < 12; i++)
        k += __VERIFIER_nondet_int() == 1;
    for (int i = 0; i < 40 && k == 12; i++)
        held[i] = calloc(20000, 1);
    pthread_create(&t, 0, f, 0);
    f(0);
    pthread_join(t, 0);
    assert(n == 2 || LOST);
    for (int i = 0; i < 40; i++)
        free(held[i]);
}
"""


@slow
def test_large_states(box):
    """States of more than a megabyte, and rarely of almost two."""
    box.write("x.c", LARGE)
    words = ["--nondet-range", "0..1", "--reduction", "global", "x.c"]
    _, mine = box.json("check", "-DLOST=1", *words)
    _, spins = box.json("spin", "-DLOST=1", *words)
    expect(mine["verdict"] == spins["verdict"] == "holds" and mine["states"] == spins["states"],
           f"{mine['verdict']} {mine['states']}, {spins['verdict']} {spins['states']} {spins['reason']}")
    _, out, _ = box.run("spin", "--quiet", "-DLOST=0", *words, code=1)
    expect("assertion" in out, out)


# ---- interrupts -----------------------------------------------------------------------------------


def processes_in(box):
    """Those that work in the directories of the test."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{pid}/cwd").startswith(box.tmp):
                found.append(pid)
        except OSError:
            pass                                # it has ended, or is somebody else's
    return found


def wait_for(what, condition, seconds=TIMEOUT):
    until = time.monotonic() + seconds
    while not condition():
        expect(time.monotonic() < until, f"{what}: not within {seconds} s")
        time.sleep(0.01)


def expect_no_processes(box, what):
    """Those that were killed need a moment to be gone; the slow ones would need much longer."""
    wait_for(f"{what}: end of all processes", lambda: not processes_in(box), seconds=20)


def verifier_runs(box):
    return any(os.path.exists(os.path.join(box.tmp, name, "pan.out")) for name in os.listdir(box.tmp))


def interrupt(box, words, path, has_begun, signals, codes):
    """Runs heddle spin until has_begun() and sends it these signals."""
    begun = os.path.join(box.home, "begun")
    if os.path.exists(begun):
        os.remove(begun)
    # Under nohup this one is ignored, and heddle leaves it so.
    p = subprocess.Popen([box.heddle, "spin", *words], cwd=box.home, env=dict(os.environ, TMPDIR=box.tmp, PATH=path),
                         preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
                         stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    has_begun = has_begun or (lambda: os.path.exists(begun))
    wait_for(words, lambda: has_begun() or p.poll() is not None)
    what = f"{words} {[signal.Signals(n).name for n in signals]}"
    expect(p.poll() is None, f"{what}: it has ended before")
    for number in signals:
        p.send_signal(number)
        time.sleep(0.002)                       # or two are one
    code = p.wait(timeout=TIMEOUT)
    expect(code in codes, f"{what}: exit code {code}")
    expect_no_processes(box, what)
    return os.listdir(box.tmp)


ONCE_AND_TWICE = ([signal.SIGINT], [signal.SIGINT, signal.SIGINT], [signal.SIGTERM])


def test_interrupted_tools(box):
    box.write("x.c", COUNTER)
    for tool, when in (("spin", "-a"), ("gcc", "pan.c")):
        path = slow_tool(box, tool, when)
        for signals in ONCE_AND_TWICE:
            left = interrupt(box, ["-DLOST=1", "x.c"], path, None, signals, [3])
            expect(not left, f"{tool} {signals}: left behind: {left}")


@slow
def test_interrupted_verifier(box):
    box.write("x.c", COUNTING)
    path = os.environ["PATH"]
    for signals in (*ONCE_AND_TWICE, [signal.SIGHUP]):
        left = interrupt(box, ["x.c"], path, lambda: verifier_runs(box), signals, [3])
        expect(not left, f"{signals}: left behind: {left}")
    # Nothing can be tidied up then, but the verifier must not go on.
    interrupt(box, ["x.c"], path, lambda: verifier_runs(box), [signal.SIGKILL], [-signal.SIGKILL])
    for name in os.listdir(box.tmp):
        shutil.rmtree(os.path.join(box.tmp, name))


@slow
def test_interrupted_replay(box):
    """The violation has been found by then, so an interrupt ends the replay only; the next one, if it is quick, the
    rest."""
    box.write("x.c", "float x;\n")
    box.write("x.pml", SLOW_REPLAY % box.home)
    for signals, codes in (([signal.SIGINT], [1]), ([signal.SIGINT, signal.SIGINT], [1, 3])):
        left = interrupt(box, ["--model", "x.pml", "x.c"], os.environ["PATH"], None, signals, codes)
        expect(not left, f"{signals}: left behind: {left}")
