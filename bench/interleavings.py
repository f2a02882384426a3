# SPDX-License-Identifier: Apache-2.0
"""The programs of the paper on SMT-based context-bounded checking, with its figures: tables 1 and 2.

A row: what the paper calls it, our program, its parameters, whether it is wrong, the bounds on loops and on
context switches (None: no bound), and what the paper has: failing and all interleavings and seconds of lazy,
seconds of schedule, seconds and iterations of uw ("" where it ran out of time or memory)."""
from dataclasses import dataclass


@dataclass
class Row:
    name: str
    program: str
    definitions: dict
    is_wrong: bool
    turns: int
    switches: int
    lazy: str
    lazy_seconds: str
    schedule: str
    uw: str


def reorder(n, switches, lazy, seconds, schedule, uw):
    return Row(f"reorder_{n}_bad ({n - 1},1)", "reorder", {"SET": n - 1, "CHECK": 1}, True, n, switches, lazy, seconds,
               schedule, uw)


def twostage(n, lazy, seconds, schedule, uw):
    return Row(f"twostage_{n}_bad ({n - 1},1)", "twostage", {"WRITERS": n - 1, "READERS": 1}, True, n, 4, lazy, seconds,
               schedule, uw)


def wronglock(n, lazy, seconds, schedule, uw):
    return Row(f"wronglock_{n}_bad (1,{n - 1})", "wronglock", {"ONE": 1, "OTHER": n - 1}, True, n, 8, lazy, seconds,
               schedule, uw)


def micro(n, switches, lazy, seconds, schedule, uw):
    return Row(f"micro_{n}_ok (100)", "micro", {"THREADS": n, "COUNT": 100}, False, None, switches, lazy, seconds,
               schedule, uw)


TABLE_1 = [
    reorder(3, 4, "1/29", "<1", "<1", "<1, 4"),
    reorder(4, 5, "1/82", "<1", "1", "4, 5"),
    reorder(5, 6, "1/277", "<1", "4", "18, 6"),
    reorder(6, 7, "1/853", "<1", "36", "72, 7"),
    reorder(6, 8, "1/2810", "<1", "225", "592, 7"),
    reorder(6, 9, "1/8124", "<1", "", ""),
    twostage(3, "1/35", "1", "1", "3, 5"),
    twostage(4, "1/42", "2", "1", "4, 5"),
    twostage(5, "1/44", "2", "1", "5, 5"),
    twostage(6, "1/45", "2", "2", "5, 5"),
    wronglock(4, "2/489", "5", "10", "89, 9"),
    wronglock(5, "3/2869", "10", "50", "408, 9"),
    wronglock(6, "4/12106", "18", "225", "2060, 9"),
    wronglock(7, "5/39100", "34", "", ""),
    micro(2, 2, "0/4", "<1", "<1", "<1, 1"),
    micro(2, 17, "0/131072", "1095", "", ""),
    micro(3, 2, "0/9", "<1", "<1", "<1, 1"),
    micro(3, 12, "0/121393", "1021", "", ""),
]
TABLE_2 = [
    Row("circular_buffer_ok", "circular_buffer", {}, False, 8, None, "0/12870", "477", "", ""),
    Row("circular_buffer_bad", "circular_buffer", {"WRONG": None}, True, 8, 5, "3/32", "<1", "2", "11, 6"),
    Row("queue_ok", "queue", {}, False, 41, None, "0/6", "3", "3", "3, 1"),
    Row("queue_bad", "queue", {"WRONG": None}, True, 41, 8, "91/256", "3", "50", "373, 7"),
    Row("stack_ok", "stack", {}, False, 11, 12, "0/4094", "225", "1026", "1097, 1"),
    Row("stack_bad", "stack", {"WRONG": None}, True, 11, 4, "4/16", "<1", "2", "6, 4"),
    Row("fsbench_ok", "fsbench", {"THREADS": 26}, False, 26, 2, "0/676", "252", "304", "301, 1"),
    Row("fsbench_bad", "fsbench", {"THREADS": 27, "WRONG": None}, True, 27, 2, "729/729", "<1", "360", "786, 2"),
    Row("indexer_ok", "indexer", {"THREADS": 13}, False, 129, 4, "0/17160", "595", "220", "218, 1"),
    Row("stateful20_ok", "stateful", {"COUNT": 20}, False, 20, 10, "0/1024", "95", "487", "518, 1"),
    Row("sync02_ok", "sync", {"COUNT": 20}, False, 21, 21, "0/121", "44", "60", "60, 1"),
    Row("sync02_bad", "sync", {"COUNT": 20, "WRONG": None}, True, 21, 21, "5/186", "8", "132", "383, 3"),
    reorder(10, 11, "1/154574", "<1", "", ""),
    twostage(100, "1/139", "88", "93", "195, 5"),
    wronglock(8, "6/104015", "90", "", ""),
    micro(10, 17, "0/29260", "254", "", ""),
]
