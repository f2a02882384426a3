# SPDX-License-Identifier: Apache-2.0
"""--addresses: what becomes of a look at the number of an address."""
from suite import Failure

HASH = """
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 24
#endif
#ifndef BLOCKS
#define BLOCKS 1
#endif
static volatile unsigned buckets = 7;

int main(void) {
    char *p = NULL;
    unsigned bucket = 0;
    for (int i = 0; i < BLOCKS; i++) {
        p = aligned_alloc(ALIGN, SIZE);
        if (!p)
            return 0;
        printf("%p\\n", (void *)p);
#ifdef LOOK
        bucket = (uintptr_t)p / 16 % buckets;
#endif
    }
    assert(bucket < 7);
    free(p);
    return 0;
}
"""
LAYOUT = r"^holds for one layout of memory \["


def test_learn(box):
    """The default: numbers come when they are looked at, and the verdict names that."""
    box.write("hash.c", HASH)
    for options in ([], ["--addresses", "learn"], ["--addresses=learn", "-m32"]):
        box.run("check", "-DALIGN=16", *options, "hash.c").expect(0, r"^holds \[", where="out")
        box.run("check", "-DALIGN=16", "-DLOOK", "--json", "out.json", *options, "hash.c").expect(
            0, LAYOUT, where="out")
        if box.json("out.json")["bounds"] != ["for one layout of memory"]:
            raise Failure(f"bounds: {box.json('out.json')['bounds']}")


def test_fixed(box):
    """All have one from the beginning; that is a condition only if somebody looks."""
    box.write("hash.c", HASH)
    box.run("check", "-DALIGN=16", "--addresses", "fixed", "hash.c").expect(0, r"^holds \[", where="out")
    box.run("check", "-DALIGN=16", "--addresses", "fixed", "-DLOOK", "hash.c").expect(0, LAYOUT, where="out")


def test_unknown(box):
    """A look ends the run, with the place and the way out."""
    box.write("hash.c", HASH)
    box.run("check", "-DALIGN=16", "--addresses", "unknown", "hash.c").expect(0, r"^holds \[", where="out")
    box.run("check", "-DALIGN=16", "--addresses", "unknown", "-DLOOK", "hash.c").expect(
        3, r"^unknown: hash\.c:\d+: in 'main': .*numeric value of an address \(--addresses fixed gives it one\)",
        where="out")


def test_words(box):
    box.write("hash.c", HASH)
    for word in ("", "known", "fixed,learn", "Learn"):
        box.run("check", "--addresses", word, "hash.c").expect(2, r"--addresses: there is no .*learn\|fixed\|unknown",
                                                                where="err")
    box.run("run", "--addresses", "fixed", "hash.c").expect(2, r"--addresses is not an option of 'heddle run'",
                                                             where="err")


def test_room(box):
    """Where a region is full, that is the reason, and what would help is told."""
    box.write("hash.c", HASH)
    full = r"^unknown: hash\.c:\d+: in 'main': .*no room to give it one: each thread has {} KiB.*fewer or smaller"
    box.run("check", "-DALIGN=16", "-DLOOK", "-DSIZE=20000000", "-DBLOCKS=2", "hash.c").expect(
        3, full.format(32768), where="out")
    box.run("check", "-m32", "-DALIGN=16", "-DLOOK", "-DSIZE=500000", "-DBLOCKS=2", "hash.c").expect(
        3, full.format(768), where="out")
    for bits in ([], ["-m32"]):
        box.run("check", *bits, "-DALIGN=(1u<<30)", "-DLOOK", "hash.c").expect(
            3, r"no room to give it one.*a smaller alignment", where="out")


def test_undefined(box):
    """What has no number for another reason says which."""
    box.write("mark.c", "extern char end_of_text[];\n"
                        "int main(void) { if ((unsigned long)end_of_text % 61 > 7) return 1; return 0; }\n")
    box.run("check", "mark.c").expect(3, r"numeric value of an address, but nothing defines the variable", where="out")
