// SPDX-License-Identifier: Apache-2.0
// Supersteps. From a state s every thread i that can run has a sequence of visible operations, its
// superstep, such that only the very last one conflicts with any operation in the supersteps of
// other threads from s. The search tries each of them as one step. The access tables say what the
// operations access. A thread's superstep is computed when it is asked for; until then only its
// first operation is in its table.
//
// SOUND: take any run from s. Some thread finishes its superstep first. Its operations before the
// last one conflict with nothing that the others do until they finish theirs, and its last one with
// nothing that they have done so far; so they can all be moved to the front. Threads that wait
// count with the word they wait for, since whoever sets it conflicts with them; starting or ending
// a thread, and what ends a run, end a superstep; choices begin one.
//
// The published pseudocode returns at the first conflict it finds, even if a later one demands to
// stop before the operation; here all are looked at. When there are many, they are found by the
// bytes that they access.
#include "reduce/reduce.h"
#include "vm/look.h"

#include <string.h>

enum { LONGEST = 1000 }; // operations in a superstep
// entries that are simply looked at one after the other: the index costs as much as 20 looks at
// each
enum { FEW = IS_TINY ? 1 : 256 };
enum { GRAIN_LOG = 3 }; // log of the bytes for which the index has a list
enum { RECENT = 8 };    // entered steps among which the same is looked for
enum { WIDE = 64 };     // grains: an access of more is in the list of its whole place
#define WHOLE_PLACE 0xffffffffu
#define NO_LINK 0xffffffffu

typedef struct Entry {
    StepAccess what;
    bool is_all; // conflicts with everything
    u32 sequence, position;
} Entry;

// The superstep of a thread that begins with one of its alternatives.
typedef struct Sequence {
    ThreadId thread;
    u32 alternative, length;
} Sequence;

// The entries of one step, as long as there is no index.
typedef struct Group {
    u32 first, n;
    u64 list; // StepInfo.list
    bool is_all;
    u32 sequence, position;
} Group;

// Whether two lists of accesses conflict: their numbers, less what all that were met lately have in
// common, and the answer in the last bit; 0: nothing is known.
typedef u64 Pair;
enum { PAIRS_LOG = IS_TINY ? 1 : 11 };

// An entry in one of the lists of the index.
typedef struct Link {
    u32 entry, next; // NO_LINK: the last
} Link;

struct Superstep {
    Entry *entries; // the access tables of all threads
    u32 nentries, entries_cap;
    Group *groups; // of the same entries, if there is no index
    u32 ngroups, groups_cap;
    Pair *pairs; // by hash, those that were compared last
    u64 age;     // what the numbers of their lists have in common
    u32 *heads;  // of the lists, by hash of place, grain and is_write; used if is_indexed
    u32 nheads, heads_cap;
    Link *links;
    u32 nlinks, links_cap;
    bool is_indexed;
    bool has_all; // some entry conflicts with everything
    Sequence *sequences;
    u32 nsequences, sequences_cap;
    bool is_single;
    bool was_longer;
};

typedef enum Conflict { CONTINUE, POST_STOP, PRE_STOP } Conflict;

Superstep *superstep_new(void) {
    Superstep *s = mem_zalloc_apart(sizeof(Superstep));
    s->pairs = mem_zalloc(sizeof *s->pairs << PAIRS_LOG);
    return s;
}

void superstep_free(Superstep *s) {
    if (!s)
        return;
    ENSURE(s->nentries <= s->entries_cap && s->nlinks <= s->links_cap);
    VEC_FREE(s->entries, s->entries_cap);
    VEC_FREE(s->groups, s->groups_cap);
    mem_free(s->pairs, sizeof *s->pairs << PAIRS_LOG);
    VEC_FREE(s->heads, s->heads_cap);
    VEC_FREE(s->links, s->links_cap);
    VEC_FREE(s->sequences, s->sequences_cap);
    mem_free(s, sizeof *s);
}

// ---- access tables ------------------------------------------------------------------------------

// The grains of an access; WHOLE_PLACE alone for a wide one.
typedef struct Grains {
    u32 first, last;
} Grains;
static Grains grains_of(const StepAccess *w) {
    u64 end = (u64)w->off + (w->size ? w->size : 1) - 1;
    Grains g = {w->off >> GRAIN_LOG, (u32)(end >> GRAIN_LOG)};
    CHECK(g.first <= g.last && g.last < WHOLE_PLACE);
    return g.last - g.first >= WIDE ? (Grains){WHOLE_PLACE, WHOLE_PLACE} : g;
}

