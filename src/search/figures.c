// SPDX-License-Identifier: Apache-2.0
// Figures of the search in progress, for those that must report them from anywhere (out of memory,
// out of time): the only mutable globals of this room.
#include "search/search_int.h"

static pthread_mutex_t figures_lock = PTHREAD_MUTEX_INITIALIZER;
static Figures figures_now;
static Text reason_now;
static Violations found_now;

Figures search_figures_now(void) {
    pthread_mutex_lock(&figures_lock);
    Figures f = figures_now;
    pthread_mutex_unlock(&figures_lock);
    return f;
}

void search_reason_now(Text *out) {
    pthread_mutex_lock(&figures_lock);
    text_add(out, "%s", text_str(&reason_now));
    pthread_mutex_unlock(&figures_lock);
}

void search_publish_reason(const char *why) {
    Text text = {0}, old;
    text_add(&text, "%s", why); // no allocation with the lock
    pthread_mutex_lock(&figures_lock);
    old = reason_now;
    reason_now = text;
    pthread_mutex_unlock(&figures_lock);
    text_done(&old);
}

void search_publish(const Figures *f) {
    ENSURE((f->workers > 0 || !f->states) && f->seconds >= 0);
    pthread_mutex_lock(&figures_lock);
    figures_now = *f;
    pthread_mutex_unlock(&figures_lock);
}

static void copy_faults(const Violations *from, Violations *to) {
    for (u32 i = 0; i < from->n; i++) {
        ENSURE(from->items[i].fault.kind != FAULT_NONE);
        Violation *v = violations_add(to);
        fault_copy(&v->fault, &from->items[i].fault);
        v->key = from->items[i].key;
    }
}

void search_found_now(Violations *out) {
    pthread_mutex_lock(&figures_lock);
    u32 before = out->n;
    copy_faults(&found_now, out);
    ENSURE(out->n == before + found_now.n);
    pthread_mutex_unlock(&figures_lock);
}

void search_publish_found(const Violations *v) {
    Violations copy = {0}, old;
    copy_faults(v, &copy); // no allocation with the lock
    ENSURE(copy.n == v->n);
    pthread_mutex_lock(&figures_lock);
    old = found_now;
    found_now = copy;
    pthread_mutex_unlock(&figures_lock);
    violations_done(&old);
}
