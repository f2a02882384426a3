#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that rooms see each other only through their doors and only in the allowed directions.

The table is the one of ARCHITECTURE.md. A door is room/room.h, or a row file room/*.def; the rest of a room is its
own affair. A room can have more doors, which are named room/door. Row files of runtime/ are for all. Only front
includes LLVM's headers, only solve those of Z3.
"""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SRC = os.path.join(ROOT, "src")
SEES = {
    "base": [],
    "solve": ["base", "base/table"],
    "count": ["base", "base/table"],
    "ir": ["base"],
    "buchi": ["base", "base/table", "prop/ltl"],
    "analysis": ["base", "base/table", "ir"],
    "front": ["base", "base/table", "ir", "analysis"],
    "vm": ["base", "ir", "solve/term", "solve/solver"],
    "state": ["base", "base/table", "ir", "vm", "vm/look", "vm/save", "vm/reach"],
    "reduce": ["base", "base/table", "ir", "analysis", "vm", "vm/look"],
    "prop": ["base", "ir", "vm", "vm/look"],
    "explore": ["base", "base/table", "ir", "vm", "vm/look", "vm/save", "state", "reduce", "prop"],
    "search": ["base", "base/table", "ir", "vm", "vm/look", "state", "prop", "explore", "buchi"],
    "report": ["base", "base/table", "ir", "vm", "vm/look", "prop"],
    "setup": ["base", "ir", "front", "vm", "state", "prop", "explore", "search"],
    "spin": ["base", "ir", "vm", "state", "prop", "explore", "search", "setup"],
    "smt": ["base", "ir", "vm", "vm/look", "prop", "explore", "search", "solve/term", "solve/solver"],
    "many": ["base", "base/table", "ir", "vm", "vm/look", "vm/save", "prop", "explore", "search", "count"],
    "simulate": ["base", "ir", "vm", "vm/look", "prop", "report", "report/tour"],
    "cli": ["base", "ir", "vm", "prop", "search", "report", "setup", "spin", "smt", "count", "many", "buchi",
            "simulate"],
    "lib": ["base", "ir", "vm", "state", "prop", "explore", "setup", "spin"],
}
MORE_DOORS = ["base/table", "vm/look", "vm/save", "vm/reach", "prop/ltl", "solve/term", "solve/solver", "report/tour"]
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def problem_of(room, bracket, name):
    if name.startswith(("llvm-c/", "llvm/", "clang-c/")):
        return None if room == "front" else "only front may include LLVM's headers"
    if re.match(r"z3", name):
        return None if room == "solve" else "only solve may include Z3's headers"
    if bracket == "<" or re.fullmatch(r"\.\./\.\./runtime/\w+\.def", name):
        return None
    other, slash, file = name.partition("/")
    if not slash:
        return "headers are named room/file.h"
    door = name.removesuffix(".h")
    if other not in SEES:
        return f"there is no room '{other}'"
    if other == room:
        return None
    if file == f"{other}.h" or file.endswith(".def"):
        door = other
    elif door not in MORE_DOORS:
        return f"{name} is not a door of {other}"
    if door not in SEES[room]:
        return f"{room} must not see {door}"
    return None


def main():
    files = problems = 0
    for folder, _, names in sorted(os.walk(SRC)):
        for name in sorted(names):
            if not name.endswith((".c", ".h", ".def")):
                continue
            path = os.path.join(folder, name)
            room = os.path.relpath(path, SRC).split(os.sep)[0]
            files += 1
            with open(path, encoding="utf-8") as f:
                text = f.read()
            found = [f"room '{room}' is not in the table"] if room not in SEES else []
            for match in INCLUDE.finditer(text) if room in SEES else []:
                problem = problem_of(room, *match.groups())
                if problem:
                    line = text.count("\n", 0, match.start(2)) + 1
                    found.append(f"{line}: {problem}")
            for text in found:
                print(f"{os.path.relpath(path, ROOT)}:{text}")
            problems += bool(found)
    print(f"{files - problems} passed, {problems} failed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
