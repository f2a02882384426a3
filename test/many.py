#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Any number of threads: what `heddle check --any-number` says of random thread functions is compared with searches for
1 to 4 threads (--most-threads). Where it holds for any number, it must hold for these; where it is violated, the number
of threads that is named must be the smallest one; deadlocks count where they are circles.

  test/many.py                      60 programs
  test/many.py --count 500 --seed 7
"""
import argparse
import os
import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from suite import ROOT  # noqa: E402
import json  # noqa: E402
import subprocess  # noqa: E402

HEAD = """
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;
static sem_t s0;
static atomic_int a0, a1;
static int x0, x1;
static int *shared;
static pthread_cond_t c0 = PTHREAD_COND_INITIALIZER;
static pthread_key_t key;
static pthread_t who;
static atomic_int nodes, children;
typedef struct Node {
    struct Node *next;
    int value;
} Node;
static Node fixed = {&fixed, 1};
static _Atomic(Node *) top = &fixed;
static Node *plain = &fixed;
int __VERIFIER_nondet_int(void);

// One node is made, whoever comes first.
static Node *node(int value) {
    Node *n = atomic_exchange(&nodes, 1) ? NULL : malloc(sizeof *n);
    if (n)
        *n = (Node){&fixed, value};
    return n ? n : &fixed;
}

static int *own_number(void) {
    if (!pthread_getspecific(key))
        pthread_setspecific(key, calloc(1, sizeof(int)));
    int *number = pthread_getspecific(key);
    if (!number)
        abort();
    return number;
}

