// SPDX-License-Identifier: Apache-2.0
// libatomic's out-of-line functions: what clang calls for atomic objects that have no instruction
// (structures, 16 bytes without cmpxchg16b). Every operation here is sequentially consistent; the
// verdict says so if a weaker order was asked for. For data races the generic forms order what they
// are asked for, the sized ones as much as seq_cst does.
#include "rt.h"

#include <string.h>

// ---- orders -------------------------------------------------------------------------------------
// In a masked part a plain access orders all; see rt.h for the others.

static bool acquires(int order) {
    return order == __ATOMIC_ACQUIRE || order == __ATOMIC_CONSUME || order == __ATOMIC_ACQ_REL;
}

static bool releases(int order) { return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL; }

static void take(size_t n, const char *object, char *result, int order) {
    if (order == __ATOMIC_SEQ_CST)
        __builtin_memcpy(result, object, n);
    for (size_t i = 0; i < n && order != __ATOMIC_SEQ_CST; i++)
        result[i] = acquires(order) ? RT_LEARN(object[i]) : RT_LOOK(object[i]);
}

static void put(size_t n, char *object, const char *value, int order) {
    if (order == __ATOMIC_SEQ_CST)
        __builtin_memcpy(object, value, n);
    for (size_t i = 0; i < n && order != __ATOMIC_SEQ_CST; i++)
        if (releases(order))
            RT_HAND_ON(object[i], value[i]);
        else
            RT_SET(object[i], value[i]);
}

// ---- operations ---------------------------------------------------------------------------------

// The generic forms. Only the object is atomic: what it is compared with, and where values come
// from and go to, is the program's memory like any other, read before and written after, piece by
// piece where others can see it.
static NOINLINE void load(size_t n, const void *object, void *result, int order) {
    __heddle_mask();
    take(n, object, result, order);
}

static NOINLINE void store(size_t n, void *object, const void *value, int order) {
    __heddle_mask();
    put(n, object, value, order);
}

static NOINLINE void exchange(size_t n, void *object, const void *value, void *result, int order) {
    __heddle_mask();
    take(n, object, result, order);
    put(n, object, value, order);
}

static NOINLINE bool compare_exchange(size_t n, void *object, void *expected, const void *value,
                                      int success, int failure) {
    __heddle_mask();
    char now[n];
    take(n, object, now, __ATOMIC_RELAXED);
    bool is_equal = memcmp(now, expected, n) == 0;
    take(n, object, expected, is_equal ? success : failure);
    if (is_equal)
        put(n, object, value, success);
    return is_equal;
}

MODEL void __rt_atomic_load(size_t n, const void *object, void *result,
                            int order) __asm__("__atomic_load");
MODEL void __rt_atomic_load(size_t n, const void *object, void *result, int order) {
    rt_order(order);
    char loaded[n];
    load(n, object, loaded, order);
    __builtin_memcpy(result, loaded, n);
}

MODEL void __rt_atomic_store(size_t n, void *object, const void *value,
                             int order) __asm__("__atomic_store");
MODEL void __rt_atomic_store(size_t n, void *object, const void *value, int order) {
    rt_order(order);
    char given[n];
    __builtin_memcpy(given, value, n);
    store(n, object, given, order);
}

MODEL void __rt_atomic_exchange(size_t n, void *object, const void *value, void *result,
                                int order) __asm__("__atomic_exchange");
MODEL void __rt_atomic_exchange(size_t n, void *object, const void *value, void *result,
                                int order) {
    rt_order(order);
    char given[n], loaded[n];
    __builtin_memcpy(given, value, n);
    exchange(n, object, given, loaded, order);
    __builtin_memcpy(result, loaded, n);
}

MODEL bool __rt_atomic_compare_exchange(size_t n, void *object, void *expected, const void *value,
                                        int success,
                                        int failure) __asm__("__atomic_compare_exchange");
MODEL bool __rt_atomic_compare_exchange(size_t n, void *object, void *expected, const void *value,
                                        int success, int failure) {
    rt_order(success), rt_order(failure);
    char seen[n], given[n];
    __builtin_memcpy(seen, expected, n);
    __builtin_memcpy(given, value, n);
    if (compare_exchange(n, object, seen, given, success, failure))
        return true;
    __builtin_memcpy(expected, seen, n);
    return false;
}

MODEL bool __rt_atomic_is_lock_free(size_t n, const void *object) __asm__("__atomic_is_lock_free");
MODEL bool __rt_atomic_is_lock_free(size_t n, const void *object) {
    (void)object;
    return n == 1 || n == 2 || n == 4 || n == 8;
}

// The sized forms: 1 to 8 bytes are normally instructions, but a pointer to one of these may be
// taken; 16 bytes are not.
#define SIZED_LOAD_STORE(N, T)                                                                     \
    MODEL T __rt_load_##N(const volatile T *p, int order) __asm__("__atomic_load_" #N);            \
    MODEL T __rt_load_##N(const volatile T *p, int order) {                                        \
        rt_order(order);                                                                           \
        __heddle_mask();                                                                           \
        return *p;                                                                                 \
    }                                                                                              \
    MODEL void __rt_store_##N(volatile T *p, T v, int order) __asm__("__atomic_store_" #N);        \
    MODEL void __rt_store_##N(volatile T *p, T v, int order) {                                     \
        rt_order(order);                                                                           \
        __heddle_mask();                                                                           \
        *p = v;                                                                                    \
    }                                                                                              \
    MODEL bool __rt_cas_##N(volatile T *p, T *want, T v, int yes,                                  \
                            int no) __asm__("__atomic_compare_exchange_" #N);                      \
    static NOINLINE T compare_exchange_##N(volatile T *p, T want, T v) {                           \
        __heddle_mask();                                                                           \
        T old = *p;                                                                                \
        if (old == want)                                                                           \
            *p = v;                                                                                \
        return old;                                                                                \
    }                                                                                              \
    MODEL bool __rt_cas_##N(volatile T *p, T *want, T v, int yes, int no) {                        \
        rt_order(yes), rt_order(no);                                                               \
        T wanted = *want, old = compare_exchange_##N(p, wanted, v);                                \
        if (old != wanted)                                                                         \
            *want = old;                                                                           \
        return old == wanted;                                                                      \
    }
#define SIZED_FETCH(N, T, NAME, EXPRESSION)                                                        \
    MODEL T __rt_##NAME##_##N(volatile T *p, T v, int order) __asm__("__atomic_" #NAME "_" #N);    \
    MODEL T __rt_##NAME##_##N(volatile T *p, T v, int order) {                                     \
        rt_order(order);                                                                           \
        __heddle_mask();                                                                           \
        T old = *p;                                                                                \
        *p = (T)(EXPRESSION);                                                                      \
        return old;                                                                                \
    }
#define SIZED(N, T)                                                                                \
    SIZED_LOAD_STORE(N, T)                                                                         \
    SIZED_FETCH(N, T, exchange, v)                                                                 \
    SIZED_FETCH(N, T, fetch_add, old + v)                                                          \
    SIZED_FETCH(N, T, fetch_sub, old - v)                                                          \
    SIZED_FETCH(N, T, fetch_and, old &v)                                                           \
    SIZED_FETCH(N, T, fetch_or, old | v)                                                           \
    SIZED_FETCH(N, T, fetch_xor, old ^ v)                                                          \
    SIZED_FETCH(N, T, fetch_nand, ~(old & v))

SIZED(1, unsigned char)
SIZED(2, unsigned short)
SIZED(4, unsigned int)
SIZED(8, unsigned long long)
#ifdef __SIZEOF_INT128__
SIZED(16, unsigned __int128)
#endif
