#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""heddle beside SPIN on equivalent programs, in one run: states, states per second, bytes per state, and the ratio.

    bench/run.py [--heddle PATH] [--only NAME[,NAME]] [--repeat N] [--results FILE]

Each pair is a C program in bench/programs and a Promela model in bench/models with one transition for each access to
shared memory. SPIN's pan is built with `gcc -O2 -DSAFETY`, with -DNOREDUCE (the same state space as heddle's
--reduction global) and without it (SPIN's own partial order reduction). Prints a table and writes it to
bench/RESULTS.md."""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
# name, preprocessor definitions for both sides, what it is
PAIRS = [
    ("peterson", {"N": 100}, "Peterson's lock, 2 threads"),
    ("counter", {"N": 50}, "counter under a mutex, 3 threads"),
    ("philosophers", {"P": 5, "N": 3}, "dining philosophers, 5 threads, ordered forks"),
    ("bakery", {"N": 3}, "bakery lock, 3 threads"),
    ("ticket", {"N": 9}, "ticket lock and compare-exchange, 3 threads"),
    ("ring", {"N": 200, "SIZE": 8}, "ring buffer, producer, consumer, watcher"),
]
HEDDLE_RUNS = [("global", ["--reduction", "global"]), ("default", [])]
SPIN_RUNS = [("full", ["-DNOREDUCE"]), ("reduced", [])]
LIMIT_SECONDS = 600


class Figure:
    def __init__(self, states, seconds, memory, store=None, note=""):
        self.states, self.seconds, self.memory, self.store, self.note = states, seconds, memory, store, note

    def rate(self):
        return self.states / self.seconds if self.seconds > 0 else 0.0

    def bytes_per_state(self, which):
        return which / self.states if which and self.states else None


def run(argv, cwd=None):
    done = subprocess.run(argv, cwd=cwd, capture_output=True, text=True, timeout=LIMIT_SECONDS + 60, check=False)
    return done.returncode, done.stdout, done.stderr


def find(data, *names):
    """The first value under one of the names, anywhere in the JSON."""
    for name in names:
        stack = [data]
        while stack:
            item = stack.pop()
            if isinstance(item, dict):
                if isinstance(item.get(name), (int, float)) and not isinstance(item.get(name), bool):
                    return item[name]
                stack += list(item.values())
            elif isinstance(item, list):
                stack += item
    return None


def defines(parameters):
    return [f"-D{key}={value}" for key, value in parameters.items()]


def run_heddle(options, name, parameters, extra, directory):
    """One search. The verdict must be holds: a benchmark of a wrong answer is worth nothing."""
    result = os.path.join(directory, "result.json")
    argv = [options.heddle, "check", "--json", result, "--time-limit", str(LIMIT_SECONDS), *options.heddle_extra, *extra,
            *defines(parameters), os.path.join(HERE, "programs", name + ".c")]
    code, out, err = run(argv)
    if not os.path.exists(result):
        return Figure(0, 0, 0, note=(err or out).strip().split("\n")[0][:60] or f"exit code {code}")
    with open(result, encoding="utf-8") as f:
        data = json.load(f)
    note = "" if data.get("verdict") == "holds" else str(data.get("verdict"))
    return Figure(find(data, "states") or 0, find(data, "seconds", "time_seconds", "time_s", "time") or 0,
                  find(data, "memory_bytes", "memory"), find(data, "store_bytes"), note)


def build_spin(name, parameters, flags, directory):
    code, out, err = run(["spin", *defines(parameters), "-a", os.path.join(HERE, "models", name + ".pml")], directory)
    if code != 0:
        sys.exit(f"spin -a {name}.pml failed:\n{out}{err}")
    code, out, err = run(["gcc", "-O2", "-w", "-DSAFETY", "-DMEMLIM=16000", *flags, "-o", "pan", "pan.c"], directory)
    if code != 0:
        sys.exit(f"gcc pan.c ({name}) failed:\n{err}")


def run_spin(name, directory):
    """Runs pan. Its clock ticks in hundredths of a second, so short runs are timed from outside instead."""
    start = time.monotonic()
    code, out, err = run(["./pan", "-m1000000", "-w24"], directory)
    outside = time.monotonic() - start
    if code != 0 or "errors: 0" not in out:
        sys.exit(f"pan ({name}) failed:\n{out}{err}")

    def number(pattern):
        match = re.search(pattern, out)
        return float(match.group(1)) if match else None

    states = int(float(number(r"([0-9.e+]+) states, stored")))
    seconds = number(r"elapsed time ([0-9.]+) seconds") or 0
    if seconds < 0.1:
        seconds = outside
    megabytes = number(r"([0-9.]+)\s+actual memory usage for states") or number(r"([0-9.]+)\s+equivalent memory usage")
    total = number(r"([0-9.]+)\s+total actual memory usage")
    return Figure(states, seconds, total * 1e6 if total else None, megabytes * 1e6 if megabytes else None)


def best_of(repeat, measure):
    figures = [measure() for _ in range(repeat)]
    return min(figures, key=lambda figure: figure.seconds)


def measure_pair(options, pair):
    name, parameters, _ = pair
    row = {}
    for label, flags in SPIN_RUNS:
        with tempfile.TemporaryDirectory(prefix="heddle-bench-") as directory:
            build_spin(name, parameters, flags, directory)
            row["SPIN " + label] = best_of(options.repeat, lambda: run_spin(name, directory))
    for label, extra in HEDDLE_RUNS:
        with tempfile.TemporaryDirectory(prefix="heddle-bench-") as directory:
            row["heddle " + label] = best_of(options.repeat, lambda: run_heddle(options, name, parameters, extra, directory))
    return row


def first_line(argv):
    try:
        done = subprocess.run(argv, capture_output=True, text=True, check=False)
        return (done.stdout or done.stderr).strip().split("\n")[0]
    except OSError:
        return "not there"


def machine():
    """CPU, memory and versions; nothing that names the host."""
    cpu, memory = "unknown", 0
    with open("/proc/cpuinfo", encoding="utf-8") as f:
        match = re.search(r"model name\s*:\s*(.*)", f.read())
        cpu = match.group(1) if match else cpu
    with open("/proc/meminfo", encoding="utf-8") as f:
        memory = int(re.search(r"MemTotal:\s*(\d+)", f.read()).group(1)) // (1 << 20)
    return [f"- processor: {cpu}, {os.cpu_count()} cores", f"- memory: {memory + 1} GiB",
            f"- kernel: {os.uname().sysname} {os.uname().release.split('-')[0]}",
            f"- clang: {first_line(['clang-19', '--version'])}", f"- gcc: {first_line(['gcc', '--version'])}",
            f"- spin: {first_line(['spin', '-V'])}"]


def number(value, digits=0):
    return "" if value is None else f"{value:,.{digits}f}"


def table(rows):
    """Lines of a Markdown table, also readable on a terminal."""
    head = ["program", "engine", "states", "seconds", "states/s", "bytes/state", "of them stored", "states/s to SPIN full"]
    cells = [head]
    for name, row in rows:
        spin = row["SPIN full"]
        for label, figure in row.items():
            ratio = figure.rate() / spin.rate() if spin.rate() and label.startswith("heddle") else None
            cells.append([name, label + (f" ({figure.note})" if figure.note else ""), number(figure.states),
                          number(figure.seconds, 2), number(figure.rate()), number(figure.bytes_per_state(figure.memory)),
                          number(figure.bytes_per_state(figure.store), 1), number(ratio, 2)])
    widths = [max(len(line[k]) for line in cells) for k in range(len(head))]
    out = []
    for at, line in enumerate(cells):
        out.append("| " + " | ".join(c.ljust(w) if k < 2 else c.rjust(w) for k, (c, w) in enumerate(zip(line, widths))) + " |")
        if at == 0:
            out.append("| " + " | ".join("-" * w if k < 2 else "-" * (w - 1) + ":" for k, w in enumerate(widths)) + " |")
    return out


def write_results(path, lines):
    described = [f"- {name} ({' '.join(defines(parameters))}): {what}" for name, parameters, what in PAIRS]
    text = ["# heddle beside SPIN", "", "Written by `make bench`; bench/README.md says how to read it.", "", "## Machine", "",
            *machine(), "", "## Programs", "", *described, "", "## Figures", "", *lines, ""]
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(text))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", default=os.path.join(ROOT, "build", "heddle"))
    parser.add_argument("--only", default=None, help="names of pairs, separated by commas; then nothing is written")
    parser.add_argument("--repeat", type=int, default=3, help="the fastest of so many runs counts (%(default)s)")
    parser.add_argument("--results", default=os.path.join(HERE, "RESULTS.md"))
    options = parser.parse_args()
    wanted = options.only.split(",") if options.only else [pair[0] for pair in PAIRS]
    help_text = run([options.heddle, "check", "--help"])[1]
    # The comparison is core against core.
    options.heddle_extra = ["--workers", "1"] if "--workers" in help_text else []
    rows = []
    for pair in PAIRS:
        if pair[0] in wanted:
            print(f"{pair[0]} ...", flush=True)
            rows.append((pair[0], measure_pair(options, pair)))
    lines = table(rows)
    print("\n".join(lines))
    if not options.only:
        write_results(options.results, lines)
    bad = [name for name, row in rows for figure in row.values() if figure.note]
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
