// SPDX-License-Identifier: Apache-2.0
// What test/buchi.py asks of formulas and their automata. Each line of standard input is
//
//   FORMULA <tab> LASSO <tab> LASSO ...
//
// where a lasso is CYCLE:LETTER,LETTER,..., and a letter is a number whose bits are the propositions
// a, b, c, d. The answer is a line
//
//   STATES EDGES STATES EDGES CLASS <tab> BITS <tab> BITS ...
//
// the sizes of the automata of the formula and of its negation, what the first one is (w weak, t terminal, n neither),
// and for each lasso five digits: the formula holds, the one and the other automaton accept it, and so they do after
// being written and read again. Or it is "error MESSAGE".
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buchi/buchi.h"

enum { MOST_LETTERS = 64 };

typedef struct Subject {
    const Ltl *f;
    Buchi *yes, *no;
    Buchi *yes_again, *no_again;
} Subject;

static Buchi *again(const Buchi *b, Diag *d) {
    Text text = {0};
    buchi_write_hoa(b, "again", &text);
    Buchi *out = buchi_read_hoa("again", &text, NULL, d);
    text_done(&text);
    return out;
}

static bool make(Subject *s, const char *text, Arena *arena, Diag *d) {
    *s = (Subject){.f = ltl_parse_names(text, arena, d)};
    return s->f && (s->yes = buchi_translate(s->f, false, NULL, d)) &&
           (s->no = buchi_translate(s->f, true, NULL, d)) && (s->yes_again = again(s->yes, d)) &&
           (s->no_again = again(s->no, d));
}

static void subject_done(Subject *s) {
    buchi_free(s->yes);
    buchi_free(s->no);
    buchi_free(s->yes_again);
    buchi_free(s->no_again);
}

// The bits of the formula's own propositions.
static u32 letter_of(const Ltl *f, u32 bits) {
    u32 letter = 0;
    for (u32 i = 0; i < f->npropositions; i++)
        letter |= (bits >> (f->propositions[i][0] - 'a') & 1) << i;
    return letter;
}

static void answer(const Subject *s, char *lasso) {
    u32 letters[MOST_LETTERS], n = 0;
    char *at;
    u32 cycle = (u32)strtoul(lasso, &at, 10);
    while ((*at == ':' || *at == ',') && n < MOST_LETTERS)
        letters[n++] = letter_of(s->f, (u32)strtoul(at + 1, &at, 10));
    printf("\t%d%d%d%d%d", ltl_holds(s->f, letters, n, cycle),
           buchi_accepts_lasso(s->yes, letters, n, cycle),
           buchi_accepts_lasso(s->no, letters, n, cycle),
           buchi_accepts_lasso(s->yes_again, letters, n, cycle),
           buchi_accepts_lasso(s->no_again, letters, n, cycle));
}

static void handle(char *line) {
    Arena *arena = arena_new();
    Diag d = {0};
    Subject s;
    char *rest = line, *word = strsep(&rest, "\t");
    if (!make(&s, word, arena, &d)) {
        printf("error %s", diag_text(&d));
    } else {
        printf("%u %u %u %u %c", s.yes->nstates, s.yes->nedges, s.no->nstates, s.no->nedges,
               buchi_is_terminal(s.yes) ? 't' : buchi_is_weak(s.yes) ? 'w' : 'n');
        while ((word = strsep(&rest, "\t")))
            answer(&s, word);
    }
    printf("\n");
    subject_done(&s);
    diag_done(&d);
    arena_free(arena);
}

int main(void) {
    char *line = NULL;
    size_t cap = 0;
    ssize_t n;
    while ((n = getline(&line, &cap, stdin)) > 0) {
        line[n - 1] = line[n - 1] == '\n' ? '\0' : line[n - 1];
        handle(line);
    }
    free(line);
    return 0;
}
