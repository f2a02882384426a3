// SPDX-License-Identifier: Apache-2.0
// Thread-specific data. Values are found by the descriptor of their key, so that a key that gets
// the number of a deleted one starts without values.
#include "rt.h"

#include <pthread.h>

struct rt_key {
    struct rt_key *next; // with a higher number
    unsigned number;
    int is_deleted; // and no longer in the list
    void (*destructor)(void *);
};

static struct rt_key *keys; // sorted by number

static struct rt_key *key_find(pthread_key_t number) {
    rt_initialised((int)number, "use of a key that was never created");
    struct rt_key *k = keys;
    while (k && k->number != number)
        k = k->next;
    return k;
}

static NOINLINE int make_key(pthread_key_t *key, void (*destructor)(void *)) {
    __heddle_mask();
    struct rt_key **at = &keys;
    unsigned number = 0;
    for (; *at && (*at)->number == number; at = &(*at)->next)
        number++;
    if (number >= PTHREAD_KEYS_MAX)
        return EAGAIN;
    struct rt_key *k = __heddle_alloc(sizeof *k, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    k->number = number;
    k->destructor = destructor;
    k->next = *at;
    *at = k;
    *key = number;
    return 0;
}

MODEL int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    int error = make_key(key, destructor);
    if (!error)
        __heddle_wrote(key, sizeof *key);
    return error;
}

MODEL int pthread_key_delete(pthread_key_t key) {
    __heddle_mask();
    struct rt_key **at = &keys;
    rt_initialised((int)key, "use of a key that was never created");
    while (*at && (*at)->number != key)
        at = &(*at)->next;
    struct rt_key *k = *at;
    if (!k)
        return EINVAL;
    *at = k->next;
    k->next = NULL;
    k->is_deleted = 1;
    return 0;
}

// ---- values -------------------------------------------------------------------------------------

// Takes out the value of the key, and those of deleted keys, which nobody can ask for any more.
static void forget(struct rt_thread *t, struct rt_key *k) {
    struct rt_specific **at = &t->specifics;
    while (*at)
        if ((*at)->key == k || (*at)->key->is_deleted)
            *at = (*at)->next;
        else
            at = &(*at)->next;
}

MODEL int pthread_setspecific(pthread_key_t key, const void *value) {
    __heddle_mask();
    struct rt_key *k = key_find(key);
    if (!k)
        return EINVAL;
    struct rt_thread *t = __heddle_self();
    forget(t, k);
    if (!value)
        return 0;
    struct rt_specific *s = __heddle_alloc(sizeof *s, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    s->key = k;
    s->value = (void *)value;
    s->next = t->specifics;
    t->specifics = s;
    return 0;
}

MODEL void *pthread_getspecific(pthread_key_t key) {
    __heddle_mask();
    struct rt_key *k = key_find(key);
    if (!k)
        return NULL;
    struct rt_thread *t = __heddle_self();
    for (struct rt_specific *s = t->specifics; s; s = s->next)
        if (s->key == k)
            return s->value;
    return NULL;
}

// ---- the end of a thread ------------------------------------------------------------------------

static bool has_destructor(const struct rt_specific *s) {
    return !s->key->is_deleted && s->key->destructor;
}

static int count_due(struct rt_thread *t) {
    int n = 0;
    for (struct rt_specific *s = t->specifics; s; s = s->next)
        n += s->round == t->round && has_destructor(s);
    return n;
}

// A round has the values that were there when it began; those that destructors set wait for the
// next one.
static int next_round(struct rt_thread *t) {
    if (t->round == PTHREAD_DESTRUCTOR_ITERATIONS)
        return 0;
    t->round++;
    for (struct rt_specific *s = t->specifics; s; s = s->next)
        s->round = t->round;
    return count_due(t);
}

// C++ thread_local variables are kept in the form of values of keys, with the destructor known
// beforehand.
int __cxa_thread_atexit(void (*destructor)(void *), void *object, void *dso);
MODEL int __cxa_thread_atexit(void (*destructor)(void *), void *object, void *dso) {
    (void)dso;
    __heddle_mask();
    struct rt_thread *t = __heddle_self();
    struct rt_specific *s = __heddle_alloc(sizeof *s, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    s->destructor = destructor;
    s->value = object;
    s->next = t->thread_locals;
    t->thread_locals = s;
    return 0;
}

struct rt_specific *__rt_next_thread_local(struct rt_thread *t) {
    struct rt_specific *s = t->thread_locals;
    if (s)
        t->thread_locals = s->next;
    return s;
}

// The order in a round is a choice. What is called is returned in the value taken out.
struct rt_specific *__rt_next_specific(struct rt_thread *t) {
    struct rt_specific *variable = __rt_next_thread_local(t);
    if (variable)
        return variable;
    if (!t->specifics)
        return NULL;
    int n = t->round ? count_due(t) : 0;
    if (n == 0)
        n = next_round(t);
    if (n == 0)
        return NULL;
    int chosen = __heddle_choose(n);
    struct rt_specific **at = &t->specifics;
    for (;; at = &(*at)->next)
        if ((*at)->round == t->round && has_destructor(*at) && chosen-- == 0)
            break;
    struct rt_specific *s = *at;
    *at = s->next;
    s->destructor = s->key->destructor;
    return s;
}
