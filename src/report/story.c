// SPDX-License-Identifier: Apache-2.0
// A counterexample as a story: the events that matter (slice.c), as few rows as say it all. Locks
// stand in the row of what is done under them, threads that are started or joined one after the
// other in one row, elements of an array that are set one after the other too, and of the turns of
// a loop the first and the last are told.
#include "report/report_int.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Steps that only their own thread could see are told while there are not more rows than this.
enum { FEW_ROWS = 12 };

typedef enum DraftKind {
    DRAFT_OTHER,
    DRAFT_LOCK,
    DRAFT_UNLOCK,
    DRAFT_START,
    DRAFT_JOIN,
    DRAFT_TURNS // of a loop, left out
} DraftKind;

// What may become a row.
typedef struct Draft {
    DraftKind kind;
    const TraceEvent *event;
    const char *text;
    const char *before, *after; // what is done to locks around it; NULL: nothing
    u32 first, last;            // threads that are started or joined
    bool is_gone;
} Draft;

typedef struct Drafts {
    Story *story;
    Draft *items;
    u32 n, cap;
} Drafts;

// ---- from events to drafts ----------------------------------------------------------------------

const char *story_start(const Story *s, u32 thread) {
    const Trace *t = s->trace;
    for (u32 i = 0; i < t->nevents; i++)
        for (u32 k = 0; k < t->events[i].nnotes; k++) {
            const TraceNote *n = &t->events[i].notes[k];
            if (n->kind == NOTE_STARTS && n->thread == thread && n->value)
                return n->value;
        }
    return "";
}

// The first argument of a call without its '&'; "" if there is none.
static const char *first_argument(const Story *s, const char *call) {
    const char *open = strchr(call, '(');
    const char *from = open ? open + 1 + (open[1] == '&') : "";
    size_t len = strcspn(from, ",)");
    return arena_printf(s->arena, "%.*s", (int)len, from);
}

static bool ends_with(const char *name, size_t len, const char *end) {
    size_t n = strlen(end);
    return len >= n && strncmp(name + len - n, end, n) == 0;
}

// What a guard of the C++ library locks: the second argument of the call that has made it. "" if it
// is not known.
static const char *guarded(const Story *s, const TraceEvent *e) {
    const char *guard = first_argument(s, e->call);
    for (const TraceEvent *at = e + 1; at-- > s->trace->events;) {
        const char *args = strchr(at->call, '('), *second = args ? strstr(args, ", &") : NULL;
        if (at->thread == e->thread && second && strncmp(at->call, "std::", 5) == 0 &&
            strcmp(first_argument(s, at->call), guard) == 0) {
            second += strlen(", &");
            return arena_printf(s->arena, "%.*s", (int)strcspn(second, ",)"), second);
        }
    }
    return "";
}

// "std::lock_guard(&g, &m)" as "locks m", "std::lock_guard::~lock_guard(&g)" as "unlocks m"; NULL
// if it is no such call.
static const char *guard_words(const Story *s, const TraceEvent *e, DraftKind *kind) {
    static const char *const classes[] = {"std::lock_guard", "std::unique_lock", "std::scoped_lock",
                                          "std::shared_lock"};
    u32 i = 0;
    while (i < ARRAY_LEN(classes) && strncmp(e->call, classes[i], strlen(classes[i])) != 0)
        i++;
    if (i == ARRAY_LEN(classes))
        return NULL;
    const char *method = e->call + strlen(classes[i]), *what = guarded(s, e);
    bool locks = *method == '(' || strncmp(method, "::lock(", 7) == 0;
    bool unlocks = strncmp(method, "::~", 3) == 0 || strncmp(method, "::unlock(", 9) == 0;
    if (!*what || !(locks || unlocks))
        return NULL;
    *kind = locks ? DRAFT_LOCK : DRAFT_UNLOCK;
    return arena_printf(s->arena, "%s %s", locks ? "locks" : "unlocks", what);
}

// "pthread_mutex_lock(&m)" as "locks m"; NULL if it is no such call.
static const char *lock_words(const Story *s, const char *call, DraftKind *kind) {
    static const struct {
        const char *end, *verb, *how;
        DraftKind kind;
    } rows[] = {{"unlock", "unlocks", "", DRAFT_UNLOCK},
                {"trylock", NULL, "", DRAFT_OTHER},
                {"_rdlock", "locks", " for reading", DRAFT_LOCK},
                {"_wrlock", "locks", " for writing", DRAFT_LOCK},
                {"_lock", "locks", "", DRAFT_LOCK},
                {"mutex::lock", "locks", "", DRAFT_LOCK}};
    size_t len = strcspn(call, "(");
    for (u32 i = 0; i < ARRAY_LEN(rows); i++) {
        if (!ends_with(call, len, rows[i].end))
            continue;
        *kind = rows[i].kind;
        return rows[i].verb ? arena_printf(s->arena, "%s %s%s", rows[i].verb,
                                           first_argument(s, call), rows[i].how)
                            : NULL;
    }
    return NULL;
}

