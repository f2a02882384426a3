// SPDX-License-Identifier: Apache-2.0
// heddle: finds the command and runs it.
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void cli_error(const char *fmt, ...) {
    Text text = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&text, fmt, args);
    va_end(args);
    // Messages of the front end may end with a line break of their own.
    while (text.len && text.s[text.len - 1] == '\n') {
        text.s[--text.len] = '\0';
    }
    fprintf(stderr, "heddle: %s\n", text_str(&text));
    text_done(&text);
}

bool cli_print(const Text *t) {
    Diag d = {0};
    bool is_ok = file_write("-", text_str(t), t->len, &d);
    if (!is_ok) {
        cli_error("%s", diag_text(&d));
    }
    diag_done(&d);
    return is_ok;
}

bool cli_use_color(const Options *o) {
    return o->color == CHOICE_COLOR_ALWAYS || (o->color == CHOICE_COLOR_AUTO && isatty(STDOUT_FILENO));
}

void cli_explain_level(const char *opt_level, Text *out) {
    if (strcmp(opt_level, "-O0") != 0) {
        text_add(out,
                 "\nThis is the code after clang's optimiser (%s): source lines may be missing or in another order.\n",
                 opt_level);
    }
}

Program *cli_load(const Options *o, bool keep_locals, bool finds_races) {
    Text kept = {0};
    text_add(&kept, "%s,%s", o->invariant ? o->invariant : "", o->abstraction ? o->abstraction : "");
    FrontOptions fo = {
        .files = o->files.items,
        .nfiles = o->files.len,
        .compiler_args = o->compiler_args.items,
        .ncompiler_args = o->compiler_args.len,
        .opt_level = o->opt_level,
        .program_args = o->program_args.items,
        .nprogram_args = o->program_args.len,
        .malloc_may_fail = o->malloc_may_fail,
        .reuse_addresses = o->reuse_addresses,
        .spurious_wakeups = o->spurious_wakeups,
        .nondet_rand = o->nondet_rand,
        .clock_ticks = (u32)o->clock_ticks,
        .data_files = o->file.items,
        .ndata_files = o->file.len,
        .standard_input = o->standard_input,
        .stubs = o->stub,
        .kept = text_str(&kept),
        .finds_races = finds_races,
        .keep_locals = keep_locals,
    };
    Diag d = {0};
    signals_loading(true);
    Program *p = front_load(&fo, &d);
    text_done(&kept);
    signals_loading(false);
    if (!p) {
        cli_error("%s", diag_text(&d));
    }
    diag_done(&d);
    return p;
}

bool cli_set_invariants(const Program *p, const Options *o, PropertySet *s) {
    Diag d = {0};
    bool is_ok = prop_set_invariants(s, p, o->invariant, &d);
    if (!is_ok) {
        cli_error("%s", diag_text(&d));
    }
    diag_done(&d);
    return is_ok;
}

static int print_help(Command c) {
    Text text = {0};
    options_help(c, &text);
    bool is_ok = cli_print(&text);
    text_done(&text);
    return is_ok ? EXIT_OK : EXIT_USAGE;
}

static int run_command(Command c, int argc, char **argv) {
    Options o;
    Diag d = {0};
    options_init(&o);
    o.command = c;
    o.command_name = argv[0];
    int code = EXIT_USAGE;
    if (!options_read(&o, argc - 1, argv + 1, &d)) {
        cli_error("%s", diag_text(&d));
    } else if (o.help) {
        code = print_help(c);
    } else {
        switch (c) {
        case CMD_CHECK:
            code = command_check(&o);
            break;
        case CMD_DUMP:
            code = command_dump(&o);
            break;
        case CMD_LIBC:
            code = command_libc(&o);
            break;
        case CMD_REPLAY:
            code = command_replay(&o);
            break;
        default:
            code = command_run(&o);
            break;
        }
    }
    diag_done(&d);
    options_done(&o);
    return code;
}

static bool is_source_name(const char *word) {
    static const char *const ends[] = {".c", ".i", ".cc", ".cpp", ".cxx", ".C", ".ii", ".ll", ".bc"};
    const char *dot = strrchr(word, '.');
    for (size_t i = 0; dot && i < ARRAY_LEN(ends); i++) {
        if (strcmp(dot, ends[i]) == 0) {
            return true;
        }
    }
    return false;
}

static int fail_command(const char *word) {
    const char *near = nearest_command(word);
    if (is_source_name(word)) {
        cli_error("say what to do with it: 'heddle check %s'", word);
    } else if (word[0] == '-') {
        cli_error("the command comes first: 'heddle check %s ...'; 'heddle --help' lists the commands", word);
    } else if (near) {
        cli_error("there is no command '%s'; did you mean 'heddle %s'?", word, near);
    } else {
        cli_error("there is no command '%s'; 'heddle --help' lists them", word);
    }
    return EXIT_USAGE;
}

static int print_version(void) {
    Text text = {0};
    text_add(&text, "heddle %s\n", HEDDLE_VERSION);
    bool is_ok = cli_print(&text);
    text_done(&text);
    return is_ok ? EXIT_OK : EXIT_USAGE;
}

int main(int argc, char **argv) {
    signals_install();
    if (argc < 2) {
        Text text = {0};
        options_help(CMD_NONE, &text);
        fputs(text_str(&text), stderr);
        text_done(&text);
        return EXIT_USAGE;
    }
    const char *word = argv[1];
    Command c = command_of_name(word);
    if (c != CMD_NONE) {
        return run_command(c, argc - 1, argv + 1);
    }
    if (strcmp(word, "--version") == 0 || strcmp(word, "version") == 0) {
        return print_version();
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        return print_help(CMD_NONE);
    }
    if (strcmp(word, "help") == 0) {
        c = argc > 2 ? command_of_name(argv[2]) : CMD_NONE;
        return argc > 2 && c == CMD_NONE ? fail_command(argv[2]) : print_help(c);
    }
    return fail_command(word);
}
