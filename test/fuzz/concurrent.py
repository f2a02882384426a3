#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random concurrent programs (weave.py): every reduction and search must give the verdict that brute force gives, and
a kind of violation that brute force reaches; several.py judges what --continue and --suppress make of them, fewest.py
the context switches that a violation needs. For each also one with atomics of all memory orders (orders.py), of which
heddle must say the same about data races as their definition. Failing programs are shrunk and kept."""
import json
import os
import random
import sys
import time

sys.dont_write_bytecode = True  # no __pycache__ in the source tree

from common import TIMED_OUT, Tally, WorkDir, parse_options, run, run_cases
import fewest
import orders
import several
from weave import Explorer, Weaver, c_text, smaller_programs

# All ways of checking that must agree. To add one, add its options here.
CONFIGS = [["--reduction", reduction, "--search", search] for reduction in ("none", "global")
           for search in ("mixed", "dfs", "bfs")]
RACE_CONFIGS = [["--reduction", reduction, "--property", "race"] for reduction in ("none", "global")]
ORDER_CONFIGS = [["--property", "race"], ["--property", "race", "--reduction", "none", "--search", "bfs"]]
TIME_LIMIT = 30
MAX_STATES = 60000
UNDECIDED = []


class Answer:
    def __init__(self, verdict, kind, note=""):
        self.verdict, self.kind, self.note = verdict, kind, note

    def __str__(self):
        return " ".join(filter(None, [self.verdict, self.kind, self.note]))


def ask(options, directory, source, config):
    """What heddle says. verdict is `limit` when it ran out of time: nothing to compare."""
    result_file = os.path.join(directory, "result.json")
    if os.path.exists(result_file):
        os.unlink(result_file)
    done = run([options.heddle, "check", *config, "--time-limit", str(TIME_LIMIT), "--memory-limit", "4G", "--json",
                result_file, source],
               TIME_LIMIT + 60)
    if done.code == TIMED_OUT:
        return Answer("hangs", None)
    try:
        with open(result_file, encoding="utf-8") as f:
            data = json.load(f)
    except (OSError, ValueError):
        return Answer(f"exit code {done.code}", None, done.stderr.decode("utf-8", "replace").strip()[-200:])
    verdict = data.get("verdict")
    if {"holds": 0, "violated": 1, "unknown": 3}.get(verdict) != done.code:
        return Answer(f"{verdict} with exit code {done.code}", None)
    if verdict == "unknown":
        reason = str(data.get("reason"))
        if "limit" in reason or "memory" in reason:
            UNDECIDED.append((source, config))
            return Answer("limit", None, reason)
        return Answer("unknown", None, reason)
    return Answer(verdict, (data.get("violation") or {}).get("kind"))


def judge(answers, explorer, faults):
    """What is wrong with the answers, or None; faults is what brute force found."""
    decided = [(config, answer) for config, answer in answers if answer.verdict != "limit"]
    for config, answer in decided:
        if answer.verdict not in ("holds", "violated"):
            return f"{' '.join(config)}: {answer}"
    if explorer.is_complete:
        for config, answer in decided:
            if (answer.verdict == "violated") != bool(faults) or (faults and answer.kind not in faults):
                return f"{' '.join(config)}: {answer}; brute force: {', '.join(sorted(faults)) or 'holds'}"
    elif len({answer.verdict for _, answer in decided}) > 1:
        return "; ".join(f"{' '.join(config)}: {answer}" for config, answer in decided)
    return None


def check_program(options, directory, program, title):
    source = os.path.join(directory, "program.c")
    with open(source, "w", encoding="utf-8") as f:
        f.write(c_text(program, title))
    explorer = Explorer(program, MAX_STATES).explore()
    with_races = explorer.faults | ({"data-race"} if explorer.has_race else set())
    for configs, faults in ((CONFIGS, explorer.faults), (RACE_CONFIGS, with_races)):
        wrong = judge([(config, ask(options, directory, source, config)) for config in configs], explorer, faults)
        if wrong:
            return wrong
    wrong = fewest.judge(options.heddle, directory, source, program)
    if wrong:
        return wrong
    return several.judge(options.heddle, directory, source, with_races if explorer.is_complete else None)


def check_orders(options, directory, program, title):
    source = os.path.join(directory, "program.c")
    with open(source, "w", encoding="utf-8") as f:
        f.write(orders.c_text(program, title))
    is_racy = orders.has_race(program)
    more = ["--volatile-atomic"] if program["volatile"] else []
    for config in ORDER_CONFIGS:
        answer = ask(options, directory, source, config + more)
        if answer.verdict != "limit" and (answer.verdict, answer.kind) != (("violated", "data-race") if is_racy else
                                                                           ("holds", None)):
            return f"{' '.join(config + more)}: {answer}; by definition: {'data-race' if is_racy else 'holds'}"
    return None


class Family:
    """A way of making programs, checking them, and making them smaller."""

    def __init__(self, name, generate, check, text, smaller):
        self.name, self.generate, self.check, self.text, self.smaller = name, generate, check, text, smaller


FAMILIES = [
    Family("concurrent", lambda seed: Weaver(random.Random(seed)).program(), check_program, c_text, smaller_programs),
    Family("orders", lambda seed: orders.generate(random.Random(seed)), check_orders, orders.c_text,
           orders.smaller_programs),
]


def shrink_program(options, family, directory, program, title):
    """Takes the first smaller program that still fails, until none does or the time is over."""
    deadline = time.monotonic() + options.shrink_seconds
    progress = True
    while progress and time.monotonic() < deadline:
        progress = False
        for candidate in family.smaller(program):
            if time.monotonic() > deadline:
                break
            if family.check(options, directory, candidate, title):
                program, progress = candidate, True
                break
    return program


def check_family(options, tally, family, seed):
    program, title = family.generate(seed), f"seed {seed}, {family.name}"
    with WorkDir() as directory:
        wrong = family.check(options, directory, program, title)
        if not wrong:
            return True
        saved = tally.save(f"{family.name}-{seed}.c", family.text(program, title))
        small = shrink_program(options, family, directory, program, title)
        tally.fail(title, wrong, saved, tally.save(f"{family.name}-{seed}-small.c", family.text(small, title)))
        return False


def check_one(options, tally, seed):
    if all([check_family(options, tally, family, seed) for family in FAMILIES]):
        tally.ok()


def main():
    options = parse_options(__doc__, 60)
    tally = Tally(options)
    run_cases(options, lambda seed: check_one(options, tally, seed))
    if UNDECIDED:
        print(f"{len(UNDECIDED)} answers were cut short by a limit and compared with nothing")
    tally.finish()


if __name__ == "__main__":
    sys.exit(main())
