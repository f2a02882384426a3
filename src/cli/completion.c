// SPDX-License-Identifier: Apache-2.0
// Completion of command lines for bash and zsh, made of the rows of options. The scripts know the
// commands, their options, and the words that an option can have; all else is a file.
#include "cli/cli.h"

#include <ctype.h>
#include <string.h>

// ---- what an option can have --------------------------------------------------------------------

// The words that its argument can be, each with a space before it; nothing if it can be anything.
static void add_choices(const OptionRow *row, Text *out) {
    bool is_property = strcmp(row->name, "property") == 0 || strcmp(row->name, "no-property") == 0;
    for (u32 k = FAULT_NONE + 1; is_property && k < FAULT_COUNT; k++)
        text_add(out, " %s", ir_kind_name[k]);
    if (is_property)
        text_add(out, " race all termination livelock starvation");
    bool is_world = strcmp(row->name, "unknown") == 0;
    for (u32 k = 0; is_world && k < WORLD_COUNT; k++)
        text_add(out, " %s", ir_world_word[k]);
    if (is_world)
        text_add(out, " all");
    const char *argument = row->argument ? row->argument : "";
    if (!strchr(argument, '|') || isupper((unsigned char)argument[0]) || argument[0] == '*')
        return;
    for (const char *at = argument; *at; at += *at == '|') {
        size_t len = strcspn(at, "|");
        text_add(out, " %.*s", (int)strcspn(at, "|["), at);
        at += len;
    }
}

static bool is_list(const OptionRow *row) { return row->kind == OPT_LIST; }

static bool takes_folder(const OptionRow *row) {
    return row->argument && strcmp(row->argument, "DIR") == 0;
}

static bool takes_file(const OptionRow *row) {
    return row->argument && (strstr(row->argument, "FILE") || strstr(row->argument, "PATH"));
}

// ---- bash ---------------------------------------------------------------------------------------

static void add_bash_pattern(const OptionRow *row, Text *out) {
    u32 from = out->len;
    for (size_t i = 0; i < command_text_count; i++) {
        if (!(row->commands & command_texts[i].command))
            continue;
        text_add(out, "%s%s--%s", out->len > from ? "|" : "", command_texts[i].name, row->name);
        if (row->letter)
            text_add(out, "|%s-%c", command_texts[i].name, row->letter);
    }
}

// What follows an option that has an argument.
static void add_bash_values(Text *out) {
    for (size_t i = 0; i < option_count; i++) {
        const OptionRow *row = &option_rows[i];
        Text choices = {0};
        if (row->kind == OPT_FLAG)
            continue;
        add_choices(row, &choices);
        text_add(out, "        ");
        add_bash_pattern(row, out);
        text_add(out, ")\n            ");
        if (choices.len)
            text_add(out, "_heddle_%s \"%s\"", is_list(row) ? "list" : "words",
                     text_str(&choices) + 1);
        else if (takes_folder(row))
            text_add(out, "COMPREPLY=($(compgen -d -- \"$cur\"))");
        else
            text_add(out, ":");
        text_add(out, "\n            return ;;\n");
        text_done(&choices);
    }
}

static void add_bash_options(Text *out) {
    for (size_t i = 0; i < command_text_count; i++) {
        text_add(out, "        %s) options=\"", command_texts[i].name);
        bool is_first = true;
        for (size_t k = 0; k < option_count; k++) {
            const OptionRow *row = &option_rows[k];
            if (!(row->commands & command_texts[i].command))
                continue;
            text_add(out, "%s--%s", is_first ? "" : " ", row->name);
            is_first = false;
        }
        text_add(out, "\" ;;\n");
    }
}

static void add_commands(Text *out) {
    for (size_t i = 0; i < command_text_count; i++)
        text_add(out, "%s%s", i ? " " : "", command_texts[i].name);
}

