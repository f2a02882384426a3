// SPDX-License-Identifier: Apache-2.0
// Random numbers of <stdlib.h>: glibc's sequences, so that seeded programs do what they do
// natively. With --nondet-rand the generators of whole numbers return any number of their range
// instead; of rand() and random() a seed that is used again repeats its numbers.
#include "rt.h"

#include <stdlib.h>

// ---- any number ---------------------------------------------------------------------------------

// 0 .. RAND_MAX. Looked at here: a negative number of --nondet-range must not get out.
static int any_positive(void) {
    int v = __heddle_unknown_32();
    if (__rt_has_nondet_range)
        __heddle_assume(v >= 0);
    return v;
}

// What rand() and random() gave after each seed: who seeds with the same one again gets the same
// numbers (C17 7.22.2.2p2). It is kept in programs that may seed more than once, and only so many
// of each seed, so that one that draws for ever has finitely many states.
enum { MOST_KEPT = 32 };

struct number {
    struct number *next;
    int value;
};
struct sequence {
    struct sequence *next;
    unsigned seed;
    int count; // of those that are kept
    struct number *first;
    bool has_more; // others were drawn after these
};

static struct sequence *sequences; // each seed after which something was drawn
static struct sequence *current;   // NULL: nothing was drawn yet since it was seeded
static struct number **following;  // the link to the next number of the current one
static bool is_past;               // what is drawn now goes on behind the numbers that are kept
static unsigned current_seed = 1;  // that of a program without srand
// Of a program that seeds at most once, as it looks, only these are known.
static bool is_seeded, is_drawn_unseeded;
static bool has_tables; // of the program's own (initstate): from then on nothing repeats

