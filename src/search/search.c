// SPDX-License-Identifier: Apache-2.0
// A whole search: bounds, the chosen order, replay of what was found, verdict.
#include "search/search_int.h"

#include <string.h>

// For handlers that must report figures from anywhere (out of memory): the only mutable global of this room.
static const Figures *figures_now;

const Figures *search_figures_now(void) {
    static const Figures none;
    return figures_now ? figures_now : &none;
}

// ---- replay -------------------------------------------------------------------------------------

static bool replay_leak(const SearchOptions *o, Vm *vm, ThreadId last, bool is_over, Fault *out) {
    if (!o->properties.checked[FAULT_LEAK])
        return false;
    ObjId block = is_over && o->properties.cleanup ? prop_unfreed(vm) : prop_lost(vm);
    if (block)
        prop_leak(vm, last, block, out);
    return block != 0;
}

// Is the state after the last step a violation?
static bool judge_last(const SearchOptions *o, Vm *vm, RunEnd end, ThreadId last, Fault *out) {
    switch (end) {
    case RUN_FAULT:
        text_clear(&out->text);
        text_add(&out->text, "%s", text_str(&vm->fault.text));
        Text text = out->text;
        *out = vm->fault;
        out->text = text;
        return true;
    case RUN_EXIT:
        return replay_leak(o, vm, last, true, out);
    case RUN_POINT:
    case RUN_DONE:
        // The order of arrive in explore.c.
        if (replay_leak(o, vm, last, vm->nthreads == 0, out))
            return true;
        return o->properties.checked[FAULT_DEADLOCK] && prop_deadlock(vm, out);
    default:
        return false;
    }
}

bool search_replay(const Program *p, const SearchOptions *o, const Schedule *s, Fault *out) {
    Vm *vm = vm_new(p, &o->vm);
    vm_start(vm);
    RunEnd end = RUN_POINT;
    ThreadId last = 0;
    bool ok = true;
    for (u32 i = 0; i < s->len && ok; i++) {
        last = s->steps[i].thread;
        ok = (end == RUN_POINT || end == RUN_DONE) && s->steps[i].alternative < vm_alternatives(vm, last);
        if (ok)
            end = vm_step(vm, last, s->steps[i].alternative);
        if (end == RUN_DONE)
            last = THREAD_NONE;
    }
    ok = ok && judge_last(o, vm, end, last, out);
    vm_free(vm);
    return ok;
}

// ---- the search ---------------------------------------------------------------------------------

static void fault_done(Fault *f) {
    text_done(&f->text);
    *f = (Fault){0};
}

// SOUND: a violation is reported only if a second run, from the choices alone, ends in the same one.
static void confirm(const Program *p, const SearchOptions *o, SearchResult *r) {
    Fault again = {0};
    bool ok = search_replay(p, o, &r->schedule, &again);
    ENSURE(ok && "the replay of a counterexample found no violation");
    ENSURE(again.kind == r->fault.kind && "the replay of a counterexample found another violation");
    fault_done(&r->fault);
    r->fault = again;
}

static void name_stubs(Verdict *v, const char *list) {
    while (list && *list) {
        int len = (int)strcspn(list, ",");
        verdict_bound(v, "stub %.*s", len, list);
        list += len + (list[len] == ',');
    }
}

void search_run(const Program *p, const SearchOptions *o, SearchResult *r) {
    Explorer e;
    *r = (SearchResult){0};
    verdict_init(&r->verdict);
    if (o->context_bound >= 0)
        verdict_bound(&r->verdict, "%lld context switch%s", (long long)o->context_bound,
                      o->context_bound == 1 ? "" : "es");
    if (o->vm.has_nondet_range)
        verdict_bound(&r->verdict, "unknown values %lld..%lld", (long long)o->vm.nondet_low,
                      (long long)o->vm.nondet_high);
    name_stubs(&r->verdict, o->stubs);
    explorer_init(&e, p, o, r);
    figures_now = &e.figures;
    Seam seam = explorer_seam(&e);
    bool found = o->order == SEARCH_BFS ? search_bfs(&seam, &r->schedule) : search_dfs(&seam, &r->schedule);
    explorer_figures(&e);
    r->figures = e.figures;
    figures_now = &r->figures;
    if (e.vm->bounds_met)
        verdict_bound(&r->verdict, "%u clock tick%s", o->clock_ticks, o->clock_ticks == 1 ? "" : "s");
    explorer_done(&e);
    if (found)
        confirm(p, o, r);
    verdict_conclude(&r->verdict, found ? text_str(&r->fault.text) : NULL);
    figures_now = NULL;
}

void search_result_done(SearchResult *r) {
    verdict_done(&r->verdict);
    fault_done(&r->fault);
    fault_done(&r->first_unasked);
    schedule_done(&r->schedule);
}
