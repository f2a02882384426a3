// SPDX-License-Identifier: Apache-2.0
// Listed machines (local/global finite state machines) as text, a line for each thing:
//
//   global free held error          # names of global states
//   local  outside inside           # names of local states
//   init   free                     # the global state at the beginning; one of them, if several
//   threads outside *               # so many threads are there in the beginning; * is any number
//   error  error                    # what must not be reached
//   (free, outside) -> (held, inside)
//   (held, inside) -> (free, -)                 # the thread ends
//   (free, inside) -> (free, inside + outside)  # it starts another one
#include "count/count_int.h"

#include <ctype.h>
#include <string.h>

enum { MOST_NAME = 200 }; // characters

typedef struct Names {
    const char *what;
    Table by_hash;
    const char **items;
    u32 n, cap;
} Names;

typedef struct Transition {
    u32 global, local, line;
    u32 next; // of the same pair, from 1; 0: none
    CountMove move;
} Transition;

typedef struct Machine {
    CountModel model; // comes first
    const char *path;
    Names globals, locals;
    Transition *transitions;
    u32 ntransitions, transitions_cap;
    Table by_pair; // the first transition, from 1
    bool *is_bad;  // by global state
    u32 is_bad_cap;
    u32 *begins; // initial global states
    u32 nbegins, begins_cap;
    CountConfig threads; // the initial ones
} Machine;

// ---- words --------------------------------------------------------------------------------------

typedef struct Line {
    Machine *m;
    const char *s, *end;
    u32 number;
    Diag *d;
} Line;

static bool fail(const Line *l, const char *fmt, ...) PRINTF_LIKE(2, 3);
static bool fail(const Line *l, const char *fmt, ...) {
    Text text = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&text, fmt, args);
    va_end(args);
    diag_fail(l->d, "%s:%u: %s", l->m->path, l->number, text_str(&text));
    text_done(&text);
    return false;
}

static void skip_blanks(Line *l) {
    while (l->s < l->end && isspace((unsigned char)*l->s))
        l->s++;
    if (l->s < l->end && *l->s == '#')
        l->s = l->end;
}

static bool is_name_char(char c) { return isalnum((unsigned char)c) || strchr("_.'", c); }

static size_t name_length(const Line *l) {
    size_t len = 0;
    while (l->s + len < l->end && l->s[len] && is_name_char(l->s[len]))
        len++;
    return len;
}

// What stands where something else should.
static bool fail_expected(const Line *l, const char *what) {
    if (l->s == l->end)
        return fail(l, "the line ends where %s should be", what);
    size_t len = name_length(l);
    if (!isgraph((unsigned char)*l->s))
        return fail(l, "a byte 0x%02x stands where %s should be", (unsigned char)*l->s, what);
    return fail(l, "'%.*s' stands where %s should be",
                (int)(len > MOST_NAME ? MOST_NAME
                      : len           ? len
                                      : 1),
                l->s, what);
}

static bool eat(Line *l, const char *mark) {
    size_t len = strlen(mark);
    skip_blanks(l);
    if ((size_t)(l->end - l->s) < len || memcmp(l->s, mark, len) != 0)
        return false;
    l->s += len;
    return true;
}

static bool want(Line *l, const char *mark) {
    Text what = {0};
    text_add(&what, "'%s'", mark);
    bool is_ok = eat(l, mark) || fail_expected(l, text_str(&what));
    text_done(&what);
    return is_ok;
}

static bool read_word(Line *l, const char *what, const char **word, size_t *len) {
    skip_blanks(l);
    *word = l->s;
    *len = name_length(l);
    if (!*len)
        return fail_expected(l, what);
    if (*len > MOST_NAME)
        return fail(l, "a name of more than %d characters", MOST_NAME);
    l->s += *len;
    return true;
}

static bool is_line_over(Line *l) {
    skip_blanks(l);
    return l->s == l->end;
}

// ---- names --------------------------------------------------------------------------------------