static u32 number_in(const char *text, const char *before) {
    const char *at = strstr(text, before);
    return at ? (u32)strtoul(at + strlen(before), NULL, 10) : 0;
}

static bool is_join(const TraceEvent *e) {
    size_t len = strcspn(e->call, "(");
    return (ends_with(e->call, len, "_join") || ends_with(e->call, len, "::join")) && !e->nnotes &&
           number_in(e->call, "(thread ");
}

static bool has_chosen(const TraceEvent *e) {
    for (u32 i = 0; i < e->nvalues; i++)
        if (!e->values[i].is_read && strstr(e->values[i].value, "(chosen)"))
            return true;
    return false;
}

static u32 first_start(const Trace *t) {
    for (u32 i = 0; i < t->nevents; i++)
        for (u32 k = 0; k < t->events[i].nnotes; k++)
            if (t->events[i].notes[k].kind == NOTE_STARTS)
                return i;
    return t->nevents;
}

// Without what says nothing: a step of the thread's own that copies what the line reads from
// others; the call that a chosen value comes from.
static TraceEvent in_short(const Story *s, const TraceEvent *e) {
    TraceEvent own = *e;
    TraceValue *values = arena_alloc(s->arena, (e->nvalues + 1) * sizeof *values);
    own.nvalues = 0;
    for (u32 i = 0; i < e->nvalues; i++) {
        bool is_copy = false;
        for (u32 k = 0; k < e->nvalues && !e->values[i].is_shared && !e->values[i].is_read; k++)
            is_copy |= e->values[k].is_read && strcmp(e->values[k].value, e->values[i].value) == 0;
        if (is_copy)
            continue;
        TraceValue *v = &values[own.nvalues++];
        *v = e->values[i];
        // Before there are others nothing can get lost by a write.
        bool is_alone = e < s->trace->events + s->first_start;
        if (is_alone && v->was && strcmp(v->was, v->value) == 0)
            v->was = NULL;
    }
    own.values = values;
    if (has_chosen(e)) {
        own.call = "";
        own.nnotes -= own.nnotes && own.notes[own.nnotes - 1].kind == NOTE_RETURNS;
    }
    return own;
}

static const char *effects(const Story *s, const TraceEvent *e) {
    Text text = {0};
    TraceEvent own = in_short(s, e);
    const char *source = sources_line(s->sources, e->file, e->line);
    words_effects(&own, s->has_columns ? "" : source, false, &text);
    text_tame(&text, 0, false);
    const char *kept = arena_text(s->arena, text_str(&text));
    text_done(&text);
    return kept;
}

static Draft draft_of(const Story *s, const TraceEvent *e) {
    Draft d = {.event = e, .text = effects(s, e)};
    const char *lock = NULL;
    if (!e->nvalues && !e->nnotes && !e->is_fault && *e->call)
        lock = strncmp(e->call, "std::", 5) == 0 && !strstr(e->call, "mutex::")
                   ? guard_words(s, e, &d.kind)
                   : lock_words(s, e->call, &d.kind);
    if (lock) {
        d.text = lock;
    } else if (e->nnotes == 1 && e->notes[0].kind == NOTE_STARTS && !e->nvalues) {
        d.kind = DRAFT_START;
        d.first = d.last = e->notes[0].thread;
    } else if (is_join(e) && !e->is_fault) {
        d.kind = DRAFT_JOIN;
        d.first = d.last = number_in(e->call, "(thread ");
    } else {
        d.kind = DRAFT_OTHER;
    }
    return d;
}

bool story_means(const TraceEvent *e, bool has_room) {
    return e->matters == MATTERS || (has_room && e->matters == MATTERS_LOCALLY && !e->is_continued);
}

bool story_has_room(const Trace *t) {
    u32 n = 0;
    for (u32 i = 0; i < t->nevents; i++)
        n += t->events[i].matters != MATTERS_NOT;
    return n <= FEW_ROWS;
}

