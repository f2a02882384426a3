// SPDX-License-Identifier: Apache-2.0
// A model that is asked for one step at a time: somebody else decides which state comes next and
// keeps the states, as flat buffers. What a step is, and what is wrong, is the same as in a search.
#include "explore/explore_int.h"

#include <string.h>

struct Drive {
    Exploration *exploration;
    Findings findings; // these, or others:
    Verdict verdict;
    u64 unasked[FAULT_COUNT];
    u32 gone_on;
    Fault first_unasked;
    Explorer *explorer;
    Model model; // of that explorer
    u8 *key;     // the state that was entered, as a buffer and as a vector
    u32 nkey, key_cap;
    StateWord *at;
    u32 at_cap;
    bool is_loaded; // the model is in it
    bool is_open;   // steps were taken from it
    bool is_judged; // whether it is a violation itself is known:
    StepEnd judged;
    bool is_checked;   // its invariants were asked for
    u32 ahead;         // the model is in this child, which is no violation, + 1; 0: in none
    Children children; // where steps that were taken from it lead to
    bool *are_judged;  // by child: it was looked at whether it is a violation
    u32 njudged, judged_cap;
};

Drive *drive_new_with(const Program *p, const ExploreOptions *o, ExploreUse use,
                      const Findings *findings) {
    Drive *d = mem_zalloc_apart(sizeof *d);
    verdict_init(&d->verdict);
    d->findings =
        findings ? *findings : (Findings){&d->verdict, d->unasked, &d->gone_on, &d->first_unasked};
    if (!findings)
        explore_name_bounds(o, &d->verdict);
    use.is_driven = true;
    d->exploration = exploration_new(p, o, use, &d->findings, &(ExploreHooks){0});
    exploration_begin(d->exploration, &(StoreOptions){.kind = STORE_COMPACT}, 1);
    d->explorer = d->exploration->explorers;
    d->model = exploration_model(d->exploration, 0);
    ENSURE(d->exploration->nexplorers == 1 && !d->exploration->guards);
    return d;
}

Drive *drive_new(const Program *p, const ExploreOptions *o, ExploreUse use) {
    return drive_new_with(p, o, use, NULL);
}

void drive_free(Drive *d) {
    if (!d)
        return;
    ENSURE(d->njudged <= d->children.n);
    exploration_end(d->exploration);
    exploration_free(d->exploration);
    verdict_done(&d->verdict);
    text_done(&d->first_unasked.text);
    children_done(&d->children);
    VEC_FREE(d->key, d->key_cap);
    VEC_FREE(d->at, d->at_cap);
    VEC_FREE(d->are_judged, d->judged_cap);
    mem_free(d, sizeof *d);
}

Findings drive_findings(Drive *d) {
    exploration_take_gone_on(d->exploration);
    return d->findings;
}
const Fault *drive_fault(const Drive *d) { return &d->explorer->fault; }
Vm *drive_machine(Drive *d) { return d->explorer->vm; }
bool drive_is_abstracted(const Drive *d) { return atomic_load(&d->exploration->is_abstracted); }
bool drive_must_stop(const Drive *d) { return atomic_load(&d->exploration->must_stop); }
void drive_go_on(Drive *d) { atomic_store(&d->exploration->must_stop, false); }
const Exploration *drive_exploration(const Drive *d) { return d->exploration; }

// ---- the state ----------------------------------------------------------------------------------

// Nothing is known of the state.
static void forget_steps(Drive *d) {
    children_cut(&d->children, 0);
    ENSURE(d->children.n == 0);
    d->children.nends = d->njudged = 0;
    d->is_loaded = d->is_open = d->is_judged = d->is_checked = false;
    d->ahead = 0;
}

static void keep_vector(Drive *d, const StateWord *state) {
    u32 words = vector_words(state);
    CHECK(words >= vector_plain_words(vector_leaves(d->exploration->program, state)));
    VEC_RESERVE(d->at, 0, d->at_cap, words);
    memcpy(d->at, state, words * sizeof *state);
    forget_steps(d);
}

static void keep_key(Drive *d, const void *flat) {
    d->nkey = flat_bytes(flat);
    ENSURE(d->nkey > 0);
    VEC_RESERVE(d->key, 0, d->key_cap, d->nkey);
    memcpy(d->key, flat, d->nkey);
}

// The explorer is in the state that was entered.
static bool is_in_state(const Drive *d) {
    ENSURE(d->at && d->explorer->state);
    u32 words = vector_words(d->at);
    return vector_words(d->explorer->state) == words &&
           memcmp(d->explorer->state, d->at, words * sizeof *d->at) == 0;
}

static void load(Drive *d) {
    ENSURE(d->at);
    if (!d->is_loaded)
        d->model.go(d->model.self, d->at, d->is_open);
    d->is_loaded = true;
    d->ahead = 0;
    CHECK(is_in_state(d));
}

