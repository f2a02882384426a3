// SPDX-License-Identifier: Apache-2.0
// Saved counterexamples. The file is one JSON object:
//
//   heddle_trace   version of this format
//   heddle         version of the program
//   directory      where the check ran
//   files, optimisation, compiler_options, program_arguments
//   stubs          the list of --stub; null if there was none
//   invariants     the list of --invariant; null if there was none
//   ltl            the formula of --ltl; null if there was none
//   automaton      that of --automaton: file, its name, and hoa, its text; null if there was none
//   endless        for runs that never end: property, as for --property ("": the formula), and
//                  fairness, 0 none, 1 weak, 2 strong
//   cycle          the step from which on steps are repeated for ever; null: they are not
//   sources        path and hash of every source that was read, to notice changes
//   vm, models     options of machine and models
//   cleanup        whether reachable memory counts as leaked
//   violation      as in the JSON report
//   key            what makes it another than those after which the run goes on; null: it goes on
//                  after none
//   values         what the unknown values are, in the order in which they are made
//   schedule       steps "thread.alternative*times ..."; ".0", "*1" left out
//   addressed      which objects have addresses in its run; if it is missing, that of vm
//   open           whether the solver is not asked on the way; if it is missing, that of vm
//   more           further violations: objects with violation, key, addressed, open and schedule
#include "buchi/buchi.h"
#include "cli/cli.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FORMAT_VERSION = 3, HASH_TEXT = 17, MOST_STEPS = 100000000 };

// ---- sources ------------------------------------------------------------------------------------

static bool hash_file(const char *path, char out[HASH_TEXT], Diag *d) {
    Text text = {0};
    bool is_ok = file_read(path, &text, d);
    if (is_ok)
        snprintf(out, HASH_TEXT, "%016" PRIx64, hash_bytes(text_str(&text), text.len, 0));
    text_done(&text);
    return is_ok;
}

static void add_source(json_t *list, const char *path) {
    char hash[HASH_TEXT];
    Diag d = {0};
    if (hash_file(path, hash, &d)) {
        json_t *name = report_json_text(path, strlen(path));
        json_array_append_new(list, json_pack("{s:o, s:s}", "path", name, "hash", hash));
    }
    diag_done(&d);
}

// The files of the command line and every other file that the program's code comes from, but not
// the system's and those of our own models.
static json_t *sources_json(const Options *o, const Program *p) {
    json_t *list = json_array();
    for (u32 i = 0; i < o->setup.files.len; i++)
        add_source(list, o->setup.files.items[i]);
    for (u32 i = 0; i < o->setup.file.len; i++) {
        const char *name = o->setup.file.items[i], *equals = strchr(name, '=');
        add_source(list, equals ? equals + 1 : name);
    }
    if (o->setup.standard_input)
        add_source(list, o->setup.standard_input);
    bool *is_user = mem_zalloc(p->nfiles + 1);
    for (u32 i = 0; i < p->nfuncs; i++) {
        const Function *f = &p->funcs[i];
        for (Pc pc = f->start; !f->is_runtime && pc < f->end; pc++)
            is_user[p->locs[pc].file] = true;
    }
    for (u32 i = 1; i < p->nfiles; i++) {
        bool is_named = false;
        for (u32 k = 0; k < o->setup.files.len; k++)
            is_named |= strcmp(o->setup.files.items[k], p->files[i]) == 0;
        if (is_user[i] && !is_named && strncmp(p->files[i], "/usr/", 5) != 0)
            add_source(list, p->files[i]);
    }
    mem_free(is_user, p->nfiles + 1);
    return list;
}

// ---- writing ------------------------------------------------------------------------------------

static json_t *vm_json(const VmOptions *v) {
    return json_pack("{s:I, s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:I, s:I, s:I, s:I, s:I, s:b, s:b}",
                     "grain", (json_int_t)v->grain, "private_memory", v->private_memory,
                     "regains_privacy", v->regains_privacy, "check_uninitialized",
                     v->check_uninitialized, "check_overflow", v->check_overflow, "check_races",
                     v->check_races, "reuse_addresses", v->reuse_addresses, "has_nondet_range",
                     v->has_nondet_range, "nondet_low", (json_int_t)v->nondet_low, "nondet_high",
                     (json_int_t)v->nondet_high, "max_frames", (json_int_t)v->max_frames, "unasked",
                     (json_int_t)v->unasked, "addressed", (json_int_t)v->addressed, "symbolic",
                     v->is_symbolic, "open", v->is_open);
}

