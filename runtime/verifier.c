// SPDX-License-Identifier: Apache-2.0
// What a checked program asks of the checker: heddle.h, and the names of the software verification
// competition. Small types are enumerated at once; wider values stay unknown until something looks
// at them.
#include "rt.h"

int heddle_choose(int n);
MODEL int heddle_choose(int n) {
    if (n < 1)
        __heddle_fail(HEDDLE_ASSERTION, "heddle_choose(n) needs n >= 1");
    return __heddle_choose(n);
}

void heddle_assume(int condition);
MODEL void heddle_assume(int condition) { __heddle_assume(condition != 0); }

void __VERIFIER_assume(int condition);
MODEL void __VERIFIER_assume(int condition) { __heddle_assume(condition != 0); }

void heddle_atomic_begin(void);
MODEL void heddle_atomic_begin(void) { __heddle_atomic_begin(); }

void heddle_atomic_end(void);
MODEL void heddle_atomic_end(void) { __heddle_atomic_end(); }

void __VERIFIER_atomic_begin(void);
MODEL void __VERIFIER_atomic_begin(void) { __heddle_atomic_begin(); }

void __VERIFIER_atomic_end(void);
MODEL void __VERIFIER_atomic_end(void) { __heddle_atomic_end(); }

#undef bool // a name here, not a type
#define NONDET(name, type, value)                                                                  \
    type __VERIFIER_nondet_##name(void);                                                           \
    MODEL type __VERIFIER_nondet_##name(void) { return (type)(value); }
#define CHOSEN(name, type, count) NONDET(name, type, __heddle_choose(count))
// Few values: each is tried, unless they can be computed with.
#define SMALL(name, type)                                                                          \
    NONDET(name, type, __rt_is_symbolic ? __heddle_unknown_8() : (char)__heddle_choose(256))
#define UNKNOWN(name, type, width) NONDET(name, type, __heddle_unknown_##width())
#ifdef __LP64__
#define UNKNOWN_LONG(name, type) UNKNOWN(name, type, 64)
#else
#define UNKNOWN_LONG(name, type) UNKNOWN(name, type, 32)
#endif

CHOSEN(bool, _Bool, 2)
CHOSEN(_Bool, _Bool, 2)
SMALL(char, char)
SMALL(schar, signed char)
SMALL(uchar, unsigned char)
SMALL(u8, uint8_t)
SMALL(s8, int8_t)
SMALL(unsigned_char, unsigned char)

UNKNOWN(short, short, 16)
UNKNOWN(ushort, unsigned short, 16)
UNKNOWN(u16, uint16_t, 16)
UNKNOWN(s16, int16_t, 16)
UNKNOWN(int, int, 32)
UNKNOWN(uint, unsigned, 32)
UNKNOWN(unsigned, unsigned, 32)
UNKNOWN(unsigned_int, unsigned, 32)
UNKNOWN(u32, uint32_t, 32)
UNKNOWN(s32, int32_t, 32)
UNKNOWN(u64, uint64_t, 64)
UNKNOWN(s64, int64_t, 64)
UNKNOWN(longlong, long long, 64)
UNKNOWN(ulonglong, unsigned long long, 64)
UNKNOWN(loff_t, long long, 64)
UNKNOWN_LONG(long, long)
UNKNOWN_LONG(ulong, unsigned long)
UNKNOWN_LONG(unsigned_long, unsigned long)
UNKNOWN_LONG(size_t, size_t)
UNKNOWN_LONG(ssize_t, ptrdiff_t)
UNKNOWN_LONG(sector_t, unsigned long)
UNKNOWN(float, float, float)
UNKNOWN(double, double, double)
UNKNOWN(pointer, void *, ptr)
UNKNOWN(pchar, char *, ptr)
UNKNOWN(charp, char *, ptr)
UNKNOWN(const_char_pointer, const char *, ptr)
UNKNOWN(pthread_t, unsigned long, ptr)
#ifdef __SIZEOF_INT128__
// A range has numbers of 64 bits.
#define WIDE(name, type)                                                                           \
    NONDET(name, type,                                                                             \
           __rt_has_nondet_range && !__rt_is_symbolic ? (__int128)__heddle_unknown_64()            \
                                                      : __heddle_unknown_128())
WIDE(int128, __int128)
WIDE(uint128, unsigned __int128)
#endif

// Every byte may be anything. In words, as far as they fit: what is read from such memory is mostly
// a word or a part of one. With a range, words of the size of int have values of it.
void __VERIFIER_nondet_memory(void *memory, size_t size);
MODEL void __VERIFIER_nondet_memory(void *memory, size_t size) {
    char *at = memory;
    for (; size >= sizeof(long) && __rt_is_symbolic; size -= sizeof(long), at += sizeof(long)) {
        long word = __VERIFIER_nondet_long();
        __builtin_memcpy(at, &word, sizeof word);
    }
    for (; size >= sizeof(int); size -= sizeof(int), at += sizeof(int)) {
        int word = __heddle_unknown_32();
        __builtin_memcpy(at, &word, sizeof word);
    }
    for (; size > 0; size--)
        *at++ = __heddle_unknown_8();
}