void drive_enter(Drive *d, const void *flat) {
    if (d->nkey && flat_bytes(flat) == d->nkey && memcmp(flat, d->key, d->nkey) == 0)
        return;
    keep_key(d, flat);
    keep_vector(d, d->model.load(d->model.self, flat));
    CHECK(d->nkey == flat_bytes(flat) && d->children.n == 0);
}

// The machine has come to a state in another way than by a step.
static void adopt(Drive *d, const StateWord *state) {
    keep_vector(d, state);
    d->nkey = 0;
}

const StateWord *drive_vector(const Drive *d, u32 *compared) {
    ENSURE(d->at);
    *compared = vector_plain_words(vector_leaves(d->exploration->program, d->at));
    return d->at;
}

void drive_return(Drive *d, const StateWord *vector) {
    u32 words = vector_words(vector);
    ENSURE(d->at && d->at != vector);
    if (vector_words(d->at) != words || memcmp(vector, d->at, words * sizeof *vector) != 0)
        adopt(d, vector);
}

// Whether the state itself is a violation, or one that the program does not go on from.
static StepEnd judge_state(Drive *d) {
    load(d);
    if (!d->is_judged)
        d->judged = d->model.judge(d->model.self);
    d->is_judged = true;
    ENSURE(d->judged != STEP_VIOLATION || drive_fault(d)->kind != FAULT_NONE);
    return d->judged;
}

StepEnd drive_check_invariants(Drive *d) {
    if (d->is_checked)
        return STEP_ON;
    d->is_checked = true;
    load(d);
    ENSURE(d->is_loaded);
    return explorer_check_invariants(d->explorer);
}

// What was computed with other options does not count any more.
static void forget(Drive *d) {
    ENSURE(d->exploration->use.is_driven &&
           d->exploration->options->reduction != REDUCTION_DEFAULT);
    if (d->explorer->memo)
        memo_clear(d->explorer->memo);
    d->nkey = 0;
    forget_steps(d);
}

// SOUND: what supersteps and threads alone leave out are states that differ in what is visible; all
// other reductions only leave out states that differ in what a single thread can see.
void drive_look_between(Drive *d) {
    ENSURE(d->exploration->use.is_driven);
    d->exploration->use.looks_between = true;
    vm_stop_alone(d->explorer->vm);
    forget(d);
}

void drive_has_invariants(Drive *d) {
    ENSURE(d->exploration->options->properties.ninvariants > 0);
    explorer_need_caller(d->explorer);
    vm_stop_alone(d->explorer->vm);
    forget(d);
}

StepEnd drive_start(Drive *d) {
    Children initial = {0};
    StepEnd end = d->model.initial(d->model.self, &initial);
    ENSURE(initial.n == (end == STEP_ON));
    if (end == STEP_ON)
        adopt(d, child_state(&initial, 0));
    children_done(&initial);
    if (end != STEP_ON)
        return end;
    ENSURE(!d->is_judged && d->nkey == 0);
    return judge_state(d);
}

// The state that the machine is in becomes the one that it is about.
static void settle(Drive *d) {
    Explorer *e = d->explorer;
    view_canonicalize(e->view, e->vm, false);
    adopt(d, view_take(e->view, e->vm, NULL, explorer_extra(e, e->switches, e->last)));
    ENSURE(drive_threads(d) == vm_nthreads(e->vm) && !d->is_loaded);
}

static bool has_followed(void *self, u32 step, Choice c, RunEnd end) {
    Drive *d = self;
    ENSURE(d->at); // where the schedule begins
    (void)step, (void)c;
    bool goes_on = prop_goes_on(end) && vm_nthreads(d->explorer->vm) > 0;
    if (goes_on)
        settle(d);
    return goes_on;
}

bool drive_follow(Drive *d, const Schedule *s) {
    Replayed replayed;
    ENSURE(!d->at); // nothing was done yet
    settle(d);
    if (!prop_replay(d->explorer->vm, s, &(ReplayHooks){d, NULL, has_followed}, &replayed))
        return false;
    return judge_state(d) == STEP_ON;
}

size_t drive_write(Drive *d, void *flat, size_t size) {
    ENSURE(d->at);
    size_t n = d->model.save(d->model.self, d->at, flat, size);
    ENSURE(n > size || flat_bytes(flat) == n);
    if (n <= size)
        keep_key(d, flat);
    return n;
}

size_t drive_write_matched(Drive *d, void *buffer, size_t size) {
    ENSURE(d->at);
    return matching_write(d->explorer, d->at, buffer, size);
}

u32 drive_threads(const Drive *d) {
    CHECK(vector_threads(d->at) <= MAX_THREADS);
    return vector_threads(d->at);
}

