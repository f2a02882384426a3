// SPDX-License-Identifier: Apache-2.0
// Source lines of the user's files, read once each.
#include "report/report_int.h"

#include <string.h>

typedef struct SourceLine {
    const char *text;
    u32 indent;  // bytes before it
    u32 columns; // that these take
    bool is_there;
} SourceLine;

typedef struct Source {
    bool is_tried;
    Text text; // line ends replaced by terminators
    SourceLine *lines;
    u32 nlines, lines_cap;
} Source;

struct Sources {
    const Program *program;
    Source *files; // by file index
    u32 nfiles;
};

Sources *sources_new(const Program *p) {
    Sources *s = mem_zalloc(sizeof *s);
    s->program = p;
    s->nfiles = p->nfiles;
    s->files = mem_zalloc(p->nfiles * sizeof *s->files);
    return s;
}

void sources_free(Sources *s) {
    for (u32 i = 0; i < s->nfiles; i++) {
        text_done(&s->files[i].text);
        VEC_FREE(s->files[i].lines, s->files[i].lines_cap);
    }
    mem_free(s->files, s->nfiles * sizeof *s->files);
    mem_free(s, sizeof *s);
}

static char *tidy(char *line) {
    line += strspn(line, " \t");
    for (size_t len = strlen(line); len > 0 && strchr(" \t\r", line[len - 1]); len--)
        line[len - 1] = '\0';
    for (char *c = line; *c; c++)
        *c = (unsigned char)*c < 32 ? ' ' : *c;
    return line;
}

enum { TAB = 4 };

static u32 indent_columns(const char *line) {
    u32 columns = 0;
    for (; *line == ' ' || *line == '\t'; line++)
        columns += *line == ' ' ? 1 : TAB - columns % TAB;
    return columns;
}

static void load(Source *f, const char *path) {
    Diag d = {0};
    f->is_tried = true;
    if (file_read(path, &f->text, &d)) {
        for (char *rest = f->text.s; rest;) {
            char *end = strchr(rest, '\n');
            if (end)
                *end = '\0';
            u32 columns = indent_columns(rest);
            char *text = tidy(rest);
            VEC_PUSH(f->lines, f->nlines, f->lines_cap) = (SourceLine){
                .text = text, .indent = (u32)(text - rest), .columns = columns, .is_there = true};
            rest = end ? end + 1 : NULL;
        }
    }
    diag_done(&d);
}

static SourceLine line_at(Sources *s, u32 file, u32 line) {
    static const SourceLine nothing = {.text = ""};
    if (file == 0 || file >= s->nfiles || line == 0)
        return nothing;
    Source *f = &s->files[file];
    if (!f->is_tried)
        load(f, s->program->files[file]);
    return line <= f->nlines ? f->lines[line - 1] : nothing;
}

u32 sources_count(Sources *s, u32 file) {
    line_at(s, file, 1); // reads it
    const Source *f = file && file < s->nfiles ? &s->files[file] : NULL;
    u32 n = f ? f->nlines : 0;
    bool has_more = n && (*f->lines[n - 1].text || f->lines[n - 1].indent);
    return n && !has_more ? n - 1 : n; // the end of the last one begins no other
}

const char *sources_whole_line(Sources *s, u32 file, u32 line) {
    SourceLine l = line_at(s, file, line);
    return l.text - l.indent;
}

const char *sources_line(Sources *s, u32 file, u32 line) { return line_at(s, file, line).text; }

u32 sources_column(Sources *s, u32 file, u32 line, u32 offset) {
    SourceLine l = line_at(s, file, line);
    u32 column = l.indent + 1;
    for (u32 i = 0; i < offset && l.text[i]; i++)
        column += ((unsigned char)l.text[i] & 0xc0) != 0x80;
    return *l.text ? column : 0;
}

u32 sources_column_of_byte(Sources *s, u32 file, u32 line, u32 byte) {
    u32 indent = line_at(s, file, line).indent;
    return byte > indent ? sources_column(s, file, line, byte - indent - 1) : 0;
}

u32 sources_indent(Sources *s, u32 file, u32 line) { return line_at(s, file, line).columns; }

bool sources_has(Sources *s, u32 file, u32 line) { return line_at(s, file, line).is_there; }