// The slot of a name; its value is the number of the name, from 1, or 0 if it is new.
static u32 *slot_of(Names *n, const char *s, size_t len) {
    for (u64 word = hash_bytes(s, len, 0);; word++) {
        u32 *value = table_add(&n->by_hash, word, PLAIN_KEY);
        if (!*value ||
            (strlen(n->items[*value - 1]) == len && memcmp(n->items[*value - 1], s, len) == 0))
            return value;
    }
}

static const char *nearest(const Names *n, const char *wanted) {
    const char *best = NULL;
    u32 best_distance = (u32)strlen(wanted) / 3 + 1;
    for (u32 i = 0; i < n->n; i++) {
        u32 distance = text_distance(wanted, n->items[i]);
        if (distance <= best_distance && (!best || distance < best_distance)) {
            best_distance = distance;
            best = n->items[i];
        }
    }
    return best;
}

static bool find(Machine *m, Names *n, const char *s, size_t len, u32 *out, Text *why) {
    // A name that is not there leaves an empty slot behind, which costs nothing but its place.
    u32 value = *slot_of(n, s, len);
    if (value) {
        *out = value - 1;
        return true;
    }
    const char *wanted = arena_printf(m->model.arena, "%.*s", (int)len, s);
    const char *near = nearest(n, wanted);
    text_add(why, "there is no %s state '%s'", n->what, wanted);
    if (near)
        text_add(why, "; did you mean '%s'?", near);
    return false;
}

static bool read_state(Line *l, Names *n, u32 *out) {
    const char *word;
    size_t len;
    Text what = {0}, why = {0};
    text_add(&what, "the name of a %s state", n->what);
    bool is_ok = read_word(l, text_str(&what), &word, &len);
    if (is_ok && !find(l->m, n, word, len, out, &why))
        is_ok = fail(l, "%s", text_str(&why));
    text_done(&what);
    text_done(&why);
    return is_ok;
}

static bool declare(Line *l, Names *n) {
    const char *word;
    size_t len;
    do {
        if (!read_word(l, "a name", &word, &len))
            return false;
        u32 *value = slot_of(n, word, len);
        if (*value)
            return fail(l, "there is a %s state '%s' already", n->what, n->items[*value - 1]);
        VEC_PUSH(n->items, n->n, n->cap) = arena_printf(l->m->model.arena, "%.*s", (int)len, word);
        *value = n->n;
    } while (!is_line_over(l));
    return true;
}

// ---- lines --------------------------------------------------------------------------------------

static bool read_init(Line *l) {
    Machine *m = l->m;
    do {
        u32 global;
        if (!read_state(l, &m->globals, &global))
            return false;
        for (u32 i = 0; i < m->nbegins; i++)
            if (m->begins[i] == global)
                return fail(l, "'%s' is initial already", m->globals.items[global]);
        VEC_PUSH(m->begins, m->nbegins, m->begins_cap) = global;
    } while (!is_line_over(l));
    return true;
}

static bool read_threads(Line *l) {
    Machine *m = l->m;
    u32 local, count = COUNT_ANY;
    if (!read_state(l, &m->locals, &local))
        return false;
    if (!eat(l, "*")) {
        const char *word;
        size_t len;
        if (!read_word(l, "a number, or '*' for any,", &word, &len))
            return false;
        if (!count_read_number(word, len, &count))
            return fail(l, "'%.*s' is not a number of threads; at most %u", (int)len, word,
                        MOST_THREADS);
        if (count == 0)
            return fail(l, "no threads in '%s': then there is nothing to say of it",
                        m->locals.items[local]);
    }
    if (config_count(&m->threads, local))
        return fail(l, "the threads in '%s' have been counted already", m->locals.items[local]);
    config_add(&m->threads, local, count);
    return true;
}

static void set_bad(Machine *m, u32 global) {
    u32 n = m->globals.n;
    if (n > m->is_bad_cap) {
        u32 old = m->is_bad_cap;
        VEC_RESERVE(m->is_bad, old, m->is_bad_cap, n - old);
        memset(m->is_bad + old, 0, (m->is_bad_cap - old) * sizeof *m->is_bad);
    }
    m->is_bad[global] = true;
    m->model.has_bad = true;
}

static bool read_error(Line *l) {
    do {
        u32 global;
        if (!read_state(l, &l->m->globals, &global))
            return false;
        set_bad(l->m, global);
    } while (!is_line_over(l));
    return true;
}

