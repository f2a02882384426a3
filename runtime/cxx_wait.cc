// SPDX-License-Identifier: Apache-2.0
// Threads that wait for a word of memory to change: for futures, and for std::atomic (include/cxx/bits/atomic_wait.h).
#include "cxx_rt.h"

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
    w->next = waiters;
    w->word = word;
    waiters = w;
    return w;
}

extern "C" void __rt_cxx_sleep(void *ticket) {
    Waiter *w = (Waiter *)ticket;
    __heddle_mask();
    rt_block(&w->is_woken, 1, HEDDLE_WAIT_OTHER, w->word, nullptr);
}

static int count_of(const void *word) {
    int n = 0;
    for (Waiter *w = waiters; w; w = w->next)
        n += w->word == word;
    return n;
}

// The word may be gone: only its address is looked at.
extern "C" void __rt_cxx_wake(const void *word, int is_all) {
    __heddle_mask();
    int n = count_of(word), chosen = is_all || n < 2 ? 0 : __heddle_choose(n);
    for (Waiter **at = &waiters; *at;) {
        Waiter *w = *at;
        if (w->word != word || (!is_all && chosen-- != 0)) {
            at = &w->next;
            continue;
        }
        *at = w->next;
        w->is_woken = 1;
    }
}