static void *make(size_t size) {
    return __heddle_alloc(size, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
}

static struct sequence *sequence_of(unsigned seed) {
    for (struct sequence *s = sequences; s; s = s->next)
        if (s->seed == seed)
            return s;
    struct sequence *s = make(sizeof *s);
    s->seed = seed;
    s->next = sequences;
    return sequences = s;
}

static int any_behind(void) {
    if (current->has_more && !is_past)
        __heddle_unsupported("the same seed again, after which more than 32 unknown numbers were "
                             "drawn from rand or random");
    current->has_more = is_past = true;
    return any_positive();
}

static int any_kept(void) {
    if (has_tables)
        return any_positive();
    if (!current) {
        current = sequence_of(current_seed);
        following = &current->first;
    }
    if (!*following) {
        if (current->count == MOST_KEPT)
            return any_behind();
        *following = make(sizeof **following);
        (*following)->value = any_positive();
        current->count++;
    }
    int value = (*following)->value;
    following = &(*following)->next;
    return value;
}

static int any_drawn(void) {
    if (__rt_seedings > 1)
        return any_kept();
    if (__rt_seedings == 1 && !is_seeded)
        is_drawn_unseeded = true;
    return any_positive();
}

// In a function of its own, so that nothing looks at a seed that need not be looked at.
static NOINLINE bool is_default(unsigned seed) { return seed == 1; }

static void seed_unknown(unsigned seed) {
    if (__rt_seedings <= 1) {
        if (is_seeded || (is_drawn_unseeded && is_default(seed)))
            __heddle_unsupported("a second seed for the unknown numbers of rand or random");
        is_seeded = true;
        return;
    }
    current_seed = seed;
    current = NULL;
    following = NULL;
    is_past = false;
}

// A number of a sequence that others need not have. It stands on what its seed stands on as well.
#define DRAWN(type, value) RT_GIVEN(type, value, RAND)

// ---- random -------------------------------------------------------------------------------------
// An additive feedback generator over a table of rand_deg words; each number adds the word at rptr
// to the one at fptr, which is rand_sep ahead. The word before the table tells a table's kind, and
// its rptr while another one is in use.

enum { KINDS = 5, WARM_UP = 10 };

struct kind {
    int size; // of a buffer for it, in bytes
    int degree, separation;
};
static const struct kind kinds[KINDS] = {
    {8, 0, 0}, {32, 7, 3}, {64, 15, 1}, {128, 31, 3}, {256, 63, 1}};

static int32_t next_random(struct random_data *g) {
    if (g->rand_type == 0) {
        g->state[0] = (int32_t)(((uint32_t)g->state[0] * 1103515245 + 12345) & 0x7fffffff);
        return g->state[0];
    }
    uint32_t sum = (uint32_t)*g->fptr + (uint32_t)*g->rptr;
    *g->fptr = (int32_t)sum;
    g->fptr = g->fptr + 1 == g->end_ptr ? g->state : g->fptr + 1;
    g->rptr = g->rptr + 1 == g->end_ptr ? g->state : g->rptr + 1;
    return (int32_t)(sum >> 1);
}

static void seed_random(struct random_data *g, unsigned seed) {
    // Without branches: to seed with the time is no look at it.
    int32_t word = (int32_t)(seed + (seed == 0));
    g->state[0] = word;
    for (int i = 1; i < g->rand_deg; i++) {
        // 16807 * word modulo 2^31 - 1
        int32_t next = 16807 * (word % 127773) - 2836 * (word / 127773);
        word = next + (next < 0) * 2147483647;
        g->state[i] = word;
    }
    if (g->rand_type == 0)
        return;
    g->rptr = g->state;
    g->fptr = g->state + g->rand_sep;
    for (int i = 0; i < WARM_UP * g->rand_deg; i++)
        next_random(g);
}

// Uses the table after the word at `first` from now on.
static void use_table(struct random_data *g, int32_t *first, int type) {
    g->rand_type = type;
    g->rand_deg = kinds[type].degree;
    g->rand_sep = kinds[type].separation;
    g->state = first + 1;
    g->end_ptr = g->state + g->rand_deg;
}

static void leave_table(struct random_data *g) {
    if (g->state)
        g->state[-1] = g->rand_type == 0 ? 0 : KINDS * (int)(g->rptr - g->state) + g->rand_type;
}

static int fail_with(int error) {
    errno = error;
    return -1;
}

static int make_table(unsigned seed, char *buffer, size_t size, struct random_data *g) {
    int type = KINDS - 1;
    if (!g || size < (size_t)kinds[0].size)
        return fail_with(EINVAL);
    while (size < (size_t)kinds[type].size)
        type--;
    leave_table(g);
    use_table(g, (int32_t *)(void *)buffer, type);
    seed_random(g, seed);
    leave_table(g);
    return 0;
}

static int take_table(char *buffer, struct random_data *g) {
    int32_t *first = (int32_t *)(void *)buffer;
    int type = *first % KINDS;
    if (*first < 0)
        return fail_with(EINVAL);
    leave_table(g);
    int rear = *first / KINDS; // after leave_table, for it may be the same table
    use_table(g, first, type);
    if (type != 0) {
        g->rptr = g->state + rear;
        g->fptr = g->state + (rear + g->rand_sep) % g->rand_deg;
    }
    return 0;
}

static int32_t common_table[32];
static struct random_data common;

// The generator of random() and rand(), seeded with 1 at first.
static struct random_data *generator(void) {
    if (!common.state) {
        use_table(&common, common_table, 3);
        seed_random(&common, 1);
    }
    return &common;
}

static void seed_common(unsigned seed) {
    if (__rt_nondet_rand) {
        seed_unknown(seed);
        return;
    }
    if (!common.state)
        use_table(&common, common_table, 3);
    seed_random(&common, seed);
}

MODEL int rand(void) {
    __heddle_mask();
    return __rt_nondet_rand ? any_drawn() : DRAWN(int, next_random(generator()));
}

MODEL long random(void) {
    __heddle_mask();
    return __rt_nondet_rand ? any_drawn() : DRAWN(int, next_random(generator()));
}

MODEL void srand(unsigned seed) {
    __heddle_mask();
    seed_common(seed);
}

MODEL void srandom(unsigned seed) {
    __heddle_mask();
    seed_common(seed);
}

MODEL char *initstate(unsigned seed, char *buffer, size_t size) {
    __heddle_mask();
    has_tables = __rt_nondet_rand;
    char *old = (char *)(generator()->state - 1);
    return make_table(seed, buffer, size, &common) == 0 ? old : NULL;
}

MODEL char *setstate(char *buffer) {
    __heddle_mask();
    has_tables = __rt_nondet_rand;
    char *old = (char *)(generator()->state - 1);
    return take_table(buffer, &common) == 0 ? old : NULL;
}

MODEL int random_r(struct random_data *restrict g, int32_t *restrict result) {
    *result = __rt_nondet_rand ? any_positive() : DRAWN(int, next_random(g));
    return 0;
}

MODEL int srandom_r(unsigned seed, struct random_data *g) {
    if (g->rand_type < 0 || g->rand_type >= KINDS)
        return -1;
    seed_random(g, seed);
    return 0;
}

MODEL int initstate_r(unsigned seed, char *restrict buffer, size_t size,
                      struct random_data *restrict g) {
    return make_table(seed, buffer, size, g);
}

MODEL int setstate_r(char *restrict buffer, struct random_data *restrict g) {
    return take_table(buffer, g);
}

MODEL int rand_r(unsigned *seed) {
    unsigned next = *seed, result = 0;
    for (int i = 0; i < 3; i++) {
        next = next * 1103515245 + 12345;
        unsigned bits = next / 65536;
        result = i == 0 ? bits % 2048 : result << 10 ^ bits % 1024;
    }
    *seed = next;
    return __rt_nondet_rand ? any_positive() : DRAWN(int, result);
}

// ---- 48 bits ------------------------------------------------------------------------------------
// x = a * x + c modulo 2^48, with x in three words, the lowest first.

#define MASK48 (((uint64_t)1 << 48) - 1)

static uint64_t join48(const unsigned short x[3]) {
    return (uint64_t)x[2] << 32 | (uint64_t)x[1] << 16 | x[0];
}

static void split48(uint64_t v, unsigned short x[3]) {
    x[0] = (unsigned short)v;
    x[1] = (unsigned short)(v >> 16);
    x[2] = (unsigned short)(v >> 32);
}

static void default_factors(struct drand48_data *g) {
    g->__a = 0x5deece66d;
    g->__c = 0xb;
    g->__init = 1;
}

static struct drand48_data common48 = {.__a = 0x5deece66d, .__c = 0xb, .__init = 1};

static uint64_t next48(unsigned short x[3], struct drand48_data *g) {
    if (!g->__init)
        default_factors(g);
    uint64_t v = (join48(x) * g->__a + g->__c) & MASK48;
    split48(v, x);
    return v;
}

// The highest 31 bits, the highest 32 bits with sign, and all as a fraction.
static long as_positive(uint64_t v) {
    return __rt_nondet_rand ? any_positive() : DRAWN(long, v >> 17);
}
static long as_signed(uint64_t v) {
    return __rt_nondet_rand ? __heddle_unknown_32() : DRAWN(int32_t, (uint32_t)(v >> 16));
}
static double as_fraction(uint64_t v) {
    return (double)DRAWN(long long, v) / (double)((uint64_t)1 << 48);
}

static void seed48_with(long seed, struct drand48_data *g) {
    split48((uint64_t)(uint32_t)seed << 16 | 0x330e, g->__x);
    default_factors(g);
}

static void seed48_state(const unsigned short seed[3], struct drand48_data *g) {
    split48(join48(g->__x), g->__old_x);
    split48(join48(seed), g->__x);
    default_factors(g);
}

static void seed48_all(const unsigned short p[7], struct drand48_data *g) {
    split48(join48(p), g->__x);
    g->__a = join48(p + 3);
    g->__c = p[6];
    g->__init = 1;
}

// The generator of its own; of the program's x; and with everything the program's. Nothing guards
// the first, as in glibc: each call is one step, but says for races what it wrote.
#define RANDOM48(own, of_x, own_r, of_x_r, type, convert)                                          \
    static NOINLINE type masked_##own(void) {                                                      \
        __heddle_mask();                                                                           \
        return convert(next48(common48.__x, &common48));                                           \
    }                                                                                              \
    MODEL type own(void) {                                                                         \
        type result = masked_##own();                                                              \
        __heddle_wrote(common48.__x, sizeof common48.__x);                                         \
        return result;                                                                             \
    }                                                                                              \
    MODEL type of_x(unsigned short x[3]) { return convert(next48(x, &common48)); }                 \
    MODEL int own_r(struct drand48_data *restrict g, type *restrict result) {                      \
        *result = convert(next48(g->__x, g));                                                      \
        return 0;                                                                                  \
    }                                                                                              \
    MODEL int of_x_r(unsigned short x[3], struct drand48_data *restrict g,                         \
                     type *restrict result) {                                                      \
        *result = convert(next48(x, g));                                                           \
        return 0;                                                                                  \
    }