static u32 *list_of(const Superstep *s, u32 place, u32 grain, bool is_write) {
    CHECK(s->is_indexed && s->nheads && (s->nheads & (s->nheads - 1)) == 0);
    u64 key = hash_mix(((u64)place << 32 | grain) * 2 + is_write);
    return &s->heads[key & (s->nheads - 1)];
}

static void link_entry(Superstep *s, u32 number) {
    CHECK(number < s->nentries);
    const StepAccess *w = &s->entries[number].what;
    Grains g = grains_of(w);
    for (u64 grain = g.first; grain <= g.last && !s->entries[number].is_all; grain++) {
        u32 *head = list_of(s, w->place, (u32)grain, w->is_write);
        VEC_PUSH(s->links, s->nlinks, s->links_cap) = (Link){number, *head};
        *head = s->nlinks - 1;
    }
}

// Whether every link is of an entry and leads to one that was made before it.
static bool are_links_right(const Superstep *s) {
    bool is_right = true;
    for (u32 i = 0; i < s->nlinks && is_right; i++)
        is_right = s->links[i].entry < s->nentries &&
                   (s->links[i].next == NO_LINK || s->links[i].next < i);
    return is_right;
}
// All entries, in an index with room for as many again.
static void index_all(Superstep *s) {
    u32 size = 4 * FEW;
    while (size < 4 * s->nlinks)
        size *= 2;
    VEC_RESERVE(s->heads, 0, s->heads_cap, size);
    memset(s->heads, 0xff, size * sizeof *s->heads);
    ENSURE(s->heads_cap >= size && size >= 4 * s->nlinks);
    s->nheads = size;
    s->nlinks = 0;
    s->is_indexed = true;
    for (u32 i = 0; i < s->nentries; i++)
        link_entry(s, i);
    CHECK(are_links_right(s));
}

// Whether the sequence has accessed the same before, if that is easy to see: its own links are
// before those of others. The first time tells whether it was before the last operation.
static bool is_known(const Superstep *s, const Entry *e) {
    CHECK(e->sequence < s->nsequences);
    if (e->is_all || !s->is_indexed)
        return false;
    u32 i = *list_of(s, e->what.place, grains_of(&e->what).first, e->what.is_write);
    for (; i != NO_LINK; i = s->links[i].next) {
        const Entry *other = &s->entries[s->links[i].entry];
        if (other->sequence != e->sequence)
            return false;
        if (access_is_same(&other->what, &e->what))
            return true;
    }
    return false;
}

static void enter_in_index(Superstep *s, Entry e) {
    if (is_known(s, &e))
        return;
    VEC_PUSH(s->entries, s->nentries, s->entries_cap) = e;
    link_entry(s, s->nentries - 1);
    if (s->nlinks > s->nheads)
        index_all(s);
    CHECK(e.is_all || is_known(s, &e));
}

static void enter_one(Superstep *s, Entry e) {
    CHECK(s->nentries < s->entries_cap);
    CHECK(e.what.off <= UINT32_MAX - e.what.size); // see overlap
    if (s->is_indexed)
        enter_in_index(s, e);
    else
        s->entries[s->nentries++] = e;
}

// Whether the sequence has entered the same accesses a few steps ago; what conflicts with them
// conflicts with the earlier ones, which demand as much.
static bool has_entered(const Superstep *s, const StepInfo *step, u32 sequence) {
    bool has = false;
    if (s->is_indexed || !step->list || step->depends_on_all)
        return false;
    for (u32 i = s->ngroups, k = 0; i-- > 0 && k < RECENT && !has; k++)
        has = s->groups[i].list == step->list && s->groups[i].sequence == sequence &&
              !s->groups[i].is_all;
    return has;
}

// Enters a step as operation `position` of a sequence.
static void enter(Superstep *s, const StepInfo *step, u32 sequence, u32 position) {
    u32 n = step->naccesses + 1;
    if (has_entered(s, step, sequence))
        return;
    ENSURE(sequence < s->nsequences && position < LONGEST);
    VEC_RESERVE(s->entries, s->nentries, s->entries_cap, n);
    if (!s->is_indexed && s->nentries + n > FEW)
        index_all(s);
    if (!s->is_indexed)
        VEC_PUSH(s->groups, s->ngroups, s->groups_cap) =
            (Group){s->nentries, n - 1, step->list, step->depends_on_all, sequence, position};
    for (u32 i = 0; i < step->naccesses; i++)
        enter_one(s, (Entry){step->accesses[i], false, sequence, position});
    if (step->depends_on_all) {
        s->has_all = true;
        enter_one(s, (Entry){.is_all = true, .sequence = sequence, .position = position});
    }
}

