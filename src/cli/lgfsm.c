// SPDX-License-Identifier: Apache-2.0
// heddle lgfsm: any number of threads of a machine or a boolean program.
#include "cli/cli.h"
#include "count/count.h"

#include <stdio.h>
#include <string.h>

// How long a run with fewer threads is looked for when one is known.
enum { FEWER_STATES = 1000000 };

typedef struct Lgfsm {
    const Options *o;
    Stage stage;
    Live live;
    CountModel *model;
    CountInput input;
    Words names; // those words of --threads that are names
    u32 most;    // threads, by --threads; 0: any number
    u32 all;     // threads that all runs have; 0: any number
    CountOptions options;
    CountResult result; // of the question
    CountResult run;    // how it happens, with fewer threads than the result says
    bool is_fewest;     // there is no run with fewer threads
    Verdict verdict;
    Figures figures;
    bool is_write_failed;
} Lgfsm;

// ---- what is asked ------------------------------------------------------------------------------

static bool is_count(const char *word) {
    return strcmp(word, "*") == 0 || (*word && !word[strspn(word, "0123456789")]);
}

// --threads has a number for all of them, and names.
static bool read_threads(Lgfsm *c) {
    const Words *words = &c->o->threads;
    const char *number = NULL;
    for (u32 i = 0; i < words->len; i++) {
        if (!is_count(words->items[i])) {
            words_push(&c->names, words->items[i]);
        } else if (number) {
            cli_error("--threads: the number of all threads is there twice, %s and %s", number,
                      words->items[i]);
            return false;
        } else {
            number = words->items[i];
        }
    }
    if (number && strcmp(number, "*") != 0 &&
        (sscanf(number, "%7u", &c->most) != 1 || strlen(number) > 6 || !c->most)) {
        cli_error("--threads: %s is not between 1 and 999999", number);
        return false;
    }
    return true;
}

static bool check_options(const Lgfsm *c) {
    const Options *o = c->o;
    const char *why = NULL;
    bool is_plain = c->most > 0;
    if (is_plain && o->algorithm != CHOICE_FORWARD)
        why = "--algorithm is for any number of threads";
    else if (o->local_bounds && o->algorithm == CHOICE_BACKWARD)
        why = "--bounds is for --algorithm forward: backwards there are only lower bounds";
    else if (o->dot && (is_plain || o->algorithm == CHOICE_BACKWARD))
        why = "--dot shows what --algorithm forward makes for any number of threads";
    else if (o->dot && strcmp(o->dot, "-") == 0)
        why = "--dot: the graph goes to a file, not to standard output";
    if (why)
        cli_error("%s", why);
    return !why;
}

// How many threads there are if the file says it.
static bool count_threads(Lgfsm *c) {
    const CountConfig *first = &count_system(c->model)->initial[0];
    bool can_be_more = count_can_start(c->model);
    u32 fixed = 0;
    for (u32 i = 0; i < first->n; i++) {
        can_be_more |= first->parts[i].count == COUNT_ANY;
        fixed += first->parts[i].count == COUNT_ANY ? 0 : first->parts[i].count;
    }
    c->all = can_be_more ? c->most : fixed;
    if (c->most && (c->most < fixed || (c->most > fixed && !can_be_more))) {
        cli_error("--threads %u: there are %s%u threads", c->most, can_be_more ? "at least " : "",
                  fixed);
        return false;
    }
    return true;
}

static void show_progress(void *arg, u64 states, u64 transitions, u64 depth) {
    Lgfsm *c = arg;
    watchdog_hold();
    c->figures.states = states;
    c->figures.transitions = transitions;
    c->figures.depth = depth;
    c->figures.memory = mem_real();
    c->figures.seconds = clock_seconds() - c->o->setup.started;
    c->figures.workers = 1;
    watchdog_release();
    search_publish(&c->figures);
    live_figures(&c->live, &c->figures);
}

static void set_limits(Lgfsm *c) {
    const Setup *s = &c->o->setup;
    c->options = (CountOptions){
        .limits = {.time_limit = s->time_limit,
                   .deadline = s->time_limit > 0 ? s->started + s->time_limit : 0,
                   .memory_limit = setup_memory_limit(s),
                   .interrupted = signals_flag(),
                   .progress = show_progress,
                   .arg = c},
        .wants_all = c->o->local_bounds,
        .wants_dot = c->o->dot != NULL,
    };
}

