#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the row files with what is written by hand beside them.

- traps: each row of src/ir/traps.def is declared in runtime/heddle_trap.h with as many arguments, and each
  declaration has a row; the flags of waits and of allocations have the same values on both sides;
- kinds of violations: doc/manual.md describes each kind that can be asked for, no others, and names those that
  --property adds;
- conditions: doc/manual.md has each row of src/ir/bounds.def, and the others that a verdict names;
- exit codes: README.md, doc/manual.md and the help text have each row of src/base/exits.def;
- options: include/libheddle_machine.h names each one of 'heddle spin' that says what is checked, and how.
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
passed = failed = 0


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


def expect(is_right, message):
    global passed, failed
    passed, failed = passed + bool(is_right), failed + (not is_right)
    if not is_right:
        print(message)


def rows(path, macro):
    """The arguments of each row, without quotes."""
    for line in read(path).splitlines():
        m = re.match(rf"{macro}\((.*)\)$", line)
        if m:
            yield [part.strip(' "') for part in re.findall(r'"[^"]*"|[^,]+', m[1]) if part.strip()]


def without_comments(text):
    return re.sub(r"/\*.*?\*/", "", re.sub(r"//[^\n]*", "", text), flags=re.S)


def parameters(text):
    """The parameters of a declaration, where those of functions that are parameters do not count."""
    while re.search(r"\([^()]*\)", text):
        text = re.sub(r"\([^()]*\)", "", text)
    return [] if text.strip() in ("", "void") else text.split(",")


def check_traps():
    header = without_comments(read("runtime/heddle_trap.h"))
    declared = {}
    for m in re.finditer(r"\b(__heddle_\w+)\((.*?)\);", header, re.S):
        declared[m[1]] = parameters(m[2])
    known = set()
    for _, name, n, effect, plain, memory, reads, writes in rows("src/ir/traps.def", "TRAP"):
        names = [d for d in declared if d == name or name == "__heddle_unknown" and d.startswith(name + "_")]
        known.update(names)
        expect(names, f"runtime/heddle_trap.h: {name} is not declared")
        for d in names:
            # A long double may be two cells.
            more = sum("long double" in p for p in declared[d])
            expect(len(declared[d]) <= int(n) <= len(declared[d]) + more,
                   f"runtime/heddle_trap.h: {d} has {len(declared[d])} arguments, its row {n}")
            for k in map(int, re.findall(r"ARG\((\d+)\)", reads + writes)):
                expect(k < min(7, len(declared[d])) and "*" in declared[d][k],
                       f"src/ir/traps.def: argument {k} of {d} is no pointer")
            expect(int(plain) >> (len(declared[d]) + more) == 0, f"src/ir/traps.def: {d} has no such plain argument")
    for d in declared:
        expect(d in known, f"src/ir/traps.def: no row for {d}")


def constants(path, pattern):
    return {m[1]: int(m[2], 0) for m in re.finditer(pattern, without_comments(read(path)))}


def check_flags():
    ours = constants("src/vm/look.h", r"\bWAIT_((?:FOR_|BEHIND_|CHOSEN|SPURIOUS|UNSEEN)\w*) = (0x\w+)")
    theirs = constants("runtime/heddle_trap.h", r"\bHEDDLE_WAIT_(\w+) = (0x\w+)")
    ours = {name.replace("FOR_", ""): value for name, value in ours.items()}
    expect(ours and ours == theirs, f"flags of waits: {ours} in src/vm/look.h, {theirs} in runtime/heddle_trap.h")
    ours = constants("src/vm/trap.c", r"\bALLOC_(\w+) = (\d+)")
    theirs = constants("runtime/heddle_trap.h", r"\bHEDDLE_ALLOC_(\w+) = (\d+)")
    theirs.update((name + "_SHIFT", value) for name, value in
                  constants("runtime/heddle_trap.h", r"HEDDLE_ALLOC_(\w+)\(\w\) \(\(\w\) << (\d+)\)").items())
    expect(ours and ours == theirs, f"flags of allocations: {ours} in src/vm/trap.c, {theirs} in runtime/heddle_trap.h")


