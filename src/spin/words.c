// SPDX-License-Identifier: Apache-2.0
// Options for SPIN and its verifier. SPIN answers a wrong number with its whole usage, or takes it
// for 0.
#include "spin/spin_int.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MOST 2147483647.0 // it reads an int

typedef struct Row {
    const char *name;
    double least, most;
    const char *what;
} Row;

// The first row that fits counts.
static const Row rows[] = {
    {"-RS", 0, MOST, "seed"},
    {"-o", 1, 7, "optimisation that SPIN leaves out"},
    {"-m", 1, MOST, "steps"},
    {"-w", 1, 48, "binary logarithm of the size of the hash table"},
    {"-c", 0, MOST, "errors"},
    {"-Q", 1, MOST, "minutes"},
    {"-k", 1, MOST, "hash functions"},
    {"-L", 0, 255, "context switches"},
    {"-M", 1, MOST, "megabytes"},
    {"-G", 1, MOST, "gigabytes"},
};

static const Row *row_of(const char *word) {
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (strncmp(word, rows[i].name, strlen(rows[i].name)) == 0)
            return &rows[i];
    return NULL;
}

bool spin_check_word(const char *word, Diag *d) {
    const Row *row = row_of(word);
    if (word[0] != '-' || !word[1])
        return diag_fail(
            d,
            "'%s' after -- is not an option of SPIN; values follow without a space, as in -m1000",
            word);
    if (!row)
        return true;
    const char *number = word + strlen(row->name);
    char *end;
    double value = strtod(number, &end);
    if (isdigit((unsigned char)*number) && strspn(number, "0123456789") == strlen(number) &&
        value >= row->least && value <= row->most)
        return true;
    return diag_fail(d, "%s: %sN needs a number from %.0f to %.0f (%s), without a space", word,
                     row->name, row->least, row->most, row->what);
}
