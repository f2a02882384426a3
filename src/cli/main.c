// SPDX-License-Identifier: Apache-2.0
// heddle: finds the command and runs it.
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

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
    o.setup.notice = cli_notice;
    int code = EXIT_USAGE;
    bool takes_program = command_takes_program(c);
    if (!options_read(&o, argc - 1, (const char *const *)argv + 1, &d) ||
        (takes_program && !o.help && !options_has_project(&o) && !o.from &&
         !(setup_read_task(&o.setup, &d) && setup_read_database(&o.setup, &d)))) {
        cli_error("%s", diag_text(&d));
    } else if (o.help) {
        code = print_help(c);
    } else if (progress_begin(&o)) {
        switch (c) {
        case CMD_CHECK:
            code = options_has_project(&o) ? command_project(&o) : command_check(&o);
            break;
        case CMD_DUMP: code = command_dump(&o); break;
        case CMD_LGFSM: code = command_lgfsm(&o); break;
        case CMD_LIBC: code = command_libc(&o); break;
        case CMD_LTL: code = command_ltl(&o); break;
        case CMD_REPLAY: code = command_replay(&o); break;
        case CMD_SIMULATE: code = command_simulate(&o); break;
        case CMD_SMT: code = command_smt(&o); break;
        case CMD_SPIN: code = command_spin(&o); break;
        default: code = command_run(&o); break;
        }
    }
    progress_end(code);
    diag_done(&d);
    options_done(&o);
    return code;
}

// The command that files of this name are for; NULL if it is no such name.
static const char *command_for(const char *word) {
    static const struct {
        const char *end, *command;
    } rows[] = {{".c", "check"},   {".i", "check"},   {".cc", "check"}, {".cpp", "check"},
                {".cxx", "check"}, {".C", "check"},   {".ii", "check"}, {".ll", "check"},
                {".bc", "check"},  {".yml", "check"}, {".bp", "lgfsm"}, {".lgfsm", "lgfsm"}};
    const char *dot = strrchr(word, '.');
    for (size_t i = 0; dot && i < ARRAY_LEN(rows); i++)
        if (strcmp(dot, rows[i].end) == 0)
            return rows[i].command;
    return NULL;
}

static int fail_command(const char *word) {
    const char *near = nearest_command(word);
    if (command_for(word)) {
        cli_error("say what to do with it: 'heddle %s %s'", command_for(word), word);
    } else if (word[0] == '-') {
        cli_error(
            "the command comes first: 'heddle check %s ...'; 'heddle --help' lists the commands",
            word);
    } else if (near) {
        cli_error("there is no command '%s'; did you mean 'heddle %s'?", word, near);
    } else {
        cli_error("there is no command '%s'; 'heddle --help' lists them", word);
    }
    return EXIT_USAGE;
}

// What is installed beside heddle: help --man, help --completion SHELL.
static int print_made(int argc, char **argv) {
    Text text = {0};
    bool is_man = strcmp(argv[0], "--man") == 0;
    bool is_ok = is_man || (argc > 1 && completion_write(argv[1], &text));
    if (is_man)
        manpage_write(&text);
    if (is_ok)
        is_ok = cli_print(&text);
    else
        cli_error("help --completion makes completion for bash or zsh: say which");
    text_done(&text);
    return is_ok ? EXIT_OK : EXIT_USAGE;
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
    if (c != CMD_NONE)
        return run_command(c, argc - 1, argv + 1);
    if (strcmp(word, "--version") == 0 || strcmp(word, "version") == 0)
        return print_version();
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return print_help(CMD_NONE);
    if (strcmp(word, "help") == 0) {
        if (argc > 2 && (strcmp(argv[2], "--man") == 0 || strcmp(argv[2], "--completion") == 0))
            return print_made(argc - 2, argv + 2);
        c = argc > 2 ? command_of_name(argv[2]) : CMD_NONE;
        return argc > 2 && c == CMD_NONE ? fail_command(argv[2]) : print_help(c);
    }
    return fail_command(word);
}