static bool commute(const StepAccess *a, const StepAccess *b) {
    return a->commutes && a->commutes == b->commutes && a->off == b->off && a->size == b->size;
}

static bool overlap(const StepAccess *a, const StepAccess *b) {
    return a->place == b->place && (a->is_write || b->is_write) && a->off < b->off + b->size &&
           b->off < a->off + a->size && !commute(a, b);
}

static bool conflicts(const Entry *e, const StepInfo *step) {
    bool found = e->is_all || step->depends_on_all;
    for (u32 i = 0; i < step->naccesses && !found; i++)
        found = overlap(&e->what, &step->accesses[i]);
    return found;
}

static bool compare(const Superstep *s, const Group *g, const StepInfo *step) {
    bool found = false;
    for (u32 i = 0; i < g->n && !found; i++)
        for (u32 k = 0; k < step->naccesses && !found; k++)
            found = overlap(&s->entries[g->first + i].what, &step->accesses[k]);
    return found;
}

// 0: they cannot be told from others.
static Pair pair_of(Superstep *s, u64 a, u64 b) {
    u64 low = (u32)(a < b ? a : b), high = (u32)(a < b ? b : a);
    if (a >> 32 != b >> 32 || low >> 31)
        return 0;
    if (a >> 32 != s->age) {
        memset(s->pairs, 0, sizeof *s->pairs << PAIRS_LOG);
        s->age = a >> 32;
    }
    CHECK(low && high);
    return (low << 32 | high) << 1;
}

// The same for all that a step has entered. Most steps that are remembered meet again and again.
static bool conflicts_with_all_of(Superstep *s, const Group *g, const StepInfo *step) {
    if (g->is_all || step->depends_on_all)
        return true;
    if (!g->list || !step->list)
        return compare(s, g, step);
    Pair pair = pair_of(s, g->list, step->list);
    if (!pair)
        return compare(s, g, step);
    Pair *p = &s->pairs[pair * 0x9e3779b97f4a7c15u >> (64 - PAIRS_LOG)];
    if (*p >> 1 != pair >> 1)
        *p = pair | compare(s, g, step);
    CHECK((*p & 1) == compare(s, g, step));
    return *p & 1;
}

// What an operation that conflicts with an entry of another thread has to do.
static Conflict demand(const Superstep *s, const Entry *e) {
    CHECK(e->position < s->sequences[e->sequence].length);
    return e->position + 1 != s->sequences[e->sequence].length ? PRE_STOP : POST_STOP;
}

static Conflict test_all(const Superstep *s, ThreadId t, const StepInfo *step) {
    Conflict worst = CONTINUE;
    for (u32 i = 0; i < s->nentries; i++) {
        const Entry *e = &s->entries[i];
        CHECK(e->sequence < s->nsequences);
        if (s->sequences[e->sequence].thread == t || !conflicts(e, step))
            continue;
        worst = demand(s, e);
        if (worst == PRE_STOP)
            break;
    }
    return worst;
}

static Conflict test_groups(Superstep *s, ThreadId t, const StepInfo *step) {
    Conflict worst = CONTINUE;
    CHECK(!s->is_indexed);
    for (u32 i = 0; i < s->ngroups && worst != PRE_STOP; i++) {
        const Group *g = &s->groups[i];
        const Sequence *q = &s->sequences[g->sequence];
        CHECK(g->position < q->length && g->first + g->n <= s->nentries);
        if (q->thread != t && conflicts_with_all_of(s, g, step))
            worst = g->position + 1 != q->length ? PRE_STOP : POST_STOP;
    }
    CHECK(worst == test_all(s, t, step));
    return worst;
}

static Conflict test_list(const Superstep *s, ThreadId t, const StepAccess *w, u32 grain,
                          bool is_write) {
    Conflict worst = CONTINUE;
    for (u32 i = *list_of(s, w->place, grain, is_write); i != NO_LINK && worst != PRE_STOP;
         i = s->links[i].next) {
        const Entry *e = &s->entries[s->links[i].entry];
        CHECK(s->links[i].entry < s->nentries && !e->is_all);
        if (s->sequences[e->sequence].thread != t && overlap(&e->what, w))
            worst = demand(s, e);
    }
    return worst;
}

static Conflict worse(Conflict a, Conflict b) { return a > b ? a : b; }

