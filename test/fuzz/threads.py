#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs with threads: the machine against the processor. Programs are compiled natively by several compilers and run
some thousand times, with delays (threads.inc); each run ends in a final state.

settled.py: all runs of all compilers must end in the same state; `heddle run` must end in it, and a search must prove
that every schedule does. racing.py: a search must find every state that was seen, and every way of hanging. Programs
for which that is not so are shrunk and kept. Programs are compiled and searched in batches, by the driver of the
differential test."""
import os
import random
import shutil
import sys
import threading
import time

sys.dont_write_bytecode = True  # no __pycache__ in the source tree

from common import HERE, ROOT, TIMED_OUT, Tally, WorkDir, parse_options, run, run_cases

sys.path.append(os.path.join(ROOT, "test", "differential"))

import racing
import settled
from tree import smaller_programs

BATCH = 16
RUNS = 3000  # of one program compiled in one way, at most
MOST_ASKED = 12  # states of one program
MOST_UNDECIDED = 25  # of 100 questions; what is not decided is not tested
COMPILED = [(compiler, level) for compiler in ("gcc", "clang-19") for level in ("-O0", "-O2")]
SEARCHES = ["default mixed", "default dfs", "default bfs", "global dfs", "superstep", "tau+", "locks and future",
            "2 workers"]
NO_CLAIM = (None, 0)
FIGURES, FIGURES_LOCK = {"runs": 0, "states": 0, "asked": 0, "undecided": 0}, threading.Lock()


def count(**figures):
    with FIGURES_LOCK:
        for name, number in figures.items():
            FIGURES[name] += number


# ---- text ----------------------------------------------------------------------------------------

def words_of(program):
    return settled.WORDS if program["is_settled"] else racing.WORDS


def common_text(programs, number):
    texts = [words_of(p).text(p).replace("$", f"p{k}_") for k, p in enumerate(programs)]
    return "\n".join([racing.HEAD % number, *texts])


def native_text(programs):
    entries = ", ".join(f"{{p{k}_main, p{k}_state}}" for k in range(len(programs)))
    return common_text(programs, 0) + f"""
