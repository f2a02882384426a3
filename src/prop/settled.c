// SPDX-License-Identifier: Apache-2.0
// Violations that runs go on after, or end at without a word: those that were reported already, and
// those that a rule suppresses. Asked by machines in all workers, often about the same: what was
// decided of a place in the code is kept in a table that is only ever added to, and read without a
// lock. A table that is full costs time, nothing else.
#include "prop/prop.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ENTRIES = IS_TINY ? 2 : 4096, SLOTS = 2 * MOST_ENTRIES };

// All that a decision depends on.
typedef struct Circumstances {
    u32 kind;
    Pc pc, rival_pc;
    FuncId func, rival_func;
    ObjId global; // that it is about; 0: none
    u32 more;     // deadlock: Fault.places; leak: the size of the block
} Circumstances;

typedef struct Entry {
    Circumstances at;
    Excuse how;
    u32 rule; // EXCUSE_SUPPRESSED
} Entry;

struct Settled {
    const Program *program;
    const Rules *rules; // NULL: none
    bool is_all_but;    // everything is found but what has this key
    ViolationKey wanted;
    pthread_mutex_t lock;
    ViolationKey *found; // of what was reported, and of how it was met; guarded by `lock`
    u32 nfound, found_cap;
    Suppressed *suppressed; // each once; guarded by `lock`
    u32 nsuppressed, suppressed_cap;
    Entry entries[MOST_ENTRIES];
    u32 nentries;             // guarded by `lock`
    _Atomic u32 slots[SLOTS]; // 1 + number of an entry that does not change any more
    atomic_bool has_end, has_half, has_race, has_leak;
};

Settled *settled_new(const Program *p, const Rules *rules) {
    Settled *k = mem_zalloc(sizeof *k);
    k->program = p;
    k->rules = rules;
    pthread_mutex_init(&k->lock, NULL);
    return k;
}

Settled *settled_all_but(const Program *p, const ViolationKey *wanted) {
    Settled *k = settled_new(p, NULL);
    k->is_all_but = true;
    k->wanted = *wanted;
    return k;
}

void settled_free(Settled *k) {
    if (!k)
        return;
    VEC_FREE(k->found, k->found_cap);
    VEC_FREE(k->suppressed, k->suppressed_cap);
    pthread_mutex_destroy(&k->lock);
    mem_free(k, sizeof *k);
}

// ---- the table ----------------------------------------------------------------------------------

static Circumstances circumstances_of(const Settled *k, const Fault *f) {
    bool has_rival = violation_has_rival(f);
    bool is_here = violation_has_place(k->program, f);
    return (Circumstances){.kind = f->kind,
                           .pc = is_here ? f->pc : 0,
                           .rival_pc = has_rival ? f->rival_pc : 0,
                           .func = is_here ? f->func : FUNC_NONE,
                           .rival_func = has_rival ? f->rival_func : 0,
                           .global = f->obj <= k->program->nglobals ? f->obj : 0,
                           .more = f->kind == FAULT_DEADLOCK ? f->places
                                   : f->kind == FAULT_LEAK   ? (u32)f->size
                                                             : 0};
}

static u32 first_slot(const Circumstances *c) { return (u32)(hash_bytes(c, sizeof *c, 0) % SLOTS); }

static const Entry *find_entry(const Settled *k, const Circumstances *c) {
    for (u32 i = first_slot(c), tries = 0; tries < SLOTS; i = (i + 1) % SLOTS, tries++) {
        u32 number = atomic_load_explicit(&k->slots[i], memory_order_acquire);
        if (!number)
            return NULL;
        if (memcmp(&k->entries[number - 1].at, c, sizeof *c) == 0)
            return &k->entries[number - 1];
    }
    return NULL;
}

static void add_entry(Settled *k, const Circumstances *c, Excuse how, u32 rule) {
    if (k->nentries == MOST_ENTRIES || find_entry(k, c))
        return;
    k->entries[k->nentries++] = (Entry){*c, how, rule};
    u32 i = first_slot(c);
    while (atomic_load_explicit(&k->slots[i], memory_order_relaxed))
        i = (i + 1) % SLOTS;
    atomic_store_explicit(&k->slots[i], k->nentries, memory_order_release);
}

// ---- asking -------------------------------------------------------------------------------------

static bool is_found(const Settled *k, const ViolationKey *key) {
    bool is_there = false;
    for (u32 i = 0; i < k->nfound && !is_there; i++)
        is_there = violation_is_same(&k->found[i], key);
    return is_there;
}

// A race with an access long past, of which only one place is known, counts with those that have
// the same place and variable.
static bool is_half(const ViolationKey *key) {
    return key->kind == FAULT_DATA_RACE && !key->other_line;
}
static bool is_half_of(const ViolationKey *half, const ViolationKey *whole) {
    bool is_first = half->file == whole->file && half->line == whole->line;
    bool is_other = half->file == whole->other_file && half->line == whole->other_line;
    return is_half(half) && whole->kind == FAULT_DATA_RACE && half->more == whole->more &&
           (is_first || is_other);
}