// ---- asking -------------------------------------------------------------------------------------

// Two ways to ask the same must have the same answer.
static void ask_both(Lgfsm *c) {
    const CountSystem *s = count_system(c->model);
    CountResult other;
    count_forward(s, &c->options, &c->result);
    if (c->result.answer == COUNT_STOPPED)
        return;
    count_backward(s, &c->options, &other);
    ENSURE((other.answer == COUNT_STOPPED || other.answer == c->result.answer) &&
           "forward and backward search have different answers");
    // What stopped it makes it unknown whether they agree; but a run speaks for itself.
    if (other.answer == COUNT_STOPPED && !c->result.has_run) {
        c->result.answer = COUNT_STOPPED;
        text_add(&c->result.reason, "%s", text_str(&other.reason));
    }
    c->result.states += other.states;
    c->result.transitions += other.transitions;
    count_result_done(&other);
}

// With a run at hand, not for ever.
static void look_for_fewest(Lgfsm *c) {
    CountOptions o = c->options;
    bool has_run = c->result.has_run;
    u32 most = has_run ? c->result.threads : 0;
    c->is_fewest = has_run && most <= 1; // without threads nothing moves
    if (c->is_fewest)
        return;
    o.most_states = has_run ? FEWER_STATES : 0;
    count_plain(count_system(c->model), has_run ? most - 1 : 0, &o, &c->run);
    ENSURE(has_run || c->run.answer != COUNT_UNREACHABLE);
    c->is_fewest = c->run.answer != COUNT_STOPPED;
}

static void ask(Lgfsm *c) {
    const CountSystem *s = count_system(c->model);
    const CountOptions *o = &c->options;
    if (c->most) {
        c->is_fewest = true;
        count_plain(s, c->most, o, &c->result);
        return;
    }
    switch (c->o->algorithm) {
    case CHOICE_BACKWARD: count_backward(s, o, &c->result); break;
    case CHOICE_BOTH: ask_both(c); break;
    default: count_forward(s, o, &c->result); break;
    }
    if (c->result.answer == COUNT_REACHABLE)
        look_for_fewest(c);
}

static const CountResult *run_of(const Lgfsm *c) {
    return c->run.answer == COUNT_REACHABLE ? &c->run : &c->result;
}

static void name_threads(u32 n, Text *out) { text_add(out, "%u thread%s", n, n == 1 ? "" : "s"); }

static void conclude_violated(Lgfsm *c) {
    const CountResult *run = run_of(c);
    Text why = {0};
    if (!run->has_run) {
        verdict_cut(&c->verdict, "%s while a run to a bad state was looked for with %u threads",
                    text_str(&c->run.reason), c->run.threads);
        verdict_conclude(&c->verdict, NULL);
        return;
    }
    count_tell_bad(c->model, run->bad, &why);
    text_add(&why, ", with ");
    name_threads(run->threads, &why);
    text_add(&why, c->is_fewest ? "" : " or fewer");
    verdict_conclude(&c->verdict, text_str(&why));
    text_done(&why);
}

static void conclude(Lgfsm *c) {
    const CountResult *r = &c->result;
    Text with = {0};
    if (r->answer == COUNT_STOPPED)
        verdict_cut(&c->verdict, "%s", text_str(&r->reason));
    if (c->all)
        name_threads(c->all, &with);
    else
        text_add(&with, "any number of threads");
    verdict_condition(&c->verdict, c->all ? PREP_WITH : PREP_FOR, text_str(&with));
    text_done(&with);
    if (r->answer == COUNT_REACHABLE)
        conclude_violated(c);
    else
        verdict_conclude(&c->verdict, NULL);
}

// ---- telling ------------------------------------------------------------------------------------

// What tell_move says, as columns: place, text, changes.
typedef struct Row {
    u32 thread;
    const char *cells[3];
} Row;
typedef struct Rows {
    Row *items;
    u32 len, cap;
    Arena *arena;
} Rows;

