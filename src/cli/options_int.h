// SPDX-License-Identifier: Apache-2.0
// The rows of options.def, for reading and for help.
#ifndef HEDDLE_CLI_OPTIONS_INT_H
#define HEDDLE_CLI_OPTIONS_INT_H

#include "cli/options.h"

typedef enum OptionKind {
    OPT_FLAG,
    OPT_NUMBER,
    OPT_SECONDS,
    OPT_SIZE,
    OPT_RANGE,
    OPT_BOUND,
    OPT_ENUM,
    OPT_TEXT,
    OPT_LIST,
    OPT_WORDS
} OptionKind;

typedef struct OptionRow {
    const char *name, *argument, *initial, *help;
    double low, high;
    size_t offset; // of its field in Options
    OptionKind kind;
    u8 commands; // set of Command
    char letter;
} OptionRow;
extern const OptionRow option_rows[];
extern const size_t option_count;

#endif