// ---- fewer drafts -------------------------------------------------------------------------------

static Draft *next_draft(const Drafts *d, const Draft *from) {
    Draft *x = d->items + (from - d->items) + 1;
    while (x < d->items + d->n && x->is_gone)
        x++;
    return x < d->items + d->n ? x : NULL;
}

static void drop_gone(Drafts *d) {
    u32 n = 0;
    for (u32 i = 0; i < d->n; i++)
        if (!d->items[i].is_gone)
            d->items[n++] = d->items[i];
    d->n = n;
}

static bool in_cycle(const Drafts *d, const Draft *x) {
    return d->story->trace->is_endless && x->event->step >= d->story->trace->cycle;
}

static bool is_beside(const Drafts *d, const Draft *a, const Draft *b) {
    return b && a->event->thread == b->event->thread && in_cycle(d, a) == in_cycle(d, b);
}

// Threads that are started one after the other, with numbers one after the other.
static void fold_starts(Drafts *d) {
    for (Draft *x = d->items, *y; x && d->n; x = y) {
        y = next_draft(d, x);
        while (x->kind == DRAFT_START && is_beside(d, x, y) && y->kind == DRAFT_START &&
               y->first == x->last + 1) {
            x->last = y->last;
            y->is_gone = true;
            y = next_draft(d, y);
        }
    }
}

// A join is told late rather than often: nothing of the thread happens between two of them.
static void fold_joins(Drafts *d) {
    for (u32 i = 0; i < d->n; i++) {
        Draft *x = &d->items[i], *y = next_draft(d, x);
        while (y && y->event->thread != x->event->thread)
            y = next_draft(d, y);
        if (x->kind == DRAFT_JOIN && y && y->kind == DRAFT_JOIN && is_beside(d, x, y) &&
            x->last + 1 == y->first) {
            y->first = x->first;
            x->is_gone = true;
        }
    }
}

// ---- what is known ------------------------------------------------------------------------------

enum { MANY_ROWS = 20 };

// Whether the rows of the same thread just before, without one of another in between, have told it.
static bool is_known(const Drafts *d, u32 i, const TraceValue *v) {
    for (u32 k = i; k-- > 0 && is_beside(d, &d->items[k], &d->items[i]);) {
        const TraceEvent *e = d->items[k].event;
        for (u32 j = 0; j < e->nvalues; j++)
            if (strcmp(e->values[j].name, v->name) == 0)
                return strcmp(e->values[j].value, v->value) == 0;
    }
    return false;
}

static bool only_reads_known(const Drafts *d, u32 i) {
    const TraceEvent *e = d->items[i].event;
    bool is = d->items[i].kind == DRAFT_OTHER && !e->nnotes && !*e->call && !e->is_fault;
    for (u32 k = 0; k < e->nvalues && is; k++)
        is = e->values[k].is_read ? is_known(d, i, &e->values[k]) : !e->values[k].is_shared;
    return is && e->nvalues;
}

// In a long story a thread reads what it has just read or written without a row: nobody else comes
// between. What it reads last before another one goes on is told, since that may be what the other
// one changes.
static void drop_known(Drafts *d) {
    if (d->n <= MANY_ROWS)
        return;
    for (u32 i = 0; i + 1 < d->n; i++)
        d->items[i].is_gone = is_beside(d, &d->items[i], &d->items[i + 1]) &&
                              !in_cycle(d, &d->items[i]) && only_reads_known(d, i);
    for (u32 i = 0; i + 1 < d->n; i++) {
        Draft *x = &d->items[i], *y = next_draft(d, x);
        if (!x->is_gone && x->kind == DRAFT_LOCK && is_beside(d, x, y) && y->kind == DRAFT_UNLOCK &&
            y > x + 1 && strcmp(strchr(x->text, ' '), strchr(y->text, ' ')) == 0)
            x->is_gone = y->is_gone = true;
    }
    drop_gone(d);
}

// What is done to a lock stands beside what is done under it, if nobody comes between.
static void fold_locks(Drafts *d) {
    Draft *before = NULL;
    for (Draft *x = d->items, *y; x && d->n; x = y) {
        y = next_draft(d, x);
        bool is_lock = x->kind == DRAFT_LOCK && is_beside(d, x, y) && y->kind == DRAFT_OTHER &&
                       !y->event->is_continued && !y->event->is_fault && !y->before;
        bool is_unlock = x->kind == DRAFT_UNLOCK && before && is_beside(d, before, x) &&
                         before->kind == DRAFT_OTHER && !before->after;
        if (is_lock)
            y->before = x->text;
        else if (is_unlock)
            before->after = x->text;
        x->is_gone = is_lock || is_unlock;
        before = x->is_gone ? before : x;
    }
}