static void note_suppressed(Settled *k, const ViolationKey *key, const Fault *f, u32 rule) {
    u32 kept = 0;
    bool is_noted = false;
    for (u32 i = 0; i < k->nsuppressed; i++) {
        const Suppressed *s = &k->suppressed[i];
        is_noted = is_noted || (s->rule == rule &&
                                (violation_is_same(&s->key, key) || is_half_of(key, &s->key)));
        if (s->rule != rule || is_half(key) || !is_half_of(&s->key, key))
            k->suppressed[kept++] = *s;
    }
    k->nsuppressed = kept;
    if (is_noted)
        return;
    VEC_PUSH(k->suppressed, k->nsuppressed, k->suppressed_cap) =
        (Suppressed){.rule = rule,
                     .key = *key,
                     .func = f->func,
                     .pc = f->pc,
                     .has_place = violation_has_place(k->program, f)};
}

// Where nothing is known of what happens before what, accesses that race order others, as if they
// were atomic.
static void note_race(Settled *k, const Fault *f) {
    if (f->kind == FAULT_DATA_RACE && !vm_tracks_order(k->program))
        atomic_store_explicit(&k->has_race, true, memory_order_relaxed);
}

// SOUND: a search sees every block that is lost, but not by each of the steps that may be the last
// to forget it: that a thread forgets a pointer of its own is nothing that others notice, so it
// happens with what is before or after.
static void note_leak(Settled *k, const Fault *f) {
    if (f->kind == FAULT_LEAK)
        atomic_store_explicit(&k->has_leak, true, memory_order_relaxed);
}

static Excuse decide(Settled *k, const Fault *f, u32 *rule) {
    ViolationKey key = violation_key(k->program, f);
    *rule = rules_find(k->rules, k->program, f);
    if (*rule != NO_RULE) {
        note_suppressed(k, &key, f, *rule);
        return EXCUSE_SUPPRESSED;
    }
    if (k->is_all_but ? !violation_is_another(&k->wanted, k->program, f) : !is_found(k, &key))
        return EXCUSE_NONE;
    if (f->kind == FAULT_DATA_RACE && !violation_has_rival(f))
        atomic_store_explicit(&k->has_half, true, memory_order_relaxed);
    return EXCUSE_FOUND;
}

Excuse settled_ask(Settled *k, const Fault *f, u32 *rule) {
    Circumstances c = circumstances_of(k, f);
    const Entry *e = find_entry(k, &c);
    if (e) {
        *rule = e->rule;
        return e->how;
    }
    pthread_mutex_lock(&k->lock);
    Excuse how = decide(k, f, rule);
    if (how != EXCUSE_NONE) { // which may change
        add_entry(k, &c, how, *rule);
        note_race(k, f);
        note_leak(k, f);
    }
    pthread_mutex_unlock(&k->lock);
    return how;
}

bool settled_excuses(void *settled, const Program *p, const Fault *f) {
    u32 rule;
    ENSURE(p == ((Settled *)settled)->program);
    return settled_ask(settled, f, &rule) != EXCUSE_NONE;
}

void settled_add(Settled *k, const Fault *met, const ViolationKey *reported) {
    ViolationKey key = violation_key(k->program, met);
    pthread_mutex_lock(&k->lock);
    if (!is_found(k, &key))
        VEC_PUSH(k->found, k->nfound, k->found_cap) = key;
    if (!is_found(k, reported))
        VEC_PUSH(k->found, k->nfound, k->found_cap) = *reported;
    pthread_mutex_unlock(&k->lock);
}

// ---- telling ------------------------------------------------------------------------------------

static int compare(const void *left, const void *right) {
    const Suppressed *a = left, *b = right;
    const u32 pairs[][2] = {{a->rule, b->rule},
                            {a->key.kind, b->key.kind},
                            {a->key.file, b->key.file},
                            {a->key.line, b->key.line},
                            {a->key.other_file, b->key.other_file},
                            {a->key.other_line, b->key.other_line},
                            {a->key.more, b->key.more}};
    for (size_t i = 0; i < ARRAY_LEN(pairs); i++)
        if (pairs[i][0] != pairs[i][1])
            return pairs[i][0] < pairs[i][1] ? -1 : 1;
    return 0;
}

const Suppressed *settled_suppressed(Settled *k, u32 *n) {
    pthread_mutex_lock(&k->lock);
    if (k->nsuppressed)
        qsort(k->suppressed, k->nsuppressed, sizeof *k->suppressed, compare);
    *n = k->nsuppressed;
    pthread_mutex_unlock(&k->lock);
    return k->suppressed;
}

const Rules *settled_rules(const Settled *k) { return k->rules; }

void settled_note_end(Settled *k) {
    atomic_store_explicit(&k->has_end, true, memory_order_relaxed);
}
bool settled_has_end(const Settled *k) { return atomic_load(&k->has_end); }
bool settled_has_race(const Settled *k) { return atomic_load(&k->has_race); }
bool settled_has_leak(const Settled *k) { return atomic_load(&k->has_leak); }
bool settled_has_half(const Settled *k) { return atomic_load(&k->has_half); }
