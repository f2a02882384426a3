# SPDX-License-Identifier: Apache-2.0
"""Small concurrent programs as trees that are easy to shrink, and their C text.

A node is a line of C, or (head, [nodes], tail): a compound statement or a pair of calls around statements. Removing a
node or replacing it by what it surrounds always gives a program that compiles: every thread has the same locals, and
globals are declared only when they are used. `$` before a name stands for the prefix of the program in its batch.

A program is {"threads": [{"name", "body"}], "main": nodes, "invariant": text or None}.
"""
import re


def within(mutex, body):
    return (f"pthread_mutex_lock(&{mutex});", body, f"pthread_mutex_unlock(&{mutex});")


def when(cond, body):
    return (f"if ({cond}) {{", body, "}")


def lines_of(nodes, indent, line=str):
    """The lines of nodes; line(text) is what is written for one."""
    out = []
    for node in nodes:
        if isinstance(node, str):
            out.append(" " * indent + line(node))
        else:
            head, body, tail = node
            out += [" " * indent + line(head), *lines_of(body, indent + 4, line), " " * indent + line(tail)]
    return out


def is_used(name, text):
    return re.search(re.escape("$" + name) + r"\b", text) is not None


class Words:
    """What programs may use. Globals, helpers and locals map a name to its C text; a helper may use those before it."""

    def __init__(self, head, globals_, helpers, locals_):
        self.head, self.globals, self.helpers, self.locals = head, globals_, helpers, locals_

    def line(self, text):
        """How a line of a tree is written."""
        return text

    def function(self, head, nodes, tail):
        body = lines_of(nodes, 4, self.line)
        text = "\n".join(body)
        declared = ["    " + decl for name, decl in self.locals.items() if re.search(r"(?<!\$)\b" + name + r"\b", text)]
        return "\n".join([head, *declared, *body, *tail, "}"])

    def text(self, program):
        """The program with `$` before its names, declarations included; its entry is $main."""
        text = self.function("static void $main(void *arg) {", program["main"], [])
        # Only threads that something starts; one may be started by another.
        waiting, declared = list(program["threads"]), []
        while any(is_used(t["name"][1:], text) for t in waiting):
            t = next(t for t in waiting if is_used(t["name"][1:], text))
            waiting.remove(t)
            declared.append(f"static void *{t['name']}(void *arg);")
            text = self.function(f"static void *{t['name']}(void *arg) {{", t["body"],
                                 ["    return NULL;"]) + "\n" + text
        if program.get("invariant"):
            text += f"\nint $invariant(void) {{ return {program['invariant']}; }}"
        for name, lines in reversed(self.helpers.items()):
            if is_used(name, text):
                text = "\n".join(lines) + "\n" + text
        used = [decl for name, decl in self.globals.items() if is_used(name, text)]
        return "\n".join(used + declared + [text])

    def batch(self, texts):
        """One C file with the programs."""
        out = [self.head % len(texts)]
        for k, text in enumerate(texts):
            out += [text.replace("$", f"p{k}_"), ""]
        if len(texts) == 1:  # checked as it is, too
            return "\n".join(out + ["int main(void) {", "    if (program_number >= 0)", "        p0_main((void *)3L);",
                                    "    return 0;", "}", ""])
        out += ["int main(void) {", "    switch (program_number) {"]
        for k in range(len(texts)):
            out += [f"    case {k}: p{k}_main((void *)3L); break;"]
        return "\n".join(out + ["    }", "    return 0;", "}", ""])


# ---- shrinking -----------------------------------------------------------------------------------

def smaller_lists(nodes):
    """Every list of nodes that is this one with something removed, large pieces first."""
    size = len(nodes) // 2
    while size > 1:
        for at in range(0, len(nodes) - size + 1, size):
            yield nodes[:at] + nodes[at + size:]
        size //= 2
    for k, node in enumerate(nodes):
        before, after = nodes[:k], nodes[k + 1:]
        yield before + after
        if not isinstance(node, str):
            head, body, tail = node
            yield before + body + after
            for fewer in smaller_lists(body):
                yield before + [(head, fewer, tail)] + after


def smaller_programs(program):
    threads = program["threads"]
    for main in smaller_lists(program["main"]):
        yield {**program, "main": main}
    for k, t in enumerate(threads):
        if t["body"]:
            yield {**program, "threads": threads[:k] + [{**t, "body": []}] + threads[k + 1:]}
        for body in smaller_lists(t["body"]):
            yield {**program, "threads": threads[:k] + [{**t, "body": body}] + threads[k + 1:]}