// l + m + n, or a dash
static bool read_targets(Line *l, CountMove *move) {
    Machine *m = l->m;
    move->local = LOCAL_NONE;
    if (!eat(l, "-") && !read_state(l, &m->locals, &move->local))
        return false;
    while (eat(l, "+")) {
        if (move->nstarted == MOST_STARTED)
            return fail(l, "a move starts %d threads at most", MOST_STARTED);
        if (!read_state(l, &m->locals, &move->started[move->nstarted++]))
            return false;
    }
    return true;
}

static bool read_transition(Line *l) {
    Machine *m = l->m;
    Transition t = {.line = l->number};
    if (!read_state(l, &m->globals, &t.global) || !want(l, ",") ||
        !read_state(l, &m->locals, &t.local) || !want(l, ")") || !want(l, "->") || !want(l, "(") ||
        !read_state(l, &m->globals, &t.move.global) || !want(l, ",") || !read_targets(l, &t.move) ||
        !want(l, ")"))
        return false;
    u32 *first = table_add(&m->by_pair, (u64)t.global << 32 | t.local, PLAIN_KEY);
    t.next = *first;
    VEC_PUSH(m->transitions, m->ntransitions, m->transitions_cap) = t;
    *first = m->ntransitions;
    m->model.can_start |= t.move.nstarted > 0;
    return true;
}

static bool read_statement(Line *l) {
    static const char *const words[] = {"global", "local", "init", "threads", "error"};
    const char *word;
    size_t len, i = 0;
    if (eat(l, "("))
        return read_transition(l);
    if (!read_word(l, "'global', 'local', 'init', 'threads', 'error' or '('", &word, &len))
        return false;
    while (i < ARRAY_LEN(words) && (strlen(words[i]) != len || memcmp(words[i], word, len) != 0))
        i++;
    switch (i) {
    case 0: return declare(l, &l->m->globals);
    case 1: return declare(l, &l->m->locals);
    case 2: return read_init(l);
    case 3: return read_threads(l);
    case 4: return read_error(l);
    default:
        return fail(l,
                    "a line begins with 'global', 'local', 'init', 'threads', 'error' or '(', not "
                    "with '%.*s'",
                    (int)len, word);
    }
}

static bool read_line(Line *l) {
    if (is_line_over(l))
        return true;
    return read_statement(l) && (is_line_over(l) || fail_expected(l, "the end of the line"));
}

static bool read_lines(Machine *m, const Text *text, Diag *d) {
    const char *s = text_str(text), *end = s + text->len;
    for (u32 number = 1; s < end; number++) {
        const char *stop = memchr(s, '\n', (size_t)(end - s));
        stop = stop ? stop : end;
        if (!read_line(&(Line){m, s, stop, number, d}))
            return false;
        s = stop < end ? stop + 1 : end;
    }
    return true;
}

// ---- as a system --------------------------------------------------------------------------------

static void moves(void *self, u32 global, u32 local, CountMoves *out) {
    const Machine *m = self;
    u32 i;
    table_find(&m->by_pair, (u64)global << 32 | local, PLAIN_KEY, &i);
    for (; i; i = m->transitions[i - 1].next)
        VEC_PUSH(out->items, out->len, out->cap) = m->transitions[i - 1].move;
}

static bool is_bad(void *self, u32 global) {
    const Machine *m = self;
    return global < m->is_bad_cap && m->is_bad[global];
}

static void name_global(void *self, u32 global, Text *out) {
    const Machine *m = self;
    text_add(out, "%s", m->globals.items[global]);
}

static void name_local(void *self, u32 local, Text *out) {
    const Machine *m = self;
    text_add(out, "%s", local == LOCAL_NONE ? "-" : m->locals.items[local]);
}

