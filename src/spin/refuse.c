// SPDX-License-Identifier: Apache-2.0
// Options of SPIN that have no meaning when heddle runs it, and why.
#include "spin/spin_int.h"

#include <string.h>

typedef enum Where { EVERYWHERE, IN_PROGRAMS, WITHOUT_LIVENESS } Where;

// `word` is the whole option, or its beginning if it ends with '*'; a definition may have a value.
static const struct Row {
    const char *word;
    Where where;
    const char *why;
} rows[] = {
    {"-D", EVERYWHERE, "the name of a macro belongs to it"},
    {"-U", EVERYWHERE, "the name of a macro belongs to it"},
    {"-DCS_SIZE", EVERYWHERE, "heddle finds out how large states are"},
    {"-DPAN_ABS_SIZE", EVERYWHERE, "heddle finds out how large states are"},
    {"-DVECTORSZ", EVERYWHERE, "heddle finds out how large states are"},
    {"-DDUAL_CORE", EVERYWHERE, "write -DNCORE=2"},
    {"-DQUAD_CORE", EVERYWHERE, "write -DNCORE=4"},
    {"-DNP", WITHOUT_LIVENESS, "non-progress cycles need progress labels, and there are none"},
    {"-l", WITHOUT_LIVENESS, "non-progress cycles need progress labels, and there are none"},
    {"-a", WITHOUT_LIVENESS, "there is no property of infinite runs; give one with --ltl"},
    {"-f", WITHOUT_LIVENESS, "there is no property of infinite runs; give one with --ltl"},
    {"-A", IN_PROGRAMS,
     "it is about assertions of a model; --property and --prp say which faults of a program count"},
    {"-d", EVERYWHERE, "there would be no search"},
    {"-V", EVERYWHERE, "there would be no search"},
    {"-t_reverse", EVERYWHERE, NULL},
    {"-rhash", EVERYWHERE, NULL},
    {"-t*", EVERYWHERE, "heddle looks for SPIN's trail under its usual name"},
    {"-r*", EVERYWHERE, "heddle replays what SPIN has found"},
    {"-C*", EVERYWHERE, "heddle replays what SPIN has found"},
    {"-g*", EVERYWHERE, "heddle replays what SPIN has found"},
    {"-S*", EVERYWHERE, "heddle replays what SPIN has found"},
    {"-P*", EVERYWHERE, "heddle replays what SPIN has found"},
};

static bool is_meant(const char *row, const char *word) {
    size_t len = strlen(row);
    if (row[len - 1] == '*')
        return strncmp(row, word, len - 1) == 0;
    bool may_have_value = len > 2 && row[1] == 'D';
    return strncmp(row, word, len) == 0 && (!word[len] || (may_have_value && word[len] == '='));
}

const char *spin_refusal(const char *word, bool is_model, bool is_about_liveness) {
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (is_meant(rows[i].word, word)) {
            bool applies = rows[i].where == EVERYWHERE ||
                           (rows[i].where == IN_PROGRAMS && !is_model) ||
                           (rows[i].where == WITHOUT_LIVENESS && !is_about_liveness);
            return applies ? rows[i].why : NULL;
        }
    return NULL;
}
