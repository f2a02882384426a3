# SPDX-License-Identifier: Apache-2.0
"""Makes a program and a formula smaller, as long as something is still wrong with them."""
from dataclasses import replace


def smaller_blocks(block):
    """The block without one of its statements, with what is inside of one instead of it, or with a smaller one."""
    for i, s in enumerate(block):
        before, after = block[:i], block[i + 1:]
        if s[0] != "create":
            yield before + after
        for k, part in enumerate(s):
            if isinstance(part, list) and s[0] != "both":
                if not any(inner[0] == "sleep" for inner in part):
                    yield before + part + after
                for small in smaller_blocks(part):
                    yield before + [(*s[:k], small, *s[k + 1:])] + after


def is_sound(block, held=()):
    """Who waits for a condition holds the mutex, and nobody waits for a handle before it is there."""
    for s in block:
        inside = (*held, s[1]) if s[0] in ("locked", "tried") else held
        if s[0] == "sleep" and s[2] not in held:
            return False
        if not all(is_sound(part, inside) for part in s if isinstance(part, list) and s[0] != "both"):
            return False
    return True


def smaller_programs(program):
    for t, block in enumerate(program.threads):
        for small in smaller_blocks(block):
            if is_sound(small):
                yield replace(program, threads=[*program.threads[:t], small, *program.threads[t + 1:]])
    for v, variable in enumerate(program.variables):
        if variable.type != "int":
            others = [*program.variables]
            others[v] = replace(variable, type="int")
            if not any(use in program.text() for use in (f"xor(&{variable.name}", f"exchange(&{variable.name}")):
                yield replace(program, variables=others)


def smaller_formulas(f):
    if f[0] == "atom":
        return
    yield from f[1:]
    for i in range(1, len(f)):
        for small in smaller_formulas(f[i]):
            yield (*f[:i], small, *f[i + 1:])


def shrink(program, formula, differs, most=400):
    """Takes what differs(program, formula) says is still wrong, until nothing smaller is."""
    tried = 0
    while True:
        candidates = [(program, f) for f in smaller_formulas(formula)]
        for candidate in candidates + [(p, formula) for p in smaller_programs(program)]:
            tried += 1
            if tried > most:
                return
            if differs(*candidate):
                program, formula = candidate
                break
        else:
            return