static json_t *models_json(const Options *o) {
    json_t *object = json_pack(
        "{s:b, s:b, s:b, s:b, s:b, s:I, s:o}", "malloc_may_fail", o->setup.malloc_may_fail,
        "spurious_wakeups", !o->setup.no_spurious_wakeups, "nondet_rand", o->setup.nondet_rand,
        "prefer_readers", o->setup.rwlock == CHOICE_PREFER_READERS, "volatile_atomic",
        o->setup.volatile_atomic, "clock_ticks", (json_int_t)o->setup.clock_ticks, "files",
        words_json(&o->setup.file));
    json_object_set_new(object, "has_nondet_range", json_boolean(o->setup.nondet_range.is_set));
    if (o->setup.unknown)
        json_object_set_new(object, "unknown", json_string(o->setup.unknown));
    if (o->setup.any_number)
        json_object_set_new(object, "any_number", json_string(o->setup.any_number));
    json_object_set_new(object, "most_threads", json_integer(o->setup.most_threads));
    if (o->setup.standard_input) {
        json_object_set_new(
            object, "stdin",
            report_json_text(o->setup.standard_input, strlen(o->setup.standard_input)));
    }
    return object;
}

static json_t *schedule_json(const Schedule *s) {
    Text text = {0};
    for (u32 i = 0, end; i < s->len; i = end) {
        Choice c = s->steps[i];
        for (end = i + 1; end < s->len && memcmp(&s->steps[end], &c, sizeof c) == 0;)
            end++;
        text_add(&text, i ? " %u" : "%u", c.thread);
        if (c.alternative)
            text_add(&text, ".%u", c.alternative);
        if (c.length)
            text_add(&text, ":%u", c.length);
        if (end - i > 1)
            text_add(&text, "*%u", end - i);
    }
    json_t *result = json_string(text_str(&text));
    text_done(&text);
    return result;
}

static json_t *values_json(const Schedule *s) {
    json_t *list = json_array();
    for (u32 i = 0; i < s->nvalues; i++)
        json_array_append_new(list, json_integer((json_int_t)s->values[i]));
    return list;
}

static json_t *key_json(const Violation *v) {
    const ViolationKey *k = &v->key;
    if (!v->is_among_others)
        return json_null();
    return json_pack("[I, I, I, I, I, I]", (json_int_t)k->kind, (json_int_t)k->file,
                     (json_int_t)k->line, (json_int_t)k->other_file, (json_int_t)k->other_line,
                     (json_int_t)k->more);
}

static void set_violation(json_t *object, const Outcome *c, u32 i) {
    const Violation *v = &c->result.found.items[i];
    json_t *violation = json_copy(json_array_get(c->violations, i));
    json_object_del(violation, "trace");
    json_object_set_new(object, "violation", violation);
    json_object_set_new(object, "key", key_json(v));
    json_object_set_new(object, "addressed", json_integer((json_int_t)v->addressed));
    json_object_set_new(object, "open", json_boolean(v->is_open));
    json_object_set_new(object, "schedule", schedule_json(&v->schedule));
    if (v->schedule.nvalues)
        json_object_set_new(object, "values", values_json(&v->schedule));
}

// What the first violation was found to break, if it is an endless run.
static json_t *endless_json(const Violation *v, const PropertySet *p) {
    static const char *const names[] = {[ENDLESS_FORMULA] = "",
                                        [ENDLESS_TERMINATION] = "termination",
                                        [ENDLESS_LIVELOCK] = "livelock",
                                        [ENDLESS_STARVATION] = "starvation"};
    Fairness least = v->endless == ENDLESS_FORMULA ? FAIRNESS_NONE : FAIRNESS_WEAK;
    json_t *object = json_object();
    json_object_set_new(object, "property", json_string(names[v->endless]));
    json_object_set_new(object, "fairness",
                        json_integer(p->fairness > least ? p->fairness : least));
    return object;
}

static json_t *automaton_json(const NeverClaim *c) {
    Text text = {0};
    if (!c->accepts)
        return json_null();
    buchi_write_hoa(c->automaton, NULL, &text);
    json_t *object = json_object();
    json_object_set_new(object, "file", text_json(c->name));
    json_object_set_new(object, "hoa", report_json_text(text_str(&text), text.len));
    text_done(&text);
    return object;
}

