// SPDX-License-Identifier: Apache-2.0
// --coverage: which lines, branches and functions of the program a search has come to, in the
// format of lcov's tracefiles (geninfo(1)), and as figures.
//
// Code of the library is left out. A line is reached if some instruction of it was; how often is
// not told, since a search takes each step once however many runs have it. What only jumps (break)
// is no line: other jumps lead at once to where it leads. The branch of an assertion is none: it is
// there not to be taken.
#include "cli/cli.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { NO_CODE, NOT_REACHED, REACHED };
enum { MOST_RANGES = 5 };

// Of one file: what is known of each line.
typedef struct Lines {
    u8 *at; // 1 ..
    u32 n, cap;
} Lines;

typedef struct Coverage {
    const Program *p;
    const bool *covered;
    const u8 *is_users; // by file: some function of the program's own is there
    Lines *files;
} Coverage;

static void set_line(Coverage *c, SrcLoc at, bool is_reached) {
    if (!at.line || at.file >= c->p->nfiles || !c->is_users[at.file])
        return;
    Lines *l = &c->files[at.file];
    while (l->n <= at.line)
        VEC_PUSH(l->at, l->n, l->cap) = NO_CODE;
    u8 how = is_reached ? REACHED : NOT_REACHED;
    l->at[at.line] = l->at[at.line] > how ? l->at[at.line] : how;
}

static bool is_own(const Coverage *c, FuncId f) {
    const Function *fn = &c->p->funcs[f];
    return !fn->is_runtime && fn->file && fn->line && fn->start < fn->end &&
           strncmp(fn->name, PROPOSITION_NAME, strlen(PROPOSITION_NAME)) != 0;
}

static void coverage_begin(Coverage *c, const Outcome *o) {
    const Program *p = o->program;
    u8 *is_users = mem_zalloc(p->nfiles);
    *c = (Coverage){p, o->result.covered, is_users, mem_zalloc(p->nfiles * sizeof *c->files)};
    for (FuncId f = 0; f < p->nfuncs; f++)
        if (is_own(c, f))
            is_users[p->funcs[f].file] = 1;
    for (u32 i = 0; i < p->ndropped; i++)
        if (p->dropped[i].function)
            is_users[p->dropped[i].at.file] = 1;
    is_users[0] = 0; // where the file is not known
    for (FuncId f = 0; f < p->nfuncs; f++)
        for (Pc pc = p->funcs[f].start; is_own(c, f) && pc < p->funcs[f].end; pc++)
            if (p->code[pc].op != OP_JMP)
                set_line(c, p->locs[pc], c->covered[pc]);
    for (u32 i = 0; i < p->ndropped; i++)
        set_line(c, p->dropped[i].at, false);
}

static void coverage_end(Coverage *c) {
    for (u32 i = 0; i < c->p->nfiles; i++)
        VEC_FREE(c->files[i].at, c->files[i].cap);
    mem_free(c->files, c->p->nfiles * sizeof *c->files);
    mem_free((void *)c->is_users, c->p->nfiles);
}

// ---- functions ----------------------------------------------------------------------------------

typedef struct Share {
    u32 n, reached;
} Share;

static bool is_called(const Coverage *c, const Function *fn) {
    bool is_it = false;
    for (Pc pc = fn->start; pc < fn->end && !is_it; pc++)
        is_it = c->covered[pc];
    return is_it;
}

// Whether it is the first of its name there: templates and constructors come several times.
static bool is_first(const Coverage *c, FuncId f, bool *is_reached) {
    const Function *fn = &c->p->funcs[f];
    bool is_it = true;
    for (FuncId g = 0; g < c->p->nfuncs; g++) {
        const Function *other = &c->p->funcs[g];
        if (!is_own(c, g) || other->file != fn->file || strcmp(other->name, fn->name) != 0)
            continue;
        is_it = is_it && g >= f;
        *is_reached = *is_reached || is_called(c, other);
    }
    return is_it;
}

