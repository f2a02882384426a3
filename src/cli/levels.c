// SPDX-License-Identifier: Apache-2.0
// --all-levels: the program as each level of optimisation makes it, checked one after the other.
// What is told in full is the first level that is violated; if there is none, the first one that is
// unknown; if there is none, the first one that holds within bounds, or simply the first.
#include "cli/cli.h"

#include <string.h>

static const char *const names[LEVEL_COUNT] = {"-O0", "-O1", "-O2", "-O3", "-Os"};

typedef struct Run {
    Levels levels;
    Words args[LEVEL_COUNT]; // of the compiler
    Check *kept;             // the check of the level that is chosen so far; NULL: none
    Check *now;              // the one in progress; NULL: none
} Run;

// ---- rows ---------------------------------------------------------------------------------------

static void add_row(Levels *l, const Outcome *c) {
    const SearchResult *r = &c->result;
    Level *row = &l->items[l->n];
    *row = (Level){.name = names[l->n],
                   .kind = r->verdict.kind,
                   .violated = r->found.n ? ir_kind_name[r->found.items[0].fault.kind] : "",
                   .seconds = r->figures.seconds,
                   .states = r->figures.states,
                   .transitions = r->figures.transitions};
    text_add(&row->reason, "%s", text_str(&r->verdict.reason));
    outcome_line(c, &row->line);
    l->n++;
}

static void add_unknown(Levels *l, const char *why) {
    Level *row = &l->items[l->n];
    *row = (Level){.name = names[l->n], .kind = VERDICT_UNKNOWN, .violated = ""};
    text_add(&row->reason, "%s", why);
    text_add(&row->line, "unknown: %s\n", why);
    l->n++;
}

void levels_tell(const Levels *l, Text *out) {
    u32 nholds = 0;
    for (u32 i = 0; l && i < l->n; i++) {
        text_add(out, "  %s  %s", l->items[i].name, text_str(&l->items[i].line));
        nholds += l->items[i].kind == VERDICT_HOLDS;
    }
    if (l && l->n && l->items[l->chosen].kind == VERDICT_VIOLATED)
        text_add(out, "The first level that breaks it is %s.\n", l->items[l->chosen].name);
    else if (l && nholds == LEVEL_COUNT)
        text_add(out, "No level breaks it.\n");
}

json_t *levels_json(const Levels *l) {
    json_t *list = json_array();
    for (u32 i = 0; i < l->n; i++) {
        const Level *row = &l->items[i];
        json_t *one = json_object();
        json_object_set_new(one, "level", json_string(row->name));
        json_object_set_new(one, "verdict", json_string(verdict_name(row->kind)));
        json_object_set_new(one, "reason",
                            row->reason.len ? text_json(text_str(&row->reason)) : json_null());
        json_object_set_new(one, "kind", *row->violated ? json_string(row->violated) : json_null());
        json_object_set_new(one, "states", json_integer((json_int_t)row->states));
        json_object_set_new(one, "transitions", json_integer((json_int_t)row->transitions));
        json_object_set_new(one, "time_s", json_real(row->seconds));
        json_array_append_new(list, one);
    }
    return list;
}

// ---- checks -------------------------------------------------------------------------------------

// How much the outcome has to say.
typedef enum Weight { HOLDS, HOLDS_WITHIN, UNKNOWN, VIOLATED } Weight;
static Weight weight(const Outcome *c) {
    const Verdict *v = &c->result.verdict;
    return v->kind == VERDICT_VIOLATED  ? VIOLATED
           : v->kind == VERDICT_UNKNOWN ? UNKNOWN
           : verdict_is_bounded(v)      ? HOLDS_WITHIN
                                        : HOLDS;
}

static bool suits(const Options *o) {
    const Words *args = &o->setup.compiler_args;
    for (u32 i = 0; i < args->len; i++) {
        if (strncmp(args->items[i], "-O", 2) == 0) {
            cli_error("--all-levels checks every level; leave %s out", args->items[i]);
            return false;
        }
    }
    return true;
}

static Check *new_check(Run *r, const Options *o, u32 i) {
    Options own = *o;
    Words *args = &r->args[i];
    for (u32 k = 0; k < o->setup.compiler_args.len; k++)
        words_push(args, o->setup.compiler_args.items[k]);
    words_push(args, names[i]);
    own.setup.compiler_args = *args;
    own.setup.opt_level = names[i];
    Check *c = check_new(&own);
    check_outcome(c)->levels = &r->levels;
    return c;
}

// The level in progress is over: its outcome is kept if it says more than the one that was.
static void settle(Run *r) {
    Check *done = r->now;
    watchdog_hold(); // its thread may be telling what is known
    add_row(&r->levels, check_outcome(done));
    if (!r->kept || weight(check_outcome(done)) > weight(check_outcome(r->kept))) {
        Check *other = r->kept;
        r->kept = done;
        r->levels.chosen = r->levels.n - 1;
        check_outcome(done)->stage = STAGE_REPORT;
        done = other;
    }
    r->now = NULL;
    watchdog_release();
    if (done)
        check_free(done);
}

// A violation that was found stays one, whatever becomes of the level in progress.
static int cut_short(void *arg, const char *why) {
    Run *r = arg;
    Check *told = r->kept;
    bool is_found = told && weight(check_outcome(told)) == VIOLATED;
    bool is_whole = r->levels.n == LEVEL_COUNT;
    if (!is_whole)
        add_unknown(&r->levels, why);
    if (!is_whole && !is_found) {
        told = r->now ? r->now : told;
        r->levels.chosen = r->levels.n - 1;
        check_outcome(told)->stage = STAGE_SEARCH; // what is known of one level says nothing of all
    }
    return check_cut_short(told, why);
}

// The other levels would say nothing any more, nor change what is told. (If one holds, the next
// ends at once, in unknown.)
static bool is_over(const Outcome *kept) {
    double deadline = kept->search.deadline;
    return weight(kept) >= UNKNOWN &&
           (*signals_flag() || (deadline > 0 && clock_seconds() > deadline));
}

// Checks one level; false after a message.
static bool check_level(Run *r, const Options *o, u32 i) {
    Check *c = new_check(r, o, i);
    bool is_ready = check_prepare(c, i == 0);
    if (is_ready && i == 0) {
        r->now = c;
        watchdog_start(check_outcome(c)->o, check_outcome(c)->search.memory_limit, cut_short, r);
    }
    watchdog_hold();
    r->now = is_ready ? c : NULL;
    watchdog_release();
    bool is_checked = is_ready && check_run(c);
    if (is_checked) {
        settle(r);
        return true;
    }
    watchdog_hold();
    r->now = NULL;
    watchdog_release();
    check_free(c);
    return false;
}

int levels_check(const Options *o) {
    Run r = {0};
    int code = EXIT_USAGE;
    bool is_ok = suits(o);
    for (u32 i = 0; i < LEVEL_COUNT && is_ok; i++)
        if (r.kept && is_over(check_outcome(r.kept)))
            add_unknown(&r.levels, "it was not checked any more");
        else
            is_ok = check_level(&r, o, i);
    if (is_ok)
        code = check_tell(r.kept);
    watchdog_stop();
    if (r.kept)
        check_free(r.kept);
    for (u32 i = 0; i < LEVEL_COUNT; i++) {
        text_done(&r.levels.items[i].reason);
        text_done(&r.levels.items[i].line);
        words_done(&r.args[i]);
    }
    return code;
}