bool tracefile_write(const char *path, const Outcome *c, bool keep_locals, Diag *d) {
    char directory[4096];
    if (!getcwd(directory, sizeof directory))
        directory[0] = '\0';
    const Options *o = c->o;
    const Violations *found = &c->result.found;
    const Schedule *first = &found->items[0].schedule;
    json_t *root = json_object(), *more = json_array();
    json_object_set_new(root, "heddle_trace", json_integer(FORMAT_VERSION));
    json_object_set_new(root, "heddle", json_string(HEDDLE_VERSION));
    json_object_set_new(root, "directory", report_json_text(directory, strlen(directory)));
    json_object_set_new(root, "files", words_json(&o->setup.files));
    json_object_set_new(root, "optimisation", json_string(o->setup.opt_level));
    json_object_set_new(root, "compiler_options", words_json(&o->setup.compiler_args));
    json_object_set_new(root, "file_options", file_args_json(&o->setup));
    json_object_set_new(root, "main", text_json(o->setup.main_file));
    json_object_set_new(root, "program_arguments", words_json(&o->setup.program_args));
    json_object_set_new(root, "stubs", text_json(o->setup.stub));
    json_object_set_new(root, "invariants", text_json(o->setup.invariant));
    bool is_formula = found->items[0].endless == ENDLESS_FORMULA;
    json_object_set_new(root, "ltl", text_json(is_formula ? o->setup.ltl : NULL));
    json_object_set_new(root, "automaton",
                        is_formula ? automaton_json(&c->search.explore.properties.claim)
                                   : json_null());
    json_object_set_new(root, "cycle",
                        first->is_endless ? json_integer(first->cycle) : json_null());
    json_object_set_new(root, "endless",
                        endless_json(&found->items[0], &c->search.explore.properties));
    json_object_set_new(root, "sources", sources_json(o, c->program));
    json_object_set_new(root, "vm", vm_json(&c->result.vm));
    json_object_set_new(root, "models", models_json(o));
    json_object_set_new(root, "keep_locals", json_boolean(keep_locals));
    json_object_set_new(root, "cleanup", json_boolean(c->search.explore.properties.cleanup));
    set_violation(root, c, 0);
    for (u32 i = 1; i < found->n; i++) {
        json_array_append_new(more, json_object());
        set_violation(json_array_get(more, i - 1), c, i);
    }
    json_object_set_new(root, "more", more);
    return result_write_json(path, root, d);
}

// ---- reading ------------------------------------------------------------------------------------

static bool fail_format(const char *path, const char *key, Diag *d) {
    return diag_fail(d, "%s: not a trace of heddle, or damaged: '%s' is missing or wrong", path,
                     key);
}

static bool read_list(const json_t *list, Words *out) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_array_get(list, i));
        if (!word)
            return false;
        VEC_PUSH(out->items, out->len, out->cap) = word;
    }
    return json_is_array(list);
}

static bool read_words(const json_t *root, const char *key, Words *out) {
    return read_list(json_object_get(root, key), out);
}

// What each file had for itself; the files are known.
static bool read_file_args(const json_t *root, Setup *s) {
    const json_t *lists = json_object_get(root, "file_options");
    if (!lists || json_is_null(lists))
        return true;
    bool is_good = json_is_array(lists) && json_array_size(lists) == s->files.len;
    s->file_args = arena_alloc(s->arena, s->files.len * sizeof *s->file_args);
    for (u32 i = 0; i < s->files.len && is_good; i++)
        is_good = read_list(json_array_get(lists, i), &s->file_args[i]);
    return is_good;
}

static bool read_main(const json_t *root, Setup *s) {
    const json_t *file = json_object_get(root, "main");
    s->main_file = json_string_value(file);
    return !file || json_is_null(file) || s->main_file;
}