u32 drive_alternatives(Drive *d, ThreadId t) {
    return judge_state(d) != STEP_ON || t >= drive_threads(d)
               ? 0
               : d->model.alternatives(d->model.self, t);
}

u32 drive_ways(Drive *d, ThreadId t) {
    if (judge_state(d) != STEP_ON || t >= drive_threads(d))
        return 0;
    u32 n = d->model.ways(d->model.self, t);
    CHECK(n <= d->model.alternatives(d->model.self, t));
    return n;
}

bool drive_goes_on(Drive *d, ThreadId t) {
    return judge_state(d) == STEP_ON && t < drive_threads(d) &&
           explorer_wants_to_go_on(d->explorer, t);
}

// ---- steps --------------------------------------------------------------------------------------

static bool is_step(Choice how, ThreadId t, u32 alternative) {
    return how.thread == t && how.alternative == alternative;
}

// Where a step that was taken leads to: a child, or else an end. False if it was not taken.
static bool find_step(const Drive *d, ThreadId t, u32 alternative, Ending *end, u32 *child) {
    const Children *c = &d->children;
    u32 i = 0, k = 0;
    while (k < c->nends && !is_step(c->ends[k].how, t, alternative))
        k++;
    while (i < c->n && !is_step(c->items[i].how, t, alternative))
        i++;
    if (k < c->nends)
        *end = c->ends[k];
    else if (i < c->n)
        *end = (Ending){c->items[i].how, STEP_ON, 0};
    CHECK(k == c->nends || c->ends[k].end != STEP_ON);
    *child = i;
    return k < c->nends || i < c->n;
}

static bool is_taken(const Drive *d, ThreadId t, u32 alternative) {
    Ending end;
    u32 child;
    return find_step(d, t, alternative, &end, &child);
}

static void take(Drive *d, ThreadId t, u32 alternative) {
    ENSURE(t < drive_threads(d));
    load(d);
    d->is_open = true;
    d->model.step(d->model.self, (Choice){t, alternative, 0}, &d->children);
    CHECK(is_taken(d, t, alternative));
}

// How far a superstep goes depends on those that were taken before from the same state, so they are
// taken in a fixed order whatever is asked for first.
static void take_in_order(Drive *d, ThreadId t, u32 alternative) {
    ENSURE(alternative < drive_alternatives(d, t));
    for (ThreadId k = 0; k <= t; k++) {
        u32 n = k < t ? drive_ways(d, k) : drive_alternatives(d, k);
        for (u32 a = 0; a < n && (k < t || a <= alternative); a++)
            if (!is_taken(d, k, a))
                take(d, k, a);
    }
}

// The state that a step leads to may be a violation itself: then it is one of the step.
static StepEnd judge_child(Drive *d, u32 child) {
    ENSURE(child < d->children.n);
    VEC_RESERVE(d->are_judged, d->njudged, d->judged_cap, d->children.n - d->njudged);
    while (d->njudged < d->children.n)
        d->are_judged[d->njudged++] = false;
    if (d->are_judged[child])
        return STEP_ON;
    d->are_judged[child] = true;
    d->is_loaded = false;
    d->model.go(d->model.self, child_state(&d->children, child), false);
    StepEnd end = d->model.judge(d->model.self);
    d->ahead = end == STEP_ON ? child + 1 : 0;
    if (end != STEP_VIOLATION)
        return STEP_ON;
    children_end(&d->children, (Ending){d->children.items[child].how, end, 0});
    return end;
}

Ending drive_step(Drive *d, ThreadId t, u32 alternative) {
    Ending step;
    u32 child;
    if (!is_taken(d, t, alternative)) {
        if (d->exploration->uses_supersteps)
            take_in_order(d, t, alternative);
        else
            take(d, t, alternative);
    }
    bool is_found = find_step(d, t, alternative, &step, &child);
    ENSURE(is_found && is_step(step.how, t, alternative));
    if (step.end == STEP_ON)
        step.end = judge_child(d, child);
    return step;
}

const StepRecord *drive_last(const Drive *d) { return vm_last(d->explorer->vm); }

ValuesSeen drive_values(Drive *d, u32 *values, Text *why) {
    load(d);
    ENSURE(d->is_loaded);
    return d->model.values(d->model.self, values, why);
}

bool drive_may_stay(Drive *d) {
    load(d);
    bool is_ready = false;
    for (ThreadId t = 0; t < drive_threads(d) && !is_ready; t++)
        is_ready = explorer_standing(d->explorer, t) & THREAD_READY;
    return !is_ready;
}

void drive_go(Drive *d, ThreadId t, u32 alternative) {
    Ending step;
    u32 child;
    bool is_found = find_step(d, t, alternative, &step, &child);
    ENSURE(is_found && step.end == STEP_ON && child < d->children.n);
    bool is_there = d->ahead == child + 1;
    adopt(d, child_state(&d->children, child));
    ENSURE(!is_there || is_in_state(d));
    d->is_loaded = d->is_judged = is_there;
    d->judged = STEP_ON;
}

