# SPDX-License-Identifier: Apache-2.0
"""Families about the numbers of addresses: hashed, in disguise, with tags, as bytes, of threads and of locals. Where
things lie must not depend on what a reduction leaves out."""
from tree import when

GLOBALS = {
    "marks": "static unsigned char $marks[3];",
    "hidden": "static _Atomic unsigned long $hidden;",
    "noticed": "static unsigned $noticed;",
}
HELPERS = {}
LOCALS = {"blk": "int *blk = NULL;", "word": "unsigned long word = 0;"}
HEAD = ""

DISGUISES = ["{} ^ 0x5a5aul", "{} | 5ul << 48", "{} * 3"]
UNMASKED = ["{} ^ 0x5a5aul", "{} & ~(5ul << 48)", "{} / 3"]


class Addresses:
    def hash_of(self, pointer):
        number = f"(unsigned long){pointer}"
        return self.rng.choice([f"({number} >> 4) % 3", f"({number} >> 4) % 3", f"{number} / 16 * 7 % 3",
                                f"(unsigned long)((long){number} % 37) % 3", f"({number} & 0xfff0) % 3"])

    def block(self):
        return f"blk = malloc({self.rng.choice([4, 4, 8, 24])}); *blk = {self.rng.randrange(4)};"

    def hashed(self):
        """A block that is counted where its address says, and freed or kept."""
        count = f"$marks[{self.hash_of('blk')}] = ($marks[{self.hash_of('blk')}] + 1) & 3;"
        ends = self.rng.choice([["free(blk);"], ["free(blk);"], ["$aip = blk;"],
                                ["blk = atomic_exchange(&$aip, blk);", "free(blk);"]])
        return [self.block(), count, *self.simple(), *ends]

    def disguised(self):
        """A block that is known only by a number in disguise; whoever takes the number frees it, or forgets to."""
        way = self.rng.randrange(len(DISGUISES))
        hide = DISGUISES[way].format("(unsigned long)blk")
        bare = f"((int *)({UNMASKED[way].format('word')}))"
        use = self.rng.choice([f"*{bare} = (*{bare} + 1) & 7;", f"{self.reg()} = *{bare} & 7;",
                               f"$noticed = *{bare} & 7;"])
        take = "word = atomic_exchange(&$hidden, 0);" if not self.mistake(25) else "word = $hidden;"
        made = [self.block(), f"$hidden = {hide};", *self.simple()]
        taken = [take, when("word", [use, *([f"free({bare});"] if self.chance(60) else [])])]
        return self.rng.choice([made + taken, made + taken, taken, made])

    def identified(self):
        """The number of a thread's id, or of something on its stack."""
        number = "(unsigned long)" + self.rng.choice(["pthread_self()", "pthread_self()", "&near", "&$tls"])
        mark = f"$marks[{number} / 16 % 3]"
        return [f"word = {number};", *self.simple(),
                self.rng.choice([f"{mark} = ({mark} + 1) & 3;", f"$noticed = (unsigned)(word >> 4) & 7;",
                                 "if (word >> 4 & 1) $noticed = 1;"])]

    def bytes_of(self):
        """A pointer as bytes, and the number of a global."""
        return [self.block(), "word = 0;",
                "for (unsigned i = 0; i < sizeof blk; i++) word = word * 31 + ((unsigned char *)&blk)[i];",
                f"$marks[(word ^ (unsigned long)&$marks) % 3] = {self.rng.randrange(4)};", "free(blk);"]