// lcov ends a name at a comma.
static void add_name(const char *name, Text *out) {
    u32 from = out->len;
    for (; *name; name++)
        text_bytes(out, *name == ',' ? ";" : name, 1);
    text_tame(out, from, false);
    text_add(out, "\n");
}

static void add_function(u32 line, const char *name, bool is_reached, Share *s, Text *out) {
    s->n++;
    s->reached += is_reached;
    text_add(out, "FN:%u,", line);
    add_name(name, out);
    text_add(out, "FNDA:%u,", is_reached);
    add_name(name, out);
}

static Share add_functions(const Coverage *c, u32 file, Text *out) {
    Share s = {0};
    for (FuncId f = 0; f < c->p->nfuncs; f++) {
        bool is_reached = false;
        if (is_own(c, f) && c->p->funcs[f].file == file && is_first(c, f, &is_reached))
            add_function(c->p->funcs[f].line, c->p->funcs[f].name, is_reached, &s, out);
    }
    for (u32 i = 0; i < c->p->ndropped; i++) {
        const Dropped *d = &c->p->dropped[i];
        if (d->function && d->at.file == file)
            add_function(d->at.line, d->function, false, &s, out);
    }
    text_add(out, "FNF:%u\nFNH:%u\n", s.n, s.reached);
    return s;
}

// ---- branches -----------------------------------------------------------------------------------

// Several cases may lead to one place: then it is one way.
static bool is_new_way(const Program *p, const Insn *in, u32 i) {
    bool is_new = true;
    for (u32 k = 0; k < i && is_new; k++)
        is_new = insn_way(p, in, k) != insn_way(p, in, i);
    return is_new;
}

static Share add_branches(const Coverage *c, u32 file, Text *out) {
    const Program *p = c->p;
    Share s = {0};
    u32 ways = p->ncode, block = 0;
    for (Pc pc = 0; pc < p->ncode; pc++) {
        const Insn *in = &p->code[pc];
        u32 n = insn_ways(in), way = 0;
        bool is_it = n && in->op != OP_ASSERT && p->locs[pc].file == file && p->locs[pc].line &&
                     is_own(c, program_func_at(p, pc));
        for (u32 i = 0; is_it && i < n; i++) {
            if (!is_new_way(p, in, i))
                continue;
            s.n++;
            s.reached += c->covered[ways + i];
            text_add(out, "BRDA:%u,%u,%u,%s\n", p->locs[pc].line, block, way++,
                     !c->covered[pc]        ? "-"
                     : c->covered[ways + i] ? "1"
                                            : "0");
        }
        block += is_it;
        ways += n;
    }
    text_add(out, "BRF:%u\nBRH:%u\n", s.n, s.reached);
    return s;
}

// ---- lines --------------------------------------------------------------------------------------

static Share add_lines(const Lines *l, Text *out) {
    Share s = {0};
    for (u32 line = 1; line < l->n; line++) {
        if (l->at[line] == NO_CODE)
            continue;
        s.n++;
        s.reached += l->at[line] == REACHED;
        text_add(out, "DA:%u,%u\n", line, l->at[line] == REACHED);
    }
    text_add(out, "LF:%u\nLH:%u\n", s.n, s.reached);
    return s;
}

// Tools look for the file from wherever they are. A name is a line.
static void add_path(const char *path, Text *out) {
    char full[PATH_MAX];
    text_add(out, "SF:");
    for (const char *at = realpath(path, full) ? full : path; *at; at++)
        text_bytes(out, *at == '\n' || *at == '\r' ? "?" : at, 1);
    text_add(out, "\n");
}

typedef struct Shares {
    Share lines, branches, functions;
} Shares;

static void share_add(Share *to, Share s) {
    to->n += s.n;
    to->reached += s.reached;
}