// ---- functions that run whole -------------------------------------------------------------------

static void bring_machine(Drive *d) {
    load(d);
    explorer_bring_back(d->explorer);
    CHECK(vm_nthreads(d->explorer->vm) == drive_threads(d));
    d->explorer->is_at_state = false;
}

Vm *drive_machine_there(Drive *d) {
    load(d);
    explorer_bring_back(d->explorer);
    return d->explorer->vm;
}

void drive_locate(Drive *d, ThreadId t, Fault *out) {
    ENSURE(t < drive_threads(d));
    load(d);
    explorer_bring_back(d->explorer);
    vm_locate(d->explorer->vm, t, out);
}

static StepEnd call(Drive *d, const DriveCall *c, Cell *result) {
    Vm *vm = d->explorer->vm;
    Cell control = {0};
    ENSURE(c->func < d->exploration->program->nfuncs);
    bring_machine(d);
    if (c->control != FUNC_NONE) {
        RunEnd end = vm_call(vm, c->control, NULL, 0, &control)->end;
        if (end != RUN_DONE)
            return explorer_call_ended(d->explorer, end);
    }
    VmCall how = {.func = c->func,
                  .args = c->args,
                  .nargs = c->nargs,
                  .self = control.tag,
                  .may_start = c->may_start};
    return explorer_call_ended(d->explorer, vm_call_as(vm, &how, result)->end);
}

// Where in the globals there is a pointer to the object; false: nowhere.
static bool find_pointer(const Vm *vm, ObjId obj, u32 *block, u32 *off) {
    ENSURE(tag_is_dynamic(obj, vm_first_dynamic(vm)));
    for (*block = 0; *block < vm_program(vm)->nblocks; ++*block)
        if (contents_find(vm_contents(&vm_globals(vm)[*block]), obj, off))
            return true;
    return false;
}

// Objects get other numbers in a state. What no global points to is gone: such a pointer is not
// null, but points to nothing.
static void settle_with(Drive *d, Cell *result) {
    const Vm *vm = d->explorer->vm;
    u32 block, off;
    bool is_dynamic = tag_is_dynamic(result->tag, vm_first_dynamic(vm));
    bool is_known = is_dynamic && find_pointer(vm, result->tag, &block, &off);
    settle(d);
    if (is_dynamic)
        result->tag =
            is_known ? contents_object(vm_contents(&vm_globals(vm)[block]), off) : OBJ_GONE;
    ENSURE(!is_known || result->tag); // it is still the same pointer
}

StepEnd drive_call(Drive *d, const DriveCall *c, Cell *result) {
    StepEnd end = call(d, c, result);
    ENSURE(end != STEP_VIOLATION || drive_fault(d)->kind != FAULT_NONE);
    d->is_loaded = false;
    if (end == STEP_ON)
        settle_with(d, result);
    return end;
}

void drive_last_cut(const Drive *d, Text *out) {
    const StepRecord *last = vm_last(d->explorer->vm);
    if (last->end == RUN_CUT)
        explorer_cut_text(d->explorer, out);
    else
        text_add(out, "it has ended the run");
}

bool drive_is_known(const Drive *d, ObjId obj) {
    const Program *p = d->exploration->program;
    u32 off;
    ENSURE(obj >= program_first_dynamic(p)); // others are known by their numbers
    for (u32 i = 0; i < p->nblocks; i++)
        if (contents_find(block_contents(view_leaf(d->explorer->view, d->at, i)), obj, &off))
            return true;
    return false;
}

static bool is_interrupted(const Drive *d) {
    const volatile int *flag = d->exploration->options->interrupted;
    return flag && *flag;
}

#define MOST_INSTRUCTIONS (UINT64_C(1) << 28) // of constructors: some seconds

// Nobody sees in which order a constructor's accesses go in pieces.
static bool goes_on(Vm *vm) {
    return vm_alternatives(vm, 0) == 1 || vm_thread(vm, 0)->pend.kind == PEND_PIECES;
}

StepEnd drive_start_empty(Drive *d) {
    Explorer *e = d->explorer;
    RunEnd end = RUN_POINT;
    for (u64 n = 0;
         n < MOST_INSTRUCTIONS && end == RUN_POINT && goes_on(e->vm) && !is_interrupted(d);
         n += vm_last(e->vm)->length)
        end = vm_step(e->vm, 0, 0)->end;
    if (end == RUN_POINT)
        return STEP_STOPPED;
    StepEnd result = explorer_call_ended(e, end);
    if (result == STEP_ON)
        settle(d);
    ENSURE(result != STEP_ON || d->nkey == 0);
    return result;
}