static void write_bash(Text *out) {
    text_add(out,
             "# Completion of heddle for bash, made by 'heddle help --completion bash'.\n"
             "_heddle_words() { COMPREPLY=($(compgen -W \"$1\" -- \"$cur\")); }\n"
             "# The last one of several words with commas between them.\n"
             "_heddle_list() {\n"
             "    local before=\n"
             "    [[ $cur == *,* ]] && before=${cur%%,*},\n"
             "    COMPREPLY=($(compgen -P \"$before\" -W \"$1\" -- \"${cur##*,}\"))\n"
             "}\n"
             "_heddle() {\n"
             "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
             "    local command=${COMP_WORDS[1]} options=\n"
             "    COMPREPLY=()\n"
             "    if [[ $cur == = ]]; then\n"
             "        cur=\n"
             "    elif [[ $prev == = ]]; then\n"
             "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
             "    fi\n"
             "    if ((COMP_CWORD == 1)) || [[ $command == help && $COMP_CWORD -eq 2 ]]; then\n"
             "        _heddle_words \"");
    add_commands(out);
    text_add(out, " help --help --version\"\n"
                  "        return\n"
                  "    fi\n"
                  "    case $command$prev in\n");
    add_bash_values(out);
    text_add(out, "    esac\n"
                  "    [[ $cur == -* ]] || return\n"
                  "    case $command in\n");
    add_bash_options(out);
    text_add(out, "    esac\n"
                  "    _heddle_words \"$options\"\n"
                  "}\n"
                  "# Where nothing is known, files are meant.\n"
                  "complete -o default -F _heddle heddle\n");
}

// ---- zsh ----------------------------------------------------------------------------------------

// Within single quotes, and where _arguments has a meaning for colons and brackets.
static void add_zsh_text(Text *out, const char *s, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == '\'')
            text_add(out, "'\\''");
        else
            text_add(out, "%s%c", strchr(":[]\\", s[i]) ? "\\" : "", s[i]);
}

static void add_zsh_spec(Text *out, const OptionRow *row, const char *spelt, bool is_long) {
    Text choices = {0};
    bool is_many = row->kind == OPT_WORDS || is_list(row), has_value = row->kind != OPT_FLAG;
    text_add(out, "            '%s%s%s[", is_many ? "*" : "", spelt,
             !has_value ? ""
             : is_long  ? "="
                        : "+");
    add_zsh_text(out, row->help, strcspn(row->help, ";"));
    text_add(out, "]");
    if (has_value) {
        text_add(out, ":");
        add_zsh_text(out, row->argument, strlen(row->argument));
        add_choices(row, &choices);
        if (choices.len && is_list(row))
            text_add(out, ":_values -s , word%s", text_str(&choices));
        else if (choices.len)
            text_add(out, ":(%s)", text_str(&choices) + 1);
        else
            text_add(out, ":%s",
                     takes_folder(row) ? "_files -/"
                     : takes_file(row) ? "_files"
                                       : " ");
    }
    text_add(out, "' \\\n");
    text_done(&choices);
}

static void add_zsh_command(Text *out, const CommandText *c) {
    text_add(out, "    %s)\n        _arguments -s -S \\\n", c->name);
    for (size_t i = 0; i < option_count; i++) {
        const OptionRow *row = &option_rows[i];
        char letter[] = {'-', row->letter, '\0'};
        Text name = {0};
        text_add(&name, "--%s", row->name);
        if (row->commands & c->command)
            add_zsh_spec(out, row, text_str(&name), true);
        if ((row->commands & c->command) && row->letter)
            add_zsh_spec(out, row, letter, false);
        text_done(&name);
    }
    text_add(out, "            '*:file:_files' ;;\n");
}

static void write_zsh(Text *out) {
    text_add(out, "#compdef heddle\n"
                  "# Completion of heddle for zsh, made by 'heddle help --completion zsh'.\n"
                  "_heddle() {\n"
                  "    local -a commands=(\n");
    for (size_t i = 0; i < command_text_count; i++) {
        text_add(out, "        '%s:", command_texts[i].name);
        add_zsh_text(out, command_texts[i].summary, strlen(command_texts[i].summary));
        text_add(out, "'\n");
    }
    text_add(out, "        'help:options of a command'\n"
                  "    )\n"
                  "    if (( CURRENT == 2 )) || [[ $words[2] == help ]]; then\n"
                  "        _describe -t commands command commands\n"
                  "        return\n"
                  "    fi\n"
                  "    local command=$words[2]\n"
                  "    shift words\n"
                  "    (( CURRENT-- ))\n"
                  "    case $command in\n");
    for (size_t i = 0; i < command_text_count; i++)
        add_zsh_command(out, &command_texts[i]);
    text_add(out, "    *) _files ;;\n"
                  "    esac\n"
                  "}\n"
                  "_heddle \"$@\"\n");
}

bool completion_write(const char *shell, Text *out) {
    bool is_bash = strcmp(shell, "bash") == 0, is_zsh = strcmp(shell, "zsh") == 0;
    if (is_bash)
        write_bash(out);
    else if (is_zsh)
        write_zsh(out);
    return is_bash || is_zsh;
}
