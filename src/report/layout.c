// SPDX-License-Identifier: Apache-2.0
// The rows of a story in lines that fit: a column for each thread if there is room for them,
//
//        thread 1: main       thread 2: clerk(&deposits[0])
//    34  starts threads 2-3
//    12                       locks lock, reads balance = 0, unlocks lock
//
// otherwise a list in which the thread is named where it changes.
#include "report/report_int.h"

#include <string.h>

enum {
    DEFAULT_WIDTH = 100,
    LEAST_WIDTH = 40,
    LEAST_COLUMN = 22,
    GAP = 2,
    HANG = 2, // what goes on in the next line stands so much to the right
    PLACE_MOST = 28,
    FEW_LINES = 16 // with more, rows that go on in other lines are no good in columns
};

static u32 width_of(const Story *s) {
    u32 width = s->options->width ? s->options->width : DEFAULT_WIDTH;
    return width < LEAST_WIDTH ? LEAST_WIDTH : width;
}

// ---- lines --------------------------------------------------------------------------------------

// Length in bytes of what has room in so many columns, at least a character.
static size_t bytes_in(const char *text, u32 columns) {
    size_t at = 0;
    for (u32 used = 0, width; text[at];) {
        size_t len = words_character(text + at, &width);
        used += width;
        if (used > columns && at)
            break;
        at += len;
    }
    return at;
}

// The same up to a space, if there is one.
static size_t fitting(const char *text, u32 width) {
    size_t at = bytes_in(text, width), space = at;
    while (space && text[at] && text[space] != ' ')
        space--;
    return space ? space : at;
}

// Takes what fits from the text. Lines after the first are narrower.
static void take_line(const char **rest, u32 width, Text *line) {
    size_t len = fitting(*rest, width);
    text_clear(line);
    text_bytes(line, *rest, len);
    *rest += len;
    *rest += strspn(*rest, " ");
}

static void end_line(Story *s) {
    while (s->out->len && s->out->s[s->out->len - 1] == ' ')
        s->out->s[--s->out->len] = '\0';
    text_add(s->out, "\n");
}

// Adds the text in lines that have room for `width` columns from column `at` on; the cursor stands
// there.
static void add_cell(Story *s, u32 at, u32 width, const char *color, const char *text) {
    Text line = {0};
    u32 hang = width > 4 * HANG ? HANG : 0;
    for (bool is_first = true; is_first || *text; is_first = false) {
        if (!is_first)
            text_add(s->out, "%*s", (int)(at + hang), "");
        take_line(&text, is_first ? width : width - hang, &line);
        text_add(s->out, "%s%s%s", color, text_str(&line),
                 *color ? words_color(s->options, PLAIN) : "");
        end_line(s);
    }
    text_done(&line);
}

// So many columns of a text that has `own` of them; a cut is marked.
static void add_cut(Story *s, const char *text, u32 own, u32 width) {
    bool is_cut = own > width && width > 3;
    size_t len = is_cut ? bytes_in(text, width - 3) : bytes_in(text, width);
    text_add(s->out, "%.*s%s", (int)len, text, is_cut ? "..." : "");
}

void layout_wrapped(Story *s, const char *first, const char *text) {
    u32 at = words_columns(first), width = width_of(s);
    text_add(s->out, "%s", first);
    add_cell(s, at, at < width ? width - at : 1, "", text);
}

void layout_colored(Story *s, const char *color, const char *text) {
    add_cell(s, 0, width_of(s), words_color(s->options, color), text);
}

void layout_line(Story *s, const char *color, const char *text) {
    u32 width = width_of(s), own = words_columns(text);
    text_add(s->out, "%s", words_color(s->options, color));
    add_cut(s, text, own, own > width ? width : own);
    text_add(s->out, "%s\n", words_color(s->options, PLAIN));
}

// ---- places -------------------------------------------------------------------------------------

typedef struct Places {
    bool has_files; // there are several: a line alone does not say enough
    u32 folder;     // length of the folder that all are in
    u32 width;
} Places;

static void add_place(const Story *s, const Places *p, const Row *row, Text *out) {
    if (!row->line)
        return;
    const char *path = s->trace->program->files[row->file] + p->folder;
    u32 most = width_of(s) / 3 < PLACE_MOST ? width_of(s) / 3 : PLACE_MOST;
    while (words_columns(path) > most) {
        u32 width;
        path += words_character(path, &width);
    }
    if (p->has_files)
        words_tame(out, "%s:", path);
    text_add(out, "%u", row->line);
}

