// SPDX-License-Identifier: Apache-2.0
// Conformance tests: stdlib.h, random numbers
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// checks: without a seed, glibc's numbers for the seed 1
void pass_rand(void) { assert(rand() == 1804289383 && rand() == 846930886 && rand() == 1681692777); }

// checks: with --nondet-rand any number of the range, but never a negative one
// options: --nondet-rand --nondet-range -2..5
void pass_rand__nondet(void) {
    int v = rand();
    assert(v >= 0 && v <= 5);
}

// violates: assertion: with --nondet-rand every remainder is found
// options: --nondet-rand --nondet-range 0..5
void fail_rand(void) { assert(rand() % 3 != 2); }

// violates: assertion: two numbers in a row differ
void fail_rand__same(void) { assert(rand() == rand()); }

// checks: the same seed gives the same numbers; the seed 0 is as 1
void pass_srand(void) {
    srand(42);
    int first = rand(), second = rand();
    assert(first == 71876166 && second == 708592740);
    srand(42);
    assert(rand() == first);
    srand(0);
    assert(rand() == 1804289383);
}

// violates: assertion: another seed gives other numbers
void fail_srand(void) {
    srand(42);
    int first = rand();
    srand(43);
    assert(rand() == first);
}

// checks: glibc's numbers; the seed is changed
void pass_rand_r(void) {
    unsigned seed = 1;
    assert(rand_r(&seed) == 476707713 && rand_r(&seed) == 1186278907 && seed != 1);
}

// violates: null-dereference: there is no seed
void fail_rand_r(void) { rand_r(NULL); }

// checks: the same generator as rand
void pass_random(void) { assert(random() == 1804289383 && rand() == 846930886); }

// violates: assertion: with --nondet-rand it may be 0
// options: --nondet-rand --nondet-range 0..1
void fail_random(void) { assert(random() != 0); }

// checks: seeds random and rand
void pass_srandom(void) {
    srandom(42);
    assert(random() == 71876166 && rand() == 708592740);
}

// violates: assertion: another seed gives other numbers
void fail_srandom(void) {
    srandom(42);
    assert(random() == 1804289383);
}

static int32_t small[2], table8[8], table32[32];

// checks: tables of several sizes; the old one is returned and can be used again; too small is EINVAL
void pass_initstate(void) {
    long first = random();
    char *old = initstate(1, (char *)table32, sizeof table32);
    assert(random() == first);
    assert(initstate(7, (char *)small, sizeof small) == (char *)table32);
    assert(random() == (7 * 1103515245u + 12345) % 2147483648u);
    assert(initstate(1, (char *)table8, sizeof table8) == (char *)small);
    assert(random() == 964237963);
    setstate(old);
    assert(random() == 846930886);
    errno = 0;
    assert(!initstate(1, (char *)small, 7) && errno == EINVAL);
}

// violates: out-of-bounds: the table is smaller than said
void fail_initstate(void) { initstate(1, (char *)table8, sizeof table32); }

// checks: goes on where the table was left
void pass_setstate(void) {
    char *first = initstate(5, (char *)table32, sizeof table32);
    long a = random(), b = random();
    initstate(5, (char *)table8, sizeof table8);
    random();
    char *left = setstate((char *)table32);
    assert(left == (char *)table8);
    setstate(first);
    initstate(5, (char *)table32, sizeof table32);
    assert(random() == a);
    setstate(first);
    setstate((char *)table32);
    assert(random() == b);
}

// violates: null-dereference: there is no table
void fail_setstate(void) {
    char *volatile none = NULL;
    setstate(none);
}

// checks: glibc's numbers for a generator of one's own
void pass_random_r(void) {
    struct random_data g = {0};
    int32_t v;
    assert(initstate_r(1, (char *)table32, sizeof table32, &g) == 0 && random_r(&g, &v) == 0 && v == 1804289383);
}

// violates: null-dereference: the generator has no table
void fail_random_r(void) {
    struct random_data g = {0};
    int32_t v;
    random_r(&g, &v);
}

// checks: seeds a generator of one's own
void pass_srandom_r(void) {
    struct random_data g = {0};
    int32_t v;
    initstate_r(1, (char *)table32, sizeof table32, &g);
    assert(srandom_r(42, &g) == 0 && random_r(&g, &v) == 0 && v == 71876166);
}

// violates: null-dereference: the generator has no table
void fail_srandom_r(void) {
    struct random_data g = {0};
    srandom_r(42, &g);
}

// checks: EINVAL for a table that is too small
void pass_initstate_r(void) {
    struct random_data g = {0};
    errno = 0;
    assert(initstate_r(1, (char *)table32, 4, &g) == -1 && errno == EINVAL);
    assert(initstate_r(1, (char *)table32, 100, &g) == 0 && g.rand_deg == 15);
}