RANDOM48(lrand48, nrand48, lrand48_r, nrand48_r, long, as_positive)
RANDOM48(mrand48, jrand48, mrand48_r, jrand48_r, long, as_signed)
RANDOM48(drand48, erand48, drand48_r, erand48_r, double, as_fraction)

static NOINLINE void seed_common48_with(long seed) {
    __heddle_mask();
    seed48_with(seed, &common48);
}

MODEL void srand48(long seed) {
    seed_common48_with(seed);
    __heddle_wrote(&common48, sizeof common48);
}

static NOINLINE void seed_common48(const unsigned short seed[3]) {
    __heddle_mask();
    seed48_state(seed, &common48);
}

MODEL unsigned short *seed48(unsigned short seed[3]) {
    seed_common48(seed);
    __heddle_wrote(&common48, sizeof common48);
    return common48.__old_x;
}

static NOINLINE void seed_common48_all(const unsigned short parameters[7]) {
    __heddle_mask();
    seed48_all(parameters, &common48);
}

MODEL void lcong48(unsigned short parameters[7]) {
    seed_common48_all(parameters);
    __heddle_wrote(&common48, sizeof common48);
}

MODEL int srand48_r(long seed, struct drand48_data *g) {
    seed48_with(seed, g);
    return 0;
}

