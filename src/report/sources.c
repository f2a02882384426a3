// SPDX-License-Identifier: Apache-2.0
// Source lines of the user's files, read once each.
#include "report/report_int.h"

#include <string.h>

typedef struct Source {
    bool is_tried;
    Text text; // line ends replaced by terminators
    const char **lines;
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

static void load(Source *f, const char *path) {
    Diag d = {0};
    f->is_tried = true;
    if (file_read(path, &f->text, &d)) {
        for (char *rest = f->text.s; rest;) {
            char *end = strchr(rest, '\n');
            if (end)
                *end = '\0';
            VEC_PUSH(f->lines, f->nlines, f->lines_cap) = tidy(rest);
            rest = end ? end + 1 : NULL;
        }
    }
    diag_done(&d);
}

const char *sources_line(Sources *s, u32 file, u32 line) {
    if (file == 0 || file >= s->nfiles || line == 0)
        return "";
    Source *f = &s->files[file];
    if (!f->is_tried)
        load(f, s->program->files[file]);
    return line <= f->nlines ? f->lines[line - 1] : "";
}