// violates: out-of-bounds: the table is smaller than said
void fail_initstate_r(void) {
    struct random_data g = {0};
    initstate_r(1, (char *)table8, sizeof table32, &g);
}

// checks: goes on where the table was left
void pass_setstate_r(void) {
    struct random_data g = {0};
    int32_t v;
    initstate_r(1, (char *)table32, sizeof table32, &g);
    random_r(&g, &v);
    initstate_r(1, (char *)table8, sizeof table8, &g);
    assert(setstate_r((char *)table32, &g) == 0 && random_r(&g, &v) == 0 && v == 846930886);
}

// violates: assertion: the numbers do not begin again
void fail_setstate_r(void) {
    struct random_data g = {0};
    int32_t first, v;
    initstate_r(1, (char *)table32, sizeof table32, &g);
    random_r(&g, &first);
    setstate_r((char *)table32, &g);
    random_r(&g, &v);
    assert(v == first);
}

// checks: numbers of the seed, in [0, 1)
void pass_drand48(void) {
    srand48(1);
    double v = drand48();
    assert(v > 0.0416303447 && v < 0.0416303448);
}

// violates: assertion: the first number is not 0
void fail_drand48(void) {
    srand48(1);
    assert(drand48() <= 0);
}

// checks: the state is the caller's
void pass_erand48(void) {
    unsigned short x[3] = {0x330e, 1, 0};
    double v = erand48(x);
    assert(v > 0.0416303447 && v < 0.0416303448 && x[0] != 0x330e);
}

// violates: out-of-bounds: the state has three words
void fail_erand48(void) {
    unsigned short x[2] = {1, 2};
    erand48(x);
}

// checks: numbers of the seed, 31 bits
void pass_lrand48(void) {
    srand48(1);
    assert(lrand48() == 89400484 && lrand48() == 976015093);
}

// violates: assertion: with --nondet-rand it may be 0
// options: --nondet-rand --nondet-range 0..1
void fail_lrand48(void) { assert(lrand48() == 1); }

// checks: the state is the caller's
void pass_nrand48(void) {
    unsigned short x[3] = {0x330e, 1, 0};
    assert(nrand48(x) == 89400484 && nrand48(x) == 976015093);
}

// violates: out-of-bounds: the state has three words
void fail_nrand48(void) {
    unsigned short x[2] = {1, 2};
    nrand48(x);
}

// checks: numbers of the seed, 32 bits with sign
void pass_mrand48(void) {
    srand48(1);
    assert(mrand48() == 178800969 && mrand48() == 1952030186 && mrand48() < 0);
}

// violates: assertion: there are negative numbers
void fail_mrand48(void) {
    srand48(1);
    for (int i = 0; i < 4; i++)
        assert(mrand48() >= 0);
}

// checks: the state is the caller's
void pass_jrand48(void) {
    unsigned short x[3] = {0x330e, 1, 0};
    assert(jrand48(x) == 178800969);
}

// violates: out-of-bounds: the state has three words
void fail_jrand48(void) {
    unsigned short x[2] = {1, 2};
    jrand48(x);
}

// checks: the same seed gives the same numbers
void pass_srand48(void) {
    srand48(9);
    long first = lrand48();
    srand48(9);
    assert(lrand48() == first);
}

// violates: assertion: another seed gives other numbers
void fail_srand48(void) {
    srand48(9);
    long first = lrand48();
    srand48(10);
    assert(lrand48() == first);
}

// checks: the whole state; the old one is returned
void pass_seed48(void) {
    unsigned short x[3] = {0x330e, 1, 0};
    srand48(5);
    unsigned short *old = seed48(x);
    assert(old[0] == 0x330e && old[1] == 5 && old[2] == 0 && lrand48() == 89400484);
}

// violates: out-of-bounds: the state has three words
void fail_seed48(void) {
    unsigned short x[2] = {1, 2};
    seed48(x);
}

// checks: state, factor and addend
void pass_lcong48(void) {
    unsigned short p[7] = {3, 0, 0, 0, 0, 1, 5};     // 3 * 2^32 + 5
    lcong48(p);
    assert(lrand48() == (3L << 15));
}

// violates: out-of-bounds: there are seven parameters
void fail_lcong48(void) {
    unsigned short p[6] = {3};
    lcong48(p);
}

static struct drand48_data data;

// checks: a generator of one's own
void pass_drand48_r(void) {
    double v;
    srand48_r(1, &data);
    assert(drand48_r(&data, &v) == 0 && v > 0.0416303447 && v < 0.0416303448);
}