// The element that a line writes, and nothing else: "table[" and 3.
static bool single_element(const Draft *x, size_t *prefix, u32 *index) {
    const TraceEvent *e = x->event;
    if (x->kind != DRAFT_OTHER || e->nvalues != 1 || e->values[0].is_read || e->nnotes ||
        *e->call || e->is_fault || x->before || x->after) {
        return false;
    }
    const char *open = strchr(e->values[0].name, '[');
    char *end = NULL;
    if (!open || !isdigit((unsigned char)open[1]))
        return false;
    *index = (u32)strtoul(open + 1, &end, 10);
    *prefix = (size_t)(open - e->values[0].name);
    return strcmp(end, "]") == 0;
}

static bool is_next_element(const Draft *a, const Draft *b, u32 distance) {
    size_t pa, pb;
    u32 ia, ib;
    return single_element(a, &pa, &ia) && single_element(b, &pb, &ib) && pa == pb &&
           ib == ia + distance && a->event->line == b->event->line &&
           strncmp(a->event->values[0].name, b->event->values[0].name, pa) == 0;
}

// "table[0..2] = {4, 5, 6}"
static void fold_elements(Drafts *d) {
    for (Draft *x = d->items, *y; x && d->n; x = y) {
        Text values = {0};
        u32 n = 1;
        size_t prefix;
        u32 index;
        y = next_draft(d, x);
        for (; is_beside(d, x, y) && is_next_element(x, y, n); n++) {
            text_add(&values, "%s%s", n == 1 ? x->event->values[0].value : "", ", ");
            text_add(&values, "%s", y->event->values[0].value);
            y->is_gone = true;
            y = next_draft(d, y);
        }
        if (n > 1 && single_element(x, &prefix, &index)) {
            const char *name = x->event->values[0].name;
            x->text = values.len <= 40
                          ? arena_printf(d->story->arena, "%.*s[%u..%u] = {%s}", (int)prefix, name,
                                         index, index + n - 1, text_str(&values))
                          : arena_printf(d->story->arena, "sets %.*s[%u..%u]", (int)prefix, name,
                                         index, index + n - 1);
        }
        text_done(&values);
    }
}

// ---- loops --------------------------------------------------------------------------------------

enum { LONGEST_TURN = 16, FEWEST_TURNS = 4 };

// The same function of the library, or none, in both.
static bool is_same_call(const TraceEvent *a, const TraceEvent *b) {
    size_t len = strcspn(a->call, "(");
    return len == strcspn(b->call, "(") && strncmp(a->call, b->call, len) == 0 &&
           !a->nvalues == !b->nvalues;
}

static bool is_same_line(const Drafts *d, const Draft *a, const Draft *b, bool is_any_thread) {
    return a->kind == b->kind && (is_any_thread || a->event->thread == b->event->thread) &&
           a->event->line == b->event->line && a->event->file == b->event->file &&
           is_same_call(a->event, b->event) && in_cycle(d, a) == in_cycle(d, b) &&
           !a->event->is_fault && !b->event->is_fault;
}

// How often the `length` drafts from i on come again, the first time included. Where each turn
// starts a thread of its own, it is another one in each.
static u32 count_turns(const Drafts *d, u32 i, u32 length) {
    u32 at = i + length;
    bool starts = false;
    for (u32 k = i; k < at && k < d->n; k++)
        starts |= d->items[k].kind == DRAFT_START;
    while (at < d->n && is_same_line(d, &d->items[at], &d->items[at - length], starts))
        at++;
    return (at - i) / length;
}

static void leave_out(Drafts *d, u32 first, u32 length, u32 turns) {
    for (u32 i = first; i < first + length * turns; i++)
        d->items[i].is_gone = true;
    Draft *x = &d->items[first];
    x->is_gone = false;
    x->kind = DRAFT_TURNS;
    x->text = arena_printf(d->story->arena, "... %u more turns of the same %s ...", turns,
                           length == 1 ? "line" : "lines");
}

static void fold_turns(Drafts *d) {
    drop_gone(d);
    for (u32 i = 0; i < d->n;) {
        u32 best = 0, turns = 0;
        for (u32 length = 1; length <= LONGEST_TURN && !best; length++) {
            turns = count_turns(d, i, length);
            if (turns >= FEWEST_TURNS || (turns == 3 && length > 1))
                best = length;
        }
        if (best)
            leave_out(d, i + best, best, turns - 2);
        i += best ? best * turns : 1;
    }
    drop_gone(d);
}

