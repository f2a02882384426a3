// SPDX-License-Identifier: Apache-2.0
// The commands by name, and those that only look.
#include "simulate/simulate_int.h"

#include <ctype.h>
#include <string.h>

typedef void CommandFunction(Simulator *s, const char *words, Text *out);
typedef struct CommandRow {
    const char *name, *shorter, *arguments;
    CommandFunction *function; // NULL: quit
    const char *help;
} CommandRow;

// ---- looking ------------------------------------------------------------------------------------

static void do_threads(Simulator *s, const char *words, Text *out) {
    (void)words;
    show_end(s, out);
    show_threads(s, out);
}

static void do_thread(Simulator *s, const char *words, Text *out) {
    u64 n;
    if (!words_number(words, s->chosen, MAX_THREADS, &n, out))
        return;
    ThreadId t = tour_thread(s->tour, (u32)n);
    if (t == THREAD_NONE) {
        text_add(out, "there is no thread %llu now; 'threads' lists them\n", (unsigned long long)n);
        return;
    }
    s->chosen = (u32)n;
    s->frame = 0;
    s->listed_line = 0;
    show_stack(s, t, out);
}

static void do_backtrace(Simulator *s, const char *words, Text *out) {
    u64 n = 0;
    Vm *vm = run_machine(s);
    bool is_all = strcmp(words, "all") == 0;
    if (!is_all && !words_number(words, s->chosen, MAX_THREADS, &n, out))
        return;
    bool is_shown = false;
    for (ThreadId t = 0; t < vm_nthreads(vm); t++) {
        if (!vm_is_alive(vm, t) || (!is_all && tour_number(s->tour, t) != n))
            continue;
        show_stack(s, t, out);
        is_shown = true;
    }
    if (!is_shown)
        text_add(out, "there is no such thread now; 'threads' lists them\n");
}

static void choose_frame(Simulator *s, u64 n, Text *out) {
    ThreadId t = run_chosen(s);
    TraceThread stack = {0};
    if (t != THREAD_NONE)
        tour_stack(s->tour, t, &stack);
    if (n >= stack.nframes) {
        text_add(out, "there is no frame %lld; 'backtrace' lists them\n", (long long)n);
        return;
    }
    s->frame = (u32)n;
    s->listed_line = 0;
    show_stack(s, t, out);
}

static void do_frame(Simulator *s, const char *words, Text *out) {
    u64 n;
    if (words_number(words, s->frame, UINT32_MAX, &n, out))
        choose_frame(s, n, out);
}

static void do_up(Simulator *s, const char *words, Text *out) {
    (void)words;
    choose_frame(s, (u64)s->frame + 1, out);
}

static void do_down(Simulator *s, const char *words, Text *out) {
    (void)words;
    if (s->frame == 0)
        text_add(out, "this is the innermost frame\n");
    else
        choose_frame(s, s->frame - 1, out);
}

static void do_locals(Simulator *s, const char *words, Text *out) {
    (void)words;
    show_locals(s, out);
}

static void do_locks(Simulator *s, const char *words, Text *out) {
    (void)words;
    show_locks(s, out);
}

static void do_output(Simulator *s, const char *words, Text *out) {
    (void)words;
    show_output(s, out);
}

static void do_breaks(Simulator *s, const char *words, Text *out) {
    (void)words;
    breaks_list(s, out);
}

enum { HISTORY_EVENTS = 50 };

static void do_history(Simulator *s, const char *words, Text *out) {
    u64 n;
    if (words_number(words, HISTORY_EVENTS, UINT32_MAX, &n, out))
        show_history(s, (u32)n, out);
}

static void do_print(Simulator *s, const char *words, Text *out) {
    Diag d = {0};
    Datum value;
    Text text = {0};
    TourFrame f = frame_of(s);
    if (!*words) {
        text_add(out, "print what? 'print EXPRESSION', as in C; 'locals' shows local variables\n");
    } else if (expression_value(s->tour, f, words, &value, &d)) {
        tour_value(s->tour, f, &value, &text);
        say(out, "%s = %s", words, text_str(&text));
    } else {
        say(out, "%s", diag_text(&d));
    }
    text_done(&text);
    diag_done(&d);
}

static void do_save(Simulator *s, const char *words, Text *out) {
    Diag d = {0};
    Schedule run = {.steps = s->run.steps, .len = s->at, .values = s->values};
    run.nvalues = s->values ? vm_values_taken(run_machine(s)) : 0;
    run.nvalues = run.nvalues < MOST_VALUES ? run.nvalues : MOST_VALUES;
    if (!*words)
        text_add(out, "save where? 'save FILE'\n");
    else if (s->fault.kind == FAULT_NONE)
        text_add(out, "a trace is saved of a run that ends in a violation, and this one has none "
                      "here\n");
    else if (s->hooks.save(s->hooks.self, words, &run, &s->fault, s->options.vm.addressed, &d))
        say(out, "saved: heddle replay %s", words);
    else
        say(out, "%s", diag_text(&d));
    diag_done(&d);
}

static void do_help(Simulator *s, const char *words, Text *out);

// ---- the table ----------------------------------------------------------------------------------