int main(int argc, char **argv) {{
    static const struct entry entries[] = {{{entries}}};
    return argc == 5 ? observe(entries, {len(programs)}, argv) : 2;
}}
"""


def printing_text(programs):
    """Runs all, one after the other, and prints their final states."""
    calls = [f'    p{k}_main((void *)3L);\n    printf("{k}: %llu\\n", p{k}_state());' for k in range(len(programs))]
    return common_text(programs, 0) + "\n".join(["", "int main(void) {", *calls, "    return 0;", "}", ""])


def asking_text(programs, questions):
    """questions: (program's number, relation, state): what is claimed of its final state, if anything."""
    if len(questions) == 1:  # can be given to `heddle check`, too
        main = ["    if (program_number >= 0) {", f"        p{questions[0][0]}_main((void *)3L);",
                f"        {claim(*questions[0])}", "    }"]
    else:
        main = ["    switch (program_number) {", *(f"    case {j}: p{q[0]}_main((void *)3L); {claim(*q)} break;" for j,
                                                   q in enumerate(questions)), "    }"]
    return common_text(programs, len(questions)) + "\n".join(["", "int main(void) {", *main, "    return 0;", "}", ""])


def claim(k, relation, state):
    return ";" if relation is None else f"assert(p{k}_state() {relation} {state}u{'ll' if state >= 1 << 32 else ''});"


# ---- running -------------------------------------------------------------------------------------

def write(directory, name, text):
    path = os.path.join(directory, name)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def observe(options, directory, programs, compiler, level, seed):
    """For each program the set of what was seen: final states, "hang", or how it ended badly."""
    source, exe = write(directory, "native.c", native_text(programs)), os.path.join(directory, "native")
    built = run([compiler, "-std=gnu17", "-w", level, "-DNATIVE", "-I", HERE, source, "-o", exe, "-pthread"], 300)
    if built.code != 0:
        raise RuntimeError(f"{compiler}: {built.stderr.decode()[:1000]}")
    seen, at = [set() for _ in programs], 0
    while at < len(programs):
        done = run([exe, str(at), str(RUNS), str(options.seconds), str(seed)], 60 + 2 * len(programs))
        lines = done.stdout.decode().split("\n")
        for line in lines:
            number, colon, rest = line.partition(":")
            if colon:
                at = int(number)
                seen[at] |= {int(word) if word.isdigit() else word for word in rest.split() if word != "hang"}
            elif line.endswith(" runs"):
                count(runs=int(line.split()[0]))
        if done.code not in (0, TIMED_OUT):  # a machine may be too slow; nothing is known then
            seen[at].add("hang" if done.code == 3 else f"ended natively with {done.code}")
        at += 1
    return seen


def answers(options, directory, programs, questions, searches, kind=None):
    """What the driver says about each question, if only violations of that kind count."""
    source = write(directory, "ask.c", asking_text(programs, questions))
    driver = os.path.join(os.path.dirname(options.heddle), "differential")
    done = run([driver, *(word for name in searches for word in ("-c", name)), *(["-k", kind] if kind else []), source],
               60 + 5 * len(questions))
    said = [""] * len(questions)
    for line in done.stdout.decode().split("\n"):
        number, colon, rest = line.partition(": ")
        if colon and number.isdigit() and (not said[int(number)] or "DIFFER" in rest):
            said[int(number)] = rest
    if not all(said):
        raise RuntimeError(f"{driver} {source}: exit code {done.code}\n{done.stderr.decode()[-2000:]}")
    return said


def machine_states(options, directory, programs):
    """The final state of each program in one run of all; a text if the run ended badly."""
    source = write(directory, "run.c", printing_text(programs))
    done = run([options.heddle, "run", source], 300)
    if done.code != 0:
        return f"heddle run: exit code {done.code}: " + done.stderr.decode("utf-8", "replace").strip()[-300:]
    return [int(line.split(": ")[1]) for line in done.stdout.decode().split("\n") if line]


def questions_about(k, program, seen):
    """(what to ask, wanted answer)."""
    if program["is_settled"]:
        return [((k, "==", state), "holds") for state in seen]
    asked = [((k, "!=", state), "violated assertion") for state in sorted(seen - {"hang"})[:MOST_ASKED]]
    return asked + [((k, None, 0), "violated deadlock")] * ("hang" in seen)


def look(options, directory, programs, rng, compiled):
    """By the program's number: what is wrong, and the claim (relation, state) that shows it."""
    wrong, seen = {}, [set() for _ in programs]
    for compiler, level in compiled:
        some = observe(options, directory, programs, compiler, level, rng.randrange(1, 1 << 30))
        seen = [a | b for a, b in zip(seen, some)]
    for k, program in enumerate(programs):
        bad = [what for what in seen[k] if isinstance(what, str) and what != "hang"]
        if bad or (program["is_settled"] and (len(seen[k]) > 1 or "hang" in seen[k])):
            wrong[k] = f"the generated program is bad: {', '.join(bad or sorted(map(str, seen[k]))[:5])}", NO_CLAIM
    fine = [k for k in range(len(programs)) if k not in wrong]
    wrong.update(compare_run(options, directory, programs, [k for k in fine if programs[k]["is_settled"]], seen))
    pairs = [pair for k in fine for pair in questions_about(k, programs[k], seen[k])]
    said = ask(options, directory, programs, pairs, ["plain", rng.choice(SEARCHES)]) if pairs else []
    for ((k, relation, state), wanted), answer in zip(pairs, said):
        if not is_right(answer, wanted):
            what = "hangs natively" if relation is None else f"natively state {state}"
            wrong.setdefault(k, (f"{what}, so that {wanted!r} is wanted; heddle: {answer}", (relation, state)))
    count(states=sum(map(len, seen)), asked=len(pairs), undecided=said.count("undecided"))
    return wrong


def is_right(answer, wanted):
    """A program of these has at most the two kinds of violation."""
    verdict, *kinds = answer.split()
    return verdict == "undecided" or answer == wanted or (wanted.split()[-1] in kinds
                                                          and set(kinds) <= {"assertion", "deadlock"})


def ask(options, directory, programs, pairs, searches):
    """The answers. Where a search met a deadlock before the state, or the other way round, it is asked again."""
    said = answers(options, directory, programs, [question for question, _ in pairs], searches)
    for kind, other in (("assertion", "deadlock"), ("deadlock", "assertion")):
        again = [j for j, (_, wanted) in enumerate(pairs) if wanted == f"violated {kind}"
                 and said[j] == f"violated {other}"]
        if again:
            for j, answer in zip(again, answers(options, directory, programs, [pairs[j][0] for j in again], searches,
                                                kind)):
                said[j] = answer
    return said


def compare_run(options, directory, programs, numbers, seen):
    some = [programs[k] for k in numbers]
    got = machine_states(options, directory, some) if some else []
    if isinstance(got, str) and len(some) > 1:  # which of them?
        got = [machine_states(options, directory, [p]) for p in some]
        got = [one if isinstance(one, str) else one[0] for one in got]
    got = [got] if isinstance(got, str) else got
    return {k: (f"heddle run: {state}; natively: {min(seen[k])}", ("==", min(seen[k]))) for k,
            state in zip(numbers, got) if seen[k] and {state} != seen[k]}


# ---- cases ---------------------------------------------------------------------------------------

def program_of(seed):
    rng = random.Random(seed)
    return settled.Settled(rng).program() if rng.randrange(5) < 2 else racing.Racing(rng).program()


def shape(wrong):
    """What must stay while a program is shrunk."""
    return "".join(c for c in wrong[0] if not c.isdigit())[:100]


def shrink(options, directory, program, wrong, rng):
    """Takes the first smaller program of which the same is wrong, until there is none or the time is over."""
    deadline, wanted, progress = time.monotonic() + options.shrink_seconds, shape(wrong), True
    while progress:
        progress, candidates, size = False, list(smaller_programs(program)), 4
        while candidates and not progress and time.monotonic() < deadline:
            some, candidates, size = candidates[:size], candidates[size:], BATCH
            try:
                found = {k: what for k, what in look(options, directory, some, rng, [rng.choice(COMPILED)]).items()
                         if shape(what) == wanted}
            except RuntimeError:  # one of them is no program any more
                found = {}
            if found:
                k = min(found)
                program, wrong, progress = some[k], found[k], True
    return program, wrong


def check_batch(options, tally, first):
    seeds = range(first, min(first + BATCH, options.seed + options.count))
    rng = random.Random(f"batch {first}")
    programs = [program_of(seed) for seed in seeds]
    compiled = [(compiler, level) for compiler, level in COMPILED if shutil.which(compiler)]
    with WorkDir() as directory:
        wrong = look(options, directory, programs, rng, compiled)
        for k, seed in enumerate(seeds):
            if k not in wrong:
                tally.ok()
                continue
            saved = keep(tally, f"threads-{seed}.c", programs[k], wrong[k])
            small, why = shrink(options, directory, programs[k], wrong[k], rng)
            tally.fail(f"seed {seed}", wrong[k][0], saved, keep(tally, f"threads-{seed}-small.c", small, why))


def keep(tally, name, program, wrong):
    return tally.save(name, f"// {wrong[0]}\n" + asking_text([program], [(0, *wrong[1])]))


def main():
    options = parse_options(__doc__, 128, seconds={"type": float, "default": 0.06,
                                                   "help": "native runs of one program compiled in one way "
                                                           "(%(default)s)"})
    tally = Tally(options)
    run_cases(options, lambda seed: check_batch(options, tally, seed), BATCH)
    most = FIGURES["asked"] * MOST_UNDECIDED // 100
    if FIGURES["undecided"] > most:
        tally.fail("undecided", f"{FIGURES['undecided']} of {FIGURES['asked']} questions, at most {most} are expected")
    print(f"{FIGURES['runs']} native runs, {FIGURES['states']} final states; {FIGURES['asked']} questions, "
          f"{FIGURES['undecided']} of them undecided")
    tally.finish()


if __name__ == "__main__":
    sys.exit(main())
