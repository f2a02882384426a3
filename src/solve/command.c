// SPDX-License-Identifier: Apache-2.0
// Asks a solver that is a program of its own: "COMMAND FILE" reads the query as SMT-LIB 2 and says
// sat or unsat. It is run once more for the numbers of the unknowns, since what it says after an
// answer that does not fit the next question differs from solver to solver.
//
// SOUND: a yes counts only if the numbers fulfil the query, as everywhere. A no is believed.
#define _GNU_SOURCE
#include "solve/solve_int.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- running it ---------------------------------------------------------------------------------

// The only mutable globals of the room: what a signal handler must end and remove. Another solver
// is asked by one thread.
static char temp_file[512]; // "": there is none
static volatile pid_t running;

void solve_tidy(void) {
    if (running > 0) {
        kill(-running, SIGKILL);
        kill(running, SIGKILL); // before it has a group of its own
    }
    if (temp_file[0])
        unlink(temp_file);
}

typedef struct Asked {
    const char *command;
    double deadline; // 0: none
    Text said;
    Text *complaint;
} Asked;

static bool write_script(const char *script, u32 len, int file) {
    while (len) {
        ssize_t n = write(file, script, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        script += n;
        len -= (u32)n;
    }
    return true;
}

// The file is an argument of the shell's, whatever its name holds.
static pid_t start(const char *line, const char *file, int to) {
    pid_t child = fork();
    if (child != 0)
        return child;
    setpgid(0, 0);                    // it is killed with all that it has started,
    prctl(PR_SET_PDEATHSIG, SIGKILL); // and does not outlive us
    dup2(to, STDOUT_FILENO);
    dup2(to, STDERR_FILENO);
    execl("/bin/sh", "sh", "-c", line, "sh", file, (char *)NULL);
    _exit(127);
}

// What it says until it ends, or the time is over.
static bool listen_to(Asked *a, int from) {
    char buffer[4096];
    for (;;) {
        double left = a->deadline > 0 ? (a->deadline - clock_seconds()) * 1000 : -1;
        if (a->deadline > 0 && left <= 0)
            return false;
        struct pollfd p = {.fd = from, .events = POLLIN};
        int ready = poll(&p, 1, left < 0 ? -1 : (int)left + 1);
        if (ready < 0 && errno != EINTR)
            return false;
        if (ready <= 0)
            continue;
        ssize_t n = read(from, buffer, sizeof buffer);
        if (n <= 0)
            return n == 0;
        text_bytes(&a->said, buffer, (size_t)n);
    }
}

static bool run_line(Asked *a, const char *line, const char *file) {
    int pipes[2], status;
    if (pipe(pipes) != 0)
        return false;
    pid_t child = start(line, file, pipes[1]);
    running = child > 0 ? child : 0;
    close(pipes[1]);
    bool is_heard = child > 0 && listen_to(a, pipes[0]);
    close(pipes[0]);
    if (child > 0 && !is_heard) {
        kill(-child, SIGKILL);
        kill(child, SIGKILL); // it may have no group of its own yet
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    running = 0;
    return is_heard;
}

static bool run_script(Asked *a, const Text *script) {
    const char *folder = getenv("TMPDIR");
    Text line = {0};
    char name[sizeof temp_file];
    int n =
        snprintf(name, sizeof name, "%s/heddle-XXXXXX.smt2", folder && *folder ? folder : "/tmp");
    int file = n > 0 && (size_t)n < sizeof name ? mkstemps(name, (int)strlen(".smt2")) : -1;
    if (file >= 0)
        memcpy(temp_file, name, sizeof temp_file);
    bool is_written = file >= 0 && write_script(text_str(script), script->len, file);
    if (file >= 0)
        close(file);
    text_add(&line, "exec %s \"$1\"", a->command);
    text_clear(&a->said);
    bool is_run = is_written && run_line(a, text_str(&line), name);
    if (!is_written)
        text_add(a->complaint, "%s: %s", name, strerror(errno));
    if (file >= 0)
        unlink(name);
    temp_file[0] = '\0';
    text_done(&line);
    return is_run;
}

// ---- what is asked ------------------------------------------------------------------------------

static void add_name(const Node *n, Text *out) {
    text_add(out, "%c%u", n->param >= SOLVE_NAMES ? 't' : 'x', n->param % SOLVE_NAMES);
}

static void add_question(u32 n, Text *out) {
    text_add(out, n ? "(check-sat-assuming (" : "(check-sat");
    for (u32 i = 0; i < n; i++)
        text_add(out, "%sa%u", i ? " " : "", i);
    text_add(out, n ? "))\n" : ")\n");
}

// Whether the text of the query mentions the unknown: what it needs not, the solver does not know.
static bool is_declared(const Text *query, const Node *n) {
    Text name = {0};
    text_add(&name, "(declare-fun ");
    add_name(n, &name);
    text_add(&name, " ");
    const char *text = text_str(query), *end = strstr(text, "(assert");
    size_t len = end ? (size_t)(end - text) : query->len;
    bool is = memmem(text, len, text_str(&name), name.len) != NULL;
    text_done(&name);
    return is;
}

static void add_wanted_values(const Query *q, const Text *query, Text *out) {
    u32 from = out->len;
    for (SolveId id = 1; id < q->nnodes; id++) {
        if (q->nodes[id].op != NODE_UNKNOWN || !is_declared(query, &q->nodes[id]))
            continue;
        text_add(out, out->len == from ? "(get-value (" : " ");
        add_name(&q->nodes[id], out);
    }
    if (out->len > from)
        text_add(out, "))\n");
}

// ---- what it says -------------------------------------------------------------------------------

static bool says(const Text *said, const char *word) {
    const char *text = text_str(said);
    text += strspn(text, " \t\r\n");
    size_t len = strlen(word);
    return strncmp(text, word, len) == 0 && strchr(" \t\r\n", text[len]);
}

// Behind "(x12 ", in all the forms that a number can have.
static bool read_number(const char *text, u64 *v) {
    char *end;
    text += strspn(text, " \t\r\n");
    errno = 0;
    if (strncmp(text, "#b", 2) == 0)
        *v = strtoull(text + 2, &end, 2);
    else if (strncmp(text, "#x", 2) == 0)
        *v = strtoull(text + 2, &end, 16);
    else if (strncmp(text, "(_ bv", 5) == 0)
        *v = strtoull(text + 5, &end, 10);
    else
        return false;
    return errno == 0;
}

static bool read_value(const Text *said, const Node *n, u64 *v) {
    Text name = {0};
    text_add(&name, "(");
    add_name(n, &name);
    const char *at = text_str(said);
    bool is_there = false;
    while (!is_there && (at = strstr(at, text_str(&name)))) {
        at += name.len;
        is_there = strchr(" \t\r\n", *at) && read_number(at, v) && *v <= term_mask(n->width);
    }
    text_done(&name);
    return is_there;
}

// Any number does for an unknown that the query does not mention.
static bool read_values(const Text *said, const Query *q, const Text *query, u64 *values) {
    bool has_all = true;
    for (SolveId id = 1; id < q->nnodes && has_all; id++) {
        if (q->nodes[id].op != NODE_UNKNOWN)
            continue;
        values[id] = 0;
        has_all =
            !is_declared(query, &q->nodes[id]) || read_value(said, &q->nodes[id], &values[id]);
    }
    return has_all;
}

// Which of the assumptions stand in the list behind "unsat". SOUND: if there is no list, the answer
// may need all of them.
static void read_used(const Text *said, u32 n, bool *is_used) {
    const char *at = strstr(text_str(said), "unsat") + strlen("unsat");
    at += strspn(at, " \t\r\n");
    bool is_list = *at == '(' && strncmp(at, "(error", strlen("(error")) != 0;
    for (u32 i = 0; i < n; i++)
        is_used[i] = !is_list;
    for (; *at && is_list; at += *at != '\0') {
        at += strcspn(at, "a");
        u32 number = 0;
        int len = 0;
        if (sscanf(at, "a%u%n", &number, &len) == 1 && number < n && strchr(" )\n", at[len]))
            is_used[number] = true;
    }
}

// ---- asking -------------------------------------------------------------------------------------

// With the first thing that it says, or, better, the first that it calls an error.
static void complain(Asked *a) {
    const char *error = strstr(text_str(&a->said), "(error"), *text = text_str(&a->said);
    text = error ? error : text;
    if (a->complaint->len)
        return;
    bool is_late = a->deadline > 0 && clock_seconds() > a->deadline;
    text_add(a->complaint, "the solver '%s' %s", a->command,
             is_late ? "takes too long" : "gives no answer");
    if (!is_late && *text)
        text_add(a->complaint, ": %.*s", (int)strcspn(text, "\n"), text);
}

// The query and a question about it.
static bool run_query(Asked *a, const Text *query, const Text *question) {
    Text script = {0};
    text_add(&script, "%s%s", text_str(query), text_str(question));
    bool is_run = run_script(a, &script);
    text_done(&script);
    return is_run;
}

static SolveAnswer ask_for_values(Asked *a, const Query *q, const Text *query, u64 *values) {
    Text wanted = {0};
    add_wanted_values(q, query, &wanted);
    bool is_good = run_query(a, query, &wanted) && says(&a->said, "sat") &&
                   read_values(&a->said, q, query, values);
    if (!is_good)
        complain(a);
    text_done(&wanted);
    return is_good ? SOLVE_YES : SOLVE_GAVE_UP;
}

static bool write_query(Backend *b, const Query *q, const SolveId *assumed, u32 n, Text *out) {
    text_add(out, "(set-option :produce-models true)\n");
    if (n)
        text_add(out, "(set-option :produce-unsat-assumptions true)\n");
    text_add(out, "(set-logic ALL)\n");
    bool is_made = backend_write_query(b, q, assumed, n, out);
    add_question(n, out);
    return is_made;
}

SolveAnswer command_ask(const CommandSolver *c, Backend *b, const Query *q, const SolveId *assumed,
                        u32 n, bool *is_used, u64 *values) {
    Asked a = {.command = c->command,
               .deadline = c->timeout_ms ? clock_seconds() + c->timeout_ms / 1000.0 : 0,
               .complaint = c->complaint};
    Text query = {0}, core = {0};
    SolveAnswer answer = SOLVE_GAVE_UP;
    text_clear(a.complaint);
    if (n)
        text_add(&core, "(get-unsat-assumptions)\n");
    bool is_run = write_query(b, q, assumed, n, &query) && run_query(&a, &query, &core);
    if (is_run && says(&a.said, "unsat")) {
        read_used(&a.said, n, is_used);
        answer = SOLVE_NO;
    } else if (is_run && says(&a.said, "sat")) {
        answer = ask_for_values(&a, q, &query, values);
    } else {
        complain(&a);
    }
    text_done(&query);
    text_done(&core);
    text_done(&a.said);
    return answer;
}
