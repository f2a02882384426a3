// SPDX-License-Identifier: Apache-2.0
// Opening a machine by the fields of heddle_setup. Nothing in them is trusted: what a field cannot
// have is refused with a message that names it.
#include "lib/lib_int.h"

#include <string.h>

enum {
    MOST_TEXTS = 1 << 16, // of a list; more are taken for a mistake
    // Of heddle_setup: as it was when arg was the last field, and in versions to come.
    FIRST_SIZE = offsetof(heddle_setup, arg) + sizeof(void *),
    MOST_SIZE = 1 << 12
};

// A field that is added must not hide in a gap at the end.
_Static_assert(offsetof(heddle_setup, unknown) + sizeof(heddle_texts) == sizeof(heddle_setup),
               "the last field ends the structure");

static bool are_zero(const unsigned char *bytes, size_t n) {
    size_t i = 0;
    while (i < n && !bytes[i])
        i++;
    return i == n;
}

// Fields that only the library knows of are 0; those that only the caller knows of must be.
static bool take(const heddle_setup *from, heddle_setup *f, Diag *d) {
    if (!from)
        return diag_fail(d, "setup is NULL");
    size_t size = from->size, known = size < sizeof *f ? size : sizeof *f;
    if (size < FIRST_SIZE || size > MOST_SIZE)
        return diag_fail(d, "size: %zu is not sizeof(heddle_setup), which is %zu", size, sizeof *f);
    if (!are_zero((const unsigned char *)from + known, size - known))
        return diag_fail(d, "a field is set that this version of libheddle does not know");
    *f = (heddle_setup){0};
    memcpy(f, from, known);
    return true;
}

// ---- lists --------------------------------------------------------------------------------------

static bool check_list(const void *at, int n, const char *field, Diag *d) {
    if (n < 0 || n > MOST_TEXTS)
        return diag_fail(d, "%s: there cannot be %d of them", field, n);
    return at || n == 0 || diag_fail(d, "%s: there are %d, but the list is NULL", field, n);
}

static bool check_item(const char *text, const char *field, int i, Diag *d) {
    return text || diag_fail(d, "%s: number %d is NULL", field, i);
}

static bool copy_texts(const heddle_texts *t, const char *field, Setup *s, Words *out, Diag *d) {
    if (!check_list(t->at, t->n, field, d))
        return false;
    for (int i = 0; i < t->n; i++) {
        if (!check_item(t->at[i], field, i, d))
            return false;
        words_push(out, arena_text(s->arena, t->at[i]));
    }
    return true;
}

static bool copy_names(const heddle_texts *t, const char *field, Setup *s, const char **out,
                       Diag *d) {
    if (!check_list(t->at, t->n, field, d))
        return false;
    for (int i = 0; i < t->n; i++)
        if (!check_item(t->at[i], field, i, d) || !setup_add_name(s, out, t->at[i], d))
            return false;
    return true;
}

static bool copy_stubs(const heddle_setup *f, Setup *s, Diag *d) {
    static const char *const kinds[] = {
        [HEDDLE_STUB_NONDET] = "nondet", [HEDDLE_STUB_ZERO] = "0", [HEDDLE_STUB_ABORT] = "abort"};
    if (!check_list(f->stubs, f->nstubs, "stubs", d))
        return false;
    for (int i = 0; i < f->nstubs; i++) {
        const heddle_stub *stub = &f->stubs[i];
        if (!check_item(stub->function, "stubs", i, d))
            return false;
        if (stub->kind < 0 || stub->kind >= (int)ARRAY_LEN(kinds))
            return diag_fail(d, "stubs: %s is of the kind %d, which is no HEDDLE_STUB_...",
                             stub->function, stub->kind);
        const char *word = arena_printf(s->arena, "%s=%s", stub->function, kinds[stub->kind]);
        if (!setup_add_name(s, &s->stub, word, d))
            return false;
    }
    return true;
}

static bool copy_data_files(const heddle_setup *f, Setup *s, Diag *d) {
    if (!check_list(f->data_files, f->ndata_files, "data_files", d))
        return false;
    for (int i = 0; i < f->ndata_files; i++) {
        const heddle_file *file = &f->data_files[i];
        if (!check_item(file->name, "data_files", i, d))
            return false;
        if (!*file->name || strchr(file->name, '='))
            return diag_fail(d, "data_files: '%s' cannot be the name of one", file->name);
        const char *path = file->path ? file->path : file->name;
        words_push(&s->file, arena_printf(s->arena, "%s=%s", file->name, path));
    }
    return true;
}

static bool copy_compiler_args(const heddle_setup *f, Setup *s, Diag *d) {
    Words w = {0};
    bool is_good = copy_texts(&f->compiler_args, "compiler_args", s, &w, d) &&
                   setup_add_compiler_args(s, w.items, (int)w.len, d);
    words_done(&w);
    return is_good;
}

// ---- single values ------------------------------------------------------------------------------

static bool copy_text(const char *text, Setup *s, const char **out, Diag *d) {
    return !text || setup_set_text(s, out, text, d);
}

// Who gives a value without has_... has forgotten it.
static bool check_has(int has, bool is_zero, const char *field, Diag *d) {
    return has || is_zero || diag_fail(d, "%s has a value, but has_%s is 0", field, field);
}