static bool read_vm(const json_t *root, VmOptions *v) {
    int is_private, regains, uninitialized, overflow, has_range, races, reuse, symbolic = 0;
    int open = 0;
    json_int_t grain, low, high, frames, unasked = 0, addressed = 0;
    if (json_unpack(
            (json_t *)root,
            "{s:{s:I, s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:I, s:I, s:I, s?I, s?I, s?b, s?b}}", "vm",
            "grain", &grain, "private_memory", &is_private, "regains_privacy", &regains,
            "check_uninitialized", &uninitialized, "check_overflow", &overflow, "check_races",
            &races, "reuse_addresses", &reuse, "has_nondet_range", &has_range, "nondet_low", &low,
            "nondet_high", &high, "max_frames", &frames, "unasked", &unasked, "addressed",
            &addressed, "symbolic", &symbolic, "open", &open) != 0) {
        return false;
    }
    if (unasked < 0 || unasked >> FAULT_COUNT || grain < GRAIN_VISIBLE ||
        grain > GRAIN_INSTRUCTIONS || low > high || (u64)high - (u64)low >= (u64)1 << 31 ||
        frames < 0 || frames > 1000000) {
        return false;
    }
    *v = (VmOptions){.grain = (Grain)grain,
                     .private_memory = is_private,
                     .regains_privacy = regains,
                     .check_uninitialized = uninitialized,
                     .check_overflow = overflow,
                     .check_races = races,
                     .unasked = (u32)unasked,
                     .addressed = (u64)addressed,
                     .reuse_addresses = reuse,
                     .has_nondet_range = has_range,
                     .nondet_low = low,
                     .nondet_high = high,
                     .is_symbolic = symbolic,
                     .is_open = open,
                     .solver_ms = SOLVER_MS,
                     .max_frames = (u32)frames};
    return true;
}

static bool read_models(const json_t *root, Setup *s) {
    const json_t *models = json_object_get(root, "models");
    int may_fail, wakeups, rand, readers = 0, atomic = 0;
    json_int_t ticks;
    if (json_unpack((json_t *)models, "{s:b, s:b, s:b, s?b, s?b, s:I}", "malloc_may_fail",
                    &may_fail, "spurious_wakeups", &wakeups, "nondet_rand", &rand, "prefer_readers",
                    &readers, "volatile_atomic", &atomic, "clock_ticks", &ticks) != 0 ||
        ticks < 0 || ticks > 1000000) {
        return false;
    }
    s->malloc_may_fail = may_fail;
    s->no_spurious_wakeups = !wakeups;
    s->nondet_rand = rand;
    s->rwlock = readers ? CHOICE_PREFER_READERS : CHOICE_POSIX;
    s->volatile_atomic = atomic;
    s->clock_ticks = ticks;
    s->nondet_range.is_set = json_is_true(json_object_get(models, "has_nondet_range"));
    s->unknown = json_string_value(json_object_get(models, "unknown"));
    s->any_number = json_string_value(json_object_get(models, "any_number"));
    s->most_threads = json_integer_value(json_object_get(models, "most_threads"));
    s->standard_input = json_string_value(json_object_get(models, "stdin"));
    return read_words(models, "files", &s->file);
}

// A number below `limit`, if there is one after `mark`; otherwise the default in *out stays.
static bool read_number(const char **at, char mark, unsigned long limit, u32 *out) {
    if (mark && **at != mark)
        return true;
    *at += mark != 0;
    char *end;
    unsigned long n = strtoul(*at, &end, 10);
    if (!isdigit((unsigned char)**at) || n >= limit)
        return false;
    *at = end;
    *out = (u32)n;
    return true;
}

static bool read_schedule(const json_t *root, Schedule *s) {
    const char *at = json_string_value(json_object_get(root, "schedule"));
    while (at && *at) {
        Choice c = {0};
        u32 count = 1;
        if (!read_number(&at, 0, MAX_THREADS, &c.thread) ||
            !read_number(&at, '.', UINT32_MAX, &c.alternative) ||
            !read_number(&at, ':', UINT32_MAX, &c.length) ||
            !read_number(&at, '*', MOST_STEPS, &count) || s->len > MOST_STEPS ||
            (*at && *at != ' ')) {
            return false;
        }
        VEC_RESERVE(s->steps, s->len, s->cap, count);
        for (u32 i = 0; i < count; i++)
            s->steps[s->len++] = c;
        at += *at == ' ';
    }
    return at != NULL;
}

static bool read_key(const json_t *key, Violation *v) {
    json_int_t n[6];
    v->is_among_others = json_is_array(key);
    if (!v->is_among_others)
        return !key || json_is_null(key);
    for (size_t i = 0; i < ARRAY_LEN(n); i++) {
        const json_t *one = json_array_get(key, i);
        n[i] = json_integer_value(one);
        if (!json_is_integer(one) || n[i] < 0 || n[i] > UINT32_MAX)
            return false;
    }
    v->key = (ViolationKey){(u32)n[0], (u32)n[1], (u32)n[2], (u32)n[3], (u32)n[4], (u32)n[5]};
    return v->key.kind == v->fault.kind;
}