// violates: null-dereference: there is no place for the result
void fail_drand48_r(void) {
    double *volatile none = NULL;
    drand48_r(&data, none);
}

// checks: a generator and a state of one's own
void pass_erand48_r(void) {
    unsigned short x[3] = {0x330e, 1, 0};
    double v;
    assert(erand48_r(x, &data, &v) == 0 && v > 0.0416303447 && v < 0.0416303448);
}

// violates: out-of-bounds: the state has three words
void fail_erand48_r(void) {
    unsigned short x[2] = {1, 2};
    double v;
    erand48_r(x, &data, &v);
}

// checks: a generator of one's own
void pass_lrand48_r(void) {
    long v;
    srand48_r(1, &data);
    assert(lrand48_r(&data, &v) == 0 && v == 89400484);
}

// violates: null-dereference: there is no place for the result
void fail_lrand48_r(void) {
    long *volatile none = NULL;
    lrand48_r(&data, none);
}

// checks: a generator and a state of one's own
void pass_nrand48_r(void) {
    unsigned short x[3] = {0x330e, 1, 0};
    long v;
    assert(nrand48_r(x, &data, &v) == 0 && v == 89400484);
}

// violates: out-of-bounds: the state has three words
void fail_nrand48_r(void) {
    unsigned short x[2] = {1, 2};
    long v;
    nrand48_r(x, &data, &v);
}

// checks: a generator of one's own
void pass_mrand48_r(void) {
    long v;
    srand48_r(1, &data);
    assert(mrand48_r(&data, &v) == 0 && v == 178800969);
}

// violates: null-dereference: there is no place for the result
void fail_mrand48_r(void) {
    long *volatile none = NULL;
    mrand48_r(&data, none);
}

// checks: a generator and a state of one's own
void pass_jrand48_r(void) {
    unsigned short x[3] = {0x330e, 1, 0};
    long v;
    assert(jrand48_r(x, &data, &v) == 0 && v == 178800969);
}

// violates: out-of-bounds: the state has three words
void fail_jrand48_r(void) {
    unsigned short x[2] = {1, 2};
    long v;
    jrand48_r(x, &data, &v);
}

// checks: the same seed gives the same numbers
void pass_srand48_r(void) {
    long a, b;
    srand48_r(3, &data);
    lrand48_r(&data, &a);
    assert(srand48_r(3, &data) == 0 && lrand48_r(&data, &b) == 0 && a == b);
}

// violates: null-dereference: there is no generator
void fail_srand48_r(void) {
    struct drand48_data *volatile none = NULL;
    srand48_r(1, none);
}

// checks: the whole state
void pass_seed48_r(void) {
    unsigned short x[3] = {0x330e, 1, 0};
    long v;
    assert(seed48_r(x, &data) == 0 && lrand48_r(&data, &v) == 0 && v == 89400484);
}

// violates: out-of-bounds: the state has three words
void fail_seed48_r(void) {
    unsigned short x[2] = {1, 2};
    seed48_r(x, &data);
}

// checks: state, factor and addend
void pass_lcong48_r(void) {
    unsigned short p[7] = {3, 0, 0, 0, 0, 1, 5};
    long v;
    assert(lcong48_r(p, &data) == 0 && lrand48_r(&data, &v) == 0 && v == (3L << 15));
}

// violates: out-of-bounds: there are seven parameters
void fail_lcong48_r(void) {
    unsigned short p[6] = {3};
    lcong48_r(p, &data);
}

// checks: the same number for all its copies
// options: --nondet-range 0..3
void pass_arc4random(void) {
    uint32_t v = arc4random(), copy = v;
    assert(v == copy);
}

// violates: assertion: it may be 0
// options: --nondet-range 0..3
void fail_arc4random(void) { assert(arc4random() != 0); }

// checks: below the bound; 0 for the bounds 0 and 1
void pass_arc4random_uniform(void) {
    assert(arc4random_uniform(6) < 6 && arc4random_uniform(0) == 0 && arc4random_uniform(1) == 0);
}

// violates: assertion: every number below the bound is found
void fail_arc4random_uniform(void) { assert(arc4random_uniform(1000) != 999); }

// checks: fills exactly the bytes
void pass_arc4random_buf(void) {
    unsigned char b[10] = {7, 0, 0, 0, 0, 0, 0, 0, 0, 7};
    arc4random_buf(b + 1, 8);
    assert(b[0] == 7 && b[9] == 7);
}

// violates: out-of-bounds: the buffer is smaller than said
void fail_arc4random_buf(void) {
    char b[8];
    arc4random_buf(b, 9);
}