static Conflict test_access(const Superstep *s, ThreadId t, const StepAccess *w) {
    CHECK(s->is_indexed && !s->has_all);
    Grains g = grains_of(w);
    Conflict worst = CONTINUE;
    for (u32 is_write = !w->is_write; is_write < 2; is_write++) {
        for (u64 grain = g.first; grain <= g.last && worst != PRE_STOP; grain++)
            worst = worse(worst, test_list(s, t, w, (u32)grain, is_write));
        if (g.first != WHOLE_PLACE && worst != PRE_STOP)
            worst = worse(worst, test_list(s, t, w, WHOLE_PLACE, is_write));
    }
    return worst;
}

// What a step of thread t means for its superstep.
static Conflict test(Superstep *s, ThreadId t, const StepInfo *step) {
    if (!s->is_indexed)
        return test_groups(s, t, step);
    bool is_wide = step->depends_on_all || s->has_all;
    for (u32 i = 0; i < step->naccesses && !is_wide; i++)
        is_wide = grains_of(&step->accesses[i]).first == WHOLE_PLACE;
    if (is_wide)
        return test_all(s, t, step);
    Conflict worst = CONTINUE;
    for (u32 i = 0; i < step->naccesses && worst != PRE_STOP; i++)
        worst = worse(worst, test_access(s, t, &step->accesses[i]));
    CHECK(worst == test_all(s, t, step)); // the index finds what a look at all entries finds
    return worst;
}

// ---- supersteps ---------------------------------------------------------------------------------

static u32 add_sequence(Superstep *s, ThreadId t, u32 alternative) {
    CHECK(s->nsequences == 0 || s->sequences[s->nsequences - 1].thread <= t);
    VEC_PUSH(s->sequences, s->nsequences, s->sequences_cap) = (Sequence){t, alternative, 1};
    return s->nsequences - 1;
}

static void enter_waiting(Superstep *s, const Stepper *stepper, ThreadId t) {
    StepAccess words[MOST_WAIT_WORDS];
    StepInfo step = {.accesses = words, .naccesses = stepper->waits_for(stepper->self, t, words)};
    ENSURE(step.naccesses <= MOST_WAIT_WORDS);
    enter(s, &step, add_sequence(s, t, 0), 0);
}

void superstep_begin(Superstep *s, const Stepper *stepper, u32 nthreads, bool is_single) {
    ENSURE(nthreads <= MAX_THREADS);
    s->nentries = s->ngroups = s->nsequences = s->nlinks = 0;
    s->is_indexed = s->has_all = false;
    s->is_single = is_single;
    for (ThreadId t = 0; t < nthreads && !is_single; t++) {
        u32 n = stepper->alternatives(stepper->self, t);
        if (n == 0)
            enter_waiting(s, stepper, t);
        for (u32 alternative = 0; alternative < n; alternative++) {
            StepInfo step;
            stepper->look(stepper->self, t, alternative, &step);
            enter(s, &step, add_sequence(s, t, alternative), 0);
        }
    }
    ENSURE(is_single || s->nsequences >= nthreads);
}

static u32 sequence_of(const Superstep *s, ThreadId t, u32 alternative) {
    u32 i = 0;
    while (s->sequences[i].thread != t || s->sequences[i].alternative != alternative) {
        i++;
        ENSURE(i < s->nsequences);
    }
    return i;
}

bool superstep_was_longer(const Superstep *s) { return s->was_longer; }

RunEnd superstep_run(Superstep *s, const Stepper *stepper, ThreadId t, u32 alternative) {
    StepInfo step;
    stepper->first(stepper->self, t, alternative, &step);
    RunEnd end = step.end;
    s->was_longer = false;
    if (s->is_single) {
        ENSURE(s->nsequences == 0 && s->nentries == 0);
        return end;
    }
    u32 number = sequence_of(s, t, alternative), n = 1;
    ENSURE(number < s->nsequences && s->sequences[number].length == 1);
    Conflict conflict = test(s, t, &step);
    bool is_over = conflict != CONTINUE; // what is free is part of the last operation then
    for (u32 k = 1; (!is_over || stepper->finds_free) && !step.is_observed && end == RUN_POINT &&
                    k < LONGEST && stepper->next(stepper->self, &step);
         k++) {
        conflict = step.depends_on_all ? PRE_STOP : test(s, t, &step);
        bool goes_on = is_over && step.is_free;
        if (!goes_on && conflict != PRE_STOP)
            goes_on = !is_over || step.hides_last;
        if (!goes_on) {
            stepper->back(stepper->self);
            break;
        }
        s->was_longer = s->was_longer || is_over;
        n += !is_over;
        enter(s, &step, number, n - 1);
        is_over = is_over || conflict != CONTINUE;
        end = step.end;
        CHECK(end == RUN_POINT || end == RUN_DONE);
    }
    ENSURE(n <= LONGEST);
    s->sequences[number].length = n;
    return end;
}
