# SPDX-License-Identifier: Apache-2.0
"""--store: what is kept of states, and what may be said after that."""
from cli.sources import GOOD, HUGE, MANY
from suite import Failure


def check_probabilistic(box, r):
    r.expect(3, r"^unknown: probabilistic: .*coverage [0-9.e-]+ %", where="out")
    result = box.json("out.json")
    if result["verdict"] != "unknown" or not result["reason"].startswith("probabilistic"):
        raise Failure(f"wrong verdict in JSON: {result['verdict']}, {result['reason']}")
    return result


def test_store_names(box):
    box.write("good.c", GOOD)
    for store in ("exact", "auto"):
        box.run("check", "--store", store, "good.c").expect(0, r"^holds \[", where="out")
    for store in ("nonsense", "exact=5", "auto=1M", "compact=8"):
        box.run("check", "--store", store, "good.c").expect(2, rf"^heddle: --store: there is no '{store}'",
                                                            r"exact, auto, compact, bitstate", where="err")
    for size in ("x", "", "1M2", "-1"):
        box.run("check", "--store", "bitstate=" + size, "good.c").expect(
            2, rf"^heddle: --store: '{size}' is not a size", where="err")


def test_store_probabilistic(box):
    box.write("many.c", MANY)
    program = ["-DROUNDS=3", "many.c", "--json", "out.json"]
    box.run("check", "-DLESS=0", *program).expect(0)
    states = box.json("out.json")["states"]
    for store in ("compact", "bitstate", "bitstate=1M"):
        result = check_probabilistic(box, box.run("check", "--store", store, "-DLESS=0", *program))
        if store == "compact" and result["states"] != states:
            raise Failure(f"{result['states']} states with hashes of 64 bits, {states} with the exact store")
        box.run("check", "--store", store, "-DLESS=1", *program).expect(1, r"^violated: assertion", where="out")
    result = check_probabilistic(box, box.run("check", "--store", "bitstate=1K", "-DLESS=0", *program))
    if result["states"] >= states:
        raise Failure(f"{result['states']} of {states} states in 8192 bits")


def test_store_auto(box):
    """What fits is searched exactly; what does not goes on with hashes, and says so when it happens."""
    box.write("many.c", MANY)
    program = ["-DLESS=0", "many.c", "--store", "auto", "--json", "out.json", "--workers", "1"]
    r = box.run("check", "-DROUNDS=3", *program).expect(0, r"^holds under sequential consistency \[", where="out")
    if r.err:
        raise Failure(f"something on standard error\n{r}")
    r = box.run("check", "-DROUNDS=5", "--memory-limit", "8600K", *program)
    check_probabilistic(box, r)
    r.expect(3, r"^heddle: the exact store would exceed the memory limit: going on with hash compaction$", where="err")


def test_store_auto_finds(box):
    """A violation is found after the store has switched."""
    box.write("many.c", MANY.replace("x <= 3 * ROUNDS - LESS", "x > 2"))
    box.run("check", "-q", "-DROUNDS=6", "--search", "dfs", "--no-lock-reduction", "--store", "auto",
            "--memory-limit", "13M", "--workers", "1", "many.c").expect(
        1, r"hash compaction", r"violated: assertion: x > 2 does not hold")


def test_memory_limit_names_auto(box):
    box.write("huge.c", HUGE)
    box.run("check", "--reduction", "global", "--memory-limit", "30M", "--time-limit", "60", "huge.c").expect(
        3, r"^unknown: memory limit of 30 MiB reached \(--store auto", where="out")
