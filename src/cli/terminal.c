// SPDX-License-Identifier: Apache-2.0
// Lines that can be edited, by libedit: history in memory, and the tab key for names of commands.
#include "cli/lines.h"

#include <errno.h>
#include <histedit.h>
#include <stdio.h>
#include <string.h>

enum { HISTORY_LINES = 1000 };

struct Terminal {
    EditLine *edit;
    History *history;
    const char *prompt;
    LineCompletion *complete;
};

static char *give_prompt(EditLine *edit) {
    void *data;
    el_get(edit, EL_CLIENTDATA, &data);
    return (char *)((Terminal *)data)->prompt;
}

// The rest of the only word that begins like this, or what all such words have in common.
static void add_completion(const Terminal *t, const char *beginning, Text *out) {
    const char *first = t->complete(beginning, 0), *other;
    size_t len = strlen(beginning), common = first ? strlen(first) : 0;
    bool is_only = first && !t->complete(beginning, 1);
    for (u32 i = 1; first && (other = t->complete(beginning, i)); i++)
        for (size_t k = len; k < common; k++)
            if (first[k] != other[k])
                common = k;
    if (first)
        text_add(out, "%.*s%s", (int)(common - len), first + len, is_only ? " " : "");
}

static unsigned char complete_word(EditLine *edit, int key) {
    void *data;
    (void)key;
    el_get(edit, EL_CLIENTDATA, &data);
    const LineInfo *line = el_line(edit);
    Text beginning = {0}, rest = {0};
    text_bytes(&beginning, line->buffer, (size_t)(line->cursor - line->buffer));
    if (!strchr(text_str(&beginning), ' '))
        add_completion(data, text_str(&beginning), &rest);
    bool is_done = rest.len && el_insertstr(edit, text_str(&rest)) == 0;
    text_done(&beginning);
    text_done(&rest);
    return is_done ? CC_REFRESH : CC_ERROR;
}

Terminal *terminal_new(const char *prompt, LineCompletion *complete) {
    Terminal *t = mem_zalloc(sizeof *t);
    HistEvent event;
    t->prompt = prompt;
    t->complete = complete;
    t->edit = el_init("heddle", stdin, stdout, stderr);
    t->history = t->edit ? history_init() : NULL;
    if (!t->history) {
        terminal_free(t);
        return NULL;
    }
    history(t->history, &event, H_SETSIZE, HISTORY_LINES);
    history(t->history, &event, H_SETUNIQUE, 1);
    el_set(t->edit, EL_CLIENTDATA, t);
    el_set(t->edit, EL_PROMPT, give_prompt);
    el_set(t->edit, EL_EDITOR, "emacs");
    el_set(t->edit, EL_HIST, history, t->history);
    el_set(t->edit, EL_ADDFN, "complete", "completes the name of a command", complete_word);
    el_set(t->edit, EL_BIND, "^I", "complete", NULL);
    return t;
}

void terminal_free(Terminal *t) {
    if (t->history)
        history_end(t->history);
    if (t->edit)
        el_end(t->edit);
    mem_free(t, sizeof *t);
}

bool terminal_read(Terminal *t, Text *out) {
    int n = 0;
    HistEvent event;
    const char *line;
    do {
        errno = 0;
        line = el_gets(t->edit, &n);
    } while (!line && errno == EINTR);
    if (!line || n <= 0)
        return false;
    text_bytes(out, line, strcspn(line, "\n"));
    if (out->len)
        history(t->history, &event, H_ENTER, line);
    return true;
}