static void *child(void *number) {
    *(int *)number = 2;
    return NULL;
}
"""
MOST = 4


class Generator:
    def __init__(self, rng):
        self.rng = rng

    def value(self):
        return self.rng.choice(["x0", "x1", "a0", "a1", "r", "1", "2", "*shared", "plain->value", "top->value"])

    def place(self):
        return self.rng.choice(["x0", "x1", "a0", "a1", "*shared"])

    def statement(self, depth):
        rng, kind = self.rng, self.rng.randrange(21)
        if kind < 3:
            return [f"{self.place()} = ({self.value()} + {self.value()}) & 3;"]
        if kind == 3:
            return [f"r = atomic_fetch_add(&{rng.choice(['a0', 'a1'])}, 1); a0 &= 3; a1 &= 3;"]
        if kind == 4:
            return [f"r = {self.place()};"]
        if kind == 5:
            return [f"if ({self.value()} {rng.choice(['<', '==', '!='])} {self.value()})", *self.block(depth)]
        if kind in (6, 7) and depth:
            lock = rng.choice(["m0", "m1"])
            return [f"pthread_mutex_lock(&{lock});", *self.block(depth), f"pthread_mutex_unlock(&{lock});"]
        if kind == 8 and depth:
            return ["sem_wait(&s0);", *self.block(depth), "sem_post(&s0);"]
        if kind == 9:
            return ["{ int *own = malloc(sizeof *own); if (!own) abort(); *own = r;", *self.block(depth),
                    "r = *own & 3; free(own); }"]
        if kind == 10 and depth:
            lock = rng.choice(["m0", "m1"])
            return [f"if (pthread_mutex_trylock(&{lock}) == 0) {{", *self.block(depth),
                    f"pthread_mutex_unlock(&{lock}); }}"]
        if kind == 11:
            return ["pthread_mutex_lock(&m0);", f"if ({self.value()} == {self.value()}) pthread_cond_wait(&c0, &m0);",
                    *self.block(0), "pthread_mutex_unlock(&m0);"]
        if kind == 12:
            return ["who = pthread_self();", *self.block(0), "r = pthread_equal(who, pthread_self()) != 0;"]
        if kind == 13:
            return ["{ Node *n = node(r);", f"n->next = {rng.choice(['top', 'plain', '&fixed'])};",
                    f"{rng.choice(['top', 'plain'])} = n; }}", f"r = {rng.choice(['top', 'plain'])}->next->value;"]
        if kind == 14:
            return [f"{rng.choice(['top', 'plain', 'plain->next'])}->value = {self.value()} & 3;"]
        if kind == 15:
            return [f"*own_number() = {self.value()} & 3;", *self.block(0), "r = *own_number();"]
        if kind == 16:
            started = rng.choice(["own_number()", "shared", "&plain->value"])
            return ["if (!atomic_exchange(&children, 1)) {",
                    f"pthread_t t; pthread_create(&t, NULL, child, {started}); }}"]
        if kind == 17:
            return ["heddle_atomic_begin();", *self.block(0), "heddle_atomic_end();"]
        if kind == 18:
            return ["r = __VERIFIER_nondet_int() & 3;"]
        return [f"assert({self.place()} != {rng.choice(['2', '3', 'r + 4'])});"]

    def block(self, depth):
        lines = ["{"]
        for _ in range(self.rng.choice([1, 1, 2])):
            lines += self.statement(depth - 1) if depth else [f"{self.place()} = {self.rng.randrange(3)};"]
        return lines + ["}"]

    def thread(self, name):
        body = [line for _ in range(self.rng.choice([1, 2, 2, 3])) for line in self.statement(2)]
        return [f"void *{name}(void *arg) {{", "int r = 0;", *body, "return arg;", "}"]

    def program(self):
        lines = self.thread("one")
        if self.rng.random() < 0.3:
            lines += self.thread("two")
        lines += ["int main(void) {", "shared = malloc(sizeof *shared); if (!shared) abort(); *shared = 0;",
                  f"sem_init(&s0, 0, {self.rng.choice([1, 2])});", "pthread_key_create(&key, NULL);",
                  *(["x0 = 1;"] if self.rng.random() < 0.3 else []), "return 0;", "}"]
        return HEAD + "\n".join(lines) + "\n"


def check(options, path, *words):
    names = [w for name in ("one", "two") if f"void *{name}(" in open(path).read() for w in ("--any-number", name)]
    command = [options.heddle, "check", "--json", "-", "-q", "--time-limit", "3", *words, *names, path]
    p = subprocess.run(command, capture_output=True, text=True)
    return json.loads(p.stdout) if p.returncode in (0, 1, 3) else {"verdict": f"exit code {p.returncode}: {p.stderr}"}


def is_circle(result):
    return result["violation"]["kind"] != "deadlock" or "no thread can go on" not in result["violation"]["message"]


def compare(options, path):
    """What is wrong; None: nothing; "": it was not decided."""
    answer = check(options, path)
    if answer["verdict"] == "unknown":
        return ""
    if answer["verdict"] not in ("holds", "violated"):
        return answer["verdict"]
    needed = answer["counted"]["threads"] if answer["verdict"] == "violated" else MOST + 1
    for n in range(1, MOST + 1):
        listed = check(options, path, "--most-threads", str(n))
        if listed["verdict"] == "violated" and not is_circle(listed):  # look for others
            listed = check(options, path, "--most-threads", str(n), "--no-property", "deadlock")
        if listed["verdict"] == "violated" and answer["verdict"] == "holds" and is_circle(listed):
            return f"holds for any number, but not for {n}: {listed['violation']['message']}"
        if listed["verdict"] not in ("holds", "violated", "unknown"):
            return listed["verdict"]
        if n < needed and listed["verdict"] == "violated" and is_circle(listed):
            return f"violated with {needed} threads, but {n} are enough: {listed['violation']['message']}"
        if n == needed and listed["verdict"] == "holds":
            return f"violated with {needed} threads, but not found with so many"
        if n >= needed:
            break
    return None


def main():
    p = argparse.ArgumentParser(description="any number of threads, and some of them")
    p.add_argument("--heddle", default=os.path.join(ROOT, "build", "heddle"))
    p.add_argument("--count", type=int, default=60)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    options = p.parse_args()
    decided = failed = 0
    with tempfile.TemporaryDirectory(prefix="heddle-many-") as home:
        def work(i):
            path = os.path.join(home, f"many-{i}.c")
            text = Generator(random.Random(f"{options.seed}/{i}")).program()
            with open(path, "w") as f:
                f.write(text)
            return compare(options, path), text

        with ThreadPoolExecutor(options.jobs) as pool:
            for i, (wrong, text) in enumerate(pool.map(work, range(options.count))):
                decided += wrong != ""
                if wrong:
                    failed += 1
                    print(f"FAIL seed {options.seed}, program {i}: {wrong}\n{text}")
    print(f"seed {options.seed}: {options.count} programs, {decided} decided")
    print(f"{options.count - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