static void find_places(const Story *s, Places *p) {
    const char *first = NULL;
    for (u32 i = 0; i < s->nrows; i++) {
        const char *path = s->trace->program->files[s->rows[i].file];
        if (!s->rows[i].line)
            continue;
        if (!first)
            p->folder = (u32)strlen(path);
        first = first ? first : path;
        p->has_files |= strcmp(first, path) != 0;
        u32 common = 0;
        for (u32 k = 0; k < p->folder && path[k] && path[k] == first[k]; k++)
            common = path[k] == '/' ? k + 1 : common;
        p->folder = common;
    }
    Text text = {0};
    for (u32 i = 0; i < s->nrows; i++) {
        text_clear(&text);
        add_place(s, p, &s->rows[i], &text);
        u32 width = words_columns(text_str(&text));
        p->width = width > p->width ? width : p->width;
    }
    text_done(&text);
}

// The margin of a row: "> 37  ". The violation shows in those with a mark.
enum { MARK = 2 };

static void add_margin(Story *s, const Places *p, const Row *row) {
    Text place = {0};
    add_place(s, p, row, &place);
    u32 pad = p->width - words_columns(text_str(&place));
    const char *color = words_color(s->options, row->is_fault ? RED : DIM);
    text_add(s->out, "%s%-*s%*s%s%s%*s", color, MARK, row->is_fault ? ">" : "", (int)pad, "",
             text_str(&place), words_color(s->options, PLAIN), GAP, "");
    text_done(&place);
}

static void add_remark(Story *s, const Row *row) {
    text_add(s->out, "%*s", MARK, "");
    add_cell(s, MARK, width_of(s) - MARK, words_color(s->options, BOLD), row->text);
}

static const char *whole_text(const Story *s, const Row *row) {
    return !*row->source ? row->text
           : !*row->text ? row->source
                         : arena_printf(s->arena, "%s  %s", row->source, row->text);
}

// ---- columns ------------------------------------------------------------------------------------

static u32 column_of(const Story *s, u32 thread) {
    u32 i = 0;
    while (i + 1 < s->nthreads && s->threads[i] != thread)
        i++;
    return i;
}

bool layout_may_have_columns(const Story *s) {
    u32 margin = MARK + 6 + GAP;
    return s->nthreads > 1 && (width_of(s) - margin) / s->nthreads >= LEAST_COLUMN;
}

static const char *head_of(const Story *s, u32 thread) {
    Text text = {0};
    const char *start = thread == 1 ? "main" : story_start(s, thread);
    words_tame(&text, "thread %u%s%s", thread, *start ? ": " : "", start);
    const char *kept = arena_text(s->arena, text_str(&text));
    text_done(&text);
    return kept;
}

// How many lines the rows of a column take.
static u32 lines_of(const Story *s, u32 column, u32 width) {
    u32 lines = 0;
    Text line = {0};
    for (u32 i = 0; i < s->nrows; i++) {
        const char *rest = whole_text(s, &s->rows[i]);
        if (!s->rows[i].thread || column_of(s, s->rows[i].thread) != column)
            continue;
        take_line(&rest, width, &line);
        for (lines++; *rest; lines++)
            take_line(&rest, width - HANG, &line);
    }
    text_done(&line);
    return lines;
}

// The narrowest width with so few lines, from `least` to `most`.
static u32 narrowest(const Story *s, u32 column, u32 least, u32 most, u32 lines) {
    while (least < most && lines_of(s, column, least) > lines)
        least++;
    return least;
}

// All begin with a fair share. Who needs less for as many lines leaves the rest to the others, and
// they take turns in taking what saves them a line.
static void measure_columns(const Story *s, u32 room, u32 *widths) {
    u32 n = s->nthreads, spare = room - GAP * (n - 1), fair = spare / n;
    for (u32 i = 0; i < n; i++) {
        widths[i] = narrowest(s, i, LEAST_COLUMN - GAP, fair, lines_of(s, i, fair));
        spare -= widths[i];
    }
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (u32 i = 0; i < n; i++) {
            u32 lines = lines_of(s, i, widths[i]);
            u32 more = lines ? narrowest(s, i, widths[i], widths[i] + spare, lines - 1) : widths[i];
            if (lines_of(s, i, more) >= lines)
                continue;
            spare -= more - widths[i];
            widths[i] = more;
            is_changed = true;
        }
    }
    for (u32 i = 0; i < n; i++) {
        u32 head = words_columns(head_of(s, s->threads[i]));
        u32 more = head > widths[i] ? head - widths[i] : 0;
        more = more > spare ? spare : more;
        widths[i] += more;
        spare -= more;
    }
}