static bool copy_numbers(const heddle_setup *f, Setup *s, Diag *d) {
    bool is_range_zero = f->nondet_low == 0 && f->nondet_high == 0;
    return check_has(f->has_clock_ticks, f->clock_ticks == 0, "clock_ticks", d) &&
           check_has(f->has_context_bound, f->context_bound == 0, "context_bound", d) &&
           check_has(f->has_nondet_range, is_range_zero, "nondet_range", d) &&
           (!f->has_clock_ticks || setup_set_number(s, &s->clock_ticks, f->clock_ticks, d)) &&
           (!f->has_context_bound || setup_set_bound(s, &s->context_bound, f->context_bound, d)) &&
           (!f->has_nondet_range ||
            setup_set_range(s, &s->nondet_range, f->nondet_low, f->nondet_high, d)) &&
           (!f->stack_limit || setup_set_number(s, &s->stack_limit, f->stack_limit, d)) &&
           (!f->memory_limit || setup_set_size(s, &s->memory_limit, f->memory_limit, d));
}

static bool copy_reduction(const heddle_setup *f, Setup *s, Diag *d) {
    static const Reduction reductions[] = {[HEDDLE_REDUCTION_DEFAULT] = REDUCTION_DEFAULT,
                                           [HEDDLE_REDUCTION_NONE] = REDUCTION_NONE,
                                           [HEDDLE_REDUCTION_GLOBAL] = REDUCTION_GLOBAL,
                                           [HEDDLE_REDUCTION_TAU] = REDUCTION_TAU,
                                           [HEDDLE_REDUCTION_TAU_PLUS] = REDUCTION_TAU_PLUS,
                                           [HEDDLE_REDUCTION_SUPERSTEP] = REDUCTION_SUPERSTEP};
    if (f->reduction < 0 || f->reduction >= (int)ARRAY_LEN(reductions))
        return diag_fail(d, "reduction: %d is no HEDDLE_REDUCTION_...", f->reduction);
    s->reduction = reductions[f->reduction];
    return true;
}

static void copy_flags(const heddle_setup *f, Setup *s) {
    s->without_main = f->without_main;
    s->malloc_may_fail = f->malloc_may_fail;
    s->reuse_addresses = f->reuse_addresses;
    s->spurious_wakeups = f->spurious_wakeups;
    s->no_spurious_wakeups = f->no_spurious_wakeups;
    s->volatile_atomic = f->volatile_atomic;
    s->nondet_rand = f->nondet_rand;
    s->addresses = f->fixed_addresses ? CHOICE_ADDRESSES_FIXED : CHOICE_ADDRESSES_UNKNOWN;
    s->rwlock = f->prefer_readers ? CHOICE_PREFER_READERS : CHOICE_POSIX;
    s->no_heap_symmetry = f->no_heap_symmetry;
    s->no_store_visibility = f->no_store_visibility;
}

// ---- all of it ----------------------------------------------------------------------------------

static bool copy_program(const heddle_setup *f, Setup *s, Diag *d) {
    s->bitcode_from = f->bitcode ? arena_text(s->arena, f->bitcode) : NULL;
    if (f->files.n == 0)
        return diag_fail(d, "files: there must be at least one");
    return copy_texts(&f->files, "files", s, &s->files, d) && copy_compiler_args(f, s, d) &&
           copy_texts(&f->program_args, "program_args", s, &s->program_args, d) &&
           copy_stubs(f, s, d) && copy_data_files(f, s, d) &&
           copy_text(f->standard_input, s, &s->standard_input, d) &&
           copy_names(&f->unknown, "unknown", s, &s->unknown, d);
}

static bool copy_checks(const heddle_setup *f, Setup *s, Diag *d) {
    return copy_names(&f->properties, "properties", s, &s->property, d) &&
           copy_names(&f->no_properties, "no_properties", s, &s->no_property, d) &&
           copy_text(f->property_file, s, &s->prp, d) &&
           copy_names(&f->invariants, "invariants", s, &s->invariant, d) &&
           copy_names(&f->unmatched, "unmatched", s, &s->unmatched, d) &&
           copy_names(&f->abstractions, "abstractions", s, &s->abstraction, d) &&
           (!f->ltl || setup_add_word(s, &s->formulas, f->ltl, d)) && setup_read_formula(s, d);
}

static bool check_buffers(const heddle_setup *f, Diag *d) {
    if (!f->state)
        return diag_fail(d, "state: a machine needs a buffer for its state");
    if (!f->matched && f->matched_size)
        return diag_fail(d, "matched is NULL, but matched_size is not 0");
    if (!f->values && f->values_size)
        return diag_fail(d, "values is NULL, but values_size is not 0");
    if (f->ltl && !f->values)
        return diag_fail(d, "ltl: the values of its propositions need a buffer, which is `values`");
    if (f->threads < 0 || f->alternatives < 0)
        return diag_fail(d, "threads, alternatives: %d, %d cannot be numbers of them", f->threads,
                         f->alternatives);
    return true;
}

static Caller caller_of(const heddle_setup *f) {
    return (Caller){.directory = f->directory,
                    .only_steps = f->only_steps,
                    .threads = f->threads,
                    .alternatives = f->alternatives,
                    .state = f->state,
                    .state_size = f->state_size,
                    .matched = f->matched,
                    .matched_size = f->matched_size,
                    .values = f->values,
                    .values_size = f->values_size,
                    .on_violation = f->on_violation,
                    .arg = f->arg};
}

static bool fields_to_setup(const void *setup, Setup *s, Caller *c, Diag *d) {
    heddle_setup f;
    if (!take(setup, &f, d) || !check_buffers(&f, d))
        return false;
    *c = caller_of(&f);
    setup_init(s);
    copy_flags(&f, s);
    return copy_program(&f, s, d) && copy_numbers(&f, s, d) && copy_reduction(&f, s, d) &&
           copy_checks(&f, s, d);
}

int heddle_machine_open_with(heddle_machine **m, const heddle_setup *setup, char *error,
                             size_t error_size) {
    Source source = {fields_to_setup, setup};
    return handle_open(m, &source, &handle_nobody, error, error_size);
}