static void add_row(Rows *rows, u32 thread, const char *line, size_t len) {
    Row row = {.thread = thread, .cells = {"", "", ""}};
    const char *end = line + len;
    for (u32 i = 0; i < ARRAY_LEN(row.cells) && line <= end; i++) {
        const char *tab = memchr(line, '\t', (size_t)(end - line));
        tab = tab && i + 1 < ARRAY_LEN(row.cells) ? tab : end;
        Text cell = {0};
        text_bytes(&cell, line, (size_t)(tab - line));
        text_tame(&cell, 0, false);
        row.cells[i] = arena_text(rows->arena, text_str(&cell));
        text_done(&cell);
        line = tab + 1;
    }
    VEC_PUSH(rows->items, rows->len, rows->cap) = row;
}

static void rows_init(Rows *rows, const Lgfsm *c) {
    const CountSystem *s = count_system(c->model);
    const CountResult *run = run_of(c);
    *rows = (Rows){.arena = arena_new()};
    for (u32 i = 0; i < run->nsteps; i++) {
        const CountStep *step = &run->steps[i];
        Text lines = {0};
        s->tell_move(s->self, step->global, step->local, step->move, &lines);
        for (const char *line = text_str(&lines); *line;) {
            size_t len = strcspn(line, "\n");
            add_row(rows, step->thread, line, len);
            line += len + (line[len] == '\n');
        }
        text_done(&lines);
    }
}

static void rows_done(Rows *rows) {
    VEC_FREE(rows->items, rows->cap);
    arena_free(rows->arena);
}

static void add_step(const Row *r, bool is_switch, const int widths[2], Text *out) {
    if (is_switch)
        text_add(out, "-- thread %u --\n", r->thread);
    text_add(out, "  thread %u  %-*s  ", r->thread, widths[0], r->cells[0]);
    if (*r->cells[2])
        text_add(out, "%-*s  %s\n", widths[1], r->cells[1], r->cells[2]);
    else
        text_add(out, "%s\n", r->cells[1]);
}

// At most so many lines, not counting the marks of switches; the middle is left out.
static void add_schedule(const Rows *rows, u32 most, Text *out) {
    int widths[2] = {0};
    u32 from = rows->len, to = rows->len; // of what is left out
    if (most && rows->len > most) {
        from = (most + 1) / 2;
        to = rows->len - most / 2;
    }
    for (u32 i = 0; i < rows->len; i++) {
        for (u32 k = 0; k < ARRAY_LEN(widths); k++) {
            int width = (int)strlen(rows->items[i].cells[k]);
            widths[k] = width > widths[k] ? width : widths[k];
        }
    }
    text_add(out, "\n");
    for (u32 i = 0; i < rows->len; i++) {
        const Row *r = &rows->items[i];
        if (i == from)
            text_add(out, "  ... %u lines left out (--max-trace-lines 0 shows all) ...\n",
                     to - from);
        if (i < from || i >= to)
            add_step(r, i == 0 || i == to || r[-1].thread != r->thread, widths, out);
    }
}

static void add_count(u32 count, Text *out) {
    if (count == COUNT_ANY)
        text_add(out, "*");
    else
        text_add(out, "%u", count);
}

// How many threads are in each local state at most, and how many the theorem says are enough.
static void add_bounds(const Lgfsm *c, Text *out) {
    const CountSystem *s = count_system(c->model);
    const CountResult *r = &c->result;
    text_add(out, "\nthreads in each local state:\n");
    for (u32 i = 0; i < r->nbounds; i++) {
        if (!r->bounds[i])
            continue;
        text_add(out, "  ");
        add_count(r->bounds[i], out);
        text_add(out, "  ");
        s->name_local(s->self, i, out);
        text_add(out, "\n");
    }
    u64 nglobals, nlocals;
    count_size(c->model, r, &nglobals, &nlocals);
    text_add(out,
             "with %llu global and %llu local states, what can be reached can be reached with ",
             (unsigned long long)nglobals, (unsigned long long)nlocals);
    count_bound(nglobals, nlocals, out);
    text_add(out, " threads\n");
}

static void add_kept(const Lgfsm *c, Text *out) {
    const CountResult *r = &c->result;
    if (c->most || r->answer != COUNT_UNREACHABLE)
        return;
    text_add(out, "%llu %s configurations, %llu global and %llu local states\n",
             (unsigned long long)r->kept,
             c->o->algorithm == CHOICE_BACKWARD ? "minimal" : "maximal",
             (unsigned long long)r->globals, (unsigned long long)r->locals);
}

// ---- JSON ---------------------------------------------------------------------------------------

static void set_integer(json_t *object, const char *key, u64 value) {
    json_object_set_new(object, key, json_integer((json_int_t)value));
}