// Cut where the next column begins.
static void add_heads(Story *s, u32 margin, const u32 *widths) {
    text_add(s->out, "%*s", (int)margin, "");
    for (u32 i = 0; i < s->nthreads; i++) {
        const char *head = head_of(s, s->threads[i]);
        u32 own = words_columns(head), width = own > widths[i] ? widths[i] : own;
        text_add(s->out, "%s", words_thread(s->options, s->threads[i]));
        add_cut(s, head, own, width);
        text_add(s->out, "%s%*s", words_color(s->options, PLAIN), (int)(GAP + widths[i] - width),
                 "");
    }
    end_line(s);
}

static void add_columns(Story *s, const Places *p) {
    u32 margin = MARK + p->width + GAP;
    u32 *widths = arena_alloc(s->arena, s->nthreads * sizeof *widths);
    measure_columns(s, width_of(s) - margin, widths);
    add_heads(s, margin, widths);
    for (u32 i = 0; i < s->nrows; i++) {
        const Row *row = &s->rows[i];
        if (!row->thread) {
            add_remark(s, row);
            continue;
        }
        u32 at = margin, column = column_of(s, row->thread);
        for (u32 k = 0; k < column; k++)
            at += widths[k] + GAP;
        add_margin(s, p, row);
        text_add(s->out, "%*s", (int)(at - margin), "");
        add_cell(s, at, widths[column],
                 row->is_fault ? words_color(s->options, RED)
                               : words_thread(s->options, row->thread),
                 whole_text(s, row));
    }
}

// ---- the list -----------------------------------------------------------------------------------

// Source lines get at most two fifths of what is left for them and what they do.
static u32 source_width(const Story *s, u32 room) {
    u32 width = 0;
    for (u32 i = 0; i < s->nrows; i++) {
        u32 own = words_columns(s->rows[i].source);
        width = own > width ? own : width;
    }
    return width > room * 2 / 5 ? room * 2 / 5 : width;
}

static void add_source(Story *s, const Row *row, u32 width) {
    u32 own = words_columns(row->source), shown = own > width ? width : own;
    add_cut(s, row->source, own, shown);
    text_add(s->out, "%*s", (int)(GAP + width - shown), "");
}

static void add_list_row(Story *s, const Row *row, u32 at, u32 source) {
    enum { LEAST = 4 };
    u32 least = at + source + GAP + LEAST;
    u32 width = width_of(s) > least ? width_of(s) : least;
    const char *color = words_color(s->options, row->is_fault ? RED : BOLD);
    if (!*row->text) {
        add_cell(s, at, width - at, "", row->source);
        return;
    }
    add_source(s, row, source);
    add_cell(s, at + source + GAP, width - at - source - GAP, color, row->text);
}

static void add_list(Story *s, const Places *p) {
    bool has_names = s->nthreads > 1 || (s->nthreads && s->threads[0] != 1);
    u32 names = 0, before = 0;
    for (u32 i = 0; i < s->nthreads && has_names; i++) {
        const char *name = arena_printf(s->arena, "thread %u", s->threads[i]);
        names = strlen(name) + GAP > names ? (u32)strlen(name) + GAP : names;
    }
    u32 at = MARK + p->width + GAP + names, width = width_of(s);
    u32 source = source_width(s, width > at + GAP ? width - at - GAP : 0);
    for (u32 i = 0; i < s->nrows; i++) {
        const Row *row = &s->rows[i];
        if (!row->thread) {
            add_remark(s, row);
            before = 0;
            continue;
        }
        add_margin(s, p, row);
        bool is_named = has_names && row->thread != before;
        const char *name = is_named ? arena_printf(s->arena, "thread %u", row->thread) : "";
        text_add(s->out, "%s%-*s%s", is_named ? words_thread(s->options, row->thread) : "",
                 (int)names, name, is_named ? words_color(s->options, PLAIN) : "");
        add_list_row(s, row, at, source);
        before = row->thread;
    }
}

bool layout_suits_columns(const Story *s) {
    Places p = {0};
    u32 lines = 0, *widths = arena_alloc(s->arena, s->nthreads * sizeof *widths);
    find_places(s, &p);
    u32 margin = MARK + p.width + GAP;
    if (width_of(s) < margin + s->nthreads * LEAST_COLUMN)
        return false;
    measure_columns(s, width_of(s) - margin, widths);
    for (u32 i = 0; i < s->nthreads; i++)
        lines += lines_of(s, i, widths[i]);
    return lines <= FEW_LINES || lines * 2 <= s->nrows * 3;
}

void layout_rows(Story *s) {
    Places p = {0};
    find_places(s, &p);
    if (s->has_columns)
        add_columns(s, &p);
    else
        add_list(s, &p);
}