// ---- rows ---------------------------------------------------------------------------------------

static void add_row(Story *s, Row row) { VEC_PUSH(s->rows, s->nrows, s->rows_cap) = row; }

static void add_remark(Story *s, const char *text) {
    add_row(s, (Row){.text = text, .source = ""});
}

// "threads 2-4"
static const char *numbers(const Story *s, u32 first, u32 last) {
    return first == last       ? arena_printf(s->arena, "thread %u", first)
           : first + 1 == last ? arena_printf(s->arena, "threads %u and %u", first, last)
                               : arena_printf(s->arena, "threads %u-%u", first, last);
}

// The heads of the columns say what the threads run.
static const char *start_words(const Story *s, const Draft *d) {
    Text text = {0};
    text_add(&text, "starts %s", numbers(s, d->first, d->last));
    for (u32 i = d->first; i <= d->last && !s->has_columns; i++) {
        const char *call = story_start(s, i);
        text_add(&text, "%s%s", !*call ? "" : i == d->first ? ": " : ", ", call);
    }
    text_tame(&text, 0, false);
    const char *kept = arena_text(s->arena, text_str(&text));
    text_done(&text);
    return kept;
}

// The source says it: the line has this call, and nothing behind it.
static bool is_all_of_line(const Story *s, const TraceEvent *e) {
    const char *source = sources_line(s->sources, e->file, e->line);
    const char *end = strchr(source, ';');
    const char *name = arena_printf(s->arena, "%.*s", (int)strcspn(e->call, "("), e->call);
    return names_mentions(source, name) && (!end || !strchr(end + 1, ';'));
}

static const char *row_words(const Story *s, const Draft *d) {
    if (d->kind == DRAFT_START)
        return start_words(s, d);
    if (d->kind == DRAFT_JOIN)
        return arena_printf(s->arena, "joins %s", numbers(s, d->first, d->last));
    bool is_lock = d->kind == DRAFT_LOCK || d->kind == DRAFT_UNLOCK;
    if (is_lock && !s->has_columns && is_all_of_line(s, d->event))
        return "";
    return d->text;
}

static void add_draft(Story *s, const Draft *d) {
    const TraceEvent *e = d->event;
    if (d->kind == DRAFT_TURNS) {
        add_remark(s, d->text);
        return;
    }
    Text source = {0}, text = {0};
    words_tame(&source, "%s%s", e->is_continued ? "... " : "",
               sources_line(s->sources, e->file, e->line));
    const char *words = row_words(s, d);
    bool needs_source = e->is_fault || !*words || !s->has_columns;
    // "locks m", "unlocks m"
    bool is_whole =
        d->before && d->after && strcmp(strchr(d->before, ' '), strchr(d->after, ' ')) == 0;
    if (is_whole)
        text_add(&text, "under%s: %s", strchr(d->before, ' '), *words ? words : text_str(&source));
    else if (d->before)
        text_add(&text, "%s", d->before);
    if (*words && !is_whole)
        words_part(&text, "%s", words);
    if (d->after && !is_whole)
        words_part(&text, "%s", d->after);
    text_tame(&text, 0, false);
    add_row(s, (Row){.thread = e->thread,
                     .file = e->file,
                     .line = e->line,
                     .text = arena_text(s->arena, text_str(&text)),
                     .source = needs_source ? arena_text(s->arena, text_str(&source)) : "",
                     .is_fault = e->is_fault});
    text_done(&source);
    text_done(&text);
}

// Of a data race, the access of the other thread, if it is still to come.
static bool stands_at_rival(const Trace *t) {
    for (u32 i = 0; i < t->nthreads && t->rival; i++)
        if (t->threads[i].number == t->rival && t->threads[i].nframes)
            return t->threads[i].frames[0].line == t->rival_line &&
                   t->threads[i].frames[0].file == t->rival_file;
    return false;
}

static void add_rival(Story *s) {
    const Trace *t = s->trace;
    if (!stands_at_rival(t))
        return;
    Text source = {0};
    words_tame(&source, "%s", sources_line(s->sources, t->rival_file, t->rival_line));
    add_row(s, (Row){.thread = t->rival,
                     .file = t->rival_file,
                     .line = t->rival_line,
                     .text = "",
                     .source = arena_text(s->arena, text_str(&source)),
                     .is_fault = true});
    text_done(&source);
}

