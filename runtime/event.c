// SPDX-License-Identifier: Apache-2.0
// Events: what a program says has happened, for formulas about it.
#include "rt.h"

#include <heddle.h>

// What has just happened; NULL: nothing. Only states in the middle of an atomic section have an
// event, and nobody but who evaluates propositions sees it there (src/prop/asked.c).
MODEL const char *__rt_event;
// Whether it is progress: of all events, that one alone is a change of what others can see, so that
// who makes progress does not spin (explorer_has_changed in src/explore/explore.c).
MODEL int __rt_has_progress;

static int is_progress(const char *name) {
    const char *progress = "progress";
    while (*name && *name == *progress)
        name++, progress++;
    return *name == *progress;
}

static NOINLINE void happen(const char *name) {
    __heddle_mask();
    __rt_event = name;
    __rt_has_progress = is_progress(name);
    __heddle_show();
    __rt_event = NULL;
    __rt_has_progress = 0;
}

MODEL void heddle_ap(const char *name) {
    if (!__rt_has_events)
        return;
    for (const char *at = name; *at;) // a text, or else it is a fault of the program
        at++;
    happen(name);
}

MODEL void heddle_progress(void) { heddle_ap("progress"); }

void __rt_has_output(void) { heddle_progress(); }
