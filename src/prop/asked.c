// SPDX-License-Identifier: Apache-2.0
// Propositions that are no functions of the program: what they are about lies in variables of the
// models (runtime/event.c, runtime/place.c), and they are evaluated without running anything.
#include "prop/prop_int.h"

#include <string.h>

static ObjId variable_named(const Program *p, const char *name) {
    for (ObjId i = 1; i <= p->nglobals; i++)
        if (p->globals[i].is_runtime && strcmp(p->globals[i].name, name) == 0)
            return i;
    return 0;
}

// ---- events -------------------------------------------------------------------------------------

static void set_event(PropertySet *s, const Program *p, u32 i) {
    s->events |= 1u << i;
    s->event = variable_named(p, "__rt_event");
}

bool asked_set_event(PropertySet *s, const Program *p, u32 i, const char *name) {
    for (u32 k = 0; k < p->nevents; k++)
        if (strcmp(p->events[k], name) == 0) {
            set_event(s, p, i);
            return true;
        }
    return false;
}

// Whether the text at the pointer is this one; false with a message if it cannot be read.
static bool compare(Vm *vm, Cell at, const char *name, bool *out, Text *why) {
    Cell c = {0};
    *out = true;
    for (const char *n = name; *out; n++, at.v++) {
        if (!vm_peek(vm, at.tag, at.v, 1, &c) || !cell_is_number(c)) {
            text_add(why, "the name of an event (heddle_ap) is not known");
            return false;
        }
        *out = (c.v & 0xff) == (u8)*n;
        if (!*n)
            return true;
    }
    return true;
}

static bool has_happened(const PropertySet *s, Vm *vm, const char *name, bool *out, Text *why) {
    Cell now = {0};
    *out = false;
    if (!s->event || !vm_peek(vm, s->event, 0, vm_program(vm)->ptr_bytes, &now) || !now.tag)
        return true;
    return compare(vm, now, name, out, why);
}

static bool event_value(const PropertySet *s, Vm *vm, u32 i, bool *out, Text *why) {
    const LtlAsked *asked = &s->formula->asked[i];
    return has_happened(s, vm, asked->kind == LTL_EVENT ? asked->name : s->formula->propositions[i],
                        out, why);
}

void prop_set_progress(PropertySet *s, const Program *p) {
    if (s->livelock)
        s->event = variable_named(p, "__rt_event");
}

// The name of an event that cannot be read is another one.
bool prop_has_progress(const PropertySet *s, Vm *vm) {
    Text why = {0};
    bool has = false;
    has_happened(s, vm, "progress", &has, &why);
    text_done(&why);
    return has;
}

// ---- threads ------------------------------------------------------------------------------------

bool prop_asked_number(const PropertySet *s, u32 i, ObjId *variable, u32 *off) {
    LtlKind kind = s->formula->asked[i].kind;
    *variable = kind == LTL_ENDED ? s->living : kind == LTL_AT ? s->places : 0;
    *off = i * (u32)sizeof(i32);
    return *variable != 0;
}

bool prop_asked_is_true(const PropertySet *s, u32 i, u32 number) {
    return s->formula->asked[i].kind == LTL_ENDED ? number == 1 : number != 0;
}

// Whether the thread is one of those that the proposition is about: struct asked of
// runtime/place.c.
static bool is_asked(const PropertySet *s, Vm *vm, ObjId self, u32 i) {
    u32 word = vm_program(vm)->ptr_bytes;
    Cell at = {0}, thread = {0}, groups = {0};
    bool is_there = s->asked && vm_peek(vm, s->asked, 0, word, &at);
    for (ObjId node = at.tag; is_there && node; node = at.tag) {
        is_there = vm_peek(vm, node, word, word, &thread) &&
                   vm_peek(vm, node, 2 * word, word, &groups) && vm_peek(vm, node, 0, word, &at);
        if (is_there && thread.tag == self)
            return groups.v >> i & 1;
    }
    return false;
}

static bool is_waiting(const PropertySet *p, Vm *vm, ThreadId t, u32 i) {
    Stance s;
    vm_stance(vm, t, &s, NULL);
    return (!s.alternatives || s.is_spurious) && is_asked(p, vm, s.self, i);
}

static bool somebody_waits(const PropertySet *p, Vm *vm, u32 i) {
    bool waits = false;
    for (ThreadId t = 0; t < vm_nthreads(vm) && !vm_has_exited(vm) && !waits; t++)
        waits = vm_is_alive(vm, t) && is_waiting(p, vm, t, i);
    return waits;
}

bool prop_has_asked(const PropertySet *s) {
    bool has = false;
    for (u32 i = 0; s->formula && i < s->formula->npropositions && !has; i++)
        has = s->propositions[i] == FUNC_NONE;
    return has;
}

// ---- all of them --------------------------------------------------------------------------------

void asked_set(PropertySet *s, const Program *p, u32 i) {
    if (s->formula->asked[i].kind == LTL_EVENT)
        set_event(s, p, i);
    if (s->formula->asked[i].kind == LTL_WAITING)
        s->of_stances |= 1u << i;
    s->living = variable_named(p, "__rt_living");
    s->places = variable_named(p, "__rt_places");
    s->asked = variable_named(p, "__rt_asked");
}

bool asked_value(const PropertySet *s, Vm *vm, u32 i, bool *out, Text *why) {
    ENSURE(s->propositions[i] == FUNC_NONE);
    ObjId variable;
    u32 off;
    Cell number = {0};
    if (s->events >> i & 1)
        return event_value(s, vm, i, out, why);
    if (s->of_stances >> i & 1)
        *out = somebody_waits(s, vm, i);
    else
        *out = prop_asked_number(s, i, &variable, &off) &&
               vm_peek(vm, variable, off, sizeof(i32), &number) &&
               prop_asked_is_true(s, i, (u32)number.v);
    return true;
}
