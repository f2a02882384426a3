// SPDX-License-Identifier: Apache-2.0
// Threads that wait for a word of memory to change: for futures, and for std::atomic (include/cxx/bits/atomic_wait.h).
#include "cxx_rt.h"

// To wake up and to be woken orders nothing: that is up to the operations on the word.

// In no order: which one a single wake-up takes is a choice.
struct Waiter {
    Waiter *next;
    const void *word;
    int is_woken;
};
static Waiter *waiters;

// The caller, in an atomic section, has seen that it must wait.
extern "C" void *__rt_cxx_enlist(const void *word) {
    Waiter *w = (Waiter *)__heddle_alloc(sizeof *w, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    RT_SET(w->next, RT_LOOK(waiters));
    RT_SET(w->word, word);
    RT_SET(waiters, w);
    return w;
}

typedef void *Pointer;
typedef uint64_t Long __attribute__((aligned(8))); // as atomic objects are, for 32 bits too

#define IS_SAME(type) (RT_LOOK(*(type const *)word) == *(type const *)old)

// A pointer is compared as one: its number is nobody's business. (Objects of other sizes are accessed in an order that is never weaker than seq_cst, see atomic.c.)
static bool has_value(const void *word, const void *old, size_t size) {
    if (size == sizeof(void *))
        return IS_SAME(Pointer);
    switch (size) {
    case 1: return IS_SAME(uint8_t);
    case 2: return IS_SAME(uint16_t);
    case 4: return IS_SAME(uint32_t);
    case 8: return IS_SAME(Long);
    default: return __builtin_memcmp(word, old, size) == 0;
    }
}

// To look and to get in line is one step, so that no wake-up is lost. Null if there is no need to wait.
extern "C" void *__rt_cxx_enlist_if(const void *word, const void *old, size_t size) {
    __heddle_mask();
    return has_value(word, old, size) ? __rt_cxx_enlist(word) : nullptr;
}

extern "C" void __rt_cxx_sleep(void *ticket) {
    Waiter *w = (Waiter *)ticket;
    __heddle_mask();
    rt_block(&w->is_woken, 1, HEDDLE_WAIT_OTHER, RT_LOOK(w->word), nullptr);
}

static int count_of(const void *word) {
    int n = 0;
    for (Waiter *w = RT_LOOK(waiters); w; w = RT_LOOK(w->next))
        n += RT_LOOK(w->word) == word;
    return n;
}

// The word may be gone: only its address is looked at.
extern "C" void __rt_cxx_wake(const void *word, int is_all) {
    __heddle_mask();
    int n = count_of(word), chosen = is_all || n < 2 ? 0 : __heddle_choose(n);
    for (Waiter **at = &waiters; RT_LOOK(*at);) {
        Waiter *w = RT_LOOK(*at);
        if (RT_LOOK(w->word) != word || (!is_all && chosen-- != 0)) {
            at = &w->next;
            continue;
        }
        RT_SET(*at, RT_LOOK(w->next));
        RT_SET(w->is_woken, 1);
    }
}