static void tell_move(void *self, u32 global, u32 local, u32 move, Text *out) {
    const Machine *m = self;
    u32 i;
    table_find(&m->by_pair, (u64)global << 32 | local, PLAIN_KEY, &i);
    for (; move; move--)
        i = m->transitions[i - 1].next;
    ENSURE(i);
    const Transition *t = &m->transitions[i - 1];
    text_add(out, "%s:%u\t(%s, %s) -> (%s, ", m->path, t->line, m->globals.items[global],
             m->locals.items[local], m->globals.items[t->move.global]);
    name_local(self, t->move.local, out);
    for (u32 k = 0; k < t->move.nstarted; k++)
        text_add(out, " + %s", m->locals.items[t->move.started[k]]);
    text_add(out, ")\n");
}

static void tell_bad(const CountModel *model, u32 global, Text *out) {
    const Machine *m = (const Machine *)model;
    text_add(out, "global state '%s' is reached", m->globals.items[global]);
}

static void free_machine(CountModel *model) {
    Machine *m = (Machine *)model;
    for (Names *n = &m->globals; n; n = n == &m->globals ? &m->locals : NULL) {
        table_done(&n->by_hash);
        VEC_FREE(n->items, n->cap);
    }
    VEC_FREE(m->transitions, m->transitions_cap);
    table_done(&m->by_pair);
    VEC_FREE(m->is_bad, m->is_bad_cap);
    VEC_FREE(m->begins, m->begins_cap);
    config_done(&m->threads);
    arena_free(m->model.arena);
    mem_free(m, sizeof *m);
}

// What the options say instead of the file.
static bool read_options(Machine *m, const CountInput *in, Diag *d) {
    Text why = {0};
    bool is_ok = true;
    if (in->reach) {
        u32 global;
        m->model.has_bad = false;
        if (m->is_bad)
            memset(m->is_bad, 0, m->is_bad_cap * sizeof *m->is_bad);
        is_ok = find(m, &m->globals, in->reach, strlen(in->reach), &global, &why) ||
                diag_fail(d, "--reach: %s", text_str(&why));
        if (is_ok)
            set_bad(m, global);
    }
    if (in->nthreads)
        m->threads.n = 0, m->threads.locals = 0;
    for (u32 i = 0; i < in->nthreads && is_ok; i++) {
        size_t len;
        u32 count, local;
        is_ok = count_read_threads(in->threads[i], &len, &count, d) &&
                (find(m, &m->locals, in->threads[i], len, &local, &why) ||
                 diag_fail(d, "--threads: %s", text_str(&why)));
        if (is_ok && config_count(&m->threads, local))
            is_ok = diag_fail(d, "--threads: '%.*s' is there twice", (int)len, in->threads[i]);
        if (is_ok)
            config_add(&m->threads, local, count);
    }
    text_done(&why);
    return is_ok;
}

static bool check(Machine *m, Diag *d) {
    if (!m->nbegins)
        return diag_fail(d, "%s: no line 'init NAME' says in which global state it begins",
                         m->path);
    if (!m->threads.n)
        return diag_fail(d, "%s: no line 'threads NAME *' says where threads begin", m->path);
    return true;
}

static void set_system(Machine *m) {
    CountModel *model = &m->model;
    model->initial = arena_alloc(model->arena, m->nbegins * sizeof *model->initial);
    for (u32 i = 0; i < m->nbegins; i++) {
        model->initial[i] = config_keep(model->arena, &m->threads);
        model->initial[i].global = m->begins[i];
    }
    model->nglobals = m->globals.n;
    model->nlocals = m->locals.n;
    model->system = (CountSystem){.self = m,
                                  .moves = moves,
                                  .is_bad = is_bad,
                                  .name_global = name_global,
                                  .name_local = name_local,
                                  .tell_move = tell_move,
                                  .initial = model->initial,
                                  .ninitial = m->nbegins};
}

CountModel *machine_read(const CountInput *in, const Text *text, Diag *d) {
    Machine *m = mem_zalloc(sizeof *m);
    m->model = (CountModel){.free = free_machine, .tell_bad = tell_bad, .arena = arena_new()};
    m->path = arena_text(m->model.arena, in->path);
    m->globals.what = "global";
    m->locals.what = "local";
    if (!read_lines(m, text, d) || !read_options(m, in, d) || !check(m, d)) {
        free_machine(&m->model);
        return NULL;
    }
    set_system(m);
    return &m->model;
}