static bool read_values(const json_t *list, Schedule *s) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        if (!json_is_integer(one))
            return false;
        VEC_PUSH(s->values, s->nvalues, s->values_cap) = (u64)json_integer_value(one);
    }
    return !list || json_is_array(list);
}

// Adds the violation of an object; the field that is wrong, or NULL.
static const char *read_violation(const json_t *object, TraceFile *f) {
    const json_t *told = json_object_get(object, "violation");
    const char *kind = json_string_value(json_object_get(told, "kind"));
    Violation *v = violations_add(&f->found);
    minimise_read_json(told, v);
    v->fault.kind = kind ? ir_kind_of_name(kind, strlen(kind)) : FAULT_NONE;
    f->properties.checked[v->fault.kind] = true;
    if (v->fault.kind == FAULT_NONE)
        return "violation";
    if (!read_key(json_object_get(object, "key"), v))
        return "key";
    const json_t *addressed = json_object_get(object, "addressed");
    if (addressed && !json_is_integer(addressed))
        return "addressed";
    v->addressed = addressed ? (u64)json_integer_value(addressed) : f->vm.addressed;
    const json_t *open = json_object_get(object, "open");
    if (open && !json_is_boolean(open))
        return "open";
    v->is_open = open ? json_is_true(open) : f->vm.is_open;
    if (!read_values(json_object_get(object, "values"), &v->schedule))
        return "values";
    return read_schedule(object, &v->schedule) ? NULL : "schedule";
}

static const char *read_more(const json_t *root, TraceFile *f) {
    const json_t *more = json_object_get(root, "more");
    bool is_right = !more || json_is_array(more);
    for (size_t i = 0; i < json_array_size(more) && is_right; i++)
        is_right = !read_violation(json_array_get(more, i), f);
    return is_right ? NULL : "more";
}

static bool read_endless(TraceFile *f) {
    const json_t *endless = json_object_get(f->root, "endless");
    const json_t *name = json_object_get(endless, "property");
    json_int_t fairness = json_integer_value(json_object_get(endless, "fairness"));
    if (!endless)
        return true;
    Diag why = {0};
    bool is_good =
        json_is_string(name) && fairness >= FAIRNESS_NONE && fairness <= FAIRNESS_STRONG &&
        (!json_string_length(name) || prop_parse(&f->properties, json_string_value(name), &why));
    diag_done(&why);
    if (is_good && json_string_length(name))
        f->setup.property = json_string_value(name);
    f->properties.fairness = is_good ? (Fairness)fairness : FAIRNESS_NONE;
    return is_good;
}

static bool read_automaton(TraceFile *f, const char *path, Diag *d) {
    const json_t *object = json_object_get(f->root, "automaton");
    const char *hoa = json_string_value(json_object_get(object, "hoa"));
    if (!object || json_is_null(object))
        return true;
    f->automaton_name = json_string_value(json_object_get(object, "file"));
    if (!hoa || !f->automaton_name || f->setup.formula)
        return fail_format(path, "automaton", d);
    Text text = {0};
    text_add(&text, "%s", hoa);
    f->automaton = claim_read(f->automaton_name, &text, &f->setup, d);
    text_done(&text);
    return f->automaton != NULL;
}

static bool read_formula(TraceFile *f, const char *path, Diag *d) {
    const json_t *ltl = json_object_get(f->root, "ltl");
    f->setup.ltl = json_string_value(ltl);
    if (ltl && !json_is_string(ltl) && !json_is_null(ltl))
        return fail_format(path, "ltl", d);
    return setup_read_formula(&f->setup, d) && read_automaton(f, path, d);
}

// A run that never ends, and what is wrong with that.
static bool read_run(TraceFile *f, const char *path, Diag *d) {
    const json_t *cycle = json_object_get(f->root, "cycle");
    Violation *v = &f->found.items[0];
    if (!read_formula(f, path, d))
        return false;
    if (!read_endless(f) ||
        (v->fault.kind == FAULT_LIVENESS && !f->setup.formula && !prop_is_temporal(&f->properties)))
        return fail_format(path, "endless", d);
    v->schedule.is_endless = json_is_integer(cycle);
    json_int_t from = json_integer_value(cycle);
    if ((cycle && !json_is_integer(cycle) && !json_is_null(cycle)) || from < 0 ||
        from > v->schedule.len) {
        return fail_format(path, "cycle", d);
    }
    v->schedule.cycle = (u32)from;
    return true;
}