def table(text, head):
    """The first cells of the lines of a table that begins with this line."""
    lines = text[text.index(head):].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[:lines.index("")]]


def check_kinds():
    kinds = {row[1]: row[-2] for row in rows("src/ir/kinds.def", "KIND")}
    manual = read("doc/manual.md")
    described = [name.strip() for cells in table(manual, "| kind | meaning |") for name in cells[0].split(",")]
    for name, standing in kinds.items():
        expect((name in described) == (standing != "NOT_CHECKED"), f"doc/manual.md: kind {name}, {standing}")
    for name in described:
        expect(name in kinds, f"doc/manual.md: there is no kind {name}")
    requested = re.search(r"On request with `--property`: (.*?)\.", manual, re.S)[1]
    requested = set(re.findall(r"`([\w-]+)`", requested.replace("`race`", "`data-race`")))
    expect(requested == {name for name, standing in kinds.items() if standing == "ON_REQUEST"},
           f"doc/manual.md: on request: {sorted(requested)}")


def check_exits():
    help_text = re.sub(r'"\s*"', "", read("src/cli/help.c"))
    readme = re.sub(r"\s+", " ", read("README.md"))
    in_manual = {cells[1] for cells in table(read("doc/manual.md"), "| first word | exit code | meaning |")}
    codes = {code: meaning for _, code, meaning in rows("src/base/exits.def", "EXIT")}
    for code, meaning in codes.items():
        for where, text in (("README.md", readme), ("src/cli/help.c", help_text)):
            expect(f"{code} {meaning}" in text, f"{where}: no exit code {code}, {meaning}")
    expect(in_manual == set(codes), f"doc/manual.md: exit codes {sorted(in_manual)}")


def check_bounds():
    conditions = table(read("doc/manual.md"), "| in the line | why | how to get rid of it |")
    in_manual = " ".join(cells[0] for cells in conditions)
    for _, preposition, name in rows("src/ir/bounds.def", "BOUND"):
        told = name if preposition == "WITHIN" else f"{preposition.lower().replace('_', ' ')} {name}"
        expect(told in in_manual, f"doc/manual.md: no condition '{told}'")
    helped = read("src/setup/options.def")
    for _, word, name in rows("src/ir/bounds.def", "WORLD"):
        expect(f"with {name}" in in_manual, f"doc/manual.md: no condition 'with {name}'")
        expect(re.search(rf"instead of fixed: [^)]*\b{word}\b", helped),
               f"src/setup/options.def: --unknown without {word}")
    for path in ("src/explore/exploration.c", "src/search/search.c", "src/spin/search.c", "src/smt/smt.c"):
        for fixed in re.findall(r'verdict_bound\([^,]*,\s*"(?:%\w+ )?([a-z ,]{5,}\w)', read(path)):
            expect(fixed in in_manual, f"doc/manual.md: no condition '{fixed}', of {path}")


def check_options():
    header = read("include/libheddle_machine.h")
    options = re.findall(r'^SETUP\(\w+, \w+, "([\w-]+)", [^\n]*?(\bCMD_[^"]*)', read("src/setup/options.def"), re.M)
    of_spin = {name for name, commands in options if "CMD_SPIN" in commands}
    named = set(re.findall(r"--([a-z][\w-]*)", header))
    # Nobody stops a caller that takes its own steps, and it reads its files itself.
    wanted = of_spin - {"time-limit", "ltl-file"}
    expect(wanted == named, f"include/libheddle_machine.h: options and fields differ: {sorted(wanted ^ named)}")


def main():
    check_traps()
    check_flags()
    check_kinds()
    check_exits()
    check_bounds()
    check_options()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