static json_t *count_json(u32 count) {
    return count == COUNT_ANY ? json_string("*") : json_integer(count);
}

// States of an inlined procedure may have the same name: the largest count is told.
static u32 known_bound(const json_t *object, const char *name) {
    const json_t *known = json_object_get(object, name);
    return json_is_integer(known) ? (u32)json_integer_value(known) : known ? COUNT_ANY : 0;
}

static json_t *bounds_json(const Lgfsm *c) {
    const CountResult *r = &c->result;
    if (!r->bounds)
        return json_null();
    const CountSystem *s = count_system(c->model);
    json_t *object = json_object();
    for (u32 i = 0; i < r->nbounds; i++) {
        Text name = {0};
        s->name_local(s->self, i, &name);
        if (r->bounds[i] && r->bounds[i] >= known_bound(object, text_str(&name)))
            json_object_set_new(object, text_str(&name), count_json(r->bounds[i]));
        text_done(&name);
    }
    return object;
}

static json_t *trace_json(const Rows *rows) {
    if (!rows)
        return json_null();
    json_t *list = json_array();
    for (u32 i = 0; i < rows->len; i++) {
        const Row *r = &rows->items[i];
        json_array_append_new(list,
                              json_pack("{s:I, s:o, s:o, s:o}", "thread", (json_int_t)r->thread,
                                        "place", text_json(r->cells[0]), "text",
                                        text_json(r->cells[1]), "changes", text_json(r->cells[2])));
    }
    return list;
}

static json_t *conditions_json(const Verdict *v) {
    json_t *list = json_array();
    for (u32 i = 0; i < v->nbounds; i++)
        json_array_append_new(list, json_sprintf("%s %s", ir_preposition[v->bounds[i].preposition],
                                                 v->bounds[i].text));
    return list;
}

// Of the violation, or of all runs; "*" for any number.
static json_t *threads_json(const Lgfsm *c) {
    bool is_violated = c->verdict.kind == VERDICT_VIOLATED;
    u32 n = is_violated ? run_of(c)->threads : c->all;
    return count_json(n ? n : COUNT_ANY);
}

static void set_figures(const Lgfsm *c, json_t *object) {
    const Figures *f = &c->figures;
    set_integer(object, "states", f->states);
    set_integer(object, "transitions", f->transitions);
    set_integer(object, "depth", f->depth);
    set_integer(object, "configurations", c->result.kept);
    set_integer(object, "global_states", c->result.globals);
    set_integer(object, "local_states", c->result.locals);
    json_object_set_new(object, "time_s", json_real(f->seconds));
    set_integer(object, "memory_bytes", f->memory);
}

static void add_json(const Lgfsm *c, const Rows *rows, Text *out) {
    const Verdict *v = &c->verdict;
    if (!c->o->json)
        return;
    json_t *object = json_object(), *reason = NULL;
    reason = v->reason.len ? text_json(text_str(&v->reason)) : json_null();
    bool is_violated = v->kind == VERDICT_VIOLATED;
    json_object_set_new(object, "heddle", json_string(HEDDLE_VERSION));
    json_object_set_new(object, "verdict", json_string(verdict_name(v->kind)));
    json_object_set(object, "reason", reason);
    json_object_set_new(object, "bounds", conditions_json(v));
    json_object_set_new(object, "violation",
                        is_violated ? json_pack("{s:O}", "message", reason) : json_null());
    json_decref(reason);
    json_object_set_new(object, "threads", threads_json(c));
    json_object_set_new(object, "fewest", is_violated ? json_boolean(c->is_fewest) : json_null());
    set_figures(c, object);
    json_object_set_new(object, "local_bounds", bounds_json(c));
    json_object_set_new(object, "options", options_json(c->o));
    json_object_set_new(object, "trace", trace_json(rows));
    result_json_text(object, out);
}

// ---- the end ------------------------------------------------------------------------------------

static void print(Lgfsm *c, const Text *out) {
    if (c->o->json && strcmp(c->o->json, "-") == 0)
        fputs(text_str(out), stderr);
    else
        c->is_write_failed |= !cli_print(out);
}

static void write_file(Lgfsm *c, const char *path, const Text *text) {
    Diag d = {0};
    if (!path)
        return;
    bool is_ok = text->len ? file_write(path, text_str(text), text->len, &d)
                           : diag_fail(&d, "%s: not enough memory to write it", path);
    c->is_write_failed |= !cli_told(is_ok, &d);
}

