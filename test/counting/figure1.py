# SPDX-License-Identifier: Apache-2.0
"""The algorithm of figure 1 of the paper that doc/counting.md names, breadth-first on a tree, as its section 4 says: to
show what it misses. A configuration is a global state and a tuple of counts."""
import re

ANY = float("inf")


def read(text):
    """The initial configuration and the transitions of a machine with one kind of threads, any number of them."""
    names = re.search(r"^local (.*)$", text, re.M)[1].split()
    start = names.index(re.search(r"^threads (\S+) \*$", text, re.M)[1])
    first = (re.search(r"^init (\S+)$", text, re.M)[1], tuple(ANY if i == start else 0 for i in range(len(names))))
    return first, [(g, names.index(l), h, names.index(m))
                   for g, l, h, m in re.findall(r"^\((\w+), (\w+)\) -> \((\w+), (\w+)\)$", text, re.M)]


def image(c, transition):
    g, l, h, m = transition
    if c[0] != g or not c[1][l]:
        return None
    counts = list(c[1])
    counts[l] -= 1
    counts[m] += 1
    return h, tuple(counts)


def is_covered(a, b):
    return a[0] == b[0] and all(x <= y for x, y in zip(a[1], b[1]))


def figure1(first, transitions):
    """The vertices that it ends with."""
    label, parent, work = {0: first}, {0: None}, [0]

    def ancestors(v):
        while v is not None:
            yield v
            v = parent[v]

    while work:
        c = work.pop(0)
        for t in transitions:
            d = image(label[c], t)
            if d is None or any(is_covered(d, x) for x in label.values()):                          # [1] to [3]
                continue
            below = [a for a in ancestors(c) if is_covered(label[a], d)]
            if below:                                                                               # [4]
                a = below[-1]
                e = tuple(y if x == y else ANY for x, y in zip(label[a][1], d[1]))                   # [5]
                for v in [v for v in label if v != a and a in ancestors(v)]:                         # [6]
                    del label[v]
                work = [v for v in work if v in label] + [a] * (a not in work)                       # [8]
                label[a] = (d[0], e)                                                                # [7]
                if a == c or c not in label:    # it is there no more, or will be looked at again
                    break
            else:                                                                                   # [9] to [11]
                new = len(parent)
                label[new], parent[new] = d, c
                work.append(new)
    return set(label.values())


def is_closed(vertices, first, transitions):
    """Whether they cover the beginning and all that comes of them."""
    images = [d for c in vertices for d in (image(c, t) for t in transitions) if d]
    return all(any(is_covered(d, x) for x in vertices) for d in [first, *images])