static bool read_fields(TraceFile *f, const char *path, Diag *d) {
    const json_t *root = f->root;
    const json_t *version = json_object_get(root, "heddle_trace");
    if (!json_is_integer(version))
        return fail_format(path, "heddle_trace", d);
    if (json_integer_value(version) != FORMAT_VERSION) {
        return diag_fail(d, "%s: a trace of format %lld; this version of heddle reads format %d",
                         path, (long long)json_integer_value(version), FORMAT_VERSION);
    }
    const char *level = json_string_value(json_object_get(root, "optimisation"));
    f->setup.opt_level = level;
    const json_t *stubs = json_object_get(root, "stubs");
    f->setup.stub = json_string_value(stubs);
    const json_t *invariants = json_object_get(root, "invariants");
    f->setup.invariant = json_string_value(invariants);
    f->keep_locals = json_is_true(json_object_get(root, "keep_locals"));
    f->properties.cleanup = json_is_true(json_object_get(root, "cleanup"));
    if (!level)
        return fail_format(path, "optimisation", d);
    if (stubs && !json_is_string(stubs) && !json_is_null(stubs))
        return fail_format(path, "stubs", d);
    if (invariants && !json_is_string(invariants) && !json_is_null(invariants))
        return fail_format(path, "invariants", d);
    if (!read_vm(root, &f->vm))
        return fail_format(path, "vm", d);
    f->setup.reuse_addresses = f->vm.reuse_addresses;
    f->setup.data = f->vm.is_symbolic ? CHOICE_DATA_SYMBOLIC : CHOICE_DATA_STOP;
    if (!read_models(root, &f->setup))
        return fail_format(path, "models", d);
    const char *wrong = read_violation(root, f);
    wrong = wrong ? wrong : read_more(root, f);
    if (wrong)
        return fail_format(path, wrong, d);
    if (!read_run(f, path, d))
        return false;
    if (!read_words(root, "files", &f->setup.files) || f->setup.files.len == 0)
        return fail_format(path, "files", d);
    if (!read_words(root, "compiler_options", &f->setup.compiler_args))
        return fail_format(path, "compiler_options", d);
    if (!read_file_args(root, &f->setup))
        return fail_format(path, "file_options", d);
    if (!read_main(root, &f->setup))
        return fail_format(path, "main", d);
    return read_words(root, "program_arguments", &f->setup.program_args) ||
           fail_format(path, "program_arguments", d);
}

// Names in the file are relative to the directory of the check.
static void enter_directory(const TraceFile *f) {
    const char *directory = json_string_value(json_object_get(f->root, "directory"));
    if (directory && access(f->setup.files.items[0], R_OK) != 0 && chdir(directory) != 0)
        return; // the source will not be found, which is then the message
}

static bool check_sources(const TraceFile *f, const char *path, Diag *d) {
    json_t *list = json_object_get(f->root, "sources");
    if (!json_is_array(list))
        return fail_format(path, "sources", d);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *source, *hash;
        char now[HASH_TEXT];
        if (json_unpack(json_array_get(list, i), "{s:s, s:s}", "path", &source, "hash", &hash) != 0)
            return fail_format(path, "sources", d);
        if (!hash_file(source, now, d))
            return diag_fail(d, "%s (the trace needs this source)", diag_text(d));
        if (strcmp(now, hash) != 0) {
            return diag_fail(
                d, "%s has changed since the trace %s was saved; run 'heddle check --trace' again",
                source, path);
        }
    }
    return true;
}

bool tracefile_read(TraceFile *f, const char *path, Diag *d) {
    *f = (TraceFile){0};
    setup_init(&f->setup);
    Text text = {0};
    if (!file_read(path, &text, d)) {
        text_done(&text);
        return false;
    }
    json_error_t error;
    f->root = json_loadb(text_str(&text), text.len, 0, &error);
    text_done(&text);
    if (!f->root) {
        return diag_fail(d, "%s:%d: not a trace of heddle, or damaged: %s", path, error.line,
                         error.text);
    }
    if (!read_fields(f, path, d))
        return false;
    enter_directory(f);
    return check_sources(f, path, d);
}

void tracefile_done(TraceFile *f) {
    violations_done(&f->found);
    buchi_free(f->automaton);
    setup_done(&f->setup);
    json_decref(f->root);
}