MODEL int seed48_r(unsigned short seed[3], struct drand48_data *g) {
    seed48_state(seed, g);
    return 0;
}

MODEL int lcong48_r(unsigned short parameters[7], struct drand48_data *g) {
    seed48_all(parameters, g);
    return 0;
}

// ---- arc4random ---------------------------------------------------------------------------------
// Not to be foreseen in any run: always any number.

uint32_t arc4random(void);
MODEL uint32_t arc4random(void) { return (uint32_t)__heddle_unknown_32(); }

uint32_t arc4random_uniform(uint32_t bound);
MODEL uint32_t arc4random_uniform(uint32_t bound) {
    enum { MAX_CHOICES = 1 << 16 };
    if (bound < 2)
        return 0;
    if (bound <= MAX_CHOICES)
        return (uint32_t)__heddle_choose((int)bound);
    uint32_t v = (uint32_t)__heddle_unknown_32();
    __heddle_assume(v < bound);
    return v;
}

// Words that cost nothing until something looks at them, as far as they fit; then bytes.
void arc4random_buf(void *buffer, size_t size);
MODEL void arc4random_buf(void *buffer, size_t size) {
    char *p = buffer;
    for (; size >= 8; size -= 8, p += 8) {
        long long v = __heddle_unknown_64();
        __builtin_memcpy(p, &v, 8);
    }
    for (; size > 0; size--)
        *p++ = (char)__heddle_choose(256);
}
