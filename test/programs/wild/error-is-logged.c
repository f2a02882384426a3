// SPDX-License-Identifier: Apache-2.0
// expect: violated null-dereference line 17
// options: --prp parts/valid-memsafety.prp
// levels: -O0
// An error function that only logs: with memory safety alone asked for, the program goes on after it, and comes to harm.
#include <stdio.h>
#include <stdlib.h>
struct config { int level; };
static struct config *config;
static int nerrors;

void reach_error(void) { fprintf(stderr, "error %d\n", ++nerrors); }

int main(void) {
    if (!config)
        reach_error();
    return config->level;
}