static bool is_listed(const Text *names, const char *name) {
    return names_mentions(text_str(names), name);
}

// What the way round changes, or that it changes nothing.
static void add_cycle_end(Story *s) {
    const Trace *t = s->trace;
    Text names = {0};
    for (u32 i = words_first_in_cycle(t); i < t->nevents; i++)
        for (u32 k = 0; k < t->events[i].nvalues; k++) {
            const TraceValue *v = &t->events[i].values[k];
            if (!v->is_read && v->is_shared && v->was && strcmp(v->was, v->value) != 0 &&
                !is_listed(&names, v->name))
                words_part(&names, "%s", v->name);
        }
    text_tame(&names, 0, false);
    if (t->cycle >= t->steps)
        add_remark(s, "-- nothing happens any more --");
    else
        add_remark(s, arena_printf(s->arena, "-- and so on for ever; what changes: %s --",
                                   names.len ? text_str(&names) : "nothing that is shared"));
    text_done(&names);
}

static void add_rows(Drafts *d) {
    Story *s = d->story;
    bool was_in_cycle = false;
    for (u32 i = 0; i < d->n; i++) {
        if (in_cycle(d, &d->items[i]) && !was_in_cycle)
            add_remark(s, "-- from here on, for ever: --");
        was_in_cycle = in_cycle(d, &d->items[i]);
        if (d->items[i].event->is_fault)
            add_rival(s);
        add_draft(s, &d->items[i]);
    }
    if (s->trace->is_endless)
        add_cycle_end(s);
}

// So many rows as --max-trace-lines allows; the end matters most.
static void cut_middle(Story *s) {
    u32 most = s->options->max_lines;
    if (!most || s->nrows <= most)
        return;
    u32 tail = most - most / 3, head = most - tail, out = s->nrows - most;
    memmove(&s->rows[head + 1], &s->rows[s->nrows - tail], tail * sizeof *s->rows);
    s->rows[head] =
        (Row){.text = arena_printf(
                  s->arena, "... %u lines left out (--max-trace-lines 0 shows all) ...", out),
              .source = ""};
    s->nrows = head + 1 + tail;
}

// ---- who is in it -------------------------------------------------------------------------------

static void add_thread(Story *s, u32 number) {
    u32 at = 0;
    while (at < s->nthreads && s->threads[at] < number)
        at++;
    if (at < s->nthreads && s->threads[at] == number)
        return;
    VEC_PUSH(s->threads, s->nthreads, s->threads_cap) = number;
    memmove(&s->threads[at + 1], &s->threads[at], (s->nthreads - 1 - at) * sizeof *s->threads);
    s->threads[at] = number;
}

static void find_threads(Story *s, bool has_room) {
    const Trace *t = s->trace;
    for (u32 i = 0; i < t->nevents; i++)
        if (story_means(&t->events[i], has_room))
            add_thread(s, t->events[i].thread);
    if (stands_at_rival(t))
        add_thread(s, t->rival);
}

static void tell(Story *s, bool has_room) {
    const Trace *t = s->trace;
    Drafts d = {.story = s};
    s->nrows = 0;
    for (u32 i = 0; i < t->nevents; i++)
        if (story_means(&t->events[i], has_room))
            VEC_PUSH(d.items, d.n, d.cap) = draft_of(s, &t->events[i]);
    fold_starts(&d);
    fold_joins(&d);
    drop_gone(&d);
    drop_known(&d);
    fold_locks(&d);
    fold_elements(&d);
    fold_turns(&d);
    add_rows(&d);
    cut_middle(s);
    VEC_FREE(d.items, d.cap);
}

void story_text(const Trace *t, const ReportOptions *o, Text *out) {
    Story s = {.trace = t,
               .options = o,
               .sources = sources_new(t->program),
               .arena = arena_new(),
               .out = out};
    s.first_start = first_start(t);
    bool has_room = story_has_room(t);
    find_threads(&s, has_room);
    s.has_columns = layout_may_have_columns(&s);
    tell(&s, has_room);
    if (s.has_columns && !layout_suits_columns(&s)) {
        s.has_columns = false;
        tell(&s, has_room);
    }
    text_add(out, "\n");
    layout_rows(&s);
    ending_text(&s);
    VEC_FREE(s.rows, s.rows_cap);
    VEC_FREE(s.threads, s.threads_cap);
    sources_free(s.sources);
    arena_free(s.arena);
}
