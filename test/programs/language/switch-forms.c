// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3 -Os
// switch: dense, sparse, ranges, negative and 64-bit cases, fall-through, no default.
#include <assert.h>

static int dense(int x) {
    switch (x) {
    case 0: return 10;
    case 1: return 11;
    case 2:
    case 3: return 13;
    case 4: x += 100; // falls through
    case 5: return x;
    default: return -1;
    }
}
static int sparse(long x) {
    switch (x) {
    case -1000000: return 1;
    case 7: return 2;
    case 4000000000: return 3;
    case -9223372036854775807 - 1: return 4;
    }
    return 0;
}
static int ranges(unsigned char c) {
    switch (c) {
    case '0' ... '9': return 1;
    case 'a' ... 'z': return 2;
    case 200 ... 255: return 3;
    default: return 0;
    }
}
static int duff(int n) {
    int count = 0, rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { count++; // falls through
    case 3: count++; // falls through
    case 2: count++; // falls through
    case 1: count++;
        } while (--rounds > 0);
    }
    return count;
}

int main(void) {
    static volatile int zero;
    assert(dense(zero) == 10 && dense(zero + 3) == 13 && dense(zero + 4) == 104 && dense(zero + 5) == 5);
    assert(dense(zero + 6) == -1 && dense(zero - 1) == -1);
    assert(sparse(zero - 1000000) == 1 && sparse(zero + 7) == 2 && sparse(zero + 4000000000) == 3);
    assert(sparse(-9223372036854775807 - 1 + zero) == 4 && sparse(zero) == 0);
    assert(ranges('5') == 1 && ranges('q') == 2 && ranges(zero + 199) == 0 && ranges(zero + 200) == 3);
    assert(duff(7) == 7 && duff(8) == 8 && duff(1 + zero) == 1);
    return 0;
}