static int exit_code(const Lgfsm *c) {
    int code = verdict_exit_code(&c->verdict);
    return code == EXIT_OK && c->is_write_failed ? EXIT_USAGE : code;
}

static void add_all(const Lgfsm *c, const Rows *rows, Text *out) {
    result_line(&c->verdict, &c->figures, NULL, 0, out);
    if (c->o->quiet)
        return;
    add_kept(c, out);
    if (rows)
        add_schedule(rows, (u32)c->o->max_trace_lines, out);
    if (c->result.bounds && c->o->local_bounds)
        add_bounds(c, out);
}

static void tell(Lgfsm *c) {
    Rows all, *rows = c->verdict.kind == VERDICT_VIOLATED ? &all : NULL;
    Text out = {0}, json = {0};
    if (rows)
        rows_init(rows, c);
    add_all(c, rows, &out);
    add_json(c, rows, &json);
    watchdog_hold();
    print(c, &out);
    write_file(c, c->o->json, &json);
    write_file(c, c->o->dot, &c->result.dot);
    c->stage = STAGE_TOLD;
    watchdog_told(exit_code(c));
    watchdog_release();
    if (rows)
        rows_done(rows);
    text_done(&out);
    text_done(&json);
}

// Somebody else tells what is known.
static int cut_short(void *arg, const char *why) {
    Lgfsm own = *(Lgfsm *)arg, *c = &own;
    Text out = {0}, json = {0};
    live_erase(&c->live);
    if (c->stage == STAGE_TOLD)
        return exit_code(c);
    if (c->stage == STAGE_SEARCH) {
        verdict_init(&c->verdict);
        verdict_cut(&c->verdict, "%s", why);
        verdict_conclude(&c->verdict, NULL);
        c->result = c->run = (CountResult){0};
    } else {
        cli_error("%s before it was told how this happens", why);
    }
    c->figures.seconds = clock_seconds() - c->o->setup.started;
    result_line(&c->verdict, &c->figures, NULL, 0, &out);
    add_json(c, NULL, &json);
    print(c, &out);
    write_file(c, c->o->json, &json);
    return exit_code(c);
}

static void set_final_figures(Lgfsm *c) {
    const CountResult *r = &c->result;
    c->figures = (Figures){.states = r->states + c->run.states,
                           .transitions = r->transitions + c->run.transitions,
                           .depth = r->depth,
                           .memory = mem_peak(),
                           .seconds = clock_seconds() - c->o->setup.started,
                           .workers = 1};
}

static int search(Lgfsm *c) {
    set_limits(c);
    verdict_init(&c->verdict);
    ask(c);
    live_erase(&c->live);
    watchdog_hold();
    conclude(c);
    set_final_figures(c);
    c->stage = STAGE_REPORT;
    watchdog_release();
    tell(c);
    int code = exit_code(c);
    verdict_done(&c->verdict);
    count_result_done(&c->result);
    count_result_done(&c->run);
    return code;
}

// A file in which nothing can go wrong may still be looked at.
static bool has_question(const Lgfsm *c) {
    if (count_has_bad(c->model) || c->o->local_bounds || c->o->dot)
        return true;
    cli_error("%s: nothing in it can go wrong; --reach says what must not be reached",
              c->input.path);
    return false;
}

static bool load(Lgfsm *c) {
    Diag d = {0};
    c->input = (CountInput){.path = c->o->setup.files.items[0],
                            .reach = c->o->reach,
                            .threads = c->names.items,
                            .nthreads = c->names.len};
    c->model = count_read(&c->input, &d);
    mem_begin_count();
    return cli_told(c->model != NULL, &d) && has_question(c) && count_threads(c);
}

int command_lgfsm(const Options *o) {
    Lgfsm c = {.o = o};
    live_init(&c.live, o);
    int code = EXIT_USAGE;
    if (read_threads(&c) && check_options(&c) && formats_make_room_for(o, "--json", o->json) &&
        formats_make_room_for(o, "--dot", o->dot)) {
        watchdog_start(o, setup_memory_limit(&o->setup), cut_short, &c);
        if (load(&c))
            code = search(&c);
        watchdog_stop();
        count_model_free(c.model);
    }
    words_done(&c.names);
    return code;
}