static Shares add_files(const Coverage *c, Text *out) {
    Shares all = {0};
    for (u32 i = 0; i < c->p->nfiles; i++) {
        if (!c->files[i].n)
            continue;
        text_add(out, "TN:\n");
        add_path(c->p->files[i], out);
        share_add(&all.functions, add_functions(c, i, out));
        share_add(&all.branches, add_branches(c, i, out));
        share_add(&all.lines, add_lines(&c->files[i], out));
        text_add(out, "end_of_record\n");
    }
    return all;
}

// ---- the figures --------------------------------------------------------------------------------

static void tell_share(Share s, const char *what, Text *out) {
    text_add(out, "%u of %u %s", s.reached, s.n, what);
    if (s.n)
        text_add(out, " (%.1f %%)", 100.0 * s.reached / s.n);
}

// "x.c:12-14, x.c:20, and 3 more"
static void tell_missed(const Coverage *c, Text *out) {
    u32 n = 0, from = out->len;
    for (u32 i = 0; i < c->p->nfiles; i++) {
        const Lines *l = &c->files[i];
        for (u32 line = 1; line < l->n; line++) {
            u32 last = line;
            if (l->at[line] != NOT_REACHED)
                continue;
            for (u32 k = line; k < l->n && l->at[k] != REACHED; k++)
                last = l->at[k] == NOT_REACHED ? k : last;
            if (n++ < MOST_RANGES)
                text_add(out, "%s%s:%u", n > 1 ? ", " : "no run reaches ", c->p->files[i], line);
            if (n <= MOST_RANGES && last > line)
                text_add(out, "-%u", last);
            line = last;
        }
    }
    text_tame(out, from, false);
    if (n > MOST_RANGES)
        text_add(out, ", and %u places more", n - MOST_RANGES);
    if (n)
        text_add(out, "\n");
}

static bool is_there(const Outcome *c) {
    return c->o->coverage && c->program && c->result.covered &&
           c->result.ncovered == program_ncovered(c->program);
}

// The tracefile, and if `missed` is not NULL what no run has reached.
static Shares describe(const Outcome *c, Text *file, Text *missed) {
    Coverage coverage;
    coverage_begin(&coverage, c);
    Shares s = add_files(&coverage, file);
    if (missed)
        tell_missed(&coverage, missed);
    coverage_end(&coverage);
    return s;
}

void coverage_tell(const Outcome *c, Text *out) {
    Text file = {0}, missed = {0};
    if (!is_there(c))
        return;
    bool is_whole = c->result.verdict.kind == VERDICT_HOLDS;
    Shares s = describe(c, &file, &missed);
    text_add(out, "reached: ");
    tell_share(s.lines, "lines", out);
    text_add(out, ", ");
    tell_share(s.branches, "branches", out);
    text_add(out, ", ");
    tell_share(s.functions, "functions", out);
    text_add(out, "%s\n%s", is_whole ? "" : ", as far as the search has come",
             is_whole ? text_str(&missed) : "");
    text_done(&file);
    text_done(&missed);
}

bool coverage_write(const Outcome *c, Diag *d) {
    Text file = {0};
    if (!c->o->coverage)
        return true;
    if (!is_there(c))
        return diag_fail(d, "%s: the search has noted no coverage", c->o->coverage);
    describe(c, &file, NULL);
    bool is_good = file_write(c->o->coverage, text_str(&file), file.len, d);
    text_done(&file);
    return is_good;
}

static json_t *share_json(Share s) {
    return json_pack("{s:I, s:I}", "all", (json_int_t)s.n, "reached", (json_int_t)s.reached);
}

json_t *coverage_json(const Outcome *c) {
    Text file = {0};
    if (!is_there(c))
        return json_null();
    Shares s = describe(c, &file, NULL);
    text_done(&file);
    return json_pack("{s:o, s:o, s:o}", "lines", share_json(s.lines), "branches",
                     share_json(s.branches), "functions", share_json(s.functions));
}
