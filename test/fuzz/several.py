# SPDX-License-Identifier: Apache-2.0
"""What --continue and --suppress say of a program, judged without knowing where its violations are:

- every reduction, order and number of workers reports the same ones;
- each kind that brute force reaches is among them, and no other one, unless runs go on after a fault where brute
  force stops;
- with rules that suppress a kind, the others are reported as before;
- with rules that suppress all of them none is a violation, and exactly these are named as suppressed.
"""
import json
import os

from common import TIMED_OUT, run

RACE = ["--property", "race"]
WAYS = [[], ["--reduction", "none", "--search", "bfs"], ["--reduction", "global", "--search", "dfs", "--workers", "2"]]
GOES_ON = {"mutex-misuse", "deadlock"}  # where brute force does not
TIME_LIMIT = 30


class Stopped(Exception):
    """A limit has ended the search: there is nothing to compare."""


def ask(heddle, directory, source, options):
    result_file = os.path.join(directory, "several.json")
    if os.path.exists(result_file):
        os.unlink(result_file)
    done = run([heddle, "check", "--continue", *RACE, *options, "--time-limit", str(TIME_LIMIT), "--memory-limit", "4G",
                "--json", result_file, source], TIME_LIMIT + 60)
    if done.code == TIMED_OUT or not os.path.exists(result_file):
        return {"verdict": f"exit code {done.code}", "violations": [], "suppressed": [],
                "reason": done.stderr.decode("utf-8", "replace").strip()[-200:]}
    with open(result_file, encoding="utf-8") as f:
        result = json.load(f)
    if "limit" in str(result["reason"]) or "limit" in str(result["not_searched"]):
        raise Stopped
    return result


def places(violations):
    """Kinds and lines. A race may be told from either side."""
    lines = [(v["line"] or 0, (v.get("other") or {}).get("line") or 0) for v in violations]
    return sorted((v["kind"], *sorted(pair)) for v, pair in zip(violations, lines))


def write_rules(directory, kinds):
    path = os.path.join(directory, "rules.txt")
    with open(path, "w", encoding="utf-8") as f:
        f.write("".join(f"{kind}\n" for kind in kinds))
    return ["--suppress", path]


def compare_kinds(found, faults):
    """faults: the kinds that brute force reaches."""
    kinds = {v[0] for v in found}
    if faults - kinds:
        return f"--continue does not find {', '.join(sorted(faults - kinds))}, which brute force does: {found}"
    if kinds - faults and not faults & GOES_ON:
        return f"--continue finds {', '.join(sorted(kinds - faults))}, which brute force does not: {found}"
    return None


def compare_suppressed(heddle, directory, source, found):
    kinds = sorted({v[0] for v in found})
    for kind in kinds:
        rest = ask(heddle, directory, source, write_rules(directory, [kind]))
        wanted = [v for v in found if v[0] != kind]
        if places(rest["violations"]) != wanted:
            return f"with {kind} suppressed: {rest['verdict']} {places(rest['violations'])}, without: {found}"
    none = ask(heddle, directory, source, write_rules(directory, kinds))
    if none["verdict"] not in ("holds", "unknown") or none["violations"] or places(none["suppressed"]) != found:
        return (f"with all suppressed: {none['verdict']} {places(none['violations'])}, named as such: "
                f"{places(none['suppressed'])}, without: {found}")
    return None


def judge(heddle, directory, source, faults):
    """What is wrong, or None. faults: None if brute force has not come to its end."""
    try:
        results = [ask(heddle, directory, source, way) for way in WAYS]
        found = places(results[0]["violations"])
        for way, result in zip(WAYS, results):
            if result["verdict"] not in ("holds", "violated"):
                return f"--continue {' '.join(way)}: {result['verdict']}, {result['reason']}"
            if places(result["violations"]) != found:
                return f"--continue {' '.join(way)}: {places(result['violations'])}, by default: {found}"
        wrong = None if faults is None else compare_kinds(found, faults)
        return wrong or (compare_suppressed(heddle, directory, source, found) if found else None)
    except Stopped:
        return None