static const CommandRow rows[] = {
    {"threads", "t", "", do_threads, "the threads: where they are, what they do next or wait for"},
    {"thread", "th", "N", do_thread, "commands are about thread N from now on"},
    {"step", "s", "[N]", move_step, "the thread does one visible operation, or N"},
    {"way", "w", "N", move_way, "a step where the thread can go on in several ways, from 0"},
    {"choose", "ch", "N...", move_choose,
     "a choice; or what the unknown value of the last step is: it is taken again; or the next one"},
    {"next", "n", "[N]", move_line, "the thread goes on to another line, N times"},
    {"finish", "fin", "[N]", move_finish, "the thread goes on until it ends or has to wait"},
    {"continue", "c", "[N]", move_continue,
     "all threads go on, until a breakpoint, a violation, the end, or for N steps"},
    {"random", "r", "[N] [SEED]", move_random, "the same in a random order; N steps at most"},
    {"back", "undo", "[N]", move_back, "one step back, or N"},
    {"forward", "f", "[N]", move_forward, "one step on of those that were taken back, or N"},
    {"goto", "g", "N", move_goto, "the state after N steps"},
    {"break", "b", "FILE:LINE | LINE | FUNCTION", breaks_command, "stop there"},
    {"watch", "wa", "EXPRESSION", breaks_watch_command, "stop when its value has changed"},
    {"breaks", "i", "", do_breaks, "lists the breakpoints"},
    {"delete", "d", "N | all", breaks_delete, "deletes a breakpoint"},
    {"print", "p", "EXPRESSION", do_print,
     "the value of an expression of C over the variables of the chosen frame"},
    {"locals", "lo", "", do_locals, "the local variables of the chosen frame"},
    {"backtrace", "bt", "[N | all]", do_backtrace, "the frames of a thread"},
    {"frame", "fr", "N", do_frame, "chooses a frame; 0 is the innermost"},
    {"up", NULL, "", do_up, "the frame that has called the chosen one"},
    {"down", NULL, "", do_down, "the frame that it has called"},
    {"list", "l", "[FILE:LINE | FUNCTION]", show_source, "source lines around; then those behind"},
    {"locks", "lk", "", do_locks, "who holds which lock, who waits for what"},
    {"history", "h", "[N]", do_history, "what has happened so far, the last N lines"},
    {"output", "o", "", do_output, "what the program has printed so far"},
    {"save", NULL, "FILE", do_save, "saves a run that ends in a violation, for 'heddle replay'"},
    {"help", "?", "[COMMAND]", do_help, "this list"},
    {"quit", "q", "", NULL, "the end"},
};

static bool is_row(const CommandRow *row, const char *word) {
    return strcmp(row->name, word) == 0 || (row->shorter && strcmp(row->shorter, word) == 0);
}

// By its name, its short name, or a beginning that only one has.
static const CommandRow *find_row(const char *word, bool *is_ambiguous) {
    const CommandRow *found = NULL;
    u32 n = 0;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (is_row(&rows[i], word))
            return &rows[i];
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (strncmp(rows[i].name, word, strlen(word)) == 0) {
            found = &rows[i];
            n++;
        }
    *is_ambiguous = n > 1;
    return n == 1 ? found : NULL;
}

static const char *nearest(const char *word) {
    const char *best = NULL;
    u32 least = 3;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        u32 distance = text_distance(word, rows[i].name);
        if (distance < least) {
            least = distance;
            best = rows[i].name;
        }
    }
    return best;
}

const char *simulate_complete(const char *beginning, u32 k) {
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (strncmp(rows[i].name, beginning, strlen(beginning)) == 0 && k-- == 0)
            return rows[i].name;
    return NULL;
}

static void tell_unknown(const char *word, bool is_ambiguous, Text *out) {
    const char *near = nearest(word);
    if (is_ambiguous) {
        add_tame(out, "'%s' can be", word);
        for (u32 i = 0; simulate_complete(word, i); i++)
            text_add(out, "%s %s", i ? "," : "", simulate_complete(word, i));
        text_add(out, "\n");
    } else if (near) {
        say(out, "there is no command '%s'; did you mean '%s'?", word, near);
    } else {
        say(out, "there is no command '%.40s'; 'help' lists them", word);
    }
}

static void help_row(const CommandRow *row, Text *out) {
    Text head = {0};
    text_add(&head, "%s %s", row->name, row->arguments);
    text_add(out, "  %-36s %-4s %s\n", text_str(&head), row->shorter ? row->shorter : "",
             row->help);
    text_done(&head);
}

static void do_help(Simulator *s, const char *words, Text *out) {
    (void)s;
    bool is_ambiguous = false;
    const CommandRow *row = *words ? find_row(words, &is_ambiguous) : NULL;
    if (row) {
        help_row(row, out);
        return;
    }
    if (*words) {
        tell_unknown(words, is_ambiguous, out);
        return;
    }
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        help_row(&rows[i], out);
    text_add(out, "  %-36s %-4s %s\n", "N, N.WAY", "",
             "thread N takes a step, in one of several ways");
    text_add(out, "Beginnings of names are enough. In a terminal, an empty line does the last "
                  "command again.\n");
}

bool simulate_command(Simulator *s, const char *line, Text *out) {
    Text copy = {0};
    line += strspn(line, " \t");
    text_add(&copy, "%s", line);
    while (copy.len && isspace((unsigned char)copy.s[copy.len - 1]))
        copy.s[--copy.len] = '\0';
    if (!copy.len || copy.s[0] == '#') {
        text_done(&copy);
        return true;
    }
    bool goes_on = true, is_ambiguous = false;
    if (!move_number(s, copy.s, out)) {
        char *words = copy.s + strcspn(copy.s, " \t");
        if (*words)
            *words++ = '\0';
        words += strspn(words, " \t");
        const CommandRow *row = find_row(copy.s, &is_ambiguous);
        if (row && row->function)
            row->function(s, words, out);
        else if (!row)
            tell_unknown(copy.s, is_ambiguous, out);
        goes_on = !row || row->function;
    }
    text_done(&copy);
    return goes_on;
}
